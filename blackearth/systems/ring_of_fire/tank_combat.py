"""rof:12.1 - the Tank Combat Segments: hex by hex the phasing tank units engage the enemy tank units next to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Attack
from blackearth.core.events import Declared
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire.board import (
    FIRED,
    RESERVE,
    RETURNED,
    SPENT_RESERVE,
    State,
    reading,
    roster,
)
from blackearth.systems.ring_of_fire.tank_advance import Advance
from blackearth.systems.ring_of_fire.tank_fire import Combat
from blackearth.systems.ring_of_fire.tank_free_fire import FreeFire, free_targets
from blackearth.systems.ring_of_fire.tank_units import (
    Segment,
    can_cross,
    may_engage,
    tank_hexes_near,
    tanks_in,
)
from blackearth.systems.ring_of_fire.turn_one import may_not_attack, turn_one_cite

_TITLES = ("Tank combat", "Reserve tank combat")


def begin(reserve: bool) -> Callable[[State], Frame | None]:
    """The Tank Combat Segment of the Combat Phase, or of the Reserve Combat Phase, as a step of the sequence of
    play.
    """

    def start(s: State) -> Frame:
        barred = [u for u in roster(s).of_side(s.active) if s.marks[u] & FIRED] if reserve else []
        return TankSegment(reserve=reserve, barred=tuple(barred))

    return start


def mandatory(s: State, reserve: bool | None = None) -> list[tuple[int, tuple[int, ...]]]:
    """rof:12.11, 12.13, 12.16 - the hexes of the phasing player whose tank units must still engage, each with the
    hexes that they may choose from (ROF-A42).

    Args:
        s: the state.
        reserve: which segment is meant; the running one if None, and that of the Combat Phase if none is running.
    """
    segment = next((frame for frame in reversed(s.flow) if isinstance(frame, Segment)), None)
    if segment is None or (reserve is not None and segment.reserve != reserve):
        segment = Segment(reserve=bool(reserve))
    return [(cell, targets) for cell, (_, targets) in _contacts(s, segment).items()]


def _contacts(s: State, segment: Segment) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Phasing hexes in contact: cell to the units that must engage and the hexes from which they choose."""
    found = {}
    near = s.defn.map.grid.around(s.occupied[1 - s.active])
    for cell in sorted(s.stacks):
        if not near >> cell & 1:
            continue
        units = _unassigned(s, segment, cell)
        targets = tank_hexes_near(s, cell, 1 - s.active) if units else ()
        if targets:
            found[cell] = units, targets
    return found


def _unassigned(s: State, segment: Segment, cell: int) -> tuple[int, ...]:
    """Units of a hex that may engage and are not assigned to a combat yet."""
    taken = {u for _, units in segment.assigned for u in units}
    return tuple(
        u for u in tanks_in(s, cell, s.active) if u not in taken and may_engage(s, u, segment.reserve, segment.idle)
    )


