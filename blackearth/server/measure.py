"""How long a decision takes through a real server: rules, store and the views of both seats."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import msgspec
from websockets.sync.client import ClientConnection, connect

from blackearth.core.game import new_game


@contextmanager
def running() -> Iterator[str]:
    """A server of its own in a process of its own, with an empty folder; gives its address."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "blackearth", "play", "--no-browser", "--port", "0", "--home", home]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path.home())
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            yield next(word for word in line.split() if word.startswith("http://")).rstrip("/")
        finally:
            process.terminate()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


class Client:
    """One connection that stays open."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address)
        self._connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        self._connection.connect()
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def post(self, path: str, document: object) -> bytes:
        """The body of the answer to a POST.

        Raises:
            RuntimeError: the answer is no success.
        """
        body = msgspec.json.encode(document)
        self._connection.request("POST", path, body, {"content-type": "application/json"})
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {content[:200]!r}")
        return content

    def close(self) -> None:
        """Close it."""
        self._connection.close()


class Told:
    """Dice whose values the server has told."""

    def __init__(self) -> None:
        self.values: list[int] = []

    def value(self, index: int, sides: int, purpose: str) -> int:
        """The next one."""
        return self.values.pop(0)


def decisions(address: str, system: str, scenario: str, count: int, number: int) -> list[float]:
    """Play random decisions in a new game while both seats are connected, each by its socket.

    Args:
        address: of the server.
        system: what is played.
        scenario: of it.
        count: how many decisions at most.
        number: a small number on which the choices depend.

    Returns:
        Seconds from sending a decision until its answer was read, one for each decision.
    """
    random, dice = Random(number), Told()
    mirror = new_game(system, scenario)
    mirror.state.dice = dice
    client = Client(address)
    wish = {"system": system, "scenario": scenario, "setup": mirror.setup}
    made = msgspec.json.decode(client.post("/api/games", wish))
    sides = mirror.system.sides
    times: list[float] = []
    with ExitStack() as stack:
        stack.callback(client.close)
        sockets = [stack.enter_context(_live(address, made, side)) for side in sides]
        while mirror.decision is not None and len(times) < count:
            side, seq = sides[mirror.decision.side], mirror.seq
            action = mirror.text(mirror.decision.sample(mirror.state, random))
            path = f"/api/games/{made['game']}/actions?key={made['seats'][side]}"
            begun = time.perf_counter()
            update = client.post(path, {"seq": seq, "action": action, "id": str(seq)})
            times.append(time.perf_counter() - begun)
            dice.values += [roll["value"] for roll in msgspec.json.decode(update)["log"][-1]["dice"]]
            mirror.apply(action)
            for live in sockets:
                _until(live, seq + 1)
    return times


def _live(address: str, made: dict[str, dict[str, str]], side: str) -> ClientConnection:
    url = f"ws{address.removeprefix('http')}/api/games/{made['game']}/live?key={made['seats'][side]}"
    return connect(url, max_size=None, proxy=None, compression=None, open_timeout=60, ping_interval=None)


def _until(live: ClientConnection, seq: int) -> None:
    """Read a socket's messages up to an update."""
    while True:
        message = msgspec.json.decode(live.recv())
        if message["type"] == "update" and message["seq"] >= seq:
            return
