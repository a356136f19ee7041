"""Kursk as a registered game: scenarios, set-ups, definitions, forks, saves, the sheet."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from blackearth import systems
from blackearth.core import flow
from blackearth.core.game import load, new_game
from blackearth.core.options import OptionError
from blackearth.systems.kursk import content, invariants, sheet
from blackearth.systems.kursk.board import (
    ARRIVING,
    ATTACKED,
    DEFENDED,
    ELIMINATED,
    FINISHED,
    FLOWN,
    PATROL,
    TO_SET_UP,
    Definition,
    State,
)
from blackearth.systems.kursk.system import SYSTEM

SCENARIOS = content.scenario_ids()


def started(scenario: str = "jul4", *options: str) -> State:
    return SYSTEM.start(SYSTEM.define(scenario, dict.fromkeys(options, True), {}), "00" * 16, "suggested")


@pytest.mark.rule(*(f"kursk:scenario-{name}" for name in SCENARIOS))
def test_six_scenarios_in_their_order_with_their_setups() -> None:
    assert systems.get("kursk") is SYSTEM
    found = {spec.id: spec.setups for spec in SYSTEM.scenarios()}
    assert tuple(found) == ("may3", "jun12", "jul4", "jul4-historical", "aug3", "aug3-historical")
    for name, setups in found.items():
        printed = name.endswith("historical")
        assert setups == (("suggested",) if printed else ("suggested", "automatic", "own"))
    assert {spec.turns for spec in SYSTEM.scenarios()} == {6}


def test_a_definition_is_shared_and_knows_its_choices() -> None:
    assert SYSTEM.define("jul4", {}, {}) is SYSTEM.define("jul4", {}, {})
    assert SYSTEM.define("jul4", {"kampfgruppen": True}, {}).options["kampfgruppen"]
    with pytest.raises(LookupError, match="no scenario"):
        SYSTEM.define("jul5", {}, {})
    with pytest.raises(OptionError):
        SYSTEM.define("jul4", {"panthers": True}, {})


def test_a_fork_has_other_dice_and_the_same_position() -> None:
    state = started()
    fork = SYSTEM.fork(state, 0, "01" * 16)
    assert fork.at == state.at
    assert fork.dice is not state.dice


def test_a_game_is_saved_and_goes_on(tmp_path: Path) -> None:
    game, random = new_game("kursk", "aug3-historical", seed="07" * 16), Random(3)
    for _ in range(60):
        assert game.state.decision is not None
        game.apply(game.state.decision.sample(game.state, random))
    path = tmp_path / "game.be"
    game.save(path)
    again = load(path)
    assert again.codec.encode(again.state) == game.codec.encode(game.state)


@pytest.mark.rule("kursk:tec-fortified", "kursk:setup-fortified")
def test_the_sheet_tells_ground_works_and_units() -> None:
    def made(scenario: str) -> dict[str, object]:
        defn = SYSTEM.define(scenario, {}, {})
        assert isinstance(defn, Definition)
        return sheet.sheet(defn)

    july, may = made("jul4"), made("may3")
    json.dumps(july)
    hexes, units = july["hexes"], july["units"]
    assert isinstance(hexes, dict)
    assert isinstance(units, dict)
    assert hexes["2022"][2] == "clear, city (Kursk), fortified city (soviet), railway"
    line = content.load("jul4").map.grid.label(content.load("jul4").map.lines["soviet_line_3"][0])
    assert "third Soviet line" in hexes[line][2]
    other = may["hexes"]
    assert isinstance(other, dict)
    assert "third Soviet line" not in other[line][2]
    assert units["G-505Tiger"]["limited"] == "bracketed"
    assert (units["G-Air1"]["base"], units["G-Air1"]["range"], units["G-Air1"]["ground"]) == ("G-Base1", 12, False)
    assert units["S-1T"]["attack"] == [0, 4]
    late = made("aug3")["units"]
    assert isinstance(late, dict)
    assert [late[name]["entry_turn"] for name in ("S-11A", "S-8GA", "S-1T")] == [1, 2, 0]


# -- invariants --------------------------------------------------------------------------------------------------------


def test_a_sound_position_has_no_fault() -> None:
    for scenario in SCENARIOS:
        assert SYSTEM.check(started(scenario)) == []


def broken(state: State) -> str:
    return "; ".join(invariants.check(state))


def test_broken_positions_are_told() -> None:
    def place(name: str, where: int, mark: int = 0) -> State:
        state = started("aug3")
        unit = state.defn.roster.index[name]
        state.at[unit], state.marks[unit] = where, mark or state.marks[unit]
        state.rebuild()
        return state

    there = started("aug3").at
    index = started("aug3").defn.roster.index
    enemy, own = there[index["G-131ID"]], there[index["S-10A"]]
    assert "both sides stand in" in broken(place("S-1T", enemy))
    assert "S-1T is in the units to be set up" in broken(place("S-1T", TO_SET_UP))
    assert "is set up at the start" in broken(place("S-1T", ARRIVING))
    assert "is eliminated with 1 steps" in broken(place("S-1T", ELIMINATED))
    assert "comes on turn 2 and is there already" in broken(place("S-8GA", own))
    assert "without the option" in broken(place("G-KG1-01", enemy))
    assert "in the enemy's turn" in broken(place("G-131ID", enemy, FINISHED))
    assert "in the enemy's turn" in broken(place("G-131ID", enemy, ATTACKED))
    assert "attacked in its own turn" in broken(place("S-10A", own, DEFENDED))
    assert "G-131ID flies" in broken(place("G-131ID", enemy, PATROL))
    assert "in the air, but has not flown" in broken(place("G-Air1", enemy))
    assert "on patrol without a hex" in broken(place("G-Air1", there[index["G-Air1"]], PATROL | FLOWN))
    assert "are not both eliminated" in broken(place("G-Air1", ELIMINATED))


def test_points_and_control_are_counted_again() -> None:
    state = started()
    state.extra.points = (5, 0)
    assert "the soviet side has 5 points for units worth 0" in broken(state)
    state = started()
    state.control = 0
    assert "but is controlled by the enemy" in broken(state)
    state = started()
    state.at.pop()
    assert "places for" in broken(state)


def test_stale_caches_are_noticed() -> None:
    state = started()
    assert broken(state) == ""
    state.cache[("zone", 0)] = 0
    assert "the zones of the soviet side are out of date" in broken(state)
    state.cache[("supplied", 1)] = 0
    assert "the supplied hexes of the german side are out of date" in broken(state)


@pytest.mark.rule("kursk:stacking-A")
def test_a_full_hex_is_noticed() -> None:
    state = started()
    r = state.defn.roster
    target = state.at[r.index["G-131ID"]]
    for name in ("G-321ID", "G-2Pz", "G-20Pz"):
        state.put(r.index[name], target)
    assert "there are too many units in" in broken(state)


def test_a_decision_leaves_a_sound_position() -> None:
    state, random = started("aug3-historical", "kampfgruppen", "army-integrity"), Random(5)
    for _ in range(40):
        assert state.decision is not None
        flow.perform(state, state.decision.sample(state, random))
    assert broken(state) == ""
