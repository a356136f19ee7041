"""The paper, the grid and the hex numbers, and the terrains that fill hexes."""

from __future__ import annotations

from blackearth.art import figures, palette, textures
from blackearth.art.frame import RADIUS, Frame, key
from blackearth.art.masses import curves, mass, tree_line
from blackearth.art.names import Box
from blackearth.art.noise import Noise
from blackearth.art.raster import Raster, resample
from blackearth.art.svg import Pen, Point, num, polyline, smooth


def _filled(name: str, labels: list[str], base: str, edge: str, path: str, texture: str) -> tuple[str, str]:
    """A mass with its filling: definitions and drawing."""
    defs = f'<path id="{name}" d="{path}"/>' + texture
    fill = f'<use href="#{name}" class="texture" fill="url(#{name}-t)"/>'
    return defs, f'<g class="ground"><use href="#{name}" fill="{base}" {edge}/>{fill}</g>' if labels else ""


def terrain_masses(frame: Frame) -> tuple[str, str]:
    """Difficult country, marsh, woods and sea: definitions and drawing."""
    defs, out = [], []
    for kind, make in (("difficult", _difficult), ("marsh", _marsh), ("woods", _woods), ("sea", _sea)):
        labels = [label for label, kinds in frame.kinds.items() if kind in kinds]
        if labels:
            more, drawing = make(frame, labels)
            defs.append(more)
            out.append(drawing)
    return "".join(defs), "".join(out)


def _woods(frame: Frame, labels: list[str]) -> tuple[str, str]:
    name = f"{frame.picture.name}-woods"
    path = tree_line(mass(frame, "woods", labels, step=8.0))
    edge = f'stroke="{palette.WOODS_EDGE}" stroke-width="1.15" stroke-linejoin="round"'
    shade = f'<use href="#{name}" x="1.8" y="2.6" fill="{palette.WOODS_SHADE}" fill-opacity=".38"/>'
    defs, drawing = _filled(name, labels, palette.WOODS, edge, path, textures.woods(f"{name}-t"))
    return defs, shade + drawing


def _marsh(frame: Frame, labels: list[str]) -> tuple[str, str]:
    name = f"{frame.picture.name}-marsh"
    path = curves(mass(frame, "marsh", labels))
    edge = f'stroke="{palette.MARSH_EDGE}" stroke-width="1.1" stroke-linecap="round" stroke-dasharray="1.5 3"'
    return _filled(name, labels, palette.MARSH, edge, path, textures.marsh(f"{name}-t"))


def _difficult(frame: Frame, labels: list[str]) -> tuple[str, str]:
    name = f"{frame.picture.name}-difficult"
    path = curves(mass(frame, "difficult", labels))
    edge = f'stroke="{palette.DIFFICULT_EDGE}" stroke-width="1.2" stroke-dasharray="5 2.5"'
    return _filled(name, labels, palette.DIFFICULT, edge, path, textures.difficult(f"{name}-t"))


def _sea(frame: Frame, labels: list[str]) -> tuple[str, str]:
    path = curves(mass(frame, "sea", labels))
    lines = "".join(
        f'<path d="{curves(mass(frame, "sea", labels, level=level))}" stroke="{palette.SHORE}" stroke-width="1" '
        f'fill="none" opacity="{opacity}"/>'
        for level, opacity in ((0.64, ".8"), (0.77, ".6"), (0.88, ".4"))
    )
    shore = f'<path d="{path}" fill="{palette.SEA}" stroke="{palette.RIVER_EDGE}" stroke-width="1.8"/>'
    return "", f'<g class="ground">{shore}{lines}</g>'


def mottling(frame: Frame) -> str:
    """Large soft patches of slightly darker and lighter paper."""
    out = []
    for name, length, levels, colour in (
        ("dark", 240, (0.57, 0.66), palette.MOTTLE_DARK),
        ("light", 300, (0.60,), palette.MOTTLE_LIGHT),
    ):
        noise = Noise(f"{frame.picture.name}-{name}", length, 4)
        raster = Raster(frame.width, frame.height, 20)
        raster.add(lambda x, y, noise=noise: 0.5 + noise(x, y), -1, 2)  # type: ignore[misc]
        for level in levels:
            rings = [resample(ring, 44) for ring in raster.contour(level, 2600)]
            path = "".join(smooth(ring, closed=True, digits=0) for ring in rings)
            if path:
                out.append(f'<path d="{path}" fill="{colour}" opacity=".42"/>')
    return f'<g class="mottle">{"".join(out)}</g>'


def outline_path(frame: Frame) -> str:
    """Path data of the outline of the map."""
    return "".join(polyline([point for point, _ in ring], closed=True) for ring in frame.outline)


def grid(frame: Frame) -> str:
    """All hexsides once, in as few strokes as the corners allow."""
    near: dict[tuple[int, int], set[tuple[int, int]]] = {}
    at: dict[tuple[int, int], Point] = {}
    for label in frame.at:
        corners = frame.corners(label)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            at[key(a)], at[key(b)] = a, b
            near.setdefault(key(a), set()).add(key(b))
            near.setdefault(key(b), set()).add(key(a))
    out = []
    for start in sorted(at, key=lambda place: (place[1], place[0])):
        while near[start]:
            pen, here = Pen().move(at[start]), start
            while near[here]:
                there = min(near[here], key=lambda place: (-place[0], place[1]))
                near[here].discard(there)
                near[there].discard(here)
                pen.line(at[there])
                here = there
            out.append(str(pen))
    return (
        f'<path class="grid" d="{"".join(out)}" fill="none" stroke="{palette.GRID}" stroke-opacity=".42" '
        'stroke-width=".95" stroke-linejoin="round"/>'
    )


def numbers(frame: Frame, taken: list[Box]) -> str:
    """The hex numbers, except those that a name would cover."""
    drop = 11.4 - RADIUS if frame.picture.pointy else 8.2 - 32
    out = []
    for label, (x, y) in frame.at.items():
        base = y + drop
        room = Box(x - 7, base - 5.2, x + 7, base)
        if not any(room.meets(box) for box in taken if abs(box.top - base) < 40):
            out.append((label, (x, base)))
    return figures.group(out, palette.NUMBER, ".85")


def sheet_frame(frame: Frame) -> str:
    """The sheet itself with a double rule along its rim."""
    w, h = frame.width, frame.height
    rules = "".join(
        f'<rect x="{inset}" y="{inset}" width="{num(w - 2 * inset)}" height="{num(h - 2 * inset)}" fill="none" '
        f'stroke="#B9A985" stroke-width="{wide}"/>'
        for inset, wide in ((5, 1.6), (8.4, 0.7))
    )
    return f'<g class="paper"><rect width="{num(w)}" height="{num(h)}" fill="{palette.SHEET}"/>{rules}</g>'
