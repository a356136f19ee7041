"""The player aid cards: combat results, terrain effects, weather effects and the turn track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from blackearth.lib.tables import DataSource, Matrix
from blackearth.systems.kharkov import records
from blackearth.systems.kharkov.facts import ScenarioFile

#: The odds columns in order (ms:G2).
ODDS = ("1/3", "1/2", "1/1", "1.5/1", "2/1", "3/1", "4/1", "5/1", "6/1", "7/1")
#: Dice as rolled, and the values that odds below the first column can bring about.
DICE, BELOW = ("1", "2", "3", "4", "5", "6"), ("-1", "0")
FEATURES = ("clear", "forest", "marsh", "difficult", "city", "sea", "road", "river", "major_river", "fortification")
WEATHER = ("good", "mud", "frost", "snow")


@dataclass(frozen=True)
class Result:
    """A result of the combat results table (ms:G3-AE and following).

    Attributes:
        text: as in the table, such as `DR1`; `-` is no result.
        attacker: `eliminated`, `reduced` or empty.
        defender: `eliminated`, `reduced` or empty.
        exchange: the attacker pays as many points as the defender loses (EX, RX).
        retreat: hexes the defender goes back afterwards, 0 to 2.
    """

    text: str
    attacker: str = ""
    defender: str = ""
    exchange: bool = False
    retreat: int = 0


RESULTS: Mapping[str, Result] = MappingProxyType(
    {
        "-": Result("-"),
        "AE": Result("AE", attacker="eliminated"),
        "AR": Result("AR", attacker="reduced"),
        "DE": Result("DE", defender="eliminated"),
        "DR": Result("DR", defender="reduced"),
        "DR1": Result("DR1", defender="reduced", retreat=1),
        "DR2": Result("DR2", defender="reduced", retreat=2),
        "EX": Result("EX", defender="eliminated", exchange=True),
        "RX": Result("RX", defender="reduced", exchange=True),
        "RX1": Result("RX1", defender="reduced", exchange=True, retreat=1),
        "D1": Result("D1", retreat=1),
        "D2": Result("D2", retreat=2),
    }
)


@dataclass(frozen=True)
class CombatTable:
    """The combat results table.

    Attributes:
        columns: odds from the worst to the best.
        rows: results, `rows[die - 1][column]`.
        below: results of the first column for the modified dice -1 and 0, in this order.
        status: status of each result, shaped like `rows`.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Result, ...], ...]
    below: tuple[Result, Result]
    status: tuple[tuple[str, ...], ...]

    def at(self, column: int, die: int) -> Result:
        """The result of a column for a die of -1 to 6; dice below 1 exist in the first column only."""
        return self.rows[die - 1][column] if die > 0 else self.below[die + 1]


@dataclass(frozen=True)
class Terrain:
    """Effects of one feature. Pairs are: in good weather or mud, in frost or snow.

    Attributes:
        use: what the costs are: `enter` a hex, `extra` on top, `instead` of all others, `none`, `never` (impassable).
        other: cost in half movement points for non-mechanized units.
        mechanized: cost in half movement points for mechanized units.
        shift: columns to the right (left if negative) for an attack on such a hex or over such a hexside.
        relief: columns given back if an attacker is on the defender's side.
        halved: whether attacking armour is halved, sum first, rounded up.
        defence: factor of the defender's strength.
        cites: ids of the rules.
    """

    use: str
    other: tuple[int, int]
    mechanized: tuple[int, int]
    shift: tuple[int, int]
    relief: int
    halved: tuple[bool, bool]
    defence: int
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Weather:
    """Effects of a kind of weather.

    Attributes:
        name: `good`, `mud`, `frost` or `snow`.
        halved_movement: allowances are halved, rounded up to full points.
        axis_mechanized: half points taken from German and allied mechanized units.
        frozen: frost or snow: the second value of terrain pairs; supply crosses rivers.
        supply: longest supply line by side in hexes, None without limit.
        halved_attack: attack strength is halved, rounded up.
        shift: columns for the attacker.
        cites: ids of the rules.
    """

    name: str
    halved_movement: bool
    axis_mechanized: int
    frozen: bool
    supply: tuple[int | None, int | None]
    halved_attack: bool
    shift: int
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """A game turn.

    Attributes:
        number: number of the turn.
        start: first day, as in `1943-02-03`.
        end: last day.
        weather: as printed on the track.
        air: air support markers by side (ms:D).
        rail: rail movement points by side (ms:F5).
        status: status of dates and weather.
    """

    number: int
    start: str
    end: str
    weather: str
    air: tuple[int, int]
    rail: tuple[int, int]
    status: str


