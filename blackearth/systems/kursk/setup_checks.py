"""kursk:setup, setup-fortified - what a free set-up must keep to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import zones
from blackearth.systems.kursk.board import State, facts, roster, stack_fits
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.scenario import SetupStep

ZONE_TEXTS = {
    "soviet": "on the first Soviet line or east of it",
    "soviet_motorized": "on the Soviet side of the front, but in no hex of a fortified line",
    "german": "on the German line or west of it",
}
#: How many open hexes a sentence names.
_NAMED = 4


def zone_of(s: State, unit: int) -> int:
    """kursk:setup, setup-fortified - mask of the hexes where a unit may be set up."""
    content = facts(s).content
    return content.zones[content.zone_of[unit]].mask


def zone_faults(s: State, unit: int, cell: int) -> Iterator[Refusal]:
    """kursk:setup, setup-fortified, KUR-A38 - why a unit may not be set up in a hex."""
    if zone_of(s, unit) >> cell & 1:
        return
    content, r = facts(s).content, roster(s)
    name = content.zone_of[unit]
    lines = name == "soviet_motorized" and content.zones["soviet"].mask >> cell & 1
    cite = "kursk:setup-fortified" if lines else "kursk:setup"
    text = f"{r.ids[unit]} is set up {ZONE_TEXTS[name]}; not in {s.defn.map.grid.label(cell)}"
    yield Refusal(cite, text, (unit,), (cell,))


def stack_faults(s: State, cell: int, units: Iterable[int]) -> Iterator[Refusal]:
    """kursk:stacking-A to stacking-D - why some units may not stand together in a hex."""
    together = tuple(units)
    if not stack_fits(s, together):
        label = s.defn.map.grid.label(cell)
        yield Refusal("kursk:stacking-A", f"the stack in {label} would be too large", together, (cell,))


def gaps(s: State, step: SetupStep) -> int:
    """kursk:setup, KUR-A38 - mask of the hexes of a step's line that are neither held nor in a zone of its side; it
    does not matter who stands opposite.
    """
    return step.covered & ~(s.occupied[step.side] | zones.of(s, step.side))


def cover_faults(s: State, step: SetupStep) -> Iterator[Refusal]:
    """kursk:setup - where the line of a step is open."""
    found = cells(gaps(s, step))
    if not found:
        return
    label = s.defn.map.grid.label
    where = ", ".join(label(cell) for cell in found[:_NAMED])
    if len(found) > _NAMED:
        where += f" and {len(found) - _NAMED} more"
    line = "the first Soviet line" if step.cover == "soviet_line_1" else "the German line"
    yield Refusal("kursk:setup", f"Open hexes of {line}: {where}", hexes=tuple(found))


def faults(s: State, step: SetupStep) -> Iterator[Refusal]:
    """kursk:setup - what forbids to end a step of the set-up; lazily, the simplest first. While units are still to be
    placed, their hexes are those of the line that are open.
    """
    r = roster(s)
    left = tuple(u for u in step.units if s.at[u] < 0)
    if left:
        who = f"{len(left)} units are" if len(left) > 1 else f"{r.ids[left[0]]} is"
        yield Refusal(step.cite, f"{who} still to be placed", left, tuple(cells(gaps(s, step))))
    for u in step.units:
        if s.at[u] >= 0:
            yield from zone_faults(s, u, s.at[u])
    for cell in cells(s.occupied[step.side]):
        yield from stack_faults(s, cell, s.stacks[cell])
    yield from cover_faults(s, step)


def all_faults(s: State) -> Iterator[Refusal]:
    """kursk:setup - what is wrong with a complete set-up."""
    for step in facts(s).content.setup:
        yield from faults(s, step)


def room_for(s: State, unit: int, among: int) -> int:
    """Mask of the hexes of a mask where a unit may be set up now."""
    found = among & zone_of(s, unit) & ~s.occupied[1 - roster(s).side[unit]]
    for cell, units in s.stacks.items():
        if found >> cell & 1 and not stack_fits(s, (*(u for u in units if u != unit), unit)):
            found ^= 1 << cell
    return found


def side_name(side: int) -> str:
    """A side in a title."""
    return SIDES[side].capitalize()
