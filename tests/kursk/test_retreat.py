"""kursk: retreats after AR and BR, what destroys, and Kampfgruppen."""

from __future__ import annotations

import pytest

from blackearth.systems.kursk.board import ATTACKED, DEFENDED
from tests.kursk.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, PZ_C, SS, INF, INF_B, INF_C = "G-2Pz", "G-3Pz", "G-4Pz", "G-SST", "G-131ID", "G-321ID", "G-339ID"
RIFLE, RIFLE_B, RIFLE_C, TANK, TANK_B = "S-10A", "S-10B", "S-10C", "S-1T", "S-5T"
BASE, PLANE = "S-Base1", "S-Air1"


def ways(table: Table, unit: str) -> set[str]:
    return set(table.choice("retreat")["hexes_of"][unit])  # type: ignore[index]


# -- AR ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:crt-AR")
def test_the_defender_retreats_the_attackers_towards_their_supply() -> None:
    table = position({PZ: NW, INF: NW, TANK: HEX}, [2]).do(f"attack {PZ} {HEX}")  # 5 to 4, 2 is AR
    assert (table.side, table.verbs) == ("soviet", ["retreat"])
    assert ways(table, PZ) == {"1814", "1815"}  # both three hexes from 1515; 1914 is four away
    assert table.cites(f"retreat {PZ} 1914") == ["kursk:crt-AR"]
    assert table.cites(f"retreat {INF} 1814") == ["kursk:crt-AR"]
    table.saved().do(f"retreat {PZ} 1814")
    assert (table.where(PZ), table.where(INF), table.where(TANK)) == ("1814", NW, HEX)


@pytest.mark.rule("kursk:crt-AR", "kursk:stacking-A")
def test_a_full_hex_or_an_enemy_zone_destroys() -> None:
    full = dict.fromkeys((INF, INF_B, INF_C), "1814") | dict.fromkeys(("G-110ID", "G-296ID", "G-134ID"), "1815")
    units = {PZ: NW, TANK: HEX, RIFLE: "1913", **full}  # the zone of 1913 covers 1914
    table = position(units, [2]).do(f"attack {PZ} {HEX}")
    assert table.where(PZ) == "eliminated"
    assert table.state.extra.points == (15, 0)
    table = position({**units, INF_C: "1715"}, [2]).do(f"attack {PZ} {HEX}")
    assert table.where(PZ) == "1814"


@pytest.mark.rule("kursk:crt-AR")
def test_when_room_is_short_the_defender_decides_who_is_lost() -> None:
    full = dict.fromkeys((INF, INF_B), "1814") | dict.fromkeys(("G-110ID", "G-296ID", "G-134ID"), "1815")
    table = position({PZ: NW, SS: NW, TANK: HEX, TANK_B: HEX, "S-3M": HEX, RIFLE: "1913", **full}, [2])
    table.do(f"attack {PZ} {SS} {HEX}")  # 11 to 13 is 1-2, 2 is AX
    assert table.where(SS) == "eliminated"
    table = position({PZ: NW, SS: NW, TANK: HEX, TANK_B: HEX, RIFLE: "1913", **full}, [2])
    table.do(f"attack {PZ} {SS} {HEX}")  # 11 to 8 is 1-1, 2 is AR
    assert ways(table, PZ) == ways(table, SS) == {"1814"}
    table.do(f"retreat {PZ} 1814")
    assert (table.where(PZ), table.where(SS)) == ("1814", "eliminated")


@pytest.mark.rule("kursk:crt-AR", "kursk:zoc-E")
def test_friends_do_not_open_an_enemy_zone_to_a_retreat() -> None:
    table = position({PZ: NW, INF: "1916", TANK: HEX}, [2], features={"german_supply": ("1916",)})
    table.do(f"attack {PZ} {HEX}")
    assert table.where(PZ) == "1815"


@pytest.mark.rule("kursk:crt-AR", "kursk:tec-forest")
def test_zones_of_tanks_end_at_forest_in_retreats_too() -> None:
    table = position({PZ: NW, TANK: HEX}, [3], features={"forest": (SW, HEX), "german_supply": (SW,)})
    table.do(f"attack {PZ} {HEX}")  # 3 less 1 is AR
    assert table.where(PZ) == SW


@pytest.mark.rule("kursk:crt-AR", "kursk:air-interdiction")
def test_an_interdicted_hex_is_closed_unless_it_is_read_otherwise() -> None:
    units = {PZ: NW, TANK: HEX, BASE: "2515", PLANE: "1814"}
    assert position(units, [2]).do(f"attack {PZ} {HEX}").where(PZ) == "1815"
    table = position(units, [2], rulings={"KUR-A08": "b"}).do(f"attack {PZ} {HEX}")
    assert ways(table, PZ) == {"1814", "1815"}


