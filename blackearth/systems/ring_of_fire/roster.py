"""The units of a scenario of Ring of Fire, from `units.csv`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from blackearth.core import mapdata
from blackearth.lib.tables import DataError, DataSource, Table
from blackearth.systems.ring_of_fire import records


@dataclass(frozen=True)
class Roster(mapdata.Roster):
    """The units with all their printed values, as columns by unit number.

    Attributes:
        leg: leg units (rof:2.413).
        mobile: mobile units; an air unit is neither.
        kind: `infantry`, `airborne`, `motor_rifle`, `recon`, `tank` or `air`.
        stacking: what the unit counts in a stack; a division 3 (rof:9.1).
        attack: attack strength by steps left; entry 0 is 0.
        defence: defence strength by steps left; entry 0 is 0.
        move: movement allowance in half points.
        tank: tank combat effectiveness rating, 0 if it is no tank unit.
        air: air strike rating, 0 if it is no air unit.
        replacement: `leg` or `mobile` steps rebuild it (rof:6.3); empty for air units.
        entry_turn: turn of arrival; 0 if it is there from the start.
        entry_edge: `west` or `south` for reinforcements, else empty.
        independent: independent tank brigade (rof:2.415).
        zone: set-up zone; empty for reinforcements and air units.
        designation: what stands on the counter.
        parent: parent corps or division as it stands on the counter.
        formation: army, corps or division it belongs to.
        branch: `Red Army`, `Guards`, `Wehrmacht`, `Waffen-SS`, `Air Force` or `Luftwaffe`.
        echelon: size symbol (`XX`, `X`, `III`, `II`, `KG`); empty for tank and air units (rof:2.416).
        variant: picture of the counter: `heavy`, `mechanized`, `panzer`, `panzergrenadier`, `assault_gun` or empty.
        status: status of the unit's identity; `values_status` that of its numbers.
    """

    leg: tuple[bool, ...]
    mobile: tuple[bool, ...]
    kind: tuple[str, ...]
    stacking: tuple[int, ...]
    attack: tuple[tuple[int, ...], ...]
    defence: tuple[tuple[int, ...], ...]
    move: tuple[int, ...]
    tank: tuple[int, ...]
    air: tuple[int, ...]
    replacement: tuple[str, ...]
    entry_turn: tuple[int, ...]
    entry_edge: tuple[str, ...]
    independent: tuple[bool, ...]
    zone: tuple[str, ...]
    designation: tuple[str, ...]
    parent: tuple[str, ...]
    formation: tuple[str, ...]
    branch: tuple[str, ...]
    echelon: tuple[str, ...]
    variant: tuple[str, ...]
    status: tuple[str, ...]
    values_status: tuple[str, ...]

    @cached_property
    def aircraft(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Air units of both sides."""
        soviet, german = (tuple(u for u in self.of_side(side) if self.air[u]) for side in (0, 1))
        return soviet, german


def load_roster(data: DataSource, facts: records.ScenarioFile) -> Roster:
    """The units that take part in a scenario: those of the core mix there from the start, and its reinforcements.

    Raises:
        DataError: a row contradicts itself, or a reinforcement is not in the file as such.
    """
    table = data.table("units.csv", records.UnitRow)
    table.unique("unit")
    for line, row in table.numbered():
        _check(table, line, row)
    arriving = {unit: entry for entry in facts.reinforcements for unit in entry.units}
    _check_arrivals(data.title(f"scenarios/{facts.id}.toml"), table, arriving)
    rows = [row for row in table if row.unit in arriving or (row.mix == "core" and not row.entry_turn)]
    for line, row in table.numbered():
        if row in rows and row.class_ != "air" and row.unit not in arriving and row.zone not in facts.zones:
            raise table.error(line, f'{row.unit} is set up in the zone "{row.zone}", which {facts.name} does not have.')
    return _roster(rows)


def _check(table: Table[records.UnitRow], line: int, row: records.UnitRow) -> None:
    for name, values in (("attack", row.attack), ("defence", row.defence)):
        if len(values) != row.steps:
            raise table.error(line, f'"{name}" has {len(values)} values, but {row.unit} has {row.steps} steps.')
    if (row.kind == "air") != (row.class_ == "air"):
        raise table.error(line, f"{row.unit} is of class {row.class_}, but of kind {row.kind}.")
    if bool(row.tank) != (row.kind == "tank"):
        raise table.error(line, f"{row.unit} has the tank rating {row.tank}, but is of kind {row.kind}.")
    if bool(row.air) != (row.kind == "air"):
        raise table.error(line, f"{row.unit} has the air rating {row.air}, but is of kind {row.kind}.")
    if bool(row.entry_turn) != bool(row.entry_edge):
        raise table.error(line, f"{row.unit} needs both an entry turn and an entry edge, or neither.")


def _check_arrivals(title: str, table: Table[records.UnitRow], arriving: dict[str, records.ReinforcementEntry]) -> None:
    rows = {row.unit: row for row in table}
    for unit, entry in arriving.items():
        row = rows.get(unit)
        if row is None:
            raise DataError(title, 0, f'the reinforcement "{unit}" is not in units.csv.')
        if (row.side, row.entry_turn, row.entry_edge) != (entry.side, entry.turn, entry.edge):
            raise DataError(title, 0, f"side, turn or edge of the reinforcement {unit} differ from units.csv.")


def _roster(rows: list[records.UnitRow]) -> Roster:
    return Roster(
        ids=tuple(row.unit for row in rows),
        names=tuple(row.name for row in rows),
        side=tuple(0 if row.side == "soviet" else 1 for row in rows),
        ground=tuple(row.class_ != "air" for row in rows),
        steps=tuple(row.steps for row in rows),
        leg=tuple(row.class_ == "leg" for row in rows),
        mobile=tuple(row.class_ == "mobile" for row in rows),
        kind=tuple(row.kind for row in rows),
        stacking=tuple(row.stacking for row in rows),
        attack=tuple((0, *reversed(row.attack)) for row in rows),
        defence=tuple((0, *reversed(row.defence)) for row in rows),
        move=tuple(2 * row.move for row in rows),
        tank=tuple(row.tank for row in rows),
        air=tuple(row.air for row in rows),
        replacement=tuple(row.replacement for row in rows),
        entry_turn=tuple(row.entry_turn for row in rows),
        entry_edge=tuple(row.entry_edge for row in rows),
        independent=tuple(row.independent for row in rows),
        zone=tuple(row.zone for row in rows),
        designation=tuple(row.designation for row in rows),
        parent=tuple(row.parent for row in rows),
        formation=tuple(row.formation for row in rows),
        branch=tuple(row.branch for row in rows),
        echelon=tuple(row.size for row in rows),
        variant=tuple(row.variant for row in rows),
        status=tuple(row.status for row in rows),
        values_status=tuple(row.values_status for row in rows),
    )
