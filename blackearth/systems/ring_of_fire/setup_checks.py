"""rof:16.1-setup, 16.2-setup - what a set-up must keep to."""

from __future__ import annotations

from collections.abc import Iterator

from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.ring_of_fire.board import (
    RESERVE,
    STACK_LIMIT,
    State,
    adjacent_to_enemy,
    facts,
    on_map,
    reading,
    roster,
    stack_size,
)
from blackearth.systems.ring_of_fire.scenario import SetupStep
from blackearth.systems.ring_of_fire.setup_cover import cover_refusal


def zone_of(s: State, unit: int) -> int:
    """rof:16.1-setup, 16.2-setup - mask of the hexes where a unit may be set up (ROF-A33)."""
    d = facts(s)
    return d.content.zones[d.units.zone[unit]]


def zone_text(s: State, zone: str) -> str:
    """A set-up zone in words."""
    entry = facts(s).content.scenario.zones[zone]
    if entry.of:
        return f"within {entry.within} hex of {entry.of}, in no hex of the Soviet zone"
    words = {
        "soviet_start": "beyond the first line of German fortifications",
        "german_start": "on or southwest of the first line of German fortifications",
        "east_of_donets": "east of the Donets",
    }
    text = " and ".join(words.get(name, name) for name in entry.all)
    return text + "".join(f", but not {words.get(name, name)}" for name in entry.none)


def faults(s: State, step: SetupStep) -> Iterator[Refusal]:
    """rof:16.1-setup, 16.2-setup - what forbids to end a step of the set-up; lazily, the simplest first."""
    r, grid = roster(s), s.defn.map.grid
    left = [u for u in step.units if s.at[u] < 0]
    if left:
        yield Refusal(
            setup_cite(s), f"{len(left)} units are still to be placed, among them {r.ids[left[0]]}", tuple(left)
        )
    for u in step.units:
        if s.at[u] >= 0 and not zone_of(s, u) >> s.at[u] & 1:
            text = f"{r.ids[u]} in {grid.label(s.at[u])} must stand {zone_text(s, r.zone[u])}"
            yield Refusal(setup_cite(s), text, (u,), (s.at[u],))
    for cell in cells(s.occupied[step.side]):
        size = stack_size(s, s.stacks[cell])
        if size > STACK_LIMIT:
            text = f"the stack in {grid.label(cell)} counts {size}, more than {STACK_LIMIT}"
            yield Refusal("rof:9.1", text, s.stacks[cell], (cell,))
    yield from exposed_reserves(s, step.side)
    cover = cover_refusal(s, step)
    if cover:
        yield cover


def exposed_reserves(s: State, side: int) -> Iterator[Refusal]:
    """rof:14.1, 16.1-setup - units may start in reserve, but not next to an enemy (ROF-S07, reading a)."""
    if reading(s, "ROF-S07") != "a":
        return
    exposed = [u for u in on_map(s, side) if s.marks[u] & RESERVE and adjacent_to_enemy(s, u)]
    if exposed:
        names = ", ".join(roster(s).ids[u] for u in exposed)
        hexes = tuple(sorted({s.at[u] for u in exposed}))
        yield Refusal("rof:14.1", f"next to the enemy and therefore no reserve: {names}", tuple(exposed), hexes)


def all_faults(s: State) -> Iterator[Refusal]:
    """rof:16.1-setup, 16.2-setup - what is wrong with a complete set-up."""
    for step in facts(s).content.setup:
        yield from faults(s, step)


def setup_cite(s: State) -> str:
    """Rule id of the set-up of the scenario being played."""
    return f"{facts(s).content.scenario.cite}-setup"
