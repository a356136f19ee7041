import { getContext, setContext } from "svelte";
import { controlFor, RULES, tool } from "../lib/pointing";
import { Camera } from "./camera.svelte";
import { Lesson } from "./lesson.svelte";
import { Layers } from "./layers.svelte";
import { Motion } from "./motion.svelte";
import { Picks } from "./picks.svelte";
import { Replay } from "./replay.svelte";
import { concerned, cycle, fewBoxed, mostlyBoxed } from "./round";
import { Session } from "./session.svelte";
import { settings } from "./settings.svelte";
import type { Hex, Update, View } from "../lib/types";

const KEY = Symbol("table");

export type Panel = "none" | "rules" | "settings" | "menu" | "keys" | "about" | "turns" | "goto" | "reasons" | "points";
export type Tab = "lesson" | "units" | "attacks" | "log" | "boxes";

/** Everything one open game on the page shares. */
export class Table {
  readonly session: Session;
  readonly replay: Replay;
  readonly picks: Picks;
  readonly layers: Layers;
  readonly lesson: Lesson;
  readonly motion = new Motion();
  readonly camera = new Camera();
  panel = $state<Panel>("none");
  tray = $state(false);
  tab = $state<Tab>("units");
  private asked = "";

  constructor(game: string, key: string) {
    this.session = new Session(game, key);
    this.replay = new Replay(this.session);
    this.picks = new Picks(this.session, () => this.view, () => this.replay.on);
    this.layers = new Layers(this.session);
    this.lesson = new Lesson(this.session, this.layers);
    this.picks.orders.askFirst = () => settings.confirmations;
  }

  /** What lies on the table: the game, or a moment of the replay. */
  view = $derived.by<View | null>(() => this.replay.view ?? this.session.view);

  /** Id of the control that the lesson speaks of: it is ringed wherever it stands. */
  get pointed(): string {
    const { lesson, picks, replay } = this;
    if (!lesson.on || replay.on) return "";
    if (lesson.waits) return controlFor(lesson.progress?.wishes[0], picks.choices, picks);
    return lesson.last ? RULES : lesson.step?.todo ? "" : tool(lesson.step?.layer ?? "");
  }

  /** The side that looks: the seat, or for a spectator the side whose turn it is. */
  get side(): string {
    const sides = this.session.info?.sides ?? [];
    const you = this.session.you;
    return sides.some((s) => s.id === you) ? you! : (this.session.view?.active ?? sides[0]?.id ?? "");
  }

  /** The attack whose odds are on the table: the one in hand, the one pointed at, or the one about which a number, a yes or an aircraft is asked. */
  get fighting(): Hex | null {
    const { picks, session } = this;
    const attacks = this.view?.attacks ?? [];
    if (picks.target !== null) return picks.target;
    if (picks.preview !== null && attacks.some((a) => a.to === picks.preview)) return picks.preview;
    const open = attacks.filter((a) => a.state === "open").map((a) => a.to);
    const about = session.decision?.yours && picks.mapChoices.every((c) =>
      c.kind === "amount" ? c.units.length === 0 : c.kind === "hex" && c.units.length > 0 && (c.hexes ?? [""]).every((h) => open.includes(h)));
    return about && !this.replay.on ? (open[0] ?? null) : null;
  }

  get enemy(): string {
    return this.session.info?.sides.find((s) => s.id !== this.side)?.id ?? "";
  }

  /** J and K: go to the next or previous place where something can be done. */
  next(direction: 1 | -1): void {
    const { picks, session, camera } = this;
    const hex = cycle(picks, direction, camera.toMap(camera.width / 2, camera.height / 2));
    if (hex === null || !session.map?.has(hex)) return;
    picks.focus = hex;
    camera.reveal(session.map.centre(hex));
  }

  /** Whose zones the map shows: the enemy's, or one's own where a page of a lesson tells how the enemy is cut off. */
  get zonesOf(): string {
    const cut = this.lesson.supplied[0];
    return cut !== undefined && this.session.sheet?.units[cut]?.side === this.enemy ? this.side : this.enemy;
  }

  toggle(panel: Panel): void {
    this.panel = this.panel === panel ? "none" : panel;
  }

  updated(update: Update, before: View | null): void {
    const map = this.session.map;
    if (map) this.motion.happened(update, before, map, this.session.you);
    this.picks.settle(before);
    this.replay.settle();
    void this.lesson.heard(update);
    const decision = update.decision;
    const asked = decision?.yours ? `${decision.title} ${update.view.turn} ${decision.prompt}` : "";
    if (asked && asked !== this.asked) this.showConcerned(decision!.prompt);
    this.asked = asked;
  }

  /** A new decision: look there if nothing of it is in sight; open the boxes if it is about them. */
  private showConcerned(prompt: string): void {
    const { camera, picks, session } = this;
    const map = session.map;
    if (mostlyBoxed(picks)) this.tray = !fewBoxed(picks);
    if (!map) return;
    // A hex that the sentence names is what it is about.
    const named = (prompt.match(/\b\d{4}\b/g) ?? []).filter((h) => map.has(h));
    if (named.length === 1 && picks.selection.length === 0 && picks.target === null) {
      picks.inspected = named[0]!;
      picks.inspectedUnit = null;
    }
    if (!camera.map) return;
    const points = (named.length > 0 ? named : concerned(picks)).map((h) => map.centre(h));
    const seen = points.some((p) => {
      const s = camera.toScreen(p);
      return s.x > 20 && s.y > 20 && s.x < camera.width - 20 && s.y < camera.height - 20;
    });
    if (points.length > 0 && !seen) camera.reveal(points[0]!);
  }
}

export function provideTable(table: Table): void {
  setContext(KEY, table);
}

export function table(): Table {
  return getContext<Table>(KEY);
}
