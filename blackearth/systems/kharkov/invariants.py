"""What is true of every position of Kharkov and Rostov between two decisions, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from blackearth.core.state import NOWHERE
from blackearth.lib import invariants
from blackearth.systems.kharkov import stacking, supply, weather, zones
from blackearth.systems.kharkov.board import (
    ATTACKED,
    BOXES,
    BREAKTHROUGH,
    COMING,
    DEFENDED,
    DUE,
    ELIMINATED,
    ENTRENCHED,
    FINISHED,
    GERMAN,
    ISOLATED,
    ISOLATED_TWICE,
    NO_ZONE,
    RAILED,
    REFUGEE,
    SIDES,
    SOVIET,
    TO_SET_UP,
    WITHDRAWN,
    State,
    extra,
    facts,
    on_map,
    reading,
    roster,
)
from blackearth.systems.kharkov.charts import WEATHER
from blackearth.systems.kharkov.modes import MODES, ArmyModes
from blackearth.systems.kharkov.sequence import Play
from blackearth.systems.kharkov.setup_offers import SetUp, SetUpEnds

_ACTIVE_MARKS = {
    ATTACKED: "attacked",
    BREAKTHROUGH: "attacked in the breakthrough",
    RAILED: "moved by rail",
    FINISHED: "finished its movement",
}
_ENEMY_MARKS = {DEFENDED: "been attacked", NO_ZONE: "lost its zone", REFUGEE: "retreated onto friends"}


def check(s: State) -> list[str]:
    """Every broken invariant of a position, in sentences; an empty list for a sound one."""
    scenario = facts(s).content.scenario
    broken = [
        *invariants.columns(s, BOXES, points_spent=extra(s).spent),
        *invariants.turn(s, scenario.first_turn, scenario.last_turn),
    ]
    if broken:  # nothing else can be read safely
        return broken
    for part in (
        _boxes,
        _steps,
        _hexes,
        _stacks,
        _control,
        _marks,
        _isolation,
        _modes,
        _weather,
        _tracks,
        _fights,
        _lures,
    ):
        broken += part(s)
    return broken + list(_derived(s))


def _lures(s: State) -> Iterator[str]:
    """ms:M2, N46 - no more lures than there are, none of them next to an enemy unit."""
    label, grid = s.defn.map.grid.label, s.defn.map.grid
    for side, name in enumerate(SIDES):
        mine = [lure.cell for lure in extra(s).lures if lure.side == side]
        if len(mine) > facts(s).content.series.lures.of(side):
            yield f"the {name} side has {len(mine)} lures on the map"
        yield from (
            f"the lure in {label(c)} is next to an enemy" for c in mine if grid.spread(s.occupied[1 - side]) >> c & 1
        )
    if extra(s).lures and not s.defn.options.get("total-fog"):
        yield "there are lures without total fog"


def _setting_up(s: State) -> bool:
    return any(isinstance(frame, SetUp | SetUpEnds) for frame in s.flow)


def _boxes(s: State) -> Iterator[str]:
    """ms:K, kharkov:7, rostov:9 - who comes when, who has left, and that nobody waits for the set-up after it."""
    r, scenario, setting_up = roster(s), facts(s).content.scenario, _setting_up(s)
    for u, where in enumerate(s.at):
        late = r.entry_turn[u] or r.pool[u]
        if where in (COMING, DUE) and not late:
            yield f"{r.ids[u]} is set up at the start, but is in {BOXES[where]}"
        if where == TO_SET_UP and (late or not setting_up):
            yield f"{r.ids[u]} is in {BOXES[where]}"
        if r.entry_turn[u] > s.turn and where not in (COMING, NOWHERE):
            yield f"{r.ids[u]} comes on turn {r.entry_turn[u]} and is there already"
    leave = scenario.withdrawal
    gone = [u for u, where in enumerate(s.at) if where == WITHDRAWN]
    if gone and (leave is None or s.turn < leave.turn or len(gone) > leave.units):
        yield f"{len(gone)} units have been withdrawn"
    if leave:
        yield from (f"{r.ids[u]} has been withdrawn" for u in gone if SIDES[r.side[u]] != leave.side)


def _steps(s: State) -> Iterator[str]:
    """ms:A2a - units on the map have steps left, dead ones none, those to come all of them."""
    r = roster(s)
    for u, where in enumerate(s.at):
        left, full = s.steps[u], r.steps[u]
        if where == ELIMINATED:
            if left:
                yield f"{r.ids[u]} is eliminated with {left} steps"
        elif not 1 <= left <= full:
            yield f"{r.ids[u]} has {left} of {full} steps"
        elif where in (COMING, DUE, TO_SET_UP) and left != full:
            yield f"{r.ids[u]} is still to come, but has only {left} of {full} steps"


def _hexes(s: State) -> Iterator[str]:
    """ms:F2a, F3d - no hex holds units of both sides, and nobody stands in lake or sea."""
    yield from invariants.one_side_a_hex(s, range(len(roster(s))))
    afloat = (s.occupied[SOVIET] | s.occupied[GERMAN]) & s.defn.map.masks["sea"]
    yield from (f"units stand in {label}, which is sea" for label in s.defn.map.grid.labels(afloat))


def _stacks(s: State) -> Iterator[str]:
    """ms:F7, rostov:1-allies - the limit holds whenever a phase is over: for the side that is not moving always, for
    the other one as long as none of its units has moved.
    """
    x = extra(s)
    moving = any(x.spent) or any(m & (RAILED | FINISHED) for m in s.marks)
    for side in (SOVIET, GERMAN):
        if side != s.active or not moving:
            yield from (f"{fault.text}" for fault in stacking.faults(s, side))


def _control(s: State) -> Iterator[str]:
    """kharkov:10-cities, rostov:11-cities - a hex with a unit was last entered by its side."""
    yield from invariants.control(s, () if _setting_up(s) else range(len(roster(s))), SIDES)


def _marks(s: State) -> Iterator[str]:
    """ms:F6, G1, G3-D2, H1 - markers lie only on units on the map, each on the side it belongs to."""
    r = roster(s)
    for u, marks in enumerate(s.marks):
        if not marks:
            continue
        name, mine = r.ids[u], r.side[u] == s.active
        if s.at[u] < 0:
            yield f"{name} is not on the map, but has markers"
        if marks & ENTRENCHED and not r.entrenched[u]:
            yield f"{name} is entrenched, but has no entrenched side"
        for bit, words in (_ENEMY_MARKS if mine else _ACTIVE_MARKS).items():
            if marks & bit:
                yield f"{name} has {words}, but its side is {'' if mine else 'not '}the active one"


def _isolation(s: State) -> Iterator[str]:
    """ms:E4, J - a second marker lies on a first one, and only in its owner's turn."""
    r = roster(s)
    for u, marks in enumerate(s.marks):
        if marks & ISOLATED_TWICE and not marks & ISOLATED:
            yield f"{r.ids[u]} has a second marker of isolation without the first"
        if marks & ISOLATED_TWICE and r.side[u] != s.active:
            yield f"{r.ids[u]} has two markers of isolation in the enemy's turn"


