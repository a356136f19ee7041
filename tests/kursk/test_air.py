"""kursk: air missions - interception, air superiority, interdiction, patrol; close support is tested with the
combat.
"""

from __future__ import annotations

import pytest

from blackearth.systems.kursk import air, flights, views
from blackearth.systems.kursk.board import FLOWN, PATROL
from tests.kursk.small import position

# Bases and hexes on open ground round 3404; German aircraft reach ten hexes and more.
G_BASE, G_PLANE, G_BASE_B, G_PLANE_B = "G-Base1", "G-Air1", "G-Base4", "G-Air4"
S_BASE, S_PLANE, S_BASE_B, S_PLANE_B = "S-Base1", "S-Air1", "S-Base15", "S-Air15"
GERMAN = {G_BASE: "3304", G_PLANE: "at-base", G_BASE_B: "3305", G_PLANE_B: "at-base"}
SOVIET = {S_BASE: "3404", S_PLANE: "at-base"}


@pytest.mark.rule("kursk:air-D")
def test_one_mission_within_range() -> None:
    table = position(GERMAN, begin=air.take_off)
    far = next(h for h in ("0130", "0101") if table.state.defn.map.grid.find(h) >= 0)
    assert table.cites(f"interdict {G_PLANE} {far}") == ["kursk:air-D"]
    table.do(f"interdict {G_PLANE} 3404")
    assert table.where(G_PLANE) == "3404"
    assert "kursk:air-D" in table.cites(f"patrol {G_PLANE} 3405")
    grounded = position(GERMAN, begin=air.take_off, marks={G_PLANE: FLOWN})
    assert grounded.cites(f"patrol {G_PLANE} 3404") == ["kursk:air-D"]


@pytest.mark.rule("kursk:air-G")
def test_aircraft_fly_through_each_other() -> None:
    # Enemy patrols and interdictors all round the base: every hex behind them can be reached as before.
    grid = position({}).state.defn.map.grid
    ring = [grid.label(c) for c in grid.near[grid.cell("3304")]]
    planes = ("S-Air1", "S-Air2", "S-Air5", "S-Air15", "S-Air16", "S-Air17")
    wall = dict(zip(planes, ring, strict=True)) | dict.fromkeys((p.replace("Air", "Base") for p in planes), "3601")
    marks = dict.fromkeys(planes[::2], PATROL)
    alone = position({G_BASE: "3304", G_PLANE: "at-base"}, begin=air.take_off)
    table = position({G_BASE: "3304", G_PLANE: "at-base", **wall}, begin=air.take_off, marks=marks)
    plane = table.unit(G_PLANE)
    assert flights.in_range(table.state, plane) == flights.in_range(alone.state, plane)
    assert table.do(f"interdict {G_PLANE} 3307").where(G_PLANE) == "3307"


@pytest.mark.rule("kursk:air-B")
def test_aircraft_fly_from_their_own_base() -> None:
    table = position({G_PLANE: "at-base", G_BASE_B: "3305", G_PLANE_B: "at-base"}, begin=air.take_off)
    assert flights.ready(table.state, 1) == (table.unit(G_PLANE_B),)


@pytest.mark.rule("kursk:air-cap")
def test_no_interdiction_where_the_enemy_patrols() -> None:
    table = position(GERMAN | {S_BASE: "3601", S_PLANE: "3404"}, begin=air.take_off, marks={S_PLANE: PATROL})
    assert table.cites(f"interdict {G_PLANE} 3404") == ["kursk:air-cap"]
    table.do(f"patrol {G_PLANE} 3404")  # patrols of both sides may share a hex
    assert table.marked(G_PLANE, PATROL)


@pytest.mark.rule("kursk:air-interdiction", "kursk:air-cap")
def test_missions_last_through_the_enemys_turn() -> None:
    table = position(GERMAN | {G_PLANE: "3404"}, side="soviet", marks={G_PLANE: PATROL | FLOWN})
    table.run(lambda s: air.land(s))
    assert table.where(G_PLANE) == "at-base"
    assert table.marked(G_PLANE, FLOWN)
    flights.new_turn(table.state, 1)
    assert not table.marked(G_PLANE, FLOWN)


@pytest.mark.rule("kursk:air-interception")
def test_one_interceptor_sends_one_aircraft_home() -> None:
    table = position(GERMAN | {S_BASE: "3601", S_PLANE: "3404"}, begin=air.interception)
    table.do(f"intercept {G_PLANE} {S_PLANE}")
    assert table.where(S_PLANE) == table.where(G_PLANE) == "at-base"
    assert table.marked(G_PLANE, FLOWN)
    assert table.over


