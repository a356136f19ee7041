"""Attacks as packages: a target, the hexes and units that attack it, supports and effort, valued by the exact table.

Before movement units may come from wherever they reach; at the declaration they stand where they stand. Both use the
same code: the declaration is the case in which nobody moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from blackearth.ai.battle import attack_value
from blackearth.ai.packages import Package, choose
from blackearth.core.advice import Advice, Attack
from blackearth.hexes.mask import cells

#: Hexes from which one target is attacked at most.
MOST_HEXES = 4
#: Packages of one target that compete.
KEPT = 14
#: What using an air unit or a barrage must bring.
AIR_PRICE, BARRAGE_PRICE = 0.25, 0.6


@dataclass
class Field:
    """Who may attack from where.

    Attributes:
        standing: for each cell the units that stand there and may attack from it without moving.
        coming: for each cell the units that can come to it, the nearest first.
        room: what each cell can take.
        worth: for each target what it is worth that it is emptied.
        price: what a unit is worth elsewhere.
    """

    standing: Mapping[int, Sequence[int]]
    coming: Mapping[int, Sequence[int]]
    room: Mapping[int, int]
    worth: Mapping[int, float]
    price: Mapping[int, float] = field(default_factory=dict)


def stacks_at(advice: Advice, where: Field, cell: int, target: int, taken: frozenset[int]) -> list[tuple[int, ...]]:
    """The stacks that are worth a thought in one hex: all that stand there, and the strongest that come as well."""
    standing = tuple(
        u for u in where.standing.get(cell, ()) if u not in taken and advice.crossing(cell, target, advice.mobile(u))
    )
    found: list[tuple[int, ...]] = [standing] if standing else []
    if len(standing) > 1:
        found.append((max(standing, key=lambda u: (advice.attack(u), -u)),))
    room, group = where.room.get(cell, 0), list(standing)
    able = [u for u in where.coming.get(cell, ()) if u not in taken and advice.crossing(cell, target, advice.mobile(u))]
    able.sort(key=lambda u: (where.price.get(u, 0.0) - 0.1 * advice.attack(u), -advice.size(u)))
    for unit in able:
        if advice.size(unit) <= room:
            group.append(unit)
            room -= advice.size(unit)
            if len(group) == len(standing) + 1 or room == 0:
                found.append(tuple(group))
    return list(dict.fromkeys(found))


def packages_for(
    advice: Advice, where: Field, target: int, air: int, barrages: int, taken: frozenset[int] = frozenset()
) -> list[tuple[Package, Attack]]:
    """The packages against one target that are worth something."""
    grid = advice.state.defn.map.grid
    options: dict[int, list[tuple[int, ...]]] = {}
    for cell in grid.near[target]:
        if stacks := stacks_at(advice, where, cell, target, taken):
            options[cell] = stacks
    best_first = sorted(options, key=lambda c: (-max(sum(advice.attack(u) for u in stack) for stack in options[c]), c))[
        :5
    ]
    found: list[tuple[float, Package, Attack]] = []
    fits = barrages > 0 and advice.barrage_fits(target)
    for count in range(1, min(MOST_HEXES, len(best_first)) + 1):
        for group in combinations(best_first, count):
            for level in (0, -1):
                posts = _posts(advice, where, target, {c: options[c][level] for c in group}, level, taken)
                found += _valued(advice, where, Attack(target, posts), air, fits)
    unique = {(attack.posts, attack.air, attack.barrage): (value, p, attack) for value, p, attack in found}
    ranked = sorted(unique.values(), key=lambda f: (-f[0], len(f[2].posts), f[2].posts, f[2].air))
    return [(package, attack) for _, package, attack in _undominated(ranked)[:KEPT]]


def _posts(
    advice: Advice, where: Field, target: int, stacks: Mapping[int, tuple[int, ...]], level: int, taken: frozenset[int]
) -> tuple[tuple[int, int], ...]:
    """The units of a package with their hexes: who is in one hex is not in the next one, where others may come instead.

    Args:
        advice: about the position.
        where: who may attack from where.
        target: the hex that is attacked.
        stacks: for each hex the stack that was thought of for it alone.
        level: which one of the stacks of a hex that is.
        taken: units that have other tasks.
    """
    found: dict[int, int] = {}
    for cell, alone in stacks.items():
        stack = alone
        if not found.keys().isdisjoint(alone):
            others = stacks_at(advice, where, cell, target, taken.union(found))
            stack = others[level] if others else ()
        found |= dict.fromkeys(stack, cell)
    return tuple(found.items())


def _valued(
    advice: Advice, where: Field, attack: Attack, air: int, barrage: bool
) -> list[tuple[float, Package, Attack]]:  # fmt: skip
    """A force with every useful support: the attack's value less the prices of what it takes."""
    found: list[tuple[float, Package, Attack]] = []
    force = sum(where.price.get(u, 0.0) for u, _ in attack.posts)
    worth, last = where.worth.get(attack.target, 1.0), -99.0
    for planes in range(min(2, air) + 1):
        for fire in (False, True) if barrage and planes == 0 else (False,):
            tried = attack._replace(air=planes, barrage=fire)
            value, maximum, _ = attack_value(advice, tried, worth)
            value -= force + AIR_PRICE * planes + BARRAGE_PRICE * fire
            if value > 0.02 and value > last:
                found.append((value, Package(value, _needs(advice, where, tried)), tried._replace(maximum=maximum)))
                last = value
    return found


def _needs(advice: Advice, where: Field, attack: Attack) -> dict[Hashable, int]:
    needs: dict[Hashable, int] = {("target", attack.target): 1}
    for unit, cell in attack.posts:
        needs["unit", unit] = 1
        if unit not in where.standing.get(cell, ()):
            needs["hex", cell] = needs.get(("hex", cell), 0) + advice.size(unit)
    if attack.air:
        needs["air"] = attack.air
    if attack.barrage:
        needs["barrage"] = 1
    return needs


def _undominated(ranked: list[tuple[float, Package, Attack]]) -> list[tuple[float, Package, Attack]]:
    """Without those for which a package worth as much needs nothing else and no more."""
    found: list[tuple[float, Package, Attack]] = []
    for item in ranked:
        needs = item[1].needs
        if not any(all(needs.get(k, 0) >= n for k, n in other[1].needs.items()) for other in found):
            found.append(item)
    return found


def plan_attacks(advice: Advice, where: Field, targets: Sequence[int], air: int, barrages: int) -> list[Attack]:
    """The attacks to make: packages of all targets, chosen together."""
    everything: list[tuple[Package, Attack]] = []
    for target in targets:
        everything += packages_for(advice, where, target, air, barrages)
    stock: dict[Hashable, int] = {("hex", cell): room for cell, room in where.room.items()}
    stock |= {"air": air, "barrage": barrages}
    chosen = choose([package for package, _ in everything], stock)
    return [everything[n][1] for n in chosen]


def standing_field(advice: Advice, worth: Mapping[int, float]) -> tuple[Field, list[int]]:
    """The field of a declaration: everybody attacks from where he stands; with the targets."""
    targets = advice.targets()
    standing: dict[int, list[int]] = {}
    for units in targets.values():
        for unit in units:
            here = standing.setdefault(advice.state.at[unit], [])
            if unit not in here:
                here.append(unit)
    return Field(standing, {}, {}, worth), sorted(targets)


def contact_cells(advice: Advice, side: int) -> list[int]:
    """Cells next to enemies that enemies do not hold."""
    state = advice.state
    enemy = state.occupied[1 - side]
    return cells(state.defn.map.grid.around(enemy) & ~enemy)
