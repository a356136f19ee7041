/** Does the computer play a seat? */
export function isMachine(seat: unknown): boolean {
  const player = typeof seat === "string" ? seat : ((seat as { player?: string } | undefined)?.player ?? "");
  return player !== "" && player !== "human";
}
