"""ms:G2, G6, G7, rostov:1, 6, kharkov:8 - strengths, the odds column and every shift."""

from __future__ import annotations

import pytest

from blackearth.systems.kharkov import combat_queries, odds
from blackearth.systems.kharkov.board import ENTRENCHED, Fight
from blackearth.systems.kharkov.fights import defenders_of
from tests.kharkov.build import Table, position

# Attack and defence; the hexes are neighbours of 2647.
INFANTRY, GUARDS = "K-40-02", "K-40-01"  # 2-2 (entrenched 3), 3-4
CORPS, BRIGADE, AT = "K-40-09", "K-40-10", "K-69-07"  # armour 5-4, armour 2-1, anti-tank 1-2
SS, PANZER, GD = "K-1PzSS", "K-7Pz", "K-GD"  # armour 10-8, armour 6-5, Grossdeutschland 9-8
GERMAN, MOTORIZED = "K-304", "K-16Mot"  # infantry 3-5, mechanized 4-4
HEX, NORTH, NE, SE, SOUTH, SW, NW = "2647", "2547", "2546", "2646", "2747", "2648", "2548"
TIGER, LAH, WIKING, SLOVAK = "R-16Pz", "R-LAH", "R-Wik", "R-SlF"
TANKS, RIFLES = "R-21-08", "R-21-06"  # 2-0, 3-3


def fight(table: Table, target: str, *units: str, **more: object) -> Fight:
    cell = table.cell(target)
    found = Fight(cell, tuple(table.unit(u) for u in units), defenders_of(table.state, cell))
    return Fight(found.target, found.units, found.defenders, **more)  # type: ignore[arg-type]


def shifts(table: Table, target: str, *units: str, **more: object) -> list[tuple[str, int]]:
    return [(s.cite, s.columns) for s in odds.odds(table.state, fight(table, target, *units, **more)).shifts]


def columns(table: Table, target: str, *units: str, **more: object) -> tuple[str, str]:
    o = odds.odds(table.state, fight(table, target, *units, **more))
    return odds.column_text(o.raw), odds.column_text(o.final)


def strengths(table: Table, target: str, *units: str) -> tuple[int, int]:
    o = odds.odds(table.state, fight(table, target, *units))
    return o.attack, o.defence


# -- ratio and table ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G2-example", "ms:G2")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(8, 2, "4/1"), (10, 3, "3/1"), (7, 4, "1.5/1"), (2, 5, "1/3"), (4, 4, "1/1"), (5, 6, "1/2"), (1, 3, "1/3")],
)
def test_ratios_are_rounded_in_the_defenders_favour(attack: int, defence: int, column: str) -> None:
    assert odds.column_text(odds.column_of(attack, defence)) == column


@pytest.mark.rule("ms:G2")
def test_ratios_beyond_the_table() -> None:
    assert odds.column_text(odds.column_of(1, 4)) == "<1/3"
    assert odds.column_text(odds.column_of(50, 1)) == "7/1"


@pytest.mark.rule("ms:G2", "ms:A2a")
def test_all_attackers_and_all_defenders_are_summed() -> None:
    table = position({INFANTRY: NORTH, GUARDS: NE, GERMAN: HEX, PANZER: HEX})
    assert strengths(table, HEX, INFANTRY, GUARDS) == (5, 10)


@pytest.mark.rule("ms:F6", "ms:A2a")
def test_entrenched_units_defend_with_their_entrenched_strength() -> None:
    table = position({GERMAN: NORTH, INFANTRY: HEX}, side="german", marks={INFANTRY: ENTRENCHED})
    assert strengths(table, HEX, GERMAN) == (3, 3)


@pytest.mark.rule("ms:G2")
def test_the_raw_ratio_is_held_in_the_table_before_and_after_the_shifts() -> None:
    units = {SS: NORTH, GD: NE, PANZER: SE, BRIGADE: HEX}
    table = position(units, side="german", terrain={HEX: "difficult"})
    assert columns(table, HEX, SS, GD, PANZER) == ("7/1", "6/1")
    other = position(units, side="german", terrain={HEX: "difficult"}, rulings={"KHA-06": "b"})
    assert columns(other, HEX, SS, GD, PANZER) == ("7/1", "7/1")


