"""The application: everything of the server put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from blackearth import __version__, systems
from blackearth.server.calls import Services
from blackearth.server.computers import Computers
from blackearth.server.errors import ApiError, Defect
from blackearth.server.guard import Guard, content_security_policy
from blackearth.server.hall import Hall
from blackearth.server.keys import Keyring
from blackearth.server.pages import Pages
from blackearth.server.routes import HANDLERS
from blackearth.server.settings import Settings
from blackearth.server.sheets import Sheets
from blackearth.server.socket import BACKLOG
from blackearth.server.store import Store

_log = logging.getLogger(__name__)


def create_app(settings: Settings, pages: Pages | None = None) -> ASGIApp:
    """The ASGI application of a server.

    Args:
        settings: where it listens and keeps its games.
        pages: the built page; the package's own if None.

    Raises:
        ServerError: when it is started: the folder or the database cannot be used.
    """
    for further in settings.systems:
        systems.register(*further.split("=", 1))
    pages = pages or Pages()
    channels = ChannelsPlugin(
        MemoryChannelsBackend(), arbitrary_channels_allowed=True, subscriber_max_backlog=BACKLOG,
        subscriber_backlog_strategy="dropleft",
    )  # fmt: skip
    sheets = Sheets(pages, settings.overlay)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        settings.prepare()
        store = await Store.open(settings.database_path)
        hall = Hall(store, Keyring.load(settings.home / "key"), channels.publish, settings.overlay)
        computers = Computers(store, settings.systems, settings.overlay)
        hall.watch = computers.watch
        application.state.parts = Services(hall, computers, sheets, pages, settings.loopback)
        resuming = asyncio.create_task(hall.resume())
        try:
            yield
        finally:
            resuming.cancel()
            await asyncio.gather(resuming, return_exceptions=True)
            await computers.close()
            await store.close()

    application = Litestar(
        route_handlers=HANDLERS,
        plugins=[channels],
        lifespan=[lifespan],
        dependencies={"parts": Provide(lambda: application.state.parts, sync_to_thread=False)},
        exception_handlers={
            ApiError: _api_error,
            HTTPException: _http_error,
            RecursionError: _too_deep,
            Exception: _defect,
        },
        openapi_config=OpenAPIConfig(title="Black Earth", version=__version__, path="/api/schema"),
        logging_config=None,
    )
    return Guard(application, loopback=settings.loopback, policy=content_security_policy(pages.index()))


def _answer(status: int, document: dict[str, Any]) -> Response[bytes]:
    return Response(
        msgspec.json.encode(document),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def _api_error(_request: Request[Any, Any, Any], error: ApiError) -> Response[bytes]:
    return _answer(error.status, error.json())


def _http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    document: dict[str, Any] = {"error": "bad-request", "text": error.detail}
    if isinstance(error.extra, list) and error.extra:
        document["fields"] = error.extra
    return _answer(error.status_code, document)


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    """Only a document can nest so deep: nothing of ours does."""
    return _answer(400, {"error": "bad-request", "text": "The request is nested too deep."})


def _defect(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A defect of ours: told in the server's log, not to the client."""
    # The query holds the key of a seat, which belongs in no log.
    _log.error("%s %s failed", request.scope.get("method", ""), request.scope["path"], exc_info=error)
    return _answer(Defect.status, Defect().json())
