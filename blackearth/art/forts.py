"""Fortifications: belts as an outline with teeth, single facing sides, and the front line."""

from __future__ import annotations

from itertools import pairwise

from blackearth.art import palette
from blackearth.art.frame import Frame, between, key, offset, unit
from blackearth.art.svg import Pen, Point, num, polyline, smooth
from blackearth.core.drawing import FortSide

INSET = 5.2
_LINE = 1.5
_TOOTH = 3.6


def belts(frame: Frame) -> str:
    """All belts: a line inside the outline of their hexes, and square teeth that point out."""
    out = []
    for belt in frame.picture.belts:
        rings = [[point for point, _ in ring] for ring in frame.rings(belt.hexes)]
        line = "".join(polyline(offset(ring, -INSET), closed=True) for ring in rings)
        teeth = "".join(polyline(offset(ring, -INSET + _TOOTH / 2 + 0.4), closed=True) for ring in rings)
        colour = palette.FORTS.get(belt.owner, palette.RAIL)
        out.append(
            f'<path d="{line}" fill="none" stroke="{palette.PAPER}" stroke-width="4" opacity=".4"/>'
            f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{num(_LINE)}" stroke-linejoin="round"/>'
            f'<path class="fort-teeth" d="{teeth}" fill="none" stroke="{colour}" stroke-width="{num(_TOOTH)}" '
            'stroke-dasharray="2.4 6"/>'
        )
    return f'<g class="forts">{"".join(out)}</g>' if out else ""


def facing(frame: Frame) -> str:
    """Fortifications that face one side: German ones with square teeth, the others with triangles."""
    lines: dict[str, list[str]] = {}
    teeth: dict[str, list[str]] = {}
    for side in frame.picture.fort_sides:
        line, marks = _facing(frame, side)
        lines.setdefault(side.owner, []).append(line)
        teeth.setdefault(side.owner, []).append(marks)
    out = []
    for owner in sorted(lines):
        colour = palette.FORTS.get(owner, palette.RAIL)
        out.append(
            f'<path d="{"".join(lines[owner])}" fill="none" stroke="{colour}" stroke-width="1.6" '
            f'stroke-linecap="round"/><path class="fort-teeth" d="{"".join(teeth[owner])}" fill="{colour}"/>'
        )
    return f'<g class="fort-sides">{"".join(out)}</g>' if out else ""


def _facing(frame: Frame, side: FortSide) -> tuple[str, str]:
    first, second = frame.side(side.hex, side.toward)
    ox, oy = unit(frame.at[side.hex], frame.at[side.toward])
    a, b = between(first, second, 0.06), between(first, second, 0.94)
    a, b = (a[0] - ox * INSET, a[1] - oy * INSET), (b[0] - ox * INSET, b[1] - oy * INSET)
    ux, uy = unit(a, b)
    marks = []
    for share in (0.2, 0.5, 0.8):
        x, y = between(a, b, share)
        if side.owner == "german":
            shape: list[Point] = [(-1.9, 0), (-1.9, 3.8), (1.9, 3.8), (1.9, 0)]
        else:
            shape = [(-2.6, 0), (0, 4.4), (2.6, 0)]
        marks.append(polyline([(x + ux * s + ox * n, y + uy * s + oy * n) for s, n in shape], closed=True))
    return str(Pen().move(a).line(b)), "".join(marks)


def front(frame: Frame) -> str:
    """The front or start line along its hexsides, in the colours of both sides."""
    chain: list[Point] = []
    for a, b in frame.picture.front:
        first, second = frame.side(a, b)
        if chain and key(chain[-1]) == key(second):
            first, second = second, first
        elif len(chain) == 2 and key(chain[0]) in (key(first), key(second)):
            chain.reverse()
            if key(chain[-1]) == key(second):
                first, second = second, first
        chain.extend([first, second] if not chain else [second])
    if len(chain) < 2:
        return ""
    middles = [between(p, q) for p, q in pairwise(chain)]
    line = [chain[0], middles[0]]
    for corner, (before, after) in zip(chain[1:-1], pairwise(middles), strict=True):
        line += [between(corner, between(before, after), 0.5), after]
    path = smooth([*line, chain[-1]])
    return (
        '<g class="front" fill="none" stroke-linejoin="round">'
        f'<path d="{path}" stroke="{palette.HALO}" stroke-width="8" opacity=".75"/>'
        f'<path d="{path}" stroke="{palette.EDGE_RED}" stroke-width="4.4"/>'
        f'<path d="{path}" stroke="{palette.EDGE_GREY}" stroke-width="4.4" stroke-dasharray="11"/>'
        f'<path d="{path}" stroke="#FFF" stroke-width=".9"/></g>'
    )
