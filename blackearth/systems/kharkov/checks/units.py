"""Checks of the counters and of where all values come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from blackearth.lib.data_checks import matrix_sources, row_sources
from blackearth.systems.kharkov.checks.files import Files
from blackearth.systems.kharkov.records import UnitRow

#: What a unit counts in a stack, by its level (ms:F7).
_STACKING = {"XXX": 3, "XX": 1, "X": 0.5, "III": 0.5}
#: What it costs to move by rail, by level, without and with wheels or tracks (ms:F5, KHA-17).
_RAIL = {"XXX": (2, 3), "XX": (1, 2), "X": (0.5, 1), "III": (0.5, 1)}

Group = tuple[str, str, str]
#: The reinforcements that the rules print: scenario, side, group to kind, level and values of each unit.
_PRINTED: dict[Group, dict[str, int]] = {
    ("kharkov-1943", "soviet", "6"): {
        "guards cavalry XXX 4 2/4 2/4": 1, "guards armour XXX 4 3/3 2/6": 1, "infantry XX 2/2/3 entrenched 3": 4,
        "armour X 2/1/5": 1, "mechanized X 1/1/5": 1,
    },
    ("kharkov-1943", "soviet", "60"): {
        "guards cavalry XXX 4 2/4 2/4": 1, "guards infantry XX 3 2/4 3/3": 4, "infantry XX 1/1/3 entrenched 2": 8,
        "armour X 2/1/5": 4, "anti_tank X 1/2/5": 1,
    },
    ("kharkov-1943", "soviet", "21"): {
        "armour XXX 5 3/4 2/5": 2, "guards armour XXX 4 3/3 2/6": 2, "guards mechanized XXX 6 3/5 3/5": 1,
        "infantry XX 1/1/3 entrenched 2": 5, "armour X 2/1/5": 1,
    },
    ("kharkov-1943", "german", "4"): {"infantry XX 4 3 2 1/6 5 4 2/4": 1},
    ("kharkov-1943", "german", "5"): {"infantry XX 2 1/4 2/4": 2, "infantry III 1/2/4": 4},
    ("kharkov-1943", "german", "6"): {"infantry XX 4 3 2 1/6 5 4 2/4": 2, "mechanized III 2 1/2 1/7": 1},
    ("rostov-1941", "german", "R"): {"infantry XX 4 3 2 1/6 5 4 2/4": 1, "infantry XX 3 2 1/5 4 2/4": 7},
    ("rostov-1941", "soviet", "37-R"): {"infantry XX 3 2/3 2/3": 2},
    ("rostov-1941", "soviet", "56-R"): {"infantry XX 2/2/3 entrenched 3": 7},
}  # fmt: skip


def values(files: Files) -> Iterator[str]:
    """Strengths fall with losses; stacking, rail points and classes follow from level and kind (ms:A2a, ms:F5,
    ms:F7).
    """
    for line, row in files.units.numbered():
        for name, strengths in (("attack", row.attack), ("defence", row.defence)):
            if list(strengths) != sorted(strengths, reverse=True):
                yield str(files.units.error(line, f"the {name} strength of {row.unit} grows while it loses steps."))
        if row.stacking != _STACKING[row.size]:
            yield str(files.units.error(line, f"{row.unit} does not stack as its level {row.size} does (ms:F7)."))
        if row.rail != _RAIL[row.size][row.mechanized]:
            yield str(files.units.error(line, f"{row.unit} does not pay the rail points of its kind (ms:F5)."))
        if row.mechanized != (row.kind in ("mechanized", "anti_tank", "armour")):
            yield str(files.units.error(line, f"{row.unit} is of the kind {row.kind}, which decides on mechanized."))
        if row.armour != (row.kind == "armour" or row.designation == "GD"):
            yield str(files.units.error(line, f"only tank units and Grossdeutschland are armour, unlike {row.unit}."))
        if row.entrenched and (row.steps > 1 or row.kind != "infantry" or row.entrenched <= row.defence[0]):
            yield str(files.units.error(line, f"{row.unit} cannot entrench, or gains nothing by it (ms:A2a)."))
        if row.shift and (row.scenario != "rostov-1941" or row.nation != "german" or not row.mechanized):
            yield str(files.units.error(line, f"{row.unit} is no division that gives a column (rostov:1-shift)."))


def games(files: Files) -> Iterator[str]:
    """Units and turns belong to one of the two games."""
    known = {scenario for scenario, _, _ in _PRINTED}
    for line, unit in files.units.numbered():
        if unit.scenario not in known:
            yield str(files.units.error(line, f'{unit.unit} belongs to "{unit.scenario}", which is no scenario.'))
    for line, turn in files.turns.numbered():
        if turn.scenario not in known:
            yield str(files.turns.error(line, f'turn {turn.turn} belongs to "{turn.scenario}", which is no scenario.'))


def printed(files: Files) -> Iterator[str]:
    """The reinforcements are those that the rules list (kharkov:7, rostov:9-german, rostov:9-soviet)."""
    for (scenario, side, group), want in _PRINTED.items():
        rows = [r for r in files.units if (r.scenario, r.side, r.group) == (scenario, side, group) and not r.zone]
        have = Counter(_text(row) for row in rows)
        for text in sorted({*have, *want}):
            if have[text] != want.get(text, 0):
                where = f"{files.units.file}: {scenario} has {have[text]} reinforcements {group} of the {side} side"
                yield f'{where} like "{text}", not {want.get(text, 0)}.'


def _text(row: UnitRow) -> str:
    numbers = "/".join(" ".join(map(str, part)) for part in (row.attack, row.defence, (row.move,)))
    trench = f" entrenched {row.entrenched}" if row.entrenched else ""
    return f"{row.elite} {row.kind} {row.size} {numbers}{trench}".strip()


def totals(files: Files) -> Iterator[str]:
    """Six divisions give a column; the pool of tanks and cavalry is the printed one (rostov:1-shift,
    rostov:9-soviet).
    """
    count = sum(row.shift for row in files.units)
    if count != 6:
        yield f"{files.units.file}: six divisions give a column, not {count} (rostov:1-shift)."
    mobile = Counter(row.kind for row in files.units if row.pool == "r_mobile")
    if mobile != {"armour": 5, "cavalry": 11}:
        yield f"{files.units.file}: the pool r_mobile must have five armoured brigades and eleven cavalry divisions."


def sources(files: Files) -> Iterator[str]:
    """Every value has a source that is known and has the same status."""
    for table in files.tables():
        yield from row_sources(table, files.sources, "values_")
    yield from matrix_sources(files.crt, files.sources)


CHECKS = (values, games, printed, totals, sources)
