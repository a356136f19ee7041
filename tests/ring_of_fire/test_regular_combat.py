"""rof:12.3 to 12.8, 13.3 - regular combat: declaration, odds, shifts, Maximum Effort, losses, advance."""

from __future__ import annotations

import pytest

from blackearth.core.events import Result
from blackearth.systems.ring_of_fire import combat_queries, odds
from blackearth.systems.ring_of_fire.board import ATTACKED, RESERVE, SPENT_RESERVE, Battle
from blackearth.systems.ring_of_fire.declaration import begin
from tests.ring_of_fire.build import Table, position

REGULAR, RESERVES = begin(reserve=False), begin(reserve=True)
# 3122 is a fortified forest hex, 3121 a fortified clear one, 0307 open ground, all without rivers.
A, B, C, D = "S-167R", "S-180R", "S-204R", "S-232R"  # attack 6, defence 7
TANK, TANK_B, TANK_C = "S-2T-26T", "S-2T-99T", "S-2T-169T"  # attack 3
THREE, THREE_B, FOUR = "G-75-172", "G-75-202", "G-88-245"
PANZER, GRENADIER, GRENADIER_B = "G-11Z-Pz", "G-11Z-110", "G-11Z-111"


def fight(units: dict[str, str], dice: list[int] | None = None, **more: object) -> Table:
    return position(units, begin=REGULAR, dice=dice or [], **more)  # type: ignore[arg-type]


def battle(table: Table, target: str) -> Battle:
    battles: tuple[Battle, ...] = table.state.extra.battles
    return next(b for b in battles if b.target == table.cell(target))


def column(table: Table, target: str) -> tuple[str, str]:
    """Raw and final odds of a declared attack."""
    o = odds.odds(table.state, battle(table, target))
    return odds.ratio_text(table.state, o.raw), table.state.defn.content.crt.columns[o.final]  # type: ignore[attr-defined]


def shifts(table: Table, target: str) -> dict[str, str]:
    found = odds.shifts(table.state, battle(table, target))
    return {s.cite: s.text + (" struck" if s.struck else "") for s in found}


def results(table: Table) -> list[str]:
    return [e.result for e in table.events if isinstance(e, Result)]


def declared(target: str, *names: str) -> list[str]:
    return [f"attack {' '.join(names)} {target}", "end-declaration"]


# -- declaration -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.3", "rof:12.0", "rof:12.17")
def test_attacks_are_voluntary_and_adjacent() -> None:
    table = fight({A: "0306", B: "0501", THREE: "0307", TANK: "0306"})
    assert table.cites("attack S-180R 0307") == ["rof:12.0"]
    assert table.cites("attack S-167R 0207") == ["rof:12.3"]
    assert table.cites("attack G-75-172 0306") == ["rof:12.3"]
    table.do("end-declaration")
    assert table.over


@pytest.mark.rule("rof:12.31")
def test_a_stack_defends_as_one() -> None:
    table = fight({A: "0306", THREE: "0307", THREE_B: "0307"})
    table.do("attack S-167R 0307")
    assert odds.strengths(table.state, battle(table, "0307").units, table.cell("0307")) == (6, 6)


@pytest.mark.rule("rof:12.32")
def test_all_who_attack_a_hex_attack_together_and_once() -> None:
    table = fight({A: "0306", B: "0308", THREE: "0307"}, [1])
    table.do("attack S-167R 0307", "attack S-180R 0307")
    assert len(table.state.extra.battles) == 1
    assert column(table, "0307")[0] == "4:1"
    table.do("end-declaration", "resolve 0307")
    assert "attack" not in table.verbs


@pytest.mark.rule("rof:12.32", "rof:12.8")
def test_second_attack_in_the_reserve_combat_phase() -> None:
    units = {A: "0306", THREE: "0307", FOUR: "0307"}
    hit = position(units, begin=RESERVES, marks={A: RESERVE}, assaulted=())
    assaulted = (hit.cell("0307"),)
    both = position(units, begin=RESERVES, marks={A: RESERVE}, assaulted=assaulted)
    both.do("attack S-167R 0307")
    once = position(units, begin=RESERVES, marks={A: RESERVE}, assaulted=assaulted, rulings={"ROF-A28": "b"})
    assert once.over or "attack" not in once.verbs


