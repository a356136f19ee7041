"""What the page is shown and told: views, queries, sheet, and positions of situations."""

from __future__ import annotations

import json
from typing import Any

import pytest

from blackearth.core.situation_file import PositionError, parse
from blackearth.core.state import State
from blackearth.core.system import QueryError
from blackearth.systems.kharkov import modes, movement_phase, queries, sequence, setup, views
from blackearth.systems.kharkov.board import (
    BREAKTHROUGH,
    ENTRENCHED,
    FINISHED,
    GERMAN,
    ISOLATED,
    RAILED,
    SOVIET,
    Fight,
)
from blackearth.systems.kharkov.movement_phase import regular
from blackearth.systems.kharkov.system import SYSTEM
from blackearth.systems.kharkov.visible import visible
from tests.kharkov.build import Table, position

SCENARIOS = ("kharkov-1943", "rostov-1941")


def started(scenario: str, *options: str) -> State:
    return SYSTEM.start(SYSTEM.define(scenario, dict.fromkeys(options, True), {}), "00" * 16, "suggested")


def ask(table: Table, name: str, viewer: int | None = SOVIET, /, **args: Any) -> Any:
    answer = queries.answer(table.state, viewer, name, args)
    json.dumps(answer)
    return answer


# -- the view --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [SOVIET, GERMAN, None])
def test_the_view_tells_all_units_and_is_json(scenario: str, side: int | None) -> None:
    state = started(scenario)
    seen = views.view(state, side)
    json.dumps(seen)
    assert set(seen["units"]) == set(state.defn.roster.ids)
    assert seen["hidden"] == []
    assert seen["turn"] == 1
    assert seen["result"] is None
    assert sum(seen["points"].values()) > 0
    assert {box["id"] for box in seen["boxes"]} == {"coming", "due"}


@pytest.mark.rule("kharkov:8-modes", "ms:A3")
def test_the_view_tells_weather_and_modes() -> None:
    seen = views.view(started("kharkov-1943"), SOVIET)
    assert seen["weather"] == "snow"
    assert {m["army"]: m["mode"] for m in seen["modes"]}["S"] == "defensive"
    assert len(seen["modes"]) == 9
    assert seen["steps"] == [("Start of the game turn", "now")]
    assert views.view(started("rostov-1941"), SOVIET)["modes"] == []


@pytest.mark.rule("rostov:8", "rostov:5", "ms:D", "ms:F5")
def test_tracks_show_air_and_rail_as_the_turn_has_them() -> None:
    state = started("rostov-1941")
    tracks = {(t["id"], t["side"]): (t["value"], t["max"]) for t in views.tracks(state)}
    assert tracks == {("air", "soviet"): (1, 1), ("air", "german"): (3, 3), ("rail", "soviet"): (0, 8)}
    state.turn, state.extra.rail, state.extra.interdicted = 9, (5, 0), (4, 0)
    values = {(t["id"], t["side"]): t["value"] for t in views.tracks(state)}
    assert values["rail", "soviet"] == 2.5
    assert values["interdicted", "soviet"] == 2
    assert views.tracks(started("kharkov-1943")) == []


def test_steps_of_a_player_turn() -> None:
    table = position({"R-44": "0228", "R-21-01": "0117"}, scenario="rostov-1941", side="german")
    table.run(lambda s: sequence.Play("player turn", 2))
    steps = dict(views.view(table.state, None)["steps"])
    assert (steps["Supply"], steps["Movement"], steps["Combat"]) == ("done", "now", "next")


@pytest.mark.rule("ms:E4", "ms:F6")
def test_markers_of_units() -> None:
    """A cut line without a marker is something else than the marker that counts."""
    ring = {"K-168": "0425", "K-298": "0525", "K-75": "0627", "K-88": "0626", "K-323": "0427"}
    table = position({"K-40-02": "0526", "K-40-03": "0117"} | ring, marks={"K-40-03": ENTRENCHED})
    units = views.units(table.state, SOVIET)
    assert units["K-40-02"][2] == ["cut"]
    assert units["K-40-03"][2] == ["entrenched"]
    table.state.mark((table.unit("K-40-02"),), ISOLATED)
    assert views.units(table.state, SOVIET)["K-40-02"][2] == ["oos"]


