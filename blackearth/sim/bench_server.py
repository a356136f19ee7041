"""One action through a real server process on loopback: request, rules, store on disk, view back."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from math import isnan
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

from blackearth.core.game import Game, new_game

#: Actions a run.
ACTIONS = 40
SYSTEM, SCENARIO = "ring-of-fire", "rumyantsev"


class Server:
    """A server process with its games in a temporary folder, and a connection that is kept open.

    Args:
        home: the folder.
    """

    def __init__(self, home: Path) -> None:
        command = [sys.executable, "-u", "-m", "blackearth", "play", "--no-browser", "--port", "0", "--home", str(home)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        address = next((word for word in line.split() if word.startswith("http://")), "")
        if not address:
            self.close()
            raise OSError("the server for the measurement did not start")
        self.address = address.rstrip("/")
        parts = urlsplit(address)
        self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)

    def call(self, path: str, document: Any) -> Any:
        """The answer of a POST."""
        body = json.dumps(document).encode()
        self._connection.request("POST", path, body, {"content-type": "application/json"})
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise OSError(f"{path}: {content[:200]!r}")
        return content

    def hang_up(self) -> None:
        """Close the connection; the next call opens another. The server ends one that is silent for long."""
        self._connection.close()

    def processor_seconds(self) -> float | None:
        """Processor time the server has used so far; None where the system does not tell."""
        try:
            text = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return None
        user, system = text.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def measure(runs: int) -> tuple[float, float, float | None]:
    """Milliseconds of an action over several runs of `ACTIONS` moves each.

    Returns:
        Median, 95th percentile, and mean processor time of the server, None where that cannot be told.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            times: list[float] = []
            used = 0.0
            for number in range(runs):
                player = _begin(server)
                before = server.processor_seconds()
                times += _run(server, number, *player)
                after = server.processor_seconds()
                used += after - before if before is not None and after is not None else float("nan")
        finally:
            server.close()
    mean = used / len(times) * 1000
    return median(times) * 1000, quantiles(times, n=20)[-1] * 1000, None if isnan(mean) else mean


def _begin(server: Server) -> tuple[str, str]:
    """A new game between two people: its id, and the key of the side that begins."""
    seats = {"soviet": "human", "german": "human"}
    wish = {"system": SYSTEM, "scenario": SCENARIO, "setup": "suggested", "seats": seats}
    begun = json.loads(server.call("/api/games", wish))
    return begun["game"], begun["seats"]["soviet"]


def _run(server: Server, number: int, game: str, key: str) -> Iterator[float]:
    """Play moves of the first movement phase; a game beside it tells which are legal."""
    mirror, random = new_game(SYSTEM, SCENARIO, seed="00" * 16), Random(number)
    for seq in range(ACTIONS):
        action = _move(mirror, random)
        document = {"seq": seq, "action": action, "id": f"{number}-{seq}"}
        started = time.perf_counter()
        server.call(f"/api/games/{game}/actions?key={key}", document)
        yield time.perf_counter() - started


def _move(game: Game, random: Random) -> str:
    """A random move of the running phase, carried out in the game."""
    assert game.decision is not None
    offer = game.decision.offer("move")
    assert offer is not None
    while (action := offer.sample(game.state, random)) is None:  # a draw may fail; there are moves enough
        pass
    return game.apply(action).action
