"""One action through a real server process on loopback: request, rules, store on disk, view back."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

from blackearth.core.game import Game, new_game

#: Actions a run.
ACTIONS = 60
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

    def close(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def measure(runs: int) -> tuple[float, float]:
    """Milliseconds of an action: median, and 95th percentile, over several runs of `ACTIONS` moves each."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            times = [seconds for number in range(runs) for seconds in _run(server, number)]
        finally:
            server.close()
    return median(times) * 1000, quantiles(times, n=20)[-1] * 1000


def _run(server: Server, number: int) -> Iterator[float]:
    """Play moves of the first movement phase; a game beside it tells which are legal."""
    seats = {"soviet": "human", "german": "human"}
    begun = json.loads(
        server.call("/api/games", {"system": SYSTEM, "scenario": SCENARIO, "setup": "suggested", "seats": seats})
    )
    game, key = begun["game"], begun["seats"]["soviet"]
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
    action = offer.sample(game.state, random) if offer else None
    assert action is not None
    return game.apply(action).action
