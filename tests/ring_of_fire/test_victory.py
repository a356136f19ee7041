"""rof:16.1, 16.2 - victory points and levels."""

from __future__ import annotations

import pytest

from blackearth.systems.ring_of_fire import board, content, movement_phase, sequence, victory
from tests.ring_of_fire.build import Table, position

SHORT, LONG = "breakthrough", "rumyantsev"
#: The printed places with their points in the short and in the long scenario.
PLACES = {
    "Akhtyrka": (["2314", "2413", "2414"], 15, 15),
    "Belgorod": (["2539", "2438"], 15, 15),
    "Bogodukhov": (["1822"], 15, 15),
    "Bolshaya Pisarevka": (["2522"], 5, 0),
    "Borisovka": (["2630"], 5, 0),
    "Golovchino": (["2527"], 5, 0),
    "Graivoron": (["2623"], 5, 0),
    "Kharkov": (["1231", "1232", "1131", "1132", "1133", "1031", "1032"], 30, 50),
    "Krasnograd": (["0118", "0119"], 25, 25),
    "Lebedin": (["3009"], 5, 0),
    "Poltava": (["1104", "1004", "1005"], 15, 30),
    "Shapino": (["3037"], 5, 0),
    "Tomorovka": (["2734"], 5, 0),
    "Trostyanets": (["2814"], 5, 0),
}


def held(hexes: list[str], scenario: str = SHORT, exits: tuple[int, int] = (0, 0), turn: int = 4) -> Table:
    return position({}, scenario=scenario, control=hexes, exit_points=exits, turn=turn)


@pytest.mark.rule("rof:16.1-victory", "rof:16.1", "rof:16.2-victory", "rof:16.2")
@pytest.mark.parametrize("name", PLACES)
def test_a_place_earns_its_points_when_every_hex_is_soviet(name: str) -> None:
    hexes, short, long = PLACES[name]
    assert victory.score(held(hexes, SHORT).state) == (short, 0)
    assert victory.score(held(hexes, LONG).state) == (long, 0)
    for missing in hexes:
        rest = [label for label in hexes if label != missing]
        assert victory.score(held(rest, SHORT).state) == (0, 0)
        assert victory.score(held(rest, LONG).state) == (0, 0)


@pytest.mark.rule("rof:16.1-victory")
def test_no_other_place_earns_anything() -> None:
    """Not Stavgorodok, and 0933 is not needed for Kharkov."""
    assert victory.score(held(["3024"]).state) == (0, 0)
    assert victory.score(held(["0933"]).state) == (0, 0)
    everything = held(sorted({label for hexes, _, _ in PLACES.values() for label in hexes}))
    assert victory.score(everything.state) == (sum(short for _, short, _ in PLACES.values()), 0)


@pytest.mark.rule("rof:16.1-victory", "rof:16.2-victory", "rof:clar-4")
@pytest.mark.parametrize("scenario", [SHORT, LONG])
def test_units_off_the_map_earn_the_same_in_both_scenarios(scenario: str) -> None:
    """Ten for a German in the east and a Soviet in the southwest, three in the west, nothing from 0120 on (ROF-S10)."""
    exits = {
        ("S-167R", "0119", "south"): (10, 0),
        ("S-167R", "0120", "south"): (0, 0),
        ("S-167R", "2001", "west"): (3, 0),
        ("S-167R", "0101", "south"): (10, 0),
        ("S-167R", "0101", "west"): (3, 0),
        ("G-GD-Pz", "1545", "east"): (0, 10),
    }
    for (unit, cell, edge), points in exits.items():
        side = "soviet" if unit.startswith("S") else "german"
        table = position({unit: cell}, scenario=scenario, side=side, begin=movement_phase.regular, control=[])
        table.do(f"move {unit} {cell} @{edge}")
        assert table.where(unit) == "exited"
        assert victory.score(table.state) == points