@pytest.mark.rule("rof:12.33")
def test_part_of_a_stack_may_attack_and_nobody_twice() -> None:
    table = fight({A: "0306", TANK: "0306", THREE: "0307", THREE_B: "0405"})
    table.do("attack S-167R 0307")
    assert table.marked(A, ATTACKED)
    assert not table.marked(TANK, ATTACKED)
    assert table.cites("attack S-167R 0405") == ["rof:12.33"]
    table.do("attack S-2T-26T 0405")


@pytest.mark.rule("rof:12.34", "rof:5.2")
def test_everything_is_declared_before_anything_is_resolved() -> None:
    table = fight({A: "0306", B: "0503", THREE: "0307", THREE_B: "0504"}, [1, 1])
    table.do("attack S-167R 0307", "attack S-180R 0504")
    assert "resolve" not in table.verbs
    table.do("end-declaration")
    assert set(table.verbs) == {"resolve", "maximum-effort"}
    table.do("resolve 0504", "resolve 0307")  # in any order
    assert table.over


@pytest.mark.rule("rof:12.34")
def test_a_declaration_can_be_called_off_before_it_ends() -> None:
    table = fight({A: "3121", THREE: "3122", "S-AIR-1": "air-ready"}, barrages=1)
    table.do("attack S-167R 3122", "barrage 3122", "support S-AIR-1 3122", "call-off 3122")
    assert table.state.extra.barrages == 1
    assert table.where("S-AIR-1") == "air-ready"
    assert not table.marked(A, ATTACKED)


# -- odds --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.35-example", "rof:12.35")
def test_27_against_10_is_2_to_1() -> None:
    table = fight(
        {
            A: "0406",
            TANK: "0406",
            B: "0407",
            TANK_B: "0407",
            C: "0308",
            TANK_C: "0308",
            THREE: "0307",
            THREE_B: "0307",
            FOUR: "0307",
        }
    )
    table.do(f"attack {A} {B} {C} {TANK} {TANK_B} {TANK_C} 0307")
    assert odds.strengths(table.state, battle(table, "0307").units, table.cell("0307")) == (27, 10)
    assert column(table, "0307")[0] == "2:1"


@pytest.mark.rule("rof:12.35-example")
def test_4_to_1_and_a_4_is_a1_d2() -> None:
    table = fight({A: "0406", B: "0407", THREE: "0307"}, [4])
    table.do(*declared("0307", A, B), "resolve 0307")
    assert results(table) == ["A1/D2"]
    assert table.where(THREE) == "eliminated"
    assert table.side == "soviet"
    assert table.verbs == ["lose"]


@pytest.mark.rule("rof:12.36-example", "rof:12.36", "rof:12.4", "rof:12.41", "rof:12.43")
def test_24_against_4_in_fortified_forest() -> None:
    table = fight({A: "3221", TANK: "3221", B: "3222", TANK_B: "3222", C: "3123", FOUR: "3122"})
    table.do(f"attack {A} {B} {C} {TANK} {TANK_B} 3122")
    assert odds.strengths(table.state, battle(table, "3122").units, table.cell("3122")) == (24, 4)
    assert column(table, "3122") == ("6:1", "4:1")
    assert shifts(table, "3122") == {"rof:12.41": "1L", "rof:12.43": "1L"}


@pytest.mark.rule("rof:12.36")
def test_odds_stay_within_the_table() -> None:
    table = fight({A: "0406", TANK: "0406", B: "0407", TANK_B: "0407", C: "0308", "G-11Z-Rec": "0307"})
    table.do(f"attack {A} {B} {C} {TANK} {TANK_B} 0307")
    assert column(table, "0307") == ("12:1", "5:1")


