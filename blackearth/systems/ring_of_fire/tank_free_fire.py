"""rof:12.13 - the fire of defending tank units that were not engaged, when the phasing player has fired."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Target
from blackearth.core.offers import Offer
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire.board import State, reading, roster
from blackearth.systems.ring_of_fire.tank_fire import shoot
from blackearth.systems.ring_of_fire.tank_units import (
    Segment,
    can_cross,
    may_be_shot,
    shot_left,
    tank_hexes_near,
    tanks_in,
)


def _was_engaged(s: State, segment: Segment, unit: int) -> bool:
    """ROF-A18 - units of a hex that was the target of a combat were engaged; else only those fired at."""
    return unit in (segment.engaged if reading(s, "ROF-A18") == "a" else segment.shot_at)


def free_targets(s: State, segment: Segment) -> dict[int, tuple[int, ...]]:
    """rof:12.13, 12.16 - defending tank units that were not engaged and have not fired, each with the phasing tank
    units next to it at which it may fire, whether these have fired or not.
    """
    r, side = roster(s), 1 - s.active
    found = {}
    near = s.defn.map.grid.around(s.occupied[s.active])
    for unit in r.of_side(side):
        cell = s.at[unit]
        if cell < 0 or not r.tank[unit] or not near >> cell & 1:
            continue
        if not shot_left(s, unit) or _was_engaged(s, segment, unit):
            continue
        targets = [t for other in tank_hexes_near(s, cell, s.active) for t in tanks_in(s, other, s.active)]
        targets = [t for t in targets if may_be_shot(s, t, segment.reserve, segment.barred)]
        if targets:
            found[unit] = tuple(targets)
    return found


class FreeFire(Offer):
    """rof:12.13 - a tank unit that was not engaged fires at a phasing tank unit next to it.

    Args:
        segment: the running segment.
    """

    verb = "fire"

    def __init__(self, segment: Segment) -> None:
        self.segment = segment

    def choice(self, state: State) -> Target | None:
        """Who may fire at whom."""
        found = free_targets(state, self.segment)
        if not found:
            return None
        targets = tuple(dict.fromkeys(t for several in found.values() for t in several))
        return Target(
            verb=self.verb, label="Fire at a tank unit", cite="rof:12.13", units=tuple(found), targets=targets,
            targets_of=found,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:12.13, 12.14, 12.16 - an unengaged defender that has not fired, at a phasing tank unit within reach."""
        if len(action.units) != 2 or action.hexes or action.amounts or action.word:
            yield Refusal("", "name the unit that fires and its target")
            return
        unit, target = action.units
        found = free_targets(state, self.segment)
        if unit not in found:
            yield self._not_firing(state, unit)
        elif target not in found[unit]:
            yield self._no_target(state, unit, target)

    def _not_firing(self, s: State, unit: int) -> Refusal:
        r, name = roster(s), s.defn.roster.ids[unit]
        if not r.tank[unit]:
            return Refusal("rof:12.1", f"{name} is no tank unit", (unit,))
        if r.side[unit] != 1 - s.active or s.at[unit] < 0:
            return Refusal("rof:12.13", f"{name} is no defender", (unit,))
        if not shot_left(s, unit):
            return Refusal("rof:12.13", f"{name} has fired in this segment already", (unit,))
        if _was_engaged(s, self.segment, unit):
            return Refusal("rof:12.13", f"{name} was engaged; only unengaged units fire now", (unit,))
        return Refusal("rof:12.13", f"{name} has no target next to it", (unit,))

    def _no_target(self, s: State, unit: int, target: int) -> Refusal:
        r, name = roster(s), s.defn.roster.ids[target]
        here, there = s.at[unit], s.at[target]
        if not r.tank[target] or r.side[target] != s.active:
            return Refusal("rof:12.1", f"{name} is no enemy tank unit", (target,))
        if there < 0 or there not in s.defn.map.grid.near[here]:
            return Refusal("rof:12.11", f"{name} is not adjacent", (target,))
        if not can_cross(s, here, there):
            return Refusal("rof:12.14", "there is no tank combat across a major river", (target,), (here, there))
        return Refusal("rof:12.16", f"{name} is no target in this segment", (target,))

    def do(self, state: State, action: Action) -> None:
        """Fire; if that clears a hex, its conquerors may enter it (rof:12.15, ROF-A19)."""
        unit, target = action.units
        there = state.at[target]
        segment = state.flow[-1]
        assert isinstance(segment, Segment)
        shoot(state, unit, target)
        fought = (*segment.fought, (there, unit))
        shot_at = (*segment.shot_at, target)
        check = ((there, 1 - state.active),)
        state.become(msgspec.structs.replace(segment, fought=fought, shot_at=shot_at, check=check))
