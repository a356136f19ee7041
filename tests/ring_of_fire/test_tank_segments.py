"""rof:12.15, 12.16 - advances after tank combat, supply, the reserve segment, and the first turn."""

from __future__ import annotations

import pytest

from blackearth.core.events import Moved
from blackearth.systems.ring_of_fire.board import FIRED, RESERVE, SPENT_RESERVE
from tests.ring_of_fire.build import position
from tests.ring_of_fire.tanks import (
    FOUR,
    ONE,
    ONE_B,
    ONE_C,
    ONE_D,
    OTHER_TWO,
    RED_TWO,
    REGULAR,
    RESERVE_SEGMENT,
    TWO,
    A,
    C,
    D,
    X,
    Y,
    dead,
    fight,
    shots,
)

# -- advance -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.15")
def test_advance_takes_control_and_meets_new_enemies() -> None:
    table = fight({RED_TWO: D, TWO: X, OTHER_TWO: Y, ONE: D}, [6, 1, 6, 6], steps={TWO: 1})
    table.do(f"fire {TWO} {RED_TWO}")
    assert table.side == "soviet"
    table.do(f"advance {RED_TWO} {ONE}")
    moved = [e for e in table.events if isinstance(e, Moved)]
    assert [(e.verb, e.path) for e in moved] == [("advance", (table.cell(D), table.cell(X)))]
    assert table.state.control >> table.cell(X) & 1
    # In X the unit that had no shot is next to Y and must engage; the one that fired stays out of it.
    assert [shot[0] for shot in shots(table)] == [TWO, RED_TWO, OTHER_TWO, ONE]
    assert table.dice_used()


@pytest.mark.rule("rof:12.15")
def test_units_of_the_same_hex_that_fought_another_hex_do_not_advance() -> None:
    table = fight({RED_TWO: A, ONE: A, TWO: X, OTHER_TWO: Y}, [6, 6, 6, 1], steps={TWO: 1})
    table.do(f"engage {ONE} {Y}", f"engage {RED_TWO} {X}", f"fire {OTHER_TWO} {ONE}")
    assert dead(table, TWO)
    assert table.choice("advance")["units"] == [RED_TWO]
    assert table.cites(f"advance {ONE}") == ["rof:12.15"]


@pytest.mark.rule("rof:12.15")
def test_no_advance_while_other_enemy_units_are_there() -> None:
    table = fight({RED_TWO: D, TWO: X, "G-332-676": X}, [6, 1], steps={TWO: 1})
    assert dead(table, TWO)
    assert table.over


@pytest.mark.rule("rof:12.15")
def test_non_tank_units_never_join_the_advance() -> None:
    table = fight({RED_TWO: D, "S-167R": D, TWO: X}, [6, 1], steps={TWO: 1})
    assert table.choice("advance")["units"] == [RED_TWO]
    assert table.cites(f"advance {RED_TWO} S-167R") == ["rof:12.15"]
    assert table.cites("advance") == [""]


@pytest.mark.rule("rof:12.15")
def test_defenders_may_advance_into_the_attackers_hex() -> None:
    table = fight({ONE: D, TWO: X, "G-332-676": X}, [2], steps={ONE: 1})
    assert table.side == "german"
    assert table.choice("advance")["units"] == [TWO]
    table.do(f"advance {TWO}")
    assert table.where(TWO) == D
    assert not table.state.control >> table.cell(D) & 1


@pytest.mark.rule("rof:12.15", "rof:12.13")
def test_unengaged_defenders_whose_fire_clears_a_hex_may_enter_it() -> None:
    table = fight({ONE: A, TWO: X, OTHER_TWO: Y, ONE_B: "2434"}, [6, 6, 2, 6], steps={ONE: 1})
    table.do(f"engage {ONE} {X}", f"fire {TWO} {ONE}", f"fire {OTHER_TWO} {ONE}")
    assert dead(table, ONE)
    # So may the unit of X, which has fought against the hex before.
    assert table.choice("advance")["units"] == [TWO, OTHER_TWO]
    table.do(f"advance {OTHER_TWO}")
    # Now a Soviet unit that has not fired is next to it and must engage; the German one has fired.
    assert shots(table)[-1] == (ONE_B, OTHER_TWO, 6)
    assert table.where(OTHER_TWO) == A
    assert table.over
    assert table.dice_used()


