"""All data files of Ring of Fire as rows, for the checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from blackearth.lib.data_checks import attempt
from blackearth.lib.data_records import SourceEntry
from blackearth.lib.tables import DataSource, Matrix, Table
from blackearth.systems.ring_of_fire import records


class Files(msgspec.Struct, frozen=True):
    """The rows of all files, each with its line."""

    hexes: Table[records.HexRow]
    hexsides: Table[records.HexsideRow]
    links: Table[records.LinkRow]
    roads: Table[records.RoadRow]
    places: Table[records.PlaceRow]
    lines: Table[records.LineRow]
    units: Table[records.UnitRow]
    counters: Table[records.CounterRow]
    turns: Table[records.TurnRow]
    terrain: Table[records.TerrainRow]
    suggested: Table[records.SuggestedRow]
    crt: Matrix
    tank: Matrix
    air: Matrix
    sources: dict[str, SourceEntry]

    def tables(self) -> Iterator[Table[Any]]:
        """The files that are tables of rows."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, Table):
                yield value


def read(data: DataSource) -> tuple[Files | None, list[str]]:
    """All files, or None and what is wrong with those that cannot be read."""
    faults: list[str] = []

    found = {
        "hexes": attempt(lambda: data.table("map.csv", records.HexRow), faults),
        "hexsides": attempt(lambda: data.table("hexsides.csv", records.HexsideRow), faults),
        "links": attempt(lambda: data.table("links.csv", records.LinkRow), faults),
        "roads": attempt(lambda: data.table("roads.csv", records.RoadRow), faults),
        "places": attempt(lambda: data.table("places.csv", records.PlaceRow), faults),
        "lines": attempt(lambda: data.table("lines.csv", records.LineRow), faults),
        "units": attempt(lambda: data.table("units.csv", records.UnitRow), faults),
        "counters": attempt(lambda: data.table("counters.csv", records.CounterRow), faults),
        "turns": attempt(lambda: data.table("turns.csv", records.TurnRow), faults),
        "terrain": attempt(lambda: data.table("tables/tec.csv", records.TerrainRow), faults),
        "suggested": attempt(lambda: data.table("scenarios/suggested.csv", records.SuggestedRow), faults),
        "crt": attempt(lambda: data.matrix("tables/crt.csv"), faults),
        "tank": attempt(lambda: data.matrix("tables/tank.csv"), faults),
        "air": attempt(lambda: data.matrix("tables/air.csv"), faults),
        "sources": attempt(lambda: data.document("sources.toml", dict[str, SourceEntry]), faults),
    }
    if faults:
        return None, faults
    return Files(**found), []  # type: ignore[arg-type] # every value is there when there is no fault
