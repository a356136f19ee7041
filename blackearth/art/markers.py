"""Chips on counters, markers that are counters of their own, states of a counter, dice and emblems."""

from __future__ import annotations

import math

from blackearth.art.palette import AMBER, DISC, NATIONS, PAPER, SHADOW, WHITE
from blackearth.art.silhouettes import SILHOUETTES, outline
from blackearth.art.svg import num

_DARK = "#241A06"
_RED = "#A3161C"
_FLAG = (
    '<path d="M30 14V88" fill="none" stroke="{c}" stroke-width="8" stroke-linecap="round"/>'
    '<path d="M32 16H82L68 33L82 50H32Z" fill="{c}"/>'
)
_CAN = (
    '<path d="M30 30H62V24H70V30H76V84H30Z" fill="none" stroke="{c}" stroke-width="7"/>'
    '<path d="M42 45L64 69M64 45L42 69" stroke="{c}" stroke-width="5"/>'
    '<path d="M14 96L88 12" stroke="{c}" stroke-width="7"/>'
)
_WALL = '<path d="M8 66V46H24V30H40V46H60V30H76V46H92V66M8 82H92" fill="none" stroke="{c}" stroke-width="9"/>'
_ARROW = (
    '<path d="M38 92V52H18L50 10L82 52H62V92Z" fill="{c}" stroke="#5E120A" stroke-width="4" stroke-linejoin="round"/>'
)
_BOMB = '<path d="M50 12L66 12 59 26 50 26 41 26 34 12ZM38 32H62V54H38ZM38 60H62Q62 82 50 96Q38 82 38 60Z" fill="{c}"/>'
_LURE = (
    '<rect x="12" y="12" width="76" height="76" rx="10" fill="none" stroke="{c}" stroke-width="7" '
    'stroke-dasharray="14 10"/>'
    '<path d="M36 40Q36 26 50 26T64 40Q64 50 50 56V64" fill="none" stroke="{c}" stroke-width="8"/>'
    '<circle cx="50" cy="77" r="5.5" fill="{c}"/>'
)
_CROSS = '<path d="M38 8H62V38H92V62H62V92H38V62H8V38H38Z" fill="{c}"/>'


def star(points: int, outer: float, inner: float, centre: tuple[float, float] = (0, 0), wobble: float = 0.0) -> str:
    """Path data of a star. `wobble` varies the radii by that share, always in the same way for the same star."""
    out = []
    for i in range(2 * points):
        radius = (outer if i % 2 == 0 else inner) * (1 + wobble * math.sin(i * 2.4 + points))
        angle = math.pi * i / points - math.pi / 2
        out.append(f"{num(centre[0] + radius * math.cos(angle))} {num(centre[1] + radius * math.sin(angle))}")
    return "M" + "L".join(out) + "Z"


def _flash(colour: str, heart: str) -> str:
    shape = "M6 43H48V58H6Z" + star(8, 32, 15, (62, 50), 0.14)
    return f'<path d="{shape}" fill="{colour}"/><circle cx="62" cy="50" r="8" fill="{heart}"/>'


def _burst(colour: str, heart: str) -> str:
    return (
        f'<path d="M50 4V22M27 8L34 25M73 8L66 25" stroke="{colour}" stroke-width="7" stroke-linecap="round"/>'
        f'<path d="{star(10, 38, 19, (50, 62), 0.14)}" fill="{colour}"/><circle cx="50" cy="62" r="10" fill="{heart}"/>'
    )


def _tick(colour: str) -> str:
    return f'<path d="M20 52L42 74L82 26" fill="none" stroke="{colour}" stroke-width="15"/>'


def _placed(glyph: str, size: float) -> str:
    return f'<g transform="scale({num(size / 100, 3)})translate(-50 -50)">{glyph}</g>'


def _disc(glyph: str, ground: str, line: str = _DARK) -> str:
    return f'<g><circle r="20" fill="{ground}" stroke="{line}" stroke-width="2.6"/>{_placed(glyph, 24)}</g>'


