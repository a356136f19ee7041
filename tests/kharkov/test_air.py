"""ms:D, G2, M3, kharkov:6, rostov:8 - air support markers."""

from __future__ import annotations

import json
from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.events import Note, Result
from blackearth.core.game import entry_json
from blackearth.core.saves import LogEntry
from blackearth.systems.kharkov import air, content, guess, views
from blackearth.systems.kharkov.air import superiority
from blackearth.systems.kharkov.combat import first_impulse
from tests.kharkov.build import Table, position

HEX, NORTH, SOUTH, SE = "2647", "2547", "2747", "2646"
ATTACKER, DEFENDER, OTHER, THIRD = "R-44", "R-21-06", "R-75", "R-37-01"  # 3-5, 3-3, 3-5, 3-3
PARTLY, WHOLLY = "air-partly-simultaneous", "air-simultaneous"


def rostov(units: dict[str, str], **more: object) -> Table:
    chosen: dict[str, object] = {"scenario": "rostov-1941", "side": "german", "weather": "good", "begin": first_impulse}
    return position(units, **(chosen | more))  # type: ignore[arg-type]


def superior(side: str, soviet: int, german: int) -> Table:
    return position({}, scenario="rostov-1941", side=side, begin=superiority, air=(soviet, german))


# -- air superiority ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:D-example", "ms:D")
@pytest.mark.parametrize(("cancelled", "soviet", "german"), [(3, 0, 3), (2, 1, 5), (1, 2, 7)])
def test_the_german_cancels_with_two_markers_each(cancelled: int, soviet: int, german: int) -> None:
    table = superior("german", 3, 9)
    assert (table.side, table.choice("cancel")["most"]) == ("german", 3)
    table.do(f"cancel ={cancelled}")
    assert table.state.extra.air == (soviet, german)
    assert table.over


@pytest.mark.rule("ms:D-example", "ms:D")
def test_the_soviet_cancels_with_three_markers_each() -> None:
    table = superior("german", 3, 9).do("pass")
    assert table.state.extra.air == (3, 9)
    table = superior("soviet", 3, 9)
    assert table.choice("cancel")["most"] == 1
    assert table.cites("cancel =2") == ["ms:D"]
    table.do("cancel =1")
    assert table.state.extra.air == (0, 8)


@pytest.mark.rule("ms:D")
@pytest.mark.parametrize(
    ("side", "air"), [("german", (0, 9)), ("german", (3, 1)), ("soviet", (2, 3)), ("soviet", (9, 0))]
)
def test_nothing_is_asked_where_nothing_can_be_cancelled(side: str, air: tuple[int, int]) -> None:
    assert superior(side, *air).over


@pytest.mark.rule("ms:D")
def test_no_more_than_the_enemy_has_and_no_fewer_than_one() -> None:
    table = superior("german", 1, 9)
    assert table.cites("cancel =2") == ["ms:D"]
    assert table.cites("cancel =0") == ["ms:D"]
    assert table.cites("cancel") == ["ms:D"]


@pytest.mark.rule("kharkov:6")
def test_no_air_support_in_kharkov() -> None:
    assert {turn.air for turn in content.load("kharkov-1943").turns} == {(0, 0)}
    table = position({"K-304": NORTH, "K-40-02": HEX}, side="german", begin=first_impulse, dice=[1])
    table.do(f"attack K-304 {HEX}")
    assert "air" not in table.verbs


@pytest.mark.rule("rostov:8")
def test_air_support_of_rostov_by_turn() -> None:
    turns = content.load("rostov-1941").turns
    assert {t.air for t in turns if t.number <= 8} == {(1, 3)}
    assert {t.air for t in turns if t.number >= 9} == {(2, 1)}


# -- in combat ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G2")
def test_the_attacker_says_first_and_then_the_defender() -> None:
    table = rostov({ATTACKER: NORTH, DEFENDER: HEX}, air=(1, 3), dice=[4])
    table.do(f"attack {ATTACKER} {HEX}")
    assert (table.side, table.verbs, table.choice("air")["most"]) == ("german", ["air"], 3)
    table.do("air =2")
    assert table.state.extra.air == (1, 1)
    assert (table.side, table.choice("air")["most"]) == ("soviet", 1)
    table.do("air =1")
    assert table.state.extra.air == (0, 1)
    assert table.dice_used()
    shown = [e.text for e in table.events if isinstance(e, Note)]
    assert shown == [
        "German side uses 2 air support markers for 2647",
        "Soviet side uses 1 air support marker for 2647",
    ]


@pytest.mark.rule("ms:G2")
def test_at_most_three_markers_a_side_and_combat() -> None:
    table = rostov({ATTACKER: NORTH, DEFENDER: HEX}, air=(0, 5), dice=[4]).do(f"attack {ATTACKER} {HEX}")
    assert table.cites("air =4") == ["ms:G2"]
    table.do("air =3")
    assert table.state.extra.air == (0, 2)


@pytest.mark.rule("ms:G2")
def test_who_has_no_marker_is_not_asked() -> None:
    table = rostov({ATTACKER: NORTH, DEFENDER: HEX}, air=(0, 0), dice=[4]).do(f"attack {ATTACKER} {HEX}")
    assert table.dice_used()


# -- in secret ---------------------------------------------------------------------------------------------------------


def visible_to(table: Table, side: int | None) -> str:
    """Everything that view, choices and events tell a side."""
    entry = LogEntry(0, "", "", 1, "", (), tuple(table.events))
    log = entry_json(table.state.defn, 0, entry, side)
    decision = table.state.decision
    assert decision is not None
    shown = [c.to_json(table.state.defn) for c in table.choices] if decision.side == side else []
    return json.dumps([views.view(table.state, side), log, shown, decision.prompt], default=str)


