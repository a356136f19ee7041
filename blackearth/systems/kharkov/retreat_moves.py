"""ms:G4 - what happens to a unit that retreats, or cannot."""

from __future__ import annotations

from blackearth.core.events import Moved
from blackearth.systems.kharkov.board import (
    DEFENDED,
    ENTRENCHED,
    NO_ZONE,
    REFUGEE,
    State,
    enter,
    reading,
    reduce,
)
from blackearth.systems.kharkov.fights import open_fights


def go(s: State, unit: int, path: tuple[int, ...]) -> None:
    """A unit retreats along a path, the hex where it stands first (ms:G4-entrenched: out of its trenches)."""
    s.unmark((unit,), ENTRENCHED, "entrenched", "retreats", "ms:G4-entrenched")
    enter(s, (unit,), path)
    s.emit(Moved((unit,), path, "retreat", cite="ms:G4"))
    friends = [u for u in s.stacks[path[-1]] if u != unit]
    waiting = {u for fight in open_fights(s) for u in fight.defenders}
    if any(not s.marks[u] & DEFENDED or u in waiting for u in friends):
        s.mark((unit,), REFUGEE, "refugee", "shares the fate of the units it has joined", "ms:G4-second")


def stay(s: State, unit: int, why: str) -> None:
    """ms:G4 - a unit that cannot retreat loses a step where it stands."""
    reduce(s, unit, 1, why, "ms:G4")


def shaken(s: State, unit: int, *, reduced: bool = False) -> None:
    """ms:G3-D2, KHA-N36 - a unit undergoes a D2: no zone until the attacker's turn ends, even if it is reduced."""
    if not s.marks[unit] & NO_ZONE and (not reduced or reading(s, "KHA-N36") == "a"):
        s.mark((unit,), NO_ZONE, "no zone of control this turn", cite="ms:G3-D2")
