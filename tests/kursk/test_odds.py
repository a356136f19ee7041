"""kursk: strengths, odds, what terrain and close support do to the die."""

from __future__ import annotations

import pytest

from blackearth.systems.kursk import odds
from blackearth.systems.kursk.board import FLOWN, PATROL
from blackearth.systems.kursk.charts import ODDS
from blackearth.systems.kursk.combat import fight_of
from blackearth.systems.kursk.fights import Fight
from tests.kursk.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, SS, INF, INF_B = "G-2Pz", "G-3Pz", "G-SST", "G-131ID", "G-321ID"
RIFLE, RIFLE_B, GUARD, TANK = "S-10A", "S-10B", "S-6GA", "S-1T"
PLANE = {"G-Base1": "1515", "G-Air1": "at-base"}


def fight(table: Table, units: list[str], *hexes: str, support: tuple[str, ...] = ()) -> Fight:
    found = fight_of(table.state, tuple(map(table.unit, units)), tuple(map(table.cell, hexes)))
    return Fight(found.targets, found.units, found.fought, found.defenders, (), tuple(map(table.cell, support)))


def of(table: Table, units: list[str], *hexes: str, support: tuple[str, ...] = ()) -> odds.Odds:
    return odds.odds(table.state, fight(table, units, *hexes, support=support))


@pytest.mark.rule("kursk:combat-K")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(26, 9, "2-1"), (9, 9, "1-1"), (17, 9, "1-1"), (18, 9, "2-1"), (8, 9, "1-2"), (9, 18, "1-2"), (9, 19, "1-3")],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    assert ODDS[odds.column(attack, defence)] == column


@pytest.mark.rule("kursk:crt-limits")
def test_odds_are_held_within_the_table() -> None:
    assert ODDS[odds.column(40, 2)] == "9-1"
    assert ODDS[odds.column(2, 40)] == "1-3"


@pytest.mark.rule("kursk:supply-A", "kursk:crt-limits")
def test_a_strength_of_zero_is_taken_literally() -> None:
    assert [ODDS[odds.column(a, d)] for a, d in ((1, 0), (0, 3), (0, 0))] == ["9-1", "1-3", "1-3"]


@pytest.mark.rule("kursk:supply-A")
def test_each_unit_out_of_supply_is_halved_for_itself() -> None:
    units = {PZ: NW, PZ_B: NW, "G-Mant": SW, TANK: HEX}
    o = of(position(units, features={"german_supply": ()}), [PZ, PZ_B, "G-Mant"], HEX)
    assert (o.attack, o.defence) == (2 + 2 + 0, 4)
    o = of(position(units), [PZ, PZ_B, "G-Mant"], HEX)
    assert (o.attack, o.defence) == (11, 4)


@pytest.mark.rule("kursk:supply")
def test_supply_is_judged_at_the_instant_of_the_combat() -> None:
    # The rifle corps keeps the rail hex open against the zone of 2114, until it is destroyed.
    units = {TANK: HEX, RIFLE: NE, PZ: NW, SS: "2114", PZ_B: "2114"}
    table = position(units, [6, 1], features={"soviet_supply": (NE,)})
    assert of(table, [PZ], HEX).defence == 4
    table.do(f"attack {SS} {PZ_B} {NE}", "stay")
    assert table.where(RIFLE) == "eliminated"
    assert of(table, [PZ], HEX).defence == 2


@pytest.mark.rule("kursk:tec-forest", "kursk:tec-fortified", "kursk:tec-river", "kursk:tec-cumulative")
def test_only_the_worst_loss_of_the_die_counts() -> None:
    river = [(HEX, NW)]
    units = {PZ: NW, TANK: HEX}
    cases: list[tuple[dict[str, list[str]], list[tuple[str, str]], int]] = [
        ({}, [], 0),
        ({"forest": [HEX]}, [], -1),
        ({"swamp": [HEX]}, [], -1),
        ({"soviet_works": [HEX]}, [], -2),
        ({"german_works": [HEX]}, [], 0),
        ({}, river, -2),
        ({"forest": [HEX], "soviet_works": [HEX]}, river, -2),
    ]
    for features, rivers, die in cases:
        assert of(position(units, features=features, rivers=rivers), [PZ], HEX).die == die


@pytest.mark.rule("kursk:tec-river")
def test_a_river_helps_only_if_all_attack_across_it() -> None:
    table = position({PZ: NW, INF: SW, TANK: HEX}, rivers=[(HEX, NW)])
    assert of(table, [PZ], HEX).die == -2
    assert of(table, [PZ, INF], HEX).die == 0


@pytest.mark.rule("kursk:tec-river", "kursk:combat-H")
@pytest.mark.parametrize(("reading", "die"), [("a", 0), ("b", -2)])
def test_rivers_in_an_attack_on_several_hexes(reading: str, die: int) -> None:
    units = {PZ: HEX, RIFLE: NE, RIFLE_B: SE}
    table = position(units, rivers=[(HEX, NE)], rulings={"KUR-A10": reading})
    assert of(table, [PZ], NE, SE).die == die
    assert of(position(units, rivers=[(HEX, NE), (HEX, SE)]), [PZ], NE, SE).die == -2


