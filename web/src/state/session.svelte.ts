import { api, ApiError, Offline, type Queries } from "../lib/api";
import { requestId } from "../lib/action";
import { askAhead } from "../lib/ahead";
import { HexMap } from "../lib/hexes";
import { Live, type LinkState } from "../lib/live";
import type { Decision, GameState, LogEntry, Message, Refusal, SeatInfo, Sheet, SystemInfo, Update, View } from "../lib/types";
import { CounterArt } from "../map/art";
import { keysOf, remember } from "./keyring";

export type Fault =
  | { kind: "refused"; refusals: Refusal[] }
  | { kind: "stale" }
  | { kind: "problem"; text: string };

/** One game as one seat sees it: state of the server, connection, and requests that change it. */
export class Session {
  sheet = $state.raw<Sheet | null>(null);
  map = $state.raw<HexMap | null>(null);
  art = $state.raw<CounterArt | null>(null);
  info = $state.raw<SystemInfo | null>(null);
  view = $state.raw<View | null>(null);
  decision = $state.raw<Decision | null>(null);
  log = $state.raw<LogEntry[]>([]);
  /** Counts decisions and undos: the number that every request names. */
  seq = $state(0);
  decisions = $state(0);
  canUndo = $state(false);
  you = $state<string | null>(null);
  seats = $state.raw<Record<string, SeatInfo | string>>({});
  online = $state.raw<Record<string, boolean>>({});
  commitment = $state("");
  seed = $state("");
  link = $state<LinkState>("connecting");
  retryIn = $state(0);
  thinking = $state<string | null>(null);
  /** The count at which the request on its way was made; it is answered as soon as the game has gone on, however that is heard. */
  private askedAt = $state<number | null>(null);
  fault = $state.raw<Fault | null>(null);
  broken = $state("");
  key: string;

  private live: Live | null = null;
  private reopened = false;
  private faultTimer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the wait for an answer as soon as the game is heard to have gone on. */
  private wentOn: () => void = () => undefined;
  private readonly watchers = new Set<(update: Update, before: View | null) => void>();

  constructor(readonly id: string, key: string) {
    this.key = key;
  }

