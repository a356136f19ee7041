"""What the positions of situations have in common in every system: units in their places, control, turn and phase.

`PositionError` names the key of the file at fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from blackearth.core.flow import settle
from blackearth.core.situation_file import Position, PositionError, UnitEntry
from blackearth.core.state import State


class Span(Protocol):
    """The name of a scenario and its turns."""

    @property
    def name(self) -> str: ...
    @property
    def first_turn(self) -> int: ...
    @property
    def last_turn(self) -> int: ...


def check_setup(position: Position) -> None:
    """Make sure that the set-up a position begins with, if any, is the suggested one of a scenario.

    Raises:
        PositionError: it is not.
    """
    if position.setup and position.map is not None:
        raise PositionError("setup", "a little map has no set-up of a scenario")
    if position.setup not in ("", "suggested"):
        raise PositionError("setup", f"there is no set-up “{position.setup}”; there is: suggested")


def place(
    s: State,
    number: int,
    entry: UnitEntry,
    boxes: Mapping[str, int],
    marks: Mapping[str, int],
    gone: Collection[str] = ("eliminated",),
) -> int:
    """Put a unit where an entry has it, with its steps and markers.

    Args:
        s: the state, not rebuilt yet.
        entry: the unit as it stands in the file.
        number: number of the entry in the file.
        boxes: names of the boxes; an empty name is where a unit without a hex goes.
        marks: names of the markers.
        gone: boxes of units that have no steps left.

    Returns:
        The unit's number.

    Raises:
        PositionError: hex, steps or markers make no sense.
    """
    unit, r, where = s.defn.roster.index[entry.id], s.defn.roster, f"unit[{number}]"
    cell = s.defn.map.grid.find(entry.hex)
    if cell < 0 and entry.hex not in boxes:
        names = ", ".join(filter(None, boxes))
        raise PositionError(f"{where}.hex", f"“{entry.hex}” is neither a hex of the map nor one of {names}")
    s.at[unit] = cell if cell >= 0 else boxes[entry.hex]
    if not 0 <= entry.steps <= r.steps[unit]:
        raise PositionError(f"{where}.steps", f"{entry.id} has at most {r.steps[unit]} steps")
    s.steps[unit] = 0 if entry.hex in gone else entry.steps or r.steps[unit]
    s.marks[unit] = 0
    for mark in entry.marks:
        if mark not in marks:
            raise PositionError(f"{where}.marks", f"there is no marker “{mark}”; there are: {', '.join(marks)}")
        s.marks[unit] |= marks[mark]
    return unit


def hold(s: State, position: Position, sides: Sequence[str]) -> None:
    """Control: that of the start, the exceptions named, and every unit's own hex.

    Raises:
        PositionError: a side or a hex is unknown, or both sides stand in a hex.
    """
    grid = s.defn.map.grid
    for side, labels in position.control.items():
        if side not in sides:
            raise PositionError(f"control.{side}", f"there is no side “{side}”; there are: {', '.join(sides)}")
        mask = 0
        for label in labels:
            cell = grid.find(label)
            if label != "all" and cell < 0:
                raise PositionError(f"control.{side}", f"“{label}” is no hex of the map")
            mask |= grid.all if label == "all" else 1 << cell
        s.control = s.control | mask if side == sides[0] else s.control & ~mask
    side_of = s.defn.roster.side
    both = [grid.label(cell) for cell, units in s.stacks.items() if len({side_of[u] for u in units}) > 1]
    if both:
        raise PositionError("unit", f"both sides stand in {' '.join(both)}")
    s.control = (s.control | s.occupied[0]) & ~s.occupied[1]


def set_time(s: State, position: Position, scenario: Span, sides: Sequence[str], phases: Iterable[str]) -> None:
    """Set the turn and look whether turn, side and phase exist.

    Raises:
        PositionError: one does not.
    """
    s.turn = position.turn or s.turn
    if not scenario.first_turn <= s.turn <= scenario.last_turn:
        text = f"{scenario.name} has the turns {scenario.first_turn} to {scenario.last_turn}"
        raise PositionError("turn", text)
    known = tuple(phases)
    if position.side and position.side not in sides:
        raise PositionError("side", f"there is no side “{position.side}”; there are: {', '.join(sides)}")
    if position.phase and position.phase not in known:
        raise PositionError("phase", f"there is no phase “{position.phase}”; there are: {', '.join(known)}")


def check_names(key: str, what: str, names: Iterable[str], known: Collection[str]) -> None:
    """Make sure that all names below a key are known ones.

    Raises:
        PositionError: one is not.
    """
    for name in names:
        if name not in known:
            are = f"there are: {', '.join(known)}" if known else "there are none"
            raise PositionError(f"{key}.{name}", f"there is no {what} “{name}”; {are}")


def run(s: State, phase: str) -> None:
    """Let the sequence of play run on until somebody is asked.

    Raises:
        PositionError: it needs dice before.
    """
    try:
        settle(s)
    except LookupError as error:
        text = f"{phase} throws dice before anybody is asked; begin in the phase before it and play from there"
        raise PositionError("phase", text) from error
