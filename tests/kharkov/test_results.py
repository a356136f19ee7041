"""ms:G3, G4-second, G5 - losses, limits, exchanges, advance."""

from __future__ import annotations

import pytest

from blackearth.core.events import Result
from blackearth.systems.kharkov import combat
from blackearth.systems.kharkov.board import ENTRENCHED, ISOLATED, ISOLATED_TWICE
from tests.kharkov.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2647", "2547", "2546", "2646", "2747", "2648", "2548"
PZ, PZ_B = "K-3Pz", "K-19Pz"  # two steps, attack 4 and 2, defence 3 and 2
SS, SEVENTH = "K-1PzSS", "K-7Pz"  # four steps, 10 8 5 3 and 8 6 4 2; three steps, 6 4 2 and 5 3 2
GERMAN, GERMAN_B, SMALL = "K-304", "K-168", "K-88"  # three steps 3 2 1 and 5 4 2; two steps 2 1 and 4 2; one step 1-2
GUARDS, GUARDS_B = "K-40-01", "K-3T-01"  # two steps, attack 3 and 2, defence 4 and 3
RIFLES, RIFLES_B = "K-40-02", "K-40-03"  # one step, 2-2, entrenched 3
CORPS, CORPS_B = "K-40-09", "K-3T-06"  # two steps, attack 5 and 3, defence 4 and 2
CAVALRY = "K-3T-08"  # two steps, 4 and 2
MECH = "K-3G-14"  # two steps, 6 and 3, defence 5 and 3


def fight(units: dict[str, str], die: int, *attackers: str, **more: object) -> Table:
    """An attack on 2647, right after the die."""
    chosen: dict[str, object] = {"begin": combat.first_impulse, "weather": "good", "dice": [die]}
    table = position(units, **(chosen | more))  # type: ignore[arg-type]
    return table.do(f"attack {' '.join(attackers)} {HEX}")


def german(units: dict[str, str], die: int, *attackers: str, **more: object) -> Table:
    return fight(units, die, *attackers, **({"side": "german"} | more))


def results(table: Table) -> list[str]:
    return [e.result for e in table.events if isinstance(e, Result)]


# -- losses of the attacker --------------------------------------------------------------------------------------------

# 4 + 4 against 4 is 2/1; difficult ground behind a river makes it 1/2.
HARD = {"terrain": {HEX: "difficult"}, "hexsides": {"river": [(HEX, NORTH)]}}


@pytest.mark.rule("ms:G3-example", "ms:G3-AE")
def test_ae_is_limited_by_the_steps_of_the_defender() -> None:
    units = {CAVALRY: NORTH, "K-GP-01": NORTH, GERMAN_B: HEX}
    table = fight(units, 1, CAVALRY, "K-GP-01", **HARD)
    assert results(table) == ["AE"]
    assert (table.side, table.choice("lose")["total"]) == ("soviet", 2)
    assert table.cites(f"lose {CAVALRY}*1") == ["ms:G3-AE"]
    assert table.cites(f"lose {CAVALRY}*3") == ["ms:G3-AE", "ms:G3-AE"]
    assert table.cites(f"lose {GERMAN_B}*2") == ["ms:G3-AE"]
    both = fight(units, 1, CAVALRY, "K-GP-01", **HARD).do(f"lose {CAVALRY}*1 K-GP-01*1")
    assert both.steps(CAVALRY, "K-GP-01") == [1, 1]
    one = fight(units, 1, CAVALRY, "K-GP-01", **HARD).do(f"lose {CAVALRY}*2")
    assert (one.where(CAVALRY), one.steps("K-GP-01")) == ("eliminated", [2])


@pytest.mark.rule("ms:G3-example", "ms:G3-AR")
def test_ar_is_limited_to_half_the_steps_of_the_defender() -> None:
    units = {CAVALRY: NORTH, "K-GP-01": NORTH, GERMAN_B: HEX}
    table = fight(units, 3, CAVALRY, "K-GP-01", **HARD)
    assert results(table) == ["AR"]
    table.do(f"lose {CAVALRY}*1")
    assert table.steps(CAVALRY, "K-GP-01") == [1, 2]


