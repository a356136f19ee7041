"""Sets of hexes as Python integers: bit c stands for cell c."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blackearth.hexes.grid import Grid


def cells(mask: int) -> list[int]:
    """The cells of a mask in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def draw(mask: int, random: Random) -> int:
    """A cell of a mask that is not empty, drawn at random; cells after a gap are drawn more often, which samplers do
    not mind.
    """
    start = random.randrange(mask.bit_length())
    rest = mask >> start
    return (rest & -rest).bit_length() - 1 + start


def flags(mask: int, size: int) -> str:
    """The mask as text with one character a cell, ``1`` or ``0``: quicker to ask for one cell than the integer."""
    return format(mask, f"0{size}b")[::-1]


class HexSet:
    """A set of hexes for people: iterates labels, compares, combines and prints as a little map.

    Args:
        grid: the map.
        mask: the hexes as an integer.
    """

    def __init__(self, grid: Grid, mask: int) -> None:
        self.grid, self.mask = grid, mask

    def __iter__(self) -> Iterator[str]:
        return iter(self.grid.labels(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, label: str) -> bool:
        cell = self.grid.find(label)
        return cell >= 0 and bool(self.mask >> cell & 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexSet) and self.mask == other.mask and self.grid is other.grid

    def __hash__(self) -> int:
        return hash(self.mask)

    def __and__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.mask & other.mask)

    def __or__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.mask | other.mask)

    def __sub__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.mask ^ (self.mask & other.mask))

    def __repr__(self) -> str:
        return f"HexSet({' '.join(self)})"

    def picture(self) -> str:
        """The map in text: ``#`` in the set, ``.`` on the map but not in it; one line a row of the map."""
        grid = self.grid
        spots = {}
        for cell in grid.cells:
            x, y = grid.centre(cell)
            spots[round(y * 2), round(x * 2)] = "#" if self.mask >> cell & 1 else "."
        lines = []
        for y in sorted({row for row, _ in spots}):
            columns = {column: mark for (row, column), mark in spots.items() if row == y}
            left = min(column for _, column in spots)
            lines.append("".join(columns.get(column, " ") for column in range(left, max(columns) + 1)))
        return "\n".join(lines)


def mask_of(found: Iterable[int]) -> int:
    """Mask of some cells."""
    mask = 0
    for cell in found:
        mask |= 1 << cell
    return mask
