"""kursk: what computer players are told and advised - values from the tables, costs of the rules, sensible choices."""

from __future__ import annotations

from random import Random

import pytest

from blackearth import ai
from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.advice import Advice, Attack, Staffed
from blackearth.core.dice import seed_of
from blackearth.core.game import new_game
from blackearth.systems.kursk import air, combat, combat_queries, movement, movement_phase
from blackearth.systems.kursk.advice import KurskAdvice
from blackearth.systems.kursk.advice_battle import Battles
from blackearth.systems.kursk.advice_escape import Escape
from blackearth.systems.kursk.advice_ground import Ground
from blackearth.systems.kursk.advice_threat import Threat
from blackearth.systems.kursk.board import GERMAN, PATROL, SOVIET, State, roster
from blackearth.systems.kursk.combat import CombatPhase
from blackearth.systems.kursk.limited import lone, without_partner
from blackearth.systems.kursk.movement_phase import MovementPhase
from tests.kursk.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, PZ_C, INF, INF_B, INF_C = "G-2Pz", "G-3Pz", "G-4Pz", "G-131ID", "G-321ID", "G-110ID"
RIFLE, RIFLE_B, RIFLE_C, TANK, TANK_B = "S-10A", "S-10B", "S-10C", "S-1T", "S-5T"
BASE, PLANE, S_BASE, S_PLANE = "G-Base1", "G-Air1", "S-Base1", "S-Air1"


def positions(scenario: str, number: int, decisions: int) -> list[State]:
    """Positions of a random game in which somebody moves or attacks."""
    state, random, found = new_game("kursk", scenario, seed=seed_of(number)).state, Random(number), list[State]()
    for _ in range(decisions):
        if state.decision is None:
            break
        if isinstance(state.flow[-1], CombatPhase | MovementPhase):
            found.append(state.clone())
        flow.perform(state, state.decision.sample(state, random))
    return found


def advised(table: Table, side: int = GERMAN) -> Action:
    """What the advice answers to the decision that is asked."""
    found = KurskAdvice(table.state, side).advised()
    assert found is not None
    assert not flow.why_not(table.state, found)
    return found


def orders(table: Table, side: int = GERMAN) -> list[Action]:
    """The plan of the phase; every order of it is allowed in its turn."""
    state, found = table.state, KurskAdvice(table.state, side).orders()
    for action in found:
        assert not flow.why_not(state, action)
        if action.verb == "move":
            state = flow.apply(state, action)
    return found


def goals(table: Table, side: int = GERMAN) -> dict[str, str]:
    """Where the plan of a movement phase sends units: unit to hex."""
    s = table.state
    return {s.defn.roster.ids[a.units[0]]: s.defn.map.grid.label(a.hexes[-1]) for a in orders(table, side)}


# -- what it tells is what the rules say -------------------------------------------------------------------------------


def test_it_is_advice_with_a_staff() -> None:
    state = new_game("kursk", "jul4", seed=seed_of(1)).state
    advice: Advice = KurskAdvice(state, GERMAN)
    assert isinstance(advice, Staffed)
    assert advice.stage == "move"


@pytest.mark.rule("kursk:combat-K", "kursk:tec-cumulative", "kursk:crt-EX")
@pytest.mark.parametrize("scenario", ["jul4"])
def test_prospects_are_those_of_the_odds(scenario: str) -> None:
    """For units that stand where they attack: the chances that a player is shown."""
    looked = 0
    for s in positions(scenario, 3, 500):
        if not isinstance(s.flow[-1], CombatPhase):
            continue
        for target, units in KurskAdvice(s, s.active).targets().items():
            assert not list(without_partner(s, units))
            found = KurskAdvice(s, s.active).prospect(Attack(target, tuple((u, s.at[u]) for u in units)))
            shown = combat_queries.outcomes(s, combat.fight_of(s, units, (target,)))
            assert found is not None
            assert found.cleared == pytest.approx(sum(x.chance for x in shown if x.clears))
            assert found.defender == pytest.approx(sum(x.chance * x.defender for x in shown))
            assert sum(chance for chance, _, _ in found.results) == pytest.approx(1)
            looked += not lone(s, target)
    assert looked > 10


