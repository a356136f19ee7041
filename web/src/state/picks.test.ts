import { describe, expect, it, vi } from "vitest";
import { TableKeys } from "../table/keys";
import type { Choice, Decision, Hex, UnitState, View } from "../lib/types";
import { Picks } from "./picks.svelte";
import { promptOf } from "./prompt";
import { cycle } from "./round";
import type { Session } from "./session.svelte";
import type { Table } from "./table.svelte";

// What the modules ask of a browser when they are loaded.
vi.hoisted(() => {
  const none = { matches: false, addEventListener: () => undefined };
  Object.assign(globalThis, { matchMedia: () => none, localStorage: { getItem: () => null, setItem: () => undefined } });
});

/** A table with units in hexes, at which these choices are open; what is sent to the server is noted. */
function laid(places: Record<string, Hex>, ...choices: Choice[]): { picks: Picks; table: Table; sent: string[]; said: string[] } {
  const [sent, said]: [string[], string[]] = [[], []];
  const units = Object.fromEntries(Object.entries(places).map(([unit, hex]): [string, UnitState] => [unit, [hex, 1, [], 0]]));
  const view = { units, attacks: [], tracks: [], steps: [["Combat", "now"]], title: "Soviet turn", turn: 1, active: "soviet", result: null } as unknown as View;
  const decision: Decision = { side: "soviet", yours: true, title: "", prompt: "What now?", choices };
  const onMap = (hex: Hex): boolean => /^\d{4}$/.test(hex);
  const session = {
    view, decision, fault: null, blocked: false, canUndo: false, link: "open", seq: 0,
    map: { has: onMap, centre: (hex: Hex) => ({ x: Number(hex.slice(2)), y: Number(hex.slice(0, 2)) }) },
    sheet: { units: Object.fromEntries(Object.keys(places).map((unit) => [unit, { side: unit[0] === "S" ? "soviet" : "german", name: unit }])) },
    act: (action: string) => Promise.resolve(sent.push(action) > 0),
    say: (fault: { refusals: { text: string }[] } | null) => fault && said.push(fault.refusals[0]!.text),
  } as unknown as Session;
  const picks = new Picks(session, () => view, () => false);
  picks.settle();
  const table = {
    session, picks, view, replay: { on: false, missed: null }, lesson: { on: false, over: false }, motion: { flights: [] },
    next: (direction: 1 | -1) => (picks.focus = cycle(picks, direction, { x: 0, y: 0 })),
  } as unknown as Table;
  return { picks, table, sent, said };
}

/** Press a key with the focus on the map, or on something else. */
function press(table: Table, key: string, within = ".map"): void {
  const target = { matches: () => false, closest: (selector: string) => (selector.split(", ").includes(within) ? target : null) };
  new TableKeys(table, () => undefined).press({ key, target, preventDefault: () => undefined } as unknown as KeyboardEvent);
}

const resolve: Choice = { kind: "hex", verb: "resolve", label: "Resolve", units: [], hexes: ["0203"] };
const lose: Choice = { kind: "allocate", verb: "lose", label: "Lose 1 step", units: { "S-1": 1, "S-2": 1 }, total: 1 };
const fire: Choice = { kind: "target", verb: "fire", label: "Fire", units: ["S-1", "S-2"], targets: ["G-1"] };
const end: Choice = { kind: "button", verb: "end", label: "End", primary: true, confirm: "End the phase?" };

