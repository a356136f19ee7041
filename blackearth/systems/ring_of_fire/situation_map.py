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
from blackearth.systems.ring_of_fire.board import Definition
from blackearth.systems.ring_of_fire.scenario import SIDES, Exit

#: Letter of a terrain to the feature; a hex may have several letters, ``.`` is clear ground alone.
LETTERS = {"f": "forest", "t": "town", "x": "fort", "k": "german_supply"}
_SIDES = ("minor_river", "major_river", "bridge")
_MARKED = ("east_of_donets", "soviet_start")
_EDGES = {"soviet": ("east",), "german": ("west",)}


def little_map(defn: Definition, entry: MapEntry) -> Definition:
    """The definition with a little map instead of the scenario's.

    Raises:
        PositionError: the map makes no sense.
    """
    grid, letters = _grid(entry)
    masks = _masks(grid, letters) | edge_masks(grid)
    masks |= marked(grid, entry, _MARKED)
    masks["german_start"] = grid.all & ~masks["soviet_start"]
    for side, mask in friendly_edges(grid, entry, masks, _EDGES).items():  # rof:3.4
        masks[f"{side}_edge"] = mask
    exits = _exits(defn, masks)
    for number, side in enumerate(SIDES):
        masks[f"{side}_exit"] = sum(1 << c for c in grid.cells if any(x.mask >> c & 1 for x in exits[number]))
    chart = MapData(grid, masks, _sides(grid, entry), {}, places(grid, entry, defn.scenario, "town"))
    content = dataclasses.replace(
        defn.content, map=chart, zones={}, setup=(), suggested={}, exits=(*exits[0], *exits[1]), rivers={}, roads={}
    )
    return dataclasses.replace(defn, map=chart, content=content)


def _grid(entry: MapEntry) -> tuple[Grid, Mapping[str, str]]:
    """The grid of the rows, labelled as printed: row and column from the lower left, even rows shifted right."""
    first = LABEL.match(entry.first or "0101")
    if not first:
        raise PositionError(
            "map.first", f"“{entry.first}” is no label of a hex: two digits for the row, two for the column"
        )
    low, left = int(first[1]), int(first[2])
    top = low + len(entry.rows) - 1
    spots: dict[str, tuple[int, int]] = {}
    letters: dict[str, str] = {}
    for down, text in enumerate(entry.rows):
        row = top - down
        if text.startswith(" ") != (row % 2 == 0):
            word = "must" if row % 2 == 0 else "must not"
            text = f"row {row:02} {word} begin with a space: even rows stand half a hex to the right"
            raise PositionError("map.rows", text)
        for across, word in enumerate(text.split()):
            if unknown := set(word) - {".", *LETTERS}:
                known = ", ".join(f"{letter} {name}" for letter, name in LETTERS.items())
                raise PositionError("map.rows", f"“{unknown.pop()}” is no terrain; there are: . clear, {known}")
            label = f"{row:02}{left + across:02}"
            spots[label], letters[label] = (left + across, down), word
    if not spots or max(column for column, _ in spots.values()) > 99 or top > 99:
        raise PositionError("map.rows", "a map has between 1 and 99 rows and columns")
    return Grid("pointy", spots, shifted=top & 1), letters


def _masks(grid: Grid, letters: Mapping[str, str]) -> dict[str, int]:
    found = {
        name: grid.mask(label for label, word in letters.items() if letter in word) for letter, name in LETTERS.items()
    }
    found["town"] |= found["german_supply"]
    found["clear"] = grid.all & ~found["forest"]
    return found | {"east_of_donets": 0, "soviet_start": 0}


def _exits(defn: Definition, masks: Mapping[str, int]) -> tuple[list[Exit], list[Exit]]:
    """rof:11.8 - the edges over which the scenario lets a side leave, along their whole length, for the best points
    there.
    """
    found: dict[tuple[int, str], Exit] = {}
    for way in sorted(defn.content.exits, key=lambda way: way.points):
        found[way.side, way.edge] = dataclasses.replace(way, mask=masks[f"edge_{way.edge}"])
    return tuple([way for way in found.values() if way.side == side] for side in range(2))  # type: ignore[return-value]


def _sides(grid: Grid, entry: MapEntry) -> dict[str, SideSet]:
    found = {name: SideSet(grid, given) for name, given in side_pairs(grid, entry, _SIDES).items()}
    chains = (f"{a}/{b}" for chain in entry.roads for a, b in pairwise(chain.split()))
    roads = pairs(grid, chains, "map.roads")
    found["road"] = SideSet(grid, roads)
    for a, b in found["bridge"]:
        river = found["minor_river"].has(a, b) or found["major_river"].has(a, b)
        if not river or not found["road"].has(a, b):
            labels = f"{grid.label(a)}/{grid.label(b)}"
            raise PositionError("map.sides.bridge", f"there is no road over a river at {labels}")
    bridges = [(a, b) for a, b in found["road"] if found["minor_river"].has(a, b) or found["major_river"].has(a, b)]
    found["bridge"] = SideSet(grid, bridges)
    found["start_line"] = SideSet(grid, [])
    return found
