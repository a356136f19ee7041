"""kursk: corners of the rules that a change of the code could turn without any other test noticing.

The neighbours of 2015 are 2014 (N), 2115 (NE), 2116 (SE), 2016 (S), 1916 (SW) and 1915 (NW).
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from blackearth.systems.kursk import exchange, supply
from blackearth.systems.kursk.board import DEFENDED
from tests.kursk.build import Table, position
from tests.kursk.small import position as on_map

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, SS, INF, INF_B = "G-2Pz", "G-3Pz", "G-SST", "G-131ID", "G-321ID"
RIFLE, RIFLE_B, TANK, TANK_B = "S-10A", "S-10B", "S-1T", "S-5T"


def supplied(table: Table, unit: str) -> bool:
    return supply.supplied(table.state, table.unit(unit))


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:opt-army-integrity", "kursk:supply")
def test_army_integrity_asks_for_another_unit_of_the_own_army_on_the_map() -> None:
    near, other = "2312", "2313"
    units = {"S-10A": "2315", "S-11GA": near, TANK: other}
    assert supplied(position(units), "S-10A")
    table = position(units, options=["army-integrity"])
    assert not supplied(table, "S-10A")  # neither the Guards of another army nor itself
    assert supplied(table, TANK)  # the rule is for corps 2-4 and 3-5 only
    assert not supplied(position({**units, "S-10B": "eliminated"}, options=["army-integrity"]), "S-10A")
    assert supplied(position({**units, "S-10B": "2315"}, options=["army-integrity"]), "S-10A")  # the same hex
    assert supplied(position({**units, "S-10B": near}, options=["army-integrity"]), "S-10A")
    assert not supplied(position({**units, "S-10B": "2311"}, options=["army-integrity"]), "S-10A")


@pytest.mark.rule("kursk:opt-army-integrity", "kursk:supply-D")
def test_army_integrity_is_a_plain_distance() -> None:
    """Enemies in between do not matter, nor whether the other corps is in supply."""
    units = {"S-10A": "2315", "S-10B": "2113", INF: "2214", PZ: "2112", INF_B: "2014"}
    table = position(units, options=["army-integrity"])
    grid = table.state.defn.map.grid
    assert grid.distance(grid.cell("2315"), grid.cell("2113")) == 3
    assert not supplied(table, "S-10B")
    assert supplied(table, "S-10A")


@pytest.mark.rule("kursk:supply", "kursk:supply-D")
def test_the_line_and_the_railway_behind_it() -> None:
    table = on_map({})
    grid, sides = table.state.defn.map.grid, table.state.defn.map.sides
    for start in ("3404", "1210", "2022"):
        walk, ride = supply.line(table.state, 0, grid.cell(start))
        assert walk[0] == grid.cell(start)
        assert all(b in grid.near[a] for a, b in pairwise(walk))
        assert walk[-1] == ride[0]
        assert all(sides["rail"].has(a, b) for a, b in pairwise(ride))
        assert supply.exits(table.state, 0) >> ride[-1] & 1
        assert len(walk) - 1 <= 10
    nothing = position({INF: HEX}, features={"german_supply": ()})
    assert supply.line(nothing.state, 1, nothing.cell(HEX)) == ([], [])


# -- limited units and groups of defenders -----------------------------------------------------------------------------


@pytest.mark.rule("kursk:combat-F")
def test_with_enough_partners_nobody_is_asked_which_limited_units_count() -> None:
    units = {"G-L": HEX, "G-653F": HEX, INF: HEX, INF_B: HEX, TANK: NW}
    table = position(units, [1], side="soviet").do(f"attack {TANK} {HEX}")  # 4 to 7
    assert table.dice_used()
    assert "4 to 7" in next(str(e.detail) for e in table.events if getattr(e, "result", ""))  # type: ignore[union-attr]


@pytest.mark.rule("kursk:combat-A", "kursk:crt-BR")
def test_who_retreats_into_a_hex_that_has_been_attacked_opens_it_to_another_attack() -> None:
    # The rifle corps in 2115 stands its ground against an attack; then the tanks come to it.
    units = {INF: NORTH, RIFLE: NE, TANK: HEX, PZ: NW, SS: "2114", INF_B: SOUTH, PZ_B: "2117"}
    table = position(units, [2, 3], features={"soviet_supply": (NE,), "forest": (NE,)})
    table.do(f"attack {INF} {NE}", "stay")  # 2 to 2, a 2 less 1: AX
    assert table.marked(RIFLE, DEFENDED)
    assert NE not in table.choice("attack")["targets"]  # type: ignore[operator]
    table.do(f"attack {PZ} {HEX}")  # 5 to 4, a 3: BR
    assert table.where(TANK) == NE
    while table.verbs == ["retreat"]:
        table.do(f"retreat {PZ} {table.choice('retreat')['hexes_of'][PZ][0]}")  # type: ignore[index]
    assert table.choice("attack")["targets"] == {NE: [SS]}


# -- attacks that make no sense ----------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:combat-G", "kursk:combat-E")
def test_limited_units_alone_have_no_targets() -> None:
    assert position({"G-L": NW, TANK: HEX}).over
    units = {"S-4A": HEX, "S-1AT": HEX, INF: NW}
    assert position(units, side="soviet").over
    # When the only regular unit of a hex has attacked, the guns beside it have nobody left.
    table = position({"S-4A": HEX, RIFLE: HEX, INF: NW, INF_B: SW}, [6], side="soviet")
    table.do(f"attack {RIFLE} {NW}")
    while table.verbs in (["pay"], ["advance", "stay"]):
        table.do("stay" if "stay" in table.verbs else f"pay {RIFLE}")
    assert table.over


@pytest.mark.rule("kursk:combat-F")
def test_an_answer_about_limited_units_names_units_alone() -> None:
    units = {"G-L": HEX, "G-653F": HEX, INF: HEX, TANK: NW}
    table = position(units, [1], side="soviet").do(f"attack {TANK} {HEX}")
    for more in (f"commit G-653F {HEX}", "commit G-653F*2", "commit G-653F @yes", "commit", f"commit {INF}"):
        assert table.cites(more) == ["kursk:combat-F"]


# -- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:supply-A", "kursk:combat-K")
def test_only_a_strength_of_zero_dies_without_a_die() -> None:
    table = position({PZ: NW, TANK: HEX}, [1], rulings={"KUR-A12": "b"}).do(f"attack {PZ} {HEX}")
    assert table.dice_used()
    assert table.where(TANK) == HEX


@pytest.mark.rule("kursk:crt-BR", "kursk:advance")
def test_a_defender_who_has_retreated_does_not_advance() -> None:
    # 2116 is forest beside a panzer division that attacks: its zone ends there, and after BR its hex is empty.
    table = position({PZ: SOUTH, TANK: HEX}, [4], features={"forest": (SE, HEX), "soviet_supply": (SE,)})
    table.do(f"attack {PZ} {HEX}")  # 5 to 4, a 4 less 1: BR
    assert table.where(TANK) == SE
    while table.verbs == ["retreat"]:
        table.do(f"retreat {PZ} {table.choice('retreat')['hexes_of'][PZ][0]}")  # type: ignore[index]
    assert table.over
    assert table.where(PZ) != SOUTH


@pytest.mark.rule("kursk:combat-H")
def test_the_log_names_all_attacked_hexes() -> None:
    table = position({PZ: HEX, SS: HEX, TANK: NE, RIFLE: SE}, [1]).do(f"attack {PZ} {SS} {NE} {SE}")
    detail = next(str(e.detail) for e in table.events if getattr(e, "result", ""))  # type: ignore[union-attr]
    assert detail.startswith("together with 2116, 11 to 6")
    alone = position({PZ: HEX, TANK: NE}, [1]).do(f"attack {PZ} {NE}")
    detail = next(str(e.detail) for e in alone.events if getattr(e, "result", ""))  # type: ignore[union-attr]
    assert detail.startswith("5 to 4, 1-1, die 1: AX")


@pytest.mark.rule("kursk:crt-EX", "kursk:supply-A")
@pytest.mark.parametrize("reading", ["a", "b"])
def test_an_attacker_of_strength_zero_is_not_needed_to_pay(reading: str) -> None:
    units = {PZ: NW, "G-Mant": NW, RIFLE: HEX}
    table = position(units, [5], features={"german_supply": ()}, rulings={"KUR-A19": reading})
    table.do(f"attack {PZ} G-Mant {HEX}")  # 2 and 0 to 2 is 1-1, a 5: EX of 2
    if reading == "a":
        assert table.choice("pay")["least"] == 1
        table.do(f"pay {PZ}")
    assert (table.where(PZ), table.where("G-Mant")) == ("eliminated", NW)
    assert table.choice("advance")["units"] == ["G-Mant"]


@pytest.mark.rule("kursk:crt-EX")
def test_an_artillery_corps_pays_with_its_attack_strength() -> None:
    units = {RIFLE: HEX, "S-4A": HEX, PZ: NW}
    table = position(units, [6], side="soviet").do(f"attack {RIFLE} S-4A {NW}")  # 6 to 5 is 1-1: EX of 5
    assert table.where(RIFLE) == table.where("S-4A") == "eliminated"
    units = {TANK: HEX, "S-4A": HEX, INF: NW}
    table = position(units, [3], side="soviet").do(f"attack {TANK} S-4A {NW}")  # 8 to 2 is 4-1: EX of 2
    assert table.do("pay S-4A").where("S-4A") == "eliminated"
    assert table.where(TANK) == HEX


@pytest.mark.rule("kursk:crt-EX")
@pytest.mark.parametrize("reading", ["a", "b"])
def test_any_two_of_three_equal_divisions_pay_for_a_tank_corps(reading: str) -> None:
    units = {INF: NW, INF_B: NW, "G-339ID": NW, TANK: HEX}
    table = position(units, [5], rulings={"KUR-A19": reading}).do(f"attack {INF} {INF_B} G-339ID {HEX}")  # EX of 4
    assert (table.choice("pay")["least"], table.choice("pay")["units"]) == (2, [INF, INF_B, "G-339ID"])
    assert table.cites("pay") == ["kursk:crt-EX"]
    assert table.cites(f"pay {INF} {INF_B} {NW}") == ["kursk:crt-EX"]
    table.do(f"pay {INF} G-339ID")
    assert [table.where(u) for u in (INF, INF_B, "G-339ID")] == ["eliminated", NW, "eliminated"]


@pytest.mark.rule("kursk:crt-EX", "kursk:victory")
@pytest.mark.parametrize(
    ("units", "price", "count", "points"),
    [
        ([(5, 15), (2, 2), (2, 2)], 4, 1, 4), ([(2, 2), (2, 2), (2, 2)], 4, 2, 4), ([(2, 2), (2, 2)], 5, 2, 4),
        ([(2, 2), (0, 3)], 2, 1, 2), ([(2, 2), (0, 3)], 3, 2, 5), ([(5, 15), (2, 2)], 0, 0, 0),
        ([(5, 15), (2, 2)], 3, 1, 15), ([(5, 15), (4, 4), (2, 2)], 6, 2, 6),
    ],
)  # fmt: skip
def test_the_shortest_and_the_cheapest_payment(
    units: list[tuple[int, int]], price: int, count: int, points: int
) -> None:
    assert exchange.fewest((worth for worth, _ in units), price) == count
    assert exchange.cheapest(units, price) == points


# -- advance -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:advance", "kursk:stacking-A")
def test_why_units_do_not_advance() -> None:
    units = {PZ: NW, PZ_B: NW, SS: NW, INF: SW, "G-L": SW, INF_B: SW, RIFLE: HEX}  # 24 to 2
    table = position(units, [6]).do(f"attack {PZ} {PZ_B} {SS} {INF} G-L {INF_B} {HEX}")
    assert table.cites(f"advance {PZ} {NORTH}") == ["kursk:advance"]  # not vacated
    assert table.cites(f"advance {PZ} {PZ_B} {HEX}") == ["kursk:advance"]  # one by one
    table.do(f"advance {PZ} {HEX}", f"advance {PZ_B} {HEX}", f"advance {SS} {HEX}")
    assert table.cites(f"advance {INF} {HEX}") == ["kursk:stacking-A"]
    assert table.choice("advance")["units"] == ["G-L"]
    table.do(f"advance G-L {HEX}")
    assert table.over


@pytest.mark.rule("kursk:advance", "kursk:combat-H")
def test_of_two_hexes_only_the_one_without_works_is_entered() -> None:
    units = {PZ: HEX, SS: HEX, RIFLE: NE, RIFLE_B: SE}
    table = position(units, [6], features={"soviet_lines": [NE]})
    table.do(f"attack {PZ} {SS} {NE} {SE}", f"pay {PZ}")
    assert table.choice("advance")["hexes"] == [SE]
    assert table.cites(f"advance {SS} {NE}") == ["kursk:advance"]
    assert table.do(f"advance {SS} {SE}").where(SS) == SE
