import { cited, halves, plural } from "../lib/action";
import * as offer from "../lib/choices";
import { unitName, withNames } from "../lib/speech";
import type { ButtonChoice, HexChoice } from "../lib/types";
import { isMachine } from "./players";
import type { Table } from "./table.svelte";

export interface Act {
  id: string;
  label: string;
  key?: string;
  icon?: string;
  primary?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  hint?: string;
  run: () => void;
}
export interface Prompt {
  flag: string;
  badge: string;
  tone: "mine" | "other" | "replay" | "lost" | "done";
  where: string;
  strong: string;
  rest: string;
  bad: boolean;
  acts: Act[];
}

/** The one place that speaks: what is asked, what is open, why something is refused, and the buttons that go on. */
export function promptOf(table: Table): Prompt {
  const { session, replay } = table;
  const view = table.view;
  const base: Prompt = { flag: "", badge: "", tone: "other", where: "", strong: "", rest: "", bad: false, acts: [] };
  if (!view) return base;
  if (replay.on) return replaying(table, base);
  if (session.link === "lost") return lost(table, base);
  if (session.fault?.kind === "stale") return stale(table, base);
  if (view.result) return finished(table, base);
  if (table.lesson.over) return learned(table, base);
  return session.decision?.yours ? mine(table, base) : waiting(table, base);
}

function learned(table: Table, base: Prompt): Prompt {
  return {
    ...base, flag: table.side, tone: "done", badge: "Lesson done", strong: "That was the lesson.", rest: "Go back a step, or play a game of your own.",
    acts: [...(table.session.canUndo ? [undoAct(table)] : []), { id: "lobby", label: "To the lobby", primary: true, run: () => (location.hash = "") }],
  };
}

function replaying(table: Table, base: Prompt): Prompt {
  const { replay, session } = table;
  const entry = [...session.log].reverse().find((e) => e.seq <= (replay.at ?? 0));
  const view = table.view!;
  const on: Act[] = replay.mayPlayOn ? [{ id: "play-on", label: "Play on from here", icon: "play", hint: "In a new game, with other dice; this one stays as it is", run: () => void replay.playOn() }] : [];
  const back: Act[] = [...on, { id: "back", label: "Back to the game", key: "Esc", primary: session.link !== "lost", run: () => replay.leave() }];
  if (session.link === "lost") return { ...lost(table, base), where: "Replay", acts: [...lost(table, base).acts, ...back] };
  return {
    ...base, tone: "replay", badge: "Replay", where: `Turn ${view.turn}, ${view.title}`,
    strong: entry ? `${plain(table, entry.text)}${entry.result ? ":" : "."}` : "The beginning.", rest: entry?.result ? `${entry.result}.` : "",
    acts: back,
  };
}

function plain(table: Table, told: unknown): string {
  if (typeof told === "string") return told;
  if (!Array.isArray(told)) return "";
  const text: unknown[] = [...(told as unknown[])];
  // The first event tells what was done; the rest is in the log.
  const end = text.indexOf(". ");
  const parts = end > 0 ? text.slice(0, end) : text;
  const units = parts.filter((part: unknown) => typeof part === "object" && part !== null && "unit" in part);
  if (units.length > 3) {
    const last = parts.lastIndexOf(units[units.length - 1]);
    parts.splice(parts.indexOf(units[0]) + 1, last - parts.indexOf(units[0]), ` and ${units.length - 1} more`);
  }
  return parts.map((part: unknown) => {
    if (typeof part === "string") return part;
    const p = part as { unit?: string; hex?: string; cite?: string };
    if (p.unit !== undefined) return unitName(table.session.sheet, p.unit);
    return p.hex ?? cited(p.cite);
  }).join("").replace(/[.:]$/, "");
}

function lost(table: Table, base: Prompt): Prompt {
  const { session } = table;
  return {
    ...base, tone: "lost", badge: "Connection lost", strong: `Trying again in ${session.retryIn} s.`,
    rest: "Your last move is safe: it was confirmed.",
    acts: [{ id: "retry", label: "Try now", primary: true, run: () => session.retry() }],
  };
}

function stale(table: Table, base: Prompt): Prompt {
  return {
    ...base, tone: "lost", badge: "Out of date", strong: "This game went on elsewhere.", rest: "Nothing was changed by your last click.",
    acts: [{ id: "catch-up", label: "Catch up", primary: true, run: () => void table.session.refresh() }],
  };
}

