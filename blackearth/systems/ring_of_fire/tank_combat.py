"""rof:12.1 - the Tank Combat Segments: hex by hex the phasing tank units engage the enemy tank units next to them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
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
from blackearth.systems.ring_of_fire.tank_engage import Engage, assign, contacts_of, running_segment, unassigned
from blackearth.systems.ring_of_fire.tank_fire import Combat
from blackearth.systems.ring_of_fire.tank_free_fire import FreeFire, free_targets
from blackearth.systems.ring_of_fire.tank_units import (
    Segment,
    tank_hexes_near,
    tanks_in,
)

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
    return [(cell, targets) for cell, (_, targets) in contacts_of(s, segment).items()]


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
        elif (contacts := contacts_of(state, self)) and state.active not in self.ended:
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
                assign(s, self, units, targets[0])
                return None
        offers: tuple[Offer, ...] = (Engage(self),)
        if free:
            stop = Press("end-tank-combat", "End tank combat", lambda state: _end(state, state.active), "rof:12.11")
            offers += (stop,)
        prompt = "Tank units next to enemy tank units must engage: choose units of one hex and the hex they fire at."
        return Decision(s.active, _TITLES[self.reserve], prompt, "rof:12.11", offers)

    def _assign(self, s: State) -> Decision | None:
        """rof:12.13 - every unit of the hex must be assigned before the first shot (ROF-A16, ROF-A17)."""
        left = unassigned(s, self, self.home)
        targets = tank_hexes_near(s, self.home, 1 - s.active)
        free = reading(s, "ROF-A16") == "c"
        if not left:
            s.become(msgspec.structs.replace(self, firing=True))
            return None
        if len(targets) == 1 and not free:
            assign(s, self, left, targets[0])
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


def _end(s: State, side: int) -> None:
    segment = running_segment(s)
    s.become(msgspec.structs.replace(segment, ended=(*segment.ended, side)))


def _open_fire(s: State) -> None:
    s.become(msgspec.structs.replace(running_segment(s), firing=True))


FRAMES: tuple[type[Frame], ...] = (TankSegment, Combat, Advance)
