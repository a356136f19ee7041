"""kursk:air-interception, air-superiority, air-interdiction, air-cap - the missions that are flown before, between
and after the movement phases; close support belongs to the combat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex, Target
from blackearth.core.events import Declared, Result
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import draw
from blackearth.lib.combat import column_of
from blackearth.systems.kursk.board import FLOWN, PATROL, State, facts, roster
from blackearth.systems.kursk.flights import (
    all_home,
    destroy,
    flight_refusals,
    home,
    in_range,
    over,
    patrolled,
    ready,
    shielded,
    weakened,
)

# -- interception ------------------------------------------------------------------------------------------------------


def prey(s: State) -> tuple[int, ...]:
    """kursk:air-interception - enemy aircraft that can be intercepted now: patrols before interdictors, none that
    are shielded.
    """
    r, enemy, found = roster(s), 1 - s.active, []
    safe, guarded = shielded(s, enemy), patrolled(s, enemy)
    for unit in r.of_side(enemy):
        cell = s.at[unit]
        if r.ground[unit] or cell < 0 or safe >> cell & 1:
            continue
        if s.marks[unit] & PATROL or not guarded >> cell & 1:
            found.append(unit)
    return tuple(found)


class Intercept(Offer):
    """kursk:air-interception - one aircraft element sends one enemy one home; both have flown."""

    verb = "intercept"

    def choice(self, state: State) -> Choice | None:
        targets = prey(state)
        pairs = {
            u: tuple(t for t in targets if in_range(state, u) >> state.at[t] & 1) for u in ready(state, state.active)
        }
        pairs = {u: found for u, found in pairs.items() if found}
        if not pairs:
            return None
        union = tuple(t for t in targets if any(t in found for found in pairs.values()))
        return Target(
            verb=self.verb, label="Intercept", cite="kursk:air-interception",
            units=tuple(pairs), targets=union, targets_of=pairs,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 2 or action.hexes or action.amounts or action.word:
            yield Refusal("kursk:air-interception", "name your aircraft and the enemy aircraft")
            return
        own, target = action.units
        if target not in prey(state):
            text = "this is no enemy aircraft that can be intercepted: patrols come first, and none over its own base"
            yield Refusal("kursk:air-interception", text, (target,))
            return
        yield from flight_refusals(state, own, state.at[target], state.active)

    def do(self, state: State, action: Action) -> None:
        own, target = action.units
        cell = state.at[target]
        state.marks[own] |= FLOWN
        home(state, target, "intercepted")
        state.emit(Declared((own,), cell, "intercepts over", cite="kursk:air-interception"))


class Interception(Frame, frozen=True, tag="kursk.interception"):
    """kursk:air-interception, KUR-A02, KUR-A26 - before any land movement."""

    def step(self, state: State) -> Decision | None:
        """Ask while something can be intercepted."""
        offer = Intercept()
        if offer.choice(state) is None:
            state.pop()
            return None
        end = Press("end-interception", "Done", _end, "kursk:air-interception", primary=True)
        prompt = "Intercept enemy aircraft in the air."
        return Decision(state.active, "Interception", prompt, "kursk:air-interception", (offer, end))


def interception(s: State) -> Frame:
    """The interceptions of a player turn."""
    return Interception()


# -- air superiority ---------------------------------------------------------------------------------------------------


class Raid(msgspec.Struct, frozen=True):
    """Aircraft against a ground support element, and the patrols that defend it."""

    base: int
    aircraft: tuple[int, ...]
    guards: tuple[int, ...] = ()


class Attack(Offer):
    """kursk:air-superiority - send an aircraft element against an enemy ground support element."""

    verb = "raid"

    def __init__(self, frame: AirSuperiority) -> None:
        self.frame = frame

    def _bases(self, s: State) -> tuple[int, ...]:
        r = roster(s)
        return tuple(u for u in r.of_side(1 - s.active) if r.aircraft[u] >= 0 and s.at[u] >= 0)

    def choice(self, state: State) -> Choice | None:
        bases = self._bases(state)
        pairs = {
            u: tuple(b for b in bases if in_range(state, u) >> state.at[b] & 1) for u in ready(state, state.active)
        }
        pairs = {u: found for u, found in pairs.items() if found}
        if not pairs:
            return None
        union = tuple(b for b in bases if any(b in found for found in pairs.values()))
        return Target(
            verb=self.verb, label="Raid an air base", cite="kursk:air-superiority",
            units=tuple(pairs), targets=union, targets_of=pairs,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 2 or action.hexes or action.amounts or action.word:
            yield Refusal("kursk:air-superiority", "name your aircraft and the enemy base")
            return
        own, base = action.units
        if base not in self._bases(state):
            yield Refusal("kursk:air-superiority", "this is no enemy ground support element on the map", (base,))
            return
        yield from flight_refusals(state, own, state.at[base], state.active)

    def do(self, state: State, action: Action) -> None:
        own, base = action.units
        state.marks[own] |= FLOWN
        raids = self.frame.raids
        found = next((raid for raid in raids if raid.base == base), Raid(base, ()))
        new = msgspec.structs.replace(found, aircraft=(*found.aircraft, own))
        state.become(AirSuperiority((*(raid for raid in raids if raid.base != base), new)))
        state.emit(Declared((own,), state.at[base], "raids the base in", cite="kursk:air-superiority"))


class AirSuperiority(Frame, frozen=True, tag="kursk.air-superiority"):
    """kursk:air-superiority - the attacker allots all aircraft to bases first."""

    raids: tuple[Raid, ...] = ()

    def step(self, state: State) -> Decision | None:
        """Ask while a base can be raided."""
        offer = Attack(self)
        if offer.choice(state) is None:
            self.go_on(state)
            return None
        end = Press("end-raids", "Done", self.go_on, "kursk:air-superiority", primary=True)
        prompt = "Raid enemy air bases; several aircraft may join against one."
        return Decision(state.active, "Air superiority", prompt, "kursk:air-superiority", (offer, end))

    def go_on(self, state: State) -> None:
        """The defender's patrols answer, then the raids are resolved."""
        state.pop()
        if self.raids:
            state.push(Guards(self.raids))


