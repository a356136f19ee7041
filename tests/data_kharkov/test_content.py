"""The content of Kharkov and Rostov: what the rulebook prints must be in it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

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
from tests.data_kharkov.conftest import SCENARIOS, Plant


def test_both_scenarios_are_found() -> None:
    assert scenario_ids() == SCENARIOS
    with pytest.raises(DataError, match="there is no scenario"):
        load("stalingrad")


def test_loading_twice_gives_the_same_object() -> None:
    assert load("kharkov-1943") is load("kharkov-1943")


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
