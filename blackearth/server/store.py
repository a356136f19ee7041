"""The database of games: SQLite in WAL mode, one transaction for each decision before it is acknowledged.

Rare calls go through SQLAlchemy and aiosqlite. The transaction of a decision is written by the `sqlite3` module on the
event loop itself: it takes some 30 microseconds, less than handing it to a thread. With ``synchronous=NORMAL`` a
committed decision has reached the operating system, so that killing the server cannot lose it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Table, delete, event, insert, select, text, update
from sqlalchemy.dialects.sqlite import insert as insert_or
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from blackearth.core.dice import Stretch
from blackearth.core.saves import LogEntry, Snapshot
from blackearth.server import tables
from blackearth.server.settings import ServerError

#: Decisions after which the write-ahead log is written back.
CHECKPOINT_AFTER = 500

_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000")


class Header(msgspec.Struct, frozen=True):
    """What of a game hardly ever changes.

    Attributes:
        options, rulings, setup: what is played.
        seed: of the dice.
        units: fingerprint of the counters its states were written with.
        earlier: dice before those of the seed.
        shared: whether two people play it or once did.
        opening: what happened before the first decision.
        uploaded: whether it goes on from a save.
    """

    options: dict[str, bool]
    rulings: dict[str, str]
    setup: str
    seed: str
    units: str
    earlier: tuple[Stretch, ...] = ()
    shared: bool = False
    opening: LogEntry | None = None
    uploaded: bool = False


class Summary(msgspec.Struct, frozen=True):
    """A game in a list; ``waiting`` is the side that is asked, ``hidden`` tells whether the sides may not see all
    of each other; an old game does not tell, so that it is taken for granted.
    """

    turn: int
    title: str
    waiting: str | None
    result: dict[str, Any] | None
    hidden: bool = True


class StoredGame(msgspec.Struct, frozen=True, kw_only=True):
    """A row of ``games``: ``version`` counts decisions and undos, ``state`` is the encoded position."""

    id: str
    system: str
    scenario: str
    nonce: str
    header: Header
    state: bytes
    version: int
    summary: Summary
    computer: bool
    updated: int

    @property
    def private(self) -> bool:
        """Whether two people play it who may not see everything of each other."""
        return self.header.shared and self.summary.hidden and self.summary.result is None


class StoredSeat(msgspec.Struct, frozen=True):
    """A row of ``seats``: a side's id or ``watch``, who plays it (nobody plays ``watch``), the hash of its key."""

    seat: str
    player: str
    key_hash: str


