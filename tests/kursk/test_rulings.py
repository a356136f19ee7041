"""kursk: the other readings of what the rulebook leaves open (docs/rulings/kursk.md), as far as no other file has them.

Round 3404 there is open ground on all sides.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blackearth.core import flow
from blackearth.core.tally import half_text
from blackearth.systems.kursk import air, board, content, flights, movement, movement_phase, supply, victory
from blackearth.systems.kursk.board import ENTERED, HALVED, PATROL
from blackearth.systems.kursk.sequence import Play
from tests.kursk import build
from tests.kursk.small import position
from tests.support.table import Table

PANZER, INFANTRY = "G-2Pz", "G-131ID"
RIFLES, GUARDS, TANKS = "S-10A", "S-11GA", "S-1T"
HEX, NW = "2015", "1915"


def test_every_choice_is_read_by_the_rules_and_set_in_a_test() -> None:
    package, tests = Path(str(content.__file__)).parent, Path(__file__).parent
    rules = "".join(path.read_text(encoding="utf-8") for path in package.glob("*.py"))
    shown = "".join(path.read_text(encoding="utf-8") for path in tests.glob("*.py"))
    for spec in content.rulings():
        assert re.search(rf"""reading\(s(tate)?, ['"]{spec.id}['"]\)""", rules), f"no rule asks for {spec.id}"
        assert f'"{spec.id}": ' in shown, f"no test sets {spec.id}"


# -- KUR-A01: does the rail hex count among the ten? -------------------------------------------------------------------


@pytest.mark.rule("kursk:supply")
@pytest.mark.parametrize(("reading", "hexes"), [("a", 10), ("b", 11)])
def test_the_rail_hex_is_the_tenth_or_comes_after_ten(reading: str, hexes: int) -> None:
    table = build.position({INFANTRY: "2515"}, rulings={"KUR-A01": reading}, features={"soviet_supply": ()})
    grid = table.state.defn.map.grid
    found = supply.supplied_hexes(table.state, 1)
    assert found == grid.within(grid.cell("1515"), hexes)
    for label, step in (("2515", 10), ("2615", 11), ("2715", 12)):
        walk, _ = supply.line(table.state, 1, grid.cell(label))
        assert len(walk) - 1 == (step if step <= hexes else -1)


@pytest.mark.rule("kursk:supply", "kursk:crt-AR")
@pytest.mark.parametrize(("reading", "label"), [("a", "eliminated"), ("b", "1815")])
def test_retreats_go_by_the_same_length(reading: str, label: str) -> None:
    # Out of supply 2 to 4 is 1-2, 3 is AR. The railway is eleven hexes from 1815 and twelve from 1814 and 1914.
    rulings = {"KUR-A01": reading, "KUR-A16": "c"}
    table = build.position({PANZER: NW, TANKS: HEX}, [3], rulings=rulings, features={"german_supply": ("0721",)})
    assert table.do(f"attack {PANZER} {HEX}").where(PANZER) == label


# -- KUR-A02: interception or supply first? ----------------------------------------------------------------------------


@pytest.mark.rule("kursk:air-interception", "kursk:supply")
@pytest.mark.parametrize(("reading", "halved"), [("a", False), ("b", True)])
def test_interception_comes_before_or_after_supply(reading: str, halved: bool) -> None:
    """A German aircraft interdicts the only rail hex of the Soviets; an interceptor sends it home."""
    table = build.position(
        {RIFLES: "2512", "S-Base1": "2513", "S-Air1": "at-base", "G-Base1": "1515", "G-Air1": "2515"},
        side="soviet", rulings={"KUR-A02": reading}, begin=lambda s: Play("player turn"),
    )  # fmt: skip
    assert table.verbs[0] == "intercept"
    assert not supply.supplied(table.state, table.unit(RIFLES))
    table.do("intercept S-Air1 G-Air1")
    assert table.state.decision is not None
    assert table.state.decision.title == "Initial movement"
    assert supply.supplied(table.state, table.unit(RIFLES))
    assert table.marked(RIFLES, HALVED) is halved


# -- KUR-A05: air units out of supply ----------------------------------------------------------------------------------


@pytest.mark.rule("kursk:supply-A", "kursk:air-D")
@pytest.mark.parametrize(("reading", "share"), [("a", 1), ("b", 2)])
def test_aircraft_of_a_base_out_of_supply_fly_all_or_half_their_range(reading: str, share: int) -> None:
    units = {"G-Base1": "1515", "G-Air1": "at-base"}
    table = build.position(units, rulings={"KUR-A05": reading}, features={"german_supply": ()}, begin=air.take_off)
    plane, grid = table.unit("G-Air1"), table.state.defn.map.grid
    full = board.roster(table.state).range[plane]
    assert flights.in_range(table.state, plane) == grid.within(grid.cell("1515"), full // share)
    far = grid.label(next(c for c in grid.cells if grid.distance(grid.cell("1515"), c) == full))
    if reading == "b":
        assert table.cites(f"patrol G-Air1 {far}") == ["kursk:air-D"]
    else:
        assert table.do(f"patrol G-Air1 {far}").where("G-Air1") == far
    supplied = build.position(units, rulings={"KUR-A05": reading}, begin=air.take_off)
    assert supplied.do(f"patrol G-Air1 {far}").where("G-Air1") == far


@pytest.mark.rule("kursk:supply-A", "kursk:air-superiority")
@pytest.mark.parametrize(("reading", "die", "where"), [("a", 2, "2515"), ("b", 6, "eliminated")])
def test_a_base_out_of_supply_defends_with_one_or_with_nothing(reading: str, die: int, where: str) -> None:
    # One aircraft against 1 is 1-1, where only a 1 destroys; against nothing the last column counts.
    units = {"G-Base1": "1515", "G-Air1": "at-base", "S-Base1": "2515", "S-Air1": "at-base"}
    table = build.position(
        units, [die], rulings={"KUR-A05": reading}, features={"soviet_supply": ()}, begin=air.superiority
    )
    assert table.do("raid G-Air1 S-Base1").where("S-Base1") == where


@pytest.mark.rule("kursk:supply-A", "kursk:air-superiority")
def test_patrols_still_defend_such_a_base() -> None:
    units = {"G-Base1": "1515", "G-Air1": "at-base", "S-Base1": "2515", "S-Air1": "2515"}
    table = build.position(
        units, [2], rulings={"KUR-A05": "b"}, features={"soviet_supply": ()}, begin=air.superiority,
        marks={"S-Air1": PATROL},
    )  # fmt: skip
    assert table.do("raid G-Air1 S-Base1").where("S-Base1") == "2515"  # one to one, a 2


# -- KUR-A07: Kampfgruppen in a stack ----------------------------------------------------------------------------------


@pytest.mark.rule("kursk:opt-kampfgruppen", "kursk:stacking-B")
@pytest.mark.parametrize(("reading", "fits"), [("a", False), ("b", True)])
def test_a_kampfgruppe_is_a_division_or_small(reading: str, fits: bool) -> None:
    table = build.position({}, rulings={"KUR-A07": reading}, options=("kampfgruppen",))
    three = [table.unit(name) for name in (PANZER, "G-3Pz", INFANTRY)]
    heirs = [table.unit(f"G-KG1-0{n}") for n in (1, 2, 3, 4, 5)]
    assert board.stack_fits(table.state, (*three, heirs[0])) is fits
    assert board.stack_fits(table.state, (*three[:2], *heirs[:4])) is fits  # one is free, three count as one
    assert not board.stack_fits(table.state, (*three[:2], *heirs))
    assert not board.stack_fits(table.state, (*three, heirs[0], table.unit("G-L")))


@pytest.mark.rule("kursk:opt-kampfgruppen", "kursk:stacking-B", "kursk:movement-F")
@pytest.mark.parametrize(("reading", "cites"), [("a", ["kursk:stacking-A"]), ("b", [])])
def test_that_holds_when_it_moves(reading: str, cites: list[str]) -> None:
    units = {PANZER: NW, "G-3Pz": NW, INFANTRY: NW, "G-KG1-01": "1815"}
    table = build.position(units, rulings={"KUR-A07": reading}, begin=movement_phase.initial)
    action = f"move G-KG1-01 1815 {NW}"
    assert [r.cite for r in flow.why_not(table.state, table.action(action))] == cites


# -- KUR-A32: equal points ---------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:victory-levels")
@pytest.mark.parametrize(
    ("reading", "winner", "level"),
    [("a", None, "Draw"), ("b", None, "Marginal victory of both sides"), ("c", 0, "Soviet marginal victory")],
)
def test_equal_points(reading: str, winner: int | None, level: str) -> None:
    table = position({}, readings={"KUR-A32": reading})  # Kursk gives the Soviets 20
    table.state.extra.points = (5, 25)
    found = victory.standing(table.state)
    assert (found.winner, found.level) == (winner, level)
    table.state.extra.points = (5, 30)  # places decide between equals only
    assert victory.standing(table.state).winner == 1
    assert victory.result(table.state) == victory.standing(table.state)
    assert victory.result(table.run(movement_phase.initial).state) is None
    none = position({INFANTRY: "2023"}, readings={"KUR-A32": reading})
    assert victory.score(none.state) == (0, 0)
    assert victory.standing(none.state).winner is None


# -- KUR-A34: the hex of entry -----------------------------------------------------------------------------------------


def _arriving(reading: str, enemy: dict[str, str]) -> Table:
    units = {"S-11A": "arriving", **enemy}
    return position(units, scenario="aug3", side="soviet", begin=movement_phase.initial, readings={"KUR-A34": reading})


@pytest.mark.rule("kursk:reinforcements", "kursk:movement-A")
@pytest.mark.parametrize(("reading", "left", "in_a_zone"), [("a", "4", "4"), ("b", "3", "0")])
def test_the_hex_of_entry_is_free_or_paid_for(reading: str, left: str, in_a_zone: str) -> None:
    edge = "3820"
    table = _arriving(reading, {}).do(f"enter S-11A {edge}")
    assert half_text(movement.allowance(table.state, table.unit("S-11A"))) == left
    table = _arriving(reading, {INFANTRY: "3821", RIFLES: "3815"}).do(f"enter S-11A {edge}")
    assert half_text(movement.allowance(table.state, table.unit("S-11A"))) == in_a_zone
    assert table.marked("S-11A", ENTERED)
    assert half_text(movement.allowance(table.state, table.unit(RIFLES))) == "4"  # was there before
    movement_phase.end_phase(table.state)
    assert not table.marked("S-11A", ENTERED)


@pytest.mark.rule("kursk:reinforcements", "kursk:movement-H")
def test_who_has_appeared_moves_once() -> None:
    table = _arriving("b", {}).do("enter S-11A 3820")
    assert table.cites("move S-11A 3820 3720 3620 3520 3420") == ["kursk:movement-C"]
    table.do("move S-11A 3820 3720 3620 3520")
    assert table.cites("move S-11A 3520 3420") == ["kursk:movement-H"]


@pytest.mark.rule("kursk:reinforcements", "kursk:stacking-A", "kursk:movement-G")
def test_enemies_and_full_hexes_close_the_edge_and_zones_do_not() -> None:
    full = dict.fromkeys(("S-60A", "S-60B", "S-60C"), "3822")
    table = _arriving("a", {INFANTRY: "3820", "G-321ID": "3723", **full})
    assert table.cites("enter S-11A 3820") == ["kursk:reinforcements"]
    assert table.cites("enter S-11A 3822") == ["kursk:reinforcements"]
    assert table.cites("enter S-11A 3720") == ["kursk:reinforcements"]
    assert table.cites("enter S-11A 3821 3820") == ["kursk:reinforcements"]
    offered = table.choice("enter")["hexes"]
    assert not {"3820", "3822", "3720"} & set(offered)  # type: ignore[call-overload]
    assert {"3819", "3821", "3823"} <= set(offered)  # type: ignore[call-overload]
    assert table.do("enter S-11A 3821").where("S-11A") == "3821"
    assert table.cites("enter S-11A 3819") == ["kursk:reinforcements"]  # it is there


@pytest.mark.rule("kursk:reinforcements", "kursk:supply")
def test_supply_is_judged_after_they_appear() -> None:
    table = _arriving("a", {}).do("enter S-11A 3820")
    assert not table.marked("S-11A", HALVED)
    features = {"edge_east": ("3820",), "soviet_supply": ()}
    cut = build.position({"S-11A": "arriving"}, side="soviet", scenario="aug3", features=features,
                         begin=movement_phase.initial)  # fmt: skip
    cut.do("enter S-11A 3820")
    assert cut.marked("S-11A", HALVED)
    assert half_text(movement.allowance(cut.state, cut.unit("S-11A"))) == "2"


@pytest.mark.rule("kursk:reinforcements", "kursk:opt-army-integrity")
def test_corps_of_an_army_that_appear_together_are_in_supply_whoever_comes_first() -> None:
    units = {"S-11A": "arriving", "S-11B": "arriving", "S-11C": "arriving"}
    options = ("army-integrity",)
    table = position(units, scenario="aug3", side="soviet", begin=movement_phase.initial, options=options)
    table.do("enter S-11A 3820")
    assert table.marked("S-11A", HALVED)  # alone
    table.do("enter S-11B 3824")
    assert table.marked("S-11A", HALVED)  # four hexes away
    table.do("enter S-11C 3822")
    assert not any(table.marked(unit, HALVED) for unit in units)
    assert half_text(movement.allowance(table.state, table.unit("S-11A"))) == "4"


@pytest.mark.rule("kursk:reinforcements", "kursk:opt-army-integrity")
def test_who_has_moved_on_before_its_army_appears_is_not_judged_again() -> None:
    units = {"S-11A": "arriving", "S-11B": "arriving"}
    options = ("army-integrity",)
    table = position(units, scenario="aug3", side="soviet", begin=movement_phase.initial, options=options)
    table.do("enter S-11A 3820", "move S-11A 3820 3821", "enter S-11B 3820")
    assert table.marked("S-11A", HALVED)
    assert not table.marked("S-11B", HALVED)


@pytest.mark.rule("kursk:reinforcements", "kursk:supply", "kursk:opt-army-integrity")
@pytest.mark.parametrize(
    ("reading", "before", "halved"), [("a", (), False), ("a", ("move S-1T 3407 3408",), True), ("b", (), True)]
)
def test_who_waits_for_its_army_is_in_supply_when_it_appears(
    reading: str, before: tuple[str, ...], halved: bool
) -> None:  # fmt: skip
    # The army appears at the beginning of the player turn, and supply is judged at that of the phase: nobody has moved.
    units = {"S-11A": "3720", "S-11B": "arriving", "S-1T": "3407"}
    readings = {"KUR-A02": reading}
    table = position(units, scenario="aug3", side="soviet", options=("army-integrity",), readings=readings)
    movement_phase.check_supply(table.state)
    table.run(movement_phase.initial)
    assert table.marked("S-11A", HALVED)
    table.do(*before, "enter S-11B 3820")
    assert table.marked("S-11A", HALVED) is halved
    assert not table.marked("S-11B", HALVED)


@pytest.mark.rule("kursk:reinforcements")
def test_they_may_wait_but_do_not_come_early_nor_in_the_second_phase() -> None:
    units = {"S-11A": "arriving", "S-8GA": "arriving", "S-1T": "3407"}
    table = position(units, scenario="aug3", side="soviet", begin=movement_phase.initial)
    assert table.choice("enter")["units"] == ["S-11A"]
    assert table.choice("end-movement")["confirm"] == "1 unit has not moved. 1 reinforcement waits. End the phase?"
    assert table.cites("enter S-8GA 3820") == ["kursk:reinforcements"]
    table.state.turn = 2
    table.run(movement_phase.initial)
    assert table.choice("enter")["units"] == ["S-11A", "S-8GA"]
    assert table.run(movement_phase.motorized).verbs == ["move", "end-movement"]
    table.state.active = 1
    assert "enter" not in table.run(movement_phase.initial).verbs


# -- readings without a choice -----------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:supply-A", "kursk:combat-F", "kursk:combat-G")
def test_a_regular_unit_of_strength_zero_is_a_partner_all_the_same() -> None:
    """KUR-A12."""
    units = {"G-Mant": NW, "G-L": NW, TANKS: HEX}
    table = build.position(units, [1], features={"german_supply": ()}).do(f"attack G-Mant G-L {HEX}")  # 0 + 1 to 4
    assert table.dice_used()
    table = build.position(units, [1], side="soviet", features={"german_supply": ()}).do(f"attack {TANKS} {NW}")
    assert table.dice_used()  # not eliminated without a die


@pytest.mark.rule("kursk:crt-BR", "kursk:crt-AR")
def test_defenders_who_have_retreated_have_zones_where_they_are() -> None:
    """KUR-A17: the nearest way to supply leads through 2117, next to the tanks in the wood."""
    features = {"forest": ("2116", HEX), "soviet_supply": ("2116",), "german_supply": ("2217",)}
    table = build.position({PANZER: "2016", TANKS: HEX}, [4], features=features).do(f"attack {PANZER} {HEX}")
    assert (table.where(TANKS), table.where(PANZER)) == ("2116", "2017")


@pytest.mark.rule("kursk:advance", "kursk:combat-A")
def test_who_has_advanced_has_attacked() -> None:
    """KUR-A23."""
    units = {PANZER: NW, "G-3Pz": NW, RIFLES: HEX, TANKS: "2115", INFANTRY: "2114"}
    table = build.position(units, [6]).do(f"attack {PANZER} G-3Pz {HEX}", f"advance {PANZER} {HEX}", "stay")
    assert table.cites(f"attack {PANZER} 2115") == ["kursk:combat-A"]
    assert table.choice("attack")["targets"] == {"2115": [INFANTRY]}


@pytest.mark.rule("kursk:air-interception")
def test_the_interceptor_chooses_whom_to_send_home_and_may_stop() -> None:
    """KUR-A26."""
    units = {"G-Base1": "1515", "G-Air1": "at-base", "G-Base4": "1515", "G-Air4": "at-base"}
    units |= {"S-Base1": "2515", "S-Air1": "2015", "S-Base2": "2515", "S-Air2": "2015"}
    table = build.position(units, begin=air.interception)
    assert table.choice("intercept")["targets"] == ["S-Air1", "S-Air2"]
    table.do("intercept G-Air1 S-Air2")
    assert (table.where("S-Air1"), table.where("S-Air2")) == ("2015", "at-base")
    assert table.do("end-interception").over
