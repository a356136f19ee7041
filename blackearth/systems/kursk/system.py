"""Kursk: Operation Zitadelle as a registered game system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from blackearth.core.advice import Advice
from blackearth.core.drawing import CounterPicture, MapPicture
from blackearth.core.frames import Frame
from blackearth.core.situation_file import Position
from blackearth.core.state import Definition as CoreDefinition
from blackearth.core.state import State
from blackearth.lib.book_system import BookSystem, SetUp
from blackearth.systems.kursk import (
    air,
    combat,
    content,
    drawing,
    invariants,
    movement_phase,
    queries,
    sequence,
    setup,
    sheet,
    situation,
    victory,
    views,
)
from blackearth.systems.kursk.advice import KurskAdvice
from blackearth.systems.kursk.board import BOXES, Definition, Extra

_FRAMES: tuple[type[Frame], ...] = (
    sequence.Turns, sequence.Play, movement_phase.MovementPhase, *setup.FRAMES, *air.FRAMES, *combat.FRAMES,
)  # fmt: skip


class Kursk(BookSystem[Definition]):
    """See `blackearth.core.system.GameSystem`."""

    id = content.SYSTEM
    name = "Kursk: Operation Zitadelle"
    sides = ("soviet", "german")
    frames = _FRAMES
    extra_type = Extra
    open_information = True
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

    def setups_of(self, scenario: str) -> tuple[str, ...]:
        return setup.kinds(content.load(scenario))

    def extra(self, defn: CoreDefinition) -> Extra:
        return Extra()

    def positioned(self, defn: Definition, position: Position) -> State:
        return situation.state_of(defn, position)

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        return views.view(state)

    def query(self, state: State, side: int | None, name: str, args: Mapping[str, Any]) -> Any:
        return queries.answer(state, side, name, args)

    def sheet(self, defn: CoreDefinition) -> dict[str, Any]:
        assert isinstance(defn, Definition)
        return sheet.sheet(defn)

    def pictures(self, defn: CoreDefinition) -> tuple[MapPicture, Sequence[CounterPicture]]:
        assert isinstance(defn, Definition)
        return drawing.map_picture(defn.content), [drawing.counter(defn.units, u) for u in range(len(defn.units))]

    def advice(self, state: State, side: int) -> Advice:
        return KurskAdvice(state, side)

    def check_data(self, overlay: Path | None = None) -> list[str]:
        from blackearth.systems.kursk import checks

        return checks.check(overlay)


SYSTEM = Kursk()
