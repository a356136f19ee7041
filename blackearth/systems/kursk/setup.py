"""kursk:setup - how the units come on the map: as the scenario gives or suggests it, by the players, or by the dice.

All free set-ups pass the same checks (`setup_checks`). Where the set-up is printed nobody chooses anything.
"""

from __future__ import annotations

from random import Random

from blackearth.hexes.mask import cells
from blackearth.systems.kursk import setup_checks
from blackearth.systems.kursk.board import ARRIVING, AT_BASE, IN_RESERVE, TO_SET_UP, State, facts, on_map, roster
from blackearth.systems.kursk.content import Content
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.scenario import SetupStep
from blackearth.systems.kursk.setup_offers import SetUp, SetUpEnds
from blackearth.systems.kursk.supply import supplied

#: Frames of this module, for the list of the system.
FRAMES = (SetUp, SetUpEnds)
#: How many units are tried elsewhere, out of all of them.
_SHARE_MOVED = 3
#: How far they are tried, in hexes: motorized units and others.
_FAR, _NEAR = 4, 2


def kinds(content: Content) -> tuple[str, ...]:
    """kursk:setup, KUR-16 - the ways to set up a scenario: maps A and B leave no choice."""
    return ("suggested",) if content.scenario.fixed else ("suggested", "automatic", "own")


def prepare(s: State) -> None:
    """kursk:setup, control, KUR-A38 - all before the first unit is placed: control by the front, aircraft at their
    bases, Kampfgruppen in reserve, reinforcements apart.
    """
    d, r = facts(s), roster(s)
    s.control = d.map.masks["soviet_start"]
    s.turn, s.active = d.content.scenario.first_turn, SIDES.index(d.content.scenario.first_player)
    late = {u for arrival in d.content.arrivals for u in arrival.units}
    for unit in range(len(r)):
        if not r.ground[unit]:
            s.put(unit, AT_BASE)
        elif r.size[unit] == "KG":
            s.put(unit, IN_RESERVE)
        else:
            s.put(unit, ARRIVING if unit in late else TO_SET_UP)
        s.marks[unit], s.steps[unit] = 0, r.steps[unit]


def suggested(s: State) -> None:
    """Put the units where the scenario has them, or suggests them."""
    prepare(s)
    for unit, cell in facts(s).content.suggested.items():
        s.put(unit, cell)


def own(s: State) -> None:
    """kursk:setup, KUR-16 - let the players set up before all else, the Soviets first; nobody is asked where the map
    prints it.
    """
    if facts(s).content.scenario.fixed:
        suggested(s)
        return
    prepare(s)
    s.push(*(SetUp(n) for n in range(len(facts(s).content.setup))), SetUpEnds())


def automatic(s: State, random: Random) -> None:
    """kursk:setup - a legal set-up that varies with the random numbers, everybody in supply; nobody is asked. It is the
    printed one where the map prints it.

    Args:
        s: the state; its map is filled.
        random: where the variation comes from.
    """
    suggested(s)
    if facts(s).content.scenario.fixed:
        return
    for step in facts(s).content.setup:
        _swap(s, random, step)
        _shift(s, random, step)


def _swap(s: State, random: Random, step: SetupStep) -> None:
    """Units of the same type, and of the same army where armies must keep together, change places; the hexes that are
    held and their zones stay the same.
    """
    r, together = roster(s), s.defn.options.get("army-integrity", False)
    groups: dict[tuple[str, str], list[int]] = {}
    for u in step.units:
        groups.setdefault((r.group[u], r.army[u] if together else ""), []).append(u)
    for group in groups.values():
        places = [s.at[u] for u in group]
        random.shuffle(places)
        for unit, cell in zip(group, places, strict=True):
            s.put(unit, cell)


def _shift(s: State, random: Random, step: SetupStep) -> None:
    """Some units go to a hex nearby, where that leaves the line covered and takes nobody's supply; who stands alone
    next to the enemy stays.
    """
    grid, r, cut = s.defn.map.grid, roster(s), _cut_off(s)
    for u in random.sample(step.units, len(step.units) // _SHARE_MOVED):
        home = s.at[u]
        if len(s.stacks[home]) < 2 and grid.spread(1 << home) & s.occupied[1 - step.side]:
            continue
        near = grid.within(home, _FAR if r.motorized[u] else _NEAR) & ~(1 << home)
        if fits := setup_checks.room_for(s, u, near):
            s.put(u, random.choice(cells(fits)))
            if setup_checks.gaps(s, step) or _cut_off(s) - cut:
                s.put(u, home)


def _cut_off(s: State) -> set[int]:
    """Units of both sides that are out of supply."""
    return {u for side in range(len(SIDES)) for u in on_map(s, side) if not supplied(s, u)}
