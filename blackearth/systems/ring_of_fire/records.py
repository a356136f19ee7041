"""What a row of each data file looks like. The columns are explained in docs/data.md."""

from __future__ import annotations

import datetime
from typing import Literal

import msgspec

from blackearth.lib.data_records import Row, Status

Side = Literal["soviet", "german"]
Edge = Literal["north", "east", "south", "west"]
Kind = Literal["infantry", "airborne", "motor_rifle", "recon", "tank", "air"]


class HexRow(Row, frozen=True, kw_only=True):
    """A row of `map.csv`: one hex. Status and source are those of the terrain."""

    hex: str
    terrain: Literal["clear", "forest"]
    town: str = ""
    fort: bool = False
    control: Side
    east_of_donets: bool = False
    edge_owner: Literal["", "soviet", "german"] = ""
    german_supply: bool = False


class HexsideRow(Row, frozen=True, kw_only=True):
    """A row of `hexsides.csv`: a river between two hexes."""

    hex_a: str
    hex_b: str
    kind: Literal["minor_river", "major_river"]
    name: str


class LinkRow(Row, frozen=True, kw_only=True):
    """A row of `links.csv`: a road from one hex to the next; `bridge` names the river it crosses."""

    hex_a: str
    hex_b: str
    kind: Literal["road"]
    roads: str
    bridge: str = ""


class RoadRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of `roads.csv`: a road and the places on its way."""

    road: str
    course: str


class PlaceRow(Row, frozen=True, kw_only=True):
    """A row of `places.csv`: a town, with its position on the ground in degrees."""

    place: str
    modern_name: str = ""
    hexes: tuple[str, ...]
    lat: float
    lon: float


class LineRow(Row, frozen=True, kw_only=True):
    """A row of `lines.csv`: the hex at one place of a line."""

    line: str
    seq: int
    hex: str


class UnitRow(Row, frozen=True, kw_only=True):
    """A row of `units.csv`: one unit. Status and source are those of its identity, `values_*` those of its numbers."""

    unit: str
    side: Side
    designation: str
    name: str
    parent: str = ""
    formation: str
    branch: str
    size: Literal["", "XX", "X", "III", "II", "KG"] = ""
    class_: Literal["leg", "mobile", "air"] = msgspec.field(name="class")
    kind: Kind
    variant: str = ""
    independent: bool = False
    stacking: int
    steps: int
    attack: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()
    move: int = 0
    tank: int = 0
    air: int = 0
    replacement: Literal["", "leg", "mobile"] = ""
    entry_turn: int = 0
    entry_edge: Literal["", "north", "east", "south", "west"] = ""
    mix: Literal["core", "optional"]
    zone: str = ""
    values_status: Status
    values_source: str
    note: str = ""


class TerrainRow(Row, frozen=True, kw_only=True):
    """A row of `tables/tec.csv`: movement points and effects on combat of one feature."""

    feature: str
    use: Literal["enter", "instead", "extra", "none"]
    leg: float = 0
    mobile: float = 0
    shift: int = 0
    leg_attack: Literal["1", "1/2", "1/4", "no"] = "1"
    mobile_attack: Literal["1", "1/2", "1/4", "no"] = "1"
    cites: tuple[str, ...]


class TurnRow(Row, frozen=True, kw_only=True):
    """A row of `turns.csv`: a game turn and the replacement steps of both sides."""

    turn: int
    date: datetime.date
    barrages: int
    air_withdrawn: int
    soviet_leg: int
    soviet_mobile: int
    soviet_status: Status
    soviet_source: str
    german_leg: int
    german_mobile: int
    german_status: Status
    german_source: str


class SuggestedRow(Row, frozen=True, kw_only=True):
    """A row of a suggested set-up: where a unit stands and whether it is in reserve."""

    unit: str
    hex: str
    reserve: bool = False


class CounterRow(Row, frozen=True, kw_only=True):
    """A row of `counters.csv`: how many counters of a group there are; a control sum for the other files."""

    group: str
    count: int


class TurnOne(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is different on turn 1.

    Attributes:
        german_reserves_frozen: no German reserve may be committed to a battle of the Soviet player turn.
        soviet_mobile_frozen: Soviet mobile units neither move nor attack in the Movement and Combat Phase.
        soviet_independent_frozen: this holds for independent tank brigades, too.
        soviet_independent_east_frozen_all_turn: those set up east of the Donets do neither all turn.
    """

    german_reserves_frozen: bool
    soviet_mobile_frozen: bool
    soviet_independent_frozen: bool
    soviet_independent_east_frozen_all_turn: bool


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A victory level: reached with `least` Soviet points net of the German ones; None: with any number."""

    winner: Literal["", "soviet", "german"]
    level: str
    name: str
    least: int | None = None


class ExitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of the map edge where a side may leave, and the points a unit earns."""

    side: Side
    edge: Edge
    points: int
    from_: str = msgspec.field(name="from", default="")
    to: str = ""


class ReinforcementEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that arrive together."""

    turn: int
    side: Side
    formation: str
    edge: Edge
    units: tuple[str, ...]


class ZoneEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where units may be set up: hexes with all of some features and none of others, perhaps within a distance."""

    cite: str
    all: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    within: int = 0
    of: str = ""


class SetupEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the set-up: the units of these zones, and the line that must be closed when it ends."""

    side: Side
    title: str
    zones: tuple[str, ...]
    covers: str = ""
    covered_by: Literal["", "leg", "all"] = ""


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as it stands in its file."""

    id: str
    name: str
    cite: str
    text: str
    status: Status
    source: str
    first_turn: int
    last_turn: int
    first_player: Side
    barrages: int
    suggested: str
    turn_one: TurnOne
    points: dict[str, int]
    levels: tuple[Level, ...]
    exits: tuple[ExitEntry, ...]
    reinforcements: tuple[ReinforcementEntry, ...]
    zones: dict[str, ZoneEntry]
    setup: tuple[SetupEntry, ...]