@pytest.mark.rule("ms:G3-AR")
def test_half_is_rounded_up_and_a_unit_loses_one_step() -> None:
    units = {CAVALRY: NORTH, "K-GP-01": NORTH, MECH: NORTH, GERMAN: HEX}  # 14 to 5, three steps
    worse = {"terrain": {HEX: "difficult"}, "hexsides": {"river": [(HEX, NORTH)]}, "weather": "good"}
    table = fight(units, 3, CAVALRY, "K-GP-01", MECH, **worse)  # 2/1 becomes 1/2
    assert results(table) == ["AR"]
    assert table.choice("lose")["total"] == 2
    assert table.cites(f"lose {CAVALRY}*2") == ["ms:G3-AR"]
    freely = fight(units, 3, CAVALRY, "K-GP-01", MECH, rulings={"KHA-N24": "b"}, **worse)
    assert freely.cites(f"lose {CAVALRY}*1") == ["ms:G3-AR"]
    freely.do(f"lose {CAVALRY}*2")
    assert freely.where(CAVALRY) == "eliminated"


@pytest.mark.rule("ms:G3-AE")
def test_ae_without_a_limit_eliminates_all_attackers() -> None:
    table = fight({RIFLES: NORTH, SS: HEX}, 1, RIFLES)
    assert (results(table), table.where(RIFLES), table.over) == (["AE"], "eliminated", True)
    assert table.steps(SS) == [4]


@pytest.mark.rule("ms:G3-AR")
def test_who_cannot_be_reduced_is_eliminated() -> None:
    table = fight({RIFLES: NORTH, GERMAN: HEX}, 5, RIFLES)
    assert (results(table), table.where(RIFLES)) == (["AR"], "eliminated")


# -- losses of the defender --------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G3-DR")
def test_dr_reduces_all_defenders() -> None:
    units = {SS: NORTH, SEVENTH: NE, GUARDS: HEX, RIFLES: HEX}  # 16 to 6 is 2/1
    table = german(units, 6, SS, SEVENTH)
    assert results(table) == ["DR"]
    assert (table.steps(GUARDS), table.where(GUARDS), table.where(RIFLES)) == ([1], HEX, "eliminated")
    assert table.over


@pytest.mark.rule("ms:G3-DR", "ms:F6")
def test_entrenched_units_are_eliminated_when_reduced() -> None:
    table = german({SS: NORTH, "K-88": NE, RIFLES: HEX}, 5, SS, marks={RIFLES: ENTRENCHED})  # 10 to 3 is 3/1
    assert results(table) == ["DR"]
    assert table.where(RIFLES) == "eliminated"
    assert table.verbs == ["advance", "stay"]


@pytest.mark.rule("ms:G3-DE")
def test_de_takes_two_steps_of_large_units_and_all_of_the_others() -> None:
    units = {CORPS: NORTH, CORPS_B: NORTH, MECH: NE, "K-GP-02": NE, "K-GP-03": SE, GERMAN: HEX}  # 26 to 5
    table = fight(units, 6, CORPS, CORPS_B, MECH, "K-GP-02", "K-GP-03", steps={})
    assert results(table) == ["DR2"]  # 5/1
    strong = fight(units, 6, CORPS, CORPS_B, MECH, "K-GP-02", "K-GP-03", army_modes=dict.fromkeys(
        ("40", "3T", "GP", "S"), "offensive"))  # fmt: skip
    assert results(strong) == ["DE"]
    assert strong.steps(GERMAN) == [1]
    assert strong.side == "german"
    assert strong.verbs == ["retreat-one", "retreat-two", "reduce"]


@pytest.mark.rule("ms:G3-DE")
def test_de_eliminates_units_of_one_or_two_steps() -> None:
    table = german({SS: NORTH, GUARDS: HEX, RIFLES: HEX}, 5, SS, steps={GUARDS: 1}, marks={})
    assert results(table) == ["D1"]
    table = german({SS: NORTH, RIFLES: HEX}, 6, SS)  # 5/1
    assert results(table) == ["DR2"]
    table = german({SS: NORTH, SEVENTH: NE, RIFLES: HEX}, 5, SS, SEVENTH)  # 7/1
    assert (results(table), table.where(RIFLES)) == (["DE"], "eliminated")
    assert table.verbs == ["advance", "stay"]
    table = german({SS: NORTH, "K-2PzSS": NE, "K-3PzSS": SE, GUARDS: HEX}, 5, SS, "K-2PzSS", "K-3PzSS")  # 30 to 4
    assert (results(table), table.where(GUARDS)) == (["DE"], "eliminated")