@pytest.mark.rule("ms:M3a")
def test_both_sides_choose_in_secret_and_show_together() -> None:
    seen = []
    for markers in (0, 1, 2, 3):
        units = {ATTACKER: NORTH, DEFENDER: HEX, OTHER: SOUTH, THIRD: SE}
        table = rostov(units, air=(1, 3), options=[PARTLY], dice=[2 + markers])  # the odds rise, the result stays
        table.do(f"attack {ATTACKER} {HEX}", f"air ={markers}")
        assert table.side == "soviet"
        assert table.state.extra.air == (1, 3)  # nothing has left the hand that the other side sees
        seen.append((visible_to(table, 0), visible_to(table, None)))
        table.saved()
        table.do("air =1")
        assert table.state.extra.fights[0].air == (1, markers)
        assert table.state.extra.air == (0, 3 - markers)
    assert len(set(seen)) == 1


@pytest.mark.rule("ms:M3b")
def test_all_attacks_are_announced_before_air_and_dice() -> None:
    units = {ATTACKER: NORTH, DEFENDER: HEX, OTHER: SOUTH, THIRD: SE}
    table = rostov(units, air=(1, 3), options=[WHOLLY], dice=[6, 6])
    table.do(f"attack {ATTACKER} {HEX}")
    assert table.side == "german"
    assert "air" not in table.verbs
    assert table.cites(f"attack {ATTACKER} {SE}")[0] == "ms:G1"
    table.do(f"attack {OTHER} {SE}")
    assert table.verbs == ["air", "keep"]  # nobody is left who could attack
    assert table.choice("air")["hexes"] == [HEX, SE]
    table.do(f"air {HEX}", f"air {HEX}", f"air {SE}")  # a marker each
    assert (table.side, table.state.extra.air) == ("soviet", (1, 3))
    assert table.cites("air =1") == ["ms:M3b"]
    assert table.cites(f"air {NORTH}") == ["ms:G2"]
    table.do(f"air {SE}")
    assert table.state.extra.air == (0, 0)
    assert [f.air for f in table.state.extra.fights] == [(0, 2), (1, 1)]
    assert (table.side, table.verbs) == ("german", ["resolve"])
    table.do(f"resolve {SE}")
    assert [e.target for e in table.events if isinstance(e, Result)] == [table.cell(SE), table.cell(HEX)]


def two_combats(**more: object) -> Table:
    """Two attacks announced in advance, air support to come."""
    units = {ATTACKER: NORTH, DEFENDER: HEX, OTHER: SOUTH, THIRD: SE}
    return rostov(units, options=[WHOLLY], **more).do(f"attack {ATTACKER} {HEX}", f"attack {OTHER} {SE}")


@pytest.mark.rule("ms:M3b")
def test_what_is_written_down_for_all_combats_is_hidden() -> None:
    seen = []
    for first, second in (("keep", "keep"), (f"air {HEX}", "keep"), (f"air {SE}", f"air {HEX}")):
        table = two_combats(air=(1, 2), dice=[6, 6]).do(first)
        half = (table.side, visible_to(table, 0), visible_to(table, None))
        table.do(second).saved()
        seen.append((half, (table.side, visible_to(table, 0), visible_to(table, None))))
    assert len(set(seen)) == 1


@pytest.mark.rule("ms:M3b")
def test_nobody_is_asked_where_there_is_nothing_to_choose() -> None:
    assert two_combats(air=(0, 0), dice=[6, 6]).verbs == ["resolve"]
    table = two_combats(air=(0, 1), dice=[6, 6]).do(f"air {HEX}")
    assert table.verbs == ["resolve"]
    assert [f.air for f in table.state.extra.fights] == [(0, 1), (0, 0)]
    many = two_combats(air=(0, 9), dice=[6, 6]).do(*[f"air {HEX}"] * 3)  # at most three in a combat
    assert many.choice("air")["hexes"] == [SE]
    assert many.do(*[f"air {SE}"] * 3).verbs == ["resolve"]
    assert many.state.extra.air == (0, 3)


@pytest.mark.rule("ms:M3b")
def test_for_a_single_combat_each_side_names_a_number() -> None:
    units = {ATTACKER: NORTH, DEFENDER: HEX}
    table = rostov(units, air=(0, 3), options=[WHOLLY], dice=[6]).do(f"attack {ATTACKER} {HEX}")
    assert table.choice("air")["most"] == 3


@pytest.mark.rule("ms:M3b")
def test_numbers_written_down_in_an_old_save_are_asked_for_again() -> None:
    table = two_combats(air=(1, 2), dice=[6, 6])
    table.state.become(air.SealedBids(table.state.flow[-1].targets, (2,)))  # type: ignore[attr-defined]
    flow.settle(table.state)
    assert table.do("keep", f"air {SE}", f"air {HEX}").state.extra.fights[1].air == (0, 1)


@pytest.mark.rule("ms:M3b")
def test_the_computer_imagines_nothing_of_what_the_enemy_wrote() -> None:
    table = two_combats(air=(1, 2), dice=[6, 6]).do(f"air {HEX}", f"air {SE}")
    hidden = guess.guess(table.state, 0, Random(1)).flow[-1]
    own = guess.guess(table.state, 1, Random(1)).flow[-1]
    assert hidden.sealed == (-1, -1)  # type: ignore[attr-defined]
    assert own == table.state.flow[-1]
