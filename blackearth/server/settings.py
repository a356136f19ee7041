"""Where the server listens and where it keeps its games."""

from __future__ import annotations

import ipaddress
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


class ServerError(Exception):
    """The server cannot start; the message is one sentence that says what to do."""


def user_data_dir() -> Path:
    """The folder of this user for games: ``BLACKEARTH_HOME`` when set, else what the platform lays down."""
    if named := os.environ.get("BLACKEARTH_HOME"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "blackearth"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "blackearth"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "blackearth"


@dataclass(frozen=True)
class Settings:
    """What a server is started with.

    Attributes:
        home: folder of the database and of the signing key; made when missing.
        host: address to listen on; loopback unless the user opens the server.
        port: port to listen on; 0 takes a free one.
        database: the database file, `home`/games.sqlite3 if None.
        overlay: a folder whose data files take the place of ours.
        systems: modules that register further game systems when imported.
    """

    home: Path = field(default_factory=user_data_dir)
    host: str = "127.0.0.1"
    port: int = 8000
    database: Path | None = None
    overlay: Path | None = None
    systems: tuple[str, ...] = ()

    @property
    def database_path(self) -> Path:
        """The database file."""
        return self.database or self.home / "games.sqlite3"

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def prepare(self) -> None:
        """Make the folders.

        Raises:
            ServerError: a folder cannot be written.
        """
        for folder in (self.home, self.database_path.parent):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                probe = folder / f".write-probe-{os.getpid()}"
                probe.write_bytes(b"")
                probe.unlink()
            except OSError as error:
                raise ServerError(
                    f"The folder {folder} for games cannot be written ({error.strerror});"
                    " set BLACKEARTH_HOME to a folder of your own."
                ) from error
