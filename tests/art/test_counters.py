"""Counters: every unit in every form and strength, from shared definitions, in a small file."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from blackearth.art import lettering
from blackearth.art.counters import FORMS, counter_defs, counters_json, fragment
from blackearth.art.palette import NATIONS
from blackearth.art.silhouettes import SILHOUETTES
from blackearth.art.symbols import SYMBOLS
from blackearth.core.drawing import CounterPicture, Face, MapPicture
from tests.art.pages import parsed

Pictures = tuple[MapPicture, tuple[CounterPicture, ...]]


def page(*fragments: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{counter_defs()}{"".join(fragments)}</svg>'


def test_every_unit_has_a_fragment_for_every_strength_and_form(pictures: Pictures) -> None:
    drawn = json.loads(json.dumps(counters_json(pictures[1])))
    assert set(drawn["units"]) == {counter.id for counter in pictures[1]}
    for counter in pictures[1]:
        faces = drawn["units"][counter.id]
        trench = {"entrenched"} if counter.entrenched else set()
        assert set(faces) == {str(face.steps) for face in counter.faces} | trench
        if not counter.air:
            assert set(faces) == {str(n + 1) for n in range(counter.steps)}
        assert all(set(forms) == set(FORMS) for forms in faces.values())


def fragments_of(drawn: object) -> list[str]:
    """All texts in nested dictionaries and lists."""
    if isinstance(drawn, str):
        return [drawn]
    if isinstance(drawn, dict):
        drawn = list(drawn.values())
    assert isinstance(drawn, list)
    return [text for part in drawn for text in fragments_of(part)]


def test_fragments_are_well_formed_and_refer_to_the_shared_definitions(pictures: Pictures) -> None:
    drawn = counters_json(pictures[1])
    parsed(page(*fragments_of({kind: part for kind, part in drawn.items() if kind not in ("defs", "layout")})))
    assert {len(fragments_of(faces)) for faces in (drawn["dice"],)} == {12}


def test_counters_are_small_enough_for_the_page(pictures: Pictures) -> None:
    raw = json.dumps(counters_json(pictures[1]), ensure_ascii=False).encode()
    assert len(gzip.compress(raw, 9)) < 40_000


def test_the_full_form_shows_what_the_counter_says(pictures: Pictures) -> None:
    for counter in pictures[1]:
        for face in counter.faces:
            words = re.findall(r">([^<>]+)</text>", fragment(counter, face, "D"))
            wanted = {counter.designation, counter.size, counter.parent, counter.entry, face.values, face.rating}
            assert wanted - {""} <= set(words)


def test_small_forms_show_no_values_and_reduced_sides_have_a_band(pictures: Pictures) -> None:
    rifle = next(c for c in pictures[1] if c.id == "S-167R")
    full, reduced = rifle.faces[0], rifle.faces[-1]
    assert "<text" not in fragment(rifle, full, "B") + fragment(rifle, full, "A")
    assert fragment(rifle, full, "C") != fragment(rifle, reduced, "C")
    assert "#r-redarmy" in fragment(rifle, reduced, "D")
    assert "#q-redarmy" in fragment(rifle, reduced, "B")


@pytest.mark.parametrize("values", ["3-6", "10-8-7", "12-12-12", "(0)-3-0", "4A-4"])
@pytest.mark.parametrize(("form", "size"), [("D", 36.0), ("C", 44.0)])
def test_values_never_run_over_the_edge(values: str, form: str, size: float) -> None:
    counter = CounterPicture(id="X", nation="redarmy", designation="1", faces=(Face(1, values),), symbol="infantry")
    text = re.search(
        r'<text class="(b[vw])"[^>]*?(?:font-size:([\d.]+)px[^>]*)?>', fragment(counter, counter.faces[0], form)
    )
    assert text
    used = float(text[2]) if text[2] else 36.0
    family = lettering.SEMI if text[1] == "bv" else lettering.CONDENSED
    assert lettering.width(values, family, 700, used) <= 92
    assert used <= size


@pytest.mark.parametrize("nation", sorted(NATIONS))
def test_every_nation_and_picture_can_be_drawn(nation: str) -> None:
    faces = (Face(2, "5-5-5", "3"), Face(1, "2-2-5", "3", reduced=True))
    for name in (*SYMBOLS, *SILHOUETTES):
        counter = CounterPicture(
            id="X", nation=nation, designation="9/99", parent="9G", size="XX", faces=faces, steps=2, entry="12",
            symbol=name if name in SYMBOLS else "", silhouette=name if name in SILHOUETTES else "",
        )  # fmt: skip
        parsed(page(*(fragment(counter, face, form) for face in faces for form in FORMS)))


def test_tanks_have_a_nato_symbol_that_a_page_can_ask_for(pictures: Pictures) -> None:
    tanks = [counter for counter in pictures[1] if counter.silhouette and not counter.air]
    assert tanks
    for counter in tanks:
        for form in "BCD":
            drawn = fragment(counter, counter.faces[0], form)
            assert re.search(r'class="vh"', drawn)
            assert re.search(r'href="#y-armour" class="nt ', drawn)
    assert ".bc .nt{display:none}" in counter_defs()


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


@pytest.mark.parametrize("nation", sorted(NATIONS))
def test_ink_is_readable_on_every_face_and_on_white(nation: str) -> None:
    colours = NATIONS[nation]
    assert contrast(colours.ink, colours.face) >= 5.8
    assert contrast(colours.on_white, "#FFFDF6") >= 5.8
    if colours.box != "none":
        assert contrast(colours.line, colours.box) >= 5.8


def test_the_two_sides_differ_in_lightness() -> None:
    for german in ("wehrmacht", "luftwaffe"):
        for soviet in ("redarmy", "guards"):
            assert contrast(NATIONS[german].face, NATIONS[soviet].face) >= 3