@pytest.mark.rule("rof:12.36")
def test_worse_than_1_to_3_may_not_be_attacked() -> None:
    table = fight({A: "0306", THREE: "0307", FOUR: "0307"}, steps={A: 1})  # 2 against 7
    assert table.cites("attack S-167R 0307") == ["rof:12.36"]
    fight({A: "0306", THREE: "0307", THREE_B: "0307"}, steps={A: 1}).do("attack S-167R 0307")  # 2 against 6


@pytest.mark.rule("rof:12.36-example", "rof:12.36", "rof:14.5")
def test_reserves_that_ruin_the_odds_give_an_automatic_a3() -> None:
    units = {A: "0306", B: "0406", THREE: "0307", THREE_B: "0307", PANZER: "0309", GRENADIER: "0309"}
    table = fight(units, marks={PANZER: RESERVE, GRENADIER: RESERVE}, steps={A: 1, B: 1})
    table.do(*declared("0307", A))
    assert table.side == "german"
    table.do(f"reinforce {PANZER} {GRENADIER} 0309 0308 0307")
    table.do("resolve 0307")
    assert results(table) == ["A3"]
    assert table.dice_used()
    assert table.state.rolls == 0
    assert table.where(A) == "eliminated"


@pytest.mark.rule("rof:3.1", "rof:3.2", "rof:12.5")
def test_fractions_are_kept_and_rounded_up_once() -> None:
    # 3015 lies behind a minor river as seen from 3115: 3 + 3 are halved to 1½ each, 3 together.
    table = fight({TANK: "3115", TANK_B: "3115", THREE: "3015"})
    table.do(f"attack {TANK} {TANK_B} 3015")
    assert odds.strengths(table.state, battle(table, "3015").units, table.cell("3015"))[0] == 3
    one = fight({TANK: "3115", THREE: "3015"})
    one.do(f"attack {TANK} 3015")
    assert odds.strengths(one.state, battle(one, "3015").units, one.cell("3015"))[0] == 2


@pytest.mark.rule("rof:12.5")
def test_attacks_across_rivers() -> None:
    table = fight({A: "2839", TANK: "2839", FOUR: "2838"})
    assert table.cites(f"attack {TANK} 2838") == ["rof:12.5"]
    assert odds.attack_strength(table.state, table.unit(A), table.cell("2838")) == 12  # 1½ in eighths
    bridge = fight({A: "2539", FOUR: "2439"})
    assert odds.attack_strength(bridge.state, bridge.unit(A), bridge.cell("2439")) == 12  # the bridge does not help


@pytest.mark.rule("rof:3.2", "rof:15.3")
def test_out_of_supply_halves_again() -> None:
    ring = {"S-340R": "0205", B: "0405", C: "0307", D: "0206", "S-240R": "0406", A: "0305"}
    table = position({THREE: "0306"} | ring, begin=REGULAR, side="german")
    unit = table.unit(THREE)
    assert odds.attack_strength(table.state, unit, table.cell("0305")) == 12  # 1½ in eighths
    assert odds.defence_strength(table.state, unit) == 12


@pytest.mark.rule("rof:12.42")
def test_town_shift() -> None:
    table = fight({A: "1913", THREE: "1911", B: "1910"})
    table.do("attack S-180R 1911")
    assert shifts(table, "1911")["rof:12.42"] == "1L"


@pytest.mark.rule("rof:12.43")
def test_soviets_gain_nothing_from_german_works() -> None:
    table = fight({A: "3121", PANZER: "3120"}, side="german")
    table.do("attack G-11Z-Pz 3121")
    assert shifts(table, "3121") == {}


