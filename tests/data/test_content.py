"""Ring of Fire's content: what the rulebook prints must be in it."""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from pathlib import Path

import pytest

from blackearth.lib.tables import DataError
from blackearth.systems.ring_of_fire import content as content_module
from blackearth.systems.ring_of_fire.content import (
    GERMAN,
    SOVIET,
    Content,
    load,
    options,
    rules,
    rulings,
    scenario_ids,
)
from tests.data.conftest import Plant

SCENARIOS = ("breakthrough", "rumyantsev")
KHARKOV = "1231 1232 1131 1132 1133 1031 1032"
#: Hexes and points of both scenarios, as printed in 16.1 and 16.2.
PRINTED_PLACES = {
    "Akhtyrka": ("2314 2413 2414", 15, 15),
    "Belgorod": ("2539 2438", 15, 15),
    "Bogodukhov": ("1822", 15, 15),
    "Bolshaya Pisarevka": ("2522", 5, 0),
    "Borisovka": ("2630", 5, 0),
    "Golovchino": ("2527", 5, 0),
    "Graivoron": ("2623", 5, 0),
    "Kharkov": (KHARKOV, 30, 50),
    "Krasnograd": ("0118 0119", 25, 25),
    "Lebedin": ("3009", 5, 0),
    "Poltava": ("1104 1004 1005", 15, 30),
    "Shapino": ("3037", 5, 0),
    "Tomorovka": ("2734", 5, 0),
    "Trostyanets": ("2814", 5, 0),
    "Stavgorodok": ("3024", 0, 0),
    "Kharkov (0933)": ("0933", 0, 0),
    "Mikhailovka": ("2439", 0, 0),
}


@pytest.fixture(scope="module", params=SCENARIOS)
def content(request: pytest.FixtureRequest) -> Content:
    return load(request.param)


@pytest.fixture(scope="module")
def campaign() -> Content:
    return load("rumyantsev")


def test_both_scenarios_are_found() -> None:
    assert scenario_ids() == SCENARIOS


def test_an_unknown_scenario_is_refused_by_name() -> None:
    with pytest.raises(DataError, match='no scenario "kursk"; there are breakthrough, rumyantsev'):
        load("kursk")


@pytest.mark.rule("rof:2.2")
def test_the_grid_is_the_printed_one(content: Content) -> None:
    grid = content.map.grid
    assert len(grid.cells) == 33 * 45
    assert set(grid.labels(grid.ring[grid.cell("1132")])) | {"1132"} == set(KHARKOV.split())
    assert grid.label(grid.toward[grid.cell("2539")][4]) == "2438", "southwest of the one Belgorod hex lies the other"
    x, y = grid.centre(grid.cell("0101"))
    x2, y2 = grid.centre(grid.cell("0201"))
    assert (x2 - x, y2 < y) == (0.5, True), "even rows stand half a hex to the right, rows count from the south"


@pytest.mark.rule("rof:16.1", "rof:16.2")
@pytest.mark.parametrize("name", PRINTED_PLACES)
def test_places_have_the_printed_hexes_and_points(name: str) -> None:
    hexes, *points = PRINTED_PLACES[name]
    for scenario, value in zip(SCENARIOS, points, strict=True):
        chart = load(scenario).map
        place = next(place for place in chart.places if place.name == name)
        assert {chart.grid.label(cell) for cell in place.cells} == set(hexes.split())
        assert place.points.get(scenario, 0) == value
        assert all(chart.has("town", cell) for cell in place.cells)


def test_no_other_place_earns_points(content: Content) -> None:
    worth = {place.name for place in content.map.places if place.points}
    column = SCENARIOS.index(content.scenario.id) + 1
    assert worth == {name for name, row in PRINTED_PLACES.items() if row[column]}


@pytest.mark.rule("rof:15.4")
def test_seven_kharkov_hexes_supply_the_germans(content: Content) -> None:
    assert set(content.map.grid.labels(content.map.masks["german_supply"])) == set(KHARKOV.split())


