"""The card of a game: what can be seen stays, and nothing else."""

from __future__ import annotations

from blackearth.art.card import card, centre_of

SHEET = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3000 2000"><defs>'
    '<pattern id="p" width="8" height="8"><path d="M0 0l8 8"/></pattern>'
    '<path id="river" d="M100 100l20 0"/><path id="road" d="M100 100h50M1500 1000v-9"/></defs>'
    '<g class="land"><path class="far" d="M10 10l5 5z"/>'
    '<path class="masses" d="M10 10c1 1 2 2 3 3zM1400 900q10 10 20 0a4 4 0 0 1 8 0zM2900 1900l5 0"/>'
    '<path class="passing" d="M0 1000L3000 1000"/><path class="ring" d="M0 0h3000v2000h-3000z"/></g>'
    '<g class="numbers"><text x="20" y="20">0101</text><text x="1500" y="1000">0707</text></g>'
    '<g class="far-group"><circle cx="9" cy="9" r="2"/></g>'
    '<text><textPath href="#river">Vorskla</textPath></text>'
    '<g transform="translate(5 5)"><path class="moved" d="M0 0l1 1"/></g></svg>'
)


def test_a_card_keeps_what_can_be_seen() -> None:
    shown = card(SHEET, (1500, 1000))
    assert 'viewBox="1260 865 480 270"' in shown
    assert "M1400 900q10 10 20 0a4 4 0 0 1 8 0z" in shown
    assert "0707" in shown
    assert 'd="M0 1000L3000 1000"' in shown, "a line that only passes through"
    assert "M0 0h3000v2000h-3000z" in shown, "a mass that lies all round it"


def test_a_card_leaves_out_the_rest() -> None:
    shown = card(SHEET, (1500, 1000))
    for gone in ("M10 10", "M2900", "0101", "far-group", 'class="far"'):
        assert gone not in shown


def test_what_others_refer_to_stays() -> None:
    shown = card(SHEET, (1500, 1000))
    assert 'id="river" d="M100 100l20 0"' in shown, "a name stands on it"
    assert 'id="road" d="M1500 1000v-9"' in shown
    assert "M0 0l8 8" in shown, "a pattern has coordinates of its own"
    assert 'class="moved"' in shown


def test_a_card_shows_the_place_worth_most() -> None:
    hexes = {"0101": [10, 20, "clear"], "0102": [30.5, 40, "town"], "0103": [50, 60, "town"]}
    places = [{"name": "A", "hexes": ["0103"], "points": 5}, {"name": "B", "hexes": ["0102", "0103"], "points": 5}]
    assert centre_of({"hexes": hexes, "places": places}) == (30.5, 40.0)
    assert centre_of({"hexes": hexes}) == (30.5, 40.0)
