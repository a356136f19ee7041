"""rof:14.0 - reserves: putting units there, losing the status, moving them in attack and defence."""

from __future__ import annotations

import pytest

from blackearth.systems.ring_of_fire import declaration, movement_phase, movement_reach, odds
from blackearth.systems.ring_of_fire.board import RESERVE, SPENT_RESERVE, Battle
from blackearth.systems.ring_of_fire.movement_phase import regular, reserve
from blackearth.systems.ring_of_fire.sequence import Play
from tests.ring_of_fire.build import Table, position

# Round 0307 there is open ground on all sides.
A, B, C = "S-167R", "S-180R", "S-204R"
TANK, TANK_B = "S-2T-26T", "S-2T-99T"
REGIMENT, REGIMENT_B, FOUR = "G-75-172", "G-75-202", "G-88-245"
PANZER, GRENADIER, GRENADIER_B = "G-11Z-Pz", "G-11Z-110", "G-11Z-111"


def moving(units: dict[str, str], side: str = "soviet", **more: object) -> Table:
    return position(units, begin=regular, side=side, **more)  # type: ignore[arg-type]


def attacked(units: dict[str, str], attack: str, **more: object) -> Table:
    """A position in which an attack has just been declared."""
    return position(units, begin=declaration.begin(reserve=False), **more).do(attack, "end-declaration")  # type: ignore[arg-type]


# -- 14.1, 14.2 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:14.1")
def test_putting_units_into_reserve() -> None:
    table = moving({A: "0305", B: "0601", REGIMENT: "0306"}, control=[])
    assert table.cites("reserve S-167R") == ["rof:14.1"]  # next to an enemy
    assert table.cites("reserve G-75-172") == ["rof:11.1"]
    table.do("move S-167R 0305 0304 0303", "reserve S-167R S-180R")
    assert table.marked(A, RESERVE)
    assert table.cites("reserve S-180R") == ["rof:14.1"]


@pytest.mark.rule("rof:14.1")
def test_half_of_the_movement_points_at_most() -> None:
    table = moving({A: "0303"}, control=[])
    table.do("move S-167R 0303 0304 0305 0306")  # three of six
    table.do("reserve S-167R")
    table = moving({A: "0303"}, control=[])
    table.do("move S-167R 0303 0304 0305 0306 0307")
    assert table.cites("reserve S-167R") == ["rof:14.1"]


@pytest.mark.rule("rof:14.2")
def test_a_reserve_may_stay_and_may_be_released() -> None:
    table = moving({A: "0303"}, marks={A: RESERVE})
    table.do("end-movement")
    assert table.marked(A, RESERVE)
    table = moving({A: "0303"}, marks={A: RESERVE})
    table.do("release S-167R")
    assert not table.marked(A, RESERVE)


@pytest.mark.rule("rof:14.2", "rof:14.1")
@pytest.mark.parametrize(("reading", "far", "kept"), [("a", False, True), ("a", True, False), ("b", True, True)])
def test_a_reserve_that_moves_in_its_movement_phase(reading: str, far: bool, kept: bool) -> None:
    table = moving({A: "0303"}, control=[], marks={A: RESERVE}, rulings={"ROF-A14": reading})
    table.do("move S-167R 0303 0304 0305 0306" + (" 0307" if far else ""))
    assert table.marked(A, RESERVE) is kept


@pytest.mark.rule("rof:14.2")
def test_a_reserve_that_may_not_move() -> None:
    table = moving({A: "0303"}, control=[], marks={A: RESERVE}, rulings={"ROF-A14": "c"})
    assert table.cites("move S-167R 0303 0304") == ["rof:14.2"]
    table.do("release S-167R", "move S-167R 0303 0304")


@pytest.mark.rule("rof:14.2")
@pytest.mark.parametrize(("reading", "lost"), [("a", True), ("b", True), ("c", False)])
def test_an_enemy_passing_by_ends_reserve_status(reading: str, lost: bool) -> None:
    units = {A: "0305", PANZER: "0307", GRENADIER: "0309"}
    table = moving(units, control=[], marks={PANZER: RESERVE, GRENADIER: RESERVE}, rulings={"ROF-A15": reading})
    table.do("move S-167R 0305 0306 0405")
    assert table.marked(PANZER, RESERVE) is not lost
    assert table.marked(GRENADIER, RESERVE)