@pytest.mark.rule("ms:G3-DE")
def test_a_large_unit_with_two_steps_left_dies_by_de() -> None:
    units = {CORPS: NORTH, CORPS_B: NORTH, MECH: NE, "K-GP-02": NE, "K-GP-03": SE, SMALL: SW, GERMAN: HEX}
    modes = dict.fromkeys(("40", "3T", "GP", "S"), "offensive")
    table = fight(units, 6, CORPS, CORPS_B, MECH, "K-GP-02", "K-GP-03", army_modes=modes, steps={GERMAN: 2})
    assert (results(table), table.where(GERMAN)) == (["DE"], "eliminated")


# -- exchanges ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G3-example", "ms:G3-EX")
@pytest.mark.parametrize(
    ("paid", "steps"), [([PZ, PZ], [0, 2]), ([PZ_B, PZ_B], [2, 0]), ([PZ, PZ_B], [1, 1]), ([PZ_B, PZ], [1, 1])]
)
def test_ex_costs_as_many_points_as_the_defender_loses(paid: list[str], steps: list[int]) -> None:
    table = german({PZ: NORTH, PZ_B: NE, RIFLES: HEX, RIFLES_B: HEX}, 4, PZ, PZ_B)  # 8 to 4 is 2/1
    assert results(table) == ["EX"]
    assert (table.where(RIFLES), table.where(RIFLES_B)) == ("eliminated", "eliminated")
    for unit in paid:
        assert (table.side, table.choice("pay")["units"]) == ("german", [PZ, PZ_B])
        table.do(f"pay {unit}")
        if table.verbs[0] != "pay":
            break
    assert table.steps(PZ, PZ_B) == steps
    assert table.verbs == ["advance", "stay"]


@pytest.mark.rule("ms:G3-example", "ms:G3-RX")
def test_rx_costs_what_the_reductions_take() -> None:
    table = german({PZ: NORTH, PZ_B: NE, GUARDS: HEX, GUARDS_B: HEX}, 4, PZ, PZ_B)  # 8 to 8
    assert results(table) == ["RX"]
    assert table.steps(GUARDS, GUARDS_B) == [1, 1]  # from 4 to 3 each
    table.do(f"pay {PZ_B}")
    assert table.steps(PZ, PZ_B) == [2, 1]
    assert table.over  # paid, and the defender still holds the hex


@pytest.mark.rule("ms:G3-EX")
def test_the_payment_has_the_least_excess() -> None:
    table = german({SEVENTH: NORTH, "K-R1": NE, GUARDS: HEX, RIFLES: HEX}, 5, SEVENTH, "K-R1")  # 7 to 6
    assert results(table) == ["RX1"]
    # Lost: 4 - 3 and 2, three points. 2 + 1 is exact and leaves no choice; 2 + 2 would be too much.
    assert table.steps(SEVENTH, "K-R1") == [2, 0]
    assert table.verbs == ["retreat-one", "retreat-two", "reduce"]


@pytest.mark.rule("ms:G3-EX")
def test_steps_that_belong_to_no_cheapest_payment_are_refused() -> None:
    table = german({SS: NORTH, PZ: NE, SMALL: NE, GUARDS: HEX, GUARDS_B: HEX}, 3, SS, PZ, SMALL, steps={GUARDS: 1})
    assert results(table) == ["RX1"]  # 15 to 7 is 2/1; the price is 3 and 1, 4
    assert set(table.choice("pay")["units"]) == {SS, PZ}  # type: ignore[call-overload]
    assert table.cites(f"pay {SMALL}") == ["ms:G3-EX"]
    assert table.cites(f"pay {GUARDS}") == ["ms:G3-EX"]