describe("J and K", () => {
  it.each([
    ["attacks to resolve", {}, [resolve]],
    ["losses to share", { "S-1": "0101", "S-2": "0102" }, [lose]],
    ["targets, some of them one's own", { "S-1": "0101", "S-2": "0102" }, [{ ...fire, targets: ["S-1", "S-2"] }]],
    ["aircraft beside the map", { "S-1": "ready", "S-2": "ready" }, [{ ...fire, targets: ["S-1", "S-2"] }]],
    ["a set-up", { "S-1": "0101" }, [{ ...resolve, units: ["S-1"] }]],
  ] as [string, Record<string, Hex>, Choice[]][])("commit nothing with %s", (_, places, choices) => {
    const { table, picks, sent } = laid(places, ...choices);
    const given = { ...picks.given };
    for (const key of "jjkjjkk") press(table, key);
    expect(sent).toEqual([]);
    expect(picks.given).toEqual(given);
  });
  it("go from unit to unit where several are chosen", () => {
    const { table, picks } = laid({ "S-1": "0101", "S-2": "0102", "S-3": "0103" }, { kind: "units", verb: "advance", label: "Advance", units: ["S-1", "S-2", "S-3"], least: 1, most: 2 });
    const seen = [..."jjj"].map((key) => {
      press(table, key);
      return picks.selection.join(" ");
    });
    expect(seen).toEqual(["S-1", "S-2", "S-3"]);
  });
});

describe("Enter", () => {
  it("does what bears its mark after J, too", () => {
    const { table, sent } = laid({ "S-1": "0101", "S-2": "0102" }, lose);
    press(table, "j");
    expect(promptOf(table).acts.find((act) => act.key === "↵")?.id).toBe("share");
    press(table, "Enter");
    expect(sent).toEqual(["lose S-1*1"]);
  });
  it("means the hex to which the focus was led, and then no button bears its mark", () => {
    const { table, picks, sent } = laid({ "S-1": "0101", "S-2": "0102" }, { kind: "units", verb: "advance", label: "Advance", units: ["S-1", "S-2"], least: 1, most: 2 });
    picks.selection = ["S-1"];
    picks.focus = "0102";
    expect(promptOf(table).acts.some((act) => act.key === "↵")).toBe(false);
    press(table, "Enter");
    expect(picks.selection).toEqual(["S-1", "S-2"]);
    press(table, "Enter");
    expect(sent).toEqual(["advance S-1 S-2"]);
  });
  it("answers an open question wherever the focus is, but for the prompt's own buttons", () => {
    const { table, sent } = laid({ "S-1": "0101" }, end, { kind: "route", verb: "move", label: "Move", units: ["S-1"] });
    press(table, "e");
    press(table, "Enter", "button");
    expect(sent).toEqual(["end"]);
    press(table, "Enter", "button");
    expect(sent).toEqual(["end"]);
  });
});

describe("a target that is clicked", () => {
  it("is struck if it is the only one of its stack", () => {
    const { picks, sent } = laid({ "S-1": "0101", "S-2": "0102", "G-1": "0201", "G-2": "0201" }, fire);
    picks.selection = ["S-1"];
    picks.clickHex("0201", "mouse", true);
    expect(sent).toEqual(["fire S-1 G-1"]);
  });
  it("spreads the stack out if there are several", () => {
    const { picks, table, sent } = laid({ "S-1": "0101", "G-1": "0201", "G-2": "0201" }, { ...fire, units: ["S-1"], targets: ["G-1", "G-2"] });
    expect(picks.selection).toEqual(["S-1"]);
    picks.clickHex("0201", "mouse", true);
    expect([picks.fan, sent]).toEqual(["0201", []]);
    expect(promptOf(table).rest).toContain("two targets in 0201");
  });
  it("takes an aircraft if all are alike, and strikes with a second click", () => {
    const { picks, sent } = laid({ "S-1": "ready", "S-2": "ready", "G-1": "0201" }, fire, end);
    expect(picks.selection).toEqual([]);
    picks.clickHex("0201", "mouse", true);
    expect([picks.selection, sent]).toEqual([["S-1"], []]);
    picks.clickHex("0201", "mouse", true);
    expect(sent).toEqual(["fire S-1 G-1"]);
  });
  it("asks who is to strike if that makes a difference", () => {
    const { picks, said, sent } = laid({ "S-1": "0101", "S-2": "0102", "G-1": "0201" }, fire, end);
    picks.clickHex("0201", "mouse", true);
    expect([picks.selection, sent]).toEqual([[], []]);
    expect(said.join()).toContain("one of your units first");
  });
});
