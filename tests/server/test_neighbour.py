"""All games of a machine are listed for the person who runs the server, whatever the browser, and for nobody else."""

from __future__ import annotations

import os
import socket
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from blackearth.core.game import Game
from blackearth.server import neighbour
from blackearth.server.store import Header, StoredGame, Summary
from tests.server.conftest import Duellists
from tests.server.process import PATIENCE, Server

CLIENT, SERVER = ("127.0.0.1", 0xC001), ("127.0.0.1", 8000)
ROW = "   0: 0100007F:C001 0100007F:1F40 01 00000000:00000000 00:00000000 00000000 {user}        0 1 1 0 20 4 0 10 -1\n"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only there the system tells whose a connection is")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "tcp"
    path.write_text("  sl  local_address rem_address\n" + ROW.format(user=getattr(os, "getuid", int)()), "ascii")
    return path


class TestOwner:
    def test_whoever_runs_the_server_is(self, table: Path) -> None:
        assert neighbour.is_owner(CLIENT, SERVER, {"sec-fetch-site": "same-origin"}, [table])

    @LINUX
    def test_another_user_of_the_machine_is_not(self, tmp_path: Path, table: Path) -> None:
        table.write_text(table.read_text().replace(f" {os.getuid()} ", f" {os.getuid() + 1} "), "ascii")
        assert not neighbour.is_owner(CLIENT, SERVER, {}, [table])
        assert not neighbour.is_owner(CLIENT, SERVER, {}, [tmp_path / "none"])

    @LINUX
    def test_the_system_tells_it_of_real_connections(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
            assert neighbour.is_owner(client.getsockname(), client.getpeername(), {})
            assert not neighbour.is_owner((client.getsockname()[0], 1), client.getpeername(), {})

    @pytest.mark.parametrize("host", ["192.168.1.5", "testclient", ""])
    def test_another_machine_is_not(self, table: Path, host: str) -> None:
        assert not neighbour.is_owner((host, CLIENT[1]), SERVER, {}, [table])
        assert not neighbour.is_owner(None, SERVER, {}, [table])

    @pytest.mark.parametrize(
        "headers",
        [
            {"x-forwarded-for": "192.0.2.1"},
            {"x-forwarded-proto": "https"},
            {"forwarded": "for=192.0.2.1"},
            {"sec-fetch-site": "same-site"},
        ],
    )
    def test_strangers_behind_a_proxy_and_other_pages_are_not(self, table: Path, headers: dict[str, str]) -> None:
        assert not neighbour.is_owner(CLIENT, SERVER, headers, [table])


class TestRealServer:
    @pytest.fixture
    def server(self, tmp_path: Path) -> Iterator[Server]:
        server = Server(tmp_path / "home")
        yield server
        server.kill()

    def listed(self, address: str, headers: dict[str, str] | None = None) -> tuple[str, list[dict[str, Any]]]:
        request = urllib.request.Request(address + "/api/games", headers=headers or {})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.headers["x-games-of"], msgspec.json.decode(answer.read())

    def test_another_browser_sees_the_games_of_the_machine(self, server: Server) -> None:
        made = server.call("/api/games", {"system": "duel", "scenario": "plain", "seats": {"blue": "random"}})
        for address in (server.address, server.address.replace("127.0.0.1", "localhost")):
            whose, (row,) = self.listed(address)
            assert (whose, row["game"], row["yours"]) == ("machine", made["game"], ["red"])
            assert row["links"] == {"red": made["seats"]["red"], "watch": made["watch"]}
        assert self.listed(server.address, {"x-forwarded-for": "192.0.2.1"}) == ("browser", [])
        server.call(f"/api/games/{made['game']}/forget?key={made['watch']}", {})
        assert self.listed(server.address) == ("machine", [])
        server.call(f"/api/games/{made['game']}/keep?key={made['seats']['red']}", {})
        _, (row,) = self.listed(server.address)
        assert row["links"] == {"red": made["seats"]["red"]}


class TestSecrets:
    @pytest.fixture(autouse=True)
    def at_home(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(neighbour, "is_owner", lambda *_: True)

    def test_people_with_secrets_from_each_other_see_their_own_seats_only(
        self, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Game, "open", property(lambda game: game.decision is None))
        duel = Duellists(client)
        alone = Duellists(client, seats={"blue": "random"})
        assert [row["game"] for row in client.get("/api/games").json()] == [alone.game, duel.game]
        client.cookies.clear()
        assert [row["game"] for row in client.get("/api/games").json()] == [alone.game]
        assert duel.blue.get().status_code == 200
        rows = {row["game"]: row for row in client.get("/api/games").json()}
        assert rows[duel.game]["links"] == {"blue": duel.blue.key}
        assert client.post(duel.blue.url("/forget")).status_code == 200
        assert [row["game"] for row in client.get("/api/games").json()] == [alone.game]

    def test_secrets_begin_with_the_second_person(
        self, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Game, "open", property(lambda game: game.decision is None))
        game = Duellists(client, seats={"blue": "random"})
        assert game.blue.post("/seats", {"side": "blue", "player": "human"}).status_code == 200
        client.cookies.clear()
        assert client.get("/api/games").json() == []
        assert game.blue.post("/forget", {}).status_code == 200
        assert game.blue.get().status_code == 200
        (row,) = client.get("/api/games").json()
        assert row["links"] == {"blue": game.blue.key}

    @pytest.mark.parametrize(
        ("shared", "result", "private"), [(True, None, True), (True, {}, False), (False, None, False)]
    )
    def test_an_old_game_is_not_known_to_have_none(self, shared: bool, result: object, private: bool) -> None:
        old = {"turn": 1, "title": "Move", "waiting": "red", "result": result}
        header = Header({}, {}, "suggested", "00", "units", shared=shared)
        game = StoredGame(
            id="game", system="duel", scenario="plain", nonce="", header=header, state=b"", version=0,
            summary=msgspec.convert(old, Summary), computer=False, updated=0,
        )  # fmt: skip
        assert game.private is private

    def test_a_browser_without_a_cookie_clears_the_list_of_the_machine(self, client: TestClient[Any]) -> None:
        duel = Duellists(client)
        client.cookies.clear()
        assert client.post(duel.red.url("/forget")).status_code == 200
        assert client.get("/api/games").json() == []
