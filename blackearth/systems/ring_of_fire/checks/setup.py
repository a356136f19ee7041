"""Checks of the scenarios: suggested set-up, zones, lines, arrivals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from blackearth.systems.ring_of_fire.checks.cover import leaks
from blackearth.systems.ring_of_fire.checks.files import Files
from blackearth.systems.ring_of_fire.content import SIDES, Content, SetupStep

_STACK = 4


def placed(files: Files, content: Content) -> Iterator[str]:
    """The suggested set-up places every unit that starts on the map, each inside its zone."""
    roster, grid, file = content.roster, content.map.grid, files.suggested.file
    start = {u for step in content.setup for u in step.units}
    for u in range(len(roster)):
        if roster.ground[u] and not roster.entry_turn[u] and u not in start:
            yield f"{files.units.file}: no step of the set-up of {content.scenario.name} places {roster.ids[u]}."
    for u in sorted(start - set(content.suggested)):
        yield f"{file}: {roster.ids[u]} is not placed."
    for u, (cell, _) in content.suggested.items():
        if u not in start:
            yield f"{file}: {roster.ids[u]} does not start on the map."
        elif not content.zones[roster.zone[u]] >> cell & 1:
            yield f"{file}: {roster.ids[u]} stands in {grid.label(cell)}, outside of its zone {roster.zone[u]}."


def stacks(files: Files, content: Content) -> Iterator[str]:
    """No hex of the suggested set-up is overstacked or mixed, and no reserve stands next to an enemy."""
    roster, grid, file = content.roster, content.map.grid, files.suggested.file
    sizes: Counter[int] = Counter()
    held: dict[int, set[int]] = {0: set(), 1: set()}
    for u, (cell, _) in content.suggested.items():
        sizes[cell] += roster.stacking[u]
        held[roster.side[u]].add(cell)
    for cell, size in sizes.items():
        if size > _STACK:
            yield f"{file}: the stack in {grid.label(cell)} counts {size}, more than {_STACK} (rof:9.1)."
    for cell in held[0] & held[1]:
        yield f"{file}: both sides stand in {grid.label(cell)}."
    for u, (cell, reserve) in content.suggested.items():
        if reserve and held[1 - roster.side[u]] & set(grid.near[cell]):
            yield f"{file}: the reserve {roster.ids[u]} in {grid.label(cell)} stands next to an enemy (rof:14.1)."


def lines(files: Files, content: Content) -> Iterator[str]:
    """The lines that must be covered are, both by the chain of hexes and against a walk from the enemy's side."""
    for step in content.setup:
        if step.covers:
            yield from _cover(files, content, step)


def _cover(files: Files, content: Content, step: SetupStep) -> Iterator[str]:
    if step.covers not in content.map.lines:
        yield f"{content.scenario.id}: the line {step.covers} is not in lines.csv."
        return
    roster, name = content.roster, SIDES[step.side]
    own, enemy = content.map.masks[f"{name}_start"], content.map.masks[f"{SIDES[1 - step.side]}_start"]
    line = sum(1 << cell for cell in content.map.lines[step.covers])
    # Leg units in the rear do not count: they may stand there only once the line is closed without them.
    counted = (
        cell
        for u, (cell, _) in content.suggested.items()
        if roster.side[u] == step.side and (step.covered_by == "all" or (roster.leg[u] and line >> cell & 1))
    )
    if leaks(content.map, name, counted, enemy, own & ~line):
        yield f"{files.suggested.file}: an enemy could walk through {step.covers} (rof:16.1)."


def arrivals(files: Files, content: Content) -> Iterator[str]:
    """Reinforcements come within the scenario, over an edge that is partly theirs."""
    scenario, masks = content.scenario, content.map.masks
    for group in content.reinforcements:
        if not scenario.first_turn <= group.turn <= scenario.last_turn:
            yield f"{scenario.id}: {group.formation} arrives on turn {group.turn}, outside of the scenario."
        if not masks[f"edge_{group.edge}"] & masks[f"{SIDES[group.side]}_edge"]:
            yield f"{scenario.id}: {group.formation} arrives on the {group.edge} edge, none of which is friendly."
    late = {row.unit for row in files.units if row.mix == "core" and 0 < row.entry_turn <= scenario.last_turn}
    for unit in sorted(late - {content.roster.ids[u] for group in content.reinforcements for u in group.units}):
        yield f"{scenario.id}: {unit} should arrive by turn {scenario.last_turn}, but is in no group."
    start = next((row.count for row in files.counters if row.group == "soviet barrages at start"), scenario.barrages)
    if scenario.barrages != start:
        yield f"{scenario.id}: the Soviets start with {start} Barrage markers, not {scenario.barrages} (rof:12.62)."


CHECKS = (placed, stacks, lines, arrivals)
