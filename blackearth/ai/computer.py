"""The computer player: plays to win.

Each phase of movement is planned as a whole (`manoeuvre`): a line without holes first, then places, attacks,
exploitation, reserves. Attacks are packages chosen together by their exact values (`assault`, `packages`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from blackearth.ai import small
from blackearth.ai.agent import Planner, done
from blackearth.ai.assault import plan_attacks, standing_field
from blackearth.ai.battle import resolve
from blackearth.ai.explain import Reason, attack_reason
from blackearth.ai.fields import way_to_points
from blackearth.ai.front import overrun
from blackearth.ai.greedy import Greedy
from blackearth.ai.manoeuvre import Manoeuvre
from blackearth.ai.plans import choose
from blackearth.ai.rehearsal import Option, Rehearsal
from blackearth.ai.worth import goal_points, held_worth, hole_worth
from blackearth.core.actions import Action
from blackearth.core.advice import Advice, Foresight, Staffed
from blackearth.core.choices import Units

#: Rounds of playing on for a declaration, and for a posture.
DECLARED, POSTURES = 2, 2


class Computer(Planner):
    """See the module.

    Attributes:
        reasons: why the last phase of movement and the last declaration were planned as they were.
    """

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.reasons: list[Reason] = []
        #: The phase of combat for which a way to declare attacks has been chosen, and the way.
        self._declaring: tuple[tuple[int, int, bool], int] = (0, 0, False), 0

    def stages(self) -> dict[str, Callable[[Advice], Sequence[Action | None]]]:
        return {
            "set-up": small.set_up, "replace": small.replace, "move": self.move, "exploit": self.exploit,
            "engage": small.engage, "fire": small.fire, "strike": self.strike, "declare": self.declare,
            "reinforce": lambda a: small.reinforce(a, held_worth(a)), "resolve": lambda a: resolve(a, hole_worth(a)),
            "lose": small.lose, "advance": self.advance, "remove": small.remove,
            "posture": self.posture,
        }  # fmt: skip

    def move(self, advice: Advice) -> Sequence[Action | None]:
        """The regular movement phase."""
        if isinstance(advice, Foresight):
            if self._plans > 1:  # the first plan could not be ended, as a stack is too high
                return Greedy().move(advice)
            plan = choose(advice, self.random)
            self.reasons = list(plan.reasons)
            return [*plan.script.actions, done(plan.script.state)]
        if isinstance(advice, Staffed):
            return [*advice.orders(), done(advice.state)]
        m = Manoeuvre(advice)
        m.enter()
        m.leave()
        if not m.last_word:
            if not advice.turns_left:
                m.guard()
            m.hold(lines=2 if advice.side == 0 else 1)
            m.guard()
        m.take()
        m.raid()
        if advice.side == 1 and not m.last_word:
            m.strengthen()
            m.escape()
        m.assault()
        if advice.side == 0 or m.last_word:
            m.press(least=0.6)
        m.wait()
        m.set_reserves()
        self.reasons = m.reasons
        return [*m.script.actions, done(m.script.state)]

    def exploit(self, advice: Advice) -> Sequence[Action | None]:
        """The movement of reserves."""
        if isinstance(advice, Staffed):
            return [*advice.orders(), done(advice.state)]
        m = Manoeuvre(advice)
        if not m.last_word:
            m.pin(lines=2 if advice.side == 0 else 1)
        m.leave()
        m.take()
        if advice.side == 0 or m.last_word:
            m.assault()
            m.press(least=0.3)
        self.reasons = m.reasons
        return [*m.script.actions, done(m.script.state)]

    def posture(self, advice: Advice) -> Sequence[Action | None]:
        """The stance that goes best when it is played on."""
        if not isinstance(advice, Foresight):
            return []
        plans = advice.postures()
        rehearsal = Rehearsal(advice.side, f"{advice.state.turn} posture")
        best = rehearsal.pick([Option(advice.state, plan) for plan in plans], POSTURES)
        return plans[best]

    def strike(self, advice: Advice) -> Sequence[Action | None]:
        """Aircraft strike with what ground support will not need; in the first half of the turn all may be needed."""
        if not advice.second_half:
            return small.strike(advice, keep=99)
        near = advice.state.defn.map.grid.spread(advice.state.occupied[1 - advice.side])
        attackers = any(advice.reserve(u) and near >> advice.state.at[u] & 1 for u in advice.units(advice.side))
        return small.strike(advice, keep=2 if attackers else 0)

    def declare(self, advice: Advice) -> Sequence[Action | None]:
        """Where plans can be played on, the best of three sets of attacks: those worth most together, those that a
        quick player would make, none.
        """
        if not isinstance(advice, Foresight):
            return self._together(advice)
        ways = (self._together, Greedy().declare, lambda a: [done(a.state)])
        phase = advice.state.turn, advice.side, advice.second_half
        if self._declaring[0] != phase:
            orders = [tuple(action for action in way(advice) if action is not None) for way in ways]
            options = [Option(advice.state, actions) for actions in dict.fromkeys(orders)]
            rehearsal = Rehearsal(advice.side, f"{advice.state.turn} {advice.state.rolls}")
            best = orders.index(tuple(options[rehearsal.pick(options, DECLARED)].orders))
            self._declaring = phase, best
            return orders[best]
        return ways[self._declaring[1]](advice)

    def _together(self, advice: Advice) -> Sequence[Action | None]:
        """The attacks that are worth most together, with their supports."""
        if isinstance(advice, Staffed):
            return [*advice.orders(), done(advice.state)]
        where, targets = standing_field(advice, hole_worth(advice))
        air = list(advice.air())
        attacks = plan_attacks(advice, where, targets, len(air), advice.barrages())
        self.reasons = [
            attack_reason(tuple(u for u, _ in a.posts), a.target, found)
            for a in attacks
            if (found := advice.prospect(a))
        ]
        plan: list[Action | None] = [advice.act_attack(tuple(u for u, _ in a.posts), a.target) for a in attacks]
        for attack in attacks:
            plan += [advice.act_support(air.pop(), attack.target) for _ in range(attack.air)]
            if attack.barrage:
                plan.append(advice.act_barrage(attack.target))
        return [*plan, done(advice.state)]

    def advance(self, advice: Advice) -> Sequence[Action | None]:
        """Into the emptied hex if the line does not open by it, and there is something to be had there."""
        choice, cell = small.find(advice, Units), advice.combat()
        if choice is None or cell < 0:
            return [done(advice.state)]
        if advice.side == 1 and advice.turns_to_come(0) and cell not in goal_points(advice):
            return [done(advice.state)]
        units = self._advancing(advice, choice.units, cell)
        return [Action(choice.verb, units) if units else None, done(advice.state)]

    def _advancing(self, advice: Advice, able: tuple[int, ...], cell: int) -> tuple[int, ...]:
        """As strong a stack as fits and leaves no hole behind."""
        state, field = advice.state, way_to_points(advice, advice.side, True)
        order = sorted(able, key=lambda u: (-field[state.at[u]], -advice.attack(u), u))
        room, chosen, left = (
            advice.room(cell),
            list[int](),
            {c: len(state.stacks[c]) for c in {state.at[u] for u in able}},
        )
        for unit in order:
            here = state.at[unit]
            if advice.size(unit) > room:
                continue
            if left[here] == 1 and opens(advice, here, cell):
                continue
            chosen.append(unit)
            left[here] -= 1
            room -= advice.size(unit)
        return tuple(chosen)


def opens(advice: Advice, left: int, taken: int) -> bool:
    """Whether the enemy comes to more that scores if one hex is left and another taken."""
    state, side = advice.state, advice.side
    if not advice.turns_to_come(1 - side):
        return False
    own, enemy = state.occupied[side], state.occupied[1 - side]
    rear = sum(way.mask for way in advice.exits(1 - side))
    rear |= sum(goal.mask for goal in advice.goals()) & state.controlled(side)
    before = overrun(advice, side, own, enemy) & rear
    after = overrun(advice, side, own & ~(1 << left) | 1 << taken, enemy) & rear
    return bool(after & ~before)
