"""kursk:sequence, movement-B, movement-H - the Initial and the Motorized Movement Phase."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex, Route
from blackearth.core.events import Moved
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import draw
from blackearth.systems.kursk import flights, movement
from blackearth.systems.kursk.board import (
    ARRIVING,
    AT_BASE,
    ENTERED,
    FINISHED,
    FLOWN,
    HALVED,
    State,
    facts,
    on_map,
    reading,
    roster,
    stack_fits,
)
from blackearth.systems.kursk.supply import supplied


def initial(s: State) -> Frame:
    """kursk:supply, KUR-A02 - the Initial Movement Phase begins with the check of supply for movement, unless that came
    before the interceptions.
    """
    if reading(s, "KUR-A02") == "a":
        check_supply(s)
    return MovementPhase(motorized=False)


def motorized(s: State) -> Frame | None:
    """kursk:sequence, supply - the Motorized Movement Phase: armour and motorized infantry only; passed where nobody
    of them can move.
    """
    check_supply(s)
    if any(movement.can_move(s, u) for u in movable(s, motorized=True)):
        return MovementPhase(motorized=True)
    return None


def check_supply(s: State) -> None:
    """kursk:supply, supply-A - who is out of supply now has half the allowance all phase."""
    cut = [u for u in on_map(s, s.active) if not supplied(s, u)]
    if cut:
        s.mark(cut, HALVED, "out of supply", "no supply line", "kursk:supply")


def check_arrivals(s: State) -> None:
    """KUR-A34, KUR-A02 - reinforcements appear before supply is judged: with each that does it is judged anew, that of
    all units as long as none has moved, later that of reinforcements that have not moved on. It does not matter which
    of them came first. Where supply comes before the interceptions, the others have been judged for good.
    """
    mine = on_map(s, s.active)
    early = reading(s, "KUR-A02") == "a" and not any(s.marks[u] & FINISHED for u in mine)
    there = [u for u in mine if early or s.marks[u] & ENTERED]
    s.unmark([u for u in there if supplied(s, u)], HALVED, "out of supply", "others have appeared", "kursk:supply")
    if cut := [u for u in there if not s.marks[u] & HALVED and not supplied(s, u)]:
        s.mark(cut, HALVED, "out of supply", "no supply line", "kursk:supply")


def end_phase(s: State) -> None:
    """The bookkeeping of a movement phase goes."""
    for unit in range(len(s.marks)):
        s.marks[unit] &= ~(FINISHED | HALVED | ENTERED)
    s.cache = {}


def refusals(s: State, unit: int, *, motorized: bool) -> Iterable[Refusal]:
    """kursk:movement-B, movement-D, movement-H, air-C - why a unit may not move in this phase, wherever to."""
    r, name = roster(s), roster(s).ids[unit]
    if r.side[unit] != s.active:
        yield Refusal("kursk:movement-D", f"{name} does not move in the enemy's movement phase", (unit,))
    elif not r.ground[unit] or s.at[unit] < 0:
        yield Refusal("kursk:movement-A", f"{name} is no ground unit of yours on the map", (unit,))
    elif s.marks[unit] & FINISHED:
        yield Refusal("kursk:movement-H", f"{name} has moved in this phase", (unit,))
    elif motorized and not r.motorized[unit]:
        yield Refusal("kursk:movement-B", f"{name} is not motorized", (unit,))
    elif (aircraft := r.aircraft[unit]) >= 0 and (s.at[aircraft] != AT_BASE or s.marks[aircraft] & FLOWN):
        yield Refusal("kursk:air-C", f"{name} moves only with its aircraft in it, before that has flown", (unit,))


def movable(s: State, *, motorized: bool) -> tuple[int, ...]:
    """Units of the active side that may still move in this phase."""
    mine = on_map(s, s.active)
    return tuple(u for u in mine if not any(refusals(s, u, motorized=motorized)))


class Move(Offer):
    """kursk:movement-A, movement-C, movement-H - move one unit along a path; it does not move again in this phase."""

    verb = "move"
    weight = 8.0

    def __init__(self, *, motorized: bool) -> None:
        self.motorized = motorized

    def choice(self, state: State) -> Choice | None:
        units = movable(state, motorized=self.motorized)
        cite = "kursk:movement-B" if self.motorized else "kursk:movement-A"
        return Route(verb=self.verb, label="Move", cite=cite, units=units, together=False) if units else None

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units, path = action.units, action.hexes
        if len(units) != 1 or len(path) < 2 or action.amounts or action.word:
            yield Refusal("kursk:movement-C", "name one unit and its path, beginning with the hex it stands in", units)
            return
        wrong = list(refusals(state, units[0], motorized=self.motorized))
        yield from wrong
        if not wrong and state.at[units[0]] != path[0]:
            yield Refusal("kursk:movement-A", f"{roster(state).ids[units[0]]} does not stand in that hex", units)
        elif not wrong:
            yield from movement.path_refusals(state, units[0], path)

    def do(self, state: State, action: Action) -> None:
        unit, path = action.units[0], action.hexes
        cost = movement.path_cost(state, unit, path)
        enter(state, unit, path)
        state.marks[unit] = state.marks[unit] & ~ENTERED | FINISHED
        if (aircraft := roster(state).aircraft[unit]) >= 0:
            state.marks[aircraft] |= FLOWN
        state.emit(Moved((unit,), path, "move", cost))

    def sample(self, state: State, random: Random) -> Action | None:
        units = list(movable(state, motorized=self.motorized))
        for unit in random.sample(units, min(4, len(units))):
            if path := wander(state, unit, random):
                return Action(self.verb, (unit,), path)
        return None


def wander(s: State, unit: int, random: Random) -> tuple[int, ...]:
    """A legal path drawn step by step at random, start included; empty if the unit cannot go anywhere."""
    points, near = movement.allowance(s, unit), s.defn.map.grid.near
    path, stop = [s.at[unit]], random.random() * 0.4
    while len(path) < 40:
        ways = list(near[path[-1]])
        random.shuffle(ways)
        for n in ways:
            cost = movement.step_cost(s, unit, path[-1], n)
            if n not in path and cost <= points and movement.barred(s, unit, n) is None:
                points -= cost
                path.append(n)
                break
        else:
            break
        if random.random() < stop:
            break
    return tuple(path) if len(path) > 1 else ()


def enter(s: State, unit: int, path: tuple[int, ...]) -> None:
    """kursk:control, KUR-A33 - carry a unit along a path of cells: it is the last ground unit in every hex it
    enters.
    """
    mask = 0
    for cell in path[1:] if s.at[unit] == path[0] else path:
        mask |= 1 << cell
    s.put(unit, path[-1])
    s.set_control(roster(s).side[unit], mask, "kursk:control")


class Arrive(Offer):
    """kursk:reinforcements, KUR-A34 - reinforcements appear at the east edge at the beginning of their player turn,
    and may move.
    """

    verb = "enter"
    weight = 4.0

    def choice(self, state: State) -> Choice | None:
        found = {u: mask for u in waiting(state) if (mask := entry_hexes(state, u))}
        if not found:
            return None
        union = 0
        for mask in found.values():
            union |= mask
        return Hex(
            verb=self.verb, label="Bring in reinforcements", cite="kursk:reinforcements",
            units=tuple(found), hexes=union, hexes_of=found,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("kursk:reinforcements", "name one reinforcement and its hex of entry")
            return
        unit, name = action.units[0], roster(state).ids[action.units[0]]
        if unit not in waiting(state):
            yield Refusal("kursk:reinforcements", f"{name} is no reinforcement that may appear now", (unit,))
        elif not entry_hexes(state, unit) >> action.hexes[0] & 1:
            label = state.defn.map.grid.label(action.hexes[0])
            text = f"{name} may not appear at {label}: not its edge, held by the enemy, or full"
            yield Refusal("kursk:reinforcements", text, (unit,), action.hexes)

    def do(self, state: State, action: Action) -> None:
        unit, cell = action.units[0], action.hexes[0]
        enter(state, unit, (cell,))
        state.marks[unit] |= ENTERED
        check_arrivals(state)
        state.emit(Moved((unit,), (cell,), "enter", cite="kursk:reinforcements"))

    def sample(self, state: State, random: Random) -> Action | None:
        units = waiting(state)
        for unit in random.sample(units, min(3, len(units))):
            if mask := entry_hexes(state, unit):
                return Action(self.verb, (unit,), (draw(mask, random),))
        return None


def waiting(s: State) -> tuple[int, ...]:
    """Reinforcements of the active side whose turn has come; they may wait (KUR-A34)."""
    due = {u for arrival in facts(s).content.arrivals if arrival.turn <= s.turn for u in arrival.units}
    return tuple(u for u in roster(s).of_side(s.active) if s.at[u] == ARRIVING and u in due)


def entry_hexes(s: State, unit: int) -> int:
    """kursk:reinforcements, KUR-A34 - mask of the edge hexes where a reinforcement may appear: no enemy in them, and
    room; enemy zones do not matter, since it is placed and not moved.
    """
    content, mask = facts(s).content, 0
    for arrival in content.arrivals:
        if unit in arrival.units:
            mask |= content.entries[arrival.entry].mask
    mask &= ~s.occupied[1 - s.active]
    for cell, units in s.stacks.items():
        if mask >> cell & 1 and not stack_fits(s, (*units, unit)):
            mask ^= 1 << cell
    return mask


class MovementPhase(Frame, frozen=True, tag="kursk.movement"):
    """kursk:movement-B, movement-D, movement-E - the active side moves unit by unit until it says that it is done;
    there is no combat, and the enemy is not asked.
    """

    motorized: bool

    def step(self, state: State) -> Decision:
        """Ask for a move."""
        cite = "kursk:movement-B" if self.motorized else "kursk:movement-A"
        end = Press("end-movement", "End phase", _end, cite, confirm=self._open, primary=True, weight=0.3)
        offers: tuple[Offer, ...] = (Move(motorized=self.motorized), end)
        if not self.motorized:
            offers = (Arrive(), *offers)
            prompt = f"Move your units, one by one. {flights.when_to_fly(state)}".rstrip()
            return Decision(state.active, "Initial movement", prompt, cite, offers)
        prompt = "Move your armour and motorized infantry again."
        return Decision(state.active, "Motorized movement", prompt, cite, offers)

    def _open(self, state: State) -> str:
        """The question to ask while units could still move, or nothing."""
        left = len(movable(state, motorized=self.motorized))
        words = f"{left} units have not moved." if left > 1 else "1 unit has not moved." if left else ""
        if not self.motorized and (late := len(waiting(state))):
            words += f" {late} reinforcements wait." if late > 1 else " 1 reinforcement waits."
        return f"{words.strip()} End the phase?" if words else ""


def _end(s: State) -> None:
    s.pop()