@pytest.mark.rule("kursk:air-interception", "kursk:air-F")
def test_patrols_are_dealt_with_before_interdictors() -> None:
    units = GERMAN | {S_BASE: "3601", S_PLANE: "3404", S_BASE_B: "3602", S_PLANE_B: "3404"}
    table = position(units, begin=air.interception, marks={S_PLANE: PATROL})
    assert table.cites(f"intercept {G_PLANE} {S_PLANE_B}") == ["kursk:air-interception"]
    table.do(f"intercept {G_PLANE} {S_PLANE}", f"intercept {G_PLANE_B} {S_PLANE_B}")
    assert table.over


@pytest.mark.rule("kursk:air-interception")
def test_patrols_over_their_own_bases_are_safe() -> None:
    table = position(GERMAN | {S_BASE: "3404", S_PLANE: "3404"}, begin=air.interception, marks={S_PLANE: PATROL})
    assert table.over


@pytest.mark.rule("kursk:air-superiority", "kursk:air-E")
def test_a_raid_destroys_base_and_aircraft() -> None:
    table = position(GERMAN | SOVIET, begin=air.superiority, dice=[1])
    table.do(f"raid {G_PLANE} {S_BASE}", f"raid {G_PLANE_B} {S_BASE}")
    assert table.where(S_BASE) == table.where(S_PLANE) == "eliminated"
    assert table.dice_used()
    assert table.where(G_PLANE) == "at-base"  # nothing happens to those who attack


@pytest.mark.rule("kursk:air-superiority")
def test_aircraft_that_were_sent_are_seen_over_the_base_until_the_raid_is_resolved() -> None:
    table = position(GERMAN | SOVIET, begin=air.superiority, dice=[6])
    table.do(f"raid {G_PLANE} {S_BASE}")
    assert views.markers(table.state) == [{"kind": "raid", "hex": "3404", "side": "german", "count": 1}]
    table.do(f"raid {G_PLANE_B} {S_BASE}")
    assert table.dice_used()
    assert not views.markers(table.state)


@pytest.mark.rule("kursk:air-superiority")
def test_patrols_defend_a_base() -> None:
    # Two against one for the base and one for the patrol is 1-1: a 2 does nothing, against the base alone it would
    # destroy.
    units = GERMAN | {S_BASE: "3404", S_PLANE: "at-base", S_BASE_B: "3601", S_PLANE_B: "3404"}
    table = position(units, begin=air.superiority, dice=[2], marks={S_PLANE_B: PATROL})
    table.do(f"raid {G_PLANE} {S_BASE}", f"raid {G_PLANE_B} {S_BASE}")
    assert table.where(S_BASE) == "3404"
    alone = position(GERMAN | SOVIET, begin=air.superiority, dice=[2])
    alone.do(f"raid {G_PLANE} {S_BASE}", f"raid {G_PLANE_B} {S_BASE}")
    assert alone.where(S_BASE) == "eliminated"


@pytest.mark.rule("kursk:air-superiority")
def test_each_base_of_a_hex_is_raided_by_itself_and_the_defender_allots_patrols() -> None:
    patrol = {"S-Base16": "3601", "S-Air16": "3404"}
    units = GERMAN | {S_BASE: "3404", S_PLANE: "at-base", S_BASE_B: "3404", S_PLANE_B: "at-base"} | patrol
    table = position(units, begin=air.superiority, dice=[1, 1], marks={"S-Air16": PATROL})
    table.do(f"raid {G_PLANE} {S_BASE}", f"raid {G_PLANE_B} {S_BASE_B}")
    assert table.side == "soviet"
    table.do(f"guard S-Air16 {S_BASE}")
    # One to two does nothing, one to one with a 1 destroys.
    assert table.where(S_BASE) == "3404"
    assert table.where(S_BASE_B) == "eliminated"


@pytest.mark.rule("kursk:air-E")
def test_an_aircraft_dies_with_its_base_wherever_it_is() -> None:
    table = position(
        GERMAN | {S_BASE: "3404", S_PLANE: "3601"}, begin=air.superiority, dice=[1], marks={S_PLANE: FLOWN}
    )
    table.do(f"raid {G_PLANE} {S_BASE}", f"raid {G_PLANE_B} {S_BASE}")
    assert table.where(S_PLANE) == "eliminated"


