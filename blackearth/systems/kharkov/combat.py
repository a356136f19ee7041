"""ms:G1, H1, M3b - the combat phase and the breakthrough phase: attacks are announced and resolved one after the
other, or all announced in advance.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Attack, Choice, Hex
from blackearth.core.events import Declared
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov import air, air_shared, forced, results, retreat, timoshenko
from blackearth.systems.kharkov.advance import AdvanceAfterCombat
from blackearth.systems.kharkov.board import (
    ATTACKED,
    BREAKTHROUGH,
    DEFENDED,
    ENTRENCHED,
    REFUGEE,
    Fight,
    State,
    extra,
    mode_of,
    roster,
)
from blackearth.systems.kharkov.exchange import Exchange
from blackearth.systems.kharkov.fall_back import FallBack
from blackearth.systems.kharkov.fights import assaulted, attackable, defenders_of, fight_at, open_fights, targets
from blackearth.systems.kharkov.losses import AttackerLosses
from blackearth.systems.kharkov.stacking import quarrel
from blackearth.systems.kharkov.timoshenko import Timoshenko


def first_impulse(s: State) -> Frame | None:
    """ms:C, G1 - the Combat phase; passed where nobody can attack."""
    return _begin(s, breakthrough=False)


def breakthrough(s: State) -> Frame | None:
    """ms:H1 - the Breakthrough phase: all units may attack once more."""
    return _begin(s, breakthrough=True)


def _begin(s: State, *, breakthrough: bool) -> Frame | None:
    clear(s)
    return CombatPhase(breakthrough) if targets(s) else None


def clear(s: State) -> None:
    """A combat phase begins or ends: nobody has attacked or been attacked in it."""
    for unit in range(len(s.marks)):
        s.marks[unit] &= ~(ATTACKED | DEFENDED | REFUGEE)
    extra(s).fights = ()
    s.cache = {}


def in_advance(s: State) -> bool:
    """ms:M3b - whether all attacks are announced before the first is resolved."""
    return bool(s.defn.options.get("air-simultaneous"))


class Announce(Offer):
    """ms:G1 - units next to an enemy hex attack it together; each unit and each hex once a phase.

    Args:
        breakthrough: whether it is the Breakthrough phase, in which nobody has to attack (KHA-21).
    """

    verb = "attack"
    weight = 6.0

    def __init__(self, *, breakthrough: bool) -> None:
        self.breakthrough = breakthrough

    def choice(self, state: State) -> Choice | None:
        found = targets(state)
        cite = "ms:H1" if self.breakthrough else "ms:G1"
        return Attack(verb=self.verb, label="Attack", cite=cite, targets=found) if found else None

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units = action.units
        if not units or len(action.hexes) != 1 or action.amounts or action.word or len(set(units)) < len(units):
            yield Refusal("ms:G1", "name the attacking units and one enemy hex")
            return
        target = action.hexes[0]
        yield from target_refusals(state, target)
        wrong = [r for unit in units for r in unit_refusals(state, unit, target)]
        yield from wrong
        if not wrong:
            yield from together_refusals(state, units)
            if not self.breakthrough:
                yield from duty_refusals(state, units, target)

    def do(self, state: State, action: Action) -> None:
        announce(state, action.units, action.hexes[0], breakthrough=self.breakthrough)

    def sample(self, state: State, random: Random) -> Action | None:
        found = targets(state)
        for _ in range(3 if found else 0):
            target = random.choice(list(found))
            units = _like(state, found[target], random.choice(found[target]))
            for count in (random.randint(1, len(units)), len(units)):
                chosen = tuple(random.sample(units, count))
                if not any(self.refusals(state, Action(self.verb, chosen, (target,)))):
                    return Action(self.verb, chosen, (target,))
        return None if self.breakthrough else self._forced_sample(state, random)

    def _forced_sample(self, state: State, random: Random) -> Action | None:
        """An attack that does a unit's duty: with all Offensive units of that hex, it is always allowed."""
        duties = forced.duties(state)
        if not duties:
            return None
        unit = random.choice(list(duties))
        target = random.choice(duties[unit])
        return Action(self.verb, tuple(_like(state, targets(state)[target], unit)), (target,))


def _like(s: State, units: tuple[int, ...], one: int) -> list[int]:
    """The units that may attack together with one of them: none of another mode or of a nation it does not stand."""
    mode = mode_of(s, one)
    return [u for u in units if mode_of(s, u) == mode and not quarrel(s, (one, u))]


def target_refusals(s: State, target: int) -> Iterable[Refusal]:
    """ms:G1, KHA-N28 - why a hex cannot be attacked."""
    label = s.defn.map.grid.label(target)
    if not s.occupied[1 - s.active] >> target & 1:
        yield Refusal("ms:G1", f"there is no enemy in {label}", hexes=(target,))
    elif assaulted(s, target):
        yield Refusal("ms:G1", f"{label} has been attacked in this phase", hexes=(target,))
    elif not attackable(s) >> target & 1:
        text = f"all units in {label} have been attacked in this phase and retreated there"
        yield Refusal("ms:G1", text, s.stacks[target], (target,))


