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
    last = facts(s).content.scenario.last_turn
    long = min(1.0, (last - s.turn) / LONG) if s.flow else 0.0
    found = -float(sum(victory.loss_points(s, u) for u in roster(s).of_side(side)))
    weight = 1 - (1 - EARLY) * long
    for city in victory.cities(s):
        if city.holder == side:
            found += weight * city.points
        elif city.holder is None and city.entered == side:
            found += weight * city.points * (DENIED if s.flow else 0.0)
    for bonus in facts(s).content.bonuses:
        if bonus.side == side and victory.bonus_unit(s, bonus) is not None:
            found += weight * bonus.points
    return found + (_units(s, side, long) if s.flow else 0.0)


def _units(s: State, side: int, long: float) -> float:
    r, area = roster(s), supply.supplied_hexes(s, side)
    rules, found = facts(s).content.losses, 0.0
    for unit in on_map(s, side):
        steps = s.steps[unit]
        strength = max(r.attack[unit][steps], r.defence[unit][steps])
        found += USE * strength * long
        if not area >> s.at[unit] & 1:
            lost = r.steps[unit] - steps
            price = rules[unit].points(lost + 1, r.steps[unit]) - (
                rules[unit].points(lost, r.steps[unit]) if lost else 0
            )
            found -= CUT_OFF * (price + USE * strength * long / steps)
    return found
