"""All data files of Kursk as rows, for the checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from blackearth.lib.data_checks import attempt
from blackearth.lib.data_records import SourceEntry
from blackearth.lib.tables import DataSource, Matrix, Table
from blackearth.systems.kursk import facts, records

_TABLES: tuple[tuple[str, str, type[Any]], ...] = (
    ("hexes", "map.csv", records.HexRow),
    ("hexsides", "hexsides.csv", records.HexsideRow),
    ("links", "links.csv", records.LinkRow),
    ("exits", "exits.csv", records.ExitRow),
    ("lines", "lines.csv", records.LineRow),
    ("fronts", "fronts.csv", records.FrontRow),
    ("places", "places.csv", records.PlaceRow),
    ("units", "units.csv", records.UnitRow),
    ("orders", "oob.csv", records.OrderRow),
    ("turns", "turns.csv", records.TurnRow),
    ("terrain", "tables/tec.csv", records.TerrainRow),
)
_SETUPS = ("may3", "jun12", "jul4", "jul4-historical", "aug3-historical")


class Files(msgspec.Struct, frozen=True):
    """The rows of all files, each with its line."""

    hexes: Table[records.HexRow]
    hexsides: Table[records.HexsideRow]
    links: Table[records.LinkRow]
    exits: Table[records.ExitRow]
    lines: Table[records.LineRow]
    fronts: Table[records.FrontRow]
    places: Table[records.PlaceRow]
    units: Table[records.UnitRow]
    orders: Table[records.OrderRow]
    turns: Table[records.TurnRow]
    terrain: Table[records.TerrainRow]
    setups: dict[str, Table[records.SuggestedRow]]
    crt: Matrix
    air: Matrix
    numbers: facts.NumbersFile
    sources: dict[str, SourceEntry]

    def tables(self) -> Iterator[Table[Any]]:
        """The files that are tables of rows."""
        for name, _, _ in _TABLES:
            yield getattr(self, name)
        yield from self.setups.values()


def read(data: DataSource) -> tuple[Files | None, list[str]]:
    """All files, or None and what is wrong with those that cannot be read."""
    faults: list[str] = []
    found: dict[str, Any] = {}
    for name, file, row in _TABLES:
        found[name] = attempt(lambda file=file, row=row: data.table(file, row), faults)  # type: ignore[misc]
    setups = {f"{name}.csv": f"scenarios/{name}.csv" for name in _SETUPS}
    found["setups"] = {
        name: attempt(lambda file=file: data.table(file, records.SuggestedRow), faults)  # type: ignore[misc]
        for name, file in setups.items()
    }
    found["crt"] = attempt(lambda: data.matrix("tables/crt.csv"), faults)
    found["air"] = attempt(lambda: data.matrix("tables/air.csv"), faults)
    found["numbers"] = attempt(lambda: data.document("numbers.toml", facts.NumbersFile), faults)
    found["sources"] = attempt(lambda: data.document("sources.toml", dict[str, SourceEntry]), faults)
    return (None, faults) if faults else (Files(**found), [])
