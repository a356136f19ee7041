"""rof:12.12 - the fire of one tank combat: one attacking hex against one defending hex, shot by shot."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Target, Units
from blackearth.core.events import Declared, Note, Result
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire.board import FIRED, RETURNED, State, facts, in_supply, lose, reading, roster
from blackearth.systems.ring_of_fire.tank_units import Segment, may_be_shot, may_engage, shot_left, tanks_in

_SIDE = ("Soviet", "German")


def shoot(s: State, unit: int, target: int) -> int:
    """rof:12.12, 12.18, 15.2, clar-2 - one tank unit fires at another; losses count at once, and a unit that
    dies out of supply is gone for good. Supply and terrain change nothing else (rof:12.14); a reduced unit keeps its
    rating (ROF-A40).

    Returns:
        Steps lost.
    """
    r, here, there = roster(s), s.at[unit], s.at[target]
    side = r.side[unit]
    purpose = f"tank fire {r.ids[unit]} at {r.ids[target]} in {s.defn.map.grid.label(there)}"
    s.emit(Declared((unit,), there, "fires at", cite="rof:12.12"))
    die = s.roll(purpose, side=side, hexes=(here, there))
    steps = min(facts(s).content.tank.steps(r.tank[unit], die), s.steps[target])
    if steps:
        supplied_now = in_supply(s, target)
        cite = "rof:12.12" if supplied_now or s.steps[target] > steps else "rof:clar-2"
        lose(s, target, steps, "tank fire", cite, supplied_now=supplied_now)
    else:
        s.emit(Note(side, "No hit", (target,), (there,), cite="rof:12.12"))
    if side == s.active:
        s.mark((unit,), FIRED, "fired", "Tank Combat marker", "rof:12.12")
    else:
        s.mark((unit,), RETURNED)
    return steps


class Combat(Frame, frozen=True, tag="rof.tank-fire"):
    """One tank combat that is being fired (rof:12.12). It lies on the frame of the segment.

    Attributes:
        home: cell of the attackers.
        target: cell of the defenders.
        attackers: the units assigned to this combat.
        reserve: whether it is fought in the Reserve Combat Phase.
        barred: phasing units that fired in the Combat Phase (rof:12.16).
        held: units that hold their fire in this combat (ROF-A16).
        shot_at: units that have been fired at.
        lost: steps lost by attackers and defenders.
    """

    home: int
    target: int
    attackers: tuple[int, ...]
    reserve: bool
    barred: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    shot_at: tuple[int, ...] = ()
    lost: tuple[int, int] = (0, 0)

    def standing(self, s: State) -> tuple[int, ...]:
        """The attackers that are still there."""
        return tuple(u for u in self.attackers if s.at[u] == self.home)

    def defenders(self, s: State) -> tuple[int, ...]:
        """The tank units in the defending hex."""
        return tanks_in(s, self.target, 1 - s.active)

    def targets(self, s: State, side: int) -> tuple[int, ...]:
        """rof:12.12, 12.16 - the units at which a side may fire: the tank units of the other hex that fight in this
        combat. By the second reading of ROF-A20 other unmarked phasing units of that hex are targets of the reserve
        segment, too.
        """
        if side == s.active:
            return self.defenders(s)
        found = self.standing(s)
        if self.reserve and reading(s, "ROF-A20") == "b":
            here = tanks_in(s, self.home, s.active)
            found += tuple(u for u in here if u not in found and may_be_shot(s, u, True, self.barred))
        return found

    def shooters(self, s: State) -> tuple[int, ...]:
        """rof:12.12 - the units whose turn it is to fire: the highest rating first, defenders before attackers of
        the same rating; of several units of one side the owner chooses.
        """
        r = roster(s)
        able = [u for u in (*self.standing(s), *self.defenders(s)) if shot_left(s, u) and u not in self.held]
        able = [u for u in able if self.targets(s, r.side[u])]
        if not able:
            return ()
        first = max((r.tank[u], r.side[u] != s.active) for u in able)
        return tuple(u for u in able if (r.tank[u], r.side[u] != s.active) == first)

    def may_hold(self, s: State, side: int) -> bool:
        """rof:12.13 - whether a side may hold fire. By the usual reading of ROF-A16 defenders may, for a later
        combat of the segment, so as long as one is possible; attackers may not. Nobody, or everybody, by the
        others.
        """
        ruling = reading(s, "ROF-A16")
        if ruling != "a":
            return ruling == "c"
        if side == s.active:
            return False
        grid, r = s.defn.map.grid, roster(s)
        # Units two hexes away count, for they may come adjacent by an advance.
        reach = grid.spread(grid.spread(1 << self.target))
        return any(
            reach >> s.at[u] & 1 and r.tank[u] and may_engage(s, u, self.reserve)
            for u in r.of_side(s.active)
            if s.at[u] >= 0 and u not in self.attackers
        )

    def step(self, state: State) -> Decision | None:
        """Ask who fires at whom; fire without a question where there is but one shot."""
        shooters = self.shooters(state)
        if not shooters:
            self.finish(state)
            return None
        r = roster(state)
        side = r.side[shooters[0]]
        targets = self.targets(state, side)
        hold = self.may_hold(state, side)
        if len(shooters) == len(targets) == 1 and not hold:
            self.fire(state, shooters[0], targets[0])
            return None
        offers: tuple[Offer, ...] = (Fire(self), Hold(self)) if hold else (Fire(self),)
        label = state.defn.map.grid.label
        where = f"{label(self.home)} against {label(self.target)}"
        prompt = f"{_SIDE[side]} rating {r.tank[shooters[0]]} fires: choose the target ({where})."
        return Decision(side, "Tank combat", prompt, "rof:12.12", offers)

    def fire(self, s: State, unit: int, target: int) -> None:
        """Carry out a shot and remember it."""
        steps = shoot(s, unit, target)
        attacker, defender = self.lost
        lost = (attacker, defender + steps) if roster(s).side[unit] == s.active else (attacker + steps, defender)
        s.become(msgspec.structs.replace(self, shot_at=(*self.shot_at, target), lost=lost))

    def finish(self, s: State) -> None:
        """Tell the result, and give the segment what it must remember."""
        attacker, defender = self.lost
        detail = f"attackers lose {attacker}, defenders {defender} steps"
        result = f"A{attacker}/D{defender}"
        s.emit(Result("Tank combat", self.target, result, self.attackers, detail, cite="rof:12.12"))
        s.pop()
        segment = s.flow[-1]
        assert isinstance(segment, Segment)
        idle = tuple(u for u in self.standing(s) if u in self.held and shot_left(s, u))
        shot_at, idle = segment.shot_at + self.shot_at, segment.idle + idle
        s.become(msgspec.structs.replace(segment, shot_at=shot_at, idle=idle))


class Fire(Offer):
    """rof:12.12 - one of the units whose turn it is fires at a tank unit in the other hex.

    Args:
        combat: the combat.
    """

    verb = "fire"

    def __init__(self, combat: Combat) -> None:
        self.combat = combat

    def choice(self, state: State) -> Target:
        """Who may fire at whom."""
        shooters = self.combat.shooters(state)
        targets = self.combat.targets(state, roster(state).side[shooters[0]])
        return Target(verb=self.verb, label="Fire at a tank unit", cite="rof:12.12", units=shooters, targets=targets)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:12.12, 12.13 - it is the unit's turn by rating, and the target fights in the other hex."""
        if len(action.units) != 2 or action.hexes or action.amounts or action.word:
            yield Refusal("", "name the unit that fires and its target")
            return
        unit, target = action.units
        yield from _turn_to_fire(state, self.combat, (unit,))
        if target not in self.combat.targets(state, roster(state).side[unit]):
            yield Refusal("rof:12.12", "the target is no enemy tank unit of the other hex of this combat", (target,))

    def do(self, state: State, action: Action) -> None:
        """Fire."""
        self.combat.fire(state, *action.units)


