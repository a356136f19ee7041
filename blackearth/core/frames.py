"""Frames: small frozen records on a stack that say where in the sequence of play a game is.

They are saved with the state, under a tag that never changes. A frame either asks (`step` returns a `Decision`) or
acts and returns None; then whatever is on top of the stack now runs next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

import msgspec

if TYPE_CHECKING:
    from blackearth.core.offers import Decision
    from blackearth.core.state import State


class Frame(msgspec.Struct, frozen=True, tag_field="frame"):
    """Base of all frames; subclasses give ``tag="rof.tank-combat"``."""

    def step(self, state: State) -> Decision | None:
        """Ask, or act on the state and the stack and return None. A frame that is finished pops itself."""
        raise NotImplementedError


class Sequence(Frame, frozen=True, tag="sequence"):
    """A sequence of play: a name and the number of the step that comes next.

    A system subclasses it with its own tag and ``steps``: for each name a tuple of functions from the state to a
    frame, or to None where the step does not take place.
    """

    steps: ClassVar[Mapping[str, tuple[Callable[[State], Frame | None], ...]]] = {}

    name: str
    at: int = 0

    def step(self, state: State) -> None:
        """Push the frame of the next step, or pop this one after the last."""
        steps = self.steps[self.name]
        if self.at >= len(steps):
            state.pop()
            return
        state.become(msgspec.structs.replace(self, at=self.at + 1))
        frame = steps[self.at](state)
        if frame is not None:
            state.push(frame)
