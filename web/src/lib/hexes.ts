import type { Hex, Sheet } from "./types";

/** Map units from hexside to opposite hexside, on every map. */
export const SIDE = 64;
/** Counter edge in map units. */
export const COUNTER = 46;

export interface Point { x: number; y: number }
type Corners = readonly Point[];

/** What the page needs to know of a map: centres, neighbours and corners, all derived from the sheet's coordinates. */
export class HexMap {
  readonly labels: readonly Hex[];
  readonly at: ReadonlyMap<Hex, Point>;
  readonly pointy: boolean;
  readonly width: number;
  readonly height: number;
  private readonly words: ReadonlyMap<Hex, string>;
  private readonly buckets = new Map<string, Hex[]>();
  private readonly around = new Map<Hex, (Hex | null)[]>();
  private readonly angles: readonly number[];
  private readonly shape: Corners;

  constructor(sheet: Sheet) {
    const at = new Map<Hex, Point>();
    const words = new Map<Hex, string>();
    for (const [label, [x, y, terrain]] of Object.entries(sheet.hexes)) {
      at.set(label, { x, y });
      words.set(label, Array.isArray(terrain) ? terrain.join(", ") : terrain);
    }
    this.at = at;
    this.words = words;
    this.labels = [...at.keys()];
    for (const [label, p] of at) {
      const key = this.bucket(p);
      const list = this.buckets.get(key);
      if (list) list.push(label);
      else this.buckets.set(key, [label]);
    }
    this.pointy = this.findOrientation();
    this.angles = [0, 1, 2, 3, 4, 5].map((d) => (d * Math.PI) / 3 + (this.pointy ? 0 : Math.PI / 6));
    const reach = SIDE / Math.sqrt(3);
    this.shape = this.angles.map((a) => ({ x: reach * Math.cos(a - Math.PI / 6), y: -reach * Math.sin(a - Math.PI / 6) }));
    [this.width, this.height] = this.findSize(sheet.size);
  }

  terrain(label: Hex): string {
    return this.words.get(label) ?? "";
  }

  centre(label: Hex): Point {
    return this.at.get(label) ?? { x: 0, y: 0 };
  }

  has(label: Hex): boolean {
    return this.at.has(label);
  }

  /** The hex at a point of the sheet, or null off the map. */
  pick(x: number, y: number): Hex | null {
    let best: Hex | null = null;
    let least = (SIDE / Math.sqrt(3)) ** 2;
    for (const label of this.nearby(x, y)) {
      const p = this.centre(label);
      const d = (p.x - x) ** 2 + (p.y - y) ** 2;
      if (d < least) {
        least = d;
        best = label;
      }
    }
    return best;
  }

  /** The six neighbours, counter-clockwise from east (pointy) or north-east (flat); null off the map. */
  neighbours(label: Hex): readonly (Hex | null)[] {
    const known = this.around.get(label);
    if (known) return known;
    const c = this.centre(label);
    const found = this.angles.map((a) => {
      const hit = this.pick(c.x + SIDE * Math.cos(a), c.y - SIDE * Math.sin(a));
      return hit === label ? null : hit;
    });
    this.around.set(label, found);
    return found;
  }

  /** One of the shortest chains of neighbours from a hex to another, whatever lies between. */
  shortest(from: Hex, to: Hex): Hex[] {
    const came = new Map<Hex, Hex | null>([[from, null]]);
    const queue = [from];
    for (let at = queue.shift(); at !== undefined && !came.has(to); at = queue.shift()) {
      for (const next of this.neighbours(at)) {
        if (next === null || came.has(next)) continue;
        came.set(next, at);
        queue.push(next);
      }
    }
    const path: Hex[] = [];
    for (let at: Hex | null | undefined = came.has(to) ? to : null; at; at = came.get(at)) path.unshift(at);
    return path;
  }

  /** Corner `i` of a hex; side `d` runs from corner `d` to corner `d + 1`, counter-clockwise. */
  corners(label: Hex, scale = 1): Point[] {
    const c = this.centre(label);
    return this.shape.map((p) => ({ x: c.x + p.x * scale, y: c.y + p.y * scale }));
  }

  hexPath(label: Hex, scale = 1): string {
    return `M${this.corners(label, scale).map((p) => `${r(p.x)} ${r(p.y)}`).join("L")}Z`;
  }

  areaPath(labels: Iterable<Hex>, scale = 1): string {
    let d = "";
    for (const label of labels) if (this.at.has(label)) d += this.hexPath(label, scale);
    return d;
  }

