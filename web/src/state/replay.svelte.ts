import type { View } from "../lib/types";
import type { Session } from "./session.svelte";

/** Step by step through what happened. While it shows a past moment nothing can be changed. */
export class Replay {
  at = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  private readonly known = new Map<number, View>();
  private wanted = -1;

  constructor(private readonly session: Session) {}

  get on(): boolean {
    return this.at !== null;
  }

  get last(): number {
    return this.session.decisions;
  }

  async go(n: number): Promise<void> {
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

  step(by: number): void {
    void this.go((this.at ?? this.last) + by);
  }

  leave(): void {
    this.wanted = -1;
    this.at = null;
    this.view = null;
  }
}
