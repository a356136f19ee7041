"""rof:12.35, 12.7-12.72 - resolving declared attacks one by one: die, losses of the defender, losses of the
attacker, advance.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Allocate, Choice, Hex, Units
from blackearth.core.events import Moved, Note, Result
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire.board import (
    STACK_LIMIT,
    Battle,
    State,
    enter,
    extra,
    in_supply,
    lose,
    reading,
    roster,
    stack_size,
)
from blackearth.systems.ring_of_fire.odds import losses, odds, ratio_text


def begin(s: State) -> Frame | None:
    """The attacks are resolved, if any was declared. One on a hex that the defender's own reserves have left is over:
    nobody is there to be fought, and it was not emptied by losses, so that nobody advances (rof:12.72).
    """
    x = extra(s)
    left = [b for b in open_battles(s) if b.target not in s.stacks]
    for b in left:
        s.emit(Note(s.active, "finds nobody left to attack in", b.units, (b.target,), cite="rof:14.5"))
    x.battles = tuple(msgspec.structs.replace(b, done=True) if b in left else b for b in x.battles)
    return ResolveBattles() if open_battles(s) else None


def open_battles(s: State) -> list[Battle]:
    """Declared attacks that have not been resolved."""
    return [b for b in extra(s).battles if not b.done]


class Resolve(Offer):
    """rof:12.34, 12.65 - resolve a declared attack, with or without Maximum Effort."""

    def __init__(self, *, maximum: bool) -> None:
        self.maximum = maximum
        self.verb = "maximum-effort" if maximum else "resolve"  # type: ignore[misc]
        self.weight = 0.5 if maximum else 1.0

    def choice(self, state: State) -> Choice:
        hexes = sum(1 << b.target for b in open_battles(state))
        label = "Resolve with Maximum Effort" if self.maximum else "Resolve"
        note = "Losses of both sides are doubled; an attacker's zero becomes one." if self.maximum else ""
        cite = "rof:12.65" if self.maximum else "rof:12.35"
        return Hex(verb=self.verb, label=label, cite=cite, hexes=hexes, note=note, group="battles")

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.hexes) != 1 or action.units or action.amounts or action.word:
            yield Refusal("rof:12.34", "name the hex of one declared attack")
        elif not any(b.target == action.hexes[0] for b in open_battles(state)):
            yield Refusal("rof:12.34", "no attack on that hex is left to be resolved", hexes=action.hexes)

    def do(self, state: State, action: Action) -> None:
        battle = next(b for b in open_battles(state) if b.target == action.hexes[0])
        resolve(state, battle, maximum=self.maximum)


class ResolveBattles(Frame, frozen=True, tag="rof.resolve"):
    """rof:12.34 - the attacker resolves the declared attacks in any order; none may be called off any more
    (ROF-A26).
    """

    def step(self, state: State) -> Decision | None:
        """Ask which attack comes next."""
        left = open_battles(state)
        if not left:
            state.pop()
            return None
        prompt = "Resolve an attack." if len(left) == 1 else f"Resolve your attacks in any order: {len(left)} are left."
        offers = (Resolve(maximum=False), Resolve(maximum=True))
        return Decision(state.active, "Combat resolution", prompt, "rof:12.35", offers)


def resolve(s: State, battle: Battle, *, maximum: bool) -> None:
    """rof:12.35, 15.3 - supply and odds are taken now, the die is thrown, and what follows is put on the stack."""
    label = s.defn.map.grid.label(battle.target)
    o = odds(s, battle)
    defenders = s.stacks[battle.target]
    cut = tuple(u for u in (*defenders, *battle.units) if not in_supply(s, u))
    die = 0 if o.automatic else s.roll(f"attack on {label}", hexes=(battle.target,))
    got = losses(s, o, die, maximum=maximum)
    column = "below the table" if o.automatic else ratio_text(s, o.final)
    effort = ", Maximum Effort" if maximum else ""
    dice = f", die {die}" if die else ""
    works = ", fortification (12.64)" if o.fortified else ""
    lost = f"attacker loses {got.attacker}, defender {got.defender}"
    detail = f"{o.attack} to {o.defence}, {column}{dice}{effort}{works}: {lost}"
    s.emit(Result("Attack on", battle.target, got.result, battle.units, detail, cite="rof:12.35"))
    x = extra(s)
    x.battles = tuple(msgspec.structs.replace(b, done=True) if b.target == battle.target else b for b in x.battles)
    s.push(
        TakeLosses(1 - s.active, defenders, got.defender, cut, battle.target),
        TakeLosses(s.active, battle.units, got.attacker, cut, battle.target),
        AdvanceAfterCombat(battle.target, battle.units),
    )


class Allot(Offer):
    """rof:12.71 - the owner shares step losses among the units involved."""

    verb = "lose"

    def __init__(self, frame: TakeLosses, total: int, most: dict[int, int]) -> None:
        self.frame, self.total, self.most = frame, total, most

    def choice(self, state: State) -> Choice:
        return Allocate(
            verb=self.verb, label=f"Lose {self.total} step{'s' * (self.total > 1)}", cite="rof:12.71",
            units=self.most, total=self.total, even=True,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        given = dict(zip(action.units, action.amounts, strict=False))
        if len(given) != len(action.units) or len(action.units) != len(action.amounts) or action.hexes or action.word:
            yield Refusal("rof:12.71", "name each unit once, with the steps it loses")
            return
        if strangers := tuple(u for u in given if u not in self.most):
            yield Refusal("rof:12.71", f"{roster(state).text(strangers)}: not in this battle", strangers)
            return
        if sum(given.values()) != self.total or min(given.values(), default=0) < 1:
            yield Refusal("rof:12.71", f"exactly {self.total} steps must be lost")
        if over := tuple(u for u, n in given.items() if n > self.most[u]):
            yield Refusal("rof:12.71", f"{roster(state).text(over)}: not so many steps to lose", over)
        spared = tuple(u for u in self.most if not given.get(u))
        if spared and any(n > 1 for n in given.values()):
            yield Refusal("rof:12.71", "every unit must lose a step before any loses a second", spared)

    def do(self, state: State, action: Action) -> None:
        self.frame.apply(state, dict(zip(action.units, action.amounts, strict=True)))


class TakeLosses(Frame, frozen=True, tag="rof.losses"):
    """rof:12.7, 12.71 - one side takes its losses of a battle; the defender's frame runs before the attacker's.

    Attributes:
        side: whose losses.
        units: the units involved.
        steps: steps still to be lost; more than there are is ignored.
        cut: units that were out of supply when the battle began (rof:15.3, 15.5, ROF-A24).
        target: hex of the battle.
    """

    side: int
    units: tuple[int, ...]
    steps: int
    cut: tuple[int, ...]
    target: int

    def step(self, state: State) -> Decision | None:
        """Take what leaves no choice; else ask the owner."""
        left = {u: state.steps[u] for u in self.units if state.at[u] >= 0}
        if self.steps <= 0 or not left:
            state.pop()
            return None
        rounds = reading(state, "ROF-A27") == "b"
        total = min(self.steps, len(left)) if rounds else self.steps
        most = dict.fromkeys(left, 1) if rounds else left
        forced = _forced(most, total)
        if forced is not None:
            self.apply(state, forced)
            return None
        offer = Allot(self, total, most)
        words = "a step" if total == 1 else f"{total} steps"
        prompt = f"You lose {words} at {state.defn.map.grid.label(self.target)}: choose which units."
        return Decision(self.side, "Step losses", prompt, "rof:12.71", (offer,))

    def apply(self, state: State, given: dict[int, int]) -> None:
        """Carry the losses out."""
        done = sum(given.values())
        state.become(msgspec.structs.replace(self, steps=self.steps - done))
        for unit, steps in given.items():
            lose(state, unit, steps, "combat", "rof:12.71", supplied_now=unit not in self.cut)


def _forced(most: dict[int, int], total: int) -> dict[int, int] | None:
    """The only way to share the losses, if there is only one; the steps of the units are taken to matter, not their
    names.
    """
    if total >= sum(most.values()):
        return most
    if len(most) == 1:
        return dict.fromkeys(most, total)
    if total == len(most):
        return dict.fromkeys(most, 1)
    return None


class Advance(Offer):
    """rof:12.72 - surviving attackers move into the hex they emptied."""

    verb = "advance"
    weight = 3.0

    def __init__(self, target: int, units: tuple[int, ...]) -> None:
        self.target, self.units = target, units

    def choice(self, state: State) -> Choice:
        label = f"Advance into {state.defn.map.grid.label(self.target)}"
        return Units(verb=self.verb, label=label, cite="rof:12.72", units=self.units, most=len(self.units))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units = action.units
        if not units or action.hexes or action.amounts or action.word or len(set(units)) < len(units):
            yield Refusal("rof:12.72", "name the units that advance")
            return
        if strangers := tuple(u for u in units if u not in self.units):
            yield Refusal("rof:12.72", f"{roster(state).text(strangers)}: did not take part and survive", strangers)
        elif stack_size(state, units) + stack_size(state, state.stacks.get(self.target, ())) > STACK_LIMIT:
            yield Refusal(
                "rof:9.1", f"more than {STACK_LIMIT} regimental equivalents would stand there", units, (self.target,)
            )

    def do(self, state: State, action: Action) -> None:
        by_hex: dict[int, list[int]] = {}
        for unit in action.units:
            by_hex.setdefault(state.at[unit], []).append(unit)
        for start, group in by_hex.items():
            state.emit(Moved(tuple(group), (start, self.target), "advance", cite="rof:12.72"))
            enter(state, tuple(group), (start, self.target))
        state.pop()

    def sample(self, state: State, random: Random) -> Action | None:
        order = random.sample(self.units, len(self.units))
        chosen: list[int] = []
        for unit in order[: random.randint(1, len(order))]:
            if stack_size(state, [*chosen, unit]) <= STACK_LIMIT:
                chosen.append(unit)
        return Action(self.verb, tuple(chosen)) if chosen else None


class AdvanceAfterCombat(Frame, frozen=True, tag="rof.advance"):
    """rof:12.72 - if the hex is empty now, surviving attackers may enter it at once; links do not hinder them.

    Attributes:
        target: the hex.
        units: the attackers.
    """

    target: int
    units: tuple[int, ...]

    def step(self, state: State) -> Decision | None:
        """Ask, if there is somebody to advance and nobody in the way."""
        units = tuple(u for u in self.units if state.at[u] >= 0)
        if not units or state.occupied[1 - state.active] >> self.target & 1:
            state.pop()
            return None
        label = state.defn.map.grid.label(self.target)
        offers = (Advance(self.target, units), Press("stay", "Stay", _stay, "rof:12.72", primary=True))
        prompt = f"{label} is empty: choose who advances, or stay."
        return Decision(state.active, "Advance after combat", prompt, "rof:12.72", offers)


def _stay(s: State) -> None:
    s.pop()
