"""Numbers for every hex: how far it is from what a side wants, and which units come how far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from blackearth.core.advice import Advice, Ways
from blackearth.hexes.mask import cells

#: Cost of a hex from which nothing can be reached.
FAR = 10_000
#: What an enemy in the way counts, in half points: the time it takes to fight through.
ENEMY_IN_WAY = 14


def costs_to(ways_back: Ways, sources: Mapping[int, int], dear: Sequence[int], most: int = 400) -> list[int]:
    """For every cell the cheapest cost of a way to one of the sources.

    Args:
        ways_back: for each cell its neighbours with the cost of coming from them.
        sources: cells with the cost that they begin with.
        dear: for each cell what it costs more to enter it.
        most: costs above this are not looked at.
    """
    cost = [FAR] * len(ways_back)
    buckets: list[list[int]] = [[] for _ in range(most + 1)]
    for cell, start in sources.items():
        cost[cell] = min(cost[cell], start)
        buckets[min(most, cost[cell])].append(cell)
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if cost[cell] != spent:
                continue
            base = spent + dear[cell]
            for near, price in ways_back[cell]:
                total = base + price
                if total < cost[near] and total <= most:
                    cost[near] = total
                    buckets[total].append(near)
    return cost


def dear_hexes(advice: Advice, side: int) -> list[int]:
    """What enemies in a hex, and the hexes they bar, add to the cost of entering it."""
    state = advice.state
    found = [0] * state.defn.map.grid.size
    enemy = state.occupied[1 - side]
    bars = advice.bars(1 - side, enemy, state.occupied[side])
    for cell in cells(bars.hexes):
        found[cell] = ENEMY_IN_WAY // 2
    for cell in cells(enemy):
        found[cell] = ENEMY_IN_WAY
    return found


def wanted(advice: Advice, side: int) -> dict[int, float]:
    """The hexes a side wants to enter, with their worth in points: places that it does not hold and edges to leave by.

    A place is worth its points, shared among the hexes that are missing.
    """
    state = advice.state
    found: dict[int, float] = {}
    held = state.controlled(side)
    for goal in advice.goals():
        lacking = [c for c in goal.cells if not held >> c & 1]
        if side == 0 and lacking:
            for cell in lacking:
                found[cell] = goal.points / len(lacking)
        elif side == 1 and len(lacking) == len(goal.cells):
            # One hex taken back is enough to deny the place.
            for cell in lacking:
                found[cell] = goal.points
    for way in advice.exits(side):
        for cell in cells(way.mask & ~state.occupied[1 - side]):
            found[cell] = max(found.get(cell, 0), way.points)
    return found


def way_to_points(advice: Advice, side: int, mobile: bool, *, best: float = 15) -> list[int]:
    """For every cell the cost of the way to what scores; what is worth less counts as further away."""
    sources = {cell: int(2 * max(0.0, best - worth)) for cell, worth in wanted(advice, side).items()}
    return costs_to(advice.costs_back(mobile), sources, dear_hexes(advice, side))
