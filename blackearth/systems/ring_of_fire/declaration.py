"""rof:12.3-12.34, 12.8 - the Regular Combat Segment up to the odds: attacks, ground support and barrages are
declared, then the defender answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import ClassVar

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Attack, Choice, Hex
from blackearth.core.events import Declared, Note
from blackearth.core.frames import Frame, Sequence
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.ring_of_fire import battle as battles
from blackearth.systems.ring_of_fire import defensive_reserves, options_combat, turn_one
from blackearth.systems.ring_of_fire.board import (
    AIR_FLOWN,
    AIR_READY,
    ATTACKED,
    RESERVE,
    SPENT_RESERVE,
    Battle,
    State,
    extra,
    facts,
    reading,
    roster,
)
from blackearth.systems.ring_of_fire.content import GERMAN, SOVIET
from blackearth.systems.ring_of_fire.movement_phase import ready_aircraft
from blackearth.systems.ring_of_fire.odds import ratio_text, raw_column, river_quarters


def begin(reserve: bool) -> Callable[[State], Frame | None]:
    """The Regular Combat Segment of the Combat Phase or of the Reserve Combat Phase; passed where nobody can attack."""

    def start(s: State) -> Frame | None:
        return CombatSegment("reserve" if reserve else "regular") if targets(s, reserve=reserve) else None

    return start


class CombatSegment(Sequence, frozen=True, tag="rof.combat-segment"):
    """rof:12.34, 12.35 - all attacks are declared, then the defender may answer, then they are resolved one by one."""

    _answers: ClassVar[tuple[Callable[[State], Frame | None], ...]] = (
        options_combat.defensive_support,
        options_combat.recon_retreats,
        defensive_reserves.begin,
        battles.begin,
    )
    steps: ClassVar[Mapping[str, tuple[Callable[[State], Frame | None], ...]]] = {
        "regular": (lambda s: DeclareAttacks(reserve=False), *_answers),
        "reserve": (lambda s: DeclareAttacks(reserve=True), *_answers),
    }


def may_attack(s: State, unit: int, *, reserve: bool) -> bool:
    """rof:12.8, 12.17, 12.33, 16.1-turn1 - whether a unit of the active side may be declared for an attack in this
    segment; tank combat before it neither forbids nor demands that.
    """
    if s.marks[unit] & ATTACKED or (reserve and not s.marks[unit] & RESERVE):
        return False
    return s.turn > 1 or not turn_one.may_not_attack(s, unit, reserve)


def targets(s: State, *, reserve: bool) -> dict[int, tuple[int, ...]]:
    """rof:12.32, 12.5 - the enemy hexes that can be attacked now, each with the units that may take part."""
    side, grid = s.active, s.defn.map.grid
    enemy = s.occupied[1 - side]
    own = s.occupied[side] & grid.around(enemy)
    found: dict[int, list[int]] = {}
    closed = closed_targets(s)
    for cell in cells(own):
        near = [n for n in grid.near[cell] if enemy >> n & 1 and n not in closed]
        for unit in s.stacks[cell]:
            if may_attack(s, unit, reserve=reserve):
                for target in near:
                    if river_quarters(s, unit, target)[0]:
                        found.setdefault(target, []).append(unit)
    return {target: tuple(units) for target, units in found.items()}


def closed_targets(s: State) -> tuple[int, ...]:
    """ROF-A28, b - hexes already attacked in the Combat Phase of this player turn, where that forbids a second
    attack.
    """
    return extra(s).assaulted if reading(s, "ROF-A28") == "b" else ()


def battle_at(s: State, target: int) -> Battle | None:
    """The declared attack on a hex."""
    return next((b for b in extra(s).battles if b.target == target), None)


def replace_battle(s: State, new: Battle) -> None:
    """Put a changed battle in the place of the one with the same target."""
    x = extra(s)
    x.battles = tuple(new if b.target == new.target else b for b in x.battles)


class Declare(Offer):
    """rof:12.34 - declare units against an enemy hex; naming the same hex again adds units to the attack."""

    verb = "attack"
    weight = 6.0

    def __init__(self, *, reserve: bool) -> None:
        self.reserve = reserve

    def choice(self, state: State) -> Choice | None:
        found = targets(state, reserve=self.reserve)
        cite = "rof:12.8" if self.reserve else "rof:12.34"
        return Attack(verb=self.verb, label="Declare an attack", cite=cite, targets=found) if found else None

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units = action.units
        if not units or len(action.hexes) != 1 or action.amounts or action.word or len(set(units)) < len(units):
            yield Refusal("rof:12.34", "name the attacking units and one target hex")
            return
        target = action.hexes[0]
        grid = state.defn.map.grid
        if not state.occupied[1 - state.active] >> target & 1:
            yield Refusal("rof:12.3", f"there is no enemy in {grid.label(target)}", hexes=(target,))
            return
        if target in closed_targets(state):
            yield Refusal("rof:12.32", f"{grid.label(target)} was attacked in the Combat Phase", hexes=(target,))
        wrong = [r for unit in units for r in self._unit_refusals(state, unit, target)]
        yield from wrong
        if not wrong:
            yield from self._odds_refusals(state, units, target)

    def _unit_refusals(self, state: State, unit: int, target: int) -> Iterable[Refusal]:
        r, grid = roster(state), state.defn.map.grid
        name = r.ids[unit]
        if r.side[unit] != state.active or not r.ground[unit] or state.at[unit] < 0:
            yield Refusal("rof:12.3", f"{name} is no ground unit of the attacker on the map", (unit,))
            return
        if target not in grid.near[state.at[unit]]:
            yield Refusal("rof:12.0", f"{name} does not stand next to {grid.label(target)}", (unit,), (target,))
            return
        if state.marks[unit] & ATTACKED:
            yield Refusal("rof:12.33", f"{name} has been declared for an attack already", (unit,))
        if self.reserve and not state.marks[unit] & RESERVE:
            yield Refusal("rof:12.8", f"{name} is not in reserve; only reserves attack now", (unit,))
        if state.turn == 1 and turn_one.may_not_attack(state, unit, self.reserve):
            yield Refusal(turn_one.turn_one_cite(state), f"{name} may not attack in this phase of turn 1", (unit,))
        if not river_quarters(state, unit, target)[0]:
            yield Refusal("rof:12.5", f"{name} is mobile and may not attack across a major river", (unit,), (target,))

    def _odds_refusals(self, state: State, units: tuple[int, ...], target: int) -> Iterable[Refusal]:
        standing = battle_at(state, target)
        together = (standing.units if standing else ()) + units
        raw = raw_column(state, together, target)
        if raw < 0:
            odds = ratio_text(state, raw) if raw > -20 else "0"
            text = f"the odds would be {odds}; worse than {facts(state).content.crt.columns[0]} may not be attacked"
            yield Refusal("rof:12.36", text, together, (target,))

    def do(self, state: State, action: Action) -> None:
        x, target = extra(state), action.hexes[0]
        standing = battle_at(state, target)
        if standing:
            replace_battle(state, msgspec.structs.replace(standing, units=standing.units + action.units))
        else:
            x.battles += (Battle(target, action.units),)
        state.mark(action.units, ATTACKED)
        state.emit(Declared(action.units, target, "attack", cite="rof:12.34"))

    def sample(self, state: State, random: Random) -> Action | None:
        found = targets(state, reserve=self.reserve)
        for _ in range(min(3, len(found))):
            target = random.choice(list(found))
            units = found[target]
            for count in (random.randint(1, len(units)), len(units)):
                chosen = tuple(random.sample(units, count))
                if not any(self._odds_refusals(state, chosen, target)):
                    return Action(self.verb, chosen, (target,))
        return None


class CallOff(Offer):
    """Take a declared attack back while declarations go on; its aircraft and barrage are free again."""

    verb = "call-off"
    weight = 0.3

    def choice(self, state: State) -> Choice | None:
        hexes = sum(1 << b.target for b in extra(state).battles)
        return Hex(verb=self.verb, label="Call an attack off", cite="rof:12.34", hexes=hexes) if hexes else None

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        bare = len(action.hexes) == 1 and not (action.units or action.amounts or action.word)
        if not bare or not battle_at(state, action.hexes[0]):
            yield Refusal("rof:12.34", "name a hex against which an attack is declared", hexes=action.hexes)

    def do(self, state: State, action: Action) -> None:
        x = extra(state)
        gone = battle_at(state, action.hexes[0])
        assert gone is not None
        x.battles = tuple(b for b in x.battles if b is not gone)
        state.unmark(gone.units, ATTACKED)
        for unit in gone.support:
            state.put(unit, AIR_READY)
        x.barrages += gone.barrage
        state.emit(Note(state.active, "attack called off", gone.units, (gone.target,)))


class Support(Offer):
    """rof:12.63, 13.3 - an air unit supports a declared attack; at most two a hex."""

    verb = "support"

    def choice(self, state: State) -> Choice | None:
        units = ready_aircraft(state, state.active)
        hexes = sum(1 << b.target for b in extra(state).battles if len(b.support) < 2)
        if not units or not hexes:
            return None
        return Hex(verb=self.verb, label="Ground support", cite="rof:13.3", units=units, hexes=hexes)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("rof:13.3", "name one air unit and one hex under attack")
            return
        unit, target = action.units[0], action.hexes[0]
        if unit not in ready_aircraft(state, state.active):
            yield Refusal(
                "rof:13.0", f"{roster(state).ids[unit]} is no air unit of yours that can fly this game turn", (unit,)
            )
        declared = battle_at(state, target)
        if declared is None:
            yield Refusal(
                "rof:13.3", f"no attack is declared against {state.defn.map.grid.label(target)}", hexes=(target,)
            )
        elif len(declared.support) >= 2:
            yield Refusal("rof:13.3", "two air units support this attack already", declared.support, (target,))

    def do(self, state: State, action: Action) -> None:
        declared = battle_at(state, action.hexes[0])
        assert declared is not None
        replace_battle(state, msgspec.structs.replace(declared, support=(*declared.support, action.units[0])))
        state.put(action.units[0], AIR_FLOWN)
        state.emit(Declared(action.units, action.hexes[0], "supports the attack on", cite="rof:13.3"))


class Barrage(Offer):
    """rof:12.62 - a Soviet Barrage marker against Germans in a fortification that are under attack."""

    verb = "barrage"

    def choice(self, state: State) -> Choice | None:
        if state.active != SOVIET or not extra(state).barrages:
            return None
        hexes = sum(1 << b.target for b in extra(state).battles if not any(self._target_refusals(state, b.target)))
        return Hex(verb=self.verb, label="Barrage", cite="rof:12.62", hexes=hexes) if hexes else None

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.hexes) != 1 or action.units or action.amounts or action.word:
            yield Refusal("rof:12.62", "name one hex under attack")
            return
        if state.active != SOVIET or not extra(state).barrages:
            yield Refusal("rof:12.62", "there is no Barrage marker to place")
        yield from self._target_refusals(state, action.hexes[0])

    def _target_refusals(self, state: State, target: int) -> Iterable[Refusal]:
        label = state.defn.map.grid.label(target)
        declared = battle_at(state, target)
        if declared is None:
            yield Refusal(
                "rof:12.62", f"a barrage needs a ground attack; none is declared against {label}", hexes=(target,)
            )
        elif declared.barrage:
            yield Refusal("rof:12.62", f"{label} is under a barrage already", hexes=(target,))
        if not state.defn.map.has("fort", target) or not state.occupied[GERMAN] >> target & 1:
            yield Refusal("rof:12.62", f"there are no Germans in a fortification in {label}", hexes=(target,))

    def do(self, state: State, action: Action) -> None:
        declared = battle_at(state, action.hexes[0])
        assert declared is not None
        replace_battle(state, msgspec.structs.replace(declared, barrage=True))
        extra(state).barrages -= 1
        state.emit(
            Note(
                state.active,
                f"Barrage on {state.defn.map.grid.label(action.hexes[0])}",
                (),
                action.hexes,
                cite="rof:12.62",
            )
        )


class DeclareAttacks(Frame, frozen=True, tag="rof.declare"):
    """rof:12.34 - the phasing player declares all attacks, then aircraft and barrages on them, before anything else
    happens.
    """

    reserve: bool

    def step(self, state: State) -> Decision:
        """Ask for attacks."""
        prompt = (
            "Declare your attacks with the reserves."
            if self.reserve
            else "Declare all your attacks; barrages and aircraft join them."
        )
        end = Press(
            "end-declaration",
            "End declarations" if extra(state).battles else "No attack",
            _end,
            "rof:12.34",
            primary=True,
        )
        offers = (Declare(reserve=self.reserve), Support(), Barrage(), CallOff(), end)
        title = "Reserve combat" if self.reserve else "Combat"
        return Decision(state.active, title, prompt, "rof:12.34", offers)


def _end(s: State) -> None:
    """Declarations are over; without an attack the whole segment is. Reserves that attack in the Reserve Combat Phase
    have used up their status (rof:5.2, 14.4).
    """
    frame = s.flow[-1]
    assert isinstance(frame, DeclareAttacks)
    s.pop()
    battles_declared = extra(s).battles
    if not battles_declared:
        s.pop()
    if frame.reserve:
        s.mark([u for b in battles_declared for u in b.units], SPENT_RESERVE)
