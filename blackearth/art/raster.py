"""Fields on a raster: stamping hexes, blurring, and contour lines (marching squares)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import accumulate, pairwise

from blackearth.art.svg import Point

Ring = list[Point]


class Raster:
    """A field of numbers on square cells of `cell` u; rows from the top, values at cell centres."""

    def __init__(self, width: float, height: float, cell: float, left: float = 0.0, top: float = 0.0) -> None:
        self.cell, self.left, self.top = cell, left, top
        self.columns = math.ceil(width / cell)
        self.lines = math.ceil(height / cell)
        self.rows: list[list[float]] = [[0.0] * self.columns for _ in range(self.lines)]

    def stamp(self, polygon: list[Point], value: float = 1.0) -> None:
        """Set the cells whose centre lies in a convex polygon."""
        low = max(0, math.ceil((min(y for _, y in polygon) - self.top) / self.cell - 0.5))
        high = min(self.lines - 1, math.floor((max(y for _, y in polygon) - self.top) / self.cell - 0.5))
        for j in range(low, high + 1):
            y = self.top + (j + 0.5) * self.cell
            xs = [
                ax + (bx - ax) * (y - ay) / (by - ay)
                for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
                if (ay <= y) != (by <= y)
            ]
            if xs:
                first = max(0, math.ceil((min(xs) - self.left) / self.cell - 0.5))
                last = min(self.columns - 1, math.ceil((max(xs) - self.left) / self.cell - 0.5) - 1)
                self.rows[j][first : last + 1] = [value] * (last + 1 - first)

    def blur(self, sigma: float) -> None:
        """Three box blurs, together about a Gaussian of `sigma` u; beyond the raster its rim goes on."""
        radius = max(1, round((math.sqrt(4 * (sigma / self.cell) ** 2 + 1) - 1) / 2))
        for _ in range(3):
            rows = [_box(row, radius) for row in self.rows]
            turned = [_box(list(column), radius) for column in zip(*rows, strict=True)]
            self.rows = [list(row) for row in zip(*turned, strict=True)]

    def add(self, change: Callable[[float, float], float], low: float, high: float, bias: float = 0.0) -> None:
        """Add a function of the place, and a bias, where the value lies between two bounds."""
        for j, row in enumerate(self.rows):
            y = self.top + (j + 0.5) * self.cell
            for i, value in enumerate(row):
                if low < value < high:
                    row[i] = value + bias + change(self.left + (i + 0.5) * self.cell, y)

    def value(self, x: float, y: float) -> float:
        """Value of the cell around a point."""
        i = min(max(int((x - self.left) / self.cell), 0), self.columns - 1)
        j = min(max(int((y - self.top) / self.cell), 0), self.lines - 1)
        return self.rows[j][i]

    def contour(self, level: float, smallest: float = 0.0) -> list[Ring]:
        """Closed lines at a level, higher ground on their right hand; rings of a smaller area are dropped."""
        onward = self._segments(level)
        rings = []
        while onward:
            start, (point, following) = next(iter(onward.items()))
            ring = []
            here = start
            while here in onward:
                point, following = onward.pop(here)
                ring.append(point)
                here = following
            if abs(area(ring)) >= smallest:
                rings.append(ring)
        return rings

    def _segments(self, level: float) -> dict[int, tuple[Point, int]]:
        """From each crossed edge of the raster of centres: where it is crossed and the edge that comes next."""
        wide = self.columns + 2
        padded = [[-9.0] * wide, *([-9.0, *row, -9.0] for row in self.rows), [-9.0] * wide]
        out: dict[int, tuple[Point, int]] = {}
        for j in range(len(padded) - 1):
            upper, lower = padded[j], padded[j + 1]
            states = [
                (a > level) + 2 * (b > level) + 4 * (c > level) + 8 * (d > level)
                for a, b, c, d in zip(upper, upper[1:], lower[1:], lower, strict=False)
            ]
            for i, state in enumerate(states):
                if 0 < state < 15:
                    for go, come in _TURNS[state]:
                        out[_edge(i, j, come, wide)] = (
                            self._crossing(padded, i, j, come, level),
                            _edge(i, j, go, wide),
                        )
        return out

    def _crossing(self, padded: list[list[float]], i: int, j: int, edge: int, level: float) -> Point:
        (ai, aj), (bi, bj) = _ENDS[edge]
        a, b = padded[j + aj][i + ai], padded[j + bj][i + bi]
        a, b = max(a, level - 0.5), max(b, level - 0.5)
        share = (level - a) / (b - a) if a != b else 0.5
        return (
            self.left + (i - 0.5 + ai + (bi - ai) * share) * self.cell,
            self.top + (j - 0.5 + aj + (bj - aj) * share) * self.cell,
        )


# Edges of a square of four centres: 0 upper, 1 right, 2 lower, 3 left; corners a b / d c carry the bits 1 2 / 8 4.
_ENDS = (((0, 0), (1, 0)), ((1, 0), (1, 1)), ((0, 1), (1, 1)), ((0, 0), (0, 1)))
# For every state the ways through the square, (to, from) with the higher ground on the right hand.
_TURNS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((3, 0),),
    ((0, 1),),
    ((3, 1),),
    ((1, 2),),
    ((3, 0), (1, 2)),
    ((0, 2),),
    ((3, 2),),
    ((2, 3),),
    ((2, 0),),
    ((0, 1), (2, 3)),
    ((2, 1),),
    ((1, 3),),
    ((1, 0),),
    ((0, 3),),
    (),
)


def _edge(i: int, j: int, edge: int, wide: int) -> int:
    """Number of an edge, the same from both squares that share it."""
    if edge == 2:
        j, edge = j + 1, 0
    elif edge == 1:
        i, edge = i + 1, 3
    return ((j * wide + i) << 1) | (edge == 3)


def _box(row: list[float], radius: int) -> list[float]:
    padded = [row[0]] * (radius + 1) + row + [row[-1]] * radius
    sums = list(accumulate(padded))
    wide = 2 * radius + 1
    return [(b - a) / wide for a, b in zip(sums, sums[wide:], strict=False)]


def area(ring: Iterable[Point]) -> float:
    """Signed area of a ring: positive when it runs clockwise on the screen."""
    points = list(ring)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)) / 2


def resample(ring: Ring, step: float) -> Ring:
    """Points of a closed line at equal distances of about `step` u."""
    points = [*ring, ring[0]]
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    total = sum(lengths)
    count = max(4, round(total / step))
    out: Ring = []
    position, i, walked = 0.0, 0, 0.0
    for n in range(count):
        position = total * n / count
        while i < len(lengths) - 1 and walked + lengths[i] < position:
            walked += lengths[i]
            i += 1
        share = (position - walked) / lengths[i] if lengths[i] else 0.0
        (ax, ay), (bx, by) = points[i], points[i + 1]
        out.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return out
