"""Checks of the charts: results tables and the turn track."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from itertools import pairwise

from blackearth.lib.tables import Matrix
from blackearth.systems.ring_of_fire.checks.files import Files

_ODDS = ("below 1:3", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
_DICE = ("1", "2", "3", "4", "5", "6")


def combat(files: Files) -> Iterator[str]:
    """The CRT has the printed columns and results and never gets worse with better odds or a higher die."""
    crt = files.crt
    if crt.columns != _ODDS:
        yield f"{crt.file}: the columns must be {', '.join(_ODDS)} (rof:12.36)."
        return
    if crt.at("4", "4:1") != "A1/D2":
        yield f"{crt.file}, line {crt.lines['4']}: 4:1 on a 4 must be A1/D2 (rof:12.35)."
    for die in _DICE:
        if crt.at(die, "below 1:3") != "A3":
            yield f"{crt.file}, line {crt.lines[die]}: below 1:3 the result must be A3 (rof:12.36)."
    yield from _monotone(crt)


def _monotone(crt: Matrix) -> Iterator[str]:
    odds = _ODDS[1:]
    worth = {(die, column): _worth(crt.at(die, column)) for die in _DICE for column in odds}
    for die in _DICE:
        for column, better in pairwise(odds):
            if worth[die, better] < worth[die, column]:
                yield f"{crt.file}, line {crt.lines[die]}: {better} is worse for the attacker than {column}."
    for column in odds:
        for die, higher in pairwise(_DICE):
            if worth[higher, column] < worth[die, column]:
                yield f"{crt.file}, line {crt.lines[higher]}: {column} on a {higher} is worse than on a {die}."


def _worth(text: str) -> tuple[int, int]:
    """Fewer own losses first, then more of the enemy's."""
    losses = {part[0]: int(part[1:]) for part in text.split("/") if part[1:].isdigit()}
    return -losses.get("A", 0), losses.get("D", 0)


def tank(files: Files) -> Iterator[str]:
    """The tank table is the printed one (rof:12.12)."""
    for die in _DICE:
        for rating in files.tank.columns:
            hit = int(die) <= int(rating)
            want = "2" if (rating, die) == ("4", "1") else "1" if hit else "-"
            if files.tank.at(die, rating) != want:
                where = f"{files.tank.file}, line {files.tank.lines[die]}"
                yield f"{where}: rating {rating} on a {die} must be {want} (rof:12.12)."


def air(files: Files) -> Iterator[str]:
    """Air strikes take no step or one, the more surely the higher the rating (rof:13.2)."""
    for die in _DICE:
        row = files.air.cells[die]
        where = f"{files.air.file}, line {files.air.lines[die]}"
        if any(cell not in ("-", "1") for cell in row):
            yield f"{where}: an air strike takes one step or none (rof:13.2)."
        if list(row) != sorted(row):
            yield f"{where}: a higher air strike rating must not be worse."
    units = {str(row.air) for row in files.units if row.air} | {str(row.tank) for row in files.units if row.tank}
    both: tuple[Matrix, ...] = (files.air, files.tank)
    for rating in sorted(units - {column for matrix in both for column in matrix.columns}):
        yield f"{files.units.file}: neither table has a column for the rating {rating}."


def turns(files: Files) -> Iterator[str]:
    """Turns and days follow each other; the printed entries are as printed."""
    table = files.turns
    start = table.rows[0].date if table.rows else datetime.date(1943, 8, 3)
    for number, (line, row) in enumerate(table.numbered(), 1):
        if row.turn != number:
            yield str(table.error(line, f"this must be turn {number}."))
        if row.date != start + datetime.timedelta(days=number - 1):
            yield str(table.error(line, f"turn {row.turn} must be one day after the turn before."))
        if row.turn == 1 and (row.soviet_leg or row.soviet_mobile):
            yield str(table.error(line, "the Soviets receive no replacement steps on turn 1 (rof:16.1)."))
        seventh = (row.soviet_mobile, row.soviet_leg, row.german_mobile, row.german_leg)
        if row.turn == 7 and seventh != (3, 2, 1, 2):
            yield str(table.error(line, "turn 7 does not have the printed replacement steps (rof:6.1)."))
        if row.air_withdrawn != (2 if row.turn == 5 else 0):
            yield str(table.error(line, "two Soviet air units leave on turn 5, none on other turns (rof:8.0)."))
    later = next((row.count for row in files.counters if row.group == "soviet barrages later"), 0)
    if sum(row.barrages for row in table) != later:
        yield f"{table.file}: the barrages received must sum up to {later} (rof:12.62)."


CHECKS = (combat, tank, air, turns)
