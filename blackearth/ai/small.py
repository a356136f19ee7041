"""The small decisions: losses, fire, strikes, replacements, set-up. Both planning players take them in the same way."""

from __future__ import annotations

from itertools import combinations
from typing import TypeVar

from blackearth.ai.agent import done
from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.advice import Advice
from blackearth.core.advice import Attack as Planned
from blackearth.core.choices import Allocate, Amount, Attack, Button, Choice, Hex, Target, Units
from blackearth.hexes.mask import cells

Plan = list[Action | None]
Kind = TypeVar("Kind", bound=Choice)


def choices(advice: Advice) -> list[Choice]:
    """What is offered."""
    decision = advice.state.decision
    return decision.choices(advice.state) if decision else []


def find(advice: Advice, kind: type[Kind]) -> Kind | None:
    """The first choice of a kind."""
    return next((c for c in choices(advice) if isinstance(c, kind)), None)


def set_up(advice: Advice) -> Plan:
    """Press what places units until the primary button can be pressed."""
    buttons = [c for c in choices(advice) if isinstance(c, Button) and not c.blocked]
    buttons.sort(key=lambda b: not b.primary)
    return [Action(buttons[0].verb, word=buttons[0].word)] if buttons else []


def loss_price(advice: Advice, unit: int, left: int) -> float:
    """What the loss of a step hurts: its value, and more if it is the unit's last one."""
    return advice.step_value(unit) + (0.35 * advice.size(unit) if left == 1 else 0.0)


def lose(advice: Advice) -> Plan:
    """Step losses: the cheapest steps, every unit once before any twice where the rules want it so."""
    choice = find(advice, Allocate)
    if choice is None:
        return []
    given = dict.fromkeys(choice.units, 0)
    for _ in range(min(choice.total, sum(choice.units.values()))):
        able = [u for u, most in choice.units.items() if given[u] < most]
        if choice.even and (fresh := [u for u in able if not given[u]]):
            able = fresh
        unit = min(able, key=lambda u: (loss_price(advice, u, advice.state.steps[u] - given[u]), u))
        given[unit] += 1
    taken = {u: n for u, n in given.items() if n}
    return [Action(choice.verb, tuple(taken), amounts=tuple(taken.values()))]


def fire(advice: Advice) -> Plan:
    """Fire of armour: at the most dangerous unit, at one that dies rather than at one that does not."""
    choice = find(advice, Target)
    if choice is None:
        return [done(advice.state)]
    best: tuple[float, int, int] | None = None
    for unit in choice.units:
        for target in choice.targets_of[unit] if choice.targets_of else choice.targets:
            kills = 0.8 if advice.state.steps[target] == 1 else 0.0
            worth = (1 + kills) * advice.step_value(target) + 0.05 * advice.rating(unit)
            if best is None or (worth, -unit, -target) > (best[0], -best[1], -best[2]):
                best = worth, unit, target
    return [Action(choice.verb, best[1:])] if best else [done(advice.state)]


def engage(advice: Advice) -> Plan:
    """Which armour fights which: the hex and the target with the best exact balance; all units of the hex together."""
    choice = find(advice, Attack)
    if choice is None:
        return fire(advice)
    best: tuple[float, Action] | None = None
    for target, units in choice.targets.items():
        homes = dict.fromkeys(advice.state.at[u] for u in units)
        defenders = [u for u in advice.state.stacks[target] if advice.rating(u)]
        for home in homes:
            group = tuple(u for u in units if advice.state.at[u] == home)
            value = duel_value(advice, group, defenders)
            if best is None or value > best[0]:
                best = value, Action(choice.verb, group, (target,))
    return [best[1]] if best else []


def duel_value(advice: Advice, attackers: tuple[int, ...], defenders: list[int]) -> float:
    """Balance of a fight of armour in the values of the steps."""
    if not attackers or not defenders:
        return 0.0
    found = advice.duel(attackers, defenders)
    mine = sum(advice.step_value(u) for u in attackers) / len(attackers)
    theirs = sum(advice.step_value(u) for u in defenders) / len(defenders)
    return found.defender * theirs - found.attacker * mine + 0.5 * found.cleared - 0.5 * found.repelled