@pytest.mark.rule("ms:G2")
def test_an_announced_attack_has_its_odds() -> None:
    table = position({"K-GP-02": "0817", "K-168": "0818"}, weather="good")
    unit, target = table.unit("K-GP-02"), table.cell("0818")
    table.state.extra.fights = (Fight(target, (unit,), (table.unit("K-168"),)),)
    (seen,) = views.attacks(table.state, GERMAN)
    assert seen["from"] == {"0817": ["K-GP-02"]}
    assert (seen["to"], seen["raw"], seen["state"]) == ("0818", "1/1", "declared")


# -- hidden units ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:M1", "ms:M2")
@pytest.mark.parametrize("option", ["hidden-stacks", "total-fog"])
@pytest.mark.parametrize("side", [SOVIET, GERMAN, None])
def test_no_list_names_a_hidden_unit(option: str, side: int | None) -> None:
    state = started("kharkov-1943", option)
    known = visible(state, side)
    secret = {name for u, name in enumerate(state.defn.roster.ids) if u not in known}
    assert len(secret) > 30
    text = json.dumps(views.view(state, side))
    assert not [name for name in secret if f'"{name}"' in text]
    if side is not None:
        assert set(state.defn.roster.of_side(side)) <= known
        assert {h["side"] for h in views.hidden_stacks(state, side)} == {("german", "soviet")[side]}


@pytest.mark.rule("ms:M1")
def test_combat_shows_the_units() -> None:
    table = position({"K-GP-02": "0817", "K-168": "0818", "K-75": "0828"}, begin=regular, options=["hidden-stacks"])
    enemies = {table.unit("K-168"), table.unit("K-75")}
    assert not enemies & visible(table.state, SOVIET)
    fight = Fight(table.cell("0818"), (table.unit("K-GP-02"),), (table.unit("K-168"),))
    table.state.extra.fights = (fight,)
    assert enemies & visible(table.state, SOVIET) == {table.unit("K-168")}
    assert table.unit("K-GP-02") in visible(table.state, GERMAN)
    assert visible(table.state, None) == {table.unit("K-168"), table.unit("K-GP-02")}


@pytest.mark.rule("ms:M1", "ms:M2")
def test_queries_do_not_know_hidden_units() -> None:
    table = position({"K-GP-02": "0817", "K-168": "0818", "K-75": "0818"}, begin=regular, options=["hidden-stacks"])
    for name, args in (
        ("unit", {"unit": "K-168"}), ("reach", {"units": ["K-168"]}), ("supply", {"units": ["K-168"]}),
    ):  # fmt: skip
        with pytest.raises(QueryError, match="there is no unit"):
            ask(table, name, SOVIET, **args)
        ask(table, name, GERMAN, **args)
    assert ask(table, "supply", SOVIET, side="german") == {}
    stack = ask(table, "stack", SOVIET, hex="0818")
    assert (stack["units"], stack["size"]) == ([], None)
    assert ask(table, "stack", GERMAN, hex="0818")["size"] == 4
    assert ask(table, "zones", SOVIET, side="german")["armour"] == []


# -- queries ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:F1", "ms:F2a")
def test_reach_and_path_agree_with_the_moves() -> None:
    table = position({"K-40-02": "0117", "K-GP-01": "0117"}, begin=movement_phase.regular, weather="good")
    alone, both = ask(table, "reach", units="K-GP-01"), ask(table, "reach", units=["K-40-02", "K-GP-01"])
    assert alone["allowance"] == 12
    assert both["allowance"] == 6
    assert set(both["hexes"]) < set(alone["hexes"])
    target = max(both["hexes"], key=lambda label: both["hexes"][label])
    way = ask(table, "path", units=["K-40-02", "K-GP-01"], to=target)
    assert way["path"][0] == "0117"
    assert way["path"][-1] == target
    table.do(f"move K-40-02 K-GP-01 {' '.join(way['path'])}")
    assert ask(table, "path", units="K-40-02", to="2020") == {"path": [], "tally": None}


@pytest.mark.rule("ms:H2")
def test_nothing_is_in_reach_of_a_unit_that_may_not_move() -> None:
    table = position({"K-GP-01": "0117"}, begin=movement_phase.exploitation, marks={"K-GP-01": BREAKTHROUGH})
    assert ask(table, "reach", units="K-GP-01")["hexes"] == {}
    assert ask(table, "path", units="K-GP-01", to="0118")["path"] == []


