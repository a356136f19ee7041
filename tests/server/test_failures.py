"""When something goes wrong in the middle of a decision, nothing has changed."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from blackearth.server.store import Store
from tests.server import duel as rules
from tests.server.conftest import Duellists


def positions(duel: Duellists) -> list[Any]:
    return [duel.red.state, duel.blue.state, duel.red.get("/save").json()]


@pytest.mark.parametrize("action", ["end", "move R1 0103", "fire R1 B1", None])
def test_a_full_disk(duel: Duellists, monkeypatch: pytest.MonkeyPatch, action: str | None) -> None:
    duel.red.act("move R1 0102")
    before = positions(duel)

    def full(*_arguments: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_write", full)
        answer = duel.red.act(action) if action else duel.red.undo()
        assert answer.status_code == 503
        assert "disk is full" in answer.json()["text"]
        assert positions(duel) == before
    again = duel.red.act(action) if action else duel.red.undo()
    assert again.status_code == 200
    assert duel.red.state["seq"] == before[0]["seq"] + 1


def test_a_defect_of_the_rules(duel: Duellists, monkeypatch: pytest.MonkeyPatch) -> None:
    duel.red.act("move R1 0102")
    before = positions(duel)

    def defect(*_arguments: Any) -> None:
        raise KeyError("secret detail")

    for owner, name in ((rules.Fire, "do"), (rules.Duel, "view")):
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, defect)
            answer = duel.red.act("fire R1 B1", seq=1)
            assert answer.status_code == 500
            assert answer.json()["error"] == "defect"
            assert "secret detail" not in answer.text
        assert positions(duel) == before
    assert duel.red.undo().status_code == 200


def test_a_half_written_decision_is_taken_back(duel: Duellists, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Store._write

    def half(store: Store, run: Any, step: Any) -> None:
        write(store, run, step)
        raise sqlite3.OperationalError("the cable was pulled")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_write", half)
        assert duel.red.act("end").status_code == 503
    assert duel.red.act("move R1 0102").status_code == 200
    assert [entry["action"] for entry in duel.red.state["log"]] == ["move R1 0102"]
