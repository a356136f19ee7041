"""All data files of Kharkov and Rostov as rows, for the checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from blackearth.lib.data_checks import attempt
from blackearth.lib.data_records import SourceEntry
from blackearth.lib.tables import DataSource, Matrix, Table
from blackearth.systems.kharkov import facts, records


class Files(msgspec.Struct, frozen=True):
    """The rows of all files, each with its line."""

    hexes: Table[records.HexRow]
    hexsides: Table[records.HexsideRow]
    links: Table[records.LinkRow]
    fronts: Table[records.FrontRow]
    places: Table[records.PlaceRow]
    supply: Table[records.SupplyRow]
    units: Table[records.UnitRow]
    turns: Table[records.TurnRow]
    terrain: Table[records.TerrainRow]
    weather: Table[records.WeatherRow]
    kharkov: Table[records.SuggestedRow]
    rostov: Table[records.SuggestedRow]
    crt: Matrix
    series: facts.SeriesFile
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
    tables: dict[str, tuple[str, type[Any]]] = {
        "hexes": ("map.csv", records.HexRow),
        "hexsides": ("hexsides.csv", records.HexsideRow),
        "links": ("links.csv", records.LinkRow),
        "fronts": ("fronts.csv", records.FrontRow),
        "places": ("places.csv", records.PlaceRow),
        "supply": ("supply.csv", records.SupplyRow),
        "units": ("units.csv", records.UnitRow),
        "turns": ("turns.csv", records.TurnRow),
        "terrain": ("tables/tec.csv", records.TerrainRow),
        "weather": ("tables/weather.csv", records.WeatherRow),
        "kharkov": ("scenarios/kharkov-1943.csv", records.SuggestedRow),
        "rostov": ("scenarios/rostov-1941.csv", records.SuggestedRow),
    }
    found: dict[str, Any] = {}
    for name, (file, row) in tables.items():
        found[name] = attempt(lambda file=file, row=row: data.table(file, row), faults)  # type: ignore[misc]
    found["crt"] = attempt(lambda: data.matrix("tables/crt.csv"), faults)
    found["series"] = attempt(lambda: data.document("series.toml", facts.SeriesFile), faults)
    found["sources"] = attempt(lambda: data.document("sources.toml", dict[str, SourceEntry]), faults)
    return (None, faults) if faults else (Files(**found), [])
