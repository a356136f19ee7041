"""kursk:crt-AR, crt-BR, KUR-A16, KUR-A17 - where units can retreat to, and which way leads towards supply."""

from __future__ import annotations

from blackearth.core.state import NOWHERE
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import supply, zones
from blackearth.systems.kursk.board import State, facts, flying, reading, room, roster


def _ground_zone(s: State, side: int, cell: int) -> bool:
    """kursk:zoc-F - whether a ground unit of a side controls a hex, aircraft apart."""
    r, chart = roster(s), facts(s).map
    cover = chart.has("forest", cell) or chart.has("swamp", cell)
    around = (u for near in s.defn.map.grid.near[cell] for u in s.stacks.get(near, ()))
    return any(r.side[u] == side and r.zone[u] and not (cover and r.motorized[u]) for u in around)


def closed(s: State, side: int) -> int:
    """kursk:crt-AR, KUR-04, KUR-A08 - mask of the hexes no unit of a side may retreat to: enemies, and their zones even
    where friends stand; interdiction unless that is read otherwise.
    """
    zone = zones.of(s, 1 - side)
    if reading(s, "KUR-A08") == "b":
        for cell in cells(flying(s, 1 - side, patrol=False)):
            if not _ground_zone(s, 1 - side, cell):
                zone &= ~(1 << cell)
    return s.occupied[1 - side] | zone


def legal(s: State, unit: int, barred: tuple[int, ...]) -> tuple[int, ...]:
    """KUR-A17 - the hexes a unit could retreat to, whatever their supply: on the map, not closed, with room; for an
    attacker not those it attacked.
    """
    shut = closed(s, roster(s).side[unit])
    near = s.defn.map.grid.near[s.at[unit]]
    return tuple(c for c in near if not shut >> c & 1 and c not in barred and room(s, unit, c))


def line_lengths(s: State, unit: int, hexes: tuple[int, ...]) -> dict[int, int]:
    """kursk:supply, KUR-08 - hexes of the shortest supply line a unit would have in each of some hexes; those where it
    would have none are missing.
    """
    side, grid = roster(s).side[unit], s.defn.map.grid
    without = s.clone()  # the unit no longer opens the zone where it stands now
    without.put(unit, NOWHERE)
    land, reached = supply.free(without, side), supply.open_railways(without, side)
    found = dict[int, int]()
    for length in range(supply.reach(s) + 1):
        found |= {cell: length for cell in hexes if reached >> cell & 1 and cell not in found}
        reached |= grid.spread(reached) & land
    for cell in hexes:
        if not land >> cell & 1:  # interdicted: there the unit itself opens the hex, and the railway in it (KUR-A08)
            without.put(unit, cell)
            if walk := supply.line(without, side, cell)[0]:
                found[cell] = len(walk) - 1
    return found


def ways(s: State, unit: int, barred: tuple[int, ...]) -> tuple[int, ...]:
    """kursk:crt-AR, KUR-08, KUR-A16 - the hexes a unit may retreat to: of the legal ones those nearest to supply.

    Without any supply line they are those nearest to a railway hex at a friendly edge, or all, or none.
    """
    found = legal(s, unit, barred)
    if not found:
        return ()
    length = line_lengths(s, unit, found)
    if length:
        least = min(length.values())
        return tuple(c for c in found if length.get(c) == least)
    rule = reading(s, "KUR-A16")
    if rule != "b":
        return found if rule == "a" else ()
    grid, goals = s.defn.map.grid, cells(supply.exits(s, roster(s).side[unit]))
    far = {c: min((grid.distance(c, goal) for goal in goals), default=0) for c in found}
    least = min(far.values())
    return tuple(c for c in found if far[c] == least)