@pytest.mark.rule("ms:E2a", "ms:E2b")
def test_supply_is_shown_with_its_path_or_what_cuts_it() -> None:
    table = position({"K-40-02": "0122"})
    found = ask(table, "supply", units="K-40-02")["K-40-02"]
    assert found["ok"]
    assert found["path"][0] == "0122"
    assert found["path"][-1] in {"0111", "0114", "2501"}
    ring = {"K-168": "0425", "K-298": "0525", "K-75": "0627", "K-88": "0626", "K-323": "0427"}
    table = position({"K-40-02": "0526"} | ring)
    found = ask(table, "supply", units="K-40-02")["K-40-02"]
    assert not found["ok"]
    assert found["cut"]["cite"] == "ms:E2a"
    assert set(found["cut"]["by"]) <= set(ring)
    assert found["cut"]["by"]


@pytest.mark.rule("ms:E3b")
def test_the_reach_of_supply_is_shown() -> None:
    table = position({"K-40-02": "0122"}, weather="snow")
    found = ask(table, "supply_reach", side="soviet")
    assert found["limit"] == 10
    assert max(found["hexes"].values()) <= 10
    assert {label for label, n in found["hexes"].items() if n == 0} == set(found["sources"])
    assert set(found["hexes"]) == set(ask(table, "supply_area", side="soviet"))
    assert ask(table, "supply_reach", side="german")["limit"] == 10
    mild = position({"K-40-02": "0122"}, weather="good")
    assert ask(mild, "supply_reach", side="german")["limit"] is None


@pytest.mark.rule("ms:F7", "ms:A2a")
def test_stack_and_unit() -> None:
    table = position({"K-GP-01": "0117", "K-GP-07": "0117"}, marks={}, weather="mud")
    stack = ask(table, "stack", hex="0117")
    assert (stack["size"], stack["limit"], stack["units"]) == (7, 8, ["K-GP-01", "K-GP-07"])
    assert stack["text"] == "3½ of 4 divisions"
    rows = {label: value for label, value, _ in ask(table, "unit", unit="K-GP-01")["rows"]}
    assert rows["Attack, defence"] == "4, 3"
    assert rows["Movement"] == "3 of 6 (mud)"
    assert rows["Steps"] == "2 of 2"
    assert rows["A step less"] == "3, 2"
    assert rows["Supply"].startswith("in supply")
    table = position({"K-40-02": "0117"}, marks={"K-40-02": ENTRENCHED})
    table.state.extra.modes = modes.initial(table.state)
    rows = {label: value for label, value, _ in ask(table, "unit", unit="K-40-02")["rows"]}
    assert rows["Attack, defence"] == "0, 3 (entrenched)"
    assert rows["Movement"] == "0, 3 out of its trenches"
    assert rows["Mode"] == "Neutral"


@pytest.mark.rule("ms:F1", "ms:F5", "ms:H2", "ms:F3a")
def test_a_unit_that_cannot_move_says_why() -> None:
    def why(table: Table, unit: str) -> str:
        return str({label: value for label, value, _ in ask(table, "unit", unit=unit)["rows"]}.get("Cannot move", ""))

    table = position({"K-GP-01": "0117", "K-168": "0828"}, begin=movement_phase.exploitation)
    assert why(table, "K-GP-01") == ""
    assert why(table, "K-168") == ""  # nobody asks whose turn it is not
    marked = {"K-GP-01": BREAKTHROUGH, "K-GP-02": FINISHED, "K-GP-03": FINISHED | RAILED}
    table = position(dict.fromkeys(marked, "0117"), begin=movement_phase.exploitation, marks=marked)
    assert why(table, "K-GP-01") == "it attacked in the breakthrough phase"
    assert why(table, "K-GP-02") == "it has finished its movement of this phase"
    assert why(table, "K-GP-03") == "it has moved by rail in this phase"
    table = position({"K-GP-01": "0117"}, begin=movement_phase.regular)
    table.state.extra.spent[table.unit("K-GP-01")] = 12
    assert why(table, "K-GP-01") == "its movement points are spent"


@pytest.mark.rule("kharkov:10-levels")
def test_points_are_told_line_by_line() -> None:
    table = position({"K-168": "0933"}, control=[])
    found = ask(table, "points")
    assert found["score"] == [0, 90]
    assert found["total"] == "90"
    assert found["level"] == "Decisive German victory"


