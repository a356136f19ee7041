"""rof:12.12 - what to expect of a tank combat: exact chances by recursion over the order of fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from blackearth.systems.ring_of_fire.board import State, facts, roster
from blackearth.systems.ring_of_fire.tank_units import shot_left

#: One side of a duel: for each unit its rating, the steps left and whether it may still fire; sorted.
Force = tuple[tuple[int, int, bool], ...]
#: Rating to the steps lost on each face of the die.
Table = tuple[tuple[int, tuple[int, ...]], ...]
#: (steps lost by the attackers, by the defenders) to its probability.
Chances = Mapping[tuple[int, int], float]


@dataclass(frozen=True)
class Outlook:
    """What a tank combat leads to.

    Attributes:
        chances: (steps lost by the attackers, by the defenders) to its probability.
        attacker_total, defender_total: steps both sides began with.
    """

    chances: Chances
    attacker_total: int
    defender_total: int

    @cached_property
    def attacker_steps(self) -> float:
        """Expected steps lost by the attackers."""
        return sum(lost[0] * p for lost, p in self.chances.items())

    @cached_property
    def defender_steps(self) -> float:
        """Expected steps lost by the defenders."""
        return sum(lost[1] * p for lost, p in self.chances.items())

    @cached_property
    def cleared(self) -> float:
        """Probability that all defending tank units are eliminated."""
        return sum(p for lost, p in self.chances.items() if lost[1] == self.defender_total)

    @cached_property
    def repelled(self) -> float:
        """Probability that all attacking tank units are eliminated."""
        return sum(p for lost, p in self.chances.items() if lost[0] == self.attacker_total)


def duel(s: State, attackers: Sequence[int], defenders: Sequence[int]) -> Outlook:
    """rof:12.12 - the exact prospects of a tank combat in which every unit that may still fires, highest rating
    first and defenders before attackers of the same rating, each at the target that is best for its side's balance
    of expected losses.

    Args:
        s: the state; who has fired already does not fire again (rof:12.13).
        attackers: phasing tank units of one hex.
        defenders: tank units of the hex they engage.
    """
    r = roster(s)

    def force(units: Sequence[int]) -> Force:
        return tuple(sorted((r.tank[u], s.steps[u], shot_left(s, u)) for u in units if s.steps[u] > 0))

    table = tuple(sorted(facts(s).content.tank.by_rating.items()))
    chances = _duel(table, force(attackers), force(defenders))
    return Outlook(chances, sum(s.steps[u] for u in attackers), sum(s.steps[u] for u in defenders))


@lru_cache(maxsize=1 << 16)
def _duel(table: Table, attackers: Force, defenders: Force) -> Chances:
    """The chances of a duel from here on, both sides choosing their targets as well as can be."""
    attack = _next(attackers) if defenders else -1
    defence = _next(defenders) if attackers else -1
    if attack < 0 and defence < 0:
        return {(0, 0): 1.0}
    # Defenders fire before attackers of the same rating.
    ours = defence < 0 or (attack >= 0 and attackers[attack][0] > defenders[defence][0])
    own, index, enemy = (attackers, attack, defenders) if ours else (defenders, defence, attackers)
    faces = dict(table)[own[index][0]]
    spent = tuple(sorted((*own[:index], (own[index][0], own[index][1], False), *own[index + 1 :])))
    options = [_shot(table, faces, spent, enemy, target, ours) for target in range(len(enemy)) if _new(enemy, target)]
    return max(options, key=lambda chances: _balance(chances) if ours else -_balance(chances))


def _shot(table: Table, faces: tuple[int, ...], own: Force, enemy: Force, target: int, ours: bool) -> Chances:
    """The chances if a unit of ``own`` fires at a unit of ``enemy``; ``ours``: the attackers fire."""
    total: dict[tuple[int, int], float] = {}
    rating, steps, able = enemy[target]
    for hit in sorted(set(faces)):
        weight, lost = faces.count(hit) / len(faces), min(hit, steps)
        left = ((rating, steps - lost, able),) if steps > lost else ()
        after = tuple(sorted((*enemy[:target], *left, *enemy[target + 1 :])))
        later = _duel(table, own, after) if ours else _duel(table, after, own)
        for (a, d), p in later.items():
            key = (a, d + lost) if ours else (a + lost, d)
            total[key] = total.get(key, 0.0) + weight * p
    return total


def _next(force: Force) -> int:
    """Index of the unit that fires next, or -1: the highest rating, of equals the one with the fewest steps."""
    able = [(-rating, steps, index) for index, (rating, steps, can) in enumerate(force) if can]
    return min(able)[2] if able else -1


def _new(force: Force, index: int) -> bool:
    """Whether no earlier unit is the same."""
    return index == 0 or force[index - 1] != force[index]


def _balance(chances: Chances) -> float:
    """Expected steps lost by the defenders less those lost by the attackers."""
    return sum((d - a) * p for (a, d), p in chances.items())
