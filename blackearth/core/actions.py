"""Actions: complete answers to a decision, with a text form that parses back.

A verb, then units (``S-167R``, with an amount ``S-167R*2``), hexes (``3120``), ``=3`` (an amount without a unit),
``@word``.
"""

from __future__ import annotations

import re

import msgspec

from blackearth.core.mapdata import Roster
from blackearth.hexes.grid import Grid

_VERB = re.compile(r"[a-z][a-z0-9-]*\Z")
_WORD = re.compile(r"@[a-z0-9-]+\Z")
_MOST_TOKENS = 400


class ActionError(ValueError):
    """A text is no action."""


class Action(msgspec.Struct, frozen=True):
    """One complete action.

    Attributes:
        verb: what is done (``move``).
        units: unit numbers, in the order given.
        hexes: cells, in the order given (a path, or a target).
        amounts: one amount a unit, or a single amount without units, or none.
        word: a keyword (the edge of an exit, the name of a variant).
    """

    verb: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    word: str = ""

    def text(self, roster: Roster, grid: Grid) -> str:
        """The text form."""
        parts = [self.verb]
        if self.amounts and self.units:
            parts += [f"{roster.ids[u]}*{n}" for u, n in zip(self.units, self.amounts, strict=True)]
        else:
            parts += [roster.ids[u] for u in self.units]
        parts += [grid.label(cell) for cell in self.hexes]
        if self.amounts and not self.units:
            parts.append(f"={self.amounts[0]}")
        if self.word:
            parts.append(f"@{self.word}")
        return " ".join(parts)


def parse(text: str, roster: Roster, grid: Grid) -> Action:
    """The action of a text.

    Raises:
        ActionError: the text names an unknown unit or hex, or is malformed.
    """
    tokens = text.split()
    if not tokens or not _VERB.match(tokens[0]):
        raise ActionError(f"“{text[:40]}” does not begin with a verb")
    if len(tokens) > _MOST_TOKENS:
        raise ActionError("the action is too long")
    units: list[int] = []
    hexes: list[int] = []
    amounts: list[int] = []
    word = ""
    for token in tokens[1:]:
        name, star, amount = token.partition("*")
        if name in roster.index:
            units.append(roster.index[name])
            if star:
                amounts.append(_amount(amount, token))
        elif (cell := grid.find(token)) >= 0:
            hexes.append(cell)
        elif token.startswith("="):
            amounts.append(_amount(token[1:], token))
        elif _WORD.match(token):
            word = token[1:]
        else:
            raise ActionError(f"“{token[:40]}” is neither a unit nor a hex of this game")
    if amounts and len(amounts) != max(1, len(units)):
        raise ActionError("either every unit has an amount or none")
    return Action(tokens[0], tuple(units), tuple(hexes), tuple(amounts), word)


def _amount(digits: str, token: str) -> int:
    if not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        raise ActionError(f"“{token[:40]}” has no whole number")
    return int(digits)
