"""ms:M3b - air support under total simultaneity: each side shares its markers in secret among all announced combats.

A side is asked once for each of its markers, whose number everybody sees, never once for each combat: so nobody is
asked where he has nothing to choose, and how often a side was asked tells the enemy nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Hex
from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov.air import SealedBids, most_markers, show
from blackearth.systems.kharkov.board import State, extra
from blackearth.systems.kharkov.fights import fight_at, open_fights

KEPT = -1


class Put(Offer):
    """ms:M3b - one marker for one of the combats.

    Args:
        frame: the frame that asks and takes the answer.
        open_: hexes of the combats that can still take one.
    """

    verb = "air"

    def __init__(self, frame: SharedBids, open_: tuple[int, ...]) -> None:
        self.frame, self.open = frame, open_

    def choice(self, state: State) -> Hex:
        note = "Each shifts the odds a column your way."
        mask = sum(1 << cell for cell in self.open)
        return Hex(verb=self.verb, label="Put a marker on this combat", cite="ms:M3b", hexes=mask, note=note)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if action.units or action.amounts or action.word or len(action.hexes) != 1:
            yield Refusal("ms:M3b", "name the hex of one combat")
        elif action.hexes[0] not in self.open:
            label = state.defn.map.grid.label(action.hexes[0])
            yield Refusal("ms:G2", f"no more of your markers can be used for a combat at {label}", (), action.hexes)

    def do(self, state: State, action: Action) -> None:
        self.frame.answer(state, action.hexes[0])


class SharedBids(Frame, frozen=True, tag="kharkov.air-shared"):
    """ms:M3b - both sides say in secret where each of their markers goes, the attacker first; then all are shown. Until
    then the answers exist only here, in no view, log line or count of markers.

    Attributes:
        targets: hexes of the combats.
        sealed: what has been written down, a marker each: hex of a combat, or KEPT; all of the attacker's, then the
            defender's.
    """

    targets: tuple[int, ...]
    sealed: tuple[int, ...] = ()

    def step(self, state: State) -> Decision | None:
        """Ask for the next marker, or show them all."""
        attackers = self.markers(state, state.active)
        side = state.active if len(self.sealed) < attackers else 1 - state.active
        own, count = self.of(state, side), self.markers(state, side)
        if len(own) == count:
            self._reveal(state)
            return None
        open_ = tuple(t for t in self.targets if own.count(t) < most_markers(state, fight_at(state, t), side))
        offers = (Put(self, open_), Press("keep", "Keep it", self._keep, "ms:M3b"))
        prompt = f"Air support marker {len(own) + 1} of {count}, in secret: choose a combat, or keep it."
        return Decision(side, "Air support", prompt, "ms:M3b", offers)

    def markers(self, state: State, side: int) -> int:
        """How many a side could use in all these combats together; no secret."""
        room = sum(most_markers(state, fight_at(state, target), side) for target in self.targets)
        return min(extra(state).air[side], room)

    def of(self, state: State, side: int) -> tuple[int, ...]:
        """What a side has written down."""
        attackers = self.markers(state, state.active)
        return self.sealed[:attackers] if side == state.active else self.sealed[attackers:]

    def answer(self, state: State, target: int) -> None:
        """Write down where a marker goes; only its owner is told."""
        assert state.decision is not None
        frame, side = state.flow[-1], state.decision.side  # not self: what the enemy wrote may have been replaced
        assert isinstance(frame, SharedBids)
        where = "kept" if target == KEPT else f"for {state.defn.map.grid.label(target)}"
        state.become(msgspec.structs.replace(frame, sealed=(*frame.sealed, target)))
        state.emit(Note(side=side, text=f"Air support marker {where}", to=side, cite="ms:M3b"))

    def _keep(self, state: State) -> None:
        self.answer(state, KEPT)

    def _reveal(self, state: State) -> None:
        state.pop()
        bids = {side: self.of(state, side) for side in (state.active, 1 - state.active)}
        for target in self.targets:
            for side, sealed in bids.items():
                show(state, fight_at(state, target), side, sealed.count(target))


def forgotten(frame: SharedBids, state: State, side: int) -> SharedBids:
    """The frame as a side may imagine it: the enemy has kept all."""
    attackers = frame.markers(state, state.active)
    own = range(attackers) if side == state.active else range(attackers, len(frame.sealed))
    return SharedBids(frame.targets, tuple(hex_ if i in own else KEPT for i, hex_ in enumerate(frame.sealed)))


def support_all(s: State) -> Frame:
    """ms:M3b - both sides share their markers in secret among all announced combats, or use some in the only one."""
    targets = tuple(f.target for f in open_fights(s))
    return SharedBids(targets) if len(targets) > 1 else SealedBids(targets)


#: Frames of this module, for the list of the system.
FRAMES = (SharedBids,)
