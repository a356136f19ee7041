"""The weather of a game turn: as printed on the turn track, or by a die that looks at the turns beside it (ms:L)."""

from __future__ import annotations

from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.systems.kharkov.board import State, extra, facts

#: Frames of this module, for the list of the system.
FRAMES: tuple[type[Frame], ...] = ()
OPTION = "variable-weather"
#: Die to the turn whose printed weather holds, counted from the running one (ms:L).
_TURN_OF_DIE = {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1}


def printed(s: State, turn: int) -> str:
    """ms:A3 - weather of a turn on the track. The track has nothing before its first and after its last turn; there the
    weather of that turn itself holds.
    """
    turns = facts(s).content.turns
    number = min(max(turn, turns[0].number), turns[-1].number)
    return facts(s).content.turn(number).weather


def begin(s: State) -> None:
    """ms:C, L - settle the weather of the game turn that begins."""
    s.cache = {}
    if not s.defn.options[OPTION]:
        extra(s).weather = printed(s, s.turn)
        s.emit(Note(side=s.active, text=f"Weather: {extra(s).weather}", cite="ms:A3"))
        return
    die = s.roll(f"weather of turn {s.turn}")
    extra(s).weather = printed(s, s.turn + _TURN_OF_DIE[die])
    of = {-1: "the turn before", 0: "this turn", 1: "the next turn"}[_TURN_OF_DIE[die]]
    s.emit(Note(side=s.active, text=f"Weather: {extra(s).weather}, that of {of} on the track", cite="ms:L"))
