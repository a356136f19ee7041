import { buttons } from "../lib/choices";
import type { Hex } from "../lib/types";
import { promptOf } from "../state/prompt";
import { wholeStack } from "../state/round";
import { settings } from "../state/settings.svelte";
import type { Table } from "../state/table.svelte";

type Lean = "left" | "right";
const ARROWS: Record<string, "left" | "right" | "up" | "down"> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** Everything the table can do from the keyboard. */
export class TableKeys {
  private lean: Lean = "right";

  constructor(private readonly table: Table, private readonly turn: (hex: Hex, direction: 1 | -1) => void) {}

  press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select")) return;
    const control = target.closest("button, a, summary, [role=button]");
    const onMap = control === null && (target.closest(".map") !== null || target === document.body);
    if (onMap && event.key in ARROWS) return this.done(event, () => this.walk(ARROWS[event.key]!));
    // A question is answered wherever the focus is; “Not yet” under the focus is an answer, too.
    const asked = this.table.picks.asking !== null && target.closest(".prompt") === null;
    if (event.key === "Enter" && (control === null || asked)) return this.done(event, () => this.enter());
    if (event.key === " " && onMap) return this.done(event, () => this.space());
    if (event.key === "Escape") return this.done(event, () => this.escape());
    if (event.key.length === 1 && settings.letterKeys) {
      const act = this.letters()[event.key.toLowerCase()];
      if (act && !target.matches("input[type=range]")) this.done(event, act);
    }
  }

  private done(event: KeyboardEvent, act: () => void): void {
    event.preventDefault();
    act();
  }

  private letters(): Record<string, () => void> {
    const t = this.table;
    const letters: Record<string, () => void> = {
      j: () => t.next(1), k: () => t.next(-1),
      u: () => { if (t.session.canUndo && !t.session.blocked) void t.session.undo(); },
      e: () => this.goOn(),
      f: () => { const hex = t.picks.focus ?? t.picks.inspected ?? t.picks.hover; t.picks.fan = t.picks.fan === null ? hex : null; },
      a: () => wholeStack(t.picks),
      z: () => t.layers.toggleZones(), s: () => t.layers.cycleSupply(), c: () => t.layers.toggleControl(),
      h: () => { t.layers.hideCounters = !t.layers.hideCounters; },
      n: () => { t.layers.liftNames = !t.layers.liftNames; },
      b: () => { t.tray = !t.tray; t.tab = "boxes"; },
      ",": () => t.replay.step(-1), ".": () => t.replay.step(1),
      g: () => t.toggle("goto"), r: () => t.toggle("rules"), w: () => t.toggle("reasons"), "?": () => t.toggle("keys"),
      "+": () => t.camera.zoomStep(1.25), "=": () => t.camera.zoomStep(1.25), "-": () => t.camera.zoomStep(0.8), "0": () => t.camera.fit(),
      "[": () => this.spin(-1), "]": () => this.spin(1),
    };
    buttons(t.picks.choices).filter((b) => !b.primary).slice(0, 9).forEach((choice, i) => {
      letters[String(i + 1)] = () => void t.picks.orders.press(choice);
    });
    return letters;
  }

  private goOn(): void {
    const { picks, session } = this.table;
    if (session.blocked) return;
    if (picks.asking) return picks.confirm();
    const list = buttons(picks.choices);
    const choice = list.find((b) => b.primary) ?? (list.length === 1 ? list[0] : undefined);
    if (choice?.blocked) session.say({ kind: "refused", refusals: [{ cite: choice.blocked.cite, text: choice.blocked.text }] });
    else if (choice) void picks.orders.press(choice);
  }

  private walk(arrow: "left" | "right" | "up" | "down"): void {
    const { picks, session, camera } = this.table;
    const map = session.map;
    if (!map) return;
    if (arrow === "left" || arrow === "right") this.lean = arrow;
    const middle = camera.toMap(camera.width / 2, camera.height / 2);
    const here = picks.focus ?? picks.inspected ?? map.pick(middle.x, middle.y) ?? map.labels[0]!;
    const next = picks.focus === null ? here : (map.step(here, arrow, this.lean) ?? map.step(here, arrow, this.lean === "left" ? "right" : "left"));
    if (next === null) return;
    if (arrow === "up" || arrow === "down") this.lean = this.lean === "left" ? "right" : "left";
    picks.focus = next;
    picks.hover = next;
    camera.reveal(map.centre(next));
  }

  /** Enter goes on with what is in hand; with empty hands it selects. */
  private enter(): void {
    const { picks } = this.table;
    const open = promptOf(this.table).acts.find((act) => act.key === "↵" && !act.disabled);
    if (open) return open.run();
    if (picks.preview !== null && picks.preview === picks.focus) return picks.confirm();
    if (picks.focus !== null) {
      const own = picks.unitsIn(picks.focus).some((u) => picks.actors.has(u));
      const sure = picks.selection.length > 0 && picks.route !== null && picks.reaches(picks.focus);
      return picks.clickHex(picks.focus, sure ? "sure" : "mouse", own && !sure);
    }
    picks.confirm();
  }

  private space(): void {
    const { picks, motion } = this.table;
    if (motion.flights.length > 0) return motion.skip();
    if (picks.focus !== null) picks.clickHex(picks.focus, "mouse", true, picks.selection.length > 0);
  }

  private escape(): void {
    const t = this.table;
    if (t.panel !== "none") t.panel = "none";
    else if (t.session.fault && t.session.fault.kind !== "stale") t.session.say(null);
    else if (t.replay.on) t.replay.leave();
    else if (!t.picks.back() && t.tray) t.tray = false;
  }

  private spin(direction: 1 | -1): void {
    const hex = this.table.picks.focus ?? this.table.picks.inspected ?? this.table.picks.hover;
    if (hex !== null) this.turn(hex, direction);
  }
}
