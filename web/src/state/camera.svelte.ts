import { SIDE, type HexMap, type Point } from "../lib/hexes";
import { formFor, levelFor } from "../lib/layout";
import { animated } from "./settings.svelte";

const MOST = 3;
const COUNTER_SHARE = 0.72;

/** Where the player looks: `zoom` pixels a map unit, `x`, `y` the sheet's offset in pixels. */
export class Camera {
  x = $state(0);
  y = $state(0);
  zoom = $state(0.9);
  width = $state(1);
  height = $state(1);
  /** Promoted layers move without any drawing, but keep the sharpness they were drawn with: let go for a moment after each zoom. */
  promoted = $state(true);
  map: HexMap | null = null;
  /** Has the first look been taken? Before that a place on the screen means nothing. */
  started = $state(false);
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  level = $derived(levelFor(this.zoom * SIDE));
  form = $derived(formFor(this.zoom * SIDE * COUNTER_SHARE));

  get least(): number {
    if (!this.map) return 0.1;
    return Math.min(1, Math.min(this.width / this.map.width, this.height / this.map.height));
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    if (this.map) this.clamp();
  }

  toMap(px: number, py: number): Point {
    return { x: (px - this.x) / this.zoom, y: (py - this.y) / this.zoom };
  }

  toScreen(p: Point): Point {
    return { x: p.x * this.zoom + this.x, y: p.y * this.zoom + this.y };
  }

  /** The first look: 56 to 59 pixels a hex, or at least 48 on a phone; centred on a point, never the whole sheet. */
  start(centre: Point): void {
    const hex = this.width < 600 ? 50 : this.width < 1300 ? 56 : 59;
    this.zoom = hex / SIDE;
    this.centre(centre);
    this.started = true;
  }

  centre(p: Point): void {
    this.x = this.width / 2 - p.x * this.zoom;
    this.y = this.height / 2 - p.y * this.zoom;
    this.clamp();
  }

  panBy(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.clamp();
  }

  zoomAt(factor: number, px = this.width / 2, py = this.height / 2): void {
    const zoom = Math.max(this.least, Math.min(MOST, this.zoom * factor));
    const p = this.toMap(px, py);
    this.zoom = zoom;
    this.x = px - p.x * zoom;
    this.y = py - p.y * zoom;
    this.clamp();
    this.stir();
  }

  fit(): void {
    this.glide(this.least, this.map ? { x: this.map.width / 2, y: this.map.height / 2 } : { x: 0, y: 0 });
  }

  /** Zoom by steps for keys and buttons. */
  zoomStep(factor: number): void {
    const centre = this.toMap(this.width / 2, this.height / 2);
    this.glide(Math.max(this.least, Math.min(MOST, this.zoom * factor)), centre);
  }

  /** Bring a point into view; does nothing when it is visible already. */
  reveal(p: Point, margin = 70): void {
    const s = this.toScreen(p);
    if (s.x > margin && s.y > margin && s.x < this.width - margin && s.y < this.height - margin) return;
    this.glide(this.zoom, p);
  }

  glide(zoom: number, centre: Point): void {
    cancelAnimationFrame(this.frame);
    if (!animated()) {
      this.zoom = zoom;
      this.centre(centre);
      return;
    }
    const from = { zoom: this.zoom, c: this.toMap(this.width / 2, this.height / 2) };
    const began = performance.now();
    const zooms = Math.abs(zoom - this.zoom) > 0.001;
    const tick = (now: number): void => {
      // A frame can bear an earlier time than the event it follows.
      const t = Math.min(1, Math.max(0, now - began) / 250);
      const e = 1 - (1 - t) ** 3;
      this.zoom = from.zoom + (zoom - from.zoom) * e;
      this.centre({ x: from.c.x + (centre.x - from.c.x) * e, y: from.c.y + (centre.y - from.c.y) * e });
      if (zooms) this.stir();
      if (t < 1) this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  private stir(): void {
    this.promoted = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.promoted = false;
      this.rest = setTimeout(() => (this.promoted = true), 120);
    }, 150);
  }

  private clamp(): void {
    if (!this.map) return;
    const slack = 60;
    const w = this.map.width * this.zoom;
    const h = this.map.height * this.zoom;
    this.x = w <= this.width ? (this.width - w) / 2 : Math.max(this.width - w - slack, Math.min(slack, this.x));
    this.y = h <= this.height ? (this.height - h) / 2 : Math.max(this.height - h - slack, Math.min(slack, this.y));
  }
}
