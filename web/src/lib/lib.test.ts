import { describe, expect, it } from "vitest";
import { actionText, citeNumber, cited, columns, halves, learnHeadings, outcomeWords } from "./action";
import { buttonGroups, buttons, fits, hexNamed, mayAdd, owed, spread, sumOf } from "./choices";
import { ago } from "./dates";
import { HexMap, SIDE, type Point } from "./hexes";
import { fitSteps, formFor, levelFor, placeChip, placeFan, stackOffsets } from "./layout";
import { LAG, pace } from "./pace";
import { withNames } from "./speech";
import { controlFor } from "./pointing";
import { tour } from "./tour";
import { lessonOf } from "../lobby/rows";
import { chipsOf } from "../map/glyphs";
import type { AllocateChoice, ButtonChoice, Choice, GameRow, Outcome, RouteChoice, Sheet, View } from "./types";

/** A pointy map of 6 rows and 6 columns; even rows stand half a hex to the right. */
function sheet(): Sheet {
  const hexes: Sheet["hexes"] = {};
  for (let row = 1; row <= 6; row += 1) {
    for (let column = 1; column <= 6; column += 1) {
      const label = `0${row}0${column}`;
      hexes[label] = [SIDE * (column + (row % 2 ? 0 : 0.5)), 500 - (SIDE * Math.sqrt(3) * row) / 2, "clear"];
    }
  }
  return { hexes, size: [500, 500], turns: [], units: {}, art: { terrain: "", counters: "" } };
}

describe("citations", () => {
  it("are numbers, or the headings of a rulebook without numbers", () => {
    expect(citeNumber("kursk:combat-A")).toBe("combat-A");
    learnHeadings({ "kursk:combat-A": "Combat A" });
    expect([citeNumber("kursk:combat-A"), citeNumber("rof:12.65"), citeNumber(undefined)]).toEqual(["Combat A", "12.65", ""]);
  });
  it("carry a sign that no value has", () => {
    expect([cited("rof:11.0"), cited("rof:opt-air-1"), cited("")]).toEqual(["(§\u200911.0)", "(§\u2009optional)", ""]);
  });
});

describe("shifts of columns", () => {
  it("are told in words, whether they come as numbers or as on the table", () => {
    expect([2, -1, 0, "1R", "2L", "+1", "to 5:1"].map(columns)).toEqual(["2 right", "1 left", "0", "1 right", "2 left", "+1", "to 5:1"]);
  });
});

describe("the pace of moves on the map", () => {
  it("is their own as long as none waits", () => {
    expect(pace(900, 0, 0)).toBe(900);
    expect(pace(140, LAG, 3)).toBe(140);
  });
  it("brings all of them home in time", () => {
    let left = LAG;
    for (let waiting = 12; waiting >= 0; waiting -= 1) left -= pace(waiting === 0 ? 90 : 900, left, waiting);
    expect(left).toBeGreaterThan(-1);
  });
});

describe("time that has passed", () => {
  it("is told in the largest unit that fits", () => {
    expect([0, 59, 60, 3 * 3600 + 5, 86_400, 20 * 86_400].map((past) => ago(1e9, 1e9 + past)))
      .toEqual(["just now", "just now", "1 minute ago", "3 hours ago", "yesterday", "2 weeks ago"]);
  });
  it("is none when the clocks differ", () => {
    expect(ago(1e9 + 30, 1e9)).toBe("just now");
  });
});

describe("text of actions", () => {
  it("puts units, hexes, amount and word in this order", () => {
    expect(actionText({ verb: "move", units: ["S-1", "S-2"], hexes: ["0101", "0102"] })).toBe("move S-1 S-2 0101 0102");
    expect(actionText({ verb: "move", units: ["S-1"], hexes: ["0101"], word: "south" })).toBe("move S-1 0101 @south");
    expect(actionText({ verb: "lose", units: [["S-1", 2], ["S-2", 1]] })).toBe("lose S-1*2 S-2*1");
    expect(actionText({ verb: "bid", amount: 3 })).toBe("bid =3");
  });
  it("writes half points as players do", () => {
    expect([0, 1, 2, 7, 10].map(halves)).toEqual(["0", "½", "1", "3½", "5"]);
  });
});

