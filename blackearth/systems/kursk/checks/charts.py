"""Checks of the charts: combat results, air superiority, terrain, turn track, numbers."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from itertools import pairwise

from blackearth.lib.tables import Matrix
from blackearth.systems.kursk.charts import ODDS
from blackearth.systems.kursk.checks.files import Files
from blackearth.systems.kursk.records import TurnRow

#: Results from the worst for the attacker to the best.
_LADDER = ("AX", "AR", "BR", "EX", "1/2EX", "DX")
#: The printed rows, as far as they are known.
_CRT = {
    "-1": ("AX", "AX", "AX", "AX", "AX", "AR", "AR", "AR", "BR", "BR", "BR"),
    "0": ("AX", "AX", "AX", "AX", "AR", "AR", "BR"),
}
_AIR = {"1": "-XXXXXX", "2": "--XXXXX", "3": "---XXXX"}
#: Points for motorized units, for others, modifier of the die (kursk:tec-forest and following, kursk:zoc-enter).
_TERRAIN = {
    "clear": (1, 1, 0), "forest": (1, 0, -1), "swamp": (1, 0, -1), "river": (0, 0, -2), "fortified_line": (2, 2, -2),
    "fortified_city": (2, 2, -2), "enter_zone": (3, 3, 0), "leave_zone": (2, 2, 0), "close_support": (0, 0, 2),
}  # fmt: skip
#: First days of the scenarios.
_STARTS = {
    "may3": datetime.date(1943, 5, 4), "jun12": datetime.date(1943, 6, 12), "jul4": datetime.date(1943, 7, 4),
    "jul4-historical": datetime.date(1943, 7, 4), "aug3": datetime.date(1943, 8, 3),
    "aug3-historical": datetime.date(1943, 8, 3),
}  # fmt: skip


def combat(files: Files) -> Iterator[str]:
    """The CRT has the printed rows and never gets worse with better odds or a higher die (kursk:crt-AX)."""
    yield from _printed(files.crt, _CRT)
    yield from _rising(files.crt, _LADDER)


def air(files: Files) -> Iterator[str]:
    """The air table has the printed rows and never gets worse with better odds; high dice miss."""
    yield from _printed(files.air, {die: tuple(row) for die, row in _AIR.items()})
    table = files.air
    for die, higher in pairwise(table.cells):
        for column in table.columns:
            if (table.at(die, column), table.at(higher, column)) == ("-", "X"):
                yield f"{table.file}, line {table.lines[higher]}: {column} on a {higher} is better than on a {die}."
    for die, row in table.cells.items():
        if "X-" in "".join(row):
            yield f"{table.file}, line {table.lines[die]}: better odds are worse for the attacker."


def _printed(table: Matrix, rows: dict[str, tuple[str, ...]]) -> Iterator[str]:
    for die, results in rows.items():
        for column, want in zip(table.columns, results, strict=False):
            if die in table.cells and table.at(die, column) != want:
                yield f"{table.file}, line {table.lines[die]}: {column} on a {die} must be {want}, as printed."


def _rising(table: Matrix, ladder: tuple[str, ...]) -> Iterator[str]:
    worth = {die: [ladder.index(text) for text in row if text in ladder] for die, row in table.cells.items()}
    for die, steps in worth.items():
        for position, (column, better) in enumerate(pairwise(steps)):
            if better < column:
                names = f"{ODDS[position + 1]} is worse for the attacker than {ODDS[position]}"
                yield f"{table.file}, line {table.lines[die]}: {names}."
    for die, higher in pairwise(worth):
        for odds, low, high in zip(ODDS, worth[die], worth[higher], strict=False):
            if high < low:
                yield f"{table.file}, line {table.lines[higher]}: {odds} on a {higher} is worse than on a {die}."


def terrain(files: Files) -> Iterator[str]:
    """Terrain and zones have the printed effects (kursk:tec-forest and following)."""
    for line, row in files.terrain.numbered():
        if row.feature not in _TERRAIN:
            yield str(files.terrain.error(line, f'the rules know no feature "{row.feature}".'))
        elif (row.motorized, row.other, row.die) != _TERRAIN[row.feature]:
            yield str(files.terrain.error(line, f"{row.feature} does not have the printed effects (kursk:tec-forest)."))


def turns(files: Files) -> Iterator[str]:
    """Six turns of two days, one after the other, from the date of the scenario (kursk:sequence)."""
    last: dict[str, TurnRow] = {}
    for line, row in files.turns.numbered():
        before = last.get(row.scenario)
        if row.scenario not in _STARTS:
            yield str(files.turns.error(line, f'there is no scenario "{row.scenario}".'))
            continue
        want = before.end + datetime.timedelta(days=1) if before else _STARTS[row.scenario]
        if row.turn != (before.turn + 1 if before else 1):
            yield str(files.turns.error(line, f"turn {row.turn} of {row.scenario} does not follow the one before."))
        if (row.start, row.end) != (want, want + datetime.timedelta(days=1)):
            yield str(files.turns.error(line, f"turn {row.turn} of {row.scenario} must be the two days from {want}."))
        last[row.scenario] = row


def numbers(files: Files) -> Iterator[str]:
    """The numbers are the printed ones (kursk:stacking-B, kursk:supply, kursk:victory, kursk:victory-levels)."""
    found = files.numbers
    stack = (found.stacking.full, found.stacking.free, found.stacking.small)
    rest = (found.supply, found.base_defence, found.motorized_points, found.kampfgruppe_points)
    distances = {entry.group: entry.distance for entry in found.integrity}
    levels = [(level.id, level.soviet, level.german) for level in found.levels]
    printed = (
        stack == (3, 1, 3)
        and rest == (10, 1, 3, 5)
        and distances == {"2-4": 3, "3-5": 5}
        and levels == [("decisive", 2, 3), ("tactical", 1.5, 2), ("marginal", 1, 1)]
    )
    if not printed:
        yield "numbers.toml: a number is not the printed one (kursk:stacking-B, kursk:supply, kursk:victory-levels)."


CHECKS = (combat, air, terrain, turns, numbers)
