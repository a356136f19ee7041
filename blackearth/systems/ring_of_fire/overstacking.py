"""rof:9.3 - at the end of a movement phase the opponent clears overstacked hexes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Units
from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire.board import STACK_LIMIT, State, in_supply, lose, roster, stack_size


def begin(s: State) -> Frame | None:
    """rof:9.2 - the step of the sequence of play at the end of the Movement and of the Reserve Movement Phase; None
    if every hex of the phasing side is within its limit.
    """
    return Overstacks() if overstacked(s, s.active) else None


def overstacked(s: State, side: int) -> tuple[int, ...]:
    """rof:9.1 - cells in which a side has more than four regimental or brigade equivalents."""
    r = roster(s)
    held = [cell for cell in sorted(s.stacks) if r.side[s.stacks[cell][0]] == side]
    return tuple(cell for cell in held if stack_size(s, s.stacks[cell]) > STACK_LIMIT)


def least_removals(s: State, cell: int) -> list[tuple[int, ...]]:
    """rof:9.3 - the sets of units that bring a hex within its limit and are as small as possible: few units, not few
    equivalents.
    """
    stack = s.stacks.get(cell, ())
    excess = stack_size(s, stack) - STACK_LIMIT
    for count in range(len(stack) + 1):
        found = [units for units in combinations(stack, count) if stack_size(s, units) >= excess]
        if found:
            return found
    return []


class Overstacks(Frame, frozen=True, tag="rof.overstacks"):
    """rof:9.2, 9.3 - the overstacked hexes of the phasing side, one by one.

    Attributes:
        left: hexes that the opponent has left as they are (ROF-A12: he may, but need not remove).
    """

    left: tuple[int, ...] = ()

    def step(self, state: State) -> Decision | None:
        """Ask the opponent about the next hex."""
        cells = [cell for cell in overstacked(state, state.active) if cell not in self.left]
        if not cells:
            state.pop()
            return None
        cell, side = cells[0], 1 - state.active
        label = state.defn.map.grid.label(cell)
        size = stack_size(state, state.stacks[cell])
        prompt = f"{label} holds {size} equivalents, {STACK_LIMIT} may stay: remove as few units as needed, or none."
        leave = Press("leave", "Leave the stack", lambda s: _leave(s, cell), "rof:9.3", weight=0.2)
        return Decision(side, "Overstacking", prompt, "rof:9.3", (Remove(cell), leave))


def _leave(s: State, cell: int) -> None:
    """Let the hex be."""
    frame = s.flow[-1]
    assert isinstance(frame, Overstacks)
    s.emit(Note(1 - s.active, "leaves an overstacked hex as it is", hexes=(cell,), cite="rof:9.3"))
    s.become(msgspec.structs.replace(frame, left=(*frame.left, cell)))


class Remove(Offer):
    """rof:9.3, 15.5 - the opponent removes the smallest number of units that brings a hex within its limit. Each
    goes to the Eliminated Unit Box, or to the Permanently Eliminated Unit Box if it is out of supply at that moment
    (ROF-A24).

    Args:
        cell: the overstacked hex.
    """

    verb = "remove"

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def choice(self, state: State) -> Units:
        """The units of the hex that are part of a smallest removal, and how many go."""
        sets = least_removals(state, self.cell)
        count = len(sets[0])
        some = {u for units in sets for u in units}
        units = tuple(u for u in state.stacks[self.cell] if u in some)
        label = f"Remove {count} of the units in {state.defn.map.grid.label(self.cell)}"
        return Units(verb=self.verb, label=label, cite="rof:9.3", units=units, least=count, most=count)

    def sample(self, state: State, random: Random) -> Action | None:
        """One of the smallest removals."""
        return Action(self.verb, random.choice(least_removals(state, self.cell)))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:9.3 - units of this hex, enough of them, and not one more than needed."""
        units, sets = action.units, least_removals(state, self.cell)
        if not units or len(set(units)) != len(units) or action.hexes or action.amounts or action.word:
            yield Refusal("", "name the units to be removed, each once")
            return
        label = state.defn.map.grid.label(self.cell)
        strangers = tuple(u for u in units if state.at[u] != self.cell)
        if strangers:
            yield Refusal("rof:9.3", f"{roster(state).text(strangers)} is not in {label}", strangers, (self.cell,))
            return
        need = len(sets[0])
        if len(units) > need:
            yield Refusal("rof:9.3", f"the minimum is {need} of the units in {label}", units, (self.cell,))
        elif not any(set(units) == set(some) for some in sets):
            text = f"without {roster(state).text(units)} {label} is still overstacked"
            yield Refusal("rof:9.3", text, units, (self.cell,))

    def do(self, state: State, action: Action) -> None:
        """Remove them one after the other, supply judged anew each time."""
        for unit in action.units:
            lose(state, unit, state.steps[unit], "overstacking", "rof:9.3", supplied_now=in_supply(state, unit))


FRAMES: tuple[type[Frame], ...] = (Overstacks,)