def _square(glyph: str, ground: str, line: str, extra: str = "") -> str:
    frame = (
        f'<rect x="-19.5" y="-19.5" width="39" height="39" rx="5" fill="{ground}" stroke="{line}" stroke-width="3"/>'
    )
    return f"<g>{frame}{_placed(glyph, 27)}{extra}</g>"


def chips() -> dict[str, str]:
    """Chips by the mark they show, 42 wide, centred on the origin. Discs were chosen, squares befell the unit."""
    two = (
        f'<circle cx="13" cy="13" r="9.5" fill="{_RED}"/><text x="13" y="18" text-anchor="middle" fill="#FFF" '
        "style=\"font:700 14px 'Barlow Semi Condensed'\">2</text>"
    )
    return {
        "reserve": _disc(_FLAG.format(c=_DARK), DISC),
        "fired": _disc(_flash(_DARK, DISC), "#F3EBDA"),
        "attacking": _disc(_ARROW.format(c="#BE2D16"), WHITE, "#5E120A"),
        "breakthrough": _square(f'<path d="{star(9, 46, 23, (50, 50), 0.14)}" fill="#D9481E"/>', "#FFF3D2", "#D9481E"),
        "oos": _square(_CAN.format(c=_RED), WHITE, _RED),
        "cut": _square(_CAN.format(c=_RED), "#F3EBDA", "#8A6A5C"),
        "oos-2": _square(_CAN.format(c=_RED), WHITE, _RED, two),
        "no-zone": _square(
            f'<path d="{star(9, 46, 23, (50, 50), 0.14)}" fill="none" stroke="#7B1260" stroke-width="7"/>'
            '<path d="M16 84L84 16" stroke="#7B1260" stroke-width="9"/>',
            WHITE,
            "#7B1260",
        ),
        "entrenched": _square(_WALL.format(c="#35280F"), "#CDB98C", "#35280F"),
        "exited": _square(_tick("#00694F"), WHITE, "#00694F"),
    }


def states() -> dict[str, str]:
    """`can` and `selected` lie under a counter (rings), `moved` over it."""
    veil = f'<rect width="100" height="100" rx="9" fill="{PAPER}" fill-opacity=".5"/>'
    corner = '<path d="M100 70V91Q100 100 91 100H70Z" fill="#2B2114"/>'
    tick = '<path d="M83 91l4.4 4.4 8.4-10" fill="none" stroke="#FFF6E2" stroke-width="3"/>'
    return {
        "can": (
            '<rect x="-7" y="-7" width="114" height="116" rx="15" fill="none" stroke="#2B2114" stroke-width="7.4"/>'
            '<rect x="-6.4" y="-6.4" width="112.8" height="114.8" rx="14.6" fill="none" stroke="#FFF6D8" '
            'stroke-width="4.4"/>'
        ),
        "selected": (
            f'<rect x="6" y="12" width="100" height="100" rx="9" fill="{SHADOW}" fill-opacity=".4"/>'
            '<rect x="-7.4" y="-7.4" width="114.8" height="116.8" rx="15" fill="#2B2114"/>'
            f'<rect x="-5.4" y="-5.4" width="110.8" height="112.8" rx="13.4" fill="{AMBER}"/>'
            '<rect x="-1.8" y="-1.8" width="103.6" height="105.6" rx="10.6" fill="#FFF"/>'
        ),
        "moved": veil + corner + tick,
    }


def _plate(face: str, edge: str, glyph: str, words: str, ink: str) -> str:
    ground = (
        f'<rect x="2.6" y="4.4" width="100" height="100" rx="9" fill="{SHADOW}" fill-opacity=".34"/>'
        f'<rect width="100" height="102.4" rx="9" fill="{edge}"/><rect width="100" height="100" rx="9" fill="{face}"/>'
    )
    size = 15.5 if len(words) < 11 else 13.0
    label = (
        f'<text x="50" y="91" text-anchor="middle" fill="{ink}" '
        f"style=\"font:600 {num(size)}px 'Barlow Semi Condensed';letter-spacing:.4px\">{words}</text>"
    )
    place = "translate(19 8)scale(.62)" if words else "translate(15 12)scale(.7)"
    return f'<g>{ground}<g transform="{place}">{glyph}</g>{label if words else ""}</g>'


