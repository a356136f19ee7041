"""What positions are worth to computer players, and the army modes they choose among."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.dice import seed_of
from blackearth.core.game import new_game
from blackearth.systems.kharkov import advice_modes, advice_value, supply, victory
from blackearth.systems.kharkov.advice import KharkovAdvice
from blackearth.systems.kharkov.modes import ArmyModes
from tests.kharkov.build import Table, position

PANZER = "K-19Pz"


def standing(table: Table, side: int = 1) -> float:
    return advice_value.standing(table.state, side)


@pytest.mark.parametrize("scenario", ["kharkov-1943", "rostov-1941"])
def test_when_all_is_over_points_alone_count(scenario: str) -> None:
    state = new_game("kharkov", scenario, seed=seed_of(1)).state
    soviet, german = victory.score(state)
    state.flow = []
    assert advice_value.standing(state, 0) == soviet - german == -advice_value.standing(state, 1)


def test_what_one_side_gains_the_other_loses() -> None:
    state = new_game("kharkov", "kharkov-1943", seed=seed_of(1)).state
    assert advice_value.standing(state, 0) == pytest.approx(-advice_value.standing(state, 1))


def test_steps_are_worth_their_points_and_their_use() -> None:
    whole, hit = position({PANZER: "2646"}), position({PANZER: "2646"}, steps={PANZER: 1})
    for table in (whole, hit):
        table.state.flow = [ArmyModes(())]
    points = victory.score(hit.state)[0] - victory.score(whole.state)[0]
    assert points > 0
    assert standing(whole) - standing(hit) > points


def test_lack_of_supply_is_a_loss_in_view() -> None:
    """Four rifle divisions far away, or on all sides of a tank division."""
    names = ("K-40-02", "K-40-03", "K-40-04", "K-40-05", "K-40-06", "K-40-07")
    round_it = dict(zip(names, ("2444", "2644", "2845", "2847", "2648", "2447"), strict=True))
    cut, free = position({PANZER: "2646", **round_it}), position({PANZER: "2646", **dict.fromkeys(names, "0110")})
    for table in (cut, free):
        table.state.flow = [ArmyModes(())]
    assert not supply.supplied(cut.state, cut.unit(PANZER))
    assert supply.supplied(free.state, free.unit(PANZER))
    bare = position({PANZER: "2646"})
    bare.state.flow = [ArmyModes(())]
    assert standing(cut) < standing(free) <= standing(bare)


def test_no_army_goes_from_neutral_to_defensive() -> None:
    """Defensive mode only costs; every choice can be carried out."""
    state, random, seen = new_game("kharkov", "kharkov-1943", seed=seed_of(3)).state, Random(3), 0
    while state.decision is not None and seen < 4:
        if isinstance(state.flow[-1], ArmyModes):
            seen += 1
            before = dict(state.flow[-1].before)
            for actions in advice_modes.choices(KharkovAdvice(state, 0)):
                after = state.clone()
                for action in actions:
                    assert not flow.why_not(after, action)
                    flow.perform(after, action)
                assert not isinstance(after.flow[-1], ArmyModes)
                now = dict(after.extra.modes)
                assert not [army for army, mode in now.items() if mode == "defensive" and before[army] == "neutral"]
            flow.perform(state, actions[-1])
        else:
            flow.perform(state, state.decision.sample(state, random))
    assert seen == 4