describe("hex map", () => {
  const map = new HexMap(sheet());
  it("finds orientation and neighbours from the coordinates", () => {
    expect(map.pointy).toBe(true);
    expect(map.neighbours("0303")).toEqual(["0304", "0403", "0402", "0302", "0202", "0203"]);
    expect(map.neighbours("0101")).toEqual(["0102", "0201", null, null, null, null]);
  });
  it("picks the hex under a point", () => {
    const c = map.centre("0404");
    expect(map.pick(c.x + 20, c.y - 12)).toBe("0404");
    expect(map.pick(-300, 0)).toBeNull();
  });
  it("gives both hexes of a side the same two corners", () => {
    const [a, b] = map.side("0303", "0304")!;
    const [c, d] = map.side("0304", "0303")!;
    expect(Math.hypot(a.x - d.x, a.y - d.y)).toBeLessThan(0.1);
    expect(Math.hypot(b.x - c.x, b.y - c.y)).toBeLessThan(0.1);
    expect(map.side("0303", "0305")).toBeNull();
  });
  it("outlines a set as closed loops, a hole as a loop of its own", () => {
    const ring = new Set(map.neighbours("0303").filter((h): h is string => h !== null));
    const loops = map.outline(ring).split("Z").filter(Boolean);
    expect(loops).toHaveLength(2);
    expect(loops.map((loop) => loop.split("L").length).sort((x, y) => x - y)).toEqual([6, 18]);
  });
  it("walks with arrow keys", () => {
    expect(map.step("0303", "right", "right")).toBe("0304");
    expect(map.step("0303", "up", "left")).toBe("0402");
    expect(map.step("0303", "down", "right")).toBe("0203");
  });
  it("connects two hexes by neighbours", () => {
    const path = map.shortest("0101", "0505");
    expect(path[0]).toBe("0101");
    expect(path.at(-1)).toBe("0505");
    expect(path).toHaveLength(7);
    path.slice(1).forEach((hex, i) => expect(map.neighbours(path[i]!)).toContain(hex));
  });
});

describe("layout", () => {
  it("chooses form and level by pixels", () => {
    expect([11, 12, 20, 21, 39, 40].map(formFor)).toEqual(["A", "B", "B", "C", "C", "D"]);
    expect([25, 26, 43, 44, 80, 81].map(levelFor)).toEqual(["far", "middle", "middle", "normal", "normal", "close"]);
  });
  it("shows at most four of a stack, the last one on top, centred sideways", () => {
    const placed = stackOffsets(["a", "b", "c", "d", "e"]);
    expect(placed.map((p) => p.item)).toEqual(["b", "c", "d", "e"]);
    expect(placed.filter((p) => p.top).map((p) => p.item)).toEqual(["e"]);
    expect(placed[0]!.x + placed[3]!.x).toBeCloseTo(-46);
    expect(placed[3]!.y).toBeLessThan(placed[0]!.y);
  });
  it("keeps the fan inside the frame", () => {
    const frame = { width: 390, height: 500 };
    for (const [x, y] of [[0, 0], [389, 10], [200, 499], [5, 250]] as const) {
      const plate = placeFan(4, x, y, 50, frame);
      expect(plate.x).toBeGreaterThanOrEqual(0);
      expect(plate.x + plate.width).toBeLessThanOrEqual(frame.width);
      expect(plate.y).toBeGreaterThanOrEqual(0);
      expect(plate.y + plate.height).toBeLessThanOrEqual(frame.height);
    }
  });
});

describe("choices", () => {
  const lose: AllocateChoice = { kind: "allocate", verb: "lose", label: "Lose", units: { a: 2, b: 1, c: 2 }, total: 4, even: true };
  it("spreads losses evenly and completely", () => {
    const given = spread(lose);
    expect(sumOf(given)).toBe(4);
    expect(given).toEqual({ a: 2, b: 1, c: 1 });
    expect(owed({ ...lose, total: 9 })).toBe(5);
  });
  it("allows a second loss only when everybody has one", () => {
    expect(mayAdd(lose, { a: 1, b: 1 }, "a")).toBe(false);
    expect(mayAdd(lose, { a: 1, b: 1, c: 1 }, "a")).toBe(true);
    expect(mayAdd(lose, { a: 1, b: 1, c: 1 }, "b")).toBe(false);
  });
  it("takes a stack along only from one hex", () => {
    const units: View["units"] = { a: ["0101", 1, [], 0], b: ["0101", 1, [], 0], c: ["0102", 1, [], 0] };
    const view = { units } as View;
    const go: RouteChoice = { kind: "route", verb: "move", label: "Move", units: ["a", "b", "c"], together: true };
    expect(fits(go, ["a", "b"], view)).toBe(true);
    expect(fits(go, ["a", "c"], view)).toBe(false);
    expect(fits({ ...go, together: false }, ["a", "b"], view)).toBe(false);
    expect(fits(go, [], view)).toBe(false);
  });
});

