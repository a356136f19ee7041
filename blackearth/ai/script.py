"""Plans that are made by doing: actions carried out on a copy of the position and written down.

Movement throws no dice, so what was done on the copy can be done in the game, action by action.
"""

from __future__ import annotations

from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.advice import Advice
from blackearth.core.state import State


class Script:
    """A copy of a position with the actions carried out on it.

    Args:
        advice: advice about the position to begin with.
    """

    def __init__(self, advice: Advice) -> None:
        self.side = advice.side
        self.state: State = advice.state.clone()
        self.actions: list[Action] = []
        self.advice: Advice = self._advise()

    def copy(self) -> Script:
        """The same again, to go on in another way."""
        new = Script(self.advice)
        new.actions = self.actions.copy()
        return new

    def _advise(self) -> Advice:
        return self.state.defn.system.advice(self.state, self.side)

    def do(self, action: Action | None) -> bool:
        """Carry out an action if the rules allow it; tells whether they did."""
        if action is None or flow.why_not(self.state, action):
            return False
        flow.perform(self.state, action)
        self.actions.append(action)
        self.advice = self._advise()
        return True

    def move(self, units: tuple[int, ...], target: int, edge: str = "") -> bool:
        """Move units of one hex to a cell, and off the map over an edge."""
        return self.do(self.advice.act_move(units, target, edge))
