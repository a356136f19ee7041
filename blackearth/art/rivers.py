"""Rivers: smooth lines along hexsides, with sources, mouths and widths."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.art import palette
from blackearth.art.frame import Frame, Key, between, key, unit
from blackearth.art.noise import Noise, chance, seed
from blackearth.art.svg import Pen, Point, num
from blackearth.core.drawing import RiverSide

MINOR = 3.4
MAJOR = 8.6
MAJOR_FILL = 5.4
_SOURCE = (1.5, 2.1, 2.7, 3.1)
"""Widths from a source on; each holds for two hexsides, the last for three."""
_TAPER = (5.2, 7.0)
"""Widths of the two hexsides over which a minor river becomes a major one."""


class Course(msgspec.Struct, frozen=True):
    """A stretch of a river: its name, its points, and the width of the water between each point and the next one."""

    name: str
    points: tuple[Point, ...]
    widths: tuple[float, ...]

    @property
    def major(self) -> bool:
        """Whether it is a major river anywhere."""
        return max(self.widths) >= MAJOR


class _Bank(msgspec.Struct):
    """One hexside of a river."""

    ends: tuple[Key, Key]
    middle: Point
    normal: Point
    major: bool


class Waters:
    """All rivers of a map, the greatest first, so that tributaries end in the line of the river they join."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.bridges = {frozenset((link.a, link.b)) for link in frame.picture.links if link.bridge}
        self.noise = Noise("river", 90, 2)
        self.corner: dict[Key, Point] = {}
        self.passed: dict[Key, Point] = {}
        self.rim = {key(point) for ring in frame.outline for point, _ in ring}
        self.courses: list[Course] = []
        names: dict[str, list[RiverSide]] = {}
        self.touched: dict[Key, set[str]] = {}
        for side in frame.picture.rivers:
            names.setdefault(side.name, []).append(side)
            for end in frame.side(side.a, side.b):
                self.touched.setdefault(key(end), set()).add(side.name)
        order = sorted(names, key=lambda name: (-sum(s.major for s in names[name]), -len(names[name]), name))
        for name in order:
            self._draw(name, names[name])

    def _bank(self, side: RiverSide) -> _Bank:
        first, second = self.frame.side(side.a, side.b)
        middle, normal = between(first, second), unit(self.frame.at[side.a], self.frame.at[side.b])
        if frozenset((side.a, side.b)) not in self.bridges:
            sway = 8.4 * self.noise(*middle)
            middle = (middle[0] + normal[0] * sway, middle[1] + normal[1] * sway)
        self.corner[key(first)], self.corner[key(second)] = first, second
        return _Bank((key(first), key(second)), middle, normal, side.major)

    def _draw(self, name: str, sides: Iterable[RiverSide]) -> None:
        banks = [self._bank(side) for side in sides]
        at: dict[Key, list[int]] = {}
        for i, bank in enumerate(banks):
            for end in bank.ends:
                at.setdefault(end, []).append(i)
        left = set(range(len(banks)))
        own: dict[Key, Point] = {}
        while left:
            start = self._start(at, left)
            chain, corners = _walk(banks, at, left, start)
            self._course(name, [banks[i] for i in chain], corners, own, at)
        self.passed.update((place, point) for place, point in own.items() if place not in self.passed)

    def _start(self, at: dict[Key, list[int]], left: set[int]) -> Key:
        """Where to begin a chain: at an end, best one that is no mouth; in a ring anywhere."""
        ends = [place for place, sides in at.items() if sum(i in left for i in sides) % 2 == 1]
        ends.sort(key=lambda place: (place in self.passed, len(at[place]) != 1, place))
        return ends[0] if ends else min(place for place, sides in at.items() if any(i in left for i in sides))

    def _course(
        self,
        name: str,
        banks: list[_Bank],
        corners: list[Key],
        own: dict[Key, Point],
        at: dict[Key, list[int]],
    ) -> None:
        points: list[Point] = []
        for n, place in enumerate(corners):
            known = own.get(place) or self.passed.get(place)
            if 0 < n < len(corners) - 1:
                pulled = known or self._pulled(place, banks[n - 1].middle, banks[n].middle)
                own.setdefault(place, pulled)
                points.append(pulled)
            else:
                end = known or self.corner[place]
                own.setdefault(place, end)
                points.append(end)
            if n < len(banks):
                points.append(banks[n].middle)
        first, last = corners[0], corners[-1]
        widths = self._widths(banks, self._source(first, at), self._source(last, at))
        self.courses.append(Course(name, tuple(points), tuple(w for w in widths for _ in (0, 1))))

    def _source(self, place: Key, at: dict[Key, list[int]]) -> bool:
        """Whether a river springs at an end: no other river is there, nor the edge of the map."""
        return len(at[place]) == 1 and len(self.touched[place]) == 1 and place not in self.rim

    def _pulled(self, place: Key, before: Point, after: Point) -> Point:
        x, y = between(self.corner[place], between(before, after), 0.58)
        start = seed("corner")
        return x + 3.2 * (chance(start, *place, 1) - 0.5), y + 3.2 * (chance(start, *place, 2) - 0.5)

    def _widths(self, banks: list[_Bank], springs: bool, ends: bool) -> list[float]:
        widths = [MAJOR if bank.major else MINOR for bank in banks]
        ramp = [w for w in _SOURCE for _ in range(2)] + [_SOURCE[-1]]
        for n in range(len(banks)):
            if springs and n < len(ramp):
                widths[n] = min(widths[n], ramp[n])
            if ends and n < len(ramp):
                widths[-1 - n] = min(widths[-1 - n], ramp[n])
        majors = [bank.major for bank in banks]
        for n in range(1, len(banks)):
            if majors[n] and not majors[n - 1]:
                for m, wide in enumerate(_TAPER[: len(banks) - n]):
                    widths[n + m] = wide
            if majors[n - 1] and not majors[n]:
                for m, wide in enumerate(_TAPER[:n]):
                    widths[n - 1 - m] = wide
        return widths


