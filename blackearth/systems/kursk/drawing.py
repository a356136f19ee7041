"""What the map sheet and the counters of Kursk show, as neutral records for the artist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from blackearth.core.drawing import (
    CounterPicture,
    EdgeHex,
    Face,
    FortBelt,
    HexPicture,
    Link,
    MapPicture,
    PlacePicture,
    RiverSide,
)
from blackearth.core.mapdata import Place
from blackearth.hexes.mask import cells
from blackearth.systems.kursk.content import SIDES, SOVIET, Content
from blackearth.systems.kursk.roster import Roster

#: Names of the terrains in the pictures.
_KINDS: Mapping[str, str] = MappingProxyType({"forest": "woods", "swamp": "marsh"})
_NATIONS: Mapping[str, str] = MappingProxyType({"german": "wehrmacht", "soviet": "redarmy", "hungarian": "hungary"})
_AIR: Mapping[str, str] = MappingProxyType({"german": "luftwaffe", "soviet": "sovietair"})
_SYMBOLS: Mapping[str, str] = MappingProxyType({"anti_tank": "antitank", "ground_support": "airbase", "aircraft": ""})
#: German tanks that are not of the usual kind, by group.
_TANKS: Mapping[str, str] = MappingProxyType({"(2)-8": "panther", "(1)-8": "tiger", "(1)-8-F": "stug", "6-8": "tiger"})
#: How the strength of limited units is printed (kursk:combat-D, E and F).
_LIMITED: Mapping[str, str] = MappingProxyType({"": "{}", "attack": "{}A", "defence": "{}D", "bracketed": "({})"})
_DATES: Mapping[str, str] = MappingProxyType({"may": "MAY 1943", "jun": "JUNE 1943", "jul": "JULY 1943"})
_BATTLES: Mapping[str, str] = MappingProxyType(
    {
        "aug3": "THE GERMAN DEFENCE · AUGUST 1943",
        "aug3-historical": "THE SOVIET SUMMER OFFENSIVE · AUGUST 1943",
    }
)
_GREAT = 20
"""From so many points on a city's name is set large."""
_KILOMETRES = 16.1
"""Ten miles."""


def pictures(content: Content) -> tuple[MapPicture, tuple[CounterPicture, ...]]:
    """The map sheet, with front and points of the scenario, and every counter."""
    roster = content.roster
    return map_picture(content), tuple(counter(roster, unit) for unit in range(len(roster)))


def counter(roster: Roster, unit: int) -> CounterPicture:
    """The counter of a unit; the two counters of an air unit are pictures of their own (kursk:air-A)."""
    nation, kind = roster.nation[unit], roster.kind[unit]
    air = kind in ("ground_support", "aircraft")
    colours = _AIR[nation] if air else roster.elite[unit] or _NATIONS[nation]
    return CounterPicture(
        id=roster.ids[unit],
        nation=colours,
        designation=roster.designation[unit],
        faces=(_face(roster, unit),),
        symbol=_SYMBOLS.get(kind, kind),
        silhouette=_silhouette(roster, unit),
        size=roster.size[unit],
        steps=1,
        code="H" if nation == "hungarian" else "",
        air=kind == "aircraft",
    )


def _face(roster: Roster, unit: int) -> Face:
    """Aircraft show their range, bases their movement, all others strength and movement."""
    if roster.kind[unit] == "aircraft":
        return Face(1, "", rating=str(roster.range[unit]))
    move = str(roster.move[unit] // 2)
    if roster.kind[unit] == "ground_support":
        return Face(1, move)
    strength = max(roster.attack[unit], roster.defence[unit])
    return Face(1, f"{_LIMITED[roster.limited[unit]].format(strength)}-{move}")


def _silhouette(roster: Roster, unit: int) -> str:
    soviet = roster.side[unit] == SOVIET
    if roster.kind[unit] == "aircraft":
        return "il2" if soviet else "ju87"
    if roster.kind[unit] != "armour":
        return ""
    return "t34" if soviet else _TANKS.get(roster.group[unit], "pz4")


def map_picture(content: Content) -> MapPicture:
    """The map sheet with the active lines, the front and the points of the scenario."""
    chart = content.map
    label = chart.grid.label
    scenario = content.scenario.id
    return MapPicture(
        name=scenario,
        title="KURSK 1943",
        subtitle=_BATTLES.get(scenario) or f"OPERATION ZITADELLE · {_DATES[scenario[:3]]}",
        pointy=False,
        hexes=tuple(
            HexPicture(label(cell), *chart.grid.centre(cell), _kinds(content, cell)) for cell in chart.grid.cells
        ),
        owners=SIDES,
        rivers=tuple(RiverSide(label(a), label(b), name) for (a, b), name in content.rivers.items()),
        links=tuple(Link(label(a), label(b), "rail", chart.sides["bridge"].has(a, b)) for a, b in chart.sides["rail"]),
        places=tuple(_place(content, place) for place in chart.places),
        belts=tuple(_belts(content)),
        front=tuple((label(german), label(soviet)) for german, soviet in content.front),
        edges=tuple(EdgeHex(label(cell), side) for side in SIDES for cell in cells(_edge(content, side))),
        kilometres=_KILOMETRES,
    )


def _kinds(content: Content, cell: int) -> tuple[str, ...]:
    return tuple(word for feature, word in _KINDS.items() if content.map.masks[feature] >> cell & 1)


def _belts(content: Content) -> Iterator[FortBelt]:
    """Active lines and fortified cities; inactive lines are open country (kursk:setup-fortified)."""
    chart = content.map
    for name in content.scenario.lines:
        owner = SIDES[0] if name.startswith(SIDES[0]) else SIDES[1]
        yield FortBelt(owner, tuple(chart.grid.label(cell) for cell in chart.lines[name]))
    for owner in SIDES:
        lone = chart.masks[f"{owner}_cities"] & ~chart.masks[f"{owner}_lines"]
        for cell in cells(lone):
            yield FortBelt(owner, (chart.grid.label(cell),))


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
