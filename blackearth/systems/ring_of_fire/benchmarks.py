"""What `blackearth bench` measures inside of Ring of Fire: searches that no other layer can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.lib import links
from blackearth.lib.supply import supplied_hexes
from blackearth.systems.ring_of_fire import movement_reach
from blackearth.systems.ring_of_fire.board import (
    AIR_READY,
    roster,
    side_links,
    supplied,
    supply_closed,
    supply_sources,
)
from blackearth.systems.ring_of_fire.content import GERMAN, SOVIET
from blackearth.systems.ring_of_fire.movement_phase import movable

#: Name, unit of time of one call, goal in that unit or None, and the call.
Benchmark = tuple[str, str, float | None, Callable[[], Any]]


def benchmarks(s: State) -> Iterator[Benchmark]:
    """Calls to be timed on a position in the Soviet Movement Phase; it is not changed as far as the rules see it.

    Links and costs under interdiction stay cached between the movement searches, as they do in play until a unit moves;
    a search that must compute them anew is timed apart.
    """
    interdict(s)
    movers = cycle(movable(s, reserve=False))
    yield "movement allowance with links and interdiction", "us", 60, lambda: _allowance(s, next(movers))
    yield (
        "movement allowance and strategic movement",
        "us",
        None,
        lambda: movement_reach.reachable(s, (next(movers),), reserve=False),
    )
    yield "movement allowance, links found anew", "us", None, lambda: _anew(s, lambda: _allowance(s, next(movers)))
    yield "links of one side", "us", None, lambda: _anew(s, lambda: side_links(s, GERMAN))
    side_links(s, GERMAN), side_links(s, SOVIET)
    yield "supply trace over the whole map", "us", 60, lambda: _supply(s)


def interdict(s: State) -> None:
    """Put the German air units on hexes in the way of the Soviets."""
    grid, r = s.defn.map.grid, roster(s)
    front = cells(grid.around(s.occupied[SOVIET]) & ~(s.occupied[SOVIET] | s.occupied[GERMAN]))
    flying = [u for u in r.of_side(GERMAN) if r.air[u] and s.at[u] == AIR_READY]
    for number, unit in enumerate(flying):
        s.put(unit, front[(number + 1) * len(front) // (len(flying) + 1)])


def _allowance(s: State, unit: int) -> object:
    """One unit's search up to its allowance (rof:11.0), without the second one of strategic movement."""
    return movement_reach.reachable(s, (unit,), reserve=False, strategic=False)


def _anew(s: State, call: Callable[[], Any]) -> Any:
    s.cache = {}
    links.kept.cache_clear()
    return call()


def _supply(s: State) -> int:
    """rof:15.4 - a trace from all sources; the links that cut it are kept."""
    s.cache.pop(("supply", GERMAN), None)
    supplied_hexes.cache_clear()
    return supplied(s, GERMAN)


def supply_graph(s: State) -> tuple[list[tuple[int, int]], list[int], int]:
    """rof:15.4 - the same trace for other libraries: steps that are open, the sources, and the number of cells."""
    grid = s.defn.map.grid
    closed, barring = supply_closed(s, GERMAN), side_links(s, SOVIET)
    steps = [
        (a, b)
        for a in grid.cells
        for b in grid.near[a]
        if not (closed >> a & 1 or closed >> b & 1 or barring.bars_step(a, b))
    ]
    return steps, cells(supply_sources(s, GERMAN) & ~closed), grid.size
