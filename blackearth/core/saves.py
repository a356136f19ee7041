"""Saves: header, state, decision log with its dice, and a snapshot at each change of the deciding side.

Loading never replays: the state is in the file. The log is evidence, for replay, undo and statistics.
"""

from __future__ import annotations

import base64
import os
import re
import tempfile
import zlib
from pathlib import Path
from typing import Annotated

import msgspec

from blackearth.core.dice import Roll, Stretch
from blackearth.core.events import AnyEvent
from blackearth.core.json_lines import line_of

FORMAT = "black earth game"
VERSION = 1

#: What names something: it is kept with the game and told in messages.
Name = Annotated[str, msgspec.Meta(max_length=200)]

_NUMBER = re.compile(rb"[1-9][0-9]*")
#: The place in a message of the decoder.
_PATH = re.compile(r"at `(\$[^`]*)`")


class SaveError(ValueError):
    """A save cannot be used; the message names file and cause in one sentence."""


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that was taken.

    Attributes:
        side: who decided.
        action: text of the action.
        dice: what was thrown in consequence.
        digest: fingerprint of the state afterwards.
        events: what happened.
        turn: game turn in which it was taken.
        step: title of the step.
        unheard: sides (0, 1) and spectators (2) who may not read the action while the game runs.
        final: whether it showed something hidden, so that it cannot be taken back.
    """

    side: int
    action: str
    digest: str
    turn: int
    step: str
    dice: tuple[Roll, ...] = ()
    events: tuple[AnyEvent, ...] = ()
    unheard: tuple[int, ...] = ()
    final: bool = False


class Snapshot(msgspec.Struct, frozen=True):
    """The packed state after ``seq`` decisions."""

    seq: int
    state: str


class Save(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file.

    Attributes:
        seed: of the dice, None in a save given to one side of a game between two people.
        commitment: hash of the seed.
        earlier: dice before those of the seed; the number of a die counts from the start of the game.
        first_die: number of the first die in the log: so many were thrown before the first decision. None in old saves.
        opening: what happened before the first decision, with its dice; None if nothing did, and in old saves.
        players: who played, by side id; empty where it is not known.
    """

    format: str = FORMAT
    version: int = VERSION
    engine: str
    system: Name
    scenario: Name
    options: dict[Name, bool]
    rulings: dict[Name, Name]
    setup: Name
    units: str
    seed: str | None
    commitment: str
    earlier: list[Stretch] = []
    first_die: int | None = None
    opening: LogEntry | None = None
    players: dict[Name, Name] = {}
    state: str
    log: list[LogEntry]
    snapshots: list[Snapshot]


def pack(data: bytes) -> str:
    """Bytes as compressed base64 text."""
    return base64.b64encode(zlib.compress(data, 6)).decode()


def unpack(text: str) -> bytes:
    """The bytes of `pack`.

    Raises:
        ValueError: the text is damaged.
    """
    try:
        opener = zlib.decompressobj()
        data = opener.decompress(base64.b64decode(text, validate=True), 1 << 22)
    except (zlib.error, ValueError) as error:
        raise ValueError("the packed state is damaged") from error
    if not opener.eof:
        raise ValueError("the packed state is damaged or too large")
    return data


def encode(save: Save) -> bytes:
    """A save as JSON, an entry a line."""
    return msgspec.json.format(msgspec.json.encode(save), indent=1) + b"\n"


class Source(msgspec.Struct, frozen=True):
    """Where a save comes from.

    Attributes:
        name: of the file, for messages.
        data: its bytes.
    """

    name: str
    data: bytes

    @classmethod
    def read(cls, path: Path) -> Source:
        """A file.

        Raises:
            SaveError: it cannot be read.
        """
        try:
            return cls(str(path), path.read_bytes())
        except OSError as error:
            raise SaveError(f"{path}: the save cannot be read: {error.strerror}") from error

    def fault(self, path: str, text: str) -> SaveError:
        """The error that tells name, line and cause.

        Args:
            path: what is at fault, such as ``$.log[3].side``.
            text: the cause.
        """
        return SaveError(f"{self.name}, line {line_of(self.data, path)}: {text}")

    def save(self) -> Save:
        """What is in it.

        Raises:
            SaveError: it is no save, or one of a newer version.
        """
        data = self.data
        try:
            head = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            line = data[: _offset(str(error), len(data))].count(b"\n") + 1
            raise SaveError(f"{self.name}, line {line}: this is no saved game: {error}") from error
        if head.get("format") != msgspec.Raw(msgspec.json.encode(FORMAT)):
            raise self.fault("$.format", "this is no saved game of Black Earth")
        version = bytes(head.get("version", b"none"))
        if not _NUMBER.fullmatch(version):
            raise self.fault("$.version", "the save does not tell its version, a number from 1 on")
        if version != b"%d" % VERSION:
            text = f"the save has version {version.decode()[:9]}, this program reads up to {VERSION}"
            raise self.fault("$.version", text)
        try:
            return msgspec.json.decode(data, type=Save)
        except (msgspec.MsgspecError, RecursionError) as error:
            found = _PATH.search(str(error))
            raise self.fault(found[1] if found else "$", f"the save is damaged: {error}") from error


def _offset(message: str, size: int) -> int:
    """Position in a decoder's message such as “... (byte 17)”; the end of the data if it is cut off there."""
    digits = message.rpartition("byte ")[2].rstrip(")")
    return int(digits) if digits.isdigit() else size if "truncated" in message else 0


def write(save: Save, path: Path) -> None:
    """Write a save so that a crash leaves either the old file or the new one.

    Raises:
        SaveError: the folder cannot be written.
    """
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(encode(save))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise SaveError(f"{path}: the game cannot be saved here: {error.strerror}") from error
