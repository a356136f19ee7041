"""kursk: whole random games of every scenario, in the printed sequence, without a broken invariant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.dice import SeededDice, seed_of
from blackearth.core.events import StepBegan
from blackearth.systems.kursk import board, content, setup, victory
from blackearth.systems.kursk.sequence import TITLES, Turns
from tests.kursk.small import position

SCENARIOS = content.scenario_ids()


def begin(scenario: str, seed: int, *, options: tuple[str, ...] = ()) -> board.State:
    state = position({}, scenario=scenario, options=options).state
    state.dice = SeededDice(seed_of(seed))
    setup.suggested(state)
    state.flow = [Turns()]
    flow.settle(state)
    return state


def faults(s: board.State) -> Iterator[str]:
    """Every broken invariant."""
    r = board.roster(s)
    for cell, units in s.stacks.items():
        if len({r.side[u] for u in units}) > 1:
            yield f"both sides in {s.defn.map.grid.label(cell)}"
        if not board.stack_fits(s, units):
            yield f"too much in {s.defn.map.grid.label(cell)}"
    for unit in range(len(r)):
        base = r.base[unit]
        if base >= 0 and s.at[unit] != board.ELIMINATED and s.at[base] == board.ELIMINATED:
            yield f"{r.ids[unit]} lives, its base is gone"
        if r.ground[unit] and s.at[unit] == board.ELIMINATED and s.steps[unit]:
            yield f"{r.ids[unit]} is eliminated with steps left"


@pytest.mark.rule("kursk:sequence", "kursk:setup")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_ends_soundly(scenario: str) -> None:
    state, random, decisions = begin(scenario, 1), Random(1), 0
    while state.decision is not None and decisions < 20_000:
        action = state.decision.sample(state, random)
        assert not flow.why_not(state, action), action.text(state.defn.roster, state.defn.map.grid)
        flow.perform(state, action)
        decisions += 1
        if decisions % 25 == 0:
            assert not list(faults(state))
    assert state.decision is None
    assert state.turn == 6
    assert victory.result(state) is not None


@pytest.mark.rule("kursk:sequence")
def test_the_phases_of_a_player_turn() -> None:
    state = begin("jul4", 1)
    state.events = []
    while state.decision is not None and state.turn == 1:
        verb = next(o.verb for o in state.decision.offers if o.verb.startswith("end-"))
        flow.perform(state, Action(verb))
    told = [e for e in state.events if isinstance(e, StepBegan) and e.turn == 1]
    assert [e.title for e in told if e.side == 1] == list(TITLES[2:])  # the game had begun before anybody listened
    assert [e.side for e in told] == [1] * 4 + [0] * 6
    assert [e.title for e in told if e.side == 0] == list(TITLES)