@pytest.mark.rule("rof:12.61")
@pytest.mark.parametrize(
    ("hexes", "shifted"),
    [
        (("0306", "0308"), True),  # opposite
        (("0406", "0306"), False),
        (("0406", "0308", "0206"), True),  # three alternate hexes
        (("0306", "0406", "0407"), False),  # three in a row
        (("0306", "0406", "0407", "0308"), True),  # four always
    ],
)
def test_concentric_attack(hexes: tuple[str, ...], shifted: bool) -> None:
    units = dict(zip((A, B, C, D), hexes, strict=False))
    table = fight(units | {FOUR: "0307", THREE: "0307", THREE_B: "0307"})
    table.do(f"attack {' '.join(units)} 0307")
    assert ("rof:12.61" in shifts(table, "0307")) is shifted


@pytest.mark.rule("rof:12.62", "rof:12.43")
def test_barrage() -> None:
    table = fight({A: "3221", THREE: "3122", B: "0306", THREE_B: "0307"}, barrages=2)
    assert table.cites("barrage 3122") == ["rof:12.62"]  # never alone
    table.do("attack S-167R 3122", "attack S-180R 0307")
    assert table.cites("barrage 0307") == ["rof:12.62"]  # no works there
    table.do("barrage 3122")
    assert shifts(table, "3122") == {"rof:12.41": "1L", "rof:12.43": "1L struck", "rof:12.62": "3R"}
    assert table.cites("barrage 3122") == ["rof:12.62"]  # one a hex
    assert table.state.extra.barrages == 1
    empty = fight({A: "3221", THREE: "3122"}, barrages=0)
    assert "barrage" not in empty.do("attack S-167R 3122").verbs


@pytest.mark.rule("rof:12.62")
def test_a_barrage_is_spent_and_the_germans_have_none() -> None:
    table = fight({A: "3221", THREE: "3122"}, [1], barrages=1)
    table.do("attack S-167R 3122", "barrage 3122", "end-declaration", "resolve 3122")
    assert table.state.extra.barrages == 0
    german = fight({PANZER: "3122", A: "3121"}, side="german", barrages=4)
    assert "barrage" not in german.do("attack G-11Z-Pz 3121").verbs


@pytest.mark.rule("rof:12.63", "rof:13.3", "rof:13.0")
def test_ground_support() -> None:
    air = {f"S-AIR-{n}": "air-ready" for n in (1, 2, 3)}
    table = fight({A: "0306", FOUR: "0307"} | air)
    assert table.cites("support S-AIR-1 0307") == ["rof:13.3"]  # only declared attacks
    table.do("attack S-167R 0307", "support S-AIR-1 0307", "support S-AIR-2 0307")
    assert shifts(table, "0307") == {"rof:13.3": "2R"}
    assert table.cites("support S-AIR-3 0307") == ["rof:13.3"]  # two at most
    assert table.where("S-AIR-1") == "air-flown"
    assert table.cites("support S-AIR-1 0307")[0] == "rof:13.0"  # one mission a game turn


# -- results -----------------------------------------------------------------------------------------------------------


def outcome(table: Table, target: str, die: int, *, maximum: bool) -> tuple[int, int]:
    o = odds.odds(table.state, battle(table, target))
    got = odds.losses(table.state, o, die, maximum=maximum)
    return got.attacker, got.defender


def _die_for(table: Table, target: str, result: str) -> int:
    o = odds.odds(table.state, battle(table, target))
    rows = table.state.defn.content.crt.rows  # type: ignore[attr-defined]
    return next(die for die in range(1, 7) if rows[die - 1][o.final].text == result)


@pytest.mark.rule("rof:12.65-example", "rof:12.65", "rof:12.64")
def test_maximum_effort_against_a_fortification() -> None:
    table = fight({A: "3220", B: "3221", FOUR: "3121"}, barrages=1)
    table.do("attack S-167R S-180R 3121")
    die = _die_for(table, "3121", "A1/D1")
    assert outcome(table, "3121", die, maximum=True) == (3, 1)
    assert outcome(table, "3121", die, maximum=False) == (2, 0)
    barraged = fight({A: "3220", FOUR: "3121", THREE: "3121"}, barrages=1)
    barraged.do("attack S-167R 3121", "barrage 3121")
    assert outcome(barraged, "3121", _die_for(barraged, "3121", "A1/D1"), maximum=True) == (2, 2)


