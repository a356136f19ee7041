"""ms:K, F5 - reinforcements come onto the map: at the edge, or along the railways as far as they lead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex
from blackearth.core.events import Moved
from blackearth.core.offers import Offer
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov import ground, movement, rail, room, zones
from blackearth.systems.kharkov.board import (
    DUE,
    State,
    enter,
    extra,
    facts,
    frozen,
    roster,
)


def due(s: State) -> tuple[int, ...]:
    """ms:K - reinforcements of the active side that may enter now."""
    return tuple(u for u in roster(s).of_side(s.active) if s.at[u] == DUE)


def entry_hexes(s: State, unit: int) -> int:
    """ms:K, kharkov:7, rostov:9-german, rostov:9-soviet - mask of the hexes where a reinforcement may enter now: its
    areas, free of enemies and their zones.
    """
    content, mask = facts(s).content, 0
    for arrival in content.arrivals:
        if unit in arrival.units:
            for name in arrival.entries:
                mask |= content.entries[name].mask
    return mask & ~(s.occupied[1 - s.active] | zones.of(s, 1 - s.active))


def entry_cost(s: State, unit: int, cell: int) -> int:
    """N20 - half points of the hex of entry: its terrain, or the road that leaves the map there."""
    grid, chart = s.defn.map.grid, facts(s).map
    if chart.sides["road"].sides_of(cell):
        terrain = facts(s).content.terrain["road"]
        return (terrain.mechanized if roster(s).mechanized[unit] else terrain.other)[0]
    return ground.hex_cost(facts(s), frozen(s), roster(s).mechanized[unit], cell) if grid.all >> cell & 1 else 0


def _spent(s: State, unit: int, cell: int) -> int:
    """N20 - half points that entry takes: never more than there are."""
    return min(entry_cost(s, unit, cell), max(1, movement.allowance(s, unit)))


def _ends(s: State, unit: int, cell: int) -> bool:
    """Whether a reinforcement that enters at a hex could go no further in this phase."""
    return room.stuck(s, unit, cell, movement.allowance(s, unit) - _spent(s, unit, cell))


def railheads(s: State, unit: int) -> int:
    """ms:F5, N20 - mask of the rail hexes to which a reinforcement can be taken from where railways enter the map; 0
    if its points are not there. The conditions on the hex where rail movement starts are waived.
    """
    side = roster(s).side[unit]
    if extra(s).rail[side] < roster(s).rail[unit]:
        return 0
    return rail.connected(s, side, entry_hexes(s, unit))


def _choice(found: Mapping[int, int], verb: str, label: str, cite: str, note: str = "") -> Choice | None:
    """One unit of some, and a hex of its own mask; None if there is no unit with a hex."""
    open_to = {u: mask for u, mask in found.items() if mask}
    if not open_to:
        return None
    union = 0
    for mask in open_to.values():
        union |= mask
    return Hex(verb=verb, label=label, cite=cite, units=tuple(open_to), hexes=union, hexes_of=open_to, note=note)


def _refusals(s: State, action: Action, cite: str) -> Iterable[Refusal]:
    """ms:K - one reinforcement and one hex, and it may enter now."""
    if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
        yield Refusal(cite, "name one reinforcement and its hex")
    elif action.units[0] not in due(s):
        name = roster(s).ids[action.units[0]]
        yield Refusal("ms:K", f"{name} is no reinforcement that may enter now", action.units)


class EnterMap(Offer):
    """ms:K, N20 - a reinforcement enters at the edge; the hex costs its terrain."""

    verb = "enter"
    weight = 4.0

    def choice(self, state: State) -> Choice | None:
        found = {u: self._hexes(state, u) for u in due(state)}
        return _choice(found, self.verb, "Bring in reinforcements", "ms:K")

    def _hexes(self, s: State, unit: int) -> int:
        """Mask of the hexes a reinforcement may enter and does not fill for good (ms:F7)."""
        ends = partial(_ends, s, unit)
        return room.open_to(s, unit, entry_hexes(s, unit), ends=ends, exploitation=False)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        wrong = list(_refusals(state, action, "ms:K"))
        yield from wrong
        if wrong:
            return
        unit, cell = action.units[0], action.hexes[0]
        if not entry_hexes(state, unit) >> cell & 1:
            name, label = roster(state).ids[unit], state.defn.map.grid.label(cell)
            text = f"{name} may not enter at {label}: not its entry, or an enemy or enemy zone is there"
            yield Refusal("ms:K", text, (unit,), (cell,))
        else:
            ending = (unit,) if _ends(state, unit, cell) else ()
            yield from room.refusals(state, (unit,), cell, ending=ending, exploitation=False)

    def do(self, state: State, action: Action) -> None:
        unit, cell = action.units[0], action.hexes[0]
        enter(state, (unit,), (cell,))
        extra(state).spent[unit] = _spent(state, unit, cell)
        state.emit(Moved((unit,), (cell,), "enter", extra(state).spent[unit], cite="ms:K"))


class EnterByRail(Offer):
    """ms:K, F5, N18, N20 - a reinforcement comes in by rail and goes as far as a free railway of its side leads."""

    verb = "enter-by-rail"
    weight = 2.0

    def choice(self, state: State) -> Choice | None:
        found = {}
        for u in due(state) if extra(state).rail[state.active] else ():
            found[u] = room.open_to(state, u, railheads(state, u), ends=rail.ends, exploitation=False)
        return _choice(found, self.verb, "Bring in by rail", "ms:F5", rail.points_left(state))

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        wrong = list(_refusals(state, action, "ms:F5"))
        yield from wrong
        if wrong:
            return
        unit, cell = action.units[0], action.hexes[0]
        yield from rail.price_refusals(state, unit)
        if not railheads(state, unit) >> cell & 1:
            label = state.defn.map.grid.label(cell)
            text = f"no free railway of yours leads from an entry of {roster(state).ids[unit]} to {label}"
            yield Refusal("ms:F5", text, (unit,), (cell,))
        else:
            yield from room.refusals(state, (unit,), cell, ending=(unit,), exploitation=False)

    def do(self, state: State, action: Action) -> None:
        unit, cell = action.units[0], action.hexes[0]
        rail.carry(state, unit, rail.way(state, roster(state).side[unit], entry_hexes(state, unit), cell))
