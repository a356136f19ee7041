"""What a row of each data file looks like. The columns are explained in docs/data.md."""

from __future__ import annotations

import datetime
from typing import Literal

from blackearth.lib.data_records import Row, Status

Side = Literal["soviet", "german"]
Edge = Literal["north", "east", "south", "west"]
Line = Literal["german_line", "hagen_line", "soviet_line_1", "soviet_line_2", "soviet_line_3"]
Kind = Literal[
    "infantry", "cavalry", "motorized", "armour", "artillery", "anti_tank", "ground_support", "aircraft"
]  # fmt: skip


class HexRow(Row, frozen=True, kw_only=True):
    """A row of `map.csv`: one hex. Status and source are those of the terrain."""

    hex: str
    terrain: Literal["clear", "forest", "swamp"]
    july_control: Side
    august_control: Side


class HexsideRow(Row, frozen=True, kw_only=True):
    """A row of `hexsides.csv`: a river between two hexes."""

    hex_a: str
    hex_b: str
    kind: Literal["river"]
    name: str


class LinkRow(Row, frozen=True, kw_only=True):
    """A row of `links.csv`: a railway from one hex to the next, in all scenarios or in those named."""

    hex_a: str
    hex_b: str
    kind: Literal["rail"]
    routes: str
    bridge: str = ""
    scenarios: tuple[str, ...] = ()


class ExitRow(Row, frozen=True, kw_only=True):
    """A row of `exits.csv`: a hex where a railway leaves the map, and whom it supplies, if anybody."""

    hex: str
    side: Literal["", "soviet", "german"] = ""
    edge: Edge
    line: str
    towards: str


class PlaceRow(Row, frozen=True, kw_only=True):
    """A row of `places.csv`: a city or a town; `works` is the side that owns the fortifications of a city."""

    place: str
    hex: str
    kind: Literal["city", "town"]
    works: Literal["", "soviet", "german"] = ""
    lat: float
    lon: float


class LineRow(Row, frozen=True, kw_only=True):
    """A row of `lines.csv`: a hex of a fortified line."""

    line: Line
    owner: Side
    seq: int
    hex: str


class FrontRow(Row, frozen=True, kw_only=True):
    """A row of `fronts.csv`: a hexside of a starting front."""

    front: Literal["july", "august"]
    seq: int
    german_hex: str
    soviet_hex: str


class UnitRow(Row, frozen=True, kw_only=True):
    """A row of `units.csv`: one counter. Status and source are those of its identity, `values_*` of its numbers."""

    unit: str
    side: Side
    nation: Literal["soviet", "german", "hungarian"]
    elite: Literal["", "guards", "ss"] = ""
    designation: str
    name: str
    formation: str
    army: str = ""
    group: str
    kind: Kind
    size: Literal["", "XXX", "XX", "X", "II", "KG"] = ""
    motorized: bool = False
    attack: int
    defence: int
    move: int
    limited: Literal["", "attack", "defence", "bracketed"] = ""
    zone: bool = False
    stacking: Literal["full", "small", "air", "none"]
    range: int = 0
    base: str = ""
    kampfgruppe: str = ""
    values_status: Status
    values_source: str
    note: str = ""


class OrderRow(Row, frozen=True, kw_only=True):
    """A row of `oob.csv`: how many units of a type a side has at the start of a scenario."""

    scenario: str
    side: Side
    group: str
    count: int


class TerrainRow(Row, frozen=True, kw_only=True):
    """A row of `tables/tec.csv`: movement points and die modifier of one feature or circumstance.

    The points of all rows but `clear` come on top; those of works hold for the enemy of their owner.
    """

    feature: str
    motorized: int
    other: int
    die: int
    cites: tuple[str, ...]


class TurnRow(Row, frozen=True, kw_only=True):
    """A row of `turns.csv`: a game turn."""

    scenario: str
    turn: int
    start: datetime.date
    end: datetime.date


class SuggestedRow(Row, frozen=True, kw_only=True):
    """A row of a set-up: where a unit stands."""

    unit: str
    hex: str
