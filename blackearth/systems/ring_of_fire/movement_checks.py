"""rof:11.0 to 11.8 - every reason why a path or an order of moves is refused, and what a move leaves behind."""

from __future__ import annotations

import itertools

from blackearth.core.refusals import Refusal
from blackearth.core.tally import half_text
from blackearth.systems.ring_of_fire.board import (
    EXPOSED,
    FINISHED,
    RESERVE,
    SPENT_RESERVE,
    State,
    extra,
    near_enemy,
    reading,
    roster,
    side_links,
)
from blackearth.systems.ring_of_fire.movement import (
    EXIT_COST,
    Ground,
    allowance,
    clean,
    exits_for,
    ground,
    kind_of,
    path_cost,
)


def way_refusals(s: State, units: tuple[int, ...], path: tuple[int, ...]) -> list[Refusal]:
    """rof:10.4, 11.0, 11.3 - what bars a path, whatever it costs; the first hex is where the units stand."""
    grid = s.defn.map.grid
    found: list[Refusal] = []
    g = ground(s, units)
    for a, b in itertools.pairwise(path):
        if b not in grid.near[a]:
            return [Refusal("rof:11.0", f"{grid.label(b)} is not next to {grid.label(a)}", units, (b,))]
        if not g.open(a, grid.direction(a, b)):
            found.append(_barred(s, g, units, a, b))
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


def _barred(s: State, g: Ground, units: tuple[int, ...], a: int, b: int) -> Refusal:
    """rof:11.3, 10.4, 10.5 - what stands against one step."""
    label, enemy = s.defn.map.grid.label, 1 - roster(s).side[units[0]]
    if s.occupied[enemy] >> b & 1:
        return Refusal("rof:11.3", f"there are enemy units in {label(b)}", s.stacks[b], (b,))
    links = side_links(s, enemy)
    hexes: tuple[int, ...] = (b,)
    if g.closed >> b & 1:
        text, stands = f"an enemy ZOC link runs through {label(b)}", bool(links.hexes >> b & 1)
    else:
        text, hexes = f"an enemy ZOC link bars the hexside from {label(a)} to {label(b)}", (a, b)
        stands = links.bars_step(a, b)
    if not stands:
        return Refusal("rof:10.5", f"{text}; units on the march do not cancel it", units, hexes)
    return Refusal("rof:10.4", text, units, hexes)


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


def strategic(s: State, unit: int, path: tuple[int, ...], edge: str) -> bool:
    """rof:11.7 - whether a unit can go along a path, beyond its allowance, by strategic movement."""
    price = path_cost(s, roster(s).side[unit], kind_of(s, unit), path) + (EXIT_COST if edge else 0)
    within = extra(s).spent[unit] + price <= 2 * allowance(s, unit, reserve=False)
    return within and _strategic_refusal(s, unit, path, "") is None


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
        if x.spent[unit] and s.at[unit] >= 0:
            s.marks[unit] |= FINISHED


def pay(s: State, units: tuple[int, ...], path: tuple[int, ...], edge: str, *, reserve: bool) -> int:
    """Charge units for a path they are about to take and note whether it was fit for strategic movement; returns the
    dearest price in half points.
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
