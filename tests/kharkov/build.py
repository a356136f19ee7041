"""Small positions of Kharkov and Rostov for tests: a handful of units on the map, one frame, scripted dice.

Around 2647 the map is open ground without rivers for three hexes in every direction; a test adds the terrain it needs.
Its neighbours are 2547 (N), 2546 (NE), 2646 (SE), 2747 (S), 2648 (SW) and 2548 (NW).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from blackearth.core.dice import DiceSource, ScriptedDice
from blackearth.core.mapdata import MapData
from blackearth.core.state import NOWHERE, State
from blackearth.hexes.edges import SideSet
from blackearth.systems.kharkov.board import BOX_IDS, Definition, Extra
from blackearth.systems.kharkov.system import SYSTEM
from tests.support.table import Step, Table

SIDES = {"soviet": 0, "german": 1}
TERRAIN = ("clear", "forest", "marsh", "difficult", "sea", "city")

__all__ = ["Step", "Table", "position"]


def _map(chart: MapData, terrain: Mapping[str, str], hexsides: Mapping[str, Sequence[tuple[str, str]]]) -> MapData:
    """The map with other terrain in some hexes (hex to kind) and further hexsides (kind to pairs of hexes)."""
    grid, masks, sides = chart.grid, dict(chart.masks), dict(chart.sides)
    for label, kind in terrain.items():
        for other in TERRAIN:
            masks[other] &= ~grid.mask([label])
        masks[kind] |= grid.mask([label])
    for kind, pairs in hexsides.items():
        added = [(grid.cell(a), grid.cell(b)) for a, b in pairs]
        sides[kind] = SideSet(grid, [*sides[kind], *added])
    return replace(chart, masks=masks, sides=sides)


def position(
    units: Mapping[str, str],
    *,
    begin: Step | None = None,
    dice: Sequence[int] = (),
    source: DiceSource | None = None,
    scenario: str = "kharkov-1943",
    side: str = "soviet",
    turn: int = 2,
    weather: str = "frost",
    steps: Mapping[str, int] | None = None,
    marks: Mapping[str, int] | None = None,
    options: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    control: Sequence[str] | None = None,
    army_modes: Mapping[str, str] | None = None,
    terrain: Mapping[str, str] | None = None,
    hexsides: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    **extra: object,
) -> Table:
    """A position: the units given on the map or in a box, all others nowhere.

    Args:
        units: unit to hex (``0933``) or box (``due``).
        begin: step of the sequence of play to begin with; nothing runs if None.
        dice: the script of the dice.
        source: dice instead of a script.
        scenario: scenario id.
        side: whose player turn it is.
        turn: game turn.
        weather: weather of the turn.
        steps: steps left, where not all are.
        marks: markers, as bits.
        options: the optional rules in force.
        rulings: readings that differ from the default.
        control: Soviet hexes; those of the start if None.
        army_modes: modes of Soviet armies that are not neutral.
        terrain: hexes with other terrain than on the map.
        hexsides: rivers, fortifications and so on that the map does not have.
        extra: fields of the system's own columns.
    """
    defn = SYSTEM.define(scenario, dict.fromkeys(options, True), rulings or {})
    assert isinstance(defn, Definition)
    if terrain or hexsides:
        defn = replace(defn, map=_map(defn.map, terrain or {}, hexsides or {}))
    state = State(defn, source or ScriptedDice(list(dice)), Extra(spent=[0] * len(defn.roster), weather=weather))
    boxes = {name: box for box, name in BOX_IDS.items()}
    index, grid = defn.roster.index, defn.map.grid
    for name, place in units.items():
        state.at[index[name]] = boxes[place] if place in boxes else grid.cell(place)
    for name, count in (steps or {}).items():
        state.steps[index[name]] = count
    for name, bits in (marks or {}).items():
        state.marks[index[name]] = bits
    state.extra.modes = tuple((army_modes or {}).items())
    for field, value in extra.items():
        setattr(state.extra, field, value)
    state.control = defn.map.masks["soviet_start"] if control is None else grid.mask(control)
    state.turn, state.active = turn, SIDES[side]
    state.rebuild()
    state.events = []
    assert all(state.at[u] == NOWHERE for u in range(len(index)) if defn.roster.ids[u] not in units)
    table = Table(state, len(dice), BOX_IDS)
    return table.run(begin) if begin else table
