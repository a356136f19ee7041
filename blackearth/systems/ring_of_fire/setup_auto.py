"""Set-ups made by the machine: the suggested one with legal variations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from blackearth.hexes.mask import cells, mask_of
from blackearth.systems.ring_of_fire.board import RESERVE, State, facts, near_enemy, room, roster

#: How many units are tried elsewhere, out of all of them.
_SHARE_MOVED = 3
#: How far they are tried, in hexes.
_FAR = 2


def vary(s: State, random: Random, faulty: Callable[[], bool]) -> None:
    """Vary a legal set-up: units of an army change places, some stand elsewhere nearby, other units wait in reserve.

    Args:
        s: a complete and legal set-up; changed in place.
        random: where the variation comes from.
        faulty: whether the set-up has become illegal; then the last change is taken back.
    """
    steps = facts(s).content.setup
    reserves = [sum(1 for u in step.units if s.marks[u] & RESERVE) for step in steps]
    for u in range(len(s.marks)):
        s.marks[u] &= ~RESERVE
    for step in steps:
        _swap(s, random, step.units)
        _shift(s, random, step.units, faulty)
    for step, count in zip(steps, reserves, strict=True):
        _choose_reserves(s, random, step.units, count)


def _swap(s: State, random: Random, units: Sequence[int]) -> None:
    """Units of one formation and of the same size and kind change places; the hexes that are held stay the same."""
    r = roster(s)
    groups: dict[tuple[str, str, int, bool], list[int]] = {}
    for u in units:
        groups.setdefault((r.formation[u], r.zone[u], r.stacking[u], r.leg[u]), []).append(u)
    for group in groups.values():
        places = [s.at[u] for u in group]
        random.shuffle(places)
        for unit, cell in zip(group, places, strict=True):
            s.put(unit, cell)


def _shift(s: State, random: Random, units: Sequence[int], faulty: Callable[[], bool]) -> None:
    """Some units stand up to two hexes elsewhere, where that leaves the set-up legal."""
    d, grid = facts(s), s.defn.map.grid
    for u in random.sample(units, len(units) // _SHARE_MOVED):
        home = s.at[u]
        near = grid.within(home, _FAR) & d.content.zones[d.units.zone[u]] & ~mask_of((home,))
        fits = [cell for cell in cells(near) if room(s, cell) >= d.units.stacking[u]]
        if fits:
            s.put(u, random.choice(fits))
            if faulty():
                s.put(u, home)


def _choose_reserves(s: State, random: Random, units: Sequence[int], count: int) -> None:
    """rof:14.1 - so many units that are not next to an enemy wait in reserve.

    Mobile units come first: on turn 1 the Soviet ones can do nothing else.
    """
    r = roster(s)
    free = [u for u in units if not near_enemy(s, r.side[u]) >> s.at[u] & 1]
    random.shuffle(free)
    free.sort(key=lambda u: r.leg[u])
    for u in free[:count]:
        s.marks[u] |= RESERVE
