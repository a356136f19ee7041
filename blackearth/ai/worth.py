"""What hexes are worth: emptying an enemy's, holding an own one."""

from __future__ import annotations

from blackearth.ai.fields import FAR, way_to_points
from blackearth.ai.front import overrun
from blackearth.core.advice import Advice
from blackearth.hexes.mask import cells

#: What an emptied hex is worth in itself, and a hex behind it that opens.
EMPTIED, OPENED = 0.9, 0.12
#: Most that an opening is worth, before the points behind it.
WIDE = 3.5
#: How far reserves are counted for an opening, in hexes.
NEAR = 6


def hole_worth(advice: Advice) -> dict[int, float]:
    """For each enemy hex in contact what it is worth to empty it: the ground that opens, and what scores there."""
    state, side = advice.state, advice.side
    grid, enemy, own = state.defn.map.grid, state.occupied[1 - side], state.occupied[side]
    here = overrun(advice, 1 - side, enemy, own)
    field = way_to_points(advice, side, True)
    points = goal_points(advice)
    reserves = [state.at[u] for u in advice.units(side) if advice.reserve(u) and advice.mobile(u)]
    found = {}
    for cell in cells(enemy & grid.spread(own)):
        worth = EMPTIED + 0.8 * points.get(cell, 0.0)
        new = overrun(advice, 1 - side, enemy ^ (1 << cell), own | 1 << cell) & ~here & ~(1 << cell)
        if new:
            worth += min(WIDE, OPENED * new.bit_count()) * _way_on(field, cell, new)
            worth += _exits_behind(advice, new, cell, reserves)
        found[cell] = worth
    return found


def goal_points(advice: Advice) -> dict[int, float]:
    """Points of the hexes of places that the side wants: those that the enemy controls, or denies."""
    held = advice.state.controlled(advice.side)
    found = {}
    for goal in advice.goals():
        lacking = [c for c in goal.cells if not held >> c & 1]
        for cell in lacking:
            share = len(lacking) if advice.side == 0 else 1 if len(lacking) == len(goal.cells) else 99
            found[cell] = goal.points / share
    return found


def _way_on(field: list[int], cell: int, new: int) -> float:
    """1 if the way to what scores leads through the opening, less if it leads elsewhere."""
    ahead = min((field[c] for c in cells(new)), default=FAR)
    return 1.0 if ahead < field[cell] else 0.4


def _exits_behind(advice: Advice, new: int, cell: int, reserves: list[int]) -> float:
    grid = advice.state.defn.map.grid
    best = max((w.points for w in advice.exits(advice.side) if new & w.mask), default=0.0)
    if not best:
        return 0.0
    able = sum(1 for r in reserves if grid.distance(r, cell) <= NEAR)
    return 0.15 * best * min(4, able)


def held_worth(advice: Advice) -> dict[int, float]:
    """What the own hexes under attack are worth: what would come through, and the places in them."""
    state, side = advice.state, advice.side
    enemy, own = state.occupied[1 - side], state.occupied[side]
    here = overrun(advice, side, own, enemy)
    points = {c: g.points / (len(g.cells) if side == 1 else 1) for g in advice.goals() for c in g.cells}
    found = {}
    for cell in cells(advice.hexes_defended()):
        new = overrun(advice, side, own ^ (1 << cell), enemy | 1 << cell) & ~here & ~(1 << cell)
        found[cell] = EMPTIED + min(WIDE, OPENED * new.bit_count()) + 0.8 * points.get(cell, 0.0)
    return found
