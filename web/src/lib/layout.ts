import { COUNTER } from "./hexes";

export type Form = "A" | "B" | "C" | "D";
export type Level = "far" | "middle" | "normal" | "close";

/** Which drawing of a counter suits its size on the screen. */
export function formFor(pixels: number): Form {
  if (pixels >= 40) return "D";
  if (pixels >= 21) return "C";
  return pixels >= 12 ? "B" : "A";
}

/** What the map shows at a hex width in pixels. */
export function levelFor(pixels: number): Level {
  if (pixels < 26) return "far";
  if (pixels < 44) return "middle";
  return pixels <= 80 ? "normal" : "close";
}

export interface Placed<T> { item: T; x: number; y: number; top: boolean }

/** Offsets of the counters of one hex from its centre (their upper left corners), lowest first, at most `most` shown. */
export function stackOffsets<T>(bottomToTop: readonly T[], most = 4, step = 2.7): Placed<T>[] {
  const shown = bottomToTop.slice(Math.max(0, bottomToTop.length - most));
  const half = ((shown.length - 1) * step) / 2;
  return shown.map((item, i) => ({
    item,
    x: -COUNTER / 2 + i * step - half,
    y: -COUNTER / 2 - i * step,
    top: i === shown.length - 1,
  }));
}

export interface Plate { x: number; y: number; width: number; height: number; cell: number; columns: number; below: boolean; tip: number }

/** Where the fan of a stack goes: above the hex if there is room, below otherwise, always inside the frame. `more` is the height of what stands below the counters. */
export function placeFan(
  count: number, hexX: number, hexY: number, hexSize: number, frame: { width: number; height: number }, cell = 60, more = 0,
): Plate {
  const pad = 8;
  const gap = 8;
  const columns = Math.max(1, Math.min(count, Math.floor((frame.width - 2 * pad - 16) / (cell + gap))));
  const rows = Math.ceil(count / columns);
  const width = columns * (cell + gap) - gap + 2 * pad;
  const height = rows * (cell + gap) - gap + 2 * pad + more;
  const x = Math.max(6, Math.min(frame.width - width - 6, hexX - width / 2));
  const above = hexY - hexSize * 0.62 - height - 6;
  const below = above < 6;
  const y = below ? Math.min(frame.height - height - 6, hexY + hexSize * 0.62 + 6) : above;
  const tip = Math.max(14, Math.min(width - 14, hexX - x));
  return { x, y, width, height, cell, columns, below, tip };
}

/** Width of a step's name in the sequence line, in pixels: capitals of 12.5 px. */
const stepWidth = (name: string): number => name.length * 7.8;

/**
 * As many steps around the running one as the sequence line holds, whole; the running one in any case.
 * `head` is what stands before them (whose turn it is), dropped where even the running step needs its room.
 */
export function fitSteps(names: readonly string[], now: number, head: string, width: number): { from: number; to: number; head: boolean } {
  const between = 22;
  const pill = 16;
  const lead = stepWidth(head) + 12;
  let [from, to] = [now, now + 1];
  let used = stepWidth(names[now] ?? "") + pill;
  const withHead = used + lead <= width;
  used += withHead ? lead : 0;
  const add = (n: number): boolean => {
    const more = stepWidth(names[n]!) + between + (n > 0 && n === from - 1 ? between : 0);
    if (used + more > width) return false;
    used += more;
    return true;
  };
  // What comes next matters more than what was.
  for (let open = 2; open > 0; ) {
    open = 0;
    if (to < names.length && add(to)) [to, open] = [to + 1, open + 1];
    if (from > 0 && add(from - 1)) [from, open] = [from - 1, open + 1];
  }
  return { from, to, head: withHead };
}

/** A box on the map: its middle and half of its width and height. */
export interface Block { x: number; y: number; w: number; h: number }

function shared(a: Block, b: Block): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x - a.w, b.x - b.w);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y - a.h, b.y - b.h);
  return w > 0 && h > 0 ? w * h : 0;
}

/** Half of the odds chip's size, and of the band at the foot of a counter in which its values stand. */
const CHIP = { w: 50, h: 17 };
const VALUES = { w: COUNTER / 2, h: 10, below: 13 };

/** Where a chip is tried, from a struck hex: first below it. */
const STEPS = [38, -38, 32, -32, 46, -46, 56, -56, 64, -64, 20, -20, 10, -10, 0].flatMap((dy) => [0, -14, 14, -28, 28, -42, 42, -56, 56, -66, 66].map((dx) => [dx, dy] as const));

/**
 * Where the odds of an attack go: by one of its hexes or between them, where they cover least of all of the values of counters, then of counters.
 * `stands` are the centres of the hexes that hold counters, `size` is the chip's scale.
 */
export function placeChip(struck: readonly { x: number; y: number }[], stands: readonly { x: number; y: number }[], size: number): { x: number; y: number } {
  const half = { w: CHIP.w * size, h: CHIP.h * size };
  const mean = { x: struck.reduce((sum, p) => sum + p.x, 0) / struck.length, y: struck.reduce((sum, p) => sum + p.y, 0) / struck.length };
  const places = struck.flatMap((p) => STEPS.map(([dx, dy]) => ({ x: p.x + dx, y: p.y + dy })));
  const near = stands.filter((p) => Math.abs(p.x - mean.x) < 260 && Math.abs(p.y - mean.y) < 260);
  const cost = (at: { x: number; y: number }): number => {
    const chip = { ...at, ...half };
    const hidden = near.reduce((sum, p) => sum + 20 * shared(chip, { x: p.x, y: p.y + VALUES.below, w: VALUES.w, h: VALUES.h })
      + shared(chip, { ...p, w: COUNTER / 2, h: COUNTER / 2 }), 0);
    return hidden + 2 * Math.min(...struck.map((p) => Math.hypot(at.x - p.x, at.y - p.y))) + 0.5 * Math.hypot(at.x - mean.x, at.y - mean.y);
  };
  return places.reduce((best, place) => (cost(place) < cost(best) - 1e-6 ? place : best));
}
