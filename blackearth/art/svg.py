"""Small helpers that write SVG text compactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[float, float]


def num(value: float, digits: int = 1) -> str:
    """A number as short as SVG allows: `0.50` becomes `.5`, `-0.0` becomes `0`."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    if text.startswith("0."):
        return text[1:]
    return "-" + text[2:] if text.startswith("-0.") else text


def pack(values: Iterable[float], digits: int = 1) -> str:
    """Numbers of a path in a row, without a blank where a minus sign already separates them."""
    out: list[str] = []
    for value in values:
        text = num(value, digits)
        out.append(text if not out or text[0] == "-" else " " + text)
    return "".join(out)


class Pen:
    """Writes a path with relative commands on a grid of tenths, so that rounding never adds up."""

    def __init__(self, digits: int = 1) -> None:
        self.digits = digits
        self.scale = 10**digits
        self.parts: list[str] = []
        self.x = self.y = 0
        self.last = ""

    def _tenths(self, point: Point) -> tuple[int, int]:
        return round(point[0] * self.scale), round(point[1] * self.scale)

    def _emit(self, command: str, values: Sequence[int], fixed: str = "") -> None:
        body = pack((v / self.scale for v in values), self.digits)
        same = command == self.last and command not in "zM"
        glue = "" if body.startswith("-") else " "
        self.parts.append((glue if same else command) + fixed + body)
        self.last = command

    def move(self, point: Point) -> Pen:
        """Start a new line at a point."""
        self.x, self.y = self._tenths(point)
        self._emit("M", (self.x, self.y))
        self.last = "m"
        return self

    def line(self, point: Point) -> Pen:
        """A straight line."""
        x, y = self._tenths(point)
        self._emit("l", (x - self.x, y - self.y))
        self.x, self.y = x, y
        return self

    def quad(self, control: Point, point: Point) -> Pen:
        """A quadratic curve."""
        cx, cy = self._tenths(control)
        x, y = self._tenths(point)
        self._emit("q", (cx - self.x, cy - self.y, x - self.x, y - self.y))
        self.x, self.y = x, y
        return self

    def cubic(self, first: Point, second: Point, point: Point) -> Pen:
        """A cubic curve."""
        ax, ay = self._tenths(first)
        bx, by = self._tenths(second)
        x, y = self._tenths(point)
        self._emit("c", (ax - self.x, ay - self.y, bx - self.x, by - self.y, x - self.x, y - self.y))
        self.x, self.y = x, y
        return self

    def arc(self, radius: float, point: Point, sweep: bool) -> Pen:
        """A circular arc, the short way."""
        x, y = self._tenths(point)
        fixed = f"{num(radius)} {num(radius)} 0 0 {int(sweep)} "
        body = pack(((x - self.x) / self.scale, (y - self.y) / self.scale), self.digits)
        self.parts.append(("a" if self.last != "a" else " ") + fixed + body)
        self.last = "a"
        self.x, self.y = x, y
        return self

    def close(self) -> Pen:
        """Close the line."""
        self.parts.append("z")
        self.last = "z"
        return self

    def __str__(self) -> str:
        return "".join(self.parts)


def polyline(points: Sequence[Point], closed: bool = False, digits: int = 1) -> str:
    """Path data of straight lines through points."""
    pen = Pen(digits).move(points[0])
    for point in points[1:]:
        pen.line(point)
    return str(pen.close() if closed else pen)


def smooth(points: Sequence[Point], closed: bool = False, factor: float = 1 / 6, digits: int = 1) -> str:
    """Path data of a Catmull-Rom curve through points; `factor` is the length of the handles."""
    count = len(points)
    if count < 3:
        return polyline(points, closed, digits)
    pen = Pen(digits).move(points[0])

    def at(i: int) -> Point:
        return points[i % count] if closed else points[min(max(i, 0), count - 1)]

    for i in range(count if closed else count - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        first = (p1[0] + (p2[0] - p0[0]) * factor, p1[1] + (p2[1] - p0[1]) * factor)
        second = (p2[0] - (p3[0] - p1[0]) * factor, p2[1] - (p3[1] - p1[1]) * factor)
        pen.cubic(first, second, p2)
    return str(pen.close() if closed else pen)


def escape(text: str) -> str:
    """Text safe between tags and in attributes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