@pytest.mark.rule("rof:12.15", "rof:10.4")
def test_links_do_not_hinder_the_advance_and_reserves_beside_it_are_alarmed() -> None:
    # 2333 and 2134 hold German units on both sides of X: X is a link hex once it is empty.
    units = {RED_TWO: D, TWO: X, "G-332-676": "2333", "G-332-677": "2133", "G-332-678": "2135"}
    table = fight(units, [6, 1], steps={TWO: 1}, marks={"G-332-676": RESERVE, "G-332-678": RESERVE})
    table.do(f"advance {RED_TWO}")
    assert table.where(RED_TWO) == X
    assert not table.marked("G-332-676", RESERVE)
    assert table.marked("G-332-678", RESERVE)


@pytest.mark.rule("rof:12.15", "rof:9.1")
def test_advance_obeys_stacking() -> None:
    units = {ONE: A, ONE_B: A, ONE_C: A, ONE_D: D, RED_TWO: D, TWO: X}
    table = fight(units, [6, 6, 6, 6, 1], steps={TWO: 1})
    table.do(f"engage {ONE} {X}", f"fire {TWO} {ONE}", f"fire {ONE} {TWO}", f"fire {ONE_B} {TWO}")
    assert dead(table, TWO)
    assert table.choice("advance")["units"] == [ONE, ONE_B, ONE_C, RED_TWO, ONE_D]
    assert table.choice("advance")["most"] == 4
    assert table.cites(f"advance {ONE} {ONE_B} {ONE_C} {ONE_D} {RED_TWO}") == ["rof:9.1"]
    table.do(f"advance {ONE} {ONE_B} {ONE_C} {RED_TWO}")
    assert table.where(RED_TWO) == X


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:clar-2", "rof:15.5", "rof:12.14")
def test_tank_unit_that_dies_out_of_supply_is_gone_for_good() -> None:
    ring = {"G-332-676": "2335", "G-332-677": "2434", "G-332-678": "2433", "G-255-455": "2333"}
    table = fight({ONE: A, TWO: X, OTHER_TWO: Y, **ring}, [2], steps={ONE: 1})
    table.do(f"engage {ONE} {X}")
    assert table.where(ONE) == "permanent"
    table = fight({ONE: A, TWO: X}, [2], steps={ONE: 1})
    assert table.where(ONE) == "eliminated"


# -- the reserve segment -----------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.16")
def test_only_reserves_engage_in_the_reserve_segment() -> None:
    table = position({ONE: A, ONE_B: C, TWO: X}, begin=RESERVE_SEGMENT, dice=[6, 6], marks={ONE_B: RESERVE})
    assert shots(table) == [(TWO, ONE_B, 6), (ONE_B, TWO, 6)]
    assert table.over
    assert table.marked(ONE_B, SPENT_RESERVE)


@pytest.mark.rule("rof:12.16")
def test_refusals_of_the_reserve_segment() -> None:
    units = {ONE: A, ONE_B: A, ONE_C: A, TWO: X, OTHER_TWO: Y}
    table = position(units, begin=RESERVE_SEGMENT, marks={ONE: RESERVE, ONE_C: FIRED})
    assert table.cites(f"engage {ONE_B} {X}") == ["rof:12.16"]
    assert table.cites(f"engage {ONE_C} {X}") == ["rof:12.16"]


@pytest.mark.rule("rof:12.16")
def test_marked_units_are_no_targets_in_the_reserve_segment() -> None:
    # ONE fired in the Combat Phase and shares its hex with the reserve.
    table = position(
        {ONE: A, ONE_B: A, FOUR: X}, begin=RESERVE_SEGMENT, dice=[6, 6], marks={ONE: FIRED, ONE_B: RESERVE}
    )
    assert shots(table) == [(FOUR, ONE_B, 6), (ONE_B, FOUR, 6)]


@pytest.mark.rule("rof:12.16")
def test_a_unit_that_fired_does_not_fire_again_though_it_is_in_reserve() -> None:
    table = position({ONE: A, FOUR: X}, begin=RESERVE_SEGMENT, marks={ONE: FIRED | RESERVE})
    assert table.over
    assert table.state.rolls == 0


