"""Two browsers and a spectator in one game over WebSockets."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tests.server import duel as rules
from tests.server.conftest import Duellists, Seat
from tests.server.process import PATIENCE


def live(seat: Seat, known: int | None = None) -> Any:
    more = "" if known is None else f"&known={known}"
    return seat.client.websocket_connect(seat.url("/live") + more)


def heard(socket: Any, kind: str) -> Any:
    """The next message of a kind; presence may come in between."""
    while True:
        message = socket.receive_json(timeout=PATIENCE)
        if message["type"] == kind:
            return message
        assert message["type"] in ("presence", "done"), message


def test_two_seats_play_live(duel: Duellists) -> None:
    with live(duel.red) as red, live(duel.blue) as blue:
        assert heard(red, "update")["decision"]["yours"] is True
        assert heard(blue, "update")["decision"]["yours"] is False
        red.send_json({"type": "act", "seq": 0, "action": "move R1 0102", "id": "a"})
        for socket, choices in ((red, 4), (blue, 0)):
            update = heard(socket, "update")
            assert update["seq"] == 1
            assert update["view"]["units"]["R1"][0] == "0102"
            assert [entry["action"] for entry in update["log"]] == ["move R1 0102"]
            assert [event["type"] for event in update["events"]] == ["moved"]
            assert len(update["decision"]["choices"]) == choices
        red.send_json({"type": "act", "seq": 1, "action": "end", "id": "b"})
        assert heard(blue, "update")["decision"]["yours"] is True
        blue.send_json({"type": "act", "seq": 2, "action": "fire B1 R1", "id": "c"})
        heard(red, "update")
        update = heard(red, "update")
        assert update["log"][-1]["dice"][0]["purpose"] == "fire"


def test_a_sender_hears_that_its_decision_is_stored(duel: Duellists) -> None:
    with live(duel.red) as red:
        heard(red, "update")
        red.send_json({"type": "act", "seq": 0, "action": "end", "id": "mine"})
        kinds: dict[str, Any] = {}
        while {"update", "done"} - set(kinds):
            message = red.receive_json(timeout=PATIENCE)
            kinds[message["type"]] = message
        assert (kinds["done"]["id"], kinds["done"]["seq"]) == ("mine", 1)


def test_http_and_socket_work_on_one_game(duel: Duellists) -> None:
    with live(duel.blue) as blue:
        heard(blue, "update")
        duel.red.act("move R1 0102")
        assert heard(blue, "update")["seq"] == 1
        duel.red.undo()
        back = heard(blue, "update")
        assert (back["seq"], back["decisions"], back["view"]["units"]["R1"][0]) == (2, 0, "0101")


def test_a_client_that_was_away_gets_what_it_missed(duel: Duellists) -> None:
    with live(duel.blue) as blue:
        heard(blue, "update")
    duel.red.act("move R1 0102")
    duel.red.act("move R1 0103")
    duel.red.act("end")
    with live(duel.blue, known=1) as blue:
        update = heard(blue, "update")
        assert update["seq"] == 3
        # The last entry that it knew comes along, so that the client sees where the news begin.
        assert [entry["seq"] for entry in update["log"]] == [1, 2, 3]
        assert update["decision"]["yours"] is True


@pytest.mark.parametrize(
    ("message", "kind", "text"),
    [
        ({"type": "act", "seq": 5, "action": "end", "id": "x"}, "stale", "gone on"),
        ({"type": "act", "seq": 0, "action": "move R1 0505", "id": "x"}, "refused", "neighbouring"),
        ({"type": "undo", "seq": 0, "id": "x"}, "refused", "taken back"),
        ({"type": "query", "id": "x", "name": "nonsense", "args": {}}, "error", "no query"),
        ({"type": "query", "id": "x", "name": "reach", "args": {"units": ["R9"]}}, "error", "cannot be answered"),
        (
            {"type": "query", "id": "x", "name": "reach", "args": {"units": [[]]}},
            "error",
            "its arguments make no sense",
        ),
        ({"type": "query", "id": "x", "name": "reach", "args": {}}, "error", "its arguments make no sense"),
        ({"type": "shout"}, "error", "cannot be read"),
        ([1, 2], "error", "cannot be read"),
    ],
)
def test_bad_messages_are_answered_and_change_nothing(duel: Duellists, message: Any, kind: str, text: str) -> None:
    with live(duel.red) as red:
        heard(red, "update")
        red.send_json(message)
        answer = heard(red, kind)
        assert text in answer["text"]
        red.send_json({"type": "query", "id": "q", "name": "reach", "args": {"units": ["R1"]}})
        assert heard(red, "answer")["answer"] == ["0201", "0102", "0202"]
    assert duel.red.state["seq"] == 0


def test_a_message_nested_too_deep_is_answered(duel: Duellists) -> None:
    with live(duel.red) as red:
        heard(red, "update")
        for text in (
            "[" * 60_000,
            '{"type":"query","id":"x","name":"reach","args":' + '{"a":' * 9_000 + "1" + "}" * 9_001,
        ):
            red.send_text(text)
            assert "cannot be read" in heard(red, "error")["text"]


def test_a_defect_of_the_rules_is_told_and_the_socket_stays_open(
    duel: Duellists, monkeypatch: pytest.MonkeyPatch
) -> None:
    def defect(*_arguments: Any) -> None:
        raise AttributeError("secret detail")

    with live(duel.red) as red:
        heard(red, "update")
        for owner, name, message in (
            (rules.Fire, "do", {"type": "act", "seq": 0, "action": "fire R1 B1", "id": "x"}),
            (rules.Duel, "query", {"type": "query", "id": "x", "name": "reach", "args": {}}),
        ):
            with monkeypatch.context() as patch:
                patch.setattr(owner, name, defect)
                red.send_json(message)
                answer = heard(red, "error")
            assert (answer["error"], answer["id"]) == ("defect", "x")
            assert "secret detail" not in answer["text"]
        red.send_json({"type": "act", "seq": 0, "action": "fire R1 B1", "id": "y"})
        assert heard(red, "update")["seq"] == 1


def test_spectators_watch_and_may_not_act(duel: Duellists) -> None:
    with live(duel.watch) as watch:
        assert heard(watch, "update")["decision"]["choices"] == []
        watch.send_json({"type": "act", "seq": 0, "action": "end", "id": "x"})
        assert heard(watch, "error")["error"] == "not-yours"
        duel.red.act("end")
        assert heard(watch, "update")["seq"] == 1


def test_presence_tells_who_is_there(duel: Duellists) -> None:
    with live(duel.red) as red:
        heard(red, "update")
        assert heard(red, "presence")["seats"] == {"red": True, "blue": False}
        with live(duel.blue):
            message = red.receive_json(timeout=PATIENCE)
            while message.get("seats") != {"red": True, "blue": True}:
                message = red.receive_json(timeout=PATIENCE)
            assert duel.watch.state["seats"]["blue"]["online"] is True
        message = red.receive_json(timeout=PATIENCE)
        while message.get("seats") != {"red": True, "blue": False}:
            message = red.receive_json(timeout=PATIENCE)


def test_a_wrong_key_opens_no_socket(duel: Duellists, client: TestClient[Any]) -> None:
    with (
        client.websocket_connect(f"/api/games/{duel.game}/live?key=wrong") as socket,
        pytest.raises(WebSocketDisconnect) as caught,
    ):
        socket.receive_json(timeout=PATIENCE)
    assert caught.value.code == 4404


class TestSecrets:
    """No byte of the other side's secret reaches anybody else."""

    def test_views_logs_and_events(self, duel: Duellists) -> None:
        with live(duel.red) as red, live(duel.blue) as blue, live(duel.watch) as watch:
            for socket in (red, blue, watch):
                heard(socket, "update")
            duel.red.act("hide =73")
            assert "73" in str(heard(red, "update")["log"])
            for socket in (blue, watch):
                update = heard(socket, "update")
                assert update["view"]["secrets"][0] is None
                assert "73" not in str(update["events"]) + str(update["log"]) + str(update["view"])
        for seat in (duel.blue, duel.watch):
            answer = seat.post("/query/secret", {})
            assert answer.json() != 73
        assert duel.red.post("/query/secret", {}).json() == 73

    def test_the_text_of_a_hidden_action(self, duel: Duellists) -> None:
        duel.red.act("hide =73")
        assert duel.red.state["log"][0]["action"] == "hide =73"
        for seat in (duel.blue, duel.watch):
            for document in (seat.state, seat.get("/at/1").json()):
                shown = str(document["log"]) + str(document["view"])
                assert "73" not in shown, shown
