"""Playing on from a moment of a replay: a new game with other dice, for nobody's disadvantage."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.testing import TestClient

from tests.server.conftest import Duellists, Seat
from tests.server.test_computers import heard_any
from tests.server.test_live import heard, live
from tools.verify_dice import faults


def alone(client: TestClient[Any]) -> Duellists:
    """One at the table against nobody who could be cheated, some decisions and dice into the game."""
    duel = Duellists(client, seats={"blue": "random"})
    with live(duel.red) as red:
        heard(red, "update")
        for action in ("hide =7", "fire R1 B1"):
            duel.red.act(action)
        answered(red, 2)
    return duel


def answered(socket: Any, decisions: int) -> None:
    """Wait until red is asked again after the computer's answer to a number of decisions."""
    while (update := heard_any(socket, "update"))["decisions"] <= decisions or update["decision"]["side"] != "red":
        pass


def test_a_moment_of_a_game_against_the_computer_becomes_a_game(client: TestClient[Any]) -> None:
    duel = alone(client)
    was = duel.red.get("/at/1").json()["view"]
    answer = duel.red.post("/at/1", {})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    branch = Seat(client, made["game"], made["seats"]["red"])
    state = branch.state
    assert made["game"] != duel.game
    assert {**state["view"], "seq": 0} == {**was, "seq": 0}
    assert (state["decisions"], state["undo"]) == (0, False)
    assert [(entry["seq"], entry["side"], entry["text"]) for entry in state["log"]] == [
        (0, "", ["Played on from decision 1 of another game"])
    ]
    assert branch.get("/at/0").json()["log"] == state["log"]
    assert state["seats"]["blue"]["player"] == "random"
    assert state["commitment"] != duel.red.state["commitment"]
    before = duel.red.state
    with live(branch) as red:
        heard(red, "update")
        branch.act("fire R1 B1")
        answered(red, 1)
    assert duel.red.state == before
    listed = {row["game"]: row["origin"] for row in client.get("/api/games").json()}
    assert listed == {duel.game: None, made["game"]: 1}


def test_the_dice_of_the_new_game_can_be_checked(client: TestClient[Any]) -> None:
    duel = alone(client)
    made = duel.red.post("/at/2", {"seats": {"red": "random"}}).json()
    watch = Seat(client, made["game"], made["watch"])
    with live(watch) as socket:
        while heard_any(socket, "update")["decision"] is not None:
            pass
    save = msgspec.json.decode(watch.get("/save").content)
    assert sum(len(entry.get("dice", ())) for entry in save["log"]) > 0
    assert faults(save, None, None) == []


def test_not_from_a_running_game_of_two(client: TestClient[Any], duel: Duellists) -> None:
    duel.red.act("hide =3")
    for seat in (duel.red, duel.blue, duel.watch):
        answer = seat.post("/at/0", {})
        assert (answer.status_code, answer.json()["error"]) == (403, "not-yours")


def test_not_from_a_running_game_by_a_spectator(client: TestClient[Any]) -> None:
    assert alone(client).watch.post("/at/0", {}).status_code == 403


def test_from_a_finished_game_of_two(client: TestClient[Any], duel: Duellists) -> None:
    while (state := duel.red.state)["decision"] is not None:
        (duel.red if state["decision"]["yours"] else duel.blue).act("end")
    last = state["decisions"]
    over = duel.blue.post(f"/at/{last}", {})
    assert (over.status_code, over.json()["error"]) == (422, "invalid")
    made = duel.blue.post(f"/at/{last - 1}", {"seats": {"red": "random"}})
    assert made.status_code == 201
    assert Seat(client, made.json()["game"], made.json()["seats"]["blue"]).state["decision"] is not None


def test_there_is_nothing_beyond_the_record_and_no_strange_player(client: TestClient[Any]) -> None:
    duel = alone(client)
    assert duel.red.post("/at/9999", {}).status_code == 422
    assert duel.red.post("/at/0", {"seats": {"green": "human"}}).status_code == 422
    assert duel.red.post("/at/0", {"seats": {"blue": "oracle"}}).status_code == 422
    assert duel.red.post("/at/0", {"seats": []}).status_code == 400
    assert len(client.get("/api/games").json()) == 1
