"""ms:E4, J - units without supply: marked when their player's turn begins, reduced when it ends, in cities every second
time.
"""

from __future__ import annotations

from blackearth.systems.kharkov import supply
from blackearth.systems.kharkov.board import GARRISON, ISOLATED, ISOLATED_TWICE, State, facts, on_map, reading, reduce

CAUSE = "isolated"


def markers(s: State, unit: int) -> int:
    """Out of Supply markers on a unit."""
    return (s.marks[unit] & ISOLATED > 0) + (s.marks[unit] & ISOLATED_TWICE > 0)


def in_city(s: State, unit: int) -> bool:
    """Whether a unit stands in a city."""
    return s.defn.map.has("city", s.at[unit])


def protected(s: State, unit: int) -> bool:
    """ms:J - whether a city saves a unit from losing a step each turn: the one it is in now, or by the other reading of
    KHA-N08 only if it was in a city in the supply phase, too.
    """
    return in_city(s, unit) and (reading(s, "KHA-N08") == "a" or bool(s.marks[unit] & GARRISON))


def mark(s: State) -> None:
    """ms:E, E4, J - the supply phase: units of the active side that cannot be supplied get a marker, in a city a second
    one if they have one. Units in supply lose theirs, since only isolation on consecutive turns counts (KHA-N07; by
    the other reading markers go in the elimination phase only).
    """
    mine = on_map(s, s.active)
    cut = [u for u in mine if not supply.supplied(s, u)]
    again = [u for u in cut if s.marks[u] & ISOLATED and in_city(s, u)]
    first = [u for u in cut if not s.marks[u] & ISOLATED]
    s.mark(again, ISOLATED_TWICE, "second out of supply marker", "isolated for another turn", "ms:J")
    s.mark(first, ISOLATED, "out of supply", "no supply line can be traced", "ms:E4")
    if reading(s, "KHA-N08") == "b":
        s.mark([u for u in cut if in_city(s, u)], GARRISON)
    if reading(s, "KHA-N07") == "a":
        held = set(cut)
        _unmark(s, [u for u in mine if u not in held], "in supply again")


def eliminate(s: State) -> None:
    """ms:J - the last phase: marked units that are still isolated lose a step, or in a city only when they have two
    markers. All are judged by the same position.
    """
    marked = [u for u in on_map(s, s.active) if markers(s, u)]
    cut = [u for u in marked if not supply.supplied(s, u)]
    held = set(cut)
    _unmark(s, [u for u in marked if u not in held], "in supply again")
    patience = facts(s).content.series.city_isolation
    lost = [u for u in cut if not protected(s, u) or markers(s, u) >= patience]
    s.unmark(marked, GARRISON)
    _unmark(s, lost, "")
    for unit in lost:
        reduce(s, unit, 1, CAUSE, "ms:J")


def left_city(s: State, units: tuple[int, ...]) -> None:
    """ms:J, N09 - units have left a city: those with two markers lose one of them and a step at once."""
    for unit in units:
        if s.marks[unit] & ISOLATED_TWICE:
            s.unmark((unit,), ISOLATED_TWICE, "second out of supply marker", "left a city", "ms:J")
            reduce(s, unit, 1, CAUSE, "ms:J")


def _unmark(s: State, units: list[int], reason: str) -> None:
    """Take all Out of Supply markers; tell so if there is a reason."""
    s.unmark(units, ISOLATED_TWICE)
    s.unmark(units, ISOLATED, "out of supply" if reason else "", reason, "ms:J")
