import { learnHeadings } from "./action";
import type {
  GameRow, GameState, LessonText, LogEntry, Odds, PathAnswer, Reach, Refusal, Sheet, StackAnswer, SupplyLine, SupplyReach, SystemInfo, Tally, Update, View,
  Zones, UnitAnswer, RuleNote,
} from "./types";

/** Answers to the queries every system understands, by name. */
export interface Queries {
  reach: Reach;
  path: PathAnswer;
  why: Refusal[];
  zones: Zones;
  supply: Record<string, SupplyLine>;
  supply_area: string[];
  supply_reach: SupplyReach;
  odds: Odds;
  stack: StackAnswer;
  points: Tally;
  unit: UnitAnswer;
  phase: { steps: Record<string, RuleNote[]> };
  hexes: string[];
  strike: { chance: number; text: string };
}

/** An answer of the server that is not 2xx. `refusals` is set when the rules forbid the action. */
export class ApiError extends Error {
  constructor(readonly status: number, readonly code: string, message: string, readonly refusals: Refusal[] = []) {
    super(message);
  }
}

/** The server did not answer at all. */
export class Offline extends Error {}

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await (await send(method, path, body, signal)).json()) as T;
}

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  const init: RequestInit = { method, credentials: "same-origin", signal: signal ?? null };
  if (body instanceof Blob) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Offline(String(error));
  }
  if (response.ok) return response;
  throw await failure(response);
}

async function failure(response: Response): Promise<ApiError> {
  let detail: { error?: string; detail?: string; text?: string; refusals?: Refusal[] } = {};
  try {
    detail = await response.json();
  } catch {
    // The body of a proxy's or crash's answer is not for players.
  }
  const code = detail.error ?? (response.status === 409 ? "stale" : "error");
  const text = detail.text ?? detail.detail ?? detail.refusals?.[0]?.text ?? `The server answered ${response.status}.`;
  return new ApiError(response.status, code, text, detail.refusals ?? []);
}

const k = encodeURIComponent;
const kept = new Map<string, Promise<unknown>>();
const expected = new Map<string, Promise<GameState>>();
const gamePath = (id: string, key: string): string => `api/games/${k(id)}?key=${k(key)}`;

/** What never changes is asked for once a page. */
function once<T>(path: string, ask: () => Promise<T>): Promise<T> {
  let answer = kept.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = ask();
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return answer;
}

async function plainText(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw await failure(response);
  return response.text();
}

export const api = {
  systems: () => once("api/systems", async () => {
    const found = await call<SystemInfo[]>("GET", "api/systems");
    for (const { headings } of found) learnHeadings(headings ?? {});
    return found;
  }),
  sheet: (system: string, scenario: string) => {
    const path = `api/systems/${k(system)}/${k(scenario)}/sheet`;
    return once(path, () => call<Sheet>("GET", path));
  },
  /** The games on the list, and whether it is that of the whole machine or of this browser. */
  games: async (): Promise<{ rows: GameRow[]; machine: boolean }> => {
    const response = await send("GET", "api/games");
    return { rows: (await response.json()) as GameRow[], machine: response.headers.get("x-games-of") === "machine" };
  },
  create: (wish: NewGame) => call<Created>("POST", "api/games", wish),
  upload: (save: Blob, seats: Record<string, string>) =>
    call<Created>("POST", `api/saves?seats=${k(Object.entries(seats).map((seat) => seat.join(":")).join(","))}`, save),
  forget: (id: string, key: string) => call<unknown>("POST", `api/games/${k(id)}/forget?key=${k(key)}`, {}),
  keep: (id: string, key: string) => call<unknown>("POST", `api/games/${k(id)}/keep?key=${k(key)}`, {}),
  seat: (id: string, key: string, side: string, player: string) =>
    call<GameState>("POST", `api/games/${k(id)}/seats?key=${k(key)}`, { side, player }),
  /** The answer that the next `game` takes. */
  expect: (id: string, key: string) => {
    const path = gamePath(id, key);
    const answer = expected.get(path) ?? call<GameState>("GET", path);
    expected.set(path, answer);
    return answer;
  },
  game: (id: string, key: string) => {
    const path = gamePath(id, key);
    const answer = expected.get(path) ?? call<GameState>("GET", path);
    expected.delete(path);
    return answer;
  },
  act: (id: string, key: string, seq: number, action: string, request: string) =>
    call<Update>("POST", `api/games/${k(id)}/actions?key=${k(key)}`, { seq, action, id: request }),
  undo: (id: string, key: string, seq: number, request: string) =>
    call<Update>("POST", `api/games/${k(id)}/undo?key=${k(key)}`, { seq, id: request }),
  query: <N extends keyof Queries>(id: string, key: string, name: N, args: unknown, signal?: AbortSignal) =>
    call<Queries[N]>("POST", `api/games/${k(id)}/query/${name}?key=${k(key)}`, args, signal),
  at: (id: string, key: string, n: number) =>
    call<{ view: View; log: LogEntry[] }>("GET", `api/games/${k(id)}/at/${n}?key=${k(key)}`),
  playOn: (id: string, key: string, n: number) => call<Created>("POST", `api/games/${k(id)}/at/${n}?key=${k(key)}`, {}),
  lesson: (system: string, name: string) => {
    const path = `api/lessons/${k(system)}/${k(name)}`;
    return once(path, () => call<LessonText>("GET", path));
  },
  learn: (system: string, name: string) => call<Created & { you: string }>("POST", `api/lessons/${k(system)}/${k(name)}`),
  saveUrl: (id: string, key: string) => `api/games/${k(id)}/save?key=${k(key)}`,
  liveUrl: (id: string, key: string, known: number) => {
    const url = new URL(`api/games/${k(id)}/live?key=${k(key)}&known=${known}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    return url.href;
  },
  text: (path: string) => once(path, () => plainText(path)),
  json: <T>(path: string) => once(path, () => call<T>("GET", path)),
};

export interface NewGame {
  system: string;
  scenario: string;
  options: Record<string, boolean>;
  rulings: Record<string, string>;
  setup: string;
  seats: Record<string, string>;
}
export interface Created { game: string; seats: Record<string, string>; watch: string }