@pytest.mark.rule("ms:G2")
def test_odds_below_the_table_take_two_from_the_die() -> None:
    table = position({INFANTRY: NORTH, SS: HEX})
    o = odds.odds(table.state, fight(table, HEX, INFANTRY))
    assert o.final == odds.BELOW
    assert [odds.outcome(table.state, o, die).text for die in range(1, 7)] == ["AE", "AE", "AE", "AE", "AE", "AR"]
    third = position({INFANTRY: NORTH, GERMAN: HEX})
    o = odds.odds(third.state, fight(third, HEX, INFANTRY))
    assert [odds.outcome(third.state, o, die).text for die in range(1, 7)] == ["AE", "AE", "AE", "AR", "AR", "-"]


@pytest.mark.rule("ms:G2")
def test_a_ratio_far_below_the_table_is_one_column_below_it() -> None:
    units = {INFANTRY: NORTH, SS: HEX, GD: HEX}
    assert columns(position(units), HEX, INFANTRY, air=(2, 0)) == ("<1/3", "1/2")
    table = position(units, rulings={"KHA-06": "b"})
    assert columns(table, HEX, INFANTRY, air=(2, 0)) == ("<1/3", "<1/3")  # 2 to 16 is 1/8


@pytest.mark.rule("ms:G2-example")
def test_three_markers_against_two_and_one_against_two() -> None:
    table = position({CORPS: NORTH, GUARDS: NE, MOTORIZED: HEX})  # 8 to 4
    assert columns(table, HEX, CORPS, GUARDS, air=(3, 2)) == ("2/1", "3/1")
    assert columns(table, HEX, CORPS, GUARDS, air=(1, 2)) == ("2/1", "1.5/1")


# -- terrain -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G6-forest")
def test_forest_halves_the_sum_of_the_armour_rounded_up() -> None:
    table = position({CORPS: NORTH, BRIGADE: NE, INFANTRY: NE, AT: SE, GERMAN: HEX}, terrain={HEX: "forest"})
    assert strengths(table, HEX, CORPS, BRIGADE) == (4, 5)  # 5 + 2 = 7, half is 4
    assert strengths(table, HEX, CORPS, BRIGADE, INFANTRY, AT) == (7, 5)
    assert shifts(table, HEX, CORPS) == []


@pytest.mark.rule("ms:G6-forest", "kharkov:1")
def test_grossdeutschland_is_armour_and_anti_tank_brigades_are_not() -> None:
    table = position({GD: NORTH, MOTORIZED: NE, INFANTRY: HEX}, side="german", terrain={HEX: "forest"})
    assert strengths(table, HEX, GD)[0] == 5
    assert strengths(table, HEX, MOTORIZED)[0] == 4
    table = position({AT: NORTH, BRIGADE: NE, GERMAN: HEX}, terrain={HEX: "forest"})
    assert strengths(table, HEX, AT)[0] == 1
    assert strengths(table, HEX, BRIGADE)[0] == 1


@pytest.mark.rule("ms:G6-forest")
def test_the_ss_of_rostov_is_no_armour() -> None:
    table = position(
        {LAH: NORTH, TIGER: NE, RIFLES: HEX}, scenario="rostov-1941", side="german", terrain={HEX: "forest"}
    )
    assert strengths(table, HEX, LAH)[0] == 5
    assert strengths(table, HEX, TIGER)[0] == 2


@pytest.mark.rule("ms:G6-difficult")
def test_difficult_terrain_of_the_defender_is_one_column() -> None:
    table = position({INFANTRY: NORTH, CORPS: NE, GERMAN: HEX}, terrain={HEX: "difficult", NORTH: "difficult"})
    assert shifts(table, HEX, INFANTRY, CORPS) == [("ms:G6-difficult", -1)]
    assert strengths(table, HEX, CORPS)[0] == 5