@pytest.mark.rule("kursk:air-E", "kursk:air-superiority")
@pytest.mark.parametrize(("first", "lost"), [(1, "eliminated"), (6, "3404")])
def test_a_patrol_whose_own_base_has_just_been_destroyed_defends_no_other(first: int, lost: str) -> None:
    # The patrol makes it 1-2, which does nothing; without it a 1 destroys at 1-1.
    units = GERMAN | {S_BASE: "3601", S_PLANE: "3404", S_BASE_B: "3404", S_PLANE_B: "at-base"}
    table = position(units, begin=air.superiority, dice=[first, 1], marks={S_PLANE: PATROL | FLOWN})
    table.do(f"raid {G_PLANE} {S_BASE}", f"raid {G_PLANE_B} {S_BASE_B}")
    assert table.where(S_BASE_B) == lost
    assert table.dice_used()


@pytest.mark.rule("kursk:air-interception", "kursk:air-cap")
def test_who_flies_under_a_patrol_over_its_own_base_is_safe_too() -> None:
    units = GERMAN | {S_BASE: "3404", S_PLANE: "3404", S_BASE_B: "3601", S_PLANE_B: "3404"}
    table = position(units, begin=air.interception, marks={S_PLANE: PATROL})
    assert table.over
    # Without the patrol the base alone protects nobody, nor does a patrol elsewhere.
    table = position(units | {S_PLANE: "3405"}, begin=air.interception, marks={S_PLANE: PATROL})
    assert table.choice("intercept")["targets"] == [S_PLANE, S_PLANE_B]
    # The base of the other side below a patrol protects it as little.
    table = position(GERMAN | {S_BASE: "3601", S_PLANE: "3304"}, begin=air.interception, marks={S_PLANE: PATROL})
    assert table.choice("intercept")["targets"] == [S_PLANE]


@pytest.mark.rule("kursk:air-interception", "kursk:air-D")
def test_interceptors_and_raiders_need_range_and_a_mission_left() -> None:
    far = {S_BASE: "0130", S_PLANE: "0131", S_BASE_B: "3601", S_PLANE_B: "3404"}
    table = position(GERMAN | far, begin=air.interception, marks={G_PLANE_B: FLOWN})
    assert table.choice("intercept")["units"] == [G_PLANE]
    assert table.choice("intercept")["targets_of"] == {G_PLANE: [S_PLANE_B]}
    assert table.cites(f"intercept {G_PLANE} {S_PLANE}") == ["kursk:air-D"]
    assert table.cites(f"intercept {G_PLANE_B} {S_PLANE_B}") == ["kursk:air-D"]
    assert table.cites(f"intercept {G_PLANE} {G_PLANE_B}") == ["kursk:air-interception"]
    table = position(GERMAN | far | {S_PLANE: "at-base"}, begin=air.superiority, marks={G_PLANE_B: FLOWN})
    assert table.choice("raid")["targets_of"] == {G_PLANE: [S_BASE_B]}
    assert table.cites(f"raid {G_PLANE} {S_BASE}") == ["kursk:air-D"]
    assert table.cites(f"raid {G_PLANE_B} {S_BASE_B}") == ["kursk:air-D"]
    assert table.cites(f"raid {G_PLANE} {G_BASE_B}") == ["kursk:air-superiority"]
    assert table.cites(f"raid {G_PLANE}") == ["kursk:air-superiority"]


@pytest.mark.rule("kursk:air-superiority")
@pytest.mark.parametrize("die", [1, 6])
def test_odds_below_the_table_have_no_effect(die: int) -> None:
    patrols = {"S-Base16": "3601", "S-Air16": "3404", "S-Base2": "3601", "S-Air2": "3404"}
    units = GERMAN | {S_BASE: "3404", S_PLANE: "at-base"} | patrols
    table = position(units, begin=air.superiority, dice=[die], marks=dict.fromkeys(("S-Air16", "S-Air2"), PATROL))
    table.do(f"raid {G_PLANE} {S_BASE}", "end-raids")  # one to three
    assert table.dice_used()
    assert table.where(S_BASE) == "3404"


@pytest.mark.rule("kursk:air-superiority", "kursk:air-cap")
def test_only_patrols_over_the_base_defend_it() -> None:
    others = {"S-Base16": "3601", "S-Air16": "3404", "S-Base2": "3601", "S-Air2": "3405"}
    units = GERMAN | {S_BASE: "3404", S_PLANE: "at-base"} | others
    marks = {"S-Air2": PATROL}  # one interdicts over the base, one patrols beside it
    table = position(units, begin=air.superiority, dice=[2], marks=marks)
    table.do(f"raid {G_PLANE} {S_BASE}", f"raid {G_PLANE_B} {S_BASE}")
    assert table.where(S_BASE) == "eliminated"  # two to one


