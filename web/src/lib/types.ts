/** The contract with the server (docs/architecture.md), typed. Costs are half movement points, hexes are labels. */

export type SideId = string;
export type UnitId = string;
export type Hex = string;

export interface Scenario { id: string; name: string; turns: number; text?: string; setups?: string[]; levels?: unknown }
export interface Side { id: SideId; name: string }
export interface Option { id: string; title: string; text: string; cite?: string; default: boolean }
export interface Ruling { id: string; title: string; text?: string; default: string; choices: { id: string; text: string }[] }
export interface LessonInfo { id: string; title: string; text: string; minutes: number }
export interface SystemInfo {
  id: string;
  name: string;
  text?: string;
  subtitle?: string;
  scenarios: Scenario[];
  sides: Side[];
  options: Option[];
  rulings: Ruling[];
  players: string[];
  /** Where players find rules that have no numbers, by id. */
  headings?: Record<string, string>;
  lessons?: LessonInfo[];
}

export interface UnitInfo {
  side: SideId;
  name: string;
  parent?: string;
  formation?: string;
  kind?: string;
  size?: string;
  steps?: number;
  entry?: number | null;
  [key: string]: unknown;
}
export interface TurnInfo {
  number: number;
  date: string;
  badges?: string[];
  arrivals?: string[];
  barrages?: number;
  weather?: string;
  air?: Record<SideId, number>;
  rail?: Record<SideId, number>;
  air_withdrawn?: number;
  replacements?: Record<string, string | number>[];
}
export interface RuleNote { title: string; text: string; cites?: string[] }
export interface Sheet {
  hexes: Record<Hex, [number, number, string | string[]]>;
  size: { width: number; height: number } | [number, number] | number[] | number;
  turns: TurnInfo[];
  units: Record<UnitId, UnitInfo>;
  legend?: unknown;
  /** Hexes each side controls at the start, if only those of one side. */
  start?: Record<SideId, Hex[]>;
  places?: { name: string; hexes: Hex[]; points: number }[];
  rules?: Record<string, RuleNote[]>;
  art: { terrain: string; counters: string };
  [key: string]: unknown;
}

export interface Blocked { cite: string; text: string; hexes?: Hex[] }
interface ChoiceBase { verb: string; label: string; cite?: string; note?: string; group?: string; word?: string; blocked?: Blocked }
export interface ButtonChoice extends ChoiceBase { kind: "button"; confirm?: string; primary?: boolean }
export interface UnitsChoice extends ChoiceBase { kind: "units"; units: UnitId[]; least: number; most: number; among?: Record<string, UnitId[]> }
export interface HexChoice extends ChoiceBase { kind: "hex"; units: UnitId[]; hexes: Hex[] | null; count?: number; hexes_of?: Record<UnitId, Hex[]> }
export interface RouteChoice extends ChoiceBase { kind: "route"; units: UnitId[]; together?: boolean }
export interface AttackChoice extends ChoiceBase { kind: "attack"; targets: Record<Hex, UnitId[]>; several?: boolean }
export interface AllocateChoice extends ChoiceBase { kind: "allocate"; units: Record<UnitId, number>; total: number; even?: boolean }
export interface TargetChoice extends ChoiceBase { kind: "target"; units: UnitId[]; targets: UnitId[]; targets_of?: Record<UnitId, UnitId[]> }
export interface AmountChoice extends ChoiceBase { kind: "amount"; least: number; most: number; units: UnitId[]; most_of?: Record<UnitId, number> }
export type Choice =
  | ButtonChoice | UnitsChoice | HexChoice | RouteChoice | AttackChoice | AllocateChoice | TargetChoice | AmountChoice;

export interface Mandatory { cite: string; text: string; hexes?: Hex[] }
export interface Decision {
  side: SideId;
  yours: boolean;
  title: string;
  prompt: string;
  cite?: string;
  choices: Choice[];
  mandatory?: Mandatory[];
}

/** Where a unit is, how many steps it has, its chips, the half points it has spent. */
export type UnitState = [Hex, number, string[], number];
export interface Marker { kind: string; hex: Hex; side?: SideId; count?: number }
/** An enemy stack that may not be looked into; `size` in half divisions, where it is known. */
export interface HiddenStack { hex: Hex; side: SideId; size?: number }
export interface AttackState { from: Record<Hex, UnitId[]>; to: Hex; raw?: string | null; final?: string | null; state: string }
export interface Track { id: string; label: string; side?: SideId | null; value: number; max?: number | null }
export interface Box { id: string; label: string; side?: SideId | null; units: UnitId[] }
export interface Result { winner: SideId | null; level: string; text: string }
export interface View {
  system: string;
  scenario: string;
  seq?: number;
  turn: number;
  turns: number;
  date: string;
  active: SideId;
  steps: [string, string][];
  title: string;
  units: Record<UnitId, UnitState>;
  control: Record<SideId, Hex[]>;
  markers: Marker[];
  hidden?: HiddenStack[];
  attacks: AttackState[];
  tracks: Track[];
  boxes: Box[];
  points: Record<SideId, number>;
  result: Result | null;
  weather?: string;
}

