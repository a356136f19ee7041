"""Computer players: what they have in common.

A player is asked for one decision at a time. It may plan several actions at once (a whole phase of movement); they
wait in a queue and each is checked against the rules before it is given, so that a plan that has become impossible is
made anew. Nothing depends on clocks or on the order of sets: the same seed and positions lead to the same actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.advice import Advice
from blackearth.core.choices import Button
from blackearth.core.state import State

#: How often a player thinks about one and the same step before it simply ends it.
MOST_PLANS = 3


class Seen(Protocol):
    """What a player is handed: something with a state."""

    @property
    def state(self) -> State:
        """The state that the player may know."""


class Agent:
    """A computer player.

    Args:
        seed: what its own random choices depend on.
    """

    def __init__(self, seed: int | str = 0) -> None:
        self.random = Random(f"{type(self).__name__} {seed}")

    def decide(self, state: State, side: int) -> Action:
        """The action of a side; the state is one that this side may know, and stays as it is."""
        raise NotImplementedError

    def choose(self, game: Seen, side: int) -> Action:
        """The same for somebody who holds a game."""
        return self.decide(game.state, side)


def done(state: State) -> Action | None:
    """The button that ends a step: the primary one, else the only kind of no. None if there is none to press."""
    decision = state.decision
    buttons = [c for c in decision.choices(state) if isinstance(c, Button) and not c.blocked] if decision else []
    buttons.sort(key=lambda b: not b.primary)
    return Action(buttons[0].verb, word=buttons[0].word) if buttons else None


def fallback(state: State, random: Random) -> Action:
    """An action when nothing better is known: end the step, or anything legal."""
    if (end := done(state)) is not None and not flow.why_not(state, end):
        return end
    assert state.decision is not None
    for _ in range(50):
        action = state.decision.sample(state, random)
        if not flow.why_not(state, action):
            return action
    return action


def _step(advice: Advice) -> tuple[object, ...]:
    """What a plan holds for."""
    state = advice.state
    return state.turn, state.active, advice.side, advice.stage, type(state.flow[-1]).__name__


class Planner(Agent):
    """A player that plans a step at a time: subclasses give a function for each stage that lists the actions wanted."""

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._queue: list[Action] = []
        self._step: tuple[object, ...] = ()
        self._plans = 0

    def stages(self) -> dict[str, Callable[[Advice], Sequence[Action | None]]]:
        """The planning functions by stage; see `blackearth.core.advice.STAGES`."""
        raise NotImplementedError

    def order(self, state: State, orders: Sequence[Action]) -> None:
        """Give the actions with which the running step is to begin."""
        if orders and state.decision is not None:
            advice = state.defn.system.advice(state, state.decision.side)
            self._step, self._plans, self._queue = _step(advice), 0, list(orders)

    @property
    def ordered(self) -> bool:
        """Whether actions wait to be given."""
        return bool(self._queue)

    def decide(self, state: State, side: int) -> Action:
        advice = state.defn.system.advice(state, side)
        step = _step(advice)
        if step != self._step:
            self._step, self._plans, self._queue = step, 0, []
        if (action := self._waiting(state)) is not None:
            return action
        plan = self.stages().get(advice.stage)
        if plan is not None and (self._plans < MOST_PLANS or advice.stage not in ("move", "exploit")):
            self._plans += 1
            self._queue = [action for action in plan(advice) if action is not None]
            if (action := self._waiting(state)) is not None:
                return action
        advised = advice.advised()
        if advised is not None and not flow.why_not(state, advised):
            return advised
        return fallback(state, self.random)

    def _waiting(self, state: State) -> Action | None:
        """The next action of the queue that the rules allow; those they do not allow are dropped."""
        while self._queue:
            action = self._queue.pop(0)
            if not flow.why_not(state, action):
                return action
        return None
