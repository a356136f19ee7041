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
from blackearth.lib.data_records import SourceEntry
from blackearth.lib.rulebook_files import RulebookFiles
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
    "FILES",
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


def _in_time(name: str) -> tuple[int, str]:
    """Scenarios in the order in which they happen; their names begin with the month."""
    months = ("may", "jun", "jul", "aug")
    return months.index(name[:3]) if name[:3] in months else len(months), name


FILES = RulebookFiles(Path(__file__).parent / "data", SYSTEM, _in_time)
source_of, scenario_ids, sources = FILES.source, FILES.scenario_ids, FILES.sources
options, rulings, rules, panel = FILES.options, FILES.rulings, FILES.rules, FILES.panel


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


@cache
def load(scenario: str, overlay: Path | None = None) -> Content:
    """Everything a game of a scenario needs.

    Args:
        scenario: id, such as `jul4-historical`.
        overlay: directory with corrected files in `kursk/`, or None.

    Raises:
        DataError: a file is wrong, or there is no such scenario.
    """
    data, file = FILES.scenario(scenario, overlay)
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
