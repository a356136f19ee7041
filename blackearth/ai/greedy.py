"""The greedy player: one simple plan, no search, quick.

Each unit in turn goes to the best hex for itself; each attack whose exact value is positive is made, the best one
first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from blackearth.ai import small
from blackearth.ai.agent import Planner, done
from blackearth.ai.battle import attack_value, resolve
from blackearth.ai.fields import wanted, way_to_points
from blackearth.ai.script import Script
from blackearth.core.actions import Action
from blackearth.core.advice import Advice, Attack
from blackearth.core.choices import Units
from blackearth.hexes.mask import cells

#: Points that a hex nearer to what scores is worth to a unit, for each half movement point.
PULL = 0.05
#: What an emptied hex is worth without anything in it.
EMPTIED = 0.8
#: Hexes around the enemy in which strategic movement is not thought of.
CLOSE = 6


def hex_worth(advice: Advice) -> dict[int, float]:
    """What it is worth to empty each hex: places of worth in and next to it."""
    grid, found = advice.state.defn.map.grid, {}
    goals = wanted(advice, advice.side)
    for cell in cells(advice.state.occupied[1 - advice.side]):
        found[cell] = EMPTIED + 0.3 * max((goals.get(c, 0.0) for c in (cell, *grid.near[cell])), default=0.0)
    return found


class Style(NamedTuple):
    """How a player likes its hexes.

    Attributes:
        pull: points that a hex nearer to what scores is worth, for each half movement point.
        contact: weight of strength brought next to the enemy.
        danger: points that the enemy's strength within two hexes costs, for each point of it.
    """

    pull: float = PULL
    contact: float = 1.0
    danger: float = 0.0


PLAIN, BOLD, WARY = Style(), Style(3 * PULL, 2.0), Style(PULL, 0.0, 0.12)


class Greedy(Planner):
    """See the module.

    Args:
        seed: see `Planner`.
        style: what it likes.
    """

    def __init__(self, seed: int | str = 0, style: Style = PLAIN) -> None:
        super().__init__(seed)
        self.style = style

    def stages(self) -> dict[str, Callable[[Advice], Sequence[Action | None]]]:
        return {
            "set-up": small.set_up, "replace": small.replace, "move": self.move, "exploit": self.move,
            "engage": small.engage, "fire": small.fire, "strike": lambda a: small.strike(a, keep=2),
            "declare": self.declare, "reinforce": lambda a: small.reinforce(a, _held_worth(a)),
            "resolve": lambda a: resolve(a, hex_worth(a)), "lose": small.lose, "advance": self.advance,
            "remove": small.remove,
        }  # fmt: skip

    def move(self, advice: Advice) -> Sequence[Action | None]:
        """Every unit in turn to its best hex, then what can go into reserve."""
        script = self.manoeuvre(advice)
        return [*script.actions, done(script.state)]

    def manoeuvre(self, advice: Advice, script: Script | None = None, fixed: Collection[int] = ()) -> Script:
        """The same as a script, or added to one; some units stay where they are."""
        script = script or Script(advice)
        for unit, hexes in advice.arrivals().items():
            if fits := [c for c in cells(hexes) if script.advice.room(c) >= advice.size(unit)]:
                script.do(script.advice.act_enter((unit,), fits[len(fits) // 2]))
        near = advice.state.defn.map.grid.spread(advice.state.occupied[1 - advice.side])
        for _ in range(CLOSE):
            near = advice.state.defn.map.grid.spread(near)
        cover = [0.1 * advice.shift(cell, advice.side) for cell in advice.state.defn.map.grid.cells]
        values = {mobile: self._values(advice, mobile, cover) for mobile in (False, True)}
        contact = {cell: self.style.contact * worth for cell, worth in _contact(advice).items()}
        for unit in [u for u in script.advice.movable() if u not in fixed]:
            self._move_unit(script, unit, values[advice.mobile(unit)], contact, near)
        if advice.stage == "move" and (able := script.advice.may_reserve()):
            script.do(script.advice.act_reserve(able))
        return script

    def field(self, advice: Advice, mobile: bool) -> list[int]:
        """Costs of the way to what scores."""
        return way_to_points(advice, advice.side, mobile)

    def _values(self, advice: Advice, mobile: bool, cover: Sequence[float]) -> list[float]:
        """For each hex what it is worth to a unit that goes there: places, nearness to what scores, cover.

        Args:
            advice: about the position.
            mobile: for which units.
            cover: what its ground is worth, for each hex in the order of the grid.
        """
        grid, style, state = advice.state.defn.map.grid, self.style, advice.state
        found = [-style.pull * cost for cost in self.field(advice, mobile)]
        for cell, worth in zip(grid.cells, cover, strict=True):
            found[cell] += worth
        for cell, points in wanted(advice, advice.side).items():
            found[cell] += points
        for cell in cells(state.occupied[1 - advice.side]) if style.danger else ():
            strength = sum(advice.attack(u) for u in state.stacks[cell])
            for near in cells(grid.within(cell, 2)):
                found[near] -= style.danger * strength
        return found

    def _move_unit(
        self, script: Script, unit: int, values: list[float], contact: dict[int, float], near: int
    ) -> None:  # fmt: skip
        advice, here = script.advice, script.state.at[unit]
        reach = advice.reach((unit,), far=not near >> here & 1)
        if _leaves(script, unit, {here: 0, **reach}):
            return
        strength, size = advice.attack(unit), advice.size(unit)
        best, target = values[here] + contact.get(here, 0.0) * strength + 0.4, here
        for cell in reach:
            value = values[cell]
            if cell in contact:
                value += contact[cell] * strength
            if value > best and advice.room(cell) >= size:
                best, target = value, cell
        if target != here:
            script.move((unit,), target)

    def value(self, advice: Advice, attack: Attack, worth: float) -> float:
        """What an attack is worth in points, if it is worth so much that the hex is emptied."""
        return attack_value(advice, attack, worth)[0]

    def declare(self, advice: Advice) -> Sequence[Action | None]:
        """The attacks with the best values, each with all that stand next to its target and are not used yet."""
        worth, targets = hex_worth(advice), advice.targets()
        used: set[int] = set()
        plan: list[Action | None] = []
        air = list(advice.air())
        barrages = advice.barrages()
        found = []
        for target, units in targets.items():
            attack = Attack(target, tuple((u, advice.state.at[u]) for u in units))
            found.append((self.value(advice, attack, worth[target]), -target, units))
        for value, minus, units in sorted(found, reverse=True):
            target, free = -minus, tuple(u for u in units if u not in used)
            attack = Attack(target, tuple((u, advice.state.at[u]) for u in free))
            if free != units:
                value = self.value(advice, attack, worth[target])
            if barrages and advice.barrage_fits(target):
                more = self.value(advice, attack._replace(barrage=True), worth[target])
                if more > value + 0.5 and more > 0:
                    barrages, value, attack = barrages - 1, more, attack._replace(barrage=True)
            if value <= 0:
                continue
            used.update(free)
            plan.append(advice.act_attack(free, target))
            if attack.barrage:
                plan.append(advice.act_barrage(target))
            elif air:
                plan.append(advice.act_support(air.pop(), target))
        return [*plan, done(advice.state)]

    def advance(self, advice: Advice) -> Sequence[Action | None]:
        """Into the emptied hex if that is nearer to what scores, with the strongest that fit."""
        choice = small.find(advice, Units)
        cell = advice.combat()
        if choice is None or cell < 0:
            return [done(advice.state)]
        room, chosen = advice.room(cell), list[int]()
        fields = {mobile: self.field(advice, mobile) for mobile in {advice.mobile(u) for u in choice.units}}
        for unit in sorted(choice.units, key=lambda u: (-advice.attack(u), u)):
            field = fields[advice.mobile(unit)]
            if advice.size(unit) <= room and (field[cell] < field[advice.state.at[unit]] or chosen):
                chosen.append(unit)
                room -= advice.size(unit)
        return [Action(choice.verb, tuple(chosen)) if chosen else None, done(advice.state)]


def _leaves(script: Script, unit: int, reach: dict[int, int]) -> bool:
    """Leave the map if that scores more than the unit could in the turns left."""
    advice = script.advice
    for way in advice.exits(advice.side):
        if way.points <= 0.8 * advice.turns_left:
            continue
        for cell in reach:
            if way.mask >> cell & 1 and reach[cell] + advice.exit_cost <= advice.left(unit):
                return script.move((unit,), cell, way.edge)
    return False


def _held_worth(advice: Advice) -> dict[int, float]:
    """What the own hexes under attack are worth."""
    points = {c: g.points / len(g.cells) for g in advice.goals() for c in g.cells}
    return {a.target: EMPTIED + points.get(a.target, 0.0) for a in advice.declared()}


def _contact(advice: Advice) -> dict[int, float]:
    """For each hex next to an enemy how much a point of attack strength is worth there."""
    grid, found = advice.state.defn.map.grid, dict[int, float]()
    for cell in cells(advice.state.occupied[1 - advice.side]):
        defence = sum(advice.defence(u) for u in advice.state.stacks[cell]) + 1
        for near in grid.near[cell]:
            quarters = advice.crossing(near, cell, False) / 4
            found[near] = max(found.get(near, 0.0), 0.25 * quarters / (defence + advice.shift(cell, 1 - advice.side)))
    return found
