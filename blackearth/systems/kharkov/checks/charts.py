"""Checks of the cards: combat results, terrain, weather, turn track, numbers of the series."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from itertools import pairwise

from blackearth.systems.kharkov.charts import BELOW, DICE, ODDS, RESULTS, WEATHER
from blackearth.systems.kharkov.checks.files import Files
from blackearth.systems.kharkov.records import TerrainRow, TurnRow

#: Results from the worst for the attacker to the best.
_LADDER = ("AE", "AR", "-", "RX", "RX1", "EX", "D1", "DR", "D2", "DR1", "DR2", "DE")
#: Results printed in the examples of ms:G3-example: column, die.
_PRINTED = {("1/2", "1"): "AE", ("1/2", "3"): "AR"}
#: Costs by class in good weather and in frost, shifts in good weather and in frost, relief, halved armour, defence.
_TERRAIN: dict[str, tuple[tuple[float, ...], tuple[int, ...], tuple[str, str], int]] = {
    "clear": ((1, 1, 1, 1), (0, 0, 0), ("1", "1"), 1),
    "forest": ((1, 2, 1, 2), (0, 0, 0), ("1/2", "1/2"), 1),
    "marsh": ((2, 3, 2, 3), (-1, -1, 0), ("1/2", "1"), 1),
    "difficult": ((2, 3, 2, 3), (-1, -1, 0), ("1", "1"), 1),
    "city": ((1, 1, 1, 1), (0, 0, 0), ("1", "1"), 2),
    "sea": ((0, 0, 0, 0), (0, 0, 0), ("1", "1"), 1),
    "road": ((0.5, 0.5, 0.5, 0.5), (0, 0, 0), ("1", "1"), 1),
    "river": ((2, 2, 1, 1), (-2, -1, 1), ("1", "1"), 1),
    "major_river": ((3, 3, 2, 2), (-3, -2, 1), ("1", "1"), 1),
    "fortification": ((0, 0, 0, 0), (-2, -2, 1), ("1", "1"), 1),
}
_WEATHER = {
    "good": ("1", 0, False, 0, 10, "1", 0),
    "mud": ("1/2", 0, False, 10, 10, "1/2", 0),
    "frost": ("1", 0, True, 0, 10, "1", 0),
    "snow": ("1", 2, True, 10, 10, "1", -1),
}


def combat(files: Files) -> Iterator[str]:
    """The CRT has the printed results and never gets worse with better odds or a higher die (ms:G3-example)."""
    crt = files.crt
    if crt.columns != ODDS or set(crt.cells) != {*DICE, *BELOW}:
        return
    if set(_LADDER) != set(RESULTS):
        yield f"{crt.file}: the check does not know all results."
    for (column, die), want in _PRINTED.items():
        if crt.at(die, column) != want:
            yield f"{crt.file}, line {crt.lines[die]}: {column} on a {die} must be {want} (ms:G3-example)."
    if not any(crt.at(die, "2/1") == "EX" for die in DICE):
        yield f"{crt.file}: the column 2/1 must hold an EX (ms:G3-example)."
    yield from _rising(files)


def _rising(files: Files) -> Iterator[str]:
    crt = files.crt
    worth = {(d, c): _LADDER.index(crt.at(d, c)) for d in (*BELOW, *DICE) for c in ODDS if crt.at(d, c) in _LADDER}
    for die in DICE:
        for column, better in pairwise(ODDS):
            if worth[die, better] < worth[die, column]:
                yield f"{crt.file}, line {crt.lines[die]}: {better} is worse for the attacker than {column}."
    for column in ODDS:
        for die, higher in pairwise((*BELOW, *DICE)):
            if (die, column) in worth and worth[higher, column] < worth[die, column]:
                yield f"{crt.file}, line {crt.lines[higher]}: {column} on a {higher} is worse than on a {die}."


def terrain(files: Files) -> Iterator[str]:
    """Terrain has the printed effects (ms:F2a, ms:G6-forest and following)."""
    for line, row in files.terrain.numbered():
        if row.feature not in _TERRAIN:
            yield str(files.terrain.error(line, f'the rules know no feature "{row.feature}".'))
        elif _effects(row) != _TERRAIN[row.feature]:
            yield str(files.terrain.error(line, f"{row.feature} does not have the printed effects (ms:F2a, ms:G6)."))


def _effects(row: TerrainRow) -> tuple[tuple[float, ...], tuple[int, ...], tuple[str, str], int]:
    costs = row.other, row.mechanized, row.frozen_other, row.frozen_mechanized
    return costs, (row.shift, row.frozen_shift, row.relief), (row.armour, row.frozen_armour), row.defence


def weather(files: Files) -> Iterator[str]:
    """Weather has the printed effects (ms:F4, ms:G7, ms:E3a, ms:E3b)."""
    for line, row in files.weather.numbered():
        have = (row.allowance, row.axis_mechanized, row.frozen, row.german_supply, row.soviet_supply, row.attack)
        if (*have, row.shift) != _WEATHER[row.weather]:
            yield str(files.weather.error(line, f"{row.weather} does not have the printed effects (ms:F4, ms:G7)."))
    if {row.weather for row in files.weather} != set(WEATHER):
        yield f"{files.weather.file}: there must be a row for each of {', '.join(WEATHER)}."


def turns(files: Files) -> Iterator[str]:
    """Turns follow each other; air and rail points are the printed ones (kharkov:5, kharkov:6, rostov:5, rostov:8)."""
    last: dict[str, TurnRow] = {}
    for line, row in files.turns.numbered():
        before = last.get(row.scenario)
        if row.turn != (before.turn + 1 if before else 1):
            yield str(files.turns.error(line, f"turn {row.turn} of {row.scenario} does not follow the one before."))
        if row.end < row.start or (before and row.start != before.end + datetime.timedelta(days=1)):
            yield str(files.turns.error(line, f"the days of turn {row.turn} do not follow those of the turn before."))
        have = (row.soviet_air, row.german_air, row.soviet_rail, row.german_rail)
        if have != _points(row):
            yield str(files.turns.error(line, f"turn {row.turn} does not have the printed air and rail points."))
        last[row.scenario] = row


def _points(row: TurnRow) -> tuple[int, int, int, int]:
    """Soviet air, German air, Soviet rail, German rail as printed."""
    if row.scenario == "kharkov-1943":
        return 0, 0, 0, 6 * (row.turn > 1)
    return (1, 3, 8, 0) if row.turn <= 8 else (2, 1, 8, 0)


def series(files: Files) -> Iterator[str]:
    """The numbers of the series are the printed ones (ms:D, ms:F7, ms:G2, ms:I, ms:J)."""
    found = files.series
    pairs = [(p.soviet, p.german) for p in (found.stacking, found.cancel, found.interdiction)]
    rest = (found.air_per_combat, found.air_shift, found.below_modifier, found.armour_zone_cost, found.city_isolation)
    if pairs != [(4, 3), (3, 2), (1, 2)] or rest != (3, 1, -2, 1, 2):
        yield "series.toml: a number is not the printed one (ms:D, ms:F7, ms:G2, ms:I, ms:J)."


CHECKS = (combat, terrain, weather, turns, series)
