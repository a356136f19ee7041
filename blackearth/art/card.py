"""A small part of a map sheet, as light as it is small: what the lobby shows of a game."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: Size of a card in map units.
WIDTH, HEIGHT = 480.0, 270.0
#: Around the card, for strokes, halos and the shade of woods.
MARGIN = 40.0
#: A name reaches so far from the point where it stands.
LETTERS = 160.0

_XMLNS = ' xmlns="http://www.w3.org/2000/svg"'
_COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
#: Numbers that a command takes.
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4, "t": 2, "a": 7}

Point = tuple[float, float]


class Window:
    """The part that is shown."""

    def __init__(self, centre: Point) -> None:
        self.left, self.top = centre[0] - WIDTH / 2, centre[1] - HEIGHT / 2

    @property
    def view_box(self) -> str:
        """As an attribute."""
        return f"{self.left:g} {self.top:g} {WIDTH:g} {HEIGHT:g}"

    def meets(self, points: Sequence[Point], margin: float = MARGIN) -> bool:
        """Whether the box around some points lies in it, at least in part."""
        xs, ys = [x - self.left for x, _ in points], [y - self.top for _, y in points]
        across = min(xs) <= WIDTH + margin and max(xs) >= -margin
        return across and min(ys) <= HEIGHT + margin and max(ys) >= -margin


def card(svg: str, centre: Point) -> str:
    """The part of a map sheet round a point: nothing is kept that cannot be seen there.

    Args:
        svg: the sheet (see `blackearth.art.terrain`).
        centre: the point, in map units.
    """
    root = ET.fromstring(svg.replace(_XMLNS, "", 1))
    window = Window(centre)
    lettered = {str(path.get("href", "")).lstrip("#") for path in root.iter("textPath")}
    _keep(root, window, lettered)
    root.set("viewBox", window.view_box)
    return ET.tostring(root, encoding="unicode").replace("<svg", f"<svg{_XMLNS}", 1)


def _keep(element: ET.Element, window: Window, lettered: set[str]) -> None:
    """Take out of an element what cannot be seen; what has a place of its own, such as a pattern, stays whole."""
    for child in list(element):
        if child.tag in ("pattern", "clipPath") or child.get("transform") or child.get("id") in lettered:
            continue
        if child.tag == "path":
            child.set("d", "".join(piece for piece in _pieces(child.get("d", "")) if window.meets(_points(piece))))
            gone = not child.get("d") and not child.get("id")
        elif child.tag in ("text", "circle"):
            gone = not _seen(child.attrib, window)
        else:
            _keep(child, window, lettered)
            gone = child.tag == "g" and not len(child)
        if gone:
            element.remove(child)


def _seen(place: Mapping[str, str], window: Window) -> bool:
    x, y = place.get("x", place.get("cx")), place.get("y", place.get("cy"))
    return x is None or y is None or window.meets([(float(x), float(y))], LETTERS)


def _pieces(d: str) -> list[str]:
    """The parts of a path that begin at a place of their own."""
    return [f"M{piece}" for piece in d.split("M") if piece]


def _points(d: str) -> list[Point]:
    """The points that a path goes through or is bent towards."""
    x = y = 0.0
    start, found = (x, y), []
    for letter, text in _COMMAND.findall(d):
        if letter in "zZ":
            x, y = start
            continue
        for numbers in _groups(letter.lower(), [float(n) for n in _NUMBER.findall(text)]):
            points = _absolute(letter, numbers, (x, y))
            found += points
            x, y = points[-1]
        if letter in "mM":
            start = found[-1]
    return found


def _groups(command: str, numbers: list[float]) -> Iterator[list[float]]:
    size = _TAKES[command]
    return (numbers[n : n + size] for n in range(0, len(numbers) - size + 1, size))


def _absolute(letter: str, numbers: list[float], here: Point) -> list[Point]:
    """The points of one command; of an arc only its end."""
    base_x, base_y = (0.0, 0.0) if letter.isupper() else here
    command = letter.lower()
    if command == "h":
        return [(base_x + numbers[0], here[1])]
    if command == "v":
        return [(here[0], base_y + numbers[0])]
    pairs = numbers[-2:] if command == "a" else numbers
    return [(base_x + dx, base_y + dy) for dx, dy in zip(pairs[::2], pairs[1::2], strict=True)]


def centre_of(sheet: Mapping[str, Any]) -> Point:
    """Where a card of a map looks: at the place worth most, or at the middle."""
    hexes = sheet["hexes"]
    places = sorted(sheet.get("places", ()), key=lambda place: (-place["points"], -len(place["hexes"])))
    label = places[0]["hexes"][0] if places else list(hexes)[len(hexes) // 2]
    return float(hexes[label][0]), float(hexes[label][1])
