"""The greedy player: one simple plan, no search, quick.

Each unit in turn goes to the best hex for itself; each attack whose exact value is positive is made, the best one first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from blackearth.ai import small
from blackearth.ai.agent import Planner, done
from blackearth.ai.battle import attack_value, resolve
from blackearth.ai.fields import FAR, wanted, way_to_points
from blackearth.ai.script import Script
from blackearth.core.actions import Action
from blackearth.core.advice import Advice, Attack
from blackearth.core.choices import Units
from blackearth.hexes.mask import cells

#: Points that a hex nearer to what scores is worth to a unit, for each half movement point.
PULL = 0.05
#: What an emptied hex is worth without anything in it.
EMPTIED = 0.8


def hex_worth(advice: Advice) -> dict[int, float]:
    """What it is worth to empty each hex: places of worth in and next to it."""
    grid, found = advice.state.defn.map.grid, {}
    goals = wanted(advice, advice.side)
    for cell in cells(advice.state.occupied[1 - advice.side]):
        found[cell] = EMPTIED + 0.3 * max((goals.get(c, 0.0) for c in (cell, *grid.near[cell])), default=0.0)
    return found


class Greedy(Planner):
    """See the module."""

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
        script = Script(advice)
        for unit, hexes in advice.arrivals().items():
            if fits := [c for c in cells(hexes) if script.advice.room(c) >= advice.size(unit)]:
                script.do(script.advice.act_enter((unit,), fits[len(fits) // 2]))
        fields = {mobile: way_to_points(advice, advice.side, mobile) for mobile in (False, True)}
        goals = wanted(advice, advice.side)
        contact = _contact(advice)
        for unit in script.advice.movable():
            self._move_unit(script, unit, fields[advice.mobile(unit)], goals, contact)
        if advice.stage == "move" and (able := script.advice.may_reserve()):
            script.do(script.advice.act_reserve(able))
        return [*script.actions, done(script.state)]

    def _move_unit(
        self, script: Script, unit: int, field: list[int], goals: dict[int, float], contact: dict[int, float]
    ) -> None:
        advice, here = script.advice, script.state.at[unit]
        reach = {here: 0, **advice.reach((unit,))}
        left = advice.left(unit)
        for way in advice.exits(advice.side):
            for cell in cells(way.mask & script.state.controlled(advice.side) | way.mask & 1 << here):
                if reach.get(cell, FAR) + advice.exit_cost <= left and way.points > 0.8 * advice.turns_left:
                    if script.move((unit,), cell, way.edge):
                        return
        strength = advice.attack(unit)
        best, target = -1e9, here
        for cell in reach:
            if cell != here and advice.room(cell) < advice.size(unit):
                continue
            value = goals.get(cell, 0.0) - PULL * field[cell] + contact.get(cell, 0.0) * strength
            value += 0.1 * advice.shift(cell, advice.side) + (0.4 if cell == here else 0.0)
            if value > best:
                best, target = value, cell
        if target != here:
            script.move((unit,), target)

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
            found.append((attack_value(advice, attack, worth[target])[0], -target, units))
        for _, minus, units in sorted(found, reverse=True):
            target, free = -minus, tuple(u for u in units if u not in used)
            attack = Attack(target, tuple((u, advice.state.at[u]) for u in free))
            value = attack_value(advice, attack, worth[target])[0]
            if barrages and advice.barrage_fits(target):
                more = attack_value(advice, attack._replace(barrage=True), worth[target])[0]
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
        for unit in sorted(choice.units, key=lambda u: (-advice.attack(u), u)):
            field = way_to_points(advice, advice.side, advice.mobile(unit)) if not chosen else field
            if advice.size(unit) <= room and (field[cell] < field[advice.state.at[unit]] or chosen):
                chosen.append(unit)
                room -= advice.size(unit)
        return [Action(choice.verb, tuple(chosen)) if chosen else None, *_refuse(advice)]


def _refuse(advice: Advice) -> list[Action | None]:
    return [done(advice.state)]


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
