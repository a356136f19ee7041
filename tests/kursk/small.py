"""Small positions of Kursk for tests of movement, supply and air missions."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from blackearth.core.dice import ScriptedDice
from blackearth.systems.kursk import board, content
from blackearth.systems.kursk.board import State
from tests.support.table import Step, Table


def position(
    units: dict[str, str], *, side: str = "german", begin: Step | None = None, scenario: str = "jul4",
    marks: dict[str, int] | None = None, options: Sequence[str] = (), dice: Sequence[int] = (),
    readings: dict[str, str] | None = None,
) -> Table:  # fmt: skip
    found = content.load(scenario)
    system: Any = SimpleNamespace(sides=("soviet", "german"), id="kursk")
    rulings = {spec.id: spec.default for spec in content.rulings()} | (readings or {})
    chosen = {spec.id: spec.id in options for spec in content.options()}
    defn = board.Definition(system, scenario, found.map, found.roster, chosen, rulings, found)
    state = State(defn, ScriptedDice(list(dice)), board.Extra())
    boxes = {name: box for box, name in board.BOX_IDS.items()}
    for name, place in units.items():
        state.at[defn.roster.index[name]] = boxes[place] if place in boxes else defn.map.grid.cell(place)
    for name, bits in (marks or {}).items():
        state.marks[defn.roster.index[name]] = bits
    state.control, state.active, state.turn = defn.map.masks["soviet_start"], ("soviet", "german").index(side), 1
    state.rebuild()
    state.events = []
    table = Table(state, len(dice), board.BOX_IDS)
    return table.run(begin) if begin else table
