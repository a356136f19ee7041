"""Small positions of Ring of Fire for tests of the rules: a handful of units on the map, one frame, scripted dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from blackearth import systems
from blackearth.core import flow
from blackearth.core.actions import Action, parse
from blackearth.core.choices import Choice
from blackearth.core.codec import Codec
from blackearth.core.dice import DiceSource, ScriptedDice
from blackearth.core.events import AnyEvent
from blackearth.core.frames import Frame
from blackearth.core.refusals import Refusal, Refused
from blackearth.core.state import NOWHERE
from blackearth.systems.ring_of_fire.board import BOX_IDS, Definition, Extra, State

SIDES = {"soviet": 0, "german": 1}
Step = Callable[[State], Frame | None]


class Table:
    """A position that is being played, with short ways to act on it and to look at it.

    Attributes:
        state: the state.
        events: what has happened since the beginning.
        scripted: number of dice in the script.
    """

    def __init__(self, state: State, scripted: int) -> None:
        self.state, self.scripted = state, scripted
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
        return self.state.defn.map.grid.label(at) if at >= 0 else BOX_IDS[at]

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


def position(
    units: Mapping[str, str],
    *,
    begin: Step | None = None,
    dice: Sequence[int] = (),
    source: DiceSource | None = None,
    scenario: str = "rumyantsev",
    side: str = "soviet",
    turn: int = 2,
    steps: Mapping[str, int] | None = None,
    marks: Mapping[str, int] | None = None,
    options: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    control: Sequence[str] | None = None,
    **extra: object,
) -> Table:
    """A position: the units given on the map or in a box, all others nowhere.

    Args:
        units: unit to hex (``2233``) or box (``air-ready``).
        begin: step of the sequence of play to begin with; nothing runs if None.
        dice: the script of the dice.
        source: dice instead of a script.
        scenario: scenario id.
        side: whose player turn it is.
        turn: game turn.
        steps: steps left, where not all are.
        marks: markers, as bits.
        options: the optional rules in force.
        rulings: readings that differ from the default.
        control: Soviet hexes; those of the start if None.
        extra: fields of the system's own columns.
    """
    defn = systems.get("ring-of-fire").define(scenario, dict.fromkeys(options, True), rulings or {})
    assert isinstance(defn, Definition)
    state = State(defn, source or ScriptedDice(list(dice)), Extra(spent=[0] * len(defn.roster)))
    boxes = {name: box for box, name in BOX_IDS.items()}
    index, grid = defn.roster.index, defn.map.grid
    for name, place in units.items():
        state.at[index[name]] = boxes[place] if place in boxes else grid.cell(place)
    for name, count in (steps or {}).items():
        state.steps[index[name]] = count
    for name, bits in (marks or {}).items():
        state.marks[index[name]] = bits
    for field, value in extra.items():
        setattr(state.extra, field, value)
    state.control = defn.map.masks["soviet_start"] if control is None else grid.mask(control)
    state.turn, state.active = turn, SIDES[side]
    state.rebuild()
    state.events = []
    assert all(state.at[u] == NOWHERE for u in range(len(index)) if defn.roster.ids[u] not in units)
    table = Table(state, len(dice))
    return table.run(begin) if begin else table
