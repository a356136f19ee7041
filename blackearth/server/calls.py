"""What the HTTP calls share: their arguments, their answers, and who the browser is."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, Response
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from blackearth.server import neighbour
from blackearth.server.computers import Computers
from blackearth.server.hall import Hall
from blackearth.server.keys import COOKIE
from blackearth.server.pages import Pages
from blackearth.server.sheets import Sheets

SMALL = 64 * 1024
COMPRESSED_FROM = 16 * 1024
_YEAR = 365 * 24 * 3600

Key = Annotated[str, QueryParameter(name="key", max_length=64, description="The key of a seat, out of its secret link")]
AnyRequest = Request[Any, Any, State]


@dataclass
class Services:
    """The parts of a running server, handed to the calls as one: each further dependency would cost a task.

    ``loopback``: whether only this machine can reach it.
    """

    hall: Hall
    computers: Computers
    sheets: Sheets
    pages: Pages
    loopback: bool


Parts = NamedDependency[Services]


def answer(content: bytes, status: int = 200, more: dict[str, str] | None = None) -> Response[bytes]:
    """An answer in JSON that nobody may keep."""
    headers = {"cache-control": "no-store", **(more or {})}
    return Response(content, status_code=status, media_type="application/json", headers=headers)


def packed(request: AnyRequest, content: bytes, more: dict[str, str] | None = None) -> Response[bytes]:
    """An answer in JSON that may be long: compressed if the client understands that."""
    if len(content) < COMPRESSED_FROM or "gzip" not in request.headers.get("accept-encoding", ""):
        return answer(content, more=more)
    return answer(gzip.compress(content, 4, mtime=0), more={"content-encoding": "gzip", **(more or {})})


def browser_of(request: AnyRequest, hall: Hall) -> tuple[str, list[Cookie]]:
    """The identity of a browser, and the cookie to set when it is new."""
    known = hall.keyring.browser(request.cookies.get(COOKIE))
    if known is not None:
        return known, []
    browser, value = hall.keyring.new_browser()
    secure = request.url.scheme == "https"
    return browser, [
        Cookie(key=COOKIE, value=value, path="/", max_age=_YEAR, httponly=True, samesite="strict", secure=secure)
    ]


async def of_this_machine(request: AnyRequest, parts: Services) -> bool:
    """Whether a request comes from the person for whom the server runs, who may see all its games."""
    if not parts.loopback:
        return False
    scope = request.scope
    ends = [(end[0], end[1]) if (end := scope[name]) and end[1] is not None else None for name in ("client", "server")]
    return await asyncio.to_thread(neighbour.is_owner, ends[0], ends[1], request.headers)
