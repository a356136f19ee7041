"""rof:16.1-turn1, 16.2-turn1 - who is held back on the first turn."""

from __future__ import annotations

import pytest

from blackearth.systems.ring_of_fire.sequence import Play
from blackearth.systems.ring_of_fire.turn_one import (
    german_reserves_frozen,
    may_not_attack,
    may_not_move,
    may_not_reinforce,
    reserve_phase,
)
from tests.ring_of_fire.build import Table, position

CORPS, FREE, FREE_EAST, FOOT, GERMAN = "S-2T-26T", "S-IND-201T", "S-IND-96T", "S-167R", "G-332-676"
MOVEMENT, RESERVE_MOVEMENT, RESERVE_COMBAT = 2, 8, 13


def turn(at: int, *, scenario: str = "breakthrough", side: str = "soviet", number: int = 1) -> Table:
    """A game in the step with this program counter."""
    units = {CORPS: "3324", FREE: "3325", FREE_EAST: "2545", FOOT: "3326", GERMAN: "3320"}
    table = position(units, scenario=scenario, side=side, turn=number)
    table.state.push(Play("player turn", at))
    return table


def held(table: Table) -> set[str]:
    """The units that may neither move nor attack; both must agree."""
    s = table.state
    moving = {name for name in (CORPS, FREE, FREE_EAST, FOOT, GERMAN) if may_not_move(s, table.unit(name))}
    assert moving == {n for n in (CORPS, FREE, FREE_EAST, FOOT, GERMAN) if may_not_attack(s, table.unit(n))}
    return moving


@pytest.mark.rule("rof:16.1-turn1")
def test_breakthrough_holds_all_mobile_units_until_the_reserve_phases() -> None:
    assert held(turn(MOVEMENT)) == {CORPS, FREE, FREE_EAST}
    assert held(turn(RESERVE_MOVEMENT)) == {FREE_EAST}
    assert held(turn(RESERVE_COMBAT)) == {FREE_EAST}
    assert held(turn(MOVEMENT, number=2)) == set()
    assert held(turn(MOVEMENT, side="german")) == set()


@pytest.mark.rule("rof:16.2-turn1")
def test_campaign_frees_independent_brigades() -> None:
    assert held(turn(MOVEMENT, scenario="rumyantsev")) == {CORPS}
    assert held(turn(RESERVE_MOVEMENT, scenario="rumyantsev")) == set()


@pytest.mark.rule("rof:16.1-turn1", "rof:16.2-turn1")
@pytest.mark.parametrize("scenario", ["breakthrough", "rumyantsev"])
def test_german_reserves_in_the_first_soviet_turn(scenario: str) -> None:
    for table, frozen in (
        (turn(MOVEMENT, scenario=scenario), True),
        (turn(RESERVE_COMBAT, scenario=scenario), True),
        (turn(MOVEMENT, scenario=scenario, side="german"), False),
        (turn(MOVEMENT, scenario=scenario, number=2), False),
    ):
        assert german_reserves_frozen(table.state) is frozen
        assert may_not_reinforce(table.state, table.unit(GERMAN)) is frozen


@pytest.mark.rule("rof:16.1-turn1", "rof:14.5")
def test_soviet_reserves_in_the_german_half_of_turn_one() -> None:
    # ROF-A22: the freeze names phases of the Soviet turn; but the brigades east of the Donets are held all turn.
    table = turn(MOVEMENT, side="german")
    assert may_not_reinforce(table.state, table.unit(FREE_EAST))
    assert not may_not_reinforce(table.state, table.unit(CORPS))
    assert not may_not_reinforce(table.state, table.unit(FREE))
    later = turn(MOVEMENT, side="german", number=2)
    assert not may_not_reinforce(later.state, later.unit(FREE_EAST))
    table = turn(MOVEMENT, side="german", scenario="rumyantsev")
    assert not may_not_reinforce(table.state, table.unit(FREE_EAST))


@pytest.mark.rule("rof:5.2")
def test_reserve_phases_are_read_from_the_sequence_of_play() -> None:
    # Program counters as they stand while the nine steps run.
    assert [reserve_phase(turn(at).state) for at in range(1, 15)] == [False] * 7 + [True] * 7
