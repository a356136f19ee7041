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
from blackearth.lib.little_map import LABEL, Pair, friendly_edges, marked, pairs, places, side_pairs
from blackearth.systems.kharkov.board import SIDES, Definition
from blackearth.systems.kharkov.scenario import EntryArea

#: Letter of the terrain of a hex; ``.`` is clear ground.
LETTERS = {"f": "forest", "m": "marsh", "d": "difficult", "c": "city", "s": "sea"}
_SIDES = ("river", "major_river", "fort_soviet", "fort_german")
_MARKED = ("town", "soviet_start", "german_start", "east_of_kharkov_front", "west_of_psel_dnieper")
_EDGES = {"soviet": ("east",), "german": ("west",)}


def little_map(defn: Definition, entry: MapEntry) -> Definition:
    """The definition with a little map instead of the scenario's.

    Raises:
        PositionError: the map makes no sense.
    """
    grid, letters = _grid(entry)
    masks = _masks(grid, letters) | edge_masks(grid)
    areas = {area.id: area for area in defn.content.entries.values()}
    masks |= marked(grid, entry, (*_MARKED, *areas))
    masks["town"] |= masks["city"]
    for side, mask in friendly_edges(grid, entry, masks, _EDGES).items():  # ms:E1a
        masks[f"{side}_supply"] = mask
    chart = MapData(grid, masks, _sides(grid, entry, masks), {}, places(grid, entry, defn.scenario, "city"))
    content = dataclasses.replace(
        defn.content, map=chart, front=(), zones={}, setup=(), suggested={}, rivers={}, routes={},
        entries={name: _area(defn, area, masks) for name, area in areas.items()},
        bonuses=tuple(dataclasses.replace(b, mask=masks.get(b.feature, 0)) for b in defn.content.bonuses),
    )  # fmt: skip
    return dataclasses.replace(defn, map=chart, content=content)


def _grid(entry: MapEntry) -> tuple[Grid, Mapping[str, str]]:
    """The grid of the rows, labelled as printed: row counted from the north, column from the east; the hexes of even
    columns lie half a hex lower. The label given is that of the lower left hex.
    """
    rows = [text.split() for text in entry.rows]
    high, wide = len(rows), max((len(row) for row in rows), default=0)
    first = LABEL.match(entry.first or f"{high:02}{wide:02}")
    if not first or int(first[1]) < high or int(first[2]) < wide:
        text = f"“{entry.first}” is no label of the lower left hex: row and column, two digits each, counted from the"
        raise PositionError("map.first", f"{text} upper right hex, which is at least 0101")
    top, last = int(first[1]) - high + 1, int(first[2])
    spots: dict[str, tuple[int, int]] = {}
    letters: dict[str, str] = {}
    for down, row in enumerate(rows):
        if len(row) != wide:
            raise PositionError("map.rows", f"row {top + down:02} has {len(row)} hexes, others {wide}")
        for across, word in enumerate(row):
            if word != "." and word not in LETTERS:
                known = ", ".join(f"{letter} {name}" for letter, name in LETTERS.items())
                raise PositionError("map.rows", f"“{word}” is no terrain; there are: . clear, {known}")
            label = f"{top + down:02}{last - across:02}"
            spots[label], letters[label] = (across, top + down), word
    if not spots:
        raise PositionError("map.rows", "a map has at least one hex")
    return Grid("flat", spots, shifted=last & 1), letters


def _masks(grid: Grid, letters: Mapping[str, str]) -> dict[str, int]:
    found = {
        name: grid.mask(label for label, word in letters.items() if word == letter) for letter, name in LETTERS.items()
    }
    found["clear"] = grid.mask(label for label, word in letters.items() if word == ".")
    return found | dict.fromkeys(_MARKED, 0)


def _area(defn: Definition, area: EntryArea, masks: Mapping[str, int]) -> EntryArea:
    """Where reinforcements come: the hexes marked with its id, or else the edge that supplies its side."""
    own = masks.get(area.id)
    return dataclasses.replace(area, mask=masks[f"{SIDES[area.side]}_supply"] if own is None else own)


def _sides(grid: Grid, entry: MapEntry, masks: Mapping[str, int]) -> dict[str, SideSet]:
    found = {name: SideSet(grid, given) for name, given in side_pairs(grid, entry, _SIDES).items()}
    lines: dict[str, list[Pair]] = {"rail": [], "road": []}
    for chain in entry.roads:
        words = chain.split()
        kind = words.pop(0) if words and words[0] in lines else "road"
        lines[kind] += pairs(grid, (f"{a}/{b}" for a, b in pairwise(words)), "map.roads")
    found |= {kind: SideSet(grid, way) for kind, way in lines.items()}
    water = {*found["river"], *found["major_river"]}
    found["bridge"] = SideSet(grid, water & {*found["rail"], *found["road"]})
    city = masks["city"]
    found["city_bank"] = SideSet(grid, [(a, b) for a, b in water if (city >> a | city >> b) & 1])
    for owner in SIDES:
        own = masks[f"{owner}_start"] if masks["soviet_start"] | masks["german_start"] else grid.all
        found[f"rail_{owner}"] = SideSet(grid, [(a, b) for a, b in found["rail"] if own >> a & own >> b & 1])
    found["front"] = SideSet(grid, [])
    return found
