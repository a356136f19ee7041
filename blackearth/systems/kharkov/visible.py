"""ms:M1, M2 - what a side may know of the enemy's units. Every list that goes to a side passes through here."""

from __future__ import annotations

from blackearth.systems.kharkov import retreat
from blackearth.systems.kharkov.board import ELIMINATED, GERMAN, SOVIET, WITHDRAWN, State, extra, roster
from blackearth.systems.kharkov.fall_back import FallBack

#: Options that hide units.
HIDING = ("hidden-stacks", "total-fog")
#: A retreat of two hexes goes by what stands up to three hexes away.
SEARCHED = 3
#: The viewer who knows all.
ALL_SEEING = -1


def hidden(s: State) -> bool:
    """Whether an option hides units from the enemy."""
    return any(s.defn.options.get(name) for name in HIDING)


def visible(s: State, side: int | None) -> frozenset[int]:
    """ms:M1, M2, N47 - units whose identity a side may know: its own, those in the fights of the running phase, those
    that bear on a retreat while it is decided, and those that are gone. A spectator (None) knows what both sides know.
    When the game is over, everything is open.
    """
    if not hidden(s) or not s.flow or side == ALL_SEEING:
        return _everything(s)
    if side is None:
        return visible(s, SOVIET) & visible(s, GERMAN)
    origin = retreating(s)
    key = ("visible", side, extra(s).fights, origin)
    found = s.cache.get(key)
    if found is None:
        shown = {u for fight in extra(s).fights for u in (*fight.units, *fight.defenders)}
        if origin >= 0:
            near = s.defn.map.grid.within(origin, SEARCHED)
            shown.update(u for cell, units in s.stacks.items() if near >> cell & 1 for u in units)
        gone = {u for u, where in enumerate(s.at) if where in (ELIMINATED, WITHDRAWN)}
        mine = [u for u in roster(s).of_side(side) if u < roster(s).printed]
        found = s.cache[key] = frozenset({*mine, *shown, *gone})
    result: frozenset[int] = found
    return result


def retreating(s: State) -> int:
    """Hex from which a retreat is being decided, or -1: it depends on the zones and stacks around."""
    for frame in reversed(s.flow):
        if isinstance(frame, FallBack | retreat.RetreatOne | retreat.RetreatTwo):
            return frame.origin
        if isinstance(frame, retreat.TwoHexes):
            return frame.path[0]
    return -1


def _everything(s: State) -> frozenset[int]:
    found = s.cache.get("everybody")
    if found is None:
        found = s.cache["everybody"] = frozenset(range(roster(s).printed))
    result: frozenset[int] = found
    return result
