"""Counters as small SVG fragments in a box of 100 x 100, which share one block of definitions.

Four forms by the size on the screen: `D` shows everything (from 40 pixels), `C` symbol, steps and values (21 to 39),
`B` the symbol (12 to 20), `A` a coloured block. A fragment refers to the definitions by `<use>`, so both must stand in
the same document.
"""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.art import lettering
from blackearth.art.markers import chips, dice, emblems, markers, states
from blackearth.art.palette import DISC, NATIONS, SHADOW, WHITE, Nation
from blackearth.art.silhouettes import SILHOUETTES, outline
from blackearth.art.svg import escape, num
from blackearth.art.symbols import SYMBOLS, H, W
from blackearth.core.drawing import CounterPicture, Face

FORMS = ("A", "B", "C", "D")
SIZE = 46.0
"""Side of a counter on the map, in map units."""


def _face(name: str, nation: Nation, band: tuple[float, float] | None) -> str:
    edge = f'<rect width="100" height="102.4" rx="9" fill="{nation.edge}"/>'
    shadow = f'<rect x="2.6" y="4.4" width="100" height="100" rx="9" fill="{SHADOW}" fill-opacity=".34"/>'
    ground = f'<rect width="100" height="100" rx="9" fill="{nation.face}" stroke="{nation.edge}" stroke-width="1.6"/>'
    stroke = f'fill="none" stroke="{nation.light}" stroke-width="2.4" stroke-linecap="round"'
    light = f'<path d="M2.4 90V10Q2.4 2.4 10 2.4H90" {stroke}/>'
    white = "" if band is None else f'<path d="M.8 {num(band[0])}H99.2V{num(band[1])}H.8z" fill="{WHITE}"/>'
    line = f'fill="none" stroke="{nation.frame}" stroke-width="2.6"'
    frame = f'<rect x="3.2" y="3.2" width="93.6" height="93.6" rx="6.6" {line}/>' if nation.frame else ""
    return f'<g id="{name}">{shadow}{edge}{ground}{light}{white}{frame}</g>'


def _style() -> str:
    rules = [
        ".bc text{font-family:'Barlow Condensed';font-weight:700;font-size:15.5px;stroke:none}",
        ".bc text{font-variant-numeric:normal;letter-spacing:normal}",
        ".bc .bp{text-anchor:end;font-weight:600}",
        ".bc .bm{text-anchor:middle}",
        ".bc .bv{text-anchor:middle;font-family:'Barlow Semi Condensed';font-size:36px}",
        ".bc .bw{text-anchor:middle;font-size:36px}",
        ".bc .br{text-anchor:middle;font-family:'Barlow Semi Condensed';font-size:19.4px}",
        ".bc .bt{text-anchor:middle;font-size:13px;fill:#241A06}",
        ".bd{fill:currentColor}",
        ".bc .nt{display:none}",
        ".nato-tanks .bc .nt{display:inline}",
        ".nato-tanks .bc .vh{display:none}",
    ]
    for name, nation in NATIONS.items():
        rules.append(f".n-{name}{{fill:{nation.ink}}}")
        rules.append(f".y-{name}{{fill:{nation.box};stroke:{nation.line};color:{nation.line};stroke-width:3.2}}")
        dark = nation.on_white
        rules.append(f".z-{name}{{fill:{WHITE};stroke:{dark};color:{dark};stroke-width:3.2}}")
        rules.append(f".d-{name},.bc .d-{name}{{fill:{dark}}}")
    return f"<style>{''.join(rules)}</style>"


def counter_defs() -> str:
    """The shared definitions of all counters, one `<defs>` block for a document."""
    parts = [_style()]
    for name, nation in NATIONS.items():
        parts.append(_face(f"f-{name}", nation, None))
        parts.append(_face(f"r-{name}", nation, (21.5, 55)))
        parts.append(_face(f"q-{name}", nation, (21.5, 78.5)))
    for name, lines in SYMBOLS.items():
        box = f'<path d="M-{W}-{H}H{W}V{H}H-{W}z"/>'
        parts.append(f'<g id="y-{name}" stroke-linejoin="miter">{box}{lines}</g>')
    parts.extend(f'<g id="v-{name}">{outline(name)}</g>' for name in SILHOUETTES)
    parts.append(f'<g id="bc-disc"><circle r="8.8" fill="{DISC}" stroke="#241A06" stroke-width="1.5"/></g>')
    return f"<defs>{''.join(parts)}</defs>"


