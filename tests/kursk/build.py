"""Small fights of Kursk for tests: a handful of units on open ground, scripted dice.

The map is wiped clean of terrain, works, rivers and railways; a test adds what it needs. The neighbours of 2015 are
2014 (N), 2115 (NE), 2116 (SE), 2016 (S), 1916 (SW) and 1915 (NW). German supply comes from 1515, Soviet from 2515.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from blackearth.core.dice import ScriptedDice
from blackearth.core.mapdata import MapData
from blackearth.hexes.edges import SideSet
from blackearth.systems.kursk import board, combat, content
from blackearth.systems.kursk.board import State
from tests.support.table import Step, Table

WIPED = (
    "forest", "swamp", "soviet_works", "german_works", "soviet_lines", "german_lines", "soviet_supply", "german_supply",
)  # fmt: skip

__all__ = ["Table", "position"]


def _map(
    chart: MapData, features: Mapping[str, Sequence[str]], rivers: Sequence[tuple[str, str]], rails: str
) -> MapData:  # fmt: skip
    grid, masks, sides = chart.grid, dict(chart.masks), dict(chart.sides)
    masks |= {name: grid.mask(features.get(name, ())) for name in WIPED}
    sides["river"] = SideSet(grid, [(grid.cell(a), grid.cell(b)) for a, b in rivers])
    sides["rail"] = SideSet(grid, pairwise(grid.cell(label) for label in rails.split()))
    return replace(chart, masks=masks, sides=sides)


def position(
    units: Mapping[str, str],
    dice: Sequence[int] = (),
    *,
    side: str = "german",
    scenario: str = "jul4",
    begin: Step = combat.begin,
    marks: Mapping[str, int] | None = None,
    options: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    features: Mapping[str, Sequence[str]] | None = None,
    rivers: Sequence[tuple[str, str]] = (),
    rails: str = "",
) -> Table:
    """A position in the Combat Phase.

    Args:
        units: unit to hex or box.
        dice: the script of the dice.
        side: the attacker.
        scenario: whose units, calendar and reinforcements there are.
        begin: the step that is played.
        marks: markers, as bits.
        options: the optional rules in force.
        rulings: readings that differ from the default.
        features: masks by name, such as `forest` or `soviet_works`.
        rivers: hexsides with a river.
        rails: the hexes of a railway, one after the other.
    """
    found = content.load(scenario)
    supplies = {"german_supply": ("1515",), "soviet_supply": ("2515",)}
    chart = _map(found.map, {**supplies, **(features or {})}, rivers, rails)
    system: Any = SimpleNamespace(
        sides=("soviet", "german"), id="kursk", frames=combat.FRAMES, extra_type=board.Extra, box_name=board.BOXES.get
    )
    readings = {spec.id: spec.default for spec in content.rulings()} | dict(rulings or {})
    chosen = {spec.id: spec.id in options for spec in content.options()}
    defn = board.Definition(system, scenario, chart, found.roster, chosen, readings, found)
    state = State(defn, ScriptedDice(list(dice)), board.Extra())
    boxes = {name: box for box, name in board.BOX_IDS.items()}
    if "kampfgruppen" in options:
        for unit, size in enumerate(found.roster.size):
            state.at[unit] = board.IN_RESERVE if size == "KG" else state.at[unit]
    for name, place in units.items():
        state.at[defn.roster.index[name]] = boxes[place] if place in boxes else defn.map.grid.cell(place)
    for name, bits in (marks or {}).items():
        state.marks[defn.roster.index[name]] = bits
    state.control, state.active, state.turn = 0, ("soviet", "german").index(side), 1
    state.rebuild()
    state.events = []
    return Table(state, len(dice), board.BOX_IDS).run(begin)