export type Part = string | { unit: UnitId } | { hex: Hex } | { cite: string } | { control: string };
export interface Die { value: number; side: SideId; purpose: string }
export interface LogEntry {
  seq: number;
  turn: number;
  step: string;
  side: SideId;
  action?: string;
  text: Part[] | string;
  dice?: Die[];
  result?: string | null;
  units?: UnitId[];
  hexes?: Hex[];
  /** What the decision led to in the next game turn. */
  later?: { turn: number; text: Part[]; dice?: Die[]; result?: string | null; units?: UnitId[]; hexes?: Hex[] };
}

export interface GameEvent {
  type: string;
  units?: UnitId[];
  hexes?: Hex[];
  side?: SideId;
  value?: number;
  purpose?: string;
  verb?: string;
  [key: string]: unknown;
}
/** How far a lesson has come: the step that waits for an action (or their number, at the end) and what it waits for. */
export interface LessonProgress { name: string; at: number; wishes: string[] }
export interface LessonStep { title: string; text: string; hint: string; units: UnitId[]; hexes: Hex[]; layer: string; todo: boolean }
export interface LessonText {
  title: string;
  minutes: number;
  steps: LessonStep[];
  next: { scenario: string; side: SideId; player: string; text: string }[];
}
export interface Update {
  type?: "update";
  lesson?: LessonProgress;
  seq: number;
  view: View;
  decision: Decision | null;
  events?: GameEvent[];
  log?: LogEntry[];
  undo: boolean;
  /** Decisions taken so far; `seq` also counts what was taken back. */
  decisions: number;
}
export interface GameState extends Update {
  log: LogEntry[];
  seats: Record<SideId, SeatInfo | string>;
  you: SideId | string | null;
  commitment?: string;
  seed?: string | null;
}
export interface SeatInfo { player: string; name?: string; online?: boolean }
export interface GameRow {
  game: string;
  system: string;
  scenario: string;
  turn: number;
  title: string;
  seats: Record<SideId, SeatInfo | string>;
  yours: SideId | SideId[] | null;
  waiting_for: SideId | string | null;
  updated: string | number;
  result: Result | null;
  /** After how many decisions of another game it begins. */
  origin?: number | null;
  uploaded: boolean;
  /** Title of the lesson, empty for a game. */
  lesson?: string;
  links: Record<string, string>;
}

export interface Refusal { cite: string; text: string; units?: UnitId[]; hexes?: Hex[] }
export interface TallyLine { label: string; value: string; cite?: string; struck?: boolean; units?: UnitId[]; hexes?: Hex[] }
export interface Tally { title: string; lines: TallyLine[]; total: string; note?: string }
export interface Reach {
  hexes: Record<Hex, number>;
  allowance: number;
  /** For each edge the hexes from which units can leave, with the whole cost. */
  exits?: Record<string, Record<Hex, number>>;
  notes?: Record<Hex, string[]>;
}
export interface PathAnswer { path: Hex[]; tally: Tally | null }
export interface Link { kind: "hex" | "side"; hex?: Hex; sides?: [Hex, Hex]; units: [Hex, Hex | "edge"]; cancelled?: boolean }
export interface Zones { zone: Hex[]; armour?: Hex[]; links?: Link[] }
export interface SupplyReach { sources: Hex[]; limit: number | null; hexes: Record<Hex, number> }
export interface SupplyLine {
  ok: boolean;
  path: Hex[];
  source?: string | null;
  cut?: { hex?: Hex; by?: UnitId[]; text: string } | null;
}
export interface Shift { label: string; amount: number | string; cite?: string; struck?: boolean }
export interface Outcome {
  result: string; faces: number[]; chance: number; attacker_steps?: number; defender_steps?: number;
  /** Hexes that go back; who, if not the defender. */
  retreat?: number;
  back?: "attacker" | "defender" | "both" | "";
  /** Strength that the attacker pays in an exchange. */
  price?: number;
}
export interface Odds {
  attack: Tally & { rounded?: number };
  defence: Tally & { rounded?: number };
  net?: number;
  allowed?: boolean;
  raw: string;
  final: string;
  shifts: Shift[];
  /** `dice`: what stands for each row, if the rows do not begin with 1. */
  table?: { columns: string[]; rows: string[][]; status: string; dice?: number[] } | null;
  /** What is added to the die. */
  die?: number;
  outcomes: Outcome[];
  column?: number | string;
  options?: { id: string; label: string; cite?: string; value: boolean }[];
  /** What changes the losses that the table names. */
  losses?: { label: string; cite?: string }[];
  clears?: Record<string, number>;
}
export interface StackAnswer { units: UnitId[]; size: number; limit: number; text?: string; terrain?: string; control?: SideId }
export type DetailRow = [string, string, string?];
export interface UnitAnswer { name: string; formation: string; rows: DetailRow[] }

export type Message =
  | ({ type: "update" } & Update)
  | { type: "thinking"; side: SideId }
  | { type: "presence"; seats?: Record<SideId, boolean>; commitment?: string; [key: string]: unknown }
  | { type: "refused"; id?: string; refusals: Refusal[] }
  | { type: "stale"; id?: string }
  | { type: "error"; error?: string; text?: string };
