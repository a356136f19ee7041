"""One action through the server, with rules, store and both views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def figures(runs: int) -> Iterator[Any]:
    """Nothing yet."""
    yield from ()
