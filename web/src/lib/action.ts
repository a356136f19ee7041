import type { Hex, Outcome, UnitId } from "./types";

/** Parts of one action; its text form is `verb UNITS HEXES =n @word`. */
export interface ActionParts {
  verb: string;
  units?: readonly (UnitId | [UnitId, number])[];
  hexes?: readonly Hex[];
  amount?: number;
  word?: string;
}

export function actionText(parts: ActionParts): string {
  const tokens = [parts.verb];
  for (const unit of parts.units ?? []) tokens.push(typeof unit === "string" ? unit : `${unit[0]}*${unit[1]}`);
  tokens.push(...(parts.hexes ?? []));
  if (parts.amount !== undefined) tokens.push(`=${parts.amount}`);
  if (parts.word) tokens.push(`@${parts.word}`);
  return tokens.join(" ");
}

/** Half movement points as people write them: 7 is "3½". */
export function halves(points: number): string {
  const whole = Math.trunc(points / 2);
  if (points % 2 === 0) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
}

/** A shift of columns in plain words: 1, or "1R" of the wire, is "1 right"; a modifier of the die stays as it is. */
export function columns(amount: number | string): string {
  const [, size, way] = /^(\d+)([RL])$/.exec(String(amount)) ?? [];
  if (size !== undefined) return `${size} ${way === "R" ? "right" : "left"}`;
  return typeof amount === "string" || amount === 0 ? String(amount) : columns(`${Math.abs(amount)}${amount > 0 ? "R" : "L"}`);
}

/** What a result does to both sides, in few words; `own`: whoever reads it attacks. */
export function outcomeWords(outcome: Outcome, own: boolean): string {
  const { attacker_steps: mine = 0, defender_steps: theirs = 0, retreat = 0, back = "defender", price = 0 } = outcome;
  const [attacker, defender] = own ? ["you", "enemy"] : ["enemy", "you"];
  const hexes = retreat > 1 ? ` ${retreat}` : "";
  if (retreat > 0 && mine === 0 && theirs === 0) {
    const who = back === "both" ? back : back === "attacker" ? attacker : defender;
    return `${who} ${who === "enemy" ? "goes" : "go"} back${hexes}`;
  }
  const losses = `${attacker} ${price > 0 ? `strength ${price}` : mine}, ${defender} ${theirs}`;
  // Who is named last is meant.
  return retreat === 0 ? losses : `${losses}, ${back === "defender" ? "" : `${back === "both" ? back : attacker} `}back${hexes || (back === "defender" ? " 1" : "")}`;
}

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Small numbers in words, as the prompt and the spoken names use them. */
export function spell(count: number): string {
  return WORDS[count] ?? String(count);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${spell(count)} ${count === 1 ? one : many}`;
}

const headings = new Map<string, string>();

/** Learn under which headings players find rules that have no numbers. */
export function learnHeadings(found: Readonly<Record<string, string>>): void {
  for (const [cite, heading] of Object.entries(found)) headings.set(cite, heading);
}

/** `rof:12.65` as shown: the number alone; the heading where the rulebook has no numbers. */
export function citeNumber(cite: string | undefined): string {
  return cite ? (headings.get(cite) ?? cite.slice(cite.indexOf(":") + 1).replace(/^opt-.*/, "optional")) : "";
}

/** A citation within a sentence, in the form that `Cite.svelte` has elsewhere. */
export function cited(cite: string | undefined): string {
  return cite ? `(§\u2009${citeNumber(cite)})` : "";
}

/** A citation in full words. */
export function citeTitle(cites: readonly string[]): string {
  return `${cites.length > 1 ? "Rules" : "Rule"} ${cites.map(citeNumber).join(", ")} of the rulebook`;
}

let serial = 0;

/** A fresh id that makes repeating a request harmless. */
export function requestId(): string {
  serial += 1;
  const random = globalThis.crypto?.randomUUID?.() ?? Math.random().toString(36).slice(2);
  return `${random}-${serial}`;
}
