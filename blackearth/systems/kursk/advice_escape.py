"""Who would find no hex to retreat to: attackers driven back, defenders surrounded by zones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from blackearth.hexes.mask import cells
from blackearth.systems.kursk import zones
from blackearth.systems.kursk.advice_battle import RETREAT, Battles
from blackearth.systems.kursk.board import State, facts, roster

#: Full units in a hex.
FULL = 3
Stacks = Mapping[int, Sequence[int]]


class Escape:
    """Ways back in a position.

    Args:
        s: the position.
        side: the attacker.
        battles: values in it.
    """

    def __init__(self, s: State, side: int, battles: Battles) -> None:
        self.s, self.side, self.battles, self.r = s, side, battles, roster(s)
        self.grid = s.defn.map.grid
        masks = facts(s).map.masks
        self._cover = masks["forest"] | masks["swamp"]
        self._shut = s.occupied[1 - side] | zones.of(s, 1 - side)
        self._zone = zones.of(s, side)

    def ways(self, cell: int, targets: Iterable[int]) -> list[int]:
        """kursk:crt-AR, KUR-A17 - the hexes to which attackers in a cell can be driven back, whatever stands there."""
        barred = self._shut | sum(1 << t for t in targets)
        return [n for n in self.grid.near[cell] if not barred >> n & 1]

    def stuck(self, here: Stacks, targets: Sequence[int], stacks: Stacks) -> float:
        """What attackers lose if they have to retreat, in victory points.

        Args:
            here: the attackers by cell.
            targets: the attacked hexes.
            stacks: who stands where, or is to stand there.
        """
        lost, taken = RETREAT, dict[int, int]()
        for cell in sorted(here, key=lambda c: (len(self.ways(c, targets)), c)):
            group = here[cell]
            room = 0
            for near in self.ways(cell, targets):
                free = max(0, FULL - self._size(stacks.get(near, ())) - taken.get(near, 0))
                used = min(free, len(group) - room)
                taken[near] = taken.get(near, 0) + used
                room += used
            lost += self._beyond(group, room)
        return lost

    def trapped(self, posts: Iterable[int], targets: Sequence[int], motor: Iterable[int]) -> float:
        """What defenders lose if they have to retreat.

        Args:
            posts: cells of attackers that are foot.
            targets: the attacked hexes.
            motor: cells of motorized attackers, whose zones end at forest and swamp.
        """
        held, zone = self.s.occupied[self.side], self._zone
        for cell in posts:
            held, zone = held | 1 << cell, zone | self.grid.ring[cell]
        for cell in motor:
            held, zone = held | 1 << cell, zone | self.grid.ring[cell] & ~self._cover
        lost = RETREAT
        for target in targets:
            open_hexes = cells(self.grid.ring[target] & ~(held | zone))
            room = sum(FULL - self._size(self.s.stacks.get(n, ())) for n in open_hexes)
            lost += self._beyond(self.s.stacks[target], room)
        return lost

    def _size(self, units: Iterable[int]) -> int:
        return min(FULL, sum(1 for u in units if self.r.stacking[u] != "small"))

    def _beyond(self, group: Iterable[int], room: int) -> float:
        """Points of the most valuable units of a group that find no room."""
        worth = sorted(self.battles.points[u] for u in group)
        return sum(worth[room:]) if room < len(worth) else 0.0
