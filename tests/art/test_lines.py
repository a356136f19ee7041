"""The drawing tools: pens, contours, noise and frames."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackearth.art.frame import RADIUS, Frame, offset
from blackearth.art.noise import Noise, chance, scatter, seed
from blackearth.art.raster import Raster, area, resample
from blackearth.art.svg import Pen, num, pack
from tests.art.pages import patch

coordinates = st.floats(-3000, 3000, allow_nan=False)
points = st.tuples(coordinates, coordinates)


@given(st.floats(-1e4, 1e4, allow_nan=False), st.integers(0, 3))
def test_numbers_are_short_and_right(value: float, digits: int) -> None:
    text = num(value, digits)
    assert float(text) == pytest.approx(value, abs=0.5 * 10**-digits + 1e-9)
    assert not text.startswith(("0.", "-0"))


@given(st.lists(st.floats(-100, 100, allow_nan=False), min_size=1, max_size=8))
def test_packed_numbers_can_be_told_apart(values: list[float]) -> None:
    found = re.findall(r"-?(?:\d+\.?\d*|\.\d+)", pack(values))
    assert [float(text) for text in found] == pytest.approx(values, abs=0.051)


@given(st.lists(points, min_size=2, max_size=60))
def test_rounding_never_adds_up_along_a_line(line: list[tuple[float, float]]) -> None:
    pen = Pen().move(line[0])
    for point in line[1:]:
        pen.line(point)
    numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", str(pen))]
    x, y = sum(numbers[::2]), sum(numbers[1::2])
    assert (x, y) == pytest.approx(line[-1], abs=0.06)


def test_contour_of_a_square_runs_clockwise_and_has_its_area() -> None:
    raster = Raster(200, 160, 4)
    raster.stamp([(40, 40), (120, 40), (120, 100), (40, 100)])
    rings = raster.contour(0.5)
    assert len(rings) == 1
    assert area(rings[0]) == pytest.approx(80 * 60, rel=0.05)


def test_blurring_keeps_what_is_there() -> None:
    raster = Raster(200, 200, 4)
    raster.stamp([(60, 60), (140, 60), (140, 140), (60, 140)])
    before = sum(map(sum, raster.rows))
    raster.blur(9)
    assert sum(map(sum, raster.rows)) == pytest.approx(before, rel=1e-6)
    assert raster.value(100, 100) > 0.99 > 0.6 > raster.value(60, 100)


def test_small_rings_are_dropped() -> None:
    raster = Raster(200, 200, 4)
    raster.stamp([(10, 10), (22, 10), (22, 22), (10, 22)])
    raster.stamp([(60, 60), (140, 60), (140, 140), (60, 140)])
    assert len(raster.contour(0.5)) == 2
    assert len(raster.contour(0.5, 260)) == 1


def test_resampled_points_are_evenly_spaced() -> None:
    square = [(0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0)]
    dots = resample(square, 9)
    assert len(dots) == 40
    gaps = [math.dist(a, b) for a, b in zip(dots, dots[1:] + dots[:1], strict=True)]
    assert max(gaps) == pytest.approx(9) == min(gaps)


@given(st.integers(), st.integers())
def test_chance_is_a_share(a: int, b: int) -> None:
    assert 0 <= chance(a, b) < 1
    assert chance(a, b) == chance(a, b)


def test_noise_is_bounded_and_smooth() -> None:
    noise = Noise("test", 24, 3)
    row = [noise(x / 4, 7.5) for x in range(2000)]
    assert -0.5 <= min(row) < -0.15
    assert 0.15 < max(row) <= 0.5
    assert max(abs(a - b) for a, b in pairwise(row)) < 0.08
    assert Noise("other", 24, 3)(3, 4) != noise(3, 4)


def test_scattered_points_keep_their_distance_across_the_seam() -> None:
    size, gap = 96.0, 9.0
    dots = scatter("test", size, gap)
    assert len(dots) > 0.6 * size * size / (gap * gap)
    for n, (x, y) in enumerate(dots):
        for u, v in dots[:n]:
            dx, dy = min(abs(x - u), size - abs(x - u)), min(abs(y - v), size - abs(y - v))
            assert math.hypot(dx, dy) >= gap


def test_seeds_differ() -> None:
    assert len({seed(f"{n:04}") for n in range(4000)}) == 4000


@pytest.mark.parametrize("pointy", [True, False])
def test_neighbours_share_a_side_of_the_right_length(pointy: bool) -> None:
    frame = Frame(patch(5, 5, pointy))
    for label in frame.at:
        for k in range(6):
            other = frame.beside(label, k)
            if other:
                assert frame.beside(other, (k + 3) % 6) == label
                assert frame.step(label, other) == k
                assert math.dist(*frame.side(label, other)) == pytest.approx(RADIUS)
                assert frame.nearest(frame.at[other]) == other


@pytest.mark.parametrize("pointy", [True, False])
def test_outlines_enclose_their_hexes_and_can_be_moved_in_and_out(pointy: bool) -> None:
    frame = Frame(patch(5, 5, pointy))
    for labels in ({"0202"}, {"0202", "0203", "0303"}, set(frame.at)):
        (ring,) = frame.rings(labels)
        line = [point for point, _ in ring]
        assert area(line) == pytest.approx(len(labels) * 64 * 64 * math.sqrt(3) / 2)
        assert {label for _, label in ring} <= labels
        assert area(offset(line, -5)) < area(line) < area(offset(line, 5))


def test_a_ring_of_hexes_has_an_outer_and_an_inner_outline() -> None:
    frame = Frame(patch(6, 6, True))
    around = {frame.beside("0202", k) for k in range(6)}
    areas = sorted(area([point for point, _ in ring]) for ring in frame.rings(around))
    assert len(areas) == 2
    assert areas[0] < 0 < areas[1]
