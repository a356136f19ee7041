"""kursk:air-A to air-G - what all air missions have in common: range, bases, patrols, coming home."""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.kursk.board import AT_BASE, ELIMINATED, FLOWN, PATROL, State, facts, flying, reading, roster
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.supply import supplied


def ready(s: State, side: int) -> tuple[int, ...]:
    """kursk:air-D - aircraft elements of a side that can still fly a mission: at their base, which has not moved."""
    r = roster(s)
    return tuple(
        u
        for u in r.of_side(side)
        if not r.ground[u] and s.at[u] == AT_BASE and not s.marks[u] & FLOWN and s.at[r.base[u]] >= 0
    )


def last_player_turn(s: State) -> bool:
    """Whether no player turn follows the running one."""
    scenario = facts(s).content.scenario
    return s.turn >= scenario.last_turn and s.active != SIDES.index(scenario.first_player)


def when_to_fly(s: State) -> str:
    """kursk:sequence - in which steps of the running player turn the active side plans missions, in a sentence for
    who is still moving; empty if nothing of it can fly.
    """
    if not ready(s, s.active):
        return ""
    words = "Aircraft fly later: raids in Air superiority, close support in Combat"
    return f"{words}." if last_player_turn(s) else f"{words}, interdiction and patrols in Air take-off."


def weakened(s: State, base: int) -> bool:
    """kursk:supply-A, KUR-A05 - whether a ground support element out of supply flies half as far and cannot defend,
    where that is read so.
    """
    return reading(s, "KUR-A05") == "b" and not supplied(s, base)


def in_range(s: State, aircraft: int) -> int:
    """kursk:air-D, air-G, KUR-A05 - mask of the hexes an aircraft element can reach from its base; neither terrain nor
    enemies in the air are in the way.
    """
    r = roster(s)
    base, distance = r.base[aircraft], r.range[aircraft]
    return s.defn.map.grid.within(s.at[base], distance // 2 if weakened(s, base) else distance)


def patrolled(s: State, side: int) -> int:
    """kursk:air-cap - mask of the hexes over which aircraft of a side are on patrol."""
    return flying(s, side, patrol=True)


def over(s: State, side: int, cell: int, *, patrol: bool) -> tuple[int, ...]:
    """Aircraft of a side on one kind of mission over a hex."""
    r = roster(s)
    return tuple(
        u for u in r.of_side(side) if not r.ground[u] and s.at[u] == cell and bool(s.marks[u] & PATROL) is patrol
    )


def flight_refusals(s: State, aircraft: int, cell: int, side: int) -> Iterable[Refusal]:
    """kursk:air-D - why an aircraft element may not fly to a hex at all."""
    name, label = roster(s).ids[aircraft], s.defn.map.grid.label(cell)
    if aircraft not in ready(s, side):
        text = f"{name} cannot fly: not at its base, its mission flown, or its base has moved"
        yield Refusal("kursk:air-D", text, (aircraft,))
    elif not in_range(s, aircraft) >> cell & 1:
        yield Refusal("kursk:air-D", f"{label} is beyond the range of {name}", (aircraft,), (cell,))


def shielded(s: State, side: int) -> int:
    """kursk:air-interception, KUR-A27 - mask of the hexes where aircraft of a side cannot be intercepted: a patrol
    flies over one of its own bases.
    """
    mask = 0
    for cell in cells(patrolled(s, side)):
        if any(roster(s).aircraft[u] >= 0 for u in s.stacks.get(cell, ()) if roster(s).side[u] == side):
            mask |= 1 << cell
    return mask


def home(s: State, aircraft: int, reason: str = "") -> None:
    """Bring an aircraft element back to its base."""
    s.marks[aircraft] &= ~PATROL
    s.place(aircraft, AT_BASE, reason)


def all_home(s: State, side: int) -> None:
    """kursk:air-interdiction, air-cap - interdiction and patrols of a side end."""
    r = roster(s)
    for unit in r.of_side(side):
        if not r.ground[unit] and s.at[unit] >= 0:
            home(s, unit, "mission over")


def new_turn(s: State, side: int) -> None:
    """kursk:air-D, KUR-12 - with its own turn every aircraft element of a side may fly again."""
    s.unmark([u for u in roster(s).of_side(side) if not roster(s).ground[u]], FLOWN)


def destroy(s: State, base: int) -> None:
    """kursk:air-E - a ground support element is destroyed, and its aircraft element with it wherever it is."""
    aircraft = roster(s).aircraft[base]
    s.marks[aircraft] = 0
    s.place(aircraft, ELIMINATED, "its base is destroyed")
    s.lose_steps(base, s.steps[base], "base destroyed", ELIMINATED, "kursk:air-E")
