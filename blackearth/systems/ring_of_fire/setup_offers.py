"""rof:4.0, 16.1-setup, 16.2-setup - the players set up: frames and verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Hex, Units
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.ring_of_fire.board import (
    RESERVE,
    STACK_LIMIT,
    TO_SET_UP,
    State,
    adjacent_to_enemy,
    facts,
    near_enemy,
    on_map,
    reading,
    room,
    roster,
    stack_size,
)
from blackearth.systems.ring_of_fire.scenario import SIDES, SetupStep
from blackearth.systems.ring_of_fire.setup_checks import exposed_reserves, faults, setup_cite, zone_of, zone_text
from blackearth.systems.ring_of_fire.setup_cover import mask_of


class Place(Offer):
    """rof:16.1-setup - put units of the step on a hex, or move them there from where they were put before.

    Args:
        step: the step of the set-up.
        zone: the zone whose units the choice lists; any unit of the step may be named.
    """

    verb = "set"

    def __init__(self, step: SetupStep, zone: str) -> None:
        self.step, self.zone = step, zone

    def choice(self, state: State) -> Hex:
        units = tuple(u for u in self.step.units if roster(state).zone[u] == self.zone)
        zone = facts(state).content.zones[self.zone] & ~state.occupied[1 - self.step.side]
        hexes = mask_of(cell for cell in cells(zone) if room(state, cell) > 0)
        left = sum(1 for u in units if state.at[u] < 0)
        return Hex(
            verb=self.verb, label="Place units", cite=setup_cite(state), hexes=hexes, units=units, group=self.zone,
            note=f"{left} of {len(units)} to be placed, {zone_text(state, self.zone)}.",
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:16.1-setup, 9.1 - the units belong to the step and to the zone, no enemy is there, and the stack fits."""
        if not action.units or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal(setup_cite(state), "name the units and one hex")
            return
        r, cell = roster(state), action.hexes[0]
        label = state.defn.map.grid.label(cell)
        for u in action.units:
            if u not in self.step.units:
                yield Refusal(setup_cite(state), f"{r.ids[u]} is not set up now: {self.step.title}", (u,))
            elif not zone_of(state, u) >> cell & 1:
                text = f"{r.ids[u]} is set up {zone_text(state, r.zone[u])}; not in {label}"
                yield Refusal(setup_cite(state), text, (u,), (cell,))
        if state.occupied[1 - self.step.side] >> cell & 1:
            yield Refusal("rof:11.3", f"{label} is held by the enemy", hexes=(cell,))
        size = stack_size(state, {*state.stacks.get(cell, ()), *action.units})
        if size > STACK_LIMIT:
            yield Refusal("rof:9.1", f"the stack in {label} would count {size}, more than {STACK_LIMIT}", hexes=(cell,))

    def do(self, state: State, action: Action) -> None:
        for unit in dict.fromkeys(action.units):
            state.unmark((unit,), RESERVE)
            state.place(unit, action.hexes[0], "set up")

    def sample(self, state: State, random: Random) -> Action | None:
        """A unit not yet placed, if there is one, to a hex with room for it."""
        choice = self.choice(state)
        unit = random.choice([u for u in choice.units if state.at[u] < 0] or choice.units)
        size = roster(state).stacking[unit]
        fits = [cell for cell in cells(choice.hexes) if room(state, cell) >= size and cell != state.at[unit]]
        return Action(self.verb, (unit,), (random.choice(fits),)) if fits else None


