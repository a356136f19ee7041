"""rof:5.1, 5.2, 13.1, 15.x - the order of the steps and what each of them leaves behind."""

from __future__ import annotations

import pytest

from blackearth.core.events import StepBegan
from blackearth.systems.ring_of_fire.board import FIRED, RESERVE, in_supply, supplied, supply_sources
from blackearth.systems.ring_of_fire.sequence import TITLES, Play, Turns
from tests.ring_of_fire.build import Table, position

A, TANK, REGIMENT = "S-167R", "S-2T-26T", "G-75-172"


def titles(table: Table) -> list[str]:
    return [f"{e.side} {e.title}" for e in table.events if isinstance(e, StepBegan)]


@pytest.mark.rule("rof:5.1", "rof:5.2")
def test_both_player_turns_step_by_step() -> None:
    table = position({A: "3301", REGIMENT: "0501", "S-AIR-1": "air-flown"}, turn=2)
    table.run(lambda s: Turns())
    table.do("end-movement", "end-movement")
    assert table.state.turn == 3
    wanted = [f"{side} {title}" for side in (0, 1) for title in TITLES]
    assert titles(table)[: len(wanted)] == wanted
    assert table.where("S-AIR-1") == "air-ready"  # a new game turn


@pytest.mark.rule("rof:5.1", "rof:16.1", "rof:16.2")
@pytest.mark.parametrize(("scenario", "last"), [("breakthrough", 4), ("rumyantsev", 14)])
def test_the_game_ends_after_its_last_turn(scenario: str, last: int) -> None:
    table = position({A: "3301", REGIMENT: "0501"}, turn=last, scenario=scenario)
    table.run(lambda s: Turns(1))
    assert table.side == "german"
    table.do("end-movement")
    assert table.over
    assert table.state.defn.system.result(table.state) is not None


@pytest.mark.rule("rof:13.1")
def test_interdiction_lasts_until_the_enemys_reserve_movement_ends() -> None:
    table = position({A: "3301", REGIMENT: "0501", "S-AIR-1": "0601", "G-AIR-1": "3302"}, turn=2)
    table.run(lambda s: Turns())
    assert table.where("G-AIR-1") == "3302"
    table.do("end-movement")
    # Now it is the German Movement Phase: the German marker of last turn came off after the Soviet reserve movement.
    assert table.where("G-AIR-1") == "air-ready"
    assert table.where("S-AIR-1") == "0601"
    table.do("end-movement", "end-strikes", "end-strikes")
    assert table.where("S-AIR-1") == "air-ready"  # off after the German reserve movement; a new turn has begun


@pytest.mark.rule("rof:12.161")
def test_tank_combat_markers_are_gone_in_the_enemys_turn() -> None:
    table = position({TANK: "3301", REGIMENT: "0501"}, marks={TANK: FIRED})
    table.run(lambda s: Play("player turn", 7))
    assert not table.marked(TANK, FIRED)


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:15.4", "rof:3.4")
def test_supply_lines_run_to_friendly_edges() -> None:
    table = position({A: "0305", REGIMENT: "0307"}, control=[])
    state = table.state
    assert in_supply(state, table.unit(A))  # any length, through enemy-controlled hexes
    assert in_supply(state, table.unit(REGIMENT))
    label = state.defn.map.grid.find
    soviet, german = state.defn.map.masks["soviet_edge"], state.defn.map.masks["german_edge"]
    for hexes, mine, other in (
        (("3313", "3301", "0101", "0132", "2001"), german, soviet),
        (("3314", "0133", "2045"), soviet, german),
    ):
        for text in hexes:
            assert mine >> label(text) & 1
            assert not other >> label(text) & 1


@pytest.mark.rule("rof:15.4", "rof:10.4")
def test_enemy_units_and_links_cut_supply() -> None:
    ring = {"S-340R": "0205", "S-180R": "0405", "S-204R": "0307", "S-232R": "0206", "S-240R": "0406", A: "0305"}
    table = position({REGIMENT: "0306"} | ring)
    assert not in_supply(table.state, table.unit(REGIMENT))
    # Three units in every second hex round it do the same by their links.
    table = position({REGIMENT: "0306", A: "0305", "S-180R": "0406", "S-204R": "0206"})
    assert not in_supply(table.state, table.unit(REGIMENT))
    # Two do not.
    table = position({REGIMENT: "0306", A: "0305", "S-180R": "0406"})
    assert in_supply(table.state, table.unit(REGIMENT))


@pytest.mark.rule("rof:15.4")
def test_kharkov_supplies_the_germans_until_soviets_enter() -> None:
    table = position({REGIMENT: "1132"})
    kharkov = supply_sources(table.state, 1) & ~table.state.defn.map.masks["german_edge"]
    grid = table.state.defn.map.grid
    assert sorted(grid.labels(kharkov)) == ["1031", "1032", "1131", "1132", "1133", "1231", "1232"]
    assert not kharkov >> grid.cell("0933") & 1
    lost = position({REGIMENT: "1132"}, lost_supply=(grid.cell("1132"),))
    assert not supply_sources(lost.state, 1) >> grid.cell("1132") & 1
    assert supply_sources(lost.state, 1) >> grid.cell("1232") & 1


@pytest.mark.rule("rof:15.4")
def test_a_kharkov_hex_is_lost_for_good_when_entered() -> None:
    from blackearth.systems.ring_of_fire.movement_phase import regular

    table = position({TANK: "1333", REGIMENT: "0501"}, begin=regular)
    table.do("move S-2T-26T 1333 1232", "move S-2T-26T 1232 1333")
    grid = table.state.defn.map.grid
    assert table.state.extra.lost_supply == (grid.cell("1232"),)
    assert not supply_sources(table.state, 1) >> grid.cell("1232") & 1


@pytest.mark.rule("rof:15.4")
def test_oos_units_live_on() -> None:
    table = position({REGIMENT: "0306", A: "0305", "S-180R": "0406", "S-204R": "0206"}, turn=2)
    table.run(lambda s: Turns())
    for _ in range(4):
        while table.state.decision is not None and table.state.turn < 4:
            verb = next(v for v in table.verbs if v.startswith(("end-", "stay", "leave", "resolve")))
            table.do(verb)
    assert table.where(REGIMENT) == "0306"


@pytest.mark.rule("rof:3.5")
def test_nothing_is_hidden() -> None:
    table = position({A: "0305", REGIMENT: "0307"}, marks={REGIMENT: RESERVE})
    system = table.state.defn.system
    assert system.view(table.state, 0) == system.view(table.state, 1) == system.view(table.state, None)
    assert supplied(table.state, 0)
