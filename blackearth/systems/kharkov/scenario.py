"""The parts of a scenario of Kharkov and Rostov resolved against map and roster: zones, set-up, arrivals, points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from blackearth.core.mapdata import MapData
from blackearth.hexes.grid import DIRECTION_NAMES
from blackearth.lib.hex_files import locate
from blackearth.lib.tables import DataError, DataSource
from blackearth.systems.kharkov import facts, records
from blackearth.systems.kharkov.charts import ODDS
from blackearth.systems.kharkov.mapfiles import FrontSide
from blackearth.systems.kharkov.roster import Roster

SOVIET, GERMAN = 0, 1
SIDES = ("soviet", "german")


@dataclass(frozen=True)
class Zone:
    """Where the units of a mark are set up (kharkov:2, rostov:2)."""

    name: str
    side: int
    mask: int


@dataclass(frozen=True)
class SetupStep:
    """A step of the set-up: who sets up, what, the names of the zones, the numbers of the units."""

    side: int
    title: str
    zones: tuple[str, ...]
    units: tuple[int, ...]
    cite: str


@dataclass(frozen=True)
class EntryArea:
    """Where units come onto the map; `rail`: along the railways (rostov:9-soviet, KHA-18)."""

    id: str
    side: int
    mask: int
    rail: bool
    cite: str


@dataclass(frozen=True)
class Arrival:
    """Units that arrive on `turn` or later: all of `units`, or `draw` of them at random if that is not 0.

    `entries` are the ids of the areas where they may come.
    """

    turn: int
    side: int
    name: str
    units: tuple[int, ...]
    draw: int
    entries: tuple[str, ...]
    cite: str


@dataclass(frozen=True)
class Loss:
    """What the losses of a unit are worth to its enemy: points for each step, or for the unit as a whole."""

    per_step: int
    eliminated: int
    reduced: int
    cite: str

    def points(self, lost: int, steps: int) -> int:
        """Points for `lost` of `steps` steps."""
        if self.per_step:
            return self.per_step * lost
        return self.eliminated if lost >= steps else self.reduced if lost else 0


@dataclass(frozen=True)
class Bonus:
    """Points for a side with a supplied unit in a hex of the mask when the game ends."""

    side: int
    points: int
    feature: str
    where: str
    mask: int
    cite: str


def check_facts(title: str, scenario: str, found: facts.ScenarioFile) -> None:
    """Make sure that a scenario's file is its own and its parts make sense.

    Raises:
        DataError: otherwise.
    """
    if found.id != scenario:
        raise DataError(title, 0, f'"id" is "{found.id}", but the file is that of "{scenario}".')
    if not found.levels or found.levels[-1].least is not None:
        raise DataError(title, 0, 'the last of "levels" must have no "least".')
    least = [level.least for level in found.levels[:-1]]
    numbers = [number for number in least if number is not None]
    if len(numbers) != len(least) or numbers != sorted(set(numbers), reverse=True):
        raise DataError(title, 0, '"least" must fall from one of the "levels" to the next.')
    if found.zero_defence and found.zero_defence not in ODDS:
        raise DataError(title, 0, f'"zero_defence" is "{found.zero_defence}", which is no odds column.')
    if found.modes:
        for name in found.modes.barred:
            if name not in DIRECTION_NAMES["flat"]:
                raise DataError(title, 0, f'"barred" names "{name}", which is no direction of a flat-topped hex.')


def make_zones(
    title: str, chart: MapData, front: Sequence[FrontSide], found: facts.ScenarioFile
) -> Mapping[str, Zone]:  # fmt: skip
    """The set-up zones: stretches of the front by letter, and those of the scenario's file.

    A hex next to the front is at distance 1. It belongs to the letter of the nearest hex at the front on its own side,
    going through hexes of its own side; with a tie, to both letters.

    Raises:
        DataError: a hex is not on the map, or two zones have one name.
    """
    zones: dict[str, Zone] = {}
    for side, name in enumerate(SIDES):
        edge: dict[str, int] = {}
        for entry in front:
            cell = (entry.soviet, entry.german)[side]
            letter = (entry.soviet_zone, entry.german_zone)[side]
            edge[letter] = edge.get(letter, 0) | 1 << cell
        for letter, mask in _stretches(chart, edge, chart.masks[f"{name}_start"], found.depth.of(side)).items():
            if letter in zones:
                raise DataError(title, 0, f'both sides have a zone "{letter}".')
            zones[letter] = Zone(letter, side, mask)
    for extra in found.zones:
        if extra.name in zones:
            raise DataError(title, 0, f'the zone "{extra.name}" is a stretch of the front already.')
        mask = sum(1 << cell for cell in {locate(title, 0, chart.grid, label) for label in extra.hexes})
        zones[extra.name] = Zone(extra.name, SIDES.index(extra.side), mask)
    return zones


def _stretches(chart: MapData, edge: Mapping[str, int], own: int, depth: int) -> dict[str, int]:
    """Hexes by letter: all letters spread at the same speed, each hex belongs to those that reach it first."""
    found = dict(edge)
    for _ in range(depth - 1):
        taken = 0
        for mask in found.values():
            taken |= mask
        found = {letter: mask | chart.grid.spread(mask) & own & ~taken for letter, mask in found.items()}
    return found


def setup_steps(
    title: str, zones: Mapping[str, Zone], roster: Roster, found: facts.ScenarioFile
) -> tuple[SetupStep, ...]:
    """The steps of the set-up with their units.

    Raises:
        DataError: one names an unknown zone, or one of the other side.
    """
    steps = []
    for entry in found.setup:
        side = SIDES.index(entry.side)
        for name in entry.zones:
            if name not in zones or zones[name].side != side:
                raise DataError(title, 0, f'a step of the set-up names "{name}", which is no {entry.side} zone.')
        units = tuple(u for u in roster.of_side(side) if roster.zone[u] in entry.zones)
        steps.append(SetupStep(side, entry.title, entry.zones, units, entry.cite))
    return tuple(steps)


def suggested_setup(
    data: DataSource, found: facts.ScenarioFile, chart: MapData, roster: Roster
) -> Mapping[int, int]:  # fmt: skip
    """The suggested set-up: unit to cell.

    Raises:
        DataError: a unit or a hex is unknown, or a unit stands twice.
    """
    table = data.table(f"scenarios/{found.suggested}", records.SuggestedRow)
    table.unique("unit")
    places = {}
    for line, row in table.numbered():
        if row.unit not in roster.index:
            raise table.error(line, f'there is no unit "{row.unit}" in this scenario.')
        places[roster.index[row.unit]] = locate(table.file, line, chart.grid, row.hex)
    return places


def entry_areas(title: str, chart: MapData, found: facts.ScenarioFile) -> Mapping[str, EntryArea]:
    """The areas where units come onto the map, by id.

    Raises:
        DataError: a hex or a feature is not on the map.
    """
    areas = {}
    for entry in found.entries:
        if entry.feature and entry.feature not in chart.masks:
            raise DataError(title, 0, f'"{entry.id}" names the feature "{entry.feature}", which the map does not have.')
        mask = sum(1 << cell for cell in {locate(title, 0, chart.grid, label) for label in entry.hexes})
        mask |= chart.masks[entry.feature] if entry.feature else 0
        areas[entry.id] = EntryArea(entry.id, SIDES.index(entry.side), mask, entry.rail, entry.cite)
    return areas


def make_pools(roster: Roster) -> Mapping[str, tuple[int, ...]]:
    """The units that are drawn at random, by pool."""
    names = sorted({name for name in roster.pool if name})
    return {name: tuple(u for u in range(len(roster)) if roster.pool[u] == name) for name in names}


def arrivals(
    title: str,
    areas: Mapping[str, EntryArea],
    pools: Mapping[str, tuple[int, ...]],
    roster: Roster,
    found: facts.ScenarioFile,
) -> tuple[Arrival, ...]:
    """The arrivals in the order of their turns.

    Raises:
        DataError: a unit, a pool or an area is unknown, or a unit has another turn in units.csv.
    """
    result = []
    for entry in found.arrivals:
        side = SIDES.index(entry.side)
        for name in entry.entries:
            if name not in areas or areas[name].side != side:
                raise DataError(title, 0, f'an arrival names "{name}", which is no {entry.side} entry.')
        if bool(entry.pool) == bool(entry.units) or bool(entry.pool) != bool(entry.draw):
            raise DataError(title, 0, f'{entry.name} needs either "units" or "pool" and "draw".')
        units = pools.get(entry.pool, ()) if entry.pool else _named(title, roster, entry)
        if not units:
            raise DataError(title, 0, f'the pool "{entry.pool}" has no units.')
        result += [Arrival(t, side, entry.name, units, entry.draw, entry.entries, entry.cite) for t in entry.turns]
    return tuple(sorted(result, key=lambda arrival: arrival.turn))


def _named(title: str, roster: Roster, entry: facts.ArrivalEntry) -> tuple[int, ...]:
    for unit in entry.units:
        if unit not in roster.index:
            raise DataError(title, 0, f'the reinforcement "{unit}" is not in units.csv.')
        if (roster.entry_turn[roster.index[unit]],) != entry.turns:
            raise DataError(title, 0, f"the turn of the reinforcement {unit} differs from units.csv.")
    return tuple(roster.index[unit] for unit in entry.units)


def loss_values(roster: Roster, found: facts.ScenarioFile) -> tuple[Loss, ...]:
    """What the losses of each unit are worth to its enemy, by unit number; nothing if no entry fits."""
    return tuple(_loss(roster, u, found.losses) for u in range(len(roster)))


def _loss(roster: Roster, u: int, entries: Sequence[facts.LossEntry]) -> Loss:
    for entry in entries:
        if SIDES.index(entry.scorer) != roster.side[u] and _fits(roster, u, entry):
            step = entry.eliminated if entry.per == "step" else 0
            return Loss(step, 0 if step else entry.eliminated, entry.reduced, entry.cite)
    return Loss(0, 0, 0, "")


def _fits(roster: Roster, u: int, entry: facts.LossEntry) -> bool:
    lists = ((entry.nations, roster.nation[u]), (entry.kinds, roster.kind[u]), (entry.steps, roster.steps[u]))
    flags = ((entry.armour, roster.armour[u]), (entry.mechanized, roster.mechanized[u]))
    return (
        all(not wanted or value in wanted for wanted, value in lists)
        and all(wanted is None or value == wanted for wanted, value in flags)
        and entry.elite in ("", roster.elite[u])
    )


def make_bonuses(title: str, chart: MapData, found: facts.ScenarioFile) -> tuple[Bonus, ...]:
    """The points for standing in a part of the map at the end.

    Raises:
        DataError: the map has no such feature.
    """
    for entry in found.bonuses:
        if entry.feature not in chart.masks:
            raise DataError(title, 0, f'a bonus names the feature "{entry.feature}", which the map does not have.')
    return tuple(
        Bonus(SIDES.index(e.side), e.points, e.feature, e.where, chart.masks[e.feature], e.cite) for e in found.bonuses
    )
