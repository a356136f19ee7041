"""What a picture shows, as plain values: a map sheet and counters, without any system's names in it.

A system turns its data into these records; `blackearth.art` turns the records into SVG. Centres are in hexes (one hex
is 1.0 from side to side), x to the right and y down, as `Grid.centre` gives them, so the artist finds neighbours
without knowing how labels are made.
"""

from __future__ import annotations

import msgspec


class HexPicture(msgspec.Struct, frozen=True):
    """One hex: its label, its centre in hexes, and the terrains that fill it (`woods`, `marsh`, `difficult`, `sea`)."""

    label: str
    x: float
    y: float
    kinds: tuple[str, ...] = ()


class RiverSide(msgspec.Struct, frozen=True):
    """A hexside between the hexes `a` and `b` along which the river `name` runs."""

    a: str
    b: str
    name: str
    major: bool = False


class Link(msgspec.Struct, frozen=True):
    """A road or railway between the centres of two neighbouring hexes; `bridge` when it crosses a river there."""

    a: str
    b: str
    kind: str = "road"
    bridge: bool = False


class PlacePicture(msgspec.Struct, frozen=True):
    """A named place. `rank` is `village`, `town`, `large` or `city`; `points` are victory points (or 0)."""

    name: str
    hexes: tuple[str, ...]
    rank: str = "village"
    points: int = 0
    woods: bool = False


class FortBelt(msgspec.Struct, frozen=True):
    """Fortified hexes that are drawn as one outlined belt."""

    owner: str
    hexes: tuple[str, ...]


class FortSide(msgspec.Struct, frozen=True):
    """A fortification on one hexside: it lies in `hex` and faces the hex `toward`."""

    owner: str
    hex: str
    toward: str


class EdgeHex(msgspec.Struct, frozen=True):
    """A hex on the rim of the map whose outer sides belong to `owner`."""

    label: str
    owner: str


class MapPicture(msgspec.Struct, frozen=True, kw_only=True):
    """A whole map sheet.

    `name` is a short word that keeps the ids of two maps on one page apart. `owners` are the two sides: the first one
    is drawn in red, the second in field grey. `front` is an ordered chain of hexsides. `lean` turns the compass needle,
    in degrees to the right.
    """

    name: str
    title: str
    subtitle: str
    pointy: bool
    hexes: tuple[HexPicture, ...]
    owners: tuple[str, str]
    rivers: tuple[RiverSide, ...] = ()
    links: tuple[Link, ...] = ()
    places: tuple[PlacePicture, ...] = ()
    belts: tuple[FortBelt, ...] = ()
    fort_sides: tuple[FortSide, ...] = ()
    front: tuple[tuple[str, str], ...] = ()
    edges: tuple[EdgeHex, ...] = ()
    kilometres: float = 5.0
    lean: float = 0.0


class Face(msgspec.Struct, frozen=True):
    """What a counter shows with so many steps left. `reduced` gives it the white band of a weakened side."""

    steps: int
    values: str
    rating: str = ""
    reduced: bool = False


class CounterPicture(msgspec.Struct, frozen=True, kw_only=True):
    """One counter.

    `nation` chooses the colours (see `blackearth.art.palette.NATIONS`); `symbol` is the name of a NATO symbol and
    `silhouette`, when given, of a vehicle or aircraft drawn instead of it; with both, a page may show either. `steps`
    is the full number of steps (0 or 1: no pips). `faces` has one entry for each number of steps the unit can have,
    `entrenched` is the side that shows while it lies in its trenches.
    `entry` is the turn on which it arrives, as text; `code` a nation code.
    """

    id: str
    nation: str
    designation: str
    faces: tuple[Face, ...]
    entrenched: Face | None = None
    symbol: str = ""
    silhouette: str = ""
    size: str = ""
    parent: str = ""
    steps: int = 1
    entry: str = ""
    code: str = ""
    air: bool = False


ACROSS = 64.0
"""Map units (u) from a hexside to the opposite one, on every sheet."""
MARGIN = 40.0
"""Margin of a sheet round its hexes, in u."""
FOOT = 150.0
"""Bottom margin with title, scale and compass, in u."""


class Layout(msgspec.Struct, frozen=True):
    """Where the hexes lie on the drawn sheet: centres by label and the size of the sheet, in u from its upper left."""

    at: dict[str, tuple[float, float]]
    width: float
    height: float


def layout(picture: MapPicture) -> Layout:
    """The places of a picture's hexes on its sheet, for everything that is drawn over the sheet."""
    corner = ACROSS / 3**0.5
    wide, high = (ACROSS / 2, corner) if picture.pointy else (corner, ACROSS / 2)
    left = min(h.x for h in picture.hexes) * ACROSS - wide - MARGIN
    top = min(h.y for h in picture.hexes) * ACROSS - high - MARGIN
    return Layout(
        at={h.label: (h.x * ACROSS - left, h.y * ACROSS - top) for h in picture.hexes},
        width=max(h.x for h in picture.hexes) * ACROSS + wide + MARGIN - left,
        height=max(h.y for h in picture.hexes) * ACROSS + high + FOOT - top,
    )
