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
from blackearth.systems.ring_of_fire.board import Definition
from blackearth.systems.ring_of_fire.scenario import SIDES, Exit

#: Letter of a terrain to the feature; a hex may have several letters, ``.`` is clear ground alone.
LETTERS = {"f": "forest", "t": "town", "x": "fort", "k": "german_supply"}
_SIDES = ("minor_river", "major_river", "bridge")
_MARKED = ("east_of_donets", "soviet_start")
_EDGES = {"soviet": ("east",), "german": ("west",)}
_PAIR = re.compile(r"(\S+)/(\S+)$")
_FIRST = re.compile(r"(\d\d)(\d\d)$")


def little_map(defn: Definition, entry: MapEntry) -> Definition:
    """The definition with a little map instead of the scenario's.

    Raises:
        PositionError: the map makes no sense.
    """
    grid, letters = _grid(entry)
    masks = _masks(grid, letters) | edge_masks(grid)
    for name, labels in entry.marked.items():
        if name not in _MARKED:
            raise PositionError(f"map.marked.{name}", f"“{name}” is none of {', '.join(_MARKED)}")
        masks[name] = _mask(grid, labels, f"map.marked.{name}")
    masks["german_start"] = grid.all & ~masks["soviet_start"]
    _friendly_edges(grid, entry, masks)
    exits = _exits(defn, masks)
    for side in range(2):
        masks[f"{SIDES[side]}_exit"] = sum(1 << c for c in grid.cells if any(x.mask >> c & 1 for x in exits[side]))
    chart = MapData(grid, masks, _sides(grid, entry), {}, _places(grid, entry, defn.scenario))
    content = dataclasses.replace(
        defn.content, map=chart, zones={}, setup=(), suggested={}, exits=(*exits[0], *exits[1]), rivers={}, roads={}
    )
    return dataclasses.replace(defn, map=chart, content=content)


def _grid(entry: MapEntry) -> tuple[Grid, Mapping[str, str]]:
    """The grid of the rows, labelled as printed: row and column from the lower left, even rows shifted right."""
    first = _FIRST.match(entry.first or "0101")
    if not first:
        raise PositionError(
            "map.first", f"“{entry.first}” is no label of a hex: two digits for the row, two for the column"
        )
    low, left = int(first[1]), int(first[2])
    top = low + len(entry.rows) - 1
    places: dict[str, tuple[int, int]] = {}
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
            places[label], letters[label] = (left + across, down), word
    if not places or max(column for column, _ in places.values()) > 99 or top > 99:
        raise PositionError("map.rows", "a map has between 1 and 99 rows and columns")
    return Grid("pointy", places, shifted=top & 1), letters


def _masks(grid: Grid, letters: Mapping[str, str]) -> dict[str, int]:
    found = {
        name: grid.mask(label for label, word in letters.items() if letter in word) for letter, name in LETTERS.items()
    }
    found["town"] |= found["german_supply"]
    found["clear"] = grid.all & ~found["forest"]
    return found | {"east_of_donets": 0, "soviet_start": 0}


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
    """rof:3.4 - an entry is a whole edge or a hex of the rim."""
    wanted = _EDGES if entry.edges is None else entry.edges
    for side in SIDES:
        where, mask = f"map.edges.{side}", 0
        for name in wanted.get(side, ()):
            mask |= masks[f"edge_{name}"] if f"edge_{name}" in masks else 1 << _cell(grid, name, where)
        masks[f"{side}_edge"] = mask
    if strangers := [side for side in wanted if side not in SIDES]:
        raise PositionError(f"map.edges.{strangers[0]}", f"there is no side “{strangers[0]}”")


def _exits(defn: Definition, masks: Mapping[str, int]) -> tuple[list[Exit], list[Exit]]:
    """rof:11.8 - the edges over which the scenario lets a side leave, along their whole length, for the best points
    there.
    """
    found: dict[tuple[int, str], Exit] = {}
    for way in sorted(defn.content.exits, key=lambda way: way.points):
        found[way.side, way.edge] = dataclasses.replace(way, mask=masks[f"edge_{way.edge}"])
    return tuple([way for way in found.values() if way.side == side] for side in range(2))  # type: ignore[return-value]


def _sides(grid: Grid, entry: MapEntry) -> dict[str, SideSet]:
    if strangers := [name for name in entry.sides if name not in _SIDES]:
        raise PositionError(f"map.sides.{strangers[0]}", f"“{strangers[0]}” is none of {', '.join(_SIDES)}")
    found = {name: SideSet(grid, _pairs(grid, entry.sides.get(name, ()), f"map.sides.{name}")) for name in _SIDES}
    roads = [side for chain in entry.roads for side in _chain(grid, chain.split())]
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


def _pairs(grid: Grid, texts: Iterable[str], where: str) -> list[tuple[int, int]]:
    found = []
    for text in texts:
        pair = _PAIR.match(text)
        if not pair:
            raise PositionError(where, f"“{text}” is no hexside: write it as 0101/0102")
        found.append((_cell(grid, pair[1], where), _cell(grid, pair[2], where)))
        if found[-1][1] not in grid.near[found[-1][0]]:
            raise PositionError(where, f"{pair[1]} and {pair[2]} are not neighbours")
    return found


def _chain(grid: Grid, labels: list[str]) -> list[tuple[int, int]]:
    return _pairs(grid, (f"{a}/{b}" for a, b in pairwise(labels)), "map.roads")


def _places(grid: Grid, entry: MapEntry, scenario: str) -> tuple[Place, ...]:
    return tuple(
        Place(
            place.name,
            tuple(_cell(grid, label, f"map.places[{n}].hexes") for label in place.hexes),
            {scenario: place.points} if place.points else {},
        )
        for n, place in enumerate(entry.places)
    )
