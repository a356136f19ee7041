"""Answers to what a player asks of a position: reach, path, zones, supply, points. The list is in
docs/architecture.md; the odds are in `combat_queries`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from blackearth.core.system import QueryError
from blackearth.core.tally import half_text
from blackearth.systems.kharkov import (
    combat_queries,
    content,
    group_reach,
    movement,
    movement_phase,
    supply,
    victory,
    zones,
)
from blackearth.systems.kharkov.board import (
    DUE,
    ENTRENCHED,
    ISOLATED,
    SIDES,
    State,
    extra,
    facts,
    mode_of,
    on_map,
    roster,
    stack_limit,
    stack_size,
    strength,
)
from blackearth.systems.kharkov.movement_phase import MovementPhase
from blackearth.systems.kharkov.sheet import words
from blackearth.systems.kharkov.visible import ALL_SEEING, hidden, visible

Args = Mapping[str, Any]


def answer(s: State, side: int | None, name: str, args: Args) -> Any:
    """The answer to a query, from what a side may know.

    Raises:
        QueryError: there is no such query, or its arguments make no sense.
    """
    if name not in _QUERIES:
        raise QueryError(f"there is no query “{name}”; there are: {', '.join(_QUERIES)}")
    return _QUERIES[name](s, side, args)


def unit_list(s: State, side: int | None, args: Args, key: str = "units") -> tuple[int, ...]:
    """Unit numbers of ids in the arguments; units that the side may not know do not exist for it."""
    given = args.get(key)
    names = given.split() if isinstance(given, str) else given
    if not isinstance(names, list | tuple) or not names:
        raise QueryError(f"“{key}” must name units")
    index, known = roster(s).index, visible(s, side)
    if unknown := [n for n in names if n not in index or index[n] not in known]:
        raise QueryError(f"there is no unit “{str(unknown[0])[:30]}”")
    return tuple(index[n] for n in names)


def hex_of(s: State, args: Args, key: str) -> int:
    """The cell of a label in the arguments."""
    cell = s.defn.map.grid.find(str(args.get(key, "")))
    if cell < 0:
        raise QueryError(f"“{key}” must be a hex of the map")
    return cell


def side_of(args: Args) -> int:
    """The side named in the arguments."""
    if args.get("side") not in SIDES:
        raise QueryError(f"“side” must be one of {', '.join(SIDES)}")
    return SIDES.index(args["side"])


def _together(s: State, units: tuple[int, ...]) -> None:
    if len({s.at[u] for u in units}) > 1 or s.at[units[0]] < 0:
        raise QueryError("the units must stand in one hex of the map")


def _phase(s: State) -> MovementPhase | None:
    top = s.flow[-1] if s.flow else None
    return top if isinstance(top, MovementPhase) else None


def _held(s: State, units: tuple[int, ...]) -> bool:
    """Whether one of the units may not move in the running phase; in other phases the question is what it could do."""
    phase = _phase(s)
    if phase is None or roster(s).side[units[0]] != s.active:
        return False
    return any(movement_phase.own_refusals(s, units, exploitation=phase.exploitation))


def reach(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`reach {units}`: where units of one hex can go together, with costs in half points."""
    units = unit_list(s, side, args)
    _together(s, units)
    label, owner = s.defn.map.grid.label, roster(s).side[units[0]]
    left = max(0, min(movement.left(s, u) for u in units))
    if _held(s, units):
        return {"hexes": {}, "allowance": 0, "exits": {}, "notes": {}}
    ways = group_reach.ways(s, units)
    near = zones.of(s, 1 - owner)
    return {
        "hexes": {label(cell): way.cost for cell, way in ways.items()},
        "allowance": left,
        "exits": {},
        "notes": {label(cell): ["adjacent"] for cell in ways if near >> cell & 1},
    }


