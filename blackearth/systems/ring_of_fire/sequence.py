"""rof:5.1, 5.2 - the sequence of play, as the rulebook's outline has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from blackearth.core.events import StepBegan, TurnBegan
from blackearth.core.frames import Frame, Sequence
from blackearth.systems.ring_of_fire import (
    air_strikes,
    declaration,
    movement_phase,
    overstacking,
    replacements,
    tank_combat,
)
from blackearth.systems.ring_of_fire.board import (
    AIR_FLOWN,
    AIR_READY,
    ATTACKED,
    EXPOSED,
    FINISHED,
    FIRED,
    HALVED,
    RESERVE,
    RETURNED,
    SPENT_RESERVE,
    State,
    alarm,
    extra,
    facts,
    on_map,
    reading,
    roster,
)

Step = Callable[[State], Frame | None]
_PHASE_MARKS = FINISHED | EXPOSED | HALVED


def _told(title: str, then: Step) -> Step:
    """A step that is told in the log when it begins."""

    def begin(s: State) -> Frame | None:
        s.emit(StepBegan(s.turn, s.active, title, cite="rof:5.2"))
        return then(s)

    return begin


def _end_movement(s: State) -> Frame | None:
    """The movement phase is over: its bookkeeping goes, overstacked hexes are cleared (rof:9.2, 9.3)."""
    x = extra(s)
    if reading(s, "ROF-A15") == "c":
        alarm(s, 1 - s.active, {s.at[u] for u in on_map(s, s.active) if x.spent[u]})
    x.spent = [0] * len(x.spent)
    x.stack = x.mover = ()
    for unit in range(len(s.marks)):
        if s.marks[unit] & _PHASE_MARKS:
            s.marks[unit] &= ~_PHASE_MARKS
    return overstacking.begin(s)


def _end_interdiction(s: State) -> None:
    """rof:13.1 - the enemy's Interdiction markers go when the reserve movement of the active side ends. A counter
    that flew in this same game turn has flown its mission; one of the last game turn is ready again (ROF-A38).
    """
    r = roster(s)
    for unit in r.of_side(1 - s.active):
        if r.air[unit] and s.at[unit] >= 0:
            s.place(unit, AIR_FLOWN if s.active == 1 else AIR_READY, "interdiction ends")


def _end_segment(s: State) -> None:
    """The marks of a Regular Combat Segment go."""
    x = extra(s)
    x.assaulted += tuple(b.target for b in x.battles)
    x.battles = ()
    x.struck = ()
    for unit in range(len(s.marks)):
        if s.marks[unit] & (ATTACKED | RETURNED):
            s.marks[unit] &= ~(ATTACKED | RETURNED)


def _end_reserve_combat(s: State) -> None:
    """rof:5.2, 14.4 - Reserve markers go from the reserves that moved or attacked; the others stay as defensive
    reserves (ROF-S06; the other reading, of rof:12.8, takes them all).
    """
    _end_segment(s)
    everyone = reading(s, "ROF-S06") == "b"
    mine = roster(s).of_side(s.active)
    used = [u for u in mine if s.marks[u] & RESERVE and (everyone or s.marks[u] & SPENT_RESERVE)]
    s.unmark(used, RESERVE | SPENT_RESERVE, "in reserve", "the Reserve Combat Phase is over", "rof:14.4")
    extra(s).assaulted = ()
    for unit in mine:
        s.marks[unit] &= ~(FIRED | SPENT_RESERVE)


class Play(Sequence, frozen=True, tag="rof.sequence"):
    """A player turn (rof:5.1 I and II)."""

    steps: ClassVar[Mapping[str, tuple[Step, ...]]] = {
        "player turn": (
            _told("Replacements", replacements.begin),
            _told("Movement", movement_phase.regular),
            _end_movement,
            _told("Tank combat", tank_combat.begin(reserve=False)),
            _told("Air strikes", air_strikes.begin),
            _told("Combat", declaration.begin(reserve=False)),
            _end_segment,
            _told("Reserve movement", movement_phase.reserve),
            _end_movement,
            _end_interdiction,
            _told("Reserve tank combat", tank_combat.begin(reserve=True)),
            _told("Reserve air strikes", air_strikes.begin),
            _told("Reserve combat", declaration.begin(reserve=True)),
            _end_reserve_combat,
        ),
    }


#: Titles of the steps of a player turn, for the page's sequence line.
TITLES = (
    "Replacements", "Movement", "Tank combat", "Air strikes", "Combat",
    "Reserve movement", "Reserve tank combat", "Reserve air strikes", "Reserve combat",
)  # fmt: skip
#: The step that runs when the program counter stands at an index: number of the title, by program counter.
TITLE_OF_STEP = (0, 1, 1, 2, 3, 4, 4, 5, 5, 5, 6, 7, 8, 8)


class Turns(Frame, frozen=True, tag="rof.turns"):
    """rof:5.1 - both player turns of every game turn, the Soviet one first, then the Game Turn Indication Phase.

    Attributes:
        next: side whose player turn comes next; 2 when the game turn is over.
    """

    next: int = 0

    def step(self, state: State) -> None:
        """Begin the next player turn, advance the game turn, or end the game."""
        if self.next < 2:
            state.active = self.next
            state.become(Turns(self.next + 1))
            state.push(Play("player turn"))
            return
        _back_to_airfields(state)
        if state.turn >= facts(state).content.scenario.last_turn:
            state.pop()
            return
        state.turn += 1
        state.emit(TurnBegan(turn=state.turn))
        state.become(Turns(0))


def _back_to_airfields(s: State) -> None:
    """rof:13.0 - one mission a game turn: with the new game turn every air unit that is not on the map may fly
    again.
    """
    for unit, where in enumerate(s.at):
        if where == AIR_FLOWN:
            s.put(unit, AIR_READY)
