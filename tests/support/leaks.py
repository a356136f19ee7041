"""Finds what a game with secrets tells somebody who may not know it.

Two nets. *Names*: nothing that is sent to a side or to a spectator may name a unit that it does not know at that
moment. *Twins*: of a position a twin is made that differs only in what the receiver cannot know; every byte must be
the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from blackearth.core import flow
from blackearth.core.events import Declared
from blackearth.core.game import Game, refusal_json
from blackearth.core.refusals import Refused
from blackearth.core.secrets import Secrets
from blackearth.core.state import State
from blackearth.core.system import QueryError
from blackearth.server.present import Presenter, log_entry

#: The two sides and the spectators.
RECEIVERS: tuple[int | None, ...] = (0, 1, None)
_WORD = re.compile(rb"[A-Za-z0-9]+(?:[-/.][A-Za-z0-9]+)+")
Question = tuple[str, Mapping[str, Any]]
#: Makes positions that differ from one only in what a receiver may not know.
Twins = Callable[[State, int | None, Random], Iterable[State]]


class Leak(AssertionError):
    """Somebody was told what he may not know."""


def with_state(game: Game, state: State) -> Game:
    """The same game and record, with another position in its place."""
    twin = Game(state, game.seed, game.setup, game.log, game.snapshots)
    twin._undo = game._undo
    return twin


def twin_of(state: State) -> State:
    """A copy to be changed; `settled` it when it is."""
    new = state.clone()
    new.extra = msgspec.msgpack.decode(msgspec.msgpack.encode(state.extra), type=type(state.extra))
    new.cache = {}
    return new


def settled(state: State) -> State:
    """A changed copy with its derived values and its question made anew."""
    state.rebuild()
    flow.settle(state)
    return state


class Scanner:
    """Looks over the shoulder of both sides and a spectator while a game is played.

    Args:
        game: the game; it is played on by `play`.
        twins: positions that look alike to a receiver.
        questions: what a receiver may ask, for a position.
        words: what must not stand in the log that somebody reads who is not its owner, by owner.
        near: hexes around an announced attack in which units are shown (cells of a cell).
    """

    def __init__(
        self,
        game: Game,
        twins: Twins,
        questions: Callable[[State, Random], Sequence[Question]],
        near: Callable[[State, int], int],
        words: Mapping[int, Sequence[bytes]] | None = None,
    ) -> None:
        secrets = game.defn.secrets
        assert secrets is not None
        self.game, self.twins, self.questions, self.near = game, twins, questions, near
        self.secrets: Secrets = secrets
        #: The counters of the game and what stands in for hidden ones: nobody hears of that.
        self.counters = secrets.outlook(game.state, None).defn.roster.index
        self.words = words or {}
        self.compared = 0

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, decisions: int, random: Random, *, every: int) -> None:
        """Play on at random, reading every line of the log and, now and then, everything else that could be sent."""
        for number in range(decisions):
            if self.game.decision is None:
                return
            self.step(random)
            if number % every == 0 and self.game.decision is not None:
                self.scan(random)

    def step(self, random: Random) -> None:
        """Take a decision at random and read what is told of it."""
        game, before = self.game, self.game.state
        assert before.decision is not None
        for _ in range(20):
            try:
                game.apply(before.decision.sample(before, random))
                break
            except Refused:  # drawn by the truth; what the side knows forbids it
                continue
        else:
            raise AssertionError(f"nothing is allowed to {before.decision.title}")
        if game.decision is not None:
            self._read_log(before)

    def _read_log(self, before: State) -> None:
        game, record = self.game, self.game.log[-1]
        targets = [e.target for e in record.events if isinstance(e, Declared)]
        shown = {e for event in record.events for e in getattr(event, "units", ()) if isinstance(event, Declared)}
        for state in (before, game.state):
            for target in (*targets, *self._fought(before)):
                area = self.near(state, target)
                shown |= {u for cell, units in state.stacks.items() if area >> cell & 1 for u in units}
        for receiver in RECEIVERS:
            allowed = shown | {*self.secrets.known(before, receiver), *self.secrets.known(game.state, receiver)}
            lines = [log_entry(line) for line in game.log_json(receiver, game.seq - 1)]
            data = msgspec.json.encode([lines, game.log_json(receiver, game.seq - 1)])
            self._names(data, allowed, receiver, f"the log of {record.action}")
            for owner, words in self.words.items():
                if owner != receiver and (word := next((w for w in words if w in data), None)):
                    raise Leak(f"{receiver} reads {word!r} in the log of {record.action}")

    def _fought(self, state: State) -> list[int]:
        return [fight.target for fight in getattr(state.extra, "fights", ())]

    # -- looking at everything -----------------------------------------------------------------------------------------

    def scan(self, random: Random) -> None:
        """Look at all that could be sent now, at an earlier position, and at what twins would send."""
        state, game = self.game.state, self.game
        questions = self.questions(state, random)
        for receiver in RECEIVERS:
            sent = list(self.messages(game, receiver, questions))
            known = self.secrets.known(state, receiver)
            for what, data, named in sent:
                self._names(data, {*known, *named}, receiver, what)
            for twin in self.twins(state, receiver, random):
                self.compared += 1
                for (what, data, _), (_, other, _) in zip(
                    sent, self.messages(with_state(game, twin), receiver, questions), strict=True
                ):
                    if data != other:
                        raise Leak(f"{what} tells {receiver} two positions apart: {_difference(data, other)}")
        self._replay(random)

    def _replay(self, random: Random) -> None:
        number = random.randint(max(0, self.game.seq - 30), self.game.seq)
        state = self.game.at(number)
        for receiver in RECEIVERS:
            data = msgspec.json.encode(self.game.view_of(state, receiver, number))
            self._names(data, self.secrets.known(state, receiver), receiver, f"the replay at {number}")

    def messages(
        self, game: Game, receiver: int | None, questions: Sequence[Question]
    ) -> Iterator[tuple[str, bytes, tuple[int, ...]]]:
        """What a receiver is sent: a name for it, its bytes, and the units that the receiver itself has named."""
        yield "the position", Presenter(game).position(receiver), ()
        index = game.defn.roster.index
        for name, args in questions:
            text = " ".join(str(value) for value in args.values())
            named = tuple(index[w.decode()] for w in _WORD.findall(text.encode()) if w.decode() in index)
            try:
                answer = game.ask(name, receiver, args)
            except (QueryError, LookupError, TypeError, ValueError) as error:
                answer = str(error)
            yield f"{name} {text}", msgspec.json.encode(answer), named
            if name == "why" and game.decision is not None and game.decision.side == receiver:
                refusals = [refusal_json(game.defn, r) for r in game.why_not(text)]
                yield f"the refusal of {text}", msgspec.json.encode(refusals), named

    def _names(self, data: bytes, known: Iterable[int], receiver: int | None, what: str) -> None:
        allowed = set(known)
        for word in set(_WORD.findall(data)):
            unit = self.counters.get(word.decode())
            if unit is not None and unit not in allowed:
                raise Leak(f"{what} names {word.decode()} to {receiver}")


def _difference(one: bytes, other: bytes) -> str:
    """The first place where two messages differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 60) : at + 60]!r} or {other[max(0, at - 60) : at + 60]!r}"
