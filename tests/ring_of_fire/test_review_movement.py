"""Interplay of the movement rules: links on a halt, leaving the map, the guaranteed hex, entry by road, reserves."""

from __future__ import annotations

import pytest

from blackearth.systems.ring_of_fire import board, defensive_reserves, invariants, queries
from blackearth.systems.ring_of_fire.board import HALVED, RESERVE
from blackearth.systems.ring_of_fire.movement_phase import regular, reserve
from blackearth.systems.ring_of_fire.sequence import Play
from tests.ring_of_fire.build import Table, position

# Round 0307 there is open ground on all sides. 0207 and 0407 bar the hexside between 0307 and 0308.
A, B, C = "S-167R", "S-180R", "S-204R"
TANK = "S-2T-26T"
REGIMENT, REGIMENT_B = "G-75-172", "G-75-202"
PANZER, GRENADIER = "G-11Z-Pz", "G-11Z-110"


def moving(units: dict[str, str], **more: object) -> Table:
    return position(units, begin=regular, **more)  # type: ignore[arg-type]


def unsupplied(table: Table, unit: str) -> Table:
    """The unit was out of supply when the phase began."""
    table.state.marks[table.unit(unit)] |= HALVED
    table.state.cache = {}
    return table


def everywhere() -> list[str]:
    grid = position({A: "0305"}).state.defn.map.grid
    return grid.labels(grid.all)


# -- links -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:10.5", "rof:10.4")
def test_a_halt_before_a_hexside_link_does_not_cancel_it() -> None:
    units = {REGIMENT: "0207", REGIMENT_B: "0407", A: "0306", B: "0308"}
    table = moving(units, control=[])
    assert table.cites("move S-167R 0306 0307 0308") == ["rof:10.4"]
    table.do("move S-167R 0306 0307")
    (refusal,) = table.refusals("move S-167R 0307 0308")
    assert refusal.cite == "rof:10.5"
    assert refusal.text.endswith("from 0307 to 0308; units on the march do not cancel it")
    # It gets there on the way round only.
    assert queries.reach(table.state, {"units": [A]})["hexes"]["0308"] > 2 * 2


@pytest.mark.rule("rof:10.5", "rof:11.41")
def test_a_halted_stack_does_not_cancel_it_for_those_who_split_off() -> None:
    units = {REGIMENT: "0207", REGIMENT_B: "0407", A: "0306", B: "0306", C: "0308", TANK: "0306"}
    table = moving(units, control=[])
    table.do("move S-167R S-180R 0306 0307")
    assert table.cites("move S-167R 0307 0308") == ["rof:10.5"]
    # The brigade of that stack has not begun to move yet: for it the link is cancelled.
    table.do("move S-2T-26T 0306 0307 0308")


@pytest.mark.rule("rof:10.5")
def test_units_in_place_cancel_it_for_others() -> None:
    units = {REGIMENT: "0207", REGIMENT_B: "0407", A: "0306", B: "0308", TANK: "0305"}
    table = moving(units, control=[])
    table.do("move S-167R 0306 0307", "move S-2T-26T 0305 0306 0307 0308")
    assert table.where(TANK) == "0308"


@pytest.mark.rule("rof:10.4", "rof:10.5")
def test_a_hex_link_that_revives_behind_the_mover_is_named() -> None:
    table = moving({REGIMENT: "0306", REGIMENT_B: "0308", A: "0307"}, control=[])
    (refusal,) = table.refusals("move S-167R 0307 0407 0307")
    assert (refusal.cite, refusal.text) == (
        "rof:10.5",
        "an enemy ZOC link runs through 0307; units on the march do not cancel it",
    )


# -- leaving the map ---------------------------------------------------------------------------------------------------


