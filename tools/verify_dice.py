#!/usr/bin/env python3
"""Checks the dice of a saved game without any part of Black Earth: only Python's standard library is used.

    python tools/verify_dice.py SAVE [--commitment HASH] [--seed SEED]

Before play the server shows the commitment, the SHA-256 of the seed; write it down. After play the save (and the page)
tells the seed. Then every roll must be the one that the seed gives for its number: roll number i, counted from 0, is
the first of the 8-byte big-endian blocks BLAKE2b(seed, i as 8 bytes, attempt as 4 bytes) below the last multiple of
the number of faces, modulo the faces, plus 1.

Exit code 0: all fits; 1: something does not; 2: the save cannot be checked.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any


class Unusable(Exception):
    """The file cannot be checked; the message says why."""


def die(seed: bytes, index: int, faces: int) -> int:
    """The value 1..faces of the roll with a number."""
    limit = (1 << 64) // faces * faces
    attempt = 0
    while True:
        block = hashlib.blake2b(seed + index.to_bytes(8, "big") + attempt.to_bytes(4, "big"), digest_size=8).digest()
        number = int.from_bytes(block, "big")
        if number < limit:
            return number % faces + 1
        attempt += 1


def rolls(save: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """All rolls of a save in order, each with the number of its decision (from 1)."""
    return [(n, roll) for n, entry in enumerate(save["log"], 1) for roll in entry.get("dice", ())]


def faults(save: dict[str, Any], commitment: str | None, seed: str | None) -> list[str]:
    """Every contradiction, in sentences.

    Raises:
        Unusable: there is no seed to check with.
    """
    seed = seed or save.get("seed")
    if not seed:
        raise Unusable("The save tells no seed, since the game was not over; give the seed with --seed.")
    try:
        secret = bytes.fromhex(seed)
    except ValueError as error:
        raise Unusable("The seed is no hexadecimal text.") from error
    promised = commitment or save["commitment"]
    found = []
    if hashlib.sha256(secret).hexdigest() != promised.lower():
        found.append(f"The seed is not the one that was promised: its SHA-256 is not {promised}.")
    for index, (decision, roll) in enumerate(rolls(save)):
        value = die(secret, index, roll["sides"])
        if value != roll["value"]:
            found.append(
                f"Roll {index} ({roll['purpose']}, decision {decision}) is recorded as {roll['value']},"
                f" but the seed gives {value}."
            )
    return found


def main() -> int:
    """Check the save named on the command line."""
    parser = argparse.ArgumentParser(description="Checks every die of a saved game of Black Earth.")
    parser.add_argument("save", type=Path)
    parser.add_argument("--commitment", help="the hash that was shown before play")
    parser.add_argument("--seed", help="the seed that was shown after play")
    arguments = parser.parse_args()
    try:
        save = json.loads(arguments.save.read_text(encoding="utf-8"))
        found = faults(save, arguments.commitment, arguments.seed)
        count = len(rolls(save))
    except Unusable as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{arguments.save} cannot be read: {error.strerror}.", file=sys.stderr)
        return 2
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, ZeroDivisionError):
        print(f"{arguments.save} is no saved game of Black Earth.", file=sys.stderr)
        return 2
    for sentence in found:
        print(sentence)
    if not found:
        print(f"All {count} dice are those of the seed, and the seed is the one that was promised.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
