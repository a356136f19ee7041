"""The text of a lesson: a position, and the steps through which it leads. See docs/lessons.md."""

from __future__ import annotations

import inspect
from pathlib import Path

import msgspec

from blackearth.core.situation_asks import PlayExpect
from blackearth.core.situation_file import Position, record, text_of
from blackearth.core.system import GameSystem


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One page of a lesson.

    Attributes:
        title: a few words.
        text: what it teaches, with links to units, hexes and rules in brackets: ``[S-167R]``, ``[rof:11.5]``.
        do: actions to be made, in any order, as in a log. They are the solution; another path to the same hex is as
            good, units that go together may go one after the other, and of two that set out from one hex either may
            take the way of the other. Without actions it is a page to read.
        hint: what to press, for somebody who is stuck.
        units, hexes: what the map points at.
        layer: overlay that the map shows: ``zones``, ``supply``, ``supply-area`` or ``control``.
        replies: what the other side answers, in the order in which it is asked.
        expect: what must be true afterwards, since the text says so.
    """

    title: str
    text: str
    do: tuple[str, ...] = ()
    hint: str = ""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    layer: str = ""
    replies: tuple[str, ...] = ()
    expect: PlayExpect = PlayExpect()


class Next(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What to play after a lesson: a scenario, a side and who plays the other one."""

    scenario: str
    side: str
    player: str = "computer"
    text: str


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson as it stands in its file.

    Attributes:
        title: its name.
        text: what one learns, for the lobby.
        minutes: how long it takes.
        order: place among the lessons of its game.
        seed: seed of the dice, so that they fall as the steps tell.
        position: where it begins, as in a situation; its units are those of the scenario, on the scenario's map.
        step: the steps.
        next: what to play then.
    """

    title: str
    text: str
    minutes: int
    seed: str
    position: Position
    step: tuple[Step, ...]
    next: tuple[Next, ...]
    order: int = 0


def folder(system: GameSystem) -> Path:
    """Where the lessons of a system are: ``data/lessons`` beside its module."""
    return Path(inspect.getfile(type(system))).parent / "data" / "lessons"


def read(path: Path) -> Lesson:
    """The lesson of a file.

    Raises:
        SituationError: it cannot be read or is malformed; names file, line and cause.
    """
    return record(text_of(path), str(path), Lesson)


def lessons_of(system: GameSystem) -> dict[str, Lesson]:
    """The lessons of a system by name, in the order in which to take them.

    Raises:
        SituationError: a file is malformed.
    """
    found = {path.stem: read(path) for path in sorted(folder(system).glob("*.toml"))}
    return dict(sorted(found.items(), key=lambda item: item[1].order))
