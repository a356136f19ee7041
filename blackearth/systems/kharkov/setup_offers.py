"""ms:B, kharkov:2, rostov:2 - the players set up: frames and verbs."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Hex
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov.board import TO_SET_UP, State, facts, roster, stack_limit, stack_size
from blackearth.systems.kharkov.scenario import SIDES, SetupStep
from blackearth.systems.kharkov.setup_checks import faults, hexes_for, side_name, stack_faults, zone_of, zone_text


class Place(Offer):
    """ms:B - put units of the step on a hex, or move them there from where they were put before.

    Args:
        step: the step of the set-up.
        zone: the zone whose units the choice lists; any unit of the step may be named.
    """

    verb = "set"

    def __init__(self, step: SetupStep, zone: str) -> None:
        self.step, self.zone = step, zone

    def choice(self, state: State) -> Hex:
        units = tuple(u for u in self.step.units if roster(state).zone[u] == self.zone)
        limit = stack_limit(state, self.step.side)
        hexes = 0
        for cell in cells(facts(state).content.zones[self.zone].mask & ~state.occupied[1 - self.step.side]):
            if stack_size(state, state.stacks.get(cell, ())) < limit:
                hexes |= 1 << cell
        left = sum(1 for u in units if state.at[u] < 0)
        return Hex(
            verb=self.verb, label="Place units", cite=self.step.cite, hexes=hexes, units=units, group=self.zone,
            note=f"{left} of {len(units)} to be placed, {zone_text(state, self.zone)}.",
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """ms:B, F7 - the units belong to the step and to the zone, no enemy is there, and the stack fits."""
        if not action.units or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal(self.step.cite, "name the units and one hex")
            return
        r, cell = roster(state), action.hexes[0]
        label = state.defn.map.grid.label(cell)
        for u in action.units:
            if u not in self.step.units:
                yield Refusal(self.step.cite, f"{r.ids[u]} is not set up now", (u,))
            elif not zone_of(state, u) >> cell & 1:
                text = f"{r.ids[u]} is set up {zone_text(state, r.zone[u])}; not in {label}"
                yield Refusal(self.step.cite, text, (u,), (cell,))
        if state.occupied[1 - self.step.side] >> cell & 1:
            yield Refusal("ms:F3d", f"{label} is held by the enemy", hexes=(cell,))
        else:
            yield from stack_faults(state, cell, dict.fromkeys((*state.stacks.get(cell, ()), *action.units)))

    def do(self, state: State, action: Action) -> None:
        for unit in dict.fromkeys(action.units):
            state.place(unit, action.hexes[0], "set up")

    def sample(self, state: State, random: Random) -> Action | None:
        """A unit not yet placed, if there is one, to a hex with room for it."""
        units = self.choice(state).units
        unit = random.choice([u for u in units if state.at[u] < 0] or units)
        fits = [cell for cell in hexes_for(state, unit, zone_of(state, unit)) if cell != state.at[unit]]
        return Action(self.verb, (unit,), (random.choice(fits),)) if fits else None


def fill(state: State, step: SetupStep) -> None:
    """kharkov:2, rostov:2 - place what a step has left: in the hex suggested for the unit, or in the nearest one that
    its zone and the stacking limit allow; the largest units first, so that they find room.
    """
    d, grid, size = facts(state), state.defn.map.grid, roster(state).stacking
    for u in sorted((u for u in step.units if state.at[u] < 0), key=lambda u: -size[u]):
        home = d.content.suggested[u]
        fits = hexes_for(state, u, zone_of(state, u))
        if fits:
            state.place(u, min(fits, key=lambda cell: (grid.distance(home, cell), cell)), "set up")


def as_suggested(state: State, step: SetupStep) -> None:
    """kharkov:2, rostov:2 - place all units of a step anew, as suggested."""
    for u in step.units:
        state.put(u, TO_SET_UP)
    fill(state, step)


class SetUp(Frame, frozen=True, tag="kharkov.set-up"):
    """ms:B, kharkov:2, rostov:2 - one side sets up the units of one step of the printed order.

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
        offers: list[Offer] = [Place(step, zone) for zone in step.zones]
        for offer in offers:
            offer.weight = 1 if left else 0.1  # random play shall come to an end
        if left:
            note = f"{left} units to be placed."
            offers.append(Press("fill", "Place the rest", lambda s: fill(s, step), note=note, weight=4))
        question = "Place all units of this step anew?" if left < len(step.units) else ""
        offers.append(Press("suggest", "Place all as suggested", lambda s: as_suggested(s, step), confirm=question))
        offers.append(Press("done", "Set-up is done", State.pop, step.cite, blocked=blocked, primary=True, weight=3))
        title = f"Set-up: {side_name(step.side)} units"
        return Decision(step.side, title, "Place your units in their zones.", step.cite, tuple(offers))


class SetUpEnds(Frame, frozen=True, tag="kharkov.set-up-ends"):
    """kharkov:3, rostov:3 - both players have set up; the first player turn may begin."""

    def step(self, state: State) -> None:
        """Hand over to the first player."""
        state.pop()
        state.active = SIDES.index(facts(state).content.scenario.first_player)
