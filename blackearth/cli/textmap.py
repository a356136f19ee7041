"""A map as text: a window of hexes with terrain, control and stacks."""

from __future__ import annotations

from blackearth.core.state import State

_TERRAIN = (("town", "t"), ("forest", "f"), ("woods", "f"), ("fort", "x"))
LEGEND = "f forest, t town, x fortification; first letter of a side with the number of units; ' Soviet control"


def text_map(state: State, centre: int, radius: int) -> str:
    """The hexes round one, each as its label over its contents.

    Args:
        state: the state.
        centre: cell in the middle.
        radius: hexes to each side.
    """
    grid = state.defn.map.grid
    column, row = grid.place(centre)
    inside = {grid.place(cell): cell for cell in grid.cells}
    lines: list[str] = []
    for down in range(row - radius, row + radius + 1):
        cells = [inside.get((across, down)) for across in range(column - radius, column + radius + 1)]
        if not any(cell is not None for cell in cells):
            continue
        some = next(cell for cell in cells if cell is not None)
        shift = "   " if grid.centre(some)[0] % 1 else ""
        lines.append(shift + " ".join(grid.label(c).center(5) if c is not None else "     " for c in cells))
        lines.append(shift + " ".join(_contents(state, c).center(5) if c is not None else "     " for c in cells))
    return "\n".join(line.rstrip() for line in lines)


def _contents(state: State, cell: int) -> str:
    """Stack, terrain and control of a hex in five letters."""
    letters = "".join(letter for feature, letter in _TERRAIN if state.defn.map.has(feature, cell))
    there = state.stacks.get(cell)
    if there:
        side = state.defn.system.sides[state.defn.roster.side[there[0]]]
        return f"{side[0].upper()}{len(there)}{letters}"
    return f"{letters or '.'}{chr(39) if state.control >> cell & 1 else ''}"
