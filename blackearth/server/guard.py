"""What stands before the application: which hosts and origins may talk to it, and the headers of every answer."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

#: A Host header that names this machine, with or without a port.
_LOOPBACK_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?", re.IGNORECASE)
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def content_security_policy(page: bytes) -> str:
    """The policy for the page: nothing but this server's files and the inline scripts of the built page."""
    hashes = [base64.b64encode(hashlib.sha256(code).digest()).decode() for code in _INLINE_SCRIPT.findall(page)]
    scripts = " ".join(["'self'", *(f"'sha256-{value}'" for value in hashes)])
    return (
        f"default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:;"
        " font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    )


class Guard:
    """Refuses foreign hosts and origins; adds the security headers.

    On loopback only loopback names are served, so that a foreign page cannot reach the server under a name of its own
    (DNS rebinding). Requests that change something and WebSockets must come from the server's own pages, or from none.

    Args:
        app: the application.
        loopback: whether the server listens on loopback only.
        policy: the content security policy.
    """

    def __init__(self, app: ASGIApp, *, loopback: bool, policy: str) -> None:
        self._app, self._loopback = app, loopback
        self._headers: list[tuple[bytes, bytes]] = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"DENY"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
        elif reason := self._refusal(scope):
            await _refuse(scope, receive, send, reason)
        else:
            await self._app(scope, receive, self._with_headers(send))

    def _refusal(self, scope: Scope) -> str:
        headers = dict(_last(scope["headers"]))
        host = headers.get("host", "").lower()
        if self._loopback and not _LOOPBACK_HOST.fullmatch(host):
            return "This server answers on this machine only; open it as localhost."
        changes = scope.get("method") not in ("GET", "HEAD", "OPTIONS")
        origin = headers.get("origin", "").lower()
        if changes and origin and origin.partition("://")[2] != host:
            return "Pages of other sites may not play here."
        if changes and headers.get("sec-fetch-site") == "cross-site":
            return "Pages of other sites may not play here."
        return ""

    def _with_headers(self, send: Send) -> Send:
        async def decorated(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        return decorated


def _last(headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[str, str]]:
    return ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers)


async def _refuse(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": reason})
        return
    body = b'{"error":"foreign","text":"' + reason.encode() + b'"}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
