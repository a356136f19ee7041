"""rof:13.2 - the Air Strike Segments: air units strike enemy ground units, one by one."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Allocate, Choice, Hex, Target
from blackearth.core.events import Result
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire.board import (
    AIR_FLOWN,
    AIR_READY,
    RESERVE,
    State,
    extra,
    facts,
    in_supply,
    lose,
    on_map,
    roster,
)

MOST_STRIKES = 2  # on one hex, with the option (rof:opt-air-1)


def begin(s: State) -> Frame | None:
    """rof:12.2 - the segment as a step of the sequence of play; None if there is nothing to fly or to strike."""
    extra(s).struck = ()
    return AirStrikes() if ready(s) and open_hexes(s) else None


def ready(s: State) -> tuple[int, ...]:
    """rof:13.0, 13.2 - air units of the phasing side that have not flown a mission in this game turn (ROF-A38)."""
    r = roster(s)
    return tuple(u for u in r.of_side(s.active) if r.air[u] and s.at[u] == AIR_READY)


def open_hexes(s: State) -> int:
    """rof:13.2, opt-air-1 - mask of the hexes that may be struck: all with enemy ground units, at any range; with
    the option those alone that were not struck twice in this segment (ROF-A35).
    """
    enemy = s.occupied[1 - s.active]
    if s.defn.options["air-two-strikes"]:
        struck = extra(s).struck
        for cell in set(struck):
            if struck.count(cell) >= MOST_STRIKES:
                enemy &= ~(1 << cell)
    return enemy


def open_targets(s: State) -> tuple[int, ...]:
    """Enemy ground units that may be struck."""
    mask = open_hexes(s)
    return tuple(u for u in on_map(s, 1 - s.active) if mask >> s.at[u] & 1)


class AirStrikes(Frame, frozen=True, tag="rof.air-strikes"):
    """rof:12.2, 13.2 - the phasing player flies strikes with as many air units as he likes.

    Attributes:
        suffered: units that lost a step to a strike of this segment, one entry a step (for the option of
            rof:opt-air-2).
    """

    suffered: tuple[int, ...] = ()

    def step(self, state: State) -> Decision | None:
        """Ask for the next strike."""
        if not ready(state) or not open_hexes(state):
            state.pop()
            return None
        strike: Offer = StrikeHex() if state.defn.options["air-spread-losses"] else Strike()
        stop = Press("end-strikes", "End air strikes", State.pop, "rof:13.2")
        prompt = "Air units may strike enemy ground units anywhere on the map, one at a time."
        return Decision(state.active, "Air strikes", prompt, "rof:13.2", (strike, stop))


def chance(s: State, air: int) -> tuple[int, ...]:
    """rof:13.2 - the faces of the die with which an air unit hits."""
    table, rating = facts(s).content.air, roster(s).air[air]
    return tuple(die for die in range(1, 7) if table.steps(rating, die))


def chance_text(s: State, air: int) -> str:
    """The faces that hit, in words."""
    faces = chance(s, air)
    return f"hits on {', '.join(map(str, faces))}" if faces else "cannot hit"


def _fly(s: State, air: int, cell: int, at: str) -> int:
    """rof:13.2, 12.18 - one air unit flies its mission and rolls.

    Returns:
        Steps lost by the rating's column of the table.
    """
    r, x = roster(s), extra(s)
    s.put(air, AIR_FLOWN)
    x.struck = (*x.struck, cell)
    die = s.roll(f"air strike {r.ids[air]} at {at}", hexes=(cell,))
    steps = facts(s).content.air.steps(r.air[air], die)
    result = f"D{steps}" if steps else "-"
    detail = f"{r.ids[air]} (rating {r.air[air]}), die {die}, {chance_text(s, air)}: {'a hit' if steps else 'a miss'}"
    s.emit(Result("Air strike on", cell, result, (air,), detail, cite="rof:13.2"))
    return steps


def hit(s: State, unit: int, steps: int) -> None:
    """rof:13.2, 14.51, 15.5 - a unit loses steps to an air strike, and with them its reserve status; others in the
    hex keep theirs. Supply is that of the moment (ROF-A24).
    """
    lose(s, unit, steps, "air strike", "rof:13.2", supplied_now=in_supply(s, unit))
    s.unmark((unit,), RESERVE, "in reserve", "lost a step to an air strike", "rof:14.51")


class _AirOffer(Offer):
    """What both kinds of strike share."""

    verb = "strike"

    def _air_refusals(self, s: State, air: int) -> Iterable[Refusal]:
        r, name = roster(s), s.defn.roster.ids[air]
        if not r.air[air]:
            yield Refusal("rof:13.2", f"{name} is no air unit", (air,))
        elif r.side[air] != s.active:
            yield Refusal("rof:13.2", f"{name} does not belong to the phasing player", (air,))
        elif s.at[air] == AIR_FLOWN or s.at[air] >= 0:
            yield Refusal("rof:13.0", f"{name} flies one mission a game turn only", (air,))
        elif s.at[air] != AIR_READY:
            yield Refusal("rof:13.2", f"{name} is not available", (air,))

    def _twice(self, s: State, cell: int) -> Iterable[Refusal]:
        if s.occupied[1 - s.active] & ~open_hexes(s) & 1 << cell:
            label = s.defn.map.grid.label(cell)
            yield Refusal("rof:opt-air-1", f"{label} has been struck twice in this segment", (), (cell,))


class Strike(_AirOffer):
    """rof:13.2 - an air unit strikes one enemy ground unit. Range and terrain do not matter (ROF-A38)."""

    def choice(self, state: State) -> Choice | None:
        """Air units that may fly, and every target."""
        units, targets = ready(state), open_targets(state)
        if not units or not targets:
            return None
        return Target(verb=self.verb, label="Strike an enemy unit", cite="rof:13.2", units=units, targets=targets)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:13.0, 13.2, opt-air-1 - an air unit that has not flown, an enemy ground unit on the map."""
        if len(action.units) != 2 or action.hexes or action.amounts or action.word:
            yield Refusal("", "name an air unit and its target")
            return
        air, target = action.units
        yield from self._air_refusals(state, air)
        r, name = roster(state), state.defn.roster.ids[target]
        if r.side[target] == state.active or not r.ground[target] or state.at[target] < 0:
            yield Refusal("rof:13.2", f"{name} is no enemy ground unit on the map", (target,))
        else:
            yield from self._twice(state, state.at[target])

    def do(self, state: State, action: Action) -> None:
        """Fly, roll, and take the step."""
        air, target = action.units
        cell = state.at[target]
        label = state.defn.map.grid.label(cell)
        steps = _fly(state, air, cell, f"{state.defn.roster.ids[target]} in {label}")
        if steps:
            hit(state, target, min(steps, state.steps[target]))


