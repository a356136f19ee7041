import * as offer from "../lib/choices";
import { nearest, tour } from "../lib/tour";
import type { Hex, UnitId } from "../lib/types";
import type { Picks } from "./picks.svelte";

/** Where the open decision can be answered, on the map. */
export function concerned(picks: Picks): Hex[] {
  const view = picks.shown();
  const map = picks.session.map;
  if (!view || !map) return [];
  const hexes = [...picks.actors].map((u) => view.units[u]?.[0] ?? "");
  return [...new Set([...hexes, ...picks.offered])].filter((h) => map.has(h));
}

/** Units beside the map that can act. */
export function boxed(picks: Picks): UnitId[] {
  const view = picks.shown();
  const map = picks.session.map;
  return [...picks.actors].filter((u) => !map?.has(view?.units[u]?.[0] ?? ""));
}

/** Does most of what can act wait in a box beside the map, as in a set-up? */
export function mostlyBoxed(picks: Picks): boolean {
  return boxed(picks).length * 2 > picks.actors.size;
}

/** So few that a row in the panel holds them. */
export function fewBoxed(picks: Picks): boolean {
  return boxed(picks).length <= 12 && mostlyBoxed(picks);
}

/** Go to the next (1) or previous (-1) unit that can act, or hex that can be answered; gives back where it is. */
export function cycle(picks: Picks, direction: 1 | -1, from: { x: number; y: number }): Hex | null {
  const view = picks.shown();
  const map = picks.session.map;
  if (!view || !map) return null;
  if (mostlyBoxed(picks)) {
    const units = boxed(picks);
    const at = units.indexOf([picks.inspectedUnit, picks.selection[0]].find((u) => units.includes(u ?? "")) ?? "");
    picks.visitUnit(units[at < 0 ? 0 : (at + direction + units.length) % units.length]!);
    return null;
  }
  const acting = [...new Set([...picks.actors].map((u) => view.units[u]?.[0] ?? ""))].filter((h) => map.has(h));
  const hexes = acting.length > 0 ? acting : [...picks.offered];
  if (hexes.length === 0) return null;
  const round = tour(hexes.map((h) => ({ hex: h, ...map.centre(h) })));
  const here = [picks.focus, picks.here(), picks.inspected].find((h) => hexes.includes(h ?? ""));
  const at = round.findIndex((stop) => stop.hex === here);
  // With nothing in hand begin where the player looks, not at the rim of the map.
  const hex = at < 0 ? nearest(round, from)!.hex : round[(at + direction + round.length) % round.length]!.hex;
  const unit = picks.unitsIn(hex).find((u) => picks.actors.has(u));
  if (unit !== undefined) picks.visitUnit(unit);
  else picks.visitHex(hex);
  return hex;
}

/** Take all of the stack that is looked at; of one in which not all can do the same, those that can do what the top one can. */
export function wholeStack(picks: Picks): void {
  const hex = picks.inspected ?? picks.focus;
  const view = picks.shown();
  if (hex === null || !view) return;
  const all = picks.unitsIn(hex).filter((u) => picks.actors.has(u));
  const several = picks.choices.filter((c) => c.kind === "units" || c.kind === "route");
  const alike = several.map((c) => all.filter((u) => offer.unitsOf(c).includes(u))).filter((list) => several.some((c) => offer.fits(c, list, view)));
  const best = alike.sort((a, b) => b.length - a.length)[0];
  if (best) picks.selection = best;
  else if (all.length > 0 && several.length === 0) picks.selection = all;
}
