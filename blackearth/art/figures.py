"""The figures of hex numbers, drawn as lines.

A map has well over a thousand hex numbers. As text the browser would lay out each with a font, and again at every zoom;
as lines many are one path.
"""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.art.svg import Point, pack

#: In map units: where the line of a figure begins, measured from its lower left corner, and how it goes on.
FIGURES: dict[str, tuple[float, float, str]] = {
    "0": (0, -3.1, "v2a1.05 1.1 0 0 0 2.1 0v-2a1.05 1.1 0 0 0-2.1 0z"),
    "1": (0.4, -3.6, "l.9-.6v4.2"),
    "2": (0, -3.1, "q0-1.1 1.05-1.1t1 1.05q0 .6-.4 1.15l-1.65 2h2.1"),
    "3": (0, -3.3, "q.1-.9 1-.9t1 1.05-1.1 1.05q1.1 0 1.15 1.05t-1.05 1.05-1.05-.95"),
    "4": (1.3, -4.2, "l-1.3 3.1h2.2m-.6-1.1v2.2"),
    "5": (1.9, -4.2, "h-1.7l-.15 1.9q.4-.45 .95-.45 1 0 1 1.35t-1.05 1.4q-.9 0-1-.9"),
    "6": (1.9, -3.5, "q-.2-.7-.9-.7-1 0-1 1.4v1.4q0 1.4 1.05 1.4t1.05-1.4-1.05-1.35-1.05 1.35"),
    "7": (0, -4.2, "h2.1l-1.3 4.2"),
    "8": (1, -2.3, "a.95 .95 0 1 1 .1 0a1.05 1.15 0 1 1-.1 0z"),
    "9": (0.2, -0.7, "q.2 .7 .9 .7 1 0 1-1.4v-1.4q0-1.4-1.05-1.4t-1.05 1.4 1.05 1.35 1.05-1.35"),
}
#: From one figure to the next, the width of a figure, and the thickness of its line.
ADVANCE, WIDTH, LINE = 3.4, 2.1, 0.64
#: Side of a square whose numbers are drawn together, in map units.
_SQUARE = 384


def lines(number: str, at: Point) -> str:
    """A number of decimal figures as path data.

    Args:
        number: its figures.
        at: the middle of its base line, in map units.

    Raises:
        KeyError: something else than a figure.
    """
    left = at[0] - ((len(number) - 1) * ADVANCE + WIDTH) / 2
    out = []
    for place, figure in enumerate(number):
        right, down, way = FIGURES[figure]
        out.append(f"M{pack((left + place * ADVANCE + right, at[1] + down))}{way}")
    return "".join(out)


def group(numbers: Iterable[tuple[str, Point]], colour: str, opacity: str) -> str:
    """All hex numbers of a map: a path for each square of it, so that only what is in sight is drawn."""
    squares: dict[tuple[int, int], list[str]] = {}
    for number, (x, y) in numbers:
        squares.setdefault((int(x // _SQUARE), int(y // _SQUARE)), []).append(lines(number, (x, y)))
    paths = "".join(f'<path d="{"".join(ways)}"/>' for ways in squares.values())
    return (
        f'<g class="hexnum" fill="none" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{LINE}" '
        f'stroke-linejoin="round">{paths}</g>'
    )
