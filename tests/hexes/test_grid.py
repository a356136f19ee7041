"""The grid: neighbours against distances in the plane, for both orientations and several ways to label a map."""

from __future__ import annotations

from math import hypot, isclose

import pytest

from blackearth.hexes.grid import DIRECTION_NAMES, Grid, Orientation
from blackearth.hexes.mask import cells

Places = dict[str, tuple[int, int]]


def _row_column_from_below(rows: int, columns: int) -> Places:
    """RRCC, rows counted from the bottom."""
    return {f"{r:02}{c:02}": (c, rows - r) for r in range(1, rows + 1) for c in range(1, columns + 1)}


def _column_row_from_above(rows: int, columns: int) -> Places:
    """CCRR, rows counted from the top."""
    return {f"{c:02}{r:02}": (c, r) for r in range(1, rows + 1) for c in range(1, columns + 1)}


def _letters(rows: int, columns: int) -> Places:
    """A1, A2, ...: the letter is the row."""
    return {f"{chr(65 + r)}{c}": (c, r) for r in range(rows) for c in range(columns)}


def _ragged(rows: int, columns: int) -> Places:
    """A map with a hole and an uneven rim, from a negative origin."""
    everything = {f"{r}/{c}": (c - 3, r - 2) for r in range(rows) for c in range(columns)}
    return {label: place for label, place in everything.items() if sum(place) % 5 and place != (2, 2)}


LABELS = {"RRCC": _row_column_from_below, "CCRR": _column_row_from_above, "A1": _letters, "ragged": _ragged}
ORIENTATIONS: tuple[Orientation, ...] = ("pointy", "flat")


@pytest.fixture(params=[(o, name, shifted) for o in ORIENTATIONS for name in LABELS for shifted in (0, 1)], ids=str)
def grid(request: pytest.FixtureRequest) -> Grid:
    orientation, labels, shifted = request.param
    return Grid(orientation, LABELS[labels](7, 9), shifted)


def _apart(grid: Grid, a: int, b: int) -> float:
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    return hypot(ax - bx, ay - by)


def test_neighbours_are_the_hexes_one_width_away(grid: Grid) -> None:
    for a in grid.cells:
        expected = {b for b in grid.cells if isclose(_apart(grid, a, b), 1.0, abs_tol=1e-9)}
        assert set(grid.near[a]) == expected
        assert grid.ring[a] == sum(1 << b for b in expected)


def test_neighbourhood_is_symmetric_and_directions_are_opposite(grid: Grid) -> None:
    for a in grid.cells:
        for d, b in enumerate(grid.toward[a]):
            if b >= 0:
                assert grid.direction(a, b) == d
                assert grid.toward[b][(d + 3) % 6] == a


def test_directions_turn_counter_clockwise_from_their_name(grid: Grid) -> None:
    pointy = {"E": (1, 0), "NE": (0.5, -1), "NW": (-0.5, -1), "W": (-1, 0), "SW": (-0.5, 1), "SE": (0.5, 1)}
    flat = {"SE": (1, 0.5), "NE": (1, -0.5), "N": (0, -1), "NW": (-1, -0.5), "SW": (-1, 0.5), "S": (0, 1)}
    signs = pointy if grid.orientation == "pointy" else flat
    for a in grid.cells:
        for d, b in enumerate(grid.toward[a]):
            if b < 0:
                continue
            (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
            x, y = signs[DIRECTION_NAMES[grid.orientation][d]]
            assert ((bx - ax > 0) - (bx - ax < 0), (by - ay > 0) - (by - ay < 0)) == (
                (x > 0) - (x < 0),
                (y > 0) - (y < 0),
            )


def test_a_shift_never_carries_a_hex_to_a_stranger(grid: Grid) -> None:
    for a in grid.cells:
        for d, shift in enumerate(grid.shift):
            landed = a + shift
            assert (landed if grid.all >> landed & 1 else -1) == grid.toward[a][d]
            assert cells(grid.shifted_mask(1 << a, d)) == [b for b in (grid.toward[a][d],) if b >= 0]


def test_distance_is_the_least_number_of_steps() -> None:
    for orientation in ORIENTATIONS:
        whole = Grid(orientation, _row_column_from_below(6, 7))
        for start in whole.cells:
            steps, front = {start: 0}, [start]
            for cell in front:
                for near in whole.near[cell]:
                    if near not in steps:
                        steps[near] = steps[cell] + 1
                        front.append(near)
            assert all(whole.distance(start, cell) == count for cell, count in steps.items())
            assert whole.within(start, 2) == sum(1 << cell for cell, count in steps.items() if count <= 2)


def test_spread_and_around(grid: Grid) -> None:
    some = sum(1 << cell for cell in grid.cells[::4])
    near = {b for a in cells(some) for b in grid.near[a]}
    assert grid.around(some) == sum(1 << cell for cell in near)
    assert grid.spread(some) == some | grid.around(some)
    assert grid.spread(grid.all) == grid.all


def test_labels_and_cells_are_inverse(grid: Grid) -> None:
    assert [grid.cell(grid.label(cell)) for cell in grid.cells] == list(grid.cells)
    assert grid.mask(grid.labels(grid.all)) == grid.all
    assert grid.find("nowhere") == -1
    with pytest.raises(KeyError):
        grid.cell("nowhere")


def test_a_known_neighbourhood_of_a_printed_map() -> None:
    """Rows from the south, even rows half a hex to the right: the hexes of Kharkov surround 1132."""
    rows = 33
    grid = Grid("pointy", _row_column_from_below(rows, 45), shifted=rows & 1)
    ring = {grid.label(cell) for cell in grid.near[grid.cell("1132")]}
    assert ring == {"1231", "1232", "1131", "1133", "1031", "1032"}


def test_two_hexes_in_one_place_are_refused() -> None:
    with pytest.raises(ValueError, match="same place"):
        Grid("pointy", {"a": (1, 1), "b": (1, 1)})


def test_only_neighbours_have_a_direction() -> None:
    grid = Grid("pointy", _letters(3, 5))
    with pytest.raises(ValueError, match="not in tuple"):
        grid.direction(grid.cell("A0"), grid.cell("A3"))