def _modes(s: State) -> Iterator[str]:
    """kharkov:8-modes, 8-offensive - each army has one possible mode; nobody is entrenched in the Offensive one."""
    scenario, modes = facts(s).content.scenario, extra(s).modes
    wanted = [army.group for army in scenario.armies] if scenario.modes else []
    if [group for group, _ in modes] != wanted:
        yield f"the armies with modes are {', '.join(group for group, _ in modes) or 'none'}"
        return
    for army, (_, mode) in zip(scenario.armies, modes, strict=False):
        if mode not in MODES or mode in army.never:
            yield f"{army.name} is in {mode} mode"
        if army.mode == "defensive" and mode != "defensive":
            yield f"{army.name} has left Defensive mode"
    if reading(s, "KHA-N39") == "b" or any(isinstance(frame, ArmyModes) for frame in s.flow):
        return
    r, now = roster(s), dict(modes)
    for u in on_map(s, SOVIET):
        if s.marks[u] & ENTRENCHED and now.get(r.group[u]) == "offensive":
            yield f"{r.ids[u]} is entrenched, but its army is in Offensive mode"


def _weather(s: State) -> Iterator[str]:
    """ms:A3, L - the weather is one there is, and that of the track unless it varies."""
    now = extra(s).weather
    near = {weather.printed(s, s.turn + step) for step in (-2, -1, 0, 1)}
    if now not in WEATHER or now not in near:
        yield f"the weather is {now}"
    settled = any(frame.name == "player turn" for frame in s.flow if isinstance(frame, Play))
    if settled and not s.defn.options[weather.OPTION] and now != weather.printed(s, s.turn):
        yield f"the weather is {now} on turn {s.turn}"


def _tracks(s: State) -> Iterator[str]:
    """ms:D, F5, I - no track is negative or above what the turn gives."""
    x, turn = extra(s), facts(s).content.turn(s.turn)
    for side in (SOVIET, GERMAN):
        if not 0 <= x.air[side] <= turn.air[side]:
            yield f"the {SIDES[side]} side has {x.air[side]} air support markers"
        if not 0 <= x.rail[side] <= 2 * turn.rail[side]:
            yield f"the {SIDES[side]} side has {x.rail[side]} half rail points"
        if x.interdicted[side] < 0:
            yield f"{x.interdicted[side]} half rail points of the {SIDES[side]} side are interdicted"
    yield from (f"{roster(s).ids[u]} has spent {n} half points" for u, n in enumerate(x.spent) if n < 0)


def _fights(s: State) -> Iterator[str]:
    """ms:G1, G2 - a hex and a unit fight once in a phase; at most three air markers a side."""
    r, label = roster(s), s.defn.map.grid.label
    fights, most = extra(s).fights, facts(s).content.series.air_per_combat
    units = [u for fight in fights for u in fight.units]
    targets = [fight.target for fight in fights]
    yield from (f"{r.ids[u]} attacks {units.count(u)} times" for u in sorted(set(units)) if units.count(u) > 1)
    if reading(s, "KHA-N28") == "a":
        twice = sorted({cell for cell in targets if targets.count(cell) > 1})
        yield from (f"{label(cell)} is attacked {targets.count(cell)} times" for cell in twice)
    for fight in fights:
        if any(not 0 <= count <= most for count in fight.air):
            yield f"the attack on {label(fight.target)} has {fight.air} air support markers"


def _derived(s: State) -> Iterator[str]:
    """What the state keeps beside the places of the units is what follows from them."""
    fresh = s.clone()
    fresh.rebuild()
    yield from invariants.places_kept(s, fresh)
    for side in (SOVIET, GERMAN):
        if ("zone", side) in s.cache and zones.of(s, side) != zones.of(fresh, side):
            yield f"the zones of the {SIDES[side]} side are out of date"
        key = ("supplied", side, extra(s).weather)
        if key in s.cache and supply.supplied_hexes(s, side) != supply.supplied_hexes(fresh, side):
            yield f"the supplied hexes of the {SIDES[side]} side are out of date"