class StrikeHex(_AirOffer):
    """rof:opt-air-2 - an air unit strikes a hex; the defender takes the loss."""

    def choice(self, state: State) -> Choice | None:
        """Air units that may fly, and every hex with enemies."""
        units, hexes = ready(state), open_hexes(state)
        if not units or not hexes:
            return None
        return Hex(verb=self.verb, label="Strike an enemy hex", cite="rof:opt-air-2", units=units, hexes=hexes)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:13.0, 13.2, opt-air-1 - an air unit that has not flown, a hex with enemy ground units."""
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("", "name an air unit and the hex it strikes")
            return
        cell = action.hexes[0]
        yield from self._air_refusals(state, action.units[0])
        if not state.occupied[1 - state.active] >> cell & 1:
            label = state.defn.map.grid.label(cell)
            yield Refusal("rof:13.2", f"there is no enemy ground unit in {label}", (), (cell,))
        yield from self._twice(state, cell)

    def do(self, state: State, action: Action) -> None:
        """Fly and roll; a hit is the defender's to place."""
        cell = action.hexes[0]
        steps = _fly(state, action.units[0], cell, state.defn.map.grid.label(cell))
        if steps:
            state.push(Spread(cell, steps))


class Spread(Frame, frozen=True, tag="rof.air-spread"):
    """rof:opt-air-2 - the defender takes the loss of a strike on a hex, evenly over all strikes of the segment on
    it (ROF-A35).

    Attributes:
        cell: the hex.
        steps: steps still to be taken.
    """

    cell: int
    steps: int

    def step(self, state: State) -> Decision | None:
        """Ask which unit takes the next step; without a question if only one may."""
        units = least_hit(state, self.cell)
        if not self.steps or not units:
            state.pop()
            return None
        if len(units) == 1:
            self.take(state, units[0])
            return None
        label = state.defn.map.grid.label(self.cell)
        prompt = f"Air strike on {label}: choose the unit that loses a step."
        return Decision(1 - state.active, "Air strike losses", prompt, "rof:opt-air-2", (TakeLoss(self),))

    def take(self, s: State, unit: int) -> None:
        """A unit takes a step of the loss."""
        s.become(msgspec.structs.replace(self, steps=self.steps - 1))
        segment = s.flow[-2]
        assert isinstance(segment, AirStrikes)
        s.flow[-2] = msgspec.structs.replace(segment, suffered=(*segment.suffered, unit))
        hit(s, unit, 1)


def least_hit(s: State, cell: int) -> tuple[int, ...]:
    """rof:opt-air-2 - the units of a hex that have lost the fewest steps to the strikes of this segment."""
    segment = next((frame for frame in reversed(s.flow) if isinstance(frame, AirStrikes)), AirStrikes())
    stack = s.stacks.get(cell, ())
    counts = [segment.suffered.count(u) for u in stack]
    return tuple(u for u, count in zip(stack, counts, strict=True) if count == min(counts))


class TakeLoss(Offer):
    """rof:opt-air-2 - the defender names the unit that takes the step: one of those hit least.

    Args:
        frame: the hex and the loss.
    """

    verb = "lose"

    def __init__(self, frame: Spread) -> None:
        self.frame = frame

    def choice(self, state: State) -> Allocate:
        """One step for one of the units."""
        units = dict.fromkeys(least_hit(state, self.frame.cell), 1)
        return Allocate(
            verb=self.verb, label="Take the loss", cite="rof:opt-air-2", units=units, total=1, even=True
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """rof:opt-air-2 - one step, by a unit of the hex that was hit least."""
        if len(action.units) != 1 or action.amounts not in ((), (1,)) or action.hexes or action.word:
            yield Refusal("", "name the one unit that loses a step")
            return
        unit = action.units[0]
        name = state.defn.roster.ids[unit]
        if state.at[unit] != self.frame.cell:
            yield Refusal("rof:opt-air-2", f"{name} is not in the hex that was struck", (unit,), (self.frame.cell,))
        elif unit not in least_hit(state, self.frame.cell):
            yield Refusal("rof:opt-air-2", f"{name} has lost more than others; losses are spread evenly", (unit,))

    def do(self, state: State, action: Action) -> None:
        """Take the step."""
        self.frame.take(state, action.units[0])


FRAMES: tuple[type[Frame], ...] = (AirStrikes, Spread)