@pytest.mark.rule("rof:16.1-victory")
@pytest.mark.parametrize(
    ("soviet", "german", "level", "winner"),
    [
        (16, 0, "Soviet victory", 0),
        (15, 0, "Soviet victory", 0),
        (14, 0, "Draw", None),
        (6, 0, "Draw", None),
        (5, 0, "German victory", 1),
        (0, 0, "German victory", 1),
        (10, 10, "German victory", 1),
        (10, 20, "German decisive victory", 1),
        (25, 10, "Soviet victory", 0),
        (25, 11, "Draw", None),
    ],
)
def test_levels_of_the_breakthrough(soviet: int, german: int, level: str, winner: int | None) -> None:
    """ROF-S11: more German than Soviet points are a German decisive victory."""
    result = victory.result(held([], SHORT, (soviet, german)).state)
    assert result is not None
    assert (result.level, result.winner, result.score) == (level, winner, (soviet, german))
    assert level in result.text


@pytest.mark.rule("rof:16.2-victory")
@pytest.mark.parametrize(
    ("soviet", "german", "level", "winner"),
    [
        (70, 0, "Soviet decisive victory", 0),
        (69, 0, "Soviet marginal victory", 0),
        (50, 0, "Soviet marginal victory", 0),
        (49, 0, "Draw", None),
        (45, 0, "Draw", None),
        (44, 0, "German marginal victory", 1),
        (40, 0, "German marginal victory", 1),
        (39, 0, "German decisive victory", 1),
        (0, 0, "German decisive victory", 1),
        (10, 20, "German decisive victory", 1),
        (90, 20, "Soviet decisive victory", 0),
        (90, 21, "Soviet marginal victory", 0),
    ],
)
def test_levels_of_the_campaign(soviet: int, german: int, level: str, winner: int | None) -> None:
    result = victory.result(held([], LONG, (soviet, german), turn=14).state)
    assert result is not None
    assert (result.level, result.winner) == (level, winner)


@pytest.mark.rule("rof:16.1-victory", "rof:16.1")
def test_victory_is_checked_when_the_last_turn_is_over() -> None:
    """The last German player turn of turn 4 is played out, and nothing of a fifth turn."""
    table = held(PLACES["Bogodukhov"][0])
    assert victory.result(table.state) is not None
    for turn, over in ((3, False), (4, True)):
        table = position({"S-167R": "3216"}, scenario=SHORT, turn=turn)
        table.run(lambda s: sequence.Turns(next=2))
        assert table.over == over
        assert (victory.result(table.state) is not None) == over


@pytest.mark.rule("rof:16.1-victory", "rof:16.2-victory")
def test_the_tally_names_every_place_and_what_is_missing() -> None:
    table = held(["2314", "2413", "1822"], LONG, (13, 10))
    tally = victory.points_tally(table.state)
    lines = {line.label.split(" (")[0]: line for line in tally.lines}
    assert set(lines) == {name for name, (_, _, long) in PLACES.items() if long} | {
        "Soviet units off the map",
        "German units off the map",
    }
    assert lines["Akhtyrka"].struck
    assert "2414" in lines["Akhtyrka"].label
    assert lines["Akhtyrka"].hexes == (table.cell("2414"),)
    assert not lines["Bogodukhov"].struck
    assert tally.total == 15 + 13 - 10
    soviet, german = victory.score(table.state)
    assert tally.total == soviet - german
    assert "German decisive victory" in tally.note


@pytest.mark.rule("rof:16.1-victory", "rof:16.2-victory")
@pytest.mark.parametrize(
    ("scenario", "levels"),
    [
        (SHORT, "Soviet victory from 15; Draw 6 to 14; German victory 0 to 5; German decisive victory below 0."),
        (
            LONG,
            "Draw 45 to 49; German marginal victory 40 to 44; German decisive victory below 40.",
        ),
    ],
)
def test_the_tally_and_the_rules_tell_what_each_level_takes(scenario: str, levels: str) -> None:
    table = held([], scenario)
    assert victory.points_tally(table.state).note.endswith(levels)
    told = {paragraph.title: paragraph for paragraph in content.panel(scenario)["Victory"]}
    assert set(told) == {"Towns", "Off the map", "Levels"}
    for level in board.facts(table.state).content.scenario.levels:
        assert not level.least or str(level.least) in told["Levels"].text