  /** The two ends of the side between two neighbours, or null if they are not neighbours. */
  side(a: Hex, b: Hex): [Point, Point] | null {
    const d = this.neighbours(a).indexOf(b);
    if (d < 0) return null;
    const corners = this.corners(a);
    return [corners[d]!, corners[(d + 1) % 6]!];
  }

  /** The outline of a set of hexes as closed loops. */
  outline(labels: ReadonlySet<Hex>): string {
    const next = new Map<string, { from: Point; to: Point }>();
    for (const label of labels) {
      if (!this.at.has(label)) continue;
      const corners = this.corners(label);
      this.neighbours(label).forEach((other, d) => {
        if (other && labels.has(other)) return;
        const from = corners[d]!;
        const to = corners[(d + 1) % 6]!;
        next.set(key(from), { from, to });
      });
    }
    return loops(next);
  }

  /** The sides between a set of hexes and the other hexes of the map, as one path; the map's rim is left out. */
  border(labels: ReadonlySet<Hex>): string {
    let d = "";
    for (const label of labels) {
      if (!this.at.has(label)) continue;
      const corners = this.corners(label);
      this.neighbours(label).forEach((other, i) => {
        if (!other || labels.has(other)) return;
        const a = corners[i]!;
        const b = corners[(i + 1) % 6]!;
        d += `M${r(a.x)} ${r(a.y)}L${r(b.x)} ${r(b.y)}`;
      });
    }
    return d;
  }

  /** The neighbour of `label` that an arrow key means. `lean` remembers the last sideways direction for up and down. */
  step(label: Hex, arrow: "left" | "right" | "up" | "down", lean: "left" | "right"): Hex | null {
    const wanted: Record<string, [number, number]> = {
      left: [-1, 0], right: [1, 0],
      up: [lean === "left" ? -0.5 : 0.5, -1], down: [lean === "left" ? -0.5 : 0.5, 1],
    };
    const [dx, dy] = this.pointy ? wanted[arrow]! : flatArrow(arrow, lean);
    const c = this.centre(label);
    let best: Hex | null = null;
    let most = 0.3;
    for (const other of this.neighbours(label)) {
      if (!other) continue;
      const p = this.centre(other);
      const dot = ((p.x - c.x) * dx + (p.y - c.y) * dy) / (SIDE * Math.hypot(dx, dy));
      if (dot > most) {
        most = dot;
        best = other;
      }
    }
    return best;
  }

  private findOrientation(): boolean {
    // A pointy map has a neighbour due east of nearly every hex, a flat one has none.
    let east = 0;
    for (const label of this.labels.slice(0, 40)) {
      const c = this.centre(label);
      for (const other of this.nearby(c.x + SIDE, c.y)) {
        const p = this.centre(other);
        if (Math.hypot(p.x - c.x - SIDE, p.y - c.y) < 2) east += 1;
      }
    }
    return east > 4;
  }

  private findSize(size: Sheet["size"]): [number, number] {
    if (Array.isArray(size)) return size.length === 4 ? [size[2]!, size[3]!] : [size[0]!, size[1]!];
    if (typeof size === "object") return [size.width, size.height];
    let w = 0;
    let h = 0;
    for (const p of this.at.values()) {
      w = Math.max(w, p.x);
      h = Math.max(h, p.y);
    }
    return [w + SIDE, h + SIDE];
  }

  private bucket(p: Point): string {
    return `${Math.floor(p.x / SIDE)},${Math.floor(p.y / SIDE)}`;
  }

  private *nearby(x: number, y: number): Generator<Hex> {
    const bx = Math.floor(x / SIDE);
    const by = Math.floor(y / SIDE);
    for (let i = -1; i <= 1; i += 1) {
      for (let j = -1; j <= 1; j += 1) yield* this.buckets.get(`${bx + i},${by + j}`) ?? [];
    }
  }
}

function flatArrow(arrow: string, lean: "left" | "right"): [number, number] {
  if (arrow === "up") return [0, -1];
  if (arrow === "down") return [0, 1];
  const tilt = lean === "left" ? -0.5 : 0.5;
  return arrow === "left" ? [-1, tilt] : [1, tilt];
}

function r(v: number): string {
  return String(Math.round(v * 100) / 100);
}

function key(p: Point): string {
  return `${Math.round(p.x)},${Math.round(p.y)}`;
}

function loops(next: Map<string, { from: Point; to: Point }>): string {
  let d = "";
  while (next.size > 0) {
    const [first] = next.keys();
    let at = first!;
    let loop = "";
    for (let edge = next.get(at); edge; edge = next.get(at)) {
      next.delete(at);
      loop += `${loop ? "L" : "M"}${r(edge.from.x)} ${r(edge.from.y)}`;
      at = key(edge.to);
    }
    d += `${loop}Z`;
  }
  return d;
}
