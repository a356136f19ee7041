"""ms:G3-EX, G3-RX, KHA-08 - the attacker pays for an exchange with combat points, in whole steps, with the least
excess.

He gives one step after the other; a step is allowed if a cheapest payment contains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Units
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov.board import State, reduce, roster
from blackearth.systems.kharkov.losses import drop


def ways_to_pay(s: State, units: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Combat points each unit on the map gives with 1, 2, ... of its steps."""
    return {u: tuple(drop(s, u, n, attacking=True) for n in range(1, s.steps[u] + 1)) for u in units if s.at[u] >= 0}


def _sums(ways: Iterable[tuple[int, ...]]) -> set[int]:
    """All payments that units can make together."""
    sums = {0}
    for worths in ways:
        sums |= {total + worth for total in sums for worth in worths}
    return sums


def cheapest(ways: Mapping[int, tuple[int, ...]], price: int) -> int:
    """The least payment of at least the price; all there is if that is not enough."""
    sums = _sums(ways.values())
    return min((total for total in sums if total >= price), default=max(sums))


def next_steps(ways: Mapping[int, tuple[int, ...]], price: int) -> list[int]:
    """The units whose next step belongs to a cheapest payment."""
    goal = cheapest(ways, price)
    found = []
    for unit, worths in ways.items():
        others = _sums(worth for u, worth in ways.items() if u != unit)
        if any(goal - worth in others for worth in worths):
            found.append(unit)
    return found


def is_unique(ways: Mapping[int, tuple[int, ...]], price: int) -> bool:
    """Whether there is only one cheapest payment."""
    counts = {0: 1}
    for worths in ways.values():
        new = dict(counts)
        for total, count in counts.items():
            for worth in worths:
                new[total + worth] = new.get(total + worth, 0) + count
        counts = new
    return counts[cheapest(ways, price)] == 1


def fewest_steps(ways: Mapping[int, tuple[int, ...]], price: int) -> int:
    """The least number of steps in a cheapest payment, for previews."""
    best: dict[int, int] = {0: 0}
    for worths in ways.values():
        new = dict(best)
        for total, steps in best.items():
            for n, worth in enumerate(worths, 1):
                new[total + worth] = min(new.get(total + worth, steps + n), steps + n)
        best = new
    return best[cheapest(ways, price)]


def points_text(count: int) -> str:
    """``1 combat point``, ``3 combat points``."""
    return f"{count} combat point{'s' * (count > 1)}"


class Pay(Offer):
    """ms:G3-EX - name the unit that gives the next step."""

    verb = "pay"

    def __init__(self, frame: Exchange, units: tuple[int, ...]) -> None:
        self.frame, self.units = frame, units

    def choice(self, state: State) -> Choice:
        note = f"{points_text(self.frame.price)} owed"
        return Units(verb=self.verb, label="Give a step", cite="ms:G3-EX", units=self.units, note=note)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or action.hexes or action.amounts or action.word:
            yield Refusal("ms:G3-EX", "name one unit that loses a step")
        elif action.units[0] not in self.units:
            if action.units[0] not in self.frame.units:
                text = "is not in this combat"
            else:
                text = f"its next step is part of no cheapest payment of {self.frame.price} combat points"
            yield Refusal("ms:G3-EX", f"{roster(state).ids[action.units[0]]}: {text}", action.units)

    def do(self, state: State, action: Action) -> None:
        self.frame.pay(state, action.units[0])


class Exchange(Frame, frozen=True, tag="kharkov.exchange"):
    """ms:G3-EX, G3-RX - the attacker still has to pay so many combat points, or all he has.

    Attributes:
        side: who pays.
        units: the attackers.
        price: combat points still to be lost.
        target: hex of the combat.
    """

    side: int
    units: tuple[int, ...]
    price: int
    target: int

    def step(self, state: State) -> Decision | None:
        """Take what leaves no choice; else ask for the next step."""
        ways = ways_to_pay(state, self.units)
        if self.price <= 0 or not ways:
            state.pop()
            return None
        fitting = next_steps(ways, self.price)
        if len(fitting) == 1 or is_unique(ways, self.price):
            self.pay(state, fitting[0])
            return None
        label = state.defn.map.grid.label(self.target)
        prompt = f"Exchange at {label}: you still owe {points_text(self.price)}. Choose a unit that loses a step."
        return Decision(self.side, "Exchange", prompt, "ms:G3-EX", (Pay(self, tuple(fitting)),))

    def pay(self, state: State, unit: int) -> None:
        """A unit gives a step."""
        worth = drop(state, unit, 1, attacking=True)
        state.become(msgspec.structs.replace(self, price=self.price - worth))
        reduce(state, unit, 1, "exchange", "ms:G3-EX")
