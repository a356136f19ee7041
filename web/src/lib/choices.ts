import type {
  AllocateChoice, AmountChoice, AttackChoice, ButtonChoice, Choice, Hex, HexChoice, Reach, RouteChoice, TargetChoice, UnitId, UnitInfo, UnitsChoice, View,
} from "./types";

/** Pure questions about what a decision offers. No rule of a game is known here, only the eight kinds of choice. */

export function unitsOf(choice: Choice): UnitId[] {
  switch (choice.kind) {
    case "units": case "hex": case "route": case "target": case "amount":
      return choice.units;
    case "allocate":
      return Object.keys(choice.units);
    case "attack":
      return [...new Set(Object.values(choice.targets).flat())];
    case "button":
      return [];
  }
}

export function actors(choices: readonly Choice[]): Set<UnitId> {
  return new Set(choices.flatMap((choice) => (choice.blocked ? [] : unitsOf(choice))));
}

/** Buttons that stand together under a name of their own (the modes of an army): they get a panel, not the prompt. */
export function buttonGroups(choices: readonly Choice[]): [string, ButtonChoice[]][] {
  const groups = new Map<string, ButtonChoice[]>();
  for (const c of choices) if (c.kind === "button" && c.group) groups.set(c.group, [...(groups.get(c.group) ?? []), c]);
  return [...groups];
}

/** The buttons of the prompt. */
export function buttons(choices: readonly Choice[]): ButtonChoice[] {
  const found = choices.filter((c): c is ButtonChoice => c.kind === "button" && !c.group);
  // The right-most button is the one that goes on.
  return [...found.filter((c) => !goesOn(c)), ...found.filter(goesOn)];
}

export function goesOn(choice: ButtonChoice): boolean {
  return Boolean(choice.primary);
}

/** Does a choice speak about exactly these selected units? */
export function fits(choice: Choice, units: readonly UnitId[], view: View): boolean {
  if (units.length === 0 || choice.blocked) return false;
  const inside = (list: readonly UnitId[]): boolean => units.every((u) => list.includes(u));
  switch (choice.kind) {
    case "route":
      return inside(choice.units) && (units.length === 1 || (Boolean(choice.together) && sameHex(units, view)));
    case "units":
      return inside(choice.units) && units.length <= choice.most;
    case "hex":
      return choice.units.length > 0 && units.length >= (choice.count ?? 1) && inside(choice.units);
    case "target": case "amount":
      return units.length === 1 && inside(choice.units);
    default:
      return false;
  }
}

export function sameHex(units: readonly UnitId[], view: View): boolean {
  const hex = view.units[units[0] ?? ""]?.[0];
  return units.every((u) => view.units[u]?.[0] === hex);
}

/** The hexes a `hex` choice offers, for the units named so far. */
export function hexesOf(choice: HexChoice, units: readonly UnitId[]): readonly Hex[] | null {
  const first = units[0];
  if (first !== undefined && choice.hexes_of?.[first]) return choice.hexes_of[first];
  return choice.hexes;
}

export function targetsOf(choice: TargetChoice, unit: UnitId | undefined): readonly UnitId[] {
  return (unit !== undefined ? choice.targets_of?.[unit] : undefined) ?? choice.targets;
}

/** Do all units of a hex choice wait in one box? Then they are alike, and the first ones will do. */
export function boxed(choice: HexChoice, view: View, onMap: (hex: Hex) => boolean): boolean {
  return choice.units.length > 0 && sameHex(choice.units, view) && !onMap(view.units[choice.units[0]!]?.[0] ?? "");
}

/** Are these units alike in everything but their names, and in the same place? */
export function alike(units: readonly UnitId[], view: View, infos: Readonly<Record<UnitId, UnitInfo>>): boolean {
  const looks = units.map((u) => JSON.stringify([{ ...infos[u], name: "" }, view.units[u]]));
  return looks.every((look) => look === looks[0]);
}

/** The hex that a label names, such as that of “Advance into 2831”; none if it names several. */
export function hexNamed(label: string, onMap: (hex: Hex) => boolean): Hex | null {
  const named = (label.match(/\b\d{4}\b/g) ?? []).filter(onMap);
  return named.length === 1 ? named[0]! : null;
}

export function mostOf(choice: AmountChoice, unit: UnitId | undefined): number {
  return (unit !== undefined ? choice.most_of?.[unit] : undefined) ?? choice.most;
}

/** Which clicking behaviour suits the offer: toggling counters, or choosing one and going somewhere with it. */
export function toggles(choices: readonly Choice[]): boolean {
  return choices.some((c) => c.kind === "units") && !choices.some((c) => c.kind === "route");
}

export function isMapChoice(choice: Choice): choice is UnitsChoice | HexChoice | RouteChoice | AttackChoice | AllocateChoice | TargetChoice | AmountChoice {
  return choice.kind !== "button";
}

/** A first sharing out of losses that is always complete: one each in turn, unless the player changes it. */
export function spread(choice: AllocateChoice): Record<UnitId, number> {
  const given: Record<UnitId, number> = {};
  let left = choice.total;
  while (left > 0) {
    let moved = false;
    for (const [unit, most] of Object.entries(choice.units)) {
      if (left === 0) break;
      if ((given[unit] ?? 0) >= most) continue;
      given[unit] = (given[unit] ?? 0) + 1;
      left -= 1;
      moved = true;
    }
    if (!moved) break;
  }
  return given;
}

/** Is this hex within reach by strategic movement only? */
export function isStrategic(reach: Reach, hex: Hex): boolean {
  return reach.notes?.[hex]?.some((note) => /strategic/i.test(note)) ?? false;
}

/** How many an allocation must name: the total, or all there is. */
export function owed(choice: AllocateChoice): number {
  const all = Object.values(choice.units).reduce((a, b) => a + b, 0);
  return Math.min(choice.total, all);
}

/** May this unit be given one more? With `even`, nobody takes a second while another has none. */
export function mayAdd(choice: AllocateChoice, given: Record<UnitId, number>, unit: UnitId): boolean {
  const now = given[unit] ?? 0;
  if (now >= (choice.units[unit] ?? 0)) return false;
  if (sumOf(given) >= owed(choice)) return false;
  if (!choice.even || now === 0) return true;
  return Object.keys(choice.units).every((u) => (given[u] ?? 0) > 0);
}

export function sumOf(given: Record<UnitId, number>): number {
  return Object.values(given).reduce((a, b) => a + b, 0);
}