def exits(table: Table, *units: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = queries.reach(table.state, {"units": list(units)})["exits"]
    return found


@pytest.mark.rule("rof:11.8")
def test_no_exit_without_points_left() -> None:
    table = moving({A: "0107"}, control=[])
    assert exits(table, A)["south"]["0107"] == 2
    table.do("move S-167R 0107 0207 0307 0407 0307 0207 0107")
    assert exits(table, A) == {}
    assert table.cites("move S-167R 0107 @south") == ["rof:11.7"]


@pytest.mark.rule("rof:11.7", "rof:11.8")
def test_strategic_exit_is_shown_with_a_path_that_is_legal() -> None:
    table = moving({A: "0907"}, control=everywhere())
    ways = exits(table, A)["south"]
    for start in sorted(ways):
        answer = queries.path(table.state, {"units": [A], "to": start, "edge": "south"})
        cells = [table.cell(label) for label in answer["path"]]
        text = f"move {A} {' '.join(table.state.defn.map.grid.label(c) for c in cells)} @south"
        gone = moving({A: "0907"}, control=everywhere()).do(text)
        assert gone.where(A) == "exited"
        assert gone.state.extra.spent[gone.unit(A)] == ways[start]
    assert max(ways.values()) > 12


@pytest.mark.rule("rof:11.2", "rof:11.8")
def test_an_exit_by_the_guaranteed_hex() -> None:
    table = moving({A: "0107"}, control=[])
    table.state.extra.spent[table.unit(A)] = 0
    unsupplied(table, A).do("move S-167R 0107 @south")
    assert table.where(A) == "exited"
    assert table.state.extra.exit_points == (10, 0)


@pytest.mark.rule("rof:11.8", "rof:16.2-victory")
@pytest.mark.parametrize(("edge", "points"), [("south", 10), ("west", 3)])
def test_in_a_corner_the_owner_names_the_edge(edge: str, points: int) -> None:
    table = moving({A: "0101"}, control=[])
    assert set(exits(table, A)) == {"south", "west"}
    table.do(f"move S-167R 0101 @{edge}")
    assert table.state.extra.exit_points == (points, 0)


@pytest.mark.rule("rof:11.8", "rof:14.4")
def test_reserves_leave_with_half_of_their_points() -> None:
    table = position({A: "0307", B: "0407"}, begin=reserve, marks={A: RESERVE, B: RESERVE})
    assert exits(table, A)["south"] == {"0106": 6, "0107": 6, "0108": 6}
    assert exits(table, B) == {}
    table.do("move S-167R 0307 0207 0107 @south")
    assert table.where(A) == "exited"


# -- what a move may cost ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:11.2")
@pytest.mark.parametrize(("reading", "steps"), [("a", 0), ("b", 1)])
def test_the_guaranteed_hex_of_the_other_reading_is_shown(reading: str, steps: int) -> None:
    table = unsupplied(moving({TANK: "2142"}, rulings={"ROF-A04": reading}), TANK)
    table.do("move S-2T-26T 2142 2141")
    left = queries.reach(table.state, {"units": [TANK]})
    assert left["allowance"] > 0
    # Every neighbour that is offered is allowed, and with the reading b every one that is not barred is offered.
    grid = table.state.defn.map.grid
    near = {grid.label(n) for n in grid.near[table.cell("2141")]}
    assert (near <= set(left["hexes"])) is (reading == "b")
    for label in near & set(left["hexes"]):
        again = unsupplied(moving({TANK: "2142"}, rulings={"ROF-A04": reading}), TANK)
        again.do("move S-2T-26T 2142 2141", f"move S-2T-26T 2141 {label}")
    if reading == "b":
        spent = moving({A: "0107"}, control=[], rulings={"ROF-A04": "b"})
        spent.do("move S-167R 0107 0207 0307 0407 0307 0207 0107")
        assert queries.reach(spent.state, {"units": [A]})["hexes"] == {}


@pytest.mark.rule("rof:11.2", "rof:11.7")
def test_the_note_of_a_path_tells_how_it_is_paid() -> None:
    table = unsupplied(moving({TANK: "2240"}), TANK)
    note = queries.path(table.state, {"units": [TANK], "to": "2239"})["tally"]["note"]
    assert note.startswith("The guaranteed hex")
    table = unsupplied(moving({TANK: "2240"}, control=everywhere()), TANK)
    note = queries.path(table.state, {"units": [TANK], "to": "2239"})["tally"]["note"]
    assert note == "Strategic: beyond the 5 points left (11.7)"
    table = moving({TANK: "0304", A: "0304"}, control=[])
    # Both pay 3; the division has 6, the brigade 10.
    note = queries.path(table.state, {"units": [TANK, A], "to": "0307"})["tally"]["note"]
    assert note == "Left after the move: 3"


@pytest.mark.rule("rof:7.1", "rof:13.1", "rof:11.53")
@pytest.mark.parametrize(("reading", "points"), [("a", 9), ("b", 1)])
def test_interdiction_of_an_entry_by_road(reading: str, points: int) -> None:
    units = {"G-GD-Pz": "arriving", A: "3030", "S-AIR-1": "2801"}
    table = moving(units, side="german", turn=5, rulings={"ROF-A02": reading})
    table.do("enter G-GD-Pz 2801")
    assert table.state.extra.spent[table.unit("G-GD-Pz")] == points


@pytest.mark.rule("rof:7.1", "rof:10.4")
@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("1601", "an enemy ZOC link runs through 1601"),
        ("1701", "there are enemy units in 1701"),
        ("1602", "G-GD-Pz enters over the friendly part of the west edge, to which 1602 does not belong"),
    ],
)
def test_the_refusal_of_an_entry_names_the_reason(cell: str, text: str) -> None:
    units = {"G-GD-Pz": "arriving", "G-DR-Pz": "arriving", A: "1701", B: "1502", C: "2012", GRENADIER: "0703"}
    table = moving(units, side="german", turn=4)
    assert [(r.cite, r.text) for r in table.refusals(f"enter G-GD-Pz {cell}")] == [("rof:7.1", text)]
    (early,) = table.refusals("enter G-DR-Pz 0110")
    assert early.text == "G-DR-Pz is no reinforcement that may arrive now; it is due on turn 5"


