"""The computer player (for the moment: greedy)."""

from __future__ import annotations

from blackearth.ai.greedy import Greedy


class Computer(Greedy):
    """To be."""
