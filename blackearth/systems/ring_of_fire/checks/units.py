"""Checks of the counters and of where all values come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from blackearth.lib.data_checks import matrix_sources, row_sources
from blackearth.systems.ring_of_fire.checks.files import Files
from blackearth.systems.ring_of_fire.records import UnitRow

_GROUPS: dict[str, Callable[[UnitRow], bool]] = {
    "soviet divisions": lambda row: row.side == "soviet" and row.class_ == "leg",
    "soviet mobile units": lambda row: row.side == "soviet" and row.class_ == "mobile",
    "soviet independent brigades": lambda row: row.side == "soviet" and row.independent,
    "soviet air units": lambda row: row.side == "soviet" and row.class_ == "air",
    "german regiments at start": lambda row: row.side == "german" and row.class_ == "leg" and not row.entry_turn,
    "german panzer division units at start": lambda row: (
        row.side == "german" and row.class_ == "mobile" and not row.entry_turn
    ),
    "german reinforcements": lambda row: row.side == "german" and row.entry_turn > 0,
    "german air units": lambda row: row.side == "german" and row.class_ == "air",
}


def totals(files: Files) -> Iterator[str]:
    """The core units are as many as counters.csv says."""
    core = [row for row in files.units if row.mix == "core"]
    for line, row in files.counters.numbered():
        if row.group in _GROUPS:
            number = sum(_GROUPS[row.group](unit) for unit in core)
            if number != row.count:
                yield str(files.counters.error(line, f"there are {number} {row.group} in units.csv, not {row.count}."))


def values(files: Files) -> Iterator[str]:
    """Steps, stacking and strengths are of the shape the rules give them (rof:2.412, rof:9.1)."""
    for line, row in files.units.numbered():
        if row.class_ == "air":
            continue
        division = row.side == "soviet" and row.class_ == "leg"
        if (row.steps, row.stacking) != ((4, 3) if division else (2, 1)):
            yield str(files.units.error(line, f"{row.unit} has {row.steps} steps and stacks as {row.stacking}."))
        for name, strengths in (("attack", row.attack), ("defence", row.defence)):
            if list(strengths) != sorted(strengths, reverse=True):
                yield str(files.units.error(line, f"the {name} strength of {row.unit} grows while it loses steps."))
        if row.side == "german" and row.attack != row.defence:
            yield str(
                files.units.error(line, f"{row.unit} is German, but attacks and defends with different strengths.")
            )
        if row.tank and not 1 <= row.tank <= 4:
            yield str(files.units.error(line, f"the tank rating {row.tank} of {row.unit} is not on the tank table."))
        leg_steps = row.class_ == "leg" or row.kind == "motor_rifle"
        if row.replacement != ("leg" if leg_steps else "mobile"):
            yield str(files.units.error(line, f"{row.unit} is rebuilt with the wrong replacement steps (rof:6.3)."))
        if row.independent and row.parent:
            yield str(files.units.error(line, f"{row.unit} is independent, but belongs to {row.parent}."))


def sources(files: Files) -> Iterator[str]:
    """Every value has a source that is known and has the same status."""
    for table in files.tables():
        yield from row_sources(table, files.sources, "values_", "soviet_", "german_")
    for matrix in (files.crt, files.tank, files.air):
        yield from matrix_sources(matrix, files.sources)


CHECKS = (totals, values, sources)