def combat_table(data: DataSource) -> CombatTable:
    """The combat results table.

    Raises:
        DataError: a result is not one, or a column or a die is missing.
    """
    matrix = data.matrix("tables/crt.csv")
    if matrix.columns != ODDS:
        raise matrix.error(1, f"the columns must be {', '.join(ODDS)}.")
    if matrix.key != "die" or set(matrix.cells) != {*DICE, *BELOW}:
        raise matrix.error(0, 'the table must have one row for each "die" from -1 to 6.')
    for die in BELOW:
        if any(matrix.cells[die][1:]):
            raise matrix.error(matrix.lines[die], f"the die {die} exists in the column {ODDS[0]} only.")
    first, second = (_result(matrix, die, ODDS[0]) for die in BELOW)
    return CombatTable(
        columns=ODDS,
        rows=tuple(tuple(_result(matrix, die, column) for column in ODDS) for die in DICE),
        below=(first, second),
        status=tuple(matrix.status[die] for die in DICE),
    )


def _result(matrix: Matrix, die: str, column: str) -> Result:
    text = matrix.at(die, column)
    if text not in RESULTS:
        raise matrix.error(matrix.lines[die], f'"{text}" under {column} is none of {", ".join(RESULTS)}.')
    return RESULTS[text]


def terrain_chart(data: DataSource) -> Mapping[str, Terrain]:
    """The terrain effects by feature.

    Raises:
        DataError: a feature is missing or stands twice, or a cost is not a number of half points.
    """
    table = data.table("tables/tec.csv", records.TerrainRow)
    table.unique("feature")
    found = {}
    for line, row in table.numbered():
        if any(cost * 2 % 1 for cost in (row.other, row.mechanized, row.frozen_other, row.frozen_mechanized)):
            raise table.error(line, f"the cost of {row.feature} is not a number of half points.")
        found[row.feature] = _terrain(row)
    missing = [feature for feature in FEATURES if feature not in found]
    if missing:
        raise table.error(0, f'the feature "{missing[0]}" is missing.')
    return found


def _terrain(row: records.TerrainRow) -> Terrain:
    return Terrain(
        use=row.use,
        other=(int(row.other * 2), int(row.frozen_other * 2)),
        mechanized=(int(row.mechanized * 2), int(row.frozen_mechanized * 2)),
        shift=(row.shift, row.frozen_shift),
        relief=row.relief,
        halved=(row.armour == "1/2", row.frozen_armour == "1/2"),
        defence=row.defence,
        cites=row.cites,
    )


def weather_chart(data: DataSource) -> Mapping[str, Weather]:
    """The weather effects by kind of weather.

    Raises:
        DataError: a kind is missing or stands twice.
    """
    table = data.table("tables/weather.csv", records.WeatherRow)
    table.unique("weather")
    found: dict[str, Weather] = {
        row.weather: Weather(
            name=row.weather,
            halved_movement=row.allowance == "1/2",
            axis_mechanized=2 * row.axis_mechanized,
            frozen=row.frozen,
            supply=(row.soviet_supply or None, row.german_supply or None),
            halved_attack=row.attack == "1/2",
            shift=row.shift,
            cites=row.cites,
        )
        for row in table
    }
    missing = [name for name in WEATHER if name not in found]
    if missing:
        raise table.error(0, f'the weather "{missing[0]}" is missing.')
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
    return tuple(_turn(rows[number]) for number in wanted)


def _turn(row: records.TurnRow) -> Turn:
    return Turn(
        number=row.turn,
        start=row.start.isoformat(),
        end=row.end.isoformat(),
        weather=row.weather,
        air=(row.soviet_air, row.german_air),
        rail=(row.soviet_rail, row.german_rail),
        status=row.status,
    )
