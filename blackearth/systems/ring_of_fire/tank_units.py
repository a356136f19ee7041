"""rof:12.1 - which units take part in tank combat, and where they can reach each other."""

from __future__ import annotations

from blackearth.core.frames import Frame
from blackearth.systems.ring_of_fire.board import FIRED, RESERVE, RETURNED, State, reading, roster
from blackearth.systems.ring_of_fire.turn_one import may_not_attack


class Segment(Frame, frozen=True, kw_only=True):
    """What a Tank Combat Segment remembers.

    Attributes:
        reserve: whether it is that of the Reserve Combat Phase (rof:12.16).
        barred: phasing units that fired in the Combat Phase; in the reserve segment they are no targets.
        home: cell whose units are being assigned or fight, or -1.
        assigned: (target cell, units) of the combats of that hex still to be fought (rof:12.13).
        firing: whether the assignment is complete.
        check: cells that the last fire may have emptied, each with the side that may advance into it.
        fought: (cell, enemy unit that took part in a combat against the units there), for advances (rof:12.15).
        engaged: defending units that were in the target hex of a combat (ROF-A18).
        shot_at: units that have been fired at.
        idle: phasing units that have passed up their shot (ROF-A16, third reading).
        ended: sides that have nothing more to fire of their own will.
    """

    reserve: bool = False
    barred: tuple[int, ...] = ()
    home: int = -1
    assigned: tuple[tuple[int, tuple[int, ...]], ...] = ()
    firing: bool = False
    check: tuple[tuple[int, int], ...] = ()
    fought: tuple[tuple[int, int], ...] = ()
    engaged: tuple[int, ...] = ()
    shot_at: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()


def tanks_in(s: State, cell: int, side: int) -> tuple[int, ...]:
    """rof:12.1 - tank type units of a side in a hex; all other units are ignored in tank combat."""
    r = roster(s)
    return tuple(u for u in s.stacks.get(cell, ()) if r.tank[u] and r.side[u] == side)


def can_cross(s: State, a: int, b: int) -> bool:
    """rof:12.11, 12.14 - no tank combat goes over a major river, bridge or not; other terrain does not matter."""
    return not s.defn.map.sides["major_river"].has(a, b)


def tank_hexes_near(s: State, cell: int, side: int) -> tuple[int, ...]:
    """rof:12.11 - the hexes with tank units of a side that tank units in a hex can fight."""
    grid = s.defn.map.grid
    around = grid.ring[cell] & s.occupied[side]
    if not around:
        return ()
    return tuple(n for n in grid.near[cell] if around >> n & 1 and can_cross(s, cell, n) and tanks_in(s, n, side))


def shot_left(s: State, unit: int) -> bool:
    """rof:12.12, 12.13 - whether a tank unit has not fired yet: once a segment, a phasing one once a player turn."""
    return not s.marks[unit] & (FIRED | RETURNED)


def may_engage(s: State, unit: int, reserve: bool, idle: tuple[int, ...] = ()) -> bool:
    """rof:12.11, 12.16 - whether a phasing tank unit on the map may engage in this segment, if it has a target: it
    has not fired in this player turn, is not held on the first turn (ROF-A21), and in the reserve segment it is in
    reserve.

    Args:
        s: the state.
        unit: a tank unit of the active side.
        reserve: whether the segment is that of the Reserve Combat Phase.
        idle: units that have passed up their shot (ROF-A16, third reading).
    """
    if s.marks[unit] & FIRED or unit in idle:
        return False
    if reserve and not s.marks[unit] & RESERVE:
        return False
    return reading(s, "ROF-A21") == "b" or not may_not_attack(s, unit, reserve)


def may_be_shot(s: State, unit: int, reserve: bool, barred: tuple[int, ...]) -> bool:
    """rof:12.16 - whether defenders that were not engaged may fire at a phasing tank unit next to them.

    Args:
        s: the state.
        unit: a tank unit of the active side.
        reserve: whether the segment is that of the Reserve Combat Phase; then units that fired in the Combat Phase
            are no targets, and by the usual reading of ROF-A20 only those in reserve are.
        barred: the units that fired in the Combat Phase.
    """
    if reading(s, "ROF-A21") == "a" and may_not_attack(s, unit, reserve):
        return False
    if not reserve:
        return True
    return unit not in barred and (reading(s, "ROF-A20") == "b" or bool(s.marks[unit] & RESERVE))
