"""The parts of a scenario of Kursk resolved against map and roster: zones, set-up, arrivals, objectives, levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from blackearth.core.mapdata import MapData
from blackearth.lib.hex_files import locate
from blackearth.lib.tables import DataError, DataSource
from blackearth.systems.kursk import facts, records
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.roster import Roster

SOVIET, GERMAN = 0, 1


@dataclass(frozen=True)
class Zone:
    """Where a side sets up (kursk:setup)."""

    name: str
    side: int
    mask: int


@dataclass(frozen=True)
class SetupStep:
    """A step of the set-up.

    Attributes:
        side: who sets up.
        title: what, for people.
        units: numbers of the units, aircraft not among them: they start at their bases (KUR-A38).
        cover: name of the line whose hexes must be held or in a zone of control, or empty.
        covered: mask of that line.
        cite: id of the rule.
    """

    side: int
    title: str
    units: tuple[int, ...]
    cover: str
    covered: int
    cite: str


@dataclass(frozen=True)
class EntryArea:
    """Where units come onto the map."""

    id: str
    side: int
    mask: int
    cite: str


@dataclass(frozen=True)
class Arrival:
    """Units that arrive at the start of their side's turn `turn`, or later, in the area with the id `entry`."""

    turn: int
    side: int
    name: str
    units: tuple[int, ...]
    entry: str
    cite: str


@dataclass(frozen=True)
class Objective:
    """A place that gives points at the end: its cells, its points by side (0: none)."""

    name: str
    mask: int
    points: tuple[int, int]


@dataclass(frozen=True)
class Level:
    """A victory level: reached with at least this ratio of own to enemy points, by side (kursk:victory-levels)."""

    id: str
    name: str
    least: tuple[Fraction, Fraction]


def check_facts(title: str, scenario: str, found: facts.ScenarioFile) -> None:
    """Make sure that a scenario's file is its own and its parts make sense.

    Raises:
        DataError: otherwise.
    """
    if found.id != scenario:
        raise DataError(title, 0, f'"id" is "{found.id}", but the file is that of "{scenario}".')
    for entry in found.setup:
        if entry.cover and entry.cover not in found.lines:
            raise DataError(title, 0, f'"cover" names the {entry.cover}, which is not active.')
        if entry.cover and entry.cover.split("_")[0] != entry.side:
            raise DataError(title, 0, f'"cover" names the {entry.cover}, which is not of the {entry.side} side.')
    if {entry.side for entry in found.setup} != set(SIDES) or len(found.setup) != len(SIDES):
        raise DataError(title, 0, '"setup" must have one step for each side.')


def suggested_rows(data: DataSource, found: facts.ScenarioFile) -> dict[str, tuple[int, str]]:
    """The rows of the set-up: id of the unit to line and hex.

    Raises:
        DataError: a unit stands twice.
    """
    table = data.table(f"scenarios/{found.suggested}", records.SuggestedRow)
    table.unique("unit")
    return {row.unit: (line, row.hex) for line, row in table.numbered()}


def suggested_setup(
    file: str, rows: Mapping[str, tuple[int, str]], chart: MapData, roster: Roster
) -> Mapping[int, int]:  # fmt: skip
    """The set-up: unit to cell.

    Raises:
        DataError: a unit or a hex is unknown, or a unit is not one that is set up.
    """
    places = {}
    for unit, (line, label) in rows.items():
        if unit not in roster.index:
            raise DataError(file, line, f'there is no unit "{unit}".')
        u = roster.index[unit]
        if roster.kind[u] == "aircraft" or roster.size[u] == "KG":
            raise DataError(file, line, f"{unit} is not set up; aircraft start at their bases.")
        places[u] = locate(file, line, chart.grid, label)
    return places


