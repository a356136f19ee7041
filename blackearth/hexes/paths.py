"""Searches over a grid: movement within an allowance by cost buckets, and floods by shifts.

Costs are whole half movement points, so that roads at half a point stay integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from blackearth.hexes.mask import cells

#: For each cell its ways out: (neighbour, cost in half movement points).
Exits = Sequence[Sequence[tuple[int, int]]]
NO_SIDES: Mapping[int, Sequence[int]] = {}


def reach(
    start: int, allowance: int, exits: Exits, free: str, barred: Mapping[int, Sequence[int]] = NO_SIDES
) -> dict[int, int]:
    """Cheapest cost of every hex within an allowance.

    Args:
        start: cell where the move begins.
        allowance: half movement points that may be spent.
        exits: ways out of each cell with their cost in half movement points.
        free: for each cell ``1`` if it may be entered; see `mask.flags`.
        barred: for a cell, the neighbours whose common hexside may not be crossed.

    Returns:
        Cost of each cell that can be reached, the start included at 0.
    """
    far = allowance + 1
    best = _unvisited(free, far)
    best[start] = 0
    buckets: list[list[int]] = [[] for _ in range(far)]
    buckets[0].append(start)
    reached: dict[int, int] = {}
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if best[cell] < spent:  # a cheaper way was found since
                continue
            reached[cell] = spent
            walls = barred.get(cell)
            for near, price in exits[cell]:
                total = spent + price
                if total < best[near] and (walls is None or near not in walls):
                    best[near] = total
                    buckets[total].append(near)
    return reached


def _unvisited(free: str, far: int) -> bytearray | list[int]:
    """For each cell the cost that a way must be below: ``far`` for a free one, 0 for one that may not be entered."""
    if far < 256:
        return bytearray(free.encode("ascii").translate(bytes.maketrans(b"01", bytes((0, far)))))
    return [far if letter == "1" else 0 for letter in free]


def path_to(
    target: int,
    reached: Mapping[int, int],
    exits: Exits,
    barred: Mapping[int, Sequence[int]] = NO_SIDES,
) -> list[int]:
    """A cheapest path to a cell found by `reach`, start and target included; ways out must lead back, too.

    Raises:
        KeyError: the target was not reached.
    """
    path = [target]
    while spent := reached[path[-1]]:
        here = path[-1]
        for before, _ in exits[here]:
            cost = reached.get(before, spent)
            if cost < spent and here not in barred.get(before, ()) and (here, spent - cost) in exits[before]:
                path.append(before)
                break
        else:
            raise KeyError(here)
    return path[::-1]


def flood(sources: int, free: int, width: int, gates: Sequence[int] | None = None) -> int:
    """All hexes connected with the sources through free hexes.

    Args:
        sources: mask of the hexes to begin from; those that are not free do not count.
        free: mask of the hexes that may be entered.
        width: the grid's row width.
        gates: six masks, the cells that may be **left** in each direction; None if every side is open.

    Returns:
        The mask of the hexes reached, sources included.
    """
    if gates is not None:
        return _gated_flood(sources, free, width, gates)
    found = sources & free
    w1 = width - 1
    front = found
    while front:
        front = (front << 1 | front >> 1 | front << width | front >> width | front << w1 | front >> w1) & free
        front ^= front & found
        found |= front
    return found


def _gated_flood(sources: int, free: int, width: int, gates: Sequence[int]) -> int:
    """`flood` with hexsides that bar the way."""
    g0, g1, g2, g3, g4, g5 = gates
    found = sources & free
    w1 = width - 1
    front = found
    while front:
        front = (
            (front & g0) << 1
            | (front & g1) >> w1
            | (front & g2) >> width
            | (front & g3) >> 1
            | (front & g4) << w1
            | (front & g5) << width
        ) & free
        front ^= front & found
        found |= front
    return found


def route(sources: int, target: int, free: int, width: int, gates: Sequence[int]) -> tuple[int, ...]:
    """A shortest way in hexes that `flood` could take, the source and the target included.

    Args:
        sources: mask of the hexes to begin from; those that are not free do not count.
        target: the cell to end in.
        free: mask of the hexes that may be entered.
        width: the grid's row width.
        gates: six masks, the cells that may be left in each direction.

    Raises:
        KeyError: the target is not connected with the sources.
    """
    before = dict.fromkeys(cells(sources & free), -1)
    ways = tuple(zip(gates, (1, 1 - width, -width, -1, width - 1, width), strict=True))
    queue = list(before)
    for cell in queue:
        for gate, step in ways:
            near = cell + step
            if gate >> cell & 1 and free >> near & 1 and near not in before:
                before[near] = cell
                queue.append(near)
    path = [target]
    while (cell := before[path[-1]]) >= 0:
        path.append(cell)
    return tuple(path[::-1])
