"""Searches against the textbook: Dijkstra for movement, breadth first for floods."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells, flags
from blackearth.hexes.paths import flood, path_to, reach, route

GRIDS = (
    Grid("pointy", {f"{r}.{c}": (c, r) for r in range(6) for c in range(7)}),
    Grid("flat", {f"{r}.{c}": (c, r) for r in range(5) for c in range(8) if (r, c) not in {(2, 2), (0, 7), (3, 4)}}),
)


@dataclass
class Country:
    """A random country: price of each step, closed hexes, walls of hexsides, a start and an allowance."""

    grid: Grid
    price: dict[tuple[int, int], int]
    closed: set[int]
    walls: set[tuple[int, int]]
    start: int
    allowance: int

    @property
    def free(self) -> str:
        return flags(self.grid.all & ~sum(1 << cell for cell in self.closed), self.grid.size)

    @property
    def exits(self) -> list[list[tuple[int, int]]]:
        return [[(near, self.price[cell, near]) for near in self.grid.near[cell]] for cell in range(self.grid.size)]

    @property
    def barred(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for a, b in self.walls:
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
        return found

    @property
    def gates(self) -> tuple[int, ...]:
        open_sides = [self.grid.all] * 6
        for a, b in self.walls:
            d = self.grid.direction(a, b)
            open_sides[d] &= ~(1 << a)
            open_sides[(d + 3) % 6] &= ~(1 << b)
        return tuple(open_sides)

    @property
    def graph(self) -> nx.DiGraph:
        graph = nx.DiGraph()
        graph.add_node(self.start)
        for (a, b), price in self.price.items():
            if b not in self.closed and (min(a, b), max(a, b)) not in self.walls:
                graph.add_edge(a, b, weight=price)
        return graph


@st.composite
def countries(draw: st.DrawFn) -> Country:
    grid = draw(st.sampled_from(GRIDS))
    steps = [(a, b) for a in grid.cells for b in grid.near[a]]
    random = Random(draw(st.integers(0, 1 << 32)))
    start = draw(st.sampled_from(grid.cells))
    closed = draw(st.sets(st.sampled_from(grid.cells), max_size=12)) - {start}
    walls = draw(st.sets(st.sampled_from([(a, b) for a, b in steps if a < b]), max_size=20))
    return Country(grid, {step: random.randint(1, 6) for step in steps}, closed, walls, start, draw(st.integers(0, 16)))


@settings(max_examples=60, deadline=None)
@given(countries())
def test_reach_is_dijkstra(country: Country) -> None:
    found = reach(country.start, country.allowance, country.exits, country.free, country.barred)
    expected = nx.single_source_dijkstra_path_length(country.graph, country.start, cutoff=country.allowance)
    assert found == dict(expected)


@settings(max_examples=60, deadline=None)
@given(countries())
def test_a_path_costs_what_reach_says(country: Country) -> None:
    exits, barred = country.exits, country.barred
    found = reach(country.start, country.allowance, exits, country.free, barred)
    for target, cost in found.items():
        path = path_to(target, found, exits, barred)
        assert (path[0], path[-1]) == (country.start, target)
        steps = list(pairwise(path))
        assert sum(country.price[step] for step in steps) == cost
        assert not any((min(a, b), max(a, b)) in country.walls for a, b in steps)
        assert not country.closed & set(path)


@settings(max_examples=60, deadline=None)
@given(countries())
def test_a_route_is_a_shortest_way_between_the_walls(country: Country) -> None:
    grid, free = country.grid, country.grid.all & ~sum(1 << cell for cell in country.closed)
    gates = country.gates
    expected = nx.single_source_shortest_path_length(country.graph, country.start)
    for target in cells(flood(1 << country.start, free, grid.width, gates)):
        way = route(1 << country.start, target, free, grid.width, gates)
        assert (way[0], way[-1], len(way)) == (country.start, target, expected[target] + 1)
        assert all(country.graph.has_edge(a, b) for a, b in pairwise(way))


@settings(max_examples=60, deadline=None)
@given(countries(), st.booleans())
def test_a_flood_is_a_breadth_first_search(country: Country, gated: bool) -> None:
    grid, walls = country.grid, country.walls if gated else set()
    gates = country.gates if gated else None
    free = grid.all & ~sum(1 << cell for cell in country.closed)
    sources = [country.start, *list(country.closed)[:2]]
    queue = [cell for cell in sources if cell not in country.closed]
    seen = set(queue)
    for cell in queue:
        for near in grid.near[cell]:
            if near not in seen and near not in country.closed and (min(cell, near), max(cell, near)) not in walls:
                seen.add(near)
                queue.append(near)
    assert cells(flood(sum(1 << cell for cell in sources), free, grid.width, gates)) == sorted(seen)


def test_the_ends_of_an_allowance() -> None:
    """A step that costs exactly what is left is taken; one half point more is not."""
    grid = GRIDS[0]
    a, b, c = (grid.cell(f"3.{column}") for column in (1, 2, 3))
    exits: list[list[tuple[int, int]]] = [[] for _ in range(grid.size)]
    exits[a], exits[b] = [(b, 3)], [(c, 2)]
    free = flags(grid.all, grid.size)
    assert reach(a, 5, exits, free) == {a: 0, b: 3, c: 5}
    assert reach(a, 4, exits, free) == {a: 0, b: 3}


def test_costs_beyond_a_byte() -> None:
    grid = GRIDS[0]
    exits = [[(near, 100) for near in grid.near[cell]] for cell in range(grid.size)]
    start, target = grid.cell("0.0"), grid.cell("0.6")
    free = flags(grid.all, grid.size)
    assert reach(start, 600, exits, free)[target] == 600
    assert target not in reach(start, 599, exits, free)
