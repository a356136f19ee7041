"""ms:E4, J - isolated units."""

from __future__ import annotations

import pytest

from blackearth.systems.kharkov import isolation, movement_phase, supply
from blackearth.systems.kharkov.board import ENTRENCHED, ISOLATED, ISOLATED_TWICE
from tests.kharkov.build import Table, position

OPEN, CITY = "0526", "0933"  # a hex in the country, and Kharkov
RING = ("K-168", "K-298", "K-75")
TWO = ISOLATED | ISOLATED_TWICE


def pocket(units: dict[str, str], centre: str = OPEN, *, closed: bool = True, **more: object) -> Table:
    """Soviet units in a hex, with German zones on all hexes round it."""
    table = position({})
    grid = table.state.defn.map.grid
    near = grid.toward[grid.cell(centre)]
    ring = {name: grid.label(near[d]) for name, d in zip(RING, (0, 2, 4), strict=True)} if closed else {}
    return position(units | ring, **more)  # type: ignore[arg-type]


def mark(table: Table) -> Table:
    return table.run(lambda s: isolation.mark(s))


def eliminate(table: Table) -> Table:
    return table.run(lambda s: isolation.eliminate(s))


@pytest.mark.rule("ms:E4", "ms:E")
def test_a_unit_without_a_line_gets_a_marker_and_keeps_its_abilities() -> None:
    table = mark(pocket({"K-40-01": OPEN, "K-40-02": "0117"}))
    assert table.marked("K-40-01", ISOLATED)
    assert not table.marked("K-40-01", ISOLATED_TWICE)
    assert not table.marked("K-40-02", ISOLATED)
    assert table.steps("K-40-01") == [2]
    table.run(movement_phase.regular)
    assert "K-40-01" in table.choice("move")["units"]  # type: ignore[operator]


@pytest.mark.rule("ms:E4")
def test_only_the_active_side_is_marked() -> None:
    table = mark(pocket({"K-40-01": OPEN}, side="german"))
    assert not table.marked("K-40-01", ISOLATED)


@pytest.mark.rule("ms:J")
def test_who_is_still_isolated_loses_a_step_and_the_marker() -> None:
    table = eliminate(pocket({"K-40-01": OPEN}, marks={"K-40-01": ISOLATED}))
    assert table.steps("K-40-01") == [1]
    assert not table.marked("K-40-01", ISOLATED)
    table = eliminate(mark(table))
    assert table.where("K-40-01") == "eliminated"


@pytest.mark.rule("ms:J")
def test_who_is_in_supply_again_only_loses_the_marker() -> None:
    table = eliminate(pocket({"K-40-01": OPEN}, closed=False, marks={"K-40-01": ISOLATED}))
    assert table.steps("K-40-01") == [2]
    assert not table.marked("K-40-01", ISOLATED)


@pytest.mark.rule("ms:J")
def test_who_was_in_supply_when_the_turn_began_loses_nothing() -> None:
    table = eliminate(pocket({"K-40-01": OPEN}))
    assert table.steps("K-40-01") == [2]


@pytest.mark.rule("ms:J")
@pytest.mark.parametrize("marks", [0, ENTRENCHED])
def test_a_unit_with_an_entrenched_back_is_eliminated(marks: int) -> None:
    table = eliminate(pocket({"K-40-02": OPEN}, marks={"K-40-02": ISOLATED | marks}))
    assert table.where("K-40-02") == "eliminated"
    assert table.state.marks[table.unit("K-40-02")] == 0


@pytest.mark.rule("ms:J")
def test_all_are_judged_by_the_same_position() -> None:
    """Two hexes in a pocket: the end of one unit does not change what becomes of the other."""
    table = position({"K-40-02": OPEN, "K-40-03": OPEN, "K-40-01": OPEN})
    grid = table.state.defn.map.grid
    near = grid.toward[grid.cell(OPEN)]
    ring = {name: grid.label(near[d]) for name, d in zip(RING, (0, 2, 4), strict=True)}
    mine = {"K-40-02": OPEN, "K-40-03": OPEN, "K-40-01": OPEN}
    table = eliminate(position(mine | ring, marks=dict.fromkeys(mine, ISOLATED)))
    assert [table.where(name) for name in ("K-40-02", "K-40-03")] == ["eliminated"] * 2
    assert table.steps("K-40-01") == [1]


@pytest.mark.rule("ms:J")
def test_a_city_holds_out_for_two_turns() -> None:
    table = pocket({"K-40-01": CITY}, CITY)
    seen = []
    for _ in range(4):
        eliminate(mark(table))
        seen.append((table.steps("K-40-01")[0], isolation.markers(table.state, table.unit("K-40-01"))))
    assert seen == [(2, 1), (1, 0), (1, 1), (0, 0)]
    assert table.where("K-40-01") == "eliminated"


@pytest.mark.rule("ms:J")
def test_being_in_supply_in_between_breaks_the_count() -> None:
    """N07: turns must follow each other."""
    table = mark(pocket({"K-40-01": CITY}, CITY, closed=False, marks={"K-40-01": ISOLATED}))
    assert isolation.markers(table.state, table.unit("K-40-01")) == 0


