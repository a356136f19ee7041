"""A little map written in a situation, as the map of a definition that keeps all the real tables."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from itertools import pairwise

from blackearth.core.mapdata import MapData, Place
from blackearth.core.situation_file import MapEntry, PositionError
from blackearth.hexes.edges import SideSet
from blackearth.hexes.grid import Grid
from blackearth.lib.hex_files import edge_masks
from blackearth.systems.kharkov.board import SIDES, Definition
from blackearth.systems.kharkov.scenario import EntryArea

#: Letter of the terrain of a hex; ``.`` is clear ground.
LETTERS = {"f": "forest", "m": "marsh", "d": "difficult", "c": "city", "s": "sea"}
_SIDES = ("river", "major_river", "fort_soviet", "fort_german")
_MARKED = ("town", "soviet_start", "german_start", "east_of_kharkov_front", "west_of_psel_dnieper")
_EDGES = {"soviet": ("east",), "german": ("west",)}
_PAIR = re.compile(r"(\S+)/(\S+)$")
_FIRST = re.compile(r"(\d\d)(\d\d)$")
Pair = tuple[int, int]


def little_map(defn: Definition, entry: MapEntry) -> Definition:
    """The definition with a little map instead of the scenario's.

    Raises:
        PositionError: the map makes no sense.
    """
    grid, letters = _grid(entry)
    masks = _masks(grid, letters) | edge_masks(grid)
    areas = {area.id: area for area in defn.content.entries.values()}
    for name, labels in entry.marked.items():
        if name not in (*_MARKED, *areas):
            known = ", ".join((*_MARKED, *areas))
            raise PositionError(f"map.marked.{name}", f"“{name}” is none of {known}")
        masks[name] = _mask(grid, labels, f"map.marked.{name}")
    masks["town"] |= masks["city"]
    _friendly_edges(grid, entry, masks)
    chart = MapData(grid, masks, _sides(grid, entry, masks), {}, _places(grid, entry, defn.scenario))
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
    first = _FIRST.match(entry.first or f"{high:02}{wide:02}")
    if not first or int(first[1]) < high or int(first[2]) < wide:
        text = f"“{entry.first}” is no label of the lower left hex: row and column, two digits each, counted from the"
        raise PositionError("map.first", f"{text} upper right hex, which is at least 0101")
    top, last = int(first[1]) - high + 1, int(first[2])
    places: dict[str, tuple[int, int]] = {}
    letters: dict[str, str] = {}
    for down, row in enumerate(rows):
        if len(row) != wide:
            raise PositionError("map.rows", f"row {top + down:02} has {len(row)} hexes, others {wide}")
        for across, word in enumerate(row):
            if word != "." and word not in LETTERS:
                known = ", ".join(f"{letter} {name}" for letter, name in LETTERS.items())
                raise PositionError("map.rows", f"“{word}” is no terrain; there are: . clear, {known}")
            label = f"{top + down:02}{last - across:02}"
            places[label], letters[label] = (across, top + down), word
    if not places:
        raise PositionError("map.rows", "a map has at least one hex")
    return Grid("flat", places, shifted=last & 1), letters


def _masks(grid: Grid, letters: Mapping[str, str]) -> dict[str, int]:
    found = {
        name: grid.mask(label for label, word in letters.items() if word == letter) for letter, name in LETTERS.items()
    }
    found["clear"] = grid.mask(label for label, word in letters.items() if word == ".")
    return found | dict.fromkeys(_MARKED, 0)


def _mask(grid: Grid, labels: Iterable[str], where: str) -> int:
    mask = 0
    for label in labels:
        mask |= 1 << _cell(grid, label, where)
    return mask


def _cell(grid: Grid, label: str, where: str) -> int:
    cell = grid.find(label)
    if cell < 0:
        raise PositionError(where, f"“{label}” is no hex of the map")
    return cell


def _friendly_edges(grid: Grid, entry: MapEntry, masks: dict[str, int]) -> None:
    """ms:E1a - the edges or single hexes that supply a side."""
    wanted = _EDGES if entry.edges is None else entry.edges
    if strangers := [side for side in wanted if side not in SIDES]:
        raise PositionError(f"map.edges.{strangers[0]}", f"there is no side “{strangers[0]}”")
    for side in SIDES:
        where, mask = f"map.edges.{side}", 0
        for name in wanted.get(side, ()):
            mask |= masks[f"edge_{name}"] if f"edge_{name}" in masks else 1 << _cell(grid, name, where)
        masks[f"{side}_supply"] = mask


def _area(defn: Definition, area: EntryArea, masks: Mapping[str, int]) -> EntryArea:
    """Where reinforcements come: the hexes marked with its id, or else the edge that supplies its side."""
    marked = masks.get(area.id)
    return dataclasses.replace(area, mask=masks[f"{SIDES[area.side]}_supply"] if marked is None else marked)


def _sides(grid: Grid, entry: MapEntry, masks: Mapping[str, int]) -> dict[str, SideSet]:
    if strangers := [name for name in entry.sides if name not in _SIDES]:
        raise PositionError(f"map.sides.{strangers[0]}", f"“{strangers[0]}” is none of {', '.join(_SIDES)}")
    found = {name: SideSet(grid, _pairs(grid, entry.sides.get(name, ()), f"map.sides.{name}")) for name in _SIDES}
    lines: dict[str, list[Pair]] = {"rail": [], "road": []}
    for chain in entry.roads:
        words = chain.split()
        kind = words.pop(0) if words and words[0] in lines else "road"
        lines[kind] += _pairs(grid, (f"{a}/{b}" for a, b in pairwise(words)), "map.roads")
    found |= {kind: SideSet(grid, pairs) for kind, pairs in lines.items()}
    water = {*found["river"], *found["major_river"]}
    found["bridge"] = SideSet(grid, water & {*found["rail"], *found["road"]})
    city = masks["city"]
    found["city_bank"] = SideSet(grid, [(a, b) for a, b in water if (city >> a | city >> b) & 1])
    for owner in SIDES:
        own = masks[f"{owner}_start"] if masks["soviet_start"] | masks["german_start"] else grid.all
        found[f"rail_{owner}"] = SideSet(grid, [(a, b) for a, b in found["rail"] if own >> a & own >> b & 1])
    found["front"] = SideSet(grid, [])
    return found


def _pairs(grid: Grid, texts: Iterable[str], where: str) -> list[Pair]:
    found = []
    for text in texts:
        pair = _PAIR.match(text)
        if not pair:
            raise PositionError(where, f"“{text}” is no hexside: write it as 0101/0102")
        found.append((_cell(grid, pair[1], where), _cell(grid, pair[2], where)))
        if found[-1][1] not in grid.near[found[-1][0]]:
            raise PositionError(where, f"{pair[1]} and {pair[2]} are not neighbours")
    return found


def _places(grid: Grid, entry: MapEntry, scenario: str) -> tuple[Place, ...]:
    return tuple(
        Place(
            place.name,
            tuple(_cell(grid, label, f"map.places[{n}].hexes") for label in place.hexes),
            {scenario: place.points} if place.points else {},
            "city",
        )
        for n, place in enumerate(entry.places)
    )
