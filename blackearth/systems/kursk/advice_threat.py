"""What the enemy could attack in his next turn, and what that costs: the exposure of stacks.

The enemy's units are thought to move with the zones as the position has them; up to a full stack of the strongest comes
to each hex from which a place can be attacked, each unit once. What he could gain by such an attack is what the stack
is exposed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from blackearth.hexes.mask import cells
from blackearth.systems.kursk.advice_battle import Battles, Force
from blackearth.systems.kursk.advice_ground import Ground
from blackearth.systems.kursk.board import State, facts, on_map, roster
from blackearth.systems.kursk.supply import supplied

#: Full units that attack from one hex.
STACK = 3
#: What close support is thought to add to the enemy's die, against foot and against stacks with motorized units, for
#: which he has it.
AIR = (1, 2)


class Threat:
    """The threat to a side in a position.

    Args:
        s: the position.
        side: whose units are threatened.
        battles: values in that position.
    """

    def __init__(self, s: State, side: int, battles: Battles) -> None:
        self.s, self.side, self.battles = s, side, battles
        self.r, self.grid = roster(s), s.defn.map.grid
        self.near_enemy = self.grid.spread(s.occupied[1 - side])
        self._comers: dict[int, list[int]] = {}
        self._known: dict[tuple[int, int], tuple[Force, Force, bool]] = {}
        self._exposed: dict[tuple[int, tuple[int, ...], int], float] = {}
        self._gather()

    def _gather(self) -> None:
        """Who of the enemy can come where: from strong to weak in every list."""
        s, foe = self.s, 1 - self.side
        ground = Ground(s, foe)
        for unit in sorted(on_map(s, foe), key=lambda u: (-self.r.attack[u], self.r.motorized[u], u)):
            if self.r.attack[unit] and self.r.limited[unit] != "bracketed":
                points = self.r.move[unit]
                if not supplied(s, unit):
                    points = points // 4 * 2
                for cell in ground.reach(unit, points):
                    self._comers.setdefault(cell, []).append(unit)

    @property
    def reached(self) -> int:
        """Mask of the hexes that enemies can come to."""
        return sum(1 << cell for cell in self._comers)

    def forces(self, cell: int, held: int) -> tuple[Force, Force, bool]:
        """All that could attack a hex together, and its foot alone; whether rivers are in everybody's way.

        Args:
            cell: the hex.
            held: own hexes around it, where no enemy can stand.
        """
        key = cell, held & self.grid.ring[cell]
        if key not in self._known:
            posts: list[tuple[int, int]] = []
            used: set[int] = set()
            open_cells = [n for n in self.grid.near[cell] if not held >> n & 1 and n in self._comers]
            for near in sorted(open_cells, key=lambda n: len(self._comers[n])):
                count = 0
                for unit in self._comers[near]:
                    if unit not in used:
                        used.add(unit)
                        posts.append((unit, near))
                        count += 1
                        if count == STACK:
                            break
            foot = [post for post in posts if not self.r.motorized[post[0]]]
            wet = bool(posts) and all(self.battles.river.has(n, cell) for _, n in posts)
            self._known[key] = self._force(posts), self._force(foot), wet
        return self._known[key]

    def _force(self, posts: Iterable[tuple[int, int]]) -> Force:
        foot = motor = least = points = 0
        for unit, _ in posts:
            value = self.r.attack[unit]
            if self.r.motorized[unit]:
                motor, least = motor + value, min(least or value, value)
            else:
                foot += value
            points += self.r.points[unit]
        return Force(foot, motor, least, points)

    def exposure(self, cell: int, units: Sequence[int], held: int, hole: float = 0.0) -> float:
        """What the enemy gains, in victory points, by the best attack he can make on units in a hex; not below 0.

        Args:
            cell: the hex.
            units: who would stand there.
            held: mask of the own hexes, as they would be.
            hole: what it would be worth to him to empty the hex.
        """
        if not units:
            return 0.0
        key = cell, tuple(units), held & self.grid.ring[cell]
        if key not in self._exposed:
            everybody, foot, wet = self.forces(cell, held)
            best = 0.0
            if everybody.strength:
                b = self.battles
                defence, points = b.defence(units, cell), b.worth(units)
                die = b.terrain((cell,), self.side, ())
                motor = any(self.r.motorized[u] for u in units)
                die = AIR[motor] + (min(die, -2) if wet else die)
                best = max(0.0, *(b.value(f, defence, points, die, hole) for f in (everybody, foot) if f.strength))
            self._exposed[key] = best
        return self._exposed[key]


def holes(s: State, side: int) -> dict[int, float]:
    """What it is worth to the enemy to empty hexes of a side: the places in them that he or the side scores."""
    found: dict[int, float] = {}
    for place in facts(s).content.objectives:
        mine = place.mask & s.controlled(side)
        for cell in cells(mine):
            found[cell] = float(sum(place.points)) / max(1, place.mask.bit_count())
    return found
