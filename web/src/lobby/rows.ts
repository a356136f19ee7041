import type { GameRow } from "../lib/types";
import { keysOf } from "../state/keyring";
import { isMachine } from "../state/players";

/** Questions about the games on the list. */

export function seatsOf(row: GameRow): string[] {
  const mine = Array.isArray(row.yours) ? row.yours : row.yours ? [row.yours] : Object.keys(keysOf(row.game).seats);
  return mine.filter((side) => !isMachine(row.seats[side]));
}

export function waits(row: GameRow): boolean {
  return !row.result && row.waiting_for !== null && seatsOf(row).includes(row.waiting_for);
}

export function keyOf(row: GameRow): string {
  const keys = keysOf(row.game);
  const seat = waits(row) ? row.waiting_for! : seatsOf(row)[0];
  return (seat !== undefined ? (row.links[seat] ?? keys.seats[seat]) : undefined) ?? row.links["watch"] ?? keys.watch ?? Object.values(row.links)[0] ?? "";
}

export function linkOf(row: GameRow): string {
  return `#/game/${row.game}/${keyOf(row)}`;
}


/** What the lobby offers to somebody who learns (the latest games come first): a first lesson, to go on with one that was begun, or no more than a line. */
export function lessonOf(games: readonly GameRow[] | null): { begun: GameRow | null; newcomer: boolean } {
  const rows = games ?? [];
  const finished = (row: GameRow): boolean => row.result !== null;
  const begun = rows.find((row) => row.lesson && !finished(row)) ?? null;
  const learned = rows.some((row) => row.lesson && finished(row));
  const played = rows.some((row) => !row.lesson);
  return { begun, newcomer: games !== null && !learned && !played };
}