@pytest.mark.rule("rof:3.4")
def test_friendly_edges(content: Content) -> None:
    grid, masks = content.map.grid, content.map.masks
    north = [grid.find(f"33{column:02}") for column in range(1, 46)]
    assert [masks["german_edge"] >> cell & 1 for cell in north] == [1] * 13 + [0] * 32
    south = [grid.find(f"01{column:02}") for column in range(1, 46)]
    assert [masks["german_edge"] >> cell & 1 for cell in south] == [1] * 32 + [0] * 13
    assert masks["edge_west"] & ~masks["german_edge"] == 0
    assert masks["edge_east"] & ~masks["soviet_edge"] == 0
    assert masks["german_edge"] & masks["soviet_edge"] == 0
    edge = masks["edge_north"] | masks["edge_south"] | masks["edge_west"] | masks["edge_east"]
    assert masks["german_edge"] | masks["soviet_edge"] == edge


@pytest.mark.rule("rof:3.3")
def test_control_at_the_start(content: Content) -> None:
    masks, grid = content.map.masks, content.map.grid
    assert masks["soviet_start"] ^ masks["german_start"] == grid.all
    for label, side in (("2439", "german"), ("3313", "german"), ("0132", "german"), ("3314", "soviet")):
        assert masks[f"{side}_start"] >> grid.cell(label) & 1
    assert all(content.map.sides["start_line"].has(*pair) for pair in [(grid.cell("3313"), grid.cell("3314"))])


def test_the_donets_is_the_only_major_river_and_splits_the_map(content: Content) -> None:
    grid, masks, sides = content.map.grid, content.map.masks, content.map.sides
    names = {content.rivers[a, b] for a, b in sides["major_river"]}
    assert names == {"Donets"}
    east = masks["east_of_donets"]
    crossing = {(min(a, b), max(a, b)) for a in grid.cells if east >> a & 1 for b in grid.near[a] if not east >> b & 1}
    assert crossing == set(sides["major_river"])
    assert east >> grid.cell("2439") & 1
    assert not east >> grid.cell("2438") & 1


def test_every_road_over_a_river_has_a_bridge(content: Content) -> None:
    rivers = set(content.map.sides["minor_river"]) | set(content.map.sides["major_river"])
    assert set(content.map.sides["bridge"]) == set(content.map.sides["road"]) & rivers
    assert len(content.map.sides["bridge"]) > 50


def test_lines_are_chains_with_the_printed_ends(content: Content) -> None:
    grid, lines = content.map.grid, content.map.lines
    for name, ends in (("first_line", ("3313", "0132")), ("soviet_line", ("3314", "0133"))):
        cells = lines[name]
        assert (grid.label(cells[0]), grid.label(cells[-1])) == ends
        assert all(b in grid.near[a] for a, b in itertools.pairwise(cells))
    assert grid.cell("2439") in lines["first_line"]


@pytest.mark.rule("rof:2.412", "rof:9.1")
def test_steps_and_stacking(content: Content) -> None:
    roster = content.roster
    for u in range(len(roster)):
        division = roster.side[u] == SOVIET and roster.leg[u]
        shape = (roster.steps[u], roster.stacking[u])
        assert shape == ((0, 0) if not roster.ground[u] else (4, 3) if division else (2, 1)), roster.ids[u]
        assert len(roster.attack[u]) == len(roster.defence[u]) == roster.steps[u] + 1
        assert roster.attack[u] == tuple(sorted(roster.attack[u])), "more steps, more strength"


@pytest.mark.rule("rof:2.413")
def test_types(content: Content) -> None:
    roster = content.roster
    for u in range(len(roster)):
        assert roster.leg[u] + roster.mobile[u] == roster.ground[u]
        assert roster.leg[u] == (roster.kind[u] in ("infantry", "airborne"))
        assert bool(roster.tank[u]) == (roster.kind[u] == "tank")
        assert bool(roster.air[u]) == (roster.kind[u] == "air") == (not roster.ground[u])


