"""The rules panel: each step of a player turn in our own words, with the numbers of the rules; the words are in
`data/panel.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def panel() -> dict[str, list[dict[str, Any]]]:
    """The paragraphs of every step."""
    text = files("blackearth.systems.ring_of_fire").joinpath("data/panel.toml").read_text(encoding="utf-8")
    found: dict[str, list[dict[str, Any]]] = {}
    for paragraph in tomllib.loads(text)["paragraph"]:
        found.setdefault(paragraph.pop("step"), []).append(paragraph)
    return found
