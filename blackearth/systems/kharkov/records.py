"""What a row of each data file looks like. The columns are explained in docs/data.md."""

from __future__ import annotations

import datetime
from typing import Literal

from blackearth.lib.data_records import Row, Status

Side = Literal["soviet", "german"]
Edge = Literal["north", "east", "south", "west"]
Weather = Literal["good", "mud", "frost", "snow"]
Kind = Literal["infantry", "cavalry", "airborne", "mechanized", "anti_tank", "armour"]
Nation = Literal["soviet", "german", "romanian", "hungarian", "italian", "slovak"]


class HexRow(Row, frozen=True, kw_only=True):
    """A row of `map.csv`: one hex. Status and source are those of the terrain."""

    hex: str
    terrain: Literal["clear", "forest", "marsh", "difficult", "sea"]
    city: str = ""
    town: str = ""
    kharkov_control: Literal["", "soviet", "german"] = ""
    rostov_control: Literal["", "soviet", "german"] = ""
    west_of_psel_dnieper: bool = False


class HexsideRow(Row, frozen=True, kw_only=True):
    """A row of `hexsides.csv`: a river or a fortification between two hexes; a fortification has an `owner`."""

    hex_a: str
    hex_b: str
    kind: Literal["river", "major_river", "fortification"]
    name: str = ""
    owner: Literal["", "soviet", "german"] = ""


class LinkRow(Row, frozen=True, kw_only=True):
    """A row of `links.csv`: a railway or road from one hex to the next; `bridge` names the river it crosses."""

    hex_a: str
    hex_b: str
    kind: Literal["rail", "road"]
    routes: str
    bridge: str = ""


class FrontRow(Row, frozen=True, kw_only=True):
    """A row of `fronts.csv`: a hexside of a starting front, and the letters of the hexes on both sides of it."""

    front: Literal["kharkov", "rostov"]
    seq: int
    german_hex: str
    soviet_hex: str
    german_zone: str
    soviet_zone: str


class PlaceRow(Row, frozen=True, kw_only=True):
    """A row of `places.csv`: a city or a town, with its position on the ground in degrees."""

    place: str
    modern_name: str = ""
    hex: str
    kind: Literal["city", "town"]
    lat: float
    lon: float


class SupplyRow(Row, frozen=True, kw_only=True):
    """A row of `supply.csv`: a map edge hex that supplies; `star` and `star-r` are printed stars."""

    hex: str
    side: Side
    kind: Literal["star", "star-r", "edge"]
    edge: Edge
    line: str = ""


class UnitRow(Row, frozen=True, kw_only=True):
    """A row of `units.csv`: one unit. Status and source are those of its identity, `values_*` those of its numbers."""

    unit: str
    scenario: str
    side: Side
    nation: Nation
    designation: str
    name: str
    formation: str
    elite: Literal["", "guards", "ss"] = ""
    size: Literal["XXX", "XX", "X", "III"]
    kind: Kind
    armour: bool = False
    mechanized: bool = False
    group: str
    steps: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    move: int
    entrenched: int = 0
    stacking: float
    rail: float
    shift: bool = False
    zone: str = ""
    entry_turn: int = 0
    pool: str = ""
    values_status: Status
    values_source: str
    note: str = ""


class TerrainRow(Row, frozen=True, kw_only=True):
    """A row of `tables/tec.csv`: movement points and effects on combat of one feature.

    `frozen*` columns hold on frost and snow turns; `relief` is what an attacker on the defender's side gives back.
    """

    feature: str
    use: Literal["enter", "instead", "extra", "none", "never"]
    other: float = 0
    mechanized: float = 0
    frozen_other: float = 0
    frozen_mechanized: float = 0
    shift: int = 0
    frozen_shift: int = 0
    relief: int = 0
    armour: Literal["1", "1/2"] = "1"
    frozen_armour: Literal["1", "1/2"] = "1"
    defence: int = 1
    cites: tuple[str, ...]


class WeatherRow(Row, frozen=True, kw_only=True):
    """A row of `tables/weather.csv`: what a kind of weather does; a supply limit of 0 is none."""

    weather: Weather
    allowance: Literal["1", "1/2"]
    axis_mechanized: int
    frozen: bool = False
    german_supply: int
    soviet_supply: int
    attack: Literal["1", "1/2"]
    shift: int
    cites: tuple[str, ...]


class TurnRow(Row, frozen=True, kw_only=True):
    """A row of `turns.csv`: a game turn. Status and source are those of dates and weather, `values_*` of the rest."""

    scenario: str
    turn: int
    start: datetime.date
    end: datetime.date
    weather: Weather
    german_air: int
    soviet_air: int
    german_rail: int
    soviet_rail: int
    values_status: Status
    values_source: str


class SuggestedRow(Row, frozen=True, kw_only=True):
    """A row of a suggested set-up: where a unit stands."""

    unit: str
    hex: str