@pytest.mark.rule("rof:12.16")
@pytest.mark.parametrize(("reading", "asked"), [("a", "nobody"), ("b", "german")])
def test_unmarked_units_that_are_no_reserves(reading: str, asked: str) -> None:
    table = position({ONE: A, FOUR: X}, begin=RESERVE_SEGMENT, dice=[6], rulings={"ROF-A20": reading})
    assert table.side == asked
    if asked == "german":
        table.do(f"fire {FOUR} {ONE}")
        assert table.over


@pytest.mark.rule("rof:12.16")
def test_unmarked_units_beside_a_reserve_are_targets_by_the_other_reading() -> None:
    table = position({ONE: A, ONE_B: A, FOUR: X}, begin=RESERVE_SEGMENT, marks={ONE: RESERVE}, rulings={"ROF-A20": "b"})
    assert table.choice("fire")["targets"] == [ONE, ONE_B]


@pytest.mark.rule("rof:12.161")
def test_markers_come_off_after_the_reserve_segment_only() -> None:
    table = fight({ONE: A, TWO: X}, [6, 6])
    assert table.over
    assert table.marked(ONE, FIRED)
    table.run(RESERVE_SEGMENT)
    assert table.over
    assert not table.marked(ONE, FIRED)


@pytest.mark.rule("rof:12.16", "rof:12.17")
def test_defenders_fire_in_both_segments() -> None:
    table = fight({ONE: A, ONE_B: "2035", TWO: X}, [6, 6, 6, 6], marks={ONE_B: RESERVE})
    table.state.put(table.unit(ONE_B), table.cell(C))
    table.run(RESERVE_SEGMENT)
    assert [shot[0] for shot in shots(table)] == [TWO, ONE, TWO, ONE_B]
    assert table.dice_used()


# -- turn 1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:16.1-turn1", "rof:16.2-turn1", "rof:12.11")
@pytest.mark.parametrize(("reading", "asked", "rolls"), [("a", "nobody", 0), ("b", "nobody", 2), ("c", "german", 0)])
def test_frozen_tank_units(reading: str, asked: str, rolls: int) -> None:
    table = fight({ONE: A, TWO: X}, [6, 6], turn=1, rulings={"ROF-A21": reading})
    assert (table.side, table.state.rolls) == (asked, rolls)


@pytest.mark.rule("rof:16.2-turn1")
def test_independent_brigades_fight_on_turn_one_of_the_campaign_only() -> None:
    free = "S-IND-201T"
    table = fight({free: A, ONE: A, TWO: X}, [6, 6], turn=1)
    assert shots(table) == [(TWO, free, 6), (free, TWO, 6)]
    assert fight({free: A, "G-6Z-4": X}, [], turn=1, scenario="breakthrough").over


@pytest.mark.rule("rof:16.1-turn1", "rof:16.2-turn1")
@pytest.mark.parametrize("scenario", ["breakthrough", "rumyantsev"])
def test_refusal_of_a_frozen_unit_cites_its_scenario(scenario: str) -> None:
    # On turn 1 the reserve segment is open to reserves, but not to the brigades east of the Donets in the Breakthrough.
    east, west = "S-IND-96T", "S-IND-201T"
    units = {east: "2344", west: "2344", ONE: "2344", TWO: "2343", OTHER_TWO: "2345"}
    begin_with = RESERVE_SEGMENT if scenario == "breakthrough" else REGULAR
    marks = dict.fromkeys((east, west, ONE), RESERVE)
    table = position(units, begin=begin_with, turn=1, scenario=scenario, marks=marks)
    frozen, free = (east, ONE) if scenario == "breakthrough" else (ONE, east)
    cite = "rof:16.1-turn1" if scenario == "breakthrough" else "rof:16.2-turn1"
    assert table.cites(f"engage {frozen} 2343") == [cite]
    assert free in table.choice("engage")["targets"]["2343"]  # type: ignore[index]


@pytest.mark.rule("rof:16.1-turn1")
def test_frozen_units_defend_in_the_german_turn() -> None:
    table = fight({ONE: A, TWO: X}, [6, 6], turn=1, side="german")
    assert table.dice_used()
