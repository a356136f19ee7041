"""What all questions of a situation share: collecting differences, comparing tallies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from blackearth.core.game import Game

Words = tuple[str, ...]
Amount = int | float


class Findings:
    """Collects the differences of one question."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def equal(self, what: str, expected: Any, got: Any) -> None:
        """Note a difference unless both are equal; an expectation of None expects nothing."""
        if expected is not None and expected != got:
            self.lines.append(f"{what}: expected {show(expected)}, got {show(got)}")

    def same_set(self, what: str, expected: Iterable[str] | None, got: Iterable[str]) -> None:
        """Note which members are missing and which are too many."""
        if expected is None:
            return
        wanted, found = set(expected), set(got)
        if missing := sorted(wanted - found):
            self.lines.append(f"{what}: {' '.join(missing)} missing")
        if surplus := sorted(found - wanted):
            self.lines.append(f"{what}: {' '.join(surplus)} not expected")

    def note(self, text: str) -> None:
        """Note a difference in words."""
        self.lines.append(text)


def show(value: Any) -> str:
    """A value as people read it."""
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple | set):
        return " ".join(map(str, value)) or "nothing"
    return str(value)


def halves(points: Amount) -> int:
    """Movement points as half points."""
    return round(points * 2)


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of what stands in a file."""


class Ask(Record, frozen=True, kw_only=True, tag_field="what"):
    """A question. ``fresh``: asked of the position of the file, not of what the plays before have made of it."""

    note: str = ""
    fresh: bool = False

    def check(self, game: Game, found: Findings) -> None:
        """Ask it and note the differences."""
        raise NotImplementedError

    def query(self, game: Game, name: str, **args: Any) -> Any:
        """The answer of the system, asked by the side whose decision is awaited."""
        side = game.decision.side if game.decision else game.state.active
        return game.system.query(game.state, side, name, args)


def compare_lines(found: Findings, what: str, expected: Words | None, tally: Mapping[str, Any]) -> None:
    """Compare lines ``label: value`` or ``label: value (rule)`` with a tally's; struck ones end in ``struck``."""
    if expected is None:
        return
    lines = tally["lines"]
    if len(lines) != len(expected):
        found.note(f"{what}: expected {len(expected)} lines, got {len(lines)}: {'; '.join(map(line_text, lines))}")
        return
    for wish, line in zip(expected, lines, strict=True):
        if wish not in (line_text(line), line_text(line, cite=False)):
            found.note(f"{what}: expected {show(wish)}, got {show(line_text(line))}")


def line_text(line: Mapping[str, Any], *, cite: bool = True) -> str:
    """A line of a tally as a situation writes it."""
    text = f"{line['label']}: {line['value']}"
    if cite and line.get("cite"):
        text += f" ({line['cite']})"
    return text + (" struck" if line.get("struck") else "")
