"""kursk:setup - how the units come on the map as the scenario gives or suggests it."""

from __future__ import annotations

from blackearth.systems.kursk.board import ARRIVING, AT_BASE, IN_RESERVE, TO_SET_UP, State, facts, roster
from blackearth.systems.kursk.mapfiles import SIDES


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
