"""kursk: who may attack whom, the results of the table, advances."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.events import Note
from blackearth.systems.kursk.board import ATTACKED, DEFENDED, ELIMINATED, stack_fits
from blackearth.systems.kursk.fights import Fight
from blackearth.systems.kursk.results import Resolve
from tests.kursk.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, PZ_C, SS, INF, INF_B = "G-2Pz", "G-3Pz", "G-4Pz", "G-SST", "G-131ID", "G-321ID"
RIFLE, RIFLE_B, RIFLE_C, TANK, TANK_B = "S-10A", "S-10B", "S-10C", "S-1T", "S-5T"


# -- who may attack whom -----------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:combat-A")
def test_only_neighbours_attack_and_only_enemies_are_attacked() -> None:
    table = position({PZ: NW, INF: "1815", RIFLE: HEX})
    assert table.cites(f"attack {INF} {HEX}") == ["kursk:combat-A"]
    assert table.cites(f"attack {RIFLE} {HEX}") == ["kursk:combat-A"]
    assert table.cites(f"attack {PZ} {SW}") == ["kursk:combat-A"]
    assert table.cites(f"attack {PZ}") == ["kursk:combat-A"]
    assert position({PZ: "1814", RIFLE: HEX}).over


@pytest.mark.rule("kursk:combat-B")
def test_attacks_are_voluntary() -> None:
    assert position({PZ: NW, RIFLE: HEX}).do("end-attacks").over


@pytest.mark.rule("kursk:combat-A")
def test_units_and_hexes_once_a_phase() -> None:
    # 5 to 4 is 1-1, 2 is AR: the attackers go, the tanks stay.
    table = position({PZ: NW, PZ_B: NW, RIFLE: "2014", TANK: HEX, INF: SW}, [2, 1])
    table.do(f"attack {PZ} {HEX}")
    while table.verbs != ["attack", "end-attacks"]:
        table.do("stay" if "stay" in table.verbs else f"retreat {PZ} {_hex(table, PZ)}")
    assert table.marked(TANK, DEFENDED)
    assert table.marked(PZ, ATTACKED)
    assert table.cites(f"attack {PZ_B} {HEX}") == ["kursk:combat-A"]
    assert table.cites(f"attack {PZ} 2014")[0] == "kursk:combat-A"
    table.do(f"attack {PZ_B} 2014")


def _hex(table: Table, unit: str) -> str:
    hexes = table.choice("retreat")["hexes_of"][unit]  # type: ignore[index]
    return str(hexes[0])


@pytest.mark.rule("kursk:combat-I")
def test_six_stacks_attack_one_hex() -> None:
    around = {PZ: NW, PZ_B: NORTH, PZ_C: NE, SS: SE, INF: SOUTH, INF_B: SW}
    table = position({**around, RIFLE: HEX}, [3]).do(f"attack {' '.join(around)} {HEX}")
    assert table.where(RIFLE) == "eliminated"


@pytest.mark.rule("kursk:combat-J")
def test_not_all_of_a_stack_attack() -> None:
    table = position({PZ: NW, INF: NW, TANK: HEX}, [1]).do(f"attack {PZ} {HEX}")
    assert (table.where(PZ), table.where(INF)) == ("eliminated", NW)


@pytest.mark.rule("kursk:combat-H")
def test_several_hexes_in_one_attack() -> None:
    # 11 to 6 is 1-1; alone against two corps of 2 and 4.
    table = position({PZ: HEX, SS: HEX, TANK: NE, RIFLE: SE}, [1]).do(f"attack {PZ} {SS} {NE} {SE}")
    assert "11 to 6, 1-1" in _detail(table)
    assert table.where(PZ) == table.where(SS) == "eliminated"
    table = position({PZ: HEX, SS: NORTH, TANK: NE, RIFLE: SE})
    assert table.cites(f"attack {PZ} {SS} {NE} {SE}") == ["kursk:combat-H"]
    table = position({PZ: HEX, SS: NORTH, TANK: NE, RIFLE: "2114"}, [1])  # both touch 2115; only SS touches 2114
    assert table.cites(f"attack {PZ} {SS} {NE} 2114") == ["kursk:combat-H"]


@pytest.mark.rule("kursk:combat-H")
def test_all_attacked_hexes_share_the_result() -> None:
    table = position({PZ: HEX, SS: HEX, RIFLE: NE, RIFLE_B: SE}, [6])  # 11 to 4 is 2-1: EX
    table.do(f"attack {PZ} {SS} {NE} {SE}")
    assert table.where(RIFLE) == table.where(RIFLE_B) == "eliminated"
    assert table.verbs == ["pay"]
    table.do(f"pay {PZ}")
    assert table.choice("advance")["hexes"] == sorted([NE, SE], key=table.cell)


def _detail(table: Table) -> str:
    return next(str(e.detail) for e in table.events if getattr(e, "result", ""))  # type: ignore[union-attr]


@pytest.mark.rule("kursk:combat-K")
def test_twenty_six_against_nine() -> None:
    # 6 + 5 x 4 = 26 points against 5 + 4.
    units = {SS: NW, PZ: NW, PZ_B: SW, PZ_C: SW, "G-5Pz": SW, "S-3M": HEX, TANK: HEX}
    table = position(units, [1]).do(f"attack {SS} {PZ} {PZ_B} {PZ_C} G-5Pz {HEX}")
    assert "26 to 9, 2-1" in _detail(table)


@pytest.mark.rule("kursk:supply-A", "kursk:combat-K")
def test_readings_of_a_strength_of_zero() -> None:
    units = {"G-Mant": NW, "G-KG1-01": SW, TANK: HEX}
    cut = {"german_supply": ()}
    table = position(units, features=cut, rulings={"KUR-A12": "c"})
    assert table.cites(f"attack G-Mant {HEX}") == ["kursk:supply-A"]
    assert position(units, [4], features=cut).do(f"attack G-Mant {HEX}").dice_used()
    units = {"G-Mant": HEX, TANK: NW}
    table = position(units, features=cut, side="soviet", rulings={"KUR-A12": "b"}).do(f"attack {TANK} {HEX}")
    assert table.where("G-Mant") == "eliminated"
    assert table.state.rolls == 0
    table = position(units, [1], features=cut, side="soviet").do(f"attack {TANK} {HEX}")
    assert "4 to 0, 9-1" in _detail(table)


@pytest.mark.rule("kursk:air-superiority")
def test_raids_during_the_phase_where_that_is_read_so() -> None:
    units = {PZ: NW, RIFLE: HEX, "G-Base1": "1515", "G-Air1": "at-base", "S-Base1": "2215", "S-Air1": "at-base"}
    assert "plan-raids" not in position(units).verbs
    table = position(units, [1], rulings={"KUR-A25": "b"}).do("plan-raids", "raid G-Air1 S-Base1")
    assert table.where("S-Base1") == "eliminated"
    assert table.verbs == ["attack", "end-attacks"]


@pytest.mark.rule("kursk:air-superiority", "kursk:combat-B")
def test_raids_after_the_last_attack_where_that_is_read_so() -> None:
    units = {INF: NW, RIFLE: HEX, "G-Base1": "1515", "G-Air1": "at-base", "S-Base1": "2215", "S-Air1": "at-base"}
    table = position(units, [1, 1], rulings={"KUR-A25": "b"}, features={"forest": [HEX]})
    table.do(f"attack {INF} {HEX}", "roll")  # 1-1, AX: nobody is left to attack
    while table.verbs != ["plan-raids", "end-attacks"]:
        table.do("stay")
    assert table.do("plan-raids", "raid G-Air1 S-Base1").where("S-Base1") == "eliminated"
    assert table.over


@pytest.mark.rule("kursk:sequence")
def test_the_marks_end_with_the_phase() -> None:
    table = position({PZ: NW, RIFLE: HEX, INF: SW}, [6]).do(f"attack {PZ} {HEX}")
    while not table.over:
        table.do("stay" if "stay" in table.verbs else "end-attacks" if "end-attacks" in table.verbs else f"pay {PZ}")
    assert not any(mark & (ATTACKED | DEFENDED) for mark in table.state.marks)


# -- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:crt-AX", "kursk:victory")
def test_ax_removes_all_who_attacked() -> None:
    table = position({PZ: NW, INF: NW, INF_B: SW, "S-3M": HEX, TANK: HEX}, [1])  # 7 to 9 is 1-2
    table.do(f"attack {PZ} {INF_B} {HEX}")
    assert table.where(PZ) == table.where(INF_B) == "eliminated"
    assert table.where(INF) == NW
    assert table.state.extra.points == (15 + 2, 0)
    assert (table.side, table.choice("advance")["hexes"]) == ("soviet", [SW])  # the idle division holds 1915


@pytest.mark.rule("kursk:crt-DX", "kursk:victory")
def test_dx_destroys_everybody_in_the_hex() -> None:
    # Two of three anti-tank brigades and a base do not fight; 11 to 3 is 3-1, 6 and 2 make 8.
    units = {PZ: NW, SS: NW, RIFLE: HEX, "S-1AT": HEX, "S-13AT": HEX, "S-4A": HEX, "S-Base1": HEX, "S-Air1": "at-base"}
    table = position({**units, "G-Base1": "1515", "G-Air1": "at-base"}, [6])
    table.do(f"attack {PZ} {SS} {HEX}", f"support G-Air1 {HEX}")
    assert "11 to 3, 3-1" in _detail(table)
    assert all(table.where(u) == "eliminated" for u in (RIFLE, "S-1AT", "S-13AT", "S-4A", "S-Base1", "S-Air1"))
    assert table.state.extra.points == (0, 2 + 1 + 1 + 4)


@pytest.mark.rule("kursk:crt-EX")
def test_ex_the_attacker_pays_what_the_defenders_fought_with() -> None:
    table = position({PZ: NW, INF: NW, INF_B: NW, TANK: HEX, "S-4A": HEX}, [6])  # 9 to 4 is 2-1
    table.do(f"attack {PZ} {INF} {INF_B} {HEX}")
    assert table.where(TANK) == table.where("S-4A") == "eliminated"
    assert (table.side, table.verbs) == ("german", ["pay"])
    assert table.cites(f"pay {INF}") == ["kursk:crt-EX"]
    assert table.cites(f"pay {SS}") == ["kursk:crt-EX"]
    table.saved().do(f"pay {INF} {INF_B}")
    assert [table.where(u) for u in (PZ, INF, INF_B)] == [NW, "eliminated", "eliminated"]
    assert table.state.extra.points == (4, 12 + 4)


@pytest.mark.rule("kursk:crt-halfEX")
def test_half_ex_rounds_the_price_up() -> None:
    units = {PZ: NW, PZ_B: NW, INF: NW, INF_B: NW, RIFLE: HEX, "S-1AT": HEX}  # 14 to 3 is 4-1, 6 is half EX
    table = position(units, [6]).do(f"attack {PZ} {PZ_B} {INF} {INF_B} {HEX}")
    assert "1/2EX" in _detail(table)
    assert table.choice("pay")["least"] == 1
    assert table.state.decision.prompt.endswith("at least 2.")  # type: ignore[union-attr]
    assert table.do(f"pay {INF}").where(INF) == "eliminated"


@pytest.mark.rule("kursk:crt-EX")
def test_who_fought_with_less_loses_all_that_attacked() -> None:
    table = position({INF: NW, INF_B: NW, TANK: HEX}, [6]).do(f"attack {INF} {INF_B} {HEX}")  # 4 to 4
    assert table.where(INF) == table.where(INF_B) == table.where(TANK) == "eliminated"
    assert table.over


@pytest.mark.rule("kursk:crt-EX")
def test_an_exchange_at_worse_odds_than_even_costs_no_more_than_all() -> None:
    table = position({INF: NW, "G-Mant": NW, INF_B: NW, TANK: HEX}, [6])  # 3 to 4 is 1-2: EX
    table.do(f"attack {INF} G-Mant {HEX}")
    assert [table.where(u) for u in (INF, "G-Mant", INF_B)] == ["eliminated", "eliminated", NW]


@pytest.mark.rule("kursk:crt-EX")
@pytest.mark.parametrize("reading", ["a", "b"])
def test_more_than_the_price_may_be_paid_where_that_is_read_so(reading: str) -> None:
    units = {PZ: NW, INF: NW, INF_B: NW, RIFLE: HEX}
    table = position(units, [5], rulings={"KUR-A19": reading}).do(f"attack {PZ} {INF} {INF_B} {HEX}")  # 4-1: 1/2EX
    table = position(units, [3], rulings={"KUR-A19": reading}).do(f"attack {PZ} {INF} {INF_B} {HEX}")  # 4-1: EX of 2
    if reading == "b":
        assert table.cites(f"pay {INF} {INF_B}") == ["kursk:crt-EX"]
        table.do(f"pay {INF}")
    else:
        table.do(f"pay {INF} {INF_B}")
        assert table.where(INF_B) == "eliminated"


@pytest.mark.rule("kursk:crt-EX", "kursk:supply-A")
def test_prices_are_the_halved_strengths() -> None:
    # Without supply the tanks fight with 2: 9 to 2 is 4-1, 3 is EX, and 2 are to be paid.
    units = {PZ: NW, INF: NW, INF_B: NW, TANK: HEX}
    table = position(units, [3], features={"soviet_supply": ()}).do(f"attack {PZ} {INF} {INF_B} {HEX}")
    assert table.do(f"pay {INF}").where(INF_B) == NW


# -- advance -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:advance")
def test_attackers_may_advance_one_by_one_within_the_stack() -> None:
    units = {PZ: NW, PZ_B: NW, INF: SW, INF_B: SW, RIFLE: HEX}  # 14 to 2 is 7-1
    table = position(units, [6]).do(f"attack {PZ} {PZ_B} {INF} {INF_B} {HEX}")
    table.do(f"advance {PZ} {HEX}", f"advance {INF} {HEX}")
    assert table.cites(f"advance {PZ} {HEX}")[0] == "kursk:advance"
    table.saved().do(f"advance {PZ_B} {HEX}")
    assert table.where(INF) == HEX
    assert table.over  # three divisions stand there, nobody else finds room


@pytest.mark.rule("kursk:advance")
def test_idle_units_and_bases_do_not_advance() -> None:
    units = {PZ: NW, PZ_B: NW, "G-Mant": NW, RIFLE: HEX}
    table = position(units, [6]).do(f"attack {PZ} {PZ_B} {HEX}")
    assert table.cites(f"advance G-Mant {HEX}") == ["kursk:advance"]
    table = position({INF: NW, TANK: HEX, "S-Base1": HEX, "S-4A": HEX}, [1]).do(f"attack {INF} {HEX}")
    assert table.choice("advance")["units"] == [TANK, "S-4A"]


@pytest.mark.rule("kursk:advance")
def test_nobody_advances_into_an_enemy_fortified_line() -> None:
    line = {"soviet_lines": [HEX], "soviet_works": [HEX]}
    units = {PZ: NW, PZ_B: NW, SS: NW, INF: SW, INF_B: SW, RIFLE: HEX, "G-Base1": "1515", "G-Air1": "at-base"}
    attack = f"attack {PZ} {PZ_B} {SS} {INF} {INF_B} {HEX}"  # 20 to 2 is 9-1
    table = position(units, [6], features=line).do(attack, f"support G-Air1 {HEX}")
    assert table.over
    told = [event.text for event in table.events if isinstance(event, Note)]
    assert told == [f"No advance into {HEX}: it belongs to enemy fortifications"]  # a newcomer wondered
    city = {"soviet_works": [HEX]}
    for reading, verbs in (("a", ["advance", "stay"]), ("b", [])):
        table = position(units, [6], features=city, rulings={"KUR-A22": reading}).do(attack, f"support G-Air1 {HEX}")
        assert table.verbs == verbs
    german = {"german_lines": [HEX], "german_works": [HEX]}
    assert position(units, [6], features=german).do(attack, f"support G-Air1 {HEX}").verbs == ["advance", "stay"]


@pytest.mark.rule("kursk:advance")
def test_the_defender_advances_after_ar_and_ax() -> None:
    table = position({PZ: NW, TANK: HEX}, [2], features={"german_supply": ("1514",)})
    table.do(f"attack {PZ} {HEX}")
    while table.verbs == ["retreat"]:
        table.do(f"retreat {PZ} {_hex(table, PZ)}")
    assert (table.side, table.choice("advance")["hexes"]) == ("soviet", [NW])
    assert table.do(f"advance {TANK} {NW}").where(TANK) == NW


@pytest.mark.rule("kursk:advance", "kursk:crt-BR")
def test_nobody_advances_after_br() -> None:
    table = position({PZ: NW, TANK: HEX}, [3]).do(f"attack {PZ} {HEX}")
    while not table.over:
        assert table.verbs == ["retreat"]
        unit = str(table.choice("retreat")["units"][0])  # type: ignore[index]
        table.do(f"retreat {unit} {_hex(table, unit)}")


# -- random play -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:combat-A", "kursk:stacking-A")
@pytest.mark.parametrize("seed", range(25))
def test_random_fights_end_and_keep_their_promises(seed: int) -> None:
    random = Random(seed)
    places = [NORTH, NE, SE, HEX, SOUTH, SW, NW, "2114", "2215", "1816", "2017"]
    random.shuffle(places)
    reds = [RIFLE, RIFLE_B, TANK, TANK_B, "S-4A", "S-1AT", "S-13AT", "S-3M", "S-Base1"]
    blues = [PZ, PZ_B, SS, INF, "G-L", "G-653F", "G-Mant", "G-503Tiger"]
    random.shuffle(reds)
    random.shuffle(blues)
    units = {u: places[n % 5] for n, u in enumerate(reds)} | {u: places[5 + n % 3] for n, u in enumerate(blues)}
    units |= {"G-Base1": "1515", "G-Air1": "at-base", "S-Air1": "at-base"}
    side = random.choice(("soviet", "german"))
    dice = [random.randint(1, 6) for _ in range(20)]
    table = position(units, dice, side=side, options=("kampfgruppen",) if seed % 2 else ())
    state = table.state
    for _ in range(200):
        if state.decision is None:
            break
        action = state.decision.sample(state, random)
        assert not flow.why_not(state, action)
        for choice in state.decision.choices(state):
            choice.to_json(state.defn)
        state = flow.apply(state, action)
        for stack in state.stacks.values():
            assert len({state.defn.roster.side[u] for u in stack}) == 1
            assert stack_fits(state, stack)
    assert state.decision is None
    roster = state.defn.roster
    assert all((state.at[u] == ELIMINATED) == (state.steps[u] == 0) for u in range(len(roster)) if roster.ground[u])


def test_a_fight_survives_a_save() -> None:
    table = position({PZ: NW, TANK: HEX, "G-Base1": "1515", "G-Air1": "at-base"}, [1]).do(f"attack {PZ} {HEX}")
    frame = table.saved().state.flow[-1]
    assert isinstance(getattr(frame, "fight", None), Fight)
    assert not isinstance(frame, Resolve)
