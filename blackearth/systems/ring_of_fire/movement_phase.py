"""rof:5.2 B and D - the Regular Movement Phase and the Reserve Movement Phase: who may do what in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex, Route, Units
from blackearth.core.events import Moved
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.ring_of_fire import movement, movement_checks, movement_reach, overstacking, turn_one
from blackearth.systems.ring_of_fire.board import (
    AIR_READY,
    ARRIVING,
    EXITED,
    EXPOSED,
    FINISHED,
    HALVED,
    RESERVE,
    State,
    adjacent_to_enemy,
    enter,
    extra,
    facts,
    in_supply,
    on_map,
    reading,
    roster,
    side_links,
)


def regular(s: State) -> Frame:
    """rof:15.1 - the Regular Movement Phase begins with the check of movement supply."""
    _check_supply(s, on_map(s, s.active))
    return MovementPhase(reserve=False)


def reserve(s: State) -> Frame | None:
    """rof:14.4 - the Reserve Movement Phase; it is passed when there are no reserves."""
    waiting = [u for u in on_map(s, s.active) if s.marks[u] & RESERVE]
    if not waiting:
        return None
    _check_supply(s, waiting)
    return MovementPhase(reserve=True)


def _check_supply(s: State, units: list[int]) -> None:
    """rof:15.1 - mark the units that are out of supply now; they have half their allowance all phase."""
    cut = [u for u in units if not in_supply(s, u)]
    if cut:
        s.mark(cut, HALVED, "out of supply", "no supply line", "rof:15.1")


def may_move(s: State, unit: int, *, reserve: bool) -> bool:
    """Whether a unit of the active side may still move in this phase, as far as the unit itself goes."""
    marks, x = s.marks[unit], extra(s)
    spent = x.spent[unit]
    if not reserve and marks & RESERVE and reading(s, "ROF-A14") == "c":
        return False
    return (
        s.at[unit] >= 0
        and not marks & FINISHED
        and (not reserve or bool(marks & RESERVE))
        and (not spent or (spent < 2 * roster(s).move[unit] and unit in x.stack))
        and roster(s).ground[unit]
        and not (s.turn == 1 and turn_one.may_not_move(s, unit, reserve))
    )


def movable(s: State, *, reserve: bool) -> tuple[int, ...]:
    """Units of the active side that may still move in this phase."""
    return tuple(u for u in roster(s).of_side(s.active) if s.at[u] >= 0 and may_move(s, u, reserve=reserve))


class Move(Offer):
    """rof:11.0 - move units of one hex along a path, or off the map."""

    verb = "move"
    weight = 8.0

    def __init__(self, *, reserve: bool) -> None:
        self.reserve = reserve

    def choice(self, state: State) -> Choice | None:
        units = movable(state, reserve=self.reserve)
        cite = "rof:14.4" if self.reserve else "rof:11.0"
        return Route(verb=self.verb, label="Move", cite=cite, units=units) if units else None

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units, path, edge = action.units, action.hexes, action.word
        yield from _subject_refusals(state, units)
        if not units or not path or action.amounts or state.at[units[0]] != path[0] or len(set(units)) < len(units):
            yield Refusal("rof:11.0", "name the units and their path, beginning with the hex they stand in", units)
            return
        if len(path) == 1 and not edge:
            yield Refusal("rof:11.0", "the path has no second hex", units)
            return
        yield from self.unit_refusals(state, units)
        yield from movement_checks.stack_refusals(state, units)
        yield from movement_checks.path_refusals(state, units, path, edge, reserve=self.reserve)

    def unit_refusals(self, state: State, units: tuple[int, ...]) -> Iterable[Refusal]:
        """rof:14.3, 14.2, 16.1-turn1, 16.2-turn1 - why units may not move in this phase, wherever to."""
        for unit in units:
            if self.reserve and not state.marks[unit] & RESERVE:
                yield Refusal("rof:14.3", f"{roster(state).ids[unit]} is not in reserve", (unit,))
            if state.turn == 1 and turn_one.may_not_move(state, unit, self.reserve):
                later = "; in reserve it may move in the Reserve Movement Phase"
                hint = "" if turn_one.may_not_move(state, unit, True) else later
                text = f"{roster(state).ids[unit]} may not move in this phase of turn 1{hint}"
                yield Refusal(turn_one.turn_one_cite(state), text, (unit,))
            if not self.reserve and state.marks[unit] & RESERVE and reading(state, "ROF-A14") == "c":
                yield Refusal(
                    "rof:14.2", f"{roster(state).ids[unit]} is in reserve: take the marker off first", (unit,)
                )

    def do(self, state: State, action: Action) -> None:
        units, path, edge = action.units, action.hexes, action.word
        side = roster(state).side[units[0]]
        movement_checks.note_mover(state, units)
        cost = movement_checks.pay(state, units, path, edge, reserve=self.reserve)
        state.emit(Moved(units, path, "move", cost, edge))
        enter(state, units, path, marching=True)
        if edge:
            leave(state, side, units, path[-1], edge)
        elif not self.reserve:
            keep_or_lose_reserve(state, units)

    def sample(self, state: State, random: Random) -> Action | None:
        for unit in self._some(state, random):
            group = self._group(state, unit, random)
            far = random.random() < 0.15
            path = movement_reach.wander(state, group, random, reserve=self.reserve, strategic=far)
            if not path:
                continue
            action = Action(self.verb, group, path, word=self._edge(state, path, random))
            if not action.word or not any(self.refusals(state, action)):
                return action
            return Action(self.verb, group, path)
        return None

    def _some(self, state: State, random: Random) -> Iterator[int]:
        """A few units that may move: found by trying, or if that fails drawn from all there are."""
        mine, found = roster(state).of_side(state.active), False
        for _ in range(8):
            unit = mine[int(random.random() * len(mine))]
            if may_move(state, unit, reserve=self.reserve):
                found = True
                yield unit
        if not found:
            units = movable(state, reserve=self.reserve)
            yield from random.sample(units, min(4, len(units)))

    def _group(self, state: State, unit: int, random: Random) -> tuple[int, ...]:
        """The unit alone, or all of its hex that may go with it."""
        if random.random() < 0.6:
            return (unit,)
        group = tuple(u for u in state.stacks[state.at[unit]] if may_move(state, u, reserve=self.reserve))
        return (unit,) if movement_checks.stack_refusals(state, group) else group

    def _edge(self, state: State, path: tuple[int, ...], random: Random) -> str:
        if not path or random.random() < 0.7:
            return ""
        ways = [e for e, mask in movement.exits_for(state, state.active).items() if mask >> path[-1] & 1]
        return random.choice(ways) if ways else ""


def _subject_refusals(s: State, units: tuple[int, ...]) -> Iterable[Refusal]:
    """Whether the units are own ground units, all in one hex of the map."""
    r = roster(s)
    for unit in units:
        if r.side[unit] != s.active or not r.ground[unit]:
            yield Refusal("rof:11.1", f"{r.ids[unit]} is no ground unit of the moving side", (unit,))
        elif s.at[unit] < 0:
            yield Refusal("rof:11.0", f"{r.ids[unit]} is not on the map", (unit,))
    if len({s.at[u] for u in units}) > 1:
        yield Refusal("rof:11.4", "units that move together stand in one hex", units)


def leave(s: State, side: int, units: tuple[int, ...], cell: int, edge: str) -> None:
    """rof:11.8, clar-4 - units leave the map for good and earn their points, in supply or not."""
    points = list(extra(s).exit_points)
    for way in facts(s).content.exits:
        if way.side == side and way.edge == edge and way.mask >> cell & 1:
            points[side] += way.points * len(units)
    extra(s).exit_points = (points[0], points[1])
    for unit in units:
        s.marks[unit] = 0
        s.put(unit, EXITED)


def keep_or_lose_reserve(s: State, units: tuple[int, ...]) -> None:
    """rof:14.1, ROF-A14 - a unit in reserve that moves stays so only if it could be designated anew where it is."""
    if reading(s, "ROF-A14") == "b":
        return
    lost = [u for u in units if s.marks[u] & RESERVE and any(reserve_refusals(s, u))]
    if lost:
        s.unmark(lost, RESERVE, "in reserve", "it moved", "rof:14.1")


def reserve_refusals(s: State, unit: int) -> Iterable[Refusal]:
    """rof:14.1 - why a unit may not be put into reserve now."""
    name = roster(s).ids[unit]
    if adjacent_to_enemy(s, unit):
        yield Refusal("rof:14.1", f"{name} stands next to an enemy unit", (unit,))
    if extra(s).spent[unit] > movement.reserve_allowance(s, unit):
        yield Refusal("rof:14.1", f"{name} has spent more than half of its movement points", (unit,))


class PutInReserve(Offer):
    """rof:14.1 - designate units as reserves."""

    verb = "reserve"
    weight = 2.0

    def choice(self, state: State) -> Choice | None:
        units = tuple(u for u in on_map(state, state.active) if self._fit(state, u))
        if not units:
            return None
        return Units(verb=self.verb, label="Put into reserve", cite="rof:14.1", units=units, most=len(units))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if not action.units or action.hexes or action.amounts or action.word:
            yield Refusal("rof:14.1", "name the units for the reserve")
        for unit in action.units:
            wrong = list(_subject_refusals(state, (unit,)))
            yield from wrong
            if not wrong and state.marks[unit] & RESERVE:
                yield Refusal("rof:14.1", f"{roster(state).ids[unit]} is in reserve already", (unit,))
            elif not wrong:
                yield from reserve_refusals(state, unit)

    def do(self, state: State, action: Action) -> None:
        state.mark(action.units, RESERVE, "in reserve", cite="rof:14.1")

    def _fit(self, s: State, unit: int) -> bool:
        """Whether a unit on the map may be put into reserve now."""
        spent = extra(s).spent[unit]
        return (
            not s.marks[unit] & RESERVE
            and not adjacent_to_enemy(s, unit)
            and (not spent or spent <= movement.reserve_allowance(s, unit))
        )

    def sample(self, state: State, random: Random) -> Action | None:
        mine = on_map(state, state.active)
        units = tuple(u for u in random.sample(mine, min(random.randint(1, 12), len(mine))) if self._fit(state, u))
        return Action(self.verb, units) if units else None


class TakeFromReserve(Offer):
    """rof:14.2 - a unit stays in reserve only as long as its owner wishes."""

    verb = "release"
    weight = 0.5

    def choice(self, state: State) -> Choice | None:
        units = tuple(u for u in on_map(state, state.active) if state.marks[u] & RESERVE)
        if not units:
            return None
        return Units(verb=self.verb, label="Take out of reserve", cite="rof:14.2", units=units, most=len(units))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if not action.units or action.hexes or action.amounts or action.word:
            yield Refusal("rof:14.2", "name the units in reserve")
        for unit in action.units:
            if roster(state).side[unit] != state.active or not state.marks[unit] & RESERVE:
                yield Refusal("rof:14.2", f"{roster(state).ids[unit]} is no reserve of yours", (unit,))

    def do(self, state: State, action: Action) -> None:
        state.unmark(action.units, RESERVE, "in reserve", "released", "rof:14.2")


class Interdict(Offer):
    """rof:13.1 - an air unit interdicts a hex."""

    verb = "interdict"

    def choice(self, state: State) -> Choice | None:
        units = ready_aircraft(state, state.active)
        if not units:
            return None
        hexes = state.defn.map.grid.all
        return Hex(verb=self.verb, label="Interdict a hex", cite="rof:13.1", units=units, hexes=hexes)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("rof:13.1", "name one air unit and one hex")
            return
        if action.units[0] not in ready_aircraft(state, state.active):
            name = roster(state).ids[action.units[0]]
            yield Refusal("rof:13.0", f"{name} is no air unit of yours that can fly this game turn", action.units)

    def do(self, state: State, action: Action) -> None:
        state.place(action.units[0], action.hexes[0], "interdiction")


def ready_aircraft(s: State, side: int) -> tuple[int, ...]:
    """rof:13.0 - air units of a side that have not flown in this game turn and are not on the map."""
    r = roster(s)
    return tuple(u for u in r.of_side(side) if r.air[u] and s.at[u] == AIR_READY)


class EnterMap(Offer):
    """rof:7.1 - reinforcements enter at a hex of their map edge."""

    verb = "enter"
    weight = 3.0

    def choice(self, state: State) -> Choice | None:
        units = arrivals(state)
        if not units:
            return None
        hexes = {u: entry_hexes(state, u) for u in units}
        union = 0
        for mask in hexes.values():
            union |= mask
        return Hex(
            verb=self.verb, label="Bring in reinforcements", cite="rof:7.1", units=units, hexes=union, hexes_of=hexes,
            note="Units of the same edge may enter together; afterwards they move on.",
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        units = action.units
        if not units or len(action.hexes) != 1 or action.amounts or action.word or len(set(units)) < len(units):
            yield Refusal("rof:7.1", "name the reinforcements and their hex of entry")
            return
        for unit in units:
            yield from _entry_refusals(state, unit, action.hexes[0])

    def do(self, state: State, action: Action) -> None:
        units, cell = action.units, action.hexes[0]
        side = roster(state).side[units[0]]
        x = extra(state)
        movement_checks.note_mover(state, units)
        exposed = not movement.clean(state, side) >> cell & 1
        for unit in units:
            x.spent[unit] = movement.entry_cost(state, unit, cell)
            if exposed:
                state.marks[unit] |= EXPOSED
        state.emit(Moved(units, (cell,), "enter", x.spent[units[0]], cite="rof:7.1"))
        enter(state, units, (cell,), marching=True)


def arrivals(s: State) -> tuple[int, ...]:
    """rof:7.1 - reinforcements of the active side that may enter now; they may come later than their turn."""
    r = roster(s)
    return tuple(u for u in r.of_side(s.active) if s.at[u] == ARRIVING and r.entry_turn[u] <= s.turn)


def _entry_refusals(s: State, unit: int, cell: int) -> Iterable[Refusal]:
    """rof:7.1, ROF-A31 - why a unit may not enter the map in a hex now."""
    r, label = roster(s), s.defn.map.grid.label(cell)
    name, edge = r.ids[unit], r.entry_edge[unit]
    if unit not in arrivals(s):
        due = f"; it is due on turn {r.entry_turn[unit]}" if s.at[unit] == ARRIVING else ""
        yield Refusal("rof:7.1", f"{name} is no reinforcement that may arrive now{due}", (unit,))
    elif not _entry_edge(s, unit) >> cell & 1:
        text = f"{name} enters over the friendly part of the {edge} edge, to which {label} does not belong"
        yield Refusal("rof:7.1", text, (unit,), (cell,))
    elif s.occupied[1 - r.side[unit]] >> cell & 1:
        yield Refusal("rof:7.1", f"there are enemy units in {label}", s.stacks[cell], (cell,))
    elif not entry_hexes(s, unit) >> cell & 1:
        yield Refusal("rof:7.1", f"an enemy ZOC link runs through {label}", (unit,), (cell,))


def _entry_edge(s: State, unit: int) -> int:
    """rof:7.1, 3.4 - mask of the friendly part of the edge over which a reinforcement enters."""
    r = roster(s)
    return s.defn.map.masks[f"edge_{r.entry_edge[unit]}"] & facts(s).supply_edges[r.side[unit]]


def entry_hexes(s: State, unit: int) -> int:
    """rof:7.1, ROF-A31 - mask of the hexes where a reinforcement may enter."""
    side, edge = roster(s).side[unit], _entry_edge(s, unit)
    closed = s.occupied[1 - side] | side_links(s, 1 - side).hexes
    return edge ^ (edge & closed)


class MovementPhase(Frame, frozen=True, tag="rof.movement"):
    """The moving side moves until it says that it is done."""

    reserve: bool

    def step(self, state: State) -> Decision:
        """Ask for a move."""
        if self.reserve:
            offers: tuple[Offer, ...] = (Move(reserve=True), self._end("rof:14.4"))
            prompt = "Move your reserves, up to half of their movement points."
            return Decision(state.active, "Reserve movement", prompt, "rof:14.4", offers)
        offers = (
            Move(reserve=False), EnterMap(), PutInReserve(), TakeFromReserve(), Interdict(), self._end("rof:5.2"),
        )  # fmt: skip
        prompt = "Move your units, put some into reserve, place interdiction."
        return Decision(state.active, "Movement", prompt, "rof:11.0", offers)

    def _end(self, cite: str) -> Press:
        return Press("end-movement", "End phase", _end, cite, confirm=self._open, primary=True, weight=0.3)

    def _open(self, state: State) -> str:
        """The question to ask while units could still move or overstack a hex (rof:9.3, ROF-A12), or nothing."""
        left = sum(1 for u in movable(state, reserve=self.reserve) if not extra(state).spent[u])
        waiting = len(arrivals(state)) if not self.reserve else 0
        words = f"{left} units have not moved." if left > 1 else "1 unit has not moved." if left else ""
        if waiting:
            words += f" {waiting} reinforcements wait." if waiting > 1 else " 1 reinforcement waits."
        if full := overstacking.overstacked(state, state.active):
            hexes = ", ".join(map(state.defn.map.grid.label, full))
            words += f" Overstacked, so that the enemy may remove units there: {hexes}."
        return f"{words.strip()} End the phase?" if words else ""


def _end(s: State) -> None:
    """The frame is done; `sequence` does the bookkeeping."""
    s.pop()
