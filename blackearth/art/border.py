"""The rim of the sheet: map edges in the owners' colours, title, scale and compass."""

from __future__ import annotations

import math

from blackearth.art import lettering, palette
from blackearth.art.frame import Frame, offset
from blackearth.art.svg import Point, escape, num, polyline
from blackearth.core.drawing import ACROSS, FOOT, MARGIN

_ROOM = 1300.0
"""Width of a sheet, in u, from which scale and compass stand beside the title."""
BAND = 5.5
"""From the edge of the hexes to the middle of the coloured band, in u."""


def runs(frame: Frame) -> list[tuple[str, list[Point]]]:
    """Stretches of the map's outline that belong to one owner, moved out to the middle of the band."""
    owners = {edge.label: edge.owner for edge in frame.picture.edges}
    out: list[tuple[str, list[Point]]] = []
    for ring in frame.outline:
        outer = offset([point for point, _ in ring], BAND)
        names = [owners.get(label, "") for _, label in ring]
        count = len(ring)
        start = next((i for i in range(count) if names[i] != names[i - 1]), 0)
        run: list[Point] = []
        for n in range(count):
            i = (start + n) % count
            if run and names[i] != names[i - 1]:
                out.append((names[i - 1], [*run, outer[i]]))
                run = []
            run.append(outer[i])
        out.append((names[(start - 1) % count], [*run, outer[start]]))
    return [(name, run) for name, run in out if name]


def bands(frame: Frame) -> str:
    """The bands: red with a cream line for the first side, field grey with cream dots for the second."""
    first = frame.picture.owners[0]
    red = "".join(polyline(run) for name, run in runs(frame) if name == first)
    grey = "".join(polyline(run) for name, run in runs(frame) if name != first)
    if not red and not grey:
        return ""
    return (
        '<g class="edges" fill="none" stroke-linejoin="round">'
        f'<path d="{grey}" stroke="{palette.EDGE_GREY}" stroke-width="7"/>'
        f'<path d="{grey}" stroke="{palette.CREAM}" stroke-width="2.2" stroke-linecap="round" '
        'stroke-dasharray="0 8.2"/>'
        f'<path d="{red}" stroke="{palette.EDGE_RED}" stroke-width="7"/>'
        f'<path d="{red}" stroke="{palette.CREAM}" stroke-width="1.3"/></g>'
    )


def edge_words(frame: Frame) -> str:
    """Whose map edge it is, in words, in the margin about every nine hexes."""
    first = frame.picture.owners[0]
    out = []
    inner = (MARGIN, MARGIN, frame.width - MARGIN, frame.height - FOOT)
    for owner, run in runs(frame):
        colour = palette.EDGE_RED if owner == first else palette.EDGE_GREY
        for x, y, turn in _word_places(run, inner, frame):
            words = escape(f"{owner} map edge".upper())
            out.append(f'<text transform="translate({num(x)} {num(y)})rotate({turn})" fill="{colour}">{words}</text>')
    paint = f'font-family="{lettering.SEMI}" font-weight="600" font-size="8" letter-spacing="2" text-anchor="middle"'
    return f'<g class="edge-words" {paint}>{"".join(out)}</g>' if out else ""


def _word_places(
    run: list[Point], inner: tuple[float, float, float, float], frame: Frame
) -> list[tuple[float, float, int]]:
    left, top, right, bottom = inner
    sides: dict[str, list[float]] = {"top": [], "bottom": [], "left": [], "right": []}
    for x, y in run:
        if y < top + 22 and left < x < right:
            sides["top"].append(x)
        elif y > bottom - 22 and left < x < right:
            sides["bottom"].append(x)
        elif x < left + 40:
            sides["left"].append(y)
        elif x > right - 40:
            sides["right"].append(y)
    out: list[tuple[float, float, int]] = []
    for side, values in sides.items():
        if not values or max(values) - min(values) < 200:
            continue
        low, high = min(values), max(values)
        count = max(1, round((high - low) / (9 * ACROSS)))
        for n in range(count):
            at = low + (high - low) * (n + 0.5) / count
            out.append(
                {
                    "top": (at, 17.0, 0),
                    "bottom": (at, bottom + 30.0, 0),
                    "left": (19.0, at, -90),
                    "right": (frame.width - 19.0, at, 90),
                }[side]
            )
    return out


