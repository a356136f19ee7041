"""Download and upload of saves, and replay."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from blackearth.core.dice import SeededDice, commitment
from blackearth.core.game import load
from blackearth.core.saves import Source
from blackearth.server.app import create_app
from blackearth.server.pages import Pages
from blackearth.server.settings import Settings
from blackearth.server.store import Store
from blackearth.sim.replay import verify
from tests.server.conftest import Duellists, Seat
from tests.server.test_live import heard, live

VERIFIER = Path(__file__).parents[2] / "tools" / "verify_dice.py"


def upload(client: TestClient[Any], content: bytes, seats: str = "") -> Any:
    return client.post(f"/api/saves?seats={seats}", content=content)


def play_some(duel: Duellists) -> None:
    duel.red.act("move R1 0102")
    duel.red.act("fire R1 B1")
    duel.blue.act("fire B2 R2")
    duel.red.act("move R2 0104")


def play_to_the_end(duel: Duellists) -> None:
    """Both sides, people by now, fire until the duel is over."""
    while decision := duel.red.state["decision"]:
        units = duel.red.state["view"]["units"]
        first = [next(unit for unit in units if unit[0] == side and units[unit][0] != "dead") for side in "RB"]
        if decision["side"] == "red":
            assert duel.red.act(f"fire {first[0]} {first[1]}").status_code == 200
        else:
            assert duel.blue.act(f"fire {first[1]} {first[0]}").status_code == 200


def verified(duel: Duellists, folder: Path, promised: str) -> bool:
    """Whether both verifiers find every die of a game that is over, and the promised seed, in its save."""
    path = folder / "over.json"
    path.write_bytes(duel.watch.get("/save").content)
    done = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), str(path), "--commitment", promised], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    record = Source.read(path).save()
    assert verify(load(path), promised=record.commitment) == []
    return b"All " in done.stdout


class TestSeed:
    def test_two_people_who_play_get_no_seed(self, duel: Duellists) -> None:
        play_some(duel)
        for seat in (duel.red, duel.blue, duel.watch):
            document = seat.get("/save").json()
            assert document["seed"] is None
            assert document["commitment"] == duel.red.state["commitment"]
            assert seat.state["seed"] is None

    def test_somebody_who_plays_alone_gets_it_and_spectators_do_not(self, client: TestClient[Any]) -> None:
        duel = Duellists(client, seats={"blue": "random"})
        document = duel.red.get("/save").json()
        assert commitment(document["seed"]) == document["commitment"]
        assert duel.watch.get("/save").json()["seed"] is None

    def test_two_people_get_no_dice_that_one_of_them_has_chosen(self, client: TestClient[Any]) -> None:
        wish = {"system": "duel", "scenario": "plain", "seed": "00" * 16}
        assert client.post("/api/games", json=wish).status_code == 422
        for crooked in ("00" * 16 + "\n", "00 " * 16, "xy" * 16, "00" * 33, "0" * 9, ""):
            answer = client.post("/api/games", json=wish | {"seats": {"blue": "random"}, "seed": crooked})
            assert answer.status_code == 400, crooked
        alone = Duellists(client, seats={"blue": "random"}, seed="00" * 16)
        save = alone.red.get("/save").content
        assert json.loads(save)["seed"] == "00" * 16
        for seats, same in (("red:human", False), ("blue:random", True), ("", True)):
            made = upload(client, save, seats).json()
            promised = Seat(client, made["game"], made["seats"]["red"]).state["commitment"]
            assert (promised == json.loads(save)["commitment"]) is same

    def test_a_second_person_comes_to_dice_that_the_first_one_does_not_know(
        self, client: TestClient[Any], tmp_path: Path
    ) -> None:
        duel = Duellists(client, seats={"blue": "random"}, rulings={"D1": "red"}, seed="00" * 16)
        duel.red.act("hide =7")
        known = duel.red.get("/save").json()
        assert known["seed"] == "00" * 16
        with live(duel.red) as red:
            heard(red, "update")
            duel.blue.post("/seats", {"side": "blue", "player": "human"})
            while (promised := heard(red, "presence")["commitment"]) == known["commitment"]:
                pass
        assert duel.red.state["commitment"] == duel.blue.state["commitment"] == promised
        assert duel.red.undo().status_code == 200
        play_to_the_end(duel)
        save = duel.red.get("/save").json()
        assert commitment(save["seed"]) == promised
        assert save["seed"] != "00" * 16
        dice = [die["value"] for entry in save["log"] for die in entry.get("dice", ())]
        assert dice == [SeededDice(save["seed"]).value(n, 6, "") for n in range(len(dice))]
        assert verified(duel, tmp_path, promised)

    def test_dice_of_both_times_can_be_checked(self, client: TestClient[Any], tmp_path: Path) -> None:
        duel = Duellists(client, seats={"blue": "random"})
        promised = duel.red.state["commitment"]
        duel.red.act("fire R1 B1")
        duel.blue.post("/seats", {"side": "blue", "player": "human"})
        thrown = sum(len(entry["dice"]) for entry in duel.red.state["log"])
        play_to_the_end(duel)
        (earlier,) = duel.watch.get("/save").json()["earlier"]
        assert (commitment(earlier["seed"]), earlier["until"]) == (promised, thrown)
        assert verified(duel, tmp_path, promised)
        assert verified(duel, tmp_path, duel.red.state["commitment"])

    def test_who_stays_gets_no_seed_while_a_computer_has_the_other_seat(self, duel: Duellists) -> None:
        promised = duel.red.state["commitment"]
        duel.blue.post("/seats", {"side": "blue", "player": "random"})
        for seat in (duel.red, duel.blue, duel.watch):
            assert seat.get("/save").json()["seed"] is None
        duel.blue.post("/seats", {"side": "blue", "player": "human"})
        assert duel.red.state["commitment"] == promised  # nobody knows them, so that they stay

    def test_it_is_remembered_over_a_restart(self, settings: Settings, built: Path) -> None:
        with TestClient(create_app(settings, Pages(built)), base_url="http://127.0.0.1:8000") as client:
            duel = Duellists(client, seats={"blue": "random"})
            duel.red.act("hide =7")
            duel.blue.post("/seats", {"side": "blue", "player": "human"})
            duel.blue.post("/seats", {"side": "blue", "player": "random"})
            before = duel.red.state
        with TestClient(create_app(settings, Pages(built)), base_url="http://127.0.0.1:8000") as client:
            duel.red.client = client
            assert duel.red.state["commitment"] == before["commitment"]
            assert duel.red.get("/save").json()["seed"] is None

    def test_what_cannot_be_stored_changes_neither_seats_nor_dice(
        self, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        duel = Duellists(client, seats={"blue": "random"})
        before = duel.red.state, duel.red.get("/save").json()

        async def full(*_arguments: Any, **_more: Any) -> None:
            raise OperationalError("UPDATE seats", {}, Exception("database or disk is full"))

        monkeypatch.setattr(Store, "set_player", full)
        answer = duel.blue.post("/seats", {"side": "blue", "player": "human"})
        assert (answer.status_code, "disk is full" in answer.json()["text"]) == (503, True)
        assert (duel.red.state, duel.red.get("/save").json()) == before

    def test_a_game_that_is_over_keeps_its_dice_when_two_people_look_at_it(
        self, client: TestClient[Any], duel: Duellists
    ) -> None:
        play_to_the_end(duel)
        save = duel.red.get("/save")
        made = upload(client, save.content).json()
        assert Seat(client, made["game"], made["watch"]).get("/save").json() == save.json()

    def test_after_the_end_everybody_can_check_the_dice(self, duel: Duellists, tmp_path: Path) -> None:
        promised = duel.red.state["commitment"]
        while duel.red.state["decision"]:
            duel.red.act("fire R1 B1" if duel.red.state["view"]["units"]["B1"][0] != "dead" else "fire R1 B2")
            duel.blue.act("end")
        assert commitment(duel.watch.state["seed"]) == promised
        assert verified(duel, tmp_path, promised)


class TestUpload:
    def test_a_save_goes_on_as_a_game_of_its_own(self, client: TestClient[Any], duel: Duellists) -> None:
        play_some(duel)
        before = duel.red.state
        answer = upload(client, duel.red.get("/save").content)
        assert answer.status_code == 201
        made = answer.json()
        red = Seat(client, made["game"], made["seats"]["red"])
        after = red.state
        assert made["game"] != duel.game
        assert (after["view"], after["log"], after["undo"]) == (before["view"], before["log"], True)
        red.act("end")
        assert duel.red.state["seq"] == before["seq"]

    def test_an_uploaded_game_is_listed_and_can_be_replayed(self, client: TestClient[Any], duel: Duellists) -> None:
        play_some(duel)
        made = upload(client, duel.red.get("/save").content).json()
        red = Seat(client, made["game"], made["seats"]["red"])
        assert red.get("/at/2").status_code == 200
        assert [game["game"] for game in client.get("/api/games").json()] == [made["game"], duel.game]

    @pytest.mark.parametrize("digits", ["9" * 190, "9" * 30, "x"])
    def test_a_forged_number_of_a_branch_does_not_spoil_the_list(
        self, client: TestClient[Any], duel: Duellists, digits: str
    ) -> None:
        save = json.loads(duel.red.get("/save").content) | {"setup": f"branch:{digits}"}
        made = upload(client, json.dumps(save).encode()).json()
        answer = client.get("/api/games")
        assert answer.status_code == 200, answer.text
        assert {row["game"]: row["origin"] for row in answer.json()} == {duel.game: None, made["game"]: None}

    def test_the_players_can_be_chosen(self, client: TestClient[Any], duel: Duellists) -> None:
        made = upload(client, duel.red.get("/save").content, "blue:random").json()
        seats = Seat(client, made["game"], made["seats"]["red"]).state["seats"]
        assert {side: seat["player"] for side, seat in seats.items()} == {"red": "human", "blue": "random"}
        answer = upload(client, duel.red.get("/save").content, "blue:nobody")
        assert answer.status_code == 422

    def test_damaged_saves_are_refused_in_one_sentence(self, client: TestClient[Any], duel: Duellists) -> None:
        play_some(duel)
        sound = duel.red.get("/save").content
        for number, damage in enumerate(DAMAGES):
            answer = upload(client, damage(sound), "blue:random")
            assert answer.status_code == 422, number
            text = answer.json()["text"]
            assert text, number
            assert "\n" not in text, text
            assert "Traceback" not in text, text
            assert text.startswith("The save, line "), text
        assert [game["game"] for game in client.get("/api/games").json()] == [duel.game]

    def test_a_huge_file_is_refused(self, client: TestClient[Any]) -> None:
        answer = client.post("/api/saves", content=b"x", headers={"content-length": str(1 << 30)})
        assert answer.status_code == 413


def changed(save: bytes, **fields: Any) -> bytes:
    return json.dumps(json.loads(save) | fields).encode()


def position(save: bytes, **changes: int) -> bytes:
    """The save with other numbers in its position."""
    state = msgspec.msgpack.decode(zlib.decompress(base64.b64decode(json.loads(save)["state"])))
    for name, value in changes.items():
        state[{"turn": 4, "active": 5, "rolls": 6}[name]] = value
    packed = base64.b64encode(zlib.compress(msgspec.msgpack.encode(state))).decode()
    return changed(save, state=packed, log=[], snapshots=[{"seq": 0, "state": packed}])


DAMAGES: tuple[Callable[[bytes], bytes], ...] = (
    lambda save: b"",
    lambda save: b"\xff\xfe\x00",
    lambda save: save[: len(save) // 2],
    lambda save: save[:-40] + b"}" * 40,
    lambda save: b"[]",
    lambda save: b"{}",
    lambda save: b'{"format": "something else", "version": 1}',
    lambda save: changed(save, version=99),
    lambda save: changed(save, system="chess"),
    lambda save: changed(save, scenario="mountains"),
    lambda save: changed(save, options={"tall": True}),
    lambda save: changed(save, rulings={"D1": "green"}),
    lambda save: changed(save, seed="no seed"),
    lambda save: changed(save, units="0" * 16),
    lambda save: changed(save, state="AAAA"),
    lambda save: changed(save, state="nothing in base 64"),
    lambda save: changed(save, log=[{"side": 9, "action": "end", "digest": "", "turn": 1, "step": ""}]),
    lambda save: changed(save, log=[{"side": 0}]),
    lambda save: changed(save, log=7),
    lambda save: changed(save, snapshots=[]),
    lambda save: changed(save, snapshots=[{"seq": 3, "state": ""}]),
    lambda save: changed(save, log=json.loads(save)["log"][:-1]),
    lambda save: changed(save, version=0),
    lambda save: changed(save, seed="\n"),
    lambda save: changed(save, seed="00" * 40),
    lambda save: position(save, rolls=-1),
    lambda save: position(save, rolls=2**64 - 1),
    lambda save: position(save, turn=-1),
    lambda save: position(save, active=2),
)


class TestReplay:
    def test_every_step_of_a_game_can_be_seen_again(self, duel: Duellists) -> None:
        seen = [duel.watch.state["view"]]
        for seat, action in (
            (duel.red, "move R1 0102"),
            (duel.red, "fire R1 B1"),
            (duel.blue, "move B1 0502"),
            (duel.blue, "end"),
        ):
            seat.act(action)
            seen.append(duel.watch.state["view"])
        for number, view in enumerate(seen):
            answer = duel.watch.get(f"/at/{number}").json()
            assert answer["view"] == view
            assert len(answer["log"]) == number
            assert "decision" not in answer

    @pytest.mark.parametrize("number", ["1", "-1", "99999999999999999999", "x"])
    def test_a_step_that_was_not_is_refused(self, duel: Duellists, number: str) -> None:
        assert duel.red.get(f"/at/{number}").status_code in (400, 404, 422)


class TestPlayers:
    def test_whoever_played_in_the_save_plays_the_copy_and_the_list_calls_it_one(self, client: TestClient[Any]) -> None:
        duel = Duellists(client, seats={"blue": "random"})
        content = duel.red.get("/save").content
        made = upload(client, content).json()
        assert Seat(client, made["game"], made["seats"]["red"]).state["seats"]["blue"]["player"] == "random"
        rows = {row["game"]: row["uploaded"] for row in client.get("/api/games").json()}
        assert rows == {duel.game: False, made["game"]: True}
        turned = upload(client, content, "red:random,blue:human").json()
        assert Seat(client, turned["game"], turned["seats"]["blue"]).state["seats"]["red"]["player"] == "random"

    def test_a_strange_player_in_a_save_begins_nothing(self, client: TestClient[Any]) -> None:
        document = Duellists(client, seats={"blue": "random"}).red.get("/save").json()
        assert upload(client, json.dumps(document | {"players": {"blue": "oracle"}}).encode()).status_code == 422
        assert len(client.get("/api/games").json()) == 1

    @pytest.mark.parametrize("seats", ["blue", "blue:", ":random", "blue:random,red"])
    def test_words_that_do_not_say_who_plays_are_not_passed_over(self, client: TestClient[Any], seats: str) -> None:
        content = Duellists(client).red.get("/save").content
        assert upload(client, content, seats).status_code == 422
        assert len(client.get("/api/games").json()) == 1

    @pytest.mark.parametrize("field", ["system", "scenario", "setup", "options", "rulings", "players"])
    def test_names_without_end_are_neither_kept_nor_told(self, client: TestClient[Any], field: str) -> None:
        document, long = Duellists(client).red.get("/save").json(), "x" * 5000
        forged = {"options": {long: True}, "rulings": {long: "x"}, "players": {"blue": long}}.get(field, long)
        answer = upload(client, json.dumps(document | {field: forged}).encode())
        assert answer.status_code == 422
        assert len(answer.content) < 500
