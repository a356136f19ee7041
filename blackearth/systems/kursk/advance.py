"""kursk:advance, KUR-09, KUR-A21, KUR-A22 - advance after combat, by the attacker or the defender."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex
from blackearth.core.events import Moved, Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.kursk.board import GERMAN, State, facts, reading, room, roster
from blackearth.systems.kursk.movement_phase import enter

CITE = "kursk:advance"


def forbidden(s: State, side: int) -> int:
    """kursk:advance, KUR-A22 - mask of the hexes a side does not advance into: enemy fortified lines; where it is read
    so, enemy fortified cities, too.
    """
    enemy = "soviet" if side == GERMAN else "german"
    return facts(s).map.masks[f"{enemy}_{'works' if reading(s, 'KUR-A22') == 'b' else 'lines'}"]


class Advance(Offer):
    """kursk:advance - a unit enters a vacated hex it touches, free of cost and zones."""

    verb = "advance"
    weight = 3.0

    def __init__(self, frame: AdvanceAfterCombat, found: dict[int, int]) -> None:
        self.frame, self.found = frame, found

    def choice(self, state: State) -> Choice:
        union = 0
        for mask in self.found.values():
            union |= mask
        return Hex(
            verb=self.verb, label="Advance", cite=CITE, units=tuple(self.found), hexes=union, hexes_of=self.found
        )

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal(CITE, "name one unit and the hex it advances into")
            return
        unit, cell = action.units[0], action.hexes[0]
        name, label = roster(state).ids[unit], state.defn.map.grid.label(cell)
        if unit not in self.frame.units:
            yield Refusal(CITE, f"{name} did not take part, has retreated or has advanced already", (unit,))
        elif cell not in self.frame.hexes or state.occupied[1 - self.frame.side] >> cell & 1:
            yield Refusal(CITE, f"{label} was not vacated in this combat", hexes=(cell,))
        elif cell not in state.defn.map.grid.near[state.at[unit]]:
            yield Refusal(CITE, f"{name} is not next to {label}", (unit,), (cell,))
        elif forbidden(state, self.frame.side) >> cell & 1:
            yield Refusal(CITE, f"{label} belongs to enemy fortifications", hexes=(cell,))
        elif not room(state, unit, cell):
            yield Refusal("kursk:stacking-A", f"{label} is full", state.stacks[cell], (cell,))

    def do(self, state: State, action: Action) -> None:
        unit, cell = action.units[0], action.hexes[0]
        rest = tuple(u for u in self.frame.units if u != unit)
        state.become(msgspec.structs.replace(self.frame, units=rest, begun=True))
        path = (state.at[unit], cell)
        enter(state, unit, path)
        state.emit(Moved((unit,), path, "advance", cite=CITE))


class AdvanceAfterCombat(Frame, frozen=True, tag="kursk.advance"):
    """kursk:advance - units of one side may enter hexes that the other has vacated in a combat, one unit after the
    other.

    Attributes:
        side: who advances.
        units: units that took part and have not advanced.
        hexes: where the other side stood; only hexes that are empty when the advance begins are vacated.
        begun: whether that has been looked at.
    """

    side: int
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    begun: bool = False

    def step(self, state: State) -> Decision | None:
        """Ask, if somebody can advance."""
        if not self.begun:
            empty = tuple(c for c in self.hexes if c not in state.stacks)
            alive = tuple(u for u in self.units if state.at[u] >= 0)
            state.become(msgspec.structs.replace(self, units=alive, hexes=empty, begun=True))
            self._tell(state, empty, alive)
            return None
        found = self.ways(state)
        if not found:
            state.pop()
            return None
        offers = (Advance(self, found), Press("stay", "Stay", State.pop, CITE, primary=True))
        prompt = "A hex has been vacated: choose who advances, or stay."
        return Decision(self.side, "Advance after combat", prompt, CITE, offers)

    def _tell(self, s: State, empty: tuple[int, ...], units: tuple[int, ...]) -> None:
        """Why nobody is asked about a vacated hex that has units of the side next to it."""
        near = {n for u in units for n in s.defn.map.grid.near[s.at[u]]}
        for cell in empty:
            if cell in near and forbidden(s, self.side) >> cell & 1:
                text = f"No advance into {s.defn.map.grid.label(cell)}: it belongs to enemy fortifications"
                s.emit(Note(self.side, text, hexes=(cell,), cite=CITE))

    def ways(self, s: State) -> dict[int, int]:
        """For each unit that can advance the mask of the hexes."""
        grid, barred, found = s.defn.map.grid, forbidden(s, self.side), dict[int, int]()
        goals = [c for c in self.hexes if not (barred | s.occupied[1 - self.side]) >> c & 1]
        for unit in self.units:
            mask = sum(1 << c for c in goals if c in grid.near[s.at[unit]] and room(s, unit, c))
            if mask:
                found[unit] = mask
        return found