@pytest.mark.rule("rof:2.412")
def test_a_german_unit_has_one_strength_for_attack_and_defence(content: Content) -> None:
    roster = content.roster
    assert all(roster.attack[u] == roster.defence[u] for u in roster.of_side(GERMAN))
    assert any(roster.attack[u] != roster.defence[u] for u in roster.of_side(SOVIET))


@pytest.mark.rule("rof:2.416")
def test_tank_units_have_no_size_symbol(content: Content) -> None:
    roster = content.roster
    for u in range(len(roster)):
        assert (roster.echelon[u] == "") == (roster.kind[u] in ("tank", "air")), roster.ids[u]


@pytest.mark.rule("rof:6.3")
def test_which_steps_rebuild_a_unit(content: Content) -> None:
    roster = content.roster
    want = {"infantry": "leg", "airborne": "leg", "motor_rifle": "leg", "recon": "mobile", "tank": "mobile", "air": ""}
    assert all(roster.replacement[u] == want[roster.kind[u]] for u in range(len(roster)))


def test_who_is_there_at_the_start(content: Content) -> None:
    roster = content.roster
    start = Counter(
        (roster.side[u], "leg" if roster.leg[u] else "mobile" if roster.mobile[u] else "air")
        for u in range(len(roster))
        if not roster.entry_turn[u]
    )
    assert start == {
        (SOVIET, "leg"): 63, (SOVIET, "mobile"): 55, (SOVIET, "air"): 6,
        (GERMAN, "leg"): 35, (GERMAN, "mobile"): 16, (GERMAN, "air"): 3,
    }  # fmt: skip
    assert sum(roster.independent) == 9
    assert all(roster.kind[u] == "tank" and not roster.parent[u] for u in range(len(roster)) if roster.independent[u])
    assert len(set(roster.names)) == len(roster)


@pytest.mark.rule("rof:16.1", "rof:16.2", "rof:7.1")
@pytest.mark.parametrize(
    ("scenario", "arrivals"),
    [
        ("breakthrough", [(4, "west", 4)]),
        (
            "rumyantsev",
            [
                *[(4, "west", 4), (5, "south", 4), (5, "south", 4), (7, "south", 4), (8, "south", 4)],
                *[(12, "west", 3), (12, "west", 3), (12, "west", 1)],
            ],
        ),
    ],
)
def test_reinforcements(scenario: str, arrivals: list[tuple[int, str, int]]) -> None:
    content = load(scenario)
    assert [(group.turn, group.edge, len(group.units)) for group in content.reinforcements] == arrivals
    assert all(content.roster.side[u] == GERMAN for group in content.reinforcements for u in group.units)
    late = {u for u in range(len(content.roster)) if content.roster.entry_turn[u]}
    assert late == {u for group in content.reinforcements for u in group.units}


@pytest.mark.rule("rof:12.62", "rof:clar-1", "rof:8.0")
def test_barrages_and_withdrawals(campaign: Content) -> None:
    assert campaign.scenario.barrages == 4
    assert {turn.number: turn.barrages for turn in campaign.turns if turn.barrages} == {2: 1, 4: 1, 7: 1, 8: 1, 10: 1}
    assert {turn.number: turn.air_withdrawn for turn in campaign.turns if turn.air_withdrawn} == {5: 2}
    assert sum(turn.barrages for turn in load("breakthrough").turns) == 2


@pytest.mark.rule("rof:6.1")
def test_printed_replacement_steps(campaign: Content) -> None:
    seventh = campaign.turn(7)
    assert (seventh.mobile, seventh.leg) == ((3, 1), (2, 2))
    assert seventh.status == ("printed", "printed")
    assert (campaign.turn(1).mobile[SOVIET], campaign.turn(1).leg[SOVIET]) == (0, 0)


