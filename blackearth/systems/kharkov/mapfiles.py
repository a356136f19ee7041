"""Builds the map of Kharkov and Rostov from `map.csv`, `hexsides.csv`, `links.csv`, `fronts.csv` and `places.csv`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from blackearth.core.mapdata import MapData, Place
from blackearth.hexes.edges import SideSet
from blackearth.hexes.grid import Grid
from blackearth.lib.hex_files import Side, edge_masks, hexsides, locate, numbered_places
from blackearth.lib.tables import DataError, DataSource, Table
from blackearth.systems.kharkov import records
from blackearth.systems.kharkov.facts import ScenarioFile

SIDES = ("soviet", "german")


@dataclass(frozen=True)
class FrontSide:
    """A hexside of a starting front: the cells on both sides and the letters of their zones."""

    german: int
    soviet: int
    german_zone: str
    soviet_zone: str


@dataclass(frozen=True)
class MapFiles:
    """The map of a scenario and what stands beside it in the files.

    Attributes:
        chart: the map.
        rivers: name of the river by hexside (the smaller cell first).
        routes: names of the railways and roads by hexside, separated by `; `.
        front: the hexsides of the starting front in order, from north to south.
    """

    chart: MapData
    rivers: Mapping[Side, str]
    routes: Mapping[Side, str]
    front: tuple[FrontSide, ...]


def make_grid(table: Table[records.HexRow]) -> Grid:
    """The grid of the hexes listed: flat top, columns counted from the east, even columns half a hex lower.

    Raises:
        DataError: a label is malformed or stands twice.
    """
    places = numbered_places(table)
    last = max((column for _, column in places.values()), default=0)
    return Grid("flat", {label: (last - column, row) for label, (row, column) in places.items()}, shifted=last & 1)


def load_map(data: DataSource, facts: ScenarioFile) -> MapFiles:
    """The map as a scenario begins, with the points it gives the cities.

    Raises:
        DataError: a file is wrong.
    """
    table = data.table("map.csv", records.HexRow)
    grid = make_grid(table)
    masks = _masks(grid, table, facts) | edge_masks(grid) | _supply(data, grid, facts)
    water = data.table("hexsides.csv", records.HexsideRow)
    banks = list(hexsides(water, grid, lambda row: row.kind == "fortification"))
    links = list(hexsides(data.table("links.csv", records.LinkRow), grid, lambda row: row.kind))
    front = _front(data, grid, facts)
    sides = _sides(grid, masks, banks, links)
    sides["front"] = SideSet(grid, [(entry.german, entry.soviet) for entry in front])
    routes: dict[Side, list[str]] = {}
    for side, link in links:
        routes.setdefault(side, []).append(link.routes)
    return MapFiles(
        chart=MapData(grid, masks, sides, {}, _places(data, grid, facts)),
        rivers={side: row.name for side, row in banks if row.kind != "fortification"},
        routes={side: "; ".join(names) for side, names in routes.items()},
        front=front,
    )


def _masks(grid: Grid, table: Table[records.HexRow], facts: ScenarioFile) -> dict[str, int]:
    def of(rows: Iterable[records.HexRow]) -> int:
        return grid.mask(row.hex for row in rows)

    def held(side: str, front: str) -> int:
        return of(row for row in table if getattr(row, f"{front}_control") == side)

    return {
        **{
            kind: of(row for row in table if row.terrain == kind and not row.city)
            for kind in ("clear", "forest", "marsh", "difficult", "sea")
        },
        "city": of(row for row in table if row.city),
        "town": of(row for row in table if row.town),
        "soviet_start": held("soviet", facts.front),
        "german_start": held("german", facts.front),
        "east_of_kharkov_front": held("soviet", "kharkov"),
        "west_of_psel_dnieper": of(row for row in table if row.west_of_psel_dnieper),
    }


def _supply(data: DataSource, grid: Grid, facts: ScenarioFile) -> dict[str, int]:
    """The hexes of the map edges that supply each side in a scenario (kharkov:9, rostov:10)."""
    table = data.table("supply.csv", records.SupplyRow)
    table.unique("hex")
    found = {"soviet": 0, "german": 0}
    for line, row in table.numbered():
        cell = locate(table.file, line, grid, row.hex)
        if row.kind == "edge" or row.kind in facts.stars:
            found[row.side] |= 1 << cell
    return {f"{side}_supply": mask for side, mask in found.items()}


def _sides(
    grid: Grid,
    masks: Mapping[str, int],
    banks: list[tuple[Side, records.HexsideRow]],
    links: list[tuple[Side, records.LinkRow]],
) -> dict[str, SideSet]:
    found = {kind: SideSet(grid, [s for s, row in banks if row.kind == kind]) for kind in ("river", "major_river")}
    forts = [(side, row.owner) for side, row in banks if row.kind == "fortification"]
    for owner in SIDES:
        found[f"fort_{owner}"] = SideSet(grid, [side for side, whose in forts if whose == owner])
    for kind in ("rail", "road"):
        found[kind] = SideSet(grid, [side for side, row in links if row.kind == kind])
    for owner in SIDES:
        own = masks[f"{owner}_start"]
        found[f"rail_{owner}"] = SideSet(grid, [(a, b) for a, b in found["rail"] if own >> a & own >> b & 1])
    found["bridge"] = SideSet(grid, {side for side, row in links if row.bridge})
    water = [side for side, row in banks if row.kind != "fortification"]
    city = masks["city"]
    found["city_bank"] = SideSet(grid, [(a, b) for a, b in water if (city >> a | city >> b) & 1])
    return found


def _front(data: DataSource, grid: Grid, facts: ScenarioFile) -> tuple[FrontSide, ...]:
    table = data.table("fronts.csv", records.FrontRow)
    table.unique("front", "seq")
    rows = []
    for line, row in table.numbered():
        german, soviet = (locate(table.file, line, grid, label) for label in (row.german_hex, row.soviet_hex))
        if soviet not in grid.near[german]:
            raise table.error(line, f"{row.german_hex} and {row.soviet_hex} are not neighbours.")
        if row.front == facts.front:
            rows.append((row.seq, FrontSide(german, soviet, row.german_zone, row.soviet_zone)))
    return tuple(entry for _, entry in sorted(rows, key=lambda pair: pair[0]))


def _places(data: DataSource, grid: Grid, facts: ScenarioFile) -> tuple[Place, ...]:
    table = data.table("places.csv", records.PlaceRow)
    table.unique("place")
    cities = {row.place for row in table if row.kind == "city"}
    for name in facts.points:
        if name not in cities:
            raise DataError(data.title(f"scenarios/{facts.id}.toml"), 0, f'"points" names {name}, which is no city.')
    return tuple(
        Place(
            row.place,
            (locate(table.file, line, grid, row.hex),),
            {facts.id: facts.points[row.place]} if row.place in facts.points else {},
            row.kind,
        )
        for line, row in table.numbered()
    )
