"""Geometry of a map sheet in map units (u): 64 u across a hex, the origin at the sheet's upper left."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import cached_property

from blackearth.art.svg import Point
from blackearth.core.drawing import ACROSS, MapPicture, layout

RADIUS = ACROSS / math.sqrt(3)
"""From a hex's centre to a corner, and the length of a hexside, in u."""


Key = tuple[int, int]


def key(point: Point) -> Key:
    """A point as a dictionary key: corners computed from different hexes agree."""
    return round(point[0] * 2), round(point[1] * 2)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def unit(a: Point, b: Point) -> Point:
    """Direction from a to b, of length 1."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    return dx / length, dy / length


class Frame:
    """Where everything of a picture lies on its sheet."""

    def __init__(self, picture: MapPicture) -> None:
        self.picture = picture
        places = layout(picture)
        self.width, self.height = places.width, places.height
        self.at: dict[str, Point] = places.at
        """Centre of each hex by its label."""
        self.labels: dict[Key, str] = {key(point): label for label, point in self.at.items()}
        first = 30 if picture.pointy else 0
        self.spokes = tuple(_polar(RADIUS, first + 60 * k) for k in range(6))
        """From a centre to its corners, clockwise on the screen."""
        self.steps = tuple(_polar(ACROSS, first + 30 + 60 * k) for k in range(6))
        """From a centre to the centres of the neighbours; step k crosses the side between corners k and k + 1."""

    @cached_property
    def kinds(self) -> dict[str, tuple[str, ...]]:
        """Terrains of each hex."""
        return {h.label: h.kinds for h in self.picture.hexes}

    def corners(self, label: str) -> list[Point]:
        """The six corners of a hex, clockwise on the screen."""
        x, y = self.at[label]
        return [(x + dx, y + dy) for dx, dy in self.spokes]

    def beside(self, label: str, step: int) -> str:
        """Label of the neighbour in a direction, empty off the map."""
        x, y = self.at[label]
        dx, dy = self.steps[step]
        return self.labels.get(key((x + dx, y + dy)), "")

    def step(self, a: str, b: str) -> int:
        """Direction 0..5 from a hex to its neighbour.

        Raises:
            ValueError: the two are not neighbours.
        """
        for k in range(6):
            if self.beside(a, k) == b:
                return k
        raise ValueError(f"hexes {a} and {b} are not neighbours")

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """Both ends of the hexside between two neighbours."""
        middle, (dx, dy) = between(self.at[a], self.at[b]), unit(self.at[a], self.at[b])
        half = RADIUS / 2
        return (middle[0] - dy * half, middle[1] + dx * half), (middle[0] + dy * half, middle[1] - dx * half)

    def nearest(self, point: Point) -> str:
        """Label of the hex around a point, empty off the map."""
        x, y = point
        best, least = "", (RADIUS + 0.01) ** 2
        for label, (hx, hy) in self._bucket(x, y):
            distance = (hx - x) ** 2 + (hy - y) ** 2
            if distance < least:
                best, least = label, distance
        return best

    def _bucket(self, x: float, y: float) -> Iterable[tuple[str, Point]]:
        i, j = int(x // ACROSS), int(y // ACROSS)
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                yield from self._buckets.get((i + di, j + dj), ())

    @cached_property
    def _buckets(self) -> dict[Key, list[tuple[str, Point]]]:
        out: dict[Key, list[tuple[str, Point]]] = {}
        for label, (x, y) in self.at.items():
            out.setdefault((int(x // ACROSS), int(y // ACROSS)), []).append((label, (x, y)))
        return out

    def rings(self, labels: Collection[str]) -> list[list[tuple[Point, str]]]:
        """Outlines of a set of hexes, clockwise round each part: each corner with the hex whose side begins there."""
        inside = set(labels)
        onward: dict[Key, list[tuple[Point, Point, str]]] = {}
        for label in sorted(inside):
            corners = self.corners(label)
            for k in range(6):
                if self.beside(label, k) not in inside:
                    a, b = corners[k], corners[(k + 1) % 6]
                    onward.setdefault(key(a), []).append((a, b, label))
        out = []
        while onward:
            ring: list[tuple[Point, str]] = []
            start = here = next(iter(onward))
            while True:
                a, b, label = onward[here].pop()
                if not onward[here]:
                    del onward[here]
                ring.append((a, label))
                here = key(b)
                if here == start:
                    break
            out.append(ring)
        return out

    @cached_property
    def outline(self) -> list[list[tuple[Point, str]]]:
        """Outline of the whole map."""
        return self.rings(self.at.keys())


def _polar(radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return radius * math.cos(angle), radius * math.sin(angle)


def offset(points: list[Point], distance: float, closed: bool = True) -> list[Point]:
    """A line moved sideways: to its left on the screen for a positive distance (outwards for a clockwise ring)."""
    count = len(points)
    out = []
    for i, point in enumerate(points):
        ways = []
        if closed or i:
            ways.append(unit(points[i - 1], point))
        if closed or i + 1 < count:
            ways.append(unit(point, points[(i + 1) % count]))
        nx = sum(dy for _, dy in ways)
        ny = sum(-dx for dx, _ in ways)
        length = math.hypot(nx, ny) or 1.0
        nx, ny = nx / length, ny / length
        lean = max(0.3, nx * ways[0][1] - ny * ways[0][0])
        out.append((point[0] + nx * distance / lean, point[1] + ny * distance / lean))
    return out
