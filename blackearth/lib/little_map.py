"""What little maps of situations have in common: hexes, hexsides, edges and places by their labels.

`PositionError` names the key of the file at fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from blackearth.core.mapdata import Place
from blackearth.core.situation_file import MapEntry, PositionError
from blackearth.hexes.grid import Grid

Pair = tuple[int, int]
#: A label of two digits and two digits.
LABEL = re.compile(r"(\d\d)(\d\d)$")
_PAIR = re.compile(r"(\S+)/(\S+)$")


def cell_of(grid: Grid, label: str, where: str) -> int:
    """The cell of a label.

    Raises:
        PositionError: there is none; so for all functions here.
    """
    cell = grid.find(label)
    if cell < 0:
        raise PositionError(where, f"“{label}” is no hex of the map")
    return cell


def marked(grid: Grid, entry: MapEntry, known: Sequence[str]) -> dict[str, int]:
    """Masks of the features that are given by lists of hexes."""
    found = {}
    for name, labels in entry.marked.items():
        where = f"map.marked.{name}"
        if name not in known:
            raise PositionError(where, f"“{name}” is none of {', '.join(known)}")
        found[name] = sum(1 << cell for cell in {cell_of(grid, label, where) for label in labels})
    return found


def pairs(grid: Grid, texts: Iterable[str], where: str) -> list[Pair]:
    """Hexsides, each written as two neighbours with a stroke between."""
    found = []
    for text in texts:
        pair = _PAIR.match(text)
        if not pair:
            raise PositionError(where, f"“{text}” is no hexside: write it as 0101/0102")
        found.append((cell_of(grid, pair[1], where), cell_of(grid, pair[2], where)))
        if found[-1][1] not in grid.near[found[-1][0]]:
            raise PositionError(where, f"{pair[1]} and {pair[2]} are not neighbours")
    return found


def side_pairs(grid: Grid, entry: MapEntry, known: Sequence[str]) -> dict[str, list[Pair]]:
    """The hexsides of every feature, with or without an entry."""
    if strangers := [name for name in entry.sides if name not in known]:
        raise PositionError(f"map.sides.{strangers[0]}", f"“{strangers[0]}” is none of {', '.join(known)}")
    return {name: pairs(grid, entry.sides.get(name, ()), f"map.sides.{name}") for name in known}


def friendly_edges(
    grid: Grid, entry: MapEntry, edges: Mapping[str, int], usual: Mapping[str, Sequence[str]]
) -> dict[str, int]:  # fmt: skip
    """For each side the mask of its edges; an entry is a whole edge or a hex.

    Args:
        grid: the little map.
        entry: the map as it stands in the file.
        edges: masks that have the edges as `edge_north` and so on.
        usual: side to its edges, where the map does not say.
    """
    wanted = usual if entry.edges is None else entry.edges
    if strangers := [side for side in wanted if side not in usual]:
        raise PositionError(f"map.edges.{strangers[0]}", f"there is no side “{strangers[0]}”")
    found = dict.fromkeys(usual, 0)
    for side in usual:
        for name in wanted.get(side, ()):
            whole = edges.get(f"edge_{name}")
            found[side] |= 1 << cell_of(grid, name, f"map.edges.{side}") if whole is None else whole
    return found


def places(grid: Grid, entry: MapEntry, scenario: str, kind: str) -> tuple[Place, ...]:
    """The named places, with their points in a scenario."""
    return tuple(
        Place(
            place.name,
            tuple(cell_of(grid, label, f"map.places[{n}].hexes") for label in place.hexes),
            {scenario: place.points} if place.points else {},
            kind,
        )
        for n, place in enumerate(entry.places)
    )
