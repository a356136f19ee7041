import { api } from "../lib/api";
import type { View } from "../lib/types";
import { remember } from "./keyring";
import { isMachine } from "./players";
import type { Session } from "./session.svelte";

/** Milliseconds a step is looked at. */
const PACE = 900;
/** Decisions of others that are worth watching once more. */
const ENOUGH = 3;

/** Step by step through what happened. While it shows a past moment nothing can be changed. */
export class Replay {
  at = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  private readonly known = new Map<number, View>();
  /** Whether the steps follow each other by themselves. */
  playing = $state(false);
  private wanted = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {}

  get on(): boolean {
    return this.at !== null;
  }

  get last(): number {
    return this.session.decisions;
  }

  go(n: number): Promise<void> {
    this.pause();
    return this.show(n);
  }

  /** The step from which others decided without this seat until now; null where there is little to see. */
  get missed(): number | null {
    const { log, you, decision } = this.session;
    if (you === null || !decision?.yours) return null;
    const own = log.findLastIndex((entry) => entry.side === you);
    const first = log[own + 1];
    return first && log.length - own > ENOUGH ? first.seq - 1 : null;
  }

  /** Step by step from one step, or from where one looks, to the end; from the start if the end is shown. */
  play(from = this.at ?? 0): void {
    this.playing = true;
    void this.show(from);
    this.next();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private next(): void {
    this.timer = setTimeout(() => void this.show((this.at ?? this.last) + 1).then(() => this.playing && this.next()), PACE);
  }

  private async show(n: number): Promise<void> {
    const to = Math.max(0, Math.min(this.last, n));
    if (to === this.last) return this.leave();
    this.wanted = to;
    this.at = to;
    const known = this.known.get(to);
    if (known) {
      this.view = known;
      return;
    }
    try {
      const { view } = await this.session.at(to);
      this.known.set(to, view);
      if (this.known.size > 300) this.known.delete(this.known.keys().next().value!);
      if (this.wanted === to) this.view = view;
    } catch (error) {
      this.leave();
      this.session.say({ kind: "problem", text: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Only where nobody could be cheated: the game is over, or one person plays it alone. */
  get mayPlayOn(): boolean {
    const { session } = this;
    if (session.view?.result) return true;
    const people = Object.entries(session.seats).filter(([, seat]) => !isMachine(seat)).map(([side]) => side);
    return !session.view?.hidden && session.you !== null && session.you in session.seats && people.every((side) => side === session.you);
  }

  /** A new game of one's own from the moment that is shown. */
  async playOn(): Promise<void> {
    const { session } = this;
    if (this.at === null) return;
    try {
      const made = await api.playOn(session.id, session.key, this.at);
      remember(made.game, { seats: made.seats, watch: made.watch, system: session.view!.system, scenario: session.view!.scenario });
      const key = made.seats[session.you ?? ""] ?? Object.entries(made.seats).find(([side]) => !isMachine(session.seats[side]))?.[1] ?? made.watch;
      location.hash = `#/game/${made.game}/${key}`;
    } catch (error) {
      this.leave();
      session.say({ kind: "problem", text: error instanceof Error ? error.message : String(error) });
    }
  }

  /** After an undo other things happen than those remembered. */
  settle(): void {
    for (const n of this.known.keys()) if (n >= this.last) this.known.delete(n);
  }

  step(by: number): void {
    void this.go((this.at ?? this.last) + by);
  }

  leave(): void {
    this.pause();
    this.wanted = -1;
    this.at = null;
    this.view = null;
  }
}
