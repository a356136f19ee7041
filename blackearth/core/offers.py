"""Offers: one verb of the game each. An offer lists its choices, explains refusals and executes, from one list of
checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar

from blackearth.core.actions import Action
from blackearth.core.choices import Button, Choice
from blackearth.core.refusals import Refusal

if TYPE_CHECKING:
    from blackearth.core.state import State


class Offer:
    """One verb. Subclasses set `verb` and implement `choice`, `refusals` and `do`.

    Attributes:
        verb: first word of the actions.
        weight: how often random play draws this offer, compared with the others.
    """

    verb: ClassVar[str]
    weight: float = 1.0

    def choice(self, state: State) -> Choice | None:
        """What may be chosen, or None if nothing at present (then the offer is not shown)."""
        raise NotImplementedError

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """Why an action is not allowed; nothing if it is. Given lazily: the first one alone makes it illegal."""
        raise NotImplementedError

    def do(self, state: State, action: Action) -> None:
        """Carry out an action that was not refused."""
        raise NotImplementedError

    def sample(self, state: State, random: Random) -> Action | None:
        """A legal action drawn at random, or None if there is none or, for an offer that need not be taken, a few tries
        find none.
        """
        choice = self.choice(state)
        return choice.sample(random) if choice else None


class Press(Offer):
    """A button that carries out a function.

    Args:
        verb: the verb.
        label: short imperative.
        act: what it does to the state.
        cite, confirm, blocked, primary, note: see `choices.Button`.
    """

    def __init__(
        self,
        verb: str,
        label: str,
        act: Callable[[State], None],
        cite: str = "",
        *,
        confirm: str | Callable[[State], str] = "",
        blocked: Refusal | None = None,
        primary: bool = False,
        note: str = "",
        weight: float = 1.0,
    ) -> None:
        self.verb = verb  # type: ignore[misc]
        self.label, self.act, self.cite, self.confirm = label, act, cite, confirm
        self.blocked, self.primary, self.note, self.weight = blocked, primary, note, weight

    def choice(self, state: State) -> Button:
        """The button."""
        blocked = (self.blocked.cite, self.blocked.text) if self.blocked else None
        confirm = self.confirm if isinstance(self.confirm, str) else self.confirm(state)
        return Button(
            verb=self.verb,
            label=self.label,
            cite=self.cite,
            note=self.note,
            confirm=confirm,
            blocked=blocked,
            faulty=self.blocked.hexes if self.blocked else (),
            primary=self.primary,
        )

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """What blocks it, or words that do not belong to it."""
        if self.blocked:
            yield self.blocked
        if action != Action(self.verb):
            yield Refusal("", f"“{self.verb}” stands alone")

    def do(self, state: State, action: Action) -> None:
        """Run the function."""
        self.act(state)

    def sample(self, state: State, random: Random) -> Action | None:
        """The one action, unless it is blocked."""
        return None if self.blocked else Action(self.verb)


@dataclass
class Decision:
    """What is asked.

    Attributes:
        side: who is asked.
        title: the step, in capitals on the page (``Tank combat``).
        prompt: one sentence that says what to do.
        cite: rule id of the step.
        offers: the verbs that may be answered.
    """

    side: int
    title: str
    prompt: str
    cite: str
    offers: tuple[Offer, ...]

    def offer(self, verb: str) -> Offer | None:
        """The offer with a verb."""
        return next((offer for offer in self.offers if offer.verb == verb), None)

    def choices(self, state: State) -> list[Choice]:
        """What the offers allow at present."""
        return [choice for offer in self.offers if (choice := offer.choice(state)) is not None]

    def sample(self, state: State, random: Random) -> Action:
        """A legal action drawn at random, offers by their weights.

        Raises:
            LookupError: nothing is legal; a defect of the rules code.
        """
        left = [offer for offer in self.offers if offer.weight > 0]
        while left:
            offer = _drawn(left, random)
            if (action := offer.sample(state, random)) is not None:
                return action
            left.remove(offer)
        raise LookupError(f"nobody can act at “{self.title}”")


def _drawn(offers: list[Offer], random: Random) -> Offer:
    """One of some offers, by their weights."""
    left = random.random() * sum([offer.weight for offer in offers])
    for offer in offers:
        left -= offer.weight
        if left < 0:
            return offer
    return offers[-1]