@pytest.mark.rule("ms:G3-EX")
def test_the_attacker_pays_all_he_has_where_it_is_not_enough() -> None:
    table = fight({RIFLES: NORTH, RIFLES_B: NORTH, GERMAN: HEX}, 5, RIFLES, RIFLES_B, army_modes={"40": "offensive"})
    assert results(table) == ["RX1"]  # 4 to 5, one column better
    table = fight(
        {RIFLES: NORTH, RIFLES_B: NORTH, GERMAN: HEX}, 6, RIFLES, RIFLES_B, army_modes={"40": "offensive"}
    )  # fmt: skip
    assert results(table) == ["EX"]
    assert [table.where(u) for u in (RIFLES, RIFLES_B, GERMAN)] == ["eliminated"] * 3
    assert table.over


@pytest.mark.rule("ms:G3-EX")
def test_ex_and_units_of_three_or_four_steps() -> None:
    units = {MECH: NORTH, CORPS: NORTH, GERMAN: HEX}  # 11 to 5 is 2/1
    table = fight(units, 4, MECH, CORPS)
    assert (results(table), table.where(GERMAN)) == (["EX"], "eliminated")
    table = fight(units, 4, MECH, CORPS, rulings={"KHA-N26": "b"})
    assert (table.where(GERMAN), table.steps(GERMAN)) == (HEX, [1])  # price 5 - 2


@pytest.mark.rule("ms:G3-EX", "ms:G6-city", "ms:F6")
def test_prices_are_those_of_the_counters() -> None:
    # In a city at 8 to 6: the entrenched unit costs 3, not 6.
    table = german({PZ: NORTH, PZ_B: NE, RIFLES: HEX}, 5, PZ, PZ_B, terrain={HEX: "city"}, marks={RIFLES: ENTRENCHED})
    assert results(table) == ["RX1"]
    assert table.where(RIFLES) == "eliminated"
    table.do(f"pay {PZ}", f"pay {PZ_B}")
    assert table.steps(PZ, PZ_B) == [1, 1]


@pytest.mark.rule("ms:G3-combined")
def test_rx1_is_an_exchange_and_then_a_retreat() -> None:
    table = german({PZ: NORTH, PZ_B: NE, GUARDS: HEX}, 3, PZ, PZ_B)  # 8 to 4 is 2/1
    assert results(table) == ["RX1"]
    table.do(f"pay {PZ}")
    assert table.steps(GUARDS) == [1]
    assert table.verbs == ["retreat-one", "retreat-two", "reduce"]
    none = german({PZ: NORTH, PZ_B: NE, GUARDS: HEX}, 3, PZ, PZ_B, rulings={"KHA-N27": "b"}).do(f"pay {PZ}")
    assert none.verbs == ["retreat"]


@pytest.mark.rule("ms:G3-combined")
def test_dr1_and_dr2_reduce_first() -> None:
    units = {SS: NORTH, SEVENTH: NE, GUARDS: HEX}  # 16 to 4 is 4/1
    table = german(units, 6, SS, SEVENTH)
    assert (results(table), table.steps(GUARDS)) == (["DR1"], [1])
    assert table.verbs == ["retreat-one", "retreat-two", "reduce"]
    stronger = german({**units, PZ: NE}, 6, SS, SEVENTH, PZ)  # 20 to 4 is 5/1
    assert (results(stronger), stronger.steps(GUARDS)) == (["DR2"], [1])
    assert (stronger.side, stronger.verbs) == ("german", ["retreat"])


@pytest.mark.rule("ms:G3")
def test_no_result() -> None:
    table = german({PZ: NORTH, GUARDS: HEX}, 3, PZ)  # 1/1
    assert results(table) == ["-"]
    assert table.over
    assert table.steps(PZ, GUARDS) == [2, 2]


# -- advance -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G5")
def test_attackers_may_advance_one_hex_at_once() -> None:
    units = {SS: NORTH, SEVENTH: NE, RIFLES: HEX, PZ: SE}
    table = german(units, 5, SS, SEVENTH, control=[HEX])
    assert table.state.control
    assert table.cites(f"advance {PZ}") == ["ms:G5"]  # took no part
    table.do(f"advance {SS} {SEVENTH}")
    assert (table.where(SS), table.where(SEVENTH), table.where(PZ)) == (HEX, HEX, SE)
    assert not table.state.control