@pytest.mark.rule("kursk:crt-AR", "kursk:combat-H")
def test_attackers_do_not_retreat_into_the_hexes_they_attacked() -> None:
    # The guns in 2014 die at once; the way to supply would lead through their hex.
    units = {PZ: HEX, "S-4A": NORTH, TANK: NE}
    table = position(units, [2], features={"german_supply": (NORTH,), "forest": (NORTH,)})
    table.do(f"attack {PZ} {NORTH} {NE}")
    assert table.where("S-4A") == "eliminated"
    assert table.verbs != ["retreat"] or NORTH not in ways(table, PZ)
    assert table.where(PZ) != NORTH


@pytest.mark.rule("kursk:crt-AR")
@pytest.mark.parametrize(("reading", "hexes"), [("a", {"1814", "1815", "1914"}), ("b", {"1914"}), ("c", set())])
def test_retreat_without_any_supply_line(reading: str, hexes: set[str]) -> None:
    units = {PZ: NW, TANK: HEX, RIFLE: "1908"}
    table = position(units, [3], features={"german_supply": ("1908",)}, rulings={"KUR-A16": reading})
    table.do(f"attack {PZ} {HEX}")  # 2 to 4 is 1-2, 3 is AR
    if len(hexes) > 1:
        assert ways(table, PZ) == hexes
    else:
        assert table.where(PZ) == next(iter(hexes), "eliminated")


@pytest.mark.rule("kursk:crt-AR", "kursk:supply-D")
def test_a_line_through_the_hex_it_leaves_does_not_count() -> None:
    # Only the division itself keeps the rail hex 1915 open against the tanks.
    table = position({PZ: NW, TANK: HEX}, [2], features={"german_supply": (NW,)}, rulings={"KUR-A16": "c"})
    assert table.do(f"attack {PZ} {HEX}").where(PZ) == "eliminated"


@pytest.mark.rule("kursk:crt-AR", "kursk:air-interdiction", "kursk:tec-forest")
def test_interdicted_forest_beside_tanks_is_open_where_that_is_read_so() -> None:
    units = {PZ: NW, TANK: HEX, BASE: "2515", PLANE: SW}
    for forest, found in (((SW,), True), ((), False)):
        features = {"german_supply": (), "forest": forest}
        table = position(units, [3], features=features, rulings={"KUR-A08": "b", "KUR-A16": "a"})
        table.do(f"attack {PZ} {HEX}")  # 2 to 4 is 1-2, 3 is AR
        assert (SW in ways(table, PZ)) == found


@pytest.mark.rule("kursk:crt-AR", "kursk:supply-D", "kursk:air-interdiction")
def test_an_interdicted_rail_hex_supplies_whoever_retreats_into_it_where_that_is_read_so() -> None:
    units = {PZ: NW, TANK: HEX, BASE: "2515", PLANE: "1814"}
    rulings = {"KUR-A08": "b", "KUR-A16": "c"}
    for rails, exit_, die in (("", "1814", 3), ("1714 1814", "1714", 2)):  # 2 to 4 and 5 to 4: AR
        table = position(units, [die], features={"german_supply": (exit_,)}, rulings=rulings, rails=rails)
        table.do(f"attack {PZ} {HEX}")
        assert table.where(PZ) == "1814"  # standing there it opens the railway; elsewhere the way is longer, if any


# -- BR ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:crt-BR")
def test_the_defenders_go_first_and_their_player_moves_both() -> None:
    table = position({PZ: NW, TANK: HEX}, [3]).do(f"attack {PZ} {HEX}")  # 1-1, 3 is BR
    assert (table.side, set(table.choice("retreat")["units"])) == ("soviet", {TANK})  # type: ignore[call-overload]
    assert ways(table, TANK) <= {NE, SE}
    table.do(f"retreat {TANK} {NE}")
    assert not table.marked(TANK, DEFENDED)
    assert table.side == "soviet"
    assert {"1814", "1815"} <= ways(table, PZ) | {"1814"}
    table.do(f"retreat {PZ} 1815")
    assert (table.where(TANK), table.where(PZ)) == (NE, "1815")
    assert table.over


@pytest.mark.rule("kursk:crt-BR")
def test_all_units_of_the_defending_hex_go_but_only_the_attackers_who_attacked() -> None:
    units = {PZ: NW, INF: NW, TANK: HEX, "S-4A": HEX, BASE: HEX, PLANE: "2010"}
    table = position(units, [3]).do(f"attack {PZ} {HEX}")
    for unit in (TANK, "S-4A", BASE):
        table.do(f"retreat {unit} {NE}")
    assert table.where(PLANE) == "2010"  # it stays in the air
    table.do(f"retreat {PZ} 1814")
    assert [table.where(u) for u in (TANK, "S-4A", BASE, INF)] == [NE, NE, NE, NW]


@pytest.mark.rule("kursk:crt-BR")
def test_surrounded_defenders_are_destroyed() -> None:
    around = {PZ: NW, INF: NE, INF_B: SOUTH}
    table = position({**around, RIFLE: HEX, RIFLE_B: HEX, "S-1AT": HEX}, [3]).do(f"attack {PZ} {HEX}")  # 5 to 5
    assert table.where(RIFLE) == table.where(RIFLE_B) == table.where("S-1AT") == "eliminated"
    assert table.state.extra.points[1] == 5


