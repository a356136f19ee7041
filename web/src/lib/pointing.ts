import type { Choice, Hex, UnitId } from "./types";

/** What the player has in hand, as far as a control depends on it. */
export interface Hand { selection: readonly UnitId[]; target: Hex | null; preview: Hex | null }

/** Ids of the controls outside the prompt that a lesson may speak of. */
export const ALL = "all";
export const RULES = "rules";
export const tool = (layer: string): string => (layer === "" ? "" : `tool-${layer.replace("-area", "")}`);

/**
 * The control to press next for a wish of a lesson, such as `reserve S-1`, by its id on the page; empty while the next click is one on the map.
 * Every step finds its control in this way, so no lesson need name one.
 */
export function controlFor(wish: string | undefined, choices: readonly Choice[], hand: Hand): string {
  if (wish === undefined) return "";
  const [verb, ...rest] = wish.split(" ").map((token) => token.split("*")[0]!);
  const word = rest.find((token) => token.startsWith("@"))?.slice(1) ?? "";
  const choice = choices.find((c) => c.verb === verb && (c.word ?? "") === word);
  if (!choice) return "";
  const id = `${choice.verb}-${word}`;
  const held = (units: readonly UnitId[]): boolean => rest.filter((token) => units.includes(token)).every((unit) => hand.selection.includes(unit));
  switch (choice.kind) {
    case "attack":
      if (hand.target === null || !rest.includes(hand.target)) return "";
      return held(choice.targets[hand.target] ?? []) ? "declare" : ALL;
    case "route":
      return hand.preview !== null && hand.preview === rest[rest.length - 1] ? "here" : "";
    case "units":
      return held(choice.units) ? id : "";
    case "allocate":
      return "share";
    default:
      return id;
  }
}
