"""Where units without a task stand best: not exposed, near enough to strike, in supply, in the places that score."""

from __future__ import annotations

from collections.abc import Mapping

from blackearth.hexes.mask import cells
from blackearth.systems.kursk.advice_battle import Battles
from blackearth.systems.kursk.advice_muster import wanted
from blackearth.systems.kursk.advice_threat import Threat, holes
from blackearth.systems.kursk.board import State, facts, roster, stack_fits
from blackearth.systems.kursk.mapfiles import SIDES

#: How much of a small exposure counts, since the enemy cannot attack everywhere, and from where on he surely does.
SHARE, SURE = 0.4, 8.0
#: What a unit's move must gain.
INERTIA = 0.15
#: Hexes from the enemy at which units wait, and the price of a hex more: foot and motorized units.
WAIT, FAR = (2, 4), (0.12, 0.3)
#: What being out of supply costs: foot and motorized units.
CUT = (2.0, 6.0)
#: What a hex nearer to a place that scores is worth, for each of its points, in the last turn.
PULL = 0.006
#: How near an enemy makes a place of one's own worth a garrison, in hexes.
NEAR = 8


class Posture:
    """Plans where units go, one after the other.

    Args:
        s: the position.
        side: whose units.
        battles: values in it.
        threat: what the enemy could do.
        stacks: who stands where, or is to stand there.
    """

    def __init__(
        self, s: State, side: int, battles: Battles, threat: Threat, stacks: dict[int, tuple[int, ...]]
    ) -> None:  # fmt: skip
        self.s, self.side, self.battles, self.threat, self.stacks = s, side, battles, threat, stacks
        self.r, self.grid = roster(s), s.defn.map.grid
        self.late = lateness(s)
        self.far = distances(s, s.occupied[1 - side])
        self.held = {cell: points * self.late for cell, points in holes(s, side).items()}
        self.goals = {cell: points * self.late for cell, points in wanted(s, side).items()}
        self._ways = [(points, distances(s, 1 << cell)) for cell, points in wanted(s, side).items()]
        self.enemy = s.occupied[1 - side]
        self._safe = last_word(s, side)

    @property
    def mask(self) -> int:
        """The hexes with own units, as planned."""
        return sum(1 << cell for cell, units in self.stacks.items() if units)

    def exposure(self, cell: int, units: tuple[int, ...], held: int) -> float:
        """What a stack is exposed to, as far as it counts; nothing if the enemy has no turn left."""
        if self._safe:
            return 0.0
        found = self.threat.exposure(cell, tuple(sorted(units)), held | 1 << cell, self.held.get(cell, 0.0))
        return found * (SHARE + (1 - SHARE) * min(1.0, found / SURE))

    def settle(self, homes: Mapping[int, int], reach: Mapping[int, Mapping[int, int]]) -> dict[int, int]:
        """Choose a hex for each unit, those first that are most exposed, motorized units before foot.

        Motorized units of a hex are asked together first: one that leaves the others alone makes it worse for them.

        Args:
            homes: where each of them is now.
            reach: where each of them could go.
        """
        mask = self.mask
        risk = {c: self.exposure(c, self.stacks[c], mask) for c in set(homes.values())}
        order = sorted(homes, key=lambda u: (-risk[homes[u]], not self.r.motorized[u], u))
        found: dict[int, int] = {}
        for unit in order:
            if unit in found:
                continue
            mates = tuple(u for u in order if homes[u] == homes[unit] and self.r.motorized[u] and u not in found)
            groups = (mates, (unit,)) if unit in mates and len(mates) > 1 else ((unit,),)
            for group in groups:
                target = self._best(group, homes[unit], reach)
                if target != homes[unit]:
                    found |= dict.fromkeys(group, target)
                    break
        return found

    def _best(self, group: tuple[int, ...], home: int, reach: Mapping[int, Mapping[int, int]]) -> int:
        """The hex to which units of one hex go together, and where they are thought to stand then."""
        stack = self.stacks[home]
        rest = tuple(u for u in stack if u not in group)
        mask = self.mask
        without = mask if rest else mask & ~(1 << home)
        leaving = self.exposure(home, stack, mask) - self.exposure(home, rest, without)
        leaving -= sum(self.pull(u, home, bool(rest)) for u in group)
        best, target = INERTIA, home
        for cell in reach[group[0]]:
            if cell == home or self.enemy >> cell & 1 or not all(cell in reach[u] for u in group[1:]):
                continue
            there = self.stacks.get(cell, ())
            gain = leaving + sum(self.pull(u, cell, bool(there)) for u in group)
            if gain <= best or not stack_fits(self.s, (*there, *group)):
                continue
            gain += self.exposure(cell, there, without) - self.exposure(cell, (*there, *group), without)
            if gain > best:
                best, target = gain, cell
        if target != home:
            self.stacks[home] = rest
            self.stacks[target] = (*self.stacks.get(target, ()), *group)
        return target

    def pull(self, unit: int, cell: int, garrisoned: bool) -> float:
        """What a hex is worth to a unit, exposure apart; ``garrisoned``: others stand there."""
        motor = self.r.motorized[unit]
        found = -FAR[motor] * max(0, self.far[cell] - WAIT[motor])
        if not self.battles.in_supply(self.side, cell):
            found -= CUT[motor]
        if not garrisoned and self.r.regular[unit]:
            found += self.goals.get(cell, 0.0)
            if cell in self.held and self.far[cell] <= NEAR:
                found += 0.5 * self.held[cell]
        for points, way in self._ways:
            found -= PULL * self.late * points * way[cell]
        return found


def distances(s: State, sources: int) -> list[int]:
    """For each cell the hexes to the nearest cell of a mask."""
    grid = s.defn.map.grid
    found, mask, far = [99] * grid.size, sources, 0
    fresh = sources
    while fresh:
        for cell in cells(fresh):
            found[cell] = far
        wider = grid.spread(mask)
        fresh, mask, far = wider ^ mask, wider, far + 1
    return found


def turns_left(s: State) -> int:
    """The game turns that follow the running one."""
    return facts(s).content.scenario.last_turn - s.turn


def last_word(s: State, side: int) -> bool:
    """Whether the enemy of a side has no player turn left."""
    return not turns_left(s) and s.active == side != SIDES.index(facts(s).content.scenario.first_player)


def lateness(s: State) -> float:
    """What points that count at the end are worth now: all of them in the last turn, less before."""
    return 1 / (1 + 0.4 * turns_left(s))
