import * as offer from "../lib/choices";
import type { AllocateChoice, AttackChoice, ButtonChoice, Choice, Hex, HexChoice, RouteChoice, TargetChoice, UnitId, UnitsChoice, View } from "../lib/types";
import { Advice } from "./advice.svelte";
import { Orders } from "./orders";
import type { Session } from "./session.svelte";

/** How firmly a hex was pointed at: a glance only shows on a phone, a second tap or Enter confirms. */
export type Firmness = "mouse" | "touch" | "sure";

/** What the player has in hand: selected units, the choice being used, an open attack. Gestures change it; `Orders` sends it. */
export class Picks {
  selection = $state.raw<UnitId[]>([]);
  armed = $state(-1);
  target = $state<Hex | null>(null);
  /** Further hexes of the open attack, where several may be attacked as one. */
  private also = $state.raw<Hex[]>([]);
  given = $state.raw<Record<UnitId, number>>({});
  amount = $state(1);
  inspected = $state<Hex | null>(null);
  inspectedUnit = $state<UnitId | null>(null);
  hover = $state<Hex | null>(null);
  preview = $state<Hex | null>(null);
  focus = $state<Hex | null>(null);
  fan = $state<Hex | null>(null);
  asking = $state.raw<ButtonChoice | null>(null);
  /** Edge of the map over which the selected units are about to leave. */
  exit = $state<string | null>(null);
  /** Why the unit that was pointed at cannot move. */
  stuck = $state.raw<{ unit: UnitId; text: string; cite: string } | null>(null);
  /** What the chosen aircraft would do to the unit under the pointer. */
  strike = $state.raw<{ hex: Hex; text: string } | null>(null);
  oddsOptions = $state.raw<Record<string, boolean>>({});
  readonly advice: Advice;
  readonly orders: Orders;
  /** Of a side that was interrupted: what it had in hand, and in which step. */
  private readonly kept = new Map<string, { step: string; units: UnitId[] }>();
  private lastSide = "";
  private lastStep = "";

  /** `shown` is the view on the table: the game's, or a moment of the replay. */
  constructor(readonly session: Session, readonly shown: () => View | null, private readonly replaying: () => boolean) {
    this.advice = new Advice(session);
    this.orders = new Orders(this);
  }

  choices = $derived.by<readonly Choice[]>(() => {
    const decision = this.session.decision;
    return decision?.yours && !this.replaying() ? decision.choices : [];
  });

  actors = $derived(offer.actors(this.choices));
  mapChoices = $derived(this.choices.filter((c) => offer.isMapChoice(c) && !c.blocked));

  /** The choice that a click on the map answers now. */
  active = $derived.by<Choice | null>(() => {
    const armed = this.choices[this.armed];
    if (armed) return armed;
    if (this.target !== null) {
      const attack = this.attackOn(this.target);
      if (attack) return attack;
    }
    const view = this.shown();
    if (view && this.selection.length > 0) {
      const fitting = this.mapChoices.filter((c) => offer.fits(c, this.selection, view));
      const best = fitting.find((c) => c.kind === "route") ?? fitting.find((c) => c.kind !== "units") ?? fitting[0];
      if (best) return best;
    }
    return this.mapChoices.length === 1 ? this.mapChoices[0]! : null;
  });

  allocate = $derived.by<AllocateChoice | null>(() => this.mapChoices.find((c): c is AllocateChoice => c.kind === "allocate") ?? null);
  route = $derived<RouteChoice | null>(this.active?.kind === "route" ? this.active : null);
  attack = $derived<AttackChoice | null>(this.active?.kind === "attack" ? this.active : null);

