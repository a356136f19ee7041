"""The computer player's plan of a phase: attacks first, then everybody else; carried out on a copy of the position."""

from __future__ import annotations

from collections.abc import Mapping

from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import movement_phase
from blackearth.systems.kursk.advice_assault import Assault
from blackearth.systems.kursk.advice_battle import Battles
from blackearth.systems.kursk.advice_ground import Ground
from blackearth.systems.kursk.advice_muster import Muster, Package, wanted
from blackearth.systems.kursk.advice_posture import Posture, distances, last_word, lateness
from blackearth.systems.kursk.advice_threat import Threat
from blackearth.systems.kursk.board import State as KurskState
from blackearth.systems.kursk.board import roster
from blackearth.systems.kursk.fights import targets
from blackearth.systems.kursk.flights import in_range, patrolled, ready
from blackearth.systems.kursk.limited import lone

#: How often units are sent on their way: who finds the road full waits for the others.
PASSES = 3
#: Half points of motorized units, by side.
MARCH = (12, 16)
#: What a motorized unit risks that cannot come away after its attack, in victory points.
STAYING = 2.0


def skies(s: KurskState, side: int) -> int:
    """kursk:air-close-support, air-cap - mask of the hexes over which aircraft of a side could support an attack."""
    mask = 0
    for aircraft in ready(s, side):
        mask |= in_range(s, aircraft)
    return mask & ~patrolled(s, 1 - side)


def hopes(s: KurskState, side: int) -> dict[int, float]:
    """What places of the enemy are worth in an attack: more as the end comes nearer."""
    return {cell: points * lateness(s) for cell, points in wanted(s, side).items()}


