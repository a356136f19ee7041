"""The charts: combat results, air superiority, terrain effects and the turn track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from blackearth.lib.tables import DataSource, Matrix
from blackearth.systems.kursk import records
from blackearth.systems.kursk.facts import ScenarioFile

#: The odds columns in order, attacker to defender.
ODDS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1")
AIR_ODDS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
#: Modified dice of the combat results table; the air superiority table knows those of the die only.
LOWEST, HIGHEST, FACES = -1, 8, 6
FEATURES = (
    "clear", "forest", "swamp", "river", "fortified_line", "fortified_city",
    "enter_zone", "leave_zone", "close_support",
)  # fmt: skip


@dataclass(frozen=True)
class Result:
    """A result of the combat results table (kursk:crt-AX and following).

    Attributes:
        text: as in the table, such as `1/2EX`.
        attacker: `destroyed`, `retreats` or empty.
        defender: `destroyed`, `retreats` or empty.
        exchange: halves of the defender's losses that the attacker pays: 0, 1 or 2.
    """

    text: str
    attacker: str = ""
    defender: str = ""
    exchange: int = 0


RESULTS: Mapping[str, Result] = MappingProxyType(
    {
        "AX": Result("AX", attacker="destroyed"),
        "AR": Result("AR", attacker="retreats"),
        "BR": Result("BR", attacker="retreats", defender="retreats"),
        "EX": Result("EX", defender="destroyed", exchange=2),
        "1/2EX": Result("1/2EX", defender="destroyed", exchange=1),
        "DX": Result("DX", defender="destroyed"),
    }
)


@dataclass(frozen=True)
class CombatTable:
    """The combat results table.

    Attributes:
        columns: odds from the worst to the best.
        rows: results, `rows[die + 1][column]` for the modified dice -1 to 8.
        status: status of each result, shaped like `rows`.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Result, ...], ...]
    status: tuple[tuple[str, ...], ...]

    def at(self, column: int, die: int) -> Result:
        """The result of a column for a modified die of -1 to 8."""
        return self.rows[die - LOWEST][column]


@dataclass(frozen=True)
class AirTable:
    """The air superiority table: odds columns, `rows[die - 1][column]` is whether the base is destroyed, status."""

    columns: tuple[str, ...]
    rows: tuple[tuple[bool, ...], ...]
    status: tuple[tuple[str, ...], ...]

    def at(self, column: int, die: int) -> bool:
        """Whether a die of 1 to 6 destroys the ground support element; a column below 0 never does (KUR-A39)."""
        return column >= 0 and self.rows[die - 1][column]


@dataclass(frozen=True)
class Terrain:
    """Effects of one feature or circumstance.

    Attributes:
        motorized: half movement points for motorized units and ground support elements; extra but for `clear`.
        other: half movement points for all others.
        die: what is added to the attacker's die.
        cites: ids of the rules.
    """

    motorized: int
    other: int
    die: int
    cites: tuple[str, ...]

    def cost(self, wheeled: bool) -> int:
        """Half movement points for a unit; `wheeled` as in the roster."""
        return self.motorized if wheeled else self.other


@dataclass(frozen=True)
class Turn:
    """A game turn: its number, its first and last day as in `1943-07-04`, the status of the dates."""

    number: int
    start: str
    end: str
    status: str


def combat_table(data: DataSource) -> CombatTable:
    """The combat results table.

    Raises:
        DataError: a result is not one, or a column or a die is missing.
    """
    matrix = data.matrix("tables/crt.csv")
    dice = [str(die) for die in range(LOWEST, HIGHEST + 1)]
    _shape(matrix, ODDS, dice)
    for die in dice:
        for column in ODDS:
            if matrix.at(die, column) not in RESULTS:
                text = f'"{matrix.at(die, column)}" under {column} is none of {", ".join(RESULTS)}.'
                raise matrix.error(matrix.lines[die], text)
    return CombatTable(
        columns=ODDS,
        rows=tuple(tuple(RESULTS[matrix.at(die, column)] for column in ODDS) for die in dice),
        status=tuple(matrix.status[die] for die in dice),
    )


def air_table(data: DataSource) -> AirTable:
    """The air superiority table.

    Raises:
        DataError: a result is not one, or a column or a die is missing.
    """
    matrix = data.matrix("tables/air.csv")
    dice = [str(die) for die in range(1, FACES + 1)]
    _shape(matrix, AIR_ODDS, dice)
    for die in dice:
        for text in matrix.cells[die]:
            if text not in ("X", "-"):
                raise matrix.error(matrix.lines[die], f'"{text}" is neither X nor -.')
    return AirTable(
        columns=AIR_ODDS,
        rows=tuple(tuple(text == "X" for text in matrix.cells[die]) for die in dice),
        status=tuple(matrix.status[die] for die in dice),
    )


def _shape(matrix: Matrix, odds: tuple[str, ...], dice: list[str]) -> None:
    if matrix.columns != odds:
        raise matrix.error(1, f"the columns must be {', '.join(odds)}.")
    if matrix.key != "die" or set(matrix.cells) != set(dice):
        raise matrix.error(0, f'the table must have one row for each "die" from {dice[0]} to {dice[-1]}.')


def terrain_chart(data: DataSource) -> Mapping[str, Terrain]:
    """The terrain effects by feature.

    Raises:
        DataError: a feature is missing or stands twice.
    """
    table = data.table("tables/tec.csv", records.TerrainRow)
    table.unique("feature")
    found = {row.feature: Terrain(2 * row.motorized, 2 * row.other, row.die, row.cites) for row in table}
    missing = [feature for feature in FEATURES if feature not in found]
    if missing:
        raise table.error(0, f'the feature "{missing[0]}" is missing.')
    return found


def turn_track(data: DataSource, facts: ScenarioFile) -> tuple[Turn, ...]:
    """The turns of a scenario.

    Raises:
        DataError: one is missing.
    """
    table = data.table("turns.csv", records.TurnRow)
    table.unique("scenario", "turn")
    rows = {row.turn: row for row in table if row.scenario == facts.id}
    wanted = range(facts.first_turn, facts.last_turn + 1)
    missing = [number for number in wanted if number not in rows]
    if missing:
        raise table.error(0, f"turn {missing[0]} of {facts.name} is missing.")
    return tuple(
        Turn(row.turn, row.start.isoformat(), row.end.isoformat(), row.status)
        for row in (rows[number] for number in wanted)
    )
