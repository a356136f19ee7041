"""kursk:movement-A and following, kursk:zoc-enter and following - what a step costs, how far a unit gets, why it may
not go.

Costs are half movement points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from blackearth.core.refusals import Refusal
from blackearth.core.tally import Tally, half_text
from blackearth.systems.kursk import zones
from blackearth.systems.kursk.board import ENTERED, HALVED, State, facts, reading, room, roster, works

POINT = 2  # half points in a point


def allowance(s: State, unit: int) -> int:
    """kursk:supply-A, KUR-A34 - half movement points of a unit: its allowance, halved out of supply, fractions of a
    point lost; less what a reinforcement pays for its hex of entry, where that is read so.
    """
    points = roster(s).move[unit]
    if s.marks[unit] & HALVED:
        points = points // (2 * POINT) * POINT
    if s.marks[unit] & ENTERED and reading(s, "KUR-A34") == "b":
        points = max(0, points - entry_cost(s, unit, s.at[unit]))
    return points


def entry_parts(s: State, unit: int, b: int) -> list[tuple[str, int, str]]:
    """kursk:movement-A, movement-I, tec-forest, tec-fortified, zoc-enter - the parts of the cost of entering a hex:
    (what, half points, rule); each hex of a path costs what its own terrain costs.
    """
    r, content = roster(s), facts(s).content
    side, wheeled, chart = r.side[unit], r.wheeled[unit], facts(s).map
    parts = [("hex", content.terrain["clear"].cost(wheeled), "kursk:movement-A")]
    parts += [
        (kind, cost, "kursk:tec-forest")
        for kind in ("forest", "swamp")
        if chart.has(kind, b) and (cost := content.terrain[kind].cost(wheeled))
    ]
    if works(s, 1 - side) >> b & 1:
        parts.append(("enemy fortification", content.terrain["fortified_line"].cost(wheeled), "kursk:tec-fortified"))
    if zones.of(s, 1 - side) >> b & 1:
        parts.append(("entering a zone", content.terrain["enter_zone"].cost(wheeled), "kursk:zoc-enter"))
    return parts


def entry_cost(s: State, unit: int, b: int) -> int:
    """Half points of entering a hex from nowhere."""
    return sum(cost for _, cost, _ in entry_parts(s, unit, b))


def step_parts(s: State, unit: int, a: int, b: int) -> tuple[tuple[str, int, str], ...]:
    """kursk:zoc-B, zoc-C, zoc-example - the parts of the cost of a step: (what, half points, rule). All that applies
    adds up (kursk:tec-cumulative).
    """
    r, parts = roster(s), entry_parts(s, unit, b)
    if zones.of(s, 1 - r.side[unit]) >> a & 1:
        cost = facts(s).content.terrain["leave_zone"].cost(r.wheeled[unit])
        parts.append(("leaving a zone", cost, "kursk:zoc-B"))
    return tuple(parts)


def step_cost(s: State, unit: int, a: int, b: int) -> int:
    """Half points of a step."""
    return sum(cost for _, cost, _ in step_parts(s, unit, a, b))


def barred(s: State, unit: int, b: int) -> Refusal | None:
    """kursk:movement-F, movement-G, stacking-A, supply-E - what forbids entering a hex whatever it costs: enemies, or a
    full stack, also in passing; but not that a unit would be out of supply there.
    """
    r, label = roster(s), s.defn.map.grid.label
    if s.occupied[1 - r.side[unit]] >> b & 1:
        return Refusal("kursk:movement-G", f"there are enemy units in {label(b)}", s.stacks[b], (b,))
    if not room(s, unit, b):
        return Refusal("kursk:stacking-A", f"{label(b)} is full; the limit holds in passing, too", s.stacks[b], (b,))
    return None


@dataclass(frozen=True)
class Reach:
    """Where a unit can go: each hex but the start with its cost, and the hex a cheapest path comes from."""

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
    """kursk:movement-A, movement-C - every hex a unit can reach with its allowance; there is no guaranteed hex
    (KUR-03).
    """
    near, start, points = s.defn.map.grid.near, s.at[unit], allowance(s, unit)
    cost, before = {start: 0}, dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    done: set[int] = set()
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            if cell in done:
                continue
            done.add(cell)
            for n in near[cell]:
                total = spent + step_cost(s, unit, cell, n)
                if total <= points and total < cost.get(n, points + 1) and barred(s, unit, n) is None:
                    cost[n], before[n] = total, cell
                    buckets[total].append(n)
    del cost[start]
    return Reach(cost, before, start)


def can_move(s: State, unit: int) -> bool:
    """kursk:movement-A, movement-C - whether a unit can go to any hex next to it."""
    start, points = s.at[unit], allowance(s, unit)
    ways = s.defn.map.grid.near[start]
    return any(step_cost(s, unit, start, n) <= points and barred(s, unit, n) is None for n in ways)


def path_refusals(s: State, unit: int, path: tuple[int, ...]) -> list[Refusal]:
    """kursk:movement-A, movement-C - every reason why a unit may not go along a path; the first hex is where it
    stands.
    """
    grid, name, total = s.defn.map.grid, roster(s).ids[unit], 0
    for a, b in pairwise(path):
        if b not in grid.near[a]:
            text = f"{grid.label(b)} is not next to {grid.label(a)}"
            return [Refusal("kursk:movement-A", text, (unit,), (b,))]
        if refusal := barred(s, unit, b):
            return [refusal]
        total += step_cost(s, unit, a, b)
    points = allowance(s, unit)
    if total > points:
        text = f"{name} would spend {half_text(total)} movement points, it has {half_text(points)}"
        return [Refusal("kursk:movement-C", text, (unit,), path[-1:])]
    return []


def path_cost(s: State, unit: int, path: tuple[int, ...]) -> int:
    """Half points of a path."""
    return sum(step_cost(s, unit, a, b) for a, b in pairwise(path))


def path_tally(s: State, unit: int, path: tuple[int, ...]) -> Tally:
    """What each step of a path costs, part by part."""
    label = s.defn.map.grid.label
    tally = Tally(f"Move to {label(path[-1])}")
    for a, b in pairwise(path):
        for what, cost, cite in step_parts(s, unit, a, b):
            tally.add(f"{label(b)} {what}", Fraction(cost, POINT), cite, hexes=(b,))
    rest = allowance(s, unit) - int(tally.total * POINT)
    tally.note = f"Left after the move: {half_text(rest)}" if rest >= 0 else f"{half_text(-rest)} too much"
    return tally