def cartouche(frame: Frame) -> str:
    """Title, scale bar and compass in the bottom margin; a little map has room for the title only."""
    picture = frame.picture
    y = frame.height - FOOT
    size = lettering.fitted(picture.title, lettering.SERIF, 800, 40, 0.84 * (frame.width - 2 * MARGIN))
    title = (
        f'<text x="{num(MARGIN + 8)}" y="{num(y + 86)}" font-family="{lettering.SERIF}" font-weight="800" '
        f'font-size="{num(size)}" letter-spacing="1.5" fill="{palette.NAME}">{escape(picture.title)}</text>'
        f'<text x="{num(MARGIN + 9)}" y="{num(y + 114)}" font-family="{lettering.SEMI}" font-weight="600" '
        f'font-size="14" letter-spacing="2.4" fill="#62543F">{escape(picture.subtitle)}</text>'
    )
    wide = frame.width > _ROOM
    return f'<g class="cartouche">{title}{_scale(frame, y) if wide else ""}{_compass(frame, y) if wide else ""}</g>'


def _scale(frame: Frame, y: float) -> str:
    left, top = frame.width - 720, y + 84
    out = []
    for n in range(5):
        fill = palette.NAME if n % 2 == 0 else palette.SHEET
        out.append(
            f'<rect x="{num(left + n * ACROSS)}" y="{num(top)}" width="{num(ACROSS)}" height="6" fill="{fill}" '
            f'stroke="{palette.NAME}" stroke-width="1.2"/>'
        )
    each = frame.picture.kilometres
    for n in range(6):
        words = num(n * each) + (" km" if n == 5 else "")
        out.append(f'<text x="{num(left + n * ACROSS)}" y="{num(top - 6)}">{words}</text>')
    note = f"about {num(each)} km to a hex"
    out.append(
        f'<text x="{num(left + 2.5 * ACROSS)}" y="{num(top + 21)}" font-family="{lettering.SANS}" font-weight="700" '
        f'font-size="11.5">{note}</text>'
    )
    paint = (
        f'font-family="{lettering.SEMI}" font-weight="600" font-size="11" text-anchor="middle" fill="{palette.NAME}"'
    )
    return f"<g {paint}>{''.join(out)}</g>"


def _compass(frame: Frame, y: float) -> str:
    x, middle, radius = frame.width - 190, y + 84, 30.0
    ticks = "".join(
        f"M{num(math.cos(a) * radius)} {num(math.sin(a) * radius)}L{num(math.cos(a) * r)} {num(math.sin(a) * r)}"
        for n in range(24)
        for a, r in [(n * math.pi / 12, radius - (6 if n % 6 == 0 else 3))]
    )
    needle = (
        f'<path d="M0-36L5.4 0H-5.4z" fill="{palette.NAME}"/>'
        f'<path d="M0 36L5.4 0H-5.4z" fill="{palette.SHEET}" stroke="{palette.NAME}" stroke-width="1.1"/>'
        f'<text y="-42" font-family="{lettering.SERIF}" font-weight="800" font-size="17" text-anchor="middle" '
        f'fill="{palette.NAME}">N</text>'
    )
    ring = (
        f'<circle r="{num(radius)}" fill="none" stroke="{palette.NAME}" stroke-width="1.3"/>'
        f'<path d="{ticks}" stroke="{palette.NAME}" stroke-width="1"/>'
    )
    lean = num(frame.picture.lean)
    return f'<g transform="translate({num(x)} {num(middle)})">{ring}<g transform="rotate({lean})">{needle}</g></g>'
