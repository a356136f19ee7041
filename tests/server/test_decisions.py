"""Decisions over HTTP: what is carried out, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Duellists


def unchanged(duel: Duellists, before: Any) -> bool:
    after = duel.red.state
    return bool(after["seq"] == before["seq"] and after["view"] == before["view"] and after["log"] == before["log"])


def test_a_decision_is_carried_out_and_seen_by_all(duel: Duellists) -> None:
    answer = duel.red.act("move R1 0102")
    assert answer.status_code == 200
    assert answer.json()["view"]["units"]["R1"][0] == "0102"
    for seat in (duel.red, duel.blue, duel.watch):
        state = seat.state
        assert state["seq"] == 1
        assert state["view"]["units"]["R1"][0] == "0102"
        assert [entry["action"] for entry in state["log"]] == ["move R1 0102"]


def test_only_the_side_that_is_asked_gets_choices(duel: Duellists) -> None:
    verbs = [choice["verb"] for choice in duel.red.state["decision"]["choices"]]
    assert verbs == ["move", "fire", "hide", "end"]
    for seat in (duel.blue, duel.watch):
        decision = seat.state["decision"]
        assert (decision["choices"], decision["yours"]) == ([], False)


@pytest.mark.parametrize(
    ("action", "cite"),
    [
        ("move R1 0505", "duel:1"),
        ("move B1 0502", "duel:1"),
        ("fire R1 R2", "duel:2"),
        ("hide =100", "duel:3"),
        ("apply R1", "duel:4"),
        ("do R1 0102", "duel:4"),
        ("end R1", ""),
        ("move R9 0102", ""),
        ("__class__", ""),
        ("move R1 0102*", ""),
        (" ", ""),
        ("move " + "R1 " * 1000, ""),
    ],
)
def test_an_illegal_or_forged_action_is_refused_with_its_rule(duel: Duellists, action: str, cite: str) -> None:
    before = duel.red.state
    answer = duel.red.act(action)
    assert answer.status_code == 422
    document = answer.json()
    assert document["error"] == "refused"
    assert document["refusals"][0]["cite"] == cite
    assert document["refusals"][0]["text"]
    assert unchanged(duel, before)


def test_a_stale_action_is_refused(duel: Duellists) -> None:
    assert duel.red.act("move R1 0102").status_code == 200
    before = duel.red.state
    answer = duel.red.act("move R2 0104", seq=0)
    assert (answer.status_code, answer.json()["error"], answer.json()["seq"]) == (409, "stale", 1)
    assert unchanged(duel, before)


def test_an_action_from_a_position_that_was_taken_back_is_stale(duel: Duellists) -> None:
    seen = duel.red.act("move R1 0102").json()["seq"]
    duel.red.undo()
    duel.red.act("move R2 0104")
    answer = duel.red.act("move R1 0201", seq=seen)
    assert answer.status_code == 409


def test_the_same_submission_twice_has_one_effect(duel: Duellists) -> None:
    first = duel.red.act("move R1 0102", seq=0, request="one")
    second = duel.red.act("move R1 0102", seq=0, request="one")
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json()["view"] == first.json()["view"]
    assert second.json()["seq"] == first.json()["seq"] == 1
    assert len(duel.red.state["log"]) == 1


def test_the_same_undo_twice_has_one_effect(duel: Duellists) -> None:
    duel.red.act("move R1 0102")
    duel.red.act("move R1 0103")
    assert duel.red.undo(seq=2, request="back").status_code == 200
    assert duel.red.undo(seq=2, request="back").status_code == 200
    assert [entry["action"] for entry in duel.red.state["log"]] == ["move R1 0102"]


def test_an_id_of_one_seat_does_not_hide_a_decision_of_the_other(duel: Duellists) -> None:
    assert duel.red.act("end", request="same").status_code == 200
    assert duel.blue.act("move B1 0502", request="same").status_code == 200
    assert duel.blue.state["view"]["units"]["B1"][0] == "0502"


def test_the_other_seat_and_spectators_may_not_decide(duel: Duellists) -> None:
    before = duel.red.state
    for seat in (duel.blue, duel.watch):
        answer = seat.act("end")
        assert (answer.status_code, answer.json()["error"]) == (403, "not-yours")
        assert seat.undo().status_code == 403
    assert unchanged(duel, before)


def test_without_a_key_or_with_a_wrong_one_there_is_no_game(duel: Duellists) -> None:
    client = duel.red.client
    wrong = [
        client.get(f"/api/games/{duel.game}?key=wrong"),
        client.get(f"/api/games/{duel.game}x?key={duel.red.key}"),
        client.post(f"/api/games/{duel.game}/actions?key=", json={"seq": 0, "action": "end", "id": "x"}),
        client.get(f"/api/games/{duel.game}/save?key={duel.red.key[:-1]}"),
    ]
    assert [answer.status_code for answer in wrong] == [404] * 4
    assert len({answer.text for answer in wrong}) == 1
    assert client.get(f"/api/games/{duel.game}").status_code == 400


def test_a_key_opens_its_own_game_only(client: Any) -> None:
    one, other = Duellists(client), Duellists(client)
    assert client.get(f"/api/games/{one.game}?key={other.red.key}").status_code == 404
    assert len({one.red.key, one.blue.key, one.watch.key, other.red.key}) == 4


@pytest.mark.parametrize(
    "document",
    [
        {},
        [],
        {"seq": 0, "action": "end"},
        {"seq": -1, "action": "end", "id": "x"},
        {"seq": 0, "action": "", "id": "x"},
        {"seq": 0, "action": "end", "id": ""},
        {"seq": 0, "action": "x" * 9000, "id": "x"},
        {"seq": 0, "action": ["end"], "id": "x"},
    ],
)
def test_a_malformed_request_is_refused_in_json(duel: Duellists, document: Any) -> None:
    before = duel.red.state
    answer = duel.red.post("/actions", document)
    assert answer.status_code == 400
    assert answer.json()["text"]
    assert unchanged(duel, before)


@pytest.mark.parametrize("path", ["/actions", "/query/reach"])
def test_a_deeply_nested_payload_is_refused(duel: Duellists, path: str) -> None:
    answer = duel.red.client.post(
        duel.red.url(path), content=b"[" * 60_000, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    assert answer.json()["text"]


def test_a_huge_payload_is_refused(duel: Duellists) -> None:
    answer = duel.red.client.post(
        duel.red.url("/actions"), content=b'{"seq": 0, "action": "' + b"x" * 200_000 + b'", "id": "x"}'
    )
    assert answer.status_code == 413
    assert duel.red.state["seq"] == 0


class TestUndo:
    def test_moves_are_taken_back_freely_one_by_one(self, duel: Duellists) -> None:
        start = duel.red.state["view"]["units"]
        duel.red.act("move R1 0102")
        duel.red.act("move R2 0104")
        duel.red.act("hide =7")
        for _ in range(3):
            assert duel.red.state["undo"] is True
            assert duel.red.undo().status_code == 200
        state = duel.red.state
        assert (state["view"]["units"], state["log"], state["undo"]) == (start, [], False)
        assert state["view"]["secrets"] == [0, None]
        assert state["seq"] == 6

    def test_not_past_a_change_of_side(self, duel: Duellists) -> None:
        duel.red.act("move R1 0102")
        duel.red.act("end")
        for seat in (duel.red, duel.blue):
            assert seat.state["undo"] is False
        assert duel.red.undo().status_code == 403
        assert duel.blue.undo().status_code == 422

    def test_not_past_a_die(self, duel: Duellists) -> None:
        duel.red.act("move R1 0102")
        duel.red.act("fire R1 B1")
        duel.blue.act("move B2 0504")
        assert duel.blue.undo().status_code == 200
        answer = duel.blue.undo()
        assert answer.status_code == 422
        assert "die was thrown" in answer.json()["text"]

    def test_only_the_side_that_decides_sees_the_right(self, duel: Duellists) -> None:
        duel.red.act("move R1 0102")
        assert [seat.state["undo"] for seat in (duel.red, duel.blue, duel.watch)] == [True, False, False]

    def test_an_update_after_an_undo_tells_where_the_log_ends(self, duel: Duellists) -> None:
        duel.red.act("move R1 0102")
        duel.red.act("move R1 0103")
        update = duel.red.undo().json()
        assert [entry["seq"] for entry in update["log"]] == [1]
        assert (update["decisions"], update["seq"], update["events"]) == (1, 3, [])


def test_nothing_can_be_decided_after_the_end(client: Any) -> None:
    duel = Duellists(client)
    for _ in range(6):
        duel.red.act("end")
        duel.blue.act("end")
    state = duel.blue.state
    assert state["decision"] is None
    for seat in (duel.red, duel.blue):
        answer = seat.act("end")
        assert (answer.status_code, answer.json()["text"]) == (403, "The game is over.")
    assert client.get("/api/games").json()[0]["result"]["level"] == "draw"
