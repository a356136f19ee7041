"""rof:6.0 - the Replacement Phase."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.events import Note, Placed, StepsGained
from blackearth.systems.ring_of_fire import movement_phase, replacements
from blackearth.systems.ring_of_fire.board import RESERVE
from tests.ring_of_fire.build import Table, position

#: A quiet country: Soviets in the north, a German hexes away.
FAR = {"S-167R": "3216", "G-GD-Pz": "2010"}


def _pocket() -> dict[str, str]:
    """Germans in all twelve hexes two away from 1615."""
    table = position({})
    grid, roster = table.state.defn.map.grid, table.state.defn.roster
    centre = grid.cell("1615")
    ring = [cell for cell in grid.cells if grid.distance(centre, cell) == 2]
    germans = [i for n, i in enumerate(roster.ids) if roster.side[n] == 1 and roster.ground[n] and "GD" not in i]
    return {germans[-1 - n]: grid.label(cell) for n, cell in enumerate(ring)}


POCKET = _pocket()


def phase(units: dict[str, str] | None = None, *, side: str = "soviet", turn: int = 6, **more: object) -> Table:
    """A Replacement Phase; turn 6 gives the Soviets 2 leg and 3 mobile steps, the Germans 2 and 1."""
    return position(units or FAR, begin=replacements.begin, side=side, turn=turn, **more)  # type: ignore[arg-type]


def hand(table: Table) -> tuple[tuple[int, int], tuple[int, int]]:
    return table.state.extra.leg, table.state.extra.mobile


# -- receiving -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:6.1")
def test_turn_seven_is_the_printed_example() -> None:
    assert hand(phase(turn=7)) == ((2, 0), (3, 0))
    assert hand(phase(turn=7, side="german")) == ((0, 2), (0, 1))


@pytest.mark.rule("rof:6.1", "rof:6.2")
def test_steps_add_up_without_limit_and_say_so() -> None:
    table = phase(leg=(40, 5), mobile=(12, 6))
    assert hand(table) == ((42, 5), (15, 6))
    note = next(e for e in table.events if isinstance(e, Note))
    assert (note.side, note.cite) == (0, "rof:6.1")
    assert "2 leg and 3 mobile" in note.text
    assert "42 leg and 15 mobile" in note.text


@pytest.mark.rule("rof:16.1-turn1", "rof:16.2-turn1")
@pytest.mark.parametrize("scenario", ["breakthrough", "rumyantsev"])
def test_no_soviet_steps_on_turn_one(scenario: str) -> None:
    table = phase(turn=1, scenario=scenario)
    assert hand(table) == ((0, 0), (0, 0))
    assert not any(isinstance(e, Note) for e in table.events)
    assert hand(phase(turn=1, scenario=scenario, side="german")) == ((0, 1), (0, 1))


@pytest.mark.rule("rof:12.62", "rof:clar-1", "rof:16.1-reinforcements")
def test_barrage_markers_come_on_turns_two_and_four() -> None:
    got = [phase(turn=turn, scenario="breakthrough", barrages=1).state.extra.barrages for turn in (1, 2, 3, 4)]
    assert got == [1, 2, 1, 2]
    assert phase(turn=2, side="german", barrages=1).state.extra.barrages == 1


@pytest.mark.rule("rof:12.62", "rof:16.2-reinforcements")
def test_five_more_barrage_markers_in_the_campaign() -> None:
    got = {turn: phase(turn=turn).state.extra.barrages for turn in range(1, 15)}
    assert {turn for turn, count in got.items() if count} == {2, 4, 7, 8, 10}
    assert sum(got.values()) == 5


AIR = [f"S-AIR-{n}" for n in range(1, 7)]


@pytest.mark.rule("rof:8.0", "rof:16.2-withdrawals")
def test_two_soviet_air_units_leave_on_turn_five() -> None:
    for turn, side, gone in ((4, "soviet", 0), (5, "soviet", 2), (5, "german", 0), (6, "soviet", 0)):
        table = phase(dict.fromkeys(AIR, "air-ready"), turn=turn, side=side)
        assert [table.where(name) for name in AIR].count("withdrawn") == gone
        assert sum(isinstance(e, Placed) and "withdrawn" in e.reason for e in table.events) == gone


@pytest.mark.rule("rof:8.0")
def test_a_flying_air_unit_is_withdrawn_only_when_no_other_is_left() -> None:
    places = dict(zip(AIR, ["1820", "1820", "air-flown", "1820", "air-ready", "1820"], strict=True))
    table = phase(places, turn=5)
    assert {name for name in AIR if table.where(name) == "withdrawn"} == {AIR[2], AIR[4]}
    table = phase({name: places[name] for name in AIR[:3]}, turn=5)
    assert table.where(AIR[2]) == "withdrawn"
    assert [table.where(name) for name in AIR[:2]].count("withdrawn") == 1


# -- replenishing ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:6.3", "rof:6.5")
def test_a_reduced_unit_gets_steps_and_the_track_goes_down() -> None:
    table = phase(steps={"S-167R": 1}).do("replenish S-167R*2")
    assert table.steps("S-167R") == [3]
    assert hand(table) == ((0, 0), (3, 0))
    gained = [(e.steps, e.now) for e in table.events if isinstance(e, StepsGained)]
    assert gained == [(2, 3)]


@pytest.mark.rule("rof:6.3")
def test_steps_may_be_given_one_by_one_and_never_above_full_strength() -> None:
    table = phase(steps={"S-167R": 2}, leg=(9, 0)).do("replenish S-167R*1")
    assert table.cites("replenish S-167R*2") == ["rof:6.3"]
    table.do("replenish S-167R*1")
    assert table.steps("S-167R") == [4]
    assert table.over  # nothing is left to spend on: the phase has ended by itself


@pytest.mark.rule("rof:6.3")
def test_no_more_steps_than_are_in_hand() -> None:
    table = phase(steps={"S-167R": 1})
    assert table.cites("replenish S-167R*3") == ["rof:6.3"]
    assert table.choice("replenish")["most_of"] == {"S-167R": 2}


@pytest.mark.rule("rof:6.3", "rof:2.413")
@pytest.mark.parametrize("given", ["leg", "mobile"])
@pytest.mark.parametrize(
    ("unit", "side", "kind"),
    [
        ("S-167R", "soviet", "leg"),
        ("S-6GAbn", "soviet", "leg"),
        ("S-2T-58MR", "soviet", "leg"),
        ("S-IND-192T", "soviet", "mobile"),
        ("G-75-172", "german", "leg"),
        ("G-GD-Rec", "german", "mobile"),
        ("G-GD-Pz", "german", "mobile"),
    ],
)
def test_each_type_takes_its_own_steps_on_the_map_and_from_the_box(unit: str, side: str, kind: str, given: str) -> None:
    """ROF-S18: motorized rifle and airborne are rebuilt with leg steps, German recon with mobile ones."""
    home = "3216" if side == "soviet" else "1010"
    for place, steps, act in ((home, 1, f"replenish {unit}*1"), ("eliminated", 0, f"rebuild {unit} {home}")):
        table = position({unit: place}, side=side, turn=6, steps={unit: steps}, **{given: (1, 1)})  # type: ignore[arg-type]
        table.run(lambda s: replacements.ReplacementPhase())
        if given == kind:
            table.do(act)
            assert table.steps(unit) == [steps + 1]
            left = getattr(table.state.extra, given)
            assert left == ((0, 1) if side == "soviet" else (1, 0))
        assert table.over


@pytest.mark.rule("rof:6.3")
def test_replenishing_needs_supply_but_not_distance_from_the_enemy() -> None:
    """A Soviet unit next to a German one is replenished; one in a pocket is not."""
    near = phase({"S-167R": "3216", "G-GD-Pz": "3116"}, steps={"S-167R": 1})
    assert near.do("replenish S-167R*1").steps("S-167R") == [2]
    pocket = phase({"S-167R": "1615", **POCKET}, steps={"S-167R": 1})
    assert pocket.over
    both = phase({"S-167R": "1615", "S-180R": "3216", **POCKET}, steps={"S-167R": 1, "S-180R": 1})
    assert both.choice("replenish")["units"] == ["S-180R"]
    assert both.cites("replenish S-167R*1") == ["rof:6.3"]


@pytest.mark.rule("rof:6.3")
@pytest.mark.parametrize(
    "text",
    [
        "replenish S-167R",
        "replenish S-167R*1 S-180R*1",
        "replenish S-167R*0",
        "replenish S-167R*1 3216",
        "replenish =1",
        "replenish G-GD-Pz*1",
        "replenish S-180R*1",
        "replenish S-204R*1",
        "replenish S-AIR-1*1",
    ],
)
def test_nobody_else_is_replenished(text: str) -> None:
    """The enemy's, full, dead and flying units are not, nor several at once."""
    units = {**FAR, "S-180R": "3218", "S-204R": "eliminated", "S-AIR-1": "3018"}
    table = phase(units, steps={"S-167R": 1, "S-204R": 0, "G-GD-Pz": 1})
    assert table.cites(text) == ["rof:6.3"]