def strike(advice: Advice, keep: int = 0) -> Plan:
    """Air strikes with all aircraft but ``keep``: the best rating at the target whose step is worth most."""
    choice = find(advice, Target)
    if choice is None or len(choice.units) <= keep:
        return [done(advice.state)]

    def worth(unit: int) -> float:
        steps = advice.state.steps[unit]
        return advice.step_value(unit) * (1.5 if steps == 1 else 1.0) + (0.3 if advice.reserve(unit) else 0.0)

    target = max(choice.targets, key=lambda u: (worth(u), -u))
    air = max(choice.units, key=lambda u: (advice.strike_chance(u), -u))
    return [Action(choice.verb, (air, target)), done(advice.state)]


def remove(advice: Advice) -> Plan:
    """An overstacked enemy hex: take away what is worth most."""
    choice = find(advice, Units)
    if choice is None:
        return [done(advice.state)]
    worth = {u: advice.step_value(u) * advice.state.steps[u] for u in choice.units}
    sets = sorted(combinations(choice.units, choice.least), key=lambda units: -sum(worth[u] for u in units))
    for units in sets:
        action = Action(choice.verb, units)
        if not flow.why_not(advice.state, action):
            return [action]
    return [done(advice.state)]


def replace(advice: Advice) -> Plan:
    """Replacement steps: rebuild what is gone, near the front, then fill up what is worth most."""
    found: list[Action | None] = []
    rebuild = next((c for c in choices(advice) if isinstance(c, Hex)), None)
    if rebuild is not None and rebuild.units:
        unit = max(rebuild.units, key=lambda u: (advice.step_value(u), -u))
        found.append(Action(rebuild.verb, (unit,), (near_front(advice, rebuild.hexes, unit),)))
    amount = find(advice, Amount)
    if amount is not None and amount.units:
        near = advice.state.defn.map.grid.spread(advice.state.occupied[1 - advice.side])

        def worth(unit: int) -> float:
            return advice.step_value(unit) + (0.1 if near >> advice.state.at[unit] & 1 else 0.0)

        unit = max(amount.units, key=lambda u: (worth(u), -u))
        found.append(Action(amount.verb, (unit,), amounts=(1,)))
    found.append(done(advice.state))
    return found[:1]


def near_front(advice: Advice, hexes: int, unit: int) -> int:
    """The hex of a mask that is nearest to the enemy and has room."""
    grid = advice.state.defn.map.grid
    ring = advice.state.occupied[1 - advice.side]
    fits = [c for c in cells(hexes) if advice.room(c) >= advice.size(unit)] or cells(hexes)
    mask = sum(1 << c for c in fits)
    for _ in range(80):
        if ring & mask:
            return cells(ring & mask)[0]
        ring = grid.spread(ring)
    return fits[0]


def reinforce(advice: Advice, worth: dict[int, float], price: float = 0.35) -> Plan:
    """Defensive reserves: one unit at a time to the hex under attack where it changes most, if it changes enough."""
    attacks = {a.target: a for a in advice.declared()}
    best: tuple[float, Action | None] = (price, None)
    decision = advice.state.decision
    if decision is None:
        return []
    verb = next((c.verb for c in choices(advice) if c.verb and not isinstance(c, Button)), "")
    for unit in advice.units(advice.side):
        if not advice.reserve(unit):
            continue
        for cell, path in advice.commit((unit,)).items():
            attack = attacks[cell]
            before = danger(advice, attack, worth.get(cell, 1.0))
            after = danger(advice, attack._replace(extra=(unit,)), worth.get(cell, 1.0))
            gain = before - after
            if gain > best[0] + 1e-9:
                best = gain, Action(verb, (unit,), path)
    return [best[1] or done(advice.state)]


def danger(advice: Advice, attack: Planned, worth: float) -> float:
    """What the better of both efforts of an attack costs the defender, in points."""
    found = 0.0
    for maximum in (False, True):
        prospect = advice.prospect(attack._replace(maximum=maximum))
        if prospect is None:
            continue
        defenders = (*advice.state.stacks.get(attack.target, ()), *attack.extra)
        mine = sum(advice.step_value(u) for u in defenders) / max(1, len(defenders))
        theirs = sum(advice.step_value(u) for u, _ in attack.posts) / max(1, len(attack.posts))
        found = max(found, prospect.cleared * worth + prospect.defender * mine - prospect.attacker * theirs)
    return found