  /** Hexes that answer the active choice (not those of a route: they have costs). */
  offered = $derived.by<ReadonlySet<Hex>>(() => {
    const choice = this.active;
    if (!choice && this.mapChoices.length > 0 && this.mapChoices.every((c) => c.kind === "hex" && c.units.length === 0)) {
      return new Set(this.mapChoices.flatMap((c) => (c.kind === "hex" ? (c.hexes ?? []) : [])));
    }
    if (choice?.kind === "hex" && this.ready(choice)) return new Set(offer.hexesOf(choice, this.selection) ?? this.advice.offered ?? []);
    if (choice?.kind === "target") return new Set(this.hexesWith(offer.targetsOf(choice, this.selection[0])));
    if (choice?.kind === "units" && this.into !== null && this.selection.length > 0) return new Set([this.into]);
    if (choice?.kind === "route" && this.exit !== null) return new Set(Object.keys(this.advice.reach?.exits?.[this.exit] ?? {}));
    return new Set<Hex>();
  });

  /** The one hex into which the chosen units would go, where the button of their choice names it. */
  into = $derived.by<Hex | null>(() => {
    const map = this.session.map;
    return this.active?.kind === "units" && map !== null ? offer.hexNamed(this.active.label, (h) => map.has(h)) : null;
  });

  /** Hexes that can be attacked, by whatever attack choice. */
  attackable = $derived.by<ReadonlySet<Hex>>(() => {
    const found = new Set<Hex>();
    for (const choice of this.mapChoices) if (choice.kind === "attack") for (const hex of Object.keys(choice.targets)) found.add(hex);
    return found;
  });

  /** Hexes that the chosen units could attack together with the open one. */
  joint = $derived.by<readonly Hex[]>(() => {
    const choice = this.attack;
    if (!choice?.several || this.target === null || this.selection.length === 0) return [];
    return Object.keys(choice.targets).filter((h) => h !== this.target && this.selection.every((u) => choice.targets[h]!.includes(u)));
  });

  /** All hexes of the open attack, the first one first. */
  struck = $derived.by<readonly Hex[]>(() => (this.target === null ? [] : [this.target, ...this.also.filter((h) => this.joint.includes(h))]));

  /** Choices of a hex that could be answered with this one: those that need no unit, and those whose units wait in a box. */
  hexChoices(hex: Hex): HexChoice[] {
    const view = this.shown();
    const map = this.session.map;
    if (!view || !map) return [];
    return this.mapChoices.filter((c): c is HexChoice =>
      c.kind === "hex" && Boolean(c.hexes?.includes(hex)) && (c.units.length === 0 || offer.boxed(c, view, (h) => map.has(h))));
  }

  attackOn(hex: Hex): AttackChoice | null {
    return this.mapChoices.find((c): c is AttackChoice => c.kind === "attack" && hex in c.targets) ?? null;
  }

  /** Units of a hex, the top one first. */
  unitsIn(hex: Hex): UnitId[] {
    const view = this.shown();
    if (!view) return [];
    return Object.keys(view.units).filter((u) => view.units[u]![0] === hex);
  }

  // ---- pointing ----------------------------------------------------------------------------------------------------------

  /** A counter was pointed at (on the map, in a fan, in the panel or in a box). */
  clickUnit(unit: UnitId, add: boolean): void {
    this.asking = null;
    this.inspectedUnit = unit;
    const where = this.shown()?.units[unit]?.[0] ?? null;
    this.inspected = where;
    if (this.target !== null && this.attack?.targets[this.target]?.includes(unit)) return this.toggle(unit);
    if (this.allocate && unit in this.allocate.units) return this.give(unit, add ? -1 : 1);
    if (this.active?.kind === "target" && this.selection.length === 1 && offer.targetsOf(this.active, this.selection[0]).includes(unit)) {
      void this.orders.send(this.active, [this.selection[0]!, unit]);
      return;
    }
    if (!this.actors.has(unit)) {
      if (where !== null && this.attackOn(where)) this.openAttack(where);
      else if (this.active?.kind === "target" && this.selection.length === 1) void this.orders.refuse(this.active, [this.selection[0]!, unit], [], "This is no target for it.");
      else if (this.active?.kind === "target" && this.aim(this.active, [unit])) return;
      else if (!add) this.selection = [];
      return;
    }
    if (add || offer.toggles(this.choices)) this.toggle(unit);
    else this.selection = [unit];
    this.preview = null;
  }

