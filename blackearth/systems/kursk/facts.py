"""What stands in the TOML files of the scenarios and in `numbers.toml`; docs/data.md and comments there explain it."""

from __future__ import annotations

from typing import Literal

import msgspec

from blackearth.lib.data_records import Status
from blackearth.systems.kursk.records import Line, Side


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all parts of a file: unknown keys are faults."""


class Cited(Part, frozen=True, kw_only=True):
    """A part that names the rule it comes from."""

    cite: str


class Stacking(Part, frozen=True, kw_only=True):
    """What a hex may hold (kursk:stacking-A and following, KUR-05).

    Attributes:
        full: divisions, corps and air units.
        free: small units beside them that do not count.
        small: further small units that count as one full unit, begun ones as well.
    """

    full: int
    free: int
    small: int


class Integrity(Part, frozen=True, kw_only=True):
    """The farthest a unit of a group may be from another one of its army (kursk:opt-army-integrity)."""

    group: str
    distance: int


class LevelEntry(Part, frozen=True, kw_only=True):
    """A victory level and the ratio of own to enemy points it takes (kursk:victory-levels)."""

    id: str
    name: str
    soviet: float
    german: float


class NumbersFile(Part, frozen=True, kw_only=True):
    """`numbers.toml`: numbers that hold in all scenarios.

    Attributes:
        supply: hexes from a unit to the railway (kursk:supply, KUR-A01).
        base_defence: defence of a ground support element against aircraft (kursk:air-superiority).
        motorized_points: factor of the points for motorized units (kursk:victory).
        kampfgruppe_points: factor of the points for Kampfgruppen (kursk:opt-kampfgruppen).
        integrity: distances of the option army integrity.
        levels: victory levels, the highest first.
    """

    supply: int
    base_defence: int
    motorized_points: int
    kampfgruppe_points: int
    stacking: Stacking
    integrity: tuple[Integrity, ...]
    levels: tuple[LevelEntry, ...]
    status: Status
    source: str


class SetupEntry(Cited, frozen=True, kw_only=True):
    """A step of the set-up: a side places all it has; each hex of the line `cover` must be held or in a zone."""

    side: Side
    title: str
    cover: Literal["", "german_line", "soviet_line_1"] = ""


class AreaEntry(Cited, frozen=True, kw_only=True):
    """Where units come onto the map: all hexes of a feature of the map."""

    id: str
    side: Side
    feature: str


class ArrivalEntry(Cited, frozen=True, kw_only=True):
    """Units that arrive at the start of a player turn, or later."""

    turn: int
    side: Side
    name: str
    entry: str
    units: tuple[str, ...]
    status: Status
    source: str


class ScenarioFile(Part, frozen=True, kw_only=True):
    """A scenario as it stands in its file.

    Attributes:
        chart: name of its column in the order of battle chart.
        first_player: who goes first in every game turn.
        front: `july` or `august`: the front of `fronts.csv` and the control column of `map.csv`.
        fixed: the set-up is printed and not free.
        lines: the fortified lines that are active.
        suggested: file of the set-up.
        objectives: points of the places that count at the end.
        scorers: the sides that score objectives.
    """

    id: str
    name: str
    cite: str
    text: str
    chart: str
    status: Status
    source: str
    first_turn: int
    last_turn: int
    first_player: Side
    front: Literal["july", "august"]
    fixed: bool = False
    lines: tuple[Line, ...]
    suggested: str
    setup: tuple[SetupEntry, ...]
    entries: tuple[AreaEntry, ...] = ()
    arrivals: tuple[ArrivalEntry, ...] = ()
    objectives: dict[str, int]
    scorers: tuple[Side, ...]
