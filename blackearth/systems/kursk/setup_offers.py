"""kursk:setup - the players set up: frames and verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackearth.core.frames import Frame
from blackearth.core.offers import Offer
from blackearth.core.refusals import Refusal
from blackearth.lib import set_up
from blackearth.systems.kursk.board import TO_SET_UP, State, facts, roster
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.scenario import SetupStep
from blackearth.systems.kursk.setup_checks import (
    ZONE_TEXTS,
    faults,
    room_for,
    side_name,
    stack_faults,
    zone_faults,
    zone_of,
)


class Place(set_up.Place):
    """kursk:setup - put units of the step on a hex, or move them there from where they were put before."""

    def cite(self, state: State) -> str:
        return str(self.step.cite)

    def units(self, state: State) -> tuple[int, ...]:
        return tuple(u for u in self.step.units if facts(state).content.zone_of[u] == self.zone)

    def room(self, state: State, units: tuple[int, ...]) -> int:
        """kursk:stacking-A - where one of the units finds room beside those that stand there; of each size two that
        stand apart speak for all.
        """
        found, mask = 0, facts(state).content.zones[self.zone].mask
        for size in dict.fromkeys(roster(state).stacking[u] for u in units):
            alike = [u for u in units if roster(state).stacking[u] == size]
            apart = next((u for u in alike if state.at[u] != state.at[alike[0]]), alike[0])
            for unit in {alike[0], apart}:
                here = 1 << state.at[unit] if state.at[unit] >= 0 else 0
                found |= room_for(state, unit, mask) & ~here
        return found

    def where(self, state: State) -> str:
        return ZONE_TEXTS[self.zone]

    def fits(self, state: State, unit: int) -> int:
        return room_for(state, unit, zone_of(state, unit))

    def faults(self, state: State, units: Sequence[int], cell: int) -> Iterator[Refusal]:
        """kursk:setup, stacking-A - the units belong to the zone, and the stack fits."""
        for u in units:
            yield from zone_faults(state, u, cell)
        yield from stack_faults(state, cell, dict.fromkeys((*state.stacks.get(cell, ()), *units)))


class SetUp(set_up.SetUp, frozen=True, tag="kursk.set-up"):
    """kursk:setup, KUR-16 - one side sets up all it has; the Soviets first, in August, too."""

    def steps(self, state: State) -> Sequence[SetupStep]:
        return facts(state).content.setup

    def title(self, step: SetupStep) -> str:
        return f"{side_name(step.side)} units"

    def cite(self, state: State) -> str:
        return self.steps(state)[self.number].cite

    def prompt(self, step: SetupStep) -> str:
        line = "first line" if step.side == SIDES.index("soviet") else "line"
        return f"Place your units; each hex of your {line} must be held or in a zone of control."

    def offers(self, state: State, step: SetupStep) -> list[Offer]:
        names = ("soviet", "soviet_motorized") if step.side == SIDES.index("soviet") else ("german",)
        return [Place(step, zone) for zone in names]

    def faults(self, state: State, step: SetupStep) -> Iterator[Refusal]:
        return faults(state, step)

    def fill(self, state: State, step: SetupStep) -> None:
        """kursk:setup, stacking-A - small units last, for they find room beside others."""
        size = roster(state).stacking
        for u in sorted(set_up.waiting(state, step), key=lambda u: size[u] == "small"):
            cell = set_up.nearest(state, facts(state).content.suggested[u], room_for(state, u, zone_of(state, u)))
            if cell is not None:
                state.place(u, cell, "set up")

    def clear(self, state: State, step: SetupStep) -> None:
        for u in step.units:
            state.put(u, TO_SET_UP)


class SetUpEnds(Frame, frozen=True, tag="kursk.set-up-ends"):
    """kursk:sequence - both players have set up; the first player turn may begin."""

    def step(self, state: State) -> None:
        """Hand over to the first player."""
        state.pop()
        state.active = SIDES.index(facts(state).content.scenario.first_player)