@pytest.mark.rule("rof:12.65-example", "rof:12.65")
def test_maximum_effort_in_the_open() -> None:
    table = fight({A: "0306", THREE: "0307"})
    table.do("attack S-167R 0307")
    assert outcome(table, "0307", _die_for(table, "0307", "A1"), maximum=True) == (2, 0)
    assert outcome(table, "0307", _die_for(table, "0307", "D1"), maximum=True) == (1, 2)


@pytest.mark.rule("rof:12.64")
def test_works_cost_the_soviets_a_step_even_without_an_a_result() -> None:
    table = fight({A: "3220", B: "3221", C: "3120", TANK: "3120", FOUR: "3121"})
    table.do("attack S-167R S-180R S-204R S-2T-26T 3121")
    die = _die_for(table, "3121", "D2")
    assert outcome(table, "3121", die, maximum=False) == (1, 1)


@pytest.mark.rule("rof:12.7", "rof:12.71", "rof:12.35")
def test_defender_first_and_one_step_each_before_a_second() -> None:
    # A1/D2 at 4:1: the two defenders lose a step each, the attacker chooses between its two divisions.
    units = {
        A: "0406",
        TANK: "0406",
        B: "0407",
        TANK_B: "0407",
        C: "0308",
        TANK_C: "0308",
        THREE: "0307",
        THREE_B: "0307",
    }
    table = fight(units, [4], steps={})
    table.do(*declared("0307", A, B, C, TANK, TANK_B, TANK_C), "resolve 0307")
    assert results(table) == ["A1/D2"]
    assert table.steps(THREE, THREE_B) == [1, 1]
    assert table.side == "soviet"
    assert "rof:12.71" in table.cites("lose S-167R*2")
    assert "rof:12.71" in table.cites("lose G-75-172*1")
    table.do("lose S-204R*1")
    assert table.steps(A, B, C) == [4, 4, 3]


@pytest.mark.rule("rof:12.71")
def test_nobody_loses_two_before_all_have_lost_one() -> None:
    table = fight({A: "0306", B: "0406", FOUR: "0307", THREE: "0307"}, [1])  # 12 to 7, 1:1
    table.do(*declared("0307", A, B), "maximum-effort 0307")
    assert results(table) == ["A2"]
    assert table.verbs == ["lose"]  # four steps among two divisions
    assert table.cites("lose S-167R*4") == ["rof:12.71"]
    table.do("lose S-167R*3 S-180R*1")
    assert table.steps(A, B) == [1, 3]


@pytest.mark.rule("rof:12.71")
def test_more_losses_than_steps_are_ignored() -> None:
    table = fight({A: "0306", B: "0407", THREE: "0307"}, [4], steps={THREE: 1})
    table.do(*declared("0307", A, B), "resolve 0307")
    assert table.where(THREE) == "eliminated"


@pytest.mark.rule("rof:12.71", "rof:clar-3")
def test_a_substitute_counter_is_the_same_unit() -> None:
    table = fight({A: "0306", FOUR: "0307", THREE: "0307"}, [1], steps={A: 3})
    table.do(*declared("0307", A), "resolve 0307")
    assert table.steps(A)[0] < 3
    assert table.where(A) == "0306" or table.steps(A) == [0]
    view = table.state.defn.system.view(table.state, 0)
    boxes = {box["id"]: box["units"] for box in view["boxes"] if box["side"] == "soviet"}
    assert A in boxes.get("substitute", [])
    assert A not in boxes.get("eliminated", [])


@pytest.mark.rule("rof:15.5", "rof:12.71")
def test_eliminated_out_of_supply_is_permanent() -> None:
    ring = {"S-340R": "0205", B: "0405", C: "0307", D: "0206", "S-240R": "0406", A: "0305"}
    table = position({THREE: "0306"} | ring, begin=REGULAR, dice=[6])
    table.do(*declared("0306", A, B, C, D), "maximum-effort 0306")
    assert table.where(THREE) == "permanent"


