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
    from blackearth.core.state import Definition, State

#: No number of a frame is larger; cells, half points and dice are all below.
LARGEST = 1 << 32

#: Fields of frames with these names hold numbers of units, cells or a side; -1 is none.
_UNITS = frozenset({"unit", "units", "attackers", "defenders", "group", "waiting"})
_CELLS = frozenset({"cell", "hexes", "origin", "path", "target"})


class Frame(msgspec.Struct, frozen=True, tag_field="frame"):
    """Base of all frames; subclasses give ``tag="rof.tank-combat"``."""

    def step(self, state: State) -> Decision | None:
        """Ask, or act on the state and the stack and return None. A frame that is finished pops itself."""
        raise NotImplementedError

    def fits(self, state: State) -> bool:
        """Whether it can be a frame of a game, as far as its fields tell: one from a file may hold any numbers."""
        return all(_fits(state.defn, field, getattr(self, field)) for field in self.__struct_fields__)


def _fits(defn: Definition, field: str, value: object) -> bool:
    if isinstance(value, tuple):
        return all(_fits(defn, field, item) for item in value)
    if not isinstance(value, int):
        return True
    if field in _UNITS:
        return -1 <= value < len(defn.roster)
    if field in _CELLS:
        return value == -1 or value in defn.map.grid.known
    return value in (-1, 0, 1) if field == "side" else abs(value) <= LARGEST


class Sequence(Frame, frozen=True, tag="sequence"):
    """A sequence of play: a name and the number of the step that comes next.

    A system subclasses it with its own tag and ``steps``: for each name a tuple of functions from the state to a
    frame, or to None where the step does not take place.
    """

    steps: ClassVar[Mapping[str, tuple[Callable[[State], Frame | None], ...]]] = {}

    name: str
    at: int = 0

    def fits(self, state: State) -> bool:
        """Whether there is such a sequence, and such a step or its end."""
        return self.name in self.steps and 0 <= self.at <= len(self.steps[self.name])

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
