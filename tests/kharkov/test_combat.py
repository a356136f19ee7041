"""ms:G1, H1, kharkov:8, rostov:1, 7 - announcing attacks, forced attacks, General Timoshenko."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core import flow
from blackearth.systems.kharkov import combat, combat_queries, forced
from blackearth.systems.kharkov.board import ATTACKED, BREAKTHROUGH, DEFENDED, ENTRENCHED, NO_ZONE
from tests.kharkov.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2647", "2547", "2546", "2646", "2747", "2648", "2548"
A, B, C = "K-40-01", "K-40-02", "K-40-03"  # 40th Army
D, E = "K-69-01", "K-69-02"  # 69th Army
GERMAN, GERMAN_B, GERMAN_C = "K-304", "K-168", "K-333"


def fight(units: dict[str, str], dice: list[int] | None = None, **more: object) -> Table:
    chosen: dict[str, object] = {"begin": combat.first_impulse, "weather": "good"}
    return position(units, dice=dice or [], **(chosen | more))  # type: ignore[arg-type]


def second(units: dict[str, str], dice: list[int] | None = None, **more: object) -> Table:
    return fight(units, dice, begin=combat.breakthrough, **more)


# -- who may attack whom -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G1")
def test_attacks_are_voluntary() -> None:
    table = fight({A: NORTH, GERMAN: HEX}).do("end-attacks")
    assert table.over


@pytest.mark.rule("ms:G1")
def test_only_neighbours_attack_and_only_own_units() -> None:
    table = fight({A: NORTH, B: "2447", GERMAN: HEX})
    assert table.cites(f"attack {B} {HEX}") == ["ms:G1"]
    assert table.cites(f"attack {GERMAN} {HEX}") == ["ms:G1"]
    assert table.cites(f"attack {A} {NE}") == ["ms:G1"]
    assert table.cites(f"attack {A}") == ["ms:G1"]


@pytest.mark.rule("ms:G1")
def test_nobody_is_asked_where_nobody_can_attack() -> None:
    assert fight({A: "2447", GERMAN: HEX}).over


@pytest.mark.rule("ms:G1")
def test_several_hexes_attack_one_and_stacked_units_different_ones() -> None:
    table = fight({A: NORTH, B: NORTH, C: SOUTH, GERMAN: HEX, GERMAN_B: NE}, [3, 3])
    table.do(f"attack {A} {C} {HEX}")
    assert table.verbs[0] == "attack"
    table.do(f"attack {B} {NE}")
    assert table.dice_used()


@pytest.mark.rule("ms:G1")
def test_a_stack_defends_as_one() -> None:
    table = fight({A: NORTH, GERMAN: HEX, GERMAN_B: HEX}, [6], terrain={}).do(f"attack {A} {HEX}")
    assert [set(table.names(f.defenders)) for f in table.state.extra.fights] in ([{GERMAN, GERMAN_B}], [])
    assert "9" in str(next(e for e in table.events if getattr(e, "result", "")).detail)  # type: ignore[union-attr]


@pytest.mark.rule("ms:G1")
def test_nobody_attacks_or_is_attacked_twice_in_a_phase() -> None:
    table = fight({A: NORTH, B: NORTH, GERMAN: HEX, GERMAN_B: NE}, [3])  # 2 to 5: AE of one step
    table.do(f"attack {B} {HEX}")
    assert table.where(B) == "eliminated"
    assert table.cites(f"attack {A} {HEX}") == ["ms:G1"]
    table = fight({A: NORTH, GERMAN: HEX, GERMAN_B: NE, B: SE}, [6])
    table.do(f"attack {A} {HEX}", *(["reduce"] if "reduce" in table.verbs else []))
    assert table.marked(A, ATTACKED)
    assert not table.marked(B, ATTACKED)


@pytest.mark.rule("ms:G1", "ms:F6")
def test_entrenched_units_do_not_attack() -> None:
    table = fight({A: NORTH, B: NORTH, GERMAN: HEX}, marks={B: ENTRENCHED})
    assert table.cites(f"attack {B} {HEX}") == ["ms:G1"]
    assert B not in table.choice("attack")["targets"][HEX]  # type: ignore[index]
    assert fight({B: NORTH, GERMAN: HEX}, marks={B: ENTRENCHED}).over


@pytest.mark.rule("ms:G1", "ms:G3-D1")
def test_a_unit_that_has_just_retreated_is_not_attacked_again() -> None:
    # 11 to 4 is 2/1. A major river keeps the zone of the third unit off the hex of the retreat, but not its attack.
    units = {"K-3G-14": NORTH, "K-40-09": NORTH, B: "2746", GERMAN_B: HEX}
    river = {"major_river": [("2746", SE)]}
    for ruling, again in (("a", False), ("b", True)):
        table = fight(units, [5], hexsides=river, rulings={"KHA-N28": ruling})
        table.do(f"attack K-3G-14 K-40-09 {HEX}", "retreat-one", f"retreat {GERMAN_B} {SE}", "stay")
        assert table.over != again
        if again:
            assert table.choice("attack")["targets"] == {SE: [B]}


# -- breakthrough ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:H1")
def test_all_units_may_attack_once_more_and_are_marked() -> None:
    table = fight({A: NORTH, B: NE, GERMAN: HEX}, [3, 6]).do(f"attack {A} {HEX}")
    assert not table.marked(A, BREAKTHROUGH)
    table.run(combat.breakthrough)
    table.do(f"attack {A} {HEX}")
    assert table.marked(A, BREAKTHROUGH)
    assert not table.marked(B, BREAKTHROUGH)


@pytest.mark.rule("ms:H1")
def test_the_marks_of_a_phase_end_with_it() -> None:
    table = fight({A: NORTH, B: NE, GERMAN: HEX, GERMAN_C: "2545"}, [4]).do(f"attack {A} {HEX}")
    assert table.marked(A, ATTACKED)
    assert table.marked(GERMAN, DEFENDED)
    table.saved().do("end-attacks")
    assert not table.marked(A, ATTACKED)
    assert not table.marked(GERMAN, DEFENDED)
    assert table.state.extra.fights == ()


# -- modes -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kharkov:8-neutral", "kharkov:8-offensive", "kharkov:8-defensive")
@pytest.mark.parametrize(
    ("first", "other", "cite"),
    [
        ("neutral", "offensive", "kharkov:8-neutral"),
        ("neutral", "defensive", "kharkov:8-neutral"),
        ("offensive", "defensive", "kharkov:8-offensive"),
        ("defensive", "neutral", "kharkov:8-neutral"),
    ],
)
def test_modes_do_not_attack_together(first: str, other: str, cite: str) -> None:
    table = fight({A: NORTH, D: NE, GERMAN: HEX}, army_modes={"40": first, "69": other})
    assert cite in table.cites(f"attack {A} {D} {HEX}")


@pytest.mark.rule("kharkov:8-modes")
@pytest.mark.parametrize("mode", ["neutral", "offensive", "defensive"])
def test_armies_in_one_mode_attack_together(mode: str) -> None:
    table = fight({A: NORTH, D: NE, GERMAN: HEX}, [4], army_modes={"40": mode, "69": mode})
    table.do(f"attack {A} {D} {HEX}")
    assert table.dice_used()


@pytest.mark.rule("kharkov:8-offensive")
def test_offensive_units_must_attack_what_is_in_their_zone() -> None:
    table = fight({A: NORTH, D: NE, GERMAN: HEX}, [3], army_modes={"40": "offensive"})
    found = table.refusals("end-attacks")
    assert [r.cite for r in found] == ["kharkov:8-offensive"]
    assert found[0].hexes == (table.cell(HEX),)
    assert table.names(found[0].units) == {A}
    assert table.choice("end-attacks")["blocked"]
    table.do(f"attack {A} {HEX}")
    assert table.dice_used()
    assert table.over or "end-attacks" in table.verbs


@pytest.mark.rule("kharkov:8-offensive")
def test_the_duty_does_not_look_at_the_odds_and_ends_with_the_first_impulse() -> None:
    units = {B: NORTH, "K-1PzSS": HEX, "K-2PzSS": HEX}
    assert fight(units, army_modes={"40": "offensive"}).cites("end-attacks") == ["kharkov:8-offensive"]
    assert second(units, army_modes={"40": "offensive"}).do("end-attacks").over
    others = second({A: NORTH, D: NE, GERMAN: HEX}, [3], army_modes={"40": "offensive"})
    assert others.do(f"attack {D} {HEX}").dice_used()


@pytest.mark.rule("kharkov:8-offensive")
def test_no_duty_for_others_or_without_a_zone() -> None:
    assert fight({A: NORTH, GERMAN: HEX}, army_modes={"69": "offensive"}).do("end-attacks").over
    offensive = {"40": "offensive"}
    assert fight({A: NORTH, GERMAN: HEX}, army_modes=offensive, marks={A: NO_ZONE}).do("end-attacks").over
    river = {"major_river": [(HEX, NORTH)]}
    assert fight({A: NORTH, GERMAN: HEX}, army_modes=offensive, hexsides=river).do("end-attacks").over
    small = {"river": [(HEX, NORTH)]}
    assert fight({A: NORTH, GERMAN: HEX}, army_modes=offensive, hexsides=small).cites("end-attacks")


@pytest.mark.rule("kharkov:8-offensive")
def test_attacks_that_rob_an_offensive_unit_of_its_only_target_are_not_allowed() -> None:
    table = fight({A: NORTH, D: NE, GERMAN: HEX}, army_modes={"40": "offensive"})
    assert table.cites(f"attack {D} {HEX}") == ["kharkov:8-offensive"]
    assert not combat_queries.query_odds(table.state, 0, {"units": [D], "to": HEX})["allowed"]
    both = fight({A: NORTH, C: NE, GERMAN: HEX}, [3], army_modes={"40": "offensive"})
    assert both.cites(f"attack {C} {HEX}") == ["kharkov:8-offensive"]
    assert combat_queries.query_odds(both.state, 0, {"units": [A, C], "to": HEX})["allowed"]
    both.do(f"attack {A} {C} {HEX}")
    choice = fight({A: NORTH, D: NE, GERMAN: HEX, GERMAN_B: NW}, [3], army_modes={"40": "offensive"})
    choice.do(f"attack {D} {HEX}")  # the other one has a second target
    assert choice.names(list(forced.duties(choice.state))) == {A}


@pytest.mark.rule("kharkov:8-offensive")
def test_the_duty_also_holds_when_attacks_are_announced_in_advance() -> None:
    table = fight({A: NORTH, D: NE, GERMAN: HEX}, options=["air-simultaneous"], army_modes={"40": "offensive"})
    assert table.cites("end-attacks") == ["kharkov:8-offensive"]
    assert table.cites(f"attack {D} {HEX}") == ["kharkov:8-offensive"]


@pytest.mark.rule("kharkov:8-offensive")
def test_random_play_always_finds_an_allowed_attack() -> None:
    units = {A: NORTH, B: NORTH, C: NE, D: NE, E: SE, "K-69-05": SOUTH, GERMAN: HEX, GERMAN_B: "2648"}
    modes = {"40": "offensive", "69": "offensive"}
    for number in range(30):
        table = fight(units, [1 + number % 6] * 20, army_modes=modes)
        random = Random(number)
        for _ in range(200):
            if table.over:
                break
            decision = table.state.decision
            assert decision is not None
            action = decision.sample(table.state, random)
            assert not flow.why_not(table.state, action)
            table.state = flow.apply(table.state, action)
        assert table.over


# -- allies ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rostov:1-allies")
def test_hungarians_and_romanians_do_not_attack_together() -> None:
    units = {"R-H1m": NORTH, "R-R1m": NE, "R-44": SE, "R-21-06": HEX}
    table = fight(units, [3], scenario="rostov-1941", side="german")
    assert table.cites(f"attack R-H1m R-R1m {HEX}") == ["rostov:1-allies"]
    table.do(f"attack R-H1m R-44 {HEX}")
    assert table.dice_used()


# -- General Timoshenko ------------------------------------------------------------------------------------------------

TWENTY_FIRST, TWENTY_FIRST_B, THIRTY_EIGHTH, RESERVE, THIRTY_SEVENTH = (
    "R-21-06", "R-21-01", "R-38-01", "R-RI-01", "R-37R-01",
)  # fmt: skip


def rostov(units: dict[str, str], dice: list[int] | None = None, **more: object) -> Table:
    # So far in the east the Soviets are in supply, next to the railways.
    return fight(units, dice, scenario="rostov-1941", **more)


@pytest.mark.rule("rostov:7")
def test_each_army_has_one_shift_a_turn() -> None:
    units = {TWENTY_FIRST: NORTH, TWENTY_FIRST_B: SOUTH, "R-44": HEX, "R-75": "2746"}
    table = rostov(units, [4, 4]).do(f"attack {TWENTY_FIRST} {HEX}")
    assert table.verbs == ["yes", "no"]
    table.do("yes")
    assert table.state.extra.timoshenko == ("21",)
    assert [f.timoshenko for f in table.state.extra.fights] == ["21"]
    table.do(f"attack {TWENTY_FIRST_B} 2746")
    assert table.dice_used()  # not asked again


@pytest.mark.rule("rostov:7")
def test_the_shift_can_be_kept_for_a_later_attack() -> None:
    units = {TWENTY_FIRST: NORTH, TWENTY_FIRST_B: SOUTH, "R-44": HEX, "R-75": "2746"}
    table = rostov(units, [4, 4]).do(f"attack {TWENTY_FIRST} {HEX}", "no", f"attack {TWENTY_FIRST_B} 2746")
    assert table.verbs == ["yes", "no"]


@pytest.mark.rule("rostov:7")
def test_other_armies_in_the_attack_bar_the_shift() -> None:
    units = {TWENTY_FIRST: NORTH, THIRTY_EIGHTH: NE, "R-44": HEX}
    assert rostov(units, [4]).do(f"attack {TWENTY_FIRST} {THIRTY_EIGHTH} {HEX}").dice_used()


@pytest.mark.rule("rostov:7")
def test_units_out_of_supply_bar_the_shift() -> None:
    germans = dict(zip(("R-9", "R-76", "R-94", "R-101", "R-257"), (NE, SE, SOUTH, SW, NW), strict=True))
    table = rostov({TWENTY_FIRST: HEX, "R-44": NORTH, **germans}, [4]).do(f"attack {TWENTY_FIRST} {NORTH}")
    assert table.dice_used()


@pytest.mark.rule("rostov:7")
@pytest.mark.parametrize(("turn", "asked"), [(2, False), (3, True)])
def test_the_general_reserve_joins_from_turn_three_on(turn: int, asked: bool) -> None:
    units = {TWENTY_FIRST: NORTH, RESERVE: NE, "R-44": HEX}
    table = rostov(units, [4], turn=turn).do(f"attack {TWENTY_FIRST} {RESERVE} {HEX}")
    assert (table.verbs == ["yes", "no"]) == asked


@pytest.mark.rule("rostov:7")
def test_the_reserve_alone_is_no_army_but_37_r_is() -> None:
    units = {RESERVE: NORTH, THIRTY_SEVENTH: NE, "R-44": HEX}
    assert rostov(units, [4], turn=5).do(f"attack {RESERVE} {HEX}").dice_used()
    assert rostov(units, [4], turn=5).do(f"attack {THIRTY_SEVENTH} {HEX}").verbs == ["yes", "no"]


@pytest.mark.rule("rostov:7")
@pytest.mark.parametrize(("turn", "asked"), [(2, False), (3, True)])
def test_no_air_support_with_the_shift_before_turn_three(turn: int, asked: bool) -> None:
    units = {TWENTY_FIRST: NORTH, "R-44": HEX}
    table = rostov(units, [4], turn=turn, air=(1, 0)).do(f"attack {TWENTY_FIRST} {HEX}", "yes")
    assert (table.verbs == ["air"]) == asked
    without = rostov(units, [4], turn=turn, air=(1, 0)).do(f"attack {TWENTY_FIRST} {HEX}", "no")
    assert without.verbs == ["air"]


@pytest.mark.rule("rostov:7", "ms:G2")
def test_the_defender_may_use_air_support_against_the_shift() -> None:
    units = {TWENTY_FIRST: NORTH, "R-44": HEX}
    table = rostov(units, [4], air=(1, 1)).do(f"attack {TWENTY_FIRST} {HEX}", "yes")
    assert (table.side, table.verbs) == ("german", ["air"])


@pytest.mark.rule("rostov:7")
def test_the_shift_is_a_column() -> None:
    units = {TWENTY_FIRST: NORTH, "R-44": HEX}  # 3 to 5 is 1/2; a 4 gives nothing there and RX at 1/1
    plain = rostov(units, [4]).do(f"attack {TWENTY_FIRST} {HEX}", "no")
    shifted = rostov(units, [4]).do(f"attack {TWENTY_FIRST} {HEX}", "yes")
    results = [[e.result for e in t.events if hasattr(e, "result")] for t in (plain, shifted)]
    assert results == [["-"], ["RX"]]


@pytest.mark.rule("rostov:7", "kharkov:8-modes")
def test_no_general_in_kharkov_and_none_for_germans() -> None:
    assert fight({A: NORTH, GERMAN: HEX}, [4]).do(f"attack {A} {HEX}").dice_used()
    german = rostov({"R-44": NORTH, TWENTY_FIRST: HEX}, [4], side="german").do(f"attack R-44 {HEX}")
    assert german.dice_used()
