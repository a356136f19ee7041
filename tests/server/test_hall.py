"""Games leave memory when nobody asks for them, and come back as they were."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from litestar.testing import TestClient

from blackearth.server import hall
from blackearth.server.keys import Keyring
from blackearth.server.live import LiveGame
from blackearth.server.settings import Settings
from blackearth.server.store import Store
from tests.server.conftest import Duellists
from tests.server.test_live import heard, live


def test_idle_games_leave_memory_and_come_back(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "IDLE_GAMES", 1)
    monkeypatch.setattr(hall, "IDLE_SECONDS", -1.0)
    duels = [Duellists(client) for _ in range(4)]
    loaded: list[str] = []
    load = hall.Hall._load

    async def counted(self: hall.Hall, name: str) -> LiveGame:
        loaded.append(name)
        return await load(self, name)

    monkeypatch.setattr(hall.Hall, "_load", counted)
    for number, duel in enumerate(duels):
        for step in range(number):
            duel.red.act(f"hide ={step + 1}")
    for number, duel in enumerate(duels):
        state = duel.red.state
        assert state["decisions"] == number
        for _ in range(number):
            assert state["undo"] is True
            state = duel.red.undo().json()
        assert state["undo"] is False
    assert set(loaded) == {duel.game for duel in duels}


def test_a_game_with_somebody_at_the_table_stays(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "IDLE_GAMES", 1)
    monkeypatch.setattr(hall, "IDLE_SECONDS", -1.0)
    duel = Duellists(client)
    with live(duel.blue) as blue:
        heard(blue, "update")
        for _ in range(3):
            Duellists(client).red.act("end")
        duel.red.act("end")
        assert heard(blue, "update")["decision"]["yours"] is True


def test_the_store_knows_who_is_asked_whichever_seat_changes_hands(settings: Settings) -> None:
    """Without the process of the computer players, so that the one who is asked stays asked."""

    async def change() -> list[bool]:
        settings.prepare()
        store = await Store.open(settings.database_path)
        table = hall.Hall(store, Keyring(b"k" * 32), lambda _message, _channel: None)
        try:
            wish = {"system": "duel", "scenario": "plain"}
            made = await table.create(wish, {"red": "random"}, None)
            game = await table.open(made["game"])
            waiting = []
            for seat, player in (("blue", "random"), ("blue", "human"), ("red", "human"), ("red", "random")):
                await table.change_player(game, seat, player)
                waiting.append(made["game"] in await store.waiting_for_computer())
            return waiting
        finally:
            await store.close()

    assert asyncio.run(change()) == [True, True, False, True]


def test_a_game_opened_while_it_is_removed_can_be_put_back(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def remove_and_put_back() -> list[str]:
        settings.prepare()
        store = await Store.open(settings.database_path)
        table = hall.Hall(store, Keyring(b"k" * 32), lambda _message, _channel: None)
        remove = store.forget

        async def opened_meanwhile(browser: str | None, game: str) -> None:
            await table.note("browser", live_game, "red")
            await remove(browser, game)

        monkeypatch.setattr(store, "forget", opened_meanwhile)
        try:
            made = await table.create({"system": "duel", "scenario": "plain"}, {}, "browser")
            live_game = await table.open(made["game"])
            await table.forget("browser", live_game)
            assert await table.games_of("browser") == []
            await table.note("browser", live_game, "red")
            return [row["game"] for row in await table.games_of("browser") if row["game"] == made["game"]]
        finally:
            await store.close()

    assert asyncio.run(remove_and_put_back())