# -- rebuilding ------------------------------------------------------------------------------------------------------

DEAD = {"S-180R": "eliminated", "S-204R": "permanent", "S-IND-192T": "eliminated", **FAR}
NONE_LEFT = {"S-180R": 0, "S-204R": 0, "S-IND-192T": 0}


@pytest.mark.rule("rof:6.4", "rof:6.41")
def test_an_eliminated_unit_comes_back_with_one_step_and_takes_more_at_once() -> None:
    """A division comes back as its weaker counter; that is only a matter of steps."""
    table = phase(DEAD, steps=NONE_LEFT, leg=(2, 0)).do("rebuild S-180R 3220")
    assert (table.where("S-180R"), table.steps("S-180R")) == ("3220", [1])
    assert hand(table) == ((3, 0), (3, 0))
    table.do("replenish S-180R*3")
    assert table.steps("S-180R") == [4]
    assert hand(table) == ((0, 0), (3, 0))
    kinds = [type(e) for e in table.events if isinstance(e, Placed | StepsGained)]
    assert kinds == [Placed, StepsGained, StepsGained]


@pytest.mark.rule("rof:6.4", "rof:15.5")
def test_never_from_the_permanently_eliminated() -> None:
    table = phase(DEAD, steps=NONE_LEFT)
    assert table.choice("rebuild")["units"] == ["S-180R", "S-IND-192T"]
    assert table.cites("rebuild S-204R 3220") == ["rof:15.5"]


