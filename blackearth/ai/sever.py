"""Cutting the enemy's supply: units go where they bar the ways by which it comes.

A single unit seldom cuts anything, so posts are chosen one after the other by how many hexes of the enemy's ways lose
their connection, too; those that turn out not to be needed are given up again.
"""

from __future__ import annotations

from typing import NamedTuple

from blackearth.ai.explain import Reason
from blackearth.ai.manoeuvre import Manoeuvre
from blackearth.core.advice import Foresight
from blackearth.hexes.mask import cells

#: Posts at most, and what a hex of the enemy's ways that is cut off counts while they are looked for, in points.
MOST, STRETCH = 8, 0.005
#: What cutting must cost the enemy, in points, to be worth a unit.
LEAST = 1.0


class Post(NamedTuple):
    """A unit, where it stands and where it would go."""

    unit: int
    here: int
    cell: int


def sever(m: Manoeuvre) -> None:
    """Units without a task go where they cut the enemy's supply; those who cut it where they stand stay there."""
    advice = m.advice
    if not isinstance(advice, Foresight):
        return
    for post in _posts(m, advice):
        if m.go(post.unit, post.cell):
            m.reasons.append(Reason("sever", (post.unit,), (post.cell,)))
    _pin(m, advice)


def _posts(m: Manoeuvre, advice: Foresight) -> list[Post]:
    """The moves that are worth it."""
    able: dict[int, list[int]] = {}
    for unit in m.free():
        for cell in m.reach(unit):
            able.setdefault(cell, []).append(unit)
    found: list[Post] = []
    now = _value(advice, _occupied(m, found))
    while len(found) < MOST:
        posts = [_post(m, units, cell) for cell, units in able.items()]
        values = {post: _value(advice, _occupied(m, [*found, post])) for post in posts}
        best = max(values, key=lambda p: (values[p], -p.cell), default=None)
        if best is None or values[best] <= now + STRETCH:
            break
        found.append(best)
        worth = {post.cell for post in posts if values[post] > now} - {best.cell}
        able = {c: rest for c in sorted(worth) if (rest := [u for u in able[c] if u != best.unit])}
        now = values[best]
    return _needed(m, advice, found)


def _post(m: Manoeuvre, units: list[int], cell: int) -> Post:
    """The unit that would hold a hex best."""
    unit = max(units, key=lambda u: (m.advice.defence(u), -u))
    return Post(unit, m.at(unit), cell)


def _occupied(m: Manoeuvre, posts: list[Post]) -> int:
    """Where units stand after some moves."""
    state, left = m.script.state, dict[int, int]()
    for post in posts:
        left[post.here] = left.get(post.here, 0) + 1
    gone = sum(1 << cell for cell, count in left.items() if count == len(state.stacks[cell]))
    return state.occupied[m.side] & ~gone | sum(1 << c for c in {post.cell for post in posts})


def _needed(m: Manoeuvre, advice: Foresight, posts: list[Post]) -> list[Post]:
    """The moves without which less would be cut, the last ones looked at first."""
    for post in posts[::-1]:
        fewer = [p for p in posts if p != post]
        if advice.severed(_occupied(m, fewer))[0] > advice.severed(_occupied(m, posts))[0] - LEAST:
            posts = fewer
    return posts


def _pin(m: Manoeuvre, advice: Foresight) -> None:
    """Fix a unit in each hex that is needed."""
    stacks, occupied = m.script.state.stacks, m.script.state.occupied[m.side]
    points = advice.severed(occupied)[0]
    for cell in cells(occupied) if points else ():
        if advice.severed(occupied ^ 1 << cell)[0] < points - LEAST:
            m.fixed.add(max(stacks[cell], key=lambda u: (m.advice.defence(u), -u)))


def _value(advice: Foresight, occupied: int) -> float:
    points, ways = advice.severed(occupied)
    return points - STRETCH * ways
