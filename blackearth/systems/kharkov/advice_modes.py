"""kharkov:8-modes - in which modes computer players put the Soviet armies.

Nothing that Defensive mode allows is forbidden in Neutral mode: it serves armies alone that must get out of Offensive
mode. Who attacks with more than the enemy has gains by Offensive mode; who is weaker is driven into bad attacks by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from blackearth.core.actions import Action
from blackearth.systems.kharkov import modes
from blackearth.systems.kharkov.board import GERMAN, SOVIET, extra, on_map, roster

if TYPE_CHECKING:
    from blackearth.systems.kharkov.advice import KharkovAdvice

#: How near to an army the enemy counts, in hexes.
NEAR = 2
#: How much stronger than the enemy near it an army must be to attack, and how weak one that has enough of it is.
STRONG, WEAK = 1.5, 0.8
#: Turns to come in which no army has to think of what follows.
END = 2


def usual(a: KharkovAdvice) -> Action:
    """The next button to press on the way to the usual modes."""
    return _way(a, lambda group: _wish(a, group))[0]


def choices(a: KharkovAdvice) -> list[list[Action]]:
    """The usual modes, those of the last turn, and Offensive mode for all armies that are not weaker than the enemy
    near them, or for all when the end is near.
    """
    last = dict(getattr(a.state.flow[-1], "before", ()))
    least = 1.0 if a.turns_left > END else 0.0
    found = [
        _way(a, lambda group: _wish(a, group)),
        _way(a, lambda group: last[group]),
        _way(a, lambda group: "offensive" if _balance(a, group) >= least else last[group]),
    ]
    return [way for n, way in enumerate(found) if way not in found[:n]]


def _way(a: KharkovAdvice, wish: Callable[[str], str]) -> list[Action]:
    """The buttons that bring the armies as near to wished modes as the rules allow, the last one ends the choice."""
    s, before = a.state, dict(getattr(a.state.flow[-1], "before", ()))
    found, now = [], dict(extra(s).modes)
    for army in modes.armies(s):
        mode = wish(army.group)
        if mode != now[army.group] and not modes.refusal(s, army, before[army.group], mode):
            found.append(Action("army-mode", word=f"{army.group.lower()}-{mode}"))
    return [*found, Action("modes-set")]


def _wish(a: KharkovAdvice, group: str) -> str:
    before: str = dict(getattr(a.state.flow[-1], "before", ()))[group]
    balance = _balance(a, group)
    if before == "neutral":
        return "offensive" if balance >= STRONG else before
    return "defensive" if before == "offensive" and balance < WEAK and a.turns_left else before


def _balance(a: KharkovAdvice, group: str) -> float:
    """Attack strength of an army for each point of defence of the Germans near it."""
    s, r, grid = a.state, roster(a.state), a.state.defn.map.grid
    own = [u for u in on_map(s, SOVIET) if r.group[u] == group]
    near = 0
    for cell in {s.at[u] for u in own}:
        near |= grid.within(cell, NEAR)
    enemy = sum(a.defence(u) for u in on_map(s, GERMAN) if near >> s.at[u] & 1)
    return sum(a.attack(u) for u in own) / max(1, enemy)
