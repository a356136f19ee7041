"""Helpers for tests that read SVG, and small maps."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Collection, Iterable

from blackearth.art.figures import ADVANCE, FIGURES
from blackearth.art.svg import Point
from blackearth.core.drawing import HexPicture, MapPicture

XLINK = re.compile(r'href="#([^"]+)"|url\(#([^)]+)\)')


def parsed(svg: str) -> ET.Element:
    """The root of a document that is well formed and refers only to what it defines, each id once."""
    root = ET.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)), "an id is given twice"
    wanted = {a or b for a, b in XLINK.findall(svg)}
    assert wanted <= set(ids), f"not defined: {wanted - set(ids)}"
    return root


def patch(columns: int, rows: int, pointy: bool, kinds: dict[str, tuple[str, ...]] | None = None) -> MapPicture:
    """A small map with labels CCRR."""
    half = math.sqrt(3) / 2
    hexes = []
    for column in range(columns):
        for row in range(rows):
            label = f"{column:02}{row:02}"
            if pointy:
                x, y = column + 0.5 * (row % 2), row * half
            else:
                x, y = column * half, row + 0.5 * (column % 2)
            hexes.append(HexPicture(label, x, y, (kinds or {}).get(label, ())))
    return MapPicture(
        name="t", title="A MAP", subtitle="for tests", pointy=pointy, hexes=tuple(hexes), owners=("soviet", "german")
    )


def inside(rings: Iterable[Collection[Point]], point: Point) -> bool:
    """Whether a point lies inside rings (even-odd)."""
    return bool(_crossings(rings, point[1], lambda x: x > point[0]) % 2)


def _crossings(rings: Iterable[Collection[Point]], y: float, keep: object) -> int:
    assert callable(keep)
    return sum(1 for x in crossings(rings, y) if keep(x))


def crossings(rings: Iterable[Collection[Point]], y: float) -> list[float]:
    """Where a horizontal line crosses rings, from left to right."""
    out = []
    for ring in rings:
        points = list(ring)
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            if (ay <= y) != (by <= y):
                out.append(ax + (bx - ax) * (y - ay) / (by - ay))
    return sorted(out)


def covered(rings: list[list[Point]], corners: list[Point], step: float = 2.0) -> float:
    """Share of a convex polygon that lies inside rings (even-odd)."""
    near = [r for r in rings if _touch(r, corners)]
    low, high = min(y for _, y in corners), max(y for _, y in corners)
    total = part = 0.0
    for n in range(int((high - low) / step)):
        y = low + (n + 0.5) * step
        edges = crossings([corners], y)
        if len(edges) < 2:
            continue
        left, right = edges[0], edges[-1]
        total += right - left
        marks = crossings(near, y)
        for a, b in zip(marks[::2], marks[1::2], strict=True):
            part += max(0.0, min(b, right) - max(a, left))
    return part / total


def _touch(ring: list[Point], corners: list[Point]) -> bool:
    return min(y for _, y in ring) <= max(y for _, y in corners) and max(y for _, y in ring) >= min(
        y for _, y in corners
    )


def hex_numbers(drawing: str) -> list[str]:
    """The hex numbers drawn as lines in the data of a path: figures that stand side by side."""
    known = {way: (right, down, figure) for figure, (right, down, way) in FIGURES.items()}
    numbers: list[str] = []
    after = None
    for x, y, way in re.findall(r"M(-?[\d.]+) ?(-?[\d.]+)([^M]*)", drawing):
        right, down, figure = known[way]
        left, base = float(x) - right, float(y) - down
        if after is not None and abs(left - after[0]) < 0.3 and abs(base - after[1]) < 0.3:
            numbers[-1] += figure
        else:
            numbers.append(figure)
        after = (left + ADVANCE, base)
    return numbers
