/** What the marks of a unit are called, and which of them are drawn as chips. The drawings come with the counters. */

const NAMES: Record<string, string> = {
  reserve: "in reserve", oos: "out of supply", "oos-2": "out of supply for the second time", fired: "has fired", entrenched: "entrenched", attacking: "attacking",
  breakthrough: "attacked in the breakthrough", moved: "has moved", finished: "has finished moving", attacked: "has been attacked",
  "no-zone": "has no zone of control", refugee: "has retreated onto these units", railed: "has gone by rail", cut: "out of supply now",
  patrol: "on patrol", flown: "has flown",
};
const DONE = new Set(["moved", "done", "acted", "finished"]);
/** What a mark says that another one says more strongly. */
const WEAKER: Record<string, string> = { oos: "oos-2" };

export function markNames(marks: readonly string[]): string[] {
  return marks.map((mark) => NAMES[mark] ?? mark.replace(/-/g, " "));
}

/** At most two chips of those that have a drawing, what the player chose first. */
export function chipsOf(marks: readonly string[], drawn: (mark: string) => string): string[] {
  return marks.filter((mark) => !DONE.has(mark) && !marks.includes(WEAKER[mark] ?? "") && drawn(mark)).slice(0, 2);
}

export function isDone(marks: readonly string[]): boolean {
  return marks.some((mark) => DONE.has(mark));
}

const MARKERS: Record<string, string> = { barrage: "Barrage", interdiction: "Interdiction", support: "Ground support", patrol: "Air patrol", raid: "Air raid", lure: "Lure" };

export function markerName(kind: string): string {
  return MARKERS[kind] ?? kind.replace(/-/g, " ");
}
