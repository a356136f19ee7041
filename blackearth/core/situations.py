"""Situations: positions as text with questions and expected answers. The format is in docs/situations.md."""

from __future__ import annotations

from pathlib import Path

import msgspec

from blackearth.core.game import Game
from blackearth.core.options import OptionError
from blackearth.core.situation_base import Findings
from blackearth.core.situation_file import Position, PositionError, SituationError, line_of, parse, read
from blackearth.core.system import QueryError

__all__ = [
    "Answer",
    "Position",
    "PositionError",
    "Report",
    "SituationError",
    "build",
    "check",
    "check_file",
    "parse",
    "read",
]

_SEED = "00" * 16


class Answer(msgspec.Struct, frozen=True):
    """How a question came out.

    Attributes:
        line: line of the question in the file.
        title: what was asked.
        differences: what differs from the expectation, in sentences; empty if nothing does.
    """

    line: int
    title: str
    differences: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """The answers to all questions of a file."""

    name: str
    title: str
    rules: tuple[str, ...]
    answers: tuple[Answer, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing differs."""
        return not any(answer.differences for answer in self.answers)


def build(position: Position) -> Game:
    """The game that stands in a position.

    Raises:
        PositionError: the position makes no sense.
        LookupError: there is no such system.
    """
    from blackearth import systems

    rulebook = systems.get(position.system)
    return Game(rulebook.situation(position), _SEED, "situation")


def check(position: Position, text: str, name: str) -> Report:
    """Ask all questions of a position.

    Args:
        position: what the file says.
        text: its text, for line numbers.
        name: file name, for messages.

    Raises:
        SituationError: the position makes no sense, or a question names something that does not exist.
    """
    try:
        game = build(position)
    except PositionError as error:
        raise SituationError(f"{name}, line {line_of(text, error.where)}: {error}") from error
    except OptionError as error:
        raise SituationError(f"{name}, line {line_of(text, 'options')}: {error}") from error
    except LookupError as error:
        raise SituationError(f"{name}, line {line_of(text, 'system')}: {error.args[0]}") from error
    start, answers = game.state, []
    for number, ask in enumerate(position.ask):
        line = line_of(text, f"ask[{number}]")
        if ask.fresh:
            game.state = start
        found = Findings()
        try:
            ask.check(game, found)
        except (QueryError, KeyError, ValueError) as error:
            words = str(error.args[0]) if error.args else str(error)
            raise SituationError(f"{name}, line {line}: {words}") from error
        title = ask.note or _title(ask)
        answers.append(Answer(line, title, tuple(found.lines)))
    return Report(name, position.title, position.rules, tuple(answers))


def _title(ask: msgspec.Struct) -> str:
    kind = str(ask.__struct_config__.tag)
    parts = [kind]
    for field in ("units", "unit", "side", "hex", "action", "to", "actions"):
        value = getattr(ask, field, None)
        if value:
            parts.append(value if isinstance(value, str) else " ".join(value[:4]))
    return " ".join(parts)[:100]


def check_file(path: Path) -> Report:
    """Read a file and ask its questions.

    Raises:
        SituationError: the file is malformed; names file, line and cause.
    """
    text, position = read(path)
    if not position.ask:
        raise SituationError(f"{path}, line 1: the situation asks nothing")
    return check(position, text, str(path))