@pytest.mark.rule("kursk:crt-BR", "kursk:combat-A")
def test_who_has_retreated_may_be_attacked_by_others() -> None:
    table = position({PZ: NW, SS: "2214", TANK: HEX}, [3, 6], features={"soviet_supply": (NE,), "forest": (NE,)})
    table.do(f"attack {PZ} {HEX}")
    assert table.where(TANK) == NE
    while table.verbs == ["retreat"]:
        table.do(f"retreat {PZ} {sorted(ways(table, PZ))[0]}")
    assert table.choice("attack")["targets"] == {NE: [SS]}


@pytest.mark.rule("kursk:crt-BR")
def test_works_and_rivers_do_not_bar_a_retreat() -> None:
    features = {"german_works": [NE], "german_lines": [NE], "soviet_supply": [NE]}
    table = position({PZ: NW, TANK: HEX}, [3], features=features, rivers=[(HEX, NE)]).do(f"attack {PZ} {HEX}")
    assert table.where(TANK) == NE


# -- Kampfgruppen ------------------------------------------------------------------------------------------------------

KG_ONE, KG_TWO = "G-KG1-01", "G-KG2-01"


def dx(defenders: dict[str, str], **more: object) -> Table:
    units = {"S-3M": NE, "S-5GM": NE, "S-1M": SE, "S-2M": SE, "S-1GM": SE, "S-Base1": "2515", "S-Air1": "at-base"}
    table = position({**units, **defenders}, [6], side="soviet", options=("kampfgruppen",), **more)  # type: ignore[arg-type]
    return table.do(f"attack S-3M S-5GM S-1M S-2M S-1GM {HEX}", f"support S-Air1 {HEX}")  # 25 to 6 is 4-1, 8 is DX


@pytest.mark.rule("kursk:opt-kampfgruppen")
def test_a_destroyed_division_leaves_a_kampfgruppe() -> None:
    table = dx({SS: HEX})
    assert (table.side, ways(table, SS)) == ("german", {NW, SW})
    table.do(f"retreat {SS} {NW}")
    assert (table.where(SS), table.where(KG_TWO)) == ("eliminated", NW)
    assert table.state.extra.points == (12, 0)  # three times 6 less 2
    assert table.side == "soviet"  # the hex is empty, they may advance
    table = dx({PZ: HEX, INF: HEX}).do(f"retreat {PZ} {NW}")
    assert (table.where(INF), table.where(KG_ONE)) == ("eliminated", NW)
    assert table.state.extra.points == (2 + 12, 0)


@pytest.mark.rule("kursk:opt-kampfgruppen")
def test_no_kampfgruppe_without_supply_room_or_the_option() -> None:
    table = dx({SS: HEX}, features={"german_supply": ()})
    assert table.where(SS) == "eliminated"
    assert table.state.extra.points == (18, 0)
    walled = dx({SS: HEX, "S-10A": "1915", "S-10B": "1917", "S-10C": "1913"}, features={"german_supply": (HEX,)})
    assert walled.where(SS) == "eliminated"
    assert walled.where(KG_TWO) == "in-reserve"
    assert walled.state.extra.points == (18, 0)


@pytest.mark.rule("kursk:opt-kampfgruppen", "kursk:crt-EX")
def test_a_division_pays_in_full_and_leaves_a_kampfgruppe_the_defender_walks() -> None:
    units = {PZ: NW, INF: NW, INF_B: NW, TANK: HEX}
    table = position(units, [6], options=("kampfgruppen",)).do(f"attack {PZ} {INF} {INF_B} {HEX}", f"pay {PZ}")
    assert (table.side, table.verbs) == ("soviet", ["retreat"])
    table.do(f"retreat {PZ} 1815")
    assert (table.where(PZ), table.where(KG_ONE)) == ("eliminated", "1815")
    assert table.marked(KG_ONE, ATTACKED)
    assert table.state.extra.points == (12, 12)
    assert table.choice("advance")["units"] == [INF, INF_B]


@pytest.mark.rule("kursk:opt-kampfgruppen", "kursk:crt-AX")
def test_no_kampfgruppe_after_ax() -> None:
    table = position({PZ: NW, TANK: HEX}, [1], options=("kampfgruppen",)).do(f"attack {PZ} {HEX}")
    assert table.where(PZ) == "eliminated"
    assert table.where(KG_ONE) == "in-reserve"


@pytest.mark.rule("kursk:opt-kampfgruppen")
def test_a_lost_kampfgruppe_counts_five_times() -> None:
    table = position({KG_TWO: NW, TANK: HEX}, [1], options=("kampfgruppen",)).do(f"attack {KG_TWO} {HEX}")
    assert table.state.extra.points == (10, 0)
