"""Roads, railways and bridges: through the middles of hexsides, bent at the hex centres."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from blackearth.art import palette
from blackearth.art.frame import Frame, between, unit
from blackearth.art.svg import Pen, Point
from blackearth.core.drawing import Link

Curve = tuple[Point, Point, Point]
"""A quadratic curve: start, control point, end."""


class Way(msgspec.Struct, frozen=True):
    """The ways of one kind: the curves in each hex."""

    kind: str
    curves: dict[str, list[Curve]]

    def points(self, label: str, each: int = 8) -> list[Point]:
        """Points along the ways in a hex."""
        return [along(curve, n / each) for curve in self.curves.get(label, ()) for n in range(each + 1)]


def along(curve: Curve, t: float) -> Point:
    """A point of a curve, `t` from 0 to 1."""
    (ax, ay), (bx, by), (cx, cy) = curve
    u = 1 - t
    return u * u * ax + 2 * u * t * bx + t * t * cx, u * u * ay + 2 * u * t * by + t * t * cy


def ways(frame: Frame, kind: str) -> Way:
    """All ways of a kind. Over a hexside with road and rail the two keep to different sides."""
    links = [link for link in frame.picture.links if link.kind == kind]
    others = {frozenset((link.a, link.b)) for link in frame.picture.links if link.kind != kind}
    shift = (2.6, 3.8) if kind == "road" else (-1.9, -2.8)
    at: dict[str, list[tuple[int, Point]]] = {}
    for link in links:
        x, y = between(frame.at[link.a], frame.at[link.b])
        if frozenset((link.a, link.b)) in others:
            x, y = x + shift[0], y + shift[1]
        at.setdefault(link.a, []).append((frame.step(link.a, link.b), (x, y)))
        at.setdefault(link.b, []).append((frame.step(link.b, link.a), (x, y)))
    return Way(kind, {label: _in_hex(frame, label, sides) for label, sides in sorted(at.items())})


def _in_hex(frame: Frame, label: str, sides: list[tuple[int, Point]]) -> list[Curve]:
    centre = frame.at[label]
    if len(sides) == 1:
        step, middle = sides[0]
        exit_step = _off_map(frame, label, step)
        if exit_step is None:
            return [(middle, between(middle, centre), centre)]
        dx, dy = frame.steps[exit_step]
        return [(middle, centre, (centre[0] + dx * 0.62, centre[1] + dy * 0.62))]
    sides.sort()
    pairs = [(a, b) for i, a in enumerate(sides) for b in sides[i + 1 :]]
    first, second = max(pairs, key=lambda pair: (_straight(pair[0][0], pair[1][0]), -pair[0][0]))
    through: Curve = (first[1], centre, second[1])
    middle = along(through, 0.5)
    joins = [
        (point, between(point, middle, 0.62), middle) for step, point in sides if step not in (first[0], second[0])
    ]
    return [through, *joins]


def _straight(a: int, b: int) -> int:
    """How straight two directions run on: 3 for opposite ones."""
    turn = abs(a - b)
    return min(turn, 6 - turn)


def _off_map(frame: Frame, label: str, step: int) -> int | None:
    """The side over which a way that ends at the rim of the map leaves it."""
    if any(label in place.hexes for place in frame.picture.places):
        return None
    outer = [k for k in range(6) if not frame.beside(label, k) and _straight(k, step) >= 2]
    return max(outer, key=lambda k: (_straight(k, step), -k), default=None)


def _path(way: Way) -> str:
    parts = []
    for curves in way.curves.values():
        for start, control, end in curves:
            parts.append(str(Pen().move(start).quad(control, end)))
    return "".join(parts)


def roads(frame: Frame, way: Way) -> tuple[str, str]:
    """Definition of the line, and the roads."""
    if not way.curves:
        return "", ""
    name = f"{frame.picture.name}-road"
    use = f'<use href="#{name}"'
    paint = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    casing = f'{use} stroke="{palette.PAPER}" stroke-width="6.2" opacity=".45"/>'
    edge = f'{use} stroke="{palette.ROAD_EDGE}" stroke-width="3.9"/>'
    fill = f'{use} stroke="{palette.ROAD_FILL}" stroke-width="2"/>'
    return f'<path id="{name}" d="{_path(way)}"/>', f'<g class="roads" {paint}>{casing}{edge}{fill}</g>'


def rails(frame: Frame, way: Way) -> tuple[str, str]:
    """Definition of the line, and the railways as ladders."""
    if not way.curves:
        return "", ""
    name = f"{frame.picture.name}-rail"
    use = f'<use href="#{name}"'
    casing = f'{use} stroke="{palette.PAPER}" stroke-width="7" opacity=".5"/>'
    line = f'{use} stroke="{palette.RAIL}" stroke-width="1.9"/>'
    ticks = f'{use} stroke="{palette.RAIL}" stroke-width="7" stroke-dasharray="1.3 7"/>'
    return f'<path id="{name}" d="{_path(way)}"/>', f'<g class="rails" fill="none">{casing}{line}{ticks}</g>'


def bridges(frame: Frame) -> str:
    """Wing lines on both sides of each way that crosses a river on a bridge."""
    majors = {frozenset((side.a, side.b)) for side in frame.picture.rivers if side.major}
    links = [link for link in frame.picture.links if link.bridge]
    if not links:
        return ""
    path = "".join(_wings(frame, link, 7.5 if frozenset((link.a, link.b)) in majors else 5.6) for link in links)
    paint = f'fill="none" stroke="{palette.RAIL}" stroke-width="1.5" stroke-linecap="round"'
    return f'<path class="bridges" d="{path}" {paint}/>'


def _wings(frame: Frame, link: Link, half: float) -> str:
    x, y = between(frame.at[link.a], frame.at[link.b])
    ux, uy = unit(frame.at[link.a], frame.at[link.b])
    out = []
    for sign in (-1, 1):
        profile: Sequence[Point] = ((-half - 2, 5.7), (-half, 3.5), (half, 3.5), (half + 2, 5.7))
        points = [(x + ux * s - uy * n * sign, y + uy * s + ux * n * sign) for s, n in profile]
        pen = Pen().move(points[0])
        for point in points[1:]:
            pen.line(point)
        out.append(str(pen))
    return "".join(out)
