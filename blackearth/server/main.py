"""Starts the server, tells where it is and opens the browser."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import IO

import uvicorn

from blackearth.server.app import create_app
from blackearth.server.settings import ServerError, Settings
from blackearth.server.store import Store


def serve(
    settings: Settings, *, browser: bool = True, at: str = "", tell: Callable[[str], None] = print
) -> None:  # fmt: skip
    """Serve until interrupted.

    Args:
        settings: where to listen and where the games are.
        browser: whether to open one.
        at: what it shows first, as the part of the address behind `#`; empty for the list of games.
        tell: says a line to the user.

    Raises:
        ServerError: the server cannot start; the message says what to do.
    """
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    settings.prepare()
    lock = hold(settings)
    listener = listen(settings)
    settings = replace(settings, port=listener.getsockname()[1])
    page = (f"#{at}" if at else "") if browser else None
    try:
        with suppress(KeyboardInterrupt):  # it comes or not, as the interrupt meets the server at work or at its end
            asyncio.run(_run(settings, listener, page, tell))
        tell(f"Stopped; all games are saved in {settings.database_path}.")
    finally:
        listener.close()
        lock.close()


def listen(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say.

    Raises:
        ServerError: the port is in use, or the address is none of this machine's.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named because asyncio switches delayed sending off for sockets that name it only.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name != "nt":  # there it would let two servers share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ServerError(_why_not_listening(settings, error)) from error
    listener.setblocking(False)
    return listener


def _why_not_listening(settings: Settings, error: OSError | OverflowError) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return f"Port {settings.port} is in use; stop the program that uses it, or take another one with --port."
    if number == errno.EACCES:
        return f"Port {settings.port} is reserved by the system; take one above 1023 with --port."
    return f"The server cannot listen on {settings.host}, port {settings.port}: {error}."


def hold(settings: Settings) -> IO[bytes]:
    """Keeps a second server away from the same games: both would hold them in memory and undo each other's work."""
    file = open(settings.database_path.with_suffix(".lock"), "wb")  # noqa: SIM115 - held as long as the server runs
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise ServerError(
            f"A server already uses the games in {settings.database_path}; play there, or stop it first."
        ) from error
    return file


async def _run(settings: Settings, listener: socket.socket, page: str | None, tell: Callable[[str], None]) -> None:
    # Once here, so that a database that cannot be used is told in one sentence.
    await (await Store.open(settings.database_path)).close()
    config = uvicorn.Config(
        create_app(settings), ws="websockets-sansio", ws_max_size=64 * 1024, lifespan="on", access_log=False,
        log_level="warning", timeout_graceful_shutdown=2, server_header=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if not server.started:
        await serving
        raise ServerError("The server could not start; the lines above say why.")
    await welcome(settings, page, tell)
    await serving


async def welcome(settings: Settings, page: str | None, tell: Callable[[str], None]) -> None:
    """Tell where the table is, and open the browser at a page of it unless that is None."""
    name = "127.0.0.1" if settings.host in ("localhost", "0.0.0.0", "::") else settings.host
    address = f"http://[{name}]:{settings.port}/" if ":" in name else f"http://{name}:{settings.port}/"
    tell(f"Black Earth is at {address} (Ctrl+C ends it; the games are kept in {settings.database_path})")
    if not settings.loopback:
        tell("It is open to everybody who can reach this machine; a game is entered by its secret links only.")
    if page is not None and not await asyncio.to_thread(webbrowser.open, address + page):
        tell(f"No browser was found here; open {address} in one yourself.")
