"""Builds the map of Kursk from `map.csv`, `hexsides.csv`, `links.csv`, `exits.csv`, `lines.csv`, `fronts.csv` and
`places.csv`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from blackearth.core.mapdata import MapData, Place
from blackearth.hexes.edges import SideSet
from blackearth.hexes.grid import Grid
from blackearth.lib.hex_files import Side, edge_masks, hexsides, locate, numbered_places
from blackearth.lib.tables import DataError, DataSource, Table
from blackearth.systems.kursk import records
from blackearth.systems.kursk.facts import ScenarioFile

SIDES = ("soviet", "german")
LINES = ("german_line", "hagen_line", "soviet_line_1", "soviet_line_2", "soviet_line_3")
TERRAIN = ("clear", "forest", "swamp")


@dataclass(frozen=True)
class MapFiles:
    """The map of a scenario and what stands beside it in the files.

    Attributes:
        chart: the map.
        rivers: name of the river by hexside (the smaller cell first).
        routes: names of the railways by hexside.
        front: the hexsides of the starting front in order, from north to south, as (German cell, Soviet cell).
    """

    chart: MapData
    rivers: Mapping[Side, str]
    routes: Mapping[Side, str]
    front: tuple[tuple[int, int], ...]


def make_grid(table: Table[records.HexRow]) -> Grid:
    """The grid of the hexes listed: flat top, label column and row from the northwest, even columns lower.

    Raises:
        DataError: a label is malformed or stands twice.
    """
    return Grid("flat", numbered_places(table), shifted=0)


def load_map(data: DataSource, facts: ScenarioFile) -> MapFiles:
    """The map as a scenario begins, with the points it gives the places.

    Raises:
        DataError: a file is wrong.
    """
    table = data.table("map.csv", records.HexRow)
    grid = make_grid(table)
    lines = _lines(data, grid)
    rivers = list(hexsides(data.table("hexsides.csv", records.HexsideRow), grid))
    links = [
        (side, row)
        for side, row in hexsides(data.table("links.csv", records.LinkRow), grid)
        if not row.scenarios or facts.id in row.scenarios
    ]
    front = _front(data, grid, facts)
    masks = {kind: grid.mask(row.hex for row in table if row.terrain == kind) for kind in TERRAIN}
    for owner in SIDES:
        masks[f"{owner}_start"] = grid.mask(row.hex for row in table if _holder(row, facts) == owner)
    masks |= edge_masks(grid) | _supply(data, grid) | _works(data, grid, lines, facts)
    masks["rail"] = sum(1 << cell for cell in {cell for side, _ in links for cell in side})
    sides = {
        "river": SideSet(grid, [side for side, _ in rivers]),
        "rail": SideSet(grid, [side for side, _ in links]),
        "bridge": SideSet(grid, [side for side, row in links if row.bridge]),
        "front": SideSet(grid, front),
    }
    return MapFiles(
        chart=MapData(grid, masks, sides, lines, _places(data, grid, facts)),
        rivers={side: row.name for side, row in rivers},
        routes={side: row.routes for side, row in links},
        front=front,
    )


def _holder(row: records.HexRow, facts: ScenarioFile) -> str:
    return row.july_control if facts.front == "july" else row.august_control


def _lines(data: DataSource, grid: Grid) -> dict[str, tuple[int, ...]]:
    """The fortified lines in order, active or not."""
    table = data.table("lines.csv", records.LineRow)
    table.unique("line", "seq")
    table.unique("line", "hex")
    found: dict[str, list[tuple[int, int]]] = {name: [] for name in LINES}
    for line, row in table.numbered():
        if row.line.startswith("soviet") != (row.owner == "soviet"):
            raise table.error(line, f"the {row.line} does not belong to the {row.owner} side.")
        found[row.line].append((row.seq, locate(table.file, line, grid, row.hex)))
    for name, cells in found.items():
        if not cells:
            raise table.error(0, f"the {name} has no hexes.")
    return {name: tuple(cell for _, cell in sorted(cells)) for name, cells in found.items()}


def _works(
    data: DataSource, grid: Grid, lines: Mapping[str, tuple[int, ...]], facts: ScenarioFile
) -> dict[str, int]:  # fmt: skip
    """Lines, and by owner: hexes of active lines, fortified cities, both together (kursk:tec-fortified)."""
    found = {name: sum(1 << cell for cell in cells) for name, cells in lines.items()}
    table = data.table("places.csv", records.PlaceRow)
    for kind in ("city", "town"):
        found[kind] = sum(1 << c for c in {grid.find(row.hex) for row in table if row.kind == kind} if c >= 0)
    for owner in SIDES:
        own = [name for name in facts.lines if name.startswith("soviet") == (owner == "soviet")]
        active = 0
        for name in own:
            active |= found[name]
        cities = sum(1 << grid.find(row.hex) for row in table if row.works == owner and grid.find(row.hex) >= 0)
        found |= {f"{owner}_lines": active, f"{owner}_cities": cities, f"{owner}_works": active | cities}
    return found


def _supply(data: DataSource, grid: Grid) -> dict[str, int]:
    """The rail hexes at the edges that supply each side (kursk:supply, KUR-A04)."""
    table = data.table("exits.csv", records.ExitRow)
    table.unique("hex")
    found = dict.fromkeys(SIDES, 0)
    for line, row in table.numbered():
        cell = locate(table.file, line, grid, row.hex)
        if row.side:
            found[row.side] |= 1 << cell
    return {f"{side}_supply": mask for side, mask in found.items()}


def _front(data: DataSource, grid: Grid, facts: ScenarioFile) -> tuple[tuple[int, int], ...]:
    table = data.table("fronts.csv", records.FrontRow)
    table.unique("front", "seq")
    rows = []
    for line, row in table.numbered():
        german, soviet = (locate(table.file, line, grid, label) for label in (row.german_hex, row.soviet_hex))
        if soviet not in grid.near[german]:
            raise table.error(line, f"{row.german_hex} and {row.soviet_hex} are not neighbours.")
        if row.front == facts.front:
            rows.append((row.seq, (german, soviet)))
    return tuple(side for _, side in sorted(rows))


def _places(data: DataSource, grid: Grid, facts: ScenarioFile) -> tuple[Place, ...]:
    table = data.table("places.csv", records.PlaceRow)
    table.unique("place")
    cities = {row.place for row in table if row.kind == "city"}
    for name in facts.objectives:
        if name not in cities:
            title = data.title(f"scenarios/{facts.id}.toml")
            raise DataError(title, 0, f'"objectives" names {name}, which is no city.')
    return tuple(
        Place(
            row.place,
            (locate(table.file, line, grid, row.hex),),
            {facts.id: facts.objectives[row.place]} if row.place in facts.objectives else {},
            row.kind,
        )
        for line, row in table.numbered()
    )
