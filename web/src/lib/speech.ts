import { spell } from "./action";
import type { HexMap } from "./hexes";
import type { Hex, Sheet, UnitId, View } from "./types";
import { markNames } from "../map/glyphs";

const STEPS = (n: number): string => `${spell(n)} ${n === 1 ? "step" : "steps"}`;

export function unitName(sheet: Sheet | null, unit: UnitId): string {
  return sheet?.units[unit]?.name ?? unit;
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