class TankSegment(Segment, frozen=True, kw_only=True, tag="rof.tank-segment"):
    """rof:12.1, 12.12 - a Tank Combat Segment: choose a hex, assign its units, fire, advance; then the defenders
    that were not engaged fire; until nothing is left that must be done.
    """

    def step(self, state: State) -> Decision | None:
        """Go on where the segment stands."""
        if self.check:
            self._clear(state)
        elif self.firing:
            self._next_combat(state)
        elif self.assigned:
            return self._assign(state)
        elif (contacts := _contacts(state, self)) and state.active not in self.ended:
            return self._choose(state, contacts)
        elif 1 - state.active not in self.ended and free_targets(state, self):
            return self._free_fire(state)
        else:
            self._finish(state)
        return None

    def _choose(
        self, s: State, contacts: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]
    ) -> Decision | None:  # fmt: skip
        """rof:12.12 - which hex attacks which? Without a question if there is but one answer."""
        free = reading(s, "ROF-A16") == "c"
        if len(contacts) == 1 and not free:
            ((units, targets),) = contacts.values()
            if len(targets) == 1:
                _assign(s, self, units, targets[0])
                return None
        offers: tuple[Offer, ...] = (Engage(self),)
        if free:
            stop = Press("end-tank-combat", "End tank combat", lambda state: _end(state, state.active), "rof:12.11")
            offers += (stop,)
        prompt = "Tank units next to enemy tank units must engage: choose units of one hex and the hex they fire at."
        return Decision(s.active, _TITLES[self.reserve], prompt, "rof:12.11", offers)

    def _assign(self, s: State) -> Decision | None:
        """rof:12.13 - every unit of the hex must be assigned before the first shot (ROF-A16, ROF-A17)."""
        left = _unassigned(s, self, self.home)
        targets = tank_hexes_near(s, self.home, 1 - s.active)
        free = reading(s, "ROF-A16") == "c"
        if not left:
            s.become(msgspec.structs.replace(self, firing=True))
            return None
        if len(targets) == 1 and not free:
            _assign(s, self, left, targets[0])
            return None
        offers: tuple[Offer, ...] = (Engage(self),)
        if free:
            offers += (Press("open-fire", "Open fire", _open_fire, "rof:12.13", primary=True),)
        prompt = f"Assign the other tank units of {s.defn.map.grid.label(self.home)} before the first shot."
        return Decision(s.active, _TITLES[self.reserve], prompt, "rof:12.13", offers)

    def _next_combat(self, s: State) -> None:
        """rof:12.12, 12.13 - the next combat of the hex. Units whose target hex was emptied meanwhile get no marker
        and must engage another one if there is one (ROF-A17).
        """
        if not self.assigned:
            s.become(msgspec.structs.replace(self, firing=False, home=-1))
            return
        (target, units), *rest = self.assigned
        defenders = tanks_in(s, target, 1 - s.active)
        now = msgspec.structs.replace(self, assigned=tuple(rest))
        pairs = tuple((target, u) for u in units) + tuple((self.home, u) for u in defenders)
        check = ((target, s.active), (self.home, 1 - s.active))
        fought, engaged = self.fought + pairs, self.engaged + defenders
        s.become(msgspec.structs.replace(now, check=check, fought=fought, engaged=engaged))
        if self.reserve:
            s.mark([u for u in units if s.marks[u] & RESERVE], SPENT_RESERVE)
        s.push(Combat(self.home, target, units, self.reserve, self.barred))

    def _clear(self, s: State) -> None:
        """rof:12.15 - a hex emptied by the fire may be entered by those that fought against its units."""
        s.become(msgspec.structs.replace(self, check=()))
        near, side_of = s.defn.map.grid.near, roster(s).side
        for cell, side in self.check:
            units = dict.fromkeys(u for c, u in self.fought if c == cell and side_of[u] == side)
            able = tuple(u for u in units if s.at[u] in near[cell])
            if cell not in s.stacks and able:
                s.push(Advance(cell, able))

    def _free_fire(self, s: State) -> Decision:
        """rof:12.13 - now the defenders that were not engaged may fire."""
        side = 1 - s.active
        prompt = "Tank units that were not engaged may fire at tank units next to them."
        stop = Press("cease-fire", "Cease fire", lambda state: _end(state, side), "rof:12.13")
        return Decision(side, _TITLES[self.reserve], prompt, "rof:12.13", (FreeFire(self), stop))

    def _finish(self, s: State) -> None:
        """rof:12.13, 12.161 - defenders may fire again in the next segment; Tank Combat markers stay until the
        segment of the Reserve Combat Phase is over.
        """
        r = roster(s)
        s.unmark(r.of_side(1 - s.active), RETURNED)
        if self.reserve:
            s.unmark(r.of_side(s.active), FIRED, "fired", "the tank combat of the player turn is over", "rof:12.161")
        s.pop()


def _segment(s: State) -> Segment:
    segment = s.flow[-1]
    assert isinstance(segment, Segment)
    return segment


def _end(s: State, side: int) -> None:
    segment = _segment(s)
    s.become(msgspec.structs.replace(segment, ended=(*segment.ended, side)))


def _open_fire(s: State) -> None:
    s.become(msgspec.structs.replace(_segment(s), firing=True))


def _assign(s: State, segment: Segment, units: tuple[int, ...], target: int) -> None:
    """Assign units of one hex to a target hex; those that share a target fight in one combat."""
    s.emit(Declared(units, target, "engage", cite="rof:12.12"))
    groups = dict(segment.assigned)
    groups[target] = groups.get(target, ()) + units
    s.become(msgspec.structs.replace(segment, home=s.at[units[0]], assigned=tuple(groups.items())))


