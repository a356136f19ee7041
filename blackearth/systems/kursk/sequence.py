"""kursk:sequence - the sequence of play: two player turns of three phases, with the air missions between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from blackearth.core.events import StepBegan, TurnBegan
from blackearth.core.frames import Frame, Sequence
from blackearth.systems.kursk import air, combat, flights, movement_phase
from blackearth.systems.kursk.board import State, facts, reading
from blackearth.systems.kursk.mapfiles import SIDES

Step = Callable[[State], Frame | None]


def _told(title: str, then: Step) -> Step:
    """A step that is told in the log when it begins."""

    def begin(s: State) -> Frame | None:
        s.emit(StepBegan(s.turn, s.active, title, cite="kursk:sequence"))
        return then(s)

    return begin


def _interception(s: State) -> Frame | None:
    """kursk:air-interception, KUR-A02 - before all movement; supply is judged after it, or before where that is read
    so.
    """
    if reading(s, "KUR-A02") == "b":
        movement_phase.check_supply(s)
    return air.interception(s)


def _end_movement(s: State) -> Frame | None:
    movement_phase.end_phase(s)
    return None


def _end_combat(s: State) -> Frame | None:
    combat.clear(s)
    return None


def _take_off(s: State) -> Frame | None:
    """kursk:air-interdiction, KUR-A31 - nothing takes off any more in the last player turn of the game."""
    return None if flights.last_player_turn(s) else air.take_off(s)


def _land(s: State) -> Frame | None:
    """KUR-A24 - own missions are in the air by now; the enemy's come home."""
    air.land(s)
    return None


class Play(Sequence, frozen=True, tag="kursk.sequence"):
    """A player turn."""

    steps: ClassVar[Mapping[str, tuple[Step, ...]]] = {
        "player turn": (
            _told("Interception", _interception),
            _told("Initial movement", movement_phase.initial),
            _end_movement,
            _told("Air superiority", air.superiority),
            _told("Combat", combat.begin),
            _end_combat,
            _told("Motorized movement", movement_phase.motorized),
            _end_movement,
            _told("Air take-off", _take_off),
            _land,
        ),
    }


#: Titles of the steps of a player turn, for the page's sequence line.
TITLES = ("Interception", "Initial movement", "Air superiority", "Combat", "Motorized movement", "Air take-off")
#: Number of the title, by program counter.
TITLE_OF_STEP = (0, 1, 1, 2, 3, 3, 4, 4, 5, 5)


class Turns(Frame, frozen=True, tag="kursk.turns"):
    """kursk:sequence - the player turns of every game turn, in the order of the scenario.

    Attributes:
        next: 0 and 1 before the first and the second player turn, 2 after both.
    """

    next: int = 0

    def step(self, state: State) -> None:
        """Begin the next player turn, the next game turn, or end the game."""
        scenario = facts(state).content.scenario
        first = SIDES.index(scenario.first_player)
        if self.next < 2:
            state.active = first if self.next == 0 else 1 - first
            flights.new_turn(state, state.active)
            state.become(Turns(self.next + 1))
            state.push(Play("player turn"))
        elif state.turn >= scenario.last_turn:
            state.pop()
        else:
            state.turn += 1
            state.emit(TurnBegan(turn=state.turn))
            state.become(Turns(0))
