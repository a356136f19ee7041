"""Queries about air missions: how far an aircraft element flies, and what each mission would do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blackearth.core.system import QueryError
from blackearth.systems.kursk import air
from blackearth.systems.kursk.board import AT_BASE, FLOWN, PATROL, State, facts, roster
from blackearth.systems.kursk.charts import FACES
from blackearth.systems.kursk.flights import in_range, over, patrolled, ready, shielded
from blackearth.systems.kursk.query_args import Args, unit_list

#: Most aircraft against one base for which the chance is told.
_MOST = 6


def plane_of(s: State, args: Args) -> int:
    """The aircraft element that is asked about, named itself or by its base."""
    number, r = unit_list(s, {"units": [args.get("unit")]})[0], roster(s)
    plane = r.aircraft[number] if r.aircraft[number] >= 0 else number
    if r.base[plane] < 0:
        raise QueryError("“unit” must be an air unit")
    return plane


def query_air(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`air {unit}`: the range of an aircraft element and what it could do where.

    `support` are enemy hexes without a patrol, `closed` hexes under enemy patrol (no support, no interdiction), `prey`
    the enemy aircraft it could send home, `bases` the enemy bases with their defence and the chance to destroy them by
    number of aircraft.
    """
    plane, r, grid = plane_of(s, args), roster(s), s.defn.map.grid
    if s.at[r.base[plane]] < 0:
        raise QueryError("its base is not on the map")
    owner = r.side[plane]
    near, closed = in_range(s, plane), patrolled(s, 1 - owner)
    safe = shielded(s, 1 - owner)
    prey = [u for u in r.of_side(1 - owner) if not r.ground[u] and s.at[u] >= 0 and near >> s.at[u] & 1]
    bases = [u for u in r.of_side(1 - owner) if r.aircraft[u] >= 0 and s.at[u] >= 0 and near >> s.at[u] & 1]
    return {
        "hex": grid.label(s.at[r.base[plane]]),
        "range": r.range[plane],
        "ready": plane in ready(s, owner),
        "hexes": grid.labels(near),
        "support": grid.labels(near & s.occupied[1 - owner] & ~closed),
        "closed": grid.labels(near & closed),
        "prey": [r.ids[u] for u in prey if not safe >> s.at[u] & 1],
        "bases": {r.ids[u]: raid_on(s, u) for u in bases},
    }


def query_strike(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`strike {unit, target}`: what an aircraft element would do to an enemy base, together with those sent there
    already, or to an enemy aircraft.
    """
    plane, target, r = plane_of(s, args), unit_list(s, args, "target")[0], roster(s)
    if r.side[target] == r.side[plane] or r.kind[target] not in ("aircraft", "ground_support") or s.at[target] < 0:
        raise QueryError("“target” must be an enemy air base on the map or an enemy aircraft element in the air")
    if r.aircraft[target] < 0:
        return {"text": "sends it home and goes home itself", "chance": 1.0}
    frame = next((f for f in reversed(s.flow) if isinstance(f, air.AirSuperiority)), None)
    sent = next((len(raid.aircraft) for raid in frame.raids if raid.base == target), 0) if frame else 0
    raid = raid_on(s, target)
    return {
        "text": f"{sent + 1} to {raid['defence']}, destroyed together with its aircraft",
        "chance": raid["chances"][min(sent, _MOST - 1)],
    }


def raid_on(s: State, base: int) -> dict[str, Any]:
    """kursk:air-superiority - a base as the target of 1, 2, 3 ... aircraft if all patrols above it defend it."""
    r, content = roster(s), facts(s).content
    guards = over(s, r.side[base], s.at[base], patrol=True)
    columns = [air.raid_odds(s, base, n, len(guards)) for n in range(1, _MOST + 1)]
    return {
        "hex": s.defn.map.grid.label(s.at[base]),
        "defence": columns[0][0],
        "guards": [r.ids[u] for u in guards],
        "chances": [
            sum(content.air.at(column, die) for die in range(1, FACES + 1)) / FACES if column >= 0 else 0.0
            for _, column in columns
        ],
    }


def rows(s: State, u: int) -> list[tuple[str, str, str]]:
    """What the panel tells of a counter of an air unit."""
    r, label = roster(s), s.defn.map.grid.label
    plane = r.aircraft[u] if r.aircraft[u] >= 0 else u
    base = r.base[plane]
    found = [("Type", "Aircraft element" if u == plane else "Ground support element", "kursk:air-A")]
    if u == base:
        found.append(("Movement", f"{r.move[u] // 2}, with its aircraft in it", "kursk:air-C"))
        found.append(("Aircraft", _status(s, plane), "kursk:air-B"))
        return found
    found.append(("Base", f"in {label(s.at[base])}" if s.at[base] >= 0 else "not on the map", "kursk:air-B"))
    found.append(("Range", f"{r.range[plane]} hexes", "kursk:air-D"))
    found.append(("Mission", _status(s, plane), "kursk:air-D"))
    return found


def _status(s: State, plane: int) -> str:
    label, cell = s.defn.map.grid.label, s.at[plane]
    if cell >= 0:
        return f"{'on patrol over' if s.marks[plane] & PATROL else 'interdicts'} {label(cell)}"
    if cell == AT_BASE:
        return "has flown" if s.marks[plane] & FLOWN else "ready"
    return "destroyed"


QUERIES: dict[str, Callable[[State, int | None, Args], Any]] = {"air": query_air, "strike": query_strike}