@pytest.mark.rule("ms:J", "ms:E4")
def test_the_other_reading_takes_markers_in_the_elimination_phase_only() -> None:
    table = pocket({"K-40-01": CITY}, CITY, closed=False, marks={"K-40-01": ISOLATED}, rulings={"KHA-N07": "b"})
    assert isolation.markers(mark(table).state, table.unit("K-40-01")) == 1
    assert isolation.markers(eliminate(table).state, table.unit("K-40-01")) == 0


@pytest.mark.rule("ms:J")
@pytest.mark.parametrize(("reading", "steps"), [("a", 2), ("b", 1)])
def test_a_city_reached_in_the_turn(reading: str, steps: int) -> None:
    """N08: it protects who is there in the elimination phase; by the other reading only who was there before, too."""
    rulings = {"KHA-N08": reading}
    table = mark(pocket({"K-40-01": OPEN}, rulings=rulings))
    inside = pocket(
        {"K-40-01": CITY}, CITY, rulings=rulings, marks={"K-40-01": table.state.marks[table.unit("K-40-01")]}
    )
    assert eliminate(inside).steps("K-40-01") == [steps]


@pytest.mark.rule("ms:J")
@pytest.mark.parametrize("reading", ["a", "b"])
def test_a_city_held_all_the_time_protects_by_both_readings(reading: str) -> None:
    table = pocket({"K-40-01": CITY}, CITY, rulings={"KHA-N08": reading})
    assert eliminate(mark(table)).steps("K-40-01") == [2]
    assert table.state.marks[table.unit("K-40-01")] == ISOLATED


@pytest.mark.rule("ms:J")
def test_a_garrison_with_one_marker_that_has_left_its_city_is_reduced() -> None:
    table = eliminate(pocket({"K-40-01": OPEN}, marks={"K-40-01": ISOLATED}))
    assert table.steps("K-40-01") == [1]


@pytest.mark.rule("ms:J")
def test_leaving_a_city_with_two_markers_costs_a_step_at_once() -> None:
    table = position({"K-40-01": CITY, "K-40-03": CITY}, marks={"K-40-01": TWO, "K-40-03": ISOLATED})
    units = (table.unit("K-40-01"), table.unit("K-40-03"))
    table.run(lambda s: isolation.left_city(s, units))
    assert table.steps("K-40-01", "K-40-03") == [1, 1]
    assert [isolation.markers(table.state, u) for u in units] == [1, 1]


@pytest.mark.rule("ms:J")
def test_moving_out_of_a_city_with_two_markers() -> None:
    """N09: by movement; a unit that has nothing on its back is gone."""
    marks = {"K-40-01": TWO, "K-40-02": TWO}
    table = position({"K-40-01": CITY, "K-40-02": CITY}, marks=marks, begin=movement_phase.regular)
    grid = table.state.defn.map.grid
    there = grid.label(next(n for n in grid.near[grid.cell(CITY)] if not table.state.defn.map.has("city", n)))
    table.do(f"move K-40-01 K-40-02 {CITY} {there}")
    assert table.steps("K-40-01") == [1]
    assert isolation.markers(table.state, table.unit("K-40-01")) == 1
    assert table.where("K-40-02") == "eliminated"


@pytest.mark.rule("ms:J", "ms:F5")
def test_leaving_a_city_with_two_markers_by_rail() -> None:
    """N09: any way of leaving, also when the line is open again."""
    table = position({"K-GD": CITY}, side="german", marks={"K-GD": TWO}, rail=(0, 12), begin=movement_phase.regular)
    target = table.choice("rail")["hexes"][0]  # type: ignore[index]
    table.do(f"rail K-GD {target}")
    assert (table.where("K-GD"), table.steps("K-GD")) == (target, [3])


@pytest.mark.rule("ms:J")
def test_moving_elsewhere_with_two_markers_costs_nothing() -> None:
    table = position({"K-40-01": OPEN}, marks={"K-40-01": TWO}, begin=movement_phase.regular)
    table.do(f"move K-40-01 {OPEN} 0626")
    assert table.steps("K-40-01") == [2]


@pytest.mark.rule("ms:J", "ms:E4")
def test_only_in_a_city_a_second_marker_is_placed() -> None:
    """A garrison that was thrown out of its city in the enemy's turn keeps its one marker."""
    table = mark(pocket({"K-40-01": OPEN}, marks={"K-40-01": ISOLATED}))
    assert isolation.markers(table.state, table.unit("K-40-01")) == 1
    table = mark(pocket({"K-40-01": CITY}, CITY, marks={"K-40-01": ISOLATED}))
    assert isolation.markers(table.state, table.unit("K-40-01")) == 2


@pytest.mark.rule("ms:E4", "ms:J")
def test_the_pocket_of_these_tests_is_one() -> None:
    """The position is what it claims to be: a line without the Germans, none with them."""
    for centre in (OPEN, CITY):
        for closed in (True, False):
            table = pocket({"K-40-01": centre}, centre, closed=closed)
            assert supply.supplied(table.state, table.unit("K-40-01")) is not closed
