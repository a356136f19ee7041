"""kursk: corners of combat that a change of the code could turn without any other test noticing.

The neighbours of 2015 are 2014 (N), 2115 (NE), 2116 (SE), 2016 (S), 1916 (SW) and 1915 (NW).
"""

from __future__ import annotations

import pytest

from blackearth.systems.kursk import exchange, odds
from blackearth.systems.kursk.board import ATTACKED, DEFENDED
from blackearth.systems.kursk.combat import fight_of
from tests.kursk.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, SS, INF, INF_B = "G-2Pz", "G-3Pz", "G-SST", "G-131ID", "G-321ID"
RIFLE, RIFLE_B, TANK, TANK_B = "S-10A", "S-10B", "S-1T", "S-5T"


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


@pytest.mark.rule("kursk:air-close-support", "kursk:supply-A")
@pytest.mark.parametrize(
    ("reading", "defender", "asked"), [("a", "G-Mant", True), ("b", "G-Mant", False), ("b", INF, True)]
)
def test_close_support_is_offered_unless_there_is_no_die(reading: str, defender: str, asked: bool) -> None:
    units = {TANK: HEX, defender: NW, "S-Base1": "2515", "S-Air1": "at-base"}
    rulings = {"KUR-A12": reading}
    table = position(units, side="soviet", features={"german_supply": ()}, rulings=rulings)
    table.do(f"attack {TANK} {NW}")
    assert (table.verbs == ["support", "roll"]) is asked
    if asked:
        assert table.choice("support")["hexes"] == [NW]
        assert table.cites(f"support S-Air1 {NW} {SW}") == ["kursk:air-close-support"]


@pytest.mark.rule("kursk:air-close-support", "kursk:tec-cumulative")
def test_what_changes_the_die_is_listed_and_nothing_else() -> None:
    table = position({PZ: NW, TANK: HEX})
    assert odds.odds(table.state, fight_of(table.state, (table.unit(PZ),), (table.cell(HEX),))).modifiers == ()


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


@pytest.mark.rule("kursk:advance", "kursk:tec-fortified")
def test_soviets_do_not_advance_into_a_german_line() -> None:
    units = {INF: HEX, "S-3M": NW, "S-5GM": NW, "S-1M": NW}
    attack = f"attack S-3M S-5GM S-1M {HEX}"  # 15 to 2 is 7-1, less two for the works
    table = position(units, [6], side="soviet", features={"german_lines": [HEX], "german_works": [HEX]}).do(attack)
    assert table.where(INF) == "eliminated"
    assert table.over
    own = position(units, [6], side="soviet", features={"soviet_lines": [HEX], "soviet_works": [HEX]}).do(attack)
    assert own.verbs == ["advance", "stay"]


@pytest.mark.rule("kursk:advance", "kursk:combat-H")
def test_nobody_advances_twice() -> None:
    units = {PZ: HEX, SS: HEX, RIFLE: NE, RIFLE_B: SE}
    table = position(units, [6]).do(f"attack {PZ} {SS} {NE} {SE}", f"pay {PZ}", f"advance {SS} {NE}")
    assert table.where(SS) == NE
    assert table.over  # 2116 is next to it and empty


# -- retreats ----------------------------------------------------------------------------------------------------------


def ways(table: Table, unit: str) -> set[str]:
    return set(table.choice("retreat")["hexes_of"][unit])  # type: ignore[index]


@pytest.mark.rule("kursk:crt-AR", "kursk:supply")
def test_retreats_go_by_the_line_to_the_railway_not_by_the_way_to_the_edge() -> None:
    units = {PZ: NW, TANK: HEX}
    table = position(units, [2], rails="1515 1614 1714 1813 1913").do(f"attack {PZ} {HEX}")
    assert ways(table, PZ) == {"1814", "1914"}  # next to the rails; 1815 is a hex nearer to the edge
    far = position(units, [2], rails="1515 1514 1513 1512 1612 1712 1811 1912").do(f"attack {PZ} {HEX}")
    assert far.where(PZ) == "1914"  # two hexes from the rails, the others three


@pytest.mark.rule("kursk:crt-AR")
def test_without_a_line_the_nearest_of_several_edges_counts() -> None:
    # Both rail hexes are held by the enemy.
    units = {PZ: NW, TANK: HEX, RIFLE: "1908", RIFLE_B: "0115"}
    table = position(units, [3], features={"german_supply": ("1908", "0115")}).do(f"attack {PZ} {HEX}")
    assert table.where(PZ) == "1914"


@pytest.mark.rule("kursk:crt-AR")
def test_the_defender_is_asked_if_one_of_several_units_has_a_choice() -> None:
    units = {PZ: NW, INF: SOUTH, TANK: HEX, TANK_B: HEX}
    table = position(units, [3], features={"german_supply": ("1515", "2018")})
    table.do(f"attack {PZ} {INF} {HEX}")  # 7 to 8 is 1-2, a 3: AR
    assert len(ways(table, PZ)) == 2
    assert len(ways(table, INF)) == 1
    assert table.state.decision.prompt.startswith("Retreat the attackers")  # type: ignore[union-attr]


@pytest.mark.rule("kursk:crt-BR")
def test_the_prompt_says_whose_units_go() -> None:
    table = position({PZ: NW, TANK: HEX}, [3]).do(f"attack {PZ} {HEX}")
    assert table.state.decision.prompt.startswith("Retreat your units")  # type: ignore[union-attr]
    assert table.cites(f"retreat {TANK} {NE} {SE}") == ["kursk:crt-BR"]


