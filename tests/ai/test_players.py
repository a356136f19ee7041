"""The players finish games by the rules, and do the same again for the same seed."""

from __future__ import annotations

import pytest

from blackearth import ai
from blackearth.ai.tournament import pairs, play
from blackearth.core import flow
from blackearth.core.dice import seed_of
from blackearth.core.game import new_game


def test_names() -> None:
    assert ai.players() == ("computer", "greedy", "random")
    with pytest.raises(LookupError, match="computer, greedy, random"):
        ai.make("genius")


@pytest.mark.parametrize("setup", ["suggested", "automatic", "own"])
@pytest.mark.parametrize("names", [("random", "greedy"), ("greedy", "random")])
def test_games_end_without_a_refused_answer(names: tuple[str, str], setup: str) -> None:
    played = play(names, 3, setup=setup)
    assert played.refused == 0
    assert played.winner in (0, 1, None)


@pytest.mark.slow
@pytest.mark.parametrize("names", [("computer", "greedy"), ("greedy", "computer"), ("random", "computer")])
def test_the_computer_ends_games_without_a_refused_answer(names: tuple[str, str]) -> None:
    assert play(names, 5).refused == 0


@pytest.mark.slow
def test_the_campaign_ends_without_a_refused_answer() -> None:
    assert play(("computer", "greedy"), 1, "rumyantsev").refused == 0


def record(names: tuple[str, str], decisions: int) -> list[str]:
    game = new_game("ring-of-fire", "breakthrough", seed=seed_of(9))
    agents = [ai.make(name, side) for side, name in enumerate(names)]
    for _ in range(decisions):
        assert game.decision is not None
        side = game.decision.side
        game.apply(agents[side].decide(game.state, side))
    return [entry.action for entry in game.log]


@pytest.mark.parametrize("names", [("computer", "computer"), ("greedy", "random")])
def test_same_seed_same_actions(names: tuple[str, str]) -> None:
    assert record(names, 260) == record(names, 260)


def test_a_player_does_not_touch_the_position() -> None:
    game = new_game("ring-of-fire", "breakthrough", seed=seed_of(2))
    before = game.codec.digest(game.state)
    for name in ai.players():
        ai.make(name).decide(game.state, 0)
    assert game.codec.digest(game.state) == before


def test_a_player_that_has_lost_its_plan_goes_on() -> None:
    state = new_game("ring-of-fire", "breakthrough", seed=seed_of(4)).state
    for _ in range(40):
        assert state.decision is not None
        action = ai.make("greedy").decide(state, state.decision.side)
        assert not flow.why_not(state, action)
        state = flow.apply(state, action)


def test_greedy_beats_random() -> None:
    results = list(pairs("greedy", "random", range(2)))
    assert sum(played.points(n % 2) for n, played in enumerate(results)) >= 3


@pytest.mark.slow
def test_the_computer_beats_random_from_both_sides() -> None:
    results = list(pairs("computer", "random", range(1)))
    assert [played.points(n) for n, played in enumerate(results)] == [1.0, 1.0]


def test_random_draws_by_its_seed() -> None:
    state = new_game("ring-of-fire", "breakthrough", seed=seed_of(4)).state
    drawn = {str(ai.make("random", seed).decide(state, 0)) for seed in range(12)}
    assert len(drawn) > 1
    assert ai.make("random", 5).decide(state, 0) == ai.make("random", 5).decide(state, 0)
