"""The maps and set-ups of Kharkov and Rostov: what the rulebook prints must be in them."""

from __future__ import annotations

from collections import Counter

import pytest

from blackearth.hexes.grid import DIRECTION_NAMES
from blackearth.systems.kharkov.content import (
    GERMAN,
    SOVIET,
    Content,
    load,
)
from tests.data_kharkov.conftest import labels


def test_the_grid_has_flat_tops_and_columns_from_the_east(content: Content) -> None:
    grid = content.map.grid
    assert (grid.orientation, len(grid.cells)) == ("flat", 36 * 55)
    x, y = grid.centre(grid.cell("1010"))
    assert grid.centre(grid.cell("1110")) == (x, y + 1), "rows count from the north"
    west, low = grid.centre(grid.cell("1011"))
    assert west < x, "columns count from the east"
    assert low == y - 0.5, "even columns stand half a hex lower"


@pytest.mark.rule("kharkov:8-offensive")
def test_the_red_sides_of_hex_0538(kharkov: Content) -> None:
    grid, modes = kharkov.map.grid, kharkov.scenario.modes
    assert modes is not None
    near = {grid.label(grid.toward[grid.cell("0538")][DIRECTION_NAMES["flat"].index(name)]) for name in modes.barred}
    assert near == {"0537", "0637"}, "northeast and southeast"


def test_every_hex_has_one_terrain(content: Content) -> None:
    masks = content.map.masks
    kinds = [masks[name] for name in ("clear", "forest", "marsh", "difficult", "sea", "city")]
    assert sum(mask.bit_count() for mask in kinds) == 36 * 55
    assert (masks["forest"].bit_count(), masks["marsh"].bit_count(), masks["difficult"].bit_count()) == (68, 23, 41)
    assert not masks["sea"] & (masks["soviet_start"] | masks["german_start"])
    assert masks["sea"] | masks["soviet_start"] | masks["german_start"] == content.map.grid.all


@pytest.mark.rule("kharkov:4", "rostov:4")
def test_major_rivers_are_dnieper_don_and_the_donets_below_the_oskol(content: Content) -> None:
    sides, grid = content.map.sides, content.map.grid
    names = Counter(content.rivers[side] for side in sides["major_river"])
    assert set(names) == {"Dnieper", "Don", "Donets"}
    donets = [side for side, name in content.rivers.items() if name == "Donets"]
    lower = [side for side in donets if sides["major_river"].has(*side)]
    upper = [side for side in donets if sides["river"].has(*side)]
    assert len(lower) + len(upper) == len(donets)
    east = min(grid.centre(a)[0] for a, _ in lower)
    assert all(grid.centre(a)[0] <= east + 1 for a, _ in upper), "the major part lies in the east"
    assert set(sides["river"]).isdisjoint(sides["major_river"])


def test_every_way_over_water_has_a_bridge(content: Content) -> None:
    sides = content.map.sides
    water = set(sides["river"]) | set(sides["major_river"])
    assert set(sides["bridge"]) == (set(sides["rail"]) | set(sides["road"])) & water
    assert (len(sides["rail"]), len(sides["road"])) == (512, 402)
    assert set(content.routes) == set(sides["rail"]) | set(sides["road"])


@pytest.mark.rule("ms:E2a", "ms:F2a")
def test_city_banks_are_the_river_sides_of_city_hexes(content: Content) -> None:
    grid, sides, city = content.map.grid, content.map.sides, content.map.masks["city"]
    rostov = grid.cell("3408")
    assert sides["city_bank"].sides_of(rostov) == sides["major_river"].sides_of(rostov)
    for a, b in sides["city_bank"]:
        assert (city >> a | city >> b) & 1
        assert sides["river"].has(a, b) or sides["major_river"].has(a, b)


@pytest.mark.rule("ms:F5")
def test_railways_on_the_own_side_lie_behind_the_front(content: Content) -> None:
    sides, masks = content.map.sides, content.map.masks
    for name in ("soviet", "german"):
        own = masks[f"{name}_start"]
        assert all(own >> a & own >> b & 1 for a, b in sides[f"rail_{name}"])
    across = set(sides["rail"]) - set(sides["rail_soviet"]) - set(sides["rail_german"])
    assert across
    assert all(sides["front"].has(*side) for side in across)


