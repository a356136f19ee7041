"""Air missions of computer players: interception, raids on bases, interdiction and patrols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackearth.core.actions import Action
from blackearth.core.state import NOWHERE
from blackearth.hexes.mask import cells
from blackearth.hexes.paths import flood
from blackearth.systems.kursk import air, supply
from blackearth.systems.kursk.advice_battle import Battles
from blackearth.systems.kursk.advice_staff import Staff
from blackearth.systems.kursk.advice_threat import Threat
from blackearth.systems.kursk.board import PATROL, State, facts, on_map, roster
from blackearth.systems.kursk.charts import FACES
from blackearth.systems.kursk.flights import in_range, over, patrolled, ready

#: Close support that adds as much keeps an aircraft from a raid, in victory points.
USEFUL = 0.8
#: Chance to hit for which a raid is flown.
HIT = 0.3
#: Strength cut off for which interdiction is flown, or which an interception must free.
CUT = 6
#: Aircraft that are kept from raids for patrols.
KEPT = 2
#: What a patrol must take from the enemy's best attack.
EXPOSED = 1.0
#: What the mission of an aircraft is worth.
MISSION = 2.0


def _frame(s: State) -> Any:
    return s.flow[-1]


def intercept(s: State, side: int) -> Action:
    """kursk:air-interception - interdictors that cut off much strength are sent home."""
    r, best = roster(s), (CUT - 1, _clear(s, side) or Action("end-interception"))
    cut = strength_cut(s, side, supply.free(s, side))
    for target in air.prey(s):
        able = [u for u in ready(s, side) if in_range(s, u) >> s.at[target] & 1]
        if not able or not cut:
            continue
        without = s.clone()
        without.put(target, NOWHERE)
        freed = cut - strength_cut(without, side, supply.free(without, side))
        if freed > best[0]:
            best = freed, Action("intercept", (min(able, key=lambda u: (r.range[u], u)), target))
    return best[1]


def _clear(s: State, side: int) -> Action | None:
    """kursk:air-cap - the patrol over the stack against which close support would add most goes home, if it adds much
    and another aircraft is left to fly it.
    """
    able, prey, r = ready(s, side), air.prey(s), roster(s)
    threat = Threat(s, 1 - side, Battles(s))
    best: tuple[float, Action] | None = None
    for target in prey:
        cell = s.at[target]
        near = sorted((u for u in able if in_range(s, u) >> cell & 1), key=lambda u: (r.range[u], u))
        guards = sum(1 for u in prey if s.at[u] == cell and s.marks[u] & PATROL)
        if not guards or len(near) <= guards or not s.occupied[1 - side] >> cell & 1:
            continue
        gain = air_gain(threat, cell) - guards * MISSION
        if gain > 0 and (best is None or gain > best[0]):
            best = gain, Action("intercept", (near[0], target))
    return best[1] if best else None


def air_gain(threat: Threat, cell: int) -> float:
    """What close support adds to the worth of an attack that the enemy could make on a hex."""
    s = threat.s
    units, held = s.stacks[cell], s.occupied[threat.side]
    full = facts(s).content.terrain["close_support"].die
    return threat.exposure(cell, units, held, air=full) - threat.exposure(cell, units, held, air=0)


def strength_cut(s: State, side: int, land: int) -> int:
    """kursk:supply - strength of a side that has no supply line if lines may use certain hexes."""
    grid, r = s.defn.map.grid, roster(s)
    found = flood(supply.exits(s, side), land, grid.width, facts(s).map.sides["rail"].toward)
    for _ in range(supply.reach(s)):
        found |= grid.spread(found) & land
    return sum(max(r.attack[u], r.defence[u]) for u in on_map(s, side) if not found >> s.at[u] & 1)


def raid(s: State, side: int) -> Action:
    """kursk:air-superiority - aircraft that no attack needs go together against the base that is hit most easily."""
    frame = _frame(s)
    staff = Staff(s, side).assault()
    useful = sum(1 for p in staff.plan(staff.targets()) if p.air >= USEFUL)
    able = ready(s, side)
    spare = len(able) - useful - KEPT
    best: tuple[float, Action] | None = None
    for base in frame_bases(s, side):
        near = [u for u in able if in_range(s, u) >> s.at[base] & 1]
        flying = next((len(x.aircraft) for x in frame.raids if x.base == base), 0)
        count = flying + min(spare, len(near))
        chance = _hit(s, base, count)
        if (
            near
            and spare > 0
            and chance >= HIT
            and chance > _hit(s, base, flying)
            and (best is None or chance > best[0])
        ):
            best = chance, Action("raid", (min(near, key=lambda u: (roster(s).range[u], u)), base))
    return best[1] if best else Action("end-raids")


def frame_bases(s: State, side: int) -> tuple[int, ...]:
    """Enemy ground support elements on the map."""
    return tuple(u for u in on_map(s, 1 - side) if roster(s).aircraft[u] >= 0)


def _hit(s: State, base: int, aircraft: int) -> float:
    """Chance that so many aircraft destroy a base."""
    if not aircraft:
        return 0.0
    guards = len(over(s, 1 - s.active, s.at[base], patrol=True))
    _, column = air.raid_odds(s, base, aircraft, guards)
    return sum(facts(s).content.air.at(column, die) for die in range(1, FACES + 1)) / FACES


def guard(s: State, side: int) -> Action:
    """kursk:air-superiority - patrols defend the base that most aircraft raid."""
    frame = _frame(s)
    patrol, bases = next(iter(frame.pairs(s).items()))
    weight: Mapping[int, int] = {x.base: len(x.aircraft) - len(x.guards) for x in frame.raids}
    return Action("guard", (patrol, max(bases, key=lambda b: (weight[b], -b))))


def take_off(s: State, side: int) -> Action:
    """kursk:air-interdiction, air-cap - cut a railway if that starves many; else patrol over the most exposed stack."""
    return _interdict(s, side) or _patrol(s, side) or Action("end-take-off")


def _interdict(s: State, side: int) -> Action | None:
    foe, able = 1 - side, ready(s, side)
    land = supply.free(s, foe)
    reached = 0
    for unit in able:
        reached |= in_range(s, unit)
    hexes = reached & supply.open_railways(s, foe) & land & ~s.occupied[foe] & ~patrolled(s, foe)
    start = strength_cut(s, foe, land)
    found = {c: strength_cut(s, foe, land & ~(1 << c)) - start for c in cells(hexes)}
    cell = max(found, key=lambda c: (found[c], -c), default=-1)
    if cell < 0 or found[cell] < CUT:
        return None
    unit = min((u for u in able if in_range(s, u) >> cell & 1), key=lambda u: (roster(s).range[u], u))
    return Action("interdict", (unit,), (cell,))


def _patrol(s: State, side: int) -> Action | None:
    threat = Threat(s, side, Battles(s))
    held, guarded = s.occupied[side], patrolled(s, side)
    found = {c: air_gain(threat, c) for c in cells(held & ~guarded)}
    for cell in sorted(found, key=lambda c: (-found[c], c)):
        if found[cell] < EXPOSED:
            return None
        able = [u for u in ready(s, side) if in_range(s, u) >> cell & 1]
        if able:
            return Action("patrol", (min(able, key=lambda u: (roster(s).range[u], u)),), (cell,))
    return None
