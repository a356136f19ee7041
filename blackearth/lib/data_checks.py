"""Checks that the data files of every system need: known sources, known rules, unbroken rivers, maps without holes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from blackearth.core.options import OptionSpec, RulingSpec
from blackearth.core.system import RuleEntry
from blackearth.hexes.grid import AXIAL, Grid
from blackearth.lib.data_records import SourceEntry
from blackearth.lib.tables import DataError, Matrix, Table

T = TypeVar("T")
Side = tuple[int, int]
#: A corner of the grid: the three hexes, on the map or not, that meet there, in axial coordinates.
Corner = frozenset[tuple[int, int]]


def attempt(get: Callable[[], T], faults: list[str]) -> T | None:
    """What a reader gives, or None with its fault added to the list."""
    try:
        return get()
    except DataError as error:
        faults.append(str(error))
        return None


def row_sources(table: Table[Any], sources: Mapping[str, SourceEntry], *prefixes: str) -> Iterator[str]:
    """Rows whose `source` is unknown or has another status; `prefixes` name further pairs such as `values_`."""
    for line, row in table.numbered():
        for prefix in ("", *prefixes):
            key, status = getattr(row, f"{prefix}source", None), getattr(row, f"{prefix}status", None)
            if key is None or status is None:
                continue
            if key not in sources:
                yield str(table.error(line, f'sources.toml has no source "{key}".'))
            elif sources[key].status != status:
                have = sources[key].status
                yield str(table.error(line, f'the status is {status}, but the source "{key}" is {have}.'))


def matrix_sources(matrix: Matrix, sources: Mapping[str, SourceEntry]) -> Iterator[str]:
    """Rows of a table of results whose source is unknown or has another status."""
    for key, source in matrix.source.items():
        line = matrix.lines[key]
        if source not in sources:
            yield f'{matrix.file}, line {line}: sources.toml has no source "{source}".'
            continue
        for column, status in zip(matrix.columns, matrix.status[key], strict=True):
            if status not in ("printed", sources[source].status):
                yield f'{matrix.file}, line {line}: the status "{status}" of {column} is not that of "{source}".'


def choices(
    rules: Sequence[RuleEntry], options: Sequence[OptionSpec], rulings: Sequence[RulingSpec]
) -> Iterator[str]:  # fmt: skip
    """Options and rulings that cite an unknown rule or have an unknown default."""
    cited: dict[str, tuple[str, ...]] = {option.id: (option.cite,) for option in options}
    cited |= {spec.id: spec.cites for spec in rulings}
    yield from unknown_rules(rules, cited)
    for spec in rulings:
        if spec.default not in spec.choices:
            yield f'{spec.id} has the default "{spec.default}", which is none of its choices.'


def unknown_rules(rules: Sequence[RuleEntry], cited: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Citations, by who cites, that the index of the rulebook does not have."""
    known = {rule.id for rule in rules}
    for name, cites in cited.items():
        for cite in cites:
            if cite not in known:
                yield f'{name} cites the rule "{cite}", which the index does not have.'


def holes(file: str, grid: Grid) -> Iterator[str]:
    """Whether the map is no full rectangle."""
    places = {grid.place(cell) for cell in grid.cells}
    width, height = (1 + max(values) - min(values) for values in zip(*places, strict=True))
    if width * height != len(places):
        yield f"{file}: {height} rows of {width} hexes are {width * height}, but the map has {len(places)}."


def side_text(grid: Grid, side: Side) -> str:
    """A hexside for people: the labels of its hexes."""
    return f"{grid.label(side[0])}/{grid.label(side[1])}"


def broken_rivers(
    file: str, grid: Grid, rivers: Mapping[Side, str], *, branching: bool = False
) -> Iterator[str]:  # fmt: skip
    """Rivers that are not one chain of hexsides, or several that meet the same other river.

    Args:
        file: name of the file, for the sentences.
        grid: the map.
        rivers: hexside (the smaller cell first) to the name of its river.
        branching: a river may have branches, and may leave the map and come back.
    """
    ends = {side: corners(grid, side) for side in rivers}
    land = {grid.axial(cell) for cell in grid.cells}
    by_name: dict[str, list[Side]] = defaultdict(list)
    at: dict[Corner, set[str]] = defaultdict(set)
    for side, name in rivers.items():
        by_name[name].append(side)
        for corner in ends[side]:
            at[corner].add(name)
    for name, sides in by_name.items():
        degree = Counter(corner for side in sides for corner in ends[side])
        forks = [side for side in sides if any(degree[corner] > 2 for corner in ends[side])]
        if forks and not branching:
            yield f"{file}: the river {name} forks at {side_text(grid, forks[0])}."
        pieces = _pieces(sides, ends)
        meets = [
            {other for side in piece for corner in ends[side] for other in at[corner]} - {name} for piece in pieces
        ]
        if branching:
            edge = [{"the edge of the map"} if _leaves(land, ends, piece) else set() for piece in pieces]
            meets = [found | rim for found, rim in zip(meets, edge, strict=True)]
        if len(pieces) > 1 and not set.intersection(*meets):
            yield f"{file}: the river {name} is broken; one piece begins at {side_text(grid, pieces[1][0])}."


def corners(grid: Grid, side: Side) -> tuple[Corner, ...]:
    """The two corners at the ends of a hexside."""
    a, b = grid.axial(side[0]), grid.axial(side[1])
    common = {(a[0] + q, a[1] + r) for q, r in AXIAL} & {(b[0] + q, b[1] + r) for q, r in AXIAL}
    return tuple(frozenset((a, b, third)) for third in common)


def _leaves(land: set[tuple[int, int]], ends: Mapping[Side, tuple[Corner, ...]], piece: Sequence[Side]) -> bool:
    """Whether a piece of a river reaches the edge of the map."""
    return any(not corner <= land for side in piece for corner in ends[side])


def _pieces(sides: list[Side], ends: dict[Side, tuple[Corner, ...]]) -> list[list[Side]]:
    """The hexsides in connected pieces."""
    pieces: list[tuple[set[Corner], list[Side]]] = []
    for side in sides:
        corners, together = set(ends[side]), [side]
        apart = []
        for other, piece in pieces:
            if other & corners:
                corners |= other
                together = piece + together
            else:
                apart.append((other, piece))
        pieces = [*apart, (corners, together)]
    return [piece for _, piece in pieces]
