"""Zone of control links on plain sets, only for the check of set-ups: slow, simple, and not the engine's code."""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.mapdata import MapData


def barriers(chart: MapData, side: str, posts: Iterable[int]) -> tuple[set[int], set[tuple[int, int]]]:
    """Hexes and hexsides (smaller cell first) that the links of units in these hexes bar (rof:10.3, rof:10.7)."""
    grid, held = chart.grid, sorted(set(posts))
    hexes: set[int] = set()
    sides: set[tuple[int, int]] = set()
    for i, a in enumerate(held):
        for b in held[i + 1 :]:
            if grid.distance(a, b) == 2:
                common = sorted(set(grid.near[a]) & set(grid.near[b]))
                if len(common) == 1:
                    hexes.add(common[0])
                else:
                    sides.add((common[0], common[1]))
    edge = sum(chart.masks[f"edge_{name}"] for name in ("north", "south"))
    edge |= chart.masks["edge_west"] | chart.masks["edge_east"]
    friendly = chart.masks[f"{side}_edge"]
    for a in held:
        if not edge >> a & 1:
            near = enumerate(grid.toward[a])
            hexes |= {n for d, n in near if n >= 0 and friendly >> n & 1 and grid.toward[n][d] < 0}
    return hexes, sides


def leaks(chart: MapData, side: str, posts: Iterable[int], start: int, goal: int) -> bool:
    """Whether an enemy could walk from the hexes of one mask to those of another through these posts."""
    held = set(posts)
    hexes, sides = barriers(chart, side, held)
    closed = held | hexes
    frontier = [cell for cell in chart.grid.cells if start >> cell & 1 and cell not in closed]
    seen = set(frontier)
    while frontier:
        cell = frontier.pop()
        if goal >> cell & 1:
            return True
        for near in chart.grid.near[cell]:
            if near not in seen and near not in closed and (min(cell, near), max(cell, near)) not in sides:
                seen.add(near)
                frontier.append(near)
    return False
