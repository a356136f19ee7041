"""The map sheet: well formed, small enough, always the same, and complete."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys

import pytest

from blackearth.art.frame import Frame
from blackearth.art.names import Box, Gazetteer
from blackearth.art.river_names import place_rivers, samples
from blackearth.art.rivers import Waters
from blackearth.art.terrain import terrain
from blackearth.core.drawing import EdgeHex, FortBelt, FortSide, Link, MapPicture, PlacePicture, RiverSide
from tests.art.pages import hex_numbers, parsed, patch

CLASSES = ("hexnum", "village", "minor-names", "texture", "grain", "fort-teeth", "names")


def test_sheet_is_well_formed_and_has_the_layers_a_page_hides(sheet: str) -> None:
    root = parsed(sheet)
    found = {word for element in root.iter() for word in (element.get("class") or "").split()}
    assert set(CLASSES) <= found
    assert root[-1].get("class") == "names"


def test_sheet_is_small_enough_for_the_page(sheet: str) -> None:
    assert len(sheet) < 900_000
    assert len(gzip.compress(sheet.encode(), 9)) < 160_000


def test_every_hex_has_its_number_unless_a_name_covers_it(sheet: str, picture: MapPicture) -> None:
    (group,) = [part for part in parsed(sheet).iter("{http://www.w3.org/2000/svg}g") if part.get("class") == "hexnum"]
    numbers = {number for path in group for number in hex_numbers(path.attrib["d"])}
    labels = {h.label for h in picture.hexes}
    assert numbers <= labels
    assert len(labels - numbers) < 0.1 * len(labels)


def test_every_named_place_is_on_the_sheet_and_points_are_those_of_the_scenario(
    sheet: str, picture: MapPicture
) -> None:
    for place in picture.places:
        if place.name:
            shown = place.name.upper() if place.rank in ("large", "city") else place.name
            assert f">{shown}</text>" in sheet
    assert {p.name: p.points for p in picture.places if p.points} == {
        "Akhtyrka": 15, "Belgorod": 15, "Bogodukhov": 15, "Kharkov": 50, "Krasnograd": 25, "Poltava": 30,
    }  # fmt: skip


def test_names_of_places_do_not_overlap_and_stay_on_the_map(frame: Frame) -> None:
    wet = [point for course in Waters(frame).courses for point in samples(course)]
    names = Gazetteer(frame, wet).names
    assert len(names) == sum(bool(place.name) for place in frame.picture.places)
    for n, name in enumerate(names):
        assert name.penalty < 60, f"{name.words} is off the map or on another name"
        assert not any(name.box.meets(other.box) for other in names[:n])


def test_names_of_rivers_keep_clear_of_places_and_each_other(frame: Frame) -> None:
    waters = Waters(frame)
    wet = [point for course in waters.courses for point in samples(course)]
    taken = [name.box for name in Gazetteer(frame, wet).names]
    rivers = place_rivers(frame, waters.courses, taken)
    assert {river.name for river in rivers} >= {"Donets", "Vorskla", "Psel", "Udy"}
    for n, river in enumerate(rivers):
        dots = [Box(x - 1, y - 1, x + 1, y + 1) for x, y in river.path]
        assert not any(dot.meets(box) for dot in dots for box in taken)
        for other in rivers[:n]:
            assert min(abs(x - u) + abs(y - v) for x, y in river.path for u, v in other.path) > 6


def test_rivers_run_along_all_their_hexsides_without_gaps(frame: Frame) -> None:
    waters = Waters(frame)
    drawn = sum(len(course.widths) for course in waters.courses) // 2
    assert drawn == len(frame.picture.rivers)
    for course in waters.courses:
        assert all(
            abs(ax - bx) + abs(ay - by) < 40
            for (ax, ay), (bx, by) in zip(course.points, course.points[1:], strict=False)
        )


def everything(pointy: bool) -> MapPicture:
    """A little map with one of each."""
    plain = patch(8, 7, pointy, {"0101": ("woods",), "0505": ("marsh",), "0202": ("difficult",), "0606": ("sea",)})
    frame = Frame(plain)
    a, b = "0303", frame.beside("0303", 0)
    c = frame.beside("0303", 3)
    river = frame.beside("0303", 1)
    return MapPicture(
        name="m", title="ALL & SUNDRY", subtitle="<everything>", pointy=pointy, hexes=plain.hexes,
        owners=("soviet", "german"),
        rivers=(RiverSide(a, b, "Don", True), RiverSide(a, river, "Don"), RiverSide(b, river, "Mius")),
        links=(Link(a, b, "road", True), Link(a, c, "road"), Link(a, b, "rail", True), Link(a, c, "rail")),
        places=(PlacePicture("Orel & Co", (a,), "town", 5), PlacePicture("Kursk", (c,), "city")),
        belts=(FortBelt("german", ("0505", "0404")),),
        fort_sides=(FortSide("soviet", a, b), FortSide("german", b, a)),
        front=((a, b), (a, river)),
        edges=tuple(
            EdgeHex(h.label, "soviet" if h.label < "04" else "german")
            for h in plain.hexes
            if h.label[:2] in ("00", "07")
        ),
    )  # fmt: skip


@pytest.mark.parametrize("pointy", [True, False])
def test_everything_a_map_can_show_is_drawn(pointy: bool) -> None:
    svg = terrain(everything(pointy))
    root = parsed(svg)
    found = {word for element in root.iter() for word in (element.get("class") or "").split()}
    assert {"roads", "rails", "bridges", "rivers", "forts", "fort-sides", "front", "edges", "urban", "blocks"} <= found
    assert "Orel &amp; Co" in svg
    assert "&lt;everything&gt;" in svg


def test_a_map_without_anything_but_hexes_is_drawn() -> None:
    parsed(terrain(patch(3, 3, True)))


def test_the_same_map_is_drawn_the_same_in_every_process() -> None:
    script = (
        "import hashlib; from tests.art.test_terrain import everything; from blackearth.art.terrain import terrain;"
        "print(hashlib.sha256(terrain(everything(True)).encode()).hexdigest())"
    )
    digests = set()
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True, env=environment
        )
        digests.add(done.stdout.strip())
    assert len(digests) == 1
