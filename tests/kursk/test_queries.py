"""kursk: what a player can ask of a position."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from blackearth.core.situation_file import parse
from blackearth.core.system import QueryError
from blackearth.systems.kursk import air, movement_phase, queries, supply
from blackearth.systems.kursk.board import FLOWN, PATROL
from blackearth.systems.kursk.system import SYSTEM
from tests.kursk import build, small
from tests.support.table import Table


def ask(table: Table, name: str, /, **args: Any) -> Any:
    answer = queries.answer(table.state, None, name, args)
    json.dumps(answer)
    return answer


# -- movement ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:movement-A", "kursk:zoc-enter")
def test_reach_and_path() -> None:
    table = small.position({"G-2Pz": "1917", "S-1T": "2115"})
    reach = ask(table, "reach", units="G-2Pz")
    assert reach["allowance"] == 16
    assert reach["notes"]["2015"] == ["adjacent"]
    path = ask(table, "path", units=["G-2Pz"], to="2015")
    assert path["path"][0] == "1917"
    assert path["tally"]["total"] == str(reach["hexes"]["2015"] // 2)
    assert ask(table, "path", units="G-2Pz", to="0101") == {"path": [], "tally": None}


@pytest.mark.rule("kursk:movement-H", "kursk:movement-C")
def test_who_has_moved_goes_nowhere() -> None:
    table = small.position({"G-2Pz": "1917", "G-131ID": "1816"}, begin=movement_phase.motorized)
    assert ask(table, "reach", units="G-131ID")["hexes"] == {}  # not motorized
    table.do("move G-2Pz 1917 2017")
    assert ask(table, "reach", units="G-2Pz")["hexes"] == {}
    assert ask(table, "path", units="G-2Pz", to="1917")["path"] == []
    with pytest.raises(QueryError, match="one by one"):
        ask(table, "reach", units="G-2Pz G-131ID")


@pytest.mark.rule("kursk:zoc-D", "kursk:air-interdiction")
def test_zones_and_interdicted_hexes() -> None:
    table = build.position({"G-2Pz": "2015", "G-Base1": "1515", "G-Air1": "2510"}, marks={"G-Air1": FLOWN})
    zones = ask(table, "zones", side="german")
    assert zones["interdicted"] == ["2510"]
    assert set(zones["zone"]) == {"2014", "2016", "2115", "2116", "1915", "1916", "2510"}


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:supply")
def test_the_line_to_the_railway_and_the_railway_to_the_edge() -> None:
    table = small.position({"G-2Pz": "1917"})
    line = ask(table, "supply", units="G-2Pz")["G-2Pz"]
    assert line["ok"]
    chart, grid = table.state.defn.map, table.state.defn.map.grid
    edge = grid.cell(line["path"][-1])
    assert supply.exits(table.state, 1) >> edge & 1
    ride = [grid.cell(label) for label in line["path"][line["length"] :]]
    assert line["rail"] == line["path"][line["length"]]
    assert all(chart.sides["rail"].has(a, b) for a, b in pairwise(ride))


def german(name: str, where: str) -> str:
    return f'{{id = "{name}", side = "german", kind = "infantry", values = "2-5", hex = "{where}"}}'


def soviet(name: str, where: str) -> str:
    return f'{{id = "{name}", side = "soviet", kind = "infantry", values = "2-4", hex = "{where}"}}'


#: A railway from the west edge to the east edge of the strip.
WHOLE = " ".join(f"{column:02}02" for column in range(1, 15))


def line_of_a(*units: str, rail: str = WHOLE) -> dict[str, Any]:
    """The supply of the German unit A on a strip of fourteen columns."""
    rows = ", ".join(['". . . . . . . . . . . . . ."'] * 3)
    head = 'title = "T"\nsystem = "kursk"\nscenario = "jul4"\n'
    text = f'{head}map.rows = [{rows}]\nmap.roads = ["{rail}"]\nunit = [{", ".join(units)}]'
    state = SYSTEM.situation(parse(text, "test"))
    line: dict[str, Any] = queries.answer(state, None, "supply", {"units": "A"})["A"]
    return line


@pytest.mark.rule("kursk:supply", "kursk:supply-D")
def test_what_cuts_the_railway() -> None:
    far = german("A", "1402")
    assert line_of_a(far)["path"] == WHOLE.split()[::-1]
    assert line_of_a(far, soviet("B", "0401"))["cut"] == {
        "hex": "0402", "by": ["B"], "text": "the railway is cut: an enemy zone of control in 0402",
        "cite": "kursk:supply-D",
    }  # fmt: skip
    held = line_of_a(far, soviet("B", "0302"))["cut"]
    assert (held["hex"], held["by"]) == ("0402", ["B"])
    # A unit of ours in 0402 lifts the zone there.
    taken = line_of_a(far, soviet("B", "0302"), german("C", "0402"))["cut"]
    assert taken["text"] == "the railway is cut: enemy units in 0302"


@pytest.mark.rule("kursk:air-interdiction", "kursk:supply-D")
def test_aircraft_cut_the_railway() -> None:
    aircraft = '{id = "S-Base1", hex = "1301"}', '{id = "S-Air1", hex = "0202"}'
    cut = line_of_a(german("A", "1402"), *aircraft)["cut"]
    assert (cut["text"], cut["by"]) == ("the railway is cut: enemy aircraft over 0202", ["S-Air1"])
    patrol = '{id = "S-Base15", hex = "1301"}', '{id = "S-Air15", hex = "0202", marks = ["patrol"]}'
    assert line_of_a(german("A", "1402"), *aircraft, *patrol)["cut"]["by"] == ["S-Air1"]


@pytest.mark.rule("kursk:supply", "kursk:supply-D")
def test_what_cuts_the_way_to_the_railway() -> None:
    rail = "0102 0202"
    assert line_of_a(german("A", "1402"), rail=rail)["cut"]["text"] == "no railway within 10 hexes"
    assert line_of_a(german("A", "1202"), rail=rail)["ok"]
    cut = line_of_a(german("A", "0802"), soviet("B", "0801"), soviet("D", "0803"), rail=rail)["cut"]
    assert cut["text"].startswith("an enemy zone of control in 07")
    assert set(cut["by"]) <= {"B", "D"}


@pytest.mark.rule("kursk:opt-army-integrity")
def test_a_corps_without_its_army() -> None:
    table = small.position({"S-60A": "2022", "S-1T": "2023"}, side="soviet", options=("army-integrity",))
    line = ask(table, "supply", units=["S-60A", "S-1T"])
    assert (line["S-60A"]["ok"], line["S-1T"]["ok"]) == (False, True)
    assert line["S-60A"]["cut"]["text"] == "no other unit of the 60 army within 3 hexes"
    rows = {row[0]: row[1] for row in ask(table, "unit", unit="S-60A")["rows"]}
    assert rows["Army"] == "60, within 3 hexes"
    assert rows["Supply"].startswith("out of supply: no other unit")
    assert rows["Attack, defence"] == "1, 1 (printed 2, 2)"


@pytest.mark.rule("kursk:supply")
def test_the_supplied_area_by_length() -> None:
    table = small.position({"G-2Pz": "1917", "S-1T": "2115"})
    reach, area = ask(table, "supply_reach", side="german"), ask(table, "supply_area", side="german")
    assert set(reach["hexes"]) == set(area)
    assert (min(reach["hexes"].values()), max(reach["hexes"].values()), reach["limit"]) == (0, 7, 10)
    assert {label for label, n in reach["hexes"].items() if not n} == set(reach["railways"])
    assert not set(reach["railways"]) & set(reach["closed"])
    assert "2115" not in area


# -- stacks, points, units ---------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:stacking-B", "kursk:stacking-D")
def test_a_stack_counts_divisions_and_air_units() -> None:
    units = {"G-2Pz": "1914", "G-505Tiger": "1914", "G-Base1": "1914", "G-Air1": "1914"}
    stack = ask(small.position(units, marks={"G-Air1": FLOWN | PATROL}), "stack", hex="1914")
    assert (stack["size"], stack["small"], stack["limit"], stack["aircraft"]) == (2, 1, 3, ["G-Air1"])
    assert "Orel" in stack["terrain"]


@pytest.mark.rule("kursk:victory", "kursk:victory-levels")
def test_points_line_by_line() -> None:
    table = small.position({"S-1T": "2022"})
    table.state.extra.points = (0, 12)
    points = ask(table, "points")
    assert points["score"] == [20, 12]
    assert (points["title"], points["total"]) == ("Soviet to German points", "20 to 12")
    assert points["note"] == (
        "If the game ended now: Soviet tactical victory at 1.66 to 1. By own to enemy points: tactical from 1.5 to 1,"
        " decisive from 2 to 1."
    )
    assert points["lines"][1]["value"] == "12"
    assert points["lines"][2]["label"] == "Kursk: Soviet, in supply"


#: A panzer division between two corps whose zones close all six hexes.
CUT = {"G-2Pz": "2020", "S-1T": "2019", "S-2T": "2021"}


@pytest.mark.rule("kursk:combat-D", "kursk:combat-E", "kursk:combat-F", "kursk:zoc-F", "kursk:supply-A")
def test_the_panel_of_a_unit() -> None:
    table = small.position(CUT | {"G-505Tiger": "1917"}, begin=movement_phase.initial)
    panzer = {row[0]: row[1] for row in ask(table, "unit", unit="G-2Pz")["rows"]}
    assert panzer["Attack, defence"] == "2, 2 (printed 5, 5)"
    assert panzer["Movement"] == "4 of 8 (out of supply when the phase began), and again after combat"
    assert panzer["Worth"] == "15 points"
    tiger = {row[0]: row[1] for row in ask(table, "unit", unit="G-505Tiger")["rows"]}
    assert tiger["Zone of control"] == "none"
    assert tiger["Limited unit"] == "fights only with a regular unit of its hex"
    assert tiger["Partner"] == "none in this hex"
    together = small.position({"G-2Pz": "1917", "G-505Tiger": "1917"})
    assert {row[0]: row[1] for row in ask(together, "unit", unit="G-505Tiger")["rows"]}[
        "Partner"
    ] == "2nd Panzer Division"


# -- air ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:air-D", "kursk:air-superiority", "kursk:air-interception", "kursk:air-cap")
def test_what_an_aircraft_could_do() -> None:
    units = {"G-Base1": "2015", "G-Air1": "at-base", "S-Base1": "2022", "S-Air1": "2022", "S-1T": "2018"}
    units |= {"S-Base15": "2013", "S-Air15": "2018"}
    table = small.position(units, marks={"S-Air1": FLOWN | PATROL, "S-Air15": FLOWN})
    air = ask(table, "air", unit="G-Base1")
    assert (air["hex"], air["range"], air["ready"]) == ("2015", 12, True)
    assert len(air["hexes"]) == len(set(air["hexes"]))
    assert air["prey"] == ["S-Air15"]  # the patrol over its own base cannot be intercepted
    assert air["closed"] == ["2022"]
    assert set(air["support"]) == {"2018", "2013"}
    raid = air["bases"]["S-Base1"]
    assert (raid["hex"], raid["defence"], raid["guards"]) == ("2022", 2, ["S-Air1"])
    assert raid["chances"][0] < raid["chances"][1]
    rows = {row[0]: row[1] for row in ask(table, "unit", unit="S-Air1")["rows"]}
    assert rows["Mission"] == "on patrol over 2022"
    assert {row[0]: row[1] for row in ask(table, "unit", unit="S-Air15")["rows"]}["Mission"] == "interdicts 2018"


@pytest.mark.rule("kursk:air-superiority", "kursk:air-interception")
def test_what_a_raid_or_an_interception_would_do() -> None:
    units = {"G-Base1": "2015", "G-Air1": "at-base", "G-Base4": "2015", "G-Air4": "at-base"}
    units |= {"S-Base1": "2018", "S-Air1": "2017", "S-10A": "2016"}
    table = small.position(units, marks={"S-Air1": FLOWN}, begin=air.superiority)
    strike = ask(table, "strike", unit="G-Air1", target="S-Base1")
    assert strike["text"] == "1 to 1, destroyed together with its aircraft"
    table.do("raid G-Air1 S-Base1")
    more = ask(table, "strike", unit="G-Air4", target="S-Base1")
    assert more["text"].startswith("2 to 1")
    assert more["chance"] > strike["chance"]
    assert ask(table, "strike", unit="G-Air4", target="S-Air1") == {
        "text": "sends it home and goes home itself", "chance": 1.0,
    }  # fmt: skip
    for target in ("G-Base1", "S-10A", "S-Air2", "S-Base2"):  # own, no air unit, at its base, not on the map
        with pytest.raises(QueryError):
            ask(table, "strike", unit="G-Air4", target=target)


def test_bad_questions_are_refused() -> None:
    table = small.position({"G-2Pz": "1917", "G-Air1": "at-base"})
    for name, args in (
        ("future", {}), ("reach", {}), ("reach", {"units": ["X-1"]}), ("reach", {"units": 5}),
        ("reach", {"units": "S-1T"}),
        ("path", {"units": "G-2Pz", "to": "9999"}), ("zones", {"side": "allied"}), ("stack", {"hex": "x"}),
        ("unit", {}), ("air", {"unit": "G-2Pz"}), ("air", {"unit": "G-Air1"}),
    ):  # fmt: skip
        with pytest.raises(QueryError):
            ask(table, name, **args)