def test_dates(campaign: Content) -> None:
    assert [turn.number for turn in campaign.turns] == list(range(1, 15))
    assert (campaign.turns[0].date, campaign.turn(5).date, campaign.turns[-1].date) == (
        "1943-08-03", "1943-08-07", "1943-08-16",
    )  # fmt: skip


@pytest.mark.rule("rof:12.35", "rof:12.36")
def test_the_combat_results_table_has_the_printed_entries(content: Content) -> None:
    crt = content.crt
    assert crt.columns == ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
    result = crt.rows[4 - 1][crt.columns.index("4:1")]
    assert (result.text, result.attacker, result.defender) == ("A1/D2", 1, 2)
    assert crt.status[4 - 1][crt.columns.index("4:1")] == "printed"
    assert crt.status[4 - 1][crt.columns.index("3:1")] == "reconstructed"
    assert (crt.below.text, crt.below.attacker, crt.below.defender) == ("A3", 3, 0)


@pytest.mark.rule("rof:12.12")
def test_the_tank_table(content: Content) -> None:
    table = content.tank
    assert {rating: table.by_rating[rating] for rating in (1, 2, 3, 4)} == {
        1: (1, 0, 0, 0, 0, 0), 2: (1, 1, 0, 0, 0, 0), 3: (1, 1, 1, 0, 0, 0), 4: (2, 1, 1, 1, 0, 0),
    }  # fmt: skip
    assert (table.steps(4, 1), table.steps(4, 5)) == (2, 0)


@pytest.mark.rule("rof:13.2")
def test_an_air_strike_takes_at_most_one_step(content: Content) -> None:
    assert {steps for row in content.air.by_rating.values() for steps in row} == {0, 1}
    assert {content.roster.air[u] for u in range(len(content.roster)) if content.roster.air[u]} <= set(
        content.air.by_rating
    )


@pytest.mark.rule("rof:11.52", "rof:11.53", "rof:11.8", "rof:12.4", "rof:12.5", "rof:13.1")
@pytest.mark.parametrize(
    ("feature", "leg", "mobile", "shift", "leg_attack", "mobile_attack"),
    [
        ("clear", 2, 2, 0, 4, 4),
        ("forest", 2, 4, -1, 4, 4),
        ("town", 0, 0, -1, 4, 4),
        ("fort", 0, 0, -1, 4, 4),
        ("road", 1, 1, 0, 4, 4),
        ("minor_river", 2, 2, 0, 2, 2),
        ("major_river", 4, 8, 0, 1, 0),
        ("interdicted", 4, 8, 0, 4, 4),
        ("exit", 2, 2, 0, 4, 4),
    ],
)
def test_terrain_effects(
    content: Content, feature: str, leg: int, mobile: int, shift: int, leg_attack: int, mobile_attack: int
) -> None:
    row = content.terrain[feature]
    assert (row.leg, row.mobile) == (leg, mobile), "in half movement points"
    assert (row.shift, row.leg_attack, row.mobile_attack) == (shift, leg_attack, mobile_attack)


@pytest.mark.rule("rof:clar-4", "rof:11.8")
def test_exits_are_those_of_the_campaign_in_both_scenarios(content: Content) -> None:
    grid = content.map.grid
    found = {
        (group.side, group.edge, grid.label(cell)): group.points
        for group in content.exits
        for cell in grid.cells
        if group.mask >> cell & 1
    }
    assert found[GERMAN, "east", "2045"] == 10
    assert (found[SOVIET, "south", "0101"], found[SOVIET, "south", "0119"]) == (10, 10)
    assert (found[SOVIET, "south", "0120"], found[SOVIET, "south", "0145"]) == (0, 0)
    assert (found[SOVIET, "west", "0101"], found[SOVIET, "west", "3301"]) == (3, 3)
    assert len(found) == 33 + 45 + 33


