"""kursk:supply-D - what cuts a supply line: the line a hex would have if only few of its hexes were closed."""

from __future__ import annotations

import heapq

from blackearth.systems.kursk import supply
from blackearth.systems.kursk.board import PATROL, State, facts, flying, roster

#: Closed hexes of a line and its length: what is to be small, in this order.
Price = tuple[int, int]


class Wishes:
    """For every hex the line with the fewest closed hexes, closed to supply as they are now.

    Args:
        s: the position.
        side: whose supply.
    """

    def __init__(self, s: State, side: int) -> None:
        self.s, self.side = s, side
        self.land = supply.free(s, side)
        self._rail_price: dict[int, Price] = {}
        self._toward_edge: dict[int, int] = {}
        self._layers: list[dict[int, tuple[Price, int]]] = []
        self._ride()
        self._walk()

    def _closed(self, cell: int) -> int:
        return int(not self.land >> cell & 1)

    def _ride(self) -> None:
        """The railways, from the friendly edges inwards."""
        grid, rail = self.s.defn.map.grid, facts(self.s).map.sides["rail"]
        goals = supply.exits(self.s, self.side)
        heap = [((self._closed(cell), 0), cell, cell) for cell in grid.cells if goals >> cell & 1]
        heapq.heapify(heap)
        while heap:
            price, cell, before = heapq.heappop(heap)
            if cell in self._rail_price:
                continue
            self._rail_price[cell], self._toward_edge[cell] = price, before
            for near in grid.near[cell]:
                if near not in self._rail_price and rail.has(cell, near):
                    heapq.heappush(heap, ((price[0] + self._closed(near), price[1] + 1), near, cell))

    def _walk(self) -> None:
        """From the railways over land, hex by hex; layer n has the hexes n steps away with the best price."""
        grid = self.s.defn.map.grid
        layer = {cell: (price, cell) for cell, price in self._rail_price.items()}
        self._layers = [layer]
        for _ in range(supply.reach(self.s)):
            wider = dict(layer)
            for cell, ((closed, length), _) in layer.items():
                for near in grid.near[cell]:
                    price = closed + self._closed(near), length + 1
                    if near not in wider or price < wider[near][0]:
                        wider[near] = price, cell
            layer = wider
            self._layers.append(layer)

    def line(self, start: int) -> tuple[list[int], list[int]]:
        """The walk from a hex to the railway, and the railway to the edge, both ends included; empty: no railway is
        near enough.
        """
        step = len(self._layers) - 1
        if start not in self._layers[step]:
            return [], []
        walk = [start]
        while step and (cell := walk[-1]) in self._layers[step]:
            while step and self._layers[step - 1].get(cell) == self._layers[step][cell]:
                step -= 1
            if step:
                walk.append(self._layers[step][cell][1])
                step -= 1
        ride = [walk[-1]]
        while self._toward_edge[ride[-1]] != ride[-1]:
            ride.append(self._toward_edge[ride[-1]])
        return walk, ride

    def cut(self, line: list[int]) -> int:
        """The first closed hex of a line behind its start, -1 if there is none."""
        return next((cell for cell in line[1:] if self._closed(cell)), -1)


def culprits(s: State, side: int, cell: int) -> tuple[int, ...]:
    """kursk:supply-D, zoc-F, air-interdiction - enemy units that close a hex to the supply of a side: those in it, or
    those that control or interdict it.
    """
    r, chart, enemy = roster(s), facts(s).map, 1 - side
    if s.occupied[enemy] >> cell & 1:
        return s.stacks[cell]
    cover = chart.has("forest", cell) or chart.has("swamp", cell)
    around = [u for near in s.defn.map.grid.near[cell] for u in s.stacks.get(near, ())]
    found = [u for u in around if r.side[u] == enemy and r.zone[u] and not (cover and r.motorized[u])]
    if flying(s, enemy, patrol=False) >> cell & 1:
        found += [u for u in r.of_side(enemy) if not r.ground[u] and s.at[u] == cell and not s.marks[u] & PATROL]
    return tuple(found)