describe("tour", () => {
  it("visits every place once and never jumps past a nearer one", () => {
    const stops = [0, 300, 10, 290, 20].map((x, i) => ({ hex: String(i), x, y: 0 }));
    expect(tour(stops).map((s) => s.x)).toEqual([0, 10, 20, 290, 300]);
  });
});

describe("the hex of a button", () => {
  const onMap = (hex: string): boolean => hex.startsWith("28");
  it("is the one on the map that it names", () => {
    expect(["Advance into 2831", "Put into reserve", "Advance into 9931", "2831 or 2832"].map((label) => hexNamed(label, onMap))).toEqual(["2831", null, null, null]);
  });
});

describe("buttons", () => {
  const press = (label: string, more: Partial<ButtonChoice> = {}): ButtonChoice => ({ kind: "button", verb: label, label, ...more });
  it("keep grouped ones apart and put the one that goes on last", () => {
    const list = [press("on", { primary: true }), press("a", { group: "1st Army" }), press("b", { group: "1st Army" }), press("other")];
    expect(buttons(list).map((b) => b.label)).toEqual(["other", "on"]);
    expect(buttonGroups(list).map(([name, group]) => [name, group.length])).toEqual([["1st Army", 2]]);
  });
});

describe("words", () => {
  it("says names for ids, as a list where ids stand side by side", () => {
    const units = { "K-1": { side: "soviet", name: "1st Corps" }, "K-2": { side: "soviet", name: "2nd Corps" }, "K-3": { side: "soviet", name: "3rd Corps" } };
    const known = { ...sheet(), units };
    expect(withNames(known, "K-1 must attack and has only 0622")).toBe("1st Corps must attack and has only 0622");
    expect(withNames(known, "K-1 K-2 of Offensive armies, K-3: too much")).toBe("1st Corps and 2nd Corps of Offensive armies, 3rd Corps: too much");
    expect(withNames(known, "K-1 K-2 K-3 stay")).toBe("1st Corps, 2nd Corps and 1 more stay");
    expect(withNames(known, "4½ divisions stand in 0108")).toBe("4½ divisions stand in 0108");
    expect(withNames(null, "K-1 stays")).toBe("K-1 stays");
  });
  it("draws the two chips that say most", () => {
    const drawn = (mark: string): string => (mark === "railed" ? "" : mark);
    expect(chipsOf(["oos", "oos-2", "finished"], drawn)).toEqual(["oos-2"]);
    expect(chipsOf(["railed", "oos", "entrenched", "no-zone"], drawn)).toEqual(["oos", "entrenched"]);
  });
});

describe("the control that a lesson speaks of", () => {
  const empty = { selection: [], target: null, preview: null };
  const offered = [
    { kind: "units", verb: "reserve", label: "Put into reserve", units: ["S-1"], least: 1, most: 1 },
    { kind: "route", verb: "move", label: "Move", units: ["S-1", "S-2"] },
    { kind: "attack", verb: "attack", label: "Attack", targets: { "0203": ["S-1", "S-2"] } },
    { kind: "button", verb: "end", word: "now", label: "End phase" },
  ] as Choice[];
  it("is none before the unit is in hand", () => {
    expect(controlFor("reserve S-1", offered, empty)).toBe("");
    expect(controlFor("reserve S-1", offered, { ...empty, selection: ["S-1"] })).toBe("reserve-");
  });
  it("is a button at once", () => {
    expect(controlFor("end @now", offered, empty)).toBe("end-now");
    expect(controlFor("end @later", offered, empty)).toBe("");
  });
  it("of a move is the one that confirms it, if its end is shown", () => {
    expect(controlFor("move S-1 0101 0102", offered, { ...empty, selection: ["S-1"], preview: "0101" })).toBe("");
    expect(controlFor("move S-1 0101 0102", offered, { ...empty, selection: ["S-1"], preview: "0102" })).toBe("here");
  });
  it("of an attack is first the one that takes all units, then the one that declares it", () => {
    expect(controlFor("attack S-1 S-2 0203", offered, empty)).toBe("");
    expect(controlFor("attack S-1 S-2 0203", offered, { ...empty, target: "0203", selection: ["S-1"] })).toBe("all");
    expect(controlFor("attack S-1 S-2 0203", offered, { ...empty, target: "0203", selection: ["S-2", "S-1"] })).toBe("declare");
  });
});

