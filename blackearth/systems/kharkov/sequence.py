"""ms:C - the sequence of play, as the rulebook lists it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from blackearth.core.events import StepBegan, TurnBegan
from blackearth.core.frames import Frame, Sequence
from blackearth.systems.kharkov import (
    air,
    arrivals,
    combat,
    isolation,
    modes,
    movement_phase,
    rail,
    weather,
    withdrawal,
)
from blackearth.systems.kharkov.board import BREAKTHROUGH, NO_ZONE, SIDES, State, extra, facts

Step = Callable[[State], Frame | None]


def _told(title: str, then: Step) -> Step:
    """A step that is told in the log when it begins."""

    def begin(s: State) -> Frame | None:
        s.emit(StepBegan(s.turn, s.active, title, cite="ms:C"))
        return then(s)

    return begin


def _end_movement(s: State) -> Frame | None:
    movement_phase.end_phase(s)
    return None


def _second_impulse(s: State) -> Frame | None:
    extra(s).exploiting = True
    return None


def _supply(s: State) -> Frame | None:
    rail.begin_turn(s)
    isolation.mark(s)
    return None


def _end_turn(s: State) -> Frame | None:
    """ms:G3-D2, H1 - explosion markers go when the attacker's turn ends."""
    extra(s).exploiting = False
    for unit in range(len(s.marks)):
        s.marks[unit] &= ~(BREAKTHROUGH | NO_ZONE)
    s.cache = {}
    return None


class Play(Sequence, frozen=True, tag="kharkov.sequence"):
    """A game turn's beginning, and a player turn (ms:C)."""

    steps: ClassVar[Mapping[str, tuple[Step, ...]]] = {
        "game turn": (
            weather.begin,
            withdrawal.begin,
            arrivals.begin_turn,
            modes.begin,
        ),
        "player turn": (
            _told("Air superiority", air.superiority),
            _told("Supply", _supply),
            _told("Movement", movement_phase.regular),
            _end_movement,
            _told("Combat", combat.first_impulse),
            _second_impulse,
            _told("Breakthrough", combat.breakthrough),
            _told("Exploitation", movement_phase.exploitation),
            _end_movement,
            _told("Rail interdiction", rail.interdiction),
            _told("Isolation", isolation.eliminate),
            _end_turn,
        ),
    }


#: Titles of the steps of a player turn, for the page's sequence line.
TITLES = (
    "Air superiority", "Supply", "Movement", "Combat", "Breakthrough", "Exploitation", "Rail interdiction", "Isolation",
)  # fmt: skip
#: Number of the title, by program counter.
TITLE_OF_STEP = (0, 1, 2, 2, 3, 4, 4, 5, 5, 6, 7, 7)


class Turns(Frame, frozen=True, tag="kharkov.turns"):
    """ms:C, kharkov:3, rostov:3 - the player turns of every game turn, in the order of the scenario.

    Attributes:
        next: 0 before a game turn, 1 and 2 before its player turns, 3 after them.
    """

    next: int = 0

    def step(self, state: State) -> None:
        """Begin the next part of the game turn, the next game turn, or end the game."""
        scenario = facts(state).content.scenario
        first = SIDES.index(scenario.first_player)
        if self.next == 0:
            state.active = first
            _new_turn(state)
            state.become(Turns(1))
            state.push(Play("game turn"))
        elif self.next < 3:
            state.active = first if self.next == 1 else 1 - first
            state.become(Turns(self.next + 1))
            state.push(Play("player turn"))
        elif state.turn >= scenario.last_turn:
            state.pop()
        else:
            state.turn += 1
            state.emit(TurnBegan(turn=state.turn))
            state.become(Turns(0))


def _new_turn(s: State) -> None:
    """ms:D - the air markers of the turn; those of the last one are lost."""
    x, turn = extra(s), facts(s).content.turn(s.turn)
    x.air, x.timoshenko = turn.air, ()
