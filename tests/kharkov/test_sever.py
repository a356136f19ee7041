"""Cutting supply: what it costs the enemy, and the computer player that does it (ms:E, J)."""

from __future__ import annotations

import pytest

from blackearth.ai import plans
from blackearth.ai.explain import sentence
from blackearth.ai.manoeuvre import Manoeuvre
from blackearth.ai.sever import sever
from blackearth.systems.kharkov import supply
from blackearth.systems.kharkov.advice import KharkovAdvice
from blackearth.systems.kharkov.movement_phase import exploitation, regular
from tests.kharkov.build import Table, position

TANK, TANK_B, PANZER, INFANTRY = "K-GP-07", "K-GP-08", "K-19Pz", "K-333"
#: In the north-east, where one railway leads to; the hex next to it from which a unit bars it; whence it comes there.
END, BARRED, NEAR = "1101", "1307", "1110"


def lacking(table: Table) -> float:
    """What lack of supply costs the Germans as the units stand."""
    state = table.state
    return KharkovAdvice(state, 0).severed(state.occupied[0])[0]


def cut(table: Table) -> Manoeuvre:
    """The position after the Soviets have gone to cut supply."""
    m = Manoeuvre(KharkovAdvice(table.state, 0))
    sever(m)
    table.state = m.script.state
    return m


@pytest.mark.rule("ms:E3b", "ms:J")
@pytest.mark.parametrize(("weather", "turn"), [("mud", 7), ("snow", 1), ("frost", 9)])
def test_what_is_cut_is_what_the_rules_say(weather: str, turn: int) -> None:
    """With units thought somewhere as with units that stand there."""
    units = {PANZER: END, INFANTRY: "1024"}
    thought, there = position(units, weather=weather, turn=turn), position({**units, TANK: BARRED}, weather=weather)
    free, ways = KharkovAdvice(thought.state, 0).severed(0)
    points, left = KharkovAdvice(thought.state, 0).severed(1 << thought.cell(BARRED))
    assert free == 0
    assert ways == supply.sources(thought.state, 1).bit_count()
    assert left == supply.sources(there.state, 1).bit_count() < ways
    assert (points > 0) == (not supply.supplied(there.state, there.unit(PANZER)))
    assert supply.supplied(there.state, there.unit(INFANTRY))


def test_the_mud_of_the_next_turn_counts_already() -> None:
    """In turn 6, with frost, German supply lines have no limit: in turn 7 they have one."""
    before, mud = (position({PANZER: END, TANK: BARRED}, turn=turn) for turn in (5, 6))
    assert lacking(before) == 0 < lacking(mud)
    assert mud.state.extra.weather == "frost"
    assert supply.supplied(mud.state, mud.unit(PANZER))


def test_a_unit_goes_where_it_cuts_the_enemy_off() -> None:
    table = position({TANK: NEAR, PANZER: END}, begin=regular, weather="mud", turn=7)
    assert lacking(table) == 0
    m = cut(table)
    assert lacking(table) > 0
    assert not supply.supplied(table.state, table.unit(PANZER))
    assert "to bar the enemy's supply" in sentence(m.reasons[0], table.state.defn)


def test_who_cuts_the_enemy_off_stays() -> None:
    table = position({TANK: BARRED, TANK_B: "1510", PANZER: END}, begin=exploitation, weather="mud", turn=7)
    m = cut(table)
    assert table.unit(TANK) in m.fixed
    assert table.unit(TANK_B) not in m.fixed


def test_two_cut_together_what_one_does_not() -> None:
    """The Germans in the east live by two railways that come over the west edge."""
    table = position({TANK: "1342", TANK_B: "2050", PANZER: "1717"}, begin=regular, weather="mud", turn=7)
    advice = KharkovAdvice(table.state, 0)
    start = {table.unit(name): table.state.at[table.unit(name)] for name in (TANK, TANK_B)}
    posts = {reason.units[0]: reason.hexes[0] for reason in cut(table).reasons}
    assert set(posts) == set(start)
    for unit, post in posts.items():
        other = next(cell for u, cell in start.items() if u != unit)
        assert advice.severed(1 << post | 1 << other)[0] < 10
    assert lacking(table) > 50
    assert not supply.supplied(table.state, table.unit(PANZER))
    plan = next(plan for plan in plans.kinds(advice) if plan.kind == "cut")
    assert {plan.script.state.at[table.unit(unit)] for unit in (TANK, TANK_B)} == set(posts.values())


def test_nobody_goes_for_nothing() -> None:
    """In frost a German with open country behind him is not cut off."""
    table = position({TANK: NEAR, PANZER: END}, begin=regular, turn=4)
    m = cut(table)
    assert not m.reasons
    assert not m.script.actions
