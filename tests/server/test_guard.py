"""Foreign pages and names are kept out; the page's files are served compressed and with the right headers."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from blackearth.server.app import create_app
from blackearth.server.pages import Pages
from blackearth.server.settings import Settings
from tests.server.conftest import Duellists

WISH = {"system": "duel", "scenario": "plain"}


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.1.5", "", "[::1].evil.example",
        "localhost:8000@evil.example", "[::1", "localhost:", "localhost:8000.evil.example",
    ],
)  # fmt: skip
def test_other_names_are_not_served_on_loopback(client: TestClient[Any], host: str) -> None:
    answer = client.get("/api/systems", headers={"host": host})
    assert answer.status_code == 403


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"])
def test_loopback_names_are_served(client: TestClient[Any], host: str) -> None:
    assert client.get("/api/systems", headers={"host": host}).status_code == 200


def test_an_open_server_is_served_under_any_name(tmp_path: Path, built: Path) -> None:
    settings = Settings(home=tmp_path / "home", host="0.0.0.0")
    with TestClient(create_app(settings, Pages(built)), base_url="http://127.0.0.1:8000") as client:
        assert client.get("/api/systems", headers={"host": "table.example"}).status_code == 200
        foreign = {"host": "table.example", "origin": "http://evil.example"}
        assert client.post("/api/games", json=WISH, headers=foreign).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_pages_of_other_sites_may_change_nothing(client: TestClient[Any], headers: dict[str, str]) -> None:
    duel = Duellists(client)
    answer = client.post(duel.red.url("/actions"), json={"seq": 0, "action": "end", "id": "x"}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "foreign")
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        client.websocket_connect(duel.red.url("/live"), headers=headers),
    ):
        pass
    assert caught.value.code == 4403
    assert duel.red.state["seq"] == 0


def test_the_own_page_may(client: TestClient[Any]) -> None:
    own = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json=WISH, headers=own).status_code == 201


def test_every_answer_has_the_security_headers(client: TestClient[Any]) -> None:
    for path in ("/", "/api/systems", "/none", "/api/games/x?key=y"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
    policy = client.get("/").headers["content-security-policy"]
    assert re.search(r"script-src 'self' 'sha256-[A-Za-z0-9+/=]{44}';", policy)


def test_games_are_never_kept_by_a_cache(client: TestClient[Any]) -> None:
    duel = Duellists(client)
    for answer in (duel.red.get(), client.get("/api/games"), duel.red.get("/save"), client.get("/api/games/x?key=y")):
        assert answer.headers["cache-control"] == "no-store"


class TestPages:
    def test_files_come_compressed_and_stay_in_the_cache(self, client: TestClient[Any], built: Path) -> None:
        source = (built / "assets" / "main-1a2b.js").read_bytes()
        packed = client.get("/assets/main-1a2b.js", headers={"accept-encoding": "gzip"})
        plain = client.get("/assets/main-1a2b.js", headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) == len(gzip.compress(source, 9, mtime=0))
        assert packed.content == plain.content == source
        assert "immutable" in packed.headers["cache-control"]
        assert "javascript" in packed.headers["content-type"]
        known = client.get("/assets/main-1a2b.js", headers={"if-none-match": packed.headers["etag"]})
        assert (known.status_code, known.content) == (304, b"")

    def test_the_page_itself_is_asked_for_every_time(self, client: TestClient[Any]) -> None:
        answer = client.get("/")
        assert "the page" in answer.text
        assert answer.headers["cache-control"] == "no-cache"

    @pytest.mark.parametrize("path", ["/../home/key", "/%2e%2e/home/key", "/assets/../../home/key", "/assets", "/%00"])
    def test_nothing_outside_is_served(self, client: TestClient[Any], path: str) -> None:
        assert client.get(path).status_code in (400, 404)

    def test_an_unbuilt_page_says_what_to_do(self, settings: Settings, tmp_path: Path) -> None:
        with TestClient(create_app(settings, Pages(tmp_path)), base_url="http://127.0.0.1:8000") as client:
            answer = client.get("/")
            assert answer.status_code == 503
            assert "./play" in answer.text


class TestSystems:
    def test_the_list_tells_what_can_be_chosen(self, client: TestClient[Any]) -> None:
        (duel,) = client.get("/api/systems").json()
        assert (duel["id"], [side["id"] for side in duel["sides"]]) == ("duel", ["red", "blue"])
        assert duel["scenarios"][0]["turns"] == 6
        assert duel["options"][0]["id"] == "wide"
        assert duel["rulings"][0]["choices"] == [{"id": "red", "text": "red"}, {"id": "blue", "text": "blue"}]
        assert duel["players"][0] == "human"
        assert "random" in duel["players"]

    def test_sheet_and_pictures_are_made_when_asked_for(self, client: TestClient[Any]) -> None:
        sheet = client.get("/api/systems/duel/plain/sheet")
        assert sheet.status_code == 200
        art = sheet.json()["art"]
        assert "<svg" in client.get("/" + art["terrain"]).text
        assert client.get("/" + art["counters"]).json()
        tag = client.get("/" + art["terrain"]).headers["etag"]
        again = client.get("/" + art["terrain"], headers={"if-none-match": tag})
        assert again.status_code == 304

    @pytest.mark.parametrize(
        "path", ["/api/systems/chess/plain/sheet", "/api/systems/duel/hills/sheet", "/art/duel/plain/other.svg"]
    )
    def test_other_sheets_do_not_exist(self, client: TestClient[Any], path: str) -> None:
        assert client.get(path).status_code == 404


class TestNewGame:
    @pytest.mark.parametrize(
        "wish",
        [
            {"system": "chess"},
            {"scenario": "hills"},
            {"options": {"tall": True}},
            {"rulings": {"D1": "green"}},
            {"rulings": {"D9": "red"}},
            {"setup": "own"},
            {"seats": {"green": "human"}},
            {"seats": {"red": "nobody"}},
        ],
    )
    def test_what_does_not_exist_is_told_and_nothing_begins(self, client: TestClient[Any], wish: Any) -> None:
        answer = client.post("/api/games", json=WISH | wish)
        assert answer.status_code == 422
        assert answer.json()["error"] == "invalid"
        assert client.get("/api/games").json() == []

    def test_options_and_rulings_are_in_force(self, client: TestClient[Any]) -> None:
        duel = Duellists(client, options={"wide": True}, rulings={"D1": "blue"})
        assert duel.blue.state["decision"]["yours"] is True
        assert duel.red.state["decision"]["yours"] is False


class TestList:
    def test_a_browser_sees_its_own_games_with_their_links(self, client: TestClient[Any]) -> None:
        duel = Duellists(client, seats={"blue": "random"})
        duel.red.act("move R1 0102")
        (row,) = client.get("/api/games").json()
        assert (row["game"], row["yours"], row["waiting_for"], row["turn"]) == (duel.game, ["red"], "red", 1)
        assert row["links"] == {"red": duel.red.key, "watch": duel.watch.key}
        assert row["seats"]["blue"]["player"] == "random"

    def test_another_browser_sees_a_game_once_it_was_there(self, client: TestClient[Any]) -> None:
        duel = Duellists(client)
        client.cookies.clear()
        assert client.get("/api/games").json() == []
        assert duel.blue.get().status_code == 200
        (row,) = client.get("/api/games").json()
        assert row["links"] == {"blue": duel.blue.key}
        assert client.post(duel.blue.url("/forget")).status_code == 200
        assert client.get("/api/games").json() == []
        assert duel.blue.get().status_code == 200
