"""The content of Kharkov and Rostov: what the rulebook prints must be in it."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from blackearth.hexes.grid import DIRECTION_NAMES
from blackearth.lib.tables import DataError
from blackearth.systems.kharkov import content as content_module
from blackearth.systems.kharkov.charts import ODDS
from blackearth.systems.kharkov.content import (
    GERMAN,
    SOVIET,
    Content,
    load,
    options,
    panel,
    rules,
    rulings,
    scenario_ids,
)
from tests.data_kharkov.conftest import Plant

SCENARIOS = ("kharkov-1943", "rostov-1941")


@pytest.fixture(scope="module", params=SCENARIOS)
def content(request: pytest.FixtureRequest) -> Content:
    return load(request.param)


@pytest.fixture(scope="module")
def kharkov() -> Content:
    return load("kharkov-1943")


@pytest.fixture(scope="module")
def rostov() -> Content:
    return load("rostov-1941")


def labels(content: Content, mask: int) -> set[str]:
    return set(content.map.grid.labels(mask))


def test_both_scenarios_are_found() -> None:
    assert scenario_ids() == SCENARIOS
    with pytest.raises(DataError, match="there is no scenario"):
        load("stalingrad")


def test_loading_twice_gives_the_same_object() -> None:
    assert load("kharkov-1943") is load("kharkov-1943")


# the map


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


# units


@pytest.mark.rule("ms:A2a")
def test_units_by_steps(content: Content) -> None:
    roster = content.roster
    for u in range(len(roster)):
        assert len(roster.attack[u]) == len(roster.defence[u]) == roster.steps[u] + 1
        assert roster.attack[u] == tuple(sorted(roster.attack[u]))
        assert roster.attack[u][0] == roster.defence[u][0] == 0
        assert roster.move[u] % 2 == 0
    assert len(set(roster.names)) == len(roster)


@pytest.mark.rule("ms:A2a", "ms:F6")
def test_only_infantry_of_one_step_entrenches(content: Content) -> None:
    roster = content.roster
    trench = [u for u in range(len(roster)) if roster.entrenched[u]]
    assert len(trench) > 20
    assert all(roster.kind[u] == "infantry" and roster.steps[u] == 1 for u in trench)
    assert all(roster.entrenched[u] > roster.defence[u][1] for u in trench)


@pytest.mark.rule("ms:F7")
def test_stacking_by_level(content: Content) -> None:
    roster = content.roster
    want = {"XXX": 6, "XX": 2, "X": 1, "III": 1}
    assert all(roster.stacking[u] == want[roster.size[u]] for u in range(len(roster)))
    assert (content.series.stacking.soviet, content.series.stacking.german) == (4, 3)


@pytest.mark.rule("ms:F5")
@pytest.mark.parametrize(
    ("unit", "halves"),
    [("K-R1", 1), ("K-167", 2), ("K-MR", 2), ("K-19Pz", 4), ("K-6-01", 4), ("K-6-02", 6), ("K-6-07", 2)],
)
def test_rail_points_by_level_and_kind(kharkov: Content, unit: str, halves: int) -> None:
    assert kharkov.roster.rail[kharkov.roster.index[unit]] == halves


@pytest.mark.rule("kharkov:1")
def test_who_is_armour_in_kharkov(kharkov: Content) -> None:
    roster = kharkov.roster
    odd = {roster.ids[u] for u in range(len(roster)) if roster.armour[u] and roster.kind[u] != "armour"}
    assert odd == {"K-GD"}
    guns = [u for u in range(len(roster)) if roster.kind[u] == "anti_tank"]
    assert guns
    assert all(roster.mechanized[u] and not roster.armour[u] for u in guns)


@pytest.mark.rule("rostov:1-shift")
def test_six_german_divisions_give_a_column(rostov: Content) -> None:
    roster = rostov.roster
    named = [u for u in range(len(roster)) if roster.shift[u]]
    assert Counter((roster.kind[u], roster.elite[u]) for u in named) == {
        ("armour", ""): 3, ("mechanized", "ss"): 2, ("mechanized", ""): 1,
    }  # fmt: skip
    assert rostov.scenario.mechanized_shift
    assert not load("kharkov-1943").scenario.mechanized_shift


@pytest.mark.rule("rostov:1-allies", "rostov:1-zero")
def test_allies_and_units_without_defence(rostov: Content) -> None:
    roster = rostov.roster
    assert rostov.scenario.apart == ("hungarian", "romanian")
    assert {"hungarian", "romanian", "italian", "slovak"} < set(roster.nation)
    assert rostov.scenario.zero_defence == "7/1"
    assert sum(roster.defence[u][1] == 0 for u in range(len(roster))) == 12
    assert not load("kharkov-1943").scenario.zero_defence


# arrivals


@pytest.mark.rule("kharkov:7")
def test_arrivals_of_kharkov(kharkov: Content) -> None:
    found = [(a.turn, a.side, a.draw or len(a.units), bool(a.draw)) for a in kharkov.arrivals]
    assert sorted(found) == [
        (1, SOVIET, 8, False), (2, SOVIET, 6, True), (3, SOVIET, 6, True), (4, SOVIET, 6, True), (4, GERMAN, 1, False),
        (5, SOVIET, 6, True), (5, GERMAN, 6, False), (6, SOVIET, 5, True), (6, GERMAN, 3, False),
    ]  # fmt: skip
    assert {name: len(units) for name, units in kharkov.pools.items()} == {"60th_army": 18, "21st_army": 11}
    assert kharkov.entries["west"].mask == kharkov.map.masks["german_supply"]
    edge = labels(kharkov, kharkov.entries["north_east"].mask)
    assert edge == {f"01{column:02}" for column in range(1, 11)} | {f"{row:02}01" for row in range(1, 11)}


@pytest.mark.rule("rostov:9-german", "rostov:9-soviet")
def test_arrivals_of_rostov(rostov: Content) -> None:
    drawn = Counter(dict.fromkeys(rostov.pools, 0))
    for arrival in rostov.arrivals:
        if arrival.draw:
            drawn[rostov.roster.pool[arrival.units[0]]] += arrival.draw
    assert drawn == {"r_infantry": 2 * 4 + 11 * 3, "r_mobile": 8 * 2}
    assert {name: len(units) for name, units in rostov.pools.items()} == drawn
    whole = {(a.turn, a.side, len(a.units), a.entries) for a in rostov.arrivals if not a.draw}
    assert whole == {
        (3, GERMAN, 8, ("west",)), (5, SOVIET, 2, ("north_rail",)), (7, SOVIET, 7, ("east_rail",)),
    }  # fmt: skip
    rail = [area for area in rostov.entries.values() if area.rail]
    assert {area.id for area in rail} == {"north_rail", "east_rail"}


@pytest.mark.rule("rostov:9-withdrawal")
def test_the_withdrawal(rostov: Content) -> None:
    found = rostov.scenario.withdrawal
    assert found is not None
    assert (found.turn, found.side, found.units, found.german, found.steps) == (5, "german", 6, 2, 12)
    assert load("kharkov-1943").scenario.withdrawal is None


# charts


@pytest.mark.rule("ms:G2")
def test_odds_columns(content: Content) -> None:
    assert content.crt.columns == ODDS
    assert len(content.crt.rows) == 6
    assert content.series.below_modifier == -2
    assert [content.crt.at(0, die).text for die in (-1, 0, 1)] == ["AE", "AE", "AE"]


@pytest.mark.rule("ms:G3-example")
def test_the_printed_results(content: Content) -> None:
    crt, half = content.crt, ODDS.index("1/2")
    assert (crt.at(half, 1).text, crt.at(half, 3).text) == ("AE", "AR")
    assert (crt.status[0][half], crt.status[2][half], crt.status[1][half]) == ("printed", "printed", "reconstructed")
    assert "EX" in [row[ODDS.index("2/1")].text for row in crt.rows]


@pytest.mark.rule("ms:G3-combined", "ms:G3-DE", "ms:G3-EX", "ms:G3-RX", "ms:G3-D1", "ms:G3-D2", "ms:G3-AE", "ms:G3-AR")
def test_what_results_say(content: Content) -> None:
    found = {result.text: result for row in content.crt.rows for result in row}
    parts = {
        text: (result.attacker, result.defender, result.exchange, result.retreat) for text, result in found.items()
    }
    assert parts == {
        "-": ("", "", False, 0), "AE": ("eliminated", "", False, 0), "AR": ("reduced", "", False, 0),
        "DE": ("", "eliminated", False, 0), "DR": ("", "reduced", False, 0), "DR1": ("", "reduced", False, 1),
        "DR2": ("", "reduced", False, 2), "EX": ("", "eliminated", True, 0), "RX": ("", "reduced", True, 0),
        "RX1": ("", "reduced", True, 1), "D1": ("", "", False, 1), "D2": ("", "", False, 2),
    }  # fmt: skip


@pytest.mark.rule("ms:F2a", "ms:F2a-road", "ms:G6-forest", "ms:G6-marsh", "ms:G6-city", "ms:G6-river", "ms:G6-major")
@pytest.mark.parametrize(
    ("feature", "other", "mechanized", "shift", "halved", "defence"),
    [
        ("clear", (2, 2), (2, 2), (0, 0), (False, False), 1),
        ("forest", (2, 2), (4, 4), (0, 0), (True, True), 1),
        ("marsh", (4, 4), (6, 6), (-1, -1), (True, False), 1),
        ("difficult", (4, 4), (6, 6), (-1, -1), (False, False), 1),
        ("city", (2, 2), (2, 2), (0, 0), (False, False), 2),
        ("road", (1, 1), (1, 1), (0, 0), (False, False), 1),
        ("river", (4, 2), (4, 2), (-2, -1), (False, False), 1),
        ("major_river", (6, 4), (6, 4), (-3, -2), (False, False), 1),
        ("fortification", (0, 0), (0, 0), (-2, -2), (False, False), 1),
    ],
)
def test_terrain(
    content: Content,
    feature: str,
    other: tuple[int, int],
    mechanized: tuple[int, int],
    shift: tuple[int, int],
    halved: tuple[bool, bool],
    defence: int,
) -> None:
    row = content.terrain[feature]
    assert (row.other, row.mechanized) == (other, mechanized), "in half movement points, thawed and frozen"
    assert (row.shift, row.halved, row.defence) == (shift, halved, defence)
    assert row.relief == (1 if feature in ("river", "major_river", "fortification") else 0)


@pytest.mark.rule("ms:F4", "ms:G7", "ms:E3a", "ms:E3b", "ms:E2a-frost")
@pytest.mark.parametrize(
    ("weather", "halved", "lost", "frozen", "supply", "shift"),
    [
        ("good", False, 0, False, (10, None), 0),
        ("mud", True, 0, False, (10, 10), 0),
        ("frost", False, 0, True, (10, None), 0),
        ("snow", False, 4, True, (10, 10), -1),
    ],
)
def test_weather(
    content: Content, weather: str, halved: bool, lost: int, frozen: bool, supply: tuple[int | None, ...], shift: int
) -> None:
    row = content.weather[weather]
    assert (row.halved_movement, row.halved_attack, row.axis_mechanized) == (halved, halved, lost)
    assert (row.frozen, row.supply, row.shift) == (frozen, supply, shift)


@pytest.mark.rule("kharkov:5", "kharkov:6")
def test_the_turns_of_kharkov(kharkov: Content) -> None:
    assert [turn.number for turn in kharkov.turns] == list(range(1, 13))
    assert all(turn.air == (0, 0) for turn in kharkov.turns)
    assert [turn.rail for turn in kharkov.turns] == [(0, 0)] + [(0, 6)] * 11


@pytest.mark.rule("rostov:5", "rostov:8")
def test_the_turns_of_rostov(rostov: Content) -> None:
    assert rostov.turn(1).start == "1941-11-17"
    assert [turn.air for turn in rostov.turns] == [(1, 3)] * 8 + [(2, 1)] * 5
    assert all(turn.rail == (8, 0) for turn in rostov.turns)


@pytest.mark.rule("ms:D", "ms:I", "ms:G2", "ms:J")
def test_numbers_of_the_series(content: Content) -> None:
    series = content.series
    assert (series.cancel.of(GERMAN), series.cancel.of(SOVIET)) == (2, 3)
    assert (series.interdiction.of(GERMAN), series.interdiction.of(SOVIET)) == (2, 1)
    assert (series.air_per_combat, series.air_shift, series.city_isolation) == (3, 1, 2)


# specific rules


@pytest.mark.rule("kharkov:8-modes", "kharkov:8-neutral", "kharkov:8-offensive", "kharkov:8-defensive")
def test_modes(kharkov: Content) -> None:
    modes, armies = kharkov.scenario.modes, {army.group: army for army in kharkov.scenario.armies}
    assert modes is not None
    assert (modes.neutral_shift, modes.offensive_shift, modes.defensive_shift) == (0, 1, -2)
    assert modes.following["offensive"] == ("offensive", "defensive")
    assert modes.following["defensive"] == ("defensive",)
    assert len(armies) == 9
    assert {group for group, army in armies.items() if "defensive" in army.never} == {"GP", "3T"}
    assert {group for group, army in armies.items() if army.mode == "defensive"} == {"S"}
    assert {kharkov.roster.group[u] for u in kharkov.roster.of_side(SOVIET)} == set(armies)


@pytest.mark.rule("rostov:6", "rostov:7")
def test_winter_and_timoshenko(rostov: Content) -> None:
    winter, general = rostov.scenario.winter, rostov.scenario.timoshenko
    assert winter is not None
    assert general is not None
    assert (winter.side, winter.shift, winter.weather) == ("soviet", 1, ("frost", "snow"))
    assert (general.shift, general.reserve, general.reserve_from, general.air_from) == (1, "R", 3, 3)
    assert "R" not in {army.group for army in rostov.scenario.armies}


@pytest.mark.rule("kharkov:10-cities", "rostov:11-cities")
def test_points_of_cities(kharkov: Content, rostov: Content) -> None:
    both = [
        {place.name: place.points[content.scenario.id] for place in content.map.places if place.points}
        for content in (kharkov, rostov)
    ]
    assert {name: points for name, points in both[0].items() if points != 5} == {"Kharkov": 15}
    assert {name: points for name, points in both[1].items() if points != 5} == {
        "Rostov": 20, "Kharkov": 15, "Stalino": 10,
    }  # fmt: skip
    assert len(both[0]) == len(both[1]) == 16
    assert not kharkov.map.masks["city"] & ~kharkov.map.masks["german_start"], "the Germans hold all in 1943"
    assert (kharkov.scenario.partisans, rostov.scenario.partisans) == (True, False)


@pytest.mark.rule("kharkov:10-soviet-losses", "kharkov:10-german-losses")
@pytest.mark.parametrize(
    ("unit", "reduced", "eliminated"),
    [
        ("K-6-03", 0, 1),  # infantry of one step
        ("K-6-07", 0, 1),  # armoured brigade
        ("K-21-01", 1, 3),  # armoured corps
        ("K-21-03", 1, 4),  # Guards armoured corps
        ("K-21-05", 1, 4),  # Guards mechanized corps
        ("K-60-02", 1, 3),  # Guards infantry
        ("K-6-01", 1, 3),  # Guards cavalry
        ("K-1PzSS", 3, 12),
        ("K-GD", 3, 12),
        ("K-16Mot", 2, 4),
        ("K-15", 1, 4),
    ],
)
def test_points_for_losses_in_kharkov(kharkov: Content, unit: str, reduced: int, eliminated: int) -> None:
    u = kharkov.roster.index[unit]
    steps = kharkov.roster.steps[u]
    value = kharkov.losses[u]
    assert (value.points(0, steps), value.points(steps, steps)) == (0, eliminated)
    if steps > 1:
        assert value.points(1, steps) == reduced


@pytest.mark.rule("rostov:11-german", "rostov:11-soviet")
@pytest.mark.parametrize(
    ("unit", "reduced", "eliminated"),
    [
        ("R-37-01", 1, 2), ("R-RI-01", 0, 0), ("R-13Pz", 3, 9), ("R-16Pz", 3, 6), ("R-Wik", 3, 12), ("R-298", 1, 4),
        ("R-SlF", 1, 2), ("R-H1m", 1, 2), ("R-R5c", 1, 2),
    ],
)  # fmt: skip
def test_points_for_losses_in_rostov(rostov: Content, unit: str, reduced: int, eliminated: int) -> None:
    u = rostov.roster.index[unit]
    steps, value = rostov.roster.steps[u], rostov.losses[u]
    assert value.points(steps, steps) == eliminated
    if steps > 1:
        assert value.points(1, steps) == reduced


@pytest.mark.rule("kharkov:10-levels", "rostov:11-levels")
@pytest.mark.parametrize(
    ("scenario", "ladder"),
    [
        ("kharkov-1943", {16: "german decisive", 15: "german major", 11: "german major", 10: "german marginal",
                          6: "german marginal", 5: " tie", -5: " tie", -6: "soviet marginal", -10: "soviet marginal",
                          -11: "soviet major", -15: "soviet major", -16: "soviet decisive"}),
        ("rostov-1941", {56: "german decisive", 55: "german major", 41: "german major", 40: "german marginal",
                         31: "german marginal", 30: " tie", 26: " tie", 25: "soviet marginal", 16: "soviet marginal",
                         15: "soviet major", 6: "soviet major", 5: "soviet decisive"}),
    ],
)  # fmt: skip
def test_victory_levels(scenario: str, ladder: dict[int, str]) -> None:
    levels = load(scenario).scenario.levels
    for net, want in ladder.items():
        found = next(level for level in levels if level.least is None or net >= level.least)
        assert f"{found.winner} {found.level}" == want


# options, readings, panel


def test_options_are_those_of_the_index_and_off() -> None:
    assert {option.cite for option in options()} == {rule.id for rule in rules() if rule.kind == "option"}
    assert not any(option.default for option in options())


def test_readings_on_offer() -> None:
    specs = rulings()
    assert len({spec.id for spec in specs}) == len(specs) > 15
    for spec in specs:
        assert spec.id.startswith("KHA-")
        assert spec.default == "a"
        assert len(spec.choices) >= 2


def test_every_ruling_on_offer_is_asked_for_by_the_rules() -> None:
    """Nothing may be offered that changes nothing."""
    asked = set()
    for file in Path(content_module.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reading":
                asked |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    assert {spec.id for spec in rulings()} == asked


def test_every_ruling_on_offer_is_explained_in_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs/rulings/kharkov.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(): line for line in text.splitlines() if line.startswith("| KHA-")}
    offered = {spec.id: spec for spec in rulings()}
    assert {name for name, line in rows.items() if "**choice.**" in line} == set(offered)
    for name, spec in offered.items():
        for choice in spec.choices:
            assert f"{choice}: " in rows[name], (name, choice)
        assert f"**{spec.default}: " in rows[name], name


def test_the_panel_shows_paragraphs_of_one_game_only_there() -> None:
    steps = {scenario: panel(scenario) for scenario in SCENARIOS}
    assert "Army modes" in steps["kharkov-1943"]
    assert "Army modes" not in steps["rostov-1941"]
    for name in ("Supply", "Movement", "Combat", "Breakthrough", "Exploitation", "Isolation", "Victory"):
        assert steps["kharkov-1943"][name]
        assert steps["rostov-1941"][name]


def test_values_name_their_source(content: Content) -> None:
    assert content.sources["crt"].status == "reconstructed"
    assert content.sources["values-list"].status == "printed"
    assert set(content.roster.values_status) == {"printed", "reconstructed"}
    assert content.corrected == ()


def test_corrected_files_are_used(plant: Plant) -> None:
    content = load("kharkov-1943", plant("units.csv", "german,15,15th Infantry", "german,15,16th Infantry"))
    assert content.corrected == ("units.csv",)
    assert content.roster.names[content.roster.index["K-15"]].startswith("16th")
