"""ms:G3-D1, G3-D2, G4 - retreats."""

from __future__ import annotations

import pytest

from blackearth.core.events import Moved, Result
from blackearth.systems.kharkov import combat, zones
from blackearth.systems.kharkov.board import DEFENDED, ENTRENCHED, NO_ZONE, REFUGEE
from blackearth.systems.kharkov.fall_back import FallBack
from blackearth.systems.kharkov.retreat import RetreatOne, RetreatTwo
from tests.kharkov.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2647", "2547", "2546", "2646", "2747", "2648", "2548"
ALL = (NORTH, NE, SE, SOUTH, SW, NW)
SS, SEVENTH, MOT = "K-1PzSS", "K-7Pz", "K-16Mot"
GERMANS = ("K-304", "K-168", "K-333", "K-335", "K-62", "K-111")
GUARDS, GUARDS_B, GUARDS_C = "K-40-01", "K-3T-01", "K-3T-02"
RIFLES, RIFLES_B = "K-40-02", "K-40-03"
CORPS, CORPS_B = "K-40-09", "K-3T-06"  # armour, three divisions each
TANKS = "K-40-10"  # armoured brigade of one step


def d1(units: dict[str, str], *retreating: str, choice: bool = False, **more: object) -> Table:
    """Units in 2647 undergo a D1 in the German turn."""
    chosen: dict[str, object] = {"side": "german", "weather": "good"}
    table = position(units, **(chosen | more))  # type: ignore[arg-type]
    group = tuple(table.unit(u) for u in retreating)
    cell = table.cell(HEX)
    return table.run(lambda s: FallBack(cell, group, choice))


def d2(units: dict[str, str], *retreating: str, **more: object) -> Table:
    """Units in 2647 undergo a D2 in the German turn."""
    chosen: dict[str, object] = {"side": "german", "weather": "good"}
    table = position(units, **(chosen | more))  # type: ignore[arg-type]
    group = tuple(table.unit(u) for u in retreating)
    cell = table.cell(HEX)
    return table.run(lambda s: RetreatTwo(cell, group, group))


def hexes(table: Table, unit: str = "") -> set[str]:
    choice = table.choice("retreat")
    found = choice["hexes_of"][unit] if unit else choice["hexes"]  # type: ignore[index]
    assert isinstance(found, list)
    return set(found)


# -- D1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G3-D1", "ms:G4")
def test_the_defender_retreats_one_hex_where_no_enemy_zone_is() -> None:
    table = d1({GUARDS: HEX, GERMANS[0]: NORTH}, GUARDS)  # its zone holds NE and NW, too
    assert (table.side, hexes(table, GUARDS)) == ("soviet", {SE, SOUTH, SW})
    assert table.cites(f"retreat {GUARDS} {NE}") == ["ms:G4"]
    assert table.cites(f"retreat {GUARDS} {NORTH}") == ["ms:G4"]
    assert table.cites(f"retreat {GERMANS[0]} {SE}") == ["ms:G4"]
    table.do(f"retreat {GUARDS} {SOUTH}")
    assert (table.where(GUARDS), table.steps(GUARDS), table.over) == (SOUTH, [2], True)
    assert not table.marked(GUARDS, NO_ZONE)


@pytest.mark.rule("ms:G3-D1")
def test_the_defender_may_take_a_d2_or_a_dr_instead() -> None:
    units = {GUARDS: HEX, RIFLES: HEX, GERMANS[0]: NORTH}
    table = d1(units, GUARDS, RIFLES, choice=True)
    assert (table.side, table.verbs) == ("soviet", ["retreat-one", "retreat-two", "reduce"])
    table.do("reduce")
    assert table.steps(GUARDS) == [1]
    assert table.where(RIFLES) == "eliminated"  # all of the stack or none
    assert table.over
    plain = position(
        {SS: NORTH, GUARDS: HEX}, side="german", weather="good", begin=combat.first_impulse, dice=[5],
        rulings={"KHA-N27": "b"},
    ).do(f"attack {SS} {HEX}")  # fmt: skip
    assert plain.verbs == ["retreat-one", "retreat-two", "reduce"]  # that reading is about DR1, RX1 and DE
    table = d1(units, GUARDS, RIFLES, choice=True).do("retreat-two")
    assert table.side == "german"
    table = d1(units, GUARDS, RIFLES, choice=True).do("retreat-one")
    assert table.side == "soviet"


