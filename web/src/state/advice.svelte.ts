import type { Hex, Odds, PathAnswer, Reach, UnitId } from "../lib/types";
import type { Session } from "./session.svelte";

/** What the engine says about the units in hand: reach, path and odds. Asked again whenever its subject changes; late answers are dropped. */
export class Advice {
  reach = $state.raw<Reach | null>(null);
  path = $state.raw<PathAnswer | null>(null);
  odds = $state.raw<Odds | null>(null);
  offered = $state.raw<ReadonlySet<Hex> | null>(null);
  oddsProblem = $state("");
  /** Whose reach it is, and in which position. */
  private reachOf = "";
  private readonly running = new Map<string, AbortController>();
  private readonly paths = new Map<string, PathAnswer>();

  constructor(private readonly session: Session) {}

  clear(): void {
    for (const control of this.running.values()) control.abort();
    this.running.clear();
    this.reach = null;
    this.path = null;
    this.odds = null;
    this.offered = null;
    this.paths.clear();
  }

  async askReach(verb: string, units: readonly UnitId[]): Promise<void> {
    const about = `${this.session.seq} ${verb} ${units.join(" ")}`;
    // What others can reach must not be taken for it while the answer is on its way.
    if (about !== this.reachOf) this.reach = null;
    this.reachOf = about;
    const answer = await this.ask("reach", () => this.session.query("reach", { units, verb }, this.signal("reach")));
    if (answer) this.reach = answer;
  }

  /** The best path to a hex; remembered until the position changes. */
  async pathTo(verb: string, units: readonly UnitId[], to: Hex, edge?: string): Promise<PathAnswer | null> {
    const key = `${this.session.seq} ${verb} ${units.join(" ")} ${to} ${edge ?? ""}`;
    const known = this.paths.get(key);
    if (known) return known;
    const answer = await this.ask("path", () =>
      this.session.query("path", { units, to, verb, ...(edge ? { edge } : {}) }, this.signal("path")));
    if (answer) this.paths.set(key, answer);
    return answer;
  }

  async askPath(verb: string, units: readonly UnitId[], to: Hex): Promise<void> {
    const answer = await this.pathTo(verb, units, to);
    this.path = answer && answer.path.length > 1 ? answer : null;
  }

  async askOdds(verb: string, units: readonly UnitId[], to: Hex, options: Record<string, unknown>): Promise<void> {
    this.oddsProblem = "";
    const answer = await this.ask(
      "odds", () => this.session.query("odds", { units, to, verb, ...options }, this.signal("odds")),
      (text) => (this.oddsProblem = text),
    );
    if (answer) this.odds = answer;
  }

  async askHexes(verb: string, units: readonly UnitId[]): Promise<void> {
    const answer = await this.ask("hexes", () => this.session.query("hexes", { verb, units }, this.signal("hexes")));
    if (answer) this.offered = new Set(answer);
  }

  private signal(name: string): AbortSignal {
    this.running.get(name)?.abort();
    const control = new AbortController();
    this.running.set(name, control);
    return control.signal;
  }

  private async ask<T>(name: string, query: () => Promise<T>, failed?: (text: string) => void): Promise<T | null> {
    const asked = query();
    const mine = this.running.get(name);
    try {
      const answer = await asked;
      return this.running.get(name) === mine ? answer : null;
    } catch (error) {
      if (!mine?.signal.aborted) failed?.(error instanceof Error ? error.message : String(error));
      return null;
    }
  }
}
