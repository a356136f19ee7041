"""The counters of a scenario of Kursk, from `units.csv`."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from blackearth.core import mapdata
from blackearth.lib.tables import DataSource, Table
from blackearth.systems.kursk import records
from blackearth.systems.kursk.facts import NumbersFile


@dataclass(frozen=True)
class Roster(mapdata.Roster):
    """The counters with all their printed values, as columns by number.

    An air unit has two: a ground support element (`kind` `ground_support`) and an aircraft element (`aircraft`).

    Attributes:
        nation: `soviet`, `german` or `hungarian`.
        elite: `guards`, `ss` or empty.
        kind: `infantry`, `cavalry`, `motorized` (infantry), `armour`, `artillery`, `anti_tank`, `ground_support` or
            `aircraft`.
        size: `XXX`, `XX`, `X`, `II`, `KG`, or empty for air units.
        group: the row of the order of battle chart, such as `2-5`; Kampfgruppen are `KG-1-8` and `KG-2-8`.
        motorized: armour and motorized infantry: second movement phase, triple points (kursk:sequence).
        wheeled: pays for forest and swamp: motorized units and ground support elements (kursk:air-C).
        attack: attack strength, 0 if it may not attack.
        defence: defence strength, 0 if it may not defend.
        move: movement allowance in half points.
        limited: empty, `attack` (artillery), `defence` (anti-tank) or `bracketed` (kursk:combat-D, E and F).
        regular: a ground combat unit that is not limited (kursk:combat-G).
        zone: has a zone of control (kursk:zoc-F).
        stacking: `full`, `small`, `air` (a whole air unit) or `none` (aircraft, counted with their base).
        range: hexes an aircraft element flies from its base.
        base: number of the ground support element of an aircraft element, else -1.
        aircraft: number of the aircraft element of a ground support element, else -1.
        army: mark of the Soviet army, empty if it belongs to none (kursk:opt-army-integrity).
        integrity: hexes within which another unit of the army must be, 0 if it need not.
        kampfgruppe: group of the Kampfgruppe that replaces it, or empty (kursk:opt-kampfgruppen).
        points: victory points for its elimination (kursk:victory, KUR-15).
        designation: what stands on the counter.
        formation: what it belongs to, in words.
        status: status of the unit's identity; `values_status` that of its numbers.
    """

    nation: tuple[str, ...]
    elite: tuple[str, ...]
    kind: tuple[str, ...]
    size: tuple[str, ...]
    group: tuple[str, ...]
    motorized: tuple[bool, ...]
    wheeled: tuple[bool, ...]
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    move: tuple[int, ...]
    limited: tuple[str, ...]
    regular: tuple[bool, ...]
    zone: tuple[bool, ...]
    stacking: tuple[str, ...]
    range: tuple[int, ...]
    base: tuple[int, ...]
    aircraft: tuple[int, ...]
    army: tuple[str, ...]
    integrity: tuple[int, ...]
    kampfgruppe: tuple[str, ...]
    points: tuple[int, ...]
    designation: tuple[str, ...]
    formation: tuple[str, ...]
    status: tuple[str, ...]
    values_status: tuple[str, ...]

    def of_group(self, group: str) -> tuple[int, ...]:
        """Numbers of the units of a group."""
        return tuple(u for u, name in enumerate(self.group) if name == group)


def load_roster(data: DataSource, numbers: NumbersFile, wanted: Set[str]) -> Roster:
    """The counters of a scenario: the units wanted, the aircraft of their bases and all Kampfgruppen.

    Args:
        data: the data files.
        numbers: factors of points and distances of the option army integrity.
        wanted: ids of the units that are set up or arrive.

    Raises:
        DataError: a row contradicts itself.
    """
    table = data.table("units.csv", records.UnitRow)
    table.unique("unit")
    table.unique("name")
    rows = {row.unit: row for row in table}
    for line, row in table.numbered():
        _check(table, line, row, rows)
    return _roster([row for row in table if row.unit in wanted or row.base in wanted or row.size == "KG"], numbers)


def _check(table: Table[records.UnitRow], line: int, row: records.UnitRow, rows: Mapping[str, records.UnitRow]) -> None:
    if (row.side == "soviet") != (row.nation == "soviet"):
        raise table.error(line, f"{row.unit} is of the {row.side} side, but {row.nation}.")
    if (row.kind == "aircraft") != bool(row.base and row.range):
        raise table.error(line, f'{row.unit} needs "base" and "range" if and only if it is an aircraft element.')
    if row.base and (row.base not in rows or rows[row.base].kind != "ground_support"):
        raise table.error(line, f'the base "{row.base}" of {row.unit} is no ground support element.')
    if row.base and rows[row.base].side != row.side:
        raise table.error(line, f"{row.unit} and its base {row.base} are of different sides.")
    if row.motorized != (row.kind in ("armour", "motorized")):
        raise table.error(line, f"{row.unit} is of the kind {row.kind}, which decides on motorized.")
    if row.kampfgruppe and not any(other.group == row.kampfgruppe for other in rows.values()):
        raise table.error(line, f'there is no unit of the group "{row.kampfgruppe}" to replace {row.unit}.')


def _points(row: records.UnitRow, numbers: NumbersFile) -> int:
    strength = max(row.attack, row.defence)
    if row.size == "KG":
        return strength * numbers.kampfgruppe_points
    return strength * (numbers.motorized_points if row.motorized else 1)


def _roster(rows: list[records.UnitRow], numbers: NumbersFile) -> Roster:
    index = {row.unit: number for number, row in enumerate(rows)}
    planes = {row.base: number for number, row in enumerate(rows) if row.base}
    distance = {entry.group: entry.distance for entry in numbers.integrity}
    air = ("ground_support", "aircraft")
    return Roster(
        ids=tuple(row.unit for row in rows),
        names=tuple(row.name for row in rows),
        side=tuple(0 if row.side == "soviet" else 1 for row in rows),
        ground=tuple(row.kind != "aircraft" for row in rows),
        steps=(1,) * len(rows),
        nation=tuple(row.nation for row in rows),
        elite=tuple(row.elite for row in rows),
        kind=tuple(row.kind for row in rows),
        size=tuple(row.size for row in rows),
        group=tuple(row.group for row in rows),
        motorized=tuple(row.motorized for row in rows),
        wheeled=tuple(row.motorized or row.kind == "ground_support" for row in rows),
        attack=tuple(row.attack for row in rows),
        defence=tuple(row.defence for row in rows),
        move=tuple(2 * row.move for row in rows),
        limited=tuple(row.limited for row in rows),
        regular=tuple(not row.limited and row.kind not in air for row in rows),
        zone=tuple(row.zone for row in rows),
        stacking=tuple(row.stacking for row in rows),
        range=tuple(row.range for row in rows),
        base=tuple(index[row.base] if row.base else -1 for row in rows),
        aircraft=tuple(planes.get(row.unit, -1) for row in rows),
        army=tuple(row.army for row in rows),
        integrity=tuple(distance.get(row.group, 0) for row in rows),
        kampfgruppe=tuple(row.kampfgruppe for row in rows),
        points=tuple(_points(row, numbers) for row in rows),
        designation=tuple(row.designation for row in rows),
        formation=tuple(row.formation for row in rows),
        status=tuple(row.status for row in rows),
        values_status=tuple(row.values_status for row in rows),
    )
