"""Sets of hexes and sets of hexsides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackearth.hexes.edges import SideSet
from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import HexSet, cells, flags

GRID = Grid("pointy", {f"{r}{c}": (c, r) for r in range(5) for c in range(6)})
CELLS = st.frozensets(st.sampled_from(GRID.cells))


def _mask(some: frozenset[int]) -> int:
    return sum(1 << cell for cell in some)


@given(CELLS, CELLS)
def test_hex_sets_are_sets(a: frozenset[int], b: frozenset[int]) -> None:
    x, y = HexSet(GRID, _mask(a)), HexSet(GRID, _mask(b))
    assert cells((x & y).mask) == sorted(a & b)
    assert cells((x | y).mask) == sorted(a | b)
    assert cells((x - y).mask) == sorted(a - b)
    assert len(x) == len(a)
    assert list(x) == [GRID.label(cell) for cell in sorted(a)]
    assert all(GRID.label(cell) in x for cell in a)
    assert not any(GRID.label(cell) in x for cell in set(GRID.cells) - a)
    assert (x == y) == (a == b)
    assert hash(x) == hash(HexSet(GRID, _mask(a)))


@given(CELLS)
def test_flags_answer_for_single_cells(a: frozenset[int]) -> None:
    text = flags(_mask(a), GRID.size)
    assert len(text) == GRID.size
    assert {cell for cell in range(GRID.size) if text[cell] == "1"} == a


def test_a_hex_set_of_another_map_is_another_set() -> None:
    other = Grid("pointy", {f"{r}{c}": (c, r) for r in range(5) for c in range(6)})
    assert HexSet(GRID, 0) != HexSet(other, 0)
    assert HexSet(GRID, 0) != 0
    assert "99" not in HexSet(GRID, GRID.all)


def test_a_hex_set_shows_itself() -> None:
    grid = Grid("pointy", {f"{r}{c}": (c, r) for r in range(3) for c in range(3)}, shifted=1)
    some = HexSet(grid, grid.mask(["00", "11", "22"]))
    assert repr(some) == "HexSet(00 11 22)"
    assert some.picture() == "# . .\n . # .\n. . #"


def _sides() -> list[tuple[int, int]]:
    return [(a, b) for a in GRID.cells for b in GRID.near[a] if a < b]


@given(st.lists(st.tuples(st.sampled_from(_sides()), st.booleans())))
def test_a_side_set_knows_its_hexsides_from_both_hexes(chosen: list[tuple[tuple[int, int], bool]]) -> None:
    sides = SideSet(GRID, [(b, a) if turned else (a, b) for (a, b), turned in chosen])
    expected = {side for side, _ in chosen}
    assert list(sides) == sorted(expected)
    assert len(sides) == len(expected)
    for a, b in _sides():
        inside = (a, b) in expected
        assert sides.has(a, b) == sides.has(b, a) == inside
        assert bool(sides.toward[GRID.direction(a, b)] >> a & 1) == inside
        assert bool(sides.toward[GRID.direction(b, a)] >> b & 1) == inside
    for a in GRID.cells:
        assert sorted(sides.sides_of(a)) == sorted(b for b in GRID.near[a] if (min(a, b), max(a, b)) in expected)


def test_a_side_lies_between_neighbours() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        SideSet(GRID, [(GRID.cell("00"), GRID.cell("22"))])