@pytest.mark.rule("ms:G5")
def test_the_advance_is_free_and_may_enter_enemy_zones() -> None:
    units = {SS: NORTH, SEVENTH: NE, RIFLES: HEX, GUARDS: SOUTH}
    table = german(units, 5, SS, SEVENTH).do("stay")
    assert table.where(SS) == NORTH
    table = german(units, 5, SS, SEVENTH, hexsides={"major_river": [(HEX, NORTH)]}, dice=[6])
    assert results(table) == ["DR2"]  # 7/1 less two columns
    table.do(f"advance {SS}")  # over the major river, next to an enemy
    assert table.where(SS) == HEX


@pytest.mark.rule("ms:G5", "ms:F7")
def test_the_stacking_limit_holds_for_the_advance() -> None:
    units = {SS: NORTH, "K-2PzSS": NORTH, "K-3PzSS": NE, SEVENTH: NE, RIFLES: HEX}
    table = german(units, 5, SS, "K-2PzSS", "K-3PzSS", SEVENTH)
    assert table.cites(f"advance {SS} K-2PzSS K-3PzSS {SEVENTH}") == ["ms:F7"]
    table.do(f"advance {SS} K-2PzSS K-3PzSS")


@pytest.mark.rule("ms:G5", "rostov:1-allies")
def test_allies_that_do_not_stack_do_not_advance_together() -> None:
    from blackearth.systems.kharkov.advance import AdvanceAfterCombat

    units = {"R-H1m": NORTH, "R-R1m": NE}
    table = position(units, scenario="rostov-1941", side="german")
    frame = AdvanceAfterCombat(table.cell(HEX), (table.unit("R-H1m"), table.unit("R-R1m")), ())
    table.run(lambda s: frame)
    assert table.cites("advance R-H1m R-R1m") == ["rostov:1-allies"]


@pytest.mark.rule("ms:G5", "ms:G6-fortification")
def test_no_advance_over_a_fortification_after_a_retreat() -> None:
    walls = {"fort_soviet": [(HEX, NORTH)]}
    units = {SS: NORTH, SEVENTH: NE, GUARDS: HEX}  # 16 to 4, one column worse
    table = german(units, 5, SS, SEVENTH, hexsides=walls)
    assert results(table) == ["DR"]
    table = german(units, 6, SS, SEVENTH, hexsides=walls).do(f"retreat {GUARDS} {SOUTH}")
    assert results(table) == ["D2"]
    while "retreat" in table.verbs:
        table.do(f"retreat {GUARDS} 2846" if "2846" in str(table.choice("retreat")) else f"retreat {GUARDS} 2847")
    assert table.cites(f"advance {SS}") == ["ms:G5"]
    table.do(f"advance {SEVENTH}")
    assert table.where(SEVENTH) == HEX


@pytest.mark.rule("ms:G5", "ms:G6-fortification")
def test_advance_over_a_fortification_after_an_elimination() -> None:
    walls = {"fort_soviet": [(HEX, NORTH)]}
    table = german({SS: NORTH, SEVENTH: NE, RIFLES: HEX}, 6, SS, SEVENTH, hexsides=walls)
    assert results(table) == ["DE"]
    table.do(f"advance {SS}")
    assert table.where(SS) == HEX


@pytest.mark.rule("ms:G5", "ms:G3-D1")
def test_nobody_is_asked_where_all_would_cross_the_fortification() -> None:
    walls = {"fort_soviet": [(HEX, NORTH)]}
    table = german({SS: NORTH, SEVENTH: NORTH, GUARDS: HEX}, 5, SS, SEVENTH, hexsides=walls)  # 4/1 less two
    assert results(table) == ["D1"]
    while not table.over:
        verb = table.verbs[0]
        assert verb != "advance"
        table.do("retreat-one" if verb == "retreat-one" else f"retreat {GUARDS} {table.choice('retreat')['hexes'][0]}")  # type: ignore[index]
    assert table.where(SS) == NORTH


@pytest.mark.rule("ms:J", "ms:G5")
def test_an_isolated_unit_that_advances_out_of_a_city_is_reduced() -> None:
    marks = {SS: ISOLATED | ISOLATED_TWICE}
    table = german({SS: NORTH, SEVENTH: NE, RIFLES: HEX}, 5, SS, SEVENTH, terrain={NORTH: "city"}, marks=marks)
    table.do(f"advance {SS}")
    assert table.steps(SS) == [3]
    assert table.where(SS) == HEX
