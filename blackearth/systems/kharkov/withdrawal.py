"""rostov:9-withdrawal - the departure for the Crimea: units that the German player must take off the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Units
from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov import supply
from blackearth.systems.kharkov.board import SIDES, WITHDRAWN, State, facts, on_map, roster

CITE = "rostov:9-withdrawal"


@dataclass(frozen=True)
class Demand:
    """What must go now.

    Attributes:
        side: who withdraws.
        eligible: units in supply, any of which may go.
        units: how many must go.
        german: how many of them at least must be German.
        steps: how many steps they must have together, at least.
    """

    side: int
    eligible: tuple[int, ...]
    units: int
    german: int
    steps: int


def demand(s: State) -> Demand:
    """rostov:9-withdrawal - what is demanded now. What cannot be had is not asked: with too few units in supply all of
    them go, and the numbers of German units and of steps are at most those that can be found (reading 23).
    """
    entry = facts(s).content.scenario.withdrawal
    assert entry is not None
    side, r = SIDES.index(entry.side), roster(s)
    eligible = tuple(u for u in on_map(s, side) if supply.supplied(s, u))
    units = min(entry.units, len(eligible))
    german = min(entry.german, units, sum(1 for u in eligible if r.german[u]))
    best = heaviest(s, eligible, units, german)
    return Demand(side, eligible, units, german, min(entry.steps, steps(s, best)))


def steps(s: State, units: Iterable[int]) -> int:
    """Steps that some units have left."""
    return sum(s.steps[u] for u in units)


def heaviest(s: State, units: Sequence[int], count: int, german: int) -> tuple[int, ...]:
    """So many of some units, with so many German ones at least, that have the most steps together."""
    r = roster(s)
    order = sorted(units, key=lambda u: -s.steps[u])
    first = [u for u in order if r.german[u]][:german]
    return (*first, *[u for u in order if u not in first][: count - len(first)])


class Withdraw(Offer):
    """rostov:9-withdrawal - take units off the map for good."""

    verb = "withdraw"

    def choice(self, state: State) -> Units:
        d, german = demand(state), roster(state).german
        note = f"{d.units} units in supply, at least {d.german} of them German, with {d.steps} steps or more together."
        return Units(
            verb=self.verb, label="Withdraw units", cite=CITE, units=d.eligible, least=d.units, most=d.units, note=note,
            among={"German": tuple(u for u in d.eligible if german[u])},
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rostov:9-withdrawal - own units on the map and in supply, so many, so many of them German, so many steps."""
        if not action.units or action.hexes or action.amounts or action.word:
            yield Refusal(CITE, "name the units that leave")
            return
        d, r, units = demand(state), roster(state), tuple(dict.fromkeys(action.units))
        for u in units:
            if r.side[u] != d.side or state.at[u] < 0:
                yield Refusal(CITE, f"{r.ids[u]} is not one of your units on the map", (u,))
            elif u not in d.eligible:
                yield Refusal(CITE, f"{r.ids[u]} is not in supply", (u,), (state.at[u],))
        if len(units) != d.units:
            yield Refusal(CITE, f"{d.units} units must leave, not {len(units)}", units)
        german = sum(1 for u in units if r.german[u])
        if german < d.german:
            yield Refusal(CITE, f"at least {d.german} of them must be German, not {german}", units)
        if steps(state, units) < d.steps:
            yield Refusal(CITE, f"they must have {d.steps} steps together, not {steps(state, units)}", units)

    def do(self, state: State, action: Action) -> None:
        for unit in action.units:
            state.marks[unit] = 0
            state.place(unit, WITHDRAWN, "leaves for the Crimea")
        state.pop()

    def sample(self, state: State, random: Random) -> Action | None:
        """Units drawn by lot, then exchanged for stronger ones until the conditions are met."""
        d, r = demand(state), roster(state)
        rest = list(d.eligible)
        random.shuffle(rest)
        units = [u for u in rest if r.german[u]][: d.german]
        units += [u for u in rest if u not in units][: d.units - len(units)]
        if steps(state, units) < d.steps:
            units = list(heaviest(state, d.eligible, d.units, d.german))
        return Action(self.verb, tuple(units)) if units else None


class Withdrawal(Frame, frozen=True, tag="kharkov.withdrawal"):
    """rostov:9-withdrawal - the side is asked which units leave."""

    def step(self, state: State) -> Decision | None:
        """Ask for the units; if none is in supply there is nothing to ask."""
        d = demand(state)
        if not d.units:
            state.emit(Note(side=d.side, text="No unit is in supply: none can be withdrawn", cite=CITE))
            state.pop()
            return None
        german = f", {d.german} or more of them German" if d.german else ""
        prompt = f"Choose {d.units} units in supply that leave for the Crimea: with {d.steps} steps or more{german}."
        return Decision(d.side, "Withdrawal", prompt, CITE, (Withdraw(),))


def begin(s: State) -> Frame | None:
    """rostov:9-withdrawal - first thing in the game turn of the departure, once its weather is known (N45)."""
    entry = facts(s).content.scenario.withdrawal
    return Withdrawal() if entry and entry.turn == s.turn else None


#: Frames of this module, for the list of the system.
FRAMES = (Withdrawal,)
