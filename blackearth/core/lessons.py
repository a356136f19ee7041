"""Lessons: games that allow nothing but what the step at hand asks for, and take everything back.

How far a lesson has come follows from its log alone, so that it is saved, resumed and replayed like any other game.
"""

from __future__ import annotations

from typing import Any

from blackearth import systems
from blackearth.core import lesson_wishes as wishes_of
from blackearth.core.actions import Action, ActionError
from blackearth.core.choices import Choice
from blackearth.core.dice import SeededDice
from blackearth.core.game import Game
from blackearth.core.lesson_file import Lesson, Step, lessons_of
from blackearth.core.refusals import Refusal, Refused
from blackearth.core.saves import LogEntry, Snapshot
from blackearth.core.state import State

#: A game with this before its set-up is the lesson of that name.
PREFIX = "lesson:"


class LessonGame(Game):
    """A lesson in play.

    Args:
        lesson: what its file says.
        state, seed, setup, log, snapshots: see `Game`.

    Attributes:
        learner: side of the person; the other side's answers are written in the lesson.
    """

    def __init__(
        self,
        lesson: Lesson,
        state: State,
        seed: str,
        setup: str,
        log: list[LogEntry] | None = None,
        snapshots: list[Snapshot] | None = None,
    ) -> None:
        super().__init__(state, seed, setup, log, snapshots)
        self.lesson = lesson
        sides = self.system.sides
        self.learner = sides.index(lesson.position.side) if lesson.position.side else 0
        self._replies = [self.parse(text) for step in lesson.step for text in step.replies]

    # -- how far it has come -----------------------------------------------------------------------------------------

    @property
    def reached(self) -> int:
        """Number of the step that waits for an action; the number of steps when all was done."""
        return self._progress()[0]

    @property
    def wishes(self) -> tuple[Action, ...]:
        """What the side that is asked may do now."""
        if self.decision is None:
            return ()
        if self.decision.side == self.learner:
            return self._progress()[1]
        answered = sum(entry.side != self.learner for entry in self.log)
        return tuple(self._replies[answered : answered + 1])

    @property
    def step(self) -> Step | None:
        """The step that waits for an action."""
        return self.lesson.step[self.reached] if self.reached < len(self.lesson.step) else None

    def _progress(self) -> tuple[int, tuple[Action, ...]]:
        """The step and what is still to be done in it.

        Raises:
            ValueError: the log is not one of this lesson.
        """
        at, left = self._begin(0)
        for entry in self.log:
            if entry.side != self.learner:
                continue
            rest = wishes_of.after(self.parse(entry.action), left)
            if rest is None:
                raise ValueError(f"“{entry.action}” is no part of the lesson")
            at, left = (at, rest) if rest else self._begin(at + 1)
        return at, left

    def _begin(self, at: int) -> tuple[int, tuple[Action, ...]]:
        """The first step from a number on that asks for actions."""
        steps = self.lesson.step
        while at < len(steps) and not steps[at].do:
            at += 1
        return at, tuple(self.parse(text) for text in steps[at].do) if at < len(steps) else ()

    # -- deciding ----------------------------------------------------------------------------------------------------

    @property
    def choices(self) -> list[Choice]:
        """What may be chosen now and leads on in the lesson."""
        return wishes_of.narrow(super().choices, self.wishes)

    def why_not(self, action: Action | str) -> list[Refusal]:
        """Why an action is not allowed: by the rules, or since the lesson asks for something else."""
        try:
            wanted = self.parse(action) if isinstance(action, str) else action
        except ActionError as error:
            return [Refusal("", str(error))]
        reasons = super().why_not(wanted)
        if reasons or wishes_of.after(wanted, self.wishes) is not None:
            return reasons
        return [self._not_now()]

    def _not_now(self) -> Refusal:
        """A friendly word to somebody who does something else."""
        step = self.step
        if step is None:
            return Refusal("", "The lesson is over; go back a step, or play on in a game of your own.")
        grid, index = self.defn.map.grid, self.defn.roster.index
        return Refusal(
            "", f"The rules allow that, but here the lesson asks for something else. {step.hint}",
            tuple(index[unit] for unit in step.units), tuple(grid.cell(label) for label in step.hexes),
        )  # fmt: skip

    def apply(self, action: Action | str) -> LogEntry:
        """Take a decision that the step asks for.

        Raises:
            Refused: the rules or the lesson do not allow it; nothing changed.
        """
        if reasons := self.why_not(action):
            raise Refused(reasons)
        return super().apply(action)

    def shown(self) -> Action:
        """What to do next: the solution of the step, or the answer of the other side.

        Raises:
            LookupError: nothing; the lesson is over.
        """
        if not self.wishes:
            raise LookupError("the lesson is over")
        return self.wishes[0]

    # -- taking back -------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back: in a lesson dice and answers do not stand in the way."""
        return any(entry.side == self.learner for entry in self.log)

    def undo(self) -> None:
        """Take back the learner's last action and all that came of it; the dice will fall the same again.

        Raises:
            Refused: nothing was done yet.
        """
        if not self.can_undo:
            raise Refused([Refusal("", "This is the beginning of the lesson.")])
        length = max(n for n, entry in enumerate(self.log) if entry.side == self.learner)
        self.state = self._live(self.at(length))
        del self.log[length:]
        self.snapshots = [snapshot for snapshot in self.snapshots if snapshot.seq <= length]

    # -- looking -----------------------------------------------------------------------------------------------------

    def progress(self) -> dict[str, Any]:
        """What the page must know besides the position."""
        return {
            "name": self.setup.removeprefix(PREFIX), "at": self.reached,
            "wishes": [self.text(wish) for wish in self.wishes],
        }  # fmt: skip


def begin(system: str, name: str) -> LessonGame:
    """Begin a lesson.

    Raises:
        LookupError: there is no such system or lesson.
        SituationError, PositionError: its file is damaged.
    """
    rulebook = systems.get(system)
    found = lessons_of(rulebook)
    if name not in found:
        raise LookupError(f"{system} has no lesson “{name}”; it has: {', '.join(found) or 'none'}")
    lesson = found[name]
    state = rulebook.situation(lesson.position)
    state.dice = SeededDice(lesson.seed)
    return LessonGame(lesson, state, lesson.seed, PREFIX + name)


def title(system: str, setup: str) -> str:
    """The title of the lesson that a set-up names; empty if it is none."""
    name = setup.removeprefix(PREFIX)
    lesson = None if name == setup else lessons_of(systems.get(system)).get(name)
    return lesson.title if lesson else ""


def revived(game: Game) -> Game:
    """The lesson that a loaded game is; the game itself if it is none, or not one that this program knows."""
    name = game.setup.removeprefix(PREFIX)
    lesson = None if name == game.setup else lessons_of(game.system).get(name)
    if lesson is None:
        return game
    try:
        found = LessonGame(lesson, game.state, game.seed, game.setup, game.log, game.snapshots)
        found.reached  # noqa: B018 - asks whether its log belongs to the lesson
    except ValueError:
        return game
    return found
