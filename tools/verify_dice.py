#!/usr/bin/env python3
"""Checks the dice of a saved game without any part of Black Earth: only Python's standard library is used.

    python tools/verify_dice.py SAVE [--commitment HASH] [--seed SEED]

Before play the server shows the commitment, the SHA-256 of the seed; write it down. After play the save (and the page)
tells the seed. Then every roll must be the one that the seed gives for its number: roll number i, counted from 0, is
the first of the 8-byte big-endian blocks BLAKE2b(seed, i as 8 bytes, attempt as 4 bytes) below the last multiple of
the number of faces, modulo the faces, plus 1. Where a second person came to the game the dice were renewed: `earlier`
in the save tells the seeds before, their commitments, and the number of the first roll that is no longer theirs.

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
    """All rolls of a save in order, each with the number of its decision (from 1; 0 before the first)."""
    entries = [save.get("opening") or {}, *save["log"]]
    return [(n, roll) for n, entry in enumerate(entries) for roll in entry.get("dice", ())]


def stretches(save: dict[str, Any], seed: str | None) -> list[tuple[float, bytes | None, str]]:
    """The seeds of a save in order, None where it does not tell one: each with the number of the first roll that is not
    its, and with its commitment.

    Raises:
        Unusable: a seed is damaged.
    """
    last = {"until": float("inf"), "seed": seed or save.get("seed"), "commitment": save["commitment"]}
    found = []
    for one in (*save.get("earlier", ()), last):
        try:
            secret = bytes.fromhex(one["seed"]) if one.get("seed") else None
        except ValueError as error:
            raise Unusable("The seed is no hexadecimal text.") from error
        found.append((one["until"], secret, one["commitment"].lower()))
    return found


def faults(save: dict[str, Any], commitment: str | None, seed: str | None) -> list[str]:
    """Every contradiction, in sentences.

    Raises:
        Unusable: there is no seed to check with, or none for a part of the dice.
    """
    seeds = stretches(save, seed)
    if seeds[-1][1] is None:
        raise Unusable("The save tells no seed, since the game was not over; give the seed with --seed.")
    found = []
    for _, secret, promised in seeds:
        if secret is not None and hashlib.sha256(secret).hexdigest() != promised:
            found.append(f"The seed is not the one that was promised: its SHA-256 is not {promised}.")
    if commitment and all(promised != commitment.lower() for _, _, promised in seeds):
        found.append(f"The seed is not the one that was promised: its SHA-256 is not {commitment}.")
    unknown = 0
    first = 0 if save.get("opening") else save.get("first_die") or 0
    for index, (decision, roll) in enumerate(rolls(save), first):
        secret = next(secret for until, secret, _ in seeds if index < until)
        if secret is None:
            unknown += 1
        elif (value := die(secret, index, roll["sides"])) != roll["value"]:
            found.append(
                f"Roll {index} ({roll['purpose']}, decision {decision}) is recorded as {roll['value']},"
                f" but the seed gives {value}."
            )
    if unknown and not found:
        raise Unusable(f"The save does not tell the seed of {unknown} earlier dice; all others fit.")
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
