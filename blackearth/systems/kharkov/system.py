"""Kharkov 1943 and Rostov 1941 as a registered game system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from blackearth.core.advice import Advice
from blackearth.core.dice import SeededDice
from blackearth.core.drawing import CounterPicture, MapPicture
from blackearth.core.frames import Frame
from blackearth.core.options import OptionError
from blackearth.core.situation_file import Position
from blackearth.core.state import Definition as CoreDefinition
from blackearth.core.state import State
from blackearth.lib.book_system import BookSystem, SetUp
from blackearth.systems.kharkov import (
    air,
    air_shared,
    combat,
    content,
    drawing,
    guess,
    invariants,
    modes,
    movement_phase,
    queries,
    rail,
    sequence,
    setup,
    sheet,
    situation,
    victory,
    views,
    withdrawal,
)
from blackearth.systems.kharkov.advice import KharkovAdvice
from blackearth.systems.kharkov.board import BOXES, Definition, Extra

_FRAMES: tuple[type[Frame], ...] = (
    sequence.Turns, sequence.Play, movement_phase.MovementPhase, rail.RailInterdiction,
    *setup.FRAMES, *modes.FRAMES, *withdrawal.FRAMES, *air.FRAMES, *air_shared.FRAMES, *combat.FRAMES,
)  # fmt: skip

#: ms:M - options of which one takes the place of the other.
_EXCLUSIVE = (("hidden-stacks", "total-fog"), ("air-partly-simultaneous", "air-simultaneous"))


class Kharkov(BookSystem[Definition]):
    """See `blackearth.core.system.GameSystem`."""

    id = content.SYSTEM
    name = "Kharkov 1943 and Rostov 1941"
    sides = ("soviet", "german")
    frames = _FRAMES
    extra_type = Extra
    book = content.FILES
    load = staticmethod(content.load)
    definition_type = Definition
    boxes = BOXES
    setups: ClassVar[Mapping[str, SetUp]] = {
        "suggested": lambda s, random: setup.suggested(s),
        "automatic": setup.automatic,
        "own": lambda s, random: setup.own(s),
    }
    first = sequence.Turns()
    result = staticmethod(victory.result)
    score = staticmethod(victory.score)
    check = staticmethod(invariants.check)

    def definition(
        self, scenario: str, options: dict[str, bool], rulings: dict[str, str], overlay: Path | None
    ) -> Definition:
        for one, other in _EXCLUSIVE:
            if options[one] and options[other]:
                raise OptionError(f"the options “{one}” and “{other}” exclude each other")
        return super().definition(scenario, options, rulings, overlay)

    def extra(self, defn: CoreDefinition) -> Extra:
        return Extra(spent=[0] * len(defn.roster))

    def positioned(self, defn: Definition, position: Position) -> State:
        return situation.state_of(defn, position)

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        return views.view(state, side)

    def query(self, state: State, side: int | None, name: str, args: Mapping[str, Any]) -> Any:
        return queries.answer(state, side, name, args)

    def sheet(self, defn: CoreDefinition) -> dict[str, Any]:
        assert isinstance(defn, Definition)
        return sheet.sheet(defn)

    def pictures(self, defn: CoreDefinition) -> tuple[MapPicture, Sequence[CounterPicture]]:
        assert isinstance(defn, Definition)
        return drawing.map_picture(defn.content), [drawing.counter(defn.units, u) for u in range(len(defn.units))]

    def fork(self, state: State, side: int, seed: str) -> State:
        """A state with other dice; what the options hide is drawn anew."""
        if not state.defn.secrets:
            return super().fork(state, side, seed)
        new = guess.guess(state, side, Random(f"fork {seed}"))
        new.dice = SeededDice(seed)
        return new

    def advice(self, state: State, side: int) -> Advice:
        return KharkovAdvice(state, side)

    def check_data(self, overlay: Path | None = None) -> list[str]:
        from blackearth.systems.kharkov import checks

        return checks.check(overlay)


SYSTEM = Kharkov()
