"""kursk:combat-A, combat-B, combat-H - the Combat Phase: attacks are announced and resolved one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Attack, Choice
from blackearth.core.events import Declared, Result
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import air, close_support, limited, odds, results
from blackearth.systems.kursk.advance import AdvanceAfterCombat
from blackearth.systems.kursk.board import ATTACKED, DEFENDED, State, reading, roster
from blackearth.systems.kursk.exchange import Exchange
from blackearth.systems.kursk.fights import Fight, attackable, destroy_all, targets
from blackearth.systems.kursk.retreat import Retreat


def begin(s: State) -> Frame | None:
    """kursk:sequence - the Combat Phase; passed where nobody can attack."""
    clear(s)
    return CombatPhase() if targets(s) else None


def clear(s: State) -> None:
    """The phase begins or ends: nobody has attacked or been attacked in it."""
    for unit in range(len(s.marks)):
        s.marks[unit] &= ~(ATTACKED | DEFENDED)
    s.cache = {}


def fight_of(s: State, units: tuple[int, ...], hexes: tuple[int, ...]) -> Fight:
    """The attack of some units on some hexes as it would be fought now."""
    fought = tuple(cell for cell in hexes if not limited.lone(s, cell))
    return Fight(hexes, units, fought, tuple(sorted(u for cell in fought for u in limited.counted(s, cell))))


class Announce(Offer):
    """kursk:combat-A, combat-H - units attack one hex together, or several hexes that all of them touch."""

    verb = "attack"
    weight = 6.0

    def choice(self, state: State) -> Choice | None:
        found = targets(state)
        if not found:
            return None
        note = "Several hexes are attacked as one if every attacker is next to all of them."
        return Attack(verb=self.verb, label="Attack", cite="kursk:combat-A", targets=found, several=True, note=note)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units, hexes = action.units, action.hexes
        twice = len(set(units)) < len(units) or len(set(hexes)) < len(hexes)
        if not units or not hexes or twice or action.amounts or action.word:
            yield Refusal("kursk:combat-A", "name the attacking units and the enemy hexes they attack")
            return
        wrong = [r for cell in hexes for r in target_refusals(state, cell)]
        wrong += [r for unit in units for r in unit_refusals(state, unit, hexes)]
        yield from wrong
        if not wrong:
            yield from together_refusals(state, units)

    def do(self, state: State, action: Action) -> None:
        announce(state, action.units, action.hexes)

    def sample(self, state: State, random: Random) -> Action | None:
        found = targets(state)
        for _ in range(4 if found else 0):
            target = random.choice(list(found))
            count = random.choice((len(found[target]), random.randint(1, len(found[target]))))
            chosen = tuple(random.sample(found[target], count))
            hexes: tuple[int, ...] = (target,)
            if random.random() < 0.3:
                hexes = (target, *(c for c in found if c != target and set(chosen) <= set(found[c])))
            for action in (Action(self.verb, chosen, hexes), Action(self.verb, chosen[:1], (target,))):
                if not any(self.refusals(state, action)):
                    return action
        return None


def target_refusals(s: State, target: int) -> Iterable[Refusal]:
    """kursk:combat-A, KUR-07 - why a hex cannot be attacked."""
    label = s.defn.map.grid.label(target)
    if not s.occupied[1 - s.active] >> target & 1:
        yield Refusal("kursk:combat-A", f"there is no enemy in {label}", hexes=(target,))
    elif not attackable(s) >> target & 1:
        yield Refusal("kursk:combat-A", f"{label} has been attacked in this phase", s.stacks[target], (target,))


def unit_refusals(s: State, unit: int, hexes: tuple[int, ...]) -> Iterable[Refusal]:
    """kursk:combat-A, combat-D, combat-H, KUR-07 - why a unit cannot attack some hexes."""
    r, grid = roster(s), s.defn.map.grid
    name = r.ids[unit]
    if r.side[unit] != s.active or s.at[unit] < 0 or not r.ground[unit]:
        yield Refusal("kursk:combat-A", f"{name} is no ground unit of the attacker on the map", (unit,))
        return
    if r.limited[unit] == "defence":
        yield Refusal("kursk:combat-D", f"{name} only defends", (unit,))
    elif r.aircraft[unit] >= 0:
        yield Refusal("kursk:combat-G", f"{name} is a ground support element and cannot attack", (unit,))
    if s.marks[unit] & ATTACKED:
        yield Refusal("kursk:combat-A", f"{name} has attacked in this phase", (unit,))
    for cell in hexes:
        if cell not in grid.near[s.at[unit]]:
            cite = "kursk:combat-H" if len(hexes) > 1 else "kursk:combat-A"
            yield Refusal(cite, f"{name} does not stand next to {grid.label(cell)}", (unit,), (cell,))


def together_refusals(s: State, units: tuple[int, ...]) -> Iterable[Refusal]:
    """kursk:combat-E, combat-F, KUR-A12 - why units may not attack together."""
    yield from limited.without_partner(s, units)
    if reading(s, "KUR-A12") == "c" and not odds.total(s, units, attacking=True):
        yield Refusal("kursk:supply-A", "these units have no strength to attack with", units)


def announce(s: State, units: tuple[int, ...], hexes: tuple[int, ...]) -> None:
    """kursk:combat-G, KUR-A20 - an attack is announced: hexes where nobody can fight are emptied, the others fight."""
    fight = fight_of(s, units, hexes)
    s.mark(units, ATTACKED)
    for cell in hexes:
        s.mark(s.stacks[cell], DEFENDED)
        s.emit(Declared(units, cell, "attack", cite="kursk:combat-H" if len(hexes) > 1 else "kursk:combat-A"))
    for cell in hexes:
        if cell not in fight.fought:
            words = "nobody there can fight alone"
            s.emit(Result("Attack on", cell, "eliminated", units, words, cite="kursk:combat-G"))
            destroy_all(s, s.stacks[cell], "attacked without a regular unit", "kursk:combat-G")
    s.push(limited.Match(fight) if fight.fought else AdvanceAfterCombat(s.active, units, hexes))


class CombatPhase(Frame, frozen=True, tag="kursk.combat"):
    """kursk:combat-B - the active side announces attacks for as long as it likes and can."""

    def step(self, state: State) -> Decision | None:
        """Ask for the next attack; where raids are allowed at any moment, also when only they are left (KUR-A25)."""
        raids = reading(state, "KUR-A25") == "b" and air.Attack(air.AirSuperiority()).choice(state)
        if not targets(state) and not raids:
            _end(state)
            return None
        end = Press("end-attacks", "End of the attacks", _end, "kursk:combat-B", primary=True)
        left = "Announce your next attack: it is resolved at once."
        prompt = left if targets(state) else "No attack is left; aircraft may still raid bases."
        offers: tuple[Offer, ...] = (Announce(), end)
        if raids:
            press = Press("plan-raids", "Raid air bases", _raid, "kursk:air-superiority", weight=0.5)
            offers = (Announce(), press, end)
        return Decision(state.active, "Combat", prompt, "kursk:combat-A", offers)


def _raid(s: State) -> None:
    """KUR-A25 - raids at any moment of the phase, where that is read so."""
    s.push(air.superiority(s))


def _end(s: State) -> None:
    s.pop()
    clear(s)


def reachable_targets(s: State, units: Iterable[int]) -> int:
    """kursk:combat-H, KUR-A09 - mask of the enemy hexes that all of some units touch and that can be attacked now."""
    mask = attackable(s)
    for unit in units:
        mask &= s.defn.map.grid.ring[s.at[unit]]
    return mask


def joint_targets(s: State, units: Iterable[int]) -> tuple[int, ...]:
    """The hexes of `reachable_targets` in ascending order."""
    return tuple(cells(reachable_targets(s, units)))


#: Frames of the combat rules, for the list of the system.
FRAMES = (
    CombatPhase, limited.Match, close_support.Support, results.Resolve, Retreat, Exchange, AdvanceAfterCombat,
)  # fmt: skip
