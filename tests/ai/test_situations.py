"""Positions in which a good player does something, told by what is true afterwards, not by which action was taken."""

from __future__ import annotations

import pytest

from blackearth import ai
from blackearth.ai.battle import attack_value
from blackearth.ai.computer import Computer
from blackearth.ai.explain import sentence
from blackearth.ai.front import overrun
from blackearth.ai.worth import hole_worth
from blackearth.core import flow
from blackearth.core.advice import Attack
from blackearth.core.dice import SeededDice, seed_of
from blackearth.core.game import new_game
from blackearth.core.state import State
from blackearth.systems.ring_of_fire import declaration, replacements
from blackearth.systems.ring_of_fire.battle import ResolveBattles, TakeLosses
from blackearth.systems.ring_of_fire.board import AIR_READY, EXITED, RESERVE, Battle
from blackearth.systems.ring_of_fire.movement_phase import regular
from blackearth.systems.ring_of_fire.sequence import Play
from tests.ring_of_fire.build import Table, position

RIFLES, RIFLES_B, RIFLES_C = "S-167R", "S-180R", "S-204R"
TANKS, TANKS_B = "S-2T-26T", "S-2T-99T"
REGIMENT, REGIMENT_B, REGIMENT_C = "G-75-172", "G-75-202", "G-75-222"
PANZER, GRENADIER = "G-11Z-Pz", "G-11Z-110"


def answers(table: Table, name: str = "computer", most: int = 60) -> list[str]:
    """Let a player answer as long as the same side is asked in the same step; returns what it did."""
    agent, state = ai.make(name), table.state
    state.dice = SeededDice(seed_of(1))
    side, title, told = state.decision.side if state.decision else 0, "", list[str]()
    for _ in range(most):
        decision = table.state.decision
        if decision is None or decision.side != side or (title and decision.title != title):
            break
        title = decision.title
        action = agent.decide(table.state, side)
        assert not flow.why_not(table.state, action)
        told.append(action.text(state.defn.roster, state.defn.map.grid))
        table.state = flow.apply(table.state, action)
    return told


def soviet(table: Table, label: str) -> bool:
    return bool(table.state.control >> table.cell(label) & 1)


# -- what scores -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["computer", "greedy"])
def test_takes_the_empty_town_on_the_last_turn(name: str) -> None:
    table = position({RIFLES: "1924", REGIMENT: "1010"}, begin=regular, turn=14)
    answers(table, name)
    assert soviet(table, "1822")


@pytest.mark.parametrize("name", ["computer", "greedy"])
def test_leaves_the_map_on_the_last_turn(name: str) -> None:
    table = position({TANKS: "2003", REGIMENT: "1030"}, begin=regular, turn=14)
    answers(table, name)
    assert table.state.at[table.unit(TANKS)] == EXITED


def test_does_not_leave_for_little_with_the_game_before_it() -> None:
    table = position({TANKS: "2003", REGIMENT: "1030"}, begin=regular, turn=3)
    answers(table)
    assert table.state.at[table.unit(TANKS)] != EXITED


def test_goes_back_into_a_lost_city_at_the_end() -> None:
    # Both hexes of Belgorod are empty and Soviet: one German hex is enough to deny fifteen points.
    units = {PANZER: "2337", RIFLES: "2044"}
    table = position(units, begin=regular, side="german", turn=14, control=["2539", "2438", "2044", "2540"])
    answers(table)
    assert not (soviet(table, "2539") and soviet(table, "2438"))


def test_fifteen_points_in_the_city_before_ten_over_the_edge() -> None:
    units = {PANZER: "2441", RIFLES: "0544"}
    table = position(units, begin=regular, side="german", turn=14, control=["2539", "2438", "0544"])
    answers(table)
    assert table.where(PANZER) in ("2539", "2438")


def test_guards_its_city_before_the_last_enemy_turn() -> None:
    units = {RIFLES: "2541", RIFLES_B: "2641", PANZER: "2233"}
    table = position(units, begin=regular, turn=14, control=["2539", "2438", "2541", "2641", "2540", "2640"])
    answers(table)
    assert {table.where(RIFLES), table.where(RIFLES_B)} == {"2539", "2438"}


# -- the line ----------------------------------------------------------------------------------------------------------


def after_first_blow(number: int) -> State:
    """The first German player turn after a Soviet one of the greedy player."""
    state = new_game("ring-of-fire", "breakthrough", seed=seed_of(number)).state
    agents = [ai.make("greedy", side) for side in (0, 1)]
    while state.active == 0 and state.decision is not None:
        state = flow.apply(state, agents[state.decision.side].decide(state, state.decision.side))
    return state


