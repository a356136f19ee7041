"""kursk:crt-AR, crt-BR, KUR-A15 - retreats of one hex, unit by unit; the defending player moves both sides."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex
from blackearth.core.events import Moved
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer
from blackearth.core.refusals import Refusal
from blackearth.systems.kursk import kampfgruppen
from blackearth.systems.kursk.board import DEFENDED, State, roster, stack_fits
from blackearth.systems.kursk.fights import destroy_all
from blackearth.systems.kursk.movement_phase import enter
from blackearth.systems.kursk.retreat_paths import ways

Ways = dict[int, tuple[int, ...]]


class Go(Offer):
    """KUR-A15 - name a unit and the hex it retreats to."""

    verb = "retreat"

    def __init__(self, frame: Retreat, found: Ways) -> None:
        self.frame, self.ways = frame, found

    def choice(self, state: State) -> Choice:
        masks, union = {u: sum(1 << c for c in hexes) for u, hexes in self.ways.items()}, 0
        for mask in masks.values():
            union |= mask
        return Hex(
            verb=self.verb, label="Retreat a unit", cite=self.frame.cite, units=tuple(masks), hexes=union,
            hexes_of=masks,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        cite = self.frame.cite
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal(cite, "name one unit and the hex it retreats to")
            return
        unit, cell = action.units[0], action.hexes[0]
        name, label = roster(state).ids[unit], state.defn.map.grid.label(cell)
        if unit not in self.ways:
            yield Refusal(cite, f"{name} has no hex to retreat to now", (unit,))
        elif cell not in self.ways[unit]:
            text = f"{name} does not retreat to {label}: an enemy, his zone, a full hex, or not the way to supply"
            yield Refusal(cite, text, (unit,), (cell,))

    def do(self, state: State, action: Action) -> None:
        self.frame.go(state, action.units[0], action.hexes[0])


class Retreat(Frame, frozen=True, tag="kursk.retreat"):
    """kursk:crt-AR, crt-BR - units go back one hex each towards supply; who cannot is destroyed.

    Attributes:
        units: units that have not retreated.
        barred: hexes closed to them, for attackers the attacked ones (KUR-A17).
        cite: rule id of the result.
        remnants: they are destroyed and leave a Kampfgruppe where they arrive (kursk:opt-kampfgruppen).
    """

    units: tuple[int, ...]
    barred: tuple[int, ...]
    cite: str
    remnants: bool = False

    def step(self, state: State) -> Decision | None:
        """Do what leaves no choice; else ask the defender. A unit without a hex may get one when others have gone."""
        found = {u: self._ways(state, u) for u in self.units}
        able = {u: hexes for u, hexes in found.items() if hexes}
        if not able:
            state.pop()
            destroy_all(state, self.units, "cannot retreat", self.cite)
            return None
        if self._forced(state, found):
            unit = next(iter(able))
            self.go(state, unit, able[unit][0])
            return None
        mine = roster(state).side[self.units[0]] != state.active
        prompt = f"Retreat {'your units' if mine else 'the attackers'} one hex: choose a unit and its hex."
        return Decision(1 - state.active, "Retreat", prompt, self.cite, (Go(self, able),))

    def _ways(self, s: State, unit: int) -> tuple[int, ...]:
        if self.remnants and kampfgruppen.reserve(s, unit) < 0:
            return ()
        return ways(s, unit, self.barred)

    def _forced(self, s: State, found: Ways) -> bool:
        """Whether everybody has a single hex and finds room there, so that the order does not matter."""
        if any(len(hexes) != 1 for hexes in found.values()):
            return False
        goals = {hexes[0] for hexes in found.values()}
        return all(
            stack_fits(s, (*s.stacks.get(goal, ()), *(u for u, hexes in found.items() if hexes[0] == goal)))
            for goal in goals
        )

    def go(self, state: State, unit: int, cell: int) -> None:
        """A unit retreats; it may be attacked anew where it stands then (KUR-A23)."""
        rest = tuple(u for u in self.units if u != unit)
        if rest:
            state.become(msgspec.structs.replace(self, units=rest))
        else:
            state.pop()
        path = (state.at[unit], cell)
        state.emit(Moved((unit,), path, "retreat", cite=self.cite))
        if self.remnants:
            kampfgruppen.replace(state, unit, cell)
            return
        state.unmark((unit,), DEFENDED)
        enter(state, unit, path)
