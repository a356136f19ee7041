"""A whole position as one picture: the sheet with its stacks, markers and declared attacks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from blackearth.art import sheets
from blackearth.art.counters import SIZE, counter_defs, fragment
from blackearth.art.frame import unit
from blackearth.art.markers import chips, markers
from blackearth.art.svg import Point, num
from blackearth.core.drawing import CounterPicture, Face, Layout, MapPicture, layout

SHIFT = 2.7
"""How far each further counter of a stack stands to the right and up, in u."""
MOST = 4
"""Counters of a stack that are drawn."""


def position(picture: MapPicture, counters: Iterable[CounterPicture], view: Mapping[str, Any]) -> str:
    """The position a side sees, as one SVG document.

    Args:
        picture: the map.
        counters: all counters of the game.
        view: the view of a side: `units` (id to hex or box, steps, marks ...), `markers` and `attacks` are drawn.
    """
    places = layout(picture)
    sheet = sheets.terrain(picture)
    known = {counter.id: counter for counter in counters}
    pieces = _stacks(places, known, view.get("units", {}))
    extra = "".join(_attack(places, attack) for attack in view.get("attacks", ()))
    signs = "".join(_marker(places, marker, markers()) for marker in view.get("markers", ()))
    head = sheet.removesuffix("</svg>")
    return f'{head}{counter_defs()}<g class="pieces">{pieces}</g>{signs}{extra}</svg>'


def _stacks(places: Layout, known: Mapping[str, CounterPicture], units: Mapping[str, Sequence[Any]]) -> str:
    stacks: dict[str, list[str]] = {}
    for name, (where, *_) in units.items():
        if where in places.at and name in known:
            stacks.setdefault(where, []).append(name)
    order = sorted(stacks, key=lambda label: (places.at[label][1], places.at[label][0]))
    return "".join(_stack(places.at[label], [(known[u], units[u]) for u in stacks[label]]) for label in order)


def stack_offsets(count: int) -> list[Point]:
    """Where the counters of a stack stand from the hex's centre, the lowest first, in u."""
    shown = min(count, MOST)
    middle = (shown - 1) * SHIFT / 2
    return [(n * SHIFT - middle, -n * SHIFT) for n in range(shown)]


def _stack(centre: Point, stack: Sequence[tuple[CounterPicture, Sequence[Any]]]) -> str:
    """A stack whose first unit lies on top."""
    shown = list(stack[:MOST])[::-1]
    out = []
    for n, ((counter, facts), (dx, dy)) in enumerate(zip(shown, stack_offsets(len(stack)), strict=True)):
        top = n == len(shown) - 1
        x, y = centre[0] + dx - SIZE / 2, centre[1] + dy - SIZE / 2
        body = fragment(counter, _face(counter, facts), "D" if top else "B") + (_chips(facts) if top else "")
        out.append(f'<g transform="translate({num(x)} {num(y)})scale({num(SIZE / 100, 2)})">{body}</g>')
    return "".join(out)


def _face(counter: CounterPicture, facts: Sequence[Any]) -> Face:
    steps = facts[1] if len(facts) > 1 else counter.steps
    if counter.entrenched and len(facts) > 2 and "entrenched" in facts[2]:
        return counter.entrenched
    return min(counter.faces, key=lambda face: abs(face.steps - steps))


def _chips(facts: Sequence[Any]) -> str:
    drawn = chips()
    marks = [mark for mark in (facts[2] if len(facts) > 2 else ()) if mark in drawn][:2]
    return "".join(
        f'<g transform="translate({x} 7)">{drawn[mark]}</g>' for mark, x in zip(marks, (9, 91), strict=False)
    )


def _marker(places: Layout, marker: Mapping[str, Any], drawn: Mapping[str, str]) -> str:
    kind = f"{marker['kind']}-{marker.get('side', '')}"
    shape = drawn.get(kind) or drawn.get(str(marker["kind"]))
    if shape is None or marker.get("hex") not in places.at:
        return ""
    x, y = places.at[marker["hex"]]
    return f'<g transform="translate({num(x - 31)} {num(y + 7)})scale(.2)">{shape}</g>'


def _attack(places: Layout, attack: Mapping[str, Any]) -> str:
    """Arrows from the attackers' hexes to the target, and the odds below it."""
    target = places.at.get(str(attack.get("to")))
    if target is None or attack.get("state") == "done":
        return ""
    open_now = attack.get("state") == "open"
    arrows = "".join(_arrow(places.at[a], target, open_now) for a in attack.get("from", ()) if a in places.at)
    return arrows + (_odds(target, attack) if attack.get("final") else "")


def _arrow(start: Point, end: Point, open_now: bool) -> str:
    wide, colour = (11.0, "#BE2D16") if open_now else (7.0, "#D9826F")
    ux, uy = unit(start, end)
    length = math.dist(start, end)
    half, head = wide / 2, wide * 1.15
    shape = [
        (13, -half), (length - 18 - head, -half), (length - 18 - head, -head), (length - 18, 0),
        (length - 18 - head, head), (length - 18 - head, half), (13, half),
    ]  # fmt: skip
    points = " ".join(f"{num(start[0] + ux * s - uy * n)},{num(start[1] + uy * s + ux * n)}" for s, n in shape)
    return f'<polygon points="{points}" fill="{colour}" stroke="#FFFDF5" stroke-width="1.6" stroke-linejoin="round"/>'


def _odds(target: Point, attack: Mapping[str, Any]) -> str:
    x, y = target[0], target[1] + 32
    style = "font-family:'Barlow Semi Condensed';font-weight:700;font-size:9.6px;text-anchor:middle"
    return (
        f'<g transform="translate({num(x)} {num(y)})"><rect x="-22" y="-7" width="44" height="14" rx="3" '
        f'fill="#FFFDF5" stroke="#2B2114" stroke-width="1.2"/>'
        '<path d="M0-7H19Q22-7 22-4V4Q22 7 19 7H0z" fill="#2B2114"/>'
        f'<text x="-11" y="3.4" style="{style}" fill="#2B2114">{attack.get("raw") or ""}</text>'
        f'<text x="11" y="3.4" style="{style}" fill="#FFC928">{attack["final"]}</text></g>'
    )
