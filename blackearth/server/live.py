"""A game in play: the engine's game together with its seats, its connections and what is sent to them."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy.exc import DatabaseError

from blackearth.core.game import Game, roster_digest
from blackearth.core.lessons import LessonGame
from blackearth.core.refusals import Refused
from blackearth.core.saves import LogEntry, SaveError
from blackearth.core.system import QueryError
from blackearth.server import present
from blackearth.server.errors import Forbidden, Invalid, RefusedError, Stale, Unavailable
from blackearth.server.keys import WATCH
from blackearth.server.store import Header, Step, Store, StoredSeat, Summary

HUMAN = "human"

#: Sends bytes to everybody who is connected to a game in one role.
Publish = Callable[[bytes, str], None]


class LiveGame:
    """A game held in memory. Decisions go through `act` and `undo`, one at a time.

    Attributes:
        id: name of the game.
        nonce: what its keys are derived from, besides the server's key.
        version: counts decisions and undos; the number that pages call ``seq``.
        seats: who plays, by side id.
        connected: open connections by seat.
        thinking: whether a computer player is at work on it.
        used: when it was last asked for, on the monotonic clock.
        visitors: browsers and the seats they have opened, as far as noted since the game is in memory.
        shared: whether two people play it or once did; then nobody is told the seed of its dice before its end.
        uploaded: whether it goes on from a save.
    """

    def __init__(
        self,
        name: str,
        nonce: str,
        game: Game,
        version: int,
        seats: list[StoredSeat],
        submissions: set[str],
        publish: Publish,
        *,
        shared: bool = False,
        uploaded: bool = False,
    ) -> None:
        self.id, self.nonce, self.game, self.version = name, nonce, game, version
        self.seats = {seat.seat: seat.player for seat in seats if seat.seat != WATCH}
        self.connected: dict[str, int] = dict.fromkeys([*self.seats, WATCH], 0)
        self.shared = shared or _both_people(self.seats)
        self.uploaded = uploaded
        self.thinking = False
        self.used = time.monotonic()
        self.visitors: set[tuple[str, str]] = set()
        self._keys = {seat.key_hash: seat.seat for seat in seats}
        self._submissions = submissions
        self._publish = publish
        self._lock = asyncio.Lock()
        self._seen = present.Presenter(game)

    # -- seats -------------------------------------------------------------------------------------------------------

    def seat_of(self, key_hash: str) -> str | None:
        """The seat that a key opens."""
        return self._keys.get(key_hash)

    def side_of(self, seat: str) -> int | None:
        """The side of a seat, None for spectators."""
        sides = self.game.system.sides
        return sides.index(seat) if seat in sides else None

    @property
    def asked(self) -> str | None:
        """The side that is to decide, None when the game is over."""
        decision = self.game.decision
        return None if decision is None else self.game.system.sides[decision.side]

    @property
    def computer_to_move(self) -> bool:
        """Whether a computer player is asked."""
        return self.asked is not None and self.seats[self.asked] != HUMAN

    def shows_seed(self, seat: str) -> bool:
        """Whether a save may tell a seat the seed: the game is over, or nobody else plays or has played."""
        people = [side for side, player in self.seats.items() if player == HUMAN]
        return self.game.decision is None or (seat in self.seats and not self.shared and people in ([], [seat]))

    @property
    def private(self) -> bool:
        """Whether two people play it who may not see everything of each other."""
        return self.shared and not self.game.open

    @property
    def header(self) -> Header:
        """What the store keeps of it besides its position."""
        game, defn = self.game, self.game.defn
        return Header(
            defn.options, defn.rulings, game.setup, game.seed, roster_digest(defn), game.earlier, shared=self.shared,
            opening=game.opening, uploaded=self.uploaded,
        )  # fmt: skip

    @property
    def busy(self) -> bool:
        """Whether somebody is connected or a computer player is at work."""
        return self.thinking or any(self.connected.values())

    def seats_json(self) -> dict[str, dict[str, str | bool]]:
        """Who plays and who is connected, by side."""
        return {side: {"player": player, "online": self.online(side)} for side, player in self.seats.items()}

    def online(self, side: str) -> bool:
        """Whether somebody is connected in a side's seat; computer players always are."""
        return self.seats[side] != HUMAN or self.connected[side] > 0

    def presence(self) -> bytes:
        """The message that tells who is connected, and which dice are thrown."""
        seats = {side: self.online(side) for side in self.seats}
        message = {"type": "presence", "seats": seats, "watchers": self.connected[WATCH]}
        return msgspec.json.encode(message | {"commitment": self.game.commitment})

    def tell_all(self, message: bytes) -> None:
        """Send the same to everybody who is connected."""
        for seat, count in self.connected.items():
            if count:
                self._publish(message, f"{self.id}/{seat}")

    # -- what is sent ------------------------------------------------------------------------------------------------

    def summary(self) -> Summary:
        """The game in a list."""
        game, sides = self.game, self.game.system.sides
        title = game.decision.title if game.decision else "Game over"
        result = game.result
        shown = None
        if result is not None:
            winner = None if result.winner is None else sides[result.winner]
            shown = {"winner": winner, "level": result.level, "text": result.text}
        elif isinstance(game, LessonGame) and game.step is None:
            shown = {"winner": None, "level": "done", "text": "All steps of the lesson are done."}
        return Summary(game.state.turn, title, self.asked, shown, hidden=not game.open)

    def update(self, side: int | None, first: int) -> bytes:
        """The message after a decision or undo.

        Args:
            side: who receives it.
            first: decisions that the receiver already has in its log.
        """
        seen = self._seen
        news = {"type": "update", "seq": self.version, "events": seen.events(side, first)}
        # The entry before the new ones comes along: after an undo it says where the log ends now.
        news["log"] = seen.entries(side, max(0, first - 1))
        return msgspec.json.encode(news)[:-1] + b"," + seen.position(side) + b"}"

    def whole(self, seat: str) -> bytes:
        """Everything a seat may know."""
        side = self.side_of(seat)
        document = {
            "seq": self.version,
            "log": self._seen.whole(side),
            "seats": self.seats_json(),
            "you": seat,
            "commitment": self.game.commitment,
            "seed": self.game.seed if self.game.decision is None else None,
        }
        return msgspec.json.encode(document)[:-1] + b"," + self._seen.position(side) + b"}"

    def query(self, seat: str, name: str, args: Mapping[str, Any]) -> Any:
        """Answer a seat's question from what it may know.

        Raises:
            Invalid: there is no such query, or its arguments make no sense.
        """
        game = self.game
        try:
            return game.ask(name, self.side_of(seat), args)
        except (LookupError, TypeError, ValueError) as error:
            reason = error if isinstance(error, QueryError) else "its arguments make no sense"
            raise Invalid(f"The query {name[:40]} cannot be answered: {reason}.") from error

    async def change_player(self, store: Store, seat: str, player: str) -> None:
        """Let another player take a side. A game that becomes one of two people gets dice that neither can know.

        Raises:
            Forbidden: two people cannot take a lesson.
            Unavailable: it could not be stored; nothing changed.
        """
        async with self._lock:
            old = self.seats, self.shared, self.game.seed, self.game.earlier
            try:
                self.seats = {**self.seats, seat: player}
                if _both_people(self.seats) and not self.shared:
                    self._share()
                await store.set_player(self.id, seat, player, self.header, computer=self.computer_to_move)
            except BaseException as error:
                self.seats, self.shared, seed, earlier = old
                self.game.set_dice(seed, earlier)
                if isinstance(error, DatabaseError):
                    raise Unavailable(f"The change could not be stored ({error.orig}); nothing was changed.") from error
                raise
            self.tell_all(self.presence())

    def _share(self) -> None:
        """Begin to be a game of two people.

        Raises:
            Forbidden: see `change_player`.
        """
        if isinstance(self.game, LessonGame):
            raise Forbidden("A lesson answers for the other side itself; play on in a game of your own.")
        self.shared = True
        if self.game.decision is not None:  # what is over has no dice to come, and its seed is known
            self.game.renew_dice()

    async def replay(self, seat: str, number: int) -> bytes:
        """View and log after a number of decisions.

        Raises:
            Invalid: the game is not that long, or its record is damaged.
        """
        side = self.side_of(seat)
        async with self._lock:
            game = self.game
            if not 0 <= number <= game.seq:
                raise Invalid(f"The game has {game.seq} decisions so far.")
            try:
                state = game.at(number)
            except SaveError as error:
                raise Invalid(f"The record of this game does not lead there: {error}.") from error
            log = self._seen.whole(side, number)
            return msgspec.json.encode({"view": game.view_of(state, side, number), "log": log})

    # -- what changes it ---------------------------------------------------------------------------------------------

    async def act(self, store: Store, seat: str, seq: int, action: str, submission: str) -> bytes:
        """Carry out a decision of a seat; the answer is the update for that seat.

        Raises:
            Forbidden: the seat is not asked.
            Stale: the game has gone on since.
            RefusedError: the rules forbid it.
            Unavailable: it could not be stored; nothing changed.
        """
        return await self._submitted(store, seat, seq, action, submission)

    async def undo(self, store: Store, seat: str, seq: int, submission: str) -> bytes:
        """Take back the last decision; see `act`."""
        return await self._submitted(store, seat, seq, None, submission)

    async def _submitted(self, store: Store, seat: str, seq: int, action: str | None, submission: str) -> bytes:
        async with self._lock:
            key = f"{seat}:{submission}"
            if key in self._submissions:
                return self.update(self.side_of(seat), self.game.seq)
            self._may_decide(seat, seq)
            return await self._carry_out(store, seat, action, key)

    def _may_decide(self, seat: str, seq: int) -> None:
        if seat == WATCH:
            raise Forbidden("This link only lets you watch.")
        if self.seats[seat] != HUMAN:
            raise Forbidden("A computer player has this seat.")
        if seq != self.version:
            raise Stale(self.version)
        if self.asked is None:
            raise Forbidden("The game is over.")
        if self.asked != seat:
            raise Forbidden(f"The {self.asked.capitalize()} side is to decide now, not yours.")

    async def decide(self, store: Store, seat: str, version: int, action: str) -> bool:
        """Carry out a computer player's decision, unless the game has gone on; tells whether it was carried out.

        Raises:
            RefusedError, Unavailable: see `act`.
        """
        async with self._lock:
            if version != self.version or self.asked != seat or self.seats[seat] == HUMAN:
                return False
            await self._carry_out(store, seat, action, None)
            return True

    async def _carry_out(self, store: Store, seat: str, action: str | None, submission: str | None) -> bytes:
        game = self.game
        old = _Before(game)
        try:
            entry = self._change(action)
        except Refused as refused:
            raise RefusedError(present.refusals(game, refused.refusals)) from refused
        self.version += 1
        self._seen.changed(min(old.length, game.seq))
        try:
            # Made before it is stored: a position that cannot be shown must not be played on from.
            messages = self._messages(seat, min(old.length, game.seq))
            step = Step(
                game=self.id, seq=game.seq if entry else game.seq + 1, entry=entry, state=game.codec.encode(game.state),
                snapshot=game.snapshots[-1] if len(game.snapshots) > old.snapshots else None, version=self.version,
                summary=self.summary(), computer=self.computer_to_move, submission=submission,
            )  # fmt: skip
            await store.append(step)
        except BaseException as error:
            old.restore(game)
            self.version -= 1
            self._seen.changed(old.length)
            if isinstance(error, sqlite3.Error):
                raise Unavailable(f"The decision could not be stored ({error}); nothing was changed.") from error
            raise
        if submission is not None:
            self._submissions.add(submission)
        for other, message in messages.items():
            if self.connected[other]:
                self._publish(message, f"{self.id}/{other}")
        return messages[seat]

    def _change(self, action: str | None) -> LogEntry | None:
        if action is None:
            self.game.undo()
            return None
        return self.game.apply(action)

    def _messages(self, seat: str, first: int) -> dict[str, bytes]:
        """The updates for a seat and for everybody who is connected."""
        wanted = [other for other, count in self.connected.items() if count or other == seat]
        return {other: self.update(self.side_of(other), first) for other in wanted}

    @asynccontextmanager
    async def still(self) -> AsyncIterator[Game]:
        """The game, while nobody can change it."""
        async with self._lock:
            yield self.game


def _both_people(seats: Mapping[str, str]) -> bool:
    return all(player == HUMAN for player in seats.values())


class _Before:
    """What is needed to bring a game back to where it was."""

    def __init__(self, game: Game) -> None:
        self.state, self.log, self.kept = game.state, game.log.copy(), game.snapshots.copy()
        self.length, self.snapshots = len(self.log), len(self.kept)

    def restore(self, game: Game) -> None:
        """Bring it back, after a decision or an undo."""
        game.state, game.log, game.snapshots = self.state, self.log, self.kept
        game.restore_undo()