def march(state: State, name: str = "computer") -> State:
    """The movement phase of the active side."""
    agent, side = ai.make(name), state.active
    while state.decision is not None and state.defn.system.advice(state, side).stage in ("replace", "move"):
        state = flow.apply(state, agent.decide(state, side))
    return state


@pytest.mark.parametrize("number", [0, 2])
def test_the_germans_close_their_line_behind_a_breach(number: int) -> None:
    state = march(after_first_blow(number))
    advice = state.defn.system.advice(state, 1)
    area = overrun(advice, 1, state.occupied[1], state.occupied[0])
    assert not any(area & way.mask for way in advice.exits(0))


def test_the_soviets_leave_no_way_to_their_edge() -> None:
    state = march(new_game("ring-of-fire", "breakthrough", seed=seed_of(1)).state)
    advice = state.defn.system.advice(state, 0)
    area = overrun(advice, 0, state.occupied[0], state.occupied[1])
    assert not any(area & way.mask for way in advice.exits(1))


def test_mobile_units_wait_in_reserve() -> None:
    state = march(after_first_blow(0))
    advice = state.defn.system.advice(state, 1)
    assert any(advice.reserve(u) for u in advice.units(1))


# -- attacks -----------------------------------------------------------------------------------------------------------


def test_no_attack_that_costs_more_than_it_brings() -> None:
    units = {RIFLES: "0305", PANZER: "0306", GRENADIER: "0306", REGIMENT: "0306", REGIMENT_B: "0306"}
    table = position(units, begin=declaration.begin(reserve=False), control=["0305"])
    assert answers(table) == ["end-declaration"]


@pytest.mark.parametrize("name", ["computer", "greedy"])
def test_every_declared_attack_has_a_positive_value(name: str) -> None:
    state = march(new_game("ring-of-fire", "breakthrough", seed=seed_of(6)).state, name)
    agent = ai.make(name)
    while state.decision is not None and state.decision.title != "Combat resolution":
        side = state.decision.side
        state = flow.apply(state, agent.decide(state, side))
    advice = state.defn.system.advice(state, 0)
    attacks, worth = advice.declared(), hole_worth(advice)
    assert attacks
    assert all(attack_value(advice, a, worth[a.target])[0] > 0 for a in attacks)


def test_attacks_a_weak_regiment_that_it_surrounds() -> None:
    units = {RIFLES: "0305", RIFLES_B: "0307", RIFLES_C: "0406", REGIMENT: "0306"}
    table = position(units, begin=declaration.begin(reserve=False), control=["0305", "0307", "0406"])
    told = answers(table)
    assert told[-1] == "end-declaration"
    assert any(text.startswith("attack") and text.endswith("0306") for text in told)


def test_a_barrage_opens_the_works() -> None:
    units = {RIFLES: "2041", REGIMENT: "2040", RIFLES_B: "3132", REGIMENT_B: "3031"}
    table = position(units, begin=declaration.begin(reserve=False), barrages=1)
    told = answers(table)
    assert any(text.startswith("barrage") for text in told)


def test_aircraft_support_where_a_column_is_worth_it() -> None:
    roster = position({}).state.defn.roster
    air = next(
        name for name, side, ground in zip(roster.ids, roster.side, roster.ground, strict=True) if not (side or ground)
    )
    units = {RIFLES: "0305", RIFLES_B: "0405", REGIMENT: "0306", REGIMENT_B: "0306", air: "air-ready"}
    table = position(units, begin=declaration.begin(reserve=False), control=["0305", "0405"])
    assert table.state.at[table.unit(air)] == AIR_READY
    assert any(text.startswith("support") for text in answers(table))


def test_maximum_effort_where_only_it_clears() -> None:
    # Five to one against a regiment in works: a normal effort clears it with a five or six only.
    units = {RIFLES: "3132", RIFLES_B: "3131", RIFLES_C: "3032", REGIMENT_B: "3031"}
    table = position(units, turn=14)
    attackers = tuple(table.unit(n) for n in (RIFLES, RIFLES_B, RIFLES_C))
    battle = Battle(table.cell("3031"), attackers)
    table.state.extra.battles = (battle,)
    table.run(lambda s: ResolveBattles())
    assert answers(table, most=1) == ["maximum-effort 3031"]


