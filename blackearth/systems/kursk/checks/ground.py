"""Checks of the map: places, rivers, railways and their exits, fortified lines, fronts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells
from blackearth.lib.data_checks import Corner, corners, holes, side_text
from blackearth.systems.kursk.checks.files import Files
from blackearth.systems.kursk.content import SIDES, Content

#: Objectives of the rules (kursk:victory-objectives).
_OBJECTIVES = ("Kursk", "Orel", "Bryansk", "Kharkov", "Belgorod")
#: Lines that run along the whole front and so reach two edges of the map.
_LONG = ("german_line", "soviet_line_1")
#: Single hexsides that the placed courses of Desna, Donets and Don leave open (docs/data.md).
_GAPS = (("1012", "1112"), ("2231", "2332"), ("3314", "3414"))


def places(files: Files) -> Iterator[str]:
    """Only cities have works, and of the side that holds them; no two places share a hex (kursk:tec-fortified)."""
    held = Counter(row.hex for row in files.places)
    owners = {row.hex: row.july_control for row in files.hexes}
    for line, row in files.places.numbered():
        if row.works and row.kind != "city":
            yield str(files.places.error(line, f"{row.place} has works, but is no city."))
        if row.works and owners.get(row.hex) != row.works:
            yield str(files.places.error(line, f"the works of {row.place} are not of the side that holds it in July."))
        if held[row.hex] > 1:
            yield str(files.places.error(line, f"{row.place} shares the hex {row.hex} with another place."))


def terrain(files: Files) -> Iterator[str]:
    """Objectives are clear hexes."""
    kinds = {row.hex: row.terrain for row in files.hexes}
    for line, row in files.places.numbered():
        if row.place in _OBJECTIVES and kinds.get(row.hex, "clear") != "clear":
            yield str(files.places.error(line, f"{row.place} must stand in a clear hex."))


def ways(files: Files) -> Iterator[str]:
    """A railway has a bridge exactly where it crosses a river; its scenarios exist."""
    rivers = {frozenset((row.hex_a, row.hex_b)): row.name for row in files.hexsides}
    known = {row.scenario for row in files.turns}
    for line, row in files.links.numbered():
        river = rivers.get(frozenset((row.hex_a, row.hex_b)), "")
        if row.bridge != river:
            crossed = f"the river {river}" if river else "no river"
            bridge = f"a bridge over {row.bridge}" if row.bridge else "no bridge"
            where = f"{row.kind} {row.hex_a}-{row.hex_b}"
            yield str(files.links.error(line, f"the {where} crosses {crossed}, but has {bridge}."))
        for name in row.scenarios:
            if name not in known:
                yield str(files.links.error(line, f'there is no scenario "{name}".'))


CHECKS = (places, terrain, ways)


def rectangle(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """The map has no holes."""
    yield from holes(files.hexes.file, contents[0].map.grid)


def rivers(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Every river hangs together, be it through other rivers or beyond the edge of the map."""
    grid, names = contents[0].map.grid, contents[0].rivers
    gaps = [(grid.cell(a), grid.cell(b)) for a, b in _GAPS]
    waters = _waters(grid, [*names, *gaps])
    pieces: dict[str, set[int]] = {}
    for side, name in names.items():
        (water, *_) = {waters[corner] for corner in corners(grid, side)}
        if pieces.get(name, {water}).isdisjoint({water}):
            yield f"{files.hexsides.file}: the river {name} is broken; one piece has {side_text(grid, side)}."
        pieces.setdefault(name, set()).add(water)


def _waters(grid: Grid, sides: Sequence[tuple[int, int]]) -> dict[Corner, int]:
    """The number of its water for every corner at a river; all waters that leave the map are one, with number 0."""
    land = {grid.axial(cell) for cell in grid.cells}
    next_to: dict[Corner, set[Corner]] = {}
    for side in sides:
        ends = corners(grid, side)
        for corner in ends:
            next_to.setdefault(corner, set()).update(ends)
    leaving = [corner for corner in next_to if not corner <= land]
    found: dict[Corner, int] = {}
    for number, seeds in enumerate([leaving, *([corner] for corner in next_to)]):
        todo = [corner for corner in seeds if corner not in found]
        while todo:
            corner = todo.pop()
            if corner not in found:
                found[corner] = number
                todo += next_to[corner]
    return found


def exits(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Railways leave by the edge named; Germans use the west edge, Soviets those east of the first line (KUR-A04)."""
    chart = contents[0].map
    for line, row in files.exits.numbered():
        cell = chart.grid.cell(row.hex)
        if not chart.masks[f"edge_{row.edge}"] >> cell & 1:
            yield str(files.exits.error(line, f"hex {row.hex} is not on the {row.edge} edge."))
        if not chart.masks["rail"] >> cell & 1:
            yield str(files.exits.error(line, f"no railway runs through hex {row.hex}."))
        want = _exit_side(contents[0], cell, row.edge)
        if row.side != want:
            text = f"the exit {row.hex} must serve {want or 'nobody'} (kursk:supply, KUR-A04)."
            yield str(files.exits.error(line, text))


def _exit_side(content: Content, cell: int, edge: str) -> str:
    if edge in ("west", "east"):
        return SIDES[edge == "west"]
    grid, masks = content.map.grid, content.map.masks
    rim = [grid.place(c)[0] for c in cells(masks["soviet_line_1"] & masks[f"edge_{edge}"])]
    return SIDES[0] if rim and grid.place(cell)[0] > max(rim) else ""


def lines(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Each line is a chain of hexes on its side of the front of July; the long ones run from edge to edge."""
    july = next((content for content in contents if content.scenario.front == "july"), None)
    if july is None:
        return
    grid, masks, file = july.map.grid, july.map.masks, files.lines.file
    for name, chain in july.map.lines.items():
        owner = SIDES[0] if name.startswith(SIDES[0]) else SIDES[1]
        for cell in chain:
            if not masks[f"{owner}_start"] >> cell & 1:
                yield f"{file}: hex {grid.label(cell)} of the {name} does not lie on the {owner} side of the front."
        for first, second in pairwise(chain):
            if name in _LONG and grid.distance(first, second) > 1:
                yield f"{file}: the {name} jumps from {grid.label(first)} to {grid.label(second)}."
        rim = masks["edge_north"] | masks["edge_south"] | masks["edge_east"] | masks["edge_west"]
        if name in _LONG and not (rim >> chain[0] & 1 and rim >> chain[-1] & 1):
            yield f"{file}: the {name} does not run from edge to edge."


def fronts(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Each front is the border between the hexes of both sides, one hexside after the other."""
    for front in ("july", "august"):
        content = next((content for content in contents if content.scenario.front == front), None)
        if content is None:
            continue
        masks, grid, file = content.map.masks, content.map.grid, files.fronts.file
        want = {(a, b) for a in cells(masks["german_start"]) for b in grid.near[a] if masks["soviet_start"] >> b & 1}
        for a, b in sorted(want ^ set(content.front)):
            where = f"{grid.label(a)}/{grid.label(b)}"
            yield f"{file}: the side {where} must be of the front {front} if and only if control changes there."
        for first, second in pairwise(content.front):
            if not set(corners(grid, first)) & set(corners(grid, second)):
                yield f"{file}: the front {front} jumps at {grid.label(second[0])}/{grid.label(second[1])}."


MAP_CHECKS = (rectangle, rivers, exits, lines, fronts)
