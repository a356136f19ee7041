"""kharkov:8-offensive, KHA-N39, KHA-N40, KHA-21 - units of Offensive armies must attack Germans in their zones."""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import zones
from blackearth.systems.kharkov.board import SOVIET, State, facts, mode_of, on_map, roster
from blackearth.systems.kharkov.fights import able, attackable

CITE = "kharkov:8-offensive"


def duties(s: State) -> dict[int, tuple[int, ...]]:
    """The units that must still attack in this combat phase, each with the hexes it may choose among. A unit without
    any hex left is excused; one over a major river from the Germans has no zone there.
    """
    if s.active != SOVIET or not facts(s).content.scenario.modes:
        return {}
    found = s.cache.get("duties")
    if found is None:
        found, goals = {}, attackable(s)
        near = s.defn.map.grid.around(goals)
        for unit in on_map(s, SOVIET):
            if near >> s.at[unit] & 1 and mode_of(s, unit) == "offensive" and able(s, unit):
                hexes = zones.units_zone(s, unit) & goals
                if hexes:
                    found[unit] = tuple(cells(hexes))
        s.cache["duties"] = found
    result: dict[int, tuple[int, ...]] = found
    return result


def left_out(s: State, units: Iterable[int], target: int) -> tuple[int, ...]:
    """KHA-N40 - units that could not do their duty any more if these attacked a hex without them."""
    taking_part = set(units)
    return tuple(u for u, hexes in duties(s).items() if hexes == (target,) and u not in taking_part)


def open_duty(s: State) -> Refusal | None:
    """Why the combat phase may not end yet, or None."""
    waiting = duties(s)
    if not waiting:
        return None
    hexes = tuple(sorted({cell for found in waiting.values() for cell in found}))
    units = tuple(waiting)
    text = f"{roster(s).text(units)} of Offensive armies must still attack Germans in their zones"
    return Refusal(CITE, text, units, hexes)
