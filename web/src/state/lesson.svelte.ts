import { api } from "../lib/api";
import type { Hex, LessonProgress, LessonStep, LessonText, UnitId, Update } from "../lib/types";
import type { Layers } from "./layers.svelte";
import type { Session } from "./session.svelte";

/** What an action of the solution names, for the map to show it. */
export interface Shown { units: UnitId[]; hexes: Hex[] }

/** The lesson that is being played, if it is one: its pages, how far it has come, and which page is open. */
export class Lesson {
  text = $state.raw<LessonText | null>(null);
  progress = $state.raw<LessonProgress | null>(null);
  /** The open page. */
  page = $state(0);
  /** The way of the step's solution is drawn. */
  showing = $state(false);
  private layer = "";
  /** The page that stays open while everything since is taken back, one decision after the other. */
  private returning: number | null = null;

  constructor(private readonly session: Session, private readonly layers: Layers) {}

  get on(): boolean {
    return this.progress !== null;
  }

  step = $derived.by<LessonStep | null>(() => this.text?.steps[this.page] ?? null);

  /** Is the open page the one that waits for an action? */
  get waits(): boolean {
    return this.progress !== null && this.page === this.progress.at;
  }

  get last(): boolean {
    return this.text !== null && this.page === this.text.steps.length - 1;
  }

  get over(): boolean {
    return this.text !== null && this.progress !== null && this.progress.at >= this.text.steps.length;
  }

  /** Units whose supply the open page shows. */
  get supplied(): UnitId[] {
    return this.step?.layer === "supply" ? this.step.units : [];
  }

  /** Units and hexes of the next action of the solution. */
  get solution(): Shown | null {
    const wish = this.waits && this.showing ? this.progress?.wishes[0] : undefined;
    if (wish === undefined) return null;
    const named = wish.split(" ").slice(1).map((token) => token.split("*")[0]!);
    return {
      units: named.filter((token) => token in (this.session.sheet?.units ?? {})),
      hexes: named.filter((token) => this.session.map?.has(token)),
    };
  }

  async heard(update: Update): Promise<void> {
    const next = update.lesson ?? null;
    const before = this.progress;
    if (next === null) return;
    this.progress = next;
    this.text ??= await api.lesson(update.view.system, next.name).catch(() => null);
    if (before !== null && before.at === next.at) return;
    if (this.returning !== null && next.at > this.returning) return;
    // Forward: the first page after what was done. Back: the page to be done again.
    this.open(before === null || next.at > before.at ? this.first(next.at) : next.at);
  }

  /** The first page that leads to a step: the one after the last thing done before it. */
  private first(at: number): number {
    const steps = this.text?.steps ?? [];
    for (let n = Math.min(at, steps.length) - 1; n >= 0; n -= 1) if (steps[n]!.todo) return n + 1;
    return 0;
  }

  open(page: number): void {
    this.page = page;
    this.showing = false;
    const layer = this.step?.layer ?? "";
    if (layer === this.layer) return;
    this.layer = layer;
    // A page about units that are cut off shows also what cuts them off.
    this.layers.zonesOn = layer === "zones" || this.supplied.length > 0;
    this.layers.area = layer === "supply" || layer === "supply-area" || layer === "control" ? layer : "none";
  }

  next(): void {
    if (!this.last && !this.waits) this.open(this.page + 1);
  }

  back(): void {
    if (this.page > 0) this.open(this.page - 1);
  }

  /** Take everything back that was done since the open page. */
  async again(): Promise<void> {
    const page = (this.returning = this.page);
    try {
      while (this.progress !== null && this.progress.at > page && this.session.canUndo) {
        if (!(await this.session.undo())) return;
      }
    } finally {
      this.returning = null;
    }
  }

  async doIt(): Promise<void> {
    const wish = this.progress?.wishes[0];
    if (wish !== undefined && this.session.decision?.yours) await this.session.act(wish);
  }
}
