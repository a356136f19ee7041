import type { Message } from "./types";

export type LinkState = "open" | "connecting" | "lost";

/** A server on this machine does not mind being asked often; it was ended or started a moment ago. */
const NEAR = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** A WebSocket that comes back by itself: waits 0.5, 1, 2 ... seconds, at most 3 while somebody waits for it, and not at all when the page is shown again. */
export class Live {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticker: ReturnType<typeof setInterval> | undefined;
  private tries = 0;
  private stopped = false;

  constructor(
    private readonly url: () => string,
    private readonly heard: (message: Message) => void,
    private readonly changed: (state: LinkState, secondsLeft: number) => void,
    private readonly opened: () => void,
  ) {
    addEventListener("online", this.now);
    addEventListener("focus", this.now);
    document.addEventListener("visibilitychange", this.shown);
    this.connect();
  }

  /** Try again without waiting. */
  readonly now = (): void => {
    if (this.stopped || this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  };

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.ticker);
    removeEventListener("online", this.now);
    removeEventListener("focus", this.now);
    document.removeEventListener("visibilitychange", this.shown);
    this.socket?.close();
    this.socket = null;
  }

  private readonly shown = (): void => {
    if (document.visibilityState === "visible") this.now();
  };

  private connect(): void {
    clearInterval(this.ticker);
    const socket = new WebSocket(this.url());
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.tries = 0;
      this.changed("open", 0);
      this.opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => this.heard(JSON.parse(event.data) as Message);
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (!this.stopped) this.wait();
    };
  }

  private wait(): void {
    const seconds = Math.min(NEAR || document.hasFocus() ? 3 : 15, 0.5 * 2 ** this.tries);
    this.tries += 1;
    const due = Date.now() + seconds * 1000;
    const tell = () => this.changed(this.tries > 1 ? "lost" : "connecting", Math.max(1, Math.ceil((due - Date.now()) / 1000)));
    tell();
    this.ticker = setInterval(tell, 1000);
    this.timer = setTimeout(() => this.connect(), seconds * 1000);
  }
}
