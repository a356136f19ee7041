"""The WebSocket of a game: updates as they happen, decisions and queries in the other direction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.channels import ChannelsPlugin
from litestar.channels.subscriber import Subscriber
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from blackearth.server import wire
from blackearth.server.computers import Computers
from blackearth.server.errors import ApiError, Defect
from blackearth.server.hall import Hall
from blackearth.server.live import LiveGame

#: Updates that a slow client may fall behind; it is disconnected then and catches up by connecting again.
BACKLOG = 1000

_log = logging.getLogger(__name__)


class Connection:
    """One open socket."""

    def __init__(
        self, socket: WebSocket[Any, Any, State], hall: Hall, computers: Computers, live: LiveGame, seat: str
    ) -> None:
        self._socket, self._hall, self._computers = socket, hall, computers
        self._live, self._seat = live, seat
        self._decoder = msgspec.json.Decoder(wire.Heard)

    async def run(self, channels: ChannelsPlugin, known: int | None) -> None:
        """Serve until the client leaves.

        Args:
            channels: where updates are published.
            known: number of decisions the client has in its log, None for all of them.
        """
        await self._socket.accept()
        async with channels.start_subscription(f"{self._live.id}/{self._seat}") as news, self._present():
            await self._greet(known)
            sending = asyncio.create_task(self._forward(news))
            try:
                await self._listen()
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    @asynccontextmanager
    async def _present(self) -> AsyncIterator[None]:
        live, seat = self._live, self._seat
        live.connected[seat] += 1
        live.tell_all(live.presence())
        try:
            yield
        finally:
            live.connected[seat] -= 1
            live.tell_all(live.presence())

    async def _greet(self, known: int | None) -> None:
        """Bring the client up to date: whatever was missed while it was away."""
        live = self._live
        async with live.still() as game:
            first = game.seq if known is None else min(known, game.seq)
            message = live.update(live.side_of(self._seat), first)
        await self._send(message)

    async def _forward(self, news: Subscriber) -> None:
        async for message in news.iter_events():
            await self._send(message)

    async def _send(self, message: bytes) -> None:
        await self._socket.send_text(message.decode())

    async def _listen(self) -> None:
        while True:
            try:
                text = await self._socket.receive_data("text")
            except WebSocketDisconnect:
                return
            await self._send(msgspec.json.encode(await self._answer(text)))

    async def _answer(self, text: str | bytes) -> dict[str, object]:
        try:
            message = self._decoder.decode(text)
        except RecursionError:
            return {
                "type": "error",
                "error": "bad-request",
                "text": "This message cannot be read: it is nested too deep.",
            }
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return {"type": "error", "error": "bad-request", "text": f"This message cannot be read: {error}."}
        try:
            return await self._carry_out(message)
        except ApiError as error:
            known = {"stale": "stale", "refused": "refused"}
            return {"type": known.get(error.code, "error"), "id": message.id, **error.json()}
        except Exception as error:  # a defect of ours must not end the connection
            _log.error("a message to game %s failed", self._live.id, exc_info=error)
            return {"type": "error", "id": message.id, **Defect().json()}

    async def _carry_out(self, message: wire.Heard) -> dict[str, object]:
        live, store = self._live, self._hall.store
        if isinstance(message, wire.Query):
            answer = live.query(self._seat, message.name, message.args)
            return {"type": "answer", "id": message.id, "answer": answer}
        if isinstance(message, wire.Undo):
            await live.undo(store, self._seat, message.seq, message.id)
        else:
            await live.act(store, self._seat, message.seq, message.action, message.id)
        self._computers.watch(live)
        return {"type": "done", "id": message.id, "seq": live.version}
