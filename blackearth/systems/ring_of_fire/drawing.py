"""What the map sheet and the counters of Ring of Fire show, as neutral records for the artist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
from blackearth.hexes.grid import Grid
from blackearth.systems.ring_of_fire.records import HexRow, HexsideRow, LinkRow, PlaceRow, UnitRow

_NATIONS: Mapping[str, str] = {
    "Wehrmacht": "wehrmacht",
    "Waffen-SS": "ss",
    "Luftwaffe": "luftwaffe",
    "Red Army": "redarmy",
    "Guards": "guards",
    "Air Force": "sovietair",
}
_SYMBOLS: Mapping[str, str] = {
    "infantry": "infantry",
    "airborne": "airborne",
    "motor_rifle": "motorized",
    "recon": "recon",
    "tank": "armour",
}


def counter(unit: UnitRow) -> CounterPicture:
    """The counter of a unit, with a face for every number of steps (rof:2.31, rof:2.32)."""
    return CounterPicture(
        id=unit.unit,
        nation=_NATIONS[unit.branch],
        designation="AIR" if unit.class_ == "air" else unit.designation.split()[0],
        parent=_parent(unit),
        faces=_faces(unit),
        symbol=_SYMBOLS.get(unit.kind, ""),
        silhouette=_silhouette(unit),
        size=unit.size,
        steps=unit.steps,
        entry=str(unit.entry_turn) if unit.entry_turn else "",
        air=unit.class_ == "air",
    )


def _parent(unit: UnitRow) -> str:
    """Short name of the formation: the corps or division, else the number of the army, as on the counters."""
    if unit.class_ == "air":
        return unit.designation.split()[-1]
    if unit.parent:
        return unit.parent.split()[0]
    words = unit.formation.split()
    number = "".join(sign for sign in words[0] if sign.isdigit())
    return number + ("G" if "Guards" in words else "")


def _silhouette(unit: UnitRow) -> str:
    if unit.class_ == "air":
        return "ju87" if unit.side == "german" else "il2"
    if unit.kind != "tank":
        return ""
    if unit.side == "soviet":
        return "kv" if unit.variant == "heavy" else "t34"
    if not unit.unit.endswith("-Pz"):
        return "stug"
    if unit.tank < 4:
        return "pz4"
    return "tiger" if unit.branch == "Waffen-SS" or unit.parent == "GD" else "panther"


def _faces(unit: UnitRow) -> tuple[Face, ...]:
    if unit.class_ == "air":
        return (Face(0, "", rating=str(unit.air)),)
    rating = str(unit.tank) if unit.tank else ""
    return tuple(
        Face(
            steps=unit.steps - lost,
            values=_values(unit, lost),
            rating=rating,
            reduced=lost >= unit.steps / 2,
        )
        for lost in range(unit.steps)
    )


def _values(unit: UnitRow, lost: int) -> str:
    """Soviet counters show attack, defence and movement, German ones one combat strength and movement."""
    attack, defence = unit.attack[lost], unit.defence[lost]
    return f"{attack}-{defence}-{unit.move}" if unit.side == "soviet" else f"{defence}-{unit.move}"


def map_picture(
    grid: Grid,
    hexes: Sequence[HexRow],
    rivers: Iterable[HexsideRow],
    links: Iterable[LinkRow],
    places: Iterable[PlaceRow],
    points: Mapping[str, int],
) -> MapPicture:
    """The map sheet with the victory points of a scenario (place name to points)."""
    woods = {row.hex for row in hexes if row.terrain == "forest"}
    return MapPicture(
        name="rof",
        title="RING OF FIRE",
        subtitle="THE FOURTH BATTLE FOR KHARKOV · AUGUST 1943",
        pointy=True,
        hexes=tuple(_hex(grid, row) for row in hexes),
        owners=("soviet", "german"),
        rivers=tuple(
            RiverSide(r.hex_a, r.hex_b, r.name.removesuffix(" River"), r.kind == "major_river") for r in rivers
        ),
        links=tuple(Link(link.hex_a, link.hex_b, link.kind, bool(link.bridge)) for link in links),
        places=tuple(_place(row, points.get(row.place, 0), woods) for row in places),
        belts=(FortBelt("german", tuple(row.hex for row in hexes if row.fort)),),
        edges=tuple(EdgeHex(row.hex, row.edge_owner) for row in hexes if row.edge_owner),
        kilometres=5.0,
        lean=11.0,
    )


def _hex(grid: Grid, row: HexRow) -> HexPicture:
    x, y = grid.centre(grid.cell(row.hex))
    return HexPicture(row.hex, x, y, ("woods",) if row.terrain == "forest" else ())


def _place(row: PlaceRow, points: int, woods: set[str]) -> PlacePicture:
    count = len(row.hexes)
    rank = "city" if count > 3 else "large" if count > 1 else "village" if row.status == "reconstructed" else "town"
    name = "" if "(" in row.place else row.place
    return PlacePicture(name, row.hexes, rank, points, woods=any(label in woods for label in row.hexes))
