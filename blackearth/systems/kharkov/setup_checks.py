"""ms:B, F7, kharkov:2, rostov:2 - what a set-up must keep to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blackearth.core.refusals import Refusal
from blackearth.core.tally import half_text
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import stacking
from blackearth.systems.kharkov.board import State, facts, roster, stack_limit, stack_size
from blackearth.systems.kharkov.scenario import SIDES, SetupStep


def zone_of(s: State, unit: int) -> int:
    """kharkov:2, rostov:2 - mask of the hexes where a unit may be set up; next to the front is distance 1 (N21)."""
    zone = facts(s).content.zones.get(roster(s).zone[unit])
    return zone.mask if zone else 0


def zone_text(s: State, zone: str) -> str:
    """A set-up zone in words."""
    scenario = facts(s).content.scenario
    entry = next((z for z in scenario.zones if z.name == zone), None)
    if entry:
        return f"in {', '.join(entry.hexes)}"
    side = facts(s).content.zones[zone].side
    army = next((a.name for a in scenario.armies if a.group == zone), "") if side == 0 else ""
    where = f"the sector of the {army}" if army else f"sector {zone}"
    return f"in {where}, at most {scenario.depth.of(side)} hexes from the front"


def stack_faults(s: State, cell: int, units: Iterable[int]) -> Iterator[Refusal]:
    """ms:F7, rostov:1-allies - why some units may not stand together in a hex."""
    together = tuple(units)
    if not together:
        return
    label, side = s.defn.map.grid.label(cell), roster(s).side[together[0]]
    size, limit = stack_size(s, together), stack_limit(s, side)
    if size > limit:
        text = f"the stack in {label} would count {half_text(size)} divisions, more than {half_text(limit)}"
        yield Refusal("ms:F7", text, together, (cell,))
    if stacking.quarrel(s, together):
        names = " and ".join(f"{name.capitalize()}s" for name in facts(s).content.scenario.apart)
        yield Refusal("rostov:1-allies", f"{names} do not stack, in {label}", together, (cell,))


def faults(s: State, step: SetupStep) -> Iterator[Refusal]:
    """ms:B, kharkov:2, rostov:2 - what forbids to end a step of the set-up; lazily, the simplest first."""
    r, grid = roster(s), s.defn.map.grid
    left = tuple(u for u in step.units if s.at[u] < 0)
    if left:
        yield Refusal(step.cite, f"{len(left)} units are still to be placed, among them {r.ids[left[0]]}", left)
    for u in step.units:
        if s.at[u] >= 0 and not zone_of(s, u) >> s.at[u] & 1:
            text = f"{r.ids[u]} in {grid.label(s.at[u])} must stand {zone_text(s, r.zone[u])}"
            yield Refusal(step.cite, text, (u,), (s.at[u],))
    for cell in cells(s.occupied[step.side]):
        yield from stack_faults(s, cell, s.stacks[cell])


def all_faults(s: State) -> Iterator[Refusal]:
    """ms:B, kharkov:2, rostov:2 - what is wrong with a complete set-up."""
    r = roster(s)
    for step in facts(s).content.setup:
        yield from faults(s, step)
    for cell in cells(s.occupied[0] & s.occupied[1]):
        yield Refusal("ms:F3d", f"both sides stand in {s.defn.map.grid.label(cell)}", s.stacks[cell], (cell,))
    for u in range(len(r)):
        if s.at[u] >= 0 and s.steps[u] != r.steps[u]:
            yield Refusal("ms:B", f"{r.ids[u]} is not at its full strength", (u,))


def room_for(s: State, unit: int) -> int:
    """Mask of the hexes where a unit may be set up now."""
    found = zone_of(s, unit) & ~s.occupied[1 - roster(s).side[unit]]
    for cell, units in s.stacks.items():
        if found >> cell & 1 and any(stack_faults(s, cell, dict.fromkeys((*units, unit)))):
            found ^= 1 << cell
    return found


def setup_cite(s: State) -> str:
    """Rule id of the set-up of the scenario being played."""
    return facts(s).content.setup[0].cite


def side_name(side: int) -> str:
    """A side in a title."""
    return SIDES[side].capitalize()
