"""Holding a front: the line search of `lines` fed from a position, its posts filled with units, the result judged by
a flood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from blackearth.ai.assign import NEVER, assign
from blackearth.ai.fence import Fence
from blackearth.ai.fields import costs_to
from blackearth.ai.lines import Chain, Front, Place, ends_of, search
from blackearth.ai.script import Script
from blackearth.core.advice import Advice
from blackearth.hexes.mask import cells
from blackearth.hexes.paths import flood

#: Points to posts: what a point that scores at the end is worth in units.
POINT = 0.3
#: What the loss of a post's unit costs, in posts, by side: side 0 has many.
DREAD = (0.3, 2.0)
#: How many places are weighed in one search.
MOST_PLACES = 4
#: How often the search is run again for posts that nobody can fill.
TRIES = 5


@dataclass
class Holding:
    """A line with the units that hold it.

    Attributes:
        chain: the line.
        units: the unit of each post; a post without a unit is missing.
        empty: posts that nobody can fill.
    """

    chain: Chain
    units: dict[int, int] = field(default_factory=dict)
    empty: tuple[int, ...] = ()


def overrun(advice: Advice, side: int, occupied: int, enemies: int) -> int:
    """Mask of the hexes that enemies in some hexes come to, in any time, past units of a side in others."""
    grid = advice.state.defn.map.grid
    bars = advice.bars(side, occupied, enemies)
    return flood(enemies, grid.all & ~occupied & ~bars.hexes, grid.width, bars.gates)


def places_of(advice: Advice, side: int) -> list[Place]:
    """The places that a side holds and would be sorry to lose, the most threatened ones."""
    state, grid = advice.state, advice.state.defn.map.grid
    enemy, held = state.occupied[1 - side], state.controlled(side)
    rim = advice.perimeter(1 - side)
    home = rim[len(rim) // 2]
    found = []
    for goal in advice.goals():
        mine = [c for c in goal.cells if held >> c & 1 and not enemy >> c & 1]
        if not mine or (side == 0 and len(mine) < len(goal.cells)):
            continue
        near = min(grid.distance(c, e) for c in mine for e in cells(enemy)) if enemy else 99
        cell = min(mine, key=lambda c: (sum(grid.distance(c, other) for other in mine), c))
        found.append((-goal.points / (near + 3), cell, goal.points))
    return [Place(cell, home, points * POINT) for _, cell, points in sorted(found)[:MOST_PLACES]]


def given_up(advice: Advice, side: int) -> list[tuple[int, float]]:
    """What leaving a stretch of the own map edge to the enemy costs, in posts: (mask, cost of the stretch).

    It is the points of the enemy units that could get there in the turns that they have, were there no line.
    """
    foe, found = 1 - side, []
    turns = advice.turns_to_come(foe)
    dear = [0] * advice.state.defn.map.grid.size
    for way in advice.exits(foe):
        rim = dict.fromkeys(cells(way.mask), advice.exit_cost)
        fields = [costs_to(advice.costs_back(mobile), rim, dear) for mobile in (False, True)]
        total = 0.0
        for unit in advice.units(foe):
            need = fields[advice.mobile(unit)][advice.state.at[unit]] / max(1, advice.march(unit))
            if need <= turns:
                total += way.points * (0.9 if need <= 1 else 0.5 if need <= 2 else 0.25)
        found.append((way.mask, POINT * total))
    return found


class Liner:
    """Plans a line for one position.

    Args:
        script: where the position stands; its units are moved by `occupy`.
        taken: mask of hexes where no post may be.
        able: units that may be posts; units that cannot move stand for their own hex only.
        reach: the reach of each of them.
    """

    def __init__(
        self, script: Script, able: Sequence[int], reach: Mapping[int, Mapping[int, int]], taken: int = 0
    ) -> None:  # fmt: skip
        self.script, self.able, self.reach = script, list(able), reach
        self.advice, self.side = script.advice, script.side
        self.grid = script.state.defn.map.grid
        self.taken, self.dread = taken, DREAD[self.side]
        self.menace = self._menace() if able else []
        self.reachers: dict[int, list[int]] = {}
        for unit in self.able:
            self.reachers.setdefault(script.state.at[unit], []).append(unit)
            for cell in reach.get(unit, ()):
                self.reachers.setdefault(cell, []).append(unit)

    def _menace(self) -> list[float]:
        """For each cell how likely a single unit there is lost in the enemy's next turn, roughly, from 0 to 1."""
        state, advice = self.script.state, self.advice
        close, wide = [0.0] * self.grid.size, [0.0] * self.grid.size
        for cell in cells(state.occupied[1 - self.side]):
            units = state.stacks[cell]
            strength = sum(advice.attack(u) for u in units)
            for near in cells(self.grid.within(cell, 2)):
                close[near] += strength
            reach = max(advice.march(u) for u in units) // 2
            for near in cells(self.grid.within(cell, min(8, reach))):
                wide[near] += strength
        return [min(1.0, a / 14) * 0.7 + min(1.0, b / 60) * 0.3 for a, b in zip(close, wide, strict=True)]

    def prices(self, unit_price: float) -> dict[int, float]:
        """What a post costs in each hex where one may be."""
        state, enemy = self.script.state, self.script.state.occupied[1 - self.side]
        found = {}
        for cell, units in self.reachers.items():
            if (enemy | self.taken) >> cell & 1:
                continue
            price = unit_price - 0.12 * self.advice.shift(cell, self.side)
            here = [u for u in state.stacks.get(cell, ()) if u in self.reach or u in units]
            price += 0.0 if here else 0.25 + 0.3 / len(units)
            price += self.dread * self.menace[cell] * max(0.3, 1 - 0.25 * self.advice.shift(cell, self.side))
            found[cell] = price
        return found

    def plan(self) -> Holding | None:
        """The best line that units can fill: the price of a unit rises while too many posts stay empty."""
        advice, state = self.advice, self.script.state
        starts, ends = ends_of(self.grid, advice.perimeter(self.side), given_up(advice, self.side))
        places = places_of(advice, self.side)
        best: Holding | None = None
        surcharge: dict[int, float] = {}
        rim = advice.perimeter(1 - self.side)
        fence = Fence(self.grid, state.occupied[1 - self.side], rim[len(rim) // 2])
        unit_price = 1.0
        for _ in range(TRIES):
            price = {c: p + surcharge.get(c, 0.0) for c, p in self.prices(unit_price).items()}
            front = Front(self.grid, price, state.occupied[1 - self.side], starts, ends, places, fence)
            chain = search(front)
            if chain is None:
                break
            holding = self.fill(chain)
            if best is None or _badness(holding) < _badness(best):
                best = holding
            if not holding.empty:
                break
            for cell in holding.empty:
                surcharge[cell] = surcharge.get(cell, 0.0) + 4.0
            unit_price *= 1.3
        return best

    def fill(self, chain: Chain) -> Holding:
        """Assign units to the posts of a chain; who stands there already stays, far ways and mobile units cost more."""
        posts, state = chain.posts, self.script.state
        units = [u for u in self.able if any(p == state.at[u] or p in self.reach.get(u, ()) for p in posts)]
        cost = [[self._cost(unit, post) for unit in units] for post in posts]
        found = assign(cost)
        filled = {post: units[n] for post, n in zip(posts, found, strict=True) if n >= 0}
        return Holding(chain, filled, tuple(p for p in posts if p not in filled))

    def _cost(self, unit: int, post: int) -> float:
        here = self.script.state.at[unit]
        if here != post and post not in self.reach.get(unit, ()):
            return NEVER
        way = 0 if here == post else 0.3 + 0.02 * self.reach[unit][post]
        weak = 0.3 / (1 + self.advice.defence(unit))
        return way + weak + (0.5 if self.advice.rating(unit) else 0.1 if self.advice.mobile(unit) else 0.0)

    def occupy(self, holding: Holding) -> list[int]:
        """Move the units to their posts, those first that must go far; returns the posts that are not filled."""
        script = self.script
        todo = [(post, unit) for post, unit in holding.units.items() if script.state.at[unit] != post]
        todo.sort(key=lambda pair: (-self.grid.distance(script.state.at[pair[1]], pair[0]), pair[0]))
        for _ in range(2):
            late = []
            for post, unit in todo:
                fits = script.advice.room(post) >= script.advice.size(unit)
                if not (fits and script.move((unit,), post)):
                    late.append((post, unit))
            todo = late
        return [post for post, _ in todo]


def _badness(holding: Holding) -> float:
    return 3.0 * len(holding.empty) + holding.chain.lost + 0.2 * len(holding.chain.posts)
