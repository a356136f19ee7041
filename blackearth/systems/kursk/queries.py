"""Answers to what a player asks of a position: reach, path, zones, supply, stacks, points. The list is in
docs/architecture.md; the odds are in `combat_queries`, the air missions in `air_queries`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from blackearth.core.system import QueryError
from blackearth.core.tally import half_text
from blackearth.systems.kursk import (
    air_queries,
    combat_queries,
    content,
    limited,
    movement,
    movement_phase,
    supply,
    victory,
    zones,
)
from blackearth.systems.kursk.board import HALVED, State, facts, flying, on_map, roster, stack_size
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.movement_phase import MovementPhase
from blackearth.systems.kursk.query_args import Args, hex_of, side_of, unit_list
from blackearth.systems.kursk.sheet import words
from blackearth.systems.kursk.supply_wish import Wishes, culprits

_KINDS = {
    "infantry": "Infantry", "cavalry": "Cavalry", "motorized": "Motorized infantry", "armour": "Armour",
    "artillery": "Artillery", "anti_tank": "Anti-tank", "ground_support": "Ground support element",
    "aircraft": "Aircraft element",
}  # fmt: skip
_LIMITS = {
    "attack": ("only attacks, with a regular unit of its hex", "kursk:combat-E"),
    "defence": ("only defends, with a regular unit of its hex", "kursk:combat-D"),
    "bracketed": ("fights only with a regular unit of its hex", "kursk:combat-F"),
}


def answer(s: State, side: int | None, name: str, args: Args) -> Any:
    """The answer to a query.

    Raises:
        QueryError: there is no such query, or its arguments make no sense.
    """
    if name not in _QUERIES:
        raise QueryError(f"there is no query “{name}”; there are: {', '.join(_QUERIES)}")
    return _QUERIES[name](s, side, args)


# -- movement ----------------------------------------------------------------------------------------------------------


def _mover(s: State, args: Args) -> int:
    """kursk:movement-C - the one unit that is asked about."""
    units = unit_list(s, args)
    if len(units) > 1:
        raise QueryError("units move one by one")
    if s.at[units[0]] < 0 or not roster(s).ground[units[0]]:
        raise QueryError("the unit must be a ground unit on the map")
    return units[0]


def _held(s: State, unit: int) -> bool:
    """Whether a unit may not move in the running phase; in other phases the question is what it could do."""
    phase = s.flow[-1] if s.flow else None
    if not isinstance(phase, MovementPhase) or roster(s).side[unit] != s.active:
        return False
    return any(movement_phase.refusals(s, unit, motorized=phase.motorized))


def reach(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`reach {units}`: where a unit can go, with costs in half points."""
    unit = _mover(s, args)
    if _held(s, unit):
        return {"hexes": {}, "allowance": 0, "exits": {}, "notes": {}}
    label, near = s.defn.map.grid.label, zones.of(s, 1 - roster(s).side[unit])
    cost = movement.reachable(s, unit).cost
    return {
        "hexes": {label(cell): points for cell, points in cost.items()},
        "allowance": movement.allowance(s, unit),
        "exits": {},
        "notes": {label(cell): ["adjacent"] for cell in cost if near >> cell & 1},
    }