@pytest.mark.rule("ms:G3-D1")
def test_the_die_brings_the_choice() -> None:
    table = position({SS: NORTH, GUARDS: HEX}, side="german", weather="good", begin=combat.first_impulse, dice=[5])
    table.do(f"attack {SS} {HEX}")  # 10 to 4 is 2/1
    assert [e.result for e in table.events if isinstance(e, Result)] == ["D1"]
    assert (table.side, table.verbs) == ("soviet", ["retreat-one", "retreat-two", "reduce"])
    table.do("retreat-one", f"retreat {GUARDS} {SOUTH}", f"advance {SS}")
    assert (table.where(GUARDS), table.where(SS)) == (SOUTH, HEX)


@pytest.mark.rule("ms:G4")
def test_units_retreat_one_by_one_in_their_owners_order() -> None:
    table = d1({GUARDS: HEX, RIFLES: HEX, GERMANS[0]: NORTH}, GUARDS, RIFLES)
    table.do(f"retreat {RIFLES} {SW}", f"retreat {GUARDS} {SE}")
    assert (table.where(RIFLES), table.where(GUARDS)) == (SW, SE)
    assert [e.path[-1] for e in table.events if isinstance(e, Moved)] == [table.cell(SW), table.cell(SE)]


@pytest.mark.rule("ms:G4")
def test_a_zone_hex_is_open_where_friends_stand() -> None:
    table = d1({GUARDS: HEX, RIFLES: NE, GERMANS[0]: NORTH}, GUARDS)
    assert hexes(table) == {NE, SE, SOUTH, SW}


@pytest.mark.rule("ms:G4")
def test_units_of_one_combat_do_not_open_the_way_for_each_other() -> None:
    # Four Germans leave only NE and SW, both in their zones; the corps may go there, for they are no armour.
    units = {CORPS: HEX, GUARDS: HEX, GERMANS[0]: NORTH, GERMANS[1]: SOUTH}
    table = d1({**units, GERMANS[2]: "2845"}, CORPS, GUARDS)
    assert table.where(GUARDS) == HEX
    assert table.steps(GUARDS) == [1]  # no way out, at once
    table.do(f"retreat {CORPS} {NE}")
    assert table.where(CORPS) == NE
    open_way = d1({**units, GERMANS[2]: "2845"}, CORPS, GUARDS, rulings={"KHA-N31": "b"})
    assert open_way.steps(GUARDS) == [2]
    open_way.do(f"retreat {CORPS} {NE}")
    assert (open_way.where(GUARDS), open_way.steps(GUARDS)) == (NE, [2])


@pytest.mark.rule("ms:G4")
@pytest.mark.parametrize(("ruling", "opened"), [("a", set()), ("b", {NE})])
def test_a_zone_hex_that_a_unit_of_the_combat_has_entered(ruling: str, opened: set[str]) -> None:
    table = d1({CORPS: HEX, GUARDS: HEX, GERMANS[0]: NORTH}, CORPS, GUARDS, rulings={"KHA-N31": ruling})
    table.do(f"retreat {CORPS} {NE}")
    assert hexes(table, GUARDS) == {SE, SOUTH, SW} | opened


@pytest.mark.rule("ms:G4")
def test_armour_retreats_through_zones_of_units_that_are_no_armour() -> None:
    table = d1({CORPS: HEX, GERMANS[0]: NORTH}, CORPS)
    assert hexes(table) == {NE, SE, SOUTH, SW, NW}
    tanks = d1({CORPS: HEX, SEVENTH: NORTH}, CORPS)
    assert hexes(tanks) == {SE, SOUTH, SW}
    both = d1({CORPS: HEX, SEVENTH: NORTH, GERMANS[0]: SOUTH}, CORPS)
    assert hexes(both) == {SE, SW}
    motorized = d1({CORPS: HEX, MOT: NORTH}, CORPS)  # mechanized infantry is no armour
    assert hexes(motorized) == {NE, SE, SOUTH, SW, NW}
    anti_tank = d1({"K-69-07": HEX, GERMANS[0]: NORTH}, "K-69-07")  # nor are anti-tank brigades
    assert hexes(anti_tank) == {SE, SOUTH, SW}


@pytest.mark.rule("ms:G4")
def test_whether_armour_may_end_in_such_a_zone() -> None:
    table = d1({CORPS: HEX, GERMANS[0]: NORTH}, CORPS, rulings={"KHA-N32": "b"})
    assert hexes(table) == {SE, SOUTH, SW}
    through = d2({CORPS: HEX, GERMANS[0]: NORTH}, CORPS, rulings={"KHA-N32": "b"})
    assert {NE, NW} <= hexes(through)
    through.do(f"retreat {CORPS} {NE}")
    assert NORTH not in hexes(through)
    assert not hexes(through) & {NW, HEX}


