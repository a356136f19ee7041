/** Milliseconds after which a move that was heard shall be on the map, however many were heard with it. */
export const LAG = 1200;
/** What is hurried can still be seen. */
const QUICKEST = 40;

/** How long the next of several moves may take.
 *  @param own milliseconds it would take alone
 *  @param left milliseconds until the last of them is due
 *  @param waiting moves that wait behind it
 */
export function pace(own: number, left: number, waiting: number): number {
  return waiting === 0 ? own : Math.min(own, Math.max(QUICKEST, left / (waiting + 1)));
}
