"""Whether the record of a save fits the game it belongs to: every number within its bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from blackearth.core.codec import LOWEST_BOX, MOST_ROLLS, MOST_TURNS
from blackearth.core.dice import Stretch, seed_bytes
from blackearth.core.events import ALL, INSTEAD, Event, Moved
from blackearth.core.saves import LogEntry, Save
from blackearth.core.secrets import WATCHERS
from blackearth.core.state import Definition

_SIDES = (0, 1)
_AUDIENCES = (ALL, *_SIDES, INSTEAD, INSTEAD + 1, INSTEAD + WATCHERS)
_HASH = re.compile(r"[0-9a-f]{64}")
_MOST_FACES = 1000

_Check = Callable[[Any], bool]


class Fault(NamedTuple):
    """Where something does not fit, such as ``$.log[3].side``, and a sentence without its full stop."""

    path: str
    text: str


def faults(save: Save, defn: Definition) -> Iterator[Fault]:
    """Everything in the record of a save that cannot be, one after the other."""
    yield from _dice(save)
    yield from _snapshots(save)
    bounds = _Bounds(defn)
    if save.opening is not None:
        for field, value in bounds.entry(save.opening):
            yield Fault(f"$.opening.{field}", f"the opening is damaged: “{field}” cannot be {str(value)[:40]}")
    for number, entry in enumerate(save.log):
        for field, value in bounds.entry(entry):
            text = f"decision {number + 1} is damaged: “{field}” cannot be {str(value)[:40]}"
            yield Fault(f"$.log[{number}].{field}", text)


def _dice(save: Save) -> Iterator[Fault]:
    """Seeds and their hashes, and that the earlier dice are in order."""
    now = Stretch(MOST_ROLLS + 1, save.commitment, save.seed)
    last = 0
    for number, one in enumerate((*save.earlier, now)):
        place = "$" if one is now else f"$.earlier[{number}]"
        if not last < one.until <= MOST_ROLLS + (one is now):
            yield Fault(f"{place}.until", "the save is damaged: its dice were renewed at numbers out of order")
        if not _HASH.fullmatch(one.commitment):
            yield Fault(f"{place}.commitment", "the save is damaged: the hash of a seed has 64 hexadecimal digits")
        try:
            seed_bytes("00" if one.seed is None else one.seed)
        except ValueError as error:
            yield Fault(f"{place}.seed", f"the save is damaged: {error}")
        last = one.until


def _snapshots(save: Save) -> Iterator[Fault]:
    last = -1
    for number, snapshot in enumerate(save.snapshots):
        if snapshot.seq > len(save.log) or snapshot.seq <= last or (number == 0 and snapshot.seq != 0):
            yield Fault(
                f"$.snapshots[{number}].seq", "the snapshots do not begin with the start, or do not fit the log"
            )
        last = snapshot.seq
    if not save.snapshots:
        yield Fault("$.snapshots", "the snapshot of the start is missing")


class _Bounds:
    """What the numbers of a log entry may be in one game."""

    def __init__(self, defn: Definition) -> None:
        units, cells = range(len(defn.roster)), defn.map.grid.known
        self._numbers: dict[str, _Check] = {
            "side": lambda side: side in _SIDES,
            "to": lambda to: to in _AUDIENCES,
            "turn": lambda turn: 0 <= turn <= MOST_TURNS,
            "unit": lambda unit: unit in units,
            "units": units.__contains__,
            "path": lambda cell: cell in cells,
            "hexes": lambda cell: cell in cells,
            "target": lambda cell: cell in cells,
            "where": lambda where: where in cells or LOWEST_BOX <= where < 0,
            "box": lambda box: LOWEST_BOX <= box <= 0,
        }

    def entry(self, entry: LogEntry) -> Iterator[tuple[str, object]]:
        """Fields of a log entry that cannot be what they are, with their values."""
        if entry.side not in _SIDES:
            yield "side", entry.side
        if not 0 <= entry.turn <= MOST_TURNS:
            yield "turn", entry.turn
        for number, audience in enumerate(entry.unheard):
            if audience not in (*_SIDES, WATCHERS):
                yield f"unheard[{number}]", audience
        for number, roll in enumerate(entry.dice):
            yield from _within(f"dice[{number}]", roll.sides, "sides", 1, _MOST_FACES)
            yield from _within(f"dice[{number}]", roll.value, "value", 1, roll.sides)
            yield from _within(f"dice[{number}]", roll.side, "side", *_SIDES)
            yield from _within(f"dice[{number}]", roll.to, "to", ALL, 1)
        for number, event in enumerate(entry.events):
            yield from ((f"events[{number}].{field}", value) for field, value in self._event(event))

    def _event(self, event: Event) -> Iterator[tuple[str, object]]:
        for field in event.__struct_fields__:
            value = getattr(event, field)
            check = self._numbers.get(field, _counts)
            if isinstance(value, tuple):
                yield from ((f"{field}[{n}]", item) for n, item in enumerate(value) if not check(item))
            elif isinstance(value, int) and not check(value):
                yield field, value
        if isinstance(event, Moved) and not event.path and not event.edge:
            yield "path", "empty"


def _counts(value: int) -> bool:
    """Whether something can be a number of steps, half points or pips."""
    return 0 <= value <= MOST_ROLLS


def _within(place: str, value: int, field: str, least: int, most: int) -> Iterator[tuple[str, object]]:
    if not least <= value <= most:
        yield f"{place}.{field}", value
