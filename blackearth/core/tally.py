"""Tallies: arithmetic in which every line names its rule. Preview, log and tests read the same object."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

_GLYPHS = {
    Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜", Fraction(5, 8): "⅝", Fraction(7, 8): "⅞",
}  # fmt: skip

Number = int | Fraction


def number_text(value: Number) -> str:
    """A number as players write it: ``3½``, ``-1``, ``¼``."""
    value = Fraction(value)
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    glyph = _GLYPHS.get(rest)
    return f"{sign}{whole or ''}{glyph}" if glyph else f"{sign}{float(abs(value)):g}"


def half_text(half_points: int) -> str:
    """Half movement points as movement points: 7 is ``3½``."""
    return number_text(Fraction(half_points, 2))


@dataclass(frozen=True)
class Line:
    """One line of a tally.

    Attributes:
        label: what it is.
        value: number, or ready text such as ``1R``.
        cite: rule id.
        struck: shown but not counted (a modifier that was cancelled).
        units, hexes: numbers of what it is about.
    """

    label: str
    value: Number | str
    cite: str = ""
    struck: bool = False
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


@dataclass
class Tally:
    """Cited arithmetic: lines that add up."""

    title: str
    lines: list[Line] = field(default_factory=list)
    note: str = ""

    def add(
        self, label: str, value: Number | str, cite: str = "", *, struck: bool = False,
        units: tuple[int, ...] = (), hexes: tuple[int, ...] = (),
    ) -> Number | str:  # fmt: skip
        """Append a line and give back its value, so that sum and explanation cannot drift apart."""
        self.lines.append(Line(label, value, cite, struck, units, hexes))
        return value

    @property
    def total(self) -> Fraction:
        """Sum of the numbers that are not struck."""
        return sum(
            (Fraction(line.value) for line in self.lines if not line.struck and not isinstance(line.value, str)),
            Fraction(),
        )

    def to_json(self, unit_ids: tuple[str, ...], label: Any) -> dict[str, Any]:
        """The tally for the page.

        Args:
            unit_ids: text ids by unit number.
            label: function from a cell to its label.
        """
        lines = []
        for line in self.lines:
            entry: dict[str, Any] = {
                "label": line.label,
                "value": line.value if isinstance(line.value, str) else number_text(line.value),
            }
            entry |= {"cite": line.cite} if line.cite else {}
            entry |= {"struck": True} if line.struck else {}
            entry |= {"units": [unit_ids[u] for u in line.units]} if line.units else {}
            entry |= {"hexes": [label(h) for h in line.hexes]} if line.hexes else {}
            lines.append(entry)
        answer = {"title": self.title, "lines": lines, "total": number_text(self.total)}
        return answer | ({"note": self.note} if self.note else {})