  /** A hex was pointed at. `onCounter`: the pointer was on its counters, which means them rather than the ground. */
  clickHex(hex: Hex, firmness: Firmness, onCounter: boolean, add = false): void {
    this.asking = null;
    if (this.session.fault?.kind === "refused") this.session.say(null);
    const choice = this.active;
    if (choice?.kind === "hex" && this.ready(choice) && this.offered.has(hex)) return this.answerHex(choice, hex, firmness);
    if (this.route && this.exit !== null && this.offered.has(hex)) return void this.orders.leaveFrom(this.exit, hex);
    const stack = this.unitsIn(hex);
    const own = stack.filter((u) => this.actors.has(u));
    const meansUnits = onCounter && own.length > 0 && firmness !== "sure";
    if (this.route && this.selection.length > 0 && !meansUnits && this.reaches(hex)) return this.go(hex, firmness);
    if (this.route && this.selection.length > 0 && !meansUnits && this.advice.reach === null) return void this.onceReached(hex, firmness, onCounter, add);
    if (choice?.kind === "target" && this.selection.length === 1) {
      const targets = offer.targetsOf(choice, this.selection[0]);
      const there = stack.filter((u) => targets.includes(u));
      if (there.length === 1) return this.clickUnit(there[0]!, false);
      if (there.length > 1) {
        this.fan = hex;
        return;
      }
    }
    if (add && this.joint.includes(hex)) return this.toggleJoint(hex);
    if (this.attackOn(hex)) return this.openAttack(hex);
    if (choice?.kind === "units" && hex === this.into && own.length === 0) return void this.enter(choice);
    const free = this.hexChoices(hex).filter((c) => c.units.length === 0);
    if (free.length > 0 && own.length === 0) return this.answerHex(free[0]!, hex, free.length > 1 && firmness !== "sure" ? "touch" : firmness);
    if (own.length === 0 && choice?.kind === "target" && this.selection.length === 1) {
      if (stack.length > 0) return this.clickUnit(stack[0]!, false);
      return this.orders.tell(`There is no target in ${hex}.`);
    }
    if (own.length === 0 && choice?.kind === "hex" && this.armed >= 0 && this.ready(choice)) {
      const units = this.selection.length > 0 ? this.selection : choice.units.slice(0, choice.count ?? 1);
      return void this.orders.refuse(choice, units, [hex], `Not in ${hex}: choose one of the outlined hexes.`);
    }
    if (choice?.kind === "target" && this.selection.length === 0 && own.length === 0 && this.aim(choice, stack)) return;
    if (stack.length > 0) return this.pickStack(hex, stack, own, add);
    // Who is to advance stays chosen when a hex is only looked at.
    if (choice?.kind === "units" && this.selection.length > 0) {
      this.inspected = hex;
      return;
    }
    if (this.route && this.selection.length > 0) {
      void this.orders.whyNot(hex);
      return;
    }
    this.drop();
    this.inspected = hex;
  }

  /** A target was pointed at before it was said who is to strike it: take whoever could if that makes no difference. Is it a target at all? */
  private aim(choice: TargetChoice, stack: readonly UnitId[]): boolean {
    const able = choice.units.filter((u) => stack.some((t) => offer.targetsOf(choice, u).includes(t)));
    const view = this.shown();
    if (able.length === 0 || !view) return false;
    this.inspected = view.units[stack[0]!]?.[0] ?? null;
    this.inspectedUnit = stack[0] ?? null;
    if (offer.alike(able, view, this.session.sheet?.units ?? {})) this.selection = [able[0]!];
    else this.orders.tell(`${choice.label}: choose ${this.waitInBox(able) ? "an aircraft" : "one of your units"} first, then its target.`);
    return true;
  }

