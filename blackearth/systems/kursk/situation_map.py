"""A little map written in a situation, as the map of a definition that keeps all the real tables."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from itertools import pairwise

from blackearth.core.mapdata import MapData
from blackearth.core.situation_file import MapEntry, PositionError
from blackearth.hexes.edges import SideSet
from blackearth.hexes.grid import Grid
from blackearth.lib.hex_files import edge_masks
from blackearth.lib.little_map import LABEL, friendly_edges, marked, pairs, places, side_pairs
from blackearth.systems.kursk.board import Definition
from blackearth.systems.kursk.mapfiles import LINES, SIDES, TERRAIN
from blackearth.systems.kursk.scenario import Objective

#: Letter of the terrain of a hex; ``.`` is clear ground.
LETTERS = {"f": "forest", "s": "swamp"}
_SIDES = ("river",)
_MARKED = ("soviet_lines", "german_lines", "soviet_cities", "german_cities", "soviet_start")
_EDGES = {"soviet": ("east",), "german": ("west",)}


def little_map(defn: Definition, entry: MapEntry) -> Definition:
    """The definition with a little map instead of the scenario's.

    Raises:
        PositionError: the map makes no sense.
    """
    grid, letters = _grid(entry)
    masks = dict.fromkeys((*TERRAIN, *_MARKED, *LINES, "city", "town"), 0)
    for name in TERRAIN:
        masks[name] = grid.mask(label for label, word in letters.items() if LETTERS.get(word, "clear") == name)
    masks |= edge_masks(grid) | marked(grid, entry, _MARKED)
    masks["german_start"] = grid.all & ~masks["soviet_start"]
    for owner in SIDES:
        masks[f"{owner}_works"] = masks[f"{owner}_lines"] | masks[f"{owner}_cities"]
    sides = {name: SideSet(grid, given) for name, given in side_pairs(grid, entry, _SIDES).items()}
    chains = (f"{a}/{b}" for chain in entry.roads for a, b in pairwise(chain.split()))
    rail = pairs(grid, chains, "map.roads")
    sides |= {"rail": SideSet(grid, rail), "bridge": SideSet(grid, {*rail} & {*sides["river"]})}
    sides["front"] = SideSet(grid, [])
    masks["rail"] = sum(1 << cell for cell in {cell for side in rail for cell in side})
    for side, mask in friendly_edges(grid, entry, masks, _EDGES).items():  # kursk:supply
        masks[f"{side}_supply"] = mask & masks["rail"] if rail else mask
    found = places(grid, entry, defn.scenario, "city")
    masks["city"] = sum(1 << cell for place in found for cell in place.cells)
    chart = MapData(grid, masks, sides, {}, found)
    content = dataclasses.replace(
        defn.content, map=chart, front=(), zones={}, setup=(), suggested={}, rivers={}, routes={}, entries={},
        arrivals=(), objectives=_objectives(defn, chart),
    )  # fmt: skip
    return dataclasses.replace(defn, map=chart, content=content)


def _grid(entry: MapEntry) -> tuple[Grid, Mapping[str, str]]:
    """The grid of the rows, labelled as printed: column from the west, row from the north; the hexes of even columns
    lie half a hex lower. The label given is that of the lower left hex.
    """
    rows = [text.split() for text in entry.rows]
    high, wide = len(rows), max((len(row) for row in rows), default=0)
    first = LABEL.match(entry.first or f"01{high:02}")
    if not first or int(first[1]) < 1 or int(first[2]) < high:
        text = f"“{entry.first}” is no label of the lower left hex: column and row, two digits each, from 0101 on"
        raise PositionError("map.first", text)
    left, top = int(first[1]), int(first[2]) - high + 1
    spots: dict[str, tuple[int, int]] = {}
    letters: dict[str, str] = {}
    for down, row in enumerate(rows):
        if len(row) != wide:
            raise PositionError("map.rows", f"row {top + down:02} has {len(row)} hexes, others {wide}")
        for across, word in enumerate(row):
            if word != "." and word not in LETTERS:
                known = ", ".join(f"{letter} {name}" for letter, name in LETTERS.items())
                raise PositionError("map.rows", f"“{word}” is no terrain; there are: . clear, {known}")
            label = f"{left + across:02}{top + down:02}"
            spots[label], letters[label] = (left + across, top + down), word
    if not spots:
        raise PositionError("map.rows", "a map has at least one hex")
    return Grid("flat", spots, shifted=0), letters


def _objectives(defn: Definition, chart: MapData) -> tuple[Objective, ...]:
    """kursk:victory-objectives - the places with points, for the sides that score in the scenario."""
    scorers = [SIDES.index(side) for side in defn.content.scenario.scorers]
    return tuple(
        Objective(
            place.name,
            sum(1 << cell for cell in place.cells),
            (points if 0 in scorers else 0, points if 1 in scorers else 0),
        )
        for place in chart.places
        if (points := place.points.get(defn.scenario, 0))
    )