@pytest.mark.rule("rof:14.2")
@pytest.mark.parametrize(("reading", "lost"), [("a", True), ("b", False)])
def test_an_advance_next_to_a_reserve(reading: str, lost: bool) -> None:
    units = {A: "0406", B: "0407", REGIMENT: "0307", PANZER: "0208"}
    table = attacked(
        units,
        "attack S-167R S-180R 0307",
        dice=[6],
        steps={REGIMENT: 1},
        marks={PANZER: RESERVE},
        rulings={"ROF-A15": reading},
    )
    if table.side == "german":
        table.do("end-reserves")
    table.do("resolve 0307", "advance S-167R")
    grid = table.state.defn.map.grid
    assert grid.distance(table.cell("0307"), table.cell("0208")) == 2
    assert table.marked(PANZER, RESERVE)
    near = attacked(
        {A: "0406", B: "0407", REGIMENT: "0307", PANZER: "0206"},
        "attack S-167R S-180R 0307",
        dice=[6],
        steps={REGIMENT: 1},
        marks={PANZER: RESERVE},
        rulings={"ROF-A15": reading},
    )
    if near.side == "german":
        near.do("end-reserves")
    near.do("resolve 0307", "advance S-167R")
    assert near.marked(PANZER, RESERVE) is not lost


# -- 14.4: offensive reserves ------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:14.4", "rof:14.3", "rof:5.2")
def test_only_reserves_move_half_in_the_reserve_movement_phase() -> None:
    table = position({A: "0305", TANK: "0303"}, begin=reserve, marks={TANK: RESERVE}, control=[])
    assert table.cites("move S-167R 0305 0306")[0] == "rof:14.3"
    assert table.cites("move S-2T-26T 0303 0304 0305 0306 0307 0308 0309") == ["rof:14.4"]
    table.do("move S-2T-26T 0303 0304 0305 0306 0307 0308")  # five of ten
    assert table.marked(TANK, RESERVE)
    assert table.marked(TANK, SPENT_RESERVE)
    assert "reserve" not in table.verbs
    assert "interdict" not in table.verbs


@pytest.mark.rule("rof:14.4", "rof:11.7")
def test_no_strategic_movement_in_the_reserve_movement_phase() -> None:
    control = [f"{r:02d}{c:02d}" for r in range(1, 10) for c in range(1, 30)]
    table = position({TANK: "0303"}, begin=reserve, marks={TANK: RESERVE}, control=control)
    found = movement_reach.reachable(table.state, (table.unit(TANK),), reserve=True)
    assert max(found.cost.values()) <= 10
    assert not found.strategic


@pytest.mark.rule("rof:14.4")
def test_reserves_may_move_next_to_the_enemy() -> None:
    table = position({REGIMENT: "0307", TANK: "0303"}, begin=reserve, marks={TANK: RESERVE}, control=[])
    table.do("move S-2T-26T 0303 0304 0305 0306")
    assert table.marked(TANK, RESERVE)


@pytest.mark.rule("rof:14.4", "rof:12.8", "rof:5.2")
@pytest.mark.parametrize(("reading", "stays"), [("a", True), ("b", False)])
def test_markers_after_the_reserve_combat_phase(reading: str, stays: bool) -> None:
    table = position(
        {TANK: "0303", TANK_B: "1501", A: "3301"},
        marks={TANK: RESERVE, TANK_B: RESERVE},
        rulings={"ROF-S06": reading},
        control=[],
    )
    table.run(lambda s: Play("player turn", 7))
    table.do("move S-2T-26T 0303 0304", "end-movement")
    assert not table.marked(TANK, RESERVE)
    assert table.marked(TANK_B, RESERVE) is stays


# -- 14.5: defensive reserves ------------------------------------------------------------------------------------------

UNITS = {A: "0306", REGIMENT: "0307", PANZER: "0309", GRENADIER: "0405"}
MARKS = {PANZER: RESERVE}


@pytest.mark.rule("rof:14.5", "rof:12.34")
def test_reserves_come_after_declaration_and_before_odds() -> None:
    table = attacked(UNITS, "attack S-167R 0307", marks=MARKS, dice=[1])
    assert table.side == "german"
    before = odds.raw_column(table.state, (table.unit(A),), table.cell("0307"))
    table.do(f"reinforce {PANZER} 0309 0308 0307")
    assert odds.raw_column(table.state, (table.unit(A),), table.cell("0307")) < before
    assert not table.marked(PANZER, RESERVE)
    assert table.side == "soviet"
    battle: Battle = table.state.extra.battles[0]
    assert battle.reinforced


@pytest.mark.rule("rof:14.5")
def test_reserves_go_only_to_hexes_under_attack() -> None:
    table = attacked(UNITS | {FOUR: "0209"}, "attack S-167R 0307", marks=MARKS)
    assert "rof:14.5" in table.cites(f"reinforce {PANZER} 0309 0209")
    assert "rof:14.5" in table.cites(f"reinforce {GRENADIER} 0405 0406 0307")  # not in reserve
    table.do("end-reserves")
    assert table.marked(PANZER, RESERVE)


