"""A phase of movement of the computer player, step by step on a script.

Leave the map where that pays, close the line, guard places, take places, gather the attacks, press on where the way
is open, strengthen what is threatened, and put the rest into reserve.
"""

from __future__ import annotations

from blackearth.ai.assault import Field, contact_cells, plan_attacks
from blackearth.ai.assign import NEVER, assign
from blackearth.ai.explain import Reason
from blackearth.ai.fields import FAR, costs_to, way_to_points
from blackearth.ai.front import Holding, Liner, overrun
from blackearth.ai.script import Script
from blackearth.ai.small import duel_value
from blackearth.ai.worth import goal_points, hole_worth
from blackearth.core.advice import Advice
from blackearth.hexes.mask import cells

#: Points for each half movement point nearer to what scores.
PULL = 0.05
#: What a game turn to come makes a unit worth to its side on the map.
STAY = 1.5
#: The share of posts without a unit from which on a line is none.
BROKEN = 0.3
#: What it costs to put a mobile unit into a post instead of keeping it as a reserve.
MOBILE_POST = 0.9
#: How far from the enemy reinforcements stop, in hexes.
KEEP_OFF = 4
#: How near an enemy makes a place worth guarding, in hexes.
GUARDED = 8
#: Points of an edge that is worth a raid of units that nothing else needs; and what bars the way.
RAID, BARRED = 8.0, 300