@pytest.mark.rule("kursk:air-close-support", "kursk:tec-cumulative")
@pytest.mark.parametrize(
    ("features", "die"), [({}, 2), ({"soviet_works": [HEX]}, 0), ({"forest": [HEX]}, 1), ({"german_works": [HEX]}, 2)]
)
def test_close_support_adds_two(features: dict[str, list[str]], die: int) -> None:
    assert of(position({PZ: NW, TANK: HEX}, features=features), [PZ], HEX, support=(HEX,)).die == die


@pytest.mark.rule("kursk:air-close-support", "kursk:combat-H")
@pytest.mark.parametrize(("reading", "one", "two"), [("a", 2, 2), ("b", 2, 4), ("c", 0, 2)])
def test_close_support_over_several_hexes(reading: str, one: int, two: int) -> None:
    table = position({PZ: HEX, RIFLE: NE, RIFLE_B: SE}, rulings={"KUR-A11": reading})
    assert of(table, [PZ], NE, SE, support=(NE,)).die == one
    assert of(table, [PZ], NE, SE, support=(NE, SE)).die == two


@pytest.mark.rule("kursk:tec-cumulative")
def test_the_modified_die_stays_in_the_table() -> None:
    table = position({PZ: NW, TANK: HEX}, features={"soviet_works": [HEX]})
    o = of(table, [PZ], HEX)
    assert (odds.modified(o, 1), odds.modified(o, 6)) == (-1, 4)
    o = of(position({PZ: NW, TANK: HEX}), [PZ], HEX, support=(HEX,))
    assert odds.modified(o, 6) == 8
    assert odds.outcome(table.state, o, 6).text == "1/2EX"


# -- flying close support ----------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:air-close-support")
def test_support_is_flown_after_the_odds_and_before_the_die() -> None:
    # 5 to 4 is 1-1; 1 is AX, 3 is BR.
    table = position({PZ: NW, TANK: HEX, **PLANE}, [1]).do(f"attack {PZ} {HEX}")
    assert table.verbs == ["support", "roll"]
    assert "1-1" in table.state.decision.prompt  # type: ignore[union-attr]
    table.saved().do(f"support G-Air1 {HEX}")
    assert table.dice_used()
    assert table.marked("G-Air1", FLOWN)
    assert table.where("G-Air1") == "at-base"
    assert table.where(PZ) != "eliminated"


@pytest.mark.rule("kursk:air-close-support")
def test_support_is_voluntary_and_one_aircraft_a_hex() -> None:
    units = {PZ: NW, TANK: HEX, **PLANE, "G-Base4": "1514", "G-Air4": "at-base"}
    table = position(units, [1]).do(f"attack {PZ} {HEX}", "roll")
    assert table.where(PZ) == "eliminated"
    table = position(units, [1], rulings={"KUR-A11": "b"}).do(f"attack {PZ} {HEX}", f"support G-Air1 {HEX}")
    assert table.dice_used()


@pytest.mark.rule("kursk:air-close-support", "kursk:combat-H")
@pytest.mark.parametrize(("reading", "more"), [("a", False), ("b", True), ("c", True)])
def test_a_second_aircraft_is_asked_for_only_where_it_helps(reading: str, more: bool) -> None:
    units = {PZ: HEX, TANK: NE, RIFLE: SE, **PLANE, "G-Base4": "1514", "G-Air4": "at-base"}
    table = position(units, [1], rulings={"KUR-A11": reading}).do(f"attack {PZ} {NE} {SE}", f"support G-Air1 {NE}")
    assert (table.verbs == ["support", "roll"]) == more
    if more:
        assert table.cites(f"support G-Air4 {NE}") == ["kursk:air-close-support"]
        assert table.cites(f"support G-Air1 {SE}") == ["kursk:air-D"]


@pytest.mark.rule("kursk:air-D")
def test_support_needs_range_a_base_and_a_mission_left() -> None:
    units = {PZ: NW, TANK: HEX, "G-Base1": "0715", "G-Air1": "at-base"}
    assert position(units, [1]).do(f"attack {PZ} {HEX}").dice_used()
    table = position({**units, "G-Base1": "0815"}, [1]).do(f"attack {PZ} {HEX}")
    assert table.verbs == ["support", "roll"]
    assert table.cites(f"support G-Air1 {NE}") == ["kursk:air-close-support"]
    assert position({PZ: NW, TANK: HEX, **PLANE}, [1], marks={"G-Air1": FLOWN}).do(f"attack {PZ} {HEX}").dice_used()


@pytest.mark.rule("kursk:air-cap")
def test_no_support_where_an_enemy_patrol_flies() -> None:
    patrol = {"S-Base1": "2515", "S-Air1": HEX}
    table = position({PZ: NW, TANK: HEX, **PLANE, **patrol}, [1], marks={"S-Air1": PATROL})
    assert table.do(f"attack {PZ} {HEX}").dice_used()
    joint = {PZ: HEX, TANK: NE, RIFLE: SE, **PLANE, "S-Base1": "2515", "S-Air1": NE}
    table = position(joint, [1], marks={"S-Air1": PATROL}).do(f"attack {PZ} {NE} {SE}")
    assert table.cites(f"support G-Air1 {NE}") == ["kursk:air-cap"]
    table.do(f"support G-Air1 {SE}")
