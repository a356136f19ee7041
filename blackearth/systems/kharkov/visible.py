"""ms:M1, M2 - what a side may know of the enemy's units. Every list that goes to a side passes through here."""

from __future__ import annotations

from blackearth.systems.kharkov.board import ELIMINATED, GERMAN, SOVIET, WITHDRAWN, State, extra, roster

#: Options that hide units.
HIDING = ("hidden-stacks", "total-fog")


def hidden(s: State) -> bool:
    """Whether an option hides units from the enemy."""
    return any(s.defn.options[name] for name in HIDING)


def visible(s: State, side: int | None) -> frozenset[int]:
    """ms:M1, M2, N47 - units whose identity a side may know: its own, those in the fights of the running phase, and
    those that are gone. A spectator (None) knows what both sides know.
    """
    if not hidden(s):
        return _everything(s)
    if side is None:
        return visible(s, SOVIET) & visible(s, GERMAN)
    key = ("visible", side, extra(s).fights)
    found = s.cache.get(key)
    if found is None:
        shown = {u for fight in extra(s).fights for u in (*fight.units, *fight.defenders)}
        gone = {u for u, where in enumerate(s.at) if where in (ELIMINATED, WITHDRAWN)}
        found = s.cache[key] = frozenset({*roster(s).of_side(side), *shown, *gone})
    result: frozenset[int] = found
    return result


def _everything(s: State) -> frozenset[int]:
    found = s.cache.get("everybody")
    if found is None:
        found = s.cache["everybody"] = frozenset(range(len(s.at)))
    result: frozenset[int] = found
    return result
