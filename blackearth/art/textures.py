"""Fillings: pattern tiles that repeat without a seam."""

from __future__ import annotations

from blackearth.art import palette
from blackearth.art.noise import chance, scatter, seed
from blackearth.art.svg import Pen, num


def _wrapped(points: list[tuple[float, float]], size: float, reach: float) -> list[tuple[float, float]]:
    """The points and their images whose drawing would reach into the tile from beyond its edges."""
    shifts = (-size, 0.0, size)
    return [
        (x + dx, y + dy)
        for x, y in points
        for dx in shifts
        for dy in shifts
        if -reach < x + dx < size + reach and -reach < y + dy < size + reach
    ]


def _dots(points: list[tuple[float, float]]) -> str:
    """Path data of points that a round cap turns into discs."""
    pen = Pen()
    parts = []
    for point in sorted(points):
        pen.move(point)
        parts.append("h0")
    return "".join(f"{start}h0" for start in pen.parts) if parts else ""


def _tile(name: str, size: float, body: str) -> str:
    box = f'width="{num(size)}" height="{num(size)}"'
    return f'<pattern id="{name}" {box} patternUnits="userSpaceOnUse">{body}</pattern>'


def woods(name: str) -> str:
    """Crowns of trees, lit from the north-west."""
    size, gap = 128.0, 7.4
    places = scatter("crowns", size, gap)
    body = []
    for shade in ("mark", "body", "light"):
        for k in range(4):
            radius = 1.95 + 0.46 * k
            chosen = [p for p in places if int(chance(seed("crown"), round(p[0] * 8), round(p[1] * 8)) * 4) == k]
            dots = _wrapped(chosen, size, 6)
            shift, wide, colour = {
                "mark": (0.62, 2.24 * radius, palette.CROWN_MARK),
                "body": (0.0, 2.24 * radius, palette.CROWN),
                "light": (-0.36 * radius, 1.04 * radius, palette.CROWN_LIGHT),
            }[shade]
            path = _dots([(x + shift, y + shift) for x, y in dots])
            body.append(f'<path d="{path}" stroke="{colour}" stroke-width="{num(wide, 2)}"/>')
    return _tile(name, size, f'<g fill="none" stroke-linecap="round">{"".join(body)}</g>')


def marsh(name: str) -> str:
    """Tufts on a water line and double dashes."""
    size = 160.0
    tufts, water = [], []
    for n, (x, y) in enumerate(scatter("marsh", size, 15)):
        for px, py in _wrapped([(x, y)], size, 9):
            if n % 2:
                water.append(f"M{num(px - 6)} {num(py)}h12")
                tufts.append(f"M{num(px)} {num(py)}v-4.6m-2.4 4.6l-2.4-4m7.2 4l2.4-4")
            else:
                water.append(f"M{num(px - 6)} {num(py)}h8m-3 2.6h8")
    lines = f'<path d="{"".join(water)}" stroke="{palette.MARSH_WATER}" stroke-width="1.1"/>'
    blades = f'<path d="{"".join(tufts)}" stroke="{palette.MARSH_TUFT}" stroke-width="1"/>'
    return _tile(name, size, f'<g fill="none" stroke-linecap="round">{lines}{blades}</g>')


def difficult(name: str) -> str:
    """Hill carets with two hachures."""
    size = 160.0
    parts = []
    for place in scatter("hills", size, 13):
        for x, y in _wrapped([place], size, 8):
            high = 5 + 2 * chance(seed("hill"), round(place[0] * 8), round(place[1] * 8))
            parts.append(f"M{num(x - 4.5)} {num(y + 3)}q2.9-1.4 4.3{num(-high)}q1.6 {num(high - 1.6)} 4.7 {num(high)}")
            parts.append(f"M{num(x + 0.5)} {num(y - 0.6)}l1.2 3m1-2.4l1.3 2.2")
    paint = f'fill="none" stroke="{palette.DIFFICULT_MARK}" stroke-width="1.1" stroke-linecap="round"'
    return _tile(name, size, f'<path d="{"".join(parts)}" {paint}/>')


def grain(name: str) -> str:
    """Fibres of the paper, hardly visible."""
    size = 192.0
    parts = []
    for n, (x, y) in enumerate(scatter("grain", size, 17)):
        dx, dy = 3 * chance(seed("grain"), n) - 1.5, 2.4 * chance(seed("fibre"), n) - 1.2
        parts.append(f"M{num(x)} {num(y)}l{num(dx)} {num(dy)}")
    paint = 'fill="none" stroke="#8C7440" stroke-opacity=".22" stroke-width=".7" stroke-linecap="round"'
    return _tile(name, size, f'<path d="{"".join(parts)}" {paint}/>')
