"""kursk: artillery, anti-tank brigades and bracketed armour: partners, which count, and what befalls them alone."""

from __future__ import annotations

import pytest

from blackearth.systems.kursk.board import FLOWN
from blackearth.systems.kursk.combat import fight_of
from tests.kursk.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, SS, INF = "G-2Pz", "G-3Pz", "G-SST", "G-131ID"
L, F, F_B, MANT = "G-L", "G-653F", "G-654F", "G-Mant"
RIFLE, RIFLE_B, TANK, TANK_B = "S-10A", "S-10B", "S-1T", "S-5T"
GUN, GUN_B, ANTI_TANK, ANTI_TANK_B = "S-4A", "S-2A", "S-1AT", "S-13AT"


def counted(table: Table, hex_: str) -> set[str]:
    return table.names(fight_of(table.state, (), (table.cell(hex_),)).defenders)


@pytest.mark.rule("kursk:combat-D")
def test_anti_tank_brigades_only_defend() -> None:
    table = position({RIFLE: HEX, ANTI_TANK: HEX, INF: NW}, side="soviet")
    assert table.cites(f"attack {RIFLE} {ANTI_TANK} {NW}")[0] == "kursk:combat-D"
    assert ANTI_TANK not in table.choice("attack")["targets"][NW]  # type: ignore[index]


@pytest.mark.rule("kursk:combat-D")
def test_each_anti_tank_brigade_needs_a_corps() -> None:
    both = {TANK: HEX, TANK_B: HEX, ANTI_TANK: HEX, ANTI_TANK_B: HEX, PZ: NW}
    assert counted(position(both), HEX) == {TANK, TANK_B, ANTI_TANK, ANTI_TANK_B}
    one = {TANK: HEX, ANTI_TANK: HEX, ANTI_TANK_B: HEX, PZ: NW}
    assert len(counted(position(one), HEX)) == 2


@pytest.mark.rule("kursk:combat-E")
def test_each_artillery_corps_needs_a_corps_in_the_same_attack() -> None:
    units = {GUN: HEX, GUN_B: HEX, RIFLE: HEX, INF: NW, RIFLE_B: SW, TANK: "1914"}
    table = position(units, [6], side="soviet")
    assert table.cites(f"attack {GUN} {GUN_B} {RIFLE} {NW}") == ["kursk:combat-E"]
    assert table.cites(f"attack {GUN} {NW}") == ["kursk:combat-E"]
    assert table.cites(f"attack {GUN} {RIFLE_B} {NW}") == ["kursk:combat-E"]  # a partner from another hex
    table.do(f"attack {GUN} {RIFLE} {NW}")
    assert table.dice_used()


@pytest.mark.rule("kursk:combat-E")
def test_artillery_does_not_defend() -> None:
    assert counted(position({GUN: HEX, RIFLE: HEX, PZ: NW}), HEX) == {RIFLE}


@pytest.mark.rule("kursk:combat-D", "kursk:combat-E")
def test_one_corps_serves_an_artillery_corps_and_an_anti_tank_brigade() -> None:
    units = {GUN: HEX, ANTI_TANK: HEX, RIFLE: HEX, INF: NW}
    assert counted(position(units), HEX) == {RIFLE, ANTI_TANK}
    assert position(units, [6], side="soviet").do(f"attack {GUN} {RIFLE} {NW}").dice_used()


@pytest.mark.rule("kursk:combat-F")
def test_each_bracketed_unit_needs_a_regular_unit() -> None:
    units = {L: NW, F: NW, F_B: NW, PZ: NW, INF: NW, RIFLE: HEX}
    table = position(units, [6])
    assert table.cites(f"attack {L} {F} {F_B} {PZ} {INF} {HEX}") == ["kursk:combat-F"]
    assert table.cites(f"attack {L} {F} {INF} {HEX}") == ["kursk:combat-F"]
    assert table.do(f"attack {L} {F} {PZ} {INF} {HEX}").dice_used()
    table = position({**units, INF: NW, PZ: NW}, side="soviet")
    assert len(counted(table, NW)) == 4