@pytest.mark.rule("ms:G4", "ms:G4-river")
@pytest.mark.parametrize(
    ("river", "weather", "open_side"),
    [("river", "good", False), ("river", "mud", False), ("river", "frost", True), ("river", "snow", True),
     ("major_river", "good", False), ("major_river", "snow", False), ("major_river", "frost", False)],
)  # fmt: skip
def test_rivers_bar_a_retreat(river: str, weather: str, open_side: bool) -> None:
    table = d1({GUARDS: HEX}, GUARDS, hexsides={river: [(HEX, SE)], "bridge": [(HEX, SE)]}, weather=weather)
    assert (SE in hexes(table)) == open_side


@pytest.mark.rule("ms:G4-river", "ms:G4")
def test_a_retreat_that_must_cross_a_river_is_a_reduction() -> None:
    units = {GUARDS: HEX, RIFLES: HEX, GERMANS[0]: NORTH}
    table = d1(units, GUARDS, RIFLES, hexsides={"river": [(HEX, SE), (HEX, SOUTH), (HEX, SW)]})
    assert table.over
    assert (table.where(GUARDS), table.steps(GUARDS)) == (HEX, [1])
    assert table.where(RIFLES) == "eliminated"


@pytest.mark.rule("ms:G4")
def test_a_retreat_into_sea_map_edge_or_enemies_is_impossible() -> None:
    sea = dict.fromkeys((SE, SOUTH, SW), "sea")
    table = d1({GUARDS: HEX, GERMANS[0]: NORTH}, GUARDS, terrain=sea)
    assert (table.where(GUARDS), table.steps(GUARDS), table.over) == (HEX, [1], True)
    around = d1({CORPS: HEX, **dict(zip(GERMANS, ALL, strict=True))}, CORPS)
    assert (around.where(CORPS), around.steps(CORPS)) == (HEX, [1])


@pytest.mark.rule("ms:G3-D1", "ms:G4")
def test_nothing_is_asked_where_all_three_choices_are_a_reduction() -> None:
    table = d1({CORPS: HEX, **dict(zip(GERMANS, ALL, strict=True))}, CORPS, choice=True)
    assert (table.over, table.steps(CORPS)) == (True, [1])
    assert not table.marked(CORPS, NO_ZONE)


@pytest.mark.rule("ms:G4-entrenched", "ms:F6")
def test_entrenched_infantry_turns_over_and_retreats() -> None:
    table = d1({RIFLES: HEX, GERMANS[0]: NORTH}, RIFLES, marks={RIFLES: ENTRENCHED})
    table.do(f"retreat {RIFLES} {SOUTH}")
    assert (table.where(RIFLES), table.marked(RIFLES, ENTRENCHED)) == (SOUTH, False)


@pytest.mark.rule("ms:G4-entrenched", "ms:G3-DR")
def test_entrenched_infantry_that_cannot_retreat_is_eliminated() -> None:
    units = {RIFLES: HEX, **dict(zip(GERMANS, ALL, strict=True))}
    assert d1(units, RIFLES, marks={RIFLES: ENTRENCHED}).where(RIFLES) == "eliminated"


# -- stacking ----------------------------------------------------------------------------------------------------------

# A full hex of four Soviet divisions has no room.
FULL = dict.fromkeys(("K-60-06", "K-60-07", "K-60-08", "K-60-09"), SE)


@pytest.mark.rule("ms:G4", "ms:F7")
def test_a_hex_without_room_is_no_goal() -> None:
    table = d1({GUARDS: HEX, GERMANS[0]: NORTH, **FULL}, GUARDS)
    assert hexes(table) == {SOUTH, SW}


@pytest.mark.rule("ms:G4", "ms:F7")
def test_a_d1_without_room_becomes_a_d2() -> None:
    # Only SE is open, and full. Two hexes lead on from there.
    sea = dict.fromkeys((SOUTH, SW), "sea")
    table = d1({GUARDS: HEX, GERMANS[0]: NORTH, **FULL}, GUARDS, terrain=sea)
    assert (table.side, table.verbs) == ("german", ["retreat"])
    assert hexes(table) == {"2645", "2745", "2746"}  # the first hex is clear
    assert table.cites(f"retreat {GUARDS} {SE}") == ["ms:G3-D2"]
    table.do(f"retreat {GUARDS} 2746")
    assert table.where(GUARDS) == "2746"
    assert table.marked(GUARDS, NO_ZONE)


