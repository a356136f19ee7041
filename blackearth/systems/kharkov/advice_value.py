"""What a position of Kharkov and Rostov is worth, for computer players that play plans on."""

from __future__ import annotations

from blackearth.systems.kharkov import supply, victory
from blackearth.systems.kharkov.board import State, facts, on_map, roster

#: Worth of a strength point for the rest of the game, in victory points, so many turns or more from the end.
USE, LONG = 0.15, 6
#: What the next step of a unit without supply counts as lost already.
CUT_OFF = 0.6
#: What the points of a city count many turns before the end, when it may yet change hands.
EARLY = 0.6
#: What a city from which nobody can trace counts for who entered it last.
DENIED = 0.35


def standing(s: State, side: int) -> float:
    """kharkov:10, rostov:11 - points of a side less those of its enemy, with what the units can still do, what lack of
    supply will take, and cities counted the less the longer the game goes on.
    """
    return _of(s, side) - _of(s, 1 - side)


def _of(s: State, side: int) -> float:
    ahead = long(s)
    found = -float(sum(victory.loss_points(s, u) for u in roster(s).of_side(side)))
    share = weight(ahead)
    for city in victory.cities(s):
        if city.holder == side:
            found += share * city.points
        elif city.holder is None and city.entered == side:
            found += share * city.points * (DENIED if s.flow else 0.0)
    for bonus in facts(s).content.bonuses:
        if bonus.side == side and victory.bonus_unit(s, bonus) is not None:
            found += share * bonus.points
    return found + (_units(s, side, ahead) if s.flow else 0.0)


def long(s: State) -> float:
    """How much of the use of a unit is yet to come, from 1 early in the game to 0 at its end."""
    return min(1.0, (facts(s).content.scenario.last_turn - s.turn) / LONG) if s.flow else 0.0


def weight(ahead: float) -> float:
    """What the points of a city count with so much of the game ahead (`long`)."""
    return 1 - (1 - EARLY) * ahead


def cut_price(s: State, unit: int, ahead: float) -> float:
    """Points that lack of supply costs a unit, with so much of the game ahead (`long`)."""
    r, rule = roster(s), facts(s).content.losses[unit]
    full, steps = r.steps[unit], s.steps[unit]
    lost = full - steps
    price = rule.points(lost + 1, full) - (rule.points(lost, full) if lost else 0)
    strength = max(r.attack[unit][steps], r.defence[unit][steps])
    return CUT_OFF * (price + USE * strength * ahead / steps)


def _units(s: State, side: int, ahead: float) -> float:
    r, area, found = roster(s), supply.supplied_hexes(s, side), 0.0
    for unit in on_map(s, side):
        steps = s.steps[unit]
        found += USE * max(r.attack[unit][steps], r.defence[unit][steps]) * ahead
        if not area >> s.at[unit] & 1:
            found -= cut_price(s, unit, ahead)
    return found