@pytest.mark.rule("rof:6.41", "rof:3.3")
def test_only_into_a_friendly_controlled_hex() -> None:
    table = phase(DEAD, steps=NONE_LEFT)
    assert table.cites("rebuild S-180R 2820") == ["rof:6.41"]
    label = table.state.defn.map.grid.label
    soviet = {label(cell) for cell in table.state.defn.map.grid.cells if table.state.control >> cell & 1}
    offered = table.choice("rebuild")["hexes"]
    assert isinstance(offered, list)
    assert set(offered) == soviet


@pytest.mark.rule("rof:6.41")
def test_not_next_to_an_enemy_nor_into_its_hex() -> None:
    table = phase({**DEAD, "G-GD-F": "3119"}, steps=NONE_LEFT)
    grid = table.state.defn.map.grid
    near = {"3219", "3218", "3119"}
    assert near < {grid.label(c) for c in grid.near[grid.cell("3119")]} | {"3119"}
    for cell in near:
        assert table.cites(f"rebuild S-180R {cell}") == ["rof:6.41"]
    offered = table.choice("rebuild")["hexes"]
    assert isinstance(offered, list)
    assert not near & set(offered)
    assert table.do("rebuild S-180R 3319").where("S-180R") == "3319"


@pytest.mark.rule("rof:6.41")
def test_not_behind_the_enemys_front() -> None:
    """ROF-S12: the printed plea for common sense is taken as: there must be a supply line."""
    table = phase({**DEAD, **POCKET}, steps=NONE_LEFT, control=["1615", "3220"])
    assert table.choice("rebuild")["hexes"] == ["3220"]
    assert table.cites("rebuild S-180R 1615") == ["rof:6.41"]


