"""What never changes of a scenario: the page asks for it once."""

from __future__ import annotations

from typing import Any

import msgspec

from blackearth.lib.sheets import board_sheet
from blackearth.systems.kursk import content
from blackearth.systems.kursk.board import Definition
from blackearth.systems.kursk.mapfiles import SIDES

_TERRAIN = ("forest", "swamp", "clear")
_LINES = {
    "german_line": "German line", "hagen_line": "Hagen line", "soviet_line_1": "first Soviet line",
    "soviet_line_2": "second Soviet line", "soviet_line_3": "third Soviet line",
}  # fmt: skip


def sheet(d: Definition) -> dict[str, Any]:
    """The sheet of docs/architecture.md."""
    c, r = d.content, d.units
    coming = {u: arrival.turn for arrival in c.arrivals for u in arrival.units}
    edges = {side: d.map.masks[f"{side}_supply"] for side in SIDES}
    board = board_sheet(
        d, c.scenario.name, lambda cell: words(d, cell), edges, lambda p: p.points.get(d.scenario, 0), c.sources
    )
    return board | {
        "turns": [_turn(d, turn.number) for turn in c.turns],
        "units": {r.ids[u]: _unit(d, u) | {"entry_turn": coming.get(u, 0)} for u in range(len(r))},
        "rules": msgspec.to_builtins(content.panel(d.scenario)),
    }


def words(d: Definition, cell: int) -> str:
    """The terrain of a hex in words: ``forest, city (Orel), German fortifications, railway``."""
    chart = d.map
    parts = [next(name for name in _TERRAIN if chart.has(name, cell))]
    if place := chart.place_at(cell):
        parts.append(f"{place.kind} ({place.name})")
    lines = [name for name in d.content.scenario.lines if chart.has(name, cell)]
    parts += [f"{_LINES[name]}" for name in lines]
    parts += [f"fortified city ({side})" for side in SIDES if chart.has(f"{side}_cities", cell)]
    if chart.has("rail", cell):
        parts.append("railway")
    return ", ".join(parts)


def _turn(d: Definition, number: int) -> dict[str, Any]:
    """A cell of the turn track with its badges."""
    turn = d.content.turn(number)
    arriving = [a for a in d.content.arrivals if a.turn == number]
    return {
        "number": number,
        "date": turn.start,
        "end": turn.end,
        "badges": ["reinforcements"] * bool(arriving),
        "arrivals": [f"{SIDES[a.side].capitalize()}: {a.name}, {len(a.units)} units" for a in arriving],
    }


def _unit(d: Definition, u: int) -> dict[str, Any]:
    """A counter's printed facts; strengths by steps left."""
    r = d.units
    base = r.base[u]
    return {
        "side": SIDES[r.side[u]], "name": r.names[u], "parent": r.army[u], "formation": r.formation[u],
        "kind": r.kind[u], "size": r.size[u], "steps": r.steps[u], "move": r.move[u] / 2,
        "attack": [0, r.attack[u]], "defence": [0, r.defence[u]], "nation": r.nation[u], "elite": r.elite[u],
        "motorized": r.motorized[u], "limited": r.limited[u], "stacking": r.stacking[u], "range": r.range[u],
        "base": r.ids[base] if base >= 0 else "", "group": r.group[u], "points": r.points[u], "ground": r.ground[u],
    }  # fmt: skip