@pytest.mark.rule("kursk:air-interdiction", "kursk:air-cap")
def test_only_the_missions_of_the_other_side_end() -> None:
    units = GERMAN | {G_PLANE: "3404", S_BASE: "3601", S_PLANE: "3405"}
    table = position(units, side="soviet", marks={G_PLANE: PATROL | FLOWN, S_PLANE: FLOWN})
    table.run(lambda s: air.land(s))
    assert (table.where(G_PLANE), table.where(S_PLANE)) == ("at-base", "3405")
    assert not table.marked(G_PLANE, PATROL)


@pytest.mark.rule("kursk:air-D", "kursk:air-interdiction")
def test_whoever_has_flown_or_has_no_base_does_not_take_off() -> None:
    table = position(GERMAN | {G_BASE_B: "eliminated"}, begin=air.take_off)
    assert table.choice("interdict")["units"] == [G_PLANE]
    assert table.cites(f"interdict {G_PLANE} 3404 3405") == ["kursk:air-interdiction"]
    assert table.cites(f"patrol {S_PLANE} 3404") == ["kursk:air-D"]
    table.do(f"interdict {G_PLANE} 3404")
    assert table.over  # nobody is left on the ground
    assert position(GERMAN, begin=air.take_off, marks={G_PLANE: FLOWN, G_PLANE_B: FLOWN}).over


@pytest.mark.rule("kursk:air-interdiction", "kursk:air-cap")
def test_interdiction_and_patrol_are_two_missions() -> None:
    units = GERMAN | {S_BASE: "3601", S_PLANE: "3404"}
    table = position(units, begin=air.take_off, marks={S_PLANE: PATROL})
    interdict, patrol = table.choice("interdict"), table.choice("patrol")
    assert "3404" not in interdict["hexes"]  # type: ignore[operator]
    assert "3404" in patrol["hexes"]  # type: ignore[operator]
    assert "3405" in interdict["hexes_of"][G_PLANE]  # type: ignore[index]
    assert (interdict["label"], patrol["label"]) == ("Interdict a hex", "Fly patrol")
    assert (interdict["cite"], patrol["cite"]) == ("kursk:air-interdiction", "kursk:air-cap")
    table.do(f"interdict {G_PLANE} 3405", f"patrol {G_PLANE_B} 3405")
    assert [(table.marked(u, PATROL), table.marked(u, FLOWN)) for u in (G_PLANE, G_PLANE_B)] == [
        (False, True), (True, True),
    ]  # fmt: skip
    assert flights.over(table.state, 1, table.cell("3405"), patrol=False) == (table.unit(G_PLANE),)
    assert flights.over(table.state, 1, table.cell("3405"), patrol=True) == (table.unit(G_PLANE_B),)
    assert position(GERMAN, begin=air.take_off).do("end-take-off").over


@pytest.mark.rule("kursk:air-superiority")
@pytest.mark.parametrize(("die", "told"), [(1, "destroyed"), (6, "no effect")])
def test_the_log_tells_odds_die_and_result_of_a_raid(die: int, told: str) -> None:
    table = position(GERMAN | SOVIET, begin=air.superiority, dice=[die])
    table.do(f"raid {G_PLANE} {S_BASE}", f"raid {G_PLANE_B} {S_BASE}")
    event = next(e for e in table.events if getattr(e, "result", ""))
    assert (event.result, event.detail) == (told, f"2 to 1, 2-1, die {die}")  # type: ignore[union-attr]
    below = {"S-Base16": "3601", "S-Air16": "3404", "S-Base2": "3601", "S-Air2": "3404"}
    marks = dict.fromkeys(("S-Air16", "S-Air2"), PATROL)
    table = position(GERMAN | SOVIET | below, begin=air.superiority, dice=[1], marks=marks)
    table.do(f"raid {G_PLANE} {S_BASE}", "end-raids")
    event = next(e for e in table.events if getattr(e, "result", ""))
    assert event.detail == "1 to 3, below the table, die 1"  # type: ignore[union-attr]


@pytest.mark.rule("kursk:air-superiority")
def test_without_a_raid_nothing_is_resolved() -> None:
    table = position(GERMAN | SOVIET, begin=air.superiority)
    assert table.choice("raid")["targets"] == [S_BASE]
    assert table.do("end-raids").over
    assert table.state.rolls == 0
