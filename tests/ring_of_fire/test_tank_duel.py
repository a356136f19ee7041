"""Prospects of tank combats against numbers worked out by hand and against the rules themselves."""

from __future__ import annotations

from itertools import product

import pytest

from blackearth.systems.ring_of_fire.board import RETURNED
from blackearth.systems.ring_of_fire.tank_combat import begin
from blackearth.systems.ring_of_fire.tank_duel import Outlook, duel
from tests.ring_of_fire.build import position

FOUR, TWO, ONE, RED_TWO = "G-GD-Pz", "G-11Z-110", "S-2T-26T", "S-4GT-12GT"


def outlook(attacker: list[str], defender: list[str], **more: object) -> Outlook:
    units = dict.fromkeys(attacker, "2334") | dict.fromkeys(defender, "2233")
    table = position(units, **more)  # type: ignore[arg-type]
    return duel(table.state, [table.unit(n) for n in attacker], [table.unit(n) for n in defender])


@pytest.mark.rule("rof:12.12")
def test_one_against_one_by_hand() -> None:
    # The defender of rating 2 hits with 2 of 6; a reduced attacker then does not answer.
    found = outlook([ONE], [TWO], steps={ONE: 1})
    assert found.chances == pytest.approx({(1, 0): 2 / 6, (0, 1): 4 / 6 / 6, (0, 0): 4 / 6 * 5 / 6})
    assert found.repelled == pytest.approx(2 / 6)
    assert found.attacker_steps == pytest.approx(1 / 3)
    assert found.defender_steps == pytest.approx(1 / 9)
    assert found.cleared == 0


@pytest.mark.rule("rof:12.12")
def test_rating_four_takes_two_steps_with_a_one() -> None:
    found = outlook([FOUR], [ONE], side="german", marks={ONE: RETURNED})
    assert found.chances == pytest.approx({(0, 2): 1 / 6, (0, 1): 3 / 6, (0, 0): 2 / 6})


@pytest.mark.rule("rof:12.12")
@pytest.mark.parametrize(("red", "grey"), [(ONE, TWO), (RED_TWO, TWO), (RED_TWO, FOUR)])
def test_agrees_with_every_pair_of_dice_under_the_rules(red: str, grey: str) -> None:
    total: dict[tuple[int, int], float] = {}
    for dice in product(range(1, 7), repeat=2):
        table = position({red: "2334", grey: "2233"}, begin=begin(reserve=False), dice=[*dice], steps={grey: 1})
        lost = (2 - table.steps(red)[0], 1 - table.steps(grey)[0])
        total[lost] = total.get(lost, 0) + 1 / 36
    assert outlook([red], [grey], steps={grey: 1}).chances == pytest.approx(total)


def test_chances_add_up_in_a_large_combat() -> None:
    own = ["S-2T-26T", "S-2T-99T", "S-4GT-12GT", "S-4GT-13GT"]
    found = outlook(own, ["G-GD-Pz", "G-GD-GR", "G-GD-F", "G-11Z-110"])
    assert sum(found.chances.values()) == pytest.approx(1)
    assert found.attacker_steps > found.defender_steps
