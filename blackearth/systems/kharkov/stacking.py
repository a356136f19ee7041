"""ms:F7, rostov:1-allies - what may stand together in a hex at the end of a phase."""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.refusals import Refusal
from blackearth.core.tally import half_text
from blackearth.systems.kharkov.board import State, facts, reduce, roster, stack_limit, stack_size, strength


def quarrel(s: State, units: Iterable[int]) -> bool:
    """rostov:1-allies - whether units of nations that do not stand each other are among these."""
    nations = {roster(s).nation[u] for u in units}
    return any(set(apart) <= nations for apart in _apart(s))


def _apart(s: State) -> tuple[tuple[str, ...], ...]:
    apart = facts(s).content.scenario.apart
    return (tuple(apart),) if apart else ()


def hex_faults(s: State, cell: int) -> Iterable[Refusal]:
    """What is wrong with the stack in a hex."""
    units = s.stacks.get(cell, ())
    if not units:
        return
    label, limit = s.defn.map.grid.label(cell), stack_limit(s, roster(s).side[units[0]])
    if (size := stack_size(s, units)) > limit:
        text = f"{half_text(size)} divisions stand in {label}, {half_text(limit)} are allowed when the phase ends"
        yield Refusal("ms:F7", text, units, (cell,))
    if quarrel(s, units):
        yield Refusal("rostov:1-allies", f"Hungarians and Romanians stand together in {label}", units, (cell,))


def faults(s: State, side: int) -> list[Refusal]:
    """Every stack of a side that may not stay as it is, in the order of the map; a unit alone always fits."""
    owner = roster(s).side
    crowded = [cell for cell, units in s.stacks.items() if len(units) > 1 and owner[units[0]] == side]
    return [fault for cell in sorted(crowded) for fault in hex_faults(s, cell)]


def fits(s: State, units: Iterable[int], cell: int) -> bool:
    """Whether units could end a retreat or advance in a hex: within its limit, and with nobody they do not stand."""
    together = (*s.stacks.get(cell, ()), *units)
    return stack_size(s, together) <= stack_limit(s, roster(s).side[together[0]]) and not quarrel(s, together)


def fits_alone(s: State, units: tuple[int, ...]) -> bool:
    """Whether units could stay together in a hex."""
    if not units:
        return True
    return stack_size(s, units) <= stack_limit(s, roster(s).side[units[0]]) and not quarrel(s, units)


def relieve(s: State, side: int) -> None:
    """ms:F7, N56 - where nothing can leave an overfull hex any more, the weakest units there are lost, as few as do."""
    for cell in sorted(c for c, units in s.stacks.items() if roster(s).side[units[0]] == side):
        while not fits_alone(s, s.stacks.get(cell, ())):
            weakest = min(s.stacks[cell], key=lambda u: (strength(s, u, attacking=False), u))
            reduce(s, weakest, s.steps[weakest], "no room", "ms:F7")
