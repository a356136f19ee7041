"""Events: typed facts of what happened. Log text, animation and statistics are made from them."""

from __future__ import annotations

import msgspec

ALL = -1
#: ``INSTEAD + side``: what a side hears in place of an event that only the other side may know; ``INSTEAD + 2``: what
#: spectators hear in its place.
INSTEAD = 10


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """A fact. ``to`` is the side that may know it, ALL, or `INSTEAD` and a number."""

    to: int = ALL
    cite: str = ""


class StepBegan(Event, frozen=True, tag="step"):
    """A step of the sequence of play began."""

    turn: int
    side: int
    title: str


class TurnBegan(Event, frozen=True, tag="turn"):
    """A game turn began: what follows in the same entry of the log belongs to it."""

    turn: int


class Moved(Event, frozen=True, tag="moved"):
    """Units went along a path (cells, start first); ``verb`` tells how (move, advance, retreat, reinforce); cost in
    half points. No units: something hidden moved.
    """

    units: tuple[int, ...]
    path: tuple[int, ...]
    verb: str
    cost: int = 0
    edge: str = ""


class Placed(Event, frozen=True, tag="placed"):
    """A unit was put on a hex (>= 0) or into a box (< 0) without moving there."""

    unit: int
    where: int
    reason: str = ""


class Marked(Event, frozen=True, tag="marked"):
    """A unit got or lost a marker."""

    units: tuple[int, ...]
    mark: str
    on: bool
    reason: str = ""


class StepsLost(Event, frozen=True, tag="lost"):
    """A unit lost steps; 0 left means that it is gone, to the box given."""

    unit: int
    steps: int
    left: int
    cause: str
    box: int = 0


class StepsGained(Event, frozen=True, tag="gained"):
    """A unit was replenished."""

    unit: int
    steps: int
    now: int


class Rolled(Event, frozen=True, tag="rolled"):
    """A die was thrown."""

    side: int
    sides: int
    value: int
    purpose: str
    hexes: tuple[int, ...] = ()


class Controlled(Event, frozen=True, tag="control"):
    """Hexes changed hands."""

    side: int
    hexes: tuple[int, ...]


class Declared(Event, frozen=True, tag="declared"):
    """Units were committed against a hex."""

    units: tuple[int, ...]
    target: int
    verb: str


class Result(Event, frozen=True, tag="result"):
    """A combat was resolved."""

    title: str
    target: int
    result: str
    units: tuple[int, ...] = ()
    detail: str = ""


class Note(Event, frozen=True, tag="note"):
    """A sentence."""

    side: int
    text: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


class Learned(Event, frozen=True, tag="learned"):
    """Somebody came to know what was hidden; the decision that led there cannot be taken back."""

    side: int
    text: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


AnyEvent = (
    StepBegan
    | TurnBegan
    | Moved
    | Placed
    | Marked
    | StepsLost
    | StepsGained
    | Rolled
    | Controlled
    | Declared
    | Result
    | Note
    | Learned
)


def hears(event: Event, side: int | None, *, everything: bool = False) -> bool:
    """Whether a side (or a spectator: None) may know an event.

    Args:
        event: the event.
        side: who listens.
        everything: nothing is hidden any more; then substitutes are left out.
    """
    if everything:
        return event.to < INSTEAD
    return event.to in (ALL, 2 + INSTEAD if side is None else side + INSTEAD) or event.to == side
