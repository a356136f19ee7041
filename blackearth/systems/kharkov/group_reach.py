"""ms:F1 - where units of one hex can go together: each pays for itself, all take the same path."""

from __future__ import annotations

from typing import NamedTuple

from blackearth.systems.kharkov import movement
from blackearth.systems.kharkov.board import State


class Way(NamedTuple):
    """A common path, start included, and what it costs the unit that pays most, in half points."""

    cost: int
    path: tuple[int, ...]


def ways(s: State, units: tuple[int, ...]) -> dict[int, Way]:
    """For every hex that units of one hex can reach together a path: the cheapest of some unit that all can take."""
    first = units[0]
    kinds = {(movement.mover(s, u), movement.left(s, u)): u for u in units}
    if len(kinds) == 1:
        reach = movement.reachable(s, first)
        return {cell: Way(cost, tuple(reach.path(cell))) for cell, cost in reach.cost.items()}
    models = tuple(kinds.values())
    reaches = [movement.reachable(s, u) for u in models]
    common = set(reaches[0].cost).intersection(*(reach.cost for reach in reaches[1:]))
    found = {}
    for cell in common:
        choices = {tuple(reach.path(cell)) for reach in reaches}
        fits = [p for p in choices if not any(movement.path_refusals(s, u, p) for u in models)]
        if fits:
            found[cell] = min(Way(max(movement.path_cost(s, u, p) for u in models), p) for p in fits)
    return found
