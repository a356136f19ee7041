"""ms:F5, I, kharkov:5, rostov:5 - movement by rail, and air markers that hinder the enemy's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Amount, Choice, Hex
from blackearth.core.events import Moved, Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.core.tally import half_text
from blackearth.hexes.mask import draw, mask_of
from blackearth.hexes.paths import flood, route
from blackearth.systems.kharkov import isolation, room, zones
from blackearth.systems.kharkov.board import (
    BREAKTHROUGH,
    ENTRENCHED,
    FINISHED,
    RAILED,
    SIDES,
    State,
    enter,
    extra,
    facts,
    on_map,
    roster,
)
from blackearth.systems.kharkov.supply import supplied

HALVES = 2  # half rail points in a rail point


def begin_turn(s: State) -> None:
    """ms:F5, I, N19 - the rail points of a player turn: those of the track, less what was interdicted, never below
    none.
    """
    x, side = extra(s), s.active
    points = HALVES * facts(s).content.turn(s.turn).rail[side] - x.interdicted[side]
    x.rail = (max(0, points), 0) if side == 0 else (0, max(0, points))
    x.interdicted = (0, x.interdicted[1]) if side == 0 else (x.interdicted[0], 0)


def tracks(s: State, side: int) -> Sequence[int]:
    """ms:F5, 16 - six masks, the hexes from which a side's own part of the railways leads in each direction."""
    return facts(s).map.sides[f"rail_{SIDES[side]}"].toward


def network(s: State, side: int) -> int:
    """ms:F5, 16, M2 - mask of the rail hexes of a side's own part of the railways that no enemy unit or zone closes.
    Enemy lures close them as well: a way past one of them would tell that it is none.
    """
    mask = 0
    for toward in tracks(s, side):
        mask |= toward
    lures = mask_of(lure.cell for lure in extra(s).lures if lure.side != side)
    closed = s.occupied[1 - side] | zones.of(s, 1 - side) | lures | zones.spread(s, lures)
    return mask ^ (mask & closed)


def destinations(s: State, unit: int) -> int:
    """ms:F5 - mask of the hexes a unit can be taken to by rail, without its own; 0 if it cannot go by rail."""
    side, start = roster(s).side[unit], s.at[unit]
    if start < 0 or any(refusals(s, unit)):
        return 0
    return connected(s, side, 1 << start) & ~(1 << start)


def connected(s: State, side: int, sources: int) -> int:
    """ms:F5 - mask of the hexes to which a free railway of a side leads from some hexes."""
    return flood(sources, network(s, side), s.defn.map.grid.width, tracks(s, side))


def way(s: State, side: int, sources: int, target: int) -> tuple[int, ...]:
    """ms:F5, N55 - the hexes through which a unit comes by rail, those of the start and the end included: the shortest
    way.
    """
    return route(sources, target, network(s, side), s.defn.map.grid.width, tracks(s, side))


def carry(s: State, unit: int, path: tuple[int, ...]) -> None:
    """ms:F5 - take a unit along a railway: it pays and does not move any more in this phase."""
    pay(s, unit)
    s.marks[unit] |= RAILED | FINISHED
    enter(s, (unit,), path)
    s.emit(Moved((unit,), path, "rail", cite="ms:F5"))


def refusals(s: State, unit: int) -> Iterable[Refusal]:
    """ms:F5, H2 - why a unit may not go by rail in this phase."""
    r, x = roster(s), extra(s)
    side, name = r.side[unit], r.ids[unit]
    yield from price_refusals(s, unit)
    if s.marks[unit] & (FINISHED | RAILED) or x.spent[unit]:
        yield Refusal("ms:F5", f"{name} has moved in this phase", (unit,))
    if s.marks[unit] & BREAKTHROUGH:
        yield Refusal("ms:H2", f"{name} attacked in the breakthrough phase", (unit,))
    if s.marks[unit] & ENTRENCHED:
        yield Refusal("ms:F6", f"{name} is entrenched", (unit,))
    if not network(s, side) >> s.at[unit] & 1:
        text = f"{name} is not on an own rail hex free of enemy zones, behind the starting front"
        yield Refusal("ms:F5", text, (unit,))
    elif not supplied(s, unit):
        yield Refusal("ms:F5", f"{name} is not in supply", (unit,))


def price_refusals(s: State, unit: int) -> Iterable[Refusal]:
    """ms:F5 - whether the rail points of a unit are there."""
    price, left = roster(s).rail[unit], extra(s).rail[roster(s).side[unit]]
    if left < price:
        text = f"{roster(s).ids[unit]} needs {half_text(price)} rail points, {half_text(left)} are left"
        yield Refusal("ms:F5", text, (unit,))


def ends(_cell: int) -> bool:
    """ms:F5 - what went by rail goes no further in this phase, wherever it is."""
    return True


def points_left(s: State) -> str:
    """A sentence about the rail points of the active side."""
    return f"{half_text(extra(s).rail[s.active])} rail points are left."


