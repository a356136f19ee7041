"""kursk: corners of movement and supply that a change of the code could turn without any other test noticing.

The neighbours of 2015 are 2014 (N), 2115 (NE), 2116 (SE), 2016 (S), 1916 (SW) and 1915 (NW).
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from blackearth.core.tally import half_text
from blackearth.systems.kursk import movement, movement_phase, supply
from blackearth.systems.kursk.board import FLOWN, HALVED
from tests.kursk.build import Table, position
from tests.kursk.small import position as on_map
from tests.support.table import Step

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, SS, INF, INF_B = "G-2Pz", "G-3Pz", "G-SST", "G-131ID", "G-321ID"
RIFLE, RIFLE_B, TANK, TANK_B = "S-10A", "S-10B", "S-1T", "S-5T"


def supplied(table: Table, unit: str) -> bool:
    return supply.supplied(table.state, table.unit(unit))


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:opt-army-integrity", "kursk:supply")
def test_army_integrity_asks_for_another_unit_of_the_own_army_on_the_map() -> None:
    near, other = "2312", "2313"
    units = {"S-10A": "2315", "S-11GA": near, TANK: other}
    assert supplied(position(units), "S-10A")
    table = position(units, options=["army-integrity"])
    assert not supplied(table, "S-10A")  # neither the Guards of another army nor itself
    assert supplied(table, TANK)  # the rule is for corps 2-4 and 3-5 only
    assert not supplied(position({**units, "S-10B": "eliminated"}, options=["army-integrity"]), "S-10A")
    assert supplied(position({**units, "S-10B": "2315"}, options=["army-integrity"]), "S-10A")  # the same hex
    assert supplied(position({**units, "S-10B": near}, options=["army-integrity"]), "S-10A")
    assert not supplied(position({**units, "S-10B": "2311"}, options=["army-integrity"]), "S-10A")


@pytest.mark.rule("kursk:opt-army-integrity", "kursk:supply-D")
def test_army_integrity_is_a_plain_distance() -> None:
    """Enemies in between do not matter, nor whether the other corps is in supply."""
    units = {"S-10A": "2315", "S-10B": "2113", INF: "2214", PZ: "2112", INF_B: "2014"}
    table = position(units, options=["army-integrity"])
    grid = table.state.defn.map.grid
    assert grid.distance(grid.cell("2315"), grid.cell("2113")) == 3
    assert not supplied(table, "S-10B")
    assert supplied(table, "S-10A")


@pytest.mark.rule("kursk:supply", "kursk:supply-D")
def test_the_line_and_the_railway_behind_it() -> None:
    table = on_map({})
    grid, sides = table.state.defn.map.grid, table.state.defn.map.sides
    for start in ("3404", "1210", "2022"):
        walk, ride = supply.line(table.state, 0, grid.cell(start))
        assert walk[0] == grid.cell(start)
        assert all(b in grid.near[a] for a, b in pairwise(walk))
        assert walk[-1] == ride[0]
        assert all(sides["rail"].has(a, b) for a, b in pairwise(ride))
        assert supply.exits(table.state, 0) >> ride[-1] & 1
        assert len(walk) - 1 <= 10
    nothing = position({INF: HEX}, features={"german_supply": ()})
    assert supply.line(nothing.state, 1, nothing.cell(HEX)) == ([], [])


# -- movement phases ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:supply", "kursk:supply-A")
@pytest.mark.parametrize("phase", [movement_phase.initial, movement_phase.motorized])
def test_both_movement_phases_begin_with_a_look_at_supply(phase: Step) -> None:
    units = {PZ: NW, PZ_B: "2615", TANK: "0815"}
    table = position(units, begin=phase, features={"german_supply": ("1515",)})
    assert [table.marked(u, HALVED) for u in (PZ, PZ_B, TANK)] == [False, True, False]  # the Soviets are not judged
    assert [half_text(movement.allowance(table.state, table.unit(u))) for u in (PZ, PZ_B)] == ["8", "4"]
    assert sum(getattr(e, "mark", "") == "out of supply" for e in table.events) == 1
    nobody = position({PZ: NW}, begin=phase)
    assert not any(getattr(e, "mark", "") == "out of supply" for e in nobody.events)
    movement_phase.end_phase(table.state)
    assert not table.marked(PZ_B, HALVED)


@pytest.mark.rule("kursk:movement-A", "kursk:movement-C", "kursk:air-C")
def test_what_does_not_move() -> None:
    units = {PZ: NW, INF: "eliminated", "G-Base1": SW, "G-Air1": "at-base", "G-Base4": SW, "G-Air4": "at-base"}
    table = position(units, begin=movement_phase.initial, marks={"G-Air4": FLOWN})
    assert table.cites(f"move {INF} {NW} 1814") == ["kursk:movement-A"]
    assert table.cites(f"move G-Air1 {SW} 1816") == ["kursk:movement-A"]
    assert table.cites(f"move G-Base4 {SW} 1816") == ["kursk:air-C"]
    assert table.cites(f"move {PZ} {SW} 1816") == ["kursk:movement-A"]  # it stands elsewhere
    assert table.cites(f"move {PZ} {NW} 1814 1614") == ["kursk:movement-A"]  # a leap
    for text in (f"move {PZ} {NW}", f"move {PZ}", f"move {NW} 1814", f"move {PZ} {NW} 1814 @fast"):
        assert table.cites(text) == ["kursk:movement-C"]
    assert table.choice("move")["units"] == [PZ, "G-Base1"]


@pytest.mark.rule("kursk:sequence", "kursk:movement-B")
def test_the_end_of_a_movement_phase_is_confirmed_while_units_could_move() -> None:
    table = position({PZ: NW, INF: NW}, begin=movement_phase.initial)
    assert table.choice("end-movement")["confirm"] == "2 units have not moved. End the phase?"
    assert table.choice("move")["cite"] == "kursk:movement-A"
    table.do(f"move {PZ} {NW} 1814")
    assert table.choice("end-movement")["confirm"] == "1 unit has not moved. End the phase?"
    table.do(f"move {INF} {NW} 1814")
    assert "confirm" not in table.choice("end-movement")
    assert table.do("end-movement").over
    second = position({PZ: NW, INF: NW}, begin=movement_phase.motorized)
    assert second.choice("end-movement")["confirm"] == "1 unit has not moved. End the phase?"
    assert second.choice("move")["cite"] == "kursk:movement-B"


def prompt(table: Table) -> str:
    assert table.state.decision is not None
    return table.state.decision.prompt


@pytest.mark.rule("kursk:sequence", "kursk:air-D")
def test_whoever_moves_is_told_when_his_aircraft_fly() -> None:
    units = {PZ: NW, "G-Base1": SW, "G-Air1": "at-base"}
    table = position(units, begin=movement_phase.initial)
    assert prompt(table).endswith("close support in Combat, interdiction and patrols in Air take-off.")
    without = position(units, begin=movement_phase.initial, marks={"G-Air1": FLOWN})
    assert prompt(without) == "Move your units, one by one."


@pytest.mark.rule("kursk:movement-A", "kursk:movement-C", "kursk:movement-I", "kursk:zoc-C", "kursk:stacking-E")
@pytest.mark.parametrize("seed", range(3))
def test_a_unit_reaches_what_the_cheapest_ways_allow(seed: int) -> None:
    """Against a search that tries every step again and again until nothing gets cheaper."""
    random = Random(seed)
    grid = position({}).state.defn.map.grid
    near = [grid.label(c) for c in grid.cells if 0 < grid.distance(c, grid.cell(HEX)) <= 6]
    names = (RIFLE, RIFLE_B, TANK, TANK_B, "S-4A", PZ_B, "G-3Pz", "G-4Pz", "G-5Pz", INF, INF_B, "G-L")
    places = random.sample(near, 6)
    enemies, friends = places[:3], places[3:]
    units = {u: random.choice(enemies if u.startswith("S-") else friends[:2]) for u in names}
    features = {name: random.sample(near, 20) for name in ("forest", "swamp", "soviet_works")}
    table = position({**units, PZ: HEX}, features=features, begin=movement_phase.initial)
    state, unit = table.state, table.unit(PZ)
    best, changed = {grid.cell(HEX): 0}, True
    while changed:
        changed = False
        for a, spent in list(best.items()):
            for b in grid.near[a]:
                total = spent + movement.step_cost(state, unit, a, b)
                if total <= 16 and total < best.get(b, 99) and movement.barred(state, unit, b) is None:
                    best[b], changed = total, True
    del best[grid.cell(HEX)]
    found = movement.reachable(state, unit)
    assert found.cost == best
    assert found.path(grid.cell("0101")) == []
    for goal, cost in best.items():
        path = found.path(goal)
        assert (path[0], path[-1]) == (grid.cell(HEX), goal)
        assert movement.path_cost(state, unit, tuple(path)) == cost
        assert movement.path_refusals(state, unit, tuple(path)) == []


@pytest.mark.rule("kursk:movement-A", "kursk:zoc-enter")
def test_the_cost_of_a_path_line_by_line() -> None:
    table = position({PZ: "1814", TANK: HEX}, features={"forest": [NW]}, begin=movement_phase.initial)
    unit, path = table.unit(PZ), tuple(table.cell(x) for x in ("1814", NW, NORTH))
    tally = movement.path_tally(table.state, unit, path)
    assert [(line.label, line.value, line.cite) for line in tally.lines] == [
        ("1915 hex", 1, "kursk:movement-A"), ("1915 forest", 1, "kursk:tec-forest"),
        ("2014 hex", 1, "kursk:movement-A"), ("2014 entering a zone", 3, "kursk:zoc-enter"),
    ]  # fmt: skip
    assert tally.note == "Left after the move: 2"
    assert movement.path_tally(table.state, unit, (*path, table.cell(NE))).note == "4 too much"
    even = movement.path_tally(table.state, unit, (*path, table.cell("1914")))
    assert even.note == "1 too much"
    assert even.total == 9