@pytest.mark.rule("kursk:combat-F")
def test_manteuffel_is_a_regular_unit() -> None:
    assert position({L: NW, MANT: NW, RIFLE: HEX}, [6]).do(f"attack {L} {MANT} {HEX}").dice_used()


@pytest.mark.rule("kursk:combat-F")
def test_the_owner_chooses_who_counts_when_partners_are_short() -> None:
    units = {L: HEX, F: HEX, INF: HEX, TANK: NW}
    table = position(units, [1], side="soviet").do(f"attack {TANK} {HEX}")
    assert (table.side, table.verbs) == ("german", ["commit"])
    assert table.cites(f"commit {L} {F}") == ["kursk:combat-F"]
    assert table.cites(f"commit {INF}") == ["kursk:combat-F"]
    table.saved().do(f"commit {F}")  # 4 to 3 and not 4 to 4
    assert "4 to 3" in next(e.detail for e in table.events if getattr(e, "result", ""))  # type: ignore[union-attr]
    both = position({F_B: HEX, F: HEX, INF: HEX, TANK: NW}, [1], side="soviet").do(f"attack {TANK} {HEX}")
    assert both.dice_used()


# -- alone -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:combat-G")
@pytest.mark.parametrize("lone", [{GUN: HEX}, {ANTI_TANK: HEX, GUN: HEX}, {GUN: HEX, "S-Base1": HEX}])
def test_limited_units_alone_die_without_a_die(lone: dict[str, str]) -> None:
    table = position({**lone, INF: NW}).do(f"attack {INF} {HEX}")
    assert all(table.where(unit) == "eliminated" for unit in lone)
    assert table.state.rolls == 0
    assert table.verbs == ["advance", "stay"]
    assert table.do(f"advance {INF} {HEX}").where(INF) == HEX


@pytest.mark.rule("kursk:combat-G")
def test_only_regular_units_catch_them() -> None:
    table = position({L: NW, GUN: HEX, PZ: SW})
    assert table.cites(f"attack {L} {HEX}") == ["kursk:combat-F"]


@pytest.mark.rule("kursk:combat-G")
def test_it_is_the_attack_of_those_who_make_it() -> None:
    table = position({PZ: NW, GUN: HEX, RIFLE: "2014"}).do(f"attack {PZ} {HEX}", "stay")
    assert table.over


@pytest.mark.rule("kursk:combat-G", "kursk:combat-H")
def test_a_hex_of_limited_units_is_emptied_whatever_the_die_says() -> None:
    # The rifle corps stays: 5 to 2 is 2-1 without the gun, 1 is AR.
    table = position({PZ: HEX, GUN: NE, ANTI_TANK: NE, RIFLE: SE}, [1]).do(f"attack {PZ} {NE} {SE}")
    assert table.where(GUN) == table.where(ANTI_TANK) == "eliminated"
    assert table.where(RIFLE) == SE
    assert table.state.extra.points == (0, 5)


@pytest.mark.rule("kursk:air-E", "kursk:combat-G")
def test_a_base_without_ground_units_is_destroyed_with_its_aircraft() -> None:
    units = {"S-Base1": HEX, "S-Air1": "1910", INF: NW}
    table = position(units, marks={"S-Air1": FLOWN}).do(f"attack {INF} {HEX}")
    assert table.where("S-Base1") == table.where("S-Air1") == "eliminated"
    assert table.state.extra.points == (0, 0)


@pytest.mark.rule("kursk:combat-A")
def test_bases_do_not_attack() -> None:
    table = position({"G-Base1": NW, INF: NW, RIFLE: HEX})
    assert table.cites(f"attack G-Base1 {INF} {HEX}")[0] == "kursk:combat-G"