@pytest.mark.rule("rof:6.41", "rof:9.2")
def test_it_may_come_back_into_a_full_hex_and_control_stays() -> None:
    """ROF-A11: stacks are judged at the end of the Movement Phase."""
    full = {"S-232R": "3220", "S-IND-173T": "3220", **DEAD}
    table = phase(full, steps=NONE_LEFT)
    before = table.state.control
    table.do("rebuild S-180R 3220")
    assert len(table.state.stacks[table.cell("3220")]) == 3
    assert table.state.control == before


@pytest.mark.rule("rof:6.4")
def test_any_number_of_times_but_each_costs_a_step() -> None:
    table = phase(DEAD, steps=NONE_LEFT, leg=(0, 0)).do("rebuild S-180R 3220")
    assert hand(table) == ((1, 0), (3, 0))
    table.state.lose_steps(table.unit("S-180R"), 1, "a test", -2)
    table.do("rebuild S-180R 3222")
    assert table.where("S-180R") == "3222"
    assert hand(table) == ((0, 0), (3, 0))
    table.state.lose_steps(table.unit("S-180R"), 1, "a test", -2)
    assert table.cites("rebuild S-180R 3222") == ["rof:6.4"]


@pytest.mark.rule("rof:6.4", "rof:6.41")
@pytest.mark.parametrize(
    ("text", "cite"),
    [
        ("rebuild S-180R", "rof:6.41"),
        ("rebuild S-180R 3220 3221", "rof:6.41"),
        ("rebuild S-180R*2 3220", "rof:6.41"),
        ("rebuild S-180R S-IND-192T 3220", "rof:6.41"),
        ("rebuild G-GD-F 3220", "rof:6.4"),
        ("rebuild S-167R 3220", "rof:6.4"),
    ],
)
def test_nobody_else_comes_back(text: str, cite: str) -> None:
    table = phase({**DEAD, "G-GD-F": "eliminated"}, steps={**NONE_LEFT, "G-GD-F": 0})
    assert table.cites(text) == [cite]


# -- the phase -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:6.5")
def test_nobody_must_spend() -> None:
    table = phase(DEAD, steps=NONE_LEFT)
    assert table.side == "soviet"
    table.do("end-replacements")
    assert table.over
    assert hand(table) == ((2, 0), (3, 0))


@pytest.mark.rule("rof:6.0", "rof:5.2")
def test_the_phase_passes_when_nothing_can_be_spent() -> None:
    assert phase().over
    assert not phase(DEAD, steps=NONE_LEFT).over
    assert phase(DEAD, steps=NONE_LEFT, control=["2820"], leg=(0, 0)).verbs == ["rebuild", "end-replacements"]
    germans = phase({"G-GD-Pz": "eliminated", "S-167R": "3216"}, steps={"G-GD-Pz": 0}, side="german")
    assert germans.side == "german"


@pytest.mark.rule("rof:6.3", "rof:6.4")
def test_replaced_units_may_move_and_become_reserves() -> None:
    """ROF-A34: nothing is lost by having been replenished or brought back."""
    table = phase(DEAD, steps={**NONE_LEFT, "S-167R": 2})
    table.do("replenish S-167R*1", "rebuild S-180R 3220", "end-replacements")
    table.run(movement_phase.regular)
    table.do("move S-180R 3220 3320", "move S-167R 3216 3316", "reserve S-180R S-167R")
    assert all(table.marked(unit, RESERVE) for unit in ("S-180R", "S-167R"))


def test_random_play_spends_everything_legally() -> None:
    units = {**DEAD, "S-232R": "3218", "S-340R": "eliminated"}
    table = phase(units, steps={**NONE_LEFT, "S-167R": 1, "S-232R": 2, "S-340R": 0}, leg=(6, 0), turn=8)
    random = Random(5)
    spent = 0
    while table.state.decision and spent < 40:
        action = table.state.decision.sample(table.state, random)
        if action.verb == "end-replacements":
            continue
        assert not flow.why_not(table.state, action)
        table.state = flow.apply(table.state, action)
        spent += 1
    assert hand(table)[0] == (0, 0)
    assert table.over


def test_the_phase_survives_a_save() -> None:
    table = phase(DEAD, steps=NONE_LEFT).saved().do("rebuild S-180R 3220").saved()
    assert table.verbs == ["replenish", "rebuild", "end-replacements"]
