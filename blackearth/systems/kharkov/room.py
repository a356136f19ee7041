"""ms:F7 - a move may not fill a hex so that it cannot be cleared any more before the phase ends."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import movement
from blackearth.systems.kharkov.board import BREAKTHROUGH, FINISHED, State
from blackearth.systems.kharkov.stacking import fits_alone


def may_move(s: State, unit: int, *, exploitation: bool) -> bool:
    """ms:F1, H2 - whether a unit of the active side may still move in this phase, as far as the unit itself goes."""
    if s.at[unit] < 0 or s.marks[unit] & FINISHED:
        return False
    if exploitation and s.marks[unit] & BREAKTHROUGH:
        return False
    return movement.left(s, unit) > 0


def stuck(s: State, unit: int, cell: int, points: int) -> bool:
    """Whether a unit that has come to a hex could go no further with so many half movement points."""
    m = dataclasses.replace(movement.mover(s, unit), free=False)
    ways = (movement.step(s, m, cell, n, first=False) for n in s.defn.map.grid.near[cell])
    return not any(isinstance(way, movement.Step) and way.cost <= points for way in ways)


def refusals(
    s: State, units: tuple[int, ...], cell: int, *, ending: Iterable[int], exploitation: bool
) -> Iterable[Refusal]:
    """ms:F7 - what enters a hex, or digs in there, and cannot go on must fit in with those there that cannot leave any
    more.

    Args:
        s: the state.
        units: units that enter the hex or dig in.
        cell: the hex.
        ending: those of them that cannot go on in this phase.
        exploitation: whether this is the phase of the second impulse.
    """
    if fits_alone(s, tuple(dict.fromkeys((*s.stacks.get(cell, ()), *units)))):
        return
    fixed = [u for u in s.stacks.get(cell, ()) if not _may_leave(s, u, exploitation)]
    if not fits_alone(s, tuple(dict.fromkeys((*fixed, *ending)))):
        label = s.defn.map.grid.label(cell)
        yield Refusal(
            "ms:F7", f"too much would stand in {label} when the phase ends, and it could not leave", units, (cell,)
        )


def open_to(s: State, unit: int, hexes: int, *, ends: Callable[[int], bool], exploitation: bool) -> int:
    """ms:F7 - mask of the hexes of a mask that a unit would not fill for good, if it came there from elsewhere.

    Args:
        s: the state.
        unit: the unit.
        hexes: the mask.
        ends: whether it could go no further from a hex.
        exploitation: whether this is the phase of the second impulse.
    """
    for cell in cells(hexes & s.occupied[s.active]):
        ending = (unit,) if ends(cell) else ()
        if any(refusals(s, (unit,), cell, ending=ending, exploitation=exploitation)):
            hexes ^= 1 << cell
    return hexes


def _may_leave(s: State, unit: int, exploitation: bool) -> bool:
    return may_move(s, unit, exploitation=exploitation) and bool(movement.reachable(s, unit).cost)