@pytest.mark.rule("kursk:movement-A", "kursk:zoc-C", "kursk:tec-forest", "kursk:stacking-E")
@pytest.mark.parametrize("scenario", ["aug3-historical"])
def test_reach_is_that_of_the_rules(scenario: str) -> None:
    looked = 0
    for s in positions(scenario, 4, 120)[::12]:
        ground = Ground(s, s.active)
        for unit in movement_phase.movable(s, motorized=False)[::9]:
            found = ground.reach(unit, full=ground.full(unit))
            allowed = dict(movement.reachable(s, unit).cost)
            assert found == {s.at[unit]: 0, **allowed}
            for cell in list(allowed)[::5]:
                path = ground.path(unit, cell)
                assert movement.path_cost(s, unit, path) == allowed[cell]
            looked += 1
    assert looked > 40


@pytest.mark.parametrize(("player", "scenario"), [("computer", "aug3-historical"), ("greedy", "jul4")])
def test_a_game_turn_without_a_refused_answer(player: str, scenario: str) -> None:
    state = new_game("kursk", scenario, seed=seed_of(5), options={"kampfgruppen": True, "army-integrity": True}).state
    agents = [ai.make(player, f"5 {side}") for side in (0, 1)]
    decisions = 0
    while state.decision is not None and state.turn == 1:
        action = agents[state.decision.side].decide(state.clone(), state.decision.side)
        assert not flow.why_not(state, action)
        flow.perform(state, action)
        decisions += 1
    assert decisions > 60


# -- attacks -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:combat-B")
def test_the_attack_at_good_odds_and_not_the_bad_one() -> None:
    # Both rifles touch three divisions; one of them stands in works, the other on open ground.
    around = {INF: NW, INF_B: NW, INF_C: NW, RIFLE: NORTH, RIFLE_B: HEX}
    table = position(around, features={"soviet_works": [NORTH]})
    (attack,) = orders(table)
    assert attack.hexes == (table.state.defn.map.grid.cell(HEX),)


@pytest.mark.rule("kursk:crt-EX", "kursk:victory")
def test_tanks_alone_do_not_pay_for_an_exchange_of_infantry() -> None:
    # 5 to 2 is 2-1: half the faces are an exchange, fifteen points for two.
    assert orders(position({PZ: NW, RIFLE: HEX})) == []
    # With a partner that pays two points the tanks may come along.
    assert orders(position({PZ: NW, PZ_B: NW, INF: NW, RIFLE: HEX}))


@pytest.mark.rule("kursk:crt-AR", "kursk:crt-BR")
def test_nobody_attacks_where_a_retreat_would_be_the_end() -> None:
    state = position({INF: HEX, RIFLE: NORTH, RIFLE_B: SE, RIFLE_C: SW}).state
    escape, unit = Escape(state, GERMAN, Battles(state)), roster(state).index[INF]
    cell, north = state.at[unit], state.defn.map.grid.cell(NORTH)
    assert escape.stuck({cell: [unit]}, [north], state.stacks) > 2
    free = position({INF: HEX, RIFLE: NORTH}).state
    assert Escape(free, GERMAN, Battles(free)).stuck({cell: [unit]}, [north], free.stacks) < 1


@pytest.mark.rule("kursk:crt-BR", "kursk:zoc-F")
def test_defenders_without_a_way_back_are_worth_more() -> None:
    state = position({INF: NORTH, INF_B: SE, INF_C: SW, RIFLE: HEX}).state
    cell, grid = state.defn.map.grid.cell(HEX), state.defn.map.grid
    ring = [grid.cell(label) for label in (NORTH, SE, SW)]
    assert Escape(state, GERMAN, Battles(state)).trapped(ring, [cell], []) > 2
    open_ = position({INF: NORTH, RIFLE: HEX}).state
    assert Escape(open_, GERMAN, Battles(open_)).trapped([grid.cell(NORTH)], [cell], []) < 1


