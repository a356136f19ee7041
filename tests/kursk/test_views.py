"""kursk: what the page is shown (units, aircraft over hexes, attacks, tracks, boxes), and positions of situations."""

from __future__ import annotations

import json

import pytest

from blackearth.core.situation_file import PositionError, parse
from blackearth.core.state import State
from blackearth.systems.kursk import board, content, movement_phase, sequence, views
from blackearth.systems.kursk.board import FLOWN, PATROL
from blackearth.systems.kursk.system import SYSTEM
from tests.kursk import build, small

SCENARIOS = content.scenario_ids()


def started(scenario: str, *options: str) -> State:
    return SYSTEM.start(SYSTEM.define(scenario, dict.fromkeys(options, True), {}), "00" * 16, "suggested")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_view_tells_all_units_and_is_json(scenario: str) -> None:
    state = started(scenario)
    seen = views.view(state)
    json.dumps(seen)
    assert set(seen["units"]) == set(state.defn.roster.ids)
    assert (seen["turn"], seen["turns"], seen["result"]) == (1, 6, None)
    assert {box["id"] for box in seen["boxes"]} - {"arriving"} == {"at-base"}
    assert seen["control"] == {"soviet": [], "german": []}


@pytest.mark.rule("kursk:victory-objectives")
def test_points_at_the_start() -> None:
    assert views.view(started("jul4"))["points"] == {"soviet": 20, "german": 0}
    assert views.view(started("aug3"))["points"] == {"soviet": 0, "german": 0}
    assert views.view(started("aug3-historical"))["points"] == {"soviet": 20, "german": 100}


@pytest.mark.rule("kursk:sequence")
def test_steps_of_a_player_turn() -> None:
    table = small.position({"G-2Pz": "1917"}).run(lambda s: sequence.Play("player turn", 6))
    steps = dict(views.steps(table.state))
    assert (steps["Combat"], steps["Motorized movement"], steps["Air take-off"]) == ("done", "now", "next")


@pytest.mark.rule("kursk:supply")
def test_a_unit_without_a_line_is_cut_and_halved() -> None:
    table = small.position(
        {"G-2Pz": "2020", "S-1T": "2019", "S-2T": "2021", "G-131ID": "0802"}, begin=movement_phase.initial
    )
    units = views.view(table.state)["units"]
    assert units["G-2Pz"] == ("2020", 1, ["oos", "cut"], 0)
    assert units["G-131ID"] == ("0802", 1, [], 0)
    assert units["G-Air1"][0] == "nowhere"


@pytest.mark.rule("kursk:air-interdiction", "kursk:air-cap", "kursk:air-D")
def test_aircraft_over_hexes_are_markers_and_those_ready_are_counted() -> None:
    units = {
        "G-Base1": "1914",
        "G-Air1": "2018",
        "G-Base4": "1914",
        "G-Air4": "2018",
        "S-Base1": "2022",
        "S-Air1": "2018",
    }
    units |= {"G-Base8A": "1816", "G-Air8A": "at-base"}
    marks = {"G-Air1": FLOWN | PATROL, "G-Air4": FLOWN | PATROL, "S-Air1": FLOWN}
    table = small.position(units, marks=marks)
    seen = views.view(table.state)
    assert {"kind": "patrol", "hex": "2018", "side": "german", "count": 2} in seen["markers"]
    assert {"kind": "interdiction", "hex": "2018", "side": "soviet", "count": 1} in seen["markers"]
    assert ("german", 1, 3) in [(t["side"], t["value"], t["max"]) for t in seen["tracks"]]


@pytest.mark.rule("kursk:combat-H", "kursk:air-close-support")
def test_the_running_attack_on_two_hexes() -> None:
    north, near, far = "2014", "2115", "2116"
    units = {"G-2Pz": "2015", "S-1T": near, "S-2T": far, "G-Base1": "1515", "G-Air1": "at-base"}
    table = build.position(units).do(f"attack G-2Pz {near} {far}")
    assert views.attacks(build.position({"G-2Pz": "2015", "S-1T": north}).state) == []
    attacks = views.view(table.state)["attacks"]
    assert [a["to"] for a in attacks] == [near, far]
    assert attacks[0] == {"from": {"2015": ["G-2Pz"]}, "to": near, "state": "open", "raw": "1-2", "final": "1-2"}


@pytest.mark.rule("kursk:opt-kampfgruppen")
def test_kampfgruppen_are_shown_only_with_the_option() -> None:
    assert "in-reserve" not in {box["id"] for box in views.boxes(started("jul4"))}
    assert "in-reserve" in {box["id"] for box in views.boxes(started("jul4", "kampfgruppen"))}


# -- positions of situations -------------------------------------------------------------------------------------------


def situation(text: str) -> State:
    return SYSTEM.situation(parse(f'title = "T"\nsystem = "kursk"\nscenario = "jul4"\n{text}', "test"))


