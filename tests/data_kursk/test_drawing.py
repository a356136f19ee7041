"""What the artist is told of the map and the counters of Kursk."""

from __future__ import annotations

import pytest

from blackearth.systems.kursk.content import load
from blackearth.systems.kursk.drawing import map_picture, pictures


@pytest.mark.rule("kursk:setup-fortified")
@pytest.mark.parametrize(("scenario", "belts", "points"), [("may3", 3, 1), ("aug3", 5, 4), ("aug3-historical", 5, 5)])
def test_the_sheet_shows_what_is_active(scenario: str, belts: int, points: int) -> None:
    content = load(scenario)
    sheet = map_picture(content)
    assert not sheet.pointy
    assert len(sheet.hexes) == 38 * 44
    assert {kind for cell in sheet.hexes for kind in cell.kinds} == {"woods", "marsh"}
    assert len(sheet.rivers) == 770
    assert len(sheet.links) == len(content.map.sides["rail"])
    assert len(sheet.front) == len(content.front)
    long = [belt for belt in sheet.belts if len(belt.hexes) > 1]
    assert len(long) == belts
    assert {belt.owner for belt in long} == {"soviet", "german"}
    assert sum(place.points > 0 for place in sheet.places) == points


@pytest.mark.rule("kursk:combat-D", "kursk:combat-E", "kursk:combat-F", "kursk:air-A")
def test_counters_show_what_the_printed_ones_do() -> None:
    content = load("jul4")
    counters = {counter.id: counter for counter in pictures(content)[1]}
    assert len(counters) == len(content.roster)
    shown = {
        "G-131ID": "2-5", "G-L": "(2)-8", "G-Mant": "1-8", "G-KG2-01": "2-8", "S-60A": "2-4", "S-4A": "4A-4",
        "S-27AT": "1D-4", "G-Base1": "5", "G-Air1": "",
    }  # fmt: skip
    assert {unit: counters[unit].faces[0].values for unit in shown} == shown
    colours = {
        "G-2Pz": "wehrmacht", "G-SSAH": "ss", "G-1HS": "hungary", "S-11GA": "guards", "S-10A": "redarmy",
        "G-Air1": "luftwaffe", "S-Base2": "sovietair",
    }  # fmt: skip
    assert {unit: counters[unit].nation for unit in colours} == colours
    assert (counters["G-Air1"].faces[0].rating, counters["G-Air1"].air, counters["G-Base1"].air) == ("12", True, False)
    assert (counters["S-60A"].designation, counters["G-SSDR"].designation) == ("60A", "SS DR")
