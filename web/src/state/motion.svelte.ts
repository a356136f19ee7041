import type { HexMap, Point } from "../lib/hexes";
import { LAG, pace } from "../lib/pace";
import type { GameEvent, Hex, UnitId, Update, UnitState, View } from "../lib/types";
import { animated } from "./settings.svelte";

export interface Flight { id: number; units: UnitId[]; states: UnitState[]; points: Point[]; time: number; due: number; gone: boolean }
export interface Throw { id: number; hex: Hex | null; value: number; side: string; purpose: string }

const MOST_WAITING = 12;

/** Shows what happened: counters travel along their path, dice stop at the recorded result, the lost shrink away. */
export class Motion {
  flights = $state.raw<Flight[]>([]);
  throws = $state.raw<Throw[]>([]);
  /** Path that stays drawn for a moment when motion is reduced. */
  trail = $state.raw<Point[]>([]);
  /** Flights that have not begun: their counters still lie where they start. */
  waiting = $state.raw<Flight[]>([]);
  private serial = 0;
  private trailTimer: ReturnType<typeof setTimeout> | undefined;

  /** Units that are on their way and must not be drawn at their goal yet. */
  flying = $derived(new Set([...this.flights, ...this.waiting].flatMap((f) => (f.gone ? [] : f.units))));

  happened(update: Update, before: View | null, map: HexMap, you: string | null): void {
    if (!before) return;
    const moved = new Set<UnitId>();
    for (const event of update.events ?? []) {
      if (event.type === "moved") this.travel(event, before, map, you, update).forEach((u) => moved.add(u));
      else if (event.type === "rolled") this.roll(event);
    }
    const concealed = new Set(update.view.hidden?.map((stack) => stack.hex));
    for (const [unit, old] of Object.entries(before.units)) {
      if (concealed.has(old[0])) continue;
      const now = update.view.units[unit];
      if (!moved.has(unit) && map.has(old[0]) && (!now || !map.has(now[0]))) this.vanish(unit, old, map);
    }
  }

  /** Space: everything arrives at once. */
  skip(): void {
    this.waiting = [];
    this.flights = [];
    this.throws = [];
  }

  arrived(flight: Flight): void {
    this.flights = this.flights.filter((f) => f.id !== flight.id);
    if (this.flights.length === 0) this.next();
  }

  landed(die: Throw): void {
    this.throws = this.throws.filter((t) => t.id !== die.id);
  }

  private travel(event: GameEvent, before: View, map: HexMap, you: string | null, update: Update): UnitId[] {
    const units = event.units ?? [];
    const path = (event.hexes ?? []).filter((h) => map.has(h));
    if (path.length < 2) return [];
    const points = path.map((h) => map.centre(h));
    if (units.length === 0) {
      // Something hidden: the way it took is all that may be seen.
      this.mark(points);
      return [];
    }
    const mine = update.decision?.side === you && update.decision?.yours;
    const hexes = path.length - 1;
    const time = mine ? Math.min(450, 90 * hexes) : Math.min(900, 140 * hexes);
    const states = units.map((u) => update.view.units[u] ?? before.units[u]).filter((s): s is UnitState => Boolean(s));
    if (!animated()) this.mark(points);
    else this.enqueue({ id: (this.serial += 1), units, states, points, time, due: performance.now() + LAG, gone: false });
    return units;
  }

  private vanish(unit: UnitId, state: UnitState, map: HexMap): void {
    if (!animated()) return;
    const at = map.centre(state[0]);
    this.flights = [...this.flights, { id: (this.serial += 1), units: [unit], states: [state], points: [at, at], time: 250, due: 0, gone: true }];
  }

  private roll(event: GameEvent): void {
    const die: Throw = {
      id: (this.serial += 1), hex: event.hexes?.[0] ?? null, value: event.value ?? 0, side: event.side ?? "", purpose: event.purpose ?? "",
    };
    this.throws = [...this.throws.slice(-5), die];
    setTimeout(() => this.landed(die), animated() ? 1400 : 900);
  }

  private mark(points: Point[]): void {
    clearTimeout(this.trailTimer);
    this.trail = points;
    this.trailTimer = setTimeout(() => (this.trail = []), 800);
  }

  private enqueue(flight: Flight): void {
    if (this.flights.length === 0) this.flights = [flight];
    else {
      // A table must never lag far behind the game.
      this.waiting = [...this.waiting, flight].slice(-MOST_WAITING);
    }
  }

  private next(): void {
    const [flight, ...rest] = this.waiting;
    this.waiting = rest;
    const left = (rest.at(-1)?.due ?? 0) - performance.now();
    if (flight) this.flights = [{ ...flight, time: pace(flight.time, left, rest.length) }];
  }
}
