"""What the sheets of all systems have in common: hexes, friendly edges, places; see docs/architecture.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from blackearth.core.mapdata import Place
from blackearth.core.state import Definition
from blackearth.lib.data_records import SourceEntry


def board_sheet(
    d: Definition,
    name: str,
    words: Callable[[int], str],
    edges: Mapping[str, int],
    points: Callable[[Place], int],
    sources: Mapping[str, SourceEntry],
) -> dict[str, Any]:
    """The part of a sheet that shows the map.

    Args:
        d: the definition of the game.
        name: title of the scenario.
        words: the terrain of a hex in words.
        edges: for each side the mask of the hexes at its map edge.
        points: victory points of a place in this scenario.
        sources: where the values come from.
    """
    grid = d.map.grid
    return {
        "system": d.system.id,
        "scenario": d.scenario,
        "name": name,
        "orientation": grid.orientation,
        "sides": list(d.system.sides),
        "hexes": {grid.label(c): [*(round(x, 4) for x in grid.centre(c)), words(c)] for c in grid.cells},
        "near": {grid.label(c): [grid.label(n) if n >= 0 else "" for n in grid.toward[c]] for c in grid.cells},
        "edges": {side: grid.labels(mask) for side, mask in edges.items()},
        "start": {d.system.sides[0]: grid.labels(d.map.masks[f"{d.system.sides[0]}_start"])},
        "places": [
            {"name": p.name, "hexes": [grid.label(c) for c in p.cells], "points": points(p)} for p in d.map.places
        ],
        "status": {key: entry.status for key, entry in sources.items()},
    }
