"""What is true of every position of Ring of Fire between two decisions, whatever was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from blackearth.core.state import NOWHERE
from blackearth.hexes.mask import cells
from blackearth.lib import invariants
from blackearth.systems.ring_of_fire.board import (
    AIR_FLOWN,
    AIR_READY,
    ARRIVING,
    BOXES,
    ELIMINATED,
    EXITED,
    EXPOSED,
    FINISHED,
    FIRED,
    HALVED,
    PERMANENT,
    RESERVE,
    RETURNED,
    SPENT_RESERVE,
    TO_SET_UP,
    WITHDRAWN,
    State,
    adjacent_to_enemy,
    extra,
    facts,
    near_enemy,
    on_map,
    reading,
    roster,
    side_links,
    supplied,
)
from blackearth.systems.ring_of_fire.movement_phase import MovementPhase
from blackearth.systems.ring_of_fire.replacement_steps import KINDS, steps_in_hand
from blackearth.systems.ring_of_fire.scenario import GERMAN, SIDES, SOVIET
from blackearth.systems.ring_of_fire.setup_offers import SetUp, SetUpEnds

_GROUND_BOXES = {NOWHERE, ELIMINATED, PERMANENT, EXITED, ARRIVING, TO_SET_UP}
_AIR_BOXES = {NOWHERE, AIR_READY, AIR_FLOWN, WITHDRAWN}
_GONE = {ELIMINATED, PERMANENT}
_MOST_SUPPORT = 2  # rof:13.3


def check(s: State) -> list[str]:
    """Every broken invariant of a position, in sentences; an empty list for a sound one."""
    broken = [*invariants.columns(s, BOXES, points_spent=extra(s).spent)]
    if broken:  # nothing else can be read safely
        return broken
    for part in (_places, _steps, _hexes, _control, _kharkov, _marks, _reserves, _tracks, _battles, _derived):
        broken += part(s)
    return broken


def _places(s: State) -> Iterator[str]:
    """rof:2.41, 8.0, 15.5 - ground units and air units keep to their own boxes."""
    r = roster(s)
    for u, where in enumerate(s.at):
        if where < 0 and where not in (_GROUND_BOXES if r.ground[u] else _AIR_BOXES):
            yield f"{r.ids[u]} is in {BOXES[where]}"


def _steps(s: State) -> Iterator[str]:
    """rof:2.412, 12.71, 7.2 - units on the map have steps left, dead ones none, those to come all of them."""
    r = roster(s)
    for u, where in enumerate(s.at):
        left, full = s.steps[u], r.steps[u]
        if r.air[u]:
            continue
        if where in _GONE:
            if left:
                yield f"{r.ids[u]} is in {BOXES[where]} with {left} steps"
        elif not 1 <= left <= full:
            yield f"{r.ids[u]} has {left} of {full} steps"
        elif where in (ARRIVING, TO_SET_UP) and left != full:
            yield f"{r.ids[u]} is still to come, but has only {left} of {full} steps"


def _hexes(s: State) -> Iterator[str]:
    """rof:11.3 - no hex holds ground units of both sides."""
    yield from invariants.one_side_a_hex(s, _ground(s))


def _control(s: State) -> Iterator[str]:
    """rof:3.3 - a hex with a ground unit is controlled by its side."""
    yield from invariants.control(s, _ground(s), SIDES)


def _ground(s: State) -> list[int]:
    return [*on_map(s, SOVIET), *on_map(s, GERMAN)]


def _kharkov(s: State) -> Iterator[str]:
    """rof:15.4 - the supply hexes of Kharkov that are lost are those that the Soviets have entered (ROF-S13)."""
    grid, sources = s.defn.map.grid, s.defn.map.masks["german_supply"]
    lost = extra(s).lost_supply
    for cell in lost:
        if not sources >> cell & 1:
            yield f"{grid.label(cell)} is lost as a source of supply, but never was one"
    for cell in cells(sources & s.controlled(SOVIET)):
        if cell not in lost:
            yield f"{grid.label(cell)} is Soviet, but still a source of German supply"


def _marks(s: State) -> Iterator[str]:
    """rof:12.12, 12.13, 14.1 - markers lie only on units on the map, those of tanks on tanks, each on its side."""
    r = roster(s)
    for u, marks in enumerate(s.marks):
        if marks and (s.at[u] < 0 or not r.ground[u]):
            yield f"{r.ids[u]} is no ground unit on the map, but has markers"
        if marks & (FIRED | RETURNED) and not r.tank[u]:
            yield f"{r.ids[u]} is no tank unit, but has fired in tank combat"
        if marks & SPENT_RESERVE and not marks & RESERVE:
            yield f"{r.ids[u]} has acted as a reserve without being one"
        mine = r.side[u] == s.active
        if marks & (FIRED | FINISHED | EXPOSED | HALVED) and not mine:
            yield f"{r.ids[u]} has a marker of the phasing side, but is of the other"


def _reserves(s: State) -> Iterator[str]:
    """rof:14.1, 14.2 - a unit next to the enemy is in reserve only if it went there as one in this player turn."""
    strict = reading(s, "ROF-A15") != "b" and reading(s, "ROF-S07") == "a" and reading(s, "ROF-A14") != "b"
    if not strict or any(isinstance(frame, SetUp | SetUpEnds) for frame in s.flow):
        return
    r = roster(s)
    # By the third reading of ROF-A15 a march is judged when its phase is over.
    marching = reading(s, "ROF-A15") == "c" and any(isinstance(frame, MovementPhase) for frame in s.flow)
    for side in (s.active,) if marching else (SOVIET, GERMAN):
        for u in on_map(s, side):
            if s.marks[u] & RESERVE and not s.marks[u] & SPENT_RESERVE and adjacent_to_enemy(s, u):
                yield f"{r.ids[u]} is in reserve next to an enemy"


def _tracks(s: State) -> Iterator[str]:
    """rof:6.2, 8.0, 11.8, 12.62 - tracks are never negative and never above what the schedule has given so far."""
    d, x = facts(s), extra(s)
    scenario = d.content.scenario
    wrong = [*invariants.turn(s, scenario.first_turn, scenario.last_turn)]
    yield from wrong
    if wrong:
        return
    past = [turn for turn in d.content.turns if turn.number <= s.turn]
    if not 0 <= x.barrages <= scenario.barrages + sum(turn.barrages for turn in past):
        yield f"there are {x.barrages} Barrage markers in hand"
    for side in (SOVIET, GERMAN):
        for kind in KINDS:
            hand, most = steps_in_hand(s, side, kind), sum(getattr(turn, kind)[side] for turn in past)
            if not 0 <= hand <= most:
                yield f"the {SIDES[side]} side has {hand} {kind} replacement steps, and has received {most}"
        gone = sum(1 for u in d.units.of_side(side) if s.at[u] == EXITED)
        best = max((leave.points for leave in d.content.exits if leave.side == side), default=0)
        if not 0 <= x.exit_points[side] <= gone * best:
            yield f"the {SIDES[side]} side has {x.exit_points[side]} points for {gone} units off the map"
    if s.at.count(WITHDRAWN) > sum(turn.air_withdrawn for turn in past):
        yield f"{s.at.count(WITHDRAWN)} air units have been withdrawn"
    yield from (f"{d.units.ids[u]} has spent {n} half points" for u, n in enumerate(x.spent) if n < 0)


def _battles(s: State) -> Iterator[str]:
    """rof:12.32, 12.33, 12.62, 13.3 - one attack a hex, one a unit, one mission an air unit, at most two in support."""
    r, label = roster(s), s.defn.map.grid.label
    battles = extra(s).battles
    for cell, count in Counter(battle.target for battle in battles).items():
        if count > 1:
            yield f"{label(cell)} is attacked {count} times"
    flown = Counter(u for battle in battles for u in (*battle.units, *battle.support, battle.cover) if u >= 0)
    yield from (f"{r.ids[u]} takes part in {count} battles" for u, count in flown.items() if count > 1)
    for battle in battles:
        if len(battle.support) > _MOST_SUPPORT:
            yield f"{len(battle.support)} air units support the attack on {label(battle.target)}"
        if battle.barrage and not s.defn.map.has("fort", battle.target):
            yield f"a Barrage marker lies on {label(battle.target)}, where no fortification is"


def _derived(s: State) -> Iterator[str]:
    """What the state keeps beside the places of the units is what follows from them."""
    fresh = s.clone()
    fresh.rebuild()
    yield from invariants.places_kept(s, fresh)
    for side in (SOVIET, GERMAN):
        if ("near", side) in s.cache and near_enemy(s, side) != near_enemy(fresh, side):
            yield f"the hexes next to enemies of the {SIDES[side]} side are out of date"
        if ("supply", side) in s.cache and supplied(s, side) != supplied(fresh, side):
            yield f"the supplied hexes of the {SIDES[side]} side are out of date"
        if ("links", side, None) in s.cache and _barred(s, side) != _barred(fresh, side):
            yield f"the links of the {SIDES[side]} side are out of date"


def _barred(s: State, side: int) -> tuple[int, tuple[int, ...]]:
    found = side_links(s, side)
    return found.hexes, found.bars
