"""kursk:combat-A, combat-H - who may attack whom, the record of an attack, and how units are lost in it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.hexes.mask import cells
from blackearth.systems.kursk import flights
from blackearth.systems.kursk.board import ATTACKED, DEFENDED, ELIMINATED, State, roster


class Fight(msgspec.Struct, frozen=True):
    """An attack that has been announced.

    Attributes:
        targets: the attacked hexes.
        units: all units that attack.
        fought: those of the hexes where a regular unit stands; the others are emptied at once (KUR-A20).
        defenders: the units whose defence counts.
        settled: hexes whose owner has said which limited units count (KUR-A14).
        support: hexes over which close support flies.
    """

    targets: tuple[int, ...]
    units: tuple[int, ...]
    fought: tuple[int, ...]
    defenders: tuple[int, ...]
    settled: tuple[int, ...] = ()
    support: tuple[int, ...] = ()


def running(s: State) -> Fight | None:
    """The attack that is being resolved, if any."""
    return next((f for frame in reversed(s.flow) if isinstance(f := getattr(frame, "fight", None), Fight)), None)


def attackable(s: State) -> int:
    """KUR-07, KUR-A23 - mask of the enemy hexes that can still be attacked in this phase: not all units in them have
    been attacked there.
    """
    found = s.cache.get("attackable")
    if found is None:
        found = 0
        for cell in cells(s.occupied[1 - s.active]):
            if any(not s.marks[u] & DEFENDED for u in s.stacks[cell]):
                found |= 1 << cell
        s.cache["attackable"] = found
    result: int = found
    return result


def able(s: State, cell: int) -> tuple[int, ...]:
    """kursk:combat-D, combat-E, combat-F, KUR-07 - the units of a hex that may attack: each once a phase, no anti-tank
    brigades, and artillery and bracketed armour only beside a regular unit that may.
    """
    r = roster(s)
    fresh = [u for u in s.stacks.get(cell, ()) if not s.marks[u] & ATTACKED and r.attack[u]]
    if not any(r.regular[u] for u in fresh):
        return ()
    return tuple(fresh)


def targets(s: State) -> dict[int, tuple[int, ...]]:
    """kursk:combat-A, combat-I - the enemy hexes that can be attacked now, each with the units next to it that may
    take part.
    """
    found = s.cache.get("targets")
    if found is None:
        grid, goals = s.defn.map.grid, attackable(s)
        lists: dict[int, list[int]] = {}
        for cell in cells(s.occupied[s.active] & grid.around(goals)):
            if units := able(s, cell):
                for near in cells(grid.ring[cell] & goals):
                    lists.setdefault(near, []).extend(units)
        found = s.cache["targets"] = {cell: tuple(units) for cell, units in sorted(lists.items())}
    result: dict[int, tuple[int, ...]] = found
    return result


def destroy(s: State, unit: int, cause: str, cite: str, *, points: int | None = None) -> None:
    """kursk:victory, air-E - a unit is eliminated: the other side scores, and a ground support element takes its
    aircraft element along.

    Args:
        s: the state.
        unit: the unit.
        cause: what did it, for the log.
        cite: rule id.
        points: what the other side scores, if not what the unit is worth.
    """
    r = roster(s)
    gain = r.points[unit] if points is None else points
    score = list(s.extra.points)
    score[1 - r.side[unit]] += gain
    s.extra.points = (score[0], score[1])
    if r.aircraft[unit] >= 0:
        flights.destroy(s, unit)
    else:
        s.lose_steps(unit, s.steps[unit], cause, ELIMINATED, cite)


def destroy_all(s: State, units: Iterable[int], cause: str, cite: str) -> None:
    """Eliminate several units."""
    for unit in units:
        destroy(s, unit, cause, cite)