@pytest.mark.rule("ms:G6-marsh")
@pytest.mark.parametrize(("weather", "attack"), [("good", 3), ("frost", 5), ("mud", 2), ("snow", 5)])
def test_marsh_is_forest_and_difficult_unless_frozen(weather: str, attack: int) -> None:
    table = position({CORPS: NORTH, GERMAN: HEX}, terrain={HEX: "marsh"}, weather=weather)
    assert strengths(table, HEX, CORPS)[0] == attack  # in mud: half of 5 is 3, half of 3 is 2
    assert ("ms:G6-marsh", -1) in shifts(table, HEX, CORPS)


@pytest.mark.rule("ms:G6-city")
def test_a_city_doubles_the_defender() -> None:
    table = position({CORPS: NORTH, GERMAN: HEX, MOTORIZED: HEX}, terrain={HEX: "city"})
    assert strengths(table, HEX, CORPS) == (5, 18)
    assert shifts(table, HEX, CORPS) == []


# -- rivers and fortifications -----------------------------------------------------------------------------------------

RIVER = {"river": [(HEX, NORTH), (HEX, NE)]}
MAJOR = {"major_river": [(HEX, NORTH), (HEX, NE)]}


def net(table: Table, *units: str) -> int:
    return sum(amount for _, amount in shifts(table, HEX, *units))


@pytest.mark.rule("ms:G6-river")
@pytest.mark.parametrize(
    ("weather", "across", "relieved"), [("good", -2, -1), ("mud", -2, -1), ("frost", -1, 0), ("snow", -2, -1)]
)
def test_river(weather: str, across: int, relieved: int) -> None:
    table = position({INFANTRY: NORTH, GUARDS: SE, GERMAN: HEX}, hexsides=RIVER, weather=weather)
    assert net(table, INFANTRY) == across  # snow brings a column of its own
    assert net(table, INFANTRY, GUARDS) == relieved
    assert net(table, GUARDS) == (-1 if weather == "snow" else 0)


@pytest.mark.rule("ms:G6-major", "kharkov:4", "rostov:4")
@pytest.mark.parametrize(
    ("weather", "across", "relieved"), [("good", -3, -2), ("mud", -3, -2), ("frost", -2, -1), ("snow", -3, -2)]
)
def test_major_river(weather: str, across: int, relieved: int) -> None:
    table = position({INFANTRY: NORTH, GUARDS: SE, GERMAN: HEX}, hexsides=MAJOR, weather=weather)
    assert net(table, INFANTRY) == across
    assert net(table, INFANTRY, GUARDS) == relieved


@pytest.mark.rule("ms:G6-river")
def test_a_bridge_does_not_help_an_attack() -> None:
    table = position({INFANTRY: NORTH, GERMAN: HEX}, hexsides=RIVER | {"bridge": [(HEX, NORTH)]}, weather="good")
    assert net(table, INFANTRY) == -2


@pytest.mark.rule("ms:G6-river", "ms:G6-major")
@pytest.mark.parametrize(("ruling", "both", "all_three"), [("a", -3, -2), ("b", -3, -3), ("c", -5, -3)])
def test_a_river_and_a_major_river_in_one_attack(ruling: str, both: int, all_three: int) -> None:
    water = {"river": [(HEX, NORTH)], "major_river": [(HEX, NE)]}
    units = {INFANTRY: NORTH, GUARDS: NE, CORPS: SE, GERMAN: HEX}
    table = position(units, hexsides=water, weather="good", rulings={"KHA-N23": ruling})
    assert net(table, INFANTRY, GUARDS) == both
    assert net(table, INFANTRY, GUARDS, CORPS) == all_three


@pytest.mark.rule("ms:G6-fortification")
def test_enemy_fortification() -> None:
    walls = {"fort_german": [(HEX, NORTH)], "fort_soviet": [(HEX, SE)]}
    table = position({INFANTRY: NORTH, GUARDS: SE, GERMAN: HEX}, hexsides=walls)
    assert shifts(table, HEX, INFANTRY) == [("ms:G6-fortification", -2)]
    assert shifts(table, HEX, GUARDS) == []  # that one is the attacker's own
    assert net(table, INFANTRY, GUARDS) == -1