@pytest.mark.rule("rof:15.3", "rof:12.34")
def test_supply_counts_when_each_battle_is_resolved() -> None:
    # The only way out of 0306 leads through 0307; once the Soviets have advanced there, its defenders are halved.
    ring = {"S-340R": "0205", "S-240R": "0305", D: "0405", C: "0406", "S-100R": "0206"}
    table = position({THREE: "0306", THREE_B: "0307", A: "0407"} | ring, begin=REGULAR, dice=[6])
    assert odds.defence_strength(table.state, table.unit(THREE)) == 24
    table.do("attack S-167R S-204R 0307", "attack S-340R 0306", "end-declaration", "resolve 0307")
    assert table.where(THREE_B) == "eliminated"
    table.do("advance S-167R")
    assert odds.defence_strength(table.state, table.unit(THREE)) == 12


@pytest.mark.rule("rof:12.72", "rof:9.1", "rof:11.52")
def test_advance_after_combat() -> None:
    table = fight(
        {A: "0406", TANK: "0406", B: "0407", TANK_B: "0407", THREE: "0307", FOUR: "0209"}, [6], steps={THREE: 1}
    )
    table.do(*declared("0307", A, B, TANK), "resolve 0307")
    assert table.where(THREE) == "eliminated"
    assert set(table.verbs) == {"advance", "stay"}
    assert table.cites("advance S-2T-99T") == ["rof:12.72"]  # did not take part
    assert table.cites("advance S-167R S-180R") == ["rof:9.1"]  # six regimental equivalents
    table.do("advance S-167R S-2T-26T")
    assert table.where(A) == table.where(TANK) == "0307"
    assert table.state.control >> table.cell("0307") & 1


@pytest.mark.rule("rof:12.72", "rof:10.4")
def test_advances_cross_links() -> None:
    units = {A: "0406", B: "0407", THREE: "0307", FOUR: "0206", THREE_B: "0308"}
    table = fight(units, [6], steps={THREE: 1})
    table.do(*declared("0307", A, B), "resolve 0307", "advance S-167R")
    assert table.where(A) == "0307"


@pytest.mark.rule("rof:12.72")
def test_defenders_never_advance() -> None:
    table = fight({A: "0306", THREE: "0307", FOUR: "0307"}, [1], steps={A: 2})
    table.do(*declared("0307", A), "resolve 0307")
    assert table.where(A) == "eliminated"
    assert table.over


# -- the Reserve Combat Phase ------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.8", "rof:14.4", "rof:14.3")
def test_only_reserves_attack_in_the_reserve_combat_phase() -> None:
    table = position({A: "0306", B: "0407", THREE: "0307"}, begin=RESERVES, marks={A: RESERVE})
    assert table.cites("attack S-180R 0307") == ["rof:12.8"]
    table.do("attack S-167R 0307", "end-declaration")
    assert table.marked(A, RESERVE)
    assert table.marked(A, SPENT_RESERVE)


# -- what the page is told ---------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.35", "rof:3.5")
def test_odds_query_agrees_with_the_rules() -> None:
    table = fight({A: "3221", TANK: "3221", B: "3222", FOUR: "3122", "S-AIR-1": "air-ready"}, barrages=1)
    found = combat_queries.query_odds(table.state, {"units": [A, B], "to": "3122", "support": 1, "barrage": True})
    assert (found["attack"]["total"], found["defence"]["total"]) == ("12", "4")
    assert (found["raw"], found["final"], found["net"]) == ("3:1", "5:1", 3)
    assert sum(o["chance"] for o in found["outcomes"]) == pytest.approx(1)
    assert sorted(face for o in found["outcomes"] for face in o["faces"]) == [1, 2, 3, 4, 5, 6]
    table.do("attack S-167R S-180R 3122", "support S-AIR-1 3122", "barrage 3122")
    assert column(table, "3122") == ("3:1", "5:1")
