"""A server process of its own, for the tests that kill it: ``python -m tests.server.process HOME``."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import msgspec

from blackearth.server.main import serve
from blackearth.server.settings import ServerError, Settings

ROOT = Path(__file__).parents[2]
#: Seconds; a server may have to share its machine with many others.
PATIENCE = 300


class Server:
    """A running server with its games in a folder."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.process", str(home)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            self.kill()
            raise AssertionError(f"the server did not start: {line!r}")
        self.address = line.split()[4].rstrip("/")

    def call(self, path: str, document: Any = None) -> Any:
        """The JSON answer of a GET, or of a POST when there is a document."""
        body = None if document is None else msgspec.json.encode(document)
        request = urllib.request.Request(self.address + path, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return msgspec.json.decode(answer.read())

    def kill(self) -> None:
        """End it at once, as ``kill -9`` does."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


if __name__ == "__main__":
    settings = Settings(home=Path(sys.argv[1]), port=0, systems=("duel=tests.server.duel",))
    try:
        serve(settings, browser=False, tell=lambda line: print(line, flush=True))
    except ServerError as error:
        print(error, flush=True)
        sys.exit(2)
