"""Checks of the map: terrain, places, rivers, roads, lines, edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from blackearth.lib.data_checks import broken_rivers, holes, side_text
from blackearth.systems.ring_of_fire.checks.files import Files
from blackearth.systems.ring_of_fire.content import Content

#: Lines that are not fortified.
_PLAIN_LINES = ("soviet_line",)
#: The river that splits the map (rof:3.4).
_DIVIDE = "Donets"


def towns(files: Files) -> Iterator[str]:
    """Every town hex belongs to the place of its name, and the other way round."""
    in_map = {row.hex: row.town for row in files.hexes if row.town}
    in_places = {label: row.place for row in files.places for label in row.hexes}
    for line, row in files.hexes.numbered():
        if in_places.get(row.hex, "") != row.town:
            other = in_places.get(row.hex)
            said = f"in places.csv it belongs to {other}" if other else "places.csv has no such hex"
            yield str(files.hexes.error(line, f'hex {row.hex} has the town "{row.town}", but {said}.'))
    for line, place in files.places.numbered():
        for label in place.hexes:
            if label not in in_map:
                yield str(files.places.error(line, f"hex {label} of {place.place} is no town hex in map.csv."))


def kharkov(files: Files) -> Iterator[str]:
    """German supply hexes are those of the place Kharkov (rof:15.4)."""
    for line, row in files.hexes.numbered():
        if row.german_supply != (row.town == "Kharkov"):
            yield str(files.hexes.error(line, f"hex {row.hex} must supply Germans if and only if it is in Kharkov."))


def forts(files: Files) -> Iterator[str]:
    """The fortified hexes are those of the fortified lines, all German at the start."""
    belts = {row.hex for row in files.lines if row.line not in _PLAIN_LINES}
    for line, row in files.hexes.numbered():
        if row.fort and row.hex not in belts:
            yield str(files.hexes.error(line, f"hex {row.hex} is fortified, but on no line of lines.csv."))
        if row.hex in belts and not row.fort:
            yield str(files.hexes.error(line, f"hex {row.hex} is on a fortified line, but not fortified."))
        if row.fort and row.control != "german":
            yield str(files.hexes.error(line, f"hex {row.hex} is fortified, but not German."))


def roads(files: Files) -> Iterator[str]:
    """Roads are listed in roads.csv; a road has a bridge exactly where it crosses a river."""
    named = {row.road for row in files.roads}
    rivers = {frozenset((row.hex_a, row.hex_b)): row.name for row in files.hexsides}
    used: set[str] = set()
    for line, row in files.links.numbered():
        names = row.roads.split("; ")
        used |= set(names)
        for name in names:
            if name not in named:
                yield str(files.links.error(line, f'roads.csv has no road "{name}".'))
        river = rivers.get(frozenset((row.hex_a, row.hex_b)), "")
        if row.bridge != river:
            crossed = f"the river {river}" if river else "no river"
            bridge = f"a bridge over {row.bridge}" if row.bridge else "no bridge"
            yield str(files.links.error(line, f"the road {row.hex_a}-{row.hex_b} crosses {crossed}, but has {bridge}."))
    for line, road in files.roads.numbered():
        if road.road not in used:
            yield str(files.roads.error(line, f'the road "{road.road}" runs nowhere.'))


CHECKS = (towns, kharkov, forts, roads)


def rectangle(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """The map has no holes."""
    yield from holes(files.hexes.file, contents[0].map.grid)


def rivers(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Every river is one chain of hexsides, or several that meet the same other river."""
    content = contents[0]
    yield from broken_rivers(files.hexsides.file, content.map.grid, content.rivers)


def banks(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """The Donets cuts the map in two, and `east_of_donets` is its east part (rof:3.4)."""
    content = contents[0]
    grid = content.map.grid
    barred = {side for side, name in content.rivers.items() if name == _DIVIDE}
    for side, name in content.rivers.items():
        major = content.map.sides["major_river"].has(*side)
        if major != (name == _DIVIDE):
            yield f"{files.hexsides.file}: the {name} at {side_text(grid, side)} has the wrong class of river."
    east, frontier = 0, [next(iter(sorted(grid.cells, key=lambda cell: grid.centre(cell), reverse=True)))]
    while frontier:
        cell = frontier.pop()
        if not east >> cell & 1:
            east |= 1 << cell
            frontier += [n for n in grid.near[cell] if (min(cell, n), max(cell, n)) not in barred]
    if east == grid.all:
        yield f"{files.hexsides.file}: the {_DIVIDE} does not divide the map."
    for label in grid.labels(east ^ content.map.masks["east_of_donets"]):
        yield f'{files.hexes.file}: "east_of_donets" of hex {label} does not agree with the {_DIVIDE} in hexsides.csv.'


def edges(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Edge hexes belong to the sides as rof:3.4 says, and no other hexes do."""
    content = contents[0]
    masks, grid = content.map.masks, content.map.grid
    north, south = masks["edge_north"], masks["edge_south"]
    german = masks["edge_west"] | north & masks["german_start"] | south & ~masks["east_of_donets"]
    soviet = masks["edge_east"] | north & masks["soviet_start"] | south & masks["east_of_donets"]
    for name, want in (("german", german), ("soviet", soviet)):
        for label in grid.labels((masks[f"{name}_edge"] ^ want) & grid.all):
            yield f"{files.hexes.file}: hex {label} must be of the {name} map edge if and only if rof:3.4 makes it so."


def chains(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Lines go from hex to neighbour; the two front lines face each other across the start line."""
    content = contents[0]
    grid, lines = content.map.grid, content.map.lines
    for name, cells in lines.items():
        for a, b in pairwise(cells):
            if b not in grid.near[a]:
                yield f"{files.lines.file}: {name} jumps from {grid.label(a)} to {grid.label(b)}."
        if len(set(cells)) < len(cells):
            yield f"{files.lines.file}: {name} visits a hex twice."
    masks = content.map.masks
    for name, own, other in (
        ("first_line", "german_start", "soviet_start"),
        ("soviet_line", "soviet_start", "german_start"),
    ):
        facing = masks[own] & grid.around(masks[other])
        for label in grid.labels(facing ^ sum(1 << cell for cell in set(lines.get(name, ())))):
            yield f"{files.lines.file}: hex {label} must be on {name} if and only if it faces the enemy's start line."


MAP_CHECKS = (rectangle, rivers, banks, edges, chains)
