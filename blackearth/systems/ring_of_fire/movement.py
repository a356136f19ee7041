"""rof:11.0 - movement of units and stacks: costs in force, reach, and every reason why a path is refused.

All amounts are half movement points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from blackearth.core.refusals import Refusal
from blackearth.core.tally import half_text
from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells, flags
from blackearth.hexes.paths import Exits, path_to, reach
from blackearth.systems.ring_of_fire.board import (
    EXPOSED,
    FINISHED,
    HALVED,
    RESERVE,
    SPENT_RESERVE,
    State,
    extra,
    facts,
    near_enemy,
    reading,
    roster,
    side_links,
)
from blackearth.systems.ring_of_fire.terrain import LEG, MOBILE, road_between

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
    key = ("costs", side, kind)
    found = s.cache.get(key)
    if found is None:
        d, more = facts(s), surcharge(s, kind)
        by_road = reading(s, "ROF-A02") == "b"
        rows = list(base)
        for cell in cells(d.map.grid.around(hit)):
            rows[cell] = tuple(
                (n, cost + more if hit >> n & 1 and not (by_road and _road(s, cell, n)) else cost)
                for n, cost in base[cell]
            )
        found = s.cache[key] = tuple(rows)
    result: Exits = found
    return result


def _road(s: State, a: int, b: int) -> bool:
    return road_between(facts(s).content, a, b, reading(s, "ROF-A01"))


def allowance(s: State, unit: int, *, reserve: bool) -> int:
    """rof:15.1, 14.4 - half movement points of a unit in this phase: its movement allowance, halved out of supply, halved again in
    reserve movement (fractions of a half point cannot be spent, so they are dropped).
    """
    points = roster(s).move[unit]
    if s.marks[unit] & HALVED:
        points //= 2
    return points // 2 if reserve else points


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
            toward = self.grid.toward[self.start]
            found[self.start] = [toward[d] for d in range(6) if self.start_bars[d] >> self.start & 1]
        return found

    def open(self, a: int, direction: int) -> bool:
        """Whether a step from a cell in a direction is barred by nothing; the neighbour is on the map."""
        first = a == self.start
        closed, bars = (self.start_closed, self.start_bars) if first else (self.closed, self.bars)
        return not closed >> self.grid.toward[a][direction] & 1 and not bars[direction] >> a & 1


def ground(s: State, side: int, start: int, *, leaves_empty: bool) -> Ground:
    """rof:10.4, 10.5, 11.3 - what bars the way of units that start in a hex.

    Links are those of the position when the move begins; where the last unit leaves a hex, what it cancelled there bars again
    from the second step on (ROF-A05, a).
    """
    grid = s.defn.map.grid
    leaves_empty = leaves_empty and bool(grid.ring[start] & s.occupied[1 - side])
    key = ("ground", side, start if leaves_empty else -1)
    found = s.cache.get(key)
    if found is None:
        here = side_links(s, 1 - side)
        own = s.occupied[side]
        after = side_links(s, 1 - side, own ^ (1 << start)) if leaves_empty else here
        bars, start_bars = after.bars, here.bars
        if reading(s, "ROF-A05") == "b":
            bars, start_bars = (_open_to_own(grid, own, each) for each in (bars, start_bars))
        enemy = s.occupied[1 - side]
        if after is here:
            start_bars = bars
        found = s.cache[key] = Ground(
            grid, start, enemy | after.hexes, bars, enemy | here.hexes, start_bars
        )  # fmt: skip
    result: Ground = found
    return result


def _open_to_own(grid: Grid, own: int, bars: tuple[int, ...]) -> tuple[int, ...]:
    """ROF-A05, b - a hexside link does not stop a step into a hex held by friends: the mover cancels it from its side."""
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
    guaranteed = not reserve and (reading(s, "ROF-A04") == "b" or not any(spent[u] for u in units))
    return Walk(units, reserve, s.at[units[0]], left, strategic, guaranteed)


def _vacates(s: State, units: tuple[int, ...]) -> bool:
    return len(units) >= len(s.stacks.get(s.at[units[0]], ()))


@dataclass(frozen=True)
class Search:
    """One search of a walk: how far units of a kind get, and what the other kind of a mixed stack has left to pay with."""

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
    g = ground(s, side, w.start, leaves_empty=_vacates(s, units))
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
    if w.guaranteed and (reading(s, "ROF-A04") == "a" or len(found) <= 1):
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


def route(s: State, reach_: Reach, target: int) -> list[int]:
    """A cheapest legal path to a hex of a reach, start included; empty if the hex is not in it."""
    if target not in reach_.cost:
        return []
    units, start = reach_.walk.units, reach_.walk.start
    side = roster(s).side[units[0]]
    walls = ground(s, side, start, leaves_empty=_vacates(s, units)).walls
    for search in reach_.searches:
        if target in search.found:
            path = path_to(target, search.found, costs(s, side, search.kind), walls)
            if all(path_cost(s, side, k, path) <= search.left[k] for k in search.left):
                return path
    return [start, target]


def find_path(s: State, units: tuple[int, ...], target: int, *, reserve: bool) -> list[int]:
    """A cheapest legal path to a hex, start included; empty if there is none."""
    return route(s, reachable(s, units, reserve=reserve), target)


def wander(s: State, units: tuple[int, ...], random: Random, *, reserve: bool, strategic: bool) -> tuple[int, ...]:
    """A legal path drawn step by step at random, start included; empty if the units cannot go anywhere."""
    w = walk(s, units, reserve=reserve)
    side = roster(s).side[units[0]]
    g = ground(s, side, w.start, leaves_empty=_vacates(s, units))
    left = dict(w.strategic if strategic and w.strategic else w.left)
    closed = s.defn.map.grid.all ^ clean(s, side) if left == w.strategic and strategic else 0
    tables = [(kind, costs(s, side, kind)) for kind in left]
    path = [w.start]
    stop = random.random() * 0.4
    while len(path) < 60:
        here = path[-1]
        ways = [n for n in _ways(g, here) if not closed >> n & 1 and (len(path) < 2 or n != path[-2])]
        random.shuffle(ways)
        for near in ways:
            prices = [(kind, next(cost for n, cost in table[here] if n == near)) for kind, table in tables]
            if all(price <= left[kind] for kind, price in prices):
                for kind, price in prices:
                    left[kind] -= price
                path.append(near)
                break
        else:
            break
        if random.random() < stop:
            break
    if len(path) == 1 and w.guaranteed and not any(extra(s).spent[u] for u in units):
        ways = _ways(g, w.start)
        return (w.start, random.choice(ways)) if ways else ()
    return tuple(path) if len(path) > 1 else ()


def _ways(g: Ground, here: int) -> list[int]:
    """The neighbours that can be entered from a hex."""
    return [n for d, n in enumerate(g.grid.toward[here]) if n >= 0 and g.open(here, d)]


def path_cost(s: State, side: int, kind: int, path: Sequence[int]) -> int:
    """Half points a path costs; the first cell is where it starts."""
    table = costs(s, side, kind)
    return sum(next(cost for n, cost in table[a] if n == b) for a, b in zip(path, path[1:], strict=False))


def exits_for(s: State, side: int) -> Mapping[str, int]:
    """rof:11.8 - edges over which a side may leave, with the mask of the hexes from which."""
    found: dict[str, int] = {}
    for way in facts(s).content.exits:
        if way.side == side:
            found[way.edge] = found.get(way.edge, 0) | way.mask
    return found


def way_refusals(s: State, units: tuple[int, ...], path: tuple[int, ...]) -> list[Refusal]:
    """rof:10.4, 11.0, 11.3 - what bars a path, whatever it costs; the first hex is where the units stand."""
    grid = s.defn.map.grid
    side = roster(s).side[units[0]]
    found: list[Refusal] = []
    g = ground(s, side, path[0], leaves_empty=_vacates(s, units))
    for a, b in zip(path, path[1:], strict=False):
        if b not in grid.near[a]:
            return [Refusal("rof:11.0", f"{grid.label(b)} is not next to {grid.label(a)}", units, (b,))]
        if not g.open(a, grid.direction(a, b)):
            found.append(_barred(s, side, units, a, b))
    return found


def path_refusals(
    s: State, units: tuple[int, ...], path: tuple[int, ...], edge: str, *, reserve: bool
) -> list[Refusal]:
    """Every reason why units may not go along a path in a movement phase; the first hex is where they stand."""
    side = roster(s).side[units[0]]
    if found := way_refusals(s, units, path):
        return found
    if edge and not exits_for(s, side).get(edge, 0) >> path[-1] & 1:
        return [
            Refusal("rof:11.8", f"these units may not leave the map over the {edge} edge from there", units, path[-1:])
        ]
    return [r for unit in units if (r := _cost_refusal(s, unit, path, edge, reserve=reserve))]


def _barred(s: State, side: int, units: tuple[int, ...], a: int, b: int) -> Refusal:
    """rof:11.3, 10.4 - what stands against one step."""
    label = s.defn.map.grid.label
    if s.occupied[1 - side] >> b & 1:
        return Refusal("rof:11.3", f"there are enemy units in {label(b)}", s.stacks[b], (b,))
    if side_links(s, 1 - side).hexes >> b & 1:
        return Refusal("rof:10.4", f"an enemy ZOC link runs through {label(b)}", units, (b,))
    return Refusal("rof:10.4", f"an enemy ZOC link bars the hexside from {label(a)} to {label(b)}", units, (a, b))


def _cost_refusal(s: State, unit: int, path: tuple[int, ...], edge: str, *, reserve: bool) -> Refusal | None:
    """rof:11.0, 11.2, 11.7, 11.8 - whether a unit can pay for a path."""
    r = roster(s)
    side, spent = r.side[unit], extra(s).spent[unit]
    price = path_cost(s, side, kind_of(s, unit), path) + (EXIT_COST if edge else 0)
    points = allowance(s, unit, reserve=reserve)
    if spent + price <= points:
        return None
    steps = len(path) - 1 + bool(edge)
    if not reserve and steps == 1 and (not spent or (reading(s, "ROF-A04") == "b" and spent < points)):
        return None
    name, cost = r.ids[unit], half_text(spent + price)
    if reserve:
        words = f"{name} would spend {cost} movement points, a reserve may spend {half_text(points)}"
        return Refusal("rof:14.4", words, (unit,), path[-1:])
    if spent + price <= 2 * points:
        return _strategic_refusal(s, unit, path, f"{name} would spend {cost} of {half_text(points)} movement points")
    words = f"{name} would spend {cost} movement points, it has {half_text(points)}, twice that in strategic movement"
    return Refusal("rof:11.0", words, (unit,), path[-1:])


def _strategic_refusal(s: State, unit: int, path: tuple[int, ...], words: str) -> Refusal | None:
    """rof:11.7 - whether a move that goes beyond the allowance may be strategic."""
    if s.marks[unit] & RESERVE:
        return Refusal("rof:11.7", f"{words}, and a unit in reserve may not move strategically", (unit,), path[-1:])
    if s.marks[unit] & EXPOSED:
        text = f"{words}, and it has entered a hex this phase that strategic movement may not enter"
        return Refusal("rof:11.7", text, (unit,), path[-1:])
    allowed = clean(s, roster(s).side[unit])
    for cell in path[1:]:
        if not allowed >> cell & 1:
            why = "is next to an enemy" if near_enemy(s, roster(s).side[unit]) >> cell & 1 else "is enemy-controlled"
            text = f"{words}; strategic movement may not enter {s.defn.map.grid.label(cell)}, which {why}"
            return Refusal("rof:11.7", text, (unit,), (cell,))
    return None


def stack_refusals(s: State, units: tuple[int, ...]) -> list[Refusal]:
    """rof:11.1, 11.4, 11.41 - whether these units may move, and together, as far as the order of moves goes."""
    x = extra(s)
    if done := tuple(u for u in units if s.marks[u] & FINISHED):
        return [Refusal("rof:11.1", f"{roster(s).text(done)}: movement of this phase is over", done)]
    if any(u in x.stack for u in units):
        if not all(u in x.stack for u in units):
            return [Refusal("rof:11.4", "units move as a stack only if they began the phase in one hex", units)]
        inside = [u for u in units if u in x.mover]
        if inside and len(inside) < len(units):
            return [Refusal("rof:11.41", "a unit that split off does not rejoin its stack in the same move", units)]
        return []
    if moved := tuple(u for u in units if x.spent[u]):
        return [Refusal("rof:11.41", "another stack has begun to move since", moved)]
    return []


def note_mover(s: State, units: tuple[int, ...]) -> None:
    """rof:11.1, 11.41 - remember which stack is moving; what moved before it, or split off, is finished."""
    x = extra(s)
    if units[0] in x.stack:
        if not set(units) <= set(x.mover):
            _finish(s, x.mover)
            x.stack = tuple(u for u in x.stack if u not in x.mover)
        x.mover = units
        return
    _finish(s, x.stack)
    here = s.at[units[0]]
    x.stack = tuple(u for u in s.stacks.get(here, ()) if not x.spent[u]) if here >= 0 else units
    x.mover = units


def _finish(s: State, units: tuple[int, ...]) -> None:
    """Those that have moved may not go on."""
    x = extra(s)
    for unit in units:
        if x.spent[unit]:
            s.marks[unit] |= FINISHED


def pay(s: State, units: tuple[int, ...], path: tuple[int, ...], edge: str, *, reserve: bool) -> int:
    """Charge units for a path they are about to take and note whether it was fit for strategic movement; returns the dearest
    price in half points.
    """
    r, x = roster(s), extra(s)
    side = r.side[units[0]]
    allowed = clean(s, side)
    exposed = any(not allowed >> cell & 1 for cell in path[1:])
    dearest = 0
    for unit in units:
        price = path_cost(s, side, kind_of(s, unit), path) + (EXIT_COST if edge else 0)
        points = allowance(s, unit, reserve=reserve)
        total = x.spent[unit] + price
        if total > points and (exposed or reserve or s.marks[unit] & (RESERVE | EXPOSED) or total > 2 * points):
            total = max(points, 1)  # the guaranteed hex takes everything (rof:11.2)
        dearest = max(dearest, total - x.spent[unit])
        x.spent[unit] = total
        if exposed:
            s.marks[unit] |= EXPOSED
        if reserve:
            s.marks[unit] |= SPENT_RESERVE
    return dearest
