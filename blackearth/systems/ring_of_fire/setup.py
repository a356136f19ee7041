"""rof:4.0, 16.1-setup, 16.2-setup - how the units come on the map: as suggested, by the players, or by the dice.

All three ways pass the same checks (`setup_checks`).
"""

from __future__ import annotations

from random import Random

from blackearth.systems.ring_of_fire import setup_auto, setup_checks
from blackearth.systems.ring_of_fire.board import (
    AIR_READY,
    ARRIVING,
    RESERVE,
    TO_SET_UP,
    State,
    extra,
    facts,
    roster,
)
from blackearth.systems.ring_of_fire.scenario import SIDES
from blackearth.systems.ring_of_fire.setup_offers import SetUp, SetUpEnds

#: Frames of this module, for the list of the system.
FRAMES = (SetUp, SetUpEnds)


def prepare(s: State) -> None:
    """rof:4.0, 3.3, 12.62 - all before the first unit is placed: control by the start line, boxes, Barrage markers."""
    d, r = facts(s), roster(s)
    scenario = d.content.scenario
    s.control = d.map.masks["soviet_start"]
    s.turn, s.active = scenario.first_turn, SIDES.index(scenario.first_player)
    extra(s).barrages = scenario.barrages
    for u in range(len(r)):
        s.put(u, AIR_READY if r.air[u] else ARRIVING if r.entry_turn[u] else TO_SET_UP)
        s.marks[u], s.steps[u] = 0, r.steps[u]


def suggested(s: State) -> None:
    """Put the units as the scenario suggests, with its reserves."""
    prepare(s)
    for unit, (cell, reserve) in facts(s).content.suggested.items():
        s.put(unit, cell)
        s.marks[unit] = RESERVE if reserve else 0


def automatic(s: State, random: Random) -> None:
    """A legal set-up that varies with the random numbers; nobody is asked.

    Args:
        s: the state; its map is filled.
        random: where the variation comes from.
    """
    suggested(s)
    setup_auto.vary(s, random, lambda: any(True for _ in setup_checks.all_faults(s)))


def own(s: State) -> None:
    """rof:16.1-setup, 16.2-setup - let the players set up, step by step in the printed order, before all else."""
    prepare(s)
    s.push(*(SetUp(n) for n in range(len(facts(s).content.setup))), SetUpEnds())
