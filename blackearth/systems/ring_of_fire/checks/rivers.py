"""Check that rivers are chains of hexsides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from blackearth.hexes.grid import AXIAL, Grid
from blackearth.systems.ring_of_fire.checks.files import Files
from blackearth.systems.ring_of_fire.content import Content

Side = tuple[int, int]
#: A corner of the grid: the three hexes, on the map or not, that meet there, in axial coordinates.
Corner = frozenset[tuple[int, int]]


def side_text(grid: Grid, side: Side) -> str:
    """A hexside for people: the labels of its hexes."""
    return f"{grid.label(side[0])}/{grid.label(side[1])}"


def rivers(files: Files, content: Content) -> Iterator[str]:
    """Every river is one chain of hexsides, or several that meet the same other river."""
    grid, file = content.map.grid, files.hexsides.file
    ends = {side: _corners(grid, side) for side in content.rivers}
    by_name: dict[str, list[Side]] = defaultdict(list)
    at: dict[Corner, set[str]] = defaultdict(set)
    for side, name in content.rivers.items():
        by_name[name].append(side)
        for corner in ends[side]:
            at[corner].add(name)
    for name, sides in by_name.items():
        degree = Counter(corner for side in sides for corner in ends[side])
        forks = [side for side in sides if any(degree[corner] > 2 for corner in ends[side])]
        if forks:
            yield f"{file}: the river {name} forks at {side_text(grid, forks[0])}."
        pieces = _pieces(sides, ends)
        meets = [
            {other for side in piece for corner in ends[side] for other in at[corner]} - {name} for piece in pieces
        ]
        if len(pieces) > 1 and not set.intersection(*meets):
            yield f"{file}: the river {name} is broken; one piece begins at {side_text(grid, pieces[1][0])}."


def _corners(grid: Grid, side: Side) -> tuple[Corner, ...]:
    a, b = grid.axial(side[0]), grid.axial(side[1])
    common = {(a[0] + q, a[1] + r) for q, r in AXIAL} & {(b[0] + q, b[1] + r) for q, r in AXIAL}
    return tuple(frozenset((a, b, third)) for third in common)


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
