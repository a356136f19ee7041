"""rof:4.0, 16.1-setup, 16.2-setup - the players set up: frames and verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from blackearth.core.actions import Action
from blackearth.core.choices import Units
from blackearth.core.frames import Frame
from blackearth.core.offers import Offer
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells, mask_of
from blackearth.lib import set_up
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


class Place(set_up.Place):
    """rof:16.1-setup - put units of the step on a hex, or move them there from where they were put before."""

    def cite(self, state: State) -> str:
        return setup_cite(state)

    def units(self, state: State) -> tuple[int, ...]:
        return tuple(u for u in self.step.units if roster(state).zone[u] == self.zone)

    def room(self, state: State, units: tuple[int, ...]) -> int:
        return _with_room(state, facts(state).content.zones[self.zone], self.step.side, 1)

    def where(self, state: State) -> str:
        return zone_text(state, self.zone)

    def fits(self, state: State, unit: int) -> int:
        """rof:9.1, 11.3 - in its zone, where no enemy is and the stack has room for it."""
        return _with_room(state, zone_of(state, unit), self.step.side, roster(state).stacking[unit])

    def faults(self, state: State, units: Sequence[int], cell: int) -> Iterator[Refusal]:
        """rof:16.1-setup, 9.1 - the units belong to the zone, no enemy is there, and the stack fits."""
        r, label = roster(state), state.defn.map.grid.label(cell)
        for u in units:
            if not zone_of(state, u) >> cell & 1:
                text = f"{r.ids[u]} is set up {zone_text(state, r.zone[u])}; not in {label}"
                yield Refusal(setup_cite(state), text, (u,), (cell,))
        if state.occupied[1 - self.step.side] >> cell & 1:
            yield Refusal("rof:11.3", f"{label} is held by the enemy", hexes=(cell,))
        size = stack_size(state, {*state.stacks.get(cell, ()), *units})
        if size > STACK_LIMIT:
            yield Refusal("rof:9.1", f"the stack in {label} would count {size}, more than {STACK_LIMIT}", hexes=(cell,))

    def do(self, state: State, action: Action) -> None:
        """rof:14.1 - a unit that is moved is in reserve no longer."""
        state.unmark(action.units, RESERVE)
        super().do(state, action)


def _with_room(state: State, zone: int, side: int, size: int) -> int:
    """rof:9.1, 11.3 - mask of the hexes of a zone where no enemy is and the stack can grow by so much."""
    return mask_of(cell for cell in cells(zone & ~state.occupied[1 - side]) if room(state, cell) >= size)


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
        change(action.units, RESERVE, "in reserve", "set-up", "rof:14.1")


class SetUp(set_up.SetUp, frozen=True, tag="rof.set-up"):
    """rof:16.1-setup, 16.2-setup - one side sets up the units of one step of the printed order."""

    def steps(self, state: State) -> Sequence[SetupStep]:
        return facts(state).content.setup

    def title(self, step: SetupStep) -> str:
        return step.title.lower()

    def prompt(self, step: SetupStep) -> str:
        return "Place your units in their zones and choose reserves."

    def cite(self, state: State) -> str:
        return setup_cite(state)

    def offers(self, state: State, step: SetupStep) -> list[Offer]:
        places: list[Offer] = [Place(step, zone) for zone in step.zones]
        return [*places, SetReserve(step.side, True), SetReserve(step.side, False)]

    def faults(self, state: State, step: SetupStep) -> Iterator[Refusal]:
        return faults(state, step)

    def fill(self, state: State, step: SetupStep) -> None:
        """rof:16.1-setup - a unit starts in reserve if that is suggested and no enemy is next to it."""
        d = facts(state)
        for u in set_up.waiting(state, step):
            home, reserve = d.content.suggested[u]
            cell = set_up.nearest(state, home, _with_room(state, zone_of(state, u), step.side, d.units.stacking[u]))
            if cell is None:
                continue
            state.place(u, cell, "set up")
            if reserve and not adjacent_to_enemy(state, u):
                state.mark((u,), RESERVE, "in reserve", "set-up", "rof:14.1")

    def clear(self, state: State, step: SetupStep) -> None:
        state.unmark(step.units, RESERVE)
        for u in step.units:
            state.put(u, TO_SET_UP)


class SetUpEnds(Frame, frozen=True, tag="rof.set-up-ends"):
    """rof:14.1, 14.2 - when both players have set up, reserves next to which the enemy has set up are none any more."""

    def step(self, state: State) -> None:
        """Take those markers off; the first player turn may begin."""
        state.pop()
        state.active = SIDES.index(facts(state).content.scenario.first_player)
        for side in (0, 1):
            for refusal in exposed_reserves(state, side):
                state.unmark(refusal.units, RESERVE, "in reserve", "the enemy was set up next to it", "rof:14.1")
