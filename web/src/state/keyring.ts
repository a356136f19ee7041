/** The secret links of games this browser holds: one token a seat, and one to watch. */
export interface Keys { seats: Record<string, string>; watch?: string; system?: string; scenario?: string }

const STORE = "blackearth.keys";

function all(): Record<string, Keys> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Record<string, Keys>;
  } catch {
    return {};
  }
}

export function keysOf(game: string): Keys {
  return all()[game] ?? { seats: {} };
}

export function remember(game: string, keys: Keys): void {
  const ring = all();
  const old = ring[game] ?? { seats: {} };
  ring[game] = { ...old, ...keys, seats: { ...old.seats, ...keys.seats } };
  try {
    localStorage.setItem(STORE, JSON.stringify(ring));
  } catch {
    // The address bar still holds the key of this seat.
  }
}
