"""A server that is killed in the middle of play loses no acknowledged decision."""

from __future__ import annotations

import http.client
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from blackearth.core.dice import die
from blackearth.server.store import Header
from tests.server.process import PATIENCE, Server


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def start(stack: ExitStack, home: Path) -> Server:
    server = Server(home)
    stack.callback(server.kill)
    return server


def seed_in(path: Path) -> bytes:
    """The seed of the only game in a database."""
    connection = sqlite3.connect(path)
    try:
        ((header,),) = connection.execute("SELECT header FROM games")
    finally:
        connection.close()
    return bytes.fromhex(msgspec.msgpack.decode(header, type=Header).seed)


def test_no_acknowledged_decision_is_lost(stack: ExitStack, tmp_path: Path) -> None:
    server = start(stack, tmp_path)
    made = server.call("/api/games", {"system": "duel", "scenario": "plain"})
    game = f"/api/games/{made['game']}"
    key = f"?key={made['seats']['red']}"
    acknowledged: list[int] = []
    enough = threading.Event()

    def play() -> None:
        number = 0
        while True:
            wish = {"seq": number, "action": f"hide ={number % 90 + 1}", "id": f"n{number}"}
            try:
                answer = server.call(f"{game}/actions{key}", wish)
            except (OSError, http.client.HTTPException, msgspec.DecodeError):
                return
            number = answer["seq"]
            acknowledged.append(number)
            if number == 40:
                enough.set()

    player = threading.Thread(target=play)
    player.start()
    assert enough.wait(PATIENCE)
    server.kill()
    player.join(PATIENCE)
    connection = sqlite3.connect(tmp_path / "games.sqlite3")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        stored = "".join(str(row) for row in connection.execute("SELECT * FROM seats"))
    finally:
        connection.close()
    assert len(made["seats"]["red"]) == 22
    assert made["seats"]["red"] not in stored

    again = start(stack, tmp_path)
    state = again.call(game + key)
    # The last one may have been stored without its answer getting through; nothing else may differ.
    assert state["seq"] - acknowledged[-1] in (0, 1)
    assert [entry["action"] for entry in state["log"]] == [f"hide ={n % 90 + 1}" for n in range(state["seq"])]
    assert state["view"]["secrets"][0] == (state["seq"] - 1) % 90 + 1
    repeated = {"seq": acknowledged[-1] - 1, "action": "end", "id": f"n{acknowledged[-1] - 1}"}
    assert again.call(f"{game}/actions{key}", repeated)["seq"] == state["seq"]


def test_position_undo_and_dice_go_on_where_they_were(stack: ExitStack, tmp_path: Path) -> None:
    server = start(stack, tmp_path)
    made = server.call("/api/games", {"system": "duel", "scenario": "plain"})
    keys = {side: f"?key={key}" for side, key in made["seats"].items()}
    game = f"/api/games/{made['game']}"
    for seq, action in enumerate(["fire R1 B1", "fire B1 R1", "move R1 0102", "move R1 0103"]):
        side = "blue" if seq == 1 else "red"
        server.call(f"{game}/actions{keys[side]}", {"seq": seq, "action": action, "id": str(seq)})
    before = server.call(game + keys["red"])
    server.kill()
    server = start(stack, tmp_path)
    assert server.call(game + keys["red"]) == before
    assert before["undo"] is True
    assert server.call(f"{game}/undo{keys['red']}", {"seq": 4, "id": "u"})["view"]["units"]["R1"][0] == "0102"
    update = server.call(f"{game}/actions{keys['red']}", {"seq": 5, "action": "fire R2 B2", "id": "f"})
    seed = seed_in(tmp_path / "games.sqlite3")
    dice = [die["value"] for entry in server.call(game + keys["red"])["log"] for die in entry["dice"]]
    assert dice == [die(seed, index, 6) for index in range(3)]
    assert update["log"][-1]["dice"][0]["value"] == dice[2]