def _plane(kind: str, colour: str, left: bool) -> str:
    wide, high = SILHOUETTES[kind].box
    turn = f"translate({100 if left else 0} {num((100 - high) / 2)})scale({num((-100 if left else 100) / wide, 3)} 1)"
    return f'<g fill="{colour}" transform="{turn}">{outline(kind)}</g>'


def markers() -> dict[str, str]:
    """Markers that are counters of their own: `kind-side` for those of a side, plain names for the others."""
    german, soviet = NATIONS["luftwaffe"], NATIONS["sovietair"]
    grey, red = NATIONS["wehrmacht"], NATIONS["redarmy"]
    out = {
        "reserve": _plate("#F1C544", "#B58A1C", _FLAG.format(c=_DARK), "RESERVE", _DARK),
        "oos": _plate(WHITE, "#C9BFA8", _CAN.format(c=_RED), "OUT OF SUPPLY", _DARK),
        "fired": _plate("#EDE5D5", "#BDB199", _flash(_DARK, DISC), "FIRED", _DARK),
        "attack": _plate(WHITE, "#C9BFA8", _ARROW.format(c="#BE2D16"), "", _DARK),
        "turn": _plate("#2B251E", "#0E0B08", f'<path d="{star(4, 40, 15, (50, 56))}" fill="{AMBER}"/>', "TURN", AMBER),
    }
    for side, air, kind, left in (("german", german, "ju87", False), ("soviet", soviet, "il2", True)):
        out[f"barrage-{side}"] = _plate("#E8732C", "#A34711", _burst(_DARK, "#F7DD7A"), "BARRAGE", _DARK)
        out[f"interdiction-{side}"] = _plate(air.face, air.edge, _BOMB.format(c=air.ink), "INTERDICT", air.ink)
        out[f"patrol-{side}"] = _plate(air.face, air.edge, _plane(kind, air.ink, left), "PATROL", air.ink)
        out[f"raid-{side}"] = _plate(air.face, air.edge, _plane(kind, air.ink, left), "RAID", air.ink)
        out[f"support-{side}"] = _plate(air.face, air.edge, _plane(kind, air.ink, left), "SUPPORT", air.ink)
    out["hidden-german"] = _plate(grey.face, grey.edge, _CROSS.format(c=grey.ink), "", grey.ink)
    out["hidden-soviet"] = _plate(
        red.face, red.edge, f'<path d="{star(5, 48, 19, (50, 54))}" fill="#F4C84B"/>', "", red.ink
    )
    for side, nation in (("german", grey), ("soviet", red)):
        out[f"lure-{side}"] = _plate(nation.face, nation.edge, _LURE.format(c=nation.ink), "LURE", nation.ink)
    return out


def dice() -> dict[str, list[str]]:
    """Faces 1 to 6 of each side's die: white for the German, red for the Soviet."""
    spots = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
    out = {}
    for side, ground, line, ink in (
        ("german", "#FFFDF6", "#2B2114", "#231C13"),
        ("soviet", "#A33A2A", "#5A120A", "#FFF4E0"),
    ):
        body = f'<rect x="4" y="4" width="92" height="92" rx="18" fill="{ground}" stroke="{line}" stroke-width="6"/>'
        out[side] = [
            body
            + "".join(
                f'<circle cx="{26 + 24 * (i % 3)}" cy="{26 + 24 * (i // 3)}" r="9" fill="{ink}"/>' for i in spots[face]
            )
            for face in range(1, 7)
        ]
    return out


def emblems() -> dict[str, str]:
    """A round emblem for each side: a star on red, a cross on field grey."""
    gold = f'<path d="{star(5, 34, 13.6, (50, 51))}" fill="#F9D65C"/>'
    cross = '<g transform="translate(26 26)scale(.48)">' + _CROSS.format(c="#1D261C") + "</g>"
    return {
        "soviet": f'<circle cx="50" cy="50" r="48" fill="#A33A2A"/>{gold}',
        "german": f'<circle cx="50" cy="50" r="48" fill="#A6B7A4"/>{cross}',
    }
