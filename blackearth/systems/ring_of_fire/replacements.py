"""rof:6.0 - the Replacement Phase: steps arrive, and the player spends them on reduced and on eliminated units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blackearth.core.actions import Action
from blackearth.core.choices import Amount, Hex
from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.ring_of_fire.board import (
    AIR_FLOWN,
    AIR_READY,
    ELIMINATED,
    PERMANENT,
    WITHDRAWN,
    State,
    extra,
    facts,
    in_supply,
    near_enemy,
    roster,
    supplied,
)
from blackearth.systems.ring_of_fire.scenario import SOVIET

KINDS = ("leg", "mobile")


def begin(s: State) -> Frame:
    """rof:5.2 - receive the steps of the turn, withdraw air units, then let the active player spend."""
    receive(s)
    if s.active == SOVIET:
        receive_barrages(s)
        withdraw(s)
    return ReplacementPhase()


def receive(s: State) -> None:
    """rof:6.1, 6.2, 16.1-turn1, 16.2-turn1 - add the turn's replacement steps to those saved; there is no limit.

    That the Soviets get nothing on turn 1 stands in the schedule.
    """
    x, turn, side = extra(s), facts(s).content.turn(s.turn), s.active
    leg, mobile = turn.leg[side], turn.mobile[side]
    x.leg = _with(x.leg, side, leg)
    x.mobile = _with(x.mobile, side, mobile)
    if leg or mobile:
        now = f"{x.leg[side]} leg and {x.mobile[side]} mobile in hand"
        s.emit(Note(side, f"receives {leg} leg and {mobile} mobile replacement steps; {now}", cite="rof:6.1"))


def receive_barrages(s: State) -> None:
    """rof:12.62, clar-1, 16.1-reinforcements, 16.2-reinforcements - new Barrage markers come in the Soviet Replacement
    Phase of their turn (ROF-A29).
    """
    new = facts(s).content.turn(s.turn).barrages
    if new:
        extra(s).barrages += new
        markers = "marker" if new == 1 else "markers"
        s.emit(Note(SOVIET, f"receives {new} Barrage {markers}; {extra(s).barrages} in hand", cite="rof:12.62"))


def withdraw(s: State) -> None:
    """rof:8.0, 16.2-withdrawals - on the turn of the schedule Soviet air units leave the game for good.

    It does not matter which; those on the airfields go before one that is flying.
    """
    count = facts(s).content.turn(s.turn).air_withdrawn
    r = roster(s)
    order = {AIR_READY: 0, AIR_FLOWN: 1}
    present = [u for u in r.of_side(SOVIET) if r.air[u] and (s.at[u] >= 0 or s.at[u] in order)]
    present.sort(key=lambda u: (order.get(s.at[u], 2), -u))
    for unit in present[:count]:
        s.place(unit, WITHDRAWN, "withdrawn from the front")


def _with(pair: tuple[int, int], side: int, change: int) -> tuple[int, int]:
    """A pair by side with one entry changed."""
    return (pair[0], pair[1] + change) if side else (pair[0] + change, pair[1])


def steps_in_hand(s: State, side: int, kind: str) -> int:
    """Saved replacement steps of a kind (`leg` or `mobile`) of a side."""
    pair = extra(s).leg if kind == "leg" else extra(s).mobile
    return pair[side]


def spend(s: State, side: int, kind: str, steps: int) -> None:
    """rof:6.5 - take steps from those saved; they never come back."""
    x = extra(s)
    if kind == "leg":
        x.leg = _with(x.leg, side, -steps)
    else:
        x.mobile = _with(x.mobile, side, -steps)


def replenishable(s: State, side: int) -> dict[int, int]:
    """rof:6.3 - reduced units in supply for which there are steps, each with the most it can get."""
    r, area = roster(s), supplied(s, side)
    hand = {kind: steps_in_hand(s, side, kind) for kind in KINDS}
    found = {}
    for u in r.of_side(side):
        cell = s.at[u]
        if cell >= 0 and r.ground[u] and s.steps[u] < r.steps[u] and hand[r.replacement[u]] and area >> cell & 1:
            found[u] = min(r.steps[u] - s.steps[u], hand[r.replacement[u]])
    return found


def reclaimable(s: State, side: int) -> tuple[int, ...]:
    """rof:6.4 - units in the Eliminated Unit Box for which there are steps; permanently lost ones never return."""
    r = roster(s)
    return tuple(
        u for u in r.of_side(side) if s.at[u] == ELIMINATED and r.ground[u] and steps_in_hand(s, side, r.replacement[u])
    )


def reentry(s: State, side: int) -> int:
    """rof:6.41 - mask of the hexes where units come back: friendly controlled, not next to an enemy unit, and with a
    supply line, so that no hex behind the enemy's front serves (ROF-S12).
    """
    return s.controlled(side) & ~near_enemy(s, side) & ~s.occupied[1 - side] & supplied(s, side)


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
            text = f"is short of only {room} steps" if room else "is at full strength"
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


class ReplacementPhase(Frame, frozen=True, tag="rof.replacements"):
    """rof:6.0 - the active player spends steps in any order, each judged as the map then stands (ROF-A34)."""

    def step(self, state: State) -> Decision | None:
        """Ask what to spend; the phase ends by itself when nothing can be spent."""
        side = state.active
        if not replenishable(state, side) and not (reclaimable(state, side) and reentry(state, side)):
            state.pop()
            return None
        return Decision(
            side, "Replacements", "Give replacement steps to reduced units, or bring eliminated units back.", "rof:6.0",
            (
                Replenish(side),
                Rebuild(side),
                Press("end-replacements", "End replacements", State.pop, "rof:6.5", primary=True),
            ),
        )  # fmt: skip
