"""Whether the lessons of a game can be learned: each is played through by its own solution."""

from __future__ import annotations

import re
from collections.abc import Iterator

from blackearth.core import lesson_wishes as wishes_of
from blackearth.core.actions import ActionError
from blackearth.core.describe import plain
from blackearth.core.lesson_file import Lesson, Step, folder, read
from blackearth.core.lessons import LessonGame, begin
from blackearth.core.options import OptionError
from blackearth.core.refusals import Refused
from blackearth.core.situation_base import Findings
from blackearth.core.situation_file import PositionError, SituationError
from blackearth.core.situation_play import check_play
from blackearth.core.system import GameSystem

LAYERS = ("", "zones", "supply", "supply-area", "control")
LINK = re.compile(r"\[([^\]\s]+)\]")


def check(system: GameSystem) -> list[str]:
    """Every fault of the lessons of a system, in sentences; empty when all can be learned."""
    return [fault for path in sorted(folder(system).glob("*.toml")) for fault in _check(system, path.stem)]


def _check(system: GameSystem, name: str) -> Iterator[str]:
    where = f"{system.id}/lessons/{name}.toml"
    try:
        lesson = read(folder(system) / f"{name}.toml")
        game = begin(system.id, name)
    except (PositionError, OptionError, LookupError, ValueError) as error:
        yield str(error) if isinstance(error, SituationError) else f"{where}: {error}"
        return
    for number, step in enumerate(lesson.step, start=1):
        yield from (f"{where}, step {number}: {text}" for text in _names(game, step))
    yield from (f"{where}: {text}" for text in _next(system, lesson))
    if lesson.position.map is not None or any(unit.kind for unit in lesson.position.unit):
        yield f"{where}: a lesson stands on the scenario's map, with the scenario's units."
        return
    yield from (f"{where}, {text}" for text in play_through(game))


def _names(game: LessonGame, step: Step) -> Iterator[str]:
    """Units, hexes, rules and layers that do not exist; a step to be done without a hint."""
    roster, grid = game.defn.roster, game.defn.map.grid
    rules = {rule.id for rule in game.system.rules()}
    for link in LINK.findall(f"{step.text} {step.hint}"):
        if link not in rules and link not in roster.index and grid.find(link) < 0:
            yield f"[{link}] is no rule, unit or hex."
    yield from (f"there is no unit “{unit}”." for unit in step.units if unit not in roster.index)
    yield from (f"there is no hex “{label}”." for label in step.hexes if grid.find(label) < 0)
    if step.layer not in LAYERS:
        yield f"there is no layer “{step.layer}”."
    if step.do and not step.hint:
        yield "a step with something to do needs a hint."


def _next(system: GameSystem, lesson: Lesson) -> Iterator[str]:
    if not lesson.next:
        yield "it does not say what to play next."
    for after in lesson.next:
        if after.scenario not in {spec.id for spec in system.scenarios()} or after.side not in system.sides:
            yield f"there is no scenario “{after.scenario}” with a side “{after.side}”."


def play_through(game: LessonGame) -> Iterator[str]:
    """Play a lesson by its own solution; what goes wrong, in sentences."""
    steps = game.lesson.step
    for number, step in enumerate(steps, start=1):
        texts: list[str] = []
        while game.reached < number or (_answers(game) and game.wishes):
            try:
                texts += _do(game)
            except (ActionError, LookupError, Refused) as error:
                yield f"step {number}: {error}."
                return
        found = Findings()
        check_play(game, step.expect, texts, found)
        yield from (f"step {number}: {text}." for text in found.lines)
    if _answers(game):
        yield f"step {len(steps)}: it ends while the other side is asked."
    left = sum(len(step.replies) for step in steps) - sum(entry.side != game.learner for entry in game.log)
    if left:
        yield f"{left} of the other side's answers are not asked for."
    yield from (f"step {len(steps)}: {fault}" for fault in game.system.check(game.state))


def _answers(game: LessonGame) -> bool:
    return game.decision is not None and game.decision.side != game.learner


def _do(game: LessonGame) -> list[str]:
    """Do the next thing that the solution has, provided that it is offered; what the log says of it."""
    action = game.shown()
    if not _answers(game) and not any(choice.verb == action.verb for choice in game.choices):
        raise LookupError(f"“{game.text(action)}” is not on offer")
    assert wishes_of.after(action, game.wishes) is not None
    return [plain(game.defn, event) for event in game.apply(action).events]