class Engage(Offer):
    """rof:12.12, 12.13 - assign tank units of one hex to an adjacent enemy tank hex. The first units named choose
    the hex whose turn it is; its combats are fought in the order in which their targets were named.

    Args:
        segment: the running segment.
    """

    verb = "engage"

    def __init__(self, segment: Segment) -> None:
        self.segment = segment

    def _groups(self, s: State) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Units that may be named together, and the hexes from which they choose."""
        home = self.segment.home
        return [found for cell, found in _contacts(s, self.segment).items() if home in (-1, cell)]

    def choice(self, state: State) -> Attack | None:
        """The enemy tank hexes with the units that may engage them; units of several hexes engage one hex at a time."""
        targets: dict[int, tuple[int, ...]] = {}
        for units, cells in self._groups(state):
            for cell in cells:
                targets[cell] = targets.get(cell, ()) + units
        if not targets:
            return None
        note = "All units of one hex are assigned before the first shot."
        return Attack(verb=self.verb, label="Engage an enemy tank hex", cite="rof:12.12", targets=targets, note=note)

    def sample(self, state: State, random: Random) -> Action | None:
        """Units of one hex and one of its targets."""
        groups = self._groups(state)
        if not groups:
            return None
        units, cells = random.choice(groups)
        return Action(self.verb, tuple(random.sample(units, random.randint(1, len(units)))), (random.choice(cells),))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:12.11 to 12.16 - own tank units of one hex that have not fired, against tank units next to them."""
        units = action.units
        if not units or len(set(units)) != len(units) or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("", "name the units that engage, each once, and the hex they engage")
            return
        for unit in units:
            yield from self._unit_refusals(state, unit)
        homes = {state.at[u] for u in units}
        if len(homes) > 1:
            yield Refusal("rof:12.12", "tank combat is fought by the units of one hex at a time", units)
        for home in sorted(home for home in homes if home >= 0):
            yield from self._hex_refusals(state, home, action.hexes[0])

    def _unit_refusals(self, s: State, unit: int) -> Iterable[Refusal]:
        r, segment = roster(s), self.segment
        name, here = r.ids[unit], (unit,)
        if r.side[unit] != s.active:
            yield Refusal("rof:12.12", f"{name} is not of the phasing side", here)
        elif not r.tank[unit]:
            yield Refusal("rof:12.1", f"{name} is no tank unit", here)
        elif s.at[unit] < 0:
            yield Refusal("", f"{name} is not on the map", here)
        elif any(unit in units for _, units in segment.assigned):
            yield Refusal("rof:12.13", f"{name} is assigned to a combat already", here)
        elif s.marks[unit] & FIRED:
            cite = "rof:12.16" if segment.reserve else "rof:12.12"
            yield Refusal(cite, f"{name} has fired already in this player turn", here)
        elif unit in segment.idle:
            yield Refusal("rof:12.13", f"{name} has passed up its shot", here)
        elif segment.reserve and not s.marks[unit] & RESERVE:
            yield Refusal("rof:12.16", f"{name} is not in reserve", here)
        elif reading(s, "ROF-A21") != "b" and may_not_attack(s, unit, segment.reserve):
            yield Refusal(turn_one_cite(s), f"{name} may not attack in this phase of the first turn", here)

    def _hex_refusals(self, s: State, home: int, target: int) -> Iterable[Refusal]:
        grid = s.defn.map.grid
        if self.segment.home not in (-1, home):
            label = grid.label(self.segment.home)
            yield Refusal("rof:12.13", f"first all units of {label} are assigned and fire", (), (self.segment.home,))
        if target not in grid.near[home]:
            yield Refusal("rof:12.11", f"{grid.label(target)} is not adjacent to {grid.label(home)}", (), (target,))
        elif not can_cross(s, home, target):
            yield Refusal("rof:12.14", "there is no tank combat across a major river", (), (home, target))
        elif not tanks_in(s, target, 1 - s.active):
            yield Refusal("rof:12.1", f"there is no enemy tank unit in {grid.label(target)}", (), (target,))

    def do(self, state: State, action: Action) -> None:
        """Assign the units."""
        _assign(state, _segment(state), action.units, action.hexes[0])


FRAMES: tuple[type[Frame], ...] = (TankSegment, Combat, Advance)
