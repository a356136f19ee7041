"""ms:E, J - what it costs the enemy that units stand on the ways by which his supply comes, for computer players."""

from __future__ import annotations

from blackearth.core.state import State
from blackearth.hexes.paths import flood
from blackearth.systems.kharkov import advice_ground, advice_value, supply, victory, weather
from blackearth.systems.kharkov.board import extra, facts, on_map


class Severing:
    """The supply of a side's enemy with units of the side anywhere.

    The weather is that of this turn or of the next one, whichever shortens the enemy's supply lines: who cuts them then
    must be there before.

    Args:
        s: the position, which must not change meanwhile.
        side: the side that cuts.
    """

    def __init__(self, s: State, side: int) -> None:
        self.enemy = 1 - side
        self.s = s = in_worse_weather(s, self.enemy)
        self._sea, self._theirs = s.defn.map.masks["sea"], s.occupied[self.enemy]
        self._start, self._net = supply.edges(s, self.enemy), supply.network(s, self.enemy)
        self._gates, self._most = supply.crossings(s), supply.limit(s, self.enemy)
        self._prices = dict[int, float]()
        long = advice_value.long(s)
        for unit in on_map(s, self.enemy):
            price = advice_value.cut_price(s, unit, long)
            self._prices[s.at[unit]] = self._prices.get(s.at[unit], 0.0) + price
        weight, ours = advice_value.weight(long), supply.supplied_hexes(s, side)
        for city in victory.cities(s):
            cell = city.place.cells[0]
            if city.entered == self.enemy:
                partisans = facts(s).content.scenario.partisans and cell not in s.stacks and ours >> cell & 1
                self._prices[cell] = self._prices.get(cell, 0.0) + weight * city.points * (2 if partisans else 1)

    def cost(self, occupied: int) -> tuple[float, int]:
        """What lack of supply costs the enemy if units of the side stood in these hexes and nowhere else.

        Returns:
            Points, and the number of hexes of railways and roads that supply him.
        """
        grid = self.s.defn.map.grid
        closed = occupied | self._sea | (advice_ground.zone(self.s, occupied) & ~self._theirs)
        free = grid.all & ~closed
        found = self._start & free
        found |= flood(found, free, grid.width, self._net)
        count = found.bit_count()
        if self._most is None:
            found |= flood(found, free, grid.width, self._gates)
        else:
            found = supply.spread(found, free, self._gates, grid.shift, self._most)
        return sum(price for cell, price in self._prices.items() if not found >> cell & 1), count


def in_worse_weather(s: State, side: int) -> State:
    """The position in the weather of the next turn as printed if that alone limits the supply lines of a side."""
    content, turn = facts(s).content, s.turn + 1
    following = weather.printed(s, turn)
    if supply.limit(s, side) is not None or content.weather[following].supply[side] is None:
        return s
    changed = s.clone()
    extra(changed).weather, changed.cache = following, {}
    return changed
