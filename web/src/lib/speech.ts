import { spell } from "./action";
import type { HexMap } from "./hexes";
import type { Hex, Sheet, UnitId, View } from "./types";
import { markNames } from "../map/glyphs";

const STEPS = (n: number): string => `${spell(n)} ${n === 1 ? "step" : "steps"}`;

export function unitName(sheet: Sheet | null, unit: UnitId): string {
  return sheet?.units[unit]?.name ?? unit;
}

/** A sentence of the engine with the names of units for their ids; ids side by side become a list. */
export function withNames(sheet: Sheet | null, text: string): string {
  const known = (word: string): boolean => sheet !== null && word in sheet.units;
  return text.replace(/[\w-]+(?: [\w-]+)*/g, (run) => {
    const words = run.split(" ");
    const out: string[] = [];
    for (let i = 0; i < words.length; i += 1) {
      let end = i;
      while (end < words.length && known(words[end]!)) end += 1;
      const names = words.slice(i, end).map((unit) => unitName(sheet, unit));
      out.push(names.length === 0 ? words[i]! : names.length < 3 ? names.join(" and ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`);
      i = Math.max(i, end - 1);
    }
    return out.join(" ");
  });
}

/** One unit as a screen reader says it. */
export function spokenUnit(sheet: Sheet | null, view: View, unit: UnitId): string {
  const state = view.units[unit];
  if (!state) return unitName(sheet, unit);
  return [unitName(sheet, unit), STEPS(state[1]), ...markNames(state[2])].join(", ");
}

/** A stack: how many units of which side, and the one on top. */
export function spokenStack(sheet: Sheet | null, map: HexMap, view: View, hex: Hex, topFirst: readonly UnitId[]): string {
  const top = topFirst[0];
  const ground = `${hex}, ${map.terrain(hex)}`;
  const concealed = view.hidden?.find((stack) => stack.hex === hex);
  if (top === undefined) return concealed ? `${ground}; a hidden ${concealed.side} stack` : ground;
  const side = sheet?.units[top]?.side ?? "";
  const many = `${spell(topFirst.length)} ${side} ${topFirst.length === 1 ? "unit" : "units"}`;
  return `${ground}; ${many}, ${spokenUnit(sheet, view, top)}${topFirst.length > 1 ? " on top" : ""}`;
}

/** A hex with what stands in it. */
export function spokenHex(sheet: Sheet | null, map: HexMap, view: View, hex: Hex): string {
  return spokenStack(sheet, map, view, hex, Object.keys(view.units).filter((u) => view.units[u]![0] === hex));
}
