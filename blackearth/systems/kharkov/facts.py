"""What stands in the TOML files of the scenarios and of the series; the comments there and docs/data.md explain it."""

from __future__ import annotations

from typing import Literal

import msgspec

from blackearth.lib.data_records import Status
from blackearth.systems.kharkov.records import Kind, Nation, Side, Weather

Mode = Literal["neutral", "offensive", "defensive"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all parts of a file: unknown keys are faults."""


class Cited(Part, frozen=True, kw_only=True):
    """A part that names the rule it comes from."""

    cite: str


class BySide(Part, frozen=True, kw_only=True):
    """A number for each side."""

    soviet: int
    german: int

    def of(self, side: int) -> int:
        """The number of side 0 (Soviet) or 1 (German)."""
        return self.german if side else self.soviet


class SeriesFile(Part, frozen=True, kw_only=True):
    """`series.toml`: numbers that hold in both games.

    Attributes:
        stacking: divisions a hex may hold at the end of a phase (ms:F7).
        cancel: own air markers that cancel one enemy marker, by the side that pays (ms:D).
        interdiction: enemy rail points lost to one marker, by the side that pays (ms:I).
        air_per_combat: markers a side may use in a combat (ms:G2).
        air_shift: columns a marker shifts (ms:G2).
        below_modifier: added to the die when the ratio is below the first column (ms:G2).
        armour_zone_cost: movement points armour pays on top for going from zone to zone (ms:F3b).
        city_isolation: turns of isolation that reduce a unit in a city (ms:J).
        lures: dummy markers of each side (ms:M2); our default.
    """

    stacking: BySide
    cancel: BySide
    interdiction: BySide
    air_per_combat: int
    air_shift: int
    below_modifier: int
    armour_zone_cost: int
    city_isolation: int
    lures: BySide
    status: Status
    source: str
    lures_status: Status
    lures_source: str


class SetupEntry(Cited, frozen=True, kw_only=True):
    """A step of the set-up: the units of these zones."""

    side: Side
    title: str
    zones: tuple[str, ...]


class ZoneEntry(Cited, frozen=True, kw_only=True):
    """A set-up zone that is not a stretch of the front."""

    name: str
    side: Side
    hexes: tuple[str, ...]


class AreaEntry(Cited, frozen=True, kw_only=True):
    """Where units come onto the map: hexes, or all of a feature of the map; `rail`: along the railways."""

    id: str
    side: Side
    hexes: tuple[str, ...] = ()
    feature: str = ""
    rail: bool = False


class ArrivalEntry(Cited, frozen=True, kw_only=True):
    """Units that arrive: those named, or so many drawn at random from a pool, on each of the turns."""

    turns: tuple[int, ...]
    side: Side
    name: str
    entries: tuple[str, ...]
    units: tuple[str, ...] = ()
    pool: str = ""
    draw: int = 0


class ArmyEntry(Part, frozen=True, kw_only=True):
    """A Soviet army: its mark on the counters, its mode at the start and the modes it may never have."""

    group: str
    name: str
    mode: Mode = "neutral"
    never: tuple[Mode, ...] = ()


class ModesEntry(Part, frozen=True, kw_only=True):
    """The modes of the armies (kharkov:8-modes): odds columns by mode, directions barred to Offensive ones."""

    neutral_shift: int
    offensive_shift: int
    defensive_shift: int
    barred: tuple[str, ...]
    following: dict[Mode, tuple[Mode, ...]]


class WinterEntry(Part, frozen=True, kw_only=True):
    """General Winter (rostov:6): columns in a side's favour in every combat, in such weather."""

    side: Side
    shift: int
    weather: tuple[Weather, ...]


class TimoshenkoEntry(Part, frozen=True, kw_only=True):
    """General Timoshenko (rostov:7): columns for one attack of each army; from when reserves and air may join."""

    shift: int
    reserve: str
    reserve_from: int
    air_from: int


class WithdrawalEntry(Part, frozen=True, kw_only=True):
    """The departure of units (rostov:9-withdrawal): how many, how many of them German, with how many steps."""

    turn: int
    side: Side
    units: int
    german: int
    steps: int


class LossEntry(Cited, frozen=True, kw_only=True):
    """Points a side scores for losses of some enemy units; the first entry that fits a unit counts.

    Empty filters let all units pass. `per` says whether points are for each step lost or for the whole unit.
    """

    scorer: Side
    nations: tuple[Nation, ...] = ()
    kinds: tuple[Kind, ...] = ()
    elite: Literal["", "guards", "ss"] = ""
    armour: bool | None = None
    mechanized: bool | None = None
    steps: tuple[int, ...] = ()
    per: Literal["step", "unit"]
    eliminated: int
    reduced: int = 0


class BonusEntry(Cited, frozen=True, kw_only=True):
    """Points for a side with a supplied unit in a hex of a feature when the game ends; ``where`` says it in words."""

    side: Side
    points: int
    feature: str
    where: str


class LevelEntry(Part, frozen=True, kw_only=True):
    """A victory level: reached with `least` German points net of the Soviet ones; None: with any number."""

    winner: Literal["", "soviet", "german"]
    level: str
    name: str
    least: int | None = None


class ScenarioFile(Part, frozen=True, kw_only=True):
    """A scenario as it stands in its file.

    Attributes:
        first_player: who goes first in every game turn.
        front: `kharkov` or `rostov`: the front of `fronts.csv` and the control column of `map.csv`.
        suggested: file of the suggested set-up.
        stars: which kinds of `supply.csv` supply the Soviets.
        depth: hexes from the front within which a side sets up.
        partisans: a city without a unit is Soviet if only the Soviets can trace supply to it (kharkov:10-cities).
        mechanized_shift: units marked `shift` give a column each (rostov:1-shift).
        apart: nations that neither stack nor attack together (rostov:1-allies).
        zero_defence: the odds column against units without a defence, or empty (rostov:1-zero).
        points: points of each city for whoever controls it at the end.
        levels: from the most German one down.
    """

    id: str
    name: str
    cite: str
    text: str
    status: Status
    source: str
    first_turn: int
    last_turn: int
    length_status: Status
    length_source: str
    first_player: Side
    front: Literal["kharkov", "rostov"]
    suggested: str
    stars: tuple[Literal["star", "star-r"], ...]
    depth: BySide
    partisans: bool = False
    mechanized_shift: bool = False
    apart: tuple[Nation, ...] = ()
    zero_defence: str = ""
    modes: ModesEntry | None = None
    winter: WinterEntry | None = None
    timoshenko: TimoshenkoEntry | None = None
    withdrawal: WithdrawalEntry | None = None
    armies: tuple[ArmyEntry, ...]
    zones: tuple[ZoneEntry, ...] = ()
    setup: tuple[SetupEntry, ...]
    entries: tuple[AreaEntry, ...]
    arrivals: tuple[ArrivalEntry, ...]
    points: dict[str, int]
    bonuses: tuple[BonusEntry, ...] = ()
    losses: tuple[LossEntry, ...]
    levels: tuple[LevelEntry, ...]
