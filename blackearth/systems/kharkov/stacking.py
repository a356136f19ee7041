"""ms:F7, rostov:1-allies - what may stand together in a hex at the end of a phase."""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov.board import State, facts, roster, stack_limit, stack_size


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
        text = f"{size / 2:g} divisions stand in {label}, {limit // 2} are allowed when the phase ends"
        yield Refusal("ms:F7", text, units, (cell,))
    if quarrel(s, units):
        yield Refusal("rostov:1-allies", f"Hungarians and Romanians stand together in {label}", units, (cell,))


def faults(s: State, side: int) -> list[Refusal]:
    """Every stack of a side that may not stay as it is."""
    r = roster(s)
    return [f for cell, units in s.stacks.items() if r.side[units[0]] == side for f in hex_faults(s, cell)]


def fits(s: State, units: Iterable[int], cell: int) -> bool:
    """Whether units could end a retreat or advance in a hex: within its limit, and with nobody they do not stand."""
    together = (*s.stacks.get(cell, ()), *units)
    return stack_size(s, together) <= stack_limit(s, roster(s).side[together[0]]) and not quarrel(s, together)
