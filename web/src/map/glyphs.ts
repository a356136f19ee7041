/** What the marks of a unit are called, and which of them are drawn as chips. The drawings come with the counters. */

const NAMES: Record<string, string> = {
  reserve: "in reserve", oos: "out of supply", oos2: "out of supply twice", fired: "has fired", entrenched: "entrenched", attacking: "attacking",
  breakthrough: "breakthrough", moved: "has moved", finished: "has moved", cut: "out of supply now", patrol: "on patrol", flown: "has flown",
};
const DONE = new Set(["moved", "done", "acted", "finished"]);

export function markNames(marks: readonly string[]): string[] {
  return marks.map((mark) => NAMES[mark] ?? mark.replace(/-/g, " "));
}

/** At most two chips, what the player chose first. */
export function chipsOf(marks: readonly string[]): string[] {
  return marks.filter((mark) => !DONE.has(mark)).slice(0, 2);
}

export function isDone(marks: readonly string[]): boolean {
  return marks.some((mark) => DONE.has(mark));
}

const MARKERS: Record<string, string> = { barrage: "Barrage", interdiction: "Interdiction", support: "Ground support", patrol: "Air patrol", lure: "Lure" };

export function markerName(kind: string): string {
  return MARKERS[kind] ?? kind.replace(/-/g, " ");
}
