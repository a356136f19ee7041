"""Checks of the counters, the order of battle charts and of where all values come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from blackearth.lib.data_checks import matrix_sources, row_sources
from blackearth.systems.kursk.checks.files import Files
from blackearth.systems.kursk.records import UnitRow

#: Attack, defence, movement and class of limited units by row of the charts, as their names print them.
_VALUES: dict[str, tuple[int, int, int, str]] = {
    "2-4": (2, 2, 4, ""), "3-5": (3, 3, 5, ""), "4-6": (4, 4, 6, ""), "5-6": (5, 5, 6, ""),
    "2-5-cavalry": (2, 2, 5, ""), "4-4-A": (4, 0, 4, "attack"), "1-4-D": (0, 1, 4, "defence"),
    "2-5": (2, 2, 5, ""), "5-8": (5, 5, 8, ""), "4-8": (4, 4, 8, ""), "6-8": (6, 6, 8, ""), "1-4": (1, 1, 4, ""),
    "1-8-Mant": (1, 1, 8, ""), "(2)-8": (2, 2, 8, "bracketed"), "(1)-8": (1, 1, 8, "bracketed"),
    "(1)-8-F": (1, 1, 8, "bracketed"), "KG-1-8": (1, 1, 8, ""), "KG-2-8": (2, 2, 8, ""),
}  # fmt: skip
#: What counts as a small unit, how many of them there are (kursk:stacking-B, kursk:stacking-C).
_SMALL = {"german": 6, "soviet": 4}
#: Which Kampfgruppe replaces whom (kursk:opt-kampfgruppen).
_REPLACED = {"4-8": "KG-1-8", "5-8": "KG-1-8", "6-8": "KG-2-8"}
#: Counts that the charts print: side, row, and the counts by scenario.
_SCENARIOS = ("may3", "jun12", "jul4", "jul4-historical", "aug3", "aug3-historical")
_PRINTED: dict[tuple[str, str], tuple[int, ...]] = {
    ("soviet", "2-4"): (48, 51, 51, 51, 51, 51), ("soviet", "3-5"): (15, 18, 18, 18, 18, 15),
    ("soviet", "4-6"): (5, 9, 15, 15, 15, 12), ("german", "2-5"): (46, 50, 50, 50, 50, 42),
    ("german", "5-8"): (9, 15, 15, 15, 15, 10), ("german", "4-8"): (2, 3, 3, 3, 3, 3),
}  # fmt: skip
_ARMOUR = 6
"""From this movement allowance on a Soviet unit is motorized (kursk:setup-fortified)."""


def values(files: Files) -> Iterator[str]:
    """Values are those in the name of the chart's row; who is limited has no zone (kursk:zoc-F)."""
    for line, row in files.units.numbered():
        have = (row.attack, row.defence, row.move, row.limited)
        if row.group != "air" and have != _VALUES.get(row.group):
            yield str(files.units.error(line, f'the values of {row.unit} are not those of "{row.group}".'))
        yield from (str(files.units.error(line, text)) for text in _class(row))


def _class(row: UnitRow) -> Iterator[str]:
    air = row.kind in ("ground_support", "aircraft")
    if air != (row.group == "air") or (air and (row.attack or row.defence)):
        yield f"{row.unit} is either no air unit, or has strengths on the ground."
    if row.zone == (air or bool(row.limited)):
        yield f"{row.unit} must have a zone if and only if it is regular (kursk:zoc-F)."
    stacking = "air" if row.kind == "ground_support" else "none" if row.kind == "aircraft" else ""
    if not stacking:
        stacking = "small" if row.size in ("X", "II") else "full"
    if row.stacking != stacking:
        yield f'{row.unit} must count as "{stacking}" in a stack (kursk:stacking-B).'
    if row.side == "soviet" and row.motorized != (row.move >= _ARMOUR):
        yield f"{row.unit} must be motorized if and only if it moves {_ARMOUR} or more (kursk:setup-fortified)."
    if row.kampfgruppe != _REPLACED.get(row.group, ""):
        yield f"{row.unit} has the wrong Kampfgruppe (kursk:opt-kampfgruppen)."
    if row.army and row.side != "soviet":
        yield f"{row.unit} is no Soviet unit, so it belongs to no army that matters."
    if row.group in ("2-4", "3-5") and not row.army:
        yield f"{row.unit} needs an army (kursk:opt-army-integrity)."


def totals(files: Files) -> Iterator[str]:
    """Six German and four Soviet small units; each base has one aircraft; armies have three corps."""
    file = files.units.file
    for side, want in _SMALL.items():
        have = sum(row.stacking == "small" for row in files.units if row.side == side)
        if have != want:
            yield f"{file}: the {side} side has {want} small units, not {have} (kursk:stacking-B, kursk:stacking-C)."
    planes = Counter(row.base for row in files.units if row.base)
    for row in files.units:
        if row.kind == "ground_support" and planes[row.unit] != 1:
            yield f"{file}: {row.unit} must have one aircraft element, not {planes[row.unit]} (kursk:air-B)."
    for army, count in Counter(row.army for row in files.units if row.army).items():
        if count < 2:
            yield f"{file}: the army {army} has a single unit (kursk:opt-army-integrity)."


def orders(files: Files) -> Iterator[str]:
    """The charts have a row for every type in every scenario, with the printed counts."""
    file = files.orders.file
    have: dict[tuple[str, str, str], int] = {(row.side, row.group, row.scenario): row.count for row in files.orders}
    for (side, group), counts in _PRINTED.items():
        for scenario, count in zip(_SCENARIOS, counts, strict=True):
            if have.get((side, group, scenario)) != count:
                yield f"{file}: the chart has {count} {side} units {group} in {scenario}."
    groups = {(row.side, row.group) for row in files.units}
    for side, group in sorted(groups):
        for scenario in _SCENARIOS:
            if (side, group, scenario) not in have:
                yield f"{file}: the row of the {side} units {group} in {scenario} is missing."
    for line, row in files.orders.numbered():
        if (row.side, row.group) not in groups:
            yield str(files.orders.error(line, f'there are no {row.side} units "{row.group}" in {files.units.file}.'))


def sources(files: Files) -> Iterator[str]:
    """Every value has a source that is known and has the same status."""
    for table in files.tables():
        yield from row_sources(table, files.sources, "values_")
    yield from matrix_sources(files.crt, files.sources)
    yield from matrix_sources(files.air, files.sources)


CHECKS = (values, totals, orders, sources)
