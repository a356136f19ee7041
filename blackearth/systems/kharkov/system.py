"""Kharkov 1943 and Rostov 1941 as a registered game system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from blackearth.core.advice import Advice
from blackearth.core.dice import SeededDice
from blackearth.core.drawing import CounterPicture, MapPicture
from blackearth.core.flow import settle
from blackearth.core.frames import Frame
from blackearth.core.options import OptionError, OptionSpec, RulingSpec, resolve
from blackearth.core.situation_file import Position, PositionError
from blackearth.core.state import Definition as CoreDefinition
from blackearth.core.state import State
from blackearth.core.system import GameResult, RuleEntry, ScenarioSpec
from blackearth.systems.kharkov import (
    air,
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
    *setup.FRAMES, *modes.FRAMES, *withdrawal.FRAMES, *air.FRAMES, *combat.FRAMES,
)  # fmt: skip

#: ms:M - options of which one takes the place of the other.
_EXCLUSIVE = (("hidden-stacks", "total-fog"), ("air-partly-simultaneous", "air-simultaneous"))
SETUPS = ("suggested", "automatic", "own")


class Kharkov:
    """See `blackearth.core.system.GameSystem`."""

    id = content.SYSTEM
    name = "Kharkov 1943 and Rostov 1941"
    sides = ("soviet", "german")
    frames = _FRAMES
    extra_type = Extra

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
        return views.view(state, side)

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
        """A state with other dice; what the options hide is drawn anew."""
        new = guess.guess(state, side, Random(f"fork {seed}")) if state.defn.secrets else state.clone()
        new.dice = SeededDice(seed)
        return new

    def advice(self, state: State, side: int) -> Advice:
        return KharkovAdvice(state, side)

    def check(self, state: State) -> list[str]:
        return invariants.check(state)

    def check_data(self, overlay: Path | None = None) -> list[str]:
        from blackearth.systems.kharkov import checks

        return checks.check(overlay)


@cache
def _define(
    scenario: str, options: tuple[tuple[str, bool], ...], rulings: tuple[tuple[str, str], ...], overlay: Path | None
) -> Definition:
    """The definition of a game; games with the same choices share it."""
    found = content.load(scenario, overlay)
    chosen, readings = resolve(dict(options), dict(rulings), content.options(overlay), content.rulings(overlay))
    for one, other in _EXCLUSIVE:
        if chosen[one] and chosen[other]:
            raise OptionError(f"the options “{one}” and “{other}” exclude each other")
    return Definition(
        system=SYSTEM, scenario=scenario, map=found.map, roster=found.roster, options=chosen, rulings=readings,
        content=found, overlay=overlay,
    )  # fmt: skip


SYSTEM = Kharkov()