@pytest.mark.rule("rof:16.1", "rof:16.2")
@pytest.mark.parametrize(
    ("scenario", "ladder"),
    [
        ("breakthrough", {15: "Soviet victory", 14: "Draw", 6: "Draw", 5: "German victory", 0: "German victory",
                          -1: "German decisive victory"}),
        ("rumyantsev", {70: "Soviet decisive victory", 69: "Soviet marginal victory", 50: "Soviet marginal victory",
                        49: "Draw", 45: "Draw", 44: "German marginal victory", 40: "German marginal victory",
                        39: "German decisive victory", -10: "German decisive victory"}),
    ],
)  # fmt: skip
def test_victory_levels(scenario: str, ladder: dict[int, str]) -> None:
    levels = load(scenario).scenario.levels
    for net, name in ladder.items():
        assert next(level.name for level in levels if level.least is None or net >= level.least) == name


def test_turn_one_differs_between_the_scenarios() -> None:
    short, long = (load(name).scenario.turn_one for name in SCENARIOS)
    assert (short.german_reserves_frozen, long.german_reserves_frozen) == (True, True)
    assert (short.soviet_mobile_frozen, long.soviet_mobile_frozen) == (True, True)
    assert (short.soviet_independent_frozen, short.soviet_independent_east_frozen_all_turn) == (True, True)
    assert (long.soviet_independent_frozen, long.soviet_independent_east_frozen_all_turn) == (False, False)


@pytest.mark.rule("rof:16.1")
@pytest.mark.parametrize(
    ("zone", "hexes"),
    [
        ("6_panzer", "2636 2637 2736 2737 2738 2836 2837"),
        ("7_panzer", "2714 2715 2813 2814 2815 2914 2915"),
        ("11_panzer", "2523 2524 2622 2623 2624 2723 2724"),
        ("19_panzer", "2633 2634 2733 2734 2735 2833 2834"),
    ],
)
def test_panzer_zones(content: Content, zone: str, hexes: str) -> None:
    assert set(content.map.grid.labels(content.zones[zone])) == set(hexes.split())


@pytest.mark.rule("rof:16.1", "rof:16.2")
def test_zones_of_the_armies(content: Content) -> None:
    masks = content.map.masks
    assert content.zones["german_leg"] == masks["german_start"]
    assert content.zones["soviet_leg"] == content.zones["soviet_independent"] == masks["soviet_start"]
    assert content.zones["soviet_mobile"] == masks["soviet_start"] & ~masks["east_of_donets"]


def test_the_set_up_goes_soviet_leg_german_soviet_mobile(content: Content) -> None:
    steps = [(step.side, len(step.units), step.covers) for step in content.setup]
    assert steps == [(SOVIET, 63, ""), (GERMAN, 51, "first_line"), (SOVIET, 55, "soviet_line")]
    assert {u for step in content.setup for u in step.units} == set(content.suggested)


def test_loading_twice_gives_the_same_object() -> None:
    assert load("breakthrough") is load("breakthrough")


def test_options_and_rulings_cite_known_rules() -> None:
    known = {rule.id for rule in rules()}
    assert {option.cite for option in options()} == {rule.id for rule in rules() if rule.kind == "option"} == (
        {"rof:opt-air-1", "rof:opt-air-2", "rof:opt-air-3", "rof:opt-recon"}
    )  # fmt: skip
    assert not any(option.default for option in options())
    for spec in rulings():
        assert set(spec.cites) <= known
        assert spec.default in spec.choices
        assert len(spec.choices) >= 2


def test_every_ruling_on_offer_is_asked_for_by_the_rules() -> None:
    """Nothing may be offered that changes nothing."""
    asked = set()
    for file in Path(content_module.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reading":
                asked |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    assert {spec.id for spec in rulings()} == asked


def test_every_ruling_is_explained_in_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs/rulings/ring-of-fire.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(): line for line in text.splitlines() if line.startswith("| ROF-")}
    wanted = {f"ROF-S{n:02}" for n in range(1, 19)} | {f"ROF-A{n:02}" for n in range(1, 44) if n != 41}
    assert set(rows) == wanted
    offered = {spec.id: spec for spec in rulings()}
    assert {name for name, line in rows.items() if "**choice.**" in line} == set(offered)
    for name, spec in offered.items():
        for choice in spec.choices:
            assert f"{choice}: " in rows[name], (name, choice)
        assert f"**{spec.default}: " in rows[name], name


