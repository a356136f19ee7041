"""Ring of Fire as a registered game system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from blackearth.core.advice import Advice
from blackearth.core.dice import SeededDice
from blackearth.core.drawing import CounterPicture, MapPicture
from blackearth.core.flow import settle
from blackearth.core.frames import Frame
from blackearth.core.options import OptionSpec, RulingSpec, resolve
from blackearth.core.situation_file import Position, PositionError
from blackearth.core.state import Definition as CoreDefinition
from blackearth.core.state import State
from blackearth.core.system import GameResult, RuleEntry, ScenarioSpec
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

SETUPS = ("suggested", "automatic", "own")


class RingOfFire:
    """See `blackearth.core.system.GameSystem`."""

    id = content.SYSTEM
    name = "Ring of Fire"
    sides = ("soviet", "german")
    frames = _FRAMES
    extra_type = Extra
    open_information = True

    def box_name(self, box: int) -> str:
        return BOXES.get(box, "a box")

    def scenarios(self) -> Sequence[ScenarioSpec]:
        found = []
        for name in content.scenario_ids():
            scenario = content.load(name).scenario
            turns = scenario.last_turn - scenario.first_turn + 1
            found.append(ScenarioSpec(scenario.id, scenario.name, turns, scenario.text.strip(), SETUPS))
        return found

    def options(self) -> Sequence[OptionSpec]:
        return content.options()

    def rulings(self) -> Sequence[RulingSpec]:
        return content.rulings()

    def rules(self) -> Sequence[RuleEntry]:
        return content.rules()

    def define(
        self, scenario: str, options: Mapping[str, bool], rulings: Mapping[str, str], overlay: Path | None = None
    ) -> Definition:
        if scenario not in content.scenario_ids(overlay):
            raise LookupError(f"{self.id} has no scenario “{scenario}”")
        return _define(scenario, tuple(sorted(options.items())), tuple(sorted(rulings.items())), overlay)

    def start(self, defn: CoreDefinition, seed: str, setup_kind: str) -> State:
        s = State(defn, SeededDice(seed), Extra(spent=[0] * len(defn.roster)))
        s.flow = [sequence.Turns()]
        if setup_kind == "own":
            setup.own(s)
        elif setup_kind == "automatic":
            setup.automatic(s, Random(f"set-up {seed}"))
        else:
            setup.suggested(s)
        settle(s)
        return s

    def situation(self, position: Position) -> State:
        try:
            defn = self.define(position.scenario, position.options, position.rulings)
        except LookupError as error:
            raise PositionError("scenario", str(error.args[0])) from error
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

    def result(self, state: State) -> GameResult | None:
        return victory.result(state)

    def score(self, state: State) -> tuple[int, int]:
        return victory.score(state)

    def fork(self, state: State, side: int, seed: str) -> State:
        """Nothing but the dice is hidden in this game (rof:3.5)."""
        new = state.clone()
        new.dice = SeededDice(seed)
        return new

    def advice(self, state: State, side: int) -> Advice:
        return RingAdvice(state, side)

    def check(self, state: State) -> list[str]:
        return invariants.check(state)

    def benchmarks(self, state: State) -> Iterator[benchmarks.Benchmark]:
        """What `blackearth bench` measures inside of this system."""
        return benchmarks.benchmarks(state)

    def supply_graph(self, state: State) -> tuple[list[tuple[int, int]], list[int], int]:
        """A supply trace for other libraries; see `benchmarks.supply_graph`."""
        return benchmarks.supply_graph(state)

    def check_data(self, overlay: Path | None = None) -> list[str]:
        from blackearth.systems.ring_of_fire import checks

        return checks.check(overlay)


@cache
def _define(
    scenario: str, options: tuple[tuple[str, bool], ...], rulings: tuple[tuple[str, str], ...], overlay: Path | None
) -> Definition:
    """The definition of a game; games with the same choices share it."""
    found = content.load(scenario, overlay)
    chosen, readings = resolve(dict(options), dict(rulings), content.options(overlay), content.rulings(overlay))
    return Definition(
        system=SYSTEM, scenario=scenario, map=found.map, roster=found.roster, options=chosen, rulings=readings,
        content=found, overlay=overlay,
    )  # fmt: skip


SYSTEM = RingOfFire()
