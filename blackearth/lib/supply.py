"""Supply lines: chains of hexes from a unit to a source, free of enemies and of what enemies bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from blackearth.hexes.grid import Grid
from blackearth.hexes.paths import flood


@lru_cache(maxsize=256)
def supplied_hexes(grid: Grid, sources: int, closed: int, gates: tuple[int, ...] | None) -> int:
    """All hexes from which a line of any length can be traced. They are kept: most moves cut no line.

    Args:
        grid: the map.
        sources: mask of the source hexes.
        closed: mask of the hexes no line may enter (a source among them does not count).
        gates: six masks, the cells that may be left in each direction; None if no hexside is barred.
    """
    return flood(sources, grid.all ^ (grid.all & closed), grid.width, gates)


def supply_line(grid: Grid, start: int, sources: int, closed: int, gates: Sequence[int] | None) -> list[int]:
    """A shortest supply line from a hex to a source, both included; empty if there is none. The start may be closed."""
    free = grid.all ^ (grid.all & closed)
    before = {start: -1}
    queue = [start]
    for cell in queue:
        if sources >> cell & 1 and (free >> cell & 1 or cell == start):
            line = [cell]
            while before[line[-1]] >= 0:
                line.append(before[line[-1]])
            return line[::-1]
        for direction, near in enumerate(grid.toward[cell]):
            if (
                near >= 0
                and near not in before
                and free >> near & 1
                and (gates is None or gates[direction] >> cell & 1)
            ):
                before[near] = cell
                queue.append(near)
    return []
