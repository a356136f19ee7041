"""Quick answers about movement for computer players: the same costs as in `movement`, read from tables."""

from __future__ import annotations

from functools import cache

from blackearth.core.advice import Ways
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import movement, zones
from blackearth.systems.kursk.board import Definition, State, facts, roster, stack_fits

#: More than any allowance.
NEVER = 1000
#: For each cell that can be reached: its cost in half points.
Reach = dict[int, int]


@cache
def ground_costs(defn: Definition, side: int, wheeled: bool) -> tuple[int, ...]:
    """kursk:movement-A, tec-forest, tec-fortified - half points for a unit to enter each cell, zones apart."""
    chart, terrain = defn.map, defn.content.terrain
    found = [terrain["clear"].cost(wheeled)] * chart.grid.size
    for kind in ("forest", "swamp"):
        for cell in cells(chart.masks[kind]):
            found[cell] += terrain[kind].cost(wheeled)
    for cell in cells(chart.masks["soviet_works" if side else "german_works"]):
        found[cell] += terrain["fortified_line"].cost(wheeled)
    return tuple(found)


@cache
def ways(defn: Definition, side: int, wheeled: bool, back: bool) -> Ways:
    """For each cell its neighbours with the half points of going there, or of coming from there."""
    into, near = ground_costs(defn, side, wheeled), defn.map.grid.near
    return [tuple((n, into[cell] if back else into[n]) for n in near[cell]) for cell in range(len(near))]


class Ground:
    """Where units of a side could go in a position.

    Args:
        s: the position.
        side: whose units.
        occupied: hexes with enemies, if not those of the position.
        zone: enemy zones, if not those of the position.
    """

    def __init__(self, s: State, side: int, occupied: int | None = None, zone: int | None = None) -> None:
        self.s, self.side, self.r, d = s, side, roster(s), facts(s)
        enemy = s.occupied[1 - side] if occupied is None else occupied
        self.zone = zones.of(s, 1 - side) if zone is None else zone
        terrain, self.near = d.content.terrain, d.map.grid.near
        self._into = [list(ground_costs(d, side, wheeled)) for wheeled in (False, True)]
        for into, wheeled in zip(self._into, (False, True), strict=True):
            price = terrain["enter_zone"].cost(wheeled)
            for cell in cells(self.zone):
                into[cell] += price
            for cell in cells(enemy):
                into[cell] = NEVER
        self._leave = [terrain["leave_zone"].cost(wheeled) for wheeled in (False, True)]

    def reach(self, unit: int, points: int | None = None, full: int = 0) -> Reach:
        """Cells a unit could come to, the start included; ``full`` are hexes that have no room for it."""
        return self._from(unit, points, full)[0]

    def escapes(self, cell: int, points: int, safe: int) -> bool:
        """Whether a motorized unit could go from a cell to one of a mask."""
        return any(safe >> c & 1 for c in self._search(True, cell, points, 0)[0])

    def path(self, unit: int, target: int) -> tuple[int, ...]:
        """The cheapest way that the stacks as they stand allow; empty if there is none."""
        full = self.full(unit)
        if full >> target & 1:
            return ()
        cost, before = self._from(unit, None, full)
        if target not in cost:
            return ()
        path = [target]
        while path[-1] in before:
            path.append(before[path[-1]])
        return tuple(path[::-1])

    def full(self, unit: int) -> int:
        """kursk:stacking-A - mask of the own hexes that have no room for a unit."""
        mask = 0
        for cell in cells(self.s.occupied[self.side]):
            units = self.s.stacks[cell]
            if len(units) >= 3 and unit not in units and not stack_fits(self.s, (*units, unit)):
                mask |= 1 << cell
        return mask

    def _from(self, unit: int, points: int | None, full: int) -> tuple[Reach, Reach]:
        limit = movement.allowance(self.s, unit) if points is None else points
        return self._search(self.r.wheeled[unit], self.s.at[unit], limit, full)

    def _search(self, wheeled: bool, start: int, limit: int, full: int) -> tuple[Reach, Reach]:
        """The cost of each cell in reach, and the cell before it on the way."""
        into, leave, zone, near = self._into[wheeled], self._leave[wheeled], self.zone, self.near
        cost, before = {start: 0}, Reach()
        buckets: list[list[int]] = [[] for _ in range(limit + 1)]
        buckets[0].append(start)
        for spent, bucket in enumerate(buckets):
            for cell in bucket:
                if cost[cell] != spent:
                    continue
                base = spent + leave if zone >> cell & 1 else spent
                for n in near[cell]:
                    total = base + into[n]
                    if total <= limit and total < cost.get(n, NEVER) and not full >> n & 1:
                        cost[n], before[n] = total, cell
                        buckets[total].append(n)
        return cost, before
