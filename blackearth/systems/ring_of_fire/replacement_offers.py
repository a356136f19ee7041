"""rof:6.3, 6.4 - the verbs of the Replacement Phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blackearth.core.actions import Action
from blackearth.core.choices import Amount, Hex
from blackearth.core.offers import Offer
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.ring_of_fire.board import (
    ELIMINATED,
    PERMANENT,
    State,
    extra,
    in_supply,
    near_enemy,
    roster,
    supplied,
)
from blackearth.systems.ring_of_fire.replacement_steps import (
    reclaimable,
    reentry,
    replenishable,
    spend,
    steps_in_hand,
)


class Replenish(Offer):
    """rof:6.3 - give replacement steps to a reduced unit on the map that is in supply, next to the enemy or not.

    Args:
        side: the player who spends.
    """

    verb = "replenish"

    def __init__(self, side: int) -> None:
        self.side = side

    def choice(self, state: State) -> Amount | None:
        most = replenishable(state, self.side)
        if not most:
            return None
        return Amount(
            verb=self.verb, label="Replenish a unit", cite="rof:6.3", least=1, most=max(most.values()),
            units=tuple(most), most_of=most, note=_in_hand(state, self.side),
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:6.3, 6.5 - the unit is own, on the map, reduced and in supply, and there are steps of its type."""
        if len(action.units) != 1 or len(action.amounts) != 1 or action.hexes or action.word or action.amounts[0] < 1:
            yield Refusal("rof:6.3", "name one unit and the number of steps it gets, such as S-167R*2")
            return
        unit, steps, r = action.units[0], action.amounts[0], roster(state)
        if r.side[unit] != self.side or not r.ground[unit]:
            yield Refusal("rof:6.3", f"{r.ids[unit]} is not one of your ground units", (unit,))
        elif state.at[unit] < 0:
            yield Refusal("rof:6.3", f"{r.ids[unit]} is not on the map", (unit,))
        else:
            yield from self._missing(state, unit, steps)

    def _missing(self, state: State, unit: int, steps: int) -> Iterator[Refusal]:
        r, kind = roster(state), roster(state).replacement[unit]
        room, hand = r.steps[unit] - state.steps[unit], steps_in_hand(state, self.side, kind)
        if steps > room:
            text = f"is short of only {room} step{'s' * (room > 1)}" if room else "is at full strength"
            yield Refusal("rof:6.3", f"{r.ids[unit]} {text}", (unit,))
        if steps > hand:
            yield Refusal("rof:6.3", f"{r.ids[unit]} needs {kind} steps, and you have {hand} of them", (unit,))
        if not in_supply(state, unit):
            yield Refusal("rof:6.3", f"{r.ids[unit]} is out of supply", (unit,), (state.at[unit],))

    def do(self, state: State, action: Action) -> None:
        unit, steps = action.units[0], action.amounts[0]
        spend(state, self.side, roster(state).replacement[unit], steps)
        state.gain_steps(unit, steps, "rof:6.3")


class Rebuild(Offer):
    """rof:6.4, 6.41 - bring a unit back from the Eliminated Unit Box with one step; more follow by replenishing it.

    Args:
        side: the player who spends.
    """

    verb = "rebuild"

    def __init__(self, side: int) -> None:
        self.side = side

    def choice(self, state: State) -> Hex | None:
        units, hexes = reclaimable(state, self.side), reentry(state, self.side)
        if not units or not hexes:
            return None
        return Hex(
            verb=self.verb, label="Bring an eliminated unit back", cite="rof:6.41", hexes=hexes, units=units,
            note=_in_hand(state, self.side),
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:6.4, 6.41 - the unit is own and in the right box, there is a step of its type, and the hex will do."""
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("rof:6.41", "name one unit and the hex where it comes back")
            return
        unit, r = action.units[0], roster(state)
        if r.side[unit] != self.side or not r.ground[unit]:
            yield Refusal("rof:6.4", f"{r.ids[unit]} is not one of your ground units", (unit,))
        elif state.at[unit] == PERMANENT:
            yield Refusal("rof:15.5", f"{r.ids[unit]} was eliminated while out of supply and never returns", (unit,))
        elif state.at[unit] != ELIMINATED:
            yield Refusal("rof:6.4", f"{r.ids[unit]} is not in the Eliminated Unit Box", (unit,))
        elif not steps_in_hand(state, self.side, r.replacement[unit]):
            yield Refusal("rof:6.4", f"there is no {r.replacement[unit]} step for {r.ids[unit]}", (unit,))
        else:
            yield from _bad_hex(state, self.side, action.hexes[0])

    def do(self, state: State, action: Action) -> None:
        unit = action.units[0]
        spend(state, self.side, roster(state).replacement[unit], 1)
        state.place(unit, action.hexes[0], "rebuilt")
        state.gain_steps(unit, 1, "rof:6.4")


def _bad_hex(s: State, side: int, cell: int) -> Iterator[Refusal]:
    """rof:6.41 - why a unit cannot come back in a hex."""
    label = s.defn.map.grid.label(cell)
    if s.occupied[1 - side] >> cell & 1:
        yield Refusal("rof:6.41", f"{label} is held by the enemy", hexes=(cell,))
        return
    if not s.controlled(side) >> cell & 1:
        yield Refusal("rof:6.41", f"{label} is controlled by the enemy", hexes=(cell,))
    if near_enemy(s, side) >> cell & 1:
        around = s.defn.map.grid.ring[cell] & s.occupied[1 - side]
        yield Refusal("rof:6.41", f"{label} is next to an enemy unit", hexes=(cell, *cells(around)))
    elif not supplied(s, side) >> cell & 1:
        yield Refusal("rof:6.41", f"no supply line leads from {label}; it lies behind the enemy's front", hexes=(cell,))


def _in_hand(s: State, side: int) -> str:
    x = extra(s)
    return f"Steps in hand: {x.leg[side]} leg, {x.mobile[side]} mobile."
