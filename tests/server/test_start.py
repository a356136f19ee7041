"""What the server says when it cannot start, and where it keeps its games."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import sys
import webbrowser
from pathlib import Path

import pytest

from blackearth.server import main
from blackearth.server.keys import Keyring
from blackearth.server.settings import ServerError, Settings, user_data_dir
from blackearth.server.store import Store


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    first = main.listen(Settings(home=tmp_path, port=0))
    port = first.getsockname()[1]
    try:
        with pytest.raises(ServerError, match=rf"Port {port} is in use; .* --port"):
            main.listen(Settings(home=tmp_path, port=port))
    finally:
        first.close()


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70000), ("192.0.2.1", 0), ("no-such-host.invalid", 0)])
def test_an_address_that_cannot_be_used_is_named(tmp_path: Path, host: str, port: int) -> None:
    with pytest.raises(ServerError, match=f"cannot listen on {host}, port {port}"):
        main.listen(Settings(home=tmp_path, host=host, port=port))


def test_a_second_server_stays_away_from_the_same_games(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    first = main.hold(settings)
    with pytest.raises(ServerError, match="already uses the games"):
        main.hold(settings)
    first.close()
    main.hold(settings).close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ServerError, match=r"cannot be written .* BLACKEARTH_HOME"):
        Settings(home=tmp_path / "file" / "games").prepare()


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"this is a letter to my aunt, not a database" * 40)
    before = path.read_bytes()
    with pytest.raises(ServerError, match="cannot be used as the database of games"):
        asyncio.run(Store.open(path))
    assert path.read_bytes() == before


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(ServerError, match="newer Black Earth"):
        asyncio.run(Store.open(path))


def test_only_the_port_of_this_machine_is_open_by_default() -> None:
    settings = Settings()
    assert settings.host == "127.0.0.1"
    assert settings.loopback
    assert Settings(host="::1").loopback
    assert not Settings(host="0.0.0.0").loopback
    assert not Settings(host="192.168.1.5").loopback


def test_the_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BLACKEARTH_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert user_data_dir() == tmp_path / "blackearth"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert user_data_dir().parts[-3:] == ("Library", "Application Support", "blackearth")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert user_data_dir() == tmp_path / "local" / "blackearth"
    monkeypatch.setenv("BLACKEARTH_HOME", str(tmp_path / "mine"))
    assert user_data_dir() == tmp_path / "mine"


class TestWelcome:
    def told(self, settings: Settings, found: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
        opened: list[str] = []

        def open_browser(address: str) -> bool:
            opened.append(address)
            return found

        monkeypatch.setattr(webbrowser, "open", open_browser)
        lines: list[str] = []
        asyncio.run(main.welcome(settings, "", lines.append))
        return lines, opened

    def test_the_browser_is_opened_where_the_server_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        lines, opened = self.told(Settings(port=8123), True, monkeypatch)
        assert opened == ["http://127.0.0.1:8123/"]
        assert len(lines) == 1
        assert opened[0] in lines[0]

    def test_a_missing_browser_is_told_with_what_to_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        lines, _ = self.told(Settings(port=8123), False, monkeypatch)
        assert lines[-1] == "No browser was found here; open http://127.0.0.1:8123/ in one yourself."

    def test_an_open_server_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        lines, opened = self.told(Settings(host="0.0.0.0", port=8123), True, monkeypatch)
        assert opened == ["http://127.0.0.1:8123/"]
        assert "everybody who can reach this machine" in lines[1]
        assert self.told(Settings(host="::1", port=8123), True, monkeypatch)[1] == ["http://[::1]:8123/"]


class TestKeyring:
    def test_the_signing_key_is_kept_and_readable_for_its_owner_only(self, tmp_path: Path) -> None:
        path = tmp_path / "key"
        first, second = Keyring.load(path), Keyring.load(path)
        assert first.key("game", "red", "n") == second.key("game", "red", "n")
        if os.name != "nt":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def test_keys_differ_by_everything_they_are_made_of(self) -> None:
        ring = Keyring(b"x" * 32)
        keys = {
            ring.key("game", "red", "n"), ring.key("game", "blue", "n"), ring.key("game2", "red", "n"),
            ring.key("game", "red", "m"), Keyring(b"y" * 32).key("game", "red", "n"),
        }  # fmt: skip
        assert len(keys) == 5

    def test_a_forged_cookie_is_nobody(self) -> None:
        ring = Keyring(b"x" * 32)
        browser, cookie = ring.new_browser()
        assert ring.browser(cookie) == browser
        # Not the last letter: of its six bits two mean nothing, so that several letters say the same.
        told, signature = cookie.rsplit(".", 1)
        assert ring.browser(f"{told}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}") is None
        assert Keyring(b"y" * 32).browser(cookie) is None
        for nonsense in (None, "", browser, "é", "." * 400):
            assert ring.browser(nonsense) is None
