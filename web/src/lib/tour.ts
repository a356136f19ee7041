import type { Hex } from "./types";

export interface Stop { hex: Hex; x: number; y: number }

export function nearest(stops: readonly Stop[], to: { x: number; y: number }): Stop | null {
  let best: Stop | null = null;
  let least = Infinity;
  for (const stop of stops) {
    const far = (stop.x - to.x) ** 2 + (stop.y - to.y) ** 2;
    if (far < least) [least, best] = [far, stop];
  }
  return best;
}

/** A round trip that always goes on to the nearest place not yet seen, so that the eye never jumps far. Begins in the west. */
export function tour(stops: readonly Stop[]): Stop[] {
  const left = [...stops].sort((a, b) => a.x - b.x || a.y - b.y);
  const round: Stop[] = [];
  let at = left.shift();
  while (at) {
    round.push(at);
    const next = nearest(left, at);
    if (next) left.splice(left.indexOf(next), 1);
    at = next ?? undefined;
  }
  return round;
}
