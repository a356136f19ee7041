"""ms:F1-F4, kharkov:4, kharkov:8, rostov:4 - what a step costs and what forbids it. Costs are half movement points.

`step` answers for paths and refusals; the search for reach asks the same in masks (`_Lie`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from blackearth.core.refusals import Refusal
from blackearth.core.tally import Tally, half_text
from blackearth.hexes.grid import DIRECTION_NAMES
from blackearth.systems.kharkov import ground, zones
from blackearth.systems.kharkov.board import (
    GERMAN,
    SOVIET,
    State,
    extra,
    facts,
    frozen,
    mode_of,
    roster,
)

ROUND = 2  # half points in a point


def allowance(s: State, unit: int) -> int:
    """ms:F4 - half movement points of a unit in this weather: halved in mud (rounded up to full points), less for
    mechanized units of the Axis in snow.
    """
    r, weather = roster(s), facts(s).content.weather[extra(s).weather]
    points = r.move[unit]
    if weather.halved_movement:
        points = -(-points // (2 * ROUND)) * ROUND
    if r.side[unit] == GERMAN and r.mechanized[unit]:
        points -= weather.axis_mechanized
    return max(0, points)


@dataclass(frozen=True)
class Mover:
    """What matters of a unit for moving; units with the same values move alike.

    Attributes:
        side: its side.
        armour: armour for zones (ms:F3b).
        mechanized: pays mechanized costs (ms:F2a).
        german: non-armour that may go from zone to zone (ms:F3a).
        mode: mode of its army (kharkov:8-modes).
        free: whether it has not moved in this phase (F3a: the one hex from zone to zone is its whole move).
    """

    side: int
    armour: bool
    mechanized: bool
    german: bool
    mode: str
    free: bool


def mover(s: State, unit: int) -> Mover:
    """The mover of a unit."""
    r = roster(s)
    return Mover(
        r.side[unit], r.armour[unit], r.mechanized[unit], r.german[unit], mode_of(s, unit), not extra(s).spent[unit]
    )


@dataclass(frozen=True)
class Step:
    """A step that is allowed: the parts of its cost (what, half points, rule), and whether the unit must stop there."""

    parts: tuple[ground.Part, ...]
    stop: bool = False

    @property
    def cost(self) -> int:
        """Half movement points."""
        return sum(cost for _, cost, _ in self.parts)


def step(s: State, m: Mover, a: int, b: int, *, first: bool) -> Step | Refusal:
    """Whether and at what price a unit goes from a hex to its neighbour.

    Args:
        s: the state.
        m: who moves.
        a: cell that is left.
        b: neighbouring cell that is entered.
        first: whether it is the first step of the whole phase.
    """
    barred = _barred(s, m, a, b)
    if barred:
        return barred
    parts = ground.parts(facts(s), frozen(s), m.mechanized, a, b)
    enemy = zones.of(s, 1 - m.side)
    if not enemy >> b & 1:
        return Step(parts)
    if enemy >> a & 1:
        refusal = _zone_to_zone(s, m, a, b, first)
        if refusal:
            return refusal
        if m.armour:
            extra_cost = ROUND * facts(s).content.series.armour_zone_cost
            parts = (*parts, ("from zone to zone", extra_cost, "ms:F3b"))
    held = m.side == SOVIET and bool(zones.of_armour(s, GERMAN) >> b & 1)
    return Step(parts, stop=not m.armour or held)


def _barred(s: State, m: Mover, a: int, b: int) -> Refusal | None:
    """ms:F2a, F3c, F3d, kharkov:8-offensive - what forbids a step whatever it costs."""
    chart, label = facts(s).map, s.defn.map.grid.label
    if s.occupied[1 - m.side] >> b & 1:
        return Refusal("ms:F3d", f"there are enemy units in {label(b)}", s.stacks[b], (b,))
    if chart.masks["sea"] >> b & 1:
        return Refusal("ms:F2a", f"{label(b)} is impassable", (), (b,))
    modes = facts(s).content.scenario.modes
    if m.mode == "offensive" and modes and m.side == SOVIET:
        name = DIRECTION_NAMES["flat"][chart.grid.direction(a, b)]
        if name in modes.barred:
            text = f"an army in Offensive mode does not move {name} (red sides of hex 0538)"
            return Refusal("kharkov:8-offensive", text, (), (a, b))
    if chart.sides["major_river"].has(a, b) and zones.of_bank(s, 1 - m.side) >> b & 1:
        text = f"a major river may not be crossed into the zone of an enemy on its bank, at {label(b)}"
        return Refusal("ms:F3c", text, (), (a, b))
    return None


def _zone_to_zone(s: State, m: Mover, a: int, b: int, first: bool) -> Refusal | None:
    """ms:F3a, F3b, kharkov:8-defensive - whether a unit may go directly from one enemy zone into another."""
    sides, label = facts(s).map.sides, s.defn.map.grid.label
    where = f"from {label(a)} to {label(b)}, directly from zone to zone"
    if m.mode == "defensive":
        return Refusal("kharkov:8-defensive", f"an army in Defensive mode does not go {where}", (), (a, b))
    if not m.armour and not m.german:
        return Refusal("ms:F3a", f"only armour and German units go {where}", (), (a, b))
    fort = sides["fort_german" if m.side == SOVIET else "fort_soviet"]
    if sides["river"].has(a, b) or sides["major_river"].has(a, b) or fort.has(a, b):
        cite = "ms:F3b" if m.armour else "ms:F3a"
        return Refusal(cite, f"no unit goes {where}, over a river or an enemy fortification", (), (a, b))
    if not m.armour and not (first and m.free):
        return Refusal("ms:F3a", f"a German unit that is no armour goes {where}, only as its whole move", (), (a, b))
    return None


def left(s: State, unit: int) -> int:
    """Half points a unit still has in this phase; an entrenched one gets up without losing any (ms:F6)."""
    return allowance(s, unit) - extra(s).spent[unit]


@dataclass(frozen=True)
class Reach:
    """Where a unit can go now.

    Attributes:
        cost: every hex but the start with its cost; the one guaranteed hex costs all that is left (ms:F2b).
        before: for each hex the one a cheapest path comes from.
        start: where it stands.
    """

    cost: dict[int, int]
    before: dict[int, int]
    start: int

    def path(self, target: int) -> list[int]:
        """A cheapest path, start included; empty if the hex is out of reach."""
        if target not in self.cost:
            return []
        path = [target]
        while path[-1] != self.start:
            path.append(self.before[path[-1]])
        return path[::-1]


def reachable(s: State, unit: int) -> Reach:
    """ms:F1-F3 - every hex a unit can reach in this phase."""
    start, m, points = s.at[unit], mover(s, unit), left(s, unit)
    key = ("reach", start, m, points, extra(s).weather)
    found = s.cache.get(key)
    if found is None:
        found = s.cache[key] = _search(s, m, start, points)
    result: Reach = found
    return result


@dataclass(frozen=True)
class _Lie:
    """What a position means for the steps of a mover; says in masks what `step` says of a single step.

    Attributes:
        ways: the steps of the ground.
        plain: the same as neighbours with their cost.
        free: hexes that all these steps lead out of.
        shut: hexes that may not be entered.
        zone: the enemy's zones.
        banks: zones that may not be entered over a major river (ms:F3c).
        stops: hexes in which the mover must stop.
        barred: directions in which it does not move (kharkov:8-offensive).
        more: what a step from zone to zone costs more, by whether it is the first one; None where it is forbidden.
    """

    ways: tuple[tuple[ground.Crossing, ...], ...]
    plain: Sequence[Sequence[tuple[int, int]]]
    free: int
    shut: int
    zone: int
    banks: int
    stops: int
    barred: frozenset[int]
    more: tuple[int | None, int | None]


def _lie(s: State, m: Mover) -> _Lie:
    enemy = 1 - m.side
    zone = zones.of(s, enemy)
    stops = zone & zones.of_armour(s, GERMAN) if m.side == SOVIET else 0
    modes = facts(s).content.scenario.modes
    names = modes.barred if modes and m.mode == "offensive" and m.side == SOVIET else ()
    barred = frozenset(d for d, name in enumerate(DIRECTION_NAMES["flat"]) if name in names)
    more: tuple[int | None, int | None] = (None, None)
    if m.mode != "defensive" and m.armour:
        price = ROUND * facts(s).content.series.armour_zone_cost
        more = price, price
    elif m.mode != "defensive" and m.german and m.free:
        more = None, 0
    defn, grid, shut = facts(s), s.defn.map.grid, s.occupied[enemy]
    ways, plain = ground.crossings(defn, frozen(s), m.mechanized), ground.costs(defn, frozen(s), m.mechanized)
    free = 0 if barred else grid.all & ~grid.spread(shut | zone)
    return _Lie(ways, plain, free, shut, zone, zones.of_bank(s, enemy), stops if m.armour else zone, barred, more)


def _search(s: State, m: Mover, start: int, points: int) -> Reach:
    """The bucket search behind `reachable`: cheapest first, never on from a hex in which the unit must stop."""
    lie, cost, before = _lie(s, m), {start: 0}, dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(max(0, points) + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if cost[cell] != spent or (lie.stops >> cell & 1 and cell != start):
                continue
            ways = lie.plain[cell] if lie.free >> cell & 1 else _ways_out(lie, m.side, cell, cell == start)
            for near, price in ways:
                total = spent + price
                if total <= points and total < cost.get(near, points + 1):
                    cost[near], before[near] = total, cell
                    buckets[total].append(near)
    if m.free and points > 0:  # ms:F2b, the one guaranteed hex
        for near, _ in _ways_out(lie, m.side, start, True):
            if near not in cost:
                cost[near], before[near] = points, start
    del cost[start]
    return Reach(cost, before, start)


def _ways_out(lie: _Lie, side: int, cell: int, first: bool) -> list[tuple[int, int]]:
    """The steps that are allowed out of a hex, with their cost."""
    found, from_zone = [], lie.zone >> cell & 1
    for near, cost, direction, major, held in lie.ways[cell]:
        if lie.shut >> near & 1 or direction in lie.barred or (major and lie.banks >> near & 1):
            continue
        if from_zone and lie.zone >> near & 1:
            more = lie.more[first]
            if more is None or held[side]:
                continue
            cost += more
        found.append((near, cost))
    return found


def _whole_move(s: State, m: Mover, a: int, b: int) -> bool:
    """ms:F3a - a step from zone to zone of a unit that is no armour is its whole move."""
    enemy = zones.of(s, 1 - m.side)
    return not m.armour and bool(enemy >> a & 1 and enemy >> b & 1)


def path_refusals(s: State, unit: int, path: tuple[int, ...]) -> list[Refusal]:
    """ms:F1-F3 - every reason why a unit may not go along a path in this phase; the first hex is where it stands."""
    grid, m, points = s.defn.map.grid, mover(s, unit), left(s, unit)
    name, total = roster(s).ids[unit], 0
    for n, (a, b) in enumerate(pairwise(path)):
        if b not in grid.near[a]:
            return [Refusal("ms:F1", f"{grid.label(b)} is not next to {grid.label(a)}", (unit,), (b,))]
        way = step(s, m, a, b, first=n == 0)
        if isinstance(way, Refusal):
            return [Refusal(way.cite, f"{name}: {way.text}", (unit,), way.hexes)]
        total += way.cost
        if (way.stop or _whole_move(s, m, a, b)) and n < len(path) - 2:
            cite = "ms:F3b" if m.armour else "ms:F3a"
            return [Refusal(cite, f"{name} must stop in the enemy zone in {grid.label(b)}", (unit,), (b,))]
    if total > points and not (len(path) == 2 and m.free and points > 0):
        text = f"{name} would spend {half_text(total)} movement points, it has {half_text(points)}"
        return [Refusal("ms:F1", text, (unit,), path[-1:])]
    return []


def path_cost(s: State, unit: int, path: tuple[int, ...]) -> int:
    """Half points of a legal path; the guaranteed hex takes all that is left (ms:F2b)."""
    m, total = mover(s, unit), 0
    for n, (a, b) in enumerate(pairwise(path)):
        way = step(s, m, a, b, first=n == 0)
        assert isinstance(way, Step)
        total += way.cost
    return min(total, max(1, left(s, unit)))


def must_stop(s: State, unit: int, path: tuple[int, ...]) -> bool:
    """Whether the unit may not go on after this path (ms:F3a, F3b)."""
    m = mover(s, unit)
    way = step(s, m, path[-2], path[-1], first=len(path) == 2)
    return isinstance(way, Step) and (way.stop or _whole_move(s, m, path[-2], path[-1]))


def path_tally(s: State, unit: int, path: tuple[int, ...]) -> Tally:
    """What each step of a path costs."""
    label, m = s.defn.map.grid.label, mover(s, unit)
    tally = Tally(f"Move to {label(path[-1])}")
    for n, (a, b) in enumerate(pairwise(path)):
        way = step(s, m, a, b, first=n == 0)
        if isinstance(way, Step):
            for what, cost, cite in way.parts:
                tally.add(f"{label(b)} {what}", Fraction(cost, ROUND), cite, hexes=(b,))
    rest = Fraction(left(s, unit), ROUND) - tally.total
    tally.note = (
        f"Left after the move: {half_text(int(rest * ROUND))}" if rest >= 0 else "One hex is always possible (F2b)"
    )
    return tally
