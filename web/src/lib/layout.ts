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

/** Where the fan of a stack goes: above the hex if there is room, below otherwise, always inside the frame. */
export function placeFan(
  count: number, hexX: number, hexY: number, hexSize: number, frame: { width: number; height: number }, cell = 60,
): Plate {
  const pad = 8;
  const gap = 8;
  const columns = Math.max(1, Math.min(count, Math.floor((frame.width - 2 * pad - 16) / (cell + gap))));
  const rows = Math.ceil(count / columns);
  const width = columns * (cell + gap) - gap + 2 * pad;
  const height = rows * (cell + gap) - gap + 2 * pad;
  const x = Math.max(6, Math.min(frame.width - width - 6, hexX - width / 2));
  const above = hexY - hexSize * 0.62 - height - 6;
  const below = above < 6;
  const y = below ? Math.min(frame.height - height - 6, hexY + hexSize * 0.62 + 6) : above;
  const tip = Math.max(14, Math.min(width - 14, hexX - x));
  return { x, y, width, height, cell, columns, below, tip };
}
