"""What never changes of a scenario: the page asks for it once."""

from __future__ import annotations

from typing import Any

import msgspec

from blackearth.lib.sheets import board_sheet
from blackearth.systems.kharkov import content
from blackearth.systems.kharkov.board import SIDES, Definition

_TERRAIN = ("city", "clear", "forest", "marsh", "difficult", "sea")


def sheet(d: Definition) -> dict[str, Any]:
    """The sheet of docs/architecture.md."""
    c, r = d.content, d.units
    edges = {side: d.map.masks[f"{side}_supply"] for side in SIDES}
    board = board_sheet(
        d, c.scenario.name, lambda cell: words(d, cell), edges, lambda p: p.points.get(d.scenario, 0), c.sources
    )
    return board | {
        "turns": [_turn(d, turn.number) for turn in c.turns],
        "supply_reach": True,  # the query that counts the hexes of a line (ms:E3b)
        "units": {r.ids[u]: _unit(d, u) for u in range(len(r))},
        "rules": msgspec.to_builtins(content.panel(d.scenario)),
    }


def words(d: Definition, cell: int) -> str:
    """The terrain of a hex in words: ``city (Kharkov), railway, road``."""
    chart = d.map
    kind = next((name for name in _TERRAIN if chart.has(name, cell)), "clear")
    place = chart.place_at(cell)
    parts = [f"{kind} ({place.name})" if place and kind == "city" else kind]
    if place and kind != "city":
        parts.append(f"town ({place.name})")
    parts += [name for name, key in (("railway", "rail"), ("road", "road")) if chart.sides[key].sides_of(cell)]
    return ", ".join(parts)


def _turn(d: Definition, number: int) -> dict[str, Any]:
    """A cell of the turn track with its badges."""
    turn = d.content.turn(number)
    arriving = [a for a in d.content.arrivals if a.turn == number]
    entry = d.content.scenario.withdrawal
    leaving = entry is not None and entry.turn == number
    return {
        "number": number,
        "date": turn.start,
        "end": turn.end,
        "badges": [turn.weather] + ["reinforcements"] * bool(arriving) + ["withdrawal"] * leaving,
        "arrivals": [f"{SIDES[a.side].capitalize()}: {a.name}, {units_text(a.draw or len(a.units))}" for a in arriving],
        "weather": turn.weather,
        "weather_status": turn.status,
        "air": dict(zip(SIDES, turn.air, strict=True)),
        "rail": dict(zip(SIDES, turn.rail, strict=True)),
    }


def units_text(count: int) -> str:
    """``1 unit``, ``6 units``."""
    return f"{count} unit{'s' * (count > 1)}"


def _unit(d: Definition, u: int) -> dict[str, Any]:
    """A counter's printed facts."""
    r = d.units
    return {
        "side": SIDES[r.side[u]], "name": r.names[u], "parent": r.group[u], "formation": r.formation[u],
        "kind": r.kind[u], "size": r.size[u], "steps": r.steps[u], "stacking": r.stacking[u] / 2,
        "move": r.move[u] / 2, "attack": list(r.attack[u]), "defence": list(r.defence[u]),
        "entrenched": r.entrenched[u], "nation": r.nation[u], "elite": r.elite[u], "armour": r.armour[u],
        "mechanized": r.mechanized[u], "rail": r.rail[u] / 2, "group": r.group[u], "entry_turn": r.entry_turn[u],
        "ground": True, "tank": 0,
    }  # fmt: skip