class Record(msgspec.Struct, frozen=True):
    """Everything of one game."""

    game: StoredGame
    seats: list[StoredSeat]
    log: list[LogEntry]
    snapshots: list[Snapshot]
    submissions: set[str]


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision or an undo changes: decision number ``seq`` is written; or it and all after it are taken back
    (``entry`` None).
    """

    game: str
    seq: int
    entry: LogEntry | None
    snapshot: Snapshot | None
    state: bytes
    version: int
    summary: Summary
    computer: bool
    submission: str | None


class Store:
    """The games of one database file."""

    def __init__(self, engine: AsyncEngine, journal: sqlite3.Connection) -> None:
        self._engine, self._journal = engine, journal
        self._tables: dict[str, Table] = dict(tables.build().tables)
        # Two writers of one process must not meet inside SQLite: the one on the event loop would block the other.
        self._writing = asyncio.Lock()
        self._unchecked = 0
        self._checkpoint: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path) -> Store:
        """The store of a file, which is made when missing.

        Raises:
            ServerError: the file is no database of ours, or cannot be written.
        """
        engine = create_async_engine(f"sqlite+aiosqlite:///{path}")

        @event.listens_for(engine.sync_engine, "connect")
        def prepare(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            for pragma in _PRAGMAS:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        try:
            async with engine.begin() as connection:
                version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
                if version > tables.SCHEMA:
                    raise ServerError(f"The games in {path} were written by a newer Black Earth; start that one.")
                await connection.run_sync(tables.build().create_all)
                await connection.exec_driver_sql(f"PRAGMA user_version={tables.SCHEMA}")
            journal = sqlite3.connect(path, isolation_level=None)
            for pragma in (*_PRAGMAS, "wal_autocheckpoint=0"):
                journal.execute(f"PRAGMA {pragma}")
        except (DatabaseError, sqlite3.Error) as error:
            await engine.dispose()
            cause = getattr(error, "orig", None) or error
            raise ServerError(f"{path} cannot be used as the database of games: {cause}.") from error
        except ServerError:
            await engine.dispose()
            raise
        return cls(engine, journal)

    async def close(self) -> None:
        """Close both connections."""
        if self._checkpoint is not None:
            await self._checkpoint
        self._journal.close()
        await self._engine.dispose()

    # -- decisions ---------------------------------------------------------------------------------------------------

    async def append(self, step: Step) -> None:
        """Write a decision or an undo, whole or not at all; when this returns it cannot be lost.

        Raises:
            sqlite3.Error: nothing was written.
        """
        async with self._writing:
            run = self._journal.execute
            run("BEGIN IMMEDIATE")
            try:
                self._write(run, step)
                run("COMMIT")
            except BaseException:
                run("ROLLBACK")
                raise
        self._unchecked += 1
        if self._unchecked >= CHECKPOINT_AFTER:
            self._unchecked = 0
            self._checkpoint = asyncio.create_task(self._write_back())

    async def _write_back(self) -> None:
        """Move what the log of the database holds into the database, in a thread: it waits for the disk."""
        async with self._engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def _write(self, run: Any, step: Step) -> None:
        encode = msgspec.msgpack.encode
        if step.entry is None:
            run("DELETE FROM log WHERE game=? AND seq>=?", (step.game, step.seq))
            run("DELETE FROM snapshots WHERE game=? AND seq>=?", (step.game, step.seq))
        else:
            run("INSERT INTO log VALUES(?,?,?)", (step.game, step.seq, encode(step.entry)))
        if step.snapshot is not None:
            run("INSERT INTO snapshots VALUES(?,?,?)", (step.game, step.snapshot.seq, step.snapshot.state))
        if step.submission is not None:
            run("INSERT INTO submissions VALUES(?,?)", (step.game, step.submission))
        run(
            "UPDATE games SET state=?, version=?, summary=?, computer=?, updated=? WHERE id=?",
            (step.state, step.version, encode(step.summary), step.computer, int(time.time()), step.game),
        )

    # -- games -------------------------------------------------------------------------------------------------------

    async def create(self, record: Record, browser: str | None) -> None:
        """Write a new game with its seats, all held by the browser that made it."""
        games, holders = self._tables["games"], self._tables["holders"]
        key = record.game.id
        entries = [msgspec.msgpack.encode(entry) for entry in record.log]
        rows = {
            "seats": [{"game": key, **msgspec.structs.asdict(seat)} for seat in record.seats],
            "log": [{"game": key, "seq": n + 1, "entry": entry} for n, entry in enumerate(entries)],
            "snapshots": [{"game": key, "seq": s.seq, "state": s.state} for s in record.snapshots],
        }
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(insert(games).values(**_row(record.game)))
            for name, values in rows.items():
                if values:
                    await connection.execute(insert(self._tables[name]), values)
            if browser is not None:
                mine = [seat.seat for seat in record.seats if seat.player in ("", "human")]
                await connection.execute(
                    insert(holders), [{"browser": browser, "game": key, "seat": seat} for seat in mine]
                )

    async def load(self, game: str) -> Record | None:
        """Everything of a game, None when there is no such game."""
        t = self._tables
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(t["games"]).where(t["games"].c.id == game))).mappings().first()
            if row is None:
                return None

            async def rows(name: str, order: str) -> Sequence[Any]:
                table = t[name]
                query = select(table).where(table.c.game == game).order_by(table.c[order])
                return (await connection.execute(query)).all()

            return Record(
                _game(row),
                [StoredSeat(r.seat, r.player, r.key_hash) for r in await rows("seats", "seat")],
                [msgspec.msgpack.decode(r.entry, type=LogEntry) for r in await rows("log", "seq")],
                [Snapshot(r.seq, r.state) for r in await rows("snapshots", "seq")],
                {r.id for r in await rows("submissions", "id")},
            )

    async def players(self, games: Sequence[str]) -> dict[str, dict[str, str]]:
        """Who plays, by game and seat."""
        table = self._tables["seats"]
        async with self._engine.connect() as connection:
            rows = (await connection.execute(select(table).where(table.c.game.in_(games)))).all()
        answer: dict[str, dict[str, str]] = {}
        for row in rows:
            answer.setdefault(row.game, {})[row.seat] = row.player
        return answer

    async def hold(self, browser: str, game: str, seat: str) -> None:
        """Note that a browser has opened a seat, so that its list shows the game."""
        values = {"browser": browser, "game": game, "seat": seat}
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(insert_or(self._tables["holders"]).values(**values).on_conflict_do_nothing())

    async def held(self, browser: str | None) -> dict[str, list[str]]:
        """The seats that a browser has opened, by game; None: that any browser has."""
        table = self._tables["holders"]
        query = select(table.c.game, table.c.seat).distinct()
        async with self._engine.connect() as connection:
            rows = (
                await connection.execute(query if browser is None else query.where(table.c.browser == browser))
            ).all()
        answer: dict[str, list[str]] = {}
        for row in rows:
            answer.setdefault(row.game, []).append(row.seat)
        return answer

    async def listed(self, games: Sequence[str]) -> list[StoredGame]:
        """Some games, the latest first."""
        table = self._tables["games"]
        query = select(table).where(table.c.id.in_(games)).order_by(table.c.updated.desc(), text("rowid DESC"))
        async with self._engine.connect() as connection:
            return [_game(row) for row in (await connection.execute(query)).mappings()]

    async def set_player(self, game: str, seat: str, player: str, header: Header, *, computer: bool) -> None:
        """Let another player take a side; ``computer`` says whether a computer player is to decide now.

        Raises:
            sqlalchemy.exc.DatabaseError: nothing was written.
        """
        games, seats = self._tables["games"], self._tables["seats"]
        async with self._writing, self._engine.begin() as connection:
            where = (seats.c.game == game, seats.c.seat == seat)
            await connection.execute(update(seats).where(*where).values(player=player))
            values = {"computer": int(computer), "header": msgspec.msgpack.encode(header)}
            await connection.execute(update(games).where(games.c.id == game).values(**values))

    async def forget(self, browser: str | None, game: str) -> None:
        """Take a game from a browser's list, or from all lists; the game stays for everybody who has a link."""
        table = self._tables["holders"]
        gone = delete(table).where(table.c.game == game)
        async with self._writing, self._engine.begin() as connection:
            await connection.execute(gone if browser is None else gone.where(table.c.browser == browser))

    async def waiting_for_computer(self) -> list[str]:
        """The games in which a computer player is to decide."""
        table = self._tables["games"]
        async with self._engine.connect() as connection:
            return list((await connection.execute(select(table.c.id).where(table.c.computer == 1))).scalars())


def _row(game: StoredGame) -> dict[str, Any]:
    row = msgspec.structs.asdict(game)
    for name in ("header", "summary"):
        row[name] = msgspec.msgpack.encode(row[name])
    return row


def _game(row: Any) -> StoredGame:
    values = dict(row)
    values["header"] = msgspec.msgpack.decode(values["header"], type=Header)
    values["summary"] = msgspec.msgpack.decode(values["summary"], type=Summary)
    values["computer"] = bool(values["computer"])
    return StoredGame(**values)
