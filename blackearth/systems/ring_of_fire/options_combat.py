"""The optional answers of the defender to declared attacks: defensive ground support and the retreat of German recon
units.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex
from blackearth.core.events import Declared, Moved
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire import battle as battles
from blackearth.systems.ring_of_fire import movement_checks
from blackearth.systems.ring_of_fire.board import AIR_FLOWN, RESERVE, State, enter, extra, roster
from blackearth.systems.ring_of_fire.content import GERMAN
from blackearth.systems.ring_of_fire.movement_phase import ready_aircraft


def defensive_support(s: State) -> Frame | None:
    """rof:opt-air-3 - begin the option, if it is in force and the defender has an air unit to fly."""
    if s.defn.options["air-defensive-support"] and ready_aircraft(s, 1 - s.active):
        return DefensiveSupport()
    return None


class Cover(Offer):
    """rof:opt-air-3 - one air unit of the defender for an attacked hex; it counts one column to the left (ROF-A35)."""

    verb = "cover"

    def choice(self, state: State) -> Choice | None:
        units = ready_aircraft(state, 1 - state.active)
        hexes = sum(1 << b.target for b in extra(state).battles if b.cover < 0)
        if not units or not hexes:
            return None
        return Hex(verb=self.verb, label="Defensive ground support", cite="rof:opt-air-3", units=units, hexes=hexes)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("rof:opt-air-3", "name one air unit and one hex under attack")
            return
        if action.units[0] not in ready_aircraft(state, 1 - state.active):
            yield Refusal("rof:13.0", "this air unit cannot fly for the defender now", action.units)
        if not any(b.target == action.hexes[0] and b.cover < 0 for b in extra(state).battles):
            yield Refusal("rof:opt-air-3", "that hex is not attacked, or has its air unit already", hexes=action.hexes)

    def do(self, state: State, action: Action) -> None:
        x, target = extra(state), action.hexes[0]
        x.battles = tuple(
            msgspec.structs.replace(b, cover=action.units[0]) if b.target == target else b for b in x.battles
        )
        state.put(action.units[0], AIR_FLOWN)
        state.emit(Declared(action.units, target, "covers", cite="rof:opt-air-3"))


class DefensiveSupport(Frame, frozen=True, tag="rof.defensive-support"):
    """The defender places air units, after the attacker has placed his."""

    def step(self, state: State) -> Decision | None:
        """Ask the defender while there is an air unit and a hex for it."""
        offer = Cover()
        if offer.choice(state) is None:
            state.pop()
            return None
        end = Press("end-cover", "Done", _end, "rof:opt-air-3", primary=True)
        prompt = "Place air units over hexes under attack, one each."
        return Decision(1 - state.active, "Defensive ground support", prompt, "rof:opt-air-3", (offer, end))


def recon_retreats(s: State) -> Frame | None:
    """rof:opt-recon - begin the option, if it is in force and the Germans defend."""
    if s.defn.options["recon-retreat"] and s.active != GERMAN and retreats(s):
        return ReconRetreat()
    return None


def retreats(s: State) -> dict[int, int]:
    """rof:opt-recon, ROF-A36 - recon units under attack, each with the mask of the vacant hexes it may retreat to:
    cost does not matter, units and links do.
    """
    found = {}
    r, grid = roster(s), s.defn.map.grid
    for battle in extra(s).battles:
        for unit in s.stacks.get(battle.target, ()):
            if r.kind[unit] != "recon":
                continue
            hexes = 0
            for near in grid.near[battle.target]:
                if near not in s.stacks and not movement_checks.way_refusals(s, (unit,), (battle.target, near)):
                    hexes |= 1 << near
            if hexes:
                found[unit] = hexes
    return found


class Retreat(Offer):
    """rof:opt-recon - a recon unit goes one hex back before the battle."""

    verb = "retreat"

    def choice(self, state: State) -> Choice | None:
        found = retreats(state)
        if not found:
            return None
        union = 0
        for mask in found.values():
            union |= mask
        return Hex(
            verb=self.verb,
            label="Retreat a recon unit",
            cite="rof:opt-recon",
            units=tuple(found),
            hexes=union,
            hexes_of=found,
        )

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("rof:opt-recon", "name one recon unit and one hex")
            return
        found = retreats(state)
        if action.units[0] not in found:
            yield Refusal("rof:opt-recon", "this is no German recon unit under attack that could retreat", action.units)
        elif not found[action.units[0]] >> action.hexes[0] & 1:
            yield Refusal(
                "rof:opt-recon", "it retreats to a vacant neighbouring hex that it could enter", hexes=action.hexes
            )

    def do(self, state: State, action: Action) -> None:
        unit, path = action.units[0], (state.at[action.units[0]], action.hexes[0])
        state.unmark((unit,), RESERVE, "in reserve", "it retreated", "rof:14.2")
        state.emit(Moved((unit,), path, "retreat", cite="rof:opt-recon"))
        enter(state, (unit,), path)


class ReconRetreat(Frame, frozen=True, tag="rof.recon-retreat"):
    """The German player announces all retreats; then attackers of emptied hexes may enter them, and reserves come
    later.
    """

    def step(self, state: State) -> Decision | None:
        """Ask the Germans while a recon unit can retreat."""
        offer = Retreat()
        if offer.choice(state) is None:
            _end_retreats(state)
            return None
        end = Press("end-retreats", "Done", _end_retreats, "rof:opt-recon", primary=True)
        prompt = "Recon units under attack may retreat one hex."
        return Decision(GERMAN, "Recon retreat", prompt, "rof:opt-recon", (offer, end))


def _end_retreats(s: State) -> None:
    """ROF-A36 - battles for emptied hexes are over: air units and barrages on them are lost, their attackers may
    enter.
    """
    s.pop()
    x = extra(s)
    empty = [b for b in x.battles if not s.occupied[1 - s.active] >> b.target & 1]
    x.battles = tuple(msgspec.structs.replace(b, done=True) if b in empty else b for b in x.battles)
    s.push(*(battles.AdvanceAfterCombat(b.target, b.units) for b in empty))


def _end(s: State) -> None:
    s.pop()
