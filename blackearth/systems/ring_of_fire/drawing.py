"""What the map sheet and the counters of Ring of Fire show, as neutral records for the artist."""

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
from blackearth.systems.ring_of_fire import content as data
from blackearth.systems.ring_of_fire.content import GERMAN, SIDES, SOVIET, Content
from blackearth.systems.ring_of_fire.roster import Roster

_NATIONS: Mapping[str, str] = MappingProxyType(
    {
        "Wehrmacht": "wehrmacht",
        "Waffen-SS": "ss",
        "Luftwaffe": "luftwaffe",
        "Red Army": "redarmy",
        "Guards": "guards",
        "Air Force": "sovietair",
    }
)
_SYMBOLS: Mapping[str, str] = MappingProxyType({"motor_rifle": "motorized", "tank": "armour"})
_ELITE = ("Waffen-SS", "GD")
"""Whose panzer regiments with the best rating are drawn as Tigers; those of others are Panthers."""


def pictures(content: Content) -> tuple[MapPicture, tuple[CounterPicture, ...]]:
    """The map sheet, with the victory points of the scenario, and every counter."""
    roster = content.roster
    return map_picture(content), tuple(counter(roster, unit) for unit in range(len(roster)))


def counter(roster: Roster, unit: int) -> CounterPicture:
    """The counter of a unit, with the colours of its nationality (rof:2.414) and a face for every number of
    steps (rof:2.41).
    """
    air = roster.kind[unit] == "air"
    return CounterPicture(
        id=roster.ids[unit],
        nation=_NATIONS[roster.branch[unit]],
        designation="AIR" if air else roster.designation[unit].split()[0],
        parent=_parent(roster, unit),
        faces=(Face(roster.steps[unit], "", rating=str(roster.air[unit])),) if air else _faces(roster, unit),
        symbol="" if air else _SYMBOLS.get(roster.kind[unit], roster.kind[unit]),
        silhouette=_silhouette(roster, unit),
        size=roster.echelon[unit],
        steps=roster.steps[unit],
        entry=str(roster.entry_turn[unit] or ""),
        air=air,
    )


def _parent(roster: Roster, unit: int) -> str:
    """Short name of what a unit belongs to: its corps or division, else the number of its army, as on the counters."""
    if roster.kind[unit] == "air":
        return roster.designation[unit].split()[-1]
    if roster.parent[unit]:
        return roster.parent[unit].split()[0]
    words = roster.formation[unit].split()
    return "".join(sign for sign in words[0] if sign.isdigit()) + ("G" if "Guards" in words else "")


def _silhouette(roster: Roster, unit: int) -> str:
    kind, variant = roster.kind[unit], roster.variant[unit]
    if kind == "air":
        return "ju87" if roster.side[unit] == GERMAN else "il2"
    if kind != "tank":
        return ""
    if roster.side[unit] == SOVIET:
        return "kv" if variant == "heavy" else "t34"
    if variant != "panzer":
        return "stug"
    if roster.tank[unit] < 4:
        return "pz4"
    return "tiger" if {roster.branch[unit], roster.parent[unit]} & set(_ELITE) else "panther"


def _faces(roster: Roster, unit: int) -> tuple[Face, ...]:
    full = roster.steps[unit]
    rating = str(roster.tank[unit] or "")
    return tuple(
        Face(left, _values(roster, unit, left), rating=rating, reduced=left <= full / 2) for left in range(full, 0, -1)
    )


def _values(roster: Roster, unit: int, left: int) -> str:
    """Soviet counters show attack, defence and movement, German ones one combat strength and movement."""
    attack, defence, move = roster.attack[unit][left], roster.defence[unit][left], roster.move[unit] // 2
    return f"{attack}-{defence}-{move}" if roster.side[unit] == SOVIET else f"{defence}-{move}"


def map_picture(content: Content) -> MapPicture:
    """The map sheet with the victory points of the scenario."""
    chart = content.map
    label = chart.grid.label
    woods = chart.masks["forest"]
    named = {name for scenario in data.scenario_ids() for name in data.load(scenario).scenario.points}
    road, bridge = chart.sides["road"], chart.sides["bridge"]
    return MapPicture(
        name="rof",
        title="RING OF FIRE",
        subtitle="THE FOURTH BATTLE FOR KHARKOV · AUGUST 1943",
        pointy=True,
        hexes=tuple(
            HexPicture(label(cell), *chart.grid.centre(cell), ("woods",) if woods >> cell & 1 else ())
            for cell in chart.grid.cells
        ),
        owners=SIDES,
        rivers=tuple(_rivers(content)),
        links=tuple(Link(label(a), label(b), "road", bridge.has(a, b)) for a, b in road),
        places=tuple(_place(content, place, named, woods) for place in chart.places),
        belts=(FortBelt("german", tuple(label(cell) for cell in cells(chart.masks["fort"]))),),
        edges=tuple(
            EdgeHex(label(cell), side) for side in SIDES for cell in cells(chart.masks[f"{side}_edge"])
        ),
        kilometres=5.0,
        lean=11.0,
    )  # fmt: skip


def _rivers(content: Content) -> Iterator[RiverSide]:
    label, major = content.map.grid.label, content.map.sides["major_river"]
    for (a, b), name in content.rivers.items():
        yield RiverSide(label(a), label(b), name.removesuffix(" River"), major.has(a, b))


def _place(content: Content, place: Place, named: set[str], woods: int) -> PlacePicture:
    """A place; one that only continues a town of the same name has its hex in brackets and is not named again."""
    label = content.map.grid.label
    count = len(place.cells)
    rank = "city" if count > 3 else "large" if count > 1 else "town" if place.name in named else "village"
    return PlacePicture(
        "" if "(" in place.name else place.name,
        tuple(label(cell) for cell in place.cells),
        rank,
        place.points.get(content.scenario.id, 0),
        woods=any(woods >> cell & 1 for cell in place.cells),
    )
