"""The data files of Kursk as typed values: `load("jul4")` gives everything a game needs.

    content = load("aug3-historical", overlay)  # overlay: directory given with --data, or None
    content.map.masks["forest"]                 # masks: clear forest swamp (one of them each hex) city town rail
                                                #   german_line hagen_line soviet_line_1 .. 3 (active or not)
                                                #   soviet_lines german_lines (hexes of active lines, by owner)
                                                #   soviet_cities german_cities (fortified cities, by owner)
                                                #   soviet_works german_works (both together)
                                                #   soviet_start german_start (sides of the front)
                                                #   soviet_supply german_supply (rail hexes at friendly edges)
                                                #   edge_north edge_east edge_south edge_west
    content.map.sides["rail"]                   # side sets: river rail bridge front
    content.map.lines["hagen_line"]             # ordered cells of all five lines
    content.map.places                          # Place(name, (cell,), {scenario id: points}, kind "city" or "town")
    content.front                               # (German cell, Soviet cell), north to south
    content.roster.attack[u]                    # columns by unit number; see `Roster`
    content.roster.aircraft[base]               # number of the aircraft element; roster.base[aircraft] the other way
    content.crt.at(column, die)                 # Result(text, attacker, defender, exchange); die -1..8; columns ODDS
    content.air.at(column, die)                 # is the ground support element destroyed? columns AIR_ODDS
    content.terrain["forest"].cost(wheeled)     # half movement points; .die: modifier; features: see charts.FEATURES
    content.turn(3).start                       # first and last day
    content.zones[content.zone_of[u]].mask      # where a unit may be set up
    content.setup                               # SetupStep(side, title, units, cover, covered, cite), in order
    content.suggested[u]                        # cell; historical and fixed if content.scenario.fixed
    content.arrivals                            # Arrival(turn, side, name, units, entry, cite)
    content.entries["east"].mask                # where they come
    content.objectives                          # Objective(name, mask, points by side)
    content.levels                              # Level(id, name, least ratio by side), the highest first
    content.numbers                             # supply length, stacking, factors of points ...
    content.rivers[a, b]                        # name of the river between two cells, the smaller first; routes alike
    content.scenario                            # facts: first_player, first_turn, last_turn, lines, fixed, front ...
    content.sources["crt"]                      # status, text, credit
    options(), rulings(), rules(), panel(id)    # optional rules, open points with their readings, rule index, panel

Side 0 is Soviet, side 1 German. Every fault of a file is a `DataError` naming file, line and cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from blackearth.core.mapdata import MapData
from blackearth.core.options import OptionSpec, RulingSpec
from blackearth.core.system import RuleEntry
from blackearth.lib.data_records import Paragraph, SourceEntry
from blackearth.lib.rulebook_files import read_options, read_panel, read_rules, read_rulings, read_sources
from blackearth.lib.tables import DataError, DataSource
from blackearth.systems.kursk.charts import (
    AirTable,
    CombatTable,
    Terrain,
    Turn,
    air_table,
    combat_table,
    terrain_chart,
    turn_track,
)
from blackearth.systems.kursk.facts import NumbersFile, ScenarioFile
from blackearth.systems.kursk.mapfiles import SIDES, load_map
from blackearth.systems.kursk.roster import Roster, load_roster
from blackearth.systems.kursk.scenario import (
    GERMAN,
    SOVIET,
    Arrival,
    EntryArea,
    Level,
    Objective,
    SetupStep,
    Zone,
    arrivals,
    check_facts,
    entry_areas,
    make_zones,
    objectives,
    setup_steps,
    suggested_rows,
    suggested_setup,
    unit_zones,
    victory_levels,
)

__all__ = [
    "GERMAN",
    "SIDES",
    "SOVIET",
    "SYSTEM",
    "Arrival",
    "Content",
    "EntryArea",
    "Level",
    "Objective",
    "SetupStep",
    "Zone",
    "load",
    "options",
    "panel",
    "rules",
    "rulings",
    "scenario_ids",
    "source_of",
    "sources",
]

SYSTEM = "kursk"
_PACKAGE = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Content:
    """All data of one scenario. The head of this module shows what is where.

    Attributes:
        scenario: the facts of the scenario as they stand in its file.
        numbers: the numbers that hold in all scenarios.
        map: the map, with the lines that are active in this scenario.
        front: the hexsides of the starting front as (German cell, Soviet cell), from north to south.
        roster: the counters of this scenario, reinforcements and Kampfgruppen included.
        crt: combat results table.
        air: air superiority table.
        terrain: terrain effects by feature.
        turns: the turns of the scenario in order.
        zones: set-up zones by name.
        zone_of: name of the set-up zone, by unit number.
        setup: the steps of the set-up.
        suggested: the suggested or historical set-up: unit to cell, without aircraft.
        entries: areas where units come onto the map, by id.
        arrivals: arrivals in the order of the turns.
        objectives: places that give points at the end.
        levels: victory levels, the highest first.
        rivers: name of the river by hexside (the smaller cell first).
        routes: names of the railways by hexside.
        sources: key of a source to its status, text and credit.
        corrected: names of the files that were taken from the overlay.
    """

    scenario: ScenarioFile
    numbers: NumbersFile
    map: MapData
    front: tuple[tuple[int, int], ...]
    roster: Roster
    crt: CombatTable
    air: AirTable
    terrain: Mapping[str, Terrain]
    turns: tuple[Turn, ...]
    zones: Mapping[str, Zone]
    zone_of: tuple[str, ...]
    setup: tuple[SetupStep, ...]
    suggested: Mapping[int, int]
    entries: Mapping[str, EntryArea]
    arrivals: tuple[Arrival, ...]
    objectives: tuple[Objective, ...]
    levels: tuple[Level, ...]
    rivers: Mapping[tuple[int, int], str]
    routes: Mapping[tuple[int, int], str]
    sources: Mapping[str, SourceEntry]
    corrected: tuple[str, ...]

    def turn(self, number: int) -> Turn:
        """The turn of a number."""
        return self.turns[number - self.scenario.first_turn]


def source_of(overlay: Path | None = None) -> DataSource:
    """The data files, with those of an overlay directory on top.

    Raises:
        DataError: the overlay is no directory, or has a file this game does not know.
    """
    return DataSource(_PACKAGE, SYSTEM, overlay)


def scenario_ids(overlay: Path | None = None) -> tuple[str, ...]:
    """Ids of the scenarios, in the order in which they happen: the names of the files in `scenarios`."""
    data = source_of(overlay)
    found = [path.stem for path in (data.package / "scenarios").glob("*.toml")]
    months = ("may", "jun", "jul", "aug")
    return tuple(sorted(found, key=lambda name: (months.index(name[:3]) if name[:3] in months else 9, name)))


@cache
def load(scenario: str, overlay: Path | None = None) -> Content:
    """Everything a game of a scenario needs.

    Args:
        scenario: id, such as `jul4-historical`.
        overlay: directory with corrected files in `kursk/`, or None.

    Raises:
        DataError: a file is wrong, or there is no such scenario.
    """
    data = source_of(overlay)
    known = scenario_ids(overlay)
    if scenario not in known:
        raise DataError(f"{SYSTEM}/scenarios", 0, f'there is no scenario "{scenario}"; there are {", ".join(known)}.')
    file = f"scenarios/{scenario}.toml"
    title = data.title(file)
    facts = data.document(file, ScenarioFile)
    numbers = data.document("numbers.toml", NumbersFile)
    check_facts(title, scenario, facts)
    found = load_map(data, facts)
    chart = found.chart
    rows = suggested_rows(data, facts)
    coming = {unit for entry in facts.arrivals for unit in entry.units}
    roster = load_roster(data, numbers, rows.keys() | coming)
    places = suggested_setup(data.title(f"scenarios/{facts.suggested}"), rows, chart, roster)
    areas = entry_areas(title, chart, facts)
    return Content(
        scenario=facts,
        numbers=numbers,
        map=chart,
        front=found.front,
        roster=roster,
        crt=combat_table(data),
        air=air_table(data),
        terrain=terrain_chart(data),
        turns=turn_track(data, facts),
        zones=make_zones(chart, facts),
        zone_of=unit_zones(roster),
        setup=setup_steps(chart, roster, places, facts),
        suggested=places,
        entries=areas,
        arrivals=arrivals(title, areas, roster, facts),
        objectives=objectives(chart, facts),
        levels=victory_levels(data.title("numbers.toml"), numbers),
        rivers=found.rivers,
        routes=found.routes,
        sources=sources(overlay),
        corrected=data.corrected,
    )


def sources(overlay: Path | None = None) -> Mapping[str, SourceEntry]:
    """Where the values come from, by key.

    Raises:
        DataError: the file is wrong.
    """
    return read_sources(source_of(overlay))


def options(overlay: Path | None = None) -> tuple[OptionSpec, ...]:
    """The optional rules.

    Raises:
        DataError: the file is wrong.
    """
    return read_options(source_of(overlay))


def rulings(overlay: Path | None = None) -> tuple[RulingSpec, ...]:
    """The points the rulebook leaves open and for which a game may choose another reading.

    Raises:
        DataError: the file is wrong.
    """
    return read_rulings(source_of(overlay))


def rules() -> tuple[RuleEntry, ...]:
    """The index of the rulebook.

    Raises:
        DataError: the file is wrong.
    """
    return read_rules(source_of())


def panel(scenario: str, overlay: Path | None = None) -> Mapping[str, list[Paragraph]]:
    """The rules panel of a scenario: paragraphs by step.

    Raises:
        DataError: the file is wrong.
    """
    return read_panel(source_of(overlay), scenario)
