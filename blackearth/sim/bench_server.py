"""One action through the server, with rules, store and both views."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median, quantiles
from typing import Any

from blackearth.server.measure import decisions, running

#: Decisions a run; more of them would wait longer for the same figure.
COUNT = 400


def figures(runs: int) -> Iterator[Any]:
    """Random play of a small scenario over loopback, both seats connected; a run is a game of its own.

    Args:
        runs: runs a figure.
    """
    from blackearth.sim.bench import Figure

    with running() as address:
        times = [decisions(address, "ring-of-fire", "breakthrough", COUNT, number) for number in range(runs)]
    name = "one action through the server, two seats connected"
    yield Figure(f"{name}, median", median(median(run) for run in times) * 1e3, "ms", runs, 0.6)
    yield Figure(f"{name}, 95 %", median(quantiles(run, n=20)[-1] for run in times) * 1e3, "ms", runs, 1.5)
