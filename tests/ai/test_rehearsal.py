"""Plans played on: what is compared, and what is done with it."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.ai import plans
from blackearth.ai.computer import Computer
from blackearth.ai.explain import Reason, sentence
from blackearth.ai.greedy import Greedy
from blackearth.ai.rehearsal import Option, Quick, Rehearsal
from blackearth.ai.script import Script
from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.advice import Advice, Attack, Foresight
from blackearth.core.dice import seed_of
from blackearth.core.game import new_game
from blackearth.core.state import State


def begun(scenario: str = "rostov-1941", decisions: int = 0) -> State:
    """A position in a phase of movement, after some decisions of quick players."""
    state = new_game("kharkov", scenario, seed=seed_of(4)).state
    players = Greedy(0), Greedy(1)
    while decisions or state.defn.system.advice(state, state.active).stage != "move":
        assert state.decision is not None
        flow.perform(state, players[state.decision.side].decide(state, state.decision.side))
        decisions -= 1 if decisions else 0
    return state


def test_a_position_is_played_on_to_the_own_next_turn_and_stays_as_it_is() -> None:
    state = begun()
    codec = new_game("kharkov", "rostov-1941", seed=seed_of(4)).codec
    before, found = codec.digest(state), []
    advice_of = state.defn.system.advice
    option = Option(state)
    Rehearsal(state.active, "a").sample(option)
    found.append(option.seen[0])
    assert codec.digest(state) == before
    again = Option(state)
    Rehearsal(state.active, "a").sample(again)
    assert again.seen == found
    end = Rehearsal(state.active, "a")._play_on(option)
    assert (end.turn, end.active) == (state.turn + 1, state.active)
    assert isinstance(advice_of(end, state.active), Foresight)


def test_the_best_option_is_picked_and_only_the_best_are_played_on_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun()
    options = [Option(state, [Action("pass", amounts=(worth,))]) for worth in (1, 25, 24, 2)]

    def sample(self: Rehearsal, option: Option) -> None:
        option.seen.append(float(option.orders[0].amounts[0]))

    monkeypatch.setattr(Rehearsal, "sample", sample)
    rehearsal = Rehearsal(0, "a")
    assert rehearsal.pick(options, 3) == 1
    assert [len(option.seen) for option in options] == [1, 3, 3, 1]
    fresh = [Option(state, option.orders) for option in options]
    assert rehearsal.better(fresh[1], options[2])
    assert not rehearsal.better(fresh[2], options[1])
    assert len(fresh[2].seen) == 3
    assert not rehearsal.better(fresh[0], options[1])
    assert len(fresh[0].seen) == 1  # so much worse that it gets no further samples


def test_orders_are_the_first_actions() -> None:
    """An order to end the movement at once leads to another end than the quick player's own moves."""
    state = begun()
    moved, still = Option(state), Option(state, [Action("end-movement")])
    for option in (moved, still):
        Rehearsal(state.active, "a").sample(option)
    assert moved.seen != still.seen


def test_plans_differ_and_can_be_carried_out() -> None:
    state = begun()
    advice = state.defn.system.advice(state, state.active)
    found = list(plans.kinds(advice))
    assert {"near", "wary", "still", "line", "assault"} <= {plan.kind for plan in found}
    assert len({tuple(plan.script.state.at) for plan in found}) >= 4
    for plan in found:
        after = state.clone()
        for action in plan.script.actions:
            assert not flow.why_not(after, action)
            flow.perform(after, action)
        assert after.at == plan.script.state.at


def test_a_mixture_has_parts_of_both_plans() -> None:
    state = begun()
    advice = state.defn.system.advice(state, state.active)
    first, second = Script(advice), Greedy().manoeuvre(advice)
    mixed = plans.mix(advice, first, second, Random(1)).state.at
    changed = [u for u in advice.units(advice.side) if mixed[u] != state.at[u]]
    assert changed
    assert [u for u in advice.units(advice.side) if mixed[u] != second.state.at[u]]


def test_the_reason_names_the_plan() -> None:
    reason = Reason("plan", numbers=(6.0, -3.25), word="line")
    assert sentence(reason, begun().defn) == "Of 6 plans “line” goes best when it is played on: -3.2 points."


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "runs"), [("kharkov-1943", 1), ("rostov-1941", 2)])
def test_the_computer_is_not_refused_and_does_the_same_again(scenario: str, runs: int) -> None:
    actions: list[list[Action]] = []
    for _ in range(runs):
        state, player = begun(scenario), Computer(3)
        actions.append([])
        while state.defn.system.advice(state, state.active).stage in ("move", "declare"):
            assert state.decision is not None
            fork = state.defn.system.fork(state, state.decision.side, seed_of(8))
            action = player.decide(fork, state.decision.side)
            assert not flow.why_not(state, action)
            actions[-1].append(action)
            flow.perform(state, action)
        assert player.reasons
    assert actions[0] == actions[-1]
    assert {"move", "end-movement"} <= {action.verb for action in actions[0]}


def test_an_attack_is_weighed_again_when_something_near_it_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is what quick players save their time by."""
    state = begun()
    asked: list[Attack] = []

    def value(self: Greedy, advice: Advice, attack: Attack, worth: float) -> float:
        asked.append(attack)
        return worth

    monkeypatch.setattr(Greedy, "value", value)
    advice = state.defn.system.advice(state, state.active)
    target, unit = advice.state.at[advice.units(1)[0]], advice.units(0)[0]
    attack, player = Attack(target, ((unit, state.at[unit]),)), Quick("a")
    assert [player.value(advice, attack, 1.0) for _ in range(2)] == [1, 1]
    assert len(asked) == 1
    changed = state.clone()
    changed.steps[unit] -= 1
    for other, worth in ((state, 2.0), (changed, 1.0)):
        asked.clear()
        player.value(other.defn.system.advice(other, other.active), attack, worth)
        assert len(asked) == 1
