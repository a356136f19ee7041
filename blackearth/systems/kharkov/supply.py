"""ms:E - supply: railways (and for the Germans roads) that are connected with a friendly map edge, and lines from
there to the units. Everything is traced in the position as it is now (N10).
"""

from __future__ import annotations

from collections.abc import Sequence

from blackearth.hexes.paths import flood
from blackearth.systems.kharkov.board import GERMAN, State, extra, facts, frozen, roster
from blackearth.systems.kharkov.zones import open_hexes


def edges(s: State, side: int) -> int:
    """ms:E1a, kharkov:9, rostov:10 - mask of the map edge hexes that supply a side in this scenario."""
    return facts(s).map.masks["german_supply" if side == GERMAN else "soviet_supply"]


def network(s: State, side: int) -> tuple[int, ...]:
    """ms:E1b - six masks: the cells from which the network goes on in each direction (N01: rails and roads are one
    net).
    """
    sides = facts(s).map.sides
    rail, road = sides["rail"].toward, sides["road"].toward
    return tuple(a | b for a, b in zip(rail, road, strict=True)) if side == GERMAN else rail


def _on_network(s: State, side: int) -> int:
    """Mask of the hexes through which the network runs."""
    mask = 0
    for toward in network(s, side):
        mask |= toward
    return mask


def sources(s: State, side: int) -> int:
    """ms:E1, E2b - mask of the supply sources of a side now: its edges, and all of the network that is connected
    with them.
    """
    key = ("sources", side)
    found = s.cache.get(key)
    if found is None:
        grid, free = s.defn.map.grid, open_hexes(s, side)
        start = edges(s, side) & free
        found = s.cache[key] = start | flood(start, free, grid.width, network(s, side))
    result: int = found
    return result


def crossings(s: State) -> tuple[int, ...]:
    """ms:E2a, E2a-frost - six masks: the cells a supply line may leave in each direction: over rivers only by
    bridges and beside cities, over rivers but not major rivers also in frost and snow (N05, N06).
    """
    key = ("crossings", frozen(s))
    found = s.cache.get(key)
    if found is None:
        grid, sides = s.defn.map.grid, facts(s).map.sides
        gates = []
        for d in range(6):
            water = sides["major_river"].toward[d] | (0 if frozen(s) else sides["river"].toward[d])
            water &= ~(sides["bridge"].toward[d] | sides["city_bank"].toward[d])
            gates.append(grid.all ^ (grid.all & water))
        found = s.cache[key] = tuple(gates)
    result: tuple[int, ...] = found
    return result


def limit(s: State, side: int) -> int | None:
    """ms:E3a, E3b - longest supply line in hexes, the source counted, the unit's hex not; None without limit."""
    return facts(s).content.weather[extra(s).weather].supply[side]


def supplied_hexes(s: State, side: int) -> int:
    """ms:E - mask of the hexes in which units of a side are in supply now; an empty hex counts as if nobody stood
    there (N03).
    """
    key = ("supplied", side, extra(s).weather)
    found = s.cache.get(key)
    if found is None:
        grid, free = s.defn.map.grid, open_hexes(s, side)
        found = sources(s, side)
        most = limit(s, side)
        if most is None:
            found |= flood(found, free, grid.width, crossings(s))
        else:
            found = spread(found, free, crossings(s), grid.shift, most)
        s.cache[key] = found
    result: int = found
    return result


def spread(start: int, free: int, gates: Sequence[int], shift: Sequence[int], rounds: int) -> int:
    """All hexes at most so many steps away, through free hexes and open gates."""
    found = front = start
    for _ in range(rounds):
        step = 0
        for direction, by in enumerate(shift):
            leaving = front & gates[direction]
            step |= leaving << by if by > 0 else leaving >> -by
        step &= free
        front = step ^ (step & found)
        if not front:
            break
        found |= front
    return found


def supplied(s: State, unit: int) -> bool:
    """ms:E - whether a unit on the map can trace a supply line now."""
    return bool(supplied_hexes(s, roster(s).side[unit]) >> s.at[unit] & 1)


def line(s: State, side: int, start: int) -> tuple[list[int], list[int]]:
    """The way supply comes to a hex now.

    Returns:
        The supply line from the hex to its source, both included, and from there the railway or road to the map
        edge; two empty lists if there is none.
    """
    free, gates, most = open_hexes(s, side), crossings(s), limit(s, side)
    walk = _shortest(s, start, sources(s, side), free | 1 << start, gates)
    if not walk or (most is not None and len(walk) - 1 > most):
        return [], []
    return walk, _shortest(s, walk[-1], edges(s, side), free, network(s, side))


def _shortest(s: State, start: int, goals: int, free: int, gates: Sequence[int]) -> list[int]:
    """A shortest path through free hexes and open gates, both ends included; empty if there is none."""
    grid = s.defn.map.grid
    before = {start: -1}
    queue = [start]
    for cell in queue:
        if goals >> cell & 1:
            path = [cell]
            while before[path[-1]] >= 0:
                path.append(before[path[-1]])
            return path[::-1]
        for direction, near in enumerate(grid.toward[cell]):
            if near >= 0 and near not in before and free >> near & 1 and gates[direction] >> cell & 1:
                before[near] = cell
                queue.append(near)
    return []


def wish(s: State, side: int, start: int) -> list[int]:
    """The supply line a hex would have were there no enemy: shows where it is cut."""
    grid = s.defn.map.grid
    land = grid.all ^ (grid.all & s.defn.map.masks["sea"])
    walk = _shortest(s, start, edges(s, side) | _on_network(s, side), land, crossings(s))
    return walk + _shortest(s, walk[-1], edges(s, side), land, network(s, side))[1:] if walk else []