def test_aircraft_that_nobody_needs_strike() -> None:
    roster = position({}).state.defn.roster
    air = next(n for n, side, ground in zip(roster.ids, roster.side, roster.ground, strict=True) if side and not ground)
    units = {REGIMENT: "0306", TANKS: "1515", RIFLES: "1717", air: "air-ready"}
    table = position(units, side="german", begin=lambda s: Play("player turn", at=11))
    assert answers(table, most=1)[0] == f"strike {air} {TANKS}"


# -- small decisions ---------------------------------------------------------------------------------------------------


def test_losses_are_paid_in_infantry() -> None:
    table = position({PANZER: "0306", REGIMENT: "0306"}, side="soviet")
    units = (table.unit(PANZER), table.unit(REGIMENT))
    table.run(lambda s: TakeLosses(1, units, 1, (), table.cell("0306")))
    assert answers(table, most=1) == [f"lose {REGIMENT}*1"]


def test_a_unit_is_kept_rather_than_killed() -> None:
    table = position({REGIMENT: "0306", REGIMENT_B: "0306"}, steps={REGIMENT: 1})
    units = (table.unit(REGIMENT), table.unit(REGIMENT_B))
    table.run(lambda s: TakeLosses(1, units, 1, (), table.cell("0306")))
    assert answers(table, most=1) == [f"lose {REGIMENT_B}*1"]


def test_replacements_rebuild_a_regiment_that_is_gone() -> None:
    table = position(
        {REGIMENT: "eliminated", REGIMENT_B: "1010", RIFLES: "1515"}, begin=replacements.begin, side="german", turn=5
    )
    told = answers(table)
    assert any(text.startswith(f"rebuild {REGIMENT}") for text in told)


def test_a_reserve_comes_where_it_saves_the_post() -> None:
    units = {RIFLES: "0305", RIFLES_B: "0307", REGIMENT: "0306", PANZER: "0308", GRENADIER: "0308"}
    marks = {PANZER: RESERVE, GRENADIER: RESERVE}
    units[PANZER] = units[GRENADIER] = "0506"
    table = position(units, begin=declaration.begin(reserve=False), marks=marks, control=["0305", "0307"])
    table.do(f"attack {RIFLES} {RIFLES_B} 0306", "end-declaration")
    assert table.side == "german"
    told = answers(table)
    assert any(text.startswith("reinforce") for text in told)


def test_reinforcements_come_in() -> None:
    units = dict.fromkeys(("G-GD-Pz", "G-GD-GR", "G-GD-F", "G-GD-Rec"), "arriving")
    table = position({**units, RIFLES: "1515"}, begin=regular, side="german", turn=4, scenario="breakthrough")
    answers(table)
    assert all(table.state.at[table.unit(name)] >= 0 or table.state.at[table.unit(name)] == EXITED for name in units)


# -- reasons -----------------------------------------------------------------------------------------------------------


def test_reasons_name_units_hexes_and_exact_numbers() -> None:
    units = {RIFLES: "0305", RIFLES_B: "0307", REGIMENT: "0306"}
    table = position(units, begin=declaration.begin(reserve=False), control=["0305", "0307"])
    agent = Computer()
    agent.decide(table.state, 0)
    (reason,) = agent.reasons
    prospect = table.state.defn.system.advice(table.state, 0).prospect(
        Attack(table.cell("0306"), tuple((u, table.state.at[u]) for u in reason.units), maximum=True)
    )
    assert prospect is not None
    assert reason.numbers[0] in (prospect.cleared, 1.0)
    text = sentence(reason, table.state.defn)
    assert "0306" in text
    assert RIFLES in text


def test_every_move_of_a_phase_has_a_reason() -> None:
    state = after_first_blow(0)
    agent = Computer()
    while state.defn.system.advice(state, 1).stage == "replace":
        state = flow.apply(state, agent.decide(state, 1))
    before = list(state.at)
    while state.decision is not None and state.defn.system.advice(state, 1).stage == "move":
        state = flow.apply(state, agent.decide(state, 1))
    told = {u for reason in agent.reasons for u in reason.units}
    posts = {cell for reason in agent.reasons if reason.kind == "line" for cell in reason.hexes}
    moved = [u for u in range(len(before)) if state.at[u] != before[u] and state.at[u] >= 0]
    assert moved
    assert all(u in told or state.at[u] in posts for u in moved if state.defn.roster.ground[u])
    assert all(sentence(reason, state.defn) for reason in agent.reasons)