@pytest.mark.rule("ms:G4", "ms:F7")
def test_a_d2_without_room_is_a_reduction_and_one_hex_if_possible() -> None:
    # SE leads on to 2745 alone, and that is full; SE itself has room.
    full = dict.fromkeys(FULL, "2745")
    sea = dict.fromkeys((SOUTH, SW, "2645", "2746"), "sea")
    table = d2({GUARDS: HEX, GERMANS[0]: NORTH, **full}, GUARDS, terrain=sea)
    assert (table.over, table.where(GUARDS), table.steps(GUARDS)) == (True, SE, [1])
    assert table.marked(GUARDS, NO_ZONE)
    dying = d2({RIFLES: HEX, GERMANS[0]: NORTH, **full}, RIFLES, terrain=sea)
    assert dying.where(RIFLES) == "eliminated"
    optional = d2({GUARDS: HEX, GERMANS[0]: NORTH, **full}, GUARDS, terrain=sea, rulings={"KHA-N35": "b"})
    assert (optional.side, optional.verbs) == ("soviet", ["retreat", "stay"])
    optional.do("stay")
    assert (optional.where(GUARDS), optional.steps(GUARDS)) == (HEX, [1])


@pytest.mark.rule("ms:G4", "ms:F7")
def test_without_any_room_the_unit_is_reduced_and_stays() -> None:
    sea = dict.fromkeys((SOUTH, SW, "2645", "2746"), "sea")
    second = dict.fromkeys(("K-60-10", "K-60-11", "K-60-12", "K-60-13"), "2745")
    table = d1({GUARDS: HEX, GERMANS[0]: NORTH, **FULL, **second}, GUARDS, terrain=sea)
    assert (table.over, table.where(GUARDS), table.steps(GUARDS)) == (True, HEX, [1])


@pytest.mark.rule("ms:G4", "rostov:1-allies")
def test_a_stack_of_nations_that_do_not_stand_each_other_is_no_goal() -> None:
    sea = dict.fromkeys((SOUTH, SW), "sea")
    units = {"R-H1m": HEX, "R-R1m": SE, "R-21-06": NORTH}
    table = position(units, scenario="rostov-1941", side="soviet", weather="good", terrain=sea)
    cell, group = table.cell(HEX), (table.unit("R-H1m"),)
    table.run(lambda s: FallBack(cell, group, False))
    assert table.side == "soviet"  # the D1 became a D2
    assert "retreat" in table.verbs
    assert SE not in hexes(table)


@pytest.mark.rule("ms:G4", "ms:F7")
def test_the_owner_says_who_takes_the_last_room() -> None:
    three = dict.fromkeys(("K-60-06", "K-60-07", "K-60-08"), SE)
    sea = dict.fromkeys((SOUTH, SW), "sea")
    table = d1({GUARDS: HEX, GUARDS_B: HEX, GERMANS[0]: NORTH, **three}, GUARDS, GUARDS_B, terrain=sea)
    assert (table.side, table.verbs) == ("soviet", ["retreat"])
    table.do(f"retreat {GUARDS_B} {SE}")
    assert (table.side, hexes(table)) == ("german", {"2645", "2745", "2746"})  # the other one goes two hexes


@pytest.mark.rule("ms:G4", "ms:F7")
def test_units_without_room_go_in_their_owners_order() -> None:
    # Two units, and only one place two hexes away: 2745 holds three divisions, the rest is sea.
    three = dict.fromkeys(("K-60-10", "K-60-11", "K-60-12"), "2745")
    sea = dict.fromkeys((SOUTH, SW, "2645", "2746"), "sea")
    table = d2({GUARDS: HEX, GUARDS_B: HEX, GERMANS[0]: NORTH, **three}, GUARDS, GUARDS_B, terrain=sea)
    assert (table.side, table.verbs, table.choice("next")["units"]) == ("soviet", ["next"], [GUARDS, GUARDS_B])
    assert table.cites(f"next {GERMANS[0]}") == ["ms:G4"]
    table.do(f"next {GUARDS_B}")
    assert table.where(GUARDS_B) == "2745"
    assert (table.where(GUARDS), table.steps(GUARDS)) == (SE, [1])