class Hold(Offer):
    """rof:12.13 - a unit holds its fire for a later combat of the segment (ROF-A16).

    Args:
        combat: the combat.
    """

    verb = "hold"
    weight = 0.3

    def __init__(self, combat: Combat) -> None:
        self.combat = combat

    def choice(self, state: State) -> Units:
        """The units whose turn it is to fire."""
        shooters = self.combat.shooters(state)
        note = "They do not come back in this combat."
        return Units(
            verb=self.verb, label="Hold fire", cite="rof:12.13", units=shooters, most=len(shooters), note=note
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:12.13 - only units whose turn it is to fire."""
        bare = not (action.hexes or action.amounts or action.word)
        if not action.units or len(set(action.units)) != len(action.units) or not bare:
            yield Refusal("", "name the units that hold their fire, each once")
            return
        yield from _turn_to_fire(state, self.combat, action.units)

    def do(self, state: State, action: Action) -> None:
        """Pass the units over in this combat."""
        state.become(msgspec.structs.replace(self.combat, held=self.combat.held + action.units))


def _turn_to_fire(s: State, combat: Combat, units: tuple[int, ...]) -> Iterable[Refusal]:
    shooters = combat.shooters(s)
    involved = (*combat.standing(s), *combat.defenders(s))
    for unit in units:
        if unit in shooters:
            continue
        name = s.defn.roster.ids[unit]
        if unit not in involved:
            yield Refusal("rof:12.12", f"{name} does not take part in this combat", (unit,))
        elif not shot_left(s, unit):
            yield Refusal("rof:12.13", f"{name} has fired in this segment already", (unit,))
        elif unit in combat.held:
            yield Refusal("rof:12.13", f"{name} holds its fire in this combat", (unit,))
        else:
            yield Refusal("rof:12.12", f"it is not yet the turn of {name}: the higher rating fires first", (unit,))
