"""Keeping all enemies on the outside of a line.

The enemies are joined by a tree (each to the nearest one joined already, the first to the enemy's home). A line that
crosses no edge of the tree has all of them on the same side as his home.
"""

from __future__ import annotations

from collections.abc import Sequence

from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells

Point = tuple[float, float]


def cross(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether the segments pq and ab cross."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    if (dx * (a[1] - p[1]) - dy * (a[0] - p[0]) > 0) == (dx * (b[1] - p[1]) - dy * (b[0] - p[0]) > 0):
        return False
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx * (p[1] - a[1]) - dy * (p[0] - a[0]) > 0) != (dx * (q[1] - a[1]) - dy * (q[0] - a[0]) > 0)


def beside(grid: Grid, cell: int, n: int = 0) -> Point:
    """A point of the hex that is no centre, so that no curve runs through a centre."""
    x, y = grid.centre(cell)
    return x + 0.1037 + 0.0071 * n, y + 0.0713 + 0.0053 * n


class Fence:
    """The tree of the enemies.

    Args:
        grid: the map.
        enemies: mask of their hexes.
        home: a cell that is certainly theirs.
    """

    def __init__(self, grid: Grid, enemies: int, home: int) -> None:
        self._grid = grid
        self._near: dict[int, list[tuple[Point, Point]]] = {}
        for a, b in tree(grid, cells(enemies), home):
            edge = beside(grid, a), beside(grid, b)
            for cell in cells(_strip(grid, a, b)):
                self._near.setdefault(cell, []).append(edge)

    def bars(self, a: int, b: int) -> bool:
        """Whether a pair of posts crosses the tree."""
        edges = self._near.get(a)
        if not edges:
            return False
        p, q = self._grid.centre(a), self._grid.centre(b)
        return any(cross(p, q, start, end) for start, end in edges)


def tree(grid: Grid, enemies: Sequence[int], home: int) -> list[tuple[int, int]]:
    """The edges that join all enemies and their home with the least total length."""
    best = {cell: (grid.distance(cell, home), home) for cell in enemies if cell != home}
    found = []
    while best:
        cell = min(best, key=lambda c: (best[c][0], c))
        found.append((best.pop(cell)[1], cell))
        for other, (far, _) in best.items():
            near = grid.distance(cell, other)
            if near < far:
                best[other] = near, cell
    return found


def _strip(grid: Grid, a: int, b: int) -> int:
    """The hexes within three of the straight way between two cells."""
    mask, here, end = 1 << a, a, grid.centre(b)
    while here != b:
        here = min(grid.near[here], key=lambda c: (grid.distance(c, b), _gap(grid.centre(c), end)))
        mask |= 1 << here
    return grid.spread(grid.spread(grid.spread(mask)))


def _gap(p: Point, q: Point) -> float:
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2
