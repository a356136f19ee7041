"""Checks of the map: places, rivers, railways and roads, fronts, supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackearth.hexes.grid import Grid
from blackearth.lib.data_checks import broken_rivers, holes
from blackearth.systems.kharkov.checks.files import Files
from blackearth.systems.kharkov.content import Content
from blackearth.systems.kharkov.records import HexRow

#: Major rivers as a whole; the Donets is one in part only (kharkov:4, rostov:4).
_MAJOR, _PARTLY = ("Dnieper", "Don"), "Donets"
#: Rivers that close off the west of the map (rostov:11-soviet), and hexes on both banks.
_WALL, _WEST, _EAST = ("Psel", "Dnieper"), ("0155", "3655"), "0101"
#: Hexes printed in the rules: the corrected star, the directions of Offensive armies (kharkov:8-offensive).
_PRINTED_STAR = "0122"


def places(files: Files) -> Iterator[str]:
    """Cities and towns of the map are those of places.csv."""
    where: dict[str, list[tuple[str, str]]] = {}
    for place in files.places:
        where.setdefault(place.hex, []).append((place.kind, place.place))
    for line, row in files.hexes.numbered():
        want = [("city", row.city)] if row.city else []
        want += [("town", name) for name in row.town.split("; ") if name]
        have = where.pop(row.hex, [])
        if sorted(have) != sorted(want):
            said = ", ".join(name for _, name in have) or "nothing"
            yield str(files.hexes.error(line, f"in hex {row.hex} places.csv has {said}, which differs."))
    for label in where:
        yield f"{files.places.file}: hex {label} is not on the map."


def control(files: Files) -> Iterator[str]:
    """Every hex but the sea is held by somebody; cities stand on land (kharkov:10-cities, rostov:11-cities)."""
    for line, row in files.hexes.numbered():
        sea = row.terrain == "sea"
        if {bool(row.kharkov_control), bool(row.rostov_control)} != {not sea}:
            yield str(files.hexes.error(line, f"hex {row.hex} must be held in both games unless it is sea."))
        if row.city and row.kharkov_control != "german":
            yield str(files.hexes.error(line, f"{row.city} must be German in Kharkov (kharkov:10-cities)."))
        if row.city and sea:
            yield str(files.hexes.error(line, f"{row.city} stands in the sea."))


def water(files: Files) -> Iterator[str]:
    """Only Dnieper, Don and the lower Donets are major rivers; no river runs through the sea; works have an owner."""
    sea = {row.hex for row in files.hexes if row.terrain == "sea"}
    for line, row in files.hexsides.numbered():
        where = f"{row.hex_a}/{row.hex_b}"
        if (row.kind == "fortification") != bool(row.owner):
            yield str(files.hexsides.error(line, f"only a fortification has an owner, and it must have one: {where}."))
        if row.kind == "fortification":
            continue
        if not row.name:
            yield str(files.hexsides.error(line, f"the river at {where} has no name."))
        if row.name != _PARTLY and (row.name in _MAJOR) != (row.kind == "major_river"):
            yield str(files.hexsides.error(line, f"the {row.name} at {where} has the wrong class of river."))
        if {row.hex_a, row.hex_b} <= sea:
            yield str(files.hexsides.error(line, f"the {row.name} runs between the sea hexes {where}."))


def ways(files: Files) -> Iterator[str]:
    """A railway or road has a bridge exactly where it crosses a river, and does not run over the sea."""
    rivers = {frozenset((r.hex_a, r.hex_b)): r.name for r in files.hexsides if r.kind != "fortification"}
    sea = {row.hex for row in files.hexes if row.terrain == "sea"}
    for line, row in files.links.numbered():
        river = rivers.get(frozenset((row.hex_a, row.hex_b)), "")
        if row.bridge != river:
            crossed = f"the river {river}" if river else "no river"
            bridge = f"a bridge over {row.bridge}" if row.bridge else "no bridge"
            where = f"{row.kind} {row.hex_a}-{row.hex_b}"
            yield str(files.links.error(line, f"the {where} crosses {crossed}, but has {bridge}."))
        if {row.hex_a, row.hex_b} & sea:
            yield str(files.links.error(line, f"the {row.kind} {row.hex_a}-{row.hex_b} runs over the sea."))


def sources_of_supply(files: Files) -> Iterator[str]:
    """Three stars without letter, two with R, one of these in 0122, each on a railway (kharkov:9, rostov:10)."""
    rail = {label for row in files.links if row.kind == "rail" for label in (row.hex_a, row.hex_b)}
    hexes = {row.hex: row for row in files.hexes}
    kinds = [row.kind for row in files.supply]
    if (kinds.count("star"), kinds.count("star-r")) != (3, 2):
        yield f"{files.supply.file}: there must be three stars without letter and two with R (kharkov:9, rostov:10)."
    if not any(row.hex == _PRINTED_STAR and row.kind == "star-r" for row in files.supply):
        yield f"{files.supply.file}: hex {_PRINTED_STAR} must have a star with R (kharkov:9)."
    for line, row in files.supply.numbered():
        if row.hex not in hexes:
            continue
        if (row.kind == "edge") != (row.side == "german"):
            yield str(files.supply.error(line, f"stars are Soviet and the edge is German: {row.hex}."))
        if row.kind != "edge" and row.hex not in rail:
            yield str(files.supply.error(line, f"the star in {row.hex} does not stand on a railway."))
        if row.kind == "edge" and row.edge != "west":
            yield str(files.supply.error(line, f"hex {row.hex} supplies Germans, but not from the west edge."))
        yield from (str(files.supply.error(line, text)) for text in _held(hexes[row.hex], row.kind))


def _held(row: HexRow, kind: str) -> Iterator[str]:
    owner = "german" if kind == "edge" else "soviet"
    if row.rostov_control != owner or (kind != "star-r" and row.kharkov_control != owner):
        yield f"the source in {row.hex} is held by the enemy at the start."


CHECKS = (places, control, water, ways, sources_of_supply)


def rectangle(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """The map has no holes."""
    yield from holes(files.hexes.file, contents[0].map.grid)


def rivers(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Every river hangs together, be it by another river or beyond the edge of the map."""
    content = contents[0]
    yield from broken_rivers(files.hexsides.file, content.map.grid, content.rivers, branching=True)


