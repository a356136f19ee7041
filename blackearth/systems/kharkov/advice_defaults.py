"""Sensible answers of computer players to the decisions that only this rulebook has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from blackearth.core.actions import Action
from blackearth.core.choices import Amount, Hex, Units
from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import (
    advice_modes,
    advice_withdrawal,
    air,
    forced,
    retreat_paths,
    supply,
    timoshenko,
    zones,
)
from blackearth.systems.kharkov.board import Fight, extra, facts, mode_of, roster
from blackearth.systems.kharkov.stacking import fits

if TYPE_CHECKING:
    from blackearth.systems.kharkov.advice import KharkovAdvice

#: What an air marker or General Timoshenko's shift must bring, in points.
AIR_PRICE, SHIFT_PRICE = 0.25, 0.2


def _frame(a: KharkovAdvice) -> Any:
    return a.state.flow[-1]


def _choice(a: KharkovAdvice, verb: str) -> Any:
    """The choice of a verb that is offered now, or None."""
    decision = a.state.decision
    found = decision.choices(a.state) if decision else []
    return next((c for c in found if c.verb == verb), None)


# -- air -----------------------------------------------------------------------------------------------------------


def superiority(a: KharkovAdvice) -> Action:
    """ms:D - markers are worth more in combat than two or three of the enemy's, unless there are plenty."""
    price = facts(a.state).content.series.cancel.of(a.side)
    spare = extra(a.state).air[a.side] - 2 * facts(a.state).content.series.air_per_combat
    count = min(spare // price, air.cancellable(a.state))
    return Action("cancel", amounts=(count,)) if count > 0 else Action("pass")


def bid(a: KharkovAdvice) -> Action | None:
    """ms:G2 - so many markers as bring most after their price."""
    choice = _choice(a, "air")
    if not isinstance(choice, Amount):
        return None
    fight = a.fight(air.bidding(_frame(a)))
    best = max(range(choice.most + 1), key=lambda count: (_gain(a, fight, count), -count))
    return Action("air", amounts=(best,))


def share(a: KharkovAdvice) -> Action:
    """ms:M3b - the next marker where it brings most after its price, if it brings anything."""
    choice, frame = _choice(a, "air"), _frame(a)
    best = (0.0, -1)
    for target in cells(choice.hexes) if isinstance(choice, Hex) else ():
        fight, put = a.fight(target), frame.of(a.state, a.side).count(target)
        best = max(best, (_gain(a, fight, put + 1) - _gain(a, fight, put), target))
    return Action("air", hexes=(best[1],)) if best[1] >= 0 else Action("keep")


def _gain(a: KharkovAdvice, fight: Fight, count: int) -> float:
    """What so many own markers bring in a combat, less their price."""
    theirs = fight.air[1 - a.side]
    attacking = a.side == a.state.active
    rules = facts(a.state).content.scenario.timoshenko
    shift = rules.shift if rules and fight.timoshenko else 0
    start = a.fight_value(fight, (0, theirs) if attacking else (theirs, 0), shift)
    value = a.fight_value(fight, (count, theirs) if attacking else (theirs, count), shift)
    return (value - start if attacking else start - value) - AIR_PRICE * count


def interdict(a: KharkovAdvice) -> Action:
    """ms:I - the last marker is kept for the defence while the enemy still comes in this game turn."""
    left = extra(a.state).air[a.side]
    spare = left - (1 if a.turns_to_come(1 - a.side) > a.turns_left else 0)
    return Action("interdict-rail", amounts=(spare,)) if spare > 0 else Action("end-interdiction")


def general(a: KharkovAdvice) -> Action:
    """rostov:7 - the shift is used where it brings something; before turn 3 it forbids air support."""
    fight, rules = a.fight(_frame(a).target), facts(a.state).content.scenario.timoshenko
    ours, theirs = (min(1, n) for n in (extra(a.state).air[a.side], extra(a.state).air[1 - a.side]))
    if rules is None or not timoshenko.army(a.state, fight.units):
        return Action("no")
    with_him = 0 if a.state.turn < rules.air_from else ours
    gain = a.fight_value(fight, (with_him, theirs), rules.shift) - a.fight_value(fight, (ours, theirs), 0)
    return Action("yes" if gain >= SHIFT_PRICE else "no")


# -- combat --------------------------------------------------------------------------------------------------------


def duty(a: KharkovAdvice) -> Action | None:
    """kharkov:8-offensive - the least bad of the attacks that must be made yet."""
    s = a.state
    found: list[tuple[float, int, tuple[int, ...]]] = []
    if _frame(a).breakthrough:
        return None
    waiting = forced.duties(s)
    for target, units in a.targets().items():
        group = tuple(u for u in units if mode_of(s, u) == "offensive")
        if any(target in waiting.get(u, ()) for u in group):
            prospect = a.prospect(_attack(s, target, group))
            value = prospect.column if prospect else -9
            found.append((float(value), -target, group))
    if not found:
        return None
    _, minus, group = max(found)
    return a.act_attack(group, -minus)


def _attack(s: State, target: int, units: tuple[int, ...]) -> Any:
    from blackearth.core.advice import Attack

    return Attack(target, tuple((u, s.at[u]) for u in units))


def pay(a: KharkovAdvice) -> Action | None:
    """ms:G3-EX - the step that is worth least."""
    choice = _choice(a, "pay")
    if not isinstance(choice, Units):
        return None
    return Action("pay", (min(choice.units, key=lambda u: (a.step_value(u), u)),))


def fall_back(a: KharkovAdvice) -> Action:
    """ms:G3-D1 - go back one hex, unless that gives up a city that units with steps to lose can hold, or nobody can."""
    s, frame = a.state, _frame(a)
    roomy = all(retreat_paths.roomy_hexes(s, u, frame.units) for u in frame.units)
    lasting = all(s.steps[u] > 1 for u in frame.units)
    price = sum(a.step_value(u) for u in frame.units)
    if lasting and (not roomy or a.hex_worth(frame.origin) - 1 > price):
        return Action("reduce")
    return Action("retreat-one")


def go_one(a: KharkovAdvice) -> Action | None:
    """ms:G4 - each unit to the safest hex."""
    choice = _choice(a, "retreat")
    if isinstance(choice, Hex) and choice.hexes_of:
        unit, mask = next(iter(choice.hexes_of.items()))
        return Action("retreat", (unit,), (max(cells(mask), key=lambda c: (_safety(a, unit, c), -c)),))
    return next_unit(a)


def next_unit(a: KharkovAdvice) -> Action | None:
    """N30 - the strongest goes first, while there is room."""
    choice = _choice(a, "next")
    if not isinstance(choice, Units):
        return None
    return Action("next", (max(choice.units, key=lambda u: (a.step_value(u) * a.state.steps[u], -u)),))


def go_two(a: KharkovAdvice) -> Action | None:
    """ms:G3-D2 - the attacker sends the unit where it stands worst."""
    choice = _choice(a, "retreat")
    if not isinstance(choice, Hex) or not choice.hexes or not choice.units:
        return None
    unit = choice.units[0]
    return Action("retreat", (unit,), (min(cells(choice.hexes), key=lambda c: (_safety(a, unit, c), c)),))


def _safety(a: KharkovAdvice, unit: int, cell: int) -> float:
    """How well a unit stands in a hex: in supply, off the enemy, among friends, behind good ground."""
    s, grid = a.state, a.state.defn.map.grid
    side = roster(s).side[unit]
    found = 4.0 if supply.supplied_hexes(s, side) >> cell & 1 else 0.0
    found -= (grid.ring[cell] & s.occupied[1 - side]).bit_count()
    found -= 1.0 if zones.of(s, 1 - side) >> cell & 1 else 0.0
    found += 0.3 * (grid.ring[cell] & s.occupied[side]).bit_count() + 0.5 * a.shift(cell, side)
    found += 0.5 if s.stacks.get(cell) and fits(s, (unit,), cell) else 0.0
    return found + min(2.0, a.hex_worth(cell) - 1)


Default = Callable[["KharkovAdvice"], Action | None]
#: The answer by tag of the frame that asks.
DEFAULTS: Mapping[str, Default] = MappingProxyType(
    {
        "kharkov.modes": advice_modes.usual, "kharkov.withdrawal": advice_withdrawal.withdraw,
        "kharkov.air-superiority": superiority, "kharkov.air": bid, "kharkov.air-sealed": bid,
        "kharkov.air-shared": share, "kharkov.rail-interdiction": interdict, "kharkov.timoshenko": general,
        "kharkov.combat": duty, "kharkov.exchange": pay,
        "kharkov.fall-back": fall_back, "kharkov.retreat-one": go_one, "kharkov.retreat-two": next_unit,
        "kharkov.two-hexes": go_two,
    }
)  # fmt: skip