class SetReserve(Offer):
    """rof:14.1, 16.1-setup - give Reserve markers to units on the map, or take them.

    Args:
        side: who sets up.
        on: give or take.
    """

    def __init__(self, side: int, on: bool) -> None:
        self.side, self.on = side, on
        self.verb = "set-reserve" if on else "clear-reserve"  # type: ignore[misc]

    def choice(self, state: State) -> Units | None:
        barred = near_enemy(state, self.side) if self.on and reading(state, "ROF-S07") == "a" else 0
        wanted = 0 if self.on else RESERVE
        units = tuple(
            u for u in on_map(state, self.side) if state.marks[u] & RESERVE == wanted and not barred >> state.at[u] & 1
        )
        if not units:
            return None
        label = "Put units in reserve" if self.on else "Take units out of reserve"
        return Units(verb=self.verb, label=label, cite="rof:14.1", units=units, most=len(units))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:14.1 - own units on the map, not next to an enemy (ROF-S07)."""
        if not action.units or action.hexes or action.amounts or action.word:
            yield Refusal("rof:14.1", "name the units")
            return
        for u in action.units:
            yield from self._unit(state, u)

    def _unit(self, state: State, u: int) -> Iterator[Refusal]:
        r = roster(state)
        if r.side[u] != self.side or not r.ground[u] or state.at[u] < 0:
            yield Refusal("rof:14.1", f"{r.ids[u]} is not one of your ground units on the map", (u,))
        elif bool(state.marks[u] & RESERVE) == self.on:
            yield Refusal("rof:14.1", f"{r.ids[u]} is {'already' if self.on else 'not'} in reserve", (u,))
        elif self.on and reading(state, "ROF-S07") == "a" and adjacent_to_enemy(state, u):
            yield Refusal("rof:14.1", f"{r.ids[u]} stands next to an enemy", (u,), (state.at[u],))

    def do(self, state: State, action: Action) -> None:
        change = state.mark if self.on else state.unmark
        change(action.units, RESERVE, "reserve", "set-up", "rof:14.1")


def fill(state: State, step: SetupStep) -> None:
    """rof:16.1-setup - place what a step has left: in the hex suggested for the unit, or in the nearest one that its
    zone and the stacking limit allow. It starts in reserve if that is suggested and no enemy is next to it.
    """
    d, grid = facts(state), state.defn.map.grid
    for u in [u for u in step.units if state.at[u] < 0]:
        home, reserve = d.content.suggested[u]
        free = zone_of(state, u) & ~state.occupied[1 - step.side]
        fits = [cell for cell in cells(free) if room(state, cell) >= d.units.stacking[u]]
        if not fits:
            continue
        state.place(u, min(fits, key=lambda cell: (grid.distance(home, cell), cell)), "set up")
        if reserve and not adjacent_to_enemy(state, u):
            state.mark((u,), RESERVE, "reserve", "set-up", "rof:14.1")


def as_suggested(state: State, step: SetupStep) -> None:
    """rof:16.1-setup - place all units of a step anew, as suggested."""
    for u in step.units:
        state.unmark((u,), RESERVE)
        state.put(u, TO_SET_UP)
    fill(state, step)


class SetUp(Frame, frozen=True, tag="rof.set-up"):
    """rof:16.1-setup, 16.2-setup - one side sets up the units of one step of the printed order.

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
        offers += [SetReserve(step.side, True), SetReserve(step.side, False)]
        for offer in offers:
            offer.weight = 1 if left else 0.1  # random play shall come to an end
        if left:
            note = f"{left} units to be placed."
            offers.append(Press("fill", "Place the rest", lambda s: fill(s, step), note=note, weight=4))
        question = "Place all units of this step anew?" if left < len(step.units) else ""
        offers.append(Press("suggest", "Place all as suggested", lambda s: as_suggested(s, step), confirm=question))
        offers.append(
            Press("done", "Set-up is done", State.pop, setup_cite(state), blocked=blocked, primary=True, weight=3)
        )
        return Decision(
            step.side, f"Set-up: {step.title.lower()}", "Place your units in their zones and choose reserves.",
            setup_cite(state), tuple(offers),
        )  # fmt: skip


class SetUpEnds(Frame, frozen=True, tag="rof.set-up-ends"):
    """rof:14.1, 14.2 - when both players have set up, reserves next to which the enemy has set up are none any more."""

    def step(self, state: State) -> None:
        """Take those markers off; the first player turn may begin."""
        state.pop()
        state.active = SIDES.index(facts(state).content.scenario.first_player)
        for side in (0, 1):
            for refusal in exposed_reserves(state, side):
                state.unmark(refusal.units, RESERVE, "reserve", "the enemy was set up next to it", "rof:14.1")
