"""rof:9.3 - overstacked hexes at the end of a movement phase."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from blackearth.systems.ring_of_fire.overstacking import begin, least_removals, overstacked
from tests.ring_of_fire.build import Table, position

HEX, OTHER = "2233", "2238"
DIVISION, DIVISION_B = "S-167R", "S-180R"
ONE, TWO, THREE, FOUR, FIVE = "S-2T-26T", "S-2T-99T", "S-2T-169T", "S-6T-22T", "S-6T-112T"


def over(units: Mapping[str, str], **more: object) -> Table:
    return position(units, begin=begin, **more)  # type: ignore[arg-type]


@pytest.mark.rule("rof:9.1", "rof:9.2")
def test_four_equivalents_are_no_overstack() -> None:
    assert over({DIVISION: HEX, ONE: HEX}).over
    assert over({ONE: HEX, TWO: HEX, THREE: HEX, FOUR: HEX}).over


@pytest.mark.rule("rof:9.1", "rof:9.3")
def test_the_opponent_removes_one_of_five_brigades() -> None:
    table = over(dict.fromkeys((ONE, TWO, THREE, FOUR, FIVE), HEX))
    assert table.side == "german"
    assert table.choice("remove") | {"label": ""} == {
        "kind": "units", "verb": "remove", "label": "", "cite": "rof:9.3", "units": [ONE, TWO, THREE, FOUR, FIVE],
        "least": 1, "most": 1,
    }  # fmt: skip
    assert table.cites(f"remove {ONE} {TWO}") == ["rof:9.3"]
    assert "minimum is 1" in table.refusals(f"remove {ONE} {TWO}")[0].text
    assert table.cites("remove") == [""]
    table.do(f"remove {THREE}")
    assert table.over
    assert (table.where(THREE), table.where(ONE)) == ("eliminated", HEX)
    assert table.steps(THREE) == [0]


@pytest.mark.rule("rof:9.1", "rof:9.3")
def test_a_division_counts_three_and_the_minimum_is_counted_in_units() -> None:
    # 3 + 3 + 1: one division brings the stack to 4; a brigade would not, and two units would be too many.
    table = over({DIVISION: HEX, DIVISION_B: HEX, ONE: HEX})
    assert table.choice("remove")["units"] == [DIVISION, DIVISION_B]
    assert table.cites(f"remove {ONE}") == ["rof:9.3"]
    assert table.cites(f"remove {DIVISION} {ONE}") == ["rof:9.3"]
    table.do(f"remove {DIVISION_B}")
    assert table.over


@pytest.mark.rule("rof:9.3")
def test_more_than_one_unit_where_the_minimum_asks_for_it() -> None:
    units = {DIVISION: HEX, DIVISION_B: HEX, ONE: HEX, TWO: HEX, THREE: HEX}
    table = over(units)  # 9 equivalents, 5 too many
    assert table.choice("remove")["least"] == 2
    sets = [table.names(found) for found in least_removals(table.state, table.cell(HEX))]
    assert sets == [{DIVISION, DIVISION_B}]
    assert table.cites(f"remove {DIVISION} {ONE}") == ["rof:9.3"]
    assert table.cites(f"remove {DIVISION}") == ["rof:9.3"]


@pytest.mark.rule("rof:9.3")
def test_random_play_draws_legal_removals_only() -> None:
    table = over({DIVISION: HEX, DIVISION_B: HEX, ONE: HEX})
    assert table.state.decision is not None
    offer = table.state.decision.offer("remove")
    assert offer is not None
    for seed in range(20):
        action = offer.sample(table.state, Random(seed))
        assert action is not None
        assert not list(offer.refusals(table.state, action))


@pytest.mark.rule("rof:9.3")
def test_the_opponent_may_leave_it() -> None:
    table = over(dict.fromkeys((ONE, TWO, THREE, FOUR, FIVE), HEX)).saved().do("leave")
    assert table.over
    assert table.where(ONE) == HEX


@pytest.mark.rule("rof:9.3")
def test_hexes_one_by_one_and_units_of_that_hex_alone() -> None:
    third = ("S-31T-100T", "S-31T-237T", "S-31T-242T", "S-10T-178T", "S-10T-183T")
    table = over(dict.fromkeys((ONE, TWO, THREE, FOUR, FIVE), HEX) | dict.fromkeys(third, OTHER))
    assert len(overstacked(table.state, 0)) == 2
    here, there = (ONE, third[0]) if ONE in table.choice("remove")["units"] else (third[0], ONE)  # type: ignore[operator]
    assert table.cites(f"remove {there}") == ["rof:9.3"]
    table.do(f"remove {here}", f"remove {there}")
    assert table.over


@pytest.mark.rule("rof:9.2")
def test_only_the_phasing_side_is_looked_at() -> None:
    assert over(dict.fromkeys((ONE, TWO, THREE, FOUR, FIVE), HEX), side="german").over


@pytest.mark.rule("rof:9.3", "rof:15.5")
def test_out_of_supply_at_the_moment_of_removal() -> None:
    ring = {"G-332-676": "2234", "G-332-677": "2333", "G-332-678": "2133"}
    units = dict.fromkeys((ONE, TWO, THREE, FOUR, FIVE), HEX) | ring
    table = over(units).do(f"remove {ONE}")
    assert table.where(ONE) == "permanent"