def unit_refusals(s: State, unit: int, target: int) -> Iterable[Refusal]:
    """ms:G1, F6 - why a unit cannot attack a hex."""
    r, grid = roster(s), s.defn.map.grid
    name = r.ids[unit]
    if r.side[unit] != s.active or s.at[unit] < 0:
        yield Refusal("ms:G1", f"{name} is no unit of the attacker on the map", (unit,))
        return
    if target not in grid.near[s.at[unit]]:
        yield Refusal("ms:G1", f"{name} does not stand next to {grid.label(target)}", (unit,), (target,))
    if s.marks[unit] & ATTACKED:
        yield Refusal("ms:G1", f"{name} has attacked in this phase", (unit,))
    if s.marks[unit] & ENTRENCHED:
        yield Refusal("ms:G1", f"{name} is entrenched and cannot attack", (unit,))


def together_refusals(s: State, units: tuple[int, ...]) -> Iterable[Refusal]:
    """kharkov:8-neutral and following, rostov:1-allies - why units may not attack together."""
    modes = {mode_of(s, u): u for u in units}
    if len(modes) > 1:
        first = next(m for m in ("neutral", "offensive", "defensive") if m in modes)
        others = tuple(u for u in units if mode_of(s, u) != first)
        words = " and ".join(mode.capitalize() for mode in sorted(modes))
        text = f"{words} armies do not attack together: {roster(s).text(others)}"
        yield Refusal(f"kharkov:8-{first}", text, others)
    if quarrel(s, units):
        yield Refusal("rostov:1-allies", "Hungarians and Romanians do not take part in the same attack", units)


def duty_refusals(s: State, units: tuple[int, ...], target: int) -> Iterable[Refusal]:
    """kharkov:8-offensive, KHA-N40 - who could not do the duty to attack any more."""
    out = forced.left_out(s, units, target)
    if out:
        label = s.defn.map.grid.label(target)
        text = f"{roster(s).text(out)} must attack and has only {label}: it has to take part"
        yield Refusal(forced.CITE, text, out, (target,))


def announce(s: State, units: tuple[int, ...], target: int, *, breakthrough: bool) -> None:
    """ms:G1, H1, KHA-N48 - an attack is announced and binds: the units are marked, then it is resolved, unless all are
    announced first.
    """
    defenders = defenders_of(s, target)
    extra(s).fights += (Fight(target, units, defenders),)
    s.mark(units, ATTACKED)
    s.mark(defenders, DEFENDED)
    if breakthrough:
        s.mark(units, BREAKTHROUGH)
    s.emit(Declared(units, target, "attack", cite="ms:H1" if breakthrough else "ms:G1"))
    choice = timoshenko.offer(s, fight_at(s, target))
    if not in_advance(s):
        s.push(air.support(s, target), results.Resolve(target))
    if choice:
        s.push(choice)


class CombatPhase(Frame, frozen=True, tag="kharkov.combat"):
    """ms:G1, H1 - the active side announces attacks for as long as it likes and can.

    Attributes:
        breakthrough: whether it is the Breakthrough phase.
    """

    breakthrough: bool

    def step(self, state: State) -> Decision | None:
        """Ask for the next attack."""
        if not targets(state):
            _end(state)
            return None
        blocked = None if self.breakthrough else forced.open_duty(state)
        end = Press(
            "end-attacks", "End of the attacks", _end, "ms:H1" if self.breakthrough else "ms:G1", blocked=blocked,
            primary=True,
        )  # fmt: skip
        title = "Breakthrough" if self.breakthrough else "Combat"
        prompt = "Announce your next attack: it is resolved at once."
        if in_advance(state):
            prompt = "Announce all your attacks; then both sides share out air support in secret."
        offers = (Announce(breakthrough=self.breakthrough), end)
        return Decision(state.active, title, prompt, "ms:H1" if self.breakthrough else "ms:G1", offers)


def _end(s: State) -> None:
    """No more attacks are announced: those announced in advance are resolved, then the phase is over."""
    s.become(Resolutions())
    if open_fights(s):
        s.push(air_shared.support_all(s))


class ResolveNext(Offer):
    """ms:M3b - resolve one of the announced attacks."""

    verb = "resolve"

    def choice(self, state: State) -> Choice:
        hexes = sum(1 << f.target for f in open_fights(state))
        return Hex(verb=self.verb, label="Resolve", cite="ms:M3b", hexes=hexes)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.hexes) != 1 or action.units or action.amounts or action.word:
            yield Refusal("ms:M3b", "name the hex of one announced attack")
        elif not any(f.target == action.hexes[0] for f in open_fights(state)):
            yield Refusal("ms:M3b", "no attack on that hex is left to be resolved", hexes=action.hexes)

    def do(self, state: State, action: Action) -> None:
        state.push(results.Resolve(action.hexes[0]))


class Resolutions(Frame, frozen=True, tag="kharkov.resolutions"):
    """ms:M3b - the attacks announced in advance are resolved in the attacker's order; then the phase ends."""

    def step(self, state: State) -> Decision | None:
        """Ask which one is next, if there is a choice."""
        left = open_fights(state)
        if not left:
            state.pop()
            clear(state)
            return None
        if len(left) == 1:
            state.push(results.Resolve(left[0].target))
            return None
        prompt = f"Resolve your attacks in any order: {len(left)} are left."
        return Decision(state.active, "Combat resolution", prompt, "ms:M3b", (ResolveNext(),))


#: Frames of the combat rules, for the list of the system.
FRAMES = (
    CombatPhase,
    Resolutions,
    Timoshenko,
    results.Resolve,
    AttackerLosses,
    Exchange,
    AdvanceAfterCombat,
    FallBack,
    *retreat.FRAMES,
)
