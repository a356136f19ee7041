"""Builds the map of Ring of Fire from `map.csv`, `hexsides.csv`, `links.csv`, `lines.csv` and `places.csv`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeVar

from blackearth.core.mapdata import MapData, Place
from blackearth.hexes.edges import SideSet
from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells
from blackearth.lib.tables import DataError, DataSource, Table
from blackearth.systems.ring_of_fire import records

#: Labels are row and column, two digits each; rows count from the south.
_LABEL = re.compile(r"(\d\d)(\d\d)$")

Side = tuple[int, int]
SideNames = dict[Side, str]
R = TypeVar("R", records.HexsideRow, records.LinkRow)


def locate(file: str, line: int, grid: Grid, label: str) -> int:
    """The cell of a label.

    Raises:
        DataError: no hex of the map has it.
    """
    cell = grid.find(label)
    if cell < 0:
        hint = "" if len(label) == 4 else "; labels have four digits, leading zeros included"
        raise DataError(file, line, f'hex "{label}" is not on the map{hint}.')
    return cell


def make_grid(table: Table[records.HexRow]) -> Grid:
    """The grid of the hexes listed: pointy top, even rows half a hex to the right.

    Raises:
        DataError: a label is malformed or stands twice.
    """
    table.unique("hex")
    places = {}
    for line, row in table.numbered():
        found = _LABEL.match(row.hex)
        if not found:
            raise table.error(line, f'"{row.hex}" is not a hex: labels have four digits, leading zeros included.')
        places[row.hex] = int(found[1]), int(found[2])
    top = max((row for row, _ in places.values()), default=0)
    return Grid("pointy", {label: (column, top - row) for label, (row, column) in places.items()}, shifted=top & 1)


def load_map(data: DataSource, facts: records.ScenarioFile) -> tuple[MapData, SideNames, SideNames]:
    """The map with the points a scenario gives its places; the names of the rivers and of the roads by hexside.

    The smaller cell of a hexside stands first; several roads are separated by `; `.

    Raises:
        DataError: a file is wrong.
    """
    table = data.table("map.csv", records.HexRow)
    grid = make_grid(table)
    masks = _masks(grid, table)
    for entry in facts.exits:
        masks[f"{entry.side}_exit"] = masks.get(f"{entry.side}_exit", 0) | masks[f"edge_{entry.edge}"]
    rivers, roads = _rivers(data, grid), _roads(data, grid)
    sides = _sides(grid, rivers, roads)
    soviet = masks["soviet_start"]
    sides["start_line"] = SideSet(grid, [(a, b) for b in cells(soviet) for a in grid.near[b] if not soviet >> a & 1])
    chart = MapData(grid, masks, sides, _lines(data, grid), _places(data, grid, facts))
    return chart, {side: row.name for side, row in rivers.items()}, {side: row.roads for side, row in roads.items()}


def _sides(
    grid: Grid, rivers: dict[Side, records.HexsideRow], roads: dict[Side, records.LinkRow]
) -> dict[str, SideSet]:
    kinds = ("minor_river", "major_river")
    found = {kind: SideSet(grid, [side for side, row in rivers.items() if row.kind == kind]) for kind in kinds}
    found["road"] = SideSet(grid, roads)
    found["bridge"] = SideSet(grid, [side for side, row in roads.items() if row.bridge])
    return found


def _masks(grid: Grid, table: Table[records.HexRow]) -> dict[str, int]:
    def of(rows: Iterable[records.HexRow]) -> int:
        return grid.mask(row.hex for row in rows)

    masks = {
        "clear": of(row for row in table if row.terrain == "clear"),
        "forest": of(row for row in table if row.terrain == "forest"),
        "town": of(row for row in table if row.town),
        "fort": of(row for row in table if row.fort),
        "german_supply": of(row for row in table if row.german_supply),
        "east_of_donets": of(row for row in table if row.east_of_donets),
        "soviet_start": of(row for row in table if row.control == "soviet"),
        "german_start": of(row for row in table if row.control == "german"),
        "soviet_edge": of(row for row in table if row.edge_owner == "soviet"),
        "german_edge": of(row for row in table if row.edge_owner == "german"),
    }
    return masks | edge_masks(grid)


def edge_masks(grid: Grid) -> dict[str, int]:
    """The hexes along each edge of a map: `edge_north`, `edge_east`, `edge_south`, `edge_west`."""
    masks = {}
    places = {cell: grid.place(cell) for cell in grid.cells}
    columns, rows = [x for x, _ in places.values()], [y for _, y in places.values()]
    for name, axis, value in (
        ("north", 1, min(rows)),
        ("south", 1, max(rows)),
        ("west", 0, min(columns)),
        ("east", 0, max(columns)),
    ):
        masks[f"edge_{name}"] = sum(1 << cell for cell, place in places.items() if place[axis] == value)
    return masks


def _side(table: Table[R], line: int, grid: Grid, a: str, b: str) -> Side:
    cell, other = locate(table.file, line, grid, a), locate(table.file, line, grid, b)
    if other not in grid.near[cell]:
        raise table.error(line, f"{a} and {b} are not neighbours.")
    return min(cell, other), max(cell, other)


def _rivers(data: DataSource, grid: Grid) -> dict[Side, records.HexsideRow]:
    table = data.table("hexsides.csv", records.HexsideRow)
    return {_side(table, line, grid, row.hex_a, row.hex_b): row for line, row in _single(table)}


def _roads(data: DataSource, grid: Grid) -> dict[Side, records.LinkRow]:
    table = data.table("links.csv", records.LinkRow)
    return {_side(table, line, grid, row.hex_a, row.hex_b): row for line, row in _single(table)}


def _single(table: Table[R]) -> Iterator[tuple[int, R]]:
    """The rows of a table of hexsides, none of them twice, be it the other way round."""
    seen: dict[frozenset[str], int] = {}
    for line, row in table.numbered():
        ends = frozenset((row.hex_a, row.hex_b))
        if ends in seen:
            raise table.error(line, f"{row.hex_a} and {row.hex_b} stand on line {seen[ends]} already.")
        seen[ends] = line
        yield line, row


def _lines(data: DataSource, grid: Grid) -> dict[str, tuple[int, ...]]:
    table = data.table("lines.csv", records.LineRow)
    table.unique("line", "seq")
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for line, row in table.numbered():
        found[row.line].append((row.seq, locate(table.file, line, grid, row.hex)))
    return {name: tuple(cell for _, cell in sorted(hexes)) for name, hexes in found.items()}


def _places(data: DataSource, grid: Grid, facts: records.ScenarioFile) -> tuple[Place, ...]:
    table = data.table("places.csv", records.PlaceRow)
    table.unique("place")
    names = {row.place for row in table}
    unknown = [name for name in facts.points if name not in names]
    if unknown:
        raise DataError(data.title(f"scenarios/{facts.id}.toml"), 0, f'"points" names {unknown[0]}, which is no place.')
    return tuple(
        Place(
            row.place,
            tuple(locate(table.file, line, grid, label) for label in row.hexes),
            {facts.id: facts.points[row.place]} if row.place in facts.points else {},
        )
        for line, row in table.numbered()
    )
