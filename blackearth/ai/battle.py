"""Values of attacks: what an attack is worth in points, and the resolution of those that are declared."""

from __future__ import annotations

from blackearth.ai.agent import done
from blackearth.ai.small import Plan
from blackearth.core.advice import Advice, Attack, Prospect


def mean_step(advice: Advice, units: tuple[int, ...]) -> float:
    """Mean value of a step of some units: losses are spread over them."""
    return sum(advice.step_value(u) for u in units) / len(units) if units else 0.0


def attack_value(
    advice: Advice, attack: Attack, worth: float, greed: float = 1.0
) -> tuple[float, bool, Prospect | None]:
    """Value of an attack with the better effort: (points, whether with maximum effort, prospect).

    Args:
        advice: about the position.
        attack: the attack; its effort is chosen here.
        worth: what it is worth that the hex is emptied.
        greed: weight of the enemy's steps against the own ones.
    """
    mine = mean_step(advice, tuple(u for u, _ in attack.posts))
    theirs = mean_step(advice, (*advice.state.stacks.get(attack.target, ()), *attack.extra))
    best: tuple[float, bool, Prospect | None] = (-99.0, False, None)
    for maximum in (False, True):
        found = advice.prospect(attack._replace(maximum=maximum))
        if found is not None:
            value = found.cleared * worth + greed * found.defender * theirs - found.attacker * mine
            if value > best[0]:
                best = value, maximum, found
    return best


def resolve(advice: Advice, worth: dict[int, float]) -> Plan:
    """The next attack to resolve, the most valuable hex first, with the effort that pays."""
    open_attacks = advice.declared()
    if not open_attacks:
        return [done(advice.state)]
    values = [(attack_value(advice, a, worth.get(a.target, 1.0)), a) for a in open_attacks]
    (_, maximum, _), attack = max(values, key=lambda v: (worth.get(v[1].target, 1.0), v[0][0], -v[1].target))
    return [advice.act_resolve(attack.target, maximum)]
