"""What a rulebook must give to be playable: the `GameSystem`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from blackearth.core.advice import Advice
from blackearth.core.drawing import CounterPicture, MapPicture
from blackearth.core.frames import Frame
from blackearth.core.options import OptionSpec, RulingSpec
from blackearth.core.situation_file import Position
from blackearth.core.state import Definition, State


class ScenarioSpec(msgspec.Struct, frozen=True):
    """A scenario in the lists of the page and the command line."""

    id: str
    name: str
    turns: int
    text: str = ""
    setups: tuple[str, ...] = ("suggested",)


class GameResult(msgspec.Struct, frozen=True):
    """How a game ended.

    Attributes:
        winner: side, or None for a draw.
        level: name of the victory level.
        score: points of both sides.
        text: one sentence.
    """

    winner: int | None
    level: str
    score: tuple[int, int]
    text: str


class QueryError(ValueError):
    """A query is unknown or its arguments make no sense."""


class RuleEntry(msgspec.Struct, frozen=True):
    """A row of the rule index: id (``rof:12.65``), kind (chapter, rule, option, example, scenario), title; where the
    rulebook has no numbers, the heading under which players find it (``Combat A``).
    """

    id: str
    kind: str
    title: str
    heading: str = ""


class GameSystem(Protocol):
    """A registered rulebook. Nothing outside of ``blackearth.systems`` reaches its rules by any other way.

    Attributes:
        id: ``ring-of-fire``.
        name: title of the game.
        sides: ids of side 0 and side 1 (``soviet``, ``german``).
        frames: every frame of the flow, for saves.
        extra_type: the struct in ``State.extra``.

    A system in which both sides and spectators may see the same says so with ``open_information = True``.
    """

    id: str
    name: str
    sides: tuple[str, str]
    frames: tuple[type[Frame], ...]
    extra_type: type[Any]

    def box_name(self, box: int) -> str:
        """Name of a box (< 0) in sentences: “the Eliminated Unit Box”."""

    def scenarios(self) -> Sequence[ScenarioSpec]:
        """The scenarios, first one first in lists."""

    def options(self) -> Sequence[OptionSpec]:
        """The optional rules."""

    def rulings(self) -> Sequence[RulingSpec]:
        """The ambiguities with more than one reading on offer."""

    def rules(self) -> Sequence[RuleEntry]:
        """The rule index."""

    def define(
        self, scenario: str, options: Mapping[str, bool], rulings: Mapping[str, str], overlay: Path | None = None
    ) -> Definition:
        """Load map, counters and tables.

        Args:
            scenario: scenario id.
            options: those that differ from the default.
            rulings: readings that differ from the default.
            overlay: directory whose files take the place of ours.

        Raises:
            DataError: a data file is damaged (names file, line and cause).
            OptionError: an option or ruling does not exist.
            LookupError: no such scenario.
        """

    def start(self, defn: Definition, seed: str, setup: str) -> State:
        """The state before the first decision, settled, with the events and dice on the way there. ``setup`` is one of
        the scenario's.
        """

    def situation(self, position: Position) -> State:
        """The settled state of a position that is given as text; see docs/situations.md.

        Raises:
            PositionError: it makes no sense; names the key at fault.
            OptionError: an option or ruling does not exist.
        """

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        """What a side (or a spectator: None) sees, as JSON terms; see docs/architecture.md."""

    def query(self, state: State, side: int | None, name: str, args: Mapping[str, Any]) -> Any:
        """Answer a question of a side from what it may know, as JSON terms.

        Raises:
            QueryError: unknown query or arguments.
        """

    def sheet(self, defn: Definition) -> dict[str, Any]:
        """What never changes and the page must draw; see docs/architecture.md."""

    def pictures(self, defn: Definition) -> tuple[MapPicture, Sequence[CounterPicture]]:
        """What map sheet and counters show, for the artist."""

    def result(self, state: State) -> GameResult | None:
        """How the game ended, None while it goes on."""

    def score(self, state: State) -> tuple[int, int]:
        """Victory points of both sides if the game ended now."""

    def fork(self, state: State, side: int, seed: str) -> State:
        """A state for a computer player of a side: consistent with all it may know, with other dice."""

    def advice(self, state: State, side: int) -> Advice:
        """What computer players and hints need to know about a position, for a side."""

    def check(self, state: State) -> list[str]:
        """Every broken invariant of a state, in sentences; empty for a sound one."""

    def check_data(self, overlay: Path | None = None) -> list[str]:
        """Every fault of the data files, in sentences."""