class Manoeuvre:
    """One movement phase, regular or of reserves.

    Args:
        advice: about the position at its beginning.
    """

    def __init__(self, advice: Advice) -> None:
        self.script = Script(advice)
        self.side, self.enemy = advice.side, 1 - advice.side
        self.exploit = advice.stage == "exploit"
        self.grid = advice.state.defn.map.grid
        self.last_word = advice.turns_to_come(self.enemy) == 0
        self.fixed: set[int] = set()
        self._reach: dict[int, dict[int, int]] = {}
        self._fields: dict[bool, list[int]] = {}
        self.attacked: set[int] = set()
        self.reasons: list[Reason] = []
        #: The posts of the line, with how likely a single unit is lost there.
        self.line: dict[int, float] = {}

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def advice(self) -> Advice:
        """About the position as it stands now."""
        return self.script.advice

    def at(self, unit: int) -> int:
        """Where a unit stands now."""
        return self.script.state.at[unit]

    def reach(self, unit: int) -> dict[int, int]:
        """Reach of a unit, computed once and again after it or an enemy link has changed."""
        if unit not in self._reach:
            self._reach[unit] = self.advice.reach((unit,))
        return self._reach[unit]

    def free(self) -> list[int]:
        """Units that may move and have no task yet."""
        return [u for u in self.advice.movable() if u not in self.fixed]

    def field(self, mobile: bool) -> list[int]:
        """Costs of the way to what scores."""
        if mobile not in self._fields:
            self._fields[mobile] = way_to_points(self.advice, self.side, mobile)
        return self._fields[mobile]

    def go(self, unit: int, cell: int, edge: str = "") -> bool:
        """Move a unit and let it stay there; one that has lost its last step on the way out of a city is gone."""
        if self.at(unit) < 0:
            return False
        if self.at(unit) == cell and not edge:
            self.fixed.add(unit)
            return True
        if not edge and self.advice.room(cell) < self.advice.size(unit):
            return False
        if not self.script.move((unit,), cell, edge):
            self._reach.pop(unit, None)
            return False
        self.fixed.add(unit)
        self._reach.pop(unit, None)
        return True

    def _because(self, kind: str, unit: int, cell: int, *numbers: float) -> None:
        """Write down why a unit went somewhere."""
        self.reasons.append(Reason(kind, (unit,), (cell,), numbers))

    # -- steps -------------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Reinforcements come in where they are nearest to the enemy."""
        rim = cells(self.script.state.occupied[self.enemy])
        for unit, hexes in self.advice.arrivals().items():
            fits = [c for c in cells(hexes) if self.advice.room(c) >= self.advice.size(unit)]
            if fits and rim:
                cell = min(fits, key=lambda c: (min(self.grid.distance(c, e) for e in rim), c))
                if self.script.do(self.advice.act_enter((unit,), cell)):
                    self._come_on(unit, rim)

    def _come_on(self, unit: int, rim: list[int]) -> None:
        """A unit that has just entered goes on towards the enemy, but not up to him."""
        found = {self.at(unit): 0, **self.advice.reach((unit,))}
        far = {c: min(self.grid.distance(c, e) for e in rim) for c in found}
        fits = [c for c in found if far[c] > KEEP_OFF and self.advice.room(c) >= self.advice.size(unit)]
        if fits:
            self.script.move((unit,), min(fits, key=lambda c: (far[c], found[c], c)))

    def leave(self) -> None:
        """Units leave the map over edges that score, if that is worth more than what they could still do."""
        if self.last_word:
            self.take(least=11.0)
        advice = self.advice
        for way in sorted(advice.exits(self.side), key=lambda w: -w.points):
            for unit in self.free():
                steps = advice.state.steps[unit] * advice.step_value(unit)
                if way.points <= STAY * advice.turns_left + (0 if self.last_word else steps):
                    continue
                reach = {self.at(unit): 0, **self.reach(unit)}
                able = [c for c in cells(way.mask) if reach.get(c, FAR) + advice.exit_cost <= advice.left(unit)]
                for cell in sorted(able, key=lambda c: (reach[c], c))[:2]:
                    if self.go(unit, cell, way.edge):
                        self._because("leave", unit, cell, way.points)
                        break

    def hold(self, lines: int = 1) -> None:
        """Close the line, or so many lines one behind the other; their posts are fixed."""
        taken = 0
        for number in range(lines):
            movable = set(self.free())
            able = [u for u in self.advice.units(self.side) if u not in self.fixed or u in movable]
            liner = Liner(self.script, able, {u: self.reach(u) if u in movable else {} for u in able}, taken)
            holding = liner.plan()
            if holding is None or len(holding.empty) > (0 if number else BROKEN * len(holding.chain.posts)):
                return
            self.line |= {post: liner.menace[post] for post in holding.chain.posts}
            posts = holding.chain.posts
            self.reasons.append(Reason("line", (), posts, (float(len(posts)), float(len(holding.empty)))))
            self._man(holding)
            taken |= sum(1 << c for c in holding.chain.posts)

    def pin(self, lines: int = 1) -> None:
        """Fix those that hold the line where everybody stands now, or so many lines, so that nobody opens it."""
        taken = 0
        for _ in range(lines):
            able = self.advice.units(self.side)
            holding = Liner(self.script, able, {}, taken).plan()
            if holding is None or holding.empty:
                return
            self.fixed.update(holding.units.values())
            taken |= sum(1 << c for c in holding.chain.posts)

    def _man(self, holding: Holding) -> None:
        Liner(self.script, [], {}).occupy(holding)
        for post, unit in holding.units.items():
            self._reach.pop(unit, None)
            if self.at(unit) == post:
                self.fixed.add(unit)

    def guard(self) -> None:
        """In the last turns: units into the hexes of held places that the enemy could come to."""
        advice, state = self.advice, self.script.state
        if self.last_word or advice.turns_left > 1:
            return
        enemies = cells(state.occupied[self.enemy])
        wanted: list[tuple[int, float]] = []
        for goal in advice.goals():
            held = [c for c in goal.cells if state.controlled(self.side) >> c & 1]
            if not held or (self.side == 0 and len(held) < len(goal.cells)):
                continue
            if self.side == 1:
                held = [max(held, key=lambda c: (bool(state.occupied[1] >> c & 1), advice.shift(c, 1), -c))]
            for cell in held:
                near = min((self.grid.distance(cell, e) for e in enemies), default=99)
                if near <= GUARDED:
                    wanted.append((cell, goal.points))
        self._station("guard", [c for c, _ in wanted], {c: 0.2 * p for c, p in wanted})

    def _station(self, kind: str, posts: list[int], worth: dict[int, float]) -> None:
        """Send free units to some hexes, the nearest and cheapest ones, as far as that is worth it."""
        for cell in posts:
            for unit in self.script.state.stacks.get(cell, ()):
                self.fixed.add(unit)
        posts = [c for c in posts if c not in self.script.state.stacks]
        units = self.free()
        cost = [[self._way(u, post, worth.get(post, 1.0)) for u in units] for post in posts]
        for post, n in zip(posts, assign(cost), strict=True):
            if n >= 0 and self.go(units[n], post):
                self._because(kind, units[n], post, worth.get(post, 1.0))

    def _way(self, unit: int, post: int, worth: float) -> float:
        spent = self.reach(unit).get(post)
        return NEVER if spent is None else 0.02 * spent + 0.1 * self.advice.size(unit) - worth

    def take(self, least: float = 0.0) -> None:
        """Empty places that score, at least so many points, are entered: each hex by the unit that spares most."""
        points = {c: p for c, p in goal_points(self.advice).items() if p >= least}
        if self.side == 1:
            points = {c: p for c, p in points.items() if c == _first_of(self.advice, c, self.script.state.stacks)}
        posts = [c for c in points if c not in self.script.state.stacks]
        if self.side == 1 and not self.last_word:
            area = overrun(self.advice, 1, self.script.state.occupied[1], self.script.state.occupied[0])
            posts = [c for c in posts if not area >> c & 1]
        if posts:
            self._station("take", posts, points)

    def assault(self) -> None:
        """Gather the attacks that are worth most together; those who take part are fixed."""
        where, targets = self._field()
        advice = self.advice
        attacks = plan_attacks(advice, where, targets, len(advice.air()), advice.barrages())
        for attack in sorted(attacks, key=lambda a: a.target):
            for unit, cell in attack.posts:
                if self.at(unit) == cell or self.go(unit, cell):
                    self.fixed.add(unit)
            self.attacked.add(attack.target)

    def _field(self) -> tuple[Field, list[int]]:
        advice, state = self.advice, self.script.state
        free = set(self.free())
        able = [u for u in advice.units(self.side) if advice.may_attack(u) and (not self.exploit or advice.reserve(u))]
        standing: dict[int, list[int]] = {}
        coming: dict[int, list[int]] = {}
        cells_next = set(contact_cells(advice, self.side))
        for unit in able:
            if unit not in free:
                standing.setdefault(self.at(unit), []).append(unit)
                continue
            for cell in (self.at(unit), *self.reach(unit)):
                if cell in cells_next and not self._outgunned(unit, cell):
                    coming.setdefault(cell, []).append(unit)
        room = {c: advice.room(c) + sum(advice.size(u) for u in state.stacks.get(c, ()) if u in free) for c in coming}
        price = {u: 0.04 + (0.15 if advice.mobile(u) else 0.0) for u in able}
        targets = cells(state.occupied[self.enemy] & self.grid.spread(sum(1 << c for c in {*standing, *coming})))
        return Field(standing, coming, room, hole_worth(advice), price), targets

    def _outgunned(self, unit: int, cell: int) -> bool:
        """Whether a tank unit would have to fight better tanks there."""
        if not self.advice.rating(unit):
            return False
        state = self.script.state
        for near in self.grid.near[cell]:
            if state.occupied[self.enemy] >> near & 1:
                tanks = [u for u in state.stacks[near] if self.advice.rating(u)]
                if tanks and duel_value(self.advice, (unit,), tanks) < -0.15:
                    return True
        return False

    def press(self, least: float) -> None:
        """Units without a task go towards what scores, if the way is open by ``least`` of a full march."""
        order = sorted(self.free(), key=lambda u: (self.field(self.advice.mobile(u))[self.at(u)], u))
        for unit in order:
            advice = self.advice
            field, here = self.field(advice.mobile(unit)), self.at(unit)
            best, target = 0.0, here
            for cell in self.reach(unit):
                gain = field[here] - field[cell]
                if gain > best and advice.room(cell) >= advice.size(unit) and not self._outgunned(unit, cell):
                    best, target = gain, cell
            if target != here and best >= least * max(1, advice.left(unit)) and self.go(unit, target):
                self._because("press", unit, target)

    def raid(self) -> None:
        """Units without a task make for an edge that scores much, if an open way leads there before the game ends."""
        advice, state = self.advice, self.script.state
        for way in sorted(advice.exits(self.side), key=lambda w: -w.points):
            if way.points < max(RAID, STAY * advice.turns_left):
                continue
            enemy = state.occupied[self.enemy]
            closed = enemy | advice.bars(self.enemy, enemy, state.occupied[self.side]).hexes
            dear = [BARRED if closed >> c & 1 else 0 for c in range(self.grid.size)]
            rim = dict.fromkeys(cells(way.mask & ~closed), advice.exit_cost)
            fields = [costs_to(advice.costs_back(mobile), rim, dear) for mobile in (False, True)]
            for unit in self.free():
                self._raid(unit, fields[advice.mobile(unit)])

    def _raid(self, unit: int, field: list[int]) -> None:
        """Send a unit to the cell from which its way out is shortest, if it comes out in time."""
        advice, here = self.advice, self.at(unit)
        march = advice.march(unit)
        best, target = field[here], here
        for cell in self.reach(unit):
            if field[cell] < best and advice.room(cell) >= advice.size(unit):
                best, target = field[cell], cell
        if best <= march * advice.turns_to_come(self.side) and field[here] < BARRED and self.go(unit, target):
            self._because("raid", unit, target, best / max(1, march))

    def escape(self) -> None:
        """Units without a task that are cut off, or stand before the line, go back behind it, or towards it."""
        state, side = self.script.state, self.side
        area = overrun(self.advice, side, state.occupied[side], state.occupied[self.enemy])
        safe = self.grid.all & ~area & self.advice.supplied(side) & ~self.grid.spread(state.occupied[self.enemy])
        if not safe or not area & ~safe:
            return
        rim, dear = dict.fromkeys(cells(safe), 0), [0] * self.grid.size
        fields = [costs_to(self.advice.costs_back(mobile), rim, dear) for mobile in (False, True)]
        for unit in self.free():
            here = self.at(unit)
            field = fields[self.advice.mobile(unit)]
            if safe >> here & 1 or not field[here]:
                continue
            fits = [c for c in self.reach(unit) if self.advice.room(c) >= self.advice.size(unit)]
            target = min(fits, key=lambda c: (field[c], self.reach(unit)[c], c), default=here)
            if field[target] < field[here] and self.go(unit, target):
                self._because("escape", unit, target)

    def strengthen(self) -> None:
        """Further units into the posts of the line that the enemy can clear, foot units rather than mobile ones.

        The more of his strength can come, the more units a post wants; room for a reserve is left. Who brings less than
        the way and his use elsewhere cost stays free.
        """
        advice, state = self.advice, self.script.state
        slots: list[tuple[int, float]] = []
        for post, menace in sorted(self.line.items()):
            need = 2.6 * menace * max(0.3, 1 - 0.25 * advice.shift(post, self.side))
            have = sum(advice.size(u) for u in state.stacks.get(post, ()) if u in self.fixed)
            slots += [(post, need - n + 0.5) for n in range(have, advice.limit - 1) if need > n - 0.5]
        units = self.free()
        cost = [[self._slot_cost(unit, post, worth) for unit in units] for post, worth in slots]
        for (post, worth), n in zip(slots, assign(cost), strict=True):
            if n >= 0 and self._slot_cost(units[n], post, worth) < 0 and self.go(units[n], post):
                self._because("strengthen", units[n], post, self.line[post])

    def _slot_cost(self, unit: int, post: int, worth: float) -> float:
        here = self.at(unit)
        spent = 0 if here == post else self.reach(unit).get(post, -1)
        if spent < 0 or self.advice.size(unit) > 1:
            return NEVER
        return 0.02 * spent + (MOBILE_POST if self.advice.mobile(unit) else 0.0) - worth

    def _threat(self) -> dict[int, float]:
        """Enemy attack strength within two hexes of the own posts in contact or near it."""
        advice, state = self.advice, self.script.state
        found: dict[int, float] = {}
        for cell in cells(state.occupied[self.side]):
            near = self.grid.within(cell, 3) & state.occupied[self.enemy]
            total = sum(advice.attack(u) for c in cells(near) for u in state.stacks[c])
            if total:
                found[cell] = float(total)
        return found

    def wait(self) -> None:
        """Mobile units without a task go where most threatened posts are in reach, out of contact, and safe."""
        advice, state = self.advice, self.script.state
        threat = self._threat()
        area = overrun(advice, self.side, state.occupied[self.side], state.occupied[self.enemy])
        near_enemy = self.grid.spread(state.occupied[self.enemy])
        covered: dict[int, float] = {}
        for unit in [u for u in self.free() if advice.mobile(u)]:
            best, target, here = -1.0, self.at(unit), self.at(unit)
            half = advice.march(unit) // 2
            for cell in (here, *self.reach(unit)):
                spent = 0 if cell == here else self.reach(unit)[cell]
                if (
                    (area | near_enemy) >> cell & 1
                    or spent > half
                    or advice.room(cell) < advice.size(unit) * (cell != here)
                ):
                    continue
                value = sum(
                    worth / (1 + covered.get(post, 0.0)) / (2 + self.grid.distance(cell, post))
                    for post, worth in threat.items()
                    if self.grid.distance(cell, post) <= 4
                )
                if value > best:
                    best, target = value, cell
            if self.go(unit, target):
                self._because("wait", unit, target)
                for post in threat:
                    if self.grid.distance(target, post) <= 4:
                        covered[post] = covered.get(post, 0.0) + 1

    def set_reserves(self) -> None:
        """All that may go into reserve does."""
        able = self.advice.may_reserve()
        if able:
            self.script.do(self.advice.act_reserve(able))


def _first_of(advice: Advice, cell: int, stacks: dict[int, tuple[int, ...]]) -> int:
    """The hex of a place that is to be taken if one is enough: the first empty one."""
    goal = next(g for g in advice.goals() if cell in g.cells)
    return next((c for c in goal.cells if c not in stacks), cell)
