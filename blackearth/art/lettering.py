"""Widths of text in our own fonts, so that lettering can be fitted and placed without a browser."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

SEMI = "Barlow Semi Condensed"
CONDENSED = "Barlow Condensed"
SANS = "Alegreya Sans"
SERIF = "Alegreya"


@cache
def _advances() -> dict[str, tuple[int, ...]]:
    text = (files("blackearth.art") / "fonts" / "widths.json").read_text("utf-8")
    return {face: tuple(row) for face, row in json.loads(text).items()}


def width(text: str, family: str, weight: int, size: float, spacing: float = 0.0) -> float:
    """Width of a line of text in the unit of `size`. Signs outside ASCII count as half an em."""
    row = _advances()[f"{family} {weight}"]
    total = sum(row[ord(sign) - 32] if 32 <= ord(sign) < 127 else 500 for sign in text)
    return total * size / 1000 + spacing * max(0, len(text) - 1)


def fitted(text: str, family: str, weight: int, size: float, limit: float) -> float:
    """The largest size up to `size` at which the text is not wider than `limit`."""
    wide = width(text, family, weight, size)
    return size if wide <= limit else size * limit / wide
