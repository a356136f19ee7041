"""Positions of situations, the part that is the same in every rulebook: units, control, turn, little maps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from blackearth.core.mapdata import Roster
from blackearth.core.situation_file import MapEntry, PlaceEntry, Position, PositionError, UnitEntry
from blackearth.core.state import State
from blackearth.hexes.grid import Grid
from blackearth.lib import little_map, position, position_units
from blackearth.lib.hex_files import edge_masks
from tests.toy.skirmish import SYSTEM as TOY

SIDES = ("red", "blue")
#: Two rows of three hexes; even columns lie half a hex lower.
GRID = Grid("flat", {f"{x:02}{y:02}": (x, y) for x in (1, 2, 3) for y in (1, 2)}, shifted=0)


class Three(NamedTuple):
    """A scenario of three turns."""

    name: str = "Three turns"
    first_turn: int = 1
    last_turn: int = 3


def toy() -> State:
    spec = TOY.scenarios()[0]
    return TOY.start(TOY.define(spec.id, {}, {}), "00" * 16, spec.setups[0])


def told(**keys: Any) -> Position:
    return Position(title="T", system="toy", scenario="toy", **keys)


def where(error: pytest.ExceptionInfo[PositionError]) -> str:
    return error.value.where


# -- units and control -------------------------------------------------------------------------------------------------


def test_a_unit_is_placed_with_steps_and_markers() -> None:
    state = toy()
    name, label = state.defn.roster.ids[0], state.defn.map.grid.label(state.defn.map.grid.cells[0])
    boxes, marks = {"dead": -2, "": -3}, {"tired": 1, "wet": 4}
    unit = position.place(state, 0, UnitEntry(id=name, hex=label, marks=("tired", "wet")), boxes, marks, ("dead",))
    assert (state.at[unit], state.marks[unit]) == (state.defn.map.grid.cells[0], 5)
    assert state.steps[unit] == state.defn.roster.steps[unit]
    position.place(state, 0, UnitEntry(id=name), boxes, marks)
    assert state.at[unit] == -3
    position.place(state, 0, UnitEntry(id=name, hex="dead"), boxes, marks, ("dead",))
    assert (state.at[unit], state.steps[unit]) == (-2, 0)


@pytest.mark.parametrize(
    ("entry", "key"), [({"hex": "9999"}, "hex"), ({"hex": "dead", "steps": 99}, "steps"), ({"marks": ("x",)}, "marks")]
)
def test_a_unit_that_cannot_be_placed_names_its_key(entry: dict[str, Any], key: str) -> None:
    state = toy()
    wrong = UnitEntry(id=state.defn.roster.ids[0], **entry)
    with pytest.raises(PositionError) as error:
        position.place(state, 4, wrong, {"dead": -2, "": -3}, {"tired": 1})
    assert where(error) == f"unit[4].{key}"


def test_control_is_as_told_but_units_hold_their_hexes() -> None:
    state = toy()
    grid, mine = state.defn.map.grid, state.occupied[0]
    free = next(c for c in grid.cells if not (state.occupied[0] | state.occupied[1]) >> c & 1)
    position.hold(state, told(control={"blue": ("all",), "red": (grid.label(free),)}), SIDES)
    assert state.control == mine | 1 << free
    with pytest.raises(PositionError) as error:
        position.hold(state, told(control={"green": ()}), SIDES)
    assert where(error) == "control.green"


def test_turn_side_and_phase_exist() -> None:
    state = toy()
    position.set_time(state, told(turn=3, side="red", phase="tea"), Three(), SIDES, ("tea",))
    assert state.turn == 3
    for keys, key in (({"turn": 4}, "turn"), ({"side": "green"}, "side"), ({"phase": "lunch"}, "phase")):
        with pytest.raises(PositionError) as error:
            position.set_time(state, told(**{"turn": 1} | keys), Three(), SIDES, ("tea",))
        assert where(error) == key


def test_only_the_suggested_setup_and_known_names() -> None:
    position.check_setup(told(setup="suggested"))
    with pytest.raises(PositionError, match="there is no set-up"):
        position.check_setup(told(setup="own"))
    with pytest.raises(PositionError, match="a little map"):
        position.check_setup(told(setup="suggested", map=MapEntry(rows=(".",))))
    with pytest.raises(PositionError, match="there is no track “tea”; there are none"):
        position.check_names("tracks", "track", ("tea",), ())


# -- new units ---------------------------------------------------------------------------------------------------------


def row(where: str, entry: UnitEntry) -> Mapping[str, Any]:
    position_units.check_kind(where, entry, ("foot",), SIDES)
    return {"ids": entry.id, "names": entry.id, "side": SIDES.index(entry.side), "ground": True, "steps": 2}


def test_new_units_stand_behind_those_of_the_scenario() -> None:
    roster = Roster(("A",), ("A",), (0,), (True,), (1,))
    new = UnitEntry(id="B", kind="foot", side="blue")
    found = position_units.with_units(roster, (UnitEntry(id="A"), new), row)
    assert (found.ids, found.side, found.steps) == (("A", "B"), (0, 1), (1, 2))
    assert found.index == {"A": 0, "B": 1}
    assert position_units.with_units(roster, (UnitEntry(id="A"),), row) is roster


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        (UnitEntry(id="A", kind="foot", side="red"), "id"),
        (UnitEntry(id="C"), "id"),
        (UnitEntry(id="B", kind="horse", side="red"), "kind"),
        (UnitEntry(id="B", kind="foot", side="green"), "side"),
        (UnitEntry(id="1 B", kind="foot", side="red"), "id"),
    ],
)
def test_units_that_cannot_be(entry: UnitEntry, key: str) -> None:
    roster = Roster(("A",), ("A",), (0,), (True,), (1,))
    with pytest.raises(PositionError) as error:
        position_units.with_units(roster, (entry,), row)
    assert where(error) == f"unit[0].{key}"


# -- little maps -------------------------------------------------------------------------------------------------------


def test_features_of_a_little_map() -> None:
    entry = MapEntry(
        rows=(), sides={"wall": ("0101/0201",)}, edges={"red": ("east", "0101")}, marked={"mud": ("0102", "0102")},
        places=(PlaceEntry(name="Town", hexes=("0301",), points=3), PlaceEntry(name="Hill", hexes=("0302",))),
    )  # fmt: skip
    assert GRID.labels(little_map.marked(GRID, entry, ("mud",))["mud"]) == ["0102"]
    assert little_map.side_pairs(GRID, entry, ("wall", "ditch")) == {
        "wall": [(GRID.cell("0101"), GRID.cell("0201"))], "ditch": [],
    }  # fmt: skip
    edges = little_map.friendly_edges(GRID, entry, edge_masks(GRID), {"red": (), "blue": ("west",)})
    assert set(GRID.labels(edges["red"])) == {"0301", "0302", "0101"}
    assert edges["blue"] == 0  # the map says all there is
    usual = little_map.friendly_edges(GRID, MapEntry(rows=()), edge_masks(GRID), {"red": (), "blue": ("west",)})
    assert set(GRID.labels(usual["blue"])) == {"0101", "0102"}
    town, hill = little_map.places(GRID, entry, "battle", "city")
    assert (town.points, hill.points, town.kind) == ({"battle": 3}, {}, "city")


def read_all(entry: MapEntry) -> None:
    little_map.marked(GRID, entry, ("mud",))
    little_map.side_pairs(GRID, entry, ("wall",))
    little_map.friendly_edges(GRID, entry, edge_masks(GRID), {"red": (), "blue": ()})
    little_map.places(GRID, entry, "battle", "town")


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"marked": {"ice": ()}}, "map.marked.ice"),
        ({"marked": {"mud": ("0909",)}}, "map.marked.mud"),
        ({"sides": {"moat": ()}}, "map.sides.moat"),
        ({"sides": {"wall": ("0101",)}}, "map.sides.wall"),
        ({"sides": {"wall": ("0101/0301",)}}, "map.sides.wall"),
        ({"edges": {"green": ()}}, "map.edges.green"),
        ({"edges": {"red": ("0909",)}}, "map.edges.red"),
        ({"places": (PlaceEntry(name="Town", hexes=("0909",)),)}, "map.places[0].hexes"),
    ],
)
def test_faults_of_a_little_map_name_their_key(keys: dict[str, Any], key: str) -> None:
    with pytest.raises(PositionError) as error:
        read_all(MapEntry(rows=(), **keys))
    assert where(error) == key
