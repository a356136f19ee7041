"""rof:4.0, 16.1, 16.2 - setting up."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core.game import new_game
from blackearth.systems.ring_of_fire import setup, setup_checks
from blackearth.systems.ring_of_fire.board import RESERVE, STACK_LIMIT, State, adjacent_to_enemy, facts, stack_size
from tests.ring_of_fire.setups import (
    SCENARIOS,
    at_step,
    blocked,
    both_scenarios,
    empty,
    faults,
    leg_posts,
    own,
    suggested,
)

# -- the suggested set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:4.0", "rof:16.1-setup", "rof:16.2-setup")
@both_scenarios
def test_the_suggested_set_up_is_complete_and_legal(scenario: str) -> None:
    table = suggested(scenario)
    state, units = table.state, facts(table.state).units
    assert faults(table) == []
    assert state.decision is None
    for u, name in enumerate(units.ids):
        place = table.where(name)
        assert (place == "air-ready") == bool(units.air[u])
        assert (place == "arriving") == bool(units.entry_turn[u])
        assert state.steps[u] == units.steps[u]
    assert (state.turn, state.active) == (1, 0)


@pytest.mark.rule("rof:12.62", "rof:16.1-setup")
@both_scenarios
def test_the_soviets_start_with_four_barrages_and_six_air_units(scenario: str) -> None:
    state = suggested(scenario).state
    air = [facts(state).units.side[u] for u in range(len(state.at)) if facts(state).units.air[u]]
    assert state.extra.barrages == 4
    assert (air.count(0), air.count(1)) == (6, 3)


@pytest.mark.rule("rof:3.3")
def test_control_follows_the_start_line() -> None:
    """ROF-S16: the hexes of the first line and the bridgehead are German."""
    state = suggested().state
    grid = state.defn.map.grid
    for label in ("3313", "0132", "2439", "3037"):
        assert state.controlled(1) >> grid.cell(label) & 1
    for label in ("3314", "0133", "3339", "0145"):
        assert state.controlled(0) >> grid.cell(label) & 1
    assert state.controlled(0) ^ state.controlled(1) == grid.all


# -- zones -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:16.1-setup", "rof:16.2-setup")
@both_scenarios
def test_the_printed_order(scenario: str) -> None:
    table = own(scenario)
    order = []
    for _ in range(3):
        decision = table.state.decision
        assert decision is not None
        order.append((table.side, decision.title))
        assert table.state.active == decision.side
        table.do("suggest", "done")
    assert order == [
        ("soviet", "Set-up: leg units"),
        ("german", "Set-up: all units"),
        ("soviet", "Set-up: mobile units"),
    ]
    assert table.over
    assert faults(table) == []
    assert table.state.active == 0


@pytest.mark.rule("rof:16.1-setup", "rof:16.2-setup")
@both_scenarios
@pytest.mark.parametrize(
    ("number", "unit", "good", "bad"),
    [
        (0, "S-167R", ["3314", "2440", "1642"], ["3313", "2439", "3037", "1022"]),
        (1, "G-75-172", ["3313", "2439", "1022", "0132"], ["3314", "2440", "0133"]),
        (1, "G-6Z-Pz", ["2737", "2837", "2736"], ["2735", "2937", "1022"]),
        (1, "G-7Z-Rec", ["2814", "2914"], ["2816", "1022"]),
        (1, "G-11Z-Rec", ["2623", "2622"], ["2620"]),
        (1, "G-19Z-Rec", ["2734", "2735"], ["2730"]),
        (2, "S-IND-192T", ["3320", "1744", "0145"], ["3313", "2439"]),
    ],
)
def test_zones(scenario: str, number: int, unit: str, good: list[str], bad: list[str]) -> None:
    table = at_step(number, scenario)
    for u in facts(table.state).content.setup[number].units:
        table.state.put(u, -9)
    zone = facts(table.state).units.zone[table.unit(unit)]
    for label in good:
        if table.state.stacks.get(table.cell(label)) is None:
            assert table.do(f"set {unit} {label}").where(unit) == label
    offered = next(c.to_json(table.state.defn)["hexes"] for c in table.choices if c.group == zone)
    assert set(good) - set(offered) <= {label for label in good if _full(table.state, label)}
    for label in bad:
        refusals = table.refusals(f"set {unit} {label}")
        assert [r.cite for r in refusals if r.units] == [f"{facts(table.state).content.scenario.cite}-setup"]
        assert label not in offered


def _full(state: State, label: str) -> bool:
    stack = state.stacks.get(state.defn.map.grid.cell(label), ())
    return stack_size(state, stack) >= STACK_LIMIT


@pytest.mark.rule("rof:16.1-setup", "rof:16.2-setup")
@both_scenarios
def test_only_independent_brigades_of_the_mobile_units_start_east_of_the_donets(scenario: str) -> None:
    """ROF-A33: motorized rifle units are mobile, too."""
    table = at_step(2, scenario)
    assert table.state.defn.map.has("east_of_donets", table.cell("1744"))
    cite = f"{facts(table.state).content.scenario.cite}-setup"
    for unit in ("S-2T-58MR", "S-2T-26T"):
        assert table.cites(f"set {unit} 1744") == [cite]
    table.do("set S-IND-192T 1744")


@pytest.mark.rule("rof:9.1", "rof:16.1-setup")
def test_stacking_holds_at_set_up() -> None:
    """ROF-A11: a division counts three, four is the most."""
    table = own().do("set S-167R 3320")
    assert table.cites("set S-180R 3320") == ["rof:9.1"]
    assert table.cites("set S-180R S-204R 3322") == ["rof:9.1"]
    table.do("set S-180R 3322", "set S-167R 3318", "set S-180R 3320")
    assert (table.where("S-167R"), table.where("S-180R")) == ("3318", "3320")


@pytest.mark.rule("rof:16.1-setup")
@pytest.mark.parametrize(
    "text",
    ["set 3320", "set S-167R", "set S-167R 3320 3321", "set S-167R*1 3320", "set G-75-172 3320", "set S-AIR-1 3320"],
)
def test_nothing_else_is_placed(text: str) -> None:
    assert set(own().cites(text)) == {"rof:16.1-setup"}


@pytest.mark.rule("rof:16.1-setup")
def test_units_may_be_placed_again_until_the_step_is_done_but_not_later() -> None:
    table = own().do("set S-167R 3320", "set S-167R 3330").do("fill", "done")
    assert table.side == "german"
    assert table.where("S-167R") == "3330"
    assert set(table.cites("set S-167R 3320")) == {"rof:16.1-setup"}


@pytest.mark.rule("rof:16.1-setup")
def test_a_step_ends_only_when_every_unit_is_placed() -> None:
    table = own().do("set S-167R 3320")
    assert blocked(table) == ("rof:16.1-setup", "62 units are still to be placed, among them S-180R")
    assert table.cites("done") == ["rof:16.1-setup"]
    table.do("fill")
    assert blocked(table) is None
    assert table.where("S-167R") == "3320"
    assert "fill" not in table.verbs


@pytest.mark.rule("rof:16.1-setup", "rof:9.1")
def test_filling_up_keeps_to_zones_and_stacks_wherever_the_others_stand() -> None:
    """Units that find their suggested hex full go to the nearest one with room."""
    table = own().do("set S-167R 3215", "set S-180R 3216", "set S-204R 3217").do("fill", "done")
    table.do("set G-75-172 2737", "set G-75-202 2737", "set G-75-222 2737", "fill")
    assert [f for f in faults(table) if "counts" in f or "must stand" in f] == []
    six = [u for u in facts(table.state).content.setup[1].units if facts(table.state).units.zone[u] == "6_panzer"]
    assert len(six) == 4
    assert all(table.state.at[u] >= 0 for u in six)


# -- reserves --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:14.1", "rof:16.1-setup")
def test_any_unit_may_start_in_reserve_and_stop_it() -> None:
    table = own().do("set S-167R 3340", "set S-180R 3338", "set-reserve S-167R S-180R", "clear-reserve S-180R")
    assert table.marked("S-167R", RESERVE)
    assert not table.marked("S-180R", RESERVE)
    assert table.cites("set-reserve S-167R") == ["rof:14.1"]
    assert table.cites("clear-reserve S-180R") == ["rof:14.1"]
    assert table.cites("set-reserve S-204R") == ["rof:14.1"]
    assert table.cites("set-reserve") == ["rof:14.1"]
    assert not table.do("set S-167R 3339").marked("S-167R", RESERVE)


@pytest.mark.rule("rof:14.1", "rof:16.1-setup")
def test_no_reserve_next_to_the_enemy() -> None:
    """ROF-S07; the other reading allows it."""
    for reading, allowed in (("a", False), ("b", True)):
        table = at_step(1, rulings={"ROF-S07": reading}).do("suggest")
        state = table.state
        front = next(u for u in leg_posts(table).values() if adjacent_to_enemy(state, u))
        text = f"set-reserve {state.defn.roster.ids[front]}"
        if allowed:
            assert table.do(text, "done").side == "soviet"
        else:
            assert table.cites(text) == ["rof:14.1"]
            state.marks[front] |= RESERVE
            assert "next to the enemy" in str([r.text for r in setup_checks.all_faults(state)])


@pytest.mark.rule("rof:14.1", "rof:14.2", "rof:16.1-setup")
def test_a_reserve_next_to_which_the_enemy_sets_up_later_is_none_any_more() -> None:
    """The Germans chose it before the last Soviet units came."""
    table = at_step(2).do("suggest")
    exposed = next(u for u in leg_posts(table).values() if adjacent_to_enemy(table.state, u))
    table.state.marks[exposed] |= RESERVE
    table.do("done")
    assert table.over
    assert not table.marked(table.state.defn.roster.ids[exposed], RESERVE)
    assert any(table.marked(i, RESERVE) for i in ("G-6Z-Pz", "G-7Z-Pz"))


@pytest.mark.rule("rof:14.1", "rof:11.3", "rof:16.1-setup")
def test_filling_up_and_placing_respect_an_enemy_who_stands_there_already() -> None:
    """No legal set-up brings an enemy into a zone, but a corrected data file may."""
    table = at_step(1)
    home, reserve = facts(table.state).content.suggested[table.unit("G-6Z-Pz")]
    label = table.state.defn.map.grid.label
    near = table.state.defn.map.grid.near[home][0]
    assert reserve
    table.state.put(table.unit("S-IND-192T"), near)
    assert table.cites(f"set G-6Z-Pz {label(near)}") == ["rof:11.3"]
    table.do("fill")
    assert table.where("G-6Z-Pz") == label(home)
    assert not table.marked("G-6Z-Pz", RESERVE)
    assert table.marked("G-7Z-Pz", RESERVE)


# -- by the dice -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:16.1-setup", "rof:16.2-setup", "rof:14.1")
@pytest.mark.parametrize("seed", range(4))
def test_automatic_set_ups_are_legal_and_vary(seed: int) -> None:
    table, again, other = (empty(SCENARIOS[seed % 2]) for _ in range(3))
    setup.automatic(table.state, Random(seed))
    setup.automatic(again.state, Random(seed))
    setup.automatic(other.state, Random(seed + 100))
    assert faults(table) == []
    assert faults(other) == []
    assert (table.state.at, table.state.marks) == (again.state.at, again.state.marks)
    different = sum(a != b for a, b in zip(table.state.at, other.state.at, strict=True))
    assert different > 40
    reserves = [u for u in facts(table.state).units.of_side(0) if table.state.marks[u] & RESERVE]
    assert len(reserves) > 40


def test_random_players_come_to_a_legal_end() -> None:
    for seed in range(3):
        table, random = own(), Random(seed)
        for _ in range(400):
            decision = table.state.decision
            if decision is None:
                break
            action = decision.sample(table.state, random)
            table.do(action.text(table.state.defn.roster, table.state.defn.map.grid))
        assert table.over
        assert faults(table) == []


@both_scenarios
def test_a_game_begins_with_the_first_soviet_decision_after_the_set_up(scenario: str) -> None:
    first = new_game("ring-of-fire", scenario, seed="00", setup="suggested").decision
    game = new_game("ring-of-fire", scenario, seed="00", setup="own")
    for text in ("suggest", "done") * 3:
        game.apply(game.parse(text))
    assert first is not None
    assert game.decision is not None
    assert (game.decision.title, game.decision.side) == (first.title, first.side)


def test_a_set_up_survives_a_save() -> None:
    table = own().do("set S-167R 3320", "set-reserve S-167R").saved().do("fill", "done").saved()
    assert table.side == "german"
    assert table.marked("S-167R", RESERVE)
