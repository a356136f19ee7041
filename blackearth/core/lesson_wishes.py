"""What a step of a lesson waits for: which actions fit, and the choices that lead to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from blackearth.core import choices as kinds
from blackearth.core.actions import Action
from blackearth.core.choices import Choice


def after(action: Action, wishes: Sequence[Action]) -> tuple[Action, ...] | None:
    """What is still to be done when an action was; None if it fits none of the wishes."""
    for number, wish in enumerate(wishes):
        if (left := _left(action, wish)) is not None:
            return (*wishes[:number], *left, *wishes[number + 1 :])
    return _swapped(action, wishes)


def _swapped(action: Action, wishes: Sequence[Action]) -> tuple[Action, ...] | None:
    """Of two units that set out from one hex either may take the way of the other."""
    for one, wish in enumerate(wishes):
        for other, mate in enumerate(wishes):
            together = len(wish.hexes) > 1 and len(wish.units) == len(mate.units) == 1
            if one == other or not together or wish.hexes[0] != mate.hexes[0] or action.units != mate.units:
                continue
            if _left(action, msgspec.structs.replace(wish, units=mate.units)) is not None:
                rest = list(wishes)
                rest[other] = msgspec.structs.replace(mate, units=wish.units)
                del rest[one]
                return tuple(rest)
    return None


def _left(action: Action, wish: Action) -> tuple[Action, ...] | None:
    """Units that go a way may go one after the other, and by another way; all else is done as it stands."""
    if (action.verb, action.word, action.hexes[-1:]) != (wish.verb, wish.word, wish.hexes[-1:]):
        return None
    along = len(wish.hexes) > 1 and not wish.amounts
    if along and action.units and set(action.units) < set(wish.units) and not action.amounts:
        return (msgspec.structs.replace(wish, units=tuple(u for u in wish.units if u not in action.units)),)
    return () if _parties(action) == _parties(wish) else None


def _parties(action: Action) -> Any:
    if action.units and action.amounts:
        return sorted(zip(action.units, action.amounts, strict=True))
    return sorted(action.units), action.amounts


def narrow(offered: Iterable[Choice], wishes: Sequence[Action]) -> list[Choice]:
    """Of some choices what leads to a wish."""
    found = []
    for choice in offered:
        fitting = [wish for wish in wishes if wish.verb == choice.verb]
        kind = next(kind for kind in _NARROW if isinstance(choice, kind))
        less = _NARROW[kind](choice, fitting) if fitting else None
        if less is not None:
            found.append(less)
    return found


def _units(wishes: Sequence[Action], of: Iterable[int]) -> tuple[int, ...]:
    named = {unit for wish in wishes for unit in wish.units}
    return tuple(unit for unit in of if unit in named)


def _button(choice: kinds.Button, wishes: Sequence[Action]) -> Choice | None:
    # The lesson itself says to go on: “2 units have not moved” would contradict it.
    asked = any(wish.word == choice.word for wish in wishes)
    return msgspec.structs.replace(choice, confirm="") if asked else None


def _some(choice: kinds.Units, wishes: Sequence[Action]) -> Choice | None:
    units = _units(wishes, choice.units)
    # Fewer would not fit: who is asked for three units shall not be able to press the button with one.
    least = max(choice.least, min(len(wish.units) for wish in wishes))
    return msgspec.structs.replace(choice, units=units, least=least, most=min(choice.most, len(units)))


def _hex(choice: kinds.Hex, wishes: Sequence[Action]) -> Choice | None:
    mask = 0
    for wish in wishes:
        for cell in wish.hexes:
            mask |= 1 << cell
    units, left = _units(wishes, choice.units), choice.hexes & mask
    each = choice.hexes_of and {unit: choice.hexes_of[unit] & mask for unit in units}
    return msgspec.structs.replace(choice, hexes=left, units=units, hexes_of=each) if left else None


def _route(choice: kinds.Route, wishes: Sequence[Action]) -> Choice | None:
    units = _units(wishes, choice.units)
    return msgspec.structs.replace(choice, units=units) if units else None


def _attack(choice: kinds.Attack, wishes: Sequence[Action]) -> Choice | None:
    wanted = {wish.hexes[0]: wish.units for wish in wishes if wish.hexes}
    targets = {
        cell: tuple(unit for unit in units if unit in wanted[cell])
        for cell, units in choice.targets.items()
        if cell in wanted
    }
    return msgspec.structs.replace(choice, targets=targets) if targets else None


def _allocate(choice: kinds.Allocate, wishes: Sequence[Action]) -> Choice | None:
    return msgspec.structs.replace(choice, units={u: choice.units[u] for u in _units(wishes, choice.units)})


def _target(choice: kinds.Target, wishes: Sequence[Action]) -> Choice | None:
    units, targets = _units(wishes, choice.units), _units(wishes, choice.targets)
    each = choice.targets_of and {unit: _units(wishes, choice.targets_of[unit]) for unit in units}
    return msgspec.structs.replace(choice, units=units, targets=targets, targets_of=each) if units and targets else None


def _amount(choice: kinds.Amount, wishes: Sequence[Action]) -> Choice | None:
    return msgspec.structs.replace(choice, units=_units(wishes, choice.units))


_NARROW: Mapping[type[Choice], Callable[[Any, Sequence[Action]], Choice | None]] = {
    kinds.Button: _button, kinds.Units: _some, kinds.Hex: _hex, kinds.Route: _route, kinds.Attack: _attack,
    kinds.Allocate: _allocate, kinds.Target: _target, kinds.Amount: _amount,
}  # fmt: skip
