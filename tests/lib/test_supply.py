"""Supply lines against an oracle on plain sets: from every hex, walk to a source."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells
from blackearth.lib.links import links, off_map
from blackearth.lib.supply import supplied_hexes, supply_line

GRIDS = (
    Grid("pointy", {f"{r}.{c}": (c, r) for r in range(6) for c in range(6)}),
    Grid("flat", {f"{r}.{c}": (c, r) for r in range(5) for c in range(7)}),
)


def _bits(some: set[int]) -> int:
    return sum(1 << cell for cell in some)


def _walk(grid: Grid, start: int, sources: set[int], closed: set[int], walls: set[frozenset[int]]) -> int | None:
    """Length of a shortest line from a hex to a source, or None; the hex itself may be closed."""
    steps = {start: 0}
    queue = [start]
    for cell in queue:
        if cell in sources and (cell == start or cell not in closed):
            return steps[cell]
        for near in grid.near[cell]:
            if near not in steps and near not in closed and frozenset((cell, near)) not in walls:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return None


@st.composite
def fronts(draw: st.DrawFn) -> tuple[Grid, set[int], set[int], set[int]]:
    """A map, sources, enemies and the enemy's edge."""
    grid = draw(st.sampled_from(GRIDS))
    rim = [cell for cell in grid.cells if len(grid.near[cell]) < 6]
    sources = draw(st.sets(st.sampled_from(grid.cells), min_size=1, max_size=6))
    enemies = draw(st.sets(st.sampled_from(grid.cells), max_size=10))
    return grid, sources, enemies, draw(st.sets(st.sampled_from(rim), max_size=8))


@pytest.mark.rule("rof:15.4", "rof:10.4")
@settings(max_examples=150, deadline=None)
@given(fronts())
def test_supply_is_a_walk_past_enemies_and_their_links(front: tuple[Grid, set[int], set[int], set[int]]) -> None:
    grid, sources, enemies, enemy_edge = front
    rim = _bits(enemy_edge)
    barred = links(grid, _bits(enemies), 0, off_map(grid, rim), rim)
    closed = enemies | set(cells(barred.hexes))
    walls = {frozenset((a, b)) for a, others in barred.walls.items() for b in others}
    area = supplied_hexes(grid, _bits(sources), _bits(closed), barred.gates)
    assert not area & _bits(closed)
    for cell in grid.cells:
        length = _walk(grid, cell, sources, closed, walls)
        if cell not in closed:
            assert bool(area >> cell & 1) == (length is not None)
        line = supply_line(grid, cell, _bits(sources), _bits(closed), barred.gates)
        assert len(line) == (0 if length is None else length + 1)
        if line:
            assert line[0] == cell
            assert line[-1] in sources
            assert not set(line[1:]) & closed
            assert all(b in grid.near[a] and frozenset((a, b)) not in walls for a, b in pairwise(line))


@pytest.mark.rule("rof:15.4")
def test_a_source_under_enemy_or_link_does_not_count() -> None:
    """ROF-A39: the last hex must be free, unless the unit stands in it."""
    grid = GRIDS[0]
    source = grid.cell("0.3")
    assert supplied_hexes(grid, 1 << source, 0, None) == grid.all
    assert supplied_hexes(grid, 1 << source, 1 << source, None) == 0
    assert supply_line(grid, grid.cell("4.3"), 1 << source, 1 << source, None) == []
    assert supply_line(grid, source, 1 << source, 1 << source, None) == [source]
