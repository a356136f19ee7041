"""ms:M1, M2, M3 - a position that could be the true one for all a side knows: for computer players."""

from __future__ import annotations

from random import Random

import msgspec

from blackearth.systems.kharkov import air, air_shared
from blackearth.systems.kharkov.board import NO_ZONE, State, facts, roster
from blackearth.systems.kharkov.fog import markers, told, without_hidden
from blackearth.systems.kharkov.stacking import fits
from blackearth.systems.kharkov.visible import hidden, visible

#: How often room is looked for, for a unit that is dealt out.
_TRIES = 12


def guess(s: State, side: int, random: Random) -> State:
    """What is hidden from a side is dealt anew over the enemy's markers: at least a unit for each, as many divisions as
    it has been told of; lures are taken for units.
    """
    if not hidden(s) or not s.flow:
        new = s.clone()
    else:
        new = without_hidden(s, side)
        _deal(s, new, side, random)
    _unsealed(new, side)
    return new


def _deal(s: State, new: State, side: int, random: Random) -> None:
    enemy, known, r = 1 - side, visible(s, side), roster(s)
    new.rebuild()
    units = _fielded(s, [u for u in r.of_side(enemy) if u not in known], random)
    sizes, places = dict(told(s, side)), markers(s, enemy, known)
    for cell in sorted(places, key=lambda cell: (cell not in sizes, cell)):
        for u in _chosen(s, units, sizes.get(cell, 0)):
            units.remove(u)
            _put(new, u, cell, zone=places[cell])
    free = sorted(cell for cell in places if cell not in sizes)
    for u in units if free else ():
        goal = next((c for c in random.choices(free, k=_TRIES) if fits(new, (u,), c)), None)
        if goal is not None:
            _put(new, u, goal, zone=places[goal])


def _chosen(s: State, units: list[int], size: int) -> list[int]:
    """The first units that make up so many half divisions; the very first one if their number is not known."""
    if not size:
        return units[:1]
    found: list[int] = []
    for u in units:
        if roster(s).stacking[u] <= size:
            found.append(u)
            size -= roster(s).stacking[u]
    return found


def _put(new: State, unit: int, cell: int, *, zone: bool) -> None:
    new.put(unit, cell)
    new.marks[unit] = 0 if zone else NO_ZONE


def _fielded(s: State, among: list[int], random: Random) -> list[int]:
    """The hidden units that may be on the map, in random order: of reinforcements, drawn by lot or not, only the number
    that has entered is known.
    """
    found = [u for u in among if s.at[u] >= 0]
    content = facts(s).content
    named = (arrival.units for arrival in content.arrivals if not arrival.draw)
    for group in (*content.pools.values(), *named):
        entered = [u for u in found if u in group]
        found = [u for u in found if u not in entered] + random.sample([u for u in among if u in group], len(entered))
    found.sort()
    random.shuffle(found)
    return found


def _unsealed(new: State, side: int) -> None:
    """ms:M3 - air support that the other side has written down in secret is unknown: none is assumed."""
    for n, frame in enumerate(new.flow):
        if isinstance(frame, air.SealedBids):
            own = 0 if side == new.active else 1
            sealed = tuple(value if i == own else 0 for i, value in enumerate(frame.sealed))
            new.flow[n] = msgspec.structs.replace(frame, sealed=sealed)
        elif isinstance(frame, air_shared.SharedBids):
            new.flow[n] = air_shared.forgotten(frame, new, side)