def superiority(s: State) -> Frame:
    """kursk:air-superiority, KUR-A25 - at the end of the Initial Movement Phase."""
    return AirSuperiority()


class Guard(Offer):
    """kursk:air-superiority - a patrol over the hex helps to defend a base that is raided there."""

    verb = "guard"

    def __init__(self, frame: Guards) -> None:
        self.frame = frame

    def choice(self, state: State) -> Choice | None:
        pairs = self.frame.pairs(state)
        if not pairs:
            return None
        union = tuple(dict.fromkeys(base for bases in pairs.values() for base in bases))
        return Target(
            verb=self.verb, label="Defend a base", cite="kursk:air-superiority",
            units=tuple(pairs), targets=union, targets_of=pairs,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        pairs = self.frame.pairs(state)
        if len(action.units) != 2 or action.units[1] not in pairs.get(action.units[0], ()):
            text = "name a patrol over a raided base, and the base it defends"
            yield Refusal("kursk:air-superiority", text, action.units)

    def do(self, state: State, action: Action) -> None:
        patrol, base = action.units
        state.become(Guards(self.frame.with_guard(patrol, base)))

    def sample(self, state: State, random: Random) -> Action | None:
        pairs = self.frame.pairs(state)
        if not pairs:
            return None
        patrol = random.choice(list(pairs))
        return Action(self.verb, (patrol, random.choice(pairs[patrol])))


class Guards(Frame, frozen=True, tag="kursk.guards"):
    """kursk:air-superiority - after the attacker the defender allots patrols, where more than one base is raided in
    a hex.
    """

    raids: tuple[Raid, ...]

    def pairs(self, state: State) -> dict[int, tuple[int, ...]]:
        """Patrols that defend nothing yet, with the raided bases below them."""
        busy = {u for raid in self.raids for u in raid.guards}
        found: dict[int, tuple[int, ...]] = {}
        for raid in self.raids:
            for patrol in over(state, 1 - state.active, state.at[raid.base], patrol=True):
                if patrol not in busy:
                    found[patrol] = (*found.get(patrol, ()), raid.base)
        return found

    def with_guard(self, patrol: int, base: int) -> tuple[Raid, ...]:
        """The raids with a patrol added to the defence of a base."""
        return tuple(
            msgspec.structs.replace(raid, guards=(*raid.guards, patrol)) if raid.base == base else raid
            for raid in self.raids
        )

    def step(self, state: State) -> Decision | None:
        """Allot what leaves no choice; ask for the rest."""
        pairs = self.pairs(state)
        if not pairs:
            self.done(state)
            return None
        for patrol, bases in pairs.items():
            if len(bases) == 1:
                state.become(Guards(self.with_guard(patrol, bases[0])))
                return None
        prompt = "Choose which base each of your patrols defends."
        return Decision(1 - state.active, "Air superiority", prompt, "kursk:air-superiority", (Guard(self),))

    def done(self, state: State) -> None:
        """Hand what was allotted to the frames that resolve the raids."""
        state.pop()
        state.push(*(Resolve(raid.base, len(raid.aircraft), raid.guards) for raid in self.raids))


def raids(s: State) -> Iterator[tuple[int, int]]:
    """Bases against which aircraft have been sent, and how many, until the raids are resolved."""
    for frame in s.flow:
        if isinstance(frame, AirSuperiority | Guards):
            yield from ((raid.base, len(raid.aircraft)) for raid in frame.raids)


def raid_odds(s: State, base: int, aircraft: int, guards: int) -> tuple[int, int]:
    """kursk:air-superiority, KUR-A05, KUR-A39 - the defence of a base, 1 and 1 for each patrol that defends it, and the
    column of the Air Superiority Table for a number of aircraft: below the table -1, against no defence the last one.
    """
    table = facts(s).content.air
    defence = guards + (0 if weakened(s, base) else facts(s).content.numbers.base_defence)
    last = len(table.columns) - 1
    return defence, min(column_of(aircraft, defence, table.columns.index("1-1")), last) if defence else last


class Resolve(Frame, frozen=True, tag="kursk.raid"):
    """kursk:air-superiority - one raid on a base, on the Air Superiority Table."""

    base: int
    aircraft: int
    guards: tuple[int, ...]

    def step(self, state: State) -> None:
        """Throw the die; a patrol whose own base was destroyed a moment ago defends nothing (kursk:air-E)."""
        state.pop()
        guards = sum(state.at[u] >= 0 for u in self.guards)
        defence, column = raid_odds(state, self.base, self.aircraft, guards)
        table = facts(state).content.air
        cell, name = state.at[self.base], roster(state).ids[self.base]
        die = state.roll(f"raid on {name}", hexes=(cell,))
        hit = column >= 0 and table.at(column, die)
        odds = table.columns[column] if column >= 0 else "below the table"
        detail = f"{self.aircraft} to {defence}, {odds}, die {die}"
        result = "destroyed" if hit else "no effect"
        state.emit(Result("Raid on the base in", cell, result, (self.base,), detail, cite="kursk:air-superiority"))
        if hit:
            destroy(state, self.base)


# -- interdiction and patrol -------------------------------------------------------------------------------------------


class TakeOff(Offer):
    """kursk:air-interdiction, air-cap - an aircraft element flies interdiction or patrol during the whole enemy
    player turn.
    """

    def __init__(self, *, patrol: bool) -> None:
        self.patrol = patrol
        self.verb = "patrol" if patrol else "interdict"  # type: ignore[misc]
        self.cite = "kursk:air-cap" if patrol else "kursk:air-interdiction"

    def _hexes(self, s: State, unit: int) -> int:
        reach = in_range(s, unit)
        return reach if self.patrol else reach ^ (reach & patrolled(s, 1 - s.active))

    def choice(self, state: State) -> Choice | None:
        found = {u: mask for u in ready(state, state.active) if (mask := self._hexes(state, u))}
        if not found:
            return None
        union = 0
        for mask in found.values():
            union |= mask
        label = "Fly patrol" if self.patrol else "Interdict a hex"
        return Hex(verb=self.verb, label=label, cite=self.cite, units=tuple(found), hexes=union, hexes_of=found)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal(self.cite, "name one aircraft element and one hex")
            return
        unit, cell = action.units[0], action.hexes[0]
        yield from flight_refusals(state, unit, cell, state.active)
        if not self.patrol and patrolled(state, 1 - state.active) >> cell & 1:
            label = state.defn.map.grid.label(cell)
            yield Refusal("kursk:air-cap", f"enemy aircraft are on patrol over {label}", (unit,), (cell,))

    def do(self, state: State, action: Action) -> None:
        unit, cell = action.units[0], action.hexes[0]
        state.marks[unit] |= FLOWN | (PATROL if self.patrol else 0)
        state.place(unit, cell, "patrol" if self.patrol else "interdiction")

    def sample(self, state: State, random: Random) -> Action | None:
        units = ready(state, state.active)
        if not units:
            return None
        unit = random.choice(units)
        mask = self._hexes(state, unit)
        return Action(self.verb, (unit,), (draw(mask, random),)) if mask else None


class TakeOffs(Frame, frozen=True, tag="kursk.take-off"):
    """kursk:air-interdiction, air-cap, KUR-A24 - at the end of the Motorized Movement Phase own missions take off;
    after them the enemy's come home.
    """

    def step(self, state: State) -> Decision | None:
        """Ask while an aircraft element can fly."""
        if not ready(state, state.active):
            state.pop()
            return None
        end = Press("end-take-off", "Done", _end, "kursk:air-D", primary=True)
        offers = (TakeOff(patrol=False), TakeOff(patrol=True), end)
        prompt = "Send aircraft on interdiction or patrol for the enemy's turn."
        return Decision(state.active, "Air take-off", prompt, "kursk:air-D", offers)


def take_off(s: State) -> Frame:
    """The take-offs of a player turn."""
    return TakeOffs()


def land(s: State) -> None:
    """kursk:air-interdiction, air-cap - the other side's missions, which flew during this player turn, end."""
    all_home(s, 1 - s.active)


def _end(s: State) -> None:
    s.pop()


FRAMES: tuple[type[Frame], ...] = (Interception, AirSuperiority, Guards, Resolve, TakeOffs)
