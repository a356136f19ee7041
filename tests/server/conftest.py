"""A server in this process, with the duel as its only game, and clients for its seats."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from blackearth import systems
from blackearth.server.app import create_app
from blackearth.server.pages import Pages
from blackearth.server.settings import Settings

DUEL = "duel=tests.server.duel"


@pytest.fixture(autouse=True)
def only_the_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "_MODULES", {"duel": "tests.server.duel"})


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", systems=(DUEL,))


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><script>var a = 1;</script><p>the page</p>", encoding="utf-8")
    (folder / "assets" / "main-1a2b.js").write_text("export const words = 1;\n" * 100, encoding="utf-8")
    return folder


@pytest.fixture
def client(settings: Settings, built: Path) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(settings, Pages(built)), base_url="http://127.0.0.1:8000") as client:
        yield client


class Seat:
    """A client with the key of a seat."""

    def __init__(self, client: TestClient[Any], game: str, key: str) -> None:
        self.client, self.game, self.key = client, game, key
        self.number = 0

    def url(self, call: str = "") -> str:
        return f"/api/games/{self.game}{call}?key={self.key}"

    def get(self, call: str = "") -> Any:
        return self.client.get(self.url(call))

    def post(self, call: str, document: Any) -> Any:
        return self.client.post(self.url(call), json=document)

    @property
    def state(self) -> Any:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, action: str, seq: int | None = None, request: str | None = None) -> Any:
        """Decide; by default from the latest position and with an id of its own."""
        self.number += 1
        seq = self.state["seq"] if seq is None else seq
        return self.post("/actions", {"seq": seq, "action": action, "id": request or f"{self.key}-{self.number}"})

    def undo(self, seq: int | None = None, request: str | None = None) -> Any:
        self.number += 1
        seq = self.state["seq"] if seq is None else seq
        return self.post("/undo", {"seq": seq, "id": request or f"{self.key}-{self.number}"})


class Duellists:
    """A duel between two people, with a spectator."""

    def __init__(self, client: TestClient[Any], **wish: Any) -> None:
        answer = client.post("/api/games", json={"system": "duel", "scenario": "plain", **wish})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.game: str = made["game"]
        self.red = Seat(client, self.game, made["seats"]["red"])
        self.blue = Seat(client, self.game, made["seats"]["blue"])
        self.watch = Seat(client, self.game, made["watch"])


@pytest.fixture
def duel(client: TestClient[Any]) -> Duellists:
    return Duellists(client)
