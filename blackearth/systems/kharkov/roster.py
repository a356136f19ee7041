"""The units of a scenario of Kharkov and Rostov, from `units.csv`."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from blackearth.core import mapdata
from blackearth.lib.tables import DataSource, Table
from blackearth.systems.kharkov import records
from blackearth.systems.kharkov.facts import BySide

_STAND_IN = "stand-in-"


@dataclass(frozen=True)
class Roster(mapdata.Roster):
    """The units with all their printed values, as columns by unit number (ms:A2a).

    Attributes:
        nation: `soviet`, `german`, `romanian`, `hungarian`, `italian` or `slovak`.
        kind: `infantry`, `cavalry`, `airborne`, `mechanized`, `anti_tank` or `armour`.
        size: level of the unit: `XXX`, `XX`, `X` or `III`.
        elite: `guards`, `ss` or empty.
        armour: counts as armour for zones, retreats and forest: tank units and Grossdeutschland (kharkov:1).
        mechanized: moves and shifts as a mechanized unit: armour, mechanized infantry, anti-tank brigades.
        german: non-armour of this nation goes from zone to zone (ms:F3a); allies of the Germans do not.
        group: mark on the counter: a sector, a turn of entry or an army.
        attack: attack strength (PCA) by steps left; entry 0 is 0.
        defence: defence strength (PCD) by steps left; entry 0 is 0.
        move: movement allowance in half points.
        entrenched: defence strength on the entrenched side, 0 if the unit cannot entrench (ms:F6).
        stacking: in half divisions: a corps 6, a division 2, a brigade or regiment 1 (ms:F7).
        rail: rail movement in half points (ms:F5).
        shift: named division that gives a column (rostov:1-shift).
        zone: set-up zone; empty for reinforcements.
        entry_turn: turn of arrival; 0 if it is there from the start or drawn.
        pool: pool it is drawn from; else empty.
        designation: what stands on the counter.
        formation: army or sector, in words.
        status: status of the unit's identity; `values_status` that of its numbers.
    """

    nation: tuple[str, ...]
    kind: tuple[str, ...]
    size: tuple[str, ...]
    elite: tuple[str, ...]
    armour: tuple[bool, ...]
    mechanized: tuple[bool, ...]
    german: tuple[bool, ...]
    group: tuple[str, ...]
    attack: tuple[tuple[int, ...], ...]
    defence: tuple[tuple[int, ...], ...]
    move: tuple[int, ...]
    entrenched: tuple[int, ...]
    stacking: tuple[int, ...]
    rail: tuple[int, ...]
    shift: tuple[bool, ...]
    zone: tuple[str, ...]
    entry_turn: tuple[int, ...]
    pool: tuple[str, ...]
    designation: tuple[str, ...]
    formation: tuple[str, ...]
    status: tuple[str, ...]
    values_status: tuple[str, ...]

    @cached_property
    def printed(self) -> int:
        """How many counters there are: the numbers below this one. The others are stand-ins (see `with_stand_ins`)."""
        return sum(not name.startswith(_STAND_IN) for name in self.ids)


def load_roster(data: DataSource, scenario: str) -> Roster:
    """The units of a scenario.

    Raises:
        DataError: a row contradicts itself.
    """
    table = data.table("units.csv", records.UnitRow)
    table.unique("unit")
    for line, row in table.numbered():
        _check(table, line, row)
    return _roster([row for row in table if row.scenario == scenario])


def _check(table: Table[records.UnitRow], line: int, row: records.UnitRow) -> None:
    for name, values in (("attack", row.attack), ("defence", row.defence)):
        if len(values) != row.steps:
            raise table.error(line, f'"{name}" has {len(values)} values, but {row.unit} has {row.steps} steps.')
    if (row.side == "soviet") != (row.nation == "soviet"):
        raise table.error(line, f"{row.unit} is of the {row.side} side, but {row.nation}.")
    if row.armour and not row.mechanized:
        raise table.error(line, f"{row.unit} is armour, so it must be mechanized, too.")
    for name, value in (("stacking", row.stacking), ("rail", row.rail)):
        if value * 2 % 1 or value <= 0:
            raise table.error(line, f'"{name}" of {row.unit} is no number of halves.')
    if bool(row.zone) + bool(row.entry_turn) + bool(row.pool) != 1:
        raise table.error(line, f"{row.unit} needs one of zone, entry turn and pool.")


def _roster(rows: list[records.UnitRow]) -> Roster:
    return Roster(
        ids=tuple(row.unit for row in rows),
        names=tuple(row.name for row in rows),
        side=tuple(0 if row.side == "soviet" else 1 for row in rows),
        ground=(True,) * len(rows),
        steps=tuple(row.steps for row in rows),
        nation=tuple(row.nation for row in rows),
        kind=tuple(row.kind for row in rows),
        size=tuple(row.size for row in rows),
        elite=tuple(row.elite for row in rows),
        armour=tuple(row.armour for row in rows),
        mechanized=tuple(row.mechanized for row in rows),
        german=tuple(row.nation == "german" for row in rows),
        group=tuple(row.group for row in rows),
        attack=tuple((0, *reversed(row.attack)) for row in rows),
        defence=tuple((0, *reversed(row.defence)) for row in rows),
        move=tuple(2 * row.move for row in rows),
        entrenched=tuple(row.entrenched for row in rows),
        stacking=tuple(int(2 * row.stacking) for row in rows),
        rail=tuple(int(2 * row.rail) for row in rows),
        shift=tuple(row.shift for row in rows),
        zone=tuple(row.zone for row in rows),
        entry_turn=tuple(row.entry_turn for row in rows),
        pool=tuple(row.pool for row in rows),
        designation=tuple(row.designation for row in rows),
        formation=tuple(row.formation for row in rows),
        status=tuple(row.status for row in rows),
        values_status=tuple(row.values_status for row in rows),
    )


def with_stand_ins(r: Roster, lures: BySide) -> Roster:
    """ms:M1, M2 - the counters and, behind them, stand-ins for all markers that each side could have on the map: one
    for every unit alone in its hex, one for every lure. All stand-ins of a side are alike: infantry of no army.
    """
    models: list[int] = []
    for side in (0, 1):
        units = r.of_side(side)
        models += [next(u for u in units if r.kind[u] == "infantry")] * (len(units) + lures.of(side))
    blank = ("",) * len(models)
    longer: dict[str, Any] = {
        "ids": (*r.ids, *(f"{_STAND_IN}{n}" for n in range(len(models)))),
        "group": (*r.group, *blank),
        "formation": (*r.formation, *blank),
    }
    for column in fields(r):
        if column.init and column.name not in longer:
            values = getattr(r, column.name)
            longer[column.name] = (*values, *[values[u] for u in models])
    return replace(r, **longer)
