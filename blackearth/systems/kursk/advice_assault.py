"""Which attacks to make: forces gathered for one target after the other, the most valuable attack first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from blackearth.hexes.mask import cells
from blackearth.systems.kursk.advice_battle import Battles
from blackearth.systems.kursk.advice_escape import Escape
from blackearth.systems.kursk.advice_muster import Muster, Package
from blackearth.systems.kursk.board import State, roster, stack_fits

#: What a unit in an attack must bring: foot and motorized units.
USE = (0.03, 0.15)
#: What emptying a hex is worth in itself.
OPENED = 0.3
#: What an attack must be worth.
LEAST = 0.15
#: Units that attack together at most: six full stacks.
MOST = 18


class Assault:
    """Plans attacks.

    Args:
        s: the position.
        side: the attacker.
        battles: values in it.
        muster: who may attack; it is used up.
    """

    def __init__(self, s: State, side: int, battles: Battles, muster: Muster) -> None:
        self.s, self.side, self.battles, self.muster = s, side, battles, muster
        self.r, self.grid = roster(s), s.defn.map.grid
        self.escape = Escape(s, side, battles)
        self.by_cell: dict[int, list[int]] = {}
        for unit, hexes in muster.reach.items():
            for cell in hexes:
                self.by_cell.setdefault(cell, []).append(unit)

    def targets(self) -> list[int]:
        """Enemy hexes next to which somebody can come."""
        ring = self.grid.spread(sum(1 << c for c in self.by_cell))
        return cells(self.s.occupied[1 - self.side] & ring)

    def plan(self, targets: Sequence[int]) -> list[Package]:
        """The attacks to make, one after the other, until none is worth it any more."""
        queue = [(-p.value, t) for t in targets if (p := self.best((t,)))]
        heapify(queue)
        found: list[Package] = []
        while queue:
            _, target = heappop(queue)
            package = self.best((target,))
            if package is None:
                continue
            if queue and package.value < -queue[0][0] - 1e-9:
                heappush(queue, (-package.value, target))
                continue
            found.append(package)
            self.take(package)
        return found

    def take(self, package: Package) -> None:
        """The units of a package are used, and stand at their posts."""
        m = self.muster
        m.flights -= package.air > 0
        for unit, cell in package.posts:
            for other in m.reach.pop(unit):
                self.by_cell[other].remove(unit)
            for home, units in m.stacks.items():
                if unit in units and home != cell:
                    m.stacks[home] = tuple(u for u in units if u != unit)
            if unit not in m.stacks.get(cell, ()):
                m.stacks[cell] = (*m.stacks.get(cell, ()), unit)

    def best(self, targets: tuple[int, ...]) -> Package | None:
        """The best force against some hexes together, or None."""
        defenders = tuple(u for t in targets for u in self.s.stacks[t])
        origins = [n for n in self.grid.near[targets[0]] if all(n in self.grid.near[t] for t in targets)]
        able = list(dict.fromkeys(u for n in origins for u in self.by_cell.get(n, ())))
        if not able:
            return None
        points = self.battles.worth(defenders)
        if not any(self.r.regular[u] for u in defenders):
            return self._alone(targets, points, able, origins)
        defence = sum(self.battles.defence(self.s.stacks[t], t) for t in targets)
        packages = [
            self._gather(targets, order, origins, defence, points) for order in self._orders(able, origins, defence)
        ]
        found = max(packages, key=lambda p: (p.value, -len(p.posts)))
        return found if found.value >= LEAST else None

    def _alone(self, targets: tuple[int, ...], points: float, able: list[int], origins: list[int]) -> Package | None:
        """kursk:combat-G - nobody there can fight: one regular unit is enough, the weakest."""
        regular = [u for u in able if self.r.regular[u]]
        if not regular:
            return None
        unit = min(regular, key=lambda u: (self.r.attack[u], u))
        cell = self._post(unit, origins, targets[0], {})
        return Package(points + OPENED, targets, ((unit, cell),)) if cell >= 0 and points else None

    def _orders(self, able: list[int], origins: list[int], defence: int) -> list[list[int]]:
        """Ways to line up: foot first, motorized units first, and foot that pays an exchange before motorized units."""

        def key(unit: int) -> tuple[bool, int, int, int]:
            way = min(self.muster.reach[unit].get(n, 999) for n in origins)
            return bool(self.r.limited[unit]), -self.r.attack[unit], way, unit

        able = sorted(able, key=key)
        foot = [u for u in able if not self.r.motorized[u]]
        motor = [u for u in able if self.r.motorized[u]]
        if not motor or not foot:
            return [able]
        paid = 0
        for n, unit in enumerate(foot):
            paid += self.r.attack[unit]
            if paid >= defence:
                return [[*foot, *motor], [*foot[: n + 1], *motor, *foot[n + 1 :]], [*motor, *foot]]
        return [[*foot, *motor], [*motor, *foot]]

    def _gather(
        self, targets: tuple[int, ...], order: list[int], origins: list[int], defence: int, points: float
    ) -> Package:  # fmt: skip
        """Add units in an order, and keep what was worth most on the way."""
        posts: list[tuple[int, int]] = []
        here: dict[int, list[int]] = {}
        best, price = Package(-99.0, targets, ()), 0.0
        for unit in order:
            cell = self._post(unit, origins, targets[0], here)
            if cell < 0:
                continue
            posts.append((unit, cell))
            here.setdefault(cell, []).append(unit)
            motor = self.r.motorized[unit]
            price += USE[motor] + (self.muster.risk.get(cell, 0.0) if motor else 0.0)
            value, air = self._value(targets, posts, here, defence, points)
            if value - price > best.value + 1e-9:
                best = Package(value - price, targets, tuple(posts), air)
            if len(posts) >= MOST:
                break
        return best

    def _value(
        self, targets: tuple[int, ...], posts: Sequence[tuple[int, int]], here: Mapping[int, Sequence[int]],
        defence: int, points: float,
    ) -> tuple[float, float]:  # fmt: skip
        """Value of an attack, and what of it is due to close support."""
        b, m = self.battles, self.muster
        force = b.force(posts)
        if not force.strength:
            return -99.0, 0.0
        die = b.terrain(targets, 1 - self.side, list(here))
        foot = [cell for unit, cell in posts if not self.r.motorized[unit]]
        motor = [cell for unit, cell in posts if self.r.motorized[unit]]
        stuck = self.escape.stuck(here, targets, m.stacks)
        trapped = self.escape.trapped(foot, targets, motor)
        hole = OPENED + sum(m.holes.get(t, 0.0) for t in targets)
        plain = b.value(force, defence, points, die, hole, stuck=stuck, trapped=trapped)
        if m.flights <= 0 or not any(m.skies >> t & 1 for t in targets):
            return plain, 0.0
        helped = b.value(force, defence, points, die + b.air_bonus, hole, stuck=stuck, trapped=trapped)
        return max(plain, helped), max(0.0, helped - plain)

    def _post(self, unit: int, origins: list[int], target: int, here: Mapping[int, list[int]]) -> int:
        """The cell from which a unit would attack: where it stands, or one with room, dry ones first; -1: none."""
        hexes, limited = self.muster.reach[unit], bool(self.r.limited[unit])
        found: tuple[tuple[float, bool, int, int], int] | None = None
        for n in origins:
            if n not in hexes or (limited and not self._partner(here.get(n, ()))):
                continue
            if hexes[n] and not self._fits(unit, n, here.get(n, ())):
                continue
            risk = self.muster.risk.get(n, 0.0) if self.r.motorized[unit] else 0.0
            key = risk, self.battles.river.has(n, target), hexes[n], n
            if found is None or key < found[0]:
                found = key, n
        return found[1] if found else -1

    def _partner(self, group: Sequence[int]) -> bool:
        """kursk:combat-E, combat-F - whether a regular unit of a hex has no limited one yet."""
        return 2 * sum(1 for u in group if self.r.regular[u]) > len(group)

    def _fits(self, unit: int, cell: int, coming: Sequence[int]) -> bool:
        """kursk:stacking-A - whether a unit finds room beside those that stand in a hex and those that come."""
        there = self.muster.stacks.get(cell, ())
        return stack_fits(self.s, (*there, *(u for u in coming if u not in there), unit))