  /** Are all of these units beside the map? Only aircraft act from there. */
  waitInBox(units: readonly UnitId[]): boolean {
    const view = this.shown();
    return units.every((u) => !this.session.map?.has(view?.units[u]?.[0] ?? ""));
  }

  /** The hex that the button names was pointed at: its units go there. */
  private async enter(choice: UnitsChoice): Promise<void> {
    if (this.selection.length === 0 && choice.units.length === 1) this.selection = [...choice.units];
    if (this.selection.length === 0 || this.selection.length < choice.least) return this.orders.tell("Choose the units first, then the hex.");
    await this.orders.useUnits(choice);
  }

  /** A hex was pointed at before it is known what the units in hand can reach. */
  private async onceReached(hex: Hex, firmness: Firmness, onCounter: boolean, add: boolean): Promise<void> {
    const { route, selection } = this;
    await this.advice.askReach(route!.verb, selection);
    if (this.advice.reach !== null && this.selection === selection) this.clickHex(hex, firmness, onCounter, add);
  }

  /** J and K: look at a unit, and take it in hand where that answers nothing. */
  visitUnit(unit: UnitId): void {
    this.asking = null;
    this.inspectedUnit = unit;
    this.inspected = this.shown()?.units[unit]?.[0] ?? null;
    if (this.allocate || this.target !== null || (offer.toggles(this.choices) && this.selection.length > 1)) return;
    this.selection = [unit];
    this.preview = null;
  }

  /** J and K: show a hex that can be answered. */
  visitHex(hex: Hex): void {
    this.asking = null;
    this.inspectedUnit = null;
    this.inspected = hex;
    this.preview = hex;
  }

  /** Was the keyboard's focus led to a hex that answers by itself, so that Enter means it and not the button that goes on? */
  get walked(): boolean {
    const hex = this.focus;
    if (hex === null || this.asking || (this.allocate && this.complete) || hex === this.preview || hex === this.target) return false;
    const units = this.unitsIn(hex);
    if (units.some((u) => this.selection.includes(u))) return false;
    return (this.route !== null && this.reaches(hex)) || this.offered.has(hex) || this.attackOn(hex) !== null || units.some((u) => this.actors.has(u));
  }

  /** Enter, a second tap or the button: do what is prepared. */
  confirm(): void {
    if (this.asking) return void this.orders.press(this.asking, true);
    if (this.preview !== null) {
      const hex = this.preview;
      if (this.route && this.reaches(hex)) return this.go(hex, "sure");
      if (this.active?.kind === "hex" && this.offered.has(hex)) return this.answerHex(this.active, hex, "sure");
      const free = this.hexChoices(hex)[0];
      if (free) return this.answerHex(free, hex, "sure");
    }
    if (this.target !== null && this.selection.length > 0) return void this.orders.declare();
    if (this.allocate && this.complete) return void this.orders.share();
  }

  /** Esc: one step back. True when there was something to go back from. */
  back(): boolean {
    if (this.asking) this.asking = null;
    else if (this.fan !== null) this.fan = null;
    else if (this.preview !== null) this.preview = null;
    else if (this.exit !== null) this.exit = null;
    else if (this.target !== null) this.closeAttack();
    else if (this.armed >= 0) this.disarm();
    else if (this.selection.length > 0) this.selection = [];
    else if (this.inspected !== null) {
      this.inspected = null;
      this.inspectedUnit = null;
    } else return false;
    return true;
  }

  // ---- acting ------------------------------------------------------------------------------------------------------------

  arm(choice: Choice): void {
    const index = this.choices.indexOf(choice);
    const off = index === this.armed;
    const view = this.shown();
    const held = view && offer.fits(choice, this.selection, view) ? this.selection : [];
    this.drop();
    if (off) return;
    this.armed = index;
    if (choice.kind === "hex" && choice.units.length > 0) {
      this.selection = held;
      const map = this.session.map;
      // Aircraft in one box are alike: take the first, so that one click on the map is enough. If each has hexes of its
      // own, the hex decides.
      if (view && map && !choice.hexes_of && offer.boxed(choice, view, (h) => map.has(h))) this.selection = choice.units.slice(0, choice.count ?? 1);
    }
  }

