"""rof:14.5 - defensive reserves come to hexes under attack, after all declarations and before any odds."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Route
from blackearth.core.events import Moved
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.core.tally import half_text
from blackearth.hexes.mask import cells
from blackearth.hexes.paths import path_to, reach
from blackearth.systems.ring_of_fire import movement, movement_checks, turn_one
from blackearth.systems.ring_of_fire.board import (
    RESERVE,
    STACK_LIMIT,
    State,
    enter,
    extra,
    in_supply,
    on_map,
    roster,
    stack_size,
)
from blackearth.systems.ring_of_fire.content import GERMAN


def begin(s: State) -> Frame | None:
    """rof:16.1-turn1 - on turn 1 the Germans may not commit reserves in the Soviet player turn."""
    if s.active != GERMAN and turn_one.german_reserves_frozen(s):
        return None
    return DefensiveReserves()


def attacked(s: State) -> int:
    """Mask of the hexes under attack that are still defended."""
    mask = 0
    for battle in extra(s).battles:
        if not battle.done:
            mask |= 1 << battle.target
    return mask & s.occupied[1 - s.active]


def allowance(s: State, unit: int) -> int:
    """rof:14.5, 15.1 - half points a defensive reserve may spend: half of its allowance, a quarter if it is out of
    supply at this instant.
    """
    points = roster(s).move[unit]
    if not in_supply(s, unit):
        points //= 2
    return points // 2


def waiting(s: State) -> list[int]:
    """Units of the defender in reserve that could be committed at all."""
    return [
        u
        for u in on_map(s, 1 - s.active)
        if s.marks[u] & RESERVE and not (s.turn == 1 and turn_one.may_not_reinforce(s, u))
    ]


def paths(s: State, units: tuple[int, ...]) -> dict[int, list[int]]:
    """Hexes under attack that units of one hex can reach together, each with a cheapest path."""
    side = roster(s).side[units[0]]
    start = s.at[units[0]]
    grid, found = s.defn.map.grid, dict[int, list[int]]()
    most = max(allowance(s, u) for u in units)
    goals = sum(
        1 << c for c in cells(attacked(s)) if grid.distance(start, c) <= most
    )  # a road hex costs one half point
    if not goals:
        return {}
    g = movement.ground(s, units)
    for kind in {movement.kind_of(s, u) for u in units}:
        points = min(allowance(s, u) for u in units if movement.kind_of(s, u) == kind)
        table = movement.costs(s, side, kind)
        near = reach(start, points, table, g.free, g.walls)
        for cell in near:
            if goals >> cell & 1 and cell not in (start, *found):
                path = path_to(cell, near, table, g.walls)
                if not any(_cost_refusals(s, units, tuple(path))):
                    found[cell] = path
    size = stack_size(s, units)
    return {cell: path for cell, path in found.items() if size + stack_size(s, s.stacks[cell]) <= STACK_LIMIT}


def _cost_refusals(s: State, units: tuple[int, ...], path: tuple[int, ...]) -> Iterable[Refusal]:
    r = roster(s)
    for unit in units:
        price = movement.path_cost(s, r.side[unit], movement.kind_of(s, unit), path)
        points = allowance(s, unit)
        if price > points:
            cut = (
                " (a quarter of its allowance: out of supply)" if not in_supply(s, unit) else " (half of its allowance)"
            )
            text = (
                f"{r.ids[unit]} would spend {half_text(price)} movement points, it may spend {half_text(points)}{cut}"
            )
            yield Refusal("rof:14.5", text, (unit,), path[-1:])


class Reinforce(Offer):
    """rof:14.5 - move reserves of one hex to a hex under attack."""

    verb = "reinforce"
    weight = 2.0

    def choice(self, state: State) -> Choice | None:
        units = tuple(u for u in waiting(state) if paths(state, (u,)))
        if not units:
            return None
        return Route(verb=self.verb, label="Commit reserves", cite="rof:14.5", units=units)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units, path = action.units, action.hexes
        if not units or len(path) < 2 or action.amounts or action.word or len(set(units)) < len(units):
            yield Refusal("rof:14.5", "name the reserves and their path, beginning with the hex they stand in")
            return
        wrong = list(self._unit_refusals(state, units, path[0]))
        yield from wrong
        if wrong:
            return
        label = state.defn.map.grid.label(path[-1])
        if path[-1] == path[0]:
            yield Refusal("rof:14.5", f"these reserves stand in {label} already", units, path[-1:])
            return
        if not attacked(state) >> path[-1] & 1:
            yield Refusal("rof:14.5", f"{label} is not under attack", units, path[-1:])
        barred = movement_checks.way_refusals(state, units, path)
        yield from barred
        if not barred:
            yield from _cost_refusals(state, units, path)
        if stack_size(state, units) + stack_size(state, state.stacks.get(path[-1], ())) > STACK_LIMIT:
            yield Refusal(
                "rof:9.1", f"more than {STACK_LIMIT} regimental equivalents would stand in {label}", units, path[-1:]
            )

    def _unit_refusals(self, state: State, units: tuple[int, ...], start: int) -> Iterable[Refusal]:
        r = roster(state)
        for unit in units:
            if r.side[unit] == state.active or state.at[unit] < 0 or not state.marks[unit] & RESERVE:
                yield Refusal("rof:14.5", f"{r.ids[unit]} is no reserve of the defender", (unit,))
            elif state.at[unit] != start:
                yield Refusal("rof:11.4", f"{r.ids[unit]} does not stand in that hex", (unit,), (start,))
            elif state.turn == 1 and turn_one.may_not_reinforce(state, unit):
                yield Refusal(
                    turn_one.turn_one_cite(state), f"{r.ids[unit]} may not move in the whole first game turn", (unit,)
                )

    def do(self, state: State, action: Action) -> None:
        units, path = action.units, action.hexes
        price = max(movement.path_cost(state, roster(state).side[u], movement.kind_of(state, u), path) for u in units)
        state.unmark(units, RESERVE, "in reserve", "committed", "rof:14.5")
        state.emit(Moved(units, path, "reinforce", price, cite="rof:14.5"))
        enter(state, units, path)
        x = extra(state)
        x.battles = tuple(msgspec.structs.replace(b, reinforced=True) if b.target == path[-1] else b for b in x.battles)

    def sample(self, state: State, random: Random) -> Action | None:
        units = waiting(state)
        random.shuffle(units)
        for unit in units[:6]:
            if found := paths(state, (unit,)):
                return Action(self.verb, (unit,), tuple(found[random.choice(list(found))]))
        return None


class DefensiveReserves(Frame, frozen=True, tag="rof.defensive-reserves"):
    """rof:14.5, ROF-A30 - the defender commits reserves once for all declared attacks."""

    def step(self, state: State) -> Decision | None:
        """Ask the defender, if any reserve could come."""
        offer = Reinforce()
        if offer.choice(state) is None:
            state.pop()
            return None
        end = Press("end-reserves", "Done", _end, "rof:14.5", primary=True)
        prompt = "Commit reserves to hexes under attack."
        return Decision(1 - state.active, "Defensive reserves", prompt, "rof:14.5", (offer, end))


def _end(s: State) -> None:
    s.pop()
