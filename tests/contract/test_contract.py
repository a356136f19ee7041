"""Every system keeps its promises in random games: each scenario, each set-up, each optional rule.

``BLACKEARTH_GAMES`` sets the number of games a scenario; if it is not set a hundred are played.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from blackearth import systems
from blackearth.core import flow
from blackearth.core.dice import seed_of
from blackearth.core.game import new_game
from blackearth.sim.contract import broken
from tests.contract.cases import OPTIONS, READINGS, SCENARIOS, TOY_MODULE

CHUNK = 5
#: Games of a scenario that are looked at closely; those after them must above all come to an end.
CLOSELY = 20
LONGEST = 60_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems._MODULES, "skirmish", TOY_MODULE)


def play_checked(
    system: str, scenario: str, number: int, options: dict[str, bool], rulings: dict[str, str], every: int = 60
) -> None:
    """Play a random game and look closely at one position in ``every``."""
    setups = next(s.setups for s in systems.get(system).scenarios() if s.id == scenario)
    game = new_game(
        system, scenario, options=options, rulings=rulings, seed=seed_of(number), setup=setups[number % len(setups)]
    )
    random = Random(f"{system} {scenario} {number}")
    for count in range(LONGEST):
        state = game.state
        if count % every == number % every or state.decision is None or count < 2:
            faults = broken(game, random)
            assert not faults, f"game {number}, decision {count}: {faults}"
        if state.decision is None:
            assert game.result is not None
            return
        flow.perform(state, state.decision.sample(state, random))
    pytest.fail(f"the game does not end within {LONGEST} decisions")


def chunks() -> Iterator[tuple[str, str, int, int]]:
    """The random games, a few a test, so that all workers have some."""
    for system, scenario in SCENARIOS:
        games = int(os.environ.get("BLACKEARTH_GAMES", "100"))
        for first in range(0, games, CHUNK):
            yield system, scenario, first, min(games, first + CHUNK)


@pytest.mark.parametrize(("system", "scenario", "first", "end"), tuple(chunks()))
def test_random_games(system: str, scenario: str, first: int, end: int) -> None:
    for number in range(first, end):
        play_checked(system, scenario, number, {}, {}, every=60 if number < CLOSELY else 400)


@pytest.mark.parametrize(("system", "scenario", "option"), OPTIONS)
def test_each_option(system: str, scenario: str, option: str) -> None:
    for number in (1000, 1001):
        play_checked(system, scenario, number, {option: True}, {}, every=25)


@pytest.mark.parametrize(("system", "scenario", "ruling", "reading"), READINGS)
def test_each_reading(system: str, scenario: str, ruling: str, reading: str) -> None:
    play_checked(system, scenario, 2000, {}, {ruling: reading}, every=40)