@pytest.mark.rule("kursk:combat-G")
def test_who_cannot_fight_is_taken_by_one_unit() -> None:
    (attack,) = orders(position({INF: NW, PZ: NW, "S-4A": HEX}))
    assert len(attack.units) == 1


@pytest.mark.rule("kursk:combat-H", "kursk:combat-G")
def test_one_unit_takes_two_hexes_in_which_nobody_can_fight() -> None:
    (attack,) = orders(position({INF: HEX, "S-1AT": NORTH, "S-13AT": NE}))
    assert len(attack.hexes) == 2


@pytest.mark.rule("kursk:combat-D", "kursk:combat-F")
def test_limited_units_count_as_far_as_they_have_partners() -> None:
    state = position({RIFLE: HEX, "S-1AT": HEX, "S-13AT": HEX, INF: NW}).state
    cell, battles = state.defn.map.grid.cell(HEX), Battles(state)
    assert battles.defence(state.stacks[cell], cell) == 3


@pytest.mark.rule("kursk:crt-EX")
def test_exchanges_are_paid_with_foot() -> None:
    # 12 to 4 is 3-1, 3 is an exchange: two divisions of infantry pay for the tanks.
    table = position({PZ: NW, INF: NW, PZ_B: SW, INF_B: SW, TANK: HEX}, [3]).do(
        f"attack {PZ} {INF} {PZ_B} {INF_B} {HEX}"
    )
    while "pay" not in table.verbs:
        table.do(table.verbs[-1])
    assert sorted(roster(table.state).ids[u] for u in advised(table).units) == sorted([INF, INF_B])


@pytest.mark.rule("kursk:crt-AR", "kursk:crt-BR")
def test_own_units_go_back_to_safety_and_the_enemy_into_the_open() -> None:
    """Both sides of a retreat are walked by the defender: his own towards friends, the attackers away from theirs."""
    # 2 to 2 is 1-1, 3 sends both back; 2115 and 2116 are as near to supply, and so are 1814 and 1815.
    table = position({INF: NW, INF_B: "1814", RIFLE: HEX, RIFLE_B: "2116"}, [3]).do(f"attack {INF} {HEX}")
    assert advised(table, SOVIET) == table.action(f"retreat {RIFLE} 2116")
    table.do(f"retreat {RIFLE} 2116")
    assert advised(table, SOVIET) == table.action(f"retreat {INF} 1815")


# -- postures ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:sequence", "kursk:victory")
def test_tanks_go_out_of_reach_after_the_combat() -> None:
    table = position({PZ: NW, PZ_B: NW, RIFLE: HEX, RIFLE_B: HEX}, begin=movement_phase.motorized)
    where = goals(table)
    grid, enemy = table.state.defn.map.grid, table.state.occupied[SOVIET]
    assert set(where) == {PZ, PZ_B}
    assert not any(grid.spread(grid.spread(enemy)) >> grid.cell(label) & 1 for label in where.values())


@pytest.mark.rule("kursk:victory")
def test_a_lone_stack_of_tanks_is_more_exposed_than_infantry() -> None:
    enemy = {RIFLE: NORTH, RIFLE_B: NORTH, RIFLE_C: NORTH}
    tanks, foot = (position({unit: HEX, **enemy}).state for unit in (PZ, INF))
    found = [
        Threat(s, GERMAN, Battles(s)).exposure(s.defn.map.grid.cell(HEX), s.stacks[s.defn.map.grid.cell(HEX)], 0)
        for s in (tanks, foot)
    ]
    assert found[0] > found[1]


