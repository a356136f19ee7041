"""The part of a `GameSystem` that is the same for every rulebook whose data stand in a `RulebookFiles`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from blackearth.core.dice import SeededDice
from blackearth.core.flow import settle
from blackearth.core.frames import Frame
from blackearth.core.options import OptionSpec, RulingSpec, resolve
from blackearth.core.situation_file import Position, PositionError
from blackearth.core.state import Definition, State
from blackearth.core.system import RuleEntry, ScenarioSpec
from blackearth.lib.rulebook_files import RulebookFiles

D = TypeVar("D", bound=Definition)
#: Puts the units of a new game where they begin, or opens the set-up; the dice of the game are not touched.
SetUp = Callable[[State, Random], None]
Choices = tuple[tuple[str, bool], ...]
Readings = tuple[tuple[str, str], ...]


class Facts(Protocol):
    """What a scenario's file says in every system."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def first_turn(self) -> int: ...
    @property
    def last_turn(self) -> int: ...


class BookSystem(ABC, Generic[D]):
    """See `blackearth.core.system.GameSystem`; a system adds what only it has.

    Attributes:
        book: the data directory.
        load: the content of a scenario, with a map, a roster and the facts of its file as `scenario`.
        definition_type: makes the definition; it has the content and the overlay besides what all have.
        boxes: names of the boxes, in sentences.
        setups: the kinds of set-up, the usual one first.
        first: the frame that plays the whole game.
    """

    id: str
    name: str
    sides: tuple[str, str]
    frames: tuple[type[Frame], ...]
    extra_type: type[Any]
    book: RulebookFiles
    load: ClassVar[Callable[..., Any]]
    definition_type: ClassVar[Callable[..., Any]]
    boxes: Mapping[int, str]
    setups: ClassVar[Mapping[str, SetUp]]
    first: Frame

    def __init__(self) -> None:
        # Games with the same choices share their definition.
        self._shared = cache(self._new)

    def facts(self, scenario: str) -> Facts:
        """What the file of a scenario says."""
        facts: Facts = self.load(scenario).scenario
        return facts

    def definition(
        self, scenario: str, options: dict[str, bool], rulings: dict[str, str], overlay: Path | None
    ) -> D:  # fmt: skip
        """The definition of a game with all options and rulings resolved."""
        found = self.load(scenario, overlay)
        defn: D = self.definition_type(
            system=self, scenario=scenario, map=found.map, roster=found.roster, options=options, rulings=rulings,
            content=found, overlay=overlay,
        )  # fmt: skip
        return defn

    @abstractmethod
    def extra(self, defn: Definition) -> Any:
        """The columns of this system in a new state."""

    @abstractmethod
    def positioned(self, defn: D, position: Position) -> State:
        """The settled state of a position of a situation."""

    def box_name(self, box: int) -> str:
        """Name of a box (< 0) in sentences."""
        return self.boxes.get(box, "a box")

    def scenarios(self) -> Sequence[ScenarioSpec]:
        """The scenarios in the order of the book."""
        found = []
        for name in self.book.scenario_ids():
            facts = self.facts(name)
            turns = facts.last_turn - facts.first_turn + 1
            found.append(ScenarioSpec(facts.id, facts.name, turns, facts.text.strip(), self.setups_of(name)))
        return found

    def setups_of(self, scenario: str) -> tuple[str, ...]:
        """The kinds of set-up of a scenario, the usual one first."""
        return tuple(self.setups)

    def options(self) -> Sequence[OptionSpec]:
        """The optional rules."""
        return self.book.options()

    def rulings(self) -> Sequence[RulingSpec]:
        """The open points with their readings."""
        return self.book.rulings()

    def rules(self) -> Sequence[RuleEntry]:
        """The rule index."""
        return self.book.rules()

    def define(
        self, scenario: str, options: Mapping[str, bool], rulings: Mapping[str, str], overlay: Path | None = None
    ) -> D:
        """See `GameSystem.define`."""
        if scenario not in self.book.scenario_ids(overlay):
            raise LookupError(f"{self.id} has no scenario “{scenario}”")
        return self._shared(scenario, tuple(sorted(options.items())), tuple(sorted(rulings.items())), overlay)

    def _new(self, scenario: str, options: Choices, rulings: Readings, overlay: Path | None) -> D:
        specs = self.book.options(overlay), self.book.rulings(overlay)
        chosen, readings = resolve(dict(options), dict(rulings), *specs)
        return self.definition(scenario, chosen, readings, overlay)

    def start(self, defn: Definition, seed: str, setup: str) -> State:
        """See `GameSystem.start`."""
        s = State(defn, SeededDice(seed), self.extra(defn))
        s.flow = [self.first]
        self.setups[setup](s, Random(f"set-up {seed}"))
        s.events = []
        settle(s)
        return s

    def situation(self, position: Position) -> State:
        """See `GameSystem.situation`."""
        try:
            defn = self.define(position.scenario, position.options, position.rulings)
        except LookupError as error:
            raise PositionError("scenario", str(error.args[0])) from error
        return self.positioned(defn, position)

    def fork(self, state: State, side: int, seed: str) -> State:
        """A state with other dice, where nothing else is hidden."""
        new = state.clone()
        new.dice = SeededDice(seed)
        return new
