"""rof:13.2 - air strikes, and the options for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from blackearth.core.events import Marked, Result
from blackearth.systems.ring_of_fire.air_strikes import begin
from blackearth.systems.ring_of_fire.board import RESERVE
from tests.ring_of_fire.build import Table, position

RED, RED_B, GREY = "S-AIR-1", "S-AIR-2", "G-AIR-1"
FOOT, FOOT_B, TANK, RECON = "G-332-676", "G-332-677", "G-GD-Pz", "G-GD-Rec"
DIVISION, BRIGADE = "S-167R", "S-2T-26T"
READY = {RED: "air-ready", RED_B: "air-ready", "S-AIR-3": "air-ready"}


def strikes(units: Mapping[str, str], dice: Sequence[int] = (), **more: object) -> Table:
    return position({**READY, **units}, begin=begin, dice=dice, **more)  # type: ignore[arg-type]


@pytest.mark.rule("rof:13.2", "rof:12.2", "rof:12.18")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 1), (3, 2), (6, 2)])
def test_soviet_air_unit_hits_with_one_or_two(die: int, left: int) -> None:
    table = strikes({FOOT: "2030"}, [die]).do(f"strike {RED} {FOOT}")
    assert table.steps(FOOT) == [left]
    assert table.where(RED) == "air-flown"
    assert table.dice_used()


@pytest.mark.rule("rof:13.2", "rof:12.18")
@pytest.mark.parametrize(("die", "left"), [(3, 3), (4, 4)])
def test_german_air_unit_hits_up_to_three(die: int, left: int) -> None:
    units = {GREY: "air-ready", DIVISION: "2030"}
    table = position(units, begin=begin, dice=[die], side="german").do(f"strike {GREY} {DIVISION}")
    assert table.steps(DIVISION) == [left]


@pytest.mark.rule("rof:13.2")
def test_any_range_and_any_ground_unit_one_by_one() -> None:
    table = strikes({FOOT: "0101", TANK: "3345", RECON: "3345"}, [1, 1, 6])
    assert table.choice("strike")["targets"] == sorted([FOOT, TANK, RECON], key=table.unit)
    assert table.choice("strike")["units"] == [RED, RED_B, "S-AIR-3"]
    # The same target may be struck by one after the other, and the last one ends the segment.
    table.do(f"strike {RED} {TANK}", f"strike {RED_B} {TANK}")
    assert table.where(TANK) in ("eliminated", "permanent")
    assert TANK not in table.choice("strike")["targets"]  # type: ignore[operator]
    table.do(f"strike S-AIR-3 {FOOT}")
    assert table.over
    assert table.dice_used()


@pytest.mark.rule("rof:13.2")
def test_strikes_are_voluntary() -> None:
    table = strikes({FOOT: "2030"}).do("end-strikes")
    assert table.over
    assert table.where(RED) == "air-ready"


@pytest.mark.rule("rof:12.2", "rof:13.2")
def test_segment_is_passed_without_a_question_where_nothing_can_fly() -> None:
    assert position({FOOT: "2030", RED: "air-flown"}, begin=begin).over
    assert strikes({}).over
    # The other side's air units do not fly (ROF-A38).
    assert position({DIVISION: "2030", GREY: "air-ready"}, begin=begin).over


@pytest.mark.rule("rof:13.0", "rof:13.2")
def test_refusals() -> None:
    table = strikes({FOOT: "2030", RED_B: "air-flown", "S-AIR-3": "2031", GREY: "air-ready", "S-AIR-4": "withdrawn"})
    assert table.cites(f"strike {RED_B} {FOOT}") == ["rof:13.0"]
    assert table.cites(f"strike S-AIR-3 {FOOT}") == ["rof:13.0"]  # flies interdiction
    assert table.cites(f"strike S-AIR-4 {FOOT}") == ["rof:13.2"]
    assert table.cites(f"strike {GREY} {FOOT}") == ["rof:13.2"]
    assert table.cites(f"strike {DIVISION} {FOOT}") == ["rof:13.2"]
    assert table.cites(f"strike {RED} {DIVISION}") == ["rof:13.2"]
    assert table.cites(f"strike {RED} {GREY}") == ["rof:13.2"]
    assert table.cites(f"strike {RED} {FOOT_B}") == ["rof:13.2"]
    assert table.cites(f"strike {RED} 2030") == [""]


@pytest.mark.rule("rof:14.51", "rof:14.2", "rof:13.2")
def test_reserve_marker_comes_off_the_unit_that_lost_the_step_alone() -> None:
    marks = {FOOT: RESERVE, FOOT_B: RESERVE}
    table = strikes({FOOT: "2030", FOOT_B: "2030"}, [3, 2], marks=marks)
    table.do(f"strike {RED} {FOOT}")
    assert table.marked(FOOT, RESERVE)  # a miss does not count
    table.do(f"strike {RED_B} {FOOT}")
    assert not table.marked(FOOT, RESERVE)
    assert table.marked(FOOT_B, RESERVE)
    assert [e.units for e in table.events if isinstance(e, Marked)] == [(table.unit(FOOT),)]


@pytest.mark.rule("rof:15.5", "rof:13.2")
def test_supply_of_the_moment_decides_the_box() -> None:
    ring = {"S-167R": "2234", "S-180R": "2333", "S-204R": "2133"}
    free = strikes({FOOT: "2233"}, [1], steps={FOOT: 1}).do(f"strike {RED} {FOOT}")
    assert free.where(FOOT) == "eliminated"
    cut = strikes({FOOT: "2233", **ring}, [1], steps={FOOT: 1})
    cut.do(f"strike {RED} {FOOT}")
    assert cut.where(FOOT) == "permanent"


@pytest.mark.rule("rof:opt-air-1")
def test_option_two_strikes_on_a_hex() -> None:
    units = {FOOT: "2030", FOOT_B: "2030", TANK: "2034"}
    table = strikes(units, [6, 6, 6], options=["air-two-strikes"])
    table.do(f"strike {RED} {FOOT}", f"strike {RED_B} {FOOT_B}")
    assert table.choice("strike")["targets"] == [TANK]
    assert table.cites(f"strike S-AIR-3 {FOOT}") == ["rof:opt-air-1"]
    table.do(f"strike S-AIR-3 {TANK}")
    # The next segment counts anew (ROF-A35).
    table.state.put(table.unit(RED), -6)
    table.run(begin)
    assert FOOT in table.choice("strike")["targets"]  # type: ignore[operator]


@pytest.mark.rule("rof:opt-air-1")
def test_without_the_option_a_hex_may_be_struck_thrice() -> None:
    table = strikes({FOOT: "2030"}, [6, 6, 6])
    table.do(f"strike {RED} {FOOT}", f"strike {RED_B} {FOOT}", f"strike S-AIR-3 {FOOT}")
    assert table.dice_used()


@pytest.mark.rule("rof:opt-air-1")
def test_option_ends_the_segment_when_every_hex_was_struck_twice() -> None:
    table = strikes({FOOT: "2030"}, [6, 6], options=["air-two-strikes"])
    table.do(f"strike {RED} {FOOT}", f"strike {RED_B} {FOOT}")
    assert table.over


@pytest.mark.rule("rof:opt-air-2")
def test_option_the_defender_spreads_the_losses() -> None:
    units = {FOOT: "2030", FOOT_B: "2030", TANK: "2034"}
    table = strikes(units, [1, 1, 1], options=["air-spread-losses"], marks={FOOT_B: RESERVE, FOOT: RESERVE})
    assert table.cites(f"strike {RED} {FOOT}") == [""]
    assert table.cites(f"strike {RED} 2031") == ["rof:13.2"]
    assert table.choice("strike")["hexes"] == ["2030", "2034"]
    table.do(f"strike {RED} 2030")
    assert table.side == "german"
    assert table.choice("lose")["units"] == {FOOT: 1, FOOT_B: 1}
    assert table.cites(f"lose {TANK}*1") == ["rof:opt-air-2"]
    assert table.cites(f"lose {FOOT}*2") == [""]
    table.do(f"lose {FOOT}*1")
    assert not table.marked(FOOT, RESERVE)
    # The second hit must go to the unit that has lost nothing: no question.
    table.do(f"strike {RED_B} 2030")
    assert table.steps(FOOT, FOOT_B) == [1, 1]
    assert not table.marked(FOOT_B, RESERVE)
    # Now both have lost one, and the defender chooses again.
    table.saved().do("strike S-AIR-3 2030")
    assert table.choice("lose")["units"] == {FOOT: 1, FOOT_B: 1}
    table.do(f"lose {FOOT_B}*1")
    assert table.where(FOOT_B) in ("eliminated", "permanent")
    assert table.over
    assert table.dice_used()


@pytest.mark.rule("rof:opt-air-2")
def test_option_losses_are_even_over_the_strikes_of_a_segment() -> None:
    table = strikes({FOOT: "2030", FOOT_B: "2030", TANK: "2030"}, [1, 1], options=["air-spread-losses"])
    table.do(f"strike {RED} 2030", f"lose {TANK}*1", f"strike {RED_B} 2030")
    assert table.choice("lose")["units"] == {FOOT: 1, FOOT_B: 1}
    assert table.cites(f"lose {TANK}*1") == ["rof:opt-air-2"]


@pytest.mark.rule("rof:opt-air-1", "rof:opt-air-2")
def test_both_options_together() -> None:
    options = ["air-two-strikes", "air-spread-losses"]
    table = strikes({FOOT: "2030", TANK: "2034"}, [6, 6], options=options)
    table.do(f"strike {RED} 2030", f"strike {RED_B} 2030")
    assert table.choice("strike")["hexes"] == ["2034"]
    assert table.cites("strike S-AIR-3 2030") == ["rof:opt-air-1"]


@pytest.mark.rule("rof:13.2")
def test_results_are_told() -> None:
    table = strikes({FOOT: "2030"}, [1, 6]).do(f"strike {RED} {FOOT}", f"strike {RED_B} {FOOT}")
    assert [e.result for e in table.events if isinstance(e, Result)] == ["D1", "-"]
