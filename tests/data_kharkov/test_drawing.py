"""What the artist is told of the map and the counters of Kharkov and Rostov."""

from __future__ import annotations

from typing import Any, cast

import pytest

from blackearth.art.counters import counters_json
from blackearth.systems.kharkov.content import Content, load, source_of
from blackearth.systems.kharkov.drawing import map_picture, pictures
from tests.data_kharkov.conftest import Plant


@pytest.fixture(scope="module", params=("kharkov-1943", "rostov-1941"))
def content(request: pytest.FixtureRequest) -> Content:
    return load(request.param)


def test_the_sheet_shows_all_of_the_map(content: Content) -> None:
    sheet = map_picture(content)
    assert not sheet.pointy
    assert len(sheet.hexes) == 36 * 55
    assert {kind for cell in sheet.hexes for kind in cell.kinds} == {"woods", "marsh", "difficult", "sea"}
    assert len(sheet.rivers) == 667 + 186
    assert len([link for link in sheet.links if link.kind == "rail"]) == 512
    assert len(sheet.front) == len(content.front)
    ranks = {place.name: (place.rank, place.points) for place in sheet.places}
    assert ranks["Kharkov"] == ("city", 15)
    assert ranks["Belgorod"] == ("large", 5)
    assert ranks["Lisichansk"] == ("village", 0)


@pytest.mark.rule("ms:A2a")
def test_counters_show_one_strength_where_both_are_the_same(content: Content) -> None:
    counters = {counter.id: counter for counter in pictures(content)[1]}
    assert len(counters) == len(content.roster)
    shown = {
        "K-15": ["4-6-4", "3-5-4", "2-4-4", "1-2-4"], "K-MR": ["2-7", "1-7"], "K-6-01": ["4-4", "2-4"],
        "R-298": ["4-6-4", "3-5-4", "2-4-4", "1-2-4"], "R-37R-01": ["3-3", "2-3"],
    }  # fmt: skip
    for unit, values in shown.items():
        if unit in counters:
            assert [face.values for face in counters[unit].faces] == values
            assert [face.steps for face in counters[unit].faces] == list(range(len(values), 0, -1))


@pytest.mark.rule("ms:A2a")
def test_colours_of_the_nations() -> None:
    counters = {counter.id: counter.nation for counter in pictures(load("rostov-1941"))[1]}
    wanted = {
        "R-13Pz": "wehrmacht", "R-LAH": "ss", "R-H1m": "hungary", "R-R1m": "romania", "R-Pas": "italy",
        "R-SlF": "slovakia", "R-21-06": "guards", "R-21-01": "redarmy",
    }  # fmt: skip
    assert {unit: counters[unit] for unit in wanted} == wanted


@pytest.mark.rule("ms:G6-fortification", "ms:G6-cumulative")
def test_works_may_share_their_hexside_with_a_river(plant: Plant) -> None:
    old = "\n0108,0109,major_river,Don,,reconstructed,river-major"
    assert old in source_of().text("hexsides.csv")
    overlay = plant("hexsides.csv", old, f"{old}\n0108,0109,fortification,,soviet,printed,box")
    content = load("kharkov-1943", overlay)
    grid, sides = content.map.grid, content.map.sides
    side = grid.cell("0108"), grid.cell("0109")
    assert sides["fort_soviet"].has(*side)
    assert sides["major_river"].has(*side)
    assert len(sides["fort_german"]) == 0
    (works,) = map_picture(content).fort_sides
    assert works.owner == "soviet"
    assert {works.hex, works.toward} == {"0108", "0109"}


def test_an_entrenched_counter_shows_its_defence_and_no_movement() -> None:
    """The back of the counter (ms:F6): 0 movement points, and the strength in the trenches."""
    counters = {counter.id: counter for counter in pictures(load("kharkov-1943"))[1]}
    side = counters["K-40-02"].entrenched
    assert side is not None
    assert side.values == "3-0"
    assert counters["K-GP-01"].entrenched is None
    drawn = cast("dict[str, Any]", counters_json([counters["K-40-02"], counters["K-GP-01"]])["units"])
    assert ">3-0<" in drawn["K-40-02"]["entrenched"]["D"]
    assert set(drawn["K-GP-01"]) == {"1", "2"}
