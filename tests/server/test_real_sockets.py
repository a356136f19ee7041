"""Play through a real server process: HTTP and two WebSockets over loopback, as `blackearth bench` measures it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from blackearth.server.measure import decisions
from tests.server.process import PATIENCE, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("sockets") / "home")
    yield server
    server.kill()


def send_and_read_on(socket: ClientConnection, text: str) -> None:
    socket.send(text)
    while True:
        socket.recv(timeout=PATIENCE)


def test_both_seats_follow_every_decision(server: Server) -> None:
    times = decisions(server.address, "duel", "plain", 30, 4)
    assert 5 < len(times) <= 30
    assert all(seconds > 0 for seconds in times)


def test_an_oversized_message_ends_the_connection_and_nothing_else(server: Server) -> None:
    made = server.call("/api/games", {"system": "duel", "scenario": "plain"})
    key = made["seats"]["red"]
    url = f"ws{server.address.removeprefix('http')}/api/games/{made['game']}/live?key={key}"
    with connect(url, proxy=None, open_timeout=PATIENCE, ping_interval=None) as socket:
        socket.recv(timeout=PATIENCE)
        with pytest.raises(ConnectionClosed) as caught:
            send_and_read_on(socket, "x" * 200_000)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1009
    assert server.call(f"/api/games/{made['game']}?key={key}")["seq"] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal there")
def test_an_interrupted_server_ends_cleanly(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        made = server.call("/api/games", {"system": "duel", "scenario": "plain"})
        url = f"ws{server.address.removeprefix('http')}/api/games/{made['game']}/live?key={made['watch']}"
        with connect(url, proxy=None, open_timeout=PATIENCE, ping_interval=None) as socket:
            socket.recv(timeout=PATIENCE)
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(PATIENCE) == 0
        assert server.process.stdout is not None
        assert "all games are saved in" in server.process.stdout.read()
    finally:
        server.kill()
