"""ms:D, G2, M3a, M3b - air support markers: cancelling enemy ones at the start of a turn, and support in combat, one
after the other or in secret. The turn track gives them (rostov:8), none in Kharkov (kharkov:6).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Amount
from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov.board import SIDES, Fight, State, extra, facts
from blackearth.systems.kharkov.fights import fight_at, replace_fight

TITLE = "Air support"
_T = TypeVar("_T")


def _with(pair: tuple[_T, _T], side: int, value: _T) -> tuple[_T, _T]:
    """A pair with another value for one side."""
    return (pair[0], value) if side else (value, pair[1])


def _spend(s: State, side: int, markers: int) -> None:
    x = extra(s)
    x.air = _with(x.air, side, x.air[side] - markers)


def markers_text(count: int) -> str:
    """``no air support marker``, ``2 air support markers``."""
    return f"{count or 'no'} air support marker{'s' * (count > 1)}"


# -- air superiority ---------------------------------------------------------------------------------------------------


def cancellable(s: State) -> int:
    """ms:D - enemy markers the active side could cancel."""
    side = s.active
    price = facts(s).content.series.cancel.of(side)
    return min(extra(s).air[side] // price, extra(s).air[1 - side])


def superiority(s: State) -> Frame | None:
    """ms:D - the Air Superiority phase; passed if nothing can be cancelled."""
    return AirSuperiority() if cancellable(s) else None


class Cancel(Offer):
    """ms:D - pay with own markers to take enemy ones away for this game turn."""

    verb = "cancel"

    def choice(self, state: State) -> Amount:
        price = facts(state).content.series.cancel.of(state.active)
        note = f"Each enemy marker costs {price} of your {extra(state).air[state.active]}."
        return Amount(verb=self.verb, label="Cancel markers", cite="ms:D", note=note, least=1, most=cancellable(state))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        yield from _shape(action, "ms:D")
        count, most = sum(action.amounts), cancellable(state)
        if action.amounts and not 1 <= count <= most:
            price = facts(state).content.series.cancel.of(state.active)
            yield Refusal("ms:D", f"you can cancel 1 to {most} enemy markers, for {price} of yours each")

    def do(self, state: State, action: Action) -> None:
        side, count = state.active, action.amounts[0]
        paid = count * facts(state).content.series.cancel.of(side)
        _spend(state, side, paid)
        _spend(state, 1 - side, count)
        state.emit(Note(side=side, text=f"{paid} air markers cancel {count} of the enemy's", cite="ms:D"))
        state.pop()


class AirSuperiority(Frame, frozen=True, tag="kharkov.air-superiority"):
    """ms:D - the active side cancels enemy markers, or keeps its own."""

    def step(self, state: State) -> Decision:
        """Ask once."""
        offers = (Cancel(), Press("pass", "Cancel none", State.pop, "ms:D", primary=True))
        ours, theirs = extra(state).air[state.active], extra(state).air[1 - state.active]
        prompt = f"You have {markers_text(ours)}, the enemy {theirs}: cancel some of them, or none."
        return Decision(state.active, "Air superiority", prompt, "ms:D", offers)


def _shape(action: Action, cite: str) -> Iterable[Refusal]:
    if action.units or action.hexes or action.word or len(action.amounts) != 1:
        yield Refusal(cite, "name one number of air support markers, such as =1")


# -- support in combat -------------------------------------------------------------------------------------------------


def most_markers(s: State, fight: Fight, side: int) -> int:
    """ms:G2, rostov:7, KHA-25 - markers a side may use in a combat: at most three; none in an attack with General
    Timoshenko's shift before turn 3.

    Args:
        s: the state.
        fight: the combat.
        side: who would use them.
    """
    rules = facts(s).content.scenario.timoshenko
    if side == s.active and fight.timoshenko and rules and s.turn < rules.air_from:
        return 0
    return max(0, min(facts(s).content.series.air_per_combat, extra(s).air[side]))


class Support(Offer):
    """ms:G2 - so many markers for a combat.

    Args:
        frame: the frame that asks and takes the answer.
        side: who answers.
        most: markers that may be used.
    """

    verb = "air"

    def __init__(self, frame: _Bids, side: int, most: int) -> None:
        self.frame, self.side, self.most = frame, side, most

    def choice(self, state: State) -> Amount:
        note = (
            f"Each shifts the odds a column your way; you can use up to {self.most}." if self.most else "None is left."
        )
        return Amount(verb=self.verb, label="Use air support", cite=self.frame.cite, note=note, least=0, most=self.most)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        yield from _shape(action, self.frame.cite)
        if action.amounts and not 0 <= sum(action.amounts) <= self.most:
            limit = facts(state).content.series.air_per_combat
            text = f"at most {limit} markers in a combat and no more than you have: here 0 to {self.most}"
            yield Refusal("ms:G2", text)

    def do(self, state: State, action: Action) -> None:
        self.frame.answer(state, self.side, action.amounts[0])


class _Bids(Frame, frozen=True):
    """What all frames about air support in combat have."""

    @property
    def cite(self) -> str:
        """The rule it follows."""
        return "ms:G2"

    def answer(self, state: State, side: int, markers: int) -> None:
        """Take the answer of a side."""
        raise NotImplementedError

    def ask(self, state: State, side: int, fight: Fight, most: int, more: str = "") -> Decision:
        """The question to a side about one combat."""
        who = "your attack on" if side == state.active else "the attack on"
        prompt = f"Air support markers for {who} {state.defn.map.grid.label(fight.target)}{more}?"
        return Decision(side, TITLE, prompt, self.cite, (Support(self, side, most),))


def show(s: State, fight: Fight, side: int, markers: int) -> Fight:
    """ms:G2 - markers of a side come into force in a combat."""
    _spend(s, side, markers)
    if markers:
        label = s.defn.map.grid.label(fight.target)
        text = f"{SIDES[side].capitalize()} side uses {markers_text(markers)} for {label}"
        s.emit(Note(side=side, text=text, hexes=(fight.target,), cite="ms:G2"))
    return replace_fight(s, fight, air=_with(fight.air, side, markers))


class OpenBids(_Bids, frozen=True, tag="kharkov.air"):
    """ms:G2 - the attacker says how many markers he uses, then the defender.

    Attributes:
        target: hex of the combat.
        asked: how many of the two sides have answered.
    """

    target: int
    asked: int = 0

    def step(self, state: State) -> Decision | None:
        """Ask who could use some."""
        if self.asked > 1:
            state.pop()
            return None
        side = state.active if self.asked == 0 else 1 - state.active
        fight = fight_at(state, self.target)
        most = most_markers(state, fight, side)
        if not most:
            state.become(OpenBids(self.target, self.asked + 1))
            return None
        return self.ask(state, side, fight, most)

    def answer(self, state: State, side: int, markers: int) -> None:
        """Open for both."""
        state.become(OpenBids(self.target, self.asked + 1))
        if not markers:
            text = f"{SIDES[side].capitalize()} side uses no air support"
            state.emit(Note(side=side, text=text, hexes=(self.target,), cite="ms:G2"))
        show(state, fight_at(state, self.target), side, markers)


class SealedBids(_Bids, frozen=True, tag="kharkov.air-sealed"):
    """ms:M3a, M3b - both sides write down their markers for a combat, the attacker first; then both are shown. Until
    then the answers exist only here, in no view, log line or count of markers.

    Attributes:
        targets: hex of the combat; of several in old saves.
        sealed: what has been written down so far: the attacker's number, then the defender's.
    """

    targets: tuple[int, ...]
    sealed: tuple[int, ...] = ()

    @property
    def cite(self) -> str:
        """M3b asks about one combat only if there is no other."""
        return "ms:M3a"

    def step(self, state: State) -> Decision | None:
        """Ask for the next number, or show them."""
        if len(self.targets) > 1:
            from blackearth.systems.kharkov.air_shared import SharedBids

            state.become(SharedBids(self.targets))
            return None
        fight = fight_at(state, self.targets[0])
        if len(self.sealed) > 1:
            state.pop()
            fight = show(state, fight, state.active, self.sealed[0])
            show(state, fight, 1 - state.active, self.sealed[1])
            return None
        side = 1 - state.active if self.sealed else state.active
        most = most_markers(state, fight, side)
        if not most:
            self._write(state, 0)
            return None
        return self.ask(state, side, fight, most, ", in secret")

    def answer(self, state: State, side: int, markers: int) -> None:
        """Keep it sealed; only its owner is told."""
        self._write(state, markers)
        label = state.defn.map.grid.label(self.targets[0])
        state.emit(Note(side=side, text=f"{markers_text(markers)} for {label}", to=side, cite=self.cite))

    def _write(self, state: State, markers: int) -> None:
        frame = state.flow[-1]  # not self: what the enemy has written down may have been replaced
        assert isinstance(frame, SealedBids)
        state.become(msgspec.structs.replace(frame, sealed=(*frame.sealed, markers)))


def bidding(frame: Frame | None) -> int:
    """Hex of the one combat about whose air support a frame asks; -1 if it does not."""
    if isinstance(frame, SealedBids):
        return frame.targets[0]
    return frame.target if isinstance(frame, OpenBids) else -1


def support(s: State, target: int) -> Frame:
    """ms:G2, M3a - both sides use air support in a combat, openly or in secret."""
    return SealedBids((target,)) if s.defn.options.get("air-partly-simultaneous") else OpenBids(target)


#: Frames of this module, for the list of the system.
FRAMES = (AirSuperiority, OpenBids, SealedBids)
