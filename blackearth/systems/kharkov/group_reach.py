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
    """For every hex that units of one hex can reach together a path: a cheapest one of some unit that all can take."""
    kinds: dict[movement.Mover, int] = {}
    for unit in units:  # of units that move alike the one with the least to spend decides
        m = movement.mover(s, unit)
        if m not in kinds or movement.left(s, unit) < movement.left(s, kinds[m]):
            kinds[m] = unit
    first = next(iter(kinds.values()))
    if len(kinds) == 1:
        reach = movement.reachable(s, first)
        return {cell: Way(cost, tuple(reach.path(cell))) for cell, cost in reach.cost.items()}
    models = tuple(kinds.values())
    reaches = {u: movement.reachable(s, u) for u in models}
    common = set(reaches[first].cost).intersection(*(reach.cost for reach in reaches.values()))
    found = {}
    for cell in common:
        way = _common(s, models, reaches, cell)
        if way:
            found[cell] = way
    return found


def _common(s: State, models: tuple[int, ...], reaches: dict[int, movement.Reach], cell: int) -> Way | None:
    """The path of one unit that all others can take, too; that of the unit with the least to spare is tried first."""
    tried = set()
    for u in sorted(models, key=lambda u: movement.left(s, u) - reaches[u].cost[cell]):
        path = tuple(reaches[u].path(cell))
        if path not in tried and not any(movement.path_refusals(s, other, path) for other in models if other != u):
            return Way(max(movement.path_cost(s, other, path) for other in models), path)
        tried.add(path)
    return None
