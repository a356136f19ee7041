/** Small drawings of chips and markers in a box of 100 x 100. Discs are things a player chose, squares are things that happened. */

const RESERVE = `<path d="M30 14V88" stroke="currentColor" stroke-width="8" fill="none"/><path d="M32 16H82L68 33L82 50H32Z" fill="currentColor"/>`;
const SUPPLY = `<path d="M30 30H62V24H70V30H76V84H30Z" fill="none" stroke="currentColor" stroke-width="7"/><path d="M16 88L86 16" stroke="currentColor" stroke-width="9"/>`;
const TRENCH = `<path d="M8 66V46H24V30H40V46H60V30H76V46H92V66" stroke="currentColor" stroke-width="9" fill="none"/><path d="M8 82H92" stroke="currentColor" stroke-width="9"/>`;
const ATTACK = `<path d="M38 92V52H18L50 10L82 52H62V92Z" fill="currentColor"/>`;
const BURST = burst(9, 44, 21);
const FLASH = `<path d="M6 50H34" stroke="currentColor" stroke-width="11"/><g transform="translate(26 10) scale(.76)">${burst(8, 46, 20)}</g>`;
const BOMB = `<path d="M50 92C36 78 36 52 40 40H60C64 52 64 78 50 92ZM36 34L42 8H58L64 34Z" fill="currentColor"/>`;
const PLANE = `<path d="M6 56Q6 50 16 49L40 47L52 26H62L60 47L82 47L90 36H96L94 58L60 60L62 74H52L40 60L16 61Q6 62 6 56Z" fill="currentColor"/>`;
const CHECK = `<path d="M18 52L42 76L84 24" stroke="currentColor" stroke-width="14" fill="none"/>`;

function burst(points: number, outer: number, inner: number): string {
  let d = "";
  for (let i = 0; i < points * 2; i += 1) {
    // Every other ray a little shorter, so that it looks torn and not like a star.
    const r = i % 2 ? inner : outer * (i % 4 ? 0.86 : 1);
    const a = (Math.PI * i) / points - Math.PI / 2;
    d += `${i ? "L" : "M"}${(50 + r * Math.cos(a)).toFixed(1)} ${(50 + r * Math.sin(a)).toFixed(1)}`;
  }
  return `<path d="${d}Z" fill="currentColor"/>`;
}

export interface Chip { glyph: string; disc: boolean; face: string; ink: string; edge: string; name: string; count?: string }

const CHIPS: Record<string, Chip> = {
  reserve: { glyph: RESERVE, disc: true, face: "#F2C230", ink: "#2B2114", edge: "#2B2114", name: "in reserve" },
  oos: { glyph: SUPPLY, disc: false, face: "#FFFDF6", ink: "#A3261B", edge: "#A3261B", name: "out of supply" },
  fired: { glyph: FLASH, disc: true, face: "#F4E8CC", ink: "#2B2114", edge: "#2B2114", name: "has fired" },
  entrenched: { glyph: TRENCH, disc: false, face: "#C9B68B", ink: "#2B2114", edge: "#2B2114", name: "entrenched" },
  attacking: { glyph: ATTACK, disc: true, face: "#FFFDF6", ink: "#BE2D16", edge: "#2B2114", name: "attacking" },
  breakthrough: { glyph: BURST, disc: true, face: "#F4E8CC", ink: "#BE2D16", edge: "#2B2114", name: "breakthrough" },
};
const ALIAS: Record<string, string> = { unsupplied: "oos", "out-of-supply": "oos", isolated: "oos", "tank-fired": "fired", declared: "attacking" };
/** Marks drawn in another way, or of no interest on the map. */
const SILENT = new Set(["moved", "done", "acted"]);

export function chipsOf(marks: readonly string[]): Chip[] {
  const found: Chip[] = [];
  for (const mark of marks) {
    if (SILENT.has(mark)) continue;
    const base = mark.replace(/-?2$/, "");
    const chip = CHIPS[base] ?? CHIPS[ALIAS[base] ?? ""];
    if (chip) found.push(base === mark ? chip : { ...chip, count: "2" });
  }
  return found.slice(0, 2);
}

export function markNames(marks: readonly string[]): string[] {
  return marks.map((mark) => (CHIPS[mark] ?? CHIPS[ALIAS[mark] ?? ""])?.name ?? mark.replace(/-/g, " "));
}

export function isDone(marks: readonly string[]): boolean {
  return marks.some((mark) => mark === "moved" || mark === "done" || mark === "acted");
}

interface MarkerLook { glyph: string; face: string; ink: string; name: string }

export function markerLook(kind: string, side: string | undefined): MarkerLook {
  const german = side === "german";
  switch (kind) {
    case "barrage":
      return { glyph: BURST, face: "#E4722B", ink: "#2B1408", name: "Barrage" };
    case "interdiction":
      return { glyph: BOMB, face: german ? "#A7CBE2" : "#DCC293", ink: german ? "#122433" : "#4A1A10", name: "Interdiction" };
    case "support": case "ground-support": case "air-strike": case "strike":
      return { glyph: PLANE, face: german ? "#A7CBE2" : "#DCC293", ink: german ? "#122433" : "#4A1A10", name: kind === "support" ? "Ground support" : kind.replace("-", " ") };
    default:
      return { glyph: CHECK, face: "#F4E8CC", ink: "#2B2114", name: kind.replace(/-/g, " ") };
  }
}
