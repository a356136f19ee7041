"""What computer players are told about Kharkov and Rostov: exact outcomes, legal answers to the small decisions."""

from __future__ import annotations

from random import Random

import pytest

from blackearth import ai
from blackearth.ai.assault import Field, packages_for
from blackearth.ai.manoeuvre import Manoeuvre
from blackearth.core import flow
from blackearth.core.advice import Attack
from blackearth.core.dice import seed_of
from blackearth.core.game import new_game
from blackearth.systems.kharkov import advice_ground, combat_queries, ground, odds
from blackearth.systems.kharkov.advice import KharkovAdvice
from blackearth.systems.kharkov.advice_odds import Calculator
from blackearth.systems.kharkov.board import ISOLATED, ISOLATED_TWICE, Fight, State, facts, frozen
from blackearth.systems.kharkov.combat import CombatPhase
from blackearth.systems.kharkov.fights import defenders_of
from blackearth.systems.kharkov.movement_phase import regular
from tests.kharkov.build import position

SCENARIOS = ("kharkov-1943", "rostov-1941")


def positions(scenario: str, number: int, decisions: int) -> list[State]:
    """Positions of a random game in which attacks may be announced."""
    state, random, found = new_game("kharkov", scenario, seed=seed_of(number)).state, Random(number), list[State]()
    for _ in range(decisions):
        if state.decision is None:
            break
        if isinstance(state.flow[-1], CombatPhase):
            found.append(state.clone())
        flow.perform(state, state.decision.sample(state, random))
    return found


@pytest.mark.rule("ms:G2", "ms:G6-river", "rostov:1-shift", "rostov:6")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_outcomes_are_those_of_the_odds(scenario: str) -> None:
    """For units that stand where they attack: the same column, the same losses as the odds that a player is shown."""
    looked = 0
    for s in positions(scenario, 5, 260):
        advice = KharkovAdvice(s, s.active)
        for target, units in advice.targets().items():
            fight = Fight(target, units, defenders_of(s, target))
            o = odds.odds(s, fight)
            posts = tuple((u, s.at[u]) for u in units)
            found = Calculator(s, s.active).prospect(Attack(target, posts), (0, 0), 0)
            assert found is not None
            assert found.column == o.final
            outcomes = combat_queries.outcomes(s, fight, o)
            assert found.attacker == pytest.approx(sum(x.chance * x.attacker for x in outcomes))
            assert found.defender >= sum(x.chance * x.defender for x in outcomes) - 1e-9
            assert sum(chance for chance, _, _ in found.results) == pytest.approx(1)
            looked += 1
    assert looked > 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_costs_are_those_of_the_ground(scenario: str) -> None:
    s = new_game("kharkov", scenario, seed=seed_of(1)).state
    there = advice_ground.steps(facts(s), frozen(s), True, False)
    back = advice_ground.steps(facts(s), frozen(s), True, True)
    for a in s.defn.map.grid.cells:
        for b, cost in there[a]:
            assert cost == sum(part[1] for part in ground.parts(facts(s), frozen(s), True, a, b))
            assert (a, cost) in back[b]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_side_has_a_rim_behind_its_front(scenario: str) -> None:
    defn = facts(new_game("kharkov", scenario, seed=seed_of(1)).state)
    soviet, german = advice_ground.rims(defn)
    assert len(soviet) > 20
    assert len(german) > 20
    assert not set(soviet) & set(german)
    supply = defn.map.masks["german_supply"]
    assert sum(1 for cell in german if supply >> cell & 1) > 10


@pytest.mark.parametrize(("scenario", "decisions"), [("kharkov-1943", 150), ("rostov-1941", 150)])
def test_the_advised_answers_are_legal(scenario: str, decisions: int) -> None:
    """Wherever a random game stands the rulebook's own answer is one that the rules allow."""
    state, random, kinds = new_game("kharkov", scenario, seed=seed_of(14)).state, Random(14), set[str]()
    for _ in range(decisions * 4):
        decision = state.decision
        assert decision is not None
        advised = KharkovAdvice(state, decision.side).advised()
        if advised is not None:
            assert not flow.why_not(state, advised), advised.text(state.defn.roster, state.defn.map.grid)
            kinds.add(advised.verb)
        flow.perform(state, decision.sample(state, random))
        if len(kinds) >= 7:
            break
    assert len(kinds) >= 4, kinds


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_is_never_refused(scenario: str) -> None:
    state = new_game("kharkov", scenario, seed=seed_of(2)).state
    agents = [ai.make("greedy", side) for side in (0, 1)]
    for _ in range(70):
        decision = state.decision
        assert decision is not None
        action = agents[decision.side].decide(state.defn.system.fork(state, decision.side, seed_of(9)), decision.side)
        assert not flow.why_not(state, action)
        flow.perform(state, action)


def test_a_unit_that_dies_on_the_way_out_of_a_city_goes_no_further() -> None:
    """ms:J - its second marker costs its last step when it leaves; a plan that moves it twice is not broken by that."""
    table = position({"K-GP-07": "0933"}, begin=regular, marks={"K-GP-07": ISOLATED | ISOLATED_TWICE}, control=["0933"])
    unit, m = table.unit("K-GP-07"), Manoeuvre(KharkovAdvice(table.state, 0))
    assert m.go(unit, table.cell("0934"))
    assert m.at(unit) < 0
    assert not m.go(unit, table.cell("0935"))


def test_a_unit_is_in_one_hex_of_a_package_only() -> None:
    """Two units that can come to all six hexes around the enemy attack from two of them, not each from every one."""
    units = {"K-GP-01": "2643", "K-GP-02": "2644", "K-19Pz": "2647"}
    advice = KharkovAdvice(position(units, begin=regular).state, 0)
    target, able = advice.units(1)[0], advice.units(0)
    cell = advice.state.at[target]
    around = advice.state.defn.map.grid.near[cell]
    where = Field({}, dict.fromkeys(around, able), dict.fromkeys(around, 8), {cell: 10.0})
    packages = packages_for(advice, where, cell, 0, 0)
    assert {len(attack.posts) for _, attack in packages} == {1, 2}
    for package, attack in packages:
        assert len({unit for unit, _ in attack.posts}) == len(attack.posts)
        assert sum(n for key, n in package.needs.items() if isinstance(key, tuple) and key[0] == "unit") == len(
            attack.posts
        )