class Staff:
    """Plans the orders of a side in a movement or combat phase.

    Args:
        s: the position.
        side: whose phase it is.
    """

    def __init__(self, s: KurskState, side: int) -> None:
        self.s: State = s.clone()
        self.side, self.r = side, roster(s)
        self.actions: list[Action] = []

    # -- movement ----------------------------------------------------------------------------------------------------

    def move(self, *, motorized: bool) -> list[Action]:
        """The moves of a phase: into attacks, if combat follows, and to where units stand well."""
        if not motorized:
            self._enter()
        s, side = self.s, self.side
        battles, ground = Battles(s), Ground(s, side)
        reach = {u: ground.reach(u) for u in movement_phase.movable(s, motorized=motorized)}
        stacks = {cell: s.stacks[cell] for cell in cells(s.occupied[side])}
        goals: dict[int, int] = {}
        threat = Threat(s, side, battles, stacks, [u for u in reach if self.r.motorized[u]])
        if not motorized:
            for package in self._attacks(battles, reach, stacks, self._risk(ground, threat)):
                goals |= dict(package.posts)
        free = {u: s.at[u] for u in reach if u not in goals and self._goes(u, threat)}
        posture = Posture(s, side, battles, threat, stacks)
        goals |= posture.settle(free, reach)
        late = self._march({u: cell for u, cell in goals.items() if s.at[u] != cell})
        if late:
            self._second_thoughts(ground, late)
        return self.actions

    def _second_thoughts(self, ground: Ground, late: Mapping[int, int]) -> None:
        """Who found no road open chooses again among the hexes that the stacks as they stand leave."""
        s, side = self.s, self.side
        stacks = {cell: s.stacks[cell] for cell in cells(s.occupied[side])}
        battles = Battles(s)
        posture = Posture(s, side, battles, Threat(s, side, battles, stacks, late), stacks)
        reach = {u: ground.reach(u, full=ground.full(u)) for u in late}
        goals = posture.settle({u: s.at[u] for u in late}, reach)
        self._march({u: cell for u, cell in goals.items() if s.at[u] != cell})

    def _goes(self, unit: int, threat: Threat) -> bool:
        """kursk:air-C - a base moves, and gives up its mission, only where the enemy comes and nobody defends it."""
        cell = self.s.at[unit]
        if self.r.aircraft[unit] < 0:
            return True
        return lone(self.s, cell) and bool(threat.exposure(cell, self.s.stacks[cell], 1 << cell))

    def _enter(self) -> None:
        """kursk:reinforcements - reinforcements appear where they are nearest to the enemy."""
        far = distances(self.s, self.s.occupied[1 - self.side])
        for unit in movement_phase.waiting(self.s):
            hexes = cells(movement_phase.entry_hexes(self.s, unit))
            if hexes:
                self._do(Action("enter", (unit,), (min(hexes, key=lambda c: (far[c], c)),)))

    def _risk(self, ground: Ground, threat: Threat) -> dict[int, float]:
        """Hexes next to the enemy from which no way leads out of his reach in the motorized movement phase."""
        if last_word(self.s, self.side):
            return {}
        safe = ~self.s.defn.map.grid.spread(threat.reached)
        front = self.s.defn.map.grid.spread(self.s.occupied[1 - self.side]) & ~self.s.occupied[1 - self.side]
        return {cell: STAYING for cell in cells(front) if not ground.escapes(cell, MARCH[self.side], safe)}

    def _attacks(
        self, battles: Battles, reach: Mapping[int, Mapping[int, int]], stacks: dict[int, tuple[int, ...]],
        risk: Mapping[int, float],
    ) -> list[Package]:  # fmt: skip
        s, ring = self.s, self.s.defn.map.grid.spread(self.s.occupied[1 - self.side])
        posts: dict[int, Mapping[int, int]] = {}
        for cell, units in stacks.items():
            for unit in units:
                if self.r.attack[unit]:
                    options = reach.get(unit, {cell: 0})
                    if found := {c: cost for c, cost in options.items() if ring >> c & 1}:
                        posts[unit] = found
        muster = Muster(posts, stacks, skies(s, self.side), len(ready(s, self.side)), hopes(s, self.side), risk)
        assault = Assault(s, self.side, battles, muster)
        return assault.plan(assault.targets())

    def _march(self, goals: Mapping[int, int]) -> dict[int, int]:
        """Send units to their hexes; who finds the road full tries again after the others. Returns who stayed."""
        todo, ground = dict(goals), Ground(self.s, self.side)
        for _ in range(PASSES):
            late: dict[int, int] = {}
            for unit, cell in todo.items():
                path = ground.path(unit, cell)
                if not (path and self._do(Action("move", (unit,), path))):
                    late[unit] = cell
            if len(late) == len(todo):
                break
            todo = late
        return todo

    def _do(self, action: Action) -> bool:
        if flow.why_not(self.s, action):
            return False
        flow.perform(self.s, action)
        self.actions.append(action)
        return True

    # -- combat ------------------------------------------------------------------------------------------------------

    def attack(self) -> Package | None:
        """The attack to make next, with units where they stand; several hexes together where that is better."""
        assault = self.assault()
        singles = [p for t in assault.targets() if (p := assault.best((t,)))]
        if not singles:
            return None
        best = max(singles, key=lambda p: (p.value, -p.targets[0]))
        for package in self._doubles(assault, best):
            rest = self._rest(singles, package)
            if package.value > best.value + rest:
                return package
        return best

    def assault(self) -> Assault:
        """The attacks that can be announced now."""
        s = self.s
        able = dict.fromkeys(u for units in targets(s).values() for u in units)
        stacks = {cell: s.stacks[cell] for cell in cells(s.occupied[self.side])}
        posts: dict[int, Mapping[int, int]] = {u: {s.at[u]: 0} for u in able}
        muster = Muster(posts, stacks, skies(s, self.side), len(ready(s, self.side)), hopes(s, self.side))
        return Standing(s, self.side, Battles(s), muster)

    def _doubles(self, assault: Assault, best: Package) -> list[Package]:
        """kursk:combat-H - the best attack's hex together with one beside it."""
        near, home = self.s.defn.map.grid.near, best.targets[0]
        others = [t for t in assault.targets() if t in near[home]]
        return [p for t in others if (p := assault.best((home, t)))]

    def _rest(self, singles: list[Package], double: Package) -> float:
        """What the other hex of a double attack would be worth for itself with units that the first leaves over."""
        first = next(p for p in singles if p.targets[0] == double.targets[0])
        other = next((p for p in singles if p.targets[0] == double.targets[1]), None)
        if other is None or {u for u, _ in first.posts} & {u for u, _ in other.posts}:
            return 0.0
        return other.value


class Standing(Assault):
    """Attacks with units where they stand: only hexes that have not been attacked in this phase."""

    def targets(self) -> list[int]:
        return list(targets(self.s))
