"""kursk:setup - setting up, as the rulebook has it: the Soviets first, behind lines that are covered."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import board, content, setup, setup_checks, supply
from blackearth.systems.kursk.board import GERMAN, SOVIET
from blackearth.systems.kursk.sequence import Turns
from tests.kursk.small import position
from tests.support.table import Table

FREE = ("may3", "jun12", "jul4", "aug3")
FIXED = ("jul4-historical", "aug3-historical")
RIFLES, TANKS, GUNS, BASE = "S-10A", "S-1T", "S-4A", "S-Base1"
PANZER, INFANTRY = "G-2Pz", "G-131ID"
every_scenario = pytest.mark.parametrize("scenario", FREE + FIXED)
free_scenario = pytest.mark.parametrize("scenario", FREE)


def own(scenario: str = "jul4") -> Table:
    return position({}, scenario=scenario).run(lambda s: setup.own(s))


def faults(state: State) -> list[str]:
    return [f"{refusal.cite} {refusal.text}" for refusal in setup_checks.all_faults(state)]


def hex_of(table: Table, *masks: str, without: str = "") -> str:
    """The first hex that is in all of some masks, and not in another."""
    found, all_masks = table.state.defn.map.grid.all, table.state.defn.map.masks
    for name in masks:
        found &= all_masks[name]
    return table.state.defn.map.grid.labels(found & ~all_masks.get(without, 0))[0]


# -- as printed or suggested -------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:setup")
@every_scenario
def test_everybody_is_where_he_begins(scenario: str) -> None:
    table = position({}, scenario=scenario)
    setup.suggested(table.state)
    found, r = content.load(scenario), board.roster(table.state)
    late = {u for arrival in found.arrivals for u in arrival.units}
    for unit, name in enumerate(r.ids):
        box = "at-base" if not r.ground[unit] else "in-reserve" if r.size[unit] == "KG" else "arriving"
        assert (table.where(name) == box) == (not r.ground[unit] or r.size[unit] == "KG" or unit in late)
        assert table.where(name) != "to-set-up"
    assert faults(table.state) == []
    assert all(supply.supplied(table.state, u) for u in found.suggested)


@pytest.mark.rule("kursk:setup", "kursk:scenario-jul4-historical", "kursk:scenario-aug3-historical")
@pytest.mark.parametrize("scenario", FIXED)
def test_where_the_map_prints_the_set_up_nobody_chooses(scenario: str) -> None:
    printed = content.load(scenario).suggested
    assert setup.kinds(content.load(scenario)) == ("suggested",)
    table = own(scenario)
    assert table.over
    assert all(table.state.at[u] == cell for u, cell in printed.items())
    setup.automatic(table.state, Random(1))
    assert all(table.state.at[u] == cell for u, cell in printed.items())


@pytest.mark.rule("kursk:scenario-jul4-historical")
def test_the_historical_fourth_of_july_has_the_forces_of_the_free_one_at_other_places() -> None:
    printed, free = content.load("jul4-historical"), content.load("jul4")

    def places(found: content.Content) -> dict[str, str]:
        return {found.roster.ids[u]: found.map.grid.label(cell) for u, cell in found.suggested.items()}

    assert places(printed).keys() == places(free).keys()
    assert places(printed) != places(free)
    # The printed dispositions override the cover of the lines and the bar to motorized units: Zitadelle as it was.
    table = position({}, scenario="jul4-historical")
    setup.suggested(table.state)
    line = printed.map.masks["soviet_line_1"]
    assert any(
        printed.map.masks["soviet_lines"] >> cell & 1
        for u, cell in printed.suggested.items()
        if printed.roster.motorized[u] and printed.roster.side[u] == SOVIET
    )
    assert setup_checks.gaps(table.state, free.setup[0]) & line
    # It is the July battle: Germans first, six turns, Kursk for both sides, three Soviet lines.
    scenario = printed.scenario
    assert (scenario.first_player, scenario.last_turn, scenario.objectives) == ("german", 6, {"Kursk": 20})
    assert printed.map.masks["soviet_lines"] == free.map.masks["soviet_lines"]
    assert not printed.arrivals


# -- the players set up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:setup", "kursk:sequence")
@free_scenario
def test_the_soviets_set_up_first_whoever_moves_first(scenario: str) -> None:
    table = own(scenario)
    assert setup.kinds(content.load(scenario)) == ("suggested", "automatic", "own")
    assert (table.side, table.state.active) == ("soviet", SOVIET)
    table.do("suggest", "done")
    assert (table.side, table.state.active) == ("german", GERMAN)
    table.do("suggest", "done")
    assert table.over
    assert table.state.active == (SOVIET if scenario == "aug3" else GERMAN)
    assert faults(table.state) == []
    assert all(table.state.at[u] == cell for u, cell in content.load(scenario).suggested.items())


@pytest.mark.rule("kursk:setup")
def test_each_side_stands_on_its_line_or_behind_it() -> None:
    table = own()
    masks = table.state.defn.map.masks
    for label in (hex_of(table, "soviet_line_1"), hex_of(table, "soviet_start", "edge_east")):
        assert table.do(f"set {RIFLES} {label}").where(RIFLES) == label
    front = hex_of(table, "german_line")
    refused = table.refusals(f"set {RIFLES} {front}")
    assert [r.cite for r in refused] == ["kursk:setup"]
    assert RIFLES in refused[0].text
    assert front not in table.choice("set")["hexes"]  # type: ignore[operator]
    table.do("suggest", "done")
    for label in (front, hex_of(table, "german_start", "edge_west")):
        assert table.do(f"set {INFANTRY} {label}").where(INFANTRY) == label
    assert table.cites(f"set {INFANTRY} {hex_of(table, 'soviet_line_1')}") == ["kursk:setup"]
    assert not masks["soviet_start"] & masks["german_start"]


@pytest.mark.rule("kursk:setup-fortified")
@free_scenario
def test_soviet_motorized_units_keep_out_of_active_lines(scenario: str) -> None:
    table = own(scenario)
    tanks = next(
        name for u, name in enumerate(board.roster(table.state).ids)
        if board.roster(table.state).motorized[u] and u in content.load(scenario).setup[0].units
    )  # fmt: skip
    first = hex_of(table, "soviet_line_1")
    assert table.cites(f"set {tanks} {first}") == ["kursk:setup-fortified"]
    table.do(f"set {RIFLES} {first}")  # others may
    # A line that is not active is open ground.
    for number, active in ((2, scenario != "may3"), (3, scenario not in ("may3", "jun12"))):
        line = hex_of(table, f"soviet_line_{number}", "soviet_start", without="soviet_cities")
        if active:
            assert table.cites(f"set {tanks} {line}") == ["kursk:setup-fortified"]
        else:
            table.do(f"set {tanks} {line}")
    # Fortified cities are no line.
    city = hex_of(table, "soviet_cities", without="soviet_lines")
    assert table.do(f"set {tanks} {city}").where(tanks) == city


@pytest.mark.rule("kursk:setup", "kursk:stacking-A", "kursk:stacking-C", "kursk:stacking-D")
def test_stacks_keep_to_the_limit() -> None:
    table = own()
    here = hex_of(table, "soviet_line_1")
    table.do(f"set {RIFLES} S-10B {GUNS} S-1AT {here}")
    assert table.cites(f"set S-10C {here}") == ["kursk:stacking-A"]
    assert table.cites(f"set {BASE} {here}") == ["kursk:stacking-A"]
    assert table.cites(f"set S-13AT {here}") == ["kursk:stacking-A"]
    for tanks in ("S-1AT", "S-13AT", "S-27AT", "S-28AT"):  # whichever stands there, nobody else finds room
        full = own().do(f"set {RIFLES} S-10B {GUNS} {tanks} {here}")
        assert here not in full.choice("set")["hexes"]  # type: ignore[operator]
        more = full.do(f"set S-10B {hex_of(table, 'soviet_line_2')}")
        assert here in more.choice("set")["hexes"]  # type: ignore[operator]
    table.do(f"set {GUNS} {hex_of(table, 'soviet_line_2')}", f"set {BASE} {here}")
    assert {table.where(u) for u in (RIFLES, "S-10B", BASE, "S-1AT")} == {here}


@pytest.mark.rule("kursk:setup")
@pytest.mark.parametrize(("scenario", "side"), [("may3", SOVIET), ("jul4", GERMAN), ("aug3", GERMAN), ("aug3", SOVIET)])
def test_every_hex_of_the_own_line_is_held_or_in_a_zone(scenario: str, side: int) -> None:
    table = own(scenario).do(*(["suggest", "done"] if side == GERMAN else []), "suggest")
    assert "blocked" not in table.choice("done")
    step, grid, ids = content.load(scenario).setup[side], table.state.defn.map.grid, board.roster(table.state).ids
    # Everybody who stands round one hex of the line goes far away.
    bare = next(c for c in cells(step.covered) if not board.facts(table.state).map.has("forest", c))
    around = [u for u in step.units if grid.distance(bare, table.state.at[u]) <= 1]
    far = setup_checks.zone_of(table.state, step.units[0]) & ~grid.within(bare, 5)
    for u in around:
        table.do(f"set {ids[u]} {grid.labels(setup_checks.room_for(table.state, u, far))[0]}")
    assert table.cites("done") == ["kursk:setup"]
    open_hexes = table.choice("done")["blocked"]["hexes"]  # type: ignore[index]
    assert grid.label(bare) in open_hexes
    assert open_hexes == grid.labels(setup_checks.gaps(table.state, step))
    assert table.do("suggest", "done").side != ("soviet", "german")[side]


@pytest.mark.rule("kursk:setup", "kursk:tec-forest", "kursk:zoc-F")
def test_guns_and_bases_cover_their_own_hex_and_zones_of_tanks_stop_at_forest() -> None:
    table = position({})
    step = content.load("jul4").setup[0]
    grid, masks = table.state.defn.map.grid, table.state.defn.map.masks
    wood = next(c for c in cells(step.covered & masks["forest"]) if grid.ring[c] & ~masks["forest"])
    near = next(n for n in grid.near[wood] if not masks["forest"] >> n & 1)
    for unit, cell, covered in ((GUNS, wood, True), (BASE, wood, True), (GUNS, near, False), (TANKS, near, False),
                                (RIFLES, near, True)):  # fmt: skip
        alone = position({unit: grid.label(cell)})
        assert bool(setup_checks.gaps(alone.state, step) >> wood & 1) is not covered, unit
    # An enemy opposite takes nothing away.
    both = position({RIFLES: grid.label(near), INFANTRY: grid.label(wood)})
    assert not setup_checks.gaps(both.state, step) >> wood & 1


@pytest.mark.rule("kursk:setup")
def test_the_hagen_line_needs_no_cover() -> None:
    found = content.load("jul4")
    only_hagen = found.map.masks["hagen_line"] & ~found.map.masks["german_line"]
    assert only_hagen
    assert not found.setup[GERMAN].covered & only_hagen


@pytest.mark.rule("kursk:setup", "kursk:reinforcements")
def test_enemies_reinforcements_and_aircraft_are_not_set_up() -> None:
    table = own("aug3")
    here = hex_of(table, "soviet_line_1")
    for unit in (INFANTRY, "S-11A", "S-Air1"):
        assert "kursk:setup" in table.cites(f"set {unit} {here}")
    assert (table.where("S-11A"), table.where("S-Air1")) == ("arriving", "at-base")


@pytest.mark.rule("kursk:opt-army-integrity", "kursk:setup")
@pytest.mark.parametrize(("scenario", "far"), [*zip(FREE, (3, 1, 1, 1), strict=True), *((name, 0) for name in FIXED)])
def test_how_many_suggested_corps_stand_too_far_from_their_army(scenario: str, far: int) -> None:
    """The text of the option tells players of one to three."""
    table = position({}, scenario=scenario, options=["army-integrity"]).run(lambda s: setup.suggested(s))
    assert sum(not supply.supplied(table.state, u) for u in content.load(scenario).suggested) == far


@pytest.mark.rule("kursk:setup")
def test_all_units_must_be_placed() -> None:
    table = own()
    assert table.cites("done") == ["kursk:setup"]
    blocked, line = table.choice("done")["blocked"], content.load("may3").setup[SOVIET].covered
    assert blocked["text"].endswith("units are still to be placed")  # type: ignore[index]
    assert blocked["hexes"] == table.state.defn.map.grid.labels(line)  # type: ignore[index]
    table.do("fill")
    assert "fill" not in table.verbs
    assert "blocked" not in table.choice("done")


@pytest.mark.rule("kursk:setup")
def test_what_is_left_is_filled_round_what_was_placed() -> None:
    table = own()
    u = table.unit(RIFLES)
    home = table.state.defn.map.grid.label(content.load("jul4").suggested[u])
    table.do(f"set S-11GA S-11GB S-11GC {home}", "fill")
    assert table.where(RIFLES) != home
    grid = table.state.defn.map.grid
    assert grid.distance(grid.cell(home), table.state.at[u]) <= 2


# -- by the dice -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:setup", "kursk:setup-fortified")
@free_scenario
def test_automatic_set_ups_are_legal_in_supply_and_differ(scenario: str) -> None:
    places = []
    for seed in range(3):
        table = position({}, scenario=scenario)
        setup.automatic(table.state, Random(seed))
        assert faults(table.state) == []
        assert all(supply.supplied(table.state, u) for u in content.load(scenario).suggested)
        places.append(tuple(table.state.at))
    assert len(set(places)) == len(places)
    again = position({}, scenario=scenario)
    setup.automatic(again.state, Random(0))
    assert tuple(again.state.at) == places[0]


@pytest.mark.rule("kursk:setup", "kursk:opt-army-integrity")
@pytest.mark.parametrize("scenario", ["may3", "aug3"])
def test_armies_keep_together_where_they_must(scenario: str) -> None:
    """Nobody loses supply, neither by his own side's shifts nor by the enemy's zones."""
    units = content.load(scenario).suggested
    table = position({}, scenario=scenario, options=["army-integrity"])
    setup.suggested(table.state)
    before = sum(not supply.supplied(table.state, u) for u in units)  # corps far from their army, which may be others
    moved = 0
    for seed in range(4):
        setup.automatic(table.state, Random(seed))
        assert sum(not supply.supplied(table.state, u) for u in units) <= before
        moved += sum(table.state.at[u] != cell for u, cell in units.items())
    assert moved > len(units)


@pytest.mark.rule("kursk:setup")
def test_a_set_up_played_at_random_comes_to_a_legal_end() -> None:
    table = position({}, scenario="may3")
    state, random = table.state, Random(5)
    state.flow = [Turns()]
    setup.own(state)
    flow.settle(state)
    for _ in range(500):
        if state.decision is None or not state.decision.title.startswith("Set-up"):
            break
        action = state.decision.sample(state, random)
        assert flow.why_not(state, action) == []
        flow.perform(state, action)
    assert state.decision is not None
    assert (state.decision.title, state.active, state.turn) == ("Initial movement", GERMAN, 1)
    assert faults(state) == []
