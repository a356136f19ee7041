"""The random player: any legal action, drawn by lot."""

from __future__ import annotations

from blackearth.ai.agent import Agent
from blackearth.core.actions import Action
from blackearth.core.state import State


class RandomPlayer(Agent):
    """Draws among the offers."""

    def decide(self, state: State, side: int) -> Action:
        assert state.decision is not None
        return state.decision.sample(state, self.random)