def path(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`path {units, to}`: a cheapest legal path with its cost line by line."""
    unit, target, label = _mover(s, args), hex_of(s, args, "to"), s.defn.map.grid.label
    way = [] if _held(s, unit) else movement.reachable(s, unit).path(target)
    if not way:
        return {"path": [], "tally": None}
    tally = movement.path_tally(s, unit, tuple(way))
    return {"path": [label(c) for c in way], "tally": tally.to_json(roster(s).ids, label)}


def zones_of(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`zones {side}`: hexes in the zones of a side, and among them those its aircraft interdict (kursk:zoc-D)."""
    owner, grid = side_of(args), s.defn.map.grid
    interdicted = flying(s, owner, patrol=False)
    return {"zone": grid.labels(zones.of(s, owner)), "interdicted": grid.labels(interdicted)}


# -- supply ------------------------------------------------------------------------------------------------------------


def supply_lines(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`supply {units}` or `supply {side}`: for each unit its supply line and the railway behind it, or what cuts it."""
    r = roster(s)
    if "units" in args:
        units = [u for u in unit_list(s, args) if s.at[u] >= 0 and r.ground[u]]
    else:
        units = on_map(s, side_of(args))
    wishes: dict[int, Wishes] = {}
    return {r.ids[u]: supply_of(s, u, wishes) for u in units}


def supply_of(s: State, unit: int, wishes: dict[int, Wishes]) -> dict[str, Any]:
    """kursk:supply, supply-D - the supply line of a unit, or where it is cut.

    Args:
        s: the position.
        unit: a ground unit on the map.
        wishes: lines as they would be, by side; filled when they are needed.
    """
    owner, label = roster(s).side[unit], s.defn.map.grid.label
    walk, ride = supply.line(s, owner, s.at[unit])
    if walk:
        way = [label(c) for c in (*walk, *ride[1:])]
        source = f"railway at {label(walk[-1])}, to the edge at {label(ride[-1])}"
        found = {"ok": True, "path": way, "source": source, "length": len(walk) - 1, "rail": label(walk[-1])}
        return found if supply.supplied(s, unit) else found | {"ok": False, "cut": _alone(s, unit)}
    if owner not in wishes:
        wishes[owner] = Wishes(s, owner)
    walk, ride = wishes[owner].line(s.at[unit])
    way = [label(c) for c in (*walk, *ride[1:])]
    return {"ok": False, "path": way, "source": "", "cut": _cut(s, owner, wishes[owner], [*walk, *ride[1:]])}


def _alone(s: State, unit: int) -> dict[str, Any]:
    """kursk:opt-army-integrity - what is missing where the line itself is open."""
    r, cell = roster(s), s.defn.map.grid.label(s.at[unit])
    text = f"no other unit of the {r.army[unit]} army within {r.integrity[unit]} hexes"
    return {"hex": cell, "by": [], "text": text, "cite": "kursk:opt-army-integrity"}


def _cut(s: State, owner: int, wishes: Wishes, line: list[int]) -> dict[str, Any]:
    r, label = roster(s), s.defn.map.grid.label
    cell = wishes.cut(line)
    if cell < 0:
        text = f"no railway within {supply.reach(s)} hexes"
        return {"hex": label(line[0]) if line else "", "by": [], "text": text, "cite": "kursk:supply"}
    by = culprits(s, owner, cell)
    if s.occupied[1 - owner] >> cell & 1:
        what = "enemy units in"
    else:
        what = "enemy aircraft over" if by and not any(r.ground[u] for u in by) else "an enemy zone of control in"
    rail = "the railway is cut: " if line.index(cell) and s.defn.map.has("rail", cell) else ""
    return {
        "hex": label(cell), "by": [r.ids[u] for u in by], "text": f"{rail}{what} {label(cell)}",
        "cite": "kursk:supply-D",
    }  # fmt: skip


def supply_area(s: State, side: int | None, args: Args) -> list[str]:
    """`supply_area {side}`: the hexes in which units of a side are in supply."""
    return s.defn.map.grid.labels(supply.supplied_hexes(s, side_of(args)))


def supply_reach(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`supply_reach {side}`: the rail hexes at friendly edges, the railway hexes that are open and closed, and for
    every hex in supply how far it is to the railway.
    """
    owner, grid = side_of(args), s.defn.map.grid
    rails, land = supply.open_railways(s, owner), supply.free(s, owner)
    inside, found = rails, {cell: 0 for cell in grid.cells if rails >> cell & 1}
    for length in range(1, supply.reach(s) + 1):
        wider = inside | grid.spread(inside) & land
        found |= {cell: length for cell in grid.cells if (wider ^ inside) >> cell & 1}
        inside = wider
    closed = s.defn.map.masks["rail"] & ~rails
    return {
        "sources": grid.labels(supply.exits(s, owner)), "limit": supply.reach(s), "railways": grid.labels(rails),
        "closed": grid.labels(closed), "hexes": {grid.label(cell): n for cell, n in found.items()},
    }  # fmt: skip


# -- what stands where -------------------------------------------------------------------------------------------------


def stack(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`stack {hex}`: the units in a hex and how full it is, in divisions, corps or air units (kursk:stacking-B)."""
    cell, r = hex_of(s, args, "hex"), roster(s)
    inside = s.stacks.get(cell, ())
    small = sum(r.stacking[u] == "small" for u in inside)
    above = [u for u, where in enumerate(s.at) if where == cell and not r.ground[u]]
    return {
        "units": [r.ids[u] for u in inside],
        "aircraft": [r.ids[u] for u in above],
        "size": stack_size(s, inside),
        "small": small,
        "limit": facts(s).content.numbers.stacking.full,
        "terrain": words(facts(s), cell),
        "control": SIDES[0 if s.control >> cell & 1 else 1],
    }


def points(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`points {}`: victory points line by line and the level they give now."""
    now = victory.standing(s)
    tally = victory.points_tally(s).to_json(roster(s).ids, s.defn.map.grid.label)
    total = " to ".join(map(str, now.score))
    return tally | {"total": total, "level": now.level, "text": now.text, "score": list(now.score)}


def unit(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`unit {unit}`: what the panel tells of a counter, as (label, value, rule)."""
    number = unit_list(s, {"units": [args.get("unit")]})[0]
    r, label = roster(s), s.defn.map.grid.label
    rows = air_queries.rows(s, number) if r.kind[number] in ("aircraft", "ground_support") else _soldiers(s, number)
    if s.at[number] >= 0 and r.ground[number]:
        rows.append(("Supply", _supply_text(s, number), "kursk:supply"))
    where = label(s.at[number]) if s.at[number] >= 0 else ""
    return {"name": r.names[number], "formation": r.formation[number], "hex": where, "rows": rows}


def _soldiers(s: State, u: int) -> list[tuple[str, str, str]]:
    """The rows of a ground combat unit."""
    r = roster(s)
    rows = [("Type", _KINDS[r.kind[u]], "")]
    halved = s.at[u] >= 0 and not supply.supplied(s, u)
    values = f"{r.attack[u]}, {r.defence[u]}"
    if halved:
        values = f"{r.attack[u] // 2}, {r.defence[u] // 2} (printed {values})"
    rows.append(("Attack, defence", values, "kursk:supply-A" if halved else "kursk:combat-A"))
    rows.append(("Movement", _movement_text(s, u), "kursk:sequence" if r.motorized[u] else "kursk:movement-A"))
    if r.limited[u]:
        text, cite = _LIMITS[r.limited[u]]
        rows.append(("Limited unit", text, cite))
        pairs = dict(limited.matches(s, s.stacks.get(s.at[u], ())))
        if s.at[u] >= 0:
            rows.append(("Partner", r.names[pairs[u]] if u in pairs else "none in this hex", cite))
    zone = "none" if not r.zone[u] else "not into forest and swamp" if r.motorized[u] else "six hexes"
    rows.append(("Zone of control", zone, "kursk:zoc-F"))
    if r.integrity[u] and s.defn.options.get("army-integrity", False):
        rows.append(("Army", f"{r.army[u]}, within {r.integrity[u]} hexes", "kursk:opt-army-integrity"))
    rows.append(("Worth", f"{r.points[u]} points", "kursk:victory"))
    return rows


def _supply_text(s: State, number: int) -> str:
    found = supply_of(s, number, {})
    if found["ok"]:
        length = found["length"]
        return f"in supply, {length} {'hex' if length == 1 else 'hexes'} to the {found['source']}"
    return f"out of supply: {found['cut']['text']}"


def _movement_text(s: State, u: int) -> str:
    """The allowance with what has changed it."""
    r, now = roster(s), movement.allowance(s, u)
    text = half_text(now)
    if s.marks[u] & HALVED:
        text += f" of {half_text(r.move[u])} (out of supply when the phase began)"
    return f"{text}, and again after combat" if r.motorized[u] else text


def phase(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`phase {}`: the rules panel."""
    return {"steps": msgspec.to_builtins(content.panel(s.defn.scenario))}


_QUERIES: dict[str, Callable[[State, int | None, Mapping[str, Any]], Any]] = {
    "reach": reach,
    "path": path,
    "zones": zones_of,
    "supply": supply_lines,
    "supply_area": supply_area,
    "supply_reach": supply_reach,
    "stack": stack,
    "points": points,
    "unit": unit,
    "phase": phase,
    **combat_queries.QUERIES,
    **air_queries.QUERIES,
}
