"""States to bytes and back: MessagePack for stores and snapshots, JSON terms for saves that people can read."""

from __future__ import annotations

import hashlib
from typing import Any, Union

import msgspec

from blackearth.core.dice import DiceSource
from blackearth.core.frames import Frame
from blackearth.core.state import Definition, State


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
        count, grid = len(self.defn.roster), self.defn.map.grid
        if not len(record.at) == len(record.steps) == len(record.marks) == count:
            raise ValueError(f"damaged state: it has {len(record.at)} units, the game {count}")
        if any(cell >= 0 for cell in set(record.at) - grid.known):
            raise ValueError("damaged state: a unit stands off the map")
        state.at, state.steps, state.marks = record.at, record.steps, record.marks
        state.control = int.from_bytes(record.control, "little") & grid.all
        state.turn, state.active, state.rolls, state.flow = record.turn, record.active, record.rolls, flow
        state.rebuild()
        return state

    def digest(self, state: State) -> str:
        """A short fingerprint of a state: 16 hexadecimal digits."""
        return hashlib.blake2b(self.encode(state), digest_size=8).hexdigest()
