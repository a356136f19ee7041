"""States to bytes and back: MessagePack for stores and snapshots, JSON terms for saves that people can read."""

from __future__ import annotations

import hashlib
from typing import Any, Union

import msgspec

from blackearth.core.dice import DiceSource
from blackearth.core.frames import Frame
from blackearth.core.state import Definition, State

MOST_TURNS = 999
MOST_ROLLS = 1 << 32
_MOST_STEPS = 99
LOWEST_BOX = -99
_MARKS = 1 << 32


class StateRecord(msgspec.Struct, array_like=True):
    """What is saved of a state; the columns are in the order of the roster."""

    at: list[int]
    steps: list[int]
    marks: list[int]
    control: bytes
    turn: int
    active: int
    rolls: int
    flow: list[msgspec.Raw]
    extra: msgspec.Raw


class Codec:
    """Encodes and decodes the states of one game definition.

    Args:
        defn: the definition that decoded states get.
    """

    def __init__(self, defn: Definition) -> None:
        self.defn = defn
        frames: Any = Union[defn.system.frames] if len(defn.system.frames) > 1 else defn.system.frames[0]  # noqa: UP007
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(StateRecord)
        self._frame = msgspec.msgpack.Decoder(frames)
        self._extra = msgspec.msgpack.Decoder(defn.system.extra_type)
        self._control_size = defn.map.grid.size // 8 + 1

    def encode(self, state: State) -> bytes:
        """The bytes of a state; equal states give equal bytes."""
        control = state.control.to_bytes(self._control_size, "little")
        return self._encoder.encode(
            (
                state.at,
                state.steps,
                state.marks,
                control,
                state.turn,
                state.active,
                state.rolls,
                state.flow,
                state.extra,
            )
        )

    def decode(self, data: bytes, dice: DiceSource) -> State:
        """The state of bytes, not settled.

        Raises:
            ValueError: the bytes are no state of this game.
        """
        try:
            record = self._decoder.decode(data)
            state = State(self.defn, dice, self._extra.decode(record.extra))
            flow: list[Frame] = [self._frame.decode(raw) for raw in record.flow]
        except msgspec.MsgspecError as error:
            raise ValueError(f"damaged state: {error}") from error
        if fault := self._fault(record):
            raise ValueError(f"damaged state: {fault}")
        state.at, state.steps, state.marks = record.at, record.steps, record.marks
        state.control = int.from_bytes(record.control, "little") & self.defn.map.grid.all
        state.turn, state.active, state.rolls, state.flow = record.turn, record.active, record.rolls, flow
        state.rebuild()
        if wrong := next((frame for frame in flow if not frame.fits(state)), None):
            raise ValueError(
                f"damaged state: the sequence of play cannot be at “{wrong.__struct_config__.tag}” like that"
            )
        return state

    def _fault(self, record: StateRecord) -> str:
        """What of the columns and counters cannot be."""
        count, known = len(self.defn.roster), self.defn.map.grid.known
        if not len(record.at) == len(record.steps) == len(record.marks) == count:
            return f"it has {len(record.at)} units, the game {count}"
        if not all(LOWEST_BOX <= where < 0 for where in set(record.at) - known):
            return "a unit stands off the map"
        bounds = {
            "number of steps": (record.steps, 0, _MOST_STEPS),
            "set of markers": (record.marks, 0, _MARKS),
            "turn": ((record.turn,), 0, MOST_TURNS),
            "active side": ((record.active,), 0, 1),
            "number of dice": ((record.rolls,), 0, MOST_ROLLS),
        }
        for name, (numbers, least, most) in bounds.items():
            if wrong := [n for n in numbers if not least <= n <= most]:
                return f"{wrong[0]} is no {name}"
        return ""

    def digest(self, state: State) -> str:
        """A short fingerprint of a state: 16 hexadecimal digits."""
        return hashlib.blake2b(self.encode(state), digest_size=8).hexdigest()