  async open(): Promise<void> {
    try {
      askAhead({ game: this.id, key: this.key });
      const state = await api.game(this.id, this.key);
      const { system, scenario } = state.view;
      remember(this.id, { seats: {}, system, scenario });
      const [sheet, systems] = await Promise.all([api.sheet(system, scenario), api.systems()]);
      this.info = systems.find((s) => s.id === system) ?? null;
      this.map = new HexMap(sheet);
      this.sheet = sheet;
      this.take(state);
      this.connect();
      this.art = await CounterArt.load(sheet);
    } catch (error) {
      this.broken = error instanceof ApiError && error.status === 404
        ? "There is no such game, or this link does not open it." : error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    this.live?.stop();
    this.live = null;
  }

  onUpdate(watcher: (update: Update, before: View | null) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** The same game from another seat of this browser (hot seat). */
  async sit(key: string): Promise<void> {
    this.key = key;
    this.live?.stop();
    this.reopened = false;
    await this.refresh();
    this.connect();
  }

  retry(): void {
    this.live?.now();
  }

  async refresh(): Promise<void> {
    try {
      await this.askAll();
      this.fault = null;
    } catch (error) {
      this.fail(error);
    }
  }

  act(action: string): Promise<boolean> {
    return this.send((id) => api.act(this.id, this.key, this.seq, action, id));
  }

  undo(): Promise<boolean> {
    return this.send((id) => api.undo(this.id, this.key, this.seq, id));
  }

  query<N extends keyof Queries>(name: N, args: unknown, signal?: AbortSignal): Promise<Queries[N]> {
    return api.query(this.id, this.key, name, args, signal);
  }

  at(n: number): Promise<{ view: View; log: LogEntry[] }> {
    return api.at(this.id, this.key, n);
  }

  say(fault: Fault | null): void {
    this.fault = fault;
    clearTimeout(this.faultTimer);
    if (fault?.kind === "refused") this.faultTimer = setTimeout(() => (this.fault = this.fault === fault ? null : this.fault), 8000);
  }

  get sending(): boolean {
    return this.askedAt === this.seq;
  }

  get blocked(): boolean {
    return this.sending || this.link === "lost" || this.fault?.kind === "stale";
  }

  private connect(): void {
    this.live = new Live(
      // The server begins with what was missed since.
      () => api.liveUrl(this.id, this.key, this.decisions),
      (message) => this.hear(message),
      (state, seconds) => {
        this.link = state;
        this.retryIn = seconds;
      },
      () => void this.catchUp(),
    );
  }

  /** After a lost connection the socket only tells what is new; ask for what was missed. */
  private async catchUp(): Promise<void> {
    if (!this.reopened) {
      this.reopened = true;
      return;
    }
    try {
      await this.askAll();
    } catch (error) {
      if (!(error instanceof Offline)) this.fail(error);
    }
  }

  /** All of the game, unless the socket has told of something newer meanwhile. */
  private async askAll(): Promise<void> {
    const state = await api.game(this.id, this.key);
    if (state.seq >= this.seq) this.take(state);
  }

  private async send(request: (id: string) => Promise<Update>): Promise<boolean> {
    if (this.sending) return false;
    const asked = this.seq;
    this.askedAt = asked;
    this.say(null);
    const heard = new Promise<boolean>((done) => {
      this.wentOn = () => this.seq !== asked && done(true);
    });
    return Promise.race([heard, this.answered(request, asked)]);
  }

  private async answered(request: (id: string) => Promise<Update>, asked: number): Promise<boolean> {
    try {
      const id = requestId();
      const update = await request(id).catch((error: unknown) => {
        // The id makes a repetition harmless, so one silent second try is safe.
        if (error instanceof Offline) return request(id);
        throw error;
      });
      if (update.seq > this.seq) this.take(update);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      if (this.askedAt === asked) this.askedAt = null;
    }
  }

  private fail(error: unknown): void {
    if (error instanceof ApiError && error.status === 409) this.say({ kind: "stale" });
    else if (error instanceof ApiError && error.refusals.length > 0) this.say({ kind: "refused", refusals: error.refusals });
    else if (error instanceof Offline) this.say({ kind: "problem", text: "The server did not answer. Nothing was changed." });
    else this.say({ kind: "problem", text: error instanceof Error ? error.message : String(error) });
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "update":
        if (message.seq > this.seq || !this.view) this.take(message);
        break;
      case "thinking":
        this.thinking = message.side;
        break;
      case "presence":
        if (message.seats) this.online = message.seats;
        if (message.commitment) this.commitment = message.commitment; // the dice are renewed when a second person comes
        break;
      case "refused":
        this.say({ kind: "refused", refusals: message.refusals });
        break;
      case "stale":
        this.say({ kind: "stale" });
        break;
      default:
    }
  }

  private take(update: Update | GameState): void {
    const before = this.view;
    this.view = update.view;
    this.decision = update.decision;
    this.seq = update.seq;
    this.decisions = update.decisions;
    this.canUndo = Boolean(update.undo);
    this.thinking = null;
    if ("seats" in update) {
      this.seats = update.seats;
      this.you = update.you;
      this.commitment = update.commitment ?? "";
      this.seed = update.seed ?? "";
      this.log = update.log;
      if (this.you && this.you in update.seats) remember(this.id, { seats: { [this.you]: this.key } });
      else if (!keysOf(this.id).watch) remember(this.id, { seats: {}, watch: this.key });
    } else if (update.log) {
      this.log = mergeLog(this.log, update.log, update.decisions);
    }
    for (const watcher of this.watchers) watcher(update, before);
    this.wentOn();
  }
}

/** New entries replace those from their number on; after an undo nothing beyond the last decision stays. */
function mergeLog(old: LogEntry[], fresh: LogEntry[], decisions: number): LogEntry[] {
  const first = fresh[0]?.seq ?? decisions + 1;
  return [...old.filter((entry) => entry.seq < first && entry.seq <= decisions), ...fresh];
}