def make_zones(chart: MapData, found: facts.ScenarioFile) -> Mapping[str, Zone]:
    """The set-up zones `soviet`, `soviet_motorized` and `german` (kursk:setup, kursk:setup-fortified).

    With a free set-up motorized Soviet units keep out of the active Soviet lines.
    """
    soviet = chart.masks["soviet_start"]
    barred = 0 if found.fixed else chart.masks["soviet_lines"]
    return {
        "soviet": Zone("soviet", SOVIET, soviet),
        "soviet_motorized": Zone("soviet_motorized", SOVIET, soviet & ~barred),
        "german": Zone("german", GERMAN, chart.masks["german_start"]),
    }


def unit_zones(roster: Roster) -> tuple[str, ...]:
    """Name of the set-up zone of every unit."""
    return tuple(
        "german" if roster.side[u] == GERMAN else "soviet_motorized" if roster.motorized[u] else "soviet"
        for u in range(len(roster))
    )


def setup_steps(
    chart: MapData, roster: Roster, places: Mapping[int, int], found: facts.ScenarioFile
) -> tuple[SetupStep, ...]:  # fmt: skip
    """The steps of the set-up with their units."""
    steps = []
    for entry in found.setup:
        side = SIDES.index(entry.side)
        units = tuple(u for u in roster.of_side(side) if u in places)
        covered = chart.masks[entry.cover] if entry.cover else 0
        steps.append(SetupStep(side, entry.title, units, entry.cover, covered, entry.cite))
    return tuple(steps)


def entry_areas(title: str, chart: MapData, found: facts.ScenarioFile) -> Mapping[str, EntryArea]:
    """The areas where units come onto the map, by id.

    Raises:
        DataError: the map has no such feature.
    """
    for entry in found.entries:
        if entry.feature not in chart.masks:
            raise DataError(title, 0, f'"{entry.id}" names the feature "{entry.feature}", which the map does not have.')
    return {
        entry.id: EntryArea(entry.id, SIDES.index(entry.side), chart.masks[entry.feature], entry.cite)
        for entry in found.entries
    }


def arrivals(
    title: str, areas: Mapping[str, EntryArea], roster: Roster, found: facts.ScenarioFile
) -> tuple[Arrival, ...]:  # fmt: skip
    """The arrivals in the order of their turns.

    Raises:
        DataError: a unit or an area is unknown or of the other side.
    """
    result = []
    for entry in found.arrivals:
        side = SIDES.index(entry.side)
        if entry.entry not in areas or areas[entry.entry].side != side:
            raise DataError(title, 0, f'an arrival names "{entry.entry}", which is no {entry.side} entry.')
        for unit in entry.units:
            if unit not in roster.index or roster.side[roster.index[unit]] != side:
                raise DataError(title, 0, f'the reinforcement "{unit}" is no {entry.side} unit.')
        units = tuple(roster.index[unit] for unit in entry.units)
        result.append(Arrival(entry.turn, side, entry.name, units, entry.entry, entry.cite))
    return tuple(sorted(result, key=lambda arrival: arrival.turn))


def objectives(chart: MapData, found: facts.ScenarioFile) -> tuple[Objective, ...]:
    """The places that give points at the end (kursk:victory-objectives)."""
    scores = tuple(name in found.scorers for name in SIDES)
    result = []
    for place in chart.places:
        points = place.points.get(found.id, 0)
        if points:
            mask = sum(1 << cell for cell in place.cells)
            result.append(Objective(place.name, mask, (points * scores[SOVIET], points * scores[GERMAN])))
    return tuple(result)


def victory_levels(title: str, found: facts.NumbersFile) -> tuple[Level, ...]:
    """The victory levels, the highest first.

    Raises:
        DataError: the ratios do not fall.
    """
    levels = tuple(Level(e.id, e.name, (Fraction(e.soviet), Fraction(e.german))) for e in found.levels)
    for side in (SOVIET, GERMAN):
        ratios = [level.least[side] for level in levels]
        if not ratios or ratios != sorted(set(ratios), reverse=True):
            raise DataError(title, 0, 'the ratios must fall from one of the "levels" to the next.')
    return levels
