"""rostov:9-withdrawal - which units computer players send away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from blackearth.core.actions import Action
from blackearth.systems.kharkov import withdrawal
from blackearth.systems.kharkov.board import roster

if TYPE_CHECKING:
    from blackearth.systems.kharkov.advice import KharkovAdvice

#: What a unit in contact costs more, and what each step of it is worth to the demand, in combat points.
TOUCHED, STEP = 1.5, 0.8


def withdraw(a: KharkovAdvice) -> Action:
    """The cheapest set that meets the conditions: weak units out of contact.

    Units of one nation with as many steps serve the demand alike, so that of each such kind the cheapest ones go.
    """
    s, d = a.state, withdrawal.demand(a.state)
    german, prices = roster(s).german, prices_of(a, d)
    kinds: dict[tuple[bool, int], list[int]] = {}
    for unit in sorted(d.eligible, key=lambda u: (prices[u], u)):
        kinds.setdefault((german[unit], s.steps[unit]), []).append(unit)
    best: tuple[float, tuple[int, ...]] | None = None
    for counts in shares([len(units) for units in kinds.values()], d.units):
        taken = list(zip(kinds, counts, strict=True))
        if sum(n for (native, _), n in taken if native) < d.german or sum(n * kind[1] for kind, n in taken) < d.steps:
            continue
        units = tuple(u for kind, n in taken for u in kinds[kind][:n])
        total = sum(prices[u] for u in units)
        if best is None or total < best[0]:
            best = total, units
    assert best is not None, "what cannot be had is not demanded"
    return Action("withdraw", best[1])


def prices_of(a: KharkovAdvice, d: withdrawal.Demand) -> dict[int, float]:
    """What it costs to do without each unit that may go, in combat points."""
    s = a.state
    contact = s.defn.map.grid.spread(s.occupied[1 - d.side])
    return {
        u: a.attack(u) + a.defence(u) + (TOUCHED if contact >> s.at[u] & 1 else 0.0) - STEP * s.steps[u]
        for u in d.eligible
    }


def shares(most: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """All ways to make up a number of so many of each kind at most."""
    if not most:
        if not total:
            yield ()
        return
    for n in range(max(0, total - sum(most[1:])), min(most[0], total) + 1):
        yield from ((n, *rest) for rest in shares(most[1:], total - n))
