"""The parts of a scenario of Ring of Fire resolved against map and roster: zones, set-up, arrivals, exits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from blackearth.core.mapdata import MapData
from blackearth.lib.hex_files import locate
from blackearth.lib.tables import DataError, DataSource
from blackearth.systems.ring_of_fire import records
from blackearth.systems.ring_of_fire.roster import Roster

SOVIET, GERMAN = 0, 1
SIDES = ("soviet", "german")


@dataclass(frozen=True)
class Reinforcement:
    """Units that arrive together: on `turn` or later, over the friendly part of `edge` (rof:7.1)."""

    turn: int
    side: int
    edge: str
    formation: str
    units: tuple[int, ...]


@dataclass(frozen=True)
class Exit:
    """A stretch of the map edge where a side's units may leave, and the points each earns (rof:11.8)."""

    side: int
    edge: str
    mask: int
    points: int


@dataclass(frozen=True)
class SetupStep:
    """A step of the set-up (rof:16.1).

    Attributes:
        side: who sets up.
        title: what, for people.
        zones: the zones whose units are placed.
        units: numbers of the units to be placed.
        covers: name of the line that must be closed when the step ends, or empty.
        covered_by: `leg` if only leg units count for that, else `all`.
    """

    side: int
    title: str
    zones: tuple[str, ...]
    units: tuple[int, ...]
    covers: str
    covered_by: str


def check_facts(title: str, scenario: str, facts: records.ScenarioFile) -> None:
    """Make sure that a scenario's file is its own and its victory levels are in order.

    Raises:
        DataError: otherwise.
    """
    if facts.id != scenario:
        raise DataError(title, 0, f'"id" is "{facts.id}", but the file is that of "{scenario}".')
    if not facts.levels or facts.levels[-1].least is not None:
        raise DataError(title, 0, 'the last of "levels" must have no "least".')
    least = [level.least for level in facts.levels[:-1]]
    numbers = [number for number in least if number is not None]
    if len(numbers) != len(least) or numbers != sorted(numbers, reverse=True):
        raise DataError(title, 0, '"least" must fall from one of the "levels" to the next.')


def zone_mask(data: DataSource, file: str, chart: MapData, entry: records.ZoneEntry) -> int:
    """The hexes of a set-up zone.

    Raises:
        DataError: it names a feature or a hex the map does not have.
    """
    unknown = [name for name in (*entry.all, *entry.none) if name not in chart.masks]
    if unknown:
        raise DataError(data.title(file), 0, f'a zone names the feature "{unknown[0]}", which the map does not have.')
    mask = chart.grid.all
    if entry.of:
        mask = chart.grid.within(locate(data.title(file), 0, chart.grid, entry.of), entry.within)
    for name in entry.all:
        mask &= chart.masks[name]
    for name in entry.none:
        mask &= ~chart.masks[name]
    return mask


def setup_step(
    data: DataSource, file: str, zones: Mapping[str, int], roster: Roster, entry: records.SetupEntry
) -> SetupStep:
    """A step of the set-up with its units.

    Raises:
        DataError: it names an unknown zone.
    """
    for name in entry.zones:
        if name not in zones:
            raise DataError(data.title(file), 0, f'a step of the set-up names the zone "{name}", which is not there.')
    units = tuple(u for u in range(len(roster)) if roster.zone[u] in entry.zones)
    return SetupStep(SIDES.index(entry.side), entry.title, entry.zones, units, entry.covers, entry.covered_by)


def suggested_setup(
    data: DataSource, facts: records.ScenarioFile, chart: MapData, roster: Roster
) -> Mapping[int, tuple[int, bool]]:
    """The suggested set-up: unit to cell and whether it starts in reserve.

    Raises:
        DataError: a unit or a hex is unknown, or a unit stands twice.
    """
    table = data.table(f"scenarios/{facts.suggested}", records.SuggestedRow)
    table.unique("unit")
    found = {}
    for line, row in table.numbered():
        if row.unit not in roster.index:
            raise table.error(line, f'there is no unit "{row.unit}" in this scenario.')
        found[roster.index[row.unit]] = locate(table.file, line, chart.grid, row.hex), row.reserve
    return found


def arrivals(facts: records.ScenarioFile, roster: Roster) -> tuple[Reinforcement, ...]:
    """The reinforcements in the order of their turns."""
    return tuple(
        Reinforcement(
            entry.turn,
            SIDES.index(entry.side),
            entry.edge,
            entry.formation,
            tuple(roster.index[unit] for unit in entry.units),
        )
        for entry in sorted(facts.reinforcements, key=lambda entry: entry.turn)
    )


def exit_stretch(data: DataSource, file: str, chart: MapData, entry: records.ExitEntry) -> Exit:
    """A stretch of the edge where units may leave.

    Raises:
        DataError: it begins or ends off that edge.
    """
    mask = chart.masks[f"edge_{entry.edge}"]
    grid = chart.grid
    labels = sorted(grid.labels(mask))
    low, high = entry.from_ or labels[0], entry.to or labels[-1]
    for label in (low, high):
        if label not in labels:
            raise DataError(data.title(file), 0, f'hex "{label}" is not on the {entry.edge} edge.')
    stretch = grid.mask(label for label in labels if low <= label <= high)
    return Exit(SIDES.index(entry.side), entry.edge, stretch, entry.points)
