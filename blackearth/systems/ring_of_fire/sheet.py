"""What never changes of a scenario: the page asks for it once."""

from __future__ import annotations

from typing import Any

from blackearth.systems.ring_of_fire import phases, terrain
from blackearth.systems.ring_of_fire.board import Definition


def sheet(d: Definition) -> dict[str, Any]:
    """The sheet of docs/architecture.md."""
    grid, content, r = d.map.grid, d.content, d.units
    soviet, german = d.supply_edges
    return {
        "system": d.system.id,
        "scenario": d.scenario,
        "name": content.scenario.name,
        "orientation": grid.orientation,
        "sides": list(d.system.sides),
        "hexes": {grid.label(c): [*_rounded(grid.centre(c)), terrain.words(content, c)] for c in grid.cells},
        "near": {grid.label(c): [grid.label(n) if n >= 0 else "" for n in grid.toward[c]] for c in grid.cells},
        "edges": {"soviet": grid.labels(soviet), "german": grid.labels(german)},
        "start": {"soviet": grid.labels(d.map.masks["soviet_start"])},
        "turns": [_turn(d, n) for n in range(content.scenario.first_turn, content.scenario.last_turn + 1)],
        "units": {r.ids[u]: _unit(d, u) for u in range(len(r))},
        "places": [
            {
                "name": p.name,
                "hexes": [grid.label(c) for c in p.cells],
                "points": content.scenario.points.get(p.name, 0),
            }
            for p in d.map.places
        ],
        "rules": phases.panel(),
        "status": {key: entry.status for key, entry in content.sources.items()},
    }


def _rounded(centre: tuple[float, float]) -> tuple[float, float]:
    return round(centre[0], 4), round(centre[1], 4)


def _turn(d: Definition, number: int) -> dict[str, Any]:
    """A cell of the turn track with its badges."""
    turn = d.content.turn(number)
    badges = ["barrage"] * turn.barrages + ["withdrawal"] * bool(turn.air_withdrawn)
    arriving = [group.formation for group in d.content.reinforcements if group.turn == number]
    badges += ["reinforcements"] * bool(arriving)
    replacements = [
        {"side": name, "leg": turn.leg[side], "mobile": turn.mobile[side]} for side, name in enumerate(d.system.sides)
    ]
    return {
        "number": number, "date": turn.date, "badges": badges, "arrivals": arriving,
        "barrages": turn.barrages, "air_withdrawn": turn.air_withdrawn, "replacements": replacements,
    }  # fmt: skip


def _unit(d: Definition, u: int) -> dict[str, Any]:
    """A counter's printed facts."""
    r = d.units
    return {
        "side": d.system.sides[r.side[u]], "name": r.names[u], "parent": r.parent[u], "formation": r.formation[u],
        "kind": r.kind[u], "size": r.echelon[u], "steps": r.steps[u], "stacking": r.stacking[u], "move": r.move[u] / 2,
        "attack": list(r.attack[u]), "defence": list(r.defence[u]), "tank": r.tank[u], "air": r.air[u],
        "entry_turn": r.entry_turn[u], "ground": r.ground[u],
    }  # fmt: skip