# -- D2 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:G3-D2")
def test_the_attacker_retreats_two_hexes_and_zones_are_lost() -> None:
    table = d2({GUARDS: HEX, GERMANS[0]: NORTH}, GUARDS)
    assert (table.side, hexes(table)) == ("german", {SE, SOUTH, SW})
    table.do(f"retreat {GUARDS} {SOUTH}")
    assert table.where(GUARDS) == HEX  # it goes when the way is complete
    assert hexes(table) == {SE, SW, "2746", "2748", "2847"}
    table.saved().do(f"retreat {GUARDS} 2847")
    assert (table.where(GUARDS), table.marked(GUARDS, NO_ZONE)) == ("2847", True)
    assert zones.units_zone(table.state, table.unit(GUARDS)) == 0
    assert table.over


@pytest.mark.rule("ms:G4", "ms:G3-D2")
@pytest.mark.parametrize(("ruling", "bends"), [("a", True), ("b", False)])
def test_no_hex_twice_but_the_way_may_bend(ruling: str, bends: bool) -> None:
    table = d2({GUARDS: HEX, GERMANS[0]: NORTH}, GUARDS, rulings={"KHA-N33": ruling})
    table.do(f"retreat {GUARDS} {SOUTH}")
    assert (SE in hexes(table)) == bends
    free = d2({GUARDS: HEX}, GUARDS, rulings={"KHA-N33": ruling}).do(f"retreat {GUARDS} {SOUTH}")
    assert HEX not in hexes(free)


@pytest.mark.rule("ms:G3-D2")
def test_the_attacker_must_choose_a_way_without_loss() -> None:
    # From SOUTH nothing leads on: a river all round. SE and SW do.
    ring = [(SOUTH, near) for near in ("2746", "2748", "2847", SE, SW)]
    table = d2({GUARDS: HEX, GERMANS[0]: NORTH}, GUARDS, hexsides={"river": ring})
    assert hexes(table) == {SE, SW}
    assert table.cites(f"retreat {GUARDS} {SOUTH}") == ["ms:G3-D2"]


@pytest.mark.rule("ms:G3-D2", "ms:G4")
@pytest.mark.parametrize(("ruling", "where"), [("a", HEX), ("b", SOUTH)])
def test_a_second_hex_that_is_impossible(ruling: str, where: str) -> None:
    sea = dict.fromkeys((SE, SW), "sea")
    ring = [(SOUTH, near) for near in ("2746", "2748", "2847")]
    units = {GUARDS: HEX, GERMANS[0]: NORTH}
    table = d2(units, GUARDS, terrain=sea, hexsides={"river": ring}, rulings={"KHA-N34": ruling})
    assert (table.over, table.where(GUARDS), table.steps(GUARDS)) == (True, where, [1])


@pytest.mark.rule("ms:G3-D2")
@pytest.mark.parametrize(("ruling", "lost"), [("a", True), ("b", False)])
def test_zones_after_a_d2_that_became_a_reduction(ruling: str, lost: bool) -> None:
    units = {CORPS: HEX, **dict(zip(GERMANS, ALL, strict=True))}
    table = d2(units, CORPS, rulings={"KHA-N36": ruling})
    assert (table.where(CORPS), table.steps(CORPS)) == (HEX, [1])
    assert table.marked(CORPS, NO_ZONE) == lost


@pytest.mark.rule("ms:G3-D1", "ms:G3-D2")
def test_a_dr_chosen_in_place_of_a_d1_costs_no_zone() -> None:
    table = d1({GUARDS: HEX, GERMANS[0]: NORTH}, GUARDS, choice=True).do("reduce")
    assert not table.marked(GUARDS, NO_ZONE)


@pytest.mark.rule("ms:G3-D2", "kharkov:10-cities")
def test_every_hex_of_a_retreat_is_entered() -> None:
    table = d2({GUARDS: HEX, GERMANS[0]: NORTH}, GUARDS, control=[])
    table.do(f"retreat {GUARDS} {SE}", f"retreat {GUARDS} 2745")
    assert table.state.control == table.state.defn.map.grid.mask([SE, "2745"])


# -- a later fate ------------------------------------------------------------------------------------------------------


def shared(die: int, second_die: int) -> Table:
    """GUARDS retreat from 2647 onto other units in 2747, which are then attacked."""
    units = {SS: NORTH, GUARDS: HEX, RIFLES: SOUTH, SEVENTH: "2847"}
    table = position(
        units, side="german", weather="good", begin=combat.first_impulse, dice=[die, second_die]
    )  # fmt: skip
    return table.do(f"attack {SS} {HEX}", "retreat-one", f"retreat {GUARDS} {SOUTH}", "stay")