function finished(table: Table, base: Prompt): Prompt {
  const result = table.session.view!.result!;
  const side = table.session.info?.sides.find((s) => s.id === result.winner)?.name;
  const told = result.text.startsWith(`${result.level}: `) ? result.text.slice(result.level.length + 2) : result.text;
  return {
    ...base, flag: result.winner ?? "", tone: "done", badge: "Game over", strong: side && !result.level.includes(side) ? `${side}: ${result.level}.` : `${result.level}.`, rest: told,
    acts: [
      { id: "points", label: "Victory points", run: () => table.toggle("points") },
      { id: "replay", label: "Replay", key: ",", run: () => void table.replay.go(0) },
      { id: "lobby", label: "Another battle", primary: true, run: () => (location.hash = "") },
    ],
  };
}

function waiting(table: Table, base: Prompt): Prompt {
  const { session } = table;
  const decision = session.decision;
  const side = session.info?.sides.find((s) => s.id === (decision?.side ?? session.thinking))?.name ?? "other";
  const computer = isMachine(session.seats[decision?.side ?? ""]);
  const acts: Act[] = [];
  if (table.motion.flights.length > 0) acts.push({ id: "skip", label: "Skip", key: "Space", run: () => table.motion.skip() });
  if (session.canUndo) acts.push(undoAct(table));
  return {
    ...base, tone: "other", where: sequence(table),
    strong: computer ? `The ${side} computer is thinking:` : `Waiting for the ${side} player:`,
    rest: decision?.title ? lower(decision.title) + (decision.title.endsWith(".") ? "" : ".") : "", acts,
  };
}

