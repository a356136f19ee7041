"""ms:F, H2 - the movement and the exploitation phase: moving and entrenching; railways and entry join in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Route, Units
from blackearth.core.events import Moved
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov import contact, entry, isolation, lures, movement, rail, room, stacking
from blackearth.systems.kharkov.board import (
    BREAKTHROUGH,
    ENTRENCHED,
    FINISHED,
    RAILED,
    State,
    enter,
    extra,
    mode_of,
    on_map,
    roster,
)
from blackearth.systems.kharkov.visible import hidden


def regular(s: State) -> Frame:
    """ms:F1 - the movement phase of the first impulse."""
    return MovementPhase(exploitation=False)


def exploitation(s: State) -> Frame:
    """ms:H2 - the exploitation phase: for units that did not attack in the breakthrough phase."""
    return MovementPhase(exploitation=True)


def end_phase(s: State) -> None:
    """The bookkeeping of a movement phase goes."""
    x = extra(s)
    x.spent = [0] * len(x.spent)
    for unit in range(len(s.marks)):
        s.marks[unit] &= ~(FINISHED | RAILED)
    lures.rest(s)
    s.cache = {}


def movable(s: State, *, exploitation: bool) -> tuple[int, ...]:
    """Units of the active side that may still move in this phase."""
    return tuple(u for u in roster(s).of_side(s.active) if room.may_move(s, u, exploitation=exploitation))


def own_refusals(s: State, units: tuple[int, ...], *, exploitation: bool) -> Iterable[Refusal]:
    """ms:F1, H2 - whether these are units of the active side that may move in this phase."""
    r = roster(s)
    for unit in units:
        name = r.ids[unit]
        if r.side[unit] != s.active or s.at[unit] < 0:
            yield Refusal("ms:F1", f"{name} is no unit of yours on the map", (unit,))
        elif s.marks[unit] & RAILED:
            yield Refusal("ms:F5", f"{name} has moved by rail in this phase", (unit,))
        elif s.marks[unit] & FINISHED:
            yield Refusal("ms:F1", f"{name} has finished its movement of this phase", (unit,))
        elif exploitation and s.marks[unit] & BREAKTHROUGH:
            yield Refusal("ms:H2", f"{name} attacked in the breakthrough phase", (unit,))


class Move(Offer):
    """ms:F1 - move units of one hex along a path; each pays for itself."""

    verb = "move"
    weight = 8.0

    def __init__(self, *, exploitation: bool) -> None:
        self.exploitation = exploitation

    def choice(self, state: State) -> Choice | None:
        units = movable(state, exploitation=self.exploitation)
        cite = "ms:H2" if self.exploitation else "ms:F1"
        return Route(verb=self.verb, label="Move", cite=cite, units=units) if units else None

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units, path = action.units, action.hexes
        if not units or len(path) < 2 or action.amounts or action.word or len(set(units)) < len(units):
            yield Refusal("ms:F1", "name the units and their path, beginning with the hex they stand in")
            return
        wrong = list(own_refusals(state, units, exploitation=self.exploitation))
        yield from wrong
        if wrong:
            return
        for unit in units:
            if state.at[unit] != path[0]:
                yield Refusal("ms:F1", f"{roster(state).ids[unit]} does not stand in that hex", (unit,), path[:1])
            else:
                yield from movement.path_refusals(state, unit, path)
        if all(state.at[u] == path[0] for u in units) and path[-1] != path[0]:
            ending = [u for u in units if not movement.path_refusals(state, u, path) and _ends(state, u, path)]
            yield from room.refusals(state, units, path[-1], ending=ending, exploitation=self.exploitation)

    def do(self, state: State, action: Action) -> None:
        units, path = action.units, action.hexes
        halted = False
        if hidden(state):
            path, halted = contact.checked(state, units, path)
        if len(path) > 1:
            self._go(state, units, path)
        if halted:
            state.mark([u for u in units if state.at[u] >= 0], FINISHED)

    def _go(self, state: State, units: tuple[int, ...], path: tuple[int, ...]) -> None:
        dearest = 0
        stopped = []
        for unit in units:
            cost = movement.path_cost(state, unit, path)
            dearest = max(dearest, cost)
            if movement.must_stop(state, unit, path):
                stopped.append(unit)
            extra(state).spent[unit] += cost
        state.unmark(units, ENTRENCHED, "entrenched", "it moves", "ms:F6")
        enter(state, units, path)
        for unit in stopped:
            state.marks[unit] |= FINISHED
        state.emit(Moved(units, path, "move", dearest))
        if state.defn.map.has("city", path[0]):
            isolation.left_city(state, units)

    def sample(self, state: State, random: Random) -> Action | None:
        units = movable(state, exploitation=self.exploitation)
        crowded = [u for f in stacking.faults(state, state.active) for u in f.units if u in units]
        for unit in [*crowded, *random.sample(units, min(4, len(units)))]:
            path = wander(state, unit, random)
            if path and not any(self.refusals(state, Action(self.verb, (unit,), path))):
                return Action(self.verb, (unit,), path)
        # The phase cannot end while one of these can go, so that one of them must be found.
        return next((action for unit in crowded for action in self.ways(state, unit)), None)

    def ways(self, state: State, unit: int) -> Iterator[Action]:
        """The moves of a unit that are allowed now, one for each hex."""
        reach = movement.reachable(state, unit)
        for cell in reach.cost:
            action = Action(self.verb, (unit,), tuple(reach.path(cell)))
            if not any(self.refusals(state, action)):
                yield action


def wander(s: State, unit: int, random: Random) -> tuple[int, ...]:
    """A legal path drawn step by step at random, start included; empty if the unit cannot go anywhere."""
    m, points = movement.mover(s, unit), movement.left(s, unit)
    near = s.defn.map.grid.near
    path = [s.at[unit]]
    stop = random.random() * 0.4
    while len(path) < 40:
        ways = [n for n in near[path[-1]] if len(path) < 2 or n != path[-2]]
        random.shuffle(ways)
        for n in ways:
            way = movement.step(s, m, path[-1], n, first=len(path) == 1)
            if isinstance(way, Refusal):
                continue
            if way.cost > points and not (len(path) == 1 and m.free and points > 0):
                continue
            points -= way.cost
            path.append(n)
            break
        else:
            break
        if points <= 0 or random.random() < stop or movement.must_stop(s, unit, tuple(path)):
            break
    return tuple(path) if len(path) > 1 else ()


def _ends(s: State, unit: int, path: tuple[int, ...]) -> bool:
    """ms:F1 - whether a unit that goes along a path could go no further in this phase."""
    if movement.must_stop(s, unit, path):
        return True
    return room.stuck(s, unit, path[-1], movement.left(s, unit) - movement.path_cost(s, unit, path))


class Entrench(Offer):
    """ms:F6 - infantry entrenches instead of moving."""

    verb = "entrench"

    def __init__(self, *, exploitation: bool) -> None:
        self.exploitation = exploitation

    def choice(self, state: State) -> Choice | None:
        units = tuple(u for u in on_map(state, state.active) if not any(self._of(state, (u,))))
        if not units:
            return None
        return Units(verb=self.verb, label="Entrench", cite="ms:F6", units=units, most=len(units))

    def _of(self, s: State, units: Sequence[int]) -> Iterable[Refusal]:
        """ms:F6, F7 - each of the units may entrench, and a hex too full for now can still be cleared without them."""
        wrong = [refusal for unit in units for refusal in self._unit(s, unit)]
        yield from wrong
        for cell in () if wrong else sorted({s.at[u] for u in units}):
            if not stacking.fits_alone(s, s.stacks[cell]):
                digging = tuple(u for u in units if s.at[u] == cell)
                yield from room.refusals(s, digging, cell, ending=digging, exploitation=self.exploitation)

    def _unit(self, s: State, unit: int) -> Iterable[Refusal]:
        r, name = roster(s), roster(s).ids[unit]
        yield from own_refusals(s, (unit,), exploitation=self.exploitation)
        if not r.entrenched[unit]:
            yield Refusal("ms:F6", f"{name} has no entrenched side", (unit,))
        if s.marks[unit] & ENTRENCHED:
            yield Refusal("ms:F6", f"{name} is entrenched already", (unit,))
        if extra(s).spent[unit]:
            yield Refusal("ms:F6", f"{name} has moved; entrenching is done instead of moving", (unit,))
        if mode_of(s, unit) == "offensive":
            yield Refusal("kharkov:8-offensive", f"{name} belongs to an army in Offensive mode", (unit,))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if not action.units or action.hexes or action.amounts or action.word:
            yield Refusal("ms:F6", "name the units that entrench")
        yield from self._of(state, action.units)

    def do(self, state: State, action: Action) -> None:
        state.mark(action.units, ENTRENCHED, "entrenched", cite="ms:F6")
        state.mark(action.units, FINISHED)

    def sample(self, state: State, random: Random) -> Action | None:
        choice = self.choice(state)
        if not isinstance(choice, Units):
            return None
        units = tuple(random.sample(choice.units, min(3, len(choice.units))))
        return Action(self.verb, units[:1] if any(self._of(state, units)) else units)


class GetUp(Offer):
    """ms:F6, N16 - entrenched units leave their trenches, without losing movement points."""

    verb = "get-up"
    weight = 0.5

    def choice(self, state: State) -> Choice | None:
        units = tuple(u for u in on_map(state, state.active) if state.marks[u] & (ENTRENCHED | FINISHED) == ENTRENCHED)
        if not units:
            return None
        return Units(verb=self.verb, label="Leave the trenches", cite="ms:F6", units=units, most=len(units))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if not action.units or action.hexes or action.amounts or action.word:
            yield Refusal("ms:F6", "name the units that leave their trenches")
        for unit in action.units:
            if roster(state).side[unit] != state.active or not state.marks[unit] & ENTRENCHED or state.at[unit] < 0:
                yield Refusal("ms:F6", f"{roster(state).ids[unit]} is no entrenched unit of yours", (unit,))
            elif state.marks[unit] & FINISHED:
                yield Refusal("ms:F6", f"{roster(state).ids[unit]} entrenched in this phase", (unit,))

    def do(self, state: State, action: Action) -> None:
        state.unmark(action.units, ENTRENCHED, "entrenched", cite="ms:F6")


class MovementPhase(Frame, frozen=True, tag="kharkov.movement"):
    """The active side moves until it says that it is done; then no hex may hold more than its limit (ms:F7)."""

    exploitation: bool

    def step(self, state: State) -> Decision:
        """Ask for a move."""
        second = self.exploitation
        full = stacking.faults(state, state.active)
        stuck = not any(self._can_leave(state, u) for fault in full for u in fault.units)
        blocked = full[0] if full and not stuck else None
        cite = "ms:H2" if second else "ms:F1"
        end = Press(
            "end-movement", "End phase", _end, cite, confirm=self._open, blocked=blocked, primary=True, weight=0.3
        )
        offers: tuple[Offer, ...] = (
            Move(exploitation=second),
            rail.ByRail(exploitation=second),
            Entrench(exploitation=second),
            GetUp(),
            *lures.offers(state),
            end,
        )
        if not second:
            offers = (entry.EnterMap(), entry.EnterByRail(), *offers)
        title = "Exploitation" if second else "Movement"
        prompt = "Move what did not attack in the breakthrough." if second else "Move your units."
        return Decision(state.active, title, prompt, cite, offers)

    def _can_leave(self, state: State, unit: int) -> bool:
        """Whether a unit has any move left that is allowed."""
        if not room.may_move(state, unit, exploitation=self.exploitation):
            return False
        return any(True for _ in Move(exploitation=self.exploitation).ways(state, unit))

    def _open(self, state: State) -> str:
        """The question to ask while units could still move, or nothing."""
        left = sum(1 for u in movable(state, exploitation=self.exploitation) if not extra(state).spent[u])
        waiting = 0 if self.exploitation else len(entry.due(state))
        words = f"{left} units have not moved." if left > 1 else "1 unit has not moved." if left else ""
        words += f" {waiting} reinforcements wait." if waiting else ""
        return f"{words.strip()} End the phase?" if words else ""


def _end(s: State) -> None:
    stacking.relieve(s, s.active)
    s.pop()
