"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

#: Changes when the tables do; a database of a newer program is refused.
SCHEMA = 1


def _game_key() -> Column[str]:
    return Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def _number() -> Column[int]:
    return Column("seq", Integer, primary_key=True)


def build() -> MetaData:
    """The schema.

    ``games`` holds the running position, ``log`` every decision with its dice, ``snapshots`` the positions to replay
    from, ``seats`` who plays and the hash of the key, ``holders`` which browser has opened which seat, ``submissions``
    the ids of what was already carried out.
    """
    meta = MetaData()
    Table(
        "games",
        meta,
        Column("id", Text, primary_key=True),
        Column("system", Text, nullable=False),
        Column("scenario", Text, nullable=False),
        Column("nonce", Text, nullable=False),
        Column("header", LargeBinary, nullable=False),
        Column("state", LargeBinary, nullable=False),
        Column("version", Integer, nullable=False),
        Column("summary", LargeBinary, nullable=False),
        Column("computer", Integer, nullable=False),
        Column("updated", Integer, nullable=False),
        Index("games_of_computers", "computer"),
    )
    entry, state = Column("entry", LargeBinary, nullable=False), Column("state", Text, nullable=False)
    Table("log", meta, _game_key(), _number(), entry, sqlite_with_rowid=False)
    Table("snapshots", meta, _game_key(), _number(), state, sqlite_with_rowid=False)
    Table(
        "seats", meta, _game_key(), Column("seat", Text, primary_key=True), Column("player", Text, nullable=False),
        Column("key_hash", Text, nullable=False),
    )  # fmt: skip
    Table(
        "holders", meta, Column("browser", Text, primary_key=True), _game_key(), Column("seat", Text, primary_key=True),
        Index("holders_by_game", "game"),
    )  # fmt: skip
    Table("submissions", meta, _game_key(), Column("id", Text, primary_key=True), sqlite_with_rowid=False)
    return meta
