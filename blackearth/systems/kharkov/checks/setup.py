"""Checks of the scenarios: front, suggested set-up, supply at the start, arrivals, cities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from blackearth.hexes.grid import AXIAL
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov.checks.files import Files
from blackearth.systems.kharkov.content import GERMAN, SIDES, Content

#: Points of the cities that the rules name (kharkov:10-cities, rostov:11-cities); every other city gives 5.
_POINTS = {
    "kharkov-1943": {"Kharkov": 15},
    "rostov-1941": {"Rostov": 20, "Kharkov": 15, "Stalino": 10},
}
_LONGEST = 10


def front(files: Files, content: Content) -> Iterator[str]:
    """The front is the border between the hexes of both sides, one hexside after the other."""
    masks, grid, file, name = content.map.masks, content.map.grid, files.fronts.file, content.scenario.front
    soviet, german = masks["soviet_start"], masks["german_start"]
    want = {(a, b) for a in cells(german) for b in grid.near[a] if soviet >> b & 1}
    have = [(entry.german, entry.soviet) for entry in content.front]
    for a, b in sorted(want ^ set(have)):
        where = f"{grid.label(a)}/{grid.label(b)}"
        yield f"{file}: the side {where} must be of the front {name} if and only if control changes there."
    for first, second in pairwise(have):
        if not _touch(content, first, second) and not _wet(content, first, second):
            yield f"{file}: the front {name} jumps at {grid.label(second[0])}/{grid.label(second[1])}."


def _ends(content: Content, side: tuple[int, int]) -> set[frozenset[tuple[int, int]]]:
    a, b = (content.map.grid.axial(cell) for cell in side)
    common = {(a[0] + q, a[1] + r) for q, r in AXIAL} & {(b[0] + q, b[1] + r) for q, r in AXIAL}
    return {frozenset((a, b, third)) for third in common}


def _touch(content: Content, first: tuple[int, int], second: tuple[int, int]) -> bool:
    return bool(_ends(content, first) & _ends(content, second))


def _wet(content: Content, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """The line may go on beyond a bay."""
    near = content.map.grid.around(1 << first[0] | 1 << first[1]) & content.map.grid.around(
        1 << second[0] | 1 << second[1]
    )
    return bool(near & content.map.masks["sea"])


def _suggested(files: Files, content: Content) -> str:
    """How messages name the file of the suggested set-up."""
    tables = (files.kharkov, files.rostov)
    return next((t.file for t in tables if t.file.endswith(content.scenario.suggested)), content.scenario.suggested)


def placed(files: Files, content: Content) -> Iterator[str]:
    """The suggested set-up places every unit that starts on the map, each inside its zone (kharkov:2, rostov:2)."""
    roster, grid, file = content.roster, content.map.grid, _suggested(files, content)
    start = {u for step in content.setup for u in step.units}
    for u in range(len(roster)):
        if roster.zone[u] and u not in start:
            yield f"{files.units.file}: no step of the set-up of {content.scenario.name} places {roster.ids[u]}."
    for u in sorted(start - set(content.suggested)):
        yield f"{file}: {roster.ids[u]} is not placed."
    for u, cell in content.suggested.items():
        if u not in start:
            yield f"{file}: {roster.ids[u]} does not start on the map."
        elif not content.zones[roster.zone[u]].mask >> cell & 1:
            yield f"{file}: {roster.ids[u]} stands in {grid.label(cell)}, outside of its zone {roster.zone[u]}."


def stacks(files: Files, content: Content) -> Iterator[str]:
    """No hex of the suggested set-up is overstacked, mixed, impassable or shared by nations that keep apart (ms:F7)."""
    roster, grid, file = content.roster, content.map.grid, _suggested(files, content)
    held: dict[int, list[int]] = defaultdict(list)
    for u, cell in content.suggested.items():
        held[cell].append(u)
    for cell, units in held.items():
        side = roster.side[units[0]]
        if any(roster.side[u] != side for u in units):
            yield f"{file}: both sides stand in {grid.label(cell)}."
        size, most = sum(roster.stacking[u] for u in units), 2 * files.series.stacking.of(side)
        if size > most:
            counted = f"counts {size / 2:g} divisions, more than {most / 2:g} (ms:F7)"
            yield f"{file}: the stack in {grid.label(cell)} {counted}."
        nations = {roster.nation[u] for u in units} & set(content.scenario.apart)
        if len(nations) > 1:
            both = " and ".join(sorted(nations))
            yield f"{file}: {both} units stand together in {grid.label(cell)} (rostov:1-allies)."
        if content.map.masks["sea"] >> cell & 1:
            yield f"{file}: hex {grid.label(cell)} is impassable."


def supplied(files: Files, content: Content) -> Iterator[str]:
    """Behind the front, nobody is more than ten hexes from a source at the start (ms:E1b, ms:E2a, ms:E3b)."""
    roster, grid = content.roster, content.map.grid
    for side, name in enumerate(SIDES):
        reach = _supplied(content, side)
        for u, cell in content.suggested.items():
            if roster.side[u] == side and not reach >> cell & 1:
                where = f"{_suggested(files, content)}: {roster.ids[u]} in {grid.label(cell)}"
                yield f"{where} is out of reach of the {name} sources of supply."


def _supplied(content: Content, side: int) -> int:
    chart, own = content.map, content.map.masks[f"{SIDES[side]}_start"]
    net = {kind: chart.sides[kind] for kind in (("rail", "road") if side == GERMAN else ("rail",))}
    reach = frontier = chart.masks[f"{SIDES[side]}_supply"] & own
    while frontier:
        links = (n for cell in cells(frontier) for kind in net for n in net[kind].sides_of(cell))
        frontier = sum(1 << n for n in set(links) if own >> n & 1) & ~reach
        reach |= frontier
    barred = set(chart.sides["major_river"]) - set(chart.sides["bridge"]) - set(chart.sides["city_bank"])
    for _ in range(_LONGEST):
        near = {n for c in cells(reach) for n in chart.grid.near[c] if (min(c, n), max(c, n)) not in barred}
        reach |= sum(1 << n for n in near) & own
    return reach


def arrivals(files: Files, content: Content) -> Iterator[str]:
    """Everybody who is not there at the start arrives within the scenario; no pool is drawn dry."""
    scenario, roster = content.scenario, content.roster
    drawn: Counter[tuple[int, ...]] = Counter()
    coming: set[int] = set()
    for group in content.arrivals:
        coming |= set(group.units)
        drawn[group.units] += group.draw
        if not scenario.first_turn <= group.turn <= scenario.last_turn:
            yield f"{scenario.id}: {group.name} arrives on turn {group.turn}, outside of the scenario."
        if any(roster.side[u] != group.side for u in group.units):
            yield f"{scenario.id}: {group.name} has units of the other side."
    for units, count in drawn.items():
        if count > len(units):
            yield f"{scenario.id}: {count} units are drawn from a pool of {len(units)}."
    for u in range(len(roster)):
        if not roster.zone[u] and u not in coming:
            yield f"{scenario.id}: {roster.ids[u]} neither starts on the map nor arrives."
    yield from _entries(content)


def _entries(content: Content) -> Iterator[str]:
    chart = content.map
    rim = chart.masks["edge_north"] | chart.masks["edge_east"] | chart.masks["edge_south"] | chart.masks["edge_west"]
    for area in content.entries.values():
        for cell in cells(area.mask):
            where = f"{content.scenario.id}: hex {chart.grid.label(cell)} of the entry {area.id}"
            if not rim >> cell & 1:
                yield f"{where} is not on the edge of the map."
            if area.rail and not chart.sides["rail"].sides_of(cell):
                yield f"{where} has no railway."


def cities(files: Files, content: Content) -> Iterator[str]:
    """Every city has the printed points, and the armies are those whose units take part."""
    scenario = content.scenario
    for place in content.map.places:
        want = _POINTS[scenario.id].get(place.name, 5) if place.kind == "city" else 0
        if place.points.get(scenario.id, 0) != want:
            yield f"{scenario.id}: {place.name} must give {want} points."
    reserve = {scenario.timoshenko.reserve} if scenario.timoshenko else set()
    marks = {content.roster.group[u] for u in content.roster.of_side(0)} - reserve
    for mark in sorted(marks ^ {army.group for army in scenario.armies}):
        yield f'{scenario.id}: the army "{mark}" is either not in the scenario or has no units.'


CHECKS = (front, placed, stacks, supplied, arrivals, cities)