def _walk(banks: list[_Bank], at: dict[Key, list[int]], left: set[int], place: Key) -> tuple[list[int], list[Key]]:
    """Follow a river from a corner until it ends; takes the hexsides it uses out of `left`."""
    chain: list[int] = []
    corners = [place]
    while True:
        onward = [i for i in at[place] if i in left]
        if not onward:
            return chain, corners
        nearest = min(onward, key=lambda i: (_turn(banks[chain[-1]], banks[i]) if chain else 0.0, i))
        chain.append(nearest)
        left.discard(nearest)
        a, b = banks[nearest].ends
        place = b if place == a else a
        corners.append(place)


def _turn(one: _Bank, other: _Bank) -> float:
    """How unlike the courses of two hexsides are: a major river prefers to go on as one."""
    return float(one.major != other.major)


def stretches(course: Course) -> list[tuple[float, str]]:
    """Width and path data of each stretch of a course that has one width."""
    points, factor = course.points, 1 / 5.4
    out: list[tuple[float, str]] = []
    pen = Pen()
    for i, wide in enumerate(course.widths):
        if i == 0 or wide != course.widths[i - 1]:
            pen = Pen().move(points[i])
            out.append((wide, ""))
        before, here = points[max(i - 1, 0)], points[i]
        there, after = points[i + 1], points[min(i + 2, len(points) - 1)]
        pen.cubic(
            (here[0] + (there[0] - before[0]) * factor, here[1] + (there[1] - before[1]) * factor),
            (there[0] - (after[0] - here[0]) * factor, there[1] - (after[1] - here[1]) * factor),
            there,
        )
        out[-1] = (wide, str(pen))
    return out


def water(frame: Frame, waters: Waters) -> tuple[str, str, str]:
    """Definitions of the lines, the valley tint that lies low, and the rivers themselves."""
    by_width: dict[float, list[str]] = {}
    for course in waters.courses:
        for wide, path in stretches(course):
            by_width.setdefault(wide, []).append(path)
    name = frame.picture.name
    defs = "".join(
        f'<path id="{name}-w{n}" d="{"".join(paths)}"/>' for n, (_, paths) in enumerate(sorted(by_width.items()))
    )
    uses = [(wide, f'<use href="#{name}-w{n}"') for n, wide in enumerate(sorted(by_width))]
    everything = "".join(f"{use}/>" for _, use in uses)
    valley = (
        f'<g fill="none" stroke="{palette.VALLEY}" stroke-linecap="round" stroke-linejoin="round">'
        f'<g stroke-width="44" opacity=".2">{everything}</g><g stroke-width="25" opacity=".16">{everything}</g></g>'
    )
    casing = "".join(f'{use} stroke-width="{num(wide + 2)}"/>' for wide, use in uses if wide <= MINOR)
    minor = "".join(f'{use} stroke-width="{num(wide)}"/>' for wide, use in uses if wide <= MINOR)
    edge = "".join(f'{use} stroke-width="{num(wide)}"/>' for wide, use in uses if wide > MINOR)
    fill = "".join(f'{use} stroke-width="{num(wide - MAJOR + MAJOR_FILL)}"/>' for wide, use in uses if wide > MINOR)
    rivers = (
        '<g class="rivers" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<g stroke="{palette.PAPER}" opacity=".55">{casing}</g><g stroke="{palette.MINOR_RIVER}">{minor}</g>'
        f'<g stroke="{palette.RIVER_EDGE}">{edge}</g><g stroke="{palette.RIVER_FILL}">{fill}</g></g>'
    )
    return defs, valley, rivers
