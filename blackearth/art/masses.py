"""Organic masses: the ground of woods, marsh, difficult country, sea and towns grown out of the hexes they fill."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from types import MappingProxyType

import msgspec

from blackearth.art.frame import Frame, key
from blackearth.art.noise import Noise, chance, seed
from blackearth.art.raster import Raster, Ring, resample
from blackearth.art.svg import Pen, Point, smooth

CELL = 4.0
SMALLEST = 260.0
"""Rings of a smaller area (square u) are dropped."""


class Growth(msgspec.Struct, frozen=True):
    """How a mass is grown: blur, strength and wavelength of its noise (u), and what is added to the field."""

    sigma: float
    amp: float
    length: float
    bias: float


GROWTHS: Mapping[str, Growth] = MappingProxyType(
    {
        "woods": Growth(9, 0.33, 24, 0.025),
        "marsh": Growth(9, 0.24, 30, 0.02),
        "difficult": Growth(9, 0.20, 30, 0.02),
        "sea": Growth(11, 0.16, 30, 0.0),
        "urban": Growth(9, 0.13, 20, 0.005),
    }
)


def field(frame: Frame, kind: str, labels: Collection[str]) -> Raster:
    """The field of a mass: near 1 inside its hexes, near 0 outside, 0.5 at its edge."""
    growth = GROWTHS[kind]
    raster = Raster(frame.width, frame.height, CELL)
    for label in labels:
        raster.stamp(frame.corners(label))
    for x, y in _beyond(frame, set(labels)):
        raster.stamp([(x + dx, y + dy) for dx, dy in frame.spokes])
    raster.blur(growth.sigma)
    noise = Noise(kind, growth.length, 3)
    raster.add(lambda x, y: growth.amp * noise(x, y), 0.02, 0.98, growth.bias)
    return raster


def _beyond(frame: Frame, labels: set[str]) -> list[Point]:
    """Centres just off the map that continue a mass, so that it runs off the edge."""
    votes: dict[tuple[int, int], tuple[Point, int]] = {}
    for label in sorted(frame.at):
        x, y = frame.at[label]
        for k, (dx, dy) in enumerate(frame.steps):
            if not frame.beside(label, k):
                place = (x + dx, y + dy)
                old = votes.get(key(place), (place, 0))[1]
                votes[key(place)] = (place, old + (1 if label in labels else -1))
    return [place for place, vote in votes.values() if vote >= 0]


def mass(frame: Frame, kind: str, labels: Collection[str], level: float = 0.5, step: float = 9.0) -> list[Ring]:
    """Rings of a mass, clockwise round ground and counter-clockwise round holes, with points about `step` u apart."""
    return rings(field(frame, kind, labels), level, step) if labels else []


def rings(raster: Raster, level: float, step: float = 9.0) -> list[Ring]:
    """Rings of a field at a level, with points about `step` u apart."""
    return [resample(ring, step) for ring in raster.contour(level, SMALLEST)]


def curves(shapes: list[Ring]) -> str:
    """Path data of rings as smooth curves."""
    return "".join(smooth(ring, closed=True) for ring in shapes)


def tree_line(shapes: list[Ring]) -> str:
    """Path data of rings whose edge is a row of crowns bulging outwards."""
    out = []
    for ring in shapes:
        pen = Pen().move(ring[0])
        for i, point in enumerate(ring):
            following = ring[(i + 1) % len(ring)]
            swell = 0.54 + 0.12 * chance(seed("edge"), round(point[0] * 10), round(point[1] * 10))
            pen.arc(max(1.0, math.dist(point, following) * swell), following, sweep=True)
        out.append(str(pen.close()))
    return "".join(out)
