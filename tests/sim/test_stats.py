"""Rates and their intervals."""

from __future__ import annotations

import pytest

from blackearth.sim.runner import GameRecord, pairings, win_rates
from blackearth.sim.stats import wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (95, 100, 0.8882, 0.9785),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson_interval_against_published_values(successes: int, trials: int, low: float, high: float) -> None:
    rate = wilson(successes, trials)
    assert rate.rate == successes / trials
    assert rate.low == pytest.approx(low, abs=5e-5)
    assert rate.high == pytest.approx(high, abs=5e-5)


def test_without_trials_everything_is_possible() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def record(players: tuple[str, str], winner: str | None) -> GameRecord:
    return GameRecord(
        seed=0, players=dict(zip(("red", "blue"), players, strict=True)), winner=winner, level="", score={}, turns=1,
        decisions=1, seconds=0.0,
    )  # fmt: skip


def test_wins_belong_to_the_player_of_the_side() -> None:
    records = [
        record(("a", "b"), "red"),
        record(("b", "a"), "blue"),
        record(("a", "b"), "blue"),
        record(("b", "a"), None),
    ]
    rates = win_rates(records, ("a", "b"))
    assert (rates["a"].rate, rates["b"].rate) == (0.5, 0.25)


def test_of_equal_players_the_sides_are_told_apart() -> None:
    records = [
        record(("a", "a"), "red"),
        record(("a", "a"), "blue"),
        record(("a", "a"), "blue"),
        record(("a", "a"), None),
    ]
    rates = win_rates(records, ("a", "a"))
    assert (rates["red"].rate, rates["blue"].rate) == (0.25, 0.5)


def test_sides_are_swapped_in_pairs() -> None:
    assert [pairings(("a", "b"), n, swap=True) for n in range(4)] == [
        (("a", "b"), 0), (("b", "a"), 0), (("a", "b"), 1), (("b", "a"), 1),
    ]  # fmt: skip
    assert [pairings(("a", "a"), n, swap=True) for n in range(2)] == [(("a", "a"), 0), (("a", "a"), 1)]
    assert [pairings(("a", "b"), n, swap=False) for n in range(2)] == [(("a", "b"), 0), (("a", "b"), 1)]
