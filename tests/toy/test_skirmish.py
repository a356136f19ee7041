"""The toy system: its rules, and that core, sims and situations work with a system that is not part of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackearth import systems
from blackearth.core.game import load, new_game
from blackearth.core.refusals import Refused
from blackearth.core.situations import check, parse
from blackearth.sim.replay import verify
from blackearth.sim.runner import GameSpec, map_games, win_rates
from tests.toy.skirmish import SYSTEM

MODULE = "tests.toy.skirmish"
HEAD = """
title = "A skirmish"
system = "skirmish"
scenario = "meadow"
side = "red"
unit = [
  {id = "R1", hex = "0302"},
  {id = "B1", hex = "0304", steps = 1},
  {id = "B2", hex = "0505"},
]
"""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems._MODULES, "skirmish", MODULE)


@pytest.mark.parametrize(
    "asks",
    [
        # 2.1: one hex, once, to a hex without units
        """
        [[ask]]
        what = "why"
        action = "move R1 0304"
        expect.rules = ["skirmish:2.1"]
        [[ask]]
        what = "play"
        actions = ["move R1 0303"]
        expect.units = {R1 = {hex = "0303", marks = ["moved"]}}
        [[ask]]
        what = "why"
        action = "move R1 0302"
        expect.rules = ["skirmish:2.1"]
        """,
        # 3.1: a 4 hits; 3.2: the attacker may enter the emptied hex
        """
        [[ask]]
        what = "play"
        actions = ["move R1 0303", "end-movement"]
        expect.step = "Combat"
        [[ask]]
        what = "why"
        action = "attack R1 B2"
        expect.rules = ["skirmish:3.1"]
        [[ask]]
        what = "play"
        actions = ["attack R1 B1", "advance"]
        dice = [4]
        expect.units = {B1 = {hex = "eliminated"}, R1 = {hex = "0304"}}
        expect.asked = "blue"
        """,
        # 3.1: a 3 misses, and the only attack ends the step
        """
        [[ask]]
        what = "play"
        actions = ["move R1 0303", "end-movement", "attack R1 B1"]
        dice = [3]
        expect.units = {B1 = {steps = 1}}
        expect.asked = "blue"
        """,
    ],
)
def test_rules(asks: str) -> None:
    text = HEAD + asks.replace("        ", "")
    report = check(parse(text, "toy"), text, "toy")
    assert [answer.differences for answer in report.answers if answer.differences] == []


def test_option_ambush_lets_a_resting_attacker_hit_with_a_3() -> None:
    text = HEAD.replace('"0302"', '"0305"').replace('side = "red"', 'side = "red"\noptions.ambush = true')
    text += (
        '[[ask]]\nwhat = "play"\nactions = ["end-movement", "attack R1 B1"]\ndice = [3]\nexpect.units.B1.steps = 0\n'
    )
    report = check(parse(text, "toy"), text, "toy")
    assert report.ok, report


def test_a_game_is_saved_loaded_and_verified(tmp_path: Path) -> None:
    game = new_game("skirmish", "meadow", seed="00" * 16)
    game.apply("move R3 0302")
    game.undo()
    game.apply("move R2 0202")
    game.apply("end-movement")
    with pytest.raises(Refused, match="not possible in this step"):
        game.apply("attack R1 B1")
    game.save(tmp_path / "toy.json")
    again = load(tmp_path / "toy.json")
    assert again.codec.digest(again.state) == game.codec.digest(game.state)
    assert verify(again) == []
    again.log[0] = type(again.log[0])(0, "move R3 0302", again.log[0].digest, 1, "Movement")
    assert "leads to another position" in verify(again)[0]


def test_games_over_processes_are_those_of_one_process() -> None:
    specs = [
        GameSpec(
            system="skirmish", scenario="meadow", seed=n, players=("random", "random"), check=3,
            modules=(("skirmish", MODULE),),
        )
        for n in range(4)
    ]  # fmt: skip
    here, there = list(map_games(specs)), list(map_games(specs, 2))
    assert [(r.winner, r.score, r.decisions) for r in here] == [(r.winner, r.score, r.decisions) for r in there]
    assert [r.faults for r in here] == [()] * 4
    assert set(win_rates(here, ("random", "random"))) == {"red", "blue"}


def test_the_winner_has_more_steps() -> None:
    game = new_game("skirmish", "meadow", seed="11" * 16)
    while game.decision is not None:
        game.apply(next(c.verb for c in game.choices if c.verb.startswith("end")))
    assert game.result is not None
    assert (game.result.winner, game.result.score, game.state.turn) == (None, (6, 6), 6)
    assert SYSTEM.check(game.state) == []
