"""Log text from events: lists of parts, a part being a string, ``{"unit": id}``, ``{"hex": label}`` or ``{"cite":
rule}``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from blackearth.core import events as ev
from blackearth.core.state import Definition
from blackearth.core.tally import half_text

Part = str | dict[str, str]
Parts = list[Part]


def _units(defn: Definition, units: Sequence[int]) -> Parts:
    parts: Parts = []
    for n, unit in enumerate(units):
        parts += ([", " if n < len(units) - 1 else " and "] if n else []) + [{"unit": defn.roster.ids[unit]}]
    return parts


def _hex(defn: Definition, cell: int) -> Part:
    return {"hex": defn.map.grid.label(cell)}


def _where(defn: Definition, where: int) -> Parts:
    return [" in ", _hex(defn, where)] if where >= 0 else [f" to {defn.system.box_name(where)}"]


def _step(defn: Definition, e: ev.StepBegan) -> Parts:
    return [e.title]


def _turn(defn: Definition, e: ev.TurnBegan) -> Parts:
    return [f"Turn {e.turn}"]


def _moved(defn: Definition, e: ev.Moved) -> Parts:
    goal: Parts = [f"the {e.edge} edge"] if e.edge else [_hex(defn, e.path[-1])]
    many = "s" if len(e.units) < 2 else ""
    verbs = {
        "move": " to ",
        "advance": f" advance{many} to ",
        "reinforce": f" reinforce{many} ",
        "retreat": f" retreat{many} to ",
        "enter": f" enter{many} at ",
        "rail": f" go{'es' if many else ''} by rail to ",
    }
    cost = [f" ({half_text(e.cost)} MP)"] if e.cost else []
    start: Parts = [" from ", _hex(defn, e.path[0])] if e.verb == "move" and len(e.path) > 1 else []
    who = _units(defn, e.units) if e.units else ["Something hidden"]
    return [*who, *start, verbs.get(e.verb, f" {e.verb} to "), *goal, *cost]


def _placed(defn: Definition, e: ev.Placed) -> Parts:
    return [{"unit": defn.roster.ids[e.unit]}, *_where(defn, e.where), *([f": {e.reason}"] if e.reason else [])]


def _marked(defn: Definition, e: ev.Marked) -> Parts:
    verb = ": " if e.on else ": no longer "
    return [*_units(defn, e.units), verb, e.mark, *([f" ({e.reason})"] if e.reason else [])]


def _lost(defn: Definition, e: ev.StepsLost) -> Parts:
    steps = "a step" if e.steps == 1 else f"{e.steps} steps"
    unit: Part = {"unit": defn.roster.ids[e.unit]}
    if e.left <= 0:
        return [unit, f" is eliminated ({e.cause}) and goes to {defn.system.box_name(e.box)}"]
    return [unit, f" loses {steps} ({e.cause}), {e.left} left"]


def _gained(defn: Definition, e: ev.StepsGained) -> Parts:
    return [{"unit": defn.roster.ids[e.unit]}, f" gains {e.steps}, now {e.now}"]


def _rolled(defn: Definition, e: ev.Rolled) -> Parts:
    return [f"{e.purpose}: {e.value}"]


def _controlled(defn: Definition, e: ev.Controlled) -> Parts:
    hexes: Parts = []
    for n, cell in enumerate(e.hexes):
        hexes += ([", "] if n else []) + [_hex(defn, cell)]
    return [f"{defn.system.sides[e.side].capitalize()} control of ", *hexes]


def _declared(defn: Definition, e: ev.Declared) -> Parts:
    many = "s" if len(e.units) == 1 and e.verb in ("attack", "engage", "support") else ""
    return [*_units(defn, e.units), f" {e.verb}{many} ", _hex(defn, e.target)]


def _result(defn: Definition, e: ev.Result) -> Parts:
    return [f"{e.title} ", _hex(defn, e.target), *([f": {e.detail}"] if e.detail else [])]


def _note(defn: Definition, e: ev.Note) -> Parts:
    """A sentence; one that ends in a colon goes on with its units, as far as the reader may know them."""
    if not e.text.endswith(":"):
        return [e.text]
    return [f"{e.text} ", *_units(defn, e.units)] if e.units else [e.text[:-1]]


def _learned(defn: Definition, e: ev.Learned) -> Parts:
    return ["Found out: ", e.text]


_TEXTS: dict[type[ev.Event], Callable[[Definition, Any], Parts]] = {
    ev.StepBegan: _step,
    ev.TurnBegan: _turn,
    ev.Moved: _moved,
    ev.Placed: _placed,
    ev.Marked: _marked,
    ev.StepsLost: _lost,
    ev.StepsGained: _gained,
    ev.Rolled: _rolled,
    ev.Controlled: _controlled,
    ev.Declared: _declared,
    ev.Result: _result,
    ev.Note: _note,
    ev.Learned: _learned,
}


def describe(defn: Definition, event: ev.Event) -> Parts:
    """The parts of the sentence that tells an event."""
    return _TEXTS[type(event)](defn, event)


def _numbers(defn: Definition, event: ev.Event) -> dict[str, Any]:
    """Units, hexes, side and further fields of an event, as ids and labels: what animation needs."""
    roster, grid = defn.roster, defn.map.grid
    answer: dict[str, Any] = {}
    units = getattr(event, "units", None) or ((event.unit,) if hasattr(event, "unit") else ())
    if units:
        answer["units"] = [roster.ids[u] for u in units]
    cells = (
        getattr(event, "path", None)
        or getattr(event, "hexes", None)
        or ((event.target,) if hasattr(event, "target") else ())
    )
    if cells:
        answer["hexes"] = [grid.label(cell) for cell in cells]
    for name in ("turn", "verb", "edge", "mark", "on", "left", "steps", "value", "sides", "purpose", "result", "cause"):
        if (value := getattr(event, name, None)) not in (None, ""):
            answer[name] = value
    if hasattr(event, "side"):
        answer["side"] = defn.system.sides[event.side]
    return answer


def event_json(defn: Definition, event: ev.Event) -> dict[str, Any]:
    """An event for page and log: its type, its text in parts, its facts, its rule."""
    answer: dict[str, Any] = {"type": event.__struct_config__.tag, "text": describe(defn, event)} | _numbers(
        defn, event
    )
    return answer | ({"cite": event.cite} if event.cite else {})


def plain(defn: Definition, event: ev.Event) -> str:
    """An event in plain text, for the terminal and for transcripts."""
    return "".join(part if isinstance(part, str) else next(iter(part.values())) for part in describe(defn, event))
