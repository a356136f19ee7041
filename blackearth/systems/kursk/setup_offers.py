"""kursk:setup - the players set up: frames and verbs."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Hex
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells, draw
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


class Place(Offer):
    """kursk:setup - put units of the step on a hex, or move them there from where they were put before.

    Args:
        step: the step of the set-up.
        zone: the zone whose units the choice lists; any unit of the step may be named.
    """

    verb = "set"

    def __init__(self, step: SetupStep, zone: str) -> None:
        self.step, self.zone = step, zone

    def _units(self, s: State) -> tuple[int, ...]:
        return tuple(u for u in self.step.units if facts(s).content.zone_of[u] == self.zone)

    def choice(self, state: State) -> Hex | None:
        units = self._units(state)
        if not units:
            return None
        # A small unit finds room wherever any other does.
        smallest = min(units, key=lambda u: roster(state).stacking[u] != "small")
        hexes = room_for(state, smallest, facts(state).content.zones[self.zone].mask)
        left = sum(1 for u in units if state.at[u] < 0)
        return Hex(
            verb=self.verb, label="Place units", cite=self.step.cite, hexes=hexes, units=units, group=self.zone,
            note=f"{left} of {len(units)} to be placed, {ZONE_TEXTS[self.zone]}.",
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """kursk:setup, stacking-A - the units belong to the step and to the zone, and the stack fits."""
        if not action.units or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal(self.step.cite, "name the units and one hex")
            return
        cell = action.hexes[0]
        for u in action.units:
            if u not in self.step.units:
                yield Refusal(self.step.cite, f"{roster(state).ids[u]} is not set up now", (u,))
            else:
                yield from zone_faults(state, u, cell)
        yield from stack_faults(state, cell, dict.fromkeys((*state.stacks.get(cell, ()), *action.units)))

    def do(self, state: State, action: Action) -> None:
        for unit in dict.fromkeys(action.units):
            state.place(unit, action.hexes[0], "set up")

    def sample(self, state: State, random: Random) -> Action | None:
        """A unit not yet placed, if there is one, to a hex with room for it."""
        units = self._units(state)
        if not units:
            return None
        unit = random.choice([u for u in units if state.at[u] < 0] or units)
        here = 1 << state.at[unit] if state.at[unit] >= 0 else 0
        fits = room_for(state, unit, zone_of(state, unit)) & ~here
        return Action(self.verb, (unit,), (draw(fits, random),)) if fits else None


def fill(state: State, step: SetupStep) -> None:
    """kursk:setup - place what a step has left: in the hex suggested for the unit, or in the nearest one that its zone
    and the stacking limit allow; small units last, for they find room beside others.
    """
    d, grid, size = facts(state), state.defn.map.grid, roster(state).stacking
    for u in sorted((u for u in step.units if state.at[u] < 0), key=lambda u: size[u] == "small"):
        home = d.content.suggested[u]
        fits = room_for(state, u, zone_of(state, u))
        if fits >> home & 1:
            state.place(u, home, "set up")
        elif fits:
            state.place(u, min(cells(fits), key=lambda cell: (grid.distance(home, cell), cell)), "set up")


def as_suggested(state: State, step: SetupStep) -> None:
    """kursk:setup - place all units of a step anew, as suggested."""
    for u in step.units:
        state.put(u, TO_SET_UP)
    fill(state, step)


class SetUp(Frame, frozen=True, tag="kursk.set-up"):
    """kursk:setup, KUR-16 - one side sets up all it has; the Soviets first, in August, too.

    Attributes:
        number: index of the step.
    """

    number: int

    def fits(self, state: State) -> bool:
        """Whether the set-up has such a step."""
        return 0 <= self.number < len(facts(state).content.setup)

    def step(self, state: State) -> Decision:
        """Ask for placements until all is in order and the player is done."""
        step = facts(state).content.setup[self.number]
        state.active = step.side
        blocked = next(iter(faults(state, step)), None)
        left = sum(1 for u in step.units if state.at[u] < 0)
        names = ("soviet", "soviet_motorized") if step.side == SIDES.index("soviet") else ("german",)
        offers: list[Offer] = [Place(step, zone) for zone in names]
        for offer in offers:
            offer.weight = 1 if left else 0.1  # random play shall come to an end
        if left:
            note = f"{left} units to be placed."
            offers.append(Press("fill", "Place the rest", lambda s: fill(s, step), note=note, weight=4))
        question = "Place all your units anew?" if left < len(step.units) else ""
        offers.append(Press("suggest", "Place all as suggested", lambda s: as_suggested(s, step), confirm=question))
        offers.append(Press("done", "Set-up is done", State.pop, step.cite, blocked=blocked, primary=True, weight=3))
        line = "first line" if step.side == SIDES.index("soviet") else "line"
        prompt = f"Place your units; each hex of your {line} must be held or in a zone of control."
        return Decision(step.side, f"Set-up: {side_name(step.side)} units", prompt, step.cite, tuple(offers))


class SetUpEnds(Frame, frozen=True, tag="kursk.set-up-ends"):
    """kursk:sequence - both players have set up; the first player turn may begin."""

    def step(self, state: State) -> None:
        """Hand over to the first player."""
        state.pop()
        state.active = SIDES.index(facts(state).content.scenario.first_player)
