"""What computer players need of the ground, computed once a game: costs of every step, and the own rim of the map."""

from __future__ import annotations

from functools import cache
from math import atan2

from blackearth.core.advice import Goal, Ways
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import ground
from blackearth.systems.kharkov.board import GERMAN, SOVIET, Definition, State

#: What the points of a city count for somebody who wants it.
SWING = 2.0


@cache
def steps(defn: Definition, frozen: bool, mechanized: bool, back: bool) -> Ways:
    """ms:F2a - for each cell its neighbours with the half points of going there, or of coming from there.

    Args:
        defn: the game's facts.
        frozen: whether frost or snow eases rivers.
        mechanized: whose costs.
        back: the cost of coming from the neighbour.
    """
    ways = ground.costs(defn, frozen, mechanized)
    if not back:
        return ways
    found: list[list[tuple[int, int]]] = [[] for _ in ways]
    for cell, near in enumerate(ways):
        for other, cost in near:
            found[other].append((cell, cost))
    return found


@cache
def shifts(defn: Definition, frozen: bool) -> tuple[int, ...]:
    """For each cell the columns that its ground costs an attacker; a doubled defence counts as two."""
    charts = [defn.content.terrain[ground.kind_of_hex(defn, cell)] for cell in range(defn.map.grid.size)]
    return tuple(2 * (chart.defence - 1) - chart.shift[frozen] for chart in charts)


@cache
def rims(defn: Definition) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The land at the rim of the map that lies behind each side's front at the start, in order along the rim; the coast
    of a sea that reaches the rim belongs to it.
    """
    grid, sea = defn.map.grid, defn.map.masks["sea"]
    edge = sum(1 << c for c in grid.cells if len(grid.near[c]) < 6)
    water = edge & sea
    while (more := grid.spread(water) & sea) != water:
        water = more
    land = (edge | grid.around(water)) & ~sea
    middle = grid.centre(sorted(grid.cells)[len(grid.cells) // 2])

    def angle(cell: int) -> float:
        x, y = grid.centre(cell)
        return atan2(y - middle[1], x - middle[0])

    ring = sorted(cells(land), key=lambda c: (angle(c), c))
    soviet = defn.map.masks["soviet_start"]
    return _run(ring, soviet), _run(ring, grid.all & ~soviet)


def _run(ring: list[int], mask: int) -> tuple[int, ...]:
    """The longest run of cells of a mask in a ring."""
    twice, best, run = ring + ring, list[int](), list[int]()
    for cell in twice:
        run = [*run, cell] if mask >> cell & 1 else []
        if len(best) < len(run) <= len(ring):
            best = run
    return tuple(best)


@cache
def perimeter(defn: Definition, side: int) -> tuple[int, ...]:
    """The own rim of a side; see `rims`."""
    return rims(defn)[side]


@cache
def goals(defn: Definition) -> tuple[Goal, ...]:
    """kharkov:10-cities, rostov:11-cities - the cities that earn points: one that changes hands is lost to one side and
    won by the other.
    """
    places = ((place, place.points.get(defn.scenario, 0)) for place in defn.content.map.places)
    return tuple(
        Goal(place.name, place.cells, sum(1 << c for c in place.cells), SWING * points)
        for place, points in places
        if points
    )


#: Sides in the order of `rims`.
ORDER = (SOVIET, GERMAN)


def zone(s: State, occupied: int) -> int:
    """ms:F3 - the zones of units in some hexes: not over major rivers."""
    grid, rivers = s.defn.map.grid, s.defn.map.sides["major_river"].toward
    found = 0
    for direction in range(6):
        found |= grid.shifted_mask(occupied & ~rivers[direction], direction)
    return found