def _text(kind: str, x: float, y: float, words: str, size: float = 0.0) -> str:
    styled = f' style="font-size:{num(size)}px"' if size else ""
    name = f' class="{kind}"' if kind else ""
    return f'<text{name} x="{num(x)}" y="{num(y)}"{styled}>{escape(words)}</text>'


def _fitted(kind: str, x: float, y: float, words: str, limit: float, weight: int) -> str:
    size = lettering.fitted(words, lettering.CONDENSED, weight, 15.5, limit)
    return _text(kind, x, y, words, size if size < 15.5 else 0.0)


def _values(words: str, full: float, limit: float) -> str:
    """The values line: semi-condensed when it fits, else condensed, else smaller."""
    if lettering.width(words, lettering.SEMI, 700, full) <= limit:
        return _text("bv", 50, 93, words, 0.0 if full == 36 else full)
    size = lettering.fitted(words, lettering.CONDENSED, 700, full, limit)
    return _text("bw", 50, 93, words, 0.0 if size == 36 else size)


def _pips(left: int, full: int, form: str, hollow_from: str) -> str:
    if full < 2:
        return ""
    wide, high, top = (9.4, 5.0, 56.6) if form == "D" else (11.4, 5.6, 52.6)
    step = wide + 3.2
    start = 50 - (full * step - 3.2) / 2
    out = []
    for i in range(full):
        x = start + i * step
        if i < left:
            out.append(f"M{num(x)} {num(top)}h{num(wide)}v{num(high)}h{num(-wide)}z")
    filled = f'<path d="{"".join(out)}"/>' if out else ""
    lost = "".join(
        f"M{num(start + i * step + 0.7)} {num(top + 0.7)}h{num(wide - 1.4)}v{num(high - 1.4)}h{num(1.4 - wide)}z"
        for i in range(left, full)
    )
    return filled + (f'<path d="{lost}" fill="none" stroke="{hollow_from}" stroke-width="1.4"/>' if lost else "")


def _vehicle(counter: CounterPicture, reduced: bool, wide: float, centre: tuple[float, float]) -> str:
    box = SILHOUETTES[counter.silhouette].box
    scale = wide / box[0]
    left = NATIONS[counter.nation].left
    x = centre[0] + (wide / 2 if left else -wide / 2)
    y = centre[1] - box[1] * scale / 2
    words = [*(["vh"] if counter.symbol else []), *([f"d-{counter.nation}"] if reduced else [])]
    dark = f' class="{" ".join(words)}"' if words else ""
    turn = f"scale({num(-scale, 3)} {num(scale, 3)})" if left else f"scale({num(scale, 3)})"
    return f'<use href="#v-{counter.silhouette}"{dark} transform="translate({num(x)} {num(y)}){turn}"/>'


def _symbol(counter: CounterPicture, reduced: bool, wide: float, y: float, instead: bool = False) -> str:
    """The NATO symbol; `instead` of a silhouette it shows only where the page has set the class `nato-tanks`."""
    scale = wide / (2 * W)
    size = "" if abs(scale - 1) < 0.01 else f"scale({num(scale, 3)})"
    kind = f"{'nt ' if instead else ''}{'z' if reduced else 'y'}-{counter.nation}"
    return f'<use href="#y-{counter.symbol}" class="{kind}" transform="translate(50 {num(y)}){size}"/>'


def _rating(counter: CounterPicture, face: Face, top: float) -> str:
    if not face.rating:
        return _text("bm", 87.6, top + 14, counter.code, 11.5) if counter.code else ""
    line = f' stroke="{NATIONS[counter.nation].on_white}" stroke-width="1.4"' if face.reduced else ""
    box = f'<rect x="79.4" y="{num(top)}" width="16.4" height="20" rx="2.4" fill="#FFF"{line}/>'
    return box + _text(f"br d-{counter.nation}", 87.6, top + 16.9, face.rating)


