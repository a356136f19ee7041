"""Woods, marsh and towns look organic, but nobody may doubt which hexes they fill."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackearth.art.frame import Frame
from blackearth.art.masses import GROWTHS, mass
from blackearth.art.raster import area
from tests.art.pages import covered, inside, patch

OWN, OTHER = 0.86, 0.19


def check(frame: Frame, kind: str, labels: set[str], level: float = 0.5) -> None:
    rings = mass(frame, kind, labels, level)
    for label in labels:
        assert inside(rings, frame.at[label]), f"the centre of {label} is not {kind}"
        share = covered(rings, frame.corners(label))
        assert share >= OWN, f"{kind} covers only {share:.0%} of {label}"
    beside = {frame.beside(label, k) for label in labels for k in range(6)} - labels - {""}
    for label in beside:
        share = covered(rings, frame.corners(label))
        assert share <= OTHER, f"{kind} covers {share:.0%} of {label}, which has none"


def test_woods_of_the_map_fill_their_hexes(frame: Frame) -> None:
    check(frame, "woods", {label for label, kinds in frame.kinds.items() if "woods" in kinds})


def test_towns_of_the_map_fill_their_hexes(frame: Frame) -> None:
    check(frame, "urban", {label for place in frame.picture.places for label in place.hexes})


@settings(max_examples=12, deadline=None)
@given(
    pointy=st.booleans(),
    kind=st.sampled_from(sorted(GROWTHS)),
    cells=st.sets(st.tuples(st.integers(0, 6), st.integers(0, 5)), min_size=1, max_size=22),
)
def test_any_mass_fills_its_hexes(pointy: bool, kind: str, cells: set[tuple[int, int]]) -> None:
    check(Frame(patch(7, 6, pointy)), kind, {f"{column:02}{row:02}" for column, row in cells})


@pytest.mark.parametrize("kind", sorted(GROWTHS))
def test_rings_run_clockwise_round_ground_and_the_other_way_round_holes(kind: str) -> None:
    frame = Frame(patch(9, 9, True))
    ring = {frame.beside("0404", k) for k in range(6)}
    areas = sorted(area(r) for r in mass(frame, kind, ring))
    assert len(areas) == 2
    assert areas[0] < 0 < areas[1]