@pytest.mark.rule("ms:G6-cumulative")
def test_a_fortification_along_a_river_is_four_columns() -> None:
    walls = {"fort_german": [(HEX, NORTH)], "river": [(HEX, NORTH)]}
    table = position({INFANTRY: NORTH, GERMAN: HEX}, hexsides=walls, weather="good")
    assert net(table, INFANTRY) == -4
    hard = position({INFANTRY: NORTH, GERMAN: HEX}, hexsides=walls, weather="good", terrain={HEX: "difficult"})
    assert net(hard, INFANTRY) == -5


# -- weather -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G7")
@pytest.mark.parametrize(("attack", "half"), [("K-304", 2), ("K-88", 1), ("K-1PzSS", 5), ("K-GD", 5)])
def test_mud_halves_the_attacker_rounded_up(attack: str, half: int) -> None:
    table = position({attack: NORTH, INFANTRY: HEX}, side="german", weather="mud")
    assert strengths(table, HEX, attack) == (half, 2)


@pytest.mark.rule("ms:G7")
def test_mud_halves_the_sum() -> None:
    table = position({SS: NORTH, "K-88": NE, INFANTRY: HEX}, side="german", weather="mud")
    assert strengths(table, HEX, SS, "K-88")[0] == 6


@pytest.mark.rule("ms:G7", "rostov:6")
@pytest.mark.parametrize(("weather", "net_shift"), [("good", 0), ("mud", 0), ("frost", 0), ("snow", -1)])
def test_snow_is_a_column_for_the_defender(weather: str, net_shift: int) -> None:
    for side, attacker, defender in (("soviet", INFANTRY, GERMAN), ("german", GERMAN, INFANTRY)):
        table = position({attacker: NORTH, defender: HEX}, side=side, weather=weather)
        assert net(table, attacker) == net_shift  # no General Winter in Kharkov


@pytest.mark.rule("rostov:6", "ms:G7")
@pytest.mark.parametrize(
    ("weather", "soviet", "german"), [("good", 0, 0), ("mud", 0, 0), ("frost", 1, -1), ("snow", 0, -2)]
)
def test_general_winter(weather: str, soviet: int, german: int) -> None:
    units = {RIFLES: NORTH, "R-44": HEX}
    table = position(units, scenario="rostov-1941", weather=weather)
    assert net(table, RIFLES) == soviet
    table = position({"R-44": NORTH, RIFLES: HEX}, scenario="rostov-1941", side="german", weather=weather)
    assert net(table, "R-44") == german


# -- scenario rules ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("kharkov:8-neutral", "kharkov:8-offensive", "kharkov:8-defensive")
@pytest.mark.parametrize(
    ("mode", "found"),
    [("neutral", []), ("offensive", [("kharkov:8-offensive", 1)]), ("defensive", [("kharkov:8-defensive", -2)])],
)
def test_modes_shift_the_attacks_of_an_army(mode: str, found: list[tuple[str, int]]) -> None:
    table = position({INFANTRY: NORTH, GERMAN: HEX}, army_modes={"40": mode})
    assert shifts(table, HEX, INFANTRY) == found
    defending = position({GERMAN: NORTH, INFANTRY: HEX}, army_modes={"40": mode}, side="german")
    assert shifts(defending, HEX, GERMAN) == []


@pytest.mark.rule("kharkov:8-offensive")
def test_germans_have_no_mode_whatever_their_mark() -> None:
    table = position({"K-39": NORTH, INFANTRY: HEX}, army_modes={"6": "offensive"}, side="german")  # also marked 6
    assert shifts(table, HEX, "K-39") == []


# A place in supply of both sides: 2647 lies close to Soviet railways, and nobody cuts the Germans off.
@pytest.mark.rule("rostov:1-shift")
def test_each_supplied_named_division_gives_a_column_in_attack() -> None:
    units = {TIGER: NORTH, LAH: NORTH, WIKING: NE, SLOVAK: NE, RIFLES: HEX}
    table = position(units, scenario="rostov-1941", side="german", weather="good")
    assert shifts(table, HEX, TIGER, LAH, WIKING) == [("rostov:1-shift", 1)] * 3
    assert shifts(table, HEX, SLOVAK) == []


