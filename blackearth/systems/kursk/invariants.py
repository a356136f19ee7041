"""What is true of every position of Kursk between two decisions, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from blackearth.lib import invariants
from blackearth.systems.kursk import supply, zones
from blackearth.systems.kursk.board import (
    ARRIVING,
    AT_BASE,
    ATTACKED,
    BOXES,
    DEFENDED,
    ELIMINATED,
    FINISHED,
    FLOWN,
    GERMAN,
    HALVED,
    IN_RESERVE,
    PATROL,
    SOVIET,
    TO_SET_UP,
    State,
    facts,
    on_map,
    roster,
    stack_fits,
)
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.setup_offers import SetUp, SetUpEnds

_ACTIVE_MARKS = {ATTACKED: "attacked", FINISHED: "moved", HALVED: "been found out of supply for movement"}


def check(s: State) -> list[str]:
    """Every broken invariant of a position, in sentences; an empty list for a sound one."""
    scenario = facts(s).content.scenario
    broken = [*invariants.columns(s, BOXES), *invariants.turn(s, scenario.first_turn, scenario.last_turn)]
    if broken:  # nothing else can be read safely
        return broken
    for part in (_boxes, _steps, _hexes, _control, _marks, _air, _points, _derived):
        broken += part(s)
    return broken


def _setting_up(s: State) -> bool:
    return any(isinstance(frame, SetUp | SetUpEnds) for frame in s.flow)


def _boxes(s: State) -> Iterator[str]:
    """kursk:setup, reinforcements, opt-kampfgruppen - who waits where."""
    r, setting_up = roster(s), _setting_up(s)
    due = {u: arrival.turn for arrival in facts(s).content.arrivals for u in arrival.units}
    for u, where in enumerate(s.at):
        if where == TO_SET_UP and not setting_up:
            yield f"{r.ids[u]} is in {BOXES[where]}"
        if where == ARRIVING and u not in due:
            yield f"{r.ids[u]} is set up at the start, but is in {BOXES[where]}"
        if s.turn < due.get(u, 0) and (where >= 0 or where == ELIMINATED):
            yield f"{r.ids[u]} comes on turn {due[u]} and is there already"
        if where == IN_RESERVE and r.size[u] != "KG":
            yield f"{r.ids[u]} is no Kampfgruppe"
        if r.size[u] == "KG" and where >= 0 and not s.defn.options.get("kampfgruppen", False):
            yield f"{r.ids[u]} is on the map without the option"


def _steps(s: State) -> Iterator[str]:
    """kursk:victory - every counter has one step; who is eliminated has none."""
    r = roster(s)
    for u, where in enumerate(s.at):
        if r.ground[u] and s.steps[u] != (0 if where == ELIMINATED else r.steps[u]):
            yield f"{r.ids[u]} is {'eliminated' if where == ELIMINATED else 'in play'} with {s.steps[u]} steps"


def _hexes(s: State) -> Iterator[str]:
    """kursk:movement-G, stacking-A - no hex holds units of both sides, and none too many, at any time."""
    label = s.defn.map.grid.label
    on_ground = {u for units in s.stacks.values() for u in units}
    yield from invariants.one_side_a_hex(s, on_ground)
    for cell, units in s.stacks.items():
        if not stack_fits(s, units):
            yield f"there are too many units in {label(cell)}"


def _control(s: State) -> Iterator[str]:
    """kursk:control - a hex with a unit was last entered by its side."""
    units = () if _setting_up(s) else (*on_map(s, SOVIET), *on_map(s, GERMAN))
    yield from invariants.control(s, units, SIDES)


def _marks(s: State) -> Iterator[str]:
    """kursk:movement-H, supply, KUR-07 - markers lie only on units on the map, each on the side it belongs to."""
    r = roster(s)
    for u, marks in enumerate(s.marks):
        if not marks or not r.ground[u]:
            continue
        name = r.ids[u]
        if s.at[u] < 0:
            yield f"{name} is not on the map, but has markers"
        if marks & (FLOWN | PATROL):
            yield f"{name} flies"
        if r.side[u] == s.active:
            if marks & DEFENDED:
                yield f"{name} has been attacked in its own turn"
        else:
            yield from (
                f"{name} has {words} in the enemy's turn" for bit, words in _ACTIVE_MARKS.items() if marks & bit
            )


def _air(s: State) -> Iterator[str]:
    """kursk:air-A, air-B, air-D, air-E - an aircraft element shares the fate of its base."""
    r = roster(s)
    for u, base in enumerate(r.base):
        if base < 0:
            continue
        name, where = r.ids[u], s.at[u]
        if (where == ELIMINATED) is not (s.at[base] == ELIMINATED):
            yield f"{name} and its base are not both eliminated"
        if where not in (AT_BASE, ELIMINATED, -1) and where < 0:
            yield f"{name} is in {BOXES[where]}"
        if where >= 0 and s.at[base] < 0:
            yield f"{name} flies without a base on the map"
        elif where >= 0 and not s.marks[u] & FLOWN:
            yield f"{name} is in the air, but has not flown"
        if where < 0 and s.marks[u] & PATROL:
            yield f"{name} is on patrol without a hex"


def _points(s: State) -> Iterator[str]:
    """kursk:victory - without Kampfgruppen each side has exactly what the enemy's eliminated units are worth."""
    if s.defn.options.get("kampfgruppen", False):
        return
    r = roster(s)
    for side in (SOVIET, GERMAN):
        due = sum(r.points[u] for u in r.of_side(1 - side) if s.at[u] == ELIMINATED)
        if s.extra.points[side] != due:
            yield f"the {SIDES[side]} side has {s.extra.points[side]} points for units worth {due}"


def _derived(s: State) -> Iterator[str]:
    """What the state keeps beside the places of the units is what follows from them."""
    fresh = s.clone()
    fresh.rebuild()
    yield from invariants.places_kept(s, fresh)
    for side in (SOVIET, GERMAN):
        if zones.of(s, side) != zones.of(fresh, side):
            yield f"the zones of the {SIDES[side]} side are out of date"
        if supply.supplied_hexes(s, side) != supply.supplied_hexes(fresh, side):
            yield f"the supplied hexes of the {SIDES[side]} side are out of date"