def path(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`path {units, to}`: a cheapest legal path with its cost line by line, for the unit that pays most."""
    units = unit_list(s, side, args)
    _together(s, units)
    target = hex_of(s, args, "to")
    way = None if _held(s, units) else group_reach.ways(s, units).get(target)
    if way is None:
        return {"path": [], "tally": None}
    label = s.defn.map.grid.label
    dearest = max(units, key=lambda u: movement.path_cost(s, u, way.path))
    tally = movement.path_tally(s, dearest, way.path)
    return {"path": [label(c) for c in way.path], "tally": tally.to_json(roster(s).ids, label)}


def zones_of(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`zones {side}`: hexes in the zones of control of a side, and those in the zones of its armour (ms:F3)."""
    owner, grid = side_of(args), s.defn.map.grid
    armour = 0 if hidden(s) and s.flow and side not in (owner, ALL_SEEING) else zones.of_armour(s, owner)
    return {"zone": grid.labels(zones.of(s, owner)), "armour": grid.labels(armour), "links": []}


def supply_lines(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`supply {units}` or `supply {side}`: for each unit its supply line, or what cuts it."""
    known = visible(s, side)
    if "units" in args:
        units = [u for u in unit_list(s, side, args) if s.at[u] >= 0]
    else:
        units = [u for u in on_map(s, side_of(args)) if u in known]
    return {roster(s).ids[u]: supply_of(s, side, u) for u in units}


def supply_of(s: State, viewer: int | None, unit: int) -> dict[str, Any]:
    """ms:E2a, E2b, E3b - the supply line of a unit and the railway or road behind it, or where it is cut."""
    owner, label = roster(s).side[unit], s.defn.map.grid.label
    walk, rail = supply.line(s, owner, s.at[unit])
    if walk:
        source = "map edge" if len(rail) <= 1 else f"railway{' or road' if owner else ''} at {label(walk[-1])}"
        way = [label(c) for c in (*walk, *rail[1:])]
        return {"ok": True, "path": way, "source": source, "length": len(walk) - 1}
    wish = supply.wish(s, owner, s.at[unit])
    cut = _cut(s, viewer, owner, wish)
    return {"ok": False, "path": [label(c) for c in wish], "source": "", "cut": cut}


def _cut(s: State, viewer: int | None, owner: int, wish: list[int]) -> dict[str, Any]:
    """The first hex where an unhindered line is cut, and by whom; or its length."""
    r, label, known = roster(s), s.defn.map.grid.label, visible(s, viewer)
    free = zones.open_hexes(s, owner)
    for cell in wish[1:]:
        if free >> cell & 1:
            continue
        if s.occupied[1 - owner] >> cell & 1:
            by = [r.ids[u] for u in s.stacks[cell] if u in known]
            return {"hex": label(cell), "by": by, "text": f"enemy units in {label(cell)}", "cite": "ms:E2a"}
        by = [r.ids[u] for u in on_map(s, 1 - owner) if u in known and zones.units_zone(s, u) >> cell & 1]
        return {"hex": label(cell), "by": by, "text": f"an enemy zone of control in {label(cell)}", "cite": "ms:E2a"}
    most = supply.limit(s, owner)
    if wish and most is not None:
        text = f"no source within {most} hexes"
        return {"hex": label(wish[min(most, len(wish) - 1)]), "by": [], "text": text, "cite": "ms:E3b"}
    return {"hex": label(wish[-1]) if wish else "", "by": [], "text": "no source can be reached", "cite": "ms:E2a"}


def supply_area(s: State, side: int | None, args: Args) -> list[str]:
    """`supply_area {side}`: the hexes in which units of a side are in supply."""
    return s.defn.map.grid.labels(supply.supplied_hexes(s, side_of(args)))


def supply_reach(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`supply_reach {side}`: the sources, and for every hex in supply how many hexes its line has (ms:E3b)."""
    owner, grid = side_of(args), s.defn.map.grid
    area, gates = supply.supplied_hexes(s, owner), supply.crossings(s)
    sources = supply.sources(s, owner)
    length = {cell: 0 for cell in grid.cells if sources >> cell & 1}
    queue = list(length)
    for cell in queue:
        for direction, near in enumerate(grid.toward[cell]):
            if near >= 0 and near not in length and area >> near & 1 and gates[direction] >> cell & 1:
                length[near] = length[cell] + 1
                queue.append(near)
    return {
        "sources": grid.labels(sources),
        "limit": supply.limit(s, owner),
        "hexes": {grid.label(cell): n for cell, n in length.items()},
    }


def stack(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`stack {hex}`: the units in a hex and how full it is, in half divisions (ms:F7)."""
    cell = hex_of(s, args, "hex")
    inside, known = s.stacks.get(cell, ()), visible(s, side)
    owner = roster(s).side[inside[0]] if inside else s.active
    shown = [u for u in inside if u in known]
    size = stack_size(s, inside) if len(shown) == len(inside) else dict(extra(s).told).get(cell)
    limit = stack_limit(s, owner)
    return {
        "units": [roster(s).ids[u] for u in shown],
        "size": size,
        "limit": limit,
        "text": "" if size is None else f"{half_text(size)} of {half_text(limit)} divisions",
        "terrain": words(facts(s), cell),
        "control": SIDES[0 if s.control >> cell & 1 else 1],
    }


def points(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`points {}`: victory points line by line and the level they give now."""
    known = visible(s, side) if hidden(s) and s.flow else None
    now = victory.standing(s, known)
    tally = victory.points_tally(s, known).to_json(roster(s).ids, s.defn.map.grid.label)
    return tally | {"level": now.level, "text": now.text, "score": list(now.score)}


def unit(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`unit {unit}`: what the panel tells of a unit, as (label, value, rule)."""
    number = unit_list(s, side, {"units": [args.get("unit")]})[0]
    r, label = roster(s), s.defn.map.grid.label
    rows: list[tuple[str, str, str]] = []
    left = s.steps[number]
    if left:
        trench = " (entrenched)" if s.marks[number] & ENTRENCHED else ""
        values = f"{strength(s, number, attacking=True)}, {strength(s, number, attacking=False)}{trench}"
        rows.append(("Attack, defence", values, "ms:A2a"))
    rows.append(("Movement", _movement_text(s, number), "ms:F4"))
    if why := _stuck(s, number):
        rows.append(("Cannot move", *why))
    rows.append(("Steps", f"{left} of {r.steps[number]}", "ms:A2a"))
    if left > 1:
        rows.append(("A step less", f"{r.attack[number][left - 1]}, {r.defence[number][left - 1]}", "ms:G3-AR"))
    if extra(s).modes and r.side[number] == 0:
        rows.append(("Mode", mode_of(s, number).capitalize(), "kharkov:8-modes"))
    if s.at[number] >= 0:
        rows.append(("Supply", _supply_text(s, side, number), "ms:E"))
    if s.at[number] == DUE:
        rows.append(("Status", "may enter", "ms:K"))
    if r.entrenched[number] and not s.marks[number] & ENTRENCHED:
        rows.append(("Entrenched defence", str(r.entrenched[number]), "ms:F6"))
    where = label(s.at[number]) if s.at[number] >= 0 else ""
    return {"name": r.names[number], "formation": r.formation[number], "hex": where, "rows": rows}


def _supply_text(s: State, side: int | None, number: int) -> str:
    found = supply_of(s, side, number)
    if found["ok"]:
        length = found["length"]
        return f"in supply, {found['source']}" + (f", {length} hex{'es' * (length > 1)}" if length else "")
    return f"cut: {found['cut']['text']}" + (", marked" if s.marks[number] & ISOLATED else "")


def _movement_text(s: State, number: int) -> str:
    """The allowance with what has changed it."""
    points_now, printed = movement.allowance(s, number), roster(s).move[number]
    found = half_text(points_now)
    if points_now != printed:
        found += f" of {half_text(printed)} ({extra(s).weather})"
    if s.marks[number] & ENTRENCHED:
        return f"0, {found} out of its trenches"
    spent = extra(s).spent[number]
    return f"{found}, {half_text(spent)} spent" if spent else found


def _stuck(s: State, number: int) -> tuple[str, str] | None:
    """Why a unit of the active side cannot move in the running phase, with the rule; None if it can, or if nothing
    moves.
    """
    phase, name = _phase(s), roster(s).ids[number]
    if phase is None or roster(s).side[number] != s.active or s.at[number] < 0:
        return None
    for refusal in movement_phase.own_refusals(s, (number,), exploitation=phase.exploitation):
        return refusal.text.replace(name, "it", 1), refusal.cite
    return None if movement.left(s, number) > 0 else ("its movement points are spent", "ms:F1")


def phase(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`phase {}`: the rules panel."""
    return {"steps": msgspec.to_builtins(content.panel(s.defn.scenario))}


_QUERIES: dict[str, Callable[[State, int | None, Args], Any]] = {
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
}
