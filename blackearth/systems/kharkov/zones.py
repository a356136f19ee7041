"""ms:F3 - zones of control: the six hexes round a unit, but never over a major river."""

from __future__ import annotations

from collections.abc import Callable

from blackearth.systems.kharkov.board import NO_ZONE, State, facts, roster


def _holders(s: State, side: int, counts: Callable[[int], bool]) -> int:
    """Mask of the hexes in which a unit of a side that counts has a zone (ms:G3-D2: not after a D2)."""
    r, marks = roster(s), s.marks
    mask = 0
    for cell, units in s.stacks.items():
        if r.side[units[0]] == side and any(not marks[u] & NO_ZONE and counts(u) for u in units):
            mask |= 1 << cell
    return mask


def spread(s: State, holders: int) -> int:
    """The zones of units in some hexes."""
    grid = s.defn.map.grid
    rivers = s.defn.map.sides["major_river"].toward
    zone = 0
    for direction in range(6):
        zone |= grid.shifted_mask(holders ^ (holders & rivers[direction]), direction)
    return zone


def of(s: State, side: int) -> int:
    """ms:F3 - mask of all hexes in the zones of a side."""
    return _cached(s, ("zone", side), side, lambda u: True)


def of_armour(s: State, side: int) -> int:
    """ms:F3b - mask of the zones of a side's armour."""
    armour = roster(s).armour
    return _cached(s, ("armour zone", side), side, lambda u: armour[u])


def of_others(s: State, side: int) -> int:
    """ms:G4 - mask of the zones of a side's units that are no armour: through them armour may retreat."""
    armour = roster(s).armour
    return _cached(s, ("other zone", side), side, lambda u: not armour[u])


def _cached(s: State, key: tuple[str, int], side: int, counts: Callable[[int], bool]) -> int:
    found = s.cache.get(key)
    if found is None:
        found = s.cache[key] = spread(s, _holders(s, side, counts))
    result: int = found
    return result


def of_bank(s: State, side: int) -> int:
    """ms:F3c, N15 - mask of the zones of those units of a side whose own hex lies on a major river."""
    key = ("bank zone", side)
    found = s.cache.get(key)
    if found is None:
        banks = 0
        for mask in facts(s).map.sides["major_river"].toward:
            banks |= mask
        found = s.cache[key] = spread(s, _holders(s, side, lambda u: True) & banks)
    result: int = found
    return result


def units_zone(s: State, unit: int) -> int:
    """The zone of one unit on the map; 0 if it has none now."""
    if s.at[unit] < 0 or s.marks[unit] & NO_ZONE:
        return 0
    return spread(s, 1 << s.at[unit])


def of_hex(s: State, cell: int) -> int:
    """The zone of the units in a hex; 0 if they have none now."""
    return spread(s, 1 << cell) if any(not s.marks[u] & NO_ZONE for u in s.stacks.get(cell, ())) else 0


def open_hexes(s: State, side: int) -> int:
    """ms:E2a, E2b - hexes that supply and railways of a side may use: no enemy in them, and no enemy zone unless a
    friendly unit stands there; never lakes and sea.
    """
    key = ("open", side)
    found = s.cache.get(key)
    if found is None:
        enemy = of(s, 1 - side)
        closed = s.occupied[1 - side] | (enemy ^ (enemy & s.occupied[side])) | s.defn.map.masks["sea"]
        grid = s.defn.map.grid
        found = s.cache[key] = grid.all ^ (grid.all & closed)
    result: int = found
    return result
