"""Builds the map of Ring of Fire from `map.csv`, `hexsides.csv`, `links.csv`, `lines.csv` and `places.csv`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from blackearth.core.mapdata import MapData, Place
from blackearth.hexes.edges import SideSet
from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells
from blackearth.lib.hex_files import Side, edge_masks, hexsides, locate, numbered_places
from blackearth.lib.tables import DataError, DataSource, Table
from blackearth.systems.ring_of_fire import records

SideNames = dict[Side, str]


def make_grid(table: Table[records.HexRow]) -> Grid:
    """The grid of the hexes listed: pointy top, rows from the south, even rows half a hex to the right.

    Raises:
        DataError: a label is malformed or stands twice.
    """
    places = numbered_places(table)
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


def _rivers(data: DataSource, grid: Grid) -> dict[Side, records.HexsideRow]:
    table = data.table("hexsides.csv", records.HexsideRow)
    return dict(hexsides(table, grid))


def _roads(data: DataSource, grid: Grid) -> dict[Side, records.LinkRow]:
    table = data.table("links.csv", records.LinkRow)
    return dict(hexsides(table, grid))


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
