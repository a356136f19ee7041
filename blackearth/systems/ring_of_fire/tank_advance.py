"""rof:12.15 - the advance of tank units into a hex that tank combat has cleared."""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.actions import Action
from blackearth.core.choices import Units
from blackearth.core.events import Moved
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire.board import State, enter, room, roster, stack_size


class Advance(Frame, frozen=True, tag="rof.tank-advance"):
    """rof:12.15 - the survivors that fought against a hex may enter it at once, now that no enemy unit is left there.

    Attributes:
        cell: the empty hex.
        units: tank units of one side that took part (ROF-A19).
    """

    cell: int
    units: tuple[int, ...]

    def step(self, state: State) -> Decision:
        """Ask their owner."""
        label = state.defn.map.grid.label(self.cell)
        side = roster(state).side[self.units[0]]
        prompt = f"{label} is cleared: tank units that fought against it may advance."
        offers = (TankAdvance(self), Press("stay", "Stay", State.pop, "rof:12.15"))
        return Decision(side, "Advance after tank combat", prompt, "rof:12.15", offers)


class TankAdvance(Offer):
    """rof:12.15 - advance with one or more units that took part. Links do not hinder them (rof:12.72, ROF-A19).

    Args:
        frame: which units, and where to.
    """

    verb = "advance"

    def __init__(self, frame: Advance) -> None:
        self.frame = frame

    def choice(self, state: State) -> Units:
        """The units that may go, as many as may stack."""
        most = min(len(self.frame.units), room(state, self.frame.cell))
        label = f"Advance to {state.defn.map.grid.label(self.frame.cell)}"
        return Units(verb=self.verb, label=label, cite="rof:12.15", units=self.frame.units, most=most)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:12.15, 9.1 - only tank units that fought against the hex, within the stacking limit (ROF-A12)."""
        bare = not (action.hexes or action.amounts or action.word)
        if not action.units or len(set(action.units)) != len(action.units) or not bare:
            yield Refusal("", "name the units that advance, each once")
            return
        strangers = tuple(u for u in action.units if u not in self.frame.units)
        if strangers:
            names = roster(state).text(strangers)
            yield Refusal("rof:12.15", f"only tank units that fought against the hex advance: {names}", strangers)
        if stack_size(state, action.units) > room(state, self.frame.cell):
            yield Refusal("rof:9.1", "so many units may not stack in the hex", action.units, (self.frame.cell,))

    def do(self, state: State, action: Action) -> None:
        """Carry the units into the hex, those of each hex together."""
        state.pop()
        origins = dict.fromkeys(state.at[u] for u in action.units)
        for origin in origins:
            group = tuple(u for u in action.units if state.at[u] == origin)
            path = (origin, self.frame.cell)
            state.emit(Moved(group, path, "advance", cite="rof:12.15"))
            enter(state, group, path)
