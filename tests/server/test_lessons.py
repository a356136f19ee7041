"""Lessons over the server: begun, restricted, taken back beyond dice, and still there after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from blackearth import systems
from blackearth.server.app import create_app
from blackearth.server.pages import Pages
from blackearth.server.settings import Settings
from tests.server.conftest import Seat

NAME = "first-attack"


@pytest.fixture(autouse=True)
def ring_of_fire(only_the_duel: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "_MODULES", {"ring-of-fire": "blackearth.systems.ring_of_fire.system"})


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def learner(client: TestClient[Any]) -> Seat:
    return begun(client)


def serving(settings: Settings, built: Path) -> TestClient[Any]:
    return TestClient(create_app(settings, Pages(built)), base_url="http://127.0.0.1:8000")


def begun(client: TestClient[Any]) -> Seat:
    answer = client.post(f"/api/lessons/ring-of-fire/{NAME}")
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["you"] == "soviet"
    return Seat(client, made["game"], made["seats"]["soviet"])


def solved(seat: Seat, steps: int = 99) -> Iterator[Any]:
    """The answers to the actions of the solution, as long as the lesson waits for one."""
    for _ in range(steps):
        if not (wishes := seat.state["lesson"]["wishes"]):
            return
        answer = seat.act(wishes[0])
        assert answer.status_code == 200, answer.text
        yield answer.json()


def test_the_lobby_is_told_of_lessons_and_the_page_of_their_steps(client: TestClient[Any]) -> None:
    listed = client.get("/api/systems").json()[0]["lessons"]
    assert [lesson["id"] for lesson in listed] == [NAME]
    assert listed[0]["minutes"] == 10
    lesson = client.get(f"/api/lessons/ring-of-fire/{NAME}").json()
    assert sum(step["todo"] for step in lesson["steps"]) > 5
    assert lesson["next"][0]["scenario"] == "breakthrough"
    assert client.get("/api/lessons/ring-of-fire/none").status_code == 404
    assert client.get("/api/lessons/chess/none").status_code == 404
    assert client.post("/api/lessons/ring-of-fire/none").status_code == 404


def test_with_other_data_no_lessons_are_offered(settings: Settings, built: Path, tmp_path: Path) -> None:
    (tmp_path / "laid").mkdir()
    with serving(Settings(home=settings.home, overlay=tmp_path / "laid"), built) as client:
        assert client.get("/api/systems").json()[0]["lessons"] == []


def test_only_what_the_step_asks_for_is_offered_and_done(learner: Seat) -> None:
    state = learner.state
    assert [choice["units"] for choice in state["decision"]["choices"]] == [["S-52GR"]]
    answer = learner.act("end-movement")
    assert answer.status_code == 422
    assert "lesson" in answer.json()["refusals"][0]["text"]
    assert "[" not in answer.json()["refusals"][0]["text"]
    assert learner.state["seq"] == state["seq"]


def test_a_lesson_is_played_to_its_end_and_taken_back_beyond_the_dice(learner: Seat) -> None:
    reached = [update["lesson"]["at"] for update in solved(learner)]
    end = learner.state
    assert reached == sorted(reached)
    assert end["lesson"]["wishes"] == []
    dice = [entry["dice"] for entry in end["log"] if entry["dice"]]
    assert len(dice) == 1
    for _ in range(4):
        assert learner.undo().status_code == 200
    assert not any(entry["dice"] for entry in learner.state["log"])
    assert list(solved(learner))
    assert [entry["dice"] for entry in learner.state["log"] if entry["dice"]] == dice
    while learner.state["undo"]:
        learner.undo()
    assert learner.state["decisions"] == 0


def test_the_list_of_games_tells_when_a_lesson_is_done(learner: Seat, client: TestClient[Any]) -> None:
    assert client.get("/api/games").json()[0]["result"] is None
    list(solved(learner))
    assert client.get("/api/games").json()[0]["result"]["level"] == "done"
    learner.undo()
    assert client.get("/api/games").json()[0]["result"] is None


def test_after_a_restart_a_lesson_goes_on(settings: Settings, built: Path) -> None:
    with serving(settings, built) as client:
        first = begun(client)
        list(solved(first))
        for _ in range(3):
            first.undo()
        before = first.state
        listed = client.get("/api/games").json()[0]
        assert listed["lesson"] == "First attack"
    with serving(settings, built) as client:
        again = Seat(client, first.game, first.key)
        assert again.state == before
        assert list(solved(again))
        again.undo()
        assert list(solved(again))
    with serving(settings, built) as client:
        assert Seat(client, first.game, first.key).state["lesson"]["wishes"] == []


def test_a_saved_lesson_comes_back_as_a_lesson(learner: Seat, client: TestClient[Any]) -> None:
    list(solved(learner, 3))
    save = learner.get("/save").content
    made = client.post("/api/saves?seats=german:computer", content=save).json()
    again = Seat(client, made["game"], made["seats"]["soviet"])
    assert again.state["lesson"] == learner.state["lesson"]
    assert list(solved(again))


def test_a_lesson_stays_with_one_person(client: TestClient[Any]) -> None:
    made = client.post(f"/api/lessons/ring-of-fire/{NAME}").json()
    soviet, german = (Seat(client, made["game"], made["seats"][side]) for side in ("soviet", "german"))
    before = german.state
    answer = german.post("/seats", {"side": "german", "player": "human"})
    assert answer.status_code == 403
    assert "lesson" in answer.json()["text"]
    assert german.state == before
    people = "soviet:human,german:human"
    uploaded = client.post(f"/api/saves?seats={people}", content=soviet.get("/save").content).json()
    shared = Seat(client, uploaded["game"], uploaded["seats"]["soviet"]).state
    assert "lesson" not in shared
    assert shared["commitment"] != before["commitment"]
