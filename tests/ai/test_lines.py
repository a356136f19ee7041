"""The line search: what it proposes is judged by a flood, and its cost by a brute search."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

import numpy as np
import pytest
from scipy.sparse.csgraph import minimum_spanning_tree

from blackearth.ai.fence import Fence, tree
from blackearth.ai.lines import Front, Place, ends_of, pairs_of, search
from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells
from blackearth.hexes.paths import flood
from blackearth.lib.links import links, off_map


def plain(columns: int, rows: int) -> Grid:
    return Grid("pointy", {f"{c:02}{r:02}": (c, r) for c in range(columns) for r in range(rows)})


def west_rim(grid: Grid, columns: int, rows: int) -> list[int]:
    """The own edge: the western half of the north edge, the west edge, the western half of the south edge."""
    north = [grid.cell(f"{c:02}00") for c in range(columns - 2, 0, -1)]
    west = [grid.cell(f"00{r:02}") for r in range(rows)]
    south = [grid.cell(f"{c:02}{rows - 1:02}") for c in range(1, columns - 1)]
    return [*north, *west, *south]


def passed(grid: Grid, posts: int, enemies: int, rim: int) -> int:
    bars = links(grid, posts, enemies, off_map(grid, rim), rim)
    return flood(enemies, grid.all & ~posts & ~bars.hexes, grid.width, bars.gates)


@pytest.mark.parametrize("seed", range(20))
def test_nobody_passes_the_line(seed: int) -> None:
    random = Random(seed)
    columns, rows = 14, 12
    grid = plain(columns, rows)
    rim = west_rim(grid, columns, rows)
    enemies = sum(1 << grid.cell(f"{c:02}{r:02}") for r in range(0, rows, 2) for c in [random.randint(8, 13)])
    # Two that have come far west already.
    deep = sum(1 << grid.cell(f"{random.randint(3, 8):02}{random.randint(2, 9):02}") for _ in range(2))
    enemies |= deep
    price = {c: 1 + random.random() for c in grid.cells if not enemies >> c & 1}
    west = sum(1 << grid.cell(f"00{r:02}") for r in range(rows))
    starts, ends = ends_of(grid, rim, [(west, 100.0)])
    fence = Fence(grid, enemies, grid.cell(f"{columns - 1:02}05"))
    chain = search(Front(grid, price, enemies, starts, ends, (), fence))
    assert chain is not None
    posts = sum(1 << c for c in chain.posts)
    assert not posts & enemies
    assert not passed(grid, posts, enemies, sum(1 << c for c in rim)) & west


def test_a_place_is_worth_posts_or_not() -> None:
    grid = plain(16, 9)
    rim = west_rim(grid, 16, 9)
    enemies = 1 << grid.cell("1404") | 1 << grid.cell("1402") | 1 << grid.cell("1406")
    # Every post east of column 6 is dear.
    price = {c: 1.0 if grid.place(c)[0] < 6 else 3.0 for c in grid.cells if not enemies >> c & 1}
    starts, ends = ends_of(grid, rim, [])
    home = grid.cell("1504")
    for worth, kept in ((0.5, 0), (60.0, 1)):
        chain = search(Front(grid, price, enemies, starts, ends, [Place(grid.cell("1004"), home, worth)]))
        assert chain is not None
        assert chain.kept == kept
        posts = sum(1 << c for c in chain.posts)
        reached = passed(grid, posts, enemies, sum(1 << c for c in rim))
        assert bool(reached >> grid.cell("1004") & 1) != bool(kept)


@pytest.mark.parametrize("seed", range(6))
def test_no_cheaper_chain_exists(seed: int) -> None:
    random = Random(seed)
    grid = plain(4, 4)
    price = {c: round(0.5 + random.random(), 3) for c in grid.cells}
    starts = {grid.cell(f"{c:02}00"): 0.0 for c in range(4)}
    ends = {grid.cell(f"{c:02}03"): 0.0 for c in range(4)}
    chain = search(Front(grid, price, 0, starts, ends))
    gaps = {(a, b): cost for a in grid.cells for b, cost in pairs_of(grid, a, 0)}
    best = min(
        sum(price[c] for c in way) + sum(gaps[pair] for pair in pairwise(way))
        for count in (1, 2, 3, 4)
        for way in permutations(grid.cells, count)
        if way[0] in starts and way[-1] in ends and all(p in gaps for p in pairwise(way))
    )
    assert chain is not None
    assert chain.cost == pytest.approx(best, abs=1e-3)


@pytest.mark.parametrize("seed", range(5))
def test_the_tree_of_the_enemies_is_as_short_as_can_be(seed: int) -> None:
    grid = plain(10, 10)
    enemies = Random(seed).sample(grid.cells, 9)
    home = next(c for c in grid.cells if c not in enemies)
    edges = tree(grid, enemies, home)
    between = np.array([[grid.distance(a, b) for b in (home, *enemies)] for a in (home, *enemies)])
    assert sum(grid.distance(a, b) for a, b in edges) == minimum_spanning_tree(between).sum()
    joined = {home}
    for a, b in edges:
        assert a in joined
        joined.add(b)
    assert joined == {home, *enemies}


def test_pairs_close() -> None:
    grid = plain(7, 7)
    middle = grid.cell("0303")
    for other, _ in pairs_of(grid, middle, 0):
        if grid.distance(middle, other) == 2:
            found = links(grid, 1 << middle | 1 << other, 0)
            assert found.hexes or any(found.bars)
    # With an enemy in the middle of a gap in line it is no gap that closes.
    between = grid.toward[middle][0]
    far = grid.toward[between][0]
    assert far not in [c for c, _ in pairs_of(grid, middle, 1 << between)]
    assert len(cells(grid.within(middle, 2))) == 19