@pytest.mark.rule("kharkov:9")
def test_kharkov_has_three_soviet_sources(kharkov: Content) -> None:
    assert labels(kharkov, kharkov.map.masks["soviet_supply"]) == {"0111", "0114", "2501"}


@pytest.mark.rule("rostov:10")
def test_rostov_has_five_soviet_sources(rostov: Content) -> None:
    assert labels(rostov, rostov.map.masks["soviet_supply"]) == {"0111", "0114", "2501", "0122", "3608"}


@pytest.mark.rule("ms:E1a", "kharkov:9", "rostov:10")
def test_germans_are_supplied_from_the_west_edge(content: Content) -> None:
    masks = content.map.masks
    assert masks["german_supply"]
    assert not masks["german_supply"] & ~masks["edge_west"]


@pytest.mark.rule("rostov:11-german")
def test_the_east_of_the_front_of_1943_is_the_same_in_both_games(kharkov: Content, rostov: Content) -> None:
    east = kharkov.map.masks["soviet_start"]
    assert kharkov.map.masks["east_of_kharkov_front"] == rostov.map.masks["east_of_kharkov_front"] == east
    assert rostov.map.masks["soviet_start"] != east
    german, soviet = rostov.bonuses
    assert (german.side, german.points, german.mask) == (GERMAN, 10, east)
    assert (soviet.side, soviet.points, soviet.mask) == (SOVIET, 10, rostov.map.masks["west_of_psel_dnieper"])


@pytest.mark.rule("rostov:11-soviet")
def test_the_west_lies_beyond_psel_and_dnieper(rostov: Content) -> None:
    west, grid = rostov.map.masks["west_of_psel_dnieper"], rostov.map.grid
    assert all(west >> grid.cell(label) & 1 for label in ("0155", "3655", "1753"))
    assert not any(west >> grid.cell(label) & 1 for label in ("0933", "1345", "0101"))


# the sides at the start


@pytest.mark.rule("kharkov:2", "rostov:2")
@pytest.mark.parametrize(
    ("scenario", "soviet", "german", "depths"),
    [
        ("kharkov-1943", "40 69 3T 1G GP S", "A B C D E", (6, 3)),
        ("rostov-1941", "21 38 6 12 18 37 9 56", "A B C D E", (3, 4)),
    ],
)
def test_zones_follow_the_front(scenario: str, soviet: str, german: str, depths: tuple[int, int]) -> None:
    content = load(scenario)
    grid, masks = content.map.grid, content.map.masks
    for side, names in ((SOVIET, soviet.split()), (GERMAN, german.split())):
        own = masks["german_start" if side else "soviet_start"]
        enemy = masks["soviet_start" if side else "german_start"]
        reach = enemy
        for _ in range(depths[side]):
            reach |= grid.spread(reach) & own
        union = 0
        for name in names:
            assert content.zones[name].side == side
            union |= content.zones[name].mask
        assert union == reach & own, "all hexes within the depth, going through own hexes, and no others"
    letters = [entry.soviet_zone for entry in content.front]
    assert list(dict.fromkeys(letters)) == soviet.split()
    assert list(dict.fromkeys(entry.german_zone for entry in content.front)) == german.split()


def test_a_hex_as_near_to_two_letters_belongs_to_both(kharkov: Content) -> None:
    assert labels(kharkov, kharkov.zones["A"].mask & kharkov.zones["B"].mask) >= {"0324", "0424"}
    assert not kharkov.zones["A"].mask & kharkov.zones["C"].mask


@pytest.mark.rule("kharkov:2")
def test_the_1st_ss_panzer_division_starts_in_kharkov(kharkov: Content) -> None:
    unit = kharkov.roster.index["K-1PzSS"]
    assert labels(kharkov, kharkov.zones["K"].mask) == {"0933"}
    assert (kharkov.roster.zone[unit], kharkov.suggested[unit]) == ("K", kharkov.map.grid.cell("0933"))


@pytest.mark.rule("kharkov:2", "rostov:2", "ms:B")
def test_the_soviets_set_up_first(content: Content) -> None:
    assert [step.side for step in content.setup] == [SOVIET, GERMAN]
    assert {u for step in content.setup for u in step.units} == set(content.suggested)


@pytest.mark.rule("kharkov:3", "rostov:3")
def test_who_goes_first(kharkov: Content, rostov: Content) -> None:
    assert (kharkov.scenario.first_player, rostov.scenario.first_player) == ("soviet", "german")