@pytest.mark.rule("kursk:control", "kursk:victory-objectives")
def test_a_place_that_scores_is_not_left_empty() -> None:
    """With an enemy near, the only corps in Kursk stays in it; elsewhere the same corps would come to the front."""
    table = position({RIFLE: "2022", "G-131ID": "2025"}, side="soviet", begin=movement_phase.initial)
    table.state.control = table.state.defn.map.grid.all
    assert RIFLE not in goals(table, SOVIET)


@pytest.mark.rule("kursk:supply-E")
def test_nobody_moves_out_of_supply_without_need() -> None:
    table = position({PZ: "2414", INF: "1615", RIFLE: "3015"}, begin=movement_phase.motorized)
    orders(table)
    for action in orders(table):
        assert KurskAdvice(table.state, GERMAN).supplied(GERMAN) >> action.hexes[-1] & 1


# -- air ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:air-close-support")
@pytest.mark.parametrize(("attackers", "verb"), [((INF, INF_B, INF_C), "support"), ((INF, PZ, PZ_B, PZ_C), "roll")])
def test_close_support_is_flown_where_it_pays(attackers: tuple[str, ...], verb: str) -> None:
    # 6 to 4 against tanks is a gamble without aircraft; 8-1 against a corps wins anyway.
    target = TANK if verb == "support" else RIFLE
    hexes = (NW, SW, SW, SW)
    units = dict(zip(attackers, hexes, strict=False))
    table = position({**units, target: HEX, BASE: "1515", PLANE: "at-base"})
    table.do(f"attack {' '.join(attackers)} {HEX}")
    assert advised(table).verb == verb


@pytest.mark.rule("kursk:air-cap")
def test_a_patrol_covers_the_most_exposed_stack() -> None:
    table = position(
        {PZ: HEX, RIFLE: NORTH, RIFLE_B: NORTH, RIFLE_C: NE, INF: "1615", BASE: "0915", PLANE: "at-base"},
        begin=air.take_off,
    )
    action = advised(table)
    assert action.verb == "patrol"
    assert action.hexes == (table.state.defn.map.grid.cell(HEX),)


@pytest.mark.rule("kursk:air-interdiction", "kursk:supply-D")
def test_interdiction_cuts_the_railway_that_feeds_many() -> None:
    # All Soviet supply comes from 2515, which is within the range of the aircraft.
    front = {RIFLE: NORTH, RIFLE_B: NORTH, RIFLE_C: NE, INF: "1615", BASE: "1515", PLANE: "at-base"}
    table = position(front, begin=air.take_off)
    assert advised(table) == table.action(f"interdict {PLANE} 2515")


@pytest.mark.rule("kursk:air-interception", "kursk:supply-D")
@pytest.mark.parametrize(("where", "verb"), [("2515", "intercept"), ("2415", "end-interception")])
def test_interceptors_rise_where_supply_is_cut(where: str, verb: str) -> None:
    front = {RIFLE: NORTH, RIFLE_B: NORTH, RIFLE_C: NE, INF: "1615", BASE: "1515", PLANE: where}
    table = position({**front, S_BASE: "2717", S_PLANE: "at-base"}, side="soviet", begin=air.interception)
    assert advised(table, SOVIET).verb == verb


@pytest.mark.rule("kursk:air-interception", "kursk:air-cap")
@pytest.mark.parametrize(("aircraft", "verb"), [(1, "end-interception"), (2, "intercept")])
def test_a_patrol_over_exposed_tanks_is_sent_home_if_another_aircraft_is_left(aircraft: int, verb: str) -> None:
    planes = {"S-Base1": "2414", "S-Air1": "at-base", "S-Base2": "2414", "S-Air2": "at-base"}
    mine = dict(list(planes.items())[: 2 * aircraft])
    front = {PZ: HEX, PZ_B: HEX, RIFLE: NORTH, RIFLE_B: NE, INF: "1515", BASE: "1514", PLANE: HEX}
    table = position({**front, **mine}, side="soviet", begin=air.interception, marks={PLANE: PATROL})
    assert advised(table, SOVIET).verb == verb
