"""The player aid cards of Ring of Fire: results tables, terrain effects and the turn track."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from blackearth.lib.tables import DataError, DataSource, Matrix
from blackearth.systems.ring_of_fire import records

#: Heading of the CRT's column for odds that only reserves can bring about.
BELOW = "below 1:3"
_DICE = ("1", "2", "3", "4", "5", "6")
_RESULT = re.compile(r"(?:A(\d+))?/?(?:D(\d+))?$")
_QUARTERS = {"1": 4, "1/2": 2, "1/4": 1, "no": 0}


@dataclass(frozen=True)
class Result:
    """A result of the CRT: its text and the steps both sides lose (rof:12.7)."""

    text: str
    attacker: int
    defender: int


@dataclass(frozen=True)
class CombatTable:
    """The combat results table.

    Attributes:
        columns: headings from the worst odds to the best.
        rows: results, `rows[die - 1][column]`.
        below: the result where reserves push the odds below the first column (rof:12.36).
        status: status of each result, shaped like `rows`.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Result, ...], ...]
    below: Result
    status: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class HitTable:
    """The tank combat or the air strike table.

    Attributes:
        by_rating: rating to the steps lost on a die of 1 to 6.
        status: rating to the status of those six entries.
    """

    by_rating: Mapping[int, tuple[int, ...]]
    status: Mapping[int, tuple[str, ...]]

    def steps(self, rating: int, die: int) -> int:
        """Steps the target loses."""
        return self.by_rating[rating][die - 1]


@dataclass(frozen=True)
class Terrain:
    """Effects of one feature.

    Attributes:
        use: what the costs are: `enter` for a hex, `extra` on top, `instead` of all others, or `none`.
        leg: cost for leg units in half movement points.
        mobile: cost for mobile units in half movement points.
        shift: columns to the right (left if negative) for the attacker of a hex that has the feature.
        leg_attack: quarters of its strength with which a leg unit attacks over it; 0 means that it may not.
        mobile_attack: the same for a mobile unit.
        cites: ids of the rules.
    """

    use: str
    leg: int
    mobile: int
    shift: int
    leg_attack: int
    mobile_attack: int
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """A game turn.

    Attributes:
        number: number of the turn.
        date: day, as in `1943-08-03`.
        barrages: Barrage markers the Soviets receive.
        air_withdrawn: air units the Soviets must withdraw (rof:8.0).
        leg: leg replacement steps by side (rof:6.1).
        mobile: mobile replacement steps by side.
        status: status of the replacement steps by side.
    """

    number: int
    date: str
    barrages: int
    air_withdrawn: int
    leg: tuple[int, int]
    mobile: tuple[int, int]
    status: tuple[str, str]


def combat_table(data: DataSource) -> CombatTable:
    """The combat results table.

    Raises:
        DataError: a result is not one, a die is missing, or the automatic result depends on the die.
    """
    matrix = _by_die(data, "tables/crt.csv")
    if matrix.columns[:1] != (BELOW,):
        raise _error(matrix, 1, f'the first column of results must be "{BELOW}".')
    results = [[_result(matrix, die, column) for column in matrix.columns] for die in _DICE]
    if len({row[0] for row in results}) > 1:
        raise _error(matrix, 0, f'the column "{BELOW}" must hold the same result for every die.')
    return CombatTable(
        columns=matrix.columns[1:],
        rows=tuple(tuple(row[1:]) for row in results),
        below=results[0][0],
        status=tuple(matrix.status[die][1:] for die in _DICE),
    )


def _error(matrix: Matrix, line: int, text: str) -> DataError:
    return DataError(matrix.file, line, text)


def _by_die(data: DataSource, file: str) -> Matrix:
    matrix = data.matrix(file)
    if matrix.key != "die" or set(matrix.cells) != set(_DICE):
        raise _error(matrix, 0, 'the table must have one row for each "die" from 1 to 6.')
    return matrix


def _result(matrix: Matrix, die: str, column: str) -> Result:
    text = matrix.at(die, column)
    found = _RESULT.match(text)
    if not text or (found is None and text != "-"):
        raise _error(matrix, matrix.lines[die], f'"{text}" under {column} is no result such as A1, A1/D2, D1 or -.')
    attacker, defender = (int(steps or 0) for steps in found.groups()) if found else (0, 0)
    return Result(text, attacker, defender)


def hit_table(data: DataSource, file: str) -> HitTable:
    """The tank combat or the air strike table.

    Raises:
        DataError: a cell is neither `-` nor a number, or a die is missing.
    """
    matrix = _by_die(data, file)
    for die in _DICE:
        for column in matrix.columns:
            text = matrix.at(die, column)
            if not column.isdigit() or not (text == "-" or text.isdigit()):
                raise _error(matrix, matrix.lines[die], f'"{text}" under rating {column} is neither - nor a number.')
    rows = {die: matrix.cells[die] for die in _DICE}
    return HitTable(
        {
            int(column): tuple(0 if rows[die][i] == "-" else int(rows[die][i]) for die in _DICE)
            for i, column in enumerate(matrix.columns)
        },
        {int(column): tuple(matrix.status[die][i] for die in _DICE) for i, column in enumerate(matrix.columns)},
    )


def terrain_chart(data: DataSource) -> Mapping[str, Terrain]:
    """The terrain effects by feature.

    Raises:
        DataError: a feature is missing or stands twice, or a cost is not a number of half points.
    """
    table = data.table("tables/tec.csv", records.TerrainRow)
    table.unique("feature")
    found = {}
    for line, row in table.numbered():
        if row.leg * 2 % 1 or row.mobile * 2 % 1:
            raise table.error(line, f"the cost of {row.feature} is not a number of half points.")
        quarters = _QUARTERS[row.leg_attack], _QUARTERS[row.mobile_attack]
        found[row.feature] = Terrain(row.use, int(row.leg * 2), int(row.mobile * 2), row.shift, *quarters, row.cites)
    needed = ["clear", "forest", "town", "fort", "road", "minor_river", "major_river", "interdicted", "exit"]
    missing = [feature for feature in needed if feature not in found]
    if missing:
        raise table.error(0, f'the feature "{missing[0]}" is missing.')
    return found


def turn_track(data: DataSource, facts: records.ScenarioFile) -> tuple[Turn, ...]:
    """The turns of a scenario.

    Raises:
        DataError: one is missing.
    """
    table = data.table("turns.csv", records.TurnRow)
    table.unique("turn")
    rows = {row.turn: row for row in table}
    wanted = range(facts.first_turn, facts.last_turn + 1)
    missing = [number for number in wanted if number not in rows]
    if missing:
        raise table.error(0, f"turn {missing[0]} of {facts.name} is missing.")
    return tuple(_turn(rows[number]) for number in wanted)


def _turn(row: records.TurnRow) -> Turn:
    return Turn(
        number=row.turn,
        date=row.date.isoformat(),
        barrages=row.barrages,
        air_withdrawn=row.air_withdrawn,
        leg=(row.soviet_leg, row.german_leg),
        mobile=(row.soviet_mobile, row.german_mobile),
        status=(row.soviet_status, row.german_status),
    )
