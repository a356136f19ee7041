"""rof:11.0 - movement of units and stacks: costs in force, reach, and every reason why a path is refused.

All amounts are half movement points.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells, flags
from blackearth.hexes.paths import Exits
from blackearth.systems.ring_of_fire.board import (
    HALVED,
    Definition,
    State,
    extra,
    facts,
    near_enemy,
    reading,
    roster,
    side_links,
)
from blackearth.systems.ring_of_fire.terrain import LEG, MOBILE, entry, road_between

EXIT_COST = 2  # rof:11.8


def kind_of(s: State, unit: int) -> int:
    """LEG or MOBILE (rof:11.51)."""
    return MOBILE if roster(s).mobile[unit] else LEG


def interdicted(s: State, side: int) -> int:
    """rof:13.1 - mask of the hexes that are interdicted against a side."""
    key = ("interdicted", side)
    found = s.cache.get(key)
    if found is None:
        found = 0
        for unit in roster(s).aircraft[1 - side]:
            if s.at[unit] >= 0:
                found |= 1 << s.at[unit]
        s.cache[key] = found
    result: int = found
    return result


def surcharge(s: State, kind: int) -> int:
    """rof:13.1 - what it costs more to enter an interdicted hex."""
    chart = facts(s).content.terrain["interdicted"]
    return chart.mobile if kind == MOBILE else chart.leg


def costs(s: State, side: int, kind: int) -> Exits:
    """rof:11.5, 13.1 - the costs in force for a side: terrain, and enemy interdiction on top (ROF-A02)."""
    base = facts(s).costs[kind]
    hit = interdicted(s, side)
    if not hit:
        return base
    return _interdicted_costs(facts(s), hit, kind)


@lru_cache(maxsize=64)
def _interdicted_costs(d: Definition, hit: int, kind: int) -> Exits:
    """The cost table with the hexes of a mask interdicted."""
    chart = d.content.terrain["interdicted"]
    more = chart.mobile if kind == MOBILE else chart.leg
    by_road = d.rulings["ROF-A02"] == "b"
    rows = list(d.costs[kind])
    for cell in cells(d.map.grid.around(hit)):
        rows[cell] = tuple(
            (n, cost + more if hit >> n & 1 and not (by_road and _road(d, cell, n)) else cost) for n, cost in rows[cell]
        )
    return tuple(rows)


def _road(d: Definition, a: int, b: int) -> bool:
    return road_between(d.content, a, b, d.rulings["ROF-A01"])


def allowance(s: State, unit: int, *, reserve: bool) -> int:
    """rof:15.1, 14.4 - half movement points of a unit in this phase: its movement allowance, halved out of supply,
    halved again in reserve movement (fractions of a half point cannot be spent, so they are dropped).
    """
    points = roster(s).move[unit]
    if s.marks[unit] & HALVED:
        points //= 2
    return points // 2 if reserve else points


def entry_cost(s: State, unit: int, cell: int) -> int:
    """rof:7.1, 13.1 - half movement points a reinforcement pays for its hex of entry: terrain or road, and enemy
    interdiction on top (ROF-A02).
    """
    step, kind = entry(facts(s).content, kind_of(s, unit), cell), kind_of(s, unit)
    by_road = reading(s, "ROF-A02") == "b" and step.road
    hit = interdicted(s, roster(s).side[unit]) >> cell & 1 and not by_road
    return step.cost + (surcharge(s, kind) if hit else 0)


def reserve_allowance(s: State, unit: int) -> int:
    """rof:14.1, ROF-A13 - half movement points a unit may have spent and still be put into reserve."""
    points = roster(s).move[unit]
    if s.marks[unit] & HALVED and reading(s, "ROF-A13") == "a":
        points //= 2
    return points // 2


@dataclass(frozen=True)
class Ground:
    """Where some units may go from their hex.

    Attributes:
        grid: the map.
        start: the hex they start in.
        closed: mask of the hexes that may not be entered.
        bars: six masks: the cells that may not be left in each direction because of enemy hexside links.
        start_bars: the same for the first step, while the units still count where they stand.
        start_closed: the hexes barred at the first step.
    """

    grid: Grid
    start: int
    closed: int
    bars: tuple[int, ...]
    start_closed: int
    start_bars: tuple[int, ...]

    @cached_property
    def free(self) -> str:
        """One character a cell, ``1`` if it may be entered; see `mask.flags`."""
        return flags(self.grid.all ^ (self.grid.all & self.closed), self.grid.size)

    @cached_property
    def walls(self) -> Mapping[int, Sequence[int]]:
        """For each cell the neighbours behind enemy hexside links."""
        found: dict[int, list[int]] = {}
        for direction, bar in enumerate(self.bars):
            shift = self.grid.shift[direction]
            for cell in cells(bar):
                found.setdefault(cell, []).append(cell + shift)
        if self.start_bars is not self.bars:
            found[self.start] = self.walled(self.start)
        return found

    @cached_property
    def _any_bar(self) -> int:
        """Mask of the cells that may not be left in some direction."""
        return functools.reduce(int.__or__, self.bars)

    def walled(self, cell: int) -> list[int]:
        """The neighbours of a cell behind enemy hexside links."""
        bars = self.bars
        if cell == self.start:
            bars = self.start_bars
        elif not self._any_bar >> cell & 1:
            return []
        toward = self.grid.toward[cell]
        return [toward[d] for d in range(6) if bars[d] >> cell & 1]

    def open(self, a: int, direction: int) -> bool:
        """Whether a step from a cell in a direction is barred by nothing; the neighbour is on the map."""
        first = a == self.start
        closed, bars = (self.start_closed, self.start_bars) if first else (self.closed, self.bars)
        return not closed >> self.grid.toward[a][direction] & 1 and not bars[direction] >> a & 1


def ground(s: State, units: tuple[int, ...]) -> Ground:
    """rof:10.4, 10.5, 11.3 - what bars the way of units of one hex.

    Links are those of the position when the move begins; where the last unit leaves a hex, what it cancelled there
    bars again from the second step on (ROF-A05, a).
    """
    grid, start = s.defn.map.grid, s.at[units[0]]
    side = roster(s).side[units[0]]
    now, later = _counting(s, side, units)
    own, enemy = s.occupied[side], s.occupied[1 - side]
    key = ("ground", side) if now == later == own else ("ground", side, start, now, later)
    found = s.cache.get(key)
    if found is None:
        here, after = (side_links(s, 1 - side, None if each == own else each) for each in (now, later))
        bars, start_bars = after.bars, here.bars
        if reading(s, "ROF-A05") == "b":
            bars, start_bars = (_open_to_own(grid, own, each) for each in (bars, start_bars))
        if after is here:
            start_bars = bars
        found = s.cache[key] = Ground(grid, start, enemy | after.hexes, bars, enemy | here.hexes, start_bars)
    result: Ground = found
    return result


def _counting(s: State, side: int, units: tuple[int, ...]) -> tuple[int, int]:
    """rof:10.5, ROF-A05 - masks of the own hexes whose units cancel links for a move, at its first step and later.

    Units that have begun to move count nowhere until their move is over, for themselves and for those who began it
    with them: a halt between two steps cancels nothing.
    """
    x, own = extra(s), s.occupied[side]
    start = s.at[units[0]]
    if not x.spent[units[0]]:
        leaves = vacates(s, units) and s.defn.map.grid.ring[start] & s.occupied[1 - side]
        return own, own ^ (1 << start) if leaves else own
    marching = {u for u in x.stack if x.spent[u] and s.at[u] >= 0}
    for cell in {s.at[u] for u in marching}:
        if marching.issuperset(s.stacks[cell]):
            own ^= 1 << cell
    return own, own


def _open_to_own(grid: Grid, own: int, bars: tuple[int, ...]) -> tuple[int, ...]:
    """ROF-A05, b - a hexside link does not stop a step into a hex held by friends: the mover cancels it from its
    side.
    """
    return tuple(bar ^ (bar & grid.shifted_mask(own, (d + 3) % 6)) for d, bar in enumerate(bars))


def clean(s: State, side: int) -> int:
    """rof:11.7 - mask of the hexes strategic movement may enter: friendly-controlled and not next to an enemy unit."""
    key = ("clean", side)
    found = s.cache.get(key)
    if found is None:
        mine = s.controlled(side)
        found = s.cache[key] = mine ^ (mine & near_enemy(s, side))
    result: int = found
    return result


def path_cost(s: State, side: int, kind: int, path: Sequence[int]) -> int:
    """Half points a path costs; the first cell is where it starts."""
    table, total = costs(s, side, kind), 0
    for a, b in itertools.pairwise(path):
        for near, cost in table[a]:
            if near == b:
                total += cost
                break
        else:
            raise KeyError(b)
    return total


def exits_for(s: State, side: int) -> Mapping[str, int]:
    """rof:11.8 - edges over which a side may leave, with the mask of the hexes from which."""
    found: dict[str, int] = {}
    for way in facts(s).content.exits:
        if way.side == side:
            found[way.edge] = found.get(way.edge, 0) | way.mask
    return found


def vacates(s: State, units: tuple[int, ...]) -> bool:
    """Whether these units are all that stands in their hex."""
    return len(units) >= len(s.stacks.get(s.at[units[0]], ()))
