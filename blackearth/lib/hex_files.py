"""Hexes and hexsides in data files: from the labels of rows to cells, with errors that name file and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from typing import Protocol, TypeVar

from blackearth.hexes.grid import Grid
from blackearth.lib.tables import DataError, Table

#: Labels are row and column, two digits each.
_LABEL = re.compile(r"(\d\d)(\d\d)$")

Side = tuple[int, int]


class HexLike(Protocol):
    """A row with the label of a hex."""

    @property
    def hex(self) -> str:
        """Label of the hex."""


class SideLike(Protocol):
    """A row with the labels of the two hexes of a hexside."""

    @property
    def hex_a(self) -> str:
        """Label of one hex."""

    @property
    def hex_b(self) -> str:
        """Label of the other hex."""


H = TypeVar("H", bound=HexLike)
S = TypeVar("S", bound=SideLike)


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


def numbered_places(table: Table[H]) -> dict[str, tuple[int, int]]:
    """Row and column number of every hex, as its label gives them.

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
    return places


def side_of(table: Table[S], line: int, grid: Grid, a: str, b: str) -> Side:
    """The hexside between two hexes, the smaller cell first.

    Raises:
        DataError: a hex is not on the map, or the two are not neighbours.
    """
    cell, other = locate(table.file, line, grid, a), locate(table.file, line, grid, b)
    if other not in grid.near[cell]:
        raise table.error(line, f"{a} and {b} are not neighbours.")
    return min(cell, other), max(cell, other)


def hexsides(table: Table[S], grid: Grid, kind: Callable[[S], Hashable] = lambda row: None) -> Iterator[tuple[Side, S]]:
    """The rows of a table of hexsides with their cells; no hexside twice with the same kind, be it the other way round.

    Args:
        table: the rows.
        grid: the map.
        kind: what tells rows of the same hexside apart; by default nothing does.

    Raises:
        DataError: a hexside stands twice or is none.
    """
    seen: dict[tuple[Side, Hashable], int] = {}
    for line, row in table.numbered():
        side = side_of(table, line, grid, row.hex_a, row.hex_b)
        key = side, kind(row)
        if key in seen:
            raise table.error(line, f"{row.hex_a} and {row.hex_b} stand on line {seen[key]} already.")
        seen[key] = line
        yield side, row


def edge_masks(grid: Grid) -> dict[str, int]:
    """The hexes along each edge of a map: `edge_north`, `edge_east`, `edge_south`, `edge_west`."""
    places = {cell: grid.place(cell) for cell in grid.cells}
    columns, rows = [x for x, _ in places.values()], [y for _, y in places.values()]
    ends = {"north": (1, min(rows)), "south": (1, max(rows)), "west": (0, min(columns)), "east": (0, max(columns))}
    return {
        f"edge_{name}": sum(1 << cell for cell, place in places.items() if place[axis] == value)
        for name, (axis, value) in ends.items()
    }
