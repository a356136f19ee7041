"""Towns: ground that fills their hexes, and blocks of houses in rows along the first road."""

from __future__ import annotations

import math

from blackearth.art import palette
from blackearth.art.frame import Frame
from blackearth.art.masses import curves, field, rings
from blackearth.art.noise import chance, seed
from blackearth.art.raster import Raster
from blackearth.art.rivers import MINOR, Waters
from blackearth.art.roads import Way
from blackearth.art.svg import Pen, Point
from blackearth.core.drawing import ACROSS, PlacePicture

TOWN_REACH = 0.40 * ACROSS
_ROAD_GAP = 4.2
_ROW = 9.6


Grounds = tuple[tuple[Raster, float], ...]
"""Fields of urban ground, each with the level of its edge."""


def grounds(frame: Frame) -> Grounds:
    """The ground of all towns; in woods it is smaller, so that trees and town show around a counter."""
    open_ground = [h for place in frame.picture.places if not place.woods for h in place.hexes]
    in_woods = [h for place in frame.picture.places if place.woods for h in place.hexes]
    return tuple(
        (field(frame, "urban", labels), level) for labels, level in ((open_ground, 0.5), (in_woods, 0.67)) if labels
    )


def urban(fields: Grounds) -> str:
    """The ground of towns as a picture."""
    path = "".join(curves(rings(raster, level)) for raster, level in fields)
    if not path:
        return ""
    paint = f'fill="{palette.URBAN}" stroke="{palette.URBAN_EDGE}" stroke-width="1.1"'
    return f'<path class="urban" d="{path}" {paint}/>'


class Builder:
    """Puts houses on the ground of towns, clear of roads and rivers."""

    def __init__(self, frame: Frame, waters: Waters, roads: list[Way], fields: Grounds) -> None:
        self.frame, self.roads = frame, roads
        self.fields = fields
        self.banks: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
        for course in waters.courses:
            for (ax, ay), (bx, by), wide in zip(course.points, course.points[1:], course.widths, strict=False):
                gap = 8.5 if wide > MINOR else 6.5
                for n in range(4):
                    x, y = ax + (bx - ax) * n / 4, ay + (by - ay) * n / 4
                    self.banks.setdefault((int(x // 32), int(y // 32)), []).append((x, y, gap))

    def blocks(self) -> str:
        """All blocks as one path."""
        path = "".join(self._town(place) for place in self.frame.picture.places)
        return f'<path class="blocks" d="{path}" fill="{palette.BLOCKS}"/>' if path else ""

    def placed(self, place: PlacePicture) -> list[list[Point]]:
        """The corners of each block of a town."""
        out = []
        ways = [point for label in place.hexes for way in self.roads for point in way.points(label)]
        angle = self._angle(place)
        for label in place.hexes:
            out.extend(self._rows(place, label, ways, angle))
        return out

    def _town(self, place: PlacePicture) -> str:
        out = []
        for a, b, c, d in self.placed(place):
            out.append(str(Pen().move(a).line(b).line(c).line(d).close()))
        return "".join(out)

    def _angle(self, place: PlacePicture) -> float:
        for label in place.hexes:
            for way in self.roads:
                for start, _, end in way.curves.get(label, ()):
                    return math.atan2(end[1] - start[1], end[0] - start[0])
        return math.pi * chance(seed(place.hexes[0]), 7)

    def _rows(self, place: PlacePicture, label: str, ways: list[Point], angle: float) -> list[list[Point]]:
        """Blocks in the hex; the rows of a town of several hexes continue from hex to hex."""
        origin, here = self.frame.at[place.hexes[0]], self.frame.at[label]
        cos, sin = math.cos(angle), math.sin(angle)
        u0 = (here[0] - origin[0]) * cos + (here[1] - origin[1]) * sin
        v0 = (here[1] - origin[1]) * cos - (here[0] - origin[0]) * sin
        out = []
        for row in range(math.floor((v0 - 38) / _ROW), math.ceil((v0 + 38) / _ROW) + 1):
            u, n = u0 - 40 + 5 * chance(seed(label), row), 0
            while u < u0 + 40:
                wide = 4.5 + 7 * chance(seed(label), row, n, 1)
                high = 5 + 3.4 * chance(seed(label), row, n, 2)
                v = row * _ROW + _ROW / 2
                box = [(u, v - high / 2), (u + wide, v - high / 2), (u + wide, v + high / 2), (u, v + high / 2)]
                corners = [(origin[0] + p * cos - q * sin, origin[1] + p * sin + q * cos) for p, q in box]
                if not self._free(place, label, corners, ways):
                    u += 1.5
                    continue
                if chance(seed(label), row, n, 3) > 0.06:
                    out.append(corners)
                u += wide + 1.7 + 1.2 * chance(seed(label), row, n, 4)
                n += 1
        return out

    def _free(self, place: PlacePicture, label: str, corners: list[Point], ways: list[Point]) -> bool:
        middle = ((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2)
        centre = self.frame.at[label]
        if math.dist(middle, centre) > 36 or self.frame.nearest(middle) != label:
            return False
        if len(place.hexes) == 1 and any(math.dist(corner, centre) > TOWN_REACH for corner in corners):
            return False
        if any(self._depth(*corner) < 0.1 for corner in corners):
            return False
        edge = [
            *corners,
            middle,
            *((corners[i - 1][0] / 2 + c[0] / 2, corners[i - 1][1] / 2 + c[1] / 2) for i, c in enumerate(corners)),
        ]
        return not self._wet(edge) and not any(
            abs(px - x) < _ROAD_GAP and abs(py - y) < _ROAD_GAP and math.hypot(px - x, py - y) < _ROAD_GAP
            for px, py in ways
            for x, y in edge
        )

    def _depth(self, x: float, y: float) -> float:
        """How far above the level of its edge the ground is at a point."""
        return max((raster.value(x, y) - level for raster, level in self.fields), default=0.0)

    def _wet(self, points: list[Point]) -> bool:
        for x, y in points:
            i, j = int(x // 32), int(y // 32)
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    for bx, by, gap in self.banks.get((i + di, j + dj), ()):
                        if math.hypot(bx - x, by - y) < gap:
                            return True
        return False
