"""Names of rivers on paths that follow the calmest stretches of their courses."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec

from blackearth.art import lettering, palette
from blackearth.art.frame import Frame, unit
from blackearth.art.names import Box
from blackearth.art.rivers import Course
from blackearth.art.svg import Point, escape, num, smooth

STEP = 6.0
"""Distance of the samples along a river, in u."""
REPEAT = 900.0
_SMOOTH = 7
_TOWN = 34.0


class RiverName(msgspec.Struct, frozen=True):
    """A name on its path."""

    name: str
    path: tuple[Point, ...]
    major: bool

    @property
    def size(self) -> float:
        """Size of the letters, in u."""
        return 14.5 if self.major else 11.2

    @property
    def spacing(self) -> float:
        """Distance added between letters, in u."""
        return 2.6 if self.major else 1.2


def samples(course: Course) -> list[Point]:
    """Points along a course, `STEP` apart."""
    out: list[Point] = []
    left = 0.0
    for a, b in pairwise(course.points):
        length = math.dist(a, b)
        while left < length:
            share = left / length
            out.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
            left += STEP
        left -= length
    return out


def place_rivers(frame: Frame, courses: list[Course], taken: list[Box]) -> list[RiverName]:
    """Names for all rivers that have room for one."""
    out: list[RiverName] = []
    towns = [frame.at[label] for place in frame.picture.places for label in place.hexes]
    rooms = list(taken)
    for course in courses:
        found: list[int] = []
        line = samples(course)
        for _ in range(1 + int(len(line) * STEP / REPEAT)):
            best = _best(frame, course, line, found, rooms, towns)
            if best is None:
                break
            found.append(best[0])
            out.append(best[1])
            rooms.extend(_rooms(best[1]))
    return out


def _best(
    frame: Frame, course: Course, line: list[Point], found: list[int], rooms: list[Box], towns: list[Point]
) -> tuple[int, RiverName] | None:
    blank = RiverName(course.name, (), course.major)
    wide = lettering.width(course.name, lettering.SERIF, 600, blank.size, blank.spacing)
    count = math.ceil((wide + 14) / STEP) + 1
    options = []
    for start in range(2, len(line) - count - 1, 2):
        middle = start + count // 2
        if any(abs(middle - other) * STEP < REPEAT * 0.8 for other in found):
            continue
        part = [_smoothed(line, i) for i in range(start, start + count)]
        bend, slope = _bend(part), abs(part[-1][1] - part[0][1]) / max(1.0, math.dist(part[0], part[-1]))
        if bend < 13:
            options.append((bend + 9 * slope, middle, bend, part))
    options.sort(key=lambda option: option[:2])
    for _, middle, bend, part in options:
        for above in (True, False):
            name = RiverName(course.name, _beside(part, blank, bend, above), course.major)
            if _length(name.path) > wide + 5 and _fits(frame, name, rooms, towns):
                return middle, name
    return None


def _smoothed(line: list[Point], i: int) -> Point:
    part = line[max(0, i - _SMOOTH) : i + _SMOOTH + 1]
    return sum(x for x, _ in part) / len(part), sum(y for _, y in part) / len(part)


def _bend(part: list[Point]) -> float:
    """How far a line strays from its chord, in u."""
    (ax, ay), (ux, uy) = part[0], unit(part[0], part[-1])
    strays = [(x - ax) * uy - (y - ay) * ux for x, y in part]
    return max(strays) - min(strays)


def _length(path: tuple[Point, ...]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(path))


def _beside(part: list[Point], name: RiverName, bend: float, above: bool) -> tuple[Point, ...]:
    """The base line of a name beside the water, read from left to right."""
    if part[0][0] > part[-1][0]:
        part = part[::-1]
    clear = (8.5 if name.major else 5.6) + 0.45 * bend
    (ax, ay), (bx, by) = part[0], part[-1]
    ux, uy = unit(part[0], part[-1])
    push = -clear if above else clear + 0.66 * name.size
    out = []
    for n, (x, y) in enumerate(part):
        share = n / (len(part) - 1)
        cx, cy = ax + (bx - ax) * share, ay + (by - ay) * share
        x, y = x + (cx - x) * 0.4, y + (cy - y) * 0.4
        out.append((x - uy * push, y + ux * push))
    return tuple(out)


def _rooms(name: RiverName) -> list[Box]:
    high = name.size
    return [Box(x - 5, y - 0.7 * high - 2, x + 5, y + 0.2 * high) for x, y in name.path]


def _fits(frame: Frame, name: RiverName, rooms: list[Box], towns: list[Point]) -> bool:
    for x, y in name.path:
        if not frame.nearest((x, y)) or not frame.nearest((x, y - name.size)):
            return False
        if any(abs(x - tx) < _TOWN and abs(y - 4 - ty) < _TOWN for tx, ty in towns):
            return False
    return not any(room.meets(other) for room in _rooms(name) for other in rooms)


def river_names(frame: Frame, names: list[RiverName]) -> tuple[str, str]:
    """Definitions of the paths, and the names in groups `minor-names` and `major-names`."""
    defs: list[str] = []
    groups: dict[bool, list[str]] = {False: [], True: []}
    for n, name in enumerate(names):
        path = smooth(name.path[::3] if (len(name.path) - 1) % 3 == 0 else (*name.path[:-1:3], name.path[-1]))
        ref = f"{frame.picture.name}-n{n}"
        defs.append(f'<path id="{ref}" d="{path}"/>')
        groups[name.major].append(
            f'<text><textPath href="#{ref}" startOffset="50%">{escape(name.name)}</textPath></text>'
        )
    out = ""
    for major, group in groups.items():
        if group:
            sample = RiverName("", (), major)
            paint = f'font-size="{num(sample.size)}" letter-spacing="{num(sample.spacing)}"'
            out += f'<g class="{"major" if major else "minor"}-names" {paint}>{"".join(group)}</g>'
    common = (
        f'font-family="{lettering.SERIF}" font-weight="600" font-style="italic" fill="{palette.WATER_NAME}" '
        f'stroke="{palette.HALO}" stroke-width="2.6" stroke-linejoin="round" paint-order="stroke" text-anchor="middle"'
    )
    return "".join(defs), f'<g class="river-names" {common}>{out}</g>' if out else ""
