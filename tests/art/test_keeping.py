"""Drawn art is kept where it can be, and made anew where it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from blackearth.art.cache import art_version, cache_folder, cached_terrain, key_of
from blackearth.art.png import font_files, png, with_fonts
from blackearth.art.position import position, stack_offsets
from blackearth.art.sheets import place
from blackearth.core.drawing import CounterPicture, Face, layout
from tests.art.pages import parsed, patch


def test_art_is_made_once_and_then_read(tmp_path: Path) -> None:
    made: list[str] = []

    def make() -> str:
        made.append("x")
        return "<svg>½</svg>"

    assert cached_terrain("k", make, tmp_path / "a" / "b") == "<svg>½</svg>"
    assert cached_terrain("k", make, tmp_path / "a" / "b") == "<svg>½</svg>"
    assert len(made) == 1
    assert cached_terrain("other", make, tmp_path / "a" / "b") == "<svg>½</svg>"
    assert len(made) == 2


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "k.svg.gz").write_bytes(b"no gzip")
    assert cached_terrain("k", lambda: "<svg/>", tmp_path) == "<svg/>"
    assert cached_terrain("k", lambda: "never asked", tmp_path) == "<svg/>"


def test_a_folder_that_cannot_be_written_is_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert cached_terrain("k", lambda: "<svg/>", tmp_path / "file") == "<svg/>"


@pytest.mark.parametrize(
    ("platform", "environ", "path"),
    [
        ("linux", {"HOME": "/h", "XDG_CACHE_HOME": "/c"}, "/c/blackearth/art"),
        ("linux", {"HOME": "/h"}, "/h/.cache/blackearth/art"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/blackearth/art"),
        ("win32", {"USERPROFILE": "/u", "LOCALAPPDATA": "/l"}, "/l/blackearth/art"),
        ("win32", {"USERPROFILE": "/u"}, "/u/AppData/Local/blackearth/art"),
    ],
)
def test_the_cache_is_where_the_system_wants_it(platform: str, environ: dict[str, str], path: str) -> None:
    assert cache_folder(platform, environ) == Path(path)


def test_the_key_changes_with_picture_and_version() -> None:
    one, other = patch(3, 3, True), patch(3, 4, True)
    assert key_of(one, "a") == key_of(patch(3, 3, True), "a")
    assert len({key_of(one, "a"), key_of(one, "b"), key_of(other, "a"), key_of(one, art_version())}) == 4


def test_pages_get_the_places_of_the_drawn_hexes() -> None:
    picture = patch(3, 3, True)
    document = {"hexes": {"0101": [1.5, 0.87, "woods"]}}
    place(document, picture)
    places = layout(picture)
    assert document["size"] == [round(places.width, 1), round(places.height, 1)]  # type: ignore[comparison-overlap]
    x, y, words = document["hexes"]["0101"]
    assert (x, y) == pytest.approx(places.at["0101"], abs=0.01)
    assert words == "woods"
    assert len(document["hexes"]) == 9


def test_a_position_shows_stacks_markers_and_attacks() -> None:
    faces = (Face(2, "3-2-10", "1"), Face(1, "2-1-10", "1", reduced=True))
    counters = [
        CounterPicture(id=f"S-{n}", nation="redarmy", designation=str(n), faces=faces, steps=2, silhouette="t34")
        for n in range(7)
    ]
    view = {
        "units": {
            **{f"S-{n}": ["0101", 2, ["reserve"], 0] for n in range(5)},
            "S-5": ["0002", 1, [], 0],
            "S-6": ["eliminated", 2, [], 0],
        },
        "markers": [{"kind": "barrage", "hex": "0202", "side": "soviet"}],
        "attacks": [{"from": {"0101": ["S-0"]}, "to": "0201", "raw": "1:1", "final": "4:1", "state": "open"}],
    }  # fmt: skip
    svg = position(patch(4, 4, True), counters, view)
    root = parsed(svg)
    pieces = next(element for element in root.iter() if element.get("class") == "pieces")
    assert len(pieces) == 4 + 1
    assert ">4:1</text>" in svg
    assert ">BARRAGE</text>" in svg


def test_stacks_are_centred_and_rise_to_the_right() -> None:
    for count in range(1, 7):
        offsets = stack_offsets(count)
        assert len(offsets) == min(count, 4)
        assert sum(x for x, _ in offsets) == pytest.approx(0)
        assert offsets[0][1] == 0
        assert [y for _, y in offsets] == sorted((y for _, y in offsets), reverse=True)


def test_png_has_our_lettering() -> None:
    def drawn(words: str) -> bytes:
        return png(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" fill="#fff"/>'
            f'<text x="4" y="22" font-family="Barlow Semi Condensed" font-weight="700" font-size="20">{words}</text>'
            "</svg>",
            180,
        )

    assert drawn("3-2-10").startswith(b"\x89PNG")
    assert drawn("3-2-10") != drawn("")
    assert drawn("3-2-10") == drawn("3-2-10")


def test_every_font_has_its_licence() -> None:
    folder = Path(font_files()[0]).parent
    faces = [name for name in os.listdir(folder) if name.endswith((".ttf", ".woff2"))]
    assert len(faces) >= 12
    for name in faces:
        family = name.rsplit(".", 1)[0].removesuffix("-italic").rsplit("-", 1)[0]
        assert "SIL OPEN FONT LICENSE" in (folder / f"OFL-{family}.txt").read_text("utf-8").upper()
    assert sum((folder / name).stat().st_size for name in faces if name.endswith(".woff2")) < 130_000


def test_a_picture_can_carry_its_fonts() -> None:
    svg = with_fonts('<svg xmlns="http://www.w3.org/2000/svg"><text font-family="Alegreya">a &gt; b</text></svg>')
    root = parsed(svg)
    assert [element.tag.split("}")[1] for element in root] == ["style", "text"]
    assert svg.count("@font-face") == sum(name.endswith(".ttf") for name in os.listdir(Path(font_files()[0]).parent))
