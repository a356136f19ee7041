"""ms:B, kharkov:2, rostov:2 - the players set up: frames and verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackearth.core.frames import Frame
from blackearth.core.offers import Offer
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells, mask_of
from blackearth.lib import set_up
from blackearth.systems.kharkov.board import TO_SET_UP, State, facts, roster, stack_limit, stack_size
from blackearth.systems.kharkov.scenario import SIDES, SetupStep
from blackearth.systems.kharkov.setup_checks import faults, room_for, side_name, stack_faults, zone_of, zone_text


class Place(set_up.Place):
    """ms:B - put units of the step on a hex, or move them there from where they were put before."""

    def cite(self, state: State) -> str:
        return str(self.step.cite)

    def units(self, state: State) -> tuple[int, ...]:
        return tuple(u for u in self.step.units if roster(state).zone[u] == self.zone)

    def room(self, state: State, units: tuple[int, ...]) -> int:
        limit = stack_limit(state, self.step.side)
        zone = facts(state).content.zones[self.zone].mask & ~state.occupied[1 - self.step.side]
        return mask_of(cell for cell in cells(zone) if stack_size(state, state.stacks.get(cell, ())) < limit)

    def where(self, state: State) -> str:
        return zone_text(state, self.zone)

    def fits(self, state: State, unit: int) -> int:
        return room_for(state, unit)

    def faults(self, state: State, units: Sequence[int], cell: int) -> Iterator[Refusal]:
        """ms:B, F7 - the units belong to the zone, no enemy is there, and the stack fits."""
        r, label = roster(state), state.defn.map.grid.label(cell)
        for u in units:
            if not zone_of(state, u) >> cell & 1:
                text = f"{r.ids[u]} is set up {zone_text(state, r.zone[u])}; not in {label}"
                yield Refusal(self.cite(state), text, (u,), (cell,))
        if state.occupied[1 - self.step.side] >> cell & 1:
            yield Refusal("ms:F3d", f"{label} is held by the enemy", hexes=(cell,))
        else:
            yield from stack_faults(state, cell, dict.fromkeys((*state.stacks.get(cell, ()), *units)))


class SetUp(set_up.SetUp, frozen=True, tag="kharkov.set-up"):
    """ms:B, kharkov:2, rostov:2 - one side sets up the units of one step of the printed order."""

    def steps(self, state: State) -> Sequence[SetupStep]:
        return facts(state).content.setup

    def title(self, step: SetupStep) -> str:
        return f"{side_name(step.side)} units"

    def cite(self, state: State) -> str:
        return self.steps(state)[self.number].cite

    def offers(self, state: State, step: SetupStep) -> list[Offer]:
        return [Place(step, zone) for zone in step.zones]

    def faults(self, state: State, step: SetupStep) -> Iterator[Refusal]:
        return faults(state, step)

    def fill(self, state: State, step: SetupStep) -> None:
        """kharkov:2, rostov:2 - the largest units first, so that they find room."""
        size = roster(state).stacking
        for u in sorted(set_up.waiting(state, step), key=lambda u: -size[u]):
            cell = set_up.nearest(state, facts(state).content.suggested[u], room_for(state, u))
            if cell is not None:
                state.place(u, cell, "set up")

    def clear(self, state: State, step: SetupStep) -> None:
        for u in step.units:
            state.put(u, TO_SET_UP)


class SetUpEnds(Frame, frozen=True, tag="kharkov.set-up-ends"):
    """kharkov:3, rostov:3 - both players have set up; the first player turn may begin."""

    def step(self, state: State) -> None:
        """Hand over to the first player."""
        state.pop()
        state.active = SIDES.index(facts(state).content.scenario.first_player)
