function playerOf(seat: unknown): string {
  return typeof seat === "string" ? seat : ((seat as { player?: string } | undefined)?.player ?? "");
}

/** Does the computer play a seat? */
export function isMachine(seat: unknown): boolean {
  const player = playerOf(seat);
  return player !== "" && player !== "human";
}

/** Which of the computer players: the strongest has no name of its own. */
export function machineName(seat: unknown): string {
  const player = playerOf(seat);
  return player === "computer" ? "Computer" : `Computer (${player})`;
}