function touched(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** Units by name, as many as a line holds. */
function namesOf(table: Table, units: readonly string[]): string {
  const names = units.slice(0, units.length > 2 ? 2 : units.length).map((u) => unitName(table.session.sheet, u));
  return units.length > 2 ? `${names.join(", ")} and ${units.length - 2} more` : names.join(" and ");
}

function lower(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
}

function sequence(table: Table): string {
  return table.view?.title ?? "";
}

function mine(table: Table, base: Prompt): Prompt {
  const { session, picks } = table;
  const decision = session.decision!;
  const view = session.view!;
  const interrupt = decision.side !== view.active;
  const [strong, rest] = firstSentence(decision.prompt || decision.title);
  const prompt: Prompt = {
    ...base, flag: decision.side, tone: "mine", badge: interrupt ? "Your decision" : "", where: interrupt ? `In the ${view.title}` : sequence(table), strong, rest,
  };
  const fault = session.fault;
  const shut = blockedEnd(table);
  if (picks.asking) {
    const choice = picks.asking;
    const [ask, more] = firstSentence(withNames(session.sheet, choice.confirm ?? "Sure?"));
    return {
      ...prompt, strong: ask, rest: more,
      acts: [
        { id: "no", label: "Not yet", key: "Esc", run: () => picks.back() },
        { id: "yes", label: choice.label, key: "↵", primary: true, run: () => void picks.orders.press(choice, true) },
      ],
    };
  }
  const offered = onePrimary([...(session.canUndo ? [undoAct(table)] : watchActs(table)), ...contextActs(table), ...decisionActs(table)]);
  // Only what Enter does bears its mark.
  const acts = picks.walked ? offered.map((act) => (act.key === "↵" ? { ...act, key: "" } : act)) : offered;
  if (fault?.kind === "refused") {
    const [first, ...more] = fault.refusals;
    return {
      ...prompt, bad: true, strong: first ? withNames(session.sheet, first.text) : "That is not allowed.", rest: cited(first?.cite),
      acts: [...(more.length > 0 ? [{ id: "why", label: "Why", key: "W", run: () => table.toggle("reasons") }] : []), ...acts],
    };
  }
  if (fault?.kind === "problem") return { ...prompt, bad: true, strong: fault.text, rest: "", acts };
  const said = { ...prompt, ...situation(table, prompt) };
  // Whatever is in hand, a button that goes on and cannot be pressed says why where it stands.
  const why = acts.some((act) => act.id === shut?.id) ? (shut?.why ?? "") : "";
  return { ...said, rest: `${said.rest}${why && !`${said.strong} ${said.rest}`.includes(why) ? ` “${shut!.label}” must wait: ${why}` : ""}`.trim(), acts };
}

/** The button that would end this, if it is blocked, and why. */
function blockedEnd(table: Table): { id: string; label: string; why: string } | null {
  const end = offer.buttons(table.picks.choices).find((b) => b.blocked && (b.primary || b.verb.startsWith("end")));
  if (!end?.blocked) return null;
  const { text, cite } = end.blocked;
  return { id: `${end.verb}-${end.word ?? ""}`, label: end.label, why: `${withNames(table.session.sheet, text)}${cite ? ` ${cited(cite)}` : ""}` };
}

/** Only one button looks like the way on: the first that is ready. */
function onePrimary(acts: Act[]): Act[] {
  const chosen = acts.find((act) => act.primary && !act.disabled) ?? acts.find((act) => act.primary);
  return acts.map((act) => (act.primary && act !== chosen ? { ...act, primary: false } : act));
}

/** What is in hand changes the sentence: the selected unit, an open attack, losses to share, something mandatory. */
function situation(table: Table, prompt: Prompt): Partial<Prompt> {
  const { picks, session } = table;
  const view = session.view!;
  const must = session.decision?.mandatory ?? [];
  if (picks.allocate) {
    const left = offer.owed(picks.allocate) - offer.sumOf(picks.given);
    return left > 0 ? { rest: `${left} more to share out.` } : { rest: prompt.rest };
  }
  if (picks.target !== null) {
    return { strong: `${picks.attack?.label ?? "Attack"} on ${picks.struck.join(" and ")}:`, rest: picks.selection.length === 0 ? "choose the units." : `${plural(picks.selection.length, "unit")}.` };
  }
  if (picks.selection.length > 0 && picks.route) {
    const who = namesOf(table, picks.selection);
    const path = picks.advice.path;
    if (picks.exit !== null) return { rest: `${who}: choose the hex from which to leave the map.` };
    if (picks.preview !== null && path && path.path[path.path.length - 1] === picks.preview) {
      return { strong: `${who} to ${picks.preview}:`, rest: `${path.tally?.total ?? ""} of ${halves(picks.advice.reach?.allowance ?? 0)} MP` };
    }
    const onto = touched() && picks.stacksInReach ? " Hold a stack to move onto it." : "";
    return { strong: `${who}:`, rest: `choose a hex${picks.selection.length === 1 && picks.route.together ? ", or a second unit to move with it" : ""}.${onto}` };
  }
  if (picks.selection.length > 0 && picks.active?.kind === "units") {
    const choice = picks.active;
    const stuck = picks.selection.length === 1 && picks.stuck?.unit === picks.selection[0] ? picks.stuck : null;
    const why = stuck ? `cannot move, ${lower(stuck.text)}${stuck.cite ? ` ${cited(stuck.cite)}` : ""}; ` : "";
    const steps = picks.selection.reduce((sum, u) => sum + (view.units[u]?.[1] ?? 0), 0);
    const among = Object.entries(choice.among ?? {}).map(([name, units]) => `${picks.selection.filter((u) => units.includes(u)).length} ${name}`);
    const count = choice.least > 1 ? ` ${[`${picks.selection.length} of ${choice.least} chosen`, ...among, plural(steps, "step")].join(", ")}.` : "";
    return { strong: `${namesOf(table, picks.selection)}:`, rest: `${why}${lower(choice.label)}${choice.note ? ` (${lower(withNames(session.sheet, choice.note).replace(/\.$/, ""))})` : ""}.${count}` };
  }
  if (picks.selection.length === 0 && picks.active?.kind === "target" && picks.preview === null) {
    return { rest: `${prompt.rest} Choose ${picks.waitInBox(picks.active.units) ? "an aircraft" : "a unit"}, then its target.`.trim() };
  }
  if (picks.selection.length === 1 && picks.active?.kind === "target") {
    const targets = offer.targetsOf(picks.active, picks.selection[0]);
    const noTarget = targets.length === 0;
    const spread = picks.fan === null ? 0 : picks.unitsIn(picks.fan).filter((u) => targets.includes(u)).length;
    if (spread > 1) return { strong: `${namesOf(table, picks.selection)}:`, rest: `${plural(spread, "target")} in ${picks.fan}: choose one of the counters spread out.` };
    return { strong: `${namesOf(table, picks.selection)}:`, rest: picks.strike ? `at ${picks.strike.hex}: ${picks.strike.text}. A ${touched() ? "tap" : "click"} sends it.` : noTarget ? "no target is within its range." : "choose a target." };
  }
  if (picks.stuck !== null && picks.stuck.unit === picks.inspectedUnit) {
    const { unit, text, cite } = picks.stuck;
    return { strong: `${unitName(session.sheet, unit)} cannot move:`, rest: `${lower(text)}${cite ? ` ${cited(cite)}` : ""}` };
  }
  if (picks.preview !== null) {
    const attack = view.attacks.find((a) => a.to === picks.preview);
    if (attack) return { strong: `Attack on ${picks.preview}${attack.final ? ` at ${attack.final}` : ""}.`, rest: prompt.rest || (picks.mapChoices.length > 2 ? "" : prompt.strong) };
  }
  if (picks.active && picks.active.kind !== "button" && picks.armed >= 0) {
    const { kind, label, note } = picks.active;
    const what = kind === "hex" && !picks.ready(picks.active) ? "choose a unit, then a hex." : "choose a hex.";
    const who = kind === "hex" && picks.selection.length > 0 ? `${namesOf(table, picks.selection)}: ` : "";
    return { strong: `${label}:`, rest: `${who}${what}${note ? ` ${note}` : ""}` };
  }
  if (must.length > 0) {
    const first = must[0]!;
    return { strong: first.text, rest: `${cited(first.cite)}${first.hexes?.length ? `: ${first.hexes.join(", ")}` : ""}` };
  }
  return {};
}

function undoAct(table: Table): Act {
  return { id: "undo", label: "Undo", key: "U", icon: "undo", disabled: table.session.blocked, run: () => void table.session.undo() };
}

/** What the others did at a pace that one can follow. */
function watchActs(table: Table): Act[] {
  const { replay, picks, lesson } = table;
  const from = replay.missed;
  if (from === null || lesson.on || picks.selection.length > 0 || picks.target !== null) return [];
  return [{ id: "watch", label: "Watch their moves", icon: "play", hint: "Step by step since your last decision", run: () => replay.play(from) }];
}

function contextActs(table: Table): Act[] {
  const { picks, session } = table;
  const view = session.view!;
  const acts: Act[] = [];
  if (picks.target !== null) {
    return [
      { id: "cancel", label: "Cancel", key: "Esc", run: () => picks.closeAttack() },
      ...hexActs(table, picks.target, false),
      { id: "declare", label: picks.attack?.label ?? "Declare", key: "↵", primary: true, disabled: picks.selection.length === 0 || session.blocked, run: () => void picks.orders.declare() },
    ];
  }
  if (picks.preview !== null && picks.route) {
    return [
      { id: "cancel", label: "Cancel", key: "Esc", run: () => picks.back() },
      { id: "here", label: picks.route.label === "Move" ? "Move here" : picks.route.label, key: "↵", primary: true, run: () => picks.confirm() },
    ];
  }
  if (picks.preview !== null) {
    // What flies to the hex that was clicked is the way on, whatever other button there is.
    const more = offer.buttons(picks.choices).length > 0 && !(picks.active?.kind === "hex" && picks.active.units.length > 0);
    return [{ id: "cancel", label: "Cancel", key: "Esc", run: () => picks.back() }, ...hexActs(table, picks.preview, !more)];
  }
  if (picks.allocate) {
    acts.push({ id: "share", label: picks.allocate.label, key: "↵", primary: true, disabled: !picks.complete || session.blocked, run: () => void picks.orders.share() });
  }
  const single = picks.mapChoices.length === 1;
  for (const choice of picks.mapChoices) {
    const fit = offer.fits(choice, picks.selection, view);
    const id = `${choice.verb}-${choice.word ?? ""}`;
    if (choice.kind === "units") {
      const n = picks.selection.length;
      if (!fit && !(single && choice.least > 0)) continue;
      acts.push({
        id, label: n > 1 ? `${choice.label} (${n})` : choice.label, key: picks.route ? "" : "↵", primary: !picks.route && single,
        disabled: !fit || n < choice.least || session.blocked, hint: choice.note ?? "", run: () => void picks.orders.useUnits(choice),
      });
    } else if (choice.kind === "hex" && !single) {
      // Several choices of one label are told apart by their units: those are chosen on the map or in a box.
      const alone = picks.mapChoices.filter((c) => c.label === choice.label).length === 1;
      const waits = session.map !== null && offer.boxed(choice, view, (h) => session.map!.has(h));
      if (alone && (waits || choice.units.length === 0 || picks.selection.length === 0 || fit || picks.active === choice)) {
        const track = view.tracks.find((x) => x.id === choice.verb || x.id === `${choice.verb}s`);
        const many = choice.units.length || track?.value;
        const rest = many ? ` (${many})` : "";
        acts.push({ id, label: choice.label + rest, pressed: picks.active === choice, hint: choice.note ?? "", run: () => picks.arm(choice) });
      }
    } else if (choice.kind === "hex" && session.map !== null && offer.boxed(choice, view, (h) => session.map!.has(h)) && picks.offered.size <= 3) {
      // An aircraft beside the map and hardly a choice where it goes: a button for each hex.
      [...picks.offered].forEach((hex, n) =>
        acts.push({ id: n === 0 ? id : `${id}${hex}`, label: `${choice.label}: ${hex}`, disabled: session.blocked, hint: choice.note ?? "", run: () => picks.orders.answer(choice, hex) }));
    } else if (choice.kind === "amount" && (choice.units.length === 0 || fit)) {
      const alone = single && choice.units.length === 0 && offer.buttons(picks.choices).length === 0;
      acts.push({ id, label: `${choice.label}: ${picks.amount}`, ...(alone ? { primary: true, key: "↵" } : {}), disabled: session.blocked, hint: choice.note ?? "", run: () => void picks.orders.useAmount(choice) });
    }
  }
  if (picks.mapChoices.length > 1 && picks.offered.size > 1 && picks.actors.size === 0) {
    acts.unshift({ id: "next", label: "Show next", key: "J", run: () => table.next(1) });
  }
  if (picks.route && picks.selection.length > 0) {
    for (const [edge, hexes] of Object.entries(picks.advice.reach?.exits ?? {})) {
      const cost = Math.min(...Object.values(hexes));
      acts.push({ id: `exit-${edge}`, label: `Leave ${edge} (${halves(cost)})`, pressed: picks.exit === edge, run: () => picks.orders.leave(edge) });
    }
  }
  return acts;
}

/** Everything that can be done at one hex, the first choice last and primary. */
function hexActs(table: Table, hex: string, primary: boolean): Act[] {
  const { picks, session } = table;
  const active = picks.active;
  const list = active?.kind === "hex" && picks.offered.has(hex) ? [active] : picks.hexChoices(hex);
  return list.map((choice: HexChoice, i): Act => ({
    id: `${choice.verb}-${choice.word ?? ""}`, label: choice.label, hint: choice.note ?? "", disabled: session.blocked,
    ...(primary && i === 0 ? { primary: true, key: "↵" } : {}), run: () => picks.orders.answer(choice, hex),
  })).reverse();
}

function decisionActs(table: Table): Act[] {
  const { picks, session } = table;
  const list = offer.buttons(picks.choices);
  if (picks.target !== null || (picks.preview !== null && picks.route)) return [];
  const primary = list.find((b) => b.primary) ?? (list.length === 1 ? list[0] : undefined);
  return list.map((choice: ButtonChoice) => ({
    id: `${choice.verb}-${choice.word ?? ""}`,
    label: choice.label,
    key: choice === primary ? "E" : (keyOf(choice, list) ?? ""),
    primary: choice === primary && !(picks.allocate && !picks.complete),
    disabled: Boolean(choice.blocked) || session.blocked,
    hint: choice.blocked ? `${withNames(session.sheet, choice.blocked.text)} ${cited(choice.blocked.cite)}` : (choice.note ?? ""),
    run: () => void picks.orders.press(choice),
  }));
}

function keyOf(choice: ButtonChoice, list: readonly ButtonChoice[]): string | null {
  const n = list.filter((b) => !b.primary).indexOf(choice);
  return n >= 0 && n < 9 ? String(n + 1) : null;
}

export function firstSentence(text: string): [string, string] {
  const match = /^(.*?[.?:!])\s+(.*)$/s.exec(text);
  return match ? [match[1]!, match[2]!] : [text, ""];
}
