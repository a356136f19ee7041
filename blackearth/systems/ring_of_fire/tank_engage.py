"""rof:12.12, 12.13 - which tank units engage which enemy hex."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Attack
from blackearth.core.events import Declared
from blackearth.core.offers import Offer
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.ring_of_fire.board import FIRED, RESERVE, State, reading, roster
from blackearth.systems.ring_of_fire.tank_units import Segment, can_cross, may_engage, tank_hexes_near, tanks_in
from blackearth.systems.ring_of_fire.turn_one import may_not_attack, turn_one_cite


def contacts_of(s: State, segment: Segment) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Phasing hexes in contact: cell to the units that must engage and the hexes from which they choose."""
    found = {}
    for cell in cells(s.occupied[s.active] & s.defn.map.grid.around(s.occupied[1 - s.active])):
        units = unassigned(s, segment, cell)
        targets = tank_hexes_near(s, cell, 1 - s.active) if units else ()
        if targets:
            found[cell] = units, targets
    return found


def unassigned(s: State, segment: Segment, cell: int) -> tuple[int, ...]:
    """Units of a hex that may engage and are not assigned to a combat yet."""
    taken = {u for _, units in segment.assigned for u in units}
    return tuple(
        u for u in tanks_in(s, cell, s.active) if u not in taken and may_engage(s, u, segment.reserve, segment.idle)
    )


def running_segment(s: State) -> Segment:
    """The segment on top of the stack; offers change it, for they may be older than it."""
    segment = s.flow[-1]
    assert isinstance(segment, Segment)
    return segment


def assign(s: State, segment: Segment, units: tuple[int, ...], target: int) -> None:
    """Assign units of one hex to a target hex; those that share a target fight in one combat."""
    s.emit(Declared(units, target, "engage", cite="rof:12.12"))
    groups = dict(segment.assigned)
    groups[target] = groups.get(target, ()) + units
    s.become(msgspec.structs.replace(segment, home=s.at[units[0]], assigned=tuple(groups.items())))


class Engage(Offer):
    """rof:12.12, 12.13 - assign tank units of one hex to an adjacent enemy tank hex. The first units named choose
    the hex whose turn it is; its combats are fought in the order in which their targets were named.

    Args:
        segment: the running segment.
    """

    verb = "engage"

    def __init__(self, segment: Segment) -> None:
        self.segment = segment

    def _groups(self, s: State) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Units that may be named together, and the hexes from which they choose."""
        home = self.segment.home
        return [found for cell, found in contacts_of(s, self.segment).items() if home in (-1, cell)]

    def choice(self, state: State) -> Attack | None:
        """The enemy tank hexes with the units that may engage them; units of several hexes engage one hex at a time."""
        targets: dict[int, tuple[int, ...]] = {}
        for units, hexes in self._groups(state):
            for cell in hexes:
                targets[cell] = targets.get(cell, ()) + units
        if not targets:
            return None
        note = "All units of one hex are assigned before the first shot."
        return Attack(verb=self.verb, label="Engage an enemy tank hex", cite="rof:12.12", targets=targets, note=note)

    def sample(self, state: State, random: Random) -> Action | None:
        """Units of one hex and one of its targets."""
        groups = self._groups(state)
        if not groups:
            return None
        units, cells = random.choice(groups)
        return Action(self.verb, tuple(random.sample(units, random.randint(1, len(units)))), (random.choice(cells),))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:12.11 to 12.16 - own tank units of one hex that have not fired, against tank units next to them."""
        units = action.units
        if not units or len(set(units)) != len(units) or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("", "name the units that engage, each once, and the hex they engage")
            return
        for unit in units:
            yield from self._unit_refusals(state, unit)
        homes = {state.at[u] for u in units}
        if len(homes) > 1:
            yield Refusal("rof:12.12", "tank combat is fought by the units of one hex at a time", units)
        for home in sorted(home for home in homes if home >= 0):
            yield from self._hex_refusals(state, home, action.hexes[0])

    def _unit_refusals(self, s: State, unit: int) -> Iterable[Refusal]:
        r, segment = roster(s), self.segment
        name, here = r.ids[unit], (unit,)
        if r.side[unit] != s.active:
            yield Refusal("rof:12.12", f"{name} is not of the phasing side", here)
        elif not r.tank[unit]:
            yield Refusal("rof:12.1", f"{name} is no tank unit", here)
        elif s.at[unit] < 0:
            yield Refusal("", f"{name} is not on the map", here)
        elif any(unit in units for _, units in segment.assigned):
            yield Refusal("rof:12.13", f"{name} is assigned to a combat already", here)
        elif s.marks[unit] & FIRED:
            cite = "rof:12.16" if segment.reserve else "rof:12.12"
            yield Refusal(cite, f"{name} has fired already in this player turn", here)
        elif unit in segment.idle:
            yield Refusal("rof:12.13", f"{name} has passed up its shot", here)
        elif segment.reserve and not s.marks[unit] & RESERVE:
            yield Refusal("rof:12.16", f"{name} is not in reserve", here)
        elif reading(s, "ROF-A21") != "b" and may_not_attack(s, unit, segment.reserve):
            yield Refusal(turn_one_cite(s), f"{name} may not attack in this phase of the first turn", here)

    def _hex_refusals(self, s: State, home: int, target: int) -> Iterable[Refusal]:
        grid = s.defn.map.grid
        if self.segment.home not in (-1, home):
            label = grid.label(self.segment.home)
            yield Refusal("rof:12.13", f"first all units of {label} are assigned and fire", (), (self.segment.home,))
        if target not in grid.near[home]:
            yield Refusal("rof:12.11", f"{grid.label(target)} is not adjacent to {grid.label(home)}", (), (target,))
        elif not can_cross(s, home, target):
            yield Refusal("rof:12.14", "there is no tank combat across a major river", (), (home, target))
        elif not tanks_in(s, target, 1 - s.active):
            yield Refusal("rof:12.1", f"there is no enemy tank unit in {grid.label(target)}", (), (target,))

    def do(self, state: State, action: Action) -> None:
        """Assign the units."""
        assign(state, running_segment(state), action.units, action.hexes[0])