def pay(s: State, unit: int) -> None:
    """Take the rail points of a unit."""
    x, side = extra(s), roster(s).side[unit]
    rest = x.rail[side] - roster(s).rail[unit]
    x.rail = (rest, x.rail[1]) if side == 0 else (x.rail[0], rest)


class ByRail(Offer):
    """ms:F5 - take a unit along the railway; it does not move otherwise in this phase."""

    verb = "rail"
    weight = 2.0

    def __init__(self, *, exploitation: bool) -> None:
        self.exploitation = exploitation

    def choice(self, state: State) -> Choice | None:
        found = {u: mask for u in candidates(state) if (mask := self._hexes(state, u))}
        if not found:
            return None
        union = 0
        for mask in found.values():
            union |= mask
        return Hex(
            verb=self.verb, label="Move by rail", cite="ms:F5", units=tuple(found), hexes=union, hexes_of=found,
            note=points_left(state),
        )  # fmt: skip

    def _hexes(self, s: State, unit: int) -> int:
        """Mask of the hexes a unit may be taken to and does not fill for good (ms:F7)."""
        return room.open_to(s, unit, destinations(s, unit), ends=ends, exploitation=self.exploitation)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("ms:F5", "name one unit and the rail hex it goes to")
            return
        unit = action.units[0]
        if roster(state).side[unit] != state.active or state.at[unit] < 0:
            yield Refusal("ms:F5", f"{roster(state).ids[unit]} is no unit of yours on the map", (unit,))
            return
        wrong = list(refusals(state, unit))
        yield from wrong
        if not wrong and not destinations(state, unit) >> action.hexes[0] & 1:
            label = state.defn.map.grid.label(action.hexes[0])
            yield Refusal("ms:F5", f"no free railway of yours leads to {label}", (unit,), action.hexes)
        elif not wrong:
            yield from room.refusals(state, (unit,), action.hexes[0], ending=(unit,), exploitation=self.exploitation)

    def do(self, state: State, action: Action) -> None:
        unit, target = action.units[0], action.hexes[0]
        start = state.at[unit]
        carry(state, unit, way(state, roster(state).side[unit], 1 << start, target))
        if state.defn.map.has("city", start):
            isolation.left_city(state, (unit,))

    def sample(self, state: State, random: Random) -> Action | None:
        units = candidates(state)
        for unit in random.sample(units, min(3, len(units))):
            if mask := self._hexes(state, unit):
                return Action(self.verb, (unit,), (draw(mask, random),))
        return None


def candidates(s: State) -> list[int]:
    """Units of the active side on own rail hexes that could be paid for."""
    side, x, r = s.active, extra(s), roster(s)
    if not x.rail[side]:
        return []
    free = network(s, side)
    return [u for u in on_map(s, side) if free >> s.at[u] & 1 and r.rail[u] <= x.rail[side]]


class Interdict(Offer):
    """ms:I - spend left-over air markers on the enemy's railways."""

    verb = "interdict-rail"

    def choice(self, state: State) -> Choice:
        most = extra(state).air[state.active]
        each = facts(state).content.series.interdiction.of(state.active)
        note = f"Each marker takes {each} rail points of the enemy's next turn."
        return Amount(verb=self.verb, label="Interdict railways", cite="ms:I", least=1, most=most, note=note)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.amounts) != 1 or action.units or action.hexes or action.word:
            yield Refusal("ms:I", "name the number of air markers")
        elif not 1 <= action.amounts[0] <= extra(state).air[state.active]:
            yield Refusal("ms:I", f"{extra(state).air[state.active]} air markers are left")

    def do(self, state: State, action: Action) -> None:
        x, side, count = extra(state), state.active, action.amounts[0]
        lost = HALVES * count * facts(state).content.series.interdiction.of(side)
        air, cut = list(x.air), list(x.interdicted)
        air[side] -= count
        cut[1 - side] += lost
        x.air, x.interdicted = (air[0], air[1]), (cut[0], cut[1])
        state.emit(Note(side, f"{count} air markers interdict railways: {half_text(lost)} rail points", cite="ms:I"))
        state.pop()


class RailInterdiction(Frame, frozen=True, tag="kharkov.rail-interdiction"):
    """ms:I - the active player may spend what is left of the air markers."""

    def step(self, state: State) -> Decision:
        """Ask."""
        end = Press("end-interdiction", "None", _end, "ms:I", primary=True)
        prompt = "Air markers left over may hinder the enemy's railways."
        return Decision(state.active, "Rail interdiction", prompt, "ms:I", (Interdict(), end))


def _end(s: State) -> None:
    s.pop()


def interdiction(s: State) -> Frame | None:
    """ms:I - the phase; it is passed without markers, or where the enemy has no railway points at all."""
    enemy = 1 - s.active
    turns = facts(s).content.turns
    if not extra(s).air[s.active] or not any(turn.rail[enemy] for turn in turns):
        return None
    return RailInterdiction()