@pytest.mark.rule("ms:G4-second")
def test_refugees_do_not_count_in_the_ratio() -> None:
    table = shared(5, 6)
    assert table.marked(GUARDS, REFUGEE)
    assert table.marked(GUARDS, DEFENDED)
    table.do(f"attack {SEVENTH} {SOUTH}")
    detail = [e.detail for e in table.events if isinstance(e, Result)][1]
    assert detail.startswith("6 to 2, 3/1")


@pytest.mark.rule("ms:G4-second")
def test_refugees_share_a_retreat() -> None:
    table = shared(5, 6).do(f"attack {SEVENTH} {SOUTH}")  # D2 at 3/1
    moved = [e.units for e in table.events if isinstance(e, Moved) and e.verb == "retreat"]
    while table.verbs and table.verbs[0] in ("retreat", "next"):
        choice = table.choice(table.verbs[0])
        unit = choice["units"][0]  # type: ignore[index]
        table.do(f"retreat {unit} {choice['hexes'][0]}" if table.verbs[0] == "retreat" else f"next {unit}")  # type: ignore[index]
    moved = [e.units for e in table.events if isinstance(e, Moved) and e.verb == "retreat"][1:]
    assert {unit for units in moved for unit in units} == {table.unit(GUARDS), table.unit(RIFLES)}
    assert table.marked(GUARDS, NO_ZONE)


@pytest.mark.rule("ms:G4-second")
def test_refugees_share_losses_but_not_limits_and_prices() -> None:
    table = shared(5, 3).do(f"attack {SEVENTH} {SOUTH}")  # 6 to 2 is 3/1: EX
    assert [e.result for e in table.events if isinstance(e, Result)] == ["D1", "EX"]
    assert table.where(RIFLES) == "eliminated"
    assert table.where(GUARDS) == "eliminated"
    assert table.steps(SEVENTH) == [2]  # it paid two points, for the rifles alone
    table = shared(5, 5).do(f"attack {SEVENTH} {SOUTH}")  # DR
    assert table.steps(GUARDS) == [1]


@pytest.mark.rule("ms:G4-second", "ms:G3-AE")
def test_the_steps_of_refugees_do_not_raise_the_limit_of_ae() -> None:
    units = {SS: NORTH, GUARDS: HEX, RIFLES: SOUTH, "K-168": "2847"}
    table = position(
        units, side="german", weather="good", begin=combat.first_impulse, dice=[5, 1], terrain={SOUTH: "difficult"}
    )  # fmt: skip
    table.do(f"attack {SS} {HEX}", "retreat-one", f"retreat {GUARDS} {SOUTH}", "stay", f"attack K-168 {SOUTH}")
    assert [e.result for e in table.events if isinstance(e, Result)] == ["D1", "AE"]  # 2 to 2, a column worse
    assert table.steps("K-168", GUARDS) == [1, 2]


@pytest.mark.rule("ms:G4-second")
def test_a_unit_that_ends_alone_is_no_refugee() -> None:
    table = d1({GUARDS: HEX, GERMANS[0]: NORTH}, GUARDS).do(f"retreat {GUARDS} {SOUTH}")
    assert not table.marked(GUARDS, REFUGEE)


@pytest.mark.rule("ms:G4-second", "ms:M3b")
def test_refugees_in_a_hex_whose_attack_was_announced_in_advance() -> None:
    units = {SS: NORTH, GUARDS: HEX, RIFLES: SOUTH, SEVENTH: "2847"}
    table = position(
        units, side="german", weather="good", begin=combat.first_impulse, dice=[5, 5], options=["air-simultaneous"]
    )  # fmt: skip
    table.do(f"attack {SS} {HEX}", f"attack {SEVENTH} {SOUTH}", f"resolve {HEX}", "retreat-one")
    table.do(f"retreat {GUARDS} {SOUTH}")
    assert table.marked(GUARDS, REFUGEE)
    table.do("stay")
    details = [e.detail for e in table.events if isinstance(e, Result)]
    assert details[1].startswith("6 to 2, 3/1")
    assert table.steps(GUARDS) == [1]  # DR


@pytest.mark.rule("ms:G4")
def test_retreat_frames_survive_a_save() -> None:
    for begin in (d1, d2):
        table = begin({GUARDS: HEX, RIFLES: HEX, GERMANS[0]: NORTH}, GUARDS, RIFLES)
        assert type(table.state.flow[-1]).__name__ in (RetreatOne.__name__, "TwoHexes")
        table.saved()