describe("the offer to learn", () => {
  const row = (lesson: string, result: string | null): GameRow =>
    ({ game: `${lesson} ${result}`, lesson, result: result === null ? null : { winner: null, level: result, text: "" } }) as GameRow;
  it("goes only when a lesson is finished or somebody plays without one", () => {
    expect(lessonOf(null)).toEqual({ begun: null, newcomer: false });
    expect(lessonOf([])).toEqual({ begun: null, newcomer: true });
    expect(lessonOf([row("First attack", "done")]).newcomer).toBe(false);
    expect(lessonOf([row("", null)]).newcomer).toBe(false);
  });
  it("is to go on with the lesson begun last", () => {
    const rows = [row("", null), row("First attack", "done"), row("First attack", null), row("The road", null)];
    expect(lessonOf(rows).begun).toBe(rows[2]);
  });
});

describe("the sequence line", () => {
  const names = ["Replacements", "Movement", "Tank combat", "Air strikes", "Combat", "Reserve movement"];
  const width = (from: number, to: number): number => names.slice(from, to).join("").length * 7.8;
  it("shows the running step whole, and of the others what fits", () => {
    for (let now = 0; now < names.length; now += 1) {
      for (const room of [60, 140, 230, 400, 640, 2000]) {
        const { from, to } = fitSteps(names, now, "Soviet turn", room);
        expect(from <= now && now < to).toBe(true);
        if (to - from > 1) expect(width(from, to)).toBeLessThan(room);
      }
    }
  });
  it("shows all where there is room", () => {
    expect(fitSteps(names, 4, "Soviet turn", 2000)).toEqual({ from: 0, to: 6, head: true });
    expect(fitSteps(names, 4, "Soviet turn", 70)).toEqual({ from: 4, to: 5, head: false });
  });
});

describe("the odds chip", () => {
  const size = 0.85;
  /** Does a chip cover values of a counter? */
  const hides = (chip: Point, stand: Point): boolean => Math.abs(chip.x - stand.x) < 50 * size + 22 && Math.abs(chip.y - (stand.y + 13)) < 17 * size + 9;
  const flat = [0, 1, 2, 3, 4, 5].map((n) => ({ x: SIDE * Math.cos(((n + 0.5) * Math.PI) / 3), y: SIDE * Math.sin(((n + 0.5) * Math.PI) / 3) }));
  it("covers no values, wherever one side of the target is free", () => {
    for (let free = 0; free < 6; free += 1) {
      const stands = [{ x: 0, y: 0 }, ...flat.filter((_, n) => n !== free)];
      const chip = placeChip([{ x: 0, y: 0 }], stands, size);
      expect(stands.filter((stand) => hides(chip, stand))).toEqual([]);
    }
  });
  it("of hexes attacked together stands by one of them", () => {
    const struck = [{ x: 0, y: 0 }, { x: 0, y: SIDE }];
    const chip = placeChip(struck, struck, size);
    expect(struck.some((p) => Math.hypot(chip.x - p.x, chip.y - p.y) < 1.2 * SIDE)).toBe(true);
  });
});

describe("outcomes", () => {
  const outcome = (more: Partial<Outcome>): Outcome => ({ result: "", faces: [1], chance: 1 / 6, attacker_steps: 0, defender_steps: 0, ...more });
  it.each([
    [outcome({ attacker_steps: 1, defender_steps: 2 }), "you 1, enemy 2", "enemy 1, you 2"],
    [outcome({ attacker_steps: 1, defender_steps: 1, price: 3 }), "you strength 3, enemy 1", "enemy strength 3, you 1"],
    [outcome({ retreat: 1, back: "both" }), "both go back", "both go back"],
    [outcome({ retreat: 1, back: "attacker" }), "you go back", "enemy goes back"],
    [outcome({ retreat: 2 }), "enemy goes back 2", "you go back 2"],
    [outcome({ defender_steps: 1, retreat: 1 }), "you 0, enemy 1, back 1", "enemy 0, you 1, back 1"],
  ])("says who loses what and who goes back", (told, attacker, defender) => {
    expect(outcomeWords(told, true)).toBe(attacker);
    expect(outcomeWords(told, false)).toBe(defender);
  });
});
