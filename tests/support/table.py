"""A position that a test plays on, whatever the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from blackearth.core import flow
from blackearth.core.actions import Action, parse
from blackearth.core.choices import Choice
from blackearth.core.codec import Codec
from blackearth.core.events import AnyEvent
from blackearth.core.frames import Frame
from blackearth.core.refusals import Refusal, Refused
from blackearth.core.state import State

Step = Callable[[State], Frame | None]


class Table:
    """A position that is being played, with short ways to act on it and to look at it.

    Attributes:
        state: the state.
        events: what has happened since the beginning.
        scripted: number of dice in the script.
    """

    def __init__(self, state: State, scripted: int, box_ids: Mapping[int, str]) -> None:
        self.state, self.scripted, self.box_ids = state, scripted, box_ids
        self.events: list[AnyEvent] = list(state.events or ())

    # -- acting ------------------------------------------------------------------------------------------------------

    def action(self, text: str) -> Action:
        """The action of a text."""
        return parse(text, self.state.defn.roster, self.state.defn.map.grid)

    def do(self, *texts: str) -> Table:
        """Carry out actions one after the other."""
        for text in texts:
            self.state = flow.apply(self.state, self.action(text))
            self.events += self.state.events or ()
        return self

    def refusals(self, text: str) -> list[Refusal]:
        """Why an action is not allowed; it must be refused, and `flow.apply` must agree."""
        found = flow.why_not(self.state, self.action(text))
        assert found, f"“{text}” is allowed"
        try:
            flow.apply(self.state, self.action(text))
        except Refused:
            return found
        raise AssertionError(f"“{text}” has refusals, but was carried out")

    def cites(self, text: str) -> list[str]:
        """The rules that refuse an action."""
        return [refusal.cite for refusal in self.refusals(text)]

    def run(self, step: Step) -> Table:
        """Begin a step of the sequence of play on top of what is running."""
        self.state = self.state.clone()
        self.state.events = []
        frame = step(self.state)
        if frame is not None:
            self.state.push(frame)
        flow.settle(self.state)
        self.events += self.state.events
        return self

    def saved(self) -> Table:
        """The same position after a trip through a save."""
        codec = Codec(self.state.defn)
        data = codec.encode(self.state)
        state = codec.decode(data, self.state.dice)
        flow.settle(state)
        assert codec.encode(state) == data
        self.state = state
        return self

    # -- looking -----------------------------------------------------------------------------------------------------

    def unit(self, name: str) -> int:
        """Number of a unit."""
        return self.state.defn.roster.index[name]

    def cell(self, label: str) -> int:
        """Cell of a hex."""
        return self.state.defn.map.grid.cell(label)

    def where(self, name: str) -> str:
        """Hex or box of a unit."""
        at = self.state.at[self.unit(name)]
        return self.state.defn.map.grid.label(at) if at >= 0 else self.box_ids[at]

    def steps(self, *names: str) -> list[int]:
        """Steps left of some units."""
        return [self.state.steps[self.unit(name)] for name in names]

    def marked(self, name: str, bit: int) -> bool:
        """Whether a unit has a marker."""
        return bool(self.state.marks[self.unit(name)] & bit)

    def names(self, units: Sequence[int]) -> set[str]:
        """Ids of units."""
        return {self.state.defn.roster.ids[u] for u in units}

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.state.decision is None

    @property
    def side(self) -> str:
        """Who is asked, or nobody."""
        decision = self.state.decision
        return "nobody" if decision is None else ("soviet", "german")[decision.side]

    @property
    def verbs(self) -> list[str]:
        """The verbs that may be answered now."""
        return [choice.verb for choice in self.choices]

    @property
    def choices(self) -> list[Choice]:
        """What may be chosen now."""
        return self.state.decision.choices(self.state) if self.state.decision else []

    def choice(self, verb: str) -> dict[str, object]:
        """The fields of the choice of a verb, as the page gets them."""
        return next(c for c in self.choices if c.verb == verb).to_json(self.state.defn)

    def dice_used(self) -> bool:
        """Whether exactly the scripted dice were thrown."""
        return self.state.rolls == self.scripted