@pytest.mark.rule("rof:11.0")
def test_a_move_has_no_amounts() -> None:
    table = moving({A: "0304"}, control=[])
    assert table.cites("move S-167R*2 0304 0305") == ["rof:11.0"]


# -- reserves ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:14.2")
@pytest.mark.parametrize(("last", "lost"), [("0405", False), ("0307", True)])
def test_where_a_move_ends_is_known_when_the_phase_is_over(last: str, lost: bool) -> None:
    units = {A: "0305", PANZER: "0308", GRENADIER: "0703"}
    table = moving(units, control=[], marks={PANZER: RESERVE}, rulings={"ROF-A15": "c"})
    table.do("move S-167R 0305 0306", "move S-167R 0306 0307")
    if last != "0307":
        table.do("move S-167R 0307 0306", f"move S-167R 0306 {last}")
    assert table.marked(PANZER, RESERVE)
    assert not [fault for fault in invariants.check(table.state) if "reserve" in fault]
    table.do("end-movement").run(Play.steps["player turn"][2])
    assert table.marked(PANZER, RESERVE) is not lost


@pytest.mark.rule("rof:15.1-example", "rof:14.5")
@pytest.mark.parametrize("reading", ["a", "b"])
def test_an_unsupplied_defensive_reserve_moves_a_quarter_under_both_readings(reading: str) -> None:
    # Three divisions on alternate sides of 0907 cut it off.
    units = {A: "0908", B: "0806", C: "1006", PANZER: "0907"}
    table = position(units, marks={PANZER: RESERVE}, rulings={"ROF-A13": reading})
    unit = table.unit(PANZER)
    assert not board.in_supply(table.state, unit)
    assert defensive_reserves.allowance(table.state, unit) == board.roster(table.state).move[unit] // 4


# -- the end of the phase ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:9.2", "rof:9.3")
def test_the_end_of_the_phase_warns_of_overstacked_hexes() -> None:
    table = moving({A: "0304", B: "0306"}, control=[])
    table.do("move S-180R 0306 0305")
    assert "Overstacked" not in str(table.choice("end-movement")["confirm"])
    table.do("move S-167R 0304 0305")
    assert str(table.choice("end-movement")["confirm"]).endswith("may remove units there: 0305. End the phase?")


@pytest.mark.rule("rof:15.1")
def test_the_panel_tells_when_supply_was_lacking() -> None:
    table = unsupplied(moving({A: "0304"}), A)
    rows = {label: value for label, value, _ in queries.answer(table.state, 0, "unit", {"unit": A})["rows"]}
    assert rows["Movement"] == "3 of 6 (out of supply when the phase began)"
    assert rows["Supply"] == "in supply, map edge"