def test_zones_and_phase() -> None:
    table = position({"K-168": "0818", "K-7Pz": "1018"})
    found = ask(table, "zones", side="german")
    assert {"0817", "0819", "1017"} <= set(found["zone"])
    assert "0817" not in found["armour"]
    assert "1017" in found["armour"]
    assert ask(table, "phase")["steps"]


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("nonsense", {}),
        ("reach", {}),
        ("reach", {"units": "K-99"}),
        ("reach", {"units": "K-40-02 K-40-03"}),
        ("path", {"units": "K-40-02", "to": "9999"}),
        ("zones", {"side": "italian"}),
        ("stack", {"hex": "x"}),
        ("unit", {"unit": None}),
        ("supply", {"units": 7}),
    ],
)
def test_senseless_queries_are_refused(name: str, args: dict[str, Any]) -> None:
    table = position({"K-40-02": "0117", "K-40-03": "0118"})
    with pytest.raises(QueryError):
        ask(table, name, **args)


# -- the sheet -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_sheet_has_every_hex_unit_and_turn(scenario: str) -> None:
    defn = SYSTEM.define(scenario, {}, {})
    sheet = SYSTEM.sheet(defn)
    json.dumps(sheet)
    assert set(sheet["units"]) == set(defn.roster.ids)
    assert len(sheet["hexes"]) == len(defn.map.grid.cells)
    assert sheet["orientation"] == "flat"
    assert sheet["hexes"]["0933"][2].startswith("city (Kharkov)")
    assert [t["number"] for t in sheet["turns"]] == list(range(1, len(sheet["turns"]) + 1))
    assert "withdrawal" in sheet["turns"][4]["badges"] or scenario == "kharkov-1943"
    assert sheet["rules"]
    assert {p["name"]: p["points"] for p in sheet["places"]}["Kharkov"] == 15


# -- situations ------------------------------------------------------------------------------------------------------

TEXT = """
title = "A little map"
system = "kharkov"
scenario = "{scenario}"
turn = 4
side = "soviet"
conditions.weather = "mud"
conditions."mode 40" = "offensive"
map.rows = [
  ". . f . .",
  ". c . m .",
  ". . d . s",
]
map.sides.river = ["0203/0202"]
map.roads = ["rail 0201 0202 0203 0204", "0105 0104"]
map.places = [{{name = "Town", hexes = ["0204"], points = 5}}]

[[unit]]
id = "Tanks"
side = "soviet"
kind = "armour"
values = "4-3-6"
reduced = ["3-2"]
traits = ["corps", "guards", "army 40"]
hex = "0203"

[[unit]]
id = "Rifles"
side = "soviet"
kind = "infantry"
values = "2-3"
traits = ["entrenched 3"]
marks = ["entrenched"]
hex = "0102"

[[unit]]
id = "Cavalry"
side = "german"
kind = "cavalry"
values = "2-4"
traits = ["romanian", "brigade"]
hex = "0104"
"""


def built(text: str = TEXT, scenario: str = "kharkov-1943") -> State:
    return SYSTEM.situation(parse(text.format(scenario=scenario), "test"))


@pytest.mark.rule("ms:A2a")
def test_a_little_map_with_units_of_its_own() -> None:
    state = built()
    chart, units, grid = state.defn.map, state.defn.units, state.defn.map.grid  # type: ignore[attr-defined]
    assert set(grid.labels(grid.all)) == {f"0{row}0{column}" for row in (1, 2, 3) for column in range(1, 6)}
    assert [chart.has(k, grid.cell(h)) for k, h in (("forest", "0103"), ("city", "0204"), ("sea", "0301"))] == [
        True
    ] * 3
    assert grid.cell("0202") in grid.near[grid.cell("0203")]
    assert chart.sides["bridge"].has(grid.cell("0203"), grid.cell("0202"))
    assert chart.sides["road"].has(grid.cell("0105"), grid.cell("0104"))
    tanks, cavalry = units.index["Tanks"], units.index["Cavalry"]
    assert (units.attack[tanks], units.stacking[tanks], units.rail[tanks]) == ((0, 3, 4), 6, 6)
    assert (units.armour[tanks], units.group[tanks]) == (True, "40")
    assert (units.nation[cavalry], units.german[cavalry], units.stacking[cavalry]) == ("romanian", False, 1)
    assert state.extra.weather == "mud"
    assert dict(state.extra.modes)["40"] == "offensive"
    assert state.marks[units.index["Rifles"]] == ENTRENCHED
    assert state.decision is not None
    assert state.decision.title == "Movement"
    cities = [
        line for line in SYSTEM.query(state, SOVIET, "points", {})["lines"] if line["cite"] == "kharkov:10-cities"
    ]
    assert [(line["value"], line["hexes"]) for line in cities] == [("5", ["0204"])]


