"""kursk:supply - supply: at most ten hexes to a railway that leads without a break to a friendly map edge."""

from __future__ import annotations

from collections.abc import Sequence

from blackearth.hexes.paths import flood
from blackearth.systems.kursk.board import GERMAN, State, facts, reading, roster
from blackearth.systems.kursk.zones import closed_to_supply


def exits(s: State, side: int) -> int:
    """kursk:supply, KUR-11, KUR-A04 - mask of the rail hexes at the friendly map edges."""
    return facts(s).map.masks["german_supply" if side == GERMAN else "soviet_supply"]


def reach(s: State) -> int:
    """kursk:supply, KUR-A01 - steps from a unit to the railway at most: the rail hex is the tenth hex, or comes after
    ten where that is read so.
    """
    return facts(s).content.numbers.supply + (reading(s, "KUR-A01") == "b")


def free(s: State, side: int) -> int:
    """Mask of the hexes a supply line of a side may use now."""
    everything = s.defn.map.grid.all
    return everything ^ (everything & closed_to_supply(s, side))


def open_railways(s: State, side: int) -> int:
    """kursk:supply - mask of the rail hexes from which the railway leads to a friendly edge; it does not leave the
    rails again.
    """
    key = ("railways", side)
    found = s.cache.get(key)
    if found is None:
        grid, rail = s.defn.map.grid, facts(s).map.sides["rail"].toward
        found = s.cache[key] = flood(exits(s, side), free(s, side), grid.width, rail)
    result: int = found
    return result


def supplied_hexes(s: State, side: int) -> int:
    """kursk:supply, supply-C, KUR-A01 - mask of the hexes in which units of a side are in supply now; any number of
    them, over any terrain, along the same hexes or others.
    """
    key = ("supplied", side)
    found = s.cache.get(key)
    if found is None:
        grid, land = s.defn.map.grid, free(s, side)
        found = open_railways(s, side)
        for _ in range(reach(s)):
            found |= grid.spread(found) & land
        s.cache[key] = found
    result: int = found
    return result


def supplied(s: State, unit: int) -> bool:
    """kursk:supply, supply-B - whether a unit on the map can trace a supply line now; with the option army integrity
    also whether its army is near enough. Nobody is lost for want of it.
    """
    if not supplied_hexes(s, roster(s).side[unit]) >> s.at[unit] & 1:
        return False
    return not s.defn.options.get("army-integrity", False) or integrity(s, unit)


def integrity(s: State, unit: int) -> bool:
    """kursk:opt-army-integrity, KUR-A03 - whether another unit of the same army stands within the distance its type
    needs.
    """
    r = roster(s)
    if not r.integrity[unit]:
        return True
    grid, here = s.defn.map.grid, s.at[unit]
    return any(
        r.army[u] == r.army[unit] and u != unit and s.at[u] >= 0 and grid.distance(here, s.at[u]) <= r.integrity[unit]
        for u in r.of_side(r.side[unit])
    )


def line(s: State, side: int, start: int) -> tuple[list[int], list[int]]:
    """The way supply comes to a hex now.

    Returns:
        The line from the hex to the railway, both included, and the railway from there to the map edge; two empty
        lists if there is none.
    """
    grid, land = s.defn.map.grid, free(s, side)
    everywhere = (grid.all,) * 6
    walk = _shortest(s, start, open_railways(s, side), land | 1 << start, everywhere)
    if not walk or len(walk) - 1 > reach(s):
        return [], []
    return walk, _shortest(s, walk[-1], exits(s, side), land, facts(s).map.sides["rail"].toward)


def _shortest(s: State, start: int, goals: int, land: int, gates: Sequence[int]) -> list[int]:
    """A shortest path through free hexes and open gates, both ends included; empty if there is none."""
    grid = s.defn.map.grid
    before, queue = {start: -1}, [start]
    for cell in queue:
        if goals >> cell & 1:
            path = [cell]
            while before[path[-1]] >= 0:
                path.append(before[path[-1]])
            return path[::-1]
        for direction, near in enumerate(grid.toward[cell]):
            if near >= 0 and near not in before and land >> near & 1 and gates[direction] >> cell & 1:
                before[near] = cell
                queue.append(near)
    return []
