"""Answers to what a player asks of a position: reach, path, zones, supply, odds. The list is in
docs/architecture.md.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from blackearth.core.refusals import Refusal
from blackearth.core.system import QueryError
from blackearth.core.tally import Tally, half_text
from blackearth.lib.links import list_links
from blackearth.lib.supply import supply_line
from blackearth.systems.ring_of_fire import (
    air_strikes,
    combat_queries,
    content,
    defensive_reserves,
    movement,
    movement_checks,
    movement_reach,
    terrain,
    victory,
)
from blackearth.systems.ring_of_fire.board import (
    HALVED,
    RESERVE,
    STACK_LIMIT,
    State,
    facts,
    in_supply,
    near_enemy,
    reading,
    roster,
    side_links,
    stack_size,
    supplied,
    supply_closed,
    supply_sources,
)
from blackearth.systems.ring_of_fire.movement_phase import Move, MovementPhase, ready_aircraft
from blackearth.systems.ring_of_fire.views import SIDES

Args = Mapping[str, Any]


def answer(s: State, side: int | None, name: str, args: Args) -> Any:
    """The answer to a query.

    Raises:
        QueryError: there is no such query, or its arguments make no sense.
    """
    if name not in _QUERIES:
        raise QueryError(f"there is no query “{name}”; there are: {', '.join(_QUERIES)}")
    return _QUERIES[name](s, args)


def unit_list(s: State, args: Args, key: str = "units") -> tuple[int, ...]:
    """Unit numbers of ids in the arguments."""
    given = args.get(key)
    names = given.split() if isinstance(given, str) else given
    if not isinstance(names, list | tuple) or not names:
        raise QueryError(f"“{key}” must name units")
    index = roster(s).index
    if unknown := [n for n in names if n not in index]:
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
    r = roster(s)
    if len({s.at[u] for u in units}) > 1 or s.at[units[0]] < 0 or not all(r.ground[u] for u in units):
        raise QueryError("the units must be ground units in one hex of the map")


def _reserve_phase(s: State) -> bool:
    return bool(s.flow) and isinstance(s.flow[-1], MovementPhase) and s.flow[-1].reserve


def _committing(s: State) -> bool:
    return bool(s.flow) and isinstance(s.flow[-1], defensive_reserves.DefensiveReserves)


def reach(s: State, args: Args) -> dict[str, Any]:
    """`reach {units}`: where units of one hex can go together, with costs in half points."""
    units = unit_list(s, args)
    _together(s, units)
    label, side = s.defn.map.grid.label, roster(s).side[units[0]]
    if _committing(s) and side != s.active:
        found = {cell: _price(s, units, path) for cell, path in defensive_reserves.paths(s, units).items()}
        points = min(defensive_reserves.allowance(s, u) for u in units)
        return {"hexes": {label(c): n for c, n in found.items()}, "allowance": points, "exits": {}, "notes": {}}
    reserve = _reserve_phase(s)
    if movement_checks.stack_refusals(s, units):
        return {"hexes": {}, "allowance": 0, "exits": {}, "notes": {}}
    far = movement_reach.reachable(s, units, reserve=reserve)
    hexes, w = far.cost, far.walk
    left = max(0, min(w.left.values()))
    near = near_enemy(s, side)
    notes = {label(c): ["adjacent"] * (near >> c & 1) + ["strategic"] * (c in far.strategic) for c, n in hexes.items()}
    return {
        "hexes": {label(c): n for c, n in hexes.items()},
        "allowance": left,
        "exits": {e: {label(c): n for c, n in h.items()} for e, h in movement_reach.leaving(s, far).items()},
        "notes": {h: words for h, words in notes.items() if words},
    }


def _price(s: State, units: tuple[int, ...], path: list[int]) -> int:
    r = roster(s)
    return max(movement.path_cost(s, r.side[u], movement.kind_of(s, u), path) for u in units)


def path(s: State, args: Args) -> dict[str, Any]:
    """`path {units, to, edge?}`: a cheapest legal path, off the map if an edge is named, with its cost line by line."""
    units = unit_list(s, args)
    _together(s, units)
    target, edge = hex_of(s, args, "to"), str(args.get("edge") or "")
    side = roster(s).side[units[0]]
    if _committing(s) and side != s.active:
        way = defensive_reserves.paths(s, units).get(target, [])
        left = {u: defensive_reserves.allowance(s, u) for u in units}
    else:
        reserve = _reserve_phase(s)
        way = movement_reach.find_path(s, units, target, reserve=reserve, edge=edge)
        left = {u: movement.allowance(s, u, reserve=reserve) - s.extra.spent[u] for u in units}
    if not way:
        return {"path": [], "tally": None}
    tally = path_tally(s, left, way, edge)
    label = s.defn.map.grid.label
    return {"path": [label(c) for c in way], "tally": tally.to_json(roster(s).ids, label)}


def path_tally(s: State, left: Mapping[int, int], way: list[int], edge: str = "") -> Tally:
    """rof:11.6 - what each step of a path costs the dearest kind among the units.

    Args:
        s: the state.
        left: the units that move together, each with the half points it has left without strategic movement.
        way: the path.
        edge: the edge over which they leave the map at its end, or nothing.
    """
    content, label = facts(s).content, s.defn.map.grid.label
    side = roster(s).side[next(iter(left))]
    kind = max(movement.kind_of(s, u) for u in left)
    tally = Tally(f"Move to {label(way[-1])}")
    hit = movement.interdicted(s, side)
    for a, b in itertools.pairwise(way):
        step = terrain.step(content, kind, a, b, reading(s, "ROF-A01"))
        terrain.add_step(tally, label(b), step, b)
        if hit >> b & 1 and not (step.road and reading(s, "ROF-A02") == "b"):
            tally.add(f"{label(b)} interdicted", Fraction(movement.surcharge(s, kind), 2), "rof:13.1", hexes=(b,))
    if edge:
        tally.add(f"off the map over the {edge} edge", Fraction(movement.EXIT_COST, 2), "rof:11.8", hexes=(way[-1],))
    tally.note = _path_note(s, left, way, edge)
    return tally


def _path_note(s: State, left: Mapping[int, int], way: list[int], edge: str) -> str:
    """What a path leaves to the unit that has the least afterwards, or how it is paid."""
    exit_cost = movement.EXIT_COST if edge else 0
    rest = {u: n - exit_cost - _price(s, (u,), way) for u, n in left.items()}
    over = [u for u in rest if rest[u] < 0]
    if not over:
        return f"Left after the move: {half_text(min(rest.values()))}"
    if all(movement_checks.strategic(s, u, tuple(way), edge) for u in over):
        return f"Strategic: beyond the {half_text(min(left[u] for u in over))} points left (11.7)"
    return "The guaranteed hex: takes all its points (11.2)"


def zones(s: State, args: Args) -> dict[str, Any]:
    """`zones {side}`: zones of control and links of a side, the cancelled links marked."""
    side, d = side_of(args), facts(s)
    grid = d.map.grid
    label, mine = grid.label, s.occupied[side]
    zone = grid.around(mine)
    found = []
    for link in list_links(grid, mine, s.occupied[1 - side], d.beyond[side], d.supply_edges[side]):
        entry: dict[str, Any] = {"kind": "hex" if len(link.hexes) == 1 else "side", "cancelled": link.cancelled}
        entry["units"] = [label(c) if c >= 0 else "edge" for c in link.units]
        entry |= {"hex": label(link.hexes[0])} if len(link.hexes) == 1 else {"sides": [label(c) for c in link.hexes]}
        found.append(entry)
    return {"zone": grid.labels(zone), "links": found}


def supply(s: State, args: Args) -> dict[str, Any]:
    """`supply {units}` or `supply {side}`: for each unit its supply line, or what cuts it."""
    r = roster(s)
    if "units" in args:
        units = [u for u in unit_list(s, args) if s.at[u] >= 0 and r.ground[u]]
    else:
        units = [u for u in r.of_side(side_of(args)) if s.at[u] >= 0 and r.ground[u]]
    return {r.ids[u]: supply_of(s, u) for u in units}


def supply_of(s: State, unit: int) -> dict[str, Any]:
    """rof:15.4 - the supply line of a unit, or where it would be cut."""
    side, grid = roster(s).side[unit], s.defn.map.grid
    start, sources = s.at[unit], supply_sources(s, side)
    line = supply_line(grid, start, sources, supply_closed(s, side), side_links(s, 1 - side).gates)
    if line:
        end = line[-1]
        kharkov = bool(s.defn.map.masks["german_supply"] >> end & 1) and not s.defn.map.masks["german_edge"] >> end & 1
        source = "Kharkov" if kharkov and side else "map edge"
        return {"ok": True, "path": [grid.label(c) for c in line], "source": source}
    wish = supply_line(grid, start, sources, 0, None)
    return {"ok": False, "path": [grid.label(c) for c in wish], "source": "", "cut": _cut(s, side, wish)}


def _cut(s: State, side: int, wish: list[int]) -> dict[str, Any]:
    """The first place where an unhindered line to a source is cut, and by whom."""
    grid, r = s.defn.map.grid, roster(s)
    links = side_links(s, 1 - side)
    for a, b in itertools.pairwise(wish):
        if s.occupied[1 - side] >> b & 1:
            by = [r.ids[u] for u in s.stacks[b]]
            return {"hex": grid.label(b), "by": by, "text": f"enemy units in {grid.label(b)}", "cite": "rof:15.4"}
        if links.hexes >> b & 1 or links.bars_step(a, b):
            d = facts(s)
            by_cells: set[int] = set()
            for link in list_links(
                grid, s.occupied[1 - side], s.occupied[side], d.beyond[1 - side], d.supply_edges[1 - side]
            ):
                if not link.cancelled and (link.hexes == (b,) or set(link.hexes) == {a, b}):
                    by_cells |= {c for c in link.units if c >= 0}
            by = [r.ids[u] for c in sorted(by_cells) for u in s.stacks.get(c, ())]
            return {"hex": grid.label(b), "by": by, "text": f"an enemy ZOC link at {grid.label(b)}", "cite": "rof:10.4"}
    return {
        "hex": grid.label(wish[-1]) if wish else "",
        "by": [],
        "text": "no source can be reached",
        "cite": "rof:15.4",
    }


def supply_area(s: State, args: Args) -> list[str]:
    """`supply_area {side}`: the hexes in which units of a side are in supply."""
    return s.defn.map.grid.labels(supplied(s, side_of(args)))


def stack(s: State, args: Args) -> dict[str, Any]:
    """`stack {hex}`: the units in a hex and how full it is (rof:9.1)."""
    cell = hex_of(s, args, "hex")
    inside = s.stacks.get(cell, ())
    return {
        "units": [roster(s).ids[u] for u in inside],
        "size": stack_size(s, inside),
        "limit": STACK_LIMIT,
        "terrain": terrain.words(facts(s).content, cell),
        "control": SIDES[0 if s.control >> cell & 1 else 1],
    }


def points(s: State, args: Args) -> dict[str, Any]:
    """`points {}`: victory points line by line and the level they give now."""
    now = victory.standing(s)
    tally = victory.points_tally(s).to_json(roster(s).ids, s.defn.map.grid.label)
    return tally | {"level": now.level, "text": now.text, "score": list(now.score)}


def unit(s: State, args: Args) -> dict[str, Any]:
    """`unit {unit}`: what the panel tells of a unit, as (label, value, rule)."""
    number = unit_list(s, {"units": [args.get("unit")]})[0]
    r, label = roster(s), s.defn.map.grid.label
    rows: list[tuple[str, str, str]] = []
    if r.air[number]:
        rows.append(("Air Strike Rating", str(r.air[number]), "rof:2.412"))
        rows.append(("Mission", "may fly" if number in ready_aircraft(s, r.side[number]) else "none left", "rof:13.0"))
        return {"name": r.names[number], "formation": r.formation[number], "rows": rows}
    left = s.steps[number]
    if left:
        values = f"{r.attack[number][left]}, {r.defence[number][left]}"
        rows.append(("Attack, defence", values, "rof:2.412"))
    if r.tank[number]:
        rows.append(("Tank rating", str(r.tank[number]), "rof:12.1"))
    rows.append(("Movement", _movement_text(s, number), "rof:11.0"))
    rows.append(("Steps", f"{left} of {r.steps[number]}", "rof:2.412"))
    if s.at[number] >= 0:
        found = supply_of(s, number)
        rows.append(
            ("Supply", f"in supply, {found['source']}" if found["ok"] else f"cut: {found['cut']['text']}", "rof:15.4")
        )
    if s.marks[number] & RESERVE:
        rows.append(("Status", "in reserve", "rof:14.1"))
    if barred := _why_still(s, number):
        rows.append(("Cannot move", barred.text, barred.cite))
    where = label(s.at[number]) if s.at[number] >= 0 else ""
    return {"name": r.names[number], "formation": r.formation[number], "hex": where, "rows": rows}


def _why_still(s: State, number: int) -> Refusal | None:
    """Why a unit of the side that moves may not move at all now; None if it may, or if nobody moves."""
    phase = s.flow[-1] if s.flow else None
    if not isinstance(phase, MovementPhase) or roster(s).side[number] != s.active or s.at[number] < 0:
        return None
    return next(iter(Move(reserve=phase.reserve).unit_refusals(s, (number,))), None)


def strike(s: State, args: Args) -> dict[str, Any]:
    """`strike {unit}`: with which faces an air unit hits, whatever its target."""
    number = unit_list(s, {"units": [args.get("unit")]})[0]
    if not roster(s).air[number]:
        raise QueryError("“unit” must be an air unit")
    faces = air_strikes.chance(s, number)
    text = f"{air_strikes.chance_text(s, number)} of 6; a hit takes a step"
    return {"chance": len(faces) / 6, "faces": list(faces), "text": text, "cite": "rof:13.2"}


def _movement_text(s: State, number: int) -> str:
    """The allowance with what has changed it."""
    reserve = _reserve_phase(s) and bool(s.marks[number] & RESERVE)
    points_now = movement.allowance(s, number, reserve=reserve)
    causes = ["out of supply when the phase began"] * bool(s.marks[number] & HALVED) + ["reserve"] * reserve
    if s.at[number] >= 0 and not in_supply(s, number) and not s.marks[number] & HALVED:
        causes.append("supply is cut at present")
    words = half_text(points_now)
    if points_now != roster(s).move[number]:
        words += f" of {half_text(roster(s).move[number])}"
    words += f" ({', '.join(causes)})" if causes else ""
    spent = s.extra.spent[number]
    return f"{words}, {half_text(spent)} spent" if spent else words


def phase(s: State, args: Args) -> dict[str, Any]:
    """`phase {}`: the rules panel."""
    return {"steps": msgspec.to_builtins(content.panel(s.defn.scenario))}


_QUERIES: dict[str, Callable[[State, Args], Any]] = {
    "reach": reach,
    "path": path,
    "zones": zones,
    "supply": supply,
    "supply_area": supply_area,
    "stack": stack,
    "points": points,
    "unit": unit,
    "strike": strike,
    "phase": phase,
    **combat_queries.QUERIES,
}