@pytest.mark.rule("rof:14.5")
def test_within_half_of_the_movement_allowance() -> None:
    far = UNITS | {REGIMENT_B: "0311"}
    table = attacked(far, "attack S-167R 0307", marks={REGIMENT_B: RESERVE, PANZER: RESERVE})
    assert "rof:14.5" in table.cites(f"reinforce {REGIMENT_B} 0311 0310 0309 0308 0307")  # four of three
    near = attacked(UNITS | {REGIMENT_B: "0310"}, "attack S-167R 0307", marks={REGIMENT_B: RESERVE})
    near.do(f"reinforce {REGIMENT_B} 0310 0309 0308 0307")


@pytest.mark.rule("rof:14.5", "rof:9.1")
def test_up_to_the_stacking_limit() -> None:
    units = {A: "0306", REGIMENT: "0307", REGIMENT_B: "0307", FOUR: "0307", PANZER: "0309", GRENADIER: "0309"}
    table = attacked(units, "attack S-167R 0307", marks={PANZER: RESERVE, GRENADIER: RESERVE}, steps={})
    assert "rof:9.1" in table.cites(f"reinforce {PANZER} {GRENADIER} 0309 0308 0307")
    table.do(f"reinforce {PANZER} 0309 0308 0307")
    assert table.side == "soviet"  # no room is left, nobody is asked again


@pytest.mark.rule("rof:14.5", "rof:10.4")
def test_no_reserve_through_enemy_links() -> None:
    # Soviet units in 0408 and 0208 (off line with each other through 0308 and 0307) bar the way from 0309.
    units = {A: "0306", B: "0407", C: "0208", REGIMENT: "0307", PANZER: "0309"}
    table = attacked(units, "attack S-167R 0307", marks=MARKS)
    assert table.side == "soviet" or "rof:10.4" in table.cites(f"reinforce {PANZER} 0309 0308 0307")


@pytest.mark.rule("rof:14.5")
def test_no_question_where_no_reserve_can_come() -> None:
    table = attacked(UNITS, "attack S-167R 0307", dice=[1])
    assert table.side == "soviet"


@pytest.mark.rule("rof:16.2-turn1", "rof:16.1-turn1")
@pytest.mark.parametrize("scenario", ["breakthrough", "rumyantsev"])
def test_no_german_reserves_in_the_soviet_half_of_turn_1(scenario: str) -> None:
    table = attacked(UNITS, "attack S-167R 0307", marks=MARKS, dice=[1], turn=1, scenario=scenario)
    assert table.side == "soviet"


@pytest.mark.rule("rof:14.5", "rof:13.1")
def test_interdiction_hinders_reserves() -> None:
    table = attacked(UNITS | {"S-AIR-1": "0308"}, "attack S-167R 0307", marks=MARKS)
    # Five points; the interdicted hex costs five of them, the hex under attack another one.
    assert "rof:14.5" in table.cites(f"reinforce {PANZER} 0309 0308 0307")


# -- 16.x turn 1 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:16.1-turn1", "rof:16.2-turn1")
def test_soviet_mobile_units_wait_on_turn_1() -> None:
    independent = "S-IND-96T"
    for scenario, free in (("breakthrough", False), ("rumyantsev", True)):
        table = moving({TANK: "3228", independent: "3231", A: "3205"}, turn=1, scenario=scenario)
        assert table.cites("move S-2T-26T 3228 3229") == [
            f"rof:{'16.1' if scenario == 'breakthrough' else '16.2'}-turn1"
        ]
        table.do("move S-167R 3205 3204", "reserve S-2T-26T")  # being put into reserve is no move
        if free:
            table.do(f"move {independent} 3231 3230")
        else:
            assert table.refusals(f"move {independent} 3231 3230")


@pytest.mark.rule("rof:16.1-turn1", "rof:16.2-turn1")
def test_reserves_are_free_in_the_reserve_phases_of_turn_1() -> None:
    table = position({TANK: "3228", A: "3205"}, turn=1, marks={TANK: RESERVE})
    table.run(lambda s: Play("player turn", 7))
    table.do("move S-2T-26T 3228 3227")


@pytest.mark.rule("rof:16.1-turn1")
def test_turn_1_attacks_of_mobile_units() -> None:
    units = {TANK: "3221", A: "3221", REGIMENT: "3122"}
    table = position(units, begin=declaration.begin(reserve=False), turn=1, scenario="breakthrough")
    assert "rof:16.1-turn1" in table.cites("attack S-2T-26T 3122")
    table.do("attack S-167R 3122")


def test_the_module_of_movement_knows_its_reserves() -> None:
    table = moving({A: "0303", B: "0304"}, marks={A: RESERVE})
    assert set(table.names(movement_phase.movable(table.state, reserve=True))) == {A}
