"""ms:B, kharkov:2, rostov:2 - how the units come on the map: as suggested, by the players, or by the dice.

All three ways pass the same checks (`setup_checks`).
"""

from __future__ import annotations

from random import Random

from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import modes, setup_checks, weather
from blackearth.systems.kharkov.board import COMING, TO_SET_UP, State, extra, facts, roster
from blackearth.systems.kharkov.scenario import SIDES
from blackearth.systems.kharkov.setup_offers import SetUp, SetUpEnds

#: Frames of this module, for the list of the system.
FRAMES = (SetUp, SetUpEnds)
#: How many units are tried elsewhere, out of all of them.
_SHARE_MOVED = 3
#: How far they are tried, in hexes.
_FAR = 2


def prepare(s: State) -> None:
    """ms:B, kharkov:10-cities, rostov:11-cities - all before the first unit is placed: control by the front, every
    unit at full strength in its box, the modes of the armies.
    """
    d, r, x = facts(s), roster(s), extra(s)
    scenario = d.content.scenario
    s.control = d.map.masks["soviet_start"]
    s.turn, s.active = scenario.first_turn, SIDES.index(scenario.first_player)
    x.modes, x.weather = modes.initial(s), weather.printed(s, s.turn)
    for u in range(len(r)):
        s.put(u, TO_SET_UP if r.zone[u] else COMING)
        s.marks[u], s.steps[u] = 0, r.steps[u]


def suggested(s: State) -> None:
    """kharkov:2, rostov:2 - put the units as the scenario suggests."""
    prepare(s)
    for unit, cell in facts(s).content.suggested.items():
        s.put(unit, cell)


def automatic(s: State, random: Random) -> None:
    """kharkov:2, rostov:2 - a legal set-up that varies with the random numbers; nobody is asked.

    Args:
        s: the state; its map is filled.
        random: where the variation comes from.
    """
    suggested(s)
    for step in facts(s).content.setup:
        _swap(s, random, step.units)
        _shift(s, random, step.units)


def _swap(s: State, random: Random, units: tuple[int, ...]) -> None:
    """Units of one zone and of the same size, kind and nation change places; the hexes that are held stay the same."""
    r = roster(s)
    groups: dict[tuple[str, str, str, str], list[int]] = {}
    for u in units:
        groups.setdefault((r.zone[u], r.size[u], r.kind[u], r.nation[u]), []).append(u)
    for group in groups.values():
        places = [s.at[u] for u in group]
        random.shuffle(places)
        for unit, cell in zip(group, places, strict=True):
            s.put(unit, cell)


def _shift(s: State, random: Random, units: tuple[int, ...]) -> None:
    """Some units that do not stand alone go to a hex nearby, where that leaves the set-up legal."""
    for u in random.sample(units, len(units) // _SHARE_MOVED):
        home = s.at[u]
        if len(s.stacks[home]) < 2:
            continue  # an empty hex could open the front
        near = s.defn.map.grid.within(home, _FAR) & ~(1 << home)
        fits = cells(setup_checks.room_for(s, u) & near)
        if fits:
            s.put(u, random.choice(fits))


def own(s: State) -> None:
    """kharkov:2, rostov:2 - let the players set up, step by step in the printed order, before all else."""
    prepare(s)
    s.push(*(SetUp(n) for n in range(len(facts(s).content.setup))), SetUpEnds())
