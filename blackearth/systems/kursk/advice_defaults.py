"""Answers of computer players to the small decisions of a combat: support, partners, payments, retreats, advances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from blackearth.core.actions import Action
from blackearth.core.choices import Hex
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import advice_air, close_support, limited, supply
from blackearth.systems.kursk.advice_battle import Battles
from blackearth.systems.kursk.advice_muster import wanted
from blackearth.systems.kursk.advice_posture import lateness
from blackearth.systems.kursk.advice_staff import Staff
from blackearth.systems.kursk.advice_threat import Threat, holes
from blackearth.systems.kursk.board import State, room, roster
from blackearth.systems.kursk.fights import Fight

#: What a flight must add to an attack, in victory points.
FLIGHT = 0.8
Answer = Callable[[State, int], Action | None]


def _frame(s: State) -> Any:
    return s.flow[-1]


# -- close support -----------------------------------------------------------------------------------------------------


def support(s: State, side: int) -> Action:
    """kursk:air-close-support - fly where it adds much, unless attacks to come need the aircraft more."""
    fight: Fight = _frame(s).fight
    gain, flights = support_gain(s, fight), close_support.flights(s, fight)
    if gain < FLIGHT or not flights:
        return Action("roll")
    assault = Staff(s, side).assault()
    others = [p.air for t in assault.targets() if t not in fight.targets and (p := assault.best((t,)))]
    count = assault.muster.flights
    if len(others) >= count and gain < sorted(others, reverse=True)[count - 1]:
        return Action("roll")
    aircraft = min(flights, key=lambda u: (roster(s).range[u], u))
    return Action("support", (aircraft,), (cells(flights[aircraft])[0],))


def support_gain(s: State, fight: Fight) -> float:
    """What close support would add to the value of an announced attack."""
    b = Battles(s)
    defenders = [u for t in fight.fought for u in s.stacks.get(t, ())]
    force = b.force((u, s.at[u]) for u in fight.units)
    defence = sum(b.strength(u, s.at[u], attacking=False) for u in fight.defenders)
    die = b.terrain(fight.fought, 1 - s.active, [s.at[u] for u in fight.units])
    goals = wanted(s, s.active)
    hole = 0.3 + lateness(s) * sum(goals.get(t, 0.0) for t in fight.fought)
    plain, helped = (b.value(force, defence, b.worth(defenders), die + more, hole) for more in (0, b.air_bonus))
    return helped - plain


# -- losses and retreats -----------------------------------------------------------------------------------------------


def commit(s: State, side: int) -> Action:
    """KUR-A14 - the strongest limited units defend."""
    cell = next(c for c in _frame(s).fight.fought if c not in _frame(s).fight.settled and limited.open_choice(s, c))
    return Action("commit", limited.helpers(s, cell)[: limited.partners(s, cell)])


def pay(s: State, side: int) -> Action:
    """kursk:crt-EX - what gives the enemy fewest points for the strength that is asked for."""
    frame, b = _frame(s), Battles(s)
    useful = [u for u in frame.units if frame.worth_of(u)]
    order = sorted(useful, key=lambda u: (b.points[u] / frame.worth_of(u), frame.worth_of(u), u))
    chosen: list[int] = []
    while sum(frame.worth_of(u) for u in chosen) < frame.price:
        chosen.append(order[len(chosen)])
    while spare := frame.spare(chosen):
        chosen.remove(max(spare, key=lambda u: (b.points[u], u)))
    return Action("pay", tuple(sorted(chosen)))


def retreat(s: State, side: int) -> Action | None:
    """KUR-A15 - own units, the most valuable first, go where they stand best, the enemy's where they stand worst."""
    r = roster(s)
    choice = next(c for c in s.decision.choices(s)) if s.decision else None
    if not isinstance(choice, Hex) or not choice.hexes_of:
        return None
    found = choice.hexes_of
    mine = r.side[next(iter(found))] == side
    unit = max(found, key=lambda u: ((r.points[u] if mine else -r.points[u]), -u))
    cell = (max if mine else min)(cells(found[unit]), key=lambda c: (standing(s, unit, c), -c))
    return Action("retreat", (unit,), (cell,))


def standing(s: State, unit: int, cell: int) -> float:
    """How well a unit stands in a hex: in supply, off the enemy, beside friends, behind good ground."""
    r, b, grid = roster(s), Battles(s), s.defn.map.grid
    side = r.side[unit]
    found = 2.0 if supply.supplied_hexes(s, side) >> cell & 1 else 0.0
    found -= (grid.ring[cell] & s.occupied[1 - side]).bit_count()
    found -= 0.5 * (grid.within(cell, 2) & s.occupied[1 - side]).bit_count()
    found -= b.terrain((cell,), side, ())
    return found + 0.7 * len(s.stacks.get(cell, ()))


# -- advance -----------------------------------------------------------------------------------------------------------


def advance(s: State, side: int) -> Action:
    """kursk:advance - into places that score, and where a stack is exposed less than where it stands."""
    frame, r = _frame(s), roster(s)
    ways: dict[int, int] = frame.ways(s)
    goals = {**holes(s, side), **wanted(s, side)}
    threat = Threat(s, side, Battles(s))
    best: tuple[float, Action] | None = None
    for unit, mask in ways.items():
        if not r.regular[unit]:
            continue
        for cell in cells(mask):
            gain = _gain(s, threat, unit, cell, goals)
            if gain > 0 and room(s, unit, cell) and (best is None or gain > best[0]):
                best = gain, Action("advance", (unit,), (cell,))
    return best[1] if best else Action("stay")


def _gain(s: State, threat: Threat, unit: int, cell: int, goals: Mapping[int, float]) -> float:
    """What it is worth that a unit advances: places that score, and the difference of the exposures."""
    home, held = s.at[unit], s.occupied[threat.side]
    stack, there = s.stacks[home], s.stacks.get(cell, ())
    rest = tuple(u for u in stack if u != unit)
    if roster(s).motorized[unit] and s.active == threat.side:
        return goals.get(cell, 0.0) * lateness(s) - len(there)
    before = threat.exposure(home, stack, held) + threat.exposure(cell, there, held)
    after = held | 1 << cell if rest else (held | 1 << cell) & ~(1 << home)
    then = threat.exposure(home, rest, after) + threat.exposure(cell, (*there, unit), after)
    goal = goals.get(cell, 0.0) if not there else 0.0
    if home in goals and not rest:
        return -1.0
    return goal + 0.5 * (before - then) - 0.2


#: The answer by tag of the frame that asks.
ANSWERS: Mapping[str, Answer] = MappingProxyType(
    {
        "kursk.support": support, "kursk.match": commit, "kursk.exchange": pay, "kursk.retreat": retreat,
        "kursk.advance": advance, "kursk.interception": advice_air.intercept, "kursk.air-superiority": advice_air.raid,
        "kursk.guards": advice_air.guard, "kursk.take-off": advice_air.take_off,
    }
)  # fmt: skip
