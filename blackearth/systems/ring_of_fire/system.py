"""Ring of Fire as a registered game system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from blackearth.core.advice import Advice
from blackearth.core.drawing import CounterPicture, MapPicture
from blackearth.core.frames import Frame
from blackearth.core.situation_file import Position
from blackearth.core.state import Definition as CoreDefinition
from blackearth.core.state import State
from blackearth.lib.book_system import BookSystem, SetUp
from blackearth.systems.ring_of_fire import (
    air_strikes,
    battle,
    benchmarks,
    content,
    declaration,
    defensive_reserves,
    drawing,
    invariants,
    movement_phase,
    options_combat,
    overstacking,
    queries,
    replacements,
    sequence,
    setup,
    sheet,
    situation,
    tank_combat,
    victory,
    views,
)
from blackearth.systems.ring_of_fire.advice import RingAdvice
from blackearth.systems.ring_of_fire.board import BOXES, Definition, Extra

_FRAMES: tuple[type[Frame], ...] = (
    sequence.Turns, sequence.Play, replacements.ReplacementPhase, movement_phase.MovementPhase,
    declaration.CombatSegment, declaration.DeclareAttacks, options_combat.DefensiveSupport, options_combat.ReconRetreat,
    defensive_reserves.DefensiveReserves, battle.ResolveBattles, battle.TakeLosses, battle.AdvanceAfterCombat,
    *setup.FRAMES, *tank_combat.FRAMES, *air_strikes.FRAMES, *overstacking.FRAMES,
)  # fmt: skip


class RingOfFire(BookSystem[Definition]):
    """See `blackearth.core.system.GameSystem`."""

    id = content.SYSTEM
    name = "Ring of Fire"
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

    def extra(self, defn: CoreDefinition) -> Extra:
        return Extra(spent=[0] * len(defn.roster))

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
        return RingAdvice(state, side)

    def benchmarks(self, state: State) -> Iterator[benchmarks.Benchmark]:
        """What `blackearth bench` measures inside of this system."""
        return benchmarks.benchmarks(state)

    def supply_graph(self, state: State) -> tuple[list[tuple[int, int]], list[int], int]:
        """A supply trace for other libraries; see `benchmarks.supply_graph`."""
        return benchmarks.supply_graph(state)

    def check_data(self, overlay: Path | None = None) -> list[str]:
        from blackearth.systems.ring_of_fire import checks

        return checks.check(overlay)


SYSTEM = RingOfFire()
