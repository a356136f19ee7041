"""kursk: victory points, control of cities, levels."""

from __future__ import annotations

import pytest

from blackearth.systems.kursk import victory
from blackearth.systems.kursk.board import GERMAN, SOVIET
from blackearth.systems.kursk.scenario import Objective
from tests.kursk import build
from tests.kursk.small import position
from tests.support.table import Table

INFANTRY, RIFLES, GUARDS = "G-131ID", "S-10A", "S-11GA"


def objective(table: Table, name: str) -> Objective:
    found: tuple[Objective, ...] = table.state.defn.content.objectives  # type: ignore[attr-defined]
    return next(o for o in found if o.name == name)


def kursk(table: Table) -> str:
    mask = objective(table, "Kursk").mask
    return table.state.defn.map.grid.labels(mask)[0]


@pytest.mark.rule("kursk:victory-objectives", "kursk:scenario-jul4", "kursk:scenario-jun12", "kursk:scenario-may3")
@pytest.mark.parametrize("scenario", ["may3", "jun12", "jul4", "jul4-historical"])
def test_kursk_counts_twenty(scenario: str) -> None:
    table = position({}, scenario=scenario)
    assert victory.score(table.state) == (20, 0)


@pytest.mark.rule("kursk:scenario-aug3", "kursk:scenario-aug3-historical", "kursk:victory-objectives")
def test_the_august_scenarios_have_five_places() -> None:
    both = position({}, scenario="aug3-historical").state.defn.content.objectives  # type: ignore[attr-defined]
    assert {o.name: max(o.points) for o in both} == {
        "Kursk": 20,
        "Orel": 20,
        "Bryansk": 30,
        "Kharkov": 40,
        "Belgorod": 10,
    }
    defence = position({}, scenario="aug3").state.defn.content.objectives  # type: ignore[attr-defined]
    assert all(o.points[1] == 0 for o in defence)


@pytest.mark.rule("kursk:control")
def test_an_empty_city_is_the_last_sides_if_supplied_and_not_in_a_zone() -> None:
    empty = position({})
    city, grid = kursk(empty), empty.state.defn.map.grid
    near = grid.label(grid.near[grid.cell(city)][0])
    assert victory.holder(empty.state, objective(empty, "Kursk")) == 0
    threatened = position({INFANTRY: near})
    assert victory.holder(threatened.state, objective(threatened, "Kursk")) is None


@pytest.mark.rule("kursk:control")
def test_an_occupied_city_counts_whatever_zones_reach_it() -> None:
    city = kursk(position({}))
    grid = position({}).state.defn.map.grid
    near = grid.label(grid.near[grid.cell(city)][0])
    held = position({RIFLES: city, INFANTRY: near})
    assert victory.holder(held.state, objective(held, "Kursk")) == 0
    taken = position({INFANTRY: city})
    assert victory.holder(taken.state, objective(taken, "Kursk")) in (1, None)  # German only if in supply there


@pytest.mark.rule("kursk:victory", "kursk:victory-levels")
@pytest.mark.parametrize(
    ("points", "winner", "level"),
    [
        ((30, 0), 0, "ecisive"), ((0, 60), 1, "ecisive"), ((9, 59), 1, "actical"), ((10, 40), 1, "arginal"),
        ((11, 30), 0, "arginal"), ((26, 30), 0, "actical"), ((40, 30), 0, "ecisive"),
    ],
)  # fmt: skip
def test_levels_by_ratio(points: tuple[int, int], winner: int, level: str) -> None:
    table = position({})  # Kursk gives the Soviets 20
    table.state.extra.points = points
    found = victory.standing(table.state)
    assert found.winner == winner
    assert level in found.level


@pytest.mark.rule("kursk:victory-levels")
def test_equal_points_are_a_draw() -> None:
    table = position({})
    table.state.extra.points = (0, 20)
    assert victory.standing(table.state).winner is None


@pytest.mark.rule("kursk:control", "kursk:victory-objectives")
@pytest.mark.parametrize(
    ("units", "soviet", "supply", "expected"),
    [
        ({}, True, ("soviet", "german"), SOVIET),
        ({}, False, ("soviet", "german"), GERMAN),
        ({}, True, ("german",), None),  # whoever was in it last could not be supplied there
        ({}, False, ("soviet",), None),
        ({INFANTRY: "2023"}, True, ("soviet", "german"), None),  # a zone
        ({INFANTRY: "2023"}, False, ("soviet", "german"), GERMAN),
        ({RIFLES: "2023"}, False, ("soviet", "german"), None),
        ({INFANTRY: "2022", RIFLES: "2023"}, True, ("soviet", "german"), GERMAN),  # occupied, whatever zones
        ({INFANTRY: "2022", RIFLES: "2023"}, True, ("soviet",), None),
        ({RIFLES: "2022", INFANTRY: "2023"}, False, ("soviet",), SOVIET),
    ],
)
def test_who_holds_a_city(units: dict[str, str], soviet: bool, supply: tuple[str, ...], expected: int | None) -> None:
    features = {"soviet_supply": ("2422",), "german_supply": ("1622",)}
    closed = {f"{side}_supply": () for side in ("soviet", "german") if side not in supply}
    table = build.position(units, features={**features, **closed})
    table.state.control = table.state.defn.map.grid.all if soviet else 0
    place = objective(table, "Kursk")
    assert table.state.defn.map.grid.labels(place.mask) == ["2022"]
    assert victory.holder(table.state, place) == expected
    assert victory.score(table.state) == (20 * (expected == SOVIET), 20 * (expected == GERMAN))


@pytest.mark.rule("kursk:control", "kursk:opt-army-integrity")
def test_one_unit_in_supply_is_enough() -> None:
    units = {RIFLES: "2022", "S-1T": "2022", INFANTRY: "2023"}
    table = build.position(units, options=["army-integrity"], features={"soviet_supply": ("2422",)})
    assert victory.holder(table.state, objective(table, "Kursk")) == SOVIET
    alone = build.position({RIFLES: "2022"}, options=["army-integrity"], features={"soviet_supply": ("2422",)})
    assert victory.holder(alone.state, objective(alone, "Kursk")) is None


@pytest.mark.rule("kursk:control")
def test_a_city_of_two_hexes_is_held_whole_or_not_at_all() -> None:
    table = build.position({INFANTRY: "2022", RIFLES: "2024"}, features={"soviet_supply": ("2424",)})
    grid = table.state.defn.map.grid

    def both(other: str) -> Objective:
        return Objective("Two", grid.mask(("2022", other)), (20, 20))

    table.state.control = 0
    assert victory.holder(table.state, both("2024")) is None
    assert victory.holder(table.state, both("2021")) == GERMAN
    assert victory.objective_points(table.state, both("2021")) == (0, 20)


@pytest.mark.rule("kursk:victory-objectives", "kursk:victory")
def test_the_tally_of_points() -> None:
    table = position({}, scenario="aug3-historical")
    table.state.extra.points = (7, 9)
    lines = [(line.label, int(line.value)) for line in victory.points_tally(table.state).lines]
    assert lines[:2] == [("Soviet: strength eliminated", 7), ("German: strength eliminated", 9)]
    assert dict(lines[2:]) == {
        "Kursk: Soviet, in supply": 20, "Orel: German, in supply": 20, "Bryansk: German, in supply": 30,
        "Kharkov: German, in supply": 40, "Belgorod: German, in supply": 10,
    }  # fmt: skip
    assert victory.score(table.state) == (27, 109)
