"""Hexes, units and looks that the tests of tank combat share."""

from __future__ import annotations

from collections.abc import Sequence

from blackearth.core.events import Rolled
from blackearth.systems.ring_of_fire.tank_combat import begin
from tests.ring_of_fire.build import Table, position

# Round 2233, clear of rivers: X and Y are neighbours, A and C touch both, B touches Y only, D touches X only.
X, Y, A, B, C, D = "2233", "2234", "2334", "2235", "2134", "2232"

FOUR, THREE, TWO, OTHER_TWO = "G-GD-Pz", "G-GD-GR", "G-11Z-110", "G-11Z-111"
ONE, ONE_B, ONE_C, ONE_D = "S-2T-26T", "S-2T-99T", "S-2T-169T", "S-6T-22T"
RED_TWO, RED_TWO_B = "S-4GT-12GT", "S-4GT-13GT"
REGULAR, RESERVE_SEGMENT = begin(reserve=False), begin(reserve=True)


def shots(table: Table) -> list[tuple[str, str, int]]:
    """Who fired at whom with which die, in order."""
    found = []
    for event in table.events:
        if isinstance(event, Rolled):
            words = event.purpose.split()
            found.append((words[2], words[4], event.value))
    return found


def dead(table: Table, unit: str) -> bool:
    return table.where(unit) in ("eliminated", "permanent")


def fight(units: dict[str, str], dice: Sequence[int] = (), **more: object) -> Table:
    return position(units, begin=REGULAR, dice=dice, **more)  # type: ignore[arg-type]
