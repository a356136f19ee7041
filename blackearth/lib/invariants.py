"""What is true of every position of every game between two decisions. A system adds what its own rulebook promises.

Each function gives every broken promise as a sentence, none for a sound position.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from blackearth.core.state import State


def columns(s: State, boxes: Container[int], **more: Sequence[int]) -> Iterator[str]:
    """Every unit of the roster has one place, on the map or in a box that exists, and one entry in each column.

    Args:
        s: the position.
        boxes: numbers of the boxes there are.
        more: columns of the system's own, by a name for people with `_` for blanks.
    """
    count = len(s.defn.roster)
    for name, column in {"places": s.at, "steps": s.steps, "markers": s.marks, **more}.items():
        if len(column) != count:
            yield f"there are {count} units, but {name.replace('_', ' ')} for {len(column)}"
    for cell in s.at:
        if cell >= 0 and not s.defn.map.grid.all >> cell & 1:
            yield f"a unit stands in cell {cell}, which is not on the map"
        elif cell < 0 and cell not in boxes:
            yield f"a unit is in box {cell}, which does not exist"


def turn(s: State, first: int, last: int) -> Iterator[str]:
    """The turn is one of the scenario's, and the side one of the two."""
    if not first <= s.turn <= last or s.active not in (0, 1):
        yield f"it is turn {s.turn}, side {s.active}"


def one_side_a_hex(s: State, units: Iterable[int]) -> Iterator[str]:
    """No hex holds units of both sides, of those that are given."""
    held: dict[int, set[int]] = {}
    for u in units:
        if s.at[u] >= 0:
            held.setdefault(s.at[u], set()).add(s.defn.roster.side[u])
    label = s.defn.map.grid.label
    yield from (f"both sides stand in {label(cell)}" for cell, sides in held.items() if len(sides) > 1)


def control(s: State, units: Iterable[int], sides: Sequence[str]) -> Iterator[str]:
    """A hex with one of the given units was last entered by its side, and no hex off the map by anybody."""
    grid, side_of = s.defn.map.grid, s.defn.roster.side
    if s.control & ~grid.all:
        yield "hexes off the map are controlled"
    wrong = {(side_of[u], s.at[u]) for u in units if s.at[u] >= 0 and not s.controlled(side_of[u]) >> s.at[u] & 1}
    for side, cell in sorted(wrong):
        yield f"{grid.label(cell)} holds {sides[side]} units, but is controlled by the enemy"


def places_kept(s: State, fresh: State) -> Iterator[str]:
    """What a state keeps beside the places of its units follows from them: as in one that was made anew."""
    if s.stacks != fresh.stacks:
        yield "the stacks are not those of the units' places"
    if s.occupied != fresh.occupied:
        yield "the occupied hexes are not those of the units' places"
