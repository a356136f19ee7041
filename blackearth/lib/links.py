"""Links of zones of control: two units two hexes apart bar what lies between them.

In line, the middle hex is barred (a hex link); off line, the hexside between their two common neighbours (a hexside
link).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells


@dataclass(frozen=True)
class Links:
    """What the links of one side bar for its enemy.

    Attributes:
        grid: the map.
        hexes: mask of the barred hexes.
        bars: six masks: the cells that may not be left in each direction, because of a hexside link.
    """

    grid: Grid
    hexes: int
    bars: tuple[int, ...]

    @cached_property
    def gates(self) -> tuple[int, ...]:
        """Six masks: the cells that may be left in each direction."""
        everything = self.grid.all
        return tuple(everything ^ bar for bar in self.bars)

    @cached_property
    def walls(self) -> Mapping[int, Sequence[int]]:
        """For each cell the neighbours that cannot be entered from it because of a hexside link."""
        found: dict[int, list[int]] = {}
        for direction, bar in enumerate(self.bars):
            shift = self.grid.shift[direction]
            for cell in cells(bar):
                found.setdefault(cell, []).append(cell + shift)
        return found

    def bars_step(self, a: int, b: int) -> bool:
        """Whether the hexside between two neighbours is barred."""
        return bool(self.bars[self.grid.direction(a, b)] >> a & 1)


def _move(mask: int, shift: int) -> int:
    return mask << shift if shift >= 0 else mask >> -shift


def links(grid: Grid, units: int, enemies: int, beyond: int = 0, edge: int = 0) -> Links:
    """The links of a side. They are kept: most moves of the enemy change nothing about them.

    Args:
        grid: the map.
        units: mask of the hexes with units of the side.
        enemies: mask of the hexes with enemy units: one in the middle hex cancels a hex link, two on both sides of
        the hexside
            cancel a hexside link.
        beyond: mask of positions off the map in which the side is supposed to have units (next to its map edge).
        edge: the units that make no link with the map edge, because they stand on it.
    """
    return kept(grid, units, enemies & grid.spread(units), beyond, edge)


@lru_cache(maxsize=256)
def kept(grid: Grid, units: int, enemies: int, beyond: int, edge: int) -> Links:
    """The links of a side, from those of its enemies that stand where a link could be."""
    shift = grid.shift
    inner = units ^ (units & edge)
    hexes = 0
    bars = [0] * 6
    for d in (0, 1, 2):
        s, t = shift[d], shift[(d + 1) % 6]
        hexes |= _pair(units, s, s, beyond, inner)
        near = _move(_first(units, s + t, beyond, inner), s) & grid.all
        # near: the common neighbour in direction d of the first unit; the other one lies in direction d + 2 of it.
        turn = (d + 2) % 6
        near &= _move(grid.all, -shift[turn])
        cancelled = near & enemies & _move(enemies, -shift[turn])
        near ^= cancelled
        bars[turn] |= near
        bars[turn + 3 if turn < 3 else turn - 3] |= _move(near, shift[turn])
    hexes &= grid.all
    return Links(grid, hexes ^ (hexes & enemies), tuple(bars))


def _first(units: int, apart: int, beyond: int, inner: int) -> int:
    """Positions with a unit whose partner stands ``apart`` further on; one of the two may be supposed, off the map."""
    both = units & _move(units, -apart)
    if beyond:
        both |= inner & _move(beyond, -apart) | beyond & _move(inner, -apart)
    return both


def _pair(units: int, s: int, t: int, beyond: int, inner: int) -> int:
    """Middle positions between two units in line."""
    return _move(_first(units, s + t, beyond, inner), s)


def off_map(grid: Grid, edge: int) -> int:
    """The positions off the map next to hexes of its edge."""
    found = 0
    for shift in grid.shift:
        found |= _move(edge, shift)
    return found ^ (found & grid.all)


@dataclass(frozen=True)
class Link:
    """One link, for people.

    Attributes:
        units: cells of the two units; the second is -1 for the map edge.
        hexes: the barred hex, or the two cells on both sides of the barred hexside.
        cancelled: whether enemies have cancelled it.
    """

    units: tuple[int, int]
    hexes: tuple[int, ...]
    cancelled: bool


def list_links(grid: Grid, units: int, enemies: int, beyond: int = 0, edge: int = 0) -> list[Link]:
    """Every link of a side with its units, the cancelled ones included; the arguments are those of `links`."""
    found = []
    inner = units ^ (units & edge)
    shift = grid.shift
    for d in (0, 1, 2):
        s, t = shift[d], shift[(d + 1) % 6]
        for first in cells(_first(units, 2 * s, beyond, inner)):
            middle = first + s
            if grid.all >> middle & 1:
                found.append(Link(_ends(grid, first, first + 2 * s), (middle,), bool(enemies >> middle & 1)))
        for first in cells(_first(units, s + t, beyond, inner)):
            a, b = first + s, first + t
            if grid.all >> a & 1 and grid.all >> b & 1:
                gone = bool(enemies >> a & 1 and enemies >> b & 1)
                found.append(Link(_ends(grid, first, first + s + t), (a, b), gone))
    return found


def _ends(grid: Grid, a: int, b: int) -> tuple[int, int]:
    """The cells of both units, the one on the map first; -1 for a supposed one."""
    on = [cell for cell in (a, b) if grid.all >> cell & 1]
    return (on[0], on[1]) if len(on) == 2 else (on[0], -1)