@pytest.mark.rule("rostov:1-shift")
def test_each_supplied_named_division_gives_a_column_in_defence() -> None:
    table = position({RIFLES: NORTH, TIGER: HEX, LAH: HEX}, scenario="rostov-1941", weather="good")
    assert shifts(table, HEX, RIFLES) == [("rostov:1-shift", -1)] * 2


@pytest.mark.rule("rostov:1-shift")
def test_divisions_out_of_supply_give_no_column() -> None:
    ring = dict(zip(("R-21-01", "R-21-02", "R-21-03", "R-21-04", "R-38-01", "R-38-02"),
                    (NE, SE, SOUTH, SW, NW, "2547"), strict=True))  # fmt: skip
    table = position({TIGER: HEX, **ring}, scenario="rostov-1941", weather="good")
    assert shifts(table, HEX, "R-21-01") == []
    free = position({TIGER: HEX, "R-21-01": NE}, scenario="rostov-1941", weather="good")
    assert shifts(free, HEX, "R-21-01") == [("rostov:1-shift", -1)]


@pytest.mark.rule("rostov:1-shift")
def test_no_such_columns_in_kharkov() -> None:
    assert shifts(position({SS: NORTH, INFANTRY: HEX}, side="german"), HEX, SS) == []


@pytest.mark.rule("rostov:1-zero")
def test_units_without_a_defence_are_attacked_at_seven_to_one() -> None:
    units = {"R-44": NORTH, TANKS: HEX, "R-38-06": HEX}
    rostov = {"scenario": "rostov-1941", "side": "german", "weather": "good"}
    table = position(units, **rostov)  # type: ignore[arg-type]
    assert columns(table, HEX, "R-44") == ("7/1", "7/1")
    hard = position(units, terrain={HEX: "difficult"}, **rostov)  # type: ignore[arg-type]
    assert columns(hard, HEX, "R-44") == ("7/1", "6/1")
    city = position(units, terrain={HEX: "city"}, **rostov)  # type: ignore[arg-type]
    assert columns(city, HEX, "R-44") == ("7/1", "5/1")
    stacked = position({**units, RIFLES: HEX}, **rostov)  # type: ignore[arg-type]
    assert columns(stacked, HEX, "R-44") == ("1/1", "1/1")


# -- explanation -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G2", "ms:G6-forest", "ms:G7")
def test_the_tally_adds_up_to_the_strength() -> None:
    units = {CORPS: NORTH, BRIGADE: NE, INFANTRY: NE, GERMAN: HEX, SS: HEX}
    for terrain in ("clear", "forest", "marsh", "city"):
        for weather in ("good", "mud", "frost", "snow"):
            table = position(units, terrain={HEX: terrain}, weather=weather)
            f = fight(table, HEX, CORPS, BRIGADE, INFANTRY)
            o = odds.odds(table.state, f)
            assert odds.attack_tally(table.state, f.units, f.target).total == o.attack
            assert odds.defence_tally(table.state, f.defenders, f.target).total == o.defence


def test_the_query_tells_all_of_it() -> None:
    table = position({CORPS: NORTH, INFANTRY: NE, GERMAN: HEX}, weather="snow", terrain={HEX: "forest"})
    found = combat_queries.query_odds(table.state, 0, {"units": [CORPS, INFANTRY], "to": HEX})
    assert found["attack"]["total"] == "5"
    assert (found["raw"], found["final"], found["net"], found["allowed"]) == ("1/1", "1/2", -1, True)
    assert found["shifts"] == [{"label": "Snow", "amount": "1L", "cite": "ms:G7", "struck": False}]
    assert sum(len(o["faces"]) for o in found["outcomes"]) == 6
    by_result = {o["result"]: o for o in found["outcomes"]}
    assert by_result["AE"]["attacker_steps"] == 3  # the attackers have three, the defender too
    assert by_result["RX"] == {
        "result": "RX", "faces": [5], "chance": 1 / 6, "attacker_steps": 1, "defender_steps": 1, "retreat": 0,
    }  # fmt: skip
