"""The process in which computer players think, apart from the server so that nobody waits for them.

It reads questions from standard input and writes answers to standard output, each a MessagePack document with its
length in front (4 bytes, little endian). It ends when its input does.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from pathlib import Path
from typing import BinaryIO

import msgspec

from blackearth import ai, systems
from blackearth.core import flow
from blackearth.core.codec import Codec
from blackearth.core.dice import SeededDice
from blackearth.core.state import Definition

#: Games whose players are kept in memory, with whatever they plan.
KEPT = 8


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What should this player do? The state is what its side may know, with dice that are not the game's."""

    game: str
    player: str
    side: int
    system: str
    scenario: str
    options: dict[str, bool]
    rulings: dict[str, str]
    overlay: str | None
    seed: str
    state: bytes


class Answer(msgspec.Struct, frozen=True):
    """The text of the action, or what went wrong."""

    action: str
    error: str = ""


class Desk:
    """Where the players of some games sit and remember their plans."""

    def __init__(self) -> None:
        self._games: OrderedDict[tuple[str, str, int], tuple[Definition, ai.Agent]] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """The action of a player."""
        defn, agent = self._seat(question)
        state = Codec(defn).decode(question.state, SeededDice(question.seed))
        flow.settle(state)
        return Answer(agent.decide(state, question.side).text(defn.roster, defn.map.grid))

    def _seat(self, question: Question) -> tuple[Definition, ai.Agent]:
        key = (question.game, question.player, question.side)
        if key not in self._games:
            overlay = Path(question.overlay) if question.overlay else None
            system = systems.get(question.system)
            defn = system.define(question.scenario, question.options, question.rulings, overlay)
            self._games[key] = (defn, ai.make(question.player, f"{question.game} {question.side}"))
        self._games.move_to_end(key)
        while len(self._games) > KEPT:
            self._games.popitem(last=False)
        return self._games[key]


def read(stream: BinaryIO) -> bytes | None:
    """The next document, None at the end."""
    head = stream.read(4)
    return stream.read(int.from_bytes(head, "little")) if len(head) == 4 else None


def frame(document: bytes) -> bytes:
    """A document with its length in front."""
    return len(document).to_bytes(4, "little") + document


def main(arguments: list[str]) -> None:
    """Answer until the input ends; the arguments are further systems, ``id=module``."""
    for argument in arguments:
        systems.register(*argument.split("=", 1))
    desk, decoder = Desk(), msgspec.msgpack.Decoder(Question)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a player prints must not get between the answers
    while (document := read(sys.stdin.buffer)) is not None:
        try:
            answer = desk.answer(decoder.decode(document))
        except Exception as error:  # a player's defect must not take the process with it
            answer = Answer("", f"{type(error).__name__}: {error}")
        try:
            answers.write(frame(msgspec.msgpack.encode(answer)))
            answers.flush()
        except BrokenPipeError:  # the server was killed; what is left must not fail once more at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return


if __name__ == "__main__":
    main(sys.argv[1:])
