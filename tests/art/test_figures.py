"""Hex numbers drawn as lines say what they should, where they should."""

from __future__ import annotations

import re

import pytest

from blackearth.art import figures
from tests.art.pages import hex_numbers


def test_numbers_can_be_read_from_their_lines() -> None:
    drawing = figures.lines("0123", (100, 50)) + figures.lines("4567", (164, 50)) + figures.lines("89", (228, 90))
    assert hex_numbers(drawing) == ["0123", "4567", "89"]


def test_a_number_stands_in_the_middle_of_its_base_line() -> None:
    (x, y), *_, (last, _) = [
        (float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ?([\d.]+)", figures.lines("7777", (100, 50)))
    ]
    assert (x + last + figures.WIDTH) / 2 == pytest.approx(100, abs=0.1)
    assert y == pytest.approx(50 - 4.2, abs=0.1)


def test_the_figures_differ() -> None:
    assert len({way for _, _, way in figures.FIGURES.values()}) == 10


def test_numbers_far_apart_are_paths_of_their_own() -> None:
    drawing = figures.group([("0101", (20, 20)), ("0102", (84, 20)), ("3030", (2000, 1500))], "#000", "1")
    assert [hex_numbers(path) for path in re.findall(r' d="([^"]+)"', drawing)] == [["0101", "0102"], ["3030"]]


def test_only_figures_are_drawn() -> None:
    with pytest.raises(KeyError):
        figures.lines("A1", (0, 0))
