"""What the enemy could attack in his next turn, and what that costs: the exposure of stacks.

The enemy's units are thought to move with the zones as the position has them; up to a full stack of the strongest comes
to each hex from which a place can be attacked, each unit once. What he could gain by such an attack is what the stack
is exposed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from blackearth.core.state import NOWHERE
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import zones
from blackearth.systems.kursk.advice_battle import BEST, RETREAT, Battles, Force
from blackearth.systems.kursk.advice_ground import Ground
from blackearth.systems.kursk.board import State, facts, on_map, roster
from blackearth.systems.kursk.supply import supplied

#: Strength of foot that comes although it was not seen coming, beside other foot: one corps.
SPARE = 2
#: Full units that attack from one hex.
STACK = 3
#: What close support is thought to add to the enemy's die, against foot and against stacks with motorized units, for
#: which he has it.
AIR = (1, 2)


class Comers(NamedTuple):
    """Enemies that could attack a hex together.

    Attributes:
        all: all of them.
        foot: their foot alone.
        wet: whether rivers are in everybody's way.
        zone: hexes in which they, and those that stand now, are or have zones.
    """

    all: Force
    foot: Force
    wet: bool
    zone: int


class Threat:
    """The threat to a side in a position.

    Args:
        s: the position.
        side: whose units are threatened.
        battles: values in that position.
        stacks: who stands where, or is to stand there; as in the position if None.
        moving: units that may go elsewhere, so that their zones bar nobody.
    """

    def __init__(
        self, s: State, side: int, battles: Battles, stacks: Mapping[int, Sequence[int]] | None = None,
        moving: Iterable[int] = (),
    ) -> None:  # fmt: skip
        self.s, self.side, self.battles = s, side, battles
        self.stacks = s.stacks if stacks is None else stacks
        self.r, self.grid = roster(s), s.defn.map.grid
        self._zone = zones.of(s, 1 - side) | s.occupied[1 - side]
        self._reached: dict[int, list[int]] = {}
        self._on_foot: dict[int, list[int]] = {}
        self._known: dict[tuple[int, int], Comers] = {}
        self._exposed: dict[tuple[int, tuple[int, ...], int, int], float] = {}
        self._gather(moving)

    def _gather(self, moving: Iterable[int]) -> None:
        """Who of the enemy can come where: from strong to weak in every list."""
        s, foe = self.s.clone(), 1 - self.side
        for unit in moving:
            s.put(unit, NOWHERE)
        ground = Ground(s, foe)
        for unit in sorted(on_map(s, foe), key=lambda u: (-self.r.attack[u], self.r.motorized[u], u)):
            if self.r.attack[unit] and self.r.limited[unit] != "bracketed":
                points = self.r.move[unit]
                if not supplied(self.s, unit):
                    points = points // 4 * 2
                for cell in ground.reach(unit, points):
                    self._reached.setdefault(cell, []).append(unit)
                    if not self.r.motorized[unit]:
                        self._on_foot.setdefault(cell, []).append(unit)

    @property
    def reached(self) -> int:
        """Mask of the hexes that enemies can come to."""
        return sum(1 << cell for cell in self._reached)

    def comers(self, cell: int, held: int) -> Comers:
        """Who could attack a hex together; ``held`` are own hexes, where no enemy can stand."""
        key = cell, held & self.grid.ring[cell]
        if key not in self._known:
            open_cells = [n for n in self.grid.near[cell] if not held >> n & 1 and n in self._reached]
            posts, foot = self._line_up(open_cells, self._reached), self._line_up(open_cells, self._on_foot)
            wet = bool(posts) and all(self.battles.river.has(n, cell) for _, n in posts)
            zone = self._zone
            for near in {n for _, n in posts}:
                zone |= self.grid.ring[near] | 1 << near
            self._known[key] = Comers(self._force(posts), self._force(foot), wet, zone)
        return self._known[key]

    def _line_up(self, hexes: Sequence[int], able: Mapping[int, Sequence[int]]) -> list[tuple[int, int]]:
        """The strongest units for each hex, those hexes first to which fewest come; each unit once."""
        posts: list[tuple[int, int]] = []
        used: set[int] = set()
        for near in sorted((n for n in hexes if n in able), key=lambda n: len(able[n])):
            chosen = [u for u in able[near] if u not in used][:STACK]
            used.update(chosen)
            posts += [(unit, near) for unit in chosen]
        return posts

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

    def exposure(
        self, cell: int, units: Sequence[int], held: int, hole: float = 0.0, air: int | None = None
    ) -> float:  # fmt: skip
        """What the enemy gains, in victory points, by the best attack he can make on units in a hex; not below 0.

        Args:
            cell: the hex.
            units: who would stand there.
            held: mask of the own hexes, as they would be.
            hole: what it would be worth to him to empty the hex.
            air: what close support adds to his die; as thought likely if None.
        """
        if not units:
            return 0.0
        comers = self.comers(cell, held)
        if not comers.all.strength:
            return 0.0
        room = self._room(cell, comers.zone)
        if air is None:
            air = AIR[any(self.r.motorized[u] for u in units)]
        key = cell, tuple(units), held & self.grid.ring[cell], room * (BEST + 1) + air
        if key not in self._exposed:
            b = self.battles
            defence, points, die = b.defence(units, cell), b.worth(units), b.terrain((cell,), self.side, ())
            die = air + (min(die, b.wet) if comers.wet else die)
            trapped = RETREAT + sum(sorted(b.points[u] for u in units)[room:])
            forces = [f._replace(foot=f.foot + SPARE * (f.foot > 0)) for f in (comers.all, comers.foot) if f.strength]
            self._exposed[key] = max(0.0, *(b.value(f, defence, points, die, hole, trapped=trapped) for f in forces))
        return self._exposed[key]

    def _room(self, cell: int, zone: int) -> int:
        """kursk:crt-BR, KUR-A17 - units that find a hex to retreat to, if the enemy attacks with all that come."""
        room = 0
        for near in cells(self.grid.ring[cell] & ~zone):
            room += max(0, STACK - len(self.stacks.get(near, ())))
        return min(STACK, room)


def holes(s: State, side: int) -> dict[int, float]:
    """What it is worth to the enemy to empty hexes of a side: the places in them that he or the side scores."""
    found: dict[int, float] = {}
    for place in facts(s).content.objectives:
        mine = place.mask & s.controlled(side)
        for cell in cells(mine):
            found[cell] = float(sum(place.points)) / max(1, place.mask.bit_count())
    return found
