"""Names of places: each is put where it disturbs least, the most important first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from blackearth.art import lettering, palette
from blackearth.art.frame import Frame
from blackearth.art.markers import star
from blackearth.art.svg import Point, escape, num
from blackearth.core.drawing import ACROSS, MARGIN, PlacePicture


class Setting(msgspec.Struct, frozen=True):
    """How a rank is set: weight, size (u), spacing of letters, capitals or not, width of the halo."""

    weight: int
    size: float
    spacing: float
    capitals: bool
    halo: float


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        "village": Setting(700, 10.2, 0, False, 3.6),
        "town": Setting(800, 11.2, 0, False, 3.6),
        "large": Setting(800, 13.2, 1, True, 3.6),
        "city": Setting(800, 23, 2.2, True, 5),
    }
)
_ORDER = ("city", "large", "town", "village")
_OTHER_NAME, _OFF_MAP, _OTHER_TOWN, _WATER, _MOST_WATER = 100.0, 60.0, 14.0, 0.28, 9.0


class Box(msgspec.Struct, frozen=True):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


class Name(msgspec.Struct, frozen=True):
    """A placed name: its middle, its width with star and points, the room it takes, and the penalty of its place."""

    place: PlacePicture
    words: str
    setting: Setting
    middle: Point
    wide: float
    box: Box
    penalty: float


def _words(place: PlacePicture) -> tuple[str, Setting, float]:
    setting = SETTINGS[place.rank]
    words = place.name.upper() if setting.capitals else place.name
    wide = lettering.width(words, lettering.SANS, setting.weight, setting.size, setting.spacing)
    return words, setting, wide + (_points_width(place, setting) if place.points else 0)


def _points_width(place: PlacePicture, setting: Setting) -> float:
    size = 0.92 * setting.size
    return 1.26 * size + lettering.width(str(place.points), lettering.SEMI, 700, size)


def _box(middle: Point, wide: float, size: float) -> Box:
    x, y = middle
    return Box(x - wide / 2 - 1, y - 0.42 * size, x + wide / 2 + 1, y + 0.5 * size)


def _candidates(frame: Frame, place: PlacePicture, wide: float) -> Iterable[Point]:
    """Places for the middle of a name: gutters below and above, shifted ones, right, left, and further shifted ones."""
    centres = [frame.at[label] for label in place.hexes]
    low, high = max(y for _, y in centres), min(y for _, y in centres)
    gutter = 27.7 if frame.picture.pointy else ACROSS / 2
    below = (_mean(x for x, y in centres if abs(y - low) < 1), low + gutter)
    above = (_mean(x for x, y in centres if abs(y - high) < 1), high - gutter)
    yield from (below, above)
    for shift in (22, -22):
        yield below[0] + shift, below[1]
        yield above[0] + shift, above[1]
    y = _mean(y for _, y in centres)
    yield max(x for x, _ in centres) + 34 + wide / 2, y
    yield min(x for x, _ in centres) - 34 - wide / 2, y
    for shift in (38, -38):
        yield below[0] + shift, below[1]
        yield above[0] + shift, above[1]


def _mean(values: Iterable[float]) -> float:
    row = list(values)
    return sum(row) / len(row)


class Gazetteer:
    """Places all names of a map."""

    def __init__(self, frame: Frame, water: list[Point]) -> None:
        self.frame = frame
        self.water: dict[tuple[int, int], list[Point]] = {}
        for point in water:
            self.water.setdefault((int(point[0] // ACROSS), int(point[1] // ACROSS)), []).append(point)
        self.names: list[Name] = []
        places = [place for place in frame.picture.places if place.name]
        for rank in _ORDER:
            for place in sorted((p for p in places if p.rank == rank), key=lambda p: (-p.points, p.name)):
                self._put(place)

    def _put(self, place: PlacePicture) -> None:
        words, setting, wide = _words(place)
        best: Name | None = None
        for middle in _candidates(self.frame, place, wide):
            box = _box(middle, wide, setting.size)
            penalty = self._penalty(place, box)
            if best is None or penalty < best.penalty:
                best = Name(place, words, setting, middle, wide, box, penalty)
        if best is not None:
            self.names.append(best)

    def _penalty(self, place: PlacePicture, box: Box) -> float:
        total = _OTHER_NAME * sum(box.meets(name.box) for name in self.names)
        frame = self.frame
        if box.left < MARGIN or box.right > frame.width - MARGIN or not self._on_map(box):
            total += _OFF_MAP
        for other in frame.picture.places:
            if other is not place and any(_near(box, frame.at[label]) for label in other.hexes):
                total += _OTHER_TOWN
        return total + min(_MOST_WATER, _WATER * self._wet(box))

    def _wet(self, box: Box) -> int:
        """Number of samples of rivers in a box."""
        return sum(
            box.holds(point)
            for i in range(int(box.left // ACROSS), int(box.right // ACROSS) + 1)
            for j in range(int(box.top // ACROSS), int(box.bottom // ACROSS) + 1)
            for point in self.water.get((i, j), ())
        )

    def _on_map(self, box: Box) -> bool:
        y = (box.top + box.bottom) / 2
        return bool(self.frame.nearest((box.left, y)) and self.frame.nearest((box.right, y)))

    def svg(self) -> str:
        """The names in groups `village`, `town` and `far-names` (those that stay when the map is small)."""
        groups: dict[str, list[str]] = {"village": [], "town": [], "far-names": []}
        for name in sorted(self.names, key=lambda n: (n.box.top, n.box.left)):
            far = name.place.points or name.place.rank in ("city", "large")
            groups["far-names" if far else name.place.rank].append(_name(name))
        return "".join(f'<g class="{kind}">{"".join(group)}</g>' for kind, group in groups.items() if group)


def _near(box: Box, centre: Point) -> bool:
    reach = 24.0
    x, y = centre
    return box.left < x + reach and x - reach < box.right and box.top < y + reach and y - reach < box.bottom


def _name(name: Name) -> str:
    setting, size = name.setting, name.setting.size
    colour = palette.VICTORY_NAME if name.place.points else palette.NAME
    left = -name.wide / 2
    spacing = f' letter-spacing="{num(setting.spacing)}"' if setting.spacing else ""
    paint = f'font-size="{num(size)}" font-weight="{setting.weight}" fill="{colour}" stroke-width="{num(setting.halo)}"'
    base = 0.33 * size if setting.capitals else 0.29 * size
    out = f'<text x="{num(left)}" y="{num(base)}" {paint}{spacing}>{escape(name.words)}</text>'
    if name.place.points:
        out += _victory(name, left, base)
    return f'<g transform="translate({num(name.middle[0])} {num(name.middle[1])})"><g class="fn">{out}</g></g>'


def _victory(name: Name, left: float, base: float) -> str:
    setting = name.setting
    size = 0.92 * setting.size
    text = lettering.width(name.words, lettering.SANS, setting.weight, setting.size, setting.spacing)
    x = left + text + 0.66 * size
    gold = (
        f'<path d="{star(5, 0.56 * size, 0.23 * size, (x, base - 0.33 * size))}" fill="{palette.STAR}" '
        f'stroke="{palette.STAR_EDGE}" stroke-width="{num(0.05 * size, 2)}"/>'
    )
    spot = f'cx="{num(x)}" cy="{num(base - 0.33 * size)}" r="{num(0.62 * size)}"'
    halo = f'<circle {spot} fill="{palette.HALO}" stroke="none" opacity=".8"/>'
    return (
        f'<g class="points" data-place="{escape(name.place.name)}">{halo}{gold}</g>'
        f'<text x="{num(x + 0.6 * size)}" y="{num(base)}" font-family="{lettering.SEMI}" font-weight="700" '
        f'font-size="{num(size)}" fill="{palette.VICTORY_NAME}" stroke-width="{num(setting.halo)}">'
        f"{name.place.points}</text>"
    )