LITTLE = """
map.rows = [". . . . .", ". f . s .", ". . . . ."]
map.sides.river = ["0202/0203"]
map.roads = ["0102 0201 0302 0401 0502"]
map.marked.german_lines = ["0203"]
map.places = [{name = "Ponyri", hexes = ["0302"], points = 5}]
"""


@pytest.mark.rule("kursk:supply", "kursk:tec-forest", "kursk:tec-river")
def test_a_little_map_has_railways_rivers_works_and_places() -> None:
    state = situation(
        LITTLE
        + 'unit = [{id = "A", side = "german", kind = "infantry", values = "2-5", hex = "0302", marks = ["oos"]}]'
    )
    chart, grid = state.defn.map, state.defn.map.grid
    assert grid.labels(chart.masks["forest"]) == ["0202"]
    assert grid.labels(chart.masks["german_supply"]) == ["0102"]
    assert grid.labels(chart.masks["soviet_supply"]) == ["0502"]
    assert grid.labels(chart.masks["german_works"]) == ["0203"]
    assert chart.sides["river"].has(grid.cell("0202"), grid.cell("0203"))
    assert SYSTEM.score(state) == (0, 5)
    assert SYSTEM.check(state) == []


@pytest.mark.rule("kursk:combat-G", "kursk:zoc-F", "kursk:victory")
def test_units_by_their_values() -> None:
    units = """
map.rows = [". . .", ". . ."]
unit = [
  {id = "Tiger", side = "german", kind = "armour", values = "1-8", traits = ["bracketed"], hex = "0101"},
  {id = "Guns", side = "soviet", kind = "artillery", values = "4-0-4", hex = "0301"},
  {id = "Rifles", side = "soviet", kind = "infantry", values = "2-4", traits = ["army 60"], hex = "0301"},
  {id = "Panzer", side = "german", kind = "armour", values = "6-8", hex = "0101"},
]
"""
    state = situation(units)
    r = board.roster(state)
    tiger, guns, rifles, panzer = (r.index[name] for name in ("Tiger", "Guns", "Rifles", "Panzer"))
    assert [r.limited[u] for u in (tiger, guns, rifles, panzer)] == ["bracketed", "attack", "", ""]
    assert [r.zone[u] for u in (tiger, guns, rifles, panzer)] == [False, False, True, True]
    assert [r.stacking[u] for u in (tiger, guns)] == ["small", "full"]
    assert (r.integrity[rifles], r.kampfgruppe[panzer], r.points[panzer]) == (3, "KG-2-8", 18)


def test_a_position_of_the_scenario_with_aircraft_in_the_air() -> None:
    state = situation(
        'side = "soviet"\nphase = "movement"\nunit = [{id = "G-Base1", hex = "1914"}, {id = "G-Base4", hex = "1914"},'
        ' {id = "G-Air1", hex = "2018", marks = ["patrol"]}, {id = "S-1T", hex = "2022"}]'
    )
    units = views.view(state)["units"]
    assert units["G-Air1"] == ("2018", 1, ["flown", "patrol"], 0)
    assert units["G-Air4"][0] == "at-base"
    assert SYSTEM.check(state) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('setup = "own"', "setup"),
        ('phase = "supply"', "phase"),
        ('markers.mine = ["2022"]', "markers.mine"),
        ("tracks.air = 2", "tracks.air"),
        ('conditions.weather = "mud"', "conditions.weather"),
        ("turn = 7", "turn"),
        ('unit = [{id = "S-1T", hex = "9999"}]', "unit[0].hex"),
        ('unit = [{id = "S-1T", hex = "2022", marks = ["tired"]}]', "unit[0].marks"),
        ('unit = [{id = "A", side = "soviet", kind = "tank", values = "1-2", hex = "2022"}]', "unit[0].kind"),
        ('unit = [{id = "A", side = "soviet", kind = "armour", values = "x", hex = "2022"}]', "unit[0].values"),
        (
            'unit = [{id = "A", side = "soviet", kind = "armour", values = "4-6", traits = ["bracketed"]}]',
            "unit[0].traits",
        ),
        ('unit = [{id = "A", side = "soviet", kind = "armour", values = "4-6", rating = 2}]', "unit[0]"),
        ('map.rows = [". x"]', "map.rows"),
        ('map.rows = [". .", "."]', "map.rows"),
        ('map.rows = [". ."]\nmap.first = "0100"', "map.first"),
        ('map.rows = [". ."]\nmap.marked.town = ["0101"]', "map.marked.town"),
        ('map.rows = [". ."]\nmap.edges.allies = ["east"]', "map.edges.allies"),
        ('map.rows = [". ."]\nmap.sides.road = ["0101/0201"]', "map.sides.road"),
    ],
)
def test_positions_that_make_no_sense(text: str, where: str) -> None:
    with pytest.raises(PositionError) as caught:
        situation(text)
    assert caught.value.where == where
