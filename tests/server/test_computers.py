"""Computer players in a process of their own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from blackearth.core.codec import Codec
from blackearth.core.dice import fresh_seed
from blackearth.core.game import Game, new_game
from blackearth.server.app import create_app
from blackearth.server.computers import Worker, WorkerError
from blackearth.server.pages import Pages
from blackearth.server.settings import Settings
from blackearth.server.worker import Desk, Question, frame
from tests.server.conftest import DUEL, Duellists
from tests.server.process import PATIENCE
from tests.server.test_live import heard, live


def question(game: Game, player: str = "random", **changes: Any) -> Question:
    seed = fresh_seed()
    fork = game.system.fork(game.state, game.state.active, seed)
    values: dict[str, Any] = {
        "game": "g", "player": player, "side": game.state.active, "system": "duel", "scenario": "plain", "options": {},
        "rulings": {}, "overlay": None, "seed": seed, "state": Codec(game.defn).encode(fork),
    }  # fmt: skip
    return Question(**(values | changes))


def wait_for_red(socket: Any) -> Any:
    """The last update before red is asked again."""
    while True:
        update = heard_any(socket, "update")
        if update["decision"] is None or update["decision"]["side"] == "red":
            return update


def heard_any(socket: Any, kind: str) -> Any:
    while True:
        message = socket.receive_json(timeout=PATIENCE)
        if message["type"] == kind:
            return message


def test_a_computer_answers_a_person(client: TestClient[Any]) -> None:
    duel = Duellists(client, seats={"blue": "random"})
    with live(duel.red) as red:
        heard(red, "update")
        duel.red.act("end")
        assert heard_any(red, "thinking")["side"] == "blue"
        update = wait_for_red(red)
    assert {entry["side"] for entry in duel.red.state["log"][1:]} == {"blue"}
    assert update["decision"] is None or update["decision"]["yours"] is True


def test_nobody_decides_in_a_computers_seat(client: TestClient[Any]) -> None:
    duel = Duellists(client, seats={"blue": "random"}, rulings={"D1": "red"})
    answer = duel.blue.act("end")
    assert (answer.status_code, answer.json()["text"]) == (403, "A computer player has this seat.")


def test_two_computers_play_to_the_end_while_somebody_watches(client: TestClient[Any]) -> None:
    duel = Duellists(client, seats={"red": "random", "blue": "random"})
    with live(duel.watch) as watch:
        while heard_any(watch, "update")["decision"] is not None:
            pass
    assert duel.watch.state["decision"] is None
    assert client.get("/api/games").json()[0]["result"]["text"] == "The duel is over."


def test_a_seat_can_be_given_to_a_computer_and_taken_back(client: TestClient[Any]) -> None:
    duel = Duellists(client)
    assert duel.red.post("/seats", {"side": "blue", "player": "random"}).status_code == 403
    assert duel.watch.post("/seats", {"side": "watch", "player": "random"}).status_code == 422
    assert duel.blue.post("/seats", {"side": "blue", "player": "nobody"}).status_code == 422
    assert duel.blue.post("/seats", {"side": "blue", "player": "random"}).status_code == 200
    with live(duel.red) as red:
        heard_any(red, "update")
        duel.red.act("end")
        wait_for_red(red)
    assert duel.blue.post("/seats", {"side": "blue", "player": "human"}).status_code == 200
    if duel.red.state["decision"]:
        duel.red.act("end")
        assert duel.blue.act("end").status_code in (200, 403)


def test_who_gives_a_seat_away_gets_no_seed_while_the_other_plays(client: TestClient[Any]) -> None:
    duel = Duellists(client)
    assert duel.blue.post("/seats", {"side": "blue", "player": "random"}).status_code == 200
    assert duel.blue.get("/save").json()["seed"] is None


def test_a_computers_turn_is_resumed_after_a_restart(settings: Settings, built: Any) -> None:
    with TestClient(create_app(settings, Pages(built)), base_url="http://127.0.0.1:8000") as client:
        duel = Duellists(client, seats={"red": "random", "blue": "random"})
        seen = duel.watch.state["seq"]
    with TestClient(create_app(settings, Pages(built)), base_url="http://127.0.0.1:8000") as client:
        duel.watch.client = client
        with live(duel.watch) as watch:
            update = heard_any(watch, "update")
            while update["decision"] is not None:
                update = heard_any(watch, "update")
        assert update["seq"] >= seen


class TestWorker:
    def test_the_action_fits_the_position(self) -> None:
        game = new_game("duel", "plain")
        desk = Desk()
        for _ in range(20):
            if game.decision is None:
                break
            answer = desk.answer(question(game))
            assert answer.error == ""
            game.apply(answer.action)

    def test_the_state_that_is_sent_holds_neither_seed_nor_secret(self) -> None:
        game = new_game("duel", "plain", seed="00" * 16)
        game.apply("hide =77")
        game.apply("end")
        sent = question(game)
        assert sent.seed != game.seed
        state = Codec(game.defn).decode(sent.state, game.state.dice)
        assert state.extra.secret == [0, 0]
        assert game.state.extra.secret == [77, 0]

    def test_a_failing_player_is_told_and_the_next_question_is_answered(self) -> None:
        async def ask() -> None:
            worker = Worker((DUEL,))
            game = new_game("duel", "plain")
            try:
                with pytest.raises(WorkerError, match="no computer player “nobody”"):
                    await worker.ask(question(game, "nobody"))
                with pytest.raises(WorkerError, match="damaged state"):
                    await worker.ask(question(game, state=b"\x90"))
                assert not game.why_not(await worker.ask(question(game)))
            finally:
                await worker.close()

        asyncio.run(ask())

    def test_it_ends_quietly_when_nobody_reads_its_answers_any_more(self) -> None:
        command = [sys.executable, "-m", "blackearth.server.worker", DUEL]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
            process.stdout.close()
            process.stdout = None
            asked = frame(msgspec.msgpack.encode(question(new_game("duel", "plain"))))
            _, errors = process.communicate(asked, PATIENCE)
        assert (process.returncode, errors) == (0, b"")

    def test_a_process_that_ends_is_started_again(self) -> None:
        async def ask() -> None:
            worker = Worker((DUEL,))
            game = new_game("duel", "plain")
            try:
                await worker.ask(question(game))
                process = worker.process
                assert process is not None
                process.kill()
                await process.wait()
                assert not game.why_not(await worker.ask(question(game)))
                assert worker.process is not process
            finally:
                await worker.close()
            assert worker.process is None

        asyncio.run(ask())
