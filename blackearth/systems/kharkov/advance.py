"""ms:G5, KHA-N38 - advance after combat: one hex, at once, into the hex the defenders have left."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Units
from blackearth.core.events import Moved
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov import isolation
from blackearth.systems.kharkov.board import GERMAN, State, enter, roster, stack_limit, stack_size
from blackearth.systems.kharkov.stacking import fits, quarrel


class Advance(Offer):
    """ms:G5 - attackers move into the empty hex, within the stacking limit.

    Args:
        target: the hex.
        units: attackers that may advance.
        barred: attackers that may not, because of an enemy fortification (KHA-27).
    """

    verb = "advance"
    weight = 3.0

    def __init__(self, target: int, units: tuple[int, ...], barred: tuple[int, ...]) -> None:
        self.target, self.units, self.barred = target, units, barred

    def choice(self, state: State) -> Choice:
        label = f"Advance into {state.defn.map.grid.label(self.target)}"
        return Units(verb=self.verb, label=label, cite="ms:G5", units=self.units, most=len(self.units))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units = action.units
        if not units or action.hexes or action.amounts or action.word or len(set(units)) < len(units):
            yield Refusal("ms:G5", "name the units that advance")
            return
        if walled := tuple(u for u in units if u in self.barred):
            text = f"{roster(state).text(walled)}: not over a fortification, not all defenders were eliminated"
            yield Refusal("ms:G5", text, walled, (self.target,))
        if strangers := tuple(u for u in units if u not in self.units and u not in self.barred):
            yield Refusal("ms:G5", f"{roster(state).text(strangers)}: did not take part and survive", strangers)
            return
        limit = stack_limit(state, state.active)
        if stack_size(state, units) > limit:
            yield Refusal("ms:F7", f"more than {limit // 2} divisions would stand there", units, (self.target,))
        if quarrel(state, units):
            yield Refusal("rostov:1-allies", "Hungarians and Romanians do not stand together", units, (self.target,))

    def do(self, state: State, action: Action) -> None:
        state.pop()
        by_hex: dict[int, list[int]] = {}
        for unit in action.units:
            by_hex.setdefault(state.at[unit], []).append(unit)
        for start, group in by_hex.items():
            enter(state, tuple(group), (start, self.target))
            state.emit(Moved(tuple(group), (start, self.target), "advance", cite="ms:G5"))
            if state.defn.map.has("city", start):
                isolation.left_city(state, tuple(group))

    def sample(self, state: State, random: Random) -> Action | None:
        order = random.sample(self.units, len(self.units))
        chosen: list[int] = []
        for unit in order[: random.randint(1, len(order))]:
            if fits(state, (*chosen, unit), self.target):
                chosen.append(unit)
        return Action(self.verb, tuple(chosen)) if chosen else None


class AdvanceAfterCombat(Frame, frozen=True, tag="kharkov.advance"):
    """ms:G5 - if the hex is empty now, surviving attackers may enter it; enemy zones do not hinder them.

    Attributes:
        target: the hex.
        units: the attackers.
        defenders: all units that stood there.
    """

    target: int
    units: tuple[int, ...]
    defenders: tuple[int, ...]

    def step(self, state: State) -> Decision | None:
        """Ask, if somebody can advance and nobody is in the way."""
        units = tuple(u for u in self.units if state.at[u] >= 0)
        barred = self._barred(state, units)
        open_to = tuple(u for u in units if u not in barred)
        if not open_to or state.occupied[1 - state.active] >> self.target & 1:
            state.pop()
            return None
        label = state.defn.map.grid.label(self.target)
        offers = (Advance(self.target, open_to, barred), Press("stay", "Stay", State.pop, "ms:G5", primary=True))
        prompt = f"{label} is empty: choose who advances, or stay."
        return Decision(state.active, "Advance after combat", prompt, "ms:G5", offers)

    def _barred(self, s: State, units: tuple[int, ...]) -> tuple[int, ...]:
        """ms:G5, KHA-N38 - who would cross an enemy fortification although a defender has retreated."""
        if all(s.steps[u] <= 0 for u in self.defenders):
            return ()
        forts = s.defn.map.sides["fort_soviet" if s.active == GERMAN else "fort_german"]
        return tuple(u for u in units if forts.has(s.at[u], self.target))
