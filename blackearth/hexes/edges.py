"""Sets of hexsides. A hexside is an unordered pair of neighbouring cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blackearth.hexes.grid import Grid


class SideSet:
    """A frozen set of hexsides of a grid.

    Args:
        grid: the map.
        sides: pairs of neighbouring cells, in any order.

    Raises:
        ValueError: the cells of a pair are not neighbours.
    """

    def __init__(self, grid: Grid, sides: Iterable[tuple[int, int]]) -> None:
        self.grid = grid
        toward = [0] * 6
        self._pairs: set[tuple[int, int]] = set()
        for a, b in sides:
            d = grid.direction(a, b)
            toward[d] |= 1 << a
            toward[(d + 3) % 6] |= 1 << b
            self._pairs |= {(a, b), (b, a)}
        #: Six masks: the cells whose side in direction d belongs to the set.
        self.toward: tuple[int, ...] = tuple(toward)

    def has(self, a: int, b: int) -> bool:
        """Whether the hexside between two neighbours belongs to the set."""
        return (a, b) in self._pairs

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(sorted(pair for pair in self._pairs if pair[0] < pair[1]))

    def __len__(self) -> int:
        return len(self._pairs) // 2

    def sides_of(self, cell: int) -> list[int]:
        """The neighbours across those hexsides of a cell that belong to the set."""
        return [n for n in self.grid.near[cell] if (cell, n) in self._pairs]
