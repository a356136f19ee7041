"""Set-up by the players: the units of a step are placed in their zones, singly or as suggested, until all is in order.

A system says in a subclass where a unit may stand, what is wrong with a placement, and which rule says so.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Protocol

from blackearth.core.actions import Action
from blackearth.core.choices import Hex
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.core.state import State
from blackearth.hexes.mask import cells, draw


class Step(Protocol):
    """A step of the printed order: who sets up, and the numbers of the units."""

    @property
    def side(self) -> int:
        """Number of the side."""

    @property
    def units(self) -> tuple[int, ...]:
        """Numbers of the units."""


def waiting(state: State, step: Step) -> list[int]:
    """Units of a step that are still to be placed."""
    return [u for u in step.units if state.at[u] < 0]


class Place(Offer):
    """Put units of a step on a hex, or move them there from where they were put before.

    Args:
        step: the step of the set-up.
        zone: the zone whose units the choice lists; any unit of the step may be named.
    """

    verb = "set"

    def __init__(self, step: Any, zone: str) -> None:
        self.step, self.zone = step, zone

    @abstractmethod
    def cite(self, state: State) -> str:
        """Id of the rule."""

    @abstractmethod
    def units(self, state: State) -> tuple[int, ...]:
        """Units of the step that belong to the zone."""

    @abstractmethod
    def room(self, state: State, units: tuple[int, ...]) -> int:
        """Mask of the hexes of the zone that can still take one of its units."""

    @abstractmethod
    def where(self, state: State) -> str:
        """The zone in words."""

    @abstractmethod
    def fits(self, state: State, unit: int) -> int:
        """Mask of the hexes where a unit may be set up now."""

    @abstractmethod
    def faults(self, state: State, units: Sequence[int], cell: int) -> Iterator[Refusal]:
        """Why units of the step may not be set up together in a hex, beside those that stand there."""

    def choice(self, state: State) -> Hex | None:
        """The units of the zone, and the hexes with room."""
        units = self.units(state)
        if not units:
            return None
        left = sum(1 for u in units if state.at[u] < 0)
        return Hex(
            verb=self.verb, label="Place units", cite=self.cite(state), hexes=self.room(state, units), units=units,
            group=self.zone, note=f"{left} of {len(units)} to be placed, {self.where(state)}.",
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """The units belong to the step and to the zone, no enemy is there, and the stack fits."""
        if not action.units or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal(self.cite(state), "name the units and one hex")
            return
        for u in action.units:
            if u not in self.step.units:
                yield Refusal(self.cite(state), f"{state.defn.roster.ids[u]} is not set up now", (u,))
        own = tuple(dict.fromkeys(u for u in action.units if u in self.step.units))
        yield from self.faults(state, own, action.hexes[0])

    def do(self, state: State, action: Action) -> None:
        """Place them."""
        for unit in dict.fromkeys(action.units):
            state.place(unit, action.hexes[0], "set up")

    def sample(self, state: State, random: Random) -> Action | None:
        """A unit not yet placed, if there is one, to a hex with room for it."""
        units = self.units(state)
        if not units:
            return None
        unit = random.choice([u for u in units if state.at[u] < 0] or units)
        here = 1 << state.at[unit] if state.at[unit] >= 0 else 0
        found = self.fits(state, unit) & ~here
        return Action(self.verb, (unit,), (draw(found, random),)) if found else None


def nearest(state: State, home: int, found: int) -> int | None:
    """The hex of a mask that is nearest to the one suggested, None if the mask is empty."""
    if found >> home & 1:
        return home
    distance = state.defn.map.grid.distance
    return min(cells(found), key=lambda cell: (distance(home, cell), cell), default=None)


class SetUp(Frame, frozen=True, tag="set-up"):
    """One side sets up the units of one step of the printed order.

    Attributes:
        number: index of the step.
    """

    number: int

    @abstractmethod
    def steps(self, state: State) -> Sequence[Any]:
        """All steps, in order."""

    @abstractmethod
    def title(self, step: Any) -> str:
        """What is set up, for people."""

    def prompt(self, step: Any) -> str:
        """What the side is asked to do."""
        return "Place your units in their zones."

    @abstractmethod
    def cite(self, state: State) -> str:
        """Id of the rule."""

    @abstractmethod
    def offers(self, state: State, step: Any) -> list[Offer]:
        """What the side may do with single units."""

    @abstractmethod
    def faults(self, state: State, step: Any) -> Iterator[Refusal]:
        """What forbids to end the step, the simplest first."""

    @abstractmethod
    def fill(self, state: State, step: Any) -> None:
        """Place what the step has left: in the hex suggested for a unit, or in the nearest one that the rules allow."""

    @abstractmethod
    def clear(self, state: State, step: Any) -> None:
        """Take all units of the step off the map again."""

    def fits(self, state: State) -> bool:
        """Whether the set-up has such a step."""
        return 0 <= self.number < len(self.steps(state))

    def _as_suggested(self, state: State, step: Any) -> None:
        self.clear(state, step)
        self.fill(state, step)

    def step(self, state: State) -> Decision:
        """Ask for placements until all is in order and the player is done."""
        step = self.steps(state)[self.number]
        state.active = step.side
        cite, left = self.cite(state), len(waiting(state, step))
        offers = self.offers(state, step)
        for offer in offers:
            offer.weight = 1 if left else 0.1  # random play shall come to an end
        if left:
            note = f"{left} units to be placed."
            offers.append(Press("fill", "Place the rest", lambda s: self.fill(s, step), note=note, weight=4))
        question = "Place all units of this step anew?" if left < len(step.units) else ""
        offers.append(
            Press("suggest", "Place all as suggested", lambda s: self._as_suggested(s, step), confirm=question)
        )
        blocked = next(self.faults(state, step), None)
        offers.append(Press("done", "Set-up is done", State.pop, cite, blocked=blocked, primary=True, weight=3))
        return Decision(step.side, f"Set-up: {self.title(step)}", self.prompt(step), cite, tuple(offers))
