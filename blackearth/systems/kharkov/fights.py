"""ms:G1 - who may attack whom, and the record of the attacks of a combat phase."""

from __future__ import annotations

import msgspec

from blackearth.hexes.mask import cells
from blackearth.systems.kharkov.board import ATTACKED, DEFENDED, ENTRENCHED, Fight, State, extra, reading


def fight_at(s: State, target: int) -> Fight:
    """The announced attack on a hex that is not resolved yet.

    Raises:
        LookupError: there is none.
    """
    found = next((f for f in extra(s).fights if f.target == target and not f.done), None)
    if found is None:
        raise LookupError("no attack is announced against that hex")
    return found


def open_fights(s: State) -> list[Fight]:
    """Announced attacks that are not resolved yet."""
    return [f for f in extra(s).fights if not f.done]


def replace_fight(s: State, old: Fight, **changes: object) -> Fight:
    """Put a changed record in the place of an announced attack."""
    new: Fight = msgspec.structs.replace(old, **changes)
    x = extra(s)
    x.fights = tuple(new if f is old else f for f in x.fights)
    s.cache = {}
    return new


def fresh(s: State, cell: int) -> tuple[int, ...]:
    """The units in a hex that can still be attacked in this phase; those that were attacked and retreated here share
    the fate of the others (ms:G4-second).
    """
    return tuple(u for u in s.stacks.get(cell, ()) if not s.marks[u] & DEFENDED)


def assaulted(s: State, cell: int) -> bool:
    """Whether a hex has been attacked in this phase (ms:G1)."""
    return any(f.target == cell for f in extra(s).fights)


def attackable(s: State) -> int:
    """ms:G1, KHA-N28 - mask of the enemy hexes that can still be attacked in this phase: somebody in them has not been
    attacked yet.
    """
    found = s.cache.get("attackable")
    if found is None:
        found = 0
        again = reading(s, "KHA-N28") == "b"
        for cell in cells(s.occupied[1 - s.active]):
            if fresh(s, cell) or (again and not assaulted(s, cell)):
                found |= 1 << cell
        s.cache["attackable"] = found
    result: int = found
    return result


def defenders_of(s: State, cell: int) -> tuple[int, ...]:
    """The units that an attack on a hex announced now would fight: those not attacked yet, or all of them where units
    that have just retreated may be attacked (KHA-N28).
    """
    return fresh(s, cell) or s.stacks.get(cell, ())


def able(s: State, unit: int) -> bool:
    """ms:G1, F6 - whether a unit on the map may attack at all: once a phase, and not from entrenchments."""
    return not s.marks[unit] & (ATTACKED | ENTRENCHED)


def targets(s: State) -> dict[int, tuple[int, ...]]:
    """ms:G1 - the enemy hexes that can be attacked now, each with the units next to it that may take part."""
    found = s.cache.get("targets")
    if found is None:
        grid, goals = s.defn.map.grid, attackable(s)
        lists: dict[int, list[int]] = {}
        for cell in cells(s.occupied[s.active] & grid.around(goals)):
            units = [u for u in s.stacks[cell] if able(s, u)]
            if units:
                for near in cells(grid.ring[cell] & goals):
                    lists.setdefault(near, []).extend(units)
        found = s.cache["targets"] = {cell: tuple(units) for cell, units in sorted(lists.items())}
    result: dict[int, tuple[int, ...]] = found
    return result
