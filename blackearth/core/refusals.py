"""Refusals: why something is not allowed, with the rule that says so."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """One reason why an action is not allowed.

    Attributes:
        cite: id of the rule (``rof:14.5``), or empty where no rule but the protocol refuses.
        text: one sentence for the player.
        units: numbers of the units concerned.
        hexes: cells concerned.
    """

    cite: str
    text: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


class Refused(Exception):
    """An action was refused; nothing was changed.

    Attributes:
        refusals: the reasons, the first one decisive.
    """

    def __init__(self, refusals: list[Refusal]) -> None:
        self.refusals = refusals
        first = refusals[0]
        super().__init__(f"{first.text} ({first.cite})" if first.cite else first.text)