def _air(counter: CounterPicture, face: Face, form: str) -> str:
    if form == "B":
        return _vehicle(counter, False, 74, (50, 50))
    wide = 74.0 if form == "D" else 58.0
    plane = _vehicle(counter, False, wide, (50, 35 if form == "D" else 29))
    ink = NATIONS[counter.nation].ink
    box = f'<rect x="37.6" y="58" width="24.8" height="31" rx="3.2" fill="#FFF" stroke="{ink}" stroke-width="1.8"/>'
    return plane + box + _text("br", 50, 84, face.rating, 29)


def _corners(counter: CounterPicture) -> str:
    inset = 9.5 if NATIONS[counter.nation].frame else 8
    limit = 27.0 if counter.size else 46.0
    out = _fitted("", inset, 17.6, counter.designation, limit, 700)
    if counter.size:
        out += _text("bm", 50, 17.6, counter.size)
    if counter.parent:
        out += _fitted("bp", 100 - inset, 17.6, counter.parent, 27.0 if counter.size else 34.0, 600)
    return out


def _middle(counter: CounterPicture, face: Face, form: str) -> str:
    """Symbol or silhouette with the rating beside it."""
    if form == "B":
        vehicle = _vehicle(counter, face.reduced, 74, (50, 48)) if counter.silhouette else ""
        return vehicle + (_symbol(counter, face.reduced, 74, 50, bool(vehicle)) if counter.symbol else "")
    wide = 68.0 if form == "D" else 58.0
    y = 37.0 if form == "D" else 30.0
    if not counter.silhouette:
        body = _symbol(counter, face.reduced, 49 if form == "D" else 58, y)
    elif counter.entry and form == "D":
        body = _vehicle(counter, face.reduced, 56, (50, y))
    else:
        body = _vehicle(counter, face.reduced, wide, (42.6 if face.rating else 50, y))
    if counter.silhouette and counter.symbol:
        body += _symbol(counter, face.reduced, 49, y, instead=True)
    return body + _rating(counter, face, y - 10 if form == "D" else 18)


def fragment(counter: CounterPicture, face: Face, form: str) -> str:
    """One side of a counter in one form, in a box of 100 x 100 without the shadow."""
    nation = NATIONS[counter.nation]
    ground = "f" if not face.reduced or form == "A" else "q" if form == "B" else "r"
    parts = [f'<use href="#{ground}-{counter.nation}"/>']
    if form == "A":
        if counter.silhouette:
            parts.append('<rect x="16" y="35" width="68" height="30" rx="15"/>')
    elif counter.air:
        parts.append(_air(counter, face, form))
    else:
        parts.append(_middle(counter, face, form))
    if form == "D":
        parts.append(_corners(counter))
        if counter.entry:
            parts.append(f'<use href="#bc-disc" x="12.6" y="37.6"/>{_text("bt", 12.6, 42.2, counter.entry)}')
    if form in "CD" and not counter.air:
        parts.append(_pips(face.steps, counter.steps, form, nation.ink))
        parts.append(_values(face.values, 36 if form == "D" else 44, 91 if not nation.frame else 87))
    return f'<g class="bc n-{counter.nation}">{"".join(parts)}</g>'


def _sides(counter: CounterPicture) -> dict[str, Face]:
    """The sides of a counter by number of steps, and the entrenched one."""
    sides = {str(face.steps): face for face in counter.faces}
    return sides | ({"entrenched": counter.entrenched} if counter.entrenched else {})


def counters_json(counters: Iterable[CounterPicture]) -> dict[str, object]:
    """Everything the page needs to draw counters.

    `units[id][steps][form]` is a fragment, as is `units[id].entrenched[form]` of a unit with such a side; `defs` the
    shared definitions; `chips` stand on a counter, centred on their
    own origin (put them at `layout.chips`); `states` lie over or under a counter; `markers` are counters of their own;
    `dice[side][n - 1]` is the face of n. In an element of the class `nato-tanks`, NATO symbols stand for silhouettes.
    """
    units = {
        counter.id: {
            name: {form: fragment(counter, face, form) for form in FORMS} for name, face in _sides(counter).items()
        }
        for counter in counters
    }
    return {
        "defs": counter_defs(),
        "units": units,
        "chips": chips(),
        "states": states(),
        "markers": markers(),
        "dice": dice(),
        "emblems": emblems(),
        "layout": {"box": 100, "size": SIZE, "chips": [[9, 7], [91, 7]], "chip": 42, "shift": [2.7, -2.7]},
    }
