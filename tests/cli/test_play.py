"""The table is started with what the command line says, and opens at the game it names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.runner import Cli


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, dict[str, Any]]]:
    calls: list[tuple[Any, dict[str, Any]]] = []
    monkeypatch.setattr("blackearth.server.main.serve", lambda settings, **more: calls.append((settings, more)))
    return calls


def test_defaults(cli: Cli, served: list[tuple[Any, dict[str, Any]]]) -> None:
    cli("play")
    settings, more = served[0]
    assert (settings.host, settings.port, settings.overlay) == ("127.0.0.1", 8000, None)
    assert (more["browser"], more["at"]) == (True, "")


def test_everything_named(cli: Cli, served: list[tuple[Any, dict[str, Any]]], tmp_path: Path) -> None:
    cli(
        "play", "ring-of-fire", "rumyantsev", "--port", "0", "--host", "0.0.0.0", "--no-browser",
        "--home", str(tmp_path), "--data", str(tmp_path),
    )  # fmt: skip
    settings, more = served[0]
    assert (settings.host, settings.port, settings.home, settings.overlay) == ("0.0.0.0", 0, tmp_path, tmp_path)
    assert (more["browser"], more["at"]) == (False, "/new/ring-of-fire/rumyantsev")


def test_a_server_that_cannot_start_says_what_to_do(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from blackearth.server.settings import ServerError

    def fail(*_: object, **__: object) -> None:
        raise ServerError("Port 8000 is in use; take another one with --port.")

    monkeypatch.setattr("blackearth.server.main.serve", fail)
    assert cli.refused("play") == "Error: Port 8000 is in use; take another one with --port."
