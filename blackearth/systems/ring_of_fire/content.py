"""Ring of Fire's data files as typed values: `load("breakthrough")` gives everything a game needs.

    content = load("rumyantsev", overlay)     # overlay: directory given with --data, or None
    content.map.masks["forest"]               # masks: clear forest town fort german_supply east_of_donets soviet_start
                                              #   german_start edge_north edge_east edge_south edge_west german_edge
                                              #   soviet_edge german_exit soviet_exit
    content.map.sides["road"]                 # side sets: minor_river major_river road bridge start_line
    content.map.lines["first_line"]           # cells in order: first_line soviet_line second_belt rear_belt
                                              #   kharkov_outer_ring kharkov_middle_ring kharkov_inner_ring
    content.map.places                        # Place(name, cells, points={scenario id: points})
    content.roster.attack[u][steps]           # columns by unit number; see `Roster`
    content.crt.rows[die - 1][column]         # Result(text, attacker, defender); content.crt.columns == ("1:3", ...)
    content.tank.steps(rating, die)           # steps lost; content.air alike
    content.terrain["forest"].mobile          # half movement points; see `Terrain`
    content.turn(7).leg[SOVIET]               # replacement steps; barrages, air_withdrawn, date
    content.zones["6_panzer"]                 # mask; content.setup the steps of the set-up
    content.suggested[u]                      # (cell, in reserve)
    content.reinforcements                    # Reinforcement(turn, side, edge, units)
    content.exits                             # Exit(side, edge, mask, points)
    content.rivers[a, b]                      # name of the river between two cells, the smaller first; roads alike
    content.scenario                          # name, text, first_turn, last_turn, barrages, turn_one, levels ...
    content.sources["crt"]                    # status, text, credit
    options(), rulings(), rules()             # the optional rules, the open points with their readings, the rule index

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
from blackearth.systems.ring_of_fire import records
from blackearth.systems.ring_of_fire.charts import (
    CombatTable,
    HitTable,
    Terrain,
    Turn,
    combat_table,
    hit_table,
    terrain_chart,
    turn_track,
)
from blackearth.systems.ring_of_fire.mapfiles import load_map
from blackearth.systems.ring_of_fire.roster import Roster, load_roster
from blackearth.systems.ring_of_fire.scenario import (
    GERMAN,
    SIDES,
    SOVIET,
    Exit,
    Reinforcement,
    SetupStep,
    arrivals,
    check_facts,
    exit_stretch,
    setup_step,
    suggested_setup,
    zone_mask,
)

__all__ = [
    "FILES",
    "GERMAN",
    "SIDES",
    "SOVIET",
    "SYSTEM",
    "Content",
    "Exit",
    "Reinforcement",
    "SetupStep",
    "load",
    "options",
    "panel",
    "rules",
    "rulings",
    "scenario_ids",
    "source_of",
    "sources",
]

SYSTEM = "ring-of-fire"
FILES = RulebookFiles(Path(__file__).parent / "data", SYSTEM)
source_of, scenario_ids, sources = FILES.source, FILES.scenario_ids, FILES.sources
options, rulings, rules, panel = FILES.options, FILES.rulings, FILES.rules, FILES.panel


@dataclass(frozen=True)
class Content:
    """All data of one scenario. The head of this module shows what is where.

    Attributes:
        scenario: the facts of the scenario as they stand in its file.
        map: the map.
        roster: the units of this scenario, reinforcements and air units included.
        crt: combat results table.
        tank: tank combat table.
        air: air strike table.
        terrain: terrain effects by feature.
        turns: the turns of the scenario in order.
        zones: set-up zones by name, as masks.
        setup: the steps of the set-up.
        suggested: suggested set-up: unit to cell and whether it is in reserve; air units are not in it.
        reinforcements: arrivals in the order of the turns.
        exits: where units may leave the map.
        rivers: name of the river by hexside (the smaller cell first).
        roads: names of the roads by hexside, separated by `; `.
        sources: key of a source to its status, text and credit.
        corrected: names of the files that were taken from the overlay.
    """

    scenario: records.ScenarioFile
    map: MapData
    roster: Roster
    crt: CombatTable
    tank: HitTable
    air: HitTable
    terrain: Mapping[str, Terrain]
    turns: tuple[Turn, ...]
    zones: Mapping[str, int]
    setup: tuple[SetupStep, ...]
    suggested: Mapping[int, tuple[int, bool]]
    reinforcements: tuple[Reinforcement, ...]
    exits: tuple[Exit, ...]
    rivers: Mapping[tuple[int, int], str]
    roads: Mapping[tuple[int, int], str]
    sources: Mapping[str, SourceEntry]
    corrected: tuple[str, ...]

    def turn(self, number: int) -> Turn:
        """The turn of a number."""
        return self.turns[number - self.scenario.first_turn]


@cache
def load(scenario: str, overlay: Path | None = None) -> Content:
    """Everything a game of a scenario needs.

    Args:
        scenario: id, such as `breakthrough`.
        overlay: directory with corrected files in `ring-of-fire/`, or None.

    Raises:
        DataError: a file is wrong, or there is no such scenario.
    """
    data, file = FILES.scenario(scenario, overlay)
    facts = data.document(file, records.ScenarioFile)
    check_facts(data.title(file), scenario, facts)
    chart, rivers, roads = load_map(data, facts)
    roster = load_roster(data, facts)
    zones = {name: zone_mask(data, file, chart, entry) for name, entry in facts.zones.items()}
    return Content(
        scenario=facts,
        map=chart,
        roster=roster,
        crt=combat_table(data),
        tank=hit_table(data, "tables/tank.csv"),
        air=hit_table(data, "tables/air.csv"),
        terrain=terrain_chart(data),
        turns=turn_track(data, facts),
        zones=zones,
        setup=tuple(setup_step(data, file, zones, roster, entry) for entry in facts.setup),
        suggested=suggested_setup(data, facts, chart, roster),
        reinforcements=arrivals(facts, roster),
        exits=tuple(exit_stretch(data, file, chart, entry) for entry in facts.exits),
        rivers=rivers,
        roads=roads,
        sources=sources(overlay),
        corrected=data.corrected,
    )
