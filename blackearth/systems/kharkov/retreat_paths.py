"""ms:G4 - where units can retreat to."""

from __future__ import annotations

from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import zones
from blackearth.systems.kharkov.board import State, frozen, reading, roster
from blackearth.systems.kharkov.stacking import fits


def held(s: State, side: int, group: tuple[int, ...]) -> int:
    """Mask of the hexes in which friends open an enemy zone: units that do not retreat in this combat (KHA-N31)."""
    mask = s.occupied[side]
    if reading(s, "KHA-N31") == "a":
        for cell in {s.at[u] for u in group if s.at[u] >= 0}:
            if all(u in group for u in s.stacks[cell]):
                mask &= ~(1 << cell)
    return mask


def free(s: State, unit: int, group: tuple[int, ...]) -> int:
    """Mask of the hexes a unit may enter in retreat: no enemies, no lake or sea, and no enemy zone but that of units
    which are no armour if it is armour, or where friends stand.

    Args:
        s: the state.
        unit: the unit that retreats.
        group: all units of its combat.
    """
    r = roster(s)
    side = r.side[unit]
    zone = zones.of_armour(s, 1 - side) if r.armour[unit] else zones.of(s, 1 - side)
    closed = s.occupied[1 - side] | s.defn.map.masks["sea"] | (zone & ~held(s, side, group))
    grid = s.defn.map.grid
    return grid.all & ~closed


def may_end(s: State, unit: int, group: tuple[int, ...]) -> int:
    """Mask of the hexes in which a retreat may end (KHA-N32: also in a zone that armour may go through)."""
    mask = free(s, unit, group)
    if reading(s, "KHA-N32") == "b":
        side = roster(s).side[unit]
        mask &= ~(zones.of(s, 1 - side) & ~held(s, side, group))
    return mask


def _steps(s: State, cell: int, mask: int) -> list[int]:
    """The neighbours in a mask that can be reached without crossing a river (ms:G4-river; bridges do not help)."""
    sides, grid = s.defn.map.sides, s.defn.map.grid
    return [
        near
        for near in cells(grid.ring[cell] & mask)
        if not sides["major_river"].has(cell, near) and (frozen(s) or not sides["river"].has(cell, near))
    ]


def one_hex(s: State, unit: int, group: tuple[int, ...]) -> tuple[int, ...]:
    """Hexes a retreat of one hex may end in, as to enemies and rivers; there may be too many friends in them."""
    return tuple(_steps(s, s.at[unit], may_end(s, unit, group)))


def two_hexes(s: State, unit: int, group: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Ways of a retreat of two hexes, never twice through a hex; there may be too many friends where they end."""
    start, grid = s.at[unit], s.defn.map.grid
    through, ends = free(s, unit, group), may_end(s, unit, group) & ~(1 << start)
    if reading(s, "KHA-N33") == "b":
        ends &= ~grid.ring[start]
    return tuple((a, b) for a in _steps(s, start, through) for b in _steps(s, a, ends & ~(1 << a)))


def roomy_hexes(s: State, unit: int, group: tuple[int, ...]) -> tuple[int, ...]:
    """ms:F7, rostov:1-allies - those of `one_hex` in which the unit fits."""
    return tuple(c for c in one_hex(s, unit, group) if fits(s, (unit,), c))


def roomy_ways(s: State, unit: int, group: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """ms:F7, rostov:1-allies - those of `two_hexes` at whose end the unit fits."""
    return tuple((a, b) for a, b in two_hexes(s, unit, group) if fits(s, (unit,), b))


def crowded(s: State, units: tuple[int, ...], group: tuple[int, ...]) -> bool:
    """Whether it can matter which of the units retreats first: they do not all fit into every hex they could end in, or
    one may open the way for another (KHA-N31).
    """
    if len(units) > 1 and reading(s, "KHA-N31") == "b":
        return True
    ends = {b for u in units for _, b in two_hexes(s, u, group)} | {c for u in units for c in one_hex(s, u, group)}
    return any(not fits(s, units, cell) for cell in ends)
