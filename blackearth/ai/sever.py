"""Cutting the enemy's supply: units go where they bar the ways by which it comes.

A single unit seldom cuts anything, so posts are chosen one after the other by how many hexes of the enemy's ways lose
their connection, too; those that turn out not to be needed are given up again.
"""

from __future__ import annotations

from blackearth.ai.explain import Reason
from blackearth.ai.manoeuvre import Manoeuvre
from blackearth.core.advice import Foresight
from blackearth.hexes.mask import cells

#: Posts at most, and what a hex of the enemy's ways that is cut off counts while they are looked for, in points.
MOST, STRETCH = 8, 0.005
#: What cutting must cost the enemy, in points, to be worth a unit.
LEAST = 1.0


def sever(m: Manoeuvre) -> None:
    """Those who cut the enemy's supply where they stand stay; units without a task go where they cut more of it.

    The hexes that they leave count as held, too: whoever is needed where he stands stays there.
    """
    if not isinstance(m.advice, Foresight):
        return
    occupied = _pin(m, m.advice)
    posts = _posts(m, m.advice, occupied)
    for cell, unit in posts.items():
        if m.go(unit, cell):
            m.reasons.append(Reason("sever", (unit,), (cell,)))


def _pin(m: Manoeuvre, advice: Foresight) -> int:
    """Fix a unit in each hex that is needed; returns where units stand."""
    state = m.script.state
    occupied = state.occupied[m.side]
    points = advice.severed(occupied)[0]
    for cell in cells(occupied) if points else ():
        if advice.severed(occupied ^ 1 << cell)[0] < points - LEAST:
            m.fixed.add(max(state.stacks[cell], key=lambda u: (m.advice.defence(u), -u)))
    return occupied


def _posts(m: Manoeuvre, advice: Foresight, occupied: int) -> dict[int, int]:
    """The hexes that are worth it, each with the unit that goes there."""
    able: dict[int, list[int]] = {}
    for unit in m.free():
        for cell in m.reach(unit):
            if not occupied >> cell & 1:
                able.setdefault(cell, []).append(unit)
    found: dict[int, int] = {}
    now = _value(advice, occupied)
    while able and len(found) < MOST:
        values = {cell: _value(advice, occupied | 1 << cell) for cell in able}
        best = max(values, key=lambda c: (values[c], -c))
        if values[best] <= now + STRETCH:
            break
        found[best] = unit = max(able.pop(best), key=lambda u: (m.advice.defence(u), -u))
        able = {c: rest for c in able if values[c] > now and (rest := [u for u in able[c] if u != unit])}
        occupied, now = occupied | 1 << best, values[best]
    return _needed(advice, occupied, found)


def _needed(advice: Foresight, occupied: int, posts: dict[int, int]) -> dict[int, int]:
    """The posts without which less would be cut, the last ones looked at first."""
    for cell in list(posts)[::-1]:
        if advice.severed(occupied ^ 1 << cell)[0] > advice.severed(occupied)[0] - LEAST:
            occupied ^= 1 << cell
            del posts[cell]
    return posts


def _value(advice: Foresight, occupied: int) -> float:
    points, ways = advice.severed(occupied)
    return points - STRETCH * ways
