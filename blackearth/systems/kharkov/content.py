"""The data files of Kharkov and Rostov as typed values: `load("kharkov-1943")` gives everything a game needs.

    content = load("rostov-1941", overlay)    # overlay: directory given with --data, or None
    content.map.masks["forest"]               # masks: clear forest marsh difficult sea city town soviet_start
                                              #   german_start soviet_supply german_supply (map edge hexes that supply
                                              #   in this scenario) edge_north edge_east edge_south edge_west
                                              #   east_of_kharkov_front west_of_psel_dnieper; a city hex has no other
                                              #   terrain
    content.map.sides["rail"]                 # side sets: river major_river fort_soviet fort_german (by owner) rail
                                              #   road bridge (of either) rail_soviet rail_german (behind the starting
                                              #   front) city_bank (river sides of city hexes) front
    content.map.places                        # Place(name, (cell,), {scenario id: points}, kind "city" or "town")
    content.front                             # FrontSide(german, soviet, german_zone, soviet_zone), north to south
    content.roster.attack[u][steps]           # columns by unit number; see `Roster`
    content.crt.at(column, die)               # Result(text, attacker, defender, exchange, retreat); crt.columns == ODDS
    content.terrain["forest"].mechanized      # half movement points (good or mud, frost or snow); see `Terrain`
    content.weather["snow"].supply[GERMAN]    # effects of a kind of weather; see `Weather`
    content.turn(7).weather                   # start, end, weather, air and rail points by side
    content.zones["3T"].mask                  # set-up zones; content.setup the steps of the set-up
    content.suggested[u]                      # cell
    content.pools["60th_army"]                # units that are drawn
    content.arrivals                          # Arrival(turn, side, name, units, draw, entries)
    content.entries["west"].mask              # where they come
    content.losses[u].points(lost, steps)     # what losses are worth to the enemy
    content.bonuses                           # Bonus(side, points, feature, mask)
    content.rivers[a, b]                      # name of the river between two cells, the smaller first; routes alike
    content.scenario                          # facts: depth, armies, modes, winter, timoshenko, withdrawal, apart ...
    content.series                            # stacking limits, air markers, isolation in cities ...
    content.sources["crt"]                    # status, text, credit
    options(), rulings(), rules(), panel(id)  # optional rules, open points with their readings, rule index, rules panel

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
from blackearth.systems.kharkov.charts import (
    CombatTable,
    Terrain,
    Turn,
    Weather,
    combat_table,
    terrain_chart,
    turn_track,
    weather_chart,
)
from blackearth.systems.kharkov.facts import ScenarioFile, SeriesFile
from blackearth.systems.kharkov.mapfiles import FrontSide, load_map
from blackearth.systems.kharkov.roster import Roster, load_roster
from blackearth.systems.kharkov.scenario import (
    GERMAN,
    SIDES,
    SOVIET,
    Arrival,
    Bonus,
    EntryArea,
    Loss,
    SetupStep,
    Zone,
    arrivals,
    check_facts,
    entry_areas,
    loss_values,
    make_bonuses,
    make_pools,
    make_zones,
    setup_steps,
    suggested_setup,
)

__all__ = [
    "FILES",
    "GERMAN",
    "SIDES",
    "SOVIET",
    "SYSTEM",
    "Arrival",
    "Bonus",
    "Content",
    "EntryArea",
    "Loss",
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

SYSTEM = "kharkov"
FILES = RulebookFiles(Path(__file__).parent / "data", SYSTEM)
source_of, scenario_ids, sources = FILES.source, FILES.scenario_ids, FILES.sources
options, rulings, rules, panel = FILES.options, FILES.rulings, FILES.rules, FILES.panel


@dataclass(frozen=True)
class Content:
    """All data of one scenario. The head of this module shows what is where.

    Attributes:
        scenario: the facts of the scenario as they stand in its file.
        series: the numbers that hold in both games.
        map: the map.
        front: the hexsides of the starting front, from north to south.
        roster: the units of this scenario, reinforcements included.
        crt: combat results table.
        terrain: terrain effects by feature.
        weather: weather effects by kind of weather.
        turns: the turns of the scenario in order.
        zones: set-up zones by name.
        setup: the steps of the set-up.
        suggested: suggested set-up: unit to cell.
        pools: units that are drawn at random, by pool.
        entries: areas where units come onto the map, by id.
        arrivals: arrivals in the order of the turns.
        losses: what the losses of each unit are worth, by unit number.
        bonuses: points for standing in a part of the map at the end.
        rivers: name of the river by hexside (the smaller cell first).
        routes: names of the railways and roads by hexside, separated by `; `.
        sources: key of a source to its status, text and credit.
        corrected: names of the files that were taken from the overlay.
    """

    scenario: ScenarioFile
    series: SeriesFile
    map: MapData
    front: tuple[FrontSide, ...]
    roster: Roster
    crt: CombatTable
    terrain: Mapping[str, Terrain]
    weather: Mapping[str, Weather]
    turns: tuple[Turn, ...]
    zones: Mapping[str, Zone]
    setup: tuple[SetupStep, ...]
    suggested: Mapping[int, int]
    pools: Mapping[str, tuple[int, ...]]
    entries: Mapping[str, EntryArea]
    arrivals: tuple[Arrival, ...]
    losses: tuple[Loss, ...]
    bonuses: tuple[Bonus, ...]
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
        scenario: id, such as `kharkov-1943`.
        overlay: directory with corrected files in `kharkov/`, or None.

    Raises:
        DataError: a file is wrong, or there is no such scenario.
    """
    data, file = FILES.scenario(scenario, overlay)
    title = data.title(file)
    facts = data.document(file, ScenarioFile)
    check_facts(title, scenario, facts)
    found = load_map(data, facts)
    chart = found.chart
    roster = load_roster(data, scenario)
    zones = make_zones(title, chart, found.front, facts)
    areas, pools = entry_areas(title, chart, facts), make_pools(roster)
    return Content(
        scenario=facts,
        series=data.document("series.toml", SeriesFile),
        map=chart,
        front=found.front,
        roster=roster,
        crt=combat_table(data),
        terrain=terrain_chart(data),
        weather=weather_chart(data),
        turns=turn_track(data, facts),
        zones=zones,
        setup=setup_steps(title, zones, roster, facts),
        suggested=suggested_setup(data, facts, chart, roster),
        pools=pools,
        entries=areas,
        arrivals=arrivals(title, areas, pools, roster, facts),
        losses=loss_values(roster, facts),
        bonuses=make_bonuses(title, chart, facts),
        rivers=found.rivers,
        routes=found.routes,
        sources=sources(overlay),
        corrected=data.corrected,
    )
