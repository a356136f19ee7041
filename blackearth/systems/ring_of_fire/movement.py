"""rof:11.0 - movement of units and stacks: costs in force, reach, and every reason why a path is refused.

All amounts are half movement points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from blackearth.core.refusals import Refusal
from blackearth.core.tally import half_text
from blackearth.hexes.mask import cells, flags
from blackearth.hexes.paths import Exits, path_to, reach
from blackearth.lib.links import Links
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
    r = roster(s)
    mask = 0
    for unit in r.of_side(1 - side):
        if r.air[unit] and s.at[unit] >= 0:
            mask |= 1 << s.at[unit]
    return mask


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
        free: one character a cell, ``1`` if it may be entered.
        walls: for a cell the neighbours behind enemy hexside links.
        links: the enemy links on the way.
        start_links: the enemy links at the first step, while the units still count where they stand.
    """

    free: str
    walls: Mapping[int, Sequence[int]]
    links: Links
    start_links: Links


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
        free = grid.all ^ (grid.all & (s.occupied[1 - side] | after.hexes))
        walls = after.walls if after is here else {**after.walls, start: here.walls.get(start, ())}
        if reading(s, "ROF-A05") == "b":
            walls = {cell: [n for n in behind if not own >> n & 1] for cell, behind in walls.items()}
        found = s.cache[key] = Ground(flags(free, grid.size), walls, after, here)
    result: Ground = found
    return result


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


def reachable(s: State, units: tuple[int, ...], *, reserve: bool) -> dict[int, int]:
    """Every hex that units of one hex can reach together now, with the cost of the dearest kind among them; without the hex
    they stand in. The cost of the guaranteed hex is all they have left.
    """
    w = walk(s, units, reserve=reserve)
    side = roster(s).side[units[0]]
    g = ground(s, side, w.start, leaves_empty=_vacates(s, units))
    found = _reach(s, side, w.left, w.start, g.free, g.walls)
    if w.strategic:
        far = _reach(s, side, w.strategic, w.start, flags(clean(s, side), s.defn.map.grid.size), g.walls)
        for cell, cost in far.items():
            found.setdefault(cell, cost)
    if w.guaranteed and (reading(s, "ROF-A04") == "a" or not found):
        rest = max(0, max(w.left.values()))
        for near in s.defn.map.grid.near[w.start]:
            if near not in found and g.free[near] == "1" and near not in g.walls.get(w.start, ()):
                found[near] = rest
    found.pop(w.start, None)
    return found


def _reach(
    s: State, side: int, left: Mapping[int, int], start: int, free: str, walls: Mapping[int, Sequence[int]]
) -> dict[int, int]:
    """Reach of units of one kind, or of both kinds together (rof:11.42, ROF-A10: each pays from its own account)."""
    if any(points < 0 for points in left.values()):
        return {}
    found = {kind: reach(start, points, costs(s, side, kind), free, walls) for kind, points in left.items()}
    if len(found) == 1:
        return next(iter(found.values()))
    both = {}
    for cell in found[LEG].keys() & found[MOBILE].keys():
        for kind, other in ((MOBILE, LEG), (LEG, MOBILE)):
            route = path_to(cell, found[kind], costs(s, side, kind), walls)
            if path_cost(s, side, other, route) <= left[other]:
                both[cell] = max(found[kind][cell], path_cost(s, side, other, route))
                break
    return both


def path_cost(s: State, side: int, kind: int, path: Sequence[int]) -> int:
    """Half points a path costs; the first cell is where it starts."""
    table = costs(s, side, kind)
    return sum(dict(table[a])[b] for a, b in zip(path, path[1:], strict=False))


def find_path(s: State, units: tuple[int, ...], target: int, *, reserve: bool) -> list[int]:
    """A cheapest legal path to a hex, start included; empty if there is none."""
    w = walk(s, units, reserve=reserve)
    side = roster(s).side[units[0]]
    g = ground(s, side, w.start, leaves_empty=_vacates(s, units))
    grid = s.defn.map.grid
    tries = [(w.left, g.free)]
    if w.strategic:
        tries.append((w.strategic, flags(clean(s, side), grid.size)))
    for left, free in tries:
        for kind in sorted(left, reverse=True):
            found = reach(w.start, max(0, left[kind]), costs(s, side, kind), free, g.walls)
            if target in found:
                path = path_to(target, found, costs(s, side, kind), g.walls)
                if all(path_cost(s, side, k, path) <= left[k] for k in left):
                    return path
    if target in reachable(s, units, reserve=reserve):
        return [w.start, target]
    return []


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
    for n, (a, b) in enumerate(zip(path, path[1:], strict=False)):
        if b not in grid.near[a]:
            return [Refusal("rof:11.0", f"{grid.label(b)} is not next to {grid.label(a)}", units, (b,))]
        found += _step_refusals(s, side, units, a, b, g.start_links if n == 0 else g.links)
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


def _step_refusals(s: State, side: int, units: tuple[int, ...], a: int, b: int, bars: Links) -> list[Refusal]:
    """rof:11.3, 10.4 - what stands against one step."""
    label = s.defn.map.grid.label
    if s.occupied[1 - side] >> b & 1:
        return [Refusal("rof:11.3", f"there are enemy units in {label(b)}", s.stacks[b], (b,))]
    if bars.hexes >> b & 1:
        return [Refusal("rof:10.4", f"an enemy ZOC link runs through {label(b)}", units, (b,))]
    own = reading(s, "ROF-A05") == "b" and s.occupied[side] >> b & 1
    if bars.bars_step(a, b) and not own:
        return [Refusal("rof:10.4", f"an enemy ZOC link bars the hexside from {label(a)} to {label(b)}", units, (a, b))]
    return []


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
