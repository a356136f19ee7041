"""Dice from a counter-based stream: the value of a roll is a function of seed and index, nothing else.

Before play the hash of the seed is published, after play the seed; then anybody can recompute every roll.
A source holds no position: the state counts the rolls taken, so that states can be cloned freely.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Protocol

import msgspec

_SEED = re.compile(r"(?:[0-9a-fA-F]{2}){1,32}")


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die that was thrown.

    Attributes:
        purpose: what for (``battle``, ``tank fire``), with the hex or unit it concerns.
        sides: number of faces.
        value: 1 .. sides.
        side: side that threw it.
        to: side that may know the value, or -1 for all.
    """

    purpose: str
    sides: int
    value: int
    side: int
    to: int = -1


class Stretch(msgspec.Struct, frozen=True):
    """The dice of a game up to the moment when others took their place.

    Attributes:
        until: number of dice that had been thrown then, since the start of the game.
        commitment: published hash of their seed.
        seed: their seed, None where it is kept back.
    """

    until: int
    commitment: str
    seed: str | None = None


class DiceSource(Protocol):
    """Where dice come from."""

    def value(self, index: int, sides: int, purpose: str) -> int:
        """The value 1..sides of the roll with this index."""


def die(seed: bytes, index: int, sides: int) -> int:
    """The roll with an index: the first of the blocks hash(seed, index, 0), hash(seed, index, 1), ... below the last
    full multiple of ``sides``, taken modulo ``sides``, plus 1. A block is the first 8 bytes, big endian, of BLAKE2b.
    """
    limit = (1 << 64) // sides * sides
    attempt = 0
    while True:
        block = hashlib.blake2b(seed + index.to_bytes(8, "big") + attempt.to_bytes(4, "big"), digest_size=8).digest()
        number = int.from_bytes(block, "big")
        if number < limit:
            return number % sides + 1
        attempt += 1


def seed_bytes(seed: str) -> bytes:
    """The bytes of a seed.

    Raises:
        ValueError: it is no seed.
    """
    if not _SEED.fullmatch(seed):
        raise ValueError("a seed has an even number of hexadecimal digits, 2 to 64")
    return bytes.fromhex(seed)


def commitment(seed: str) -> str:
    """What is published before play: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed_bytes(seed)).hexdigest()


def fresh_seed() -> str:
    """A new seed: 16 random bytes in hexadecimal."""
    return secrets.token_hex(16)


def seed_of(number: int) -> str:
    """The seed of a small number, for simulations that must be repeatable."""
    return hashlib.sha256(f"black earth {number}".encode()).hexdigest()[:32]


class SeededDice:
    """The dice of a game.

    Args:
        seed: 2 to 64 hexadecimal digits, an even number.

    Raises:
        ValueError: it is no seed.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._bytes = seed_bytes(seed)

    def value(self, index: int, sides: int, purpose: str) -> int:
        """See `die`."""
        return die(self._bytes, index, sides)


class KeyedDice:
    """Dice for search: the value depends on seed and purpose, so that two plans see the same luck in the same
    battle.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def value(self, index: int, sides: int, purpose: str) -> int:
        """The value for a purpose, whatever was rolled before."""
        return die(bytes.fromhex(self.seed) + purpose.encode(), 0, sides)


class ScriptedDice:
    """Dice for tests and situations: a list of values that must be used up exactly.

    Args:
        values: the values in the order in which they will be asked for.
        first: index of the first roll.
    """

    def __init__(self, values: list[int], first: int = 0) -> None:
        self.values, self.first = values, first

    def value(self, index: int, sides: int, purpose: str) -> int:
        """The next value of the script.

        Raises:
            LookupError: the script has no value left.
        """
        if index - self.first >= len(self.values):
            raise LookupError(f"no die left in the script for {purpose}")
        return self.values[index - self.first]