  disarm(): void {
    this.armed = -1;
    this.selection = [];
  }

  /** The hex of the units in hand. */
  here(): Hex | null {
    return this.shown()?.units[this.selection[0] ?? ""]?.[0] ?? null;
  }

  give(unit: UnitId, change: 1 | -1): void {
    const choice = this.allocate;
    if (!choice) return;
    const now = this.given[unit] ?? 0;
    if (change < 0 && now > 0) this.given = { ...this.given, [unit]: now - 1 };
    if (change > 0 && offer.mayAdd(choice, this.given, unit)) this.given = { ...this.given, [unit]: now + 1 };
  }

  complete = $derived(this.allocate !== null && offer.sumOf(this.given) === offer.owed(this.allocate));

  openAttack(hex: Hex): void {
    const choice = this.attackOn(hex);
    if (!choice) return;
    if (this.target === hex) return;
    const possible = choice.targets[hex] ?? [];
    const standing = this.shown()?.attacks.find((a) => a.to === hex);
    const already = standing ? Object.values(standing.from).flat().filter((u) => possible.includes(u)) : [];
    const named = already.length > 0 ? already : this.selection.filter((u) => possible.includes(u));
    this.selection = named.length === 0 && possible.length === 1 && !standing ? [...possible] : named;
    this.target = hex;
    this.also = [];
    this.inspected = hex;
    this.armed = -1;
    this.oddsOptions = {};
  }

  /** Take a further hex into the open attack, or leave it out again. */
  toggleJoint(hex: Hex): void {
    this.also = this.also.includes(hex) ? this.also.filter((h) => h !== hex) : [...this.also, hex];
  }

  closeAttack(): void {
    this.target = null;
    this.also = [];
    this.selection = this.asked();
    this.advice.odds = null;
    this.oddsOptions = {};
  }

  toggle(unit: UnitId): void {
    const has = this.selection.includes(unit);
    const view = this.shown();
    const next = has ? this.selection.filter((u) => u !== unit) : [...this.selection, unit];
    // A stack moves together only from one hex: a unit elsewhere starts a new selection.
    const walks = this.target === null && this.choices.some((c) => c.kind === "route");
    this.selection = !has && walks && view && !offer.sameHex(next, view) ? [unit] : next;
  }

  drop(): void {
    this.selection = this.asked();
    this.armed = -1;
    this.exit = null;
    this.target = null;
    this.preview = null;
    this.fan = null;
    this.asking = null;
    this.inspectedUnit = null;
  }

  /** After every update: forget what is no longer offered; restore the selection of a side that is asked again. */
  settle(before: View | null = null): void {
    this.follow(before);
    const decision = this.session.decision;
    const side = decision?.yours ? decision.side : "";
    if (this.lastSide && side !== this.lastSide) this.kept.set(this.lastSide, { step: this.lastStep, units: this.selection });
    const kept = side && side !== this.lastSide ? this.kept.get(side) : undefined;
    const back = kept?.step === this.step() ? kept.units : undefined;
    this.lastSide = side;
    const step = this.step();
    // Another phase asks something else: what was in hand and what was looked at belong to the one before.
    if (step !== this.lastStep) {
      this.selection = [];
      this.inspected = null;
      this.inspectedUnit = null;
    }
    this.lastStep = step;
    this.armed = -1;
    this.exit = null;
    this.asking = null;
    this.preview = this.nextPreview();
    this.selection = (back ?? this.selection).filter((u) => this.actors.has(u));
    if (this.target !== null && !this.attackOn(this.target)) this.closeAttack();
    else if (this.asked().length > 0) this.selection = this.asked();
    this.given = this.allocate ? offer.spread(this.allocate) : {};
    this.amount = 1;
  }

  /** The phase that is being played. */
  private step(): string {
    const view = this.session.view;
    return view ? `${view.turn} ${view.title} ${view.steps.find(([, state]) => state === "now")?.[0] ?? ""}` : "";
  }

