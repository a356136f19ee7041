"""What the map sheet and the counters of Kharkov and Rostov show, as neutral records for the artist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from blackearth.core.drawing import (
    CounterPicture,
    EdgeHex,
    Face,
    FortSide,
    HexPicture,
    Link,
    MapPicture,
    PlacePicture,
    RiverSide,
)
from blackearth.core.mapdata import Place
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov.content import SIDES, SOVIET, Content
from blackearth.systems.kharkov.roster import Roster

#: Names of the terrains in the pictures.
_KINDS: Mapping[str, str] = MappingProxyType(
    {"forest": "woods", "marsh": "marsh", "difficult": "difficult", "sea": "sea"}
)
#: Colours of the counters (ms:A2a), and codes of the allies.
_NATIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "german": ("wehrmacht", ""),
        "soviet": ("redarmy", ""),
        "romanian": ("romania", "RO"),
        "hungarian": ("hungary", "HU"),
        "italian": ("italy", "IT"),
        "slovak": ("slovakia", "SK"),
    }
)
_SYMBOLS: Mapping[str, str] = MappingProxyType({"anti_tank": "antitank"})
_TITLES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "kharkov-1943": ("KHARKOV 1943", "VON MANSTEIN'S MASTERSTROKE · FEBRUARY AND MARCH 1943"),
        "rostov-1941": ("ROSTOV 1941", "THE RED ARMY'S FIRST VICTORY · NOVEMBER 1941 TO JANUARY 1942"),
    }
)
_GREAT = 10
"""From so many points on a city's name is set large."""


def pictures(content: Content) -> tuple[MapPicture, tuple[CounterPicture, ...]]:
    """The map sheet, with front and points of the scenario, and every counter."""
    roster = content.roster
    return map_picture(content), tuple(counter(roster, unit) for unit in range(len(roster)))


def counter(roster: Roster, unit: int) -> CounterPicture:
    """The counter of a unit, with a face for every number of steps, the second counter of double units included."""
    nation, code = _NATIONS[roster.nation[unit]]
    full = roster.steps[unit]
    return CounterPicture(
        id=roster.ids[unit],
        nation=roster.elite[unit] or nation,
        designation=roster.designation[unit],
        parent="" if roster.side[unit] == SOVIET else roster.group[unit],
        faces=tuple(Face(left, _values(roster, unit, left), reduced=left < full) for left in range(full, 0, -1)),
        entrenched=Face(full, f"{roster.entrenched[unit]}-0") if roster.entrenched[unit] else None,
        symbol=_SYMBOLS.get(roster.kind[unit], roster.kind[unit]),
        silhouette=_silhouette(roster, unit),
        size=roster.size[unit],
        steps=full,
        entry=str(roster.entry_turn[unit] or ""),
        code=code,
    )


def _silhouette(roster: Roster, unit: int) -> str:
    if roster.kind[unit] != "armour":
        return ""
    return "t34" if roster.side[unit] == SOVIET else "pz4"


def _values(roster: Roster, unit: int, left: int) -> str:
    """One combat strength where attack and defence are the same (ms:A2a), then the movement allowance."""
    attack, defence, move = roster.attack[unit][left], roster.defence[unit][left], roster.move[unit] // 2
    return f"{attack}-{move}" if attack == defence else f"{attack}-{defence}-{move}"


def map_picture(content: Content) -> MapPicture:
    """The map sheet with front and points of the scenario."""
    chart = content.map
    label = chart.grid.label
    title, subtitle = _TITLES[content.scenario.id]
    return MapPicture(
        name=content.scenario.front,
        title=title,
        subtitle=subtitle,
        pointy=False,
        hexes=tuple(
            HexPicture(label(cell), *chart.grid.centre(cell), _kinds(content, cell)) for cell in chart.grid.cells
        ),
        owners=SIDES,
        rivers=tuple(_rivers(content)),
        links=tuple(_links(content)),
        places=tuple(_place(content, place) for place in chart.places),
        fort_sides=tuple(_forts(content)),
        front=tuple((label(entry.german), label(entry.soviet)) for entry in content.front),
        edges=tuple(EdgeHex(label(cell), side) for side in SIDES for cell in cells(_edge(content, side))),
        kilometres=12.0,
    )


def _kinds(content: Content, cell: int) -> tuple[str, ...]:
    return tuple(word for feature, word in _KINDS.items() if content.map.masks[feature] >> cell & 1)


def _rivers(content: Content) -> Iterator[RiverSide]:
    label, major = content.map.grid.label, content.map.sides["major_river"]
    for (a, b), name in content.rivers.items():
        yield RiverSide(label(a), label(b), name, major.has(a, b))


def _links(content: Content) -> Iterator[Link]:
    label, bridge = content.map.grid.label, content.map.sides["bridge"]
    for kind in ("rail", "road"):
        for a, b in content.map.sides[kind]:
            yield Link(label(a), label(b), kind, bridge.has(a, b))


def _forts(content: Content) -> Iterator[FortSide]:
    """Works of a side, seen from its hex at the start."""
    label, masks = content.map.grid.label, content.map.masks
    for owner in SIDES:
        for a, b in content.map.sides[f"fort_{owner}"]:
            inner, outer = (a, b) if masks[f"{owner}_start"] >> a & 1 else (b, a)
            yield FortSide(owner, label(inner), label(outer))


def _place(content: Content, place: Place) -> PlacePicture:
    points = place.points.get(content.scenario.id, 0)
    rank = "village" if place.kind == "town" else "city" if points >= _GREAT else "large"
    woods = any(content.map.masks["forest"] >> cell & 1 for cell in place.cells)
    return PlacePicture(place.name, tuple(content.map.grid.label(c) for c in place.cells), rank, points, woods)


def _edge(content: Content, side: str) -> int:
    """The edge hexes where a side is supplied or comes onto the map."""
    mask = content.map.masks[f"{side}_supply"]
    for area in content.entries.values():
        if SIDES[area.side] == side:
            mask |= area.mask
    return mask
