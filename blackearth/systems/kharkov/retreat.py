"""ms:G3-D1, G3-D2, G4 - retreats, unit by unit: one hex by the defender's choice, two by the attacker's."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex, Units
from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov import retreat_paths as paths
from blackearth.systems.kharkov.board import State, reading, roster
from blackearth.systems.kharkov.retreat_moves import go, shaken, stay


def _alive(s: State, units: Iterable[int], origin: int) -> tuple[int, ...]:
    return tuple(u for u in units if s.at[u] == origin)


# -- one hex -----------------------------------------------------------------------------------------------------------


class GoOne(Offer):
    """ms:G3-D1, KHA-N30 - name a unit and the hex it retreats to.

    Args:
        frame: the frame that asks.
        ways: for each unit the hexes it can go to.
    """

    verb = "retreat"

    def __init__(self, ways: dict[int, tuple[int, ...]]) -> None:
        self.ways = ways

    def choice(self, state: State) -> Choice:
        masks = {u: sum(1 << cell for cell in hexes) for u, hexes in self.ways.items()}
        union = 0
        for mask in masks.values():
            union |= mask
        return Hex(
            verb=self.verb, label="Retreat a unit", cite="ms:G3-D1", units=tuple(masks), hexes=union, hexes_of=masks
        )

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("ms:G4", "name one unit and the hex it retreats to")
            return
        unit, cell = action.units[0], action.hexes[0]
        name, label = roster(state).ids[unit], state.defn.map.grid.label(cell)
        if unit not in self.ways:
            yield Refusal("ms:G4", f"{name} does not retreat by your choice now", (unit,))
        elif cell not in self.ways[unit]:
            text = f"{name} cannot retreat to {label}: an enemy, his zone, a river, or too many friends"
            yield Refusal("ms:G4", text, (unit,), (cell,))

    def do(self, state: State, action: Action) -> None:
        unit = action.units[0]
        go(state, unit, (state.at[unit], action.hexes[0]))


class Next(Offer):
    """KHA-N30 - name the unit whose two hexes come next."""

    verb = "next"

    def __init__(self, frame: RetreatOne | RetreatTwo, units: tuple[int, ...]) -> None:
        self.frame, self.units = frame, units

    def choice(self, state: State) -> Choice:
        return Units(
            verb=self.verb, label="Retreats next, two hexes", cite="ms:G4", units=self.units,
            note="The attacker chooses its way.",
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or action.hexes or action.amounts or action.word:
            yield Refusal("ms:G4", "name one unit")
        elif action.units[0] not in self.units:
            yield Refusal("ms:G4", f"{roster(state).ids[action.units[0]]} does not retreat two hexes now", action.units)

    def do(self, state: State, action: Action) -> None:
        self.frame.two(state, action.units[0])


class RetreatOne(Frame, frozen=True, tag="kharkov.retreat-one"):
    """ms:G3-D1, G4 - the units go back one hex each, in the order and by the way of their owner; who finds too many
    friends everywhere goes two hexes; who cannot go at all is reduced.

    Attributes:
        origin: hex of the combat.
        waiting: units that have not retreated.
        group: all units of the combat.
        optional: whether the owner may have them stay (KHA-N35, b).
    """

    origin: int
    waiting: tuple[int, ...]
    group: tuple[int, ...]
    optional: bool = False

    def step(self, state: State) -> Decision | None:
        """Do what leaves no choice; else ask the owner."""
        waiting = _alive(state, self.waiting, self.origin)
        if not waiting:
            state.pop()
            return None
        stuck = tuple(u for u in waiting if not paths.one_hex(state, u, self.group))
        if stuck and (len(stuck) == len(waiting) or reading(state, "KHA-N31") == "a"):
            self._without(state, stuck)
            for unit in stuck:
                stay(state, unit, "cannot retreat")
            return None
        ways = {u: hexes for u in waiting if (hexes := paths.roomy_hexes(state, u, self.group))}
        over = tuple(u for u in waiting if u not in ways and u not in stuck)
        if over and not ways and (len(over) == 1 or not paths.crowded(state, over, self.group)):
            self.two(state, over[0])
            return None
        if len(waiting) == len(ways) == 1 and len(ways[waiting[0]]) == 1 and not self.optional:
            go(state, waiting[0], (self.origin, *ways[waiting[0]]))
            return None
        offers: list[Offer] = [GoOne(ways)] if ways else []
        offers += [Next(self, over)] if over else []
        offers += [Press("stay", "Stay", State.pop, "ms:G4")] if self.optional else []
        label = state.defn.map.grid.label(self.origin)
        prompt = f"Retreat from {label}, one hex: choose a unit and its hex."
        return Decision(roster(state).side[waiting[0]], "Retreat", prompt, "ms:G4", tuple(offers))

    def _without(self, state: State, units: tuple[int, ...]) -> None:
        rest = tuple(u for u in self.waiting if u not in units)
        state.become(msgspec.structs.replace(self, waiting=rest))

    def two(self, state: State, unit: int) -> None:
        """ms:G4 - the D1 of a unit becomes a D2."""
        self._without(state, (unit,))
        state.push(TwoHexes(unit, self.group, (self.origin,)))


# -- two hexes -------------------------------------------------------------------------------------------------------


class RetreatTwo(Frame, frozen=True, tag="kharkov.retreat-two"):
    """ms:G3-D2, KHA-N30 - the units go back two hexes each, by the attacker's way, in the order of their owner.

    Attributes:
        origin: hex of the combat.
        waiting: units that have not retreated.
        group: all units of the combat.
    """

    origin: int
    waiting: tuple[int, ...]
    group: tuple[int, ...]

    def step(self, state: State) -> Decision | None:
        """The next unit, asked for only if the order can matter."""
        waiting = _alive(state, self.waiting, self.origin)
        if not waiting:
            state.pop()
            return None
        if len(waiting) == 1 or not paths.crowded(state, waiting, self.group):
            self.two(state, waiting[0])
            return None
        prompt = "The attacker retreats your units two hexes: choose which goes next."
        return Decision(1 - state.active, "Retreat", prompt, "ms:G4", (Next(self, waiting),))

    def two(self, state: State, unit: int) -> None:
        """A unit is retreated now."""
        state.become(msgspec.structs.replace(self, waiting=tuple(u for u in self.waiting if u != unit)))
        state.push(TwoHexes(unit, self.group, (self.origin,)))


class GoTwo(Offer):
    """ms:G3-D2 - the attacker names the next hex of a retreat of two hexes, out of the ways without loss (KHA-N37)."""

    verb = "retreat"

    def __init__(self, frame: TwoHexes, hexes: tuple[int, ...]) -> None:
        self.frame, self.hexes = frame, hexes

    def choice(self, state: State) -> Choice:
        number = "first" if len(self.frame.path) == 1 else "second"
        mask = sum(1 << cell for cell in self.hexes)
        label = f"Retreat the unit, {number} hex"
        return Hex(verb=self.verb, label=label, cite="ms:G3-D2", units=(self.frame.unit,), hexes=mask)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if action.units != (self.frame.unit,) or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("ms:G3-D2", f"name {roster(state).ids[self.frame.unit]} and the next hex of its retreat")
        elif action.hexes[0] not in self.hexes:
            label = state.defn.map.grid.label(action.hexes[0])
            text = f"no retreat of two hexes without loss goes to {label}"
            yield Refusal("ms:G3-D2", text, action.units, action.hexes)

    def do(self, state: State, action: Action) -> None:
        self.frame.take(state, action.hexes[0])


class TwoHexes(Frame, frozen=True, tag="kharkov.two-hexes"):
    """ms:G3-D2, G4 - one unit goes back two hexes, by a way of the attacker that costs it nothing if there is one.

    Attributes:
        unit: the unit.
        group: all units of the combat.
        path: hexes chosen so far, the one where it stands first.
    """

    unit: int
    group: tuple[int, ...]
    path: tuple[int, ...]

    def step(self, state: State) -> Decision | None:
        """Do what leaves no choice; else ask the attacker."""
        ways = paths.roomy_ways(state, self.unit, self.group)
        if not ways:
            state.pop()
            self._fail(state)
            return None
        depth = len(self.path)
        fitting = [way for way in ways if (self.path[0], *way)[:depth] == self.path]
        hexes = tuple(sorted({way[depth - 1] for way in fitting}))
        if len(hexes) == 1:
            self.take(state, hexes[0])
            return None
        name = roster(state).names[self.unit]
        prompt = f"You retreat {name} two hexes: choose the {'first' if depth == 1 else 'second'} one."
        return Decision(state.active, "Retreat", prompt, "ms:G3-D2", (GoTwo(self, hexes),))

    def take(self, state: State, cell: int) -> None:
        """The way goes on to a hex; with the second one the unit goes."""
        path = (*self.path, cell)
        if len(path) == 2:
            text = f"The attacker sends it back over {state.defn.map.grid.label(cell)}:"
            state.emit(Note(state.active, text, (self.unit,), (cell,), cite="ms:G3-D2"))
            state.become(msgspec.structs.replace(self, path=path))
            return
        state.pop()
        shaken(state, self.unit)
        go(state, self.unit, path)

    def _fail(self, state: State) -> None:
        """ms:G4 - no way without loss: too many friends at every end, or no way at all (KHA-N34, KHA-N35)."""
        unit, origin = self.unit, self.path[0]
        shaken(state, unit, reduced=True)
        full = bool(paths.two_hexes(state, unit, self.group))
        short = paths.roomy_hexes(state, unit, self.group)
        stay(state, unit, "too many friends where it could retreat" if full else "cannot retreat")
        if state.at[unit] != origin or not short:
            return
        if full:
            state.push(RetreatOne(origin, (unit,), self.group, reading(state, "KHA-N35") == "b"))
        elif reading(state, "KHA-N34") == "b":
            state.push(RetreatOne(origin, (unit,), self.group))


#: Frames of this module, for the list of the system.
FRAMES = (RetreatOne, RetreatTwo, TwoHexes)