@pytest.mark.parametrize(
    ("turn", "side", "phase", "title"),
    [
        (5, "", "start of turn", "Withdrawal"),
        (3, "german", "air superiority", "Air superiority"),
        (3, "soviet", "supply", "Movement"),
        (3, "soviet", "exploitation", "Exploitation"),
        (3, "german", "rail interdiction", "Rail interdiction"),
    ],
)
def test_a_position_on_the_scenarios_map_begins_where_it_says(turn: int, side: str, phase: str, title: str) -> None:
    text = f"""
title = "x"
system = "kharkov"
scenario = "rostov-1941"
setup = "suggested"
turn = {turn}
side = "{side}"
phase = "{phase}"
tracks = {{"soviet rail" = 3, "german air" = 2}}
"""
    state = SYSTEM.situation(parse(text, "test"))
    assert state.decision is not None
    assert (state.decision.title, state.turn) == (title, turn)
    assert state.extra.air[1] == 2
    assert state.extra.exploiting == (phase in ("exploitation", "rail interdiction"))


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('kind = "armour"', 'kind = "elephants"', "unit[0].kind"),
        ('"corps", "guards"', '"horde"', "unit[0].traits"),
        ('values = "2-3"', 'values = "x"', "unit[1].values"),
        ('hex = "0104"', 'hex = "0904"', "unit[2].hex"),
        ('hex = "0104"', 'hex = "0203"', "unit"),
        ('weather = "mud"', 'weather = "hail"', "conditions.weather"),
        ('"mode 40"', '"mode 99"', "conditions.mode 99"),
        ("turn = 4", "turn = 40", "turn"),
        ('side = "soviet"\nconditions', 'side = "italian"\nconditions', "side"),
        (". c . m .", ". c . q .", "map.rows"),
        (". c . m .", ". c . m", "map.rows"),
        ("0203/0202", "0203/0301", "map.sides.river"),
        ("map.sides.river", "map.sides.brook", "map.sides.brook"),
        ("turn = 4", 'turn = 4\nphase = "tea"', "phase"),
        ("turn = 4", "turn = 4\ntracks = {fuel = 3}", "tracks.fuel"),
        ("turn = 4", 'turn = 4\nsetup = "suggested"', "setup"),
    ],
)
def test_positions_that_make_no_sense_name_the_key(old: str, new: str, where: str) -> None:
    text = TEXT.format(scenario="kharkov-1943")
    assert old in text
    with pytest.raises(PositionError) as caught:
        SYSTEM.situation(parse(text.replace(old, new, 1), "test"))
    assert caught.value.where == where


def test_own_set_up_is_a_step_of_its_own() -> None:
    table = position({}, turn=1).run(lambda s: setup.own(s))
    assert views.view(table.state, SOVIET)["steps"] == [("Set-up", "now")]


@pytest.mark.rule("ms:F1")
def test_every_hex_in_the_reach_of_a_stack_can_be_entered_by_all() -> None:
    """Cavalry, a tank corps that has moved, infantry of the same hex: the paths hold for each of them."""
    units = {"K-6-01": "0117", "K-GP-01": "0117", "K-40-01": "0117", "K-168": "0420"}
    table = position(units, begin=movement_phase.regular, weather="snow")
    table.state.extra.spent[table.unit("K-GP-01")] = 7
    names = ["K-6-01", "K-GP-01", "K-40-01"]
    found = ask(table, "reach", units=names)
    assert len(found["hexes"]) > 5
    for label, cost in found["hexes"].items():
        way = ask(table, "path", units=names, to=label)
        after = table.state.clone()
        moved = Table(after, 0, table.box_ids).do(f"move {' '.join(names)} {' '.join(way['path'])}")
        spent = [moved.state.extra.spent[moved.unit(n)] - (7 if n == "K-GP-01" else 0) for n in names]
        assert max(spent) == cost