def test_the_notice_thanks_everybody_the_sources_credit() -> None:
    text = (Path(__file__).parents[2] / "NOTICE").read_text(encoding="utf-8")
    words = " ".join(text.split())
    for name in ("GeoNames", "CC BY 4.0", "Ukrainian State Register of Geographic Names", "Natural Earth", "MODIS"):
        assert name in words
    for key, source in load("breakthrough").sources.items():
        for word in source.credit.split():
            if word.startswith("https://"):
                assert word in words, key


def test_a_corrected_file_changes_the_game(plant: Plant) -> None:
    overlay = plant("tables/crt.csv", "6,A3,A1,A1/D1", "6,A3,D1,D1")
    crt = load("breakthrough", overlay).crt
    assert (crt.rows[5][0].text, crt.rows[5][1].text) == ("D1", "D1")
    assert load("breakthrough").crt.rows[5][0].text == "A1"
    assert load("breakthrough", overlay).corrected == ("tables/crt.csv",)


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "cause"),
    [
        ("map.csv", "\n0118,", "\n118,", 19, '"118" is not a hex: labels have four digits, leading zeros included'),
        ("map.csv", "\n0119,", "\n0118,", 20, 'hex "0118" stands on line 19 already'),
        ("hexsides.csv", "\n0112,0113,", "\n0112,0115,", 2, "0112 and 0115 are not neighbours"),
        ("hexsides.csv", "\n0112,0113,", "\n112,0113,", 2, 'hex "112" is not on the map; labels have four digits'),
        ("links.csv", "\n0118,0119,", "\n0217,0118,", 3, "0118 and 0217 stand on line 2 already"),
        ("units.csv", "S-167R,soviet,167 Rifle", "S-180R,soviet,167 Rifle", 3, 'unit "S-180R" stands on line 2'),
        ("tables/crt.csv", "4,A3,A2,A1,", "4,A3,A2,B1,", 5, '"B1" under 1:2 is no result'),
        ("tables/crt.csv", "\n4,A3,", "\n4,A2,", 0, "must hold the same result for every die"),
        ("tables/tank.csv", "\n2,-,", "\n2,x,", 3, '"x" under rating 1 is neither - nor a number'),
        (
            "tables/tec.csv",
            "road,instead,0.5,",
            "road,instead,0.3,",
            6,
            "the cost of road is not a number of half points",
        ),
        ("tables/tec.csv", "\nroad,", "\npath,", 0, 'the feature "road" is missing'),
        ("turns.csv", "\n4,1943-08-06", "\n15,1943-08-06", 0, "turn 4 of The Breakthrough is missing"),
        ("scenarios/breakthrough.toml", 'of = "2737"', 'of = "3737"', 0, 'hex "3737" is not on the map'),
        ("scenarios/breakthrough.toml", "Akhtyrka = 15", "Ochtyrka = 15", 0, '"points" names Ochtyrka'),
        ("scenarios/breakthrough.toml", "least = 15", "least = 3", 0, '"least" must fall'),
        ("scenarios/breakthrough.toml", 'from = "0101"', 'from = "0201"', 0, 'hex "0201" is not on the south edge'),
        ("scenarios/breakthrough.toml", '"G-GD-Pz", ', '"G-GD-P", ', 0, '"G-GD-P" is not in units.csv'),
    ],
)
def test_a_fault_is_named_with_file_and_line(
    plant: Plant, file: str, old: str, new: str, line: int, cause: str
) -> None:
    overlay = plant(file, old, new)
    with pytest.raises(DataError) as caught:
        load("breakthrough", overlay)
    assert caught.value.file.endswith(f"ring-of-fire/{file}")
    assert caught.value.line == line
    assert cause in caught.value.text
