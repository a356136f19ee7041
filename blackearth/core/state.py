"""The state of a game: one plain value that only its verbs change.

`clone` costs a few microseconds; callers see `flow.apply` as a pure function. Everything derived (stacks, occupied
hexes, the cache of the systems) is kept beside the state, never saved, and repaired or dropped by the verbs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from blackearth.core.dice import DiceSource, Roll
from blackearth.core.events import ALL, AnyEvent, Controlled, Marked, Placed, Rolled, StepsGained, StepsLost, hears
from blackearth.core.mapdata import MapData, Roster

if TYPE_CHECKING:
    from blackearth.core.frames import Frame
    from blackearth.core.offers import Decision
    from blackearth.core.secrets import Secrets
    from blackearth.core.system import GameSystem

#: Box of units that are not in the game (optional units that were not chosen).
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class Definition:
    """Everything of a game that does not change; systems subclass it with their tables.

    Attributes:
        system: the registered game system.
        scenario: scenario id.
        map: the map.
        roster: the counters.
        options: option id to whether it is in force.
        rulings: ruling id to the reading in force.
    """

    system: GameSystem
    scenario: str
    map: MapData
    roster: Roster
    options: dict[str, bool]
    rulings: dict[str, str]

    @property
    def secrets(self) -> Secrets | None:
        """What is hidden from whom; None where all may see the same."""
        return None


class State:
    """A position together with what is going on in it.

    Attributes:
        defn: what does not change.
        at: for each unit its cell (>= 0) or its box (< 0).
        steps: steps left, for each unit.
        marks: marker bits, for each unit; the bits are the system's.
        control: mask of the hexes that side 0 controls; side 1 controls the others.
        turn: game turn, from 1.
        active: side whose player turn it is.
        flow: stack of frames, the top one last.
        rolls: number of dice taken so far.
        extra: what only this system has, a msgspec struct with a ``clone`` method.
        dice: where dice come from.
        events: facts since the list was set, or None when nobody listens.
        chance: dice thrown since the list was set.
        cache: derived values of the system; dropped by every verb that could change one.
        decision: what is being asked, None when the game is over; set by `flow.settle`.
    """

    __slots__ = (
        "active", "at", "cache", "chance", "control", "decision", "defn", "dice", "events", "extra",
        "flow", "marks", "occupied", "rolls", "stacks", "steps", "turn",
    )  # fmt: skip

    def __init__(self, defn: Definition, dice: DiceSource, extra: Any) -> None:
        count = len(defn.roster)
        self.defn = defn
        self.at: list[int] = [NOWHERE] * count
        self.steps: list[int] = list(defn.roster.steps)
        self.marks: list[int] = [0] * count
        self.control = 0
        self.turn = 1
        self.active = 0
        self.flow: list[Frame] = []
        self.rolls = 0
        self.extra = extra
        self.dice = dice
        self.events: list[AnyEvent] | None = None
        self.chance: list[Roll] = []
        self.cache: dict[Any, Any] = {}
        self.decision: Decision | None = None
        #: Ground units by cell, in ascending order.
        self.stacks: dict[int, tuple[int, ...]] = {}
        #: Masks of the hexes with ground units, by side.
        self.occupied: list[int] = [0, 0]

    def clone(self) -> State:
        """An independent copy; events and dice thrown are not carried over."""
        new = State.__new__(State)
        new.defn, new.dice = self.defn, self.dice
        new.at, new.steps, new.marks = self.at.copy(), self.steps.copy(), self.marks.copy()
        new.control, new.turn, new.active, new.rolls = self.control, self.turn, self.active, self.rolls
        new.flow = self.flow.copy()
        new.extra = self.extra.clone()
        new.events = None
        new.chance = []
        new.cache = self.cache
        new.decision = self.decision
        new.stacks = self.stacks.copy()
        new.occupied = self.occupied.copy()
        return new

    def rebuild(self) -> None:
        """Recompute all derived values from `at`."""
        self.cache = {}
        roster, bit = self.defn.roster, self.defn.map.grid.bit
        ground, side = roster.ground, roster.side
        stacks: dict[int, list[int]] = {}
        for unit, cell in enumerate(self.at):
            if cell >= 0 and ground[unit]:
                stacks.setdefault(cell, []).append(unit)
        self.stacks = {cell: tuple(units) for cell, units in stacks.items()}
        occupied = [0, 0]
        for cell, units in stacks.items():
            occupied[side[units[0]]] |= bit[cell]
        self.occupied = occupied

    # -- verbs: board ------------------------------------------------------------------------------------------------

    def put(self, unit: int, where: int) -> None:
        """Set the place of a unit without telling anybody: a cell (>= 0) or a box (< 0)."""
        old = self.at[unit]
        self.at[unit] = where
        self.cache = {}
        roster = self.defn.roster
        if not roster.ground[unit]:
            return
        side = roster.side[unit]
        if old >= 0:
            rest = tuple(u for u in self.stacks[old] if u != unit)
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
                self.occupied[side] ^= 1 << old
        if where >= 0:
            there = self.stacks.get(where)
            # Sorted as in `rebuild`: a loaded game must go on exactly as the one that was saved.
            self.stacks[where] = tuple(sorted((*there, unit))) if there else (unit,)
            self.occupied[side] |= 1 << where

    def place(self, unit: int, where: int, reason: str = "") -> None:
        """Put a unit on a hex or into a box and tell so."""
        self.put(unit, where)
        self.emit(Placed(unit, where, reason))

    def lose_steps(self, unit: int, count: int, cause: str, box: int, cite: str = "") -> None:
        """Take steps from a unit; with none left it goes to ``box`` and loses its markers.

        Args:
            unit: unit number.
            count: steps, at most what it has.
            cause: what did it, for the log.
            box: negative box number for an eliminated unit.
            cite: rule id.
        """
        self.cache = {}
        self.steps[unit] -= count
        left = self.steps[unit]
        if left <= 0:
            self.marks[unit] = 0
            self.put(unit, box)
        self.emit(StepsLost(unit, count, left, cause, box if left <= 0 else 0, cite=cite))

    def gain_steps(self, unit: int, count: int, cite: str = "") -> None:
        """Give steps to a unit and tell so."""
        self.cache = {}
        self.steps[unit] += count
        self.emit(StepsGained(unit, count, self.steps[unit], cite=cite))

    def mark(self, units: Sequence[int], bit: int, name: str = "", reason: str = "", cite: str = "") -> None:
        """Give units a marker; with a name, tell so."""
        self.cache = {}
        for unit in units:
            self.marks[unit] |= bit
        if name and units:
            self.emit(Marked(tuple(units), name, True, reason, cite=cite))

    def unmark(self, units: Sequence[int], bit: int, name: str = "", reason: str = "", cite: str = "") -> None:
        """Take a marker from units; with a name, tell so about those that had it."""
        self.cache = {}
        had = tuple(unit for unit in units if self.marks[unit] & bit)
        for unit in had:
            self.marks[unit] &= ~bit
        if name and had:
            self.emit(Marked(had, name, False, reason, cite=cite))

    def set_control(self, side: int, mask: int, cite: str = "", told: int = -1) -> None:
        """Give the hexes of a mask to a side, and tell which changed hands, of those in `told`."""
        changed = mask & self.control if side else mask ^ (mask & self.control)
        if not changed:
            return
        self.control ^= changed
        self.cache = {}
        if self.events is not None and changed & told:
            from blackearth.hexes.mask import cells

            self.emit(Controlled(side, tuple(cells(changed & told)), cite=cite))

    def controlled(self, side: int) -> int:
        """Mask of the hexes a side controls."""
        return self.defn.map.grid.all ^ self.control if side else self.control

    # -- verbs: dice, events, flow -----------------------------------------------------------------------------------

    def roll(
        self, purpose: str, sides: int = 6, side: int | None = None, hexes: tuple[int, ...] = (), to: int = ALL
    ) -> int:
        """Throw a die.

        Args:
            purpose: what for, told in the log and used as the key of dice for search.
            sides: number of faces.
            side: who throws; the active side if None.
            hexes: cells concerned.
            to: side that may know the value, or ALL.

        Returns:
            1 .. sides.
        """
        value = self.dice.value(self.rolls, sides, purpose)
        self.rolls += 1
        thrower = self.active if side is None else side
        self.chance.append(Roll(purpose, sides, value, thrower, to))
        self.emit(Rolled(thrower, sides, value, purpose, hexes, to=to))
        return value

    def emit(self, event: AnyEvent) -> None:
        """Tell a fact, if anybody listens."""
        if self.events is not None:
            secrets = self.defn.secrets
            if secrets is None:
                self.events.append(event)
            else:
                self.events.extend(secrets.tell(self, event))

    def push(self, *frames: Frame) -> None:
        """Put frames on the stack so that the first one given runs first."""
        self.flow.extend(reversed(frames))

    def pop(self) -> None:
        """Take the top frame off."""
        self.flow.pop()

    def become(self, frame: Frame) -> None:
        """Replace the top frame."""
        self.flow[-1] = frame

    def heard(self, side: int) -> list[AnyEvent]:
        """The events that a side may know."""
        return [event for event in self.events or () if hears(event, side)]