@pytest.mark.rule("kursk:crt-AR", "kursk:air-interdiction", "kursk:zoc-F", "kursk:tec-forest")
@pytest.mark.parametrize(
    ("beside", "features", "opens"),
    [
        ({}, {}, True), ({RIFLE: "1813"}, {}, False), ({"S-4A": "1813"}, {}, True), ({TANK_B: "1813"}, {}, False),
        ({TANK_B: "1813"}, {"forest": ["1814"]}, True), ({TANK_B: "1813"}, {"swamp": ["1814"]}, True),
        ({RIFLE: "1813"}, {"forest": ["1814"]}, False), ({INF: "1813"}, {}, True),
    ],
)  # fmt: skip
def test_interdiction_alone_does_not_bar_a_retreat_where_that_is_read_so(
    beside: dict[str, str], features: dict[str, list[str]], opens: bool
) -> None:
    units = {PZ: NW, TANK: HEX, "S-Base1": "2515", "S-Air1": "1814", **beside}
    rulings = {"KUR-A08": "b", "KUR-A16": "a"}
    table = position(units, [3], features={"german_supply": (), **features}, rulings=rulings)
    table.do(f"attack {PZ} {HEX}")  # 2 to 4 is 1-2, a 3: AR
    found = ways(table, PZ) if table.verbs == ["retreat"] else {table.where(PZ)}
    assert ("1814" in found) is opens


# -- Kampfgruppen ------------------------------------------------------------------------------------------------------


def _crushed(kampfgruppen: str, options: tuple[str, ...]) -> Table:
    units = {"S-3M": NE, "S-5GM": NE, "S-1M": SE, "S-2M": SE, "S-1GM": SE, "S-Base1": "2515", "S-Air1": "at-base"}
    heirs = {f"G-KG2-0{n}": kampfgruppen for n in (1, 2, 3, 4)}
    table = position({**units, **heirs, SS: HEX}, [6], side="soviet", options=options)
    return table.do(f"attack S-3M S-5GM S-1M S-2M S-1GM {HEX}", f"support S-Air1 {HEX}")


@pytest.mark.rule("kursk:opt-kampfgruppen")
def test_no_kampfgruppe_without_the_option_or_when_none_is_left() -> None:
    for table in (_crushed("in-reserve", ()), _crushed("eliminated", ("kampfgruppen",))):
        assert table.where(SS) == "eliminated"
        assert table.state.extra.points == (18, 0)
        assert table.verbs == ["advance", "stay"]
    assert _crushed("in-reserve", ("kampfgruppen",)).verbs == ["retreat"]


# -- announcing attacks ------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:combat-A")
def test_nothing_is_named_twice_in_an_attack() -> None:
    table = position({PZ: NW, INF: NW, TANK: HEX, RIFLE: "2014"})
    for text in (f"attack {PZ} {PZ} {HEX}", f"attack {PZ} {HEX} {HEX}", f"attack {HEX}", f"attack {PZ} {HEX} @x"):
        assert table.cites(text) == ["kursk:combat-A"]
    assert table.cites(f"attack {PZ} {SW}") == ["kursk:combat-A"]  # nobody is there


@pytest.mark.rule("kursk:sequence", "kursk:combat-A")
def test_the_combat_phase_begins_anew_and_is_passed_without_an_enemy_in_touch() -> None:
    marks = {PZ: ATTACKED, TANK: DEFENDED}
    table = position({PZ: NW, TANK: HEX}, marks=marks)
    assert table.choice("attack")["targets"] == {HEX: [PZ]}
    assert position({PZ: "1814", TANK: HEX}, marks=marks).over


@pytest.mark.rule("kursk:combat-A", "kursk:air-E")
def test_only_own_ground_units_on_the_map_attack() -> None:
    units = {PZ: NW, TANK: HEX, RIFLE: NORTH, INF: "eliminated", "G-Base1": "1515", "G-Air1": NW}
    table = position(units)
    for unit in (RIFLE, INF, "G-Air1"):
        refused = table.refusals(f"attack {unit} {HEX}")
        assert [(r.cite, r.text) for r in refused] == [
            ("kursk:combat-A", f"{unit} is no ground unit of the attacker on the map")
        ]
    assert table.choice("attack")["targets"] == {HEX: [PZ], NORTH: [PZ]}
    assert table.choice("attack")["note"]


@pytest.mark.rule("kursk:supply-A", "kursk:combat-A")
def test_where_nothing_may_not_attack_something_may() -> None:
    units = {"G-Mant": NW, PZ: NW, TANK: HEX}
    cut = {"german_supply": ()}
    table = position(units, [1], features=cut, rulings={"KUR-A12": "c"})
    assert table.cites(f"attack G-Mant {HEX}") == ["kursk:supply-A"]
    assert table.do(f"attack G-Mant {PZ} {HEX}").dice_used()  # 0 and 2
    assert position(units, [1], rulings={"KUR-A12": "c"}).do(f"attack G-Mant {HEX}").dice_used()


@pytest.mark.rule("kursk:combat-A")
def test_a_unit_that_has_attacked_is_told_so() -> None:
    table = position({PZ: NW, RIFLE: HEX, TANK: NORTH}, [2, 1])
    table.do(f"attack {PZ} {HEX}")  # 5 to 2 is 2-1, a 2: BR
    while table.verbs == ["retreat"]:
        unit = str(table.choice("retreat")["units"][0])  # type: ignore[index]
        table.do(f"retreat {unit} {sorted(ways(table, unit))[0]}")
    assert table.over  # it could attack nobody else
    fresh = position({PZ: NW, INF: NW, RIFLE: HEX, TANK: NORTH}, marks={})
    fresh.state.marks[fresh.unit(PZ)] |= ATTACKED
    fresh.state.cache = {}
    assert [r.text for r in fresh.refusals(f"attack {PZ} {NORTH}")] == [f"{PZ} has attacked in this phase"]
    assert fresh.choice("attack")["targets"] == {HEX: [INF], NORTH: [INF]}
