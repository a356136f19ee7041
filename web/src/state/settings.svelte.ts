/** What a player likes. Kept in this browser; nothing of it reaches the server. */
export interface Settings {
  theme: "auto" | "light" | "dark";
  dimMap: boolean;
  animation: boolean;
  sound: boolean;
  confirmations: boolean;
  largerCounters: boolean;
  letterKeys: boolean;
  curtain: boolean;
}

const STORE = "blackearth.settings";
const DEFAULTS: Settings = {
  theme: "auto", dimMap: false, animation: true, sound: false, confirmations: true, largerCounters: false, letterKeys: true, curtain: true,
};

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(load());

const darkPage = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Motion is off when the player or the system asks for less of it. */
export function animated(): boolean {
  return settings.animation && !calm.matches;
}

export function applySettings(): void {
  const dark = settings.theme === "dark" || (settings.theme === "auto" && darkPage.matches);
  const root = document.documentElement;
  root.dataset["theme"] = dark ? "dark" : "light";
  root.toggleAttribute("data-calm", !animated());
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // A browser that forbids storage still plays; it only forgets.
  }
}

darkPage.addEventListener("change", applySettings);
