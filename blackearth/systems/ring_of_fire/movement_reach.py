"""rof:11.0, 11.7 - how far units get: what they have left, every hex within reach, and a path to it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from blackearth.hexes.mask import cells, flags
from blackearth.hexes.paths import Exits, path_to, reach
from blackearth.systems.ring_of_fire.board import EXPOSED, RESERVE, State, extra, reading, roster
from blackearth.systems.ring_of_fire.movement import (
    EXIT_COST,
    Ground,
    allowance,
    clean,
    costs,
    exits_for,
    ground,
    kind_of,
    path_cost,
)
from blackearth.systems.ring_of_fire.movement_checks import path_refusals


@dataclass(frozen=True)
class Walk:
    """Units that would move together, and what each has left.

    Attributes:
        units: unit numbers, all in one hex.
        reserve: whether it is reserve movement.
        start: their cell.
        left: half points left for normal movement, by kind (the least of the units of that kind).
        strategic: half points left if the whole move stays strategic, by kind; empty if it cannot.
        guaranteed: whether the one guaranteed hex is still to be had (rof:11.2).
    """

    units: tuple[int, ...]
    reserve: bool
    start: int
    left: Mapping[int, int]
    strategic: Mapping[int, int]
    guaranteed: bool


def walk(s: State, units: tuple[int, ...], *, reserve: bool) -> Walk:
    """What units of one hex have left to move with."""
    spent = extra(s).spent
    left: dict[int, int] = {}
    for unit in units:
        kind = kind_of(s, unit)
        mine = allowance(s, unit, reserve=reserve) - spent[unit]
        left[kind] = min(left.get(kind, mine), mine)
    strategic: dict[int, int] = {}
    if not reserve and not any(s.marks[u] & (EXPOSED | RESERVE) for u in units):
        for unit in units:
            kind = kind_of(s, unit)
            mine = 2 * allowance(s, unit, reserve=False) - spent[unit]
            strategic[kind] = min(strategic.get(kind, mine), mine)
    begun = any(spent[u] for u in units)
    guaranteed = not reserve and (not begun or (reading(s, "ROF-A04") == "b" and min(left.values()) > 0))
    return Walk(units, reserve, s.at[units[0]], left, strategic, guaranteed)


@dataclass(frozen=True)
class Search:
    """One search of a walk: how far units of a kind get, and what the other kind of a mixed stack has left to pay
    with.
    """

    kind: int
    found: Mapping[int, int]
    left: Mapping[int, int]


@dataclass(frozen=True)
class Reach:
    """Where units can go together.

    Attributes:
        walk: the units and what they have left.
        cost: every hex but the start with the cost of the dearest kind; the guaranteed hex costs all that is left.
        searches: the searches that found them.
        strategic: the hexes found only by strategic movement (rof:11.7).
    """

    walk: Walk
    cost: Mapping[int, int]
    searches: tuple[Search, ...]
    strategic: frozenset[int]


def reachable(s: State, units: tuple[int, ...], *, reserve: bool, strategic: bool = True) -> Reach:
    """Every hex that units of one hex can reach together now.

    Args:
        s: the state.
        units: units in one hex.
        reserve: whether it is reserve movement.
        strategic: whether strategic movement is looked at as well.
    """
    w = walk(s, units, reserve=reserve)
    side = roster(s).side[units[0]]
    g = ground(s, units)
    searches = _searches(s, side, w.left, w.start, g.free, g.walls)
    found = _meet(s, side, searches, g.walls)
    far: set[int] = set()
    if strategic and w.strategic:
        free = _clean_flags(s, side)
        more = _searches(s, side, w.strategic, w.start, free, g.walls)
        searches += more
        for cell, cost in _meet(s, side, more, g.walls).items():
            if cell not in found:
                found[cell] = cost
                far.add(cell)
    if w.guaranteed:
        rest = max(0, max(w.left.values()))
        for near in s.defn.map.grid.near[w.start]:
            if near not in found and g.free[near] == "1" and near not in g.walls.get(w.start, ()):
                found[near] = rest
    found.pop(w.start, None)
    return Reach(w, found, searches, frozenset(far))


def _clean_flags(s: State, side: int) -> str:
    key = ("clean flags", side)
    found = s.cache.get(key)
    if found is None:
        found = s.cache[key] = flags(clean(s, side), s.defn.map.grid.size)
    result: str = found
    return result


def _searches(
    s: State, side: int, left: Mapping[int, int], start: int, free: str, walls: Mapping[int, Sequence[int]]
) -> tuple[Search, ...]:
    """A search for each kind among the units; none if one of them can pay nothing."""
    if any(points < 0 for points in left.values()):
        return ()
    kinds = sorted(left, reverse=True)
    return tuple(Search(k, reach(start, left[k], costs(s, side, k), free, walls), left) for k in kinds)


def _meet(s: State, side: int, searches: tuple[Search, ...], walls: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """rof:11.42, ROF-A10 - the hexes all kinds of the stack can pay for, each from its own account."""
    if not searches:
        return {}
    if len(searches) == 1:
        return dict(searches[0].found)
    both = {}
    for cell in searches[0].found.keys() & searches[1].found.keys():
        for search in searches:
            route = path_to(cell, search.found, costs(s, side, search.kind), walls)
            prices = {kind: path_cost(s, side, kind, route) for kind in search.left}
            if all(prices[kind] <= search.left[kind] for kind in prices):
                both[cell] = max(prices.values())
                break
    return both


def _routes(s: State, reach_: Reach, target: int) -> Iterator[list[int]]:
    """Paths to a hex of a reach that its units can pay for, start included, the cheapest kind of movement first."""
    units, start = reach_.walk.units, reach_.walk.start
    if target == start:
        yield [start]
    if target not in reach_.cost:
        return
    side = roster(s).side[units[0]]
    walls = ground(s, units).walls
    for search in reach_.searches:
        if target in search.found:
            path = path_to(target, search.found, costs(s, side, search.kind), walls)
            if all(path_cost(s, side, k, path) <= search.left[k] for k in search.left):
                yield path
    yield [start, target]


def route(s: State, reach_: Reach, target: int, edge: str = "") -> list[int]:
    """A cheapest legal path to a hex of a reach, start included; empty if there is none.

    Args:
        s: the state.
        reach_: the reach.
        target: a cell.
        edge: an edge over which the units leave the map from there (rof:11.8); then the path may consist of the start
            alone.
    """
    w = reach_.walk
    if not edge:
        return next(_routes(s, reach_, target), []) if target != w.start else []
    for path in _routes(s, reach_, target):
        if not path_refusals(s, w.units, tuple(path), edge, reserve=w.reserve):
            return path
    return []


def leaving(s: State, reach_: Reach) -> dict[str, dict[int, int]]:
    """rof:11.8 - for each edge the hexes from which the units of a reach can leave the map now, with the cost of the
    dearest kind, the way there included.
    """
    w, side = reach_.walk, roster(s).side[reach_.walk.units[0]]
    found: dict[str, dict[int, int]] = {}
    for edge, mask in exits_for(s, side).items():
        ways = {cell: route(s, reach_, cell, edge) for cell in cells(mask) if cell in reach_.cost or cell == w.start}
        prices = {
            cell: EXIT_COST + max(path_cost(s, side, kind, way) for kind in w.left) for cell, way in ways.items() if way
        }
        if prices:
            found[edge] = prices
    return found


def find_path(s: State, units: tuple[int, ...], target: int, *, reserve: bool, edge: str = "") -> list[int]:
    """A cheapest legal path to a hex, start included; empty if there is none. See `route`."""
    return route(s, reachable(s, units, reserve=reserve), target, edge)


def wander(s: State, units: tuple[int, ...], random: Random, *, reserve: bool, strategic: bool) -> tuple[int, ...]:
    """A legal path drawn step by step at random, start included; empty if the units cannot go anywhere."""
    w = walk(s, units, reserve=reserve)
    side = roster(s).side[units[0]]
    g = ground(s, units)
    left = dict(w.strategic if strategic and w.strategic else w.left)
    closed = s.defn.map.grid.all ^ clean(s, side) if left == w.strategic and strategic else 0
    tables = [(kind, costs(s, side, kind)) for kind in left]
    path = [w.start]
    back, stop = -1, random.random() * 0.4
    while len(path) < 60:
        here = path[-1]
        near = _step(g, tables, here, random, left, closed, back)
        if near < 0:
            break
        back = here
        path.append(near)
        if random.random() < stop:
            break
    if len(path) == 1 and w.guaranteed and not any(extra(s).spent[u] for u in units):
        path += [near for near in g.grid.near[w.start] if g.open(w.start, g.grid.direction(w.start, near))][:1]
    return tuple(path) if len(path) > 1 else ()


def _step(
    g: Ground,
    tables: list[tuple[int, Exits]],
    here: int,
    random: Random,
    left: dict[int, int],
    closed: int,
    back: int,
) -> int:
    """A way on that is open and that all kinds of the stack can pay for, taken from what they have left; -1 if none."""
    (kind, rows), *others = tables
    row, points, walls = rows[here], left[kind], g.walled(here)
    closed |= g.start_closed if here == g.start else g.closed
    turn = int(random.random() * len(row))
    for near, price in itertools.chain(row[turn:], row[:turn]):
        if price > points or near == back or closed >> near & 1 or near in walls:
            continue
        prices = {other: cost for other, table in others for n, cost in table[here] if n == near}
        if len(prices) == len(others) and all(prices[other] <= left[other] for other in prices):
            left[kind] -= price
            for other, cost in prices.items():
                left[other] -= cost
            return near
    return -1