  /** Where only one unit is asked about there is none to choose. */
  asked(): UnitId[] {
    const only = this.mapChoices.length === 1 ? this.mapChoices[0]! : null;
    // Where it could also be left undone, a click on the map must not be enough to do it.
    const must = only?.kind === "target" && this.choices.length === 1;
    return (only?.kind === "hex" || (must && only)) && only.units.length === 1 ? [...only.units] : [];
  }

  /** The panel goes along with the unit it shows. */
  private follow(before: View | null): void {
    const unit = this.inspectedUnit ?? this.selection[0];
    if (unit === undefined || !before || before.units[unit]?.[0] !== this.inspected) return;
    this.inspected = this.shown()?.units[unit]?.[0] ?? null;
  }

  /** Keep showing an attack that still waits; when only one hex can be answered at all, show that one. */
  private nextPreview(): Hex | null {
    const hexes = new Set<Hex>();
    for (const c of this.mapChoices) if (c.kind === "hex" && c.units.length === 0) for (const hex of c.hexes ?? []) hexes.add(hex);
    const attacked = this.shown()?.attacks.some((a) => a.to === this.preview && a.state !== "done") ?? false;
    if (this.preview !== null && attacked && hexes.has(this.preview)) return this.preview;
    const only = this.mapChoices.every((c) => c.kind === "hex" && c.units.length === 0);
    return only && hexes.size === 1 ? [...hexes][0]! : null;
  }

  reaches(hex: Hex): boolean {
    const reach = this.advice.reach;
    return reach !== null && hex in reach.hexes && hex !== this.here();
  }

  /** Can the units in hand reach a hex in which a tap would select others? */
  get stacksInReach(): boolean {
    const view = this.shown();
    return view !== null && [...this.actors].some((u) => this.reaches(view.units[u]?.[0] ?? ""));
  }

  ready(choice: HexChoice): boolean {
    return choice.units.length === 0 || this.selection.length >= (choice.count ?? 1) || ((this.armed >= 0 || this.mapChoices.length === 1) && this.anyOf(choice));
  }

  /** Do its units wait in a box, each with hexes of its own, so that any that reaches the hex will do? */
  private anyOf(choice: HexChoice): boolean {
    const view = this.shown();
    const map = this.session.map;
    return Boolean(choice.hexes_of) && view !== null && map !== null && offer.boxed(choice, view, (h) => map.has(h));
  }

  private hexesWith(units: readonly UnitId[]): Hex[] {
    const view = this.shown();
    return units.map((u) => view?.units[u]?.[0] ?? "").filter(Boolean);
  }

  private pickStack(hex: Hex, stack: UnitId[], own: UnitId[], add: boolean): void {
    this.inspected = hex;
    this.preview = null;
    const again = own.length > 1 && this.selection.length === 1 && own.includes(this.selection[0]!) && !add;
    // A second click on a stack takes all of it, a third one the top unit again.
    if (again && this.route?.together) this.selection = own;
    else if (own.length > 0) this.clickUnit(own[0]!, add);
    else {
      this.selection = [];
      this.armed = -1;
      this.inspectedUnit = stack[0] ?? null;
    }
  }

  private go(hex: Hex, firmness: Firmness): void {
    if (firmness === "touch" && this.preview !== hex) {
      this.preview = hex;
      return;
    }
    void this.orders.travel(hex);
  }

  private answerHex(choice: HexChoice, hex: Hex, firmness: Firmness): void {
    // An attack about to be rolled cannot be taken back: show it first, roll on the second click.
    // What was armed by its button (a barrage) is meant.
    const risky = this.armed < 0 && (this.shown()?.attacks.some((a) => a.to === hex) ?? false);
    if ((firmness === "touch" || risky) && this.preview !== hex) {
      this.preview = hex;
      this.inspected = hex;
      return;
    }
    this.orders.answer(choice, hex);
  }
}