def west(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """`west_of_psel_dnieper` is the land that those rivers cut off (rostov:11-soviet)."""
    content = contents[0]
    grid, masks = content.map.grid, content.map.masks
    if any(grid.find(label) < 0 for label in (*_WEST, _EAST)):
        return
    barred = {side for side, name in content.rivers.items() if name in _WALL}
    reached = _reached(grid, [grid.cell(label) for label in _WEST], barred)
    if reached >> grid.cell(_EAST) & 1:
        yield f"{files.hexsides.file}: {' and '.join(_WALL)} do not close off the west of the map."
        return
    for label in grid.labels((reached & ~masks["sea"]) ^ masks["west_of_psel_dnieper"]):
        yield f'{files.hexes.file}: "west_of_psel_dnieper" of hex {label} does not agree with hexsides.csv.'


def _reached(grid: Grid, frontier: list[int], barred: set[tuple[int, int]]) -> int:
    reached = 0
    while frontier:
        cell = frontier.pop()
        if not reached >> cell & 1:
            reached |= 1 << cell
            frontier += [n for n in grid.near[cell] if (min(cell, n), max(cell, n)) not in barred]
    return reached


def edges(files: Files, contents: Sequence[Content]) -> Iterator[str]:
    """Sources of supply stand on the edge that their row names."""
    content = contents[0]
    grid, masks = content.map.grid, content.map.masks
    for line, row in files.supply.numbered():
        if not masks[f"edge_{row.edge}"] >> grid.cell(row.hex) & 1:
            yield str(files.supply.error(line, f"hex {row.hex} is not on the {row.edge} edge."))


MAP_CHECKS = (rectangle, rivers, west, edges)
