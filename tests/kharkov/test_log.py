"""The text of log entries: steps that pass without an event, decisions without one, and what was found out."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from blackearth.core.dice import seed_of
from blackearth.core.game import Game, load, new_game
from blackearth.server.present import Presenter, log_entry


def lines(game: Game, side: int | None = None) -> list[str]:
    entries: list[dict[str, Any]] = [msgspec.json.decode(raw) for raw in Presenter(game).entries(side)]
    return ["".join(p if isinstance(p, str) else next(iter(p.values())) for p in e["text"]) for e in entries]


def begin(*done: str) -> Game:
    game = new_game("kharkov", "kharkov-1943", seed=seed_of(1))
    for action in done:
        game.apply(action)
    return game


def test_steps_that_pass_without_an_event_are_one_short_line() -> None:
    assert lines(begin("modes-set")) == ["On to movement"]


def test_a_step_is_not_told_where_something_happened_in_the_decision() -> None:
    steps = [{"type": "step", "text": [name], "cite": "ms:C"} for name in ("Supply", "Movement")]
    mark = {"type": "marked", "text": [{"unit": "K-40-01"}, ": out of supply"], "cite": "ms:E4"}
    told = log_entry({"events": [steps[0], mark, steps[1]], "action": "pass"})["text"]
    assert told == [{"unit": "K-40-01"}, ": out of supply", " ", {"cite": "ms:E4"}]


def test_the_mode_of_an_army_is_told_when_it_is_chosen() -> None:
    assert lines(begin("army-mode @40-offensive")) == ["40th Army: Offensive mode kharkov:8-modes"]


def test_what_was_found_out_stands_last_and_is_told_apart() -> None:
    found = {"type": "learned", "text": ["Found out: 2 divisions in 2109"], "cite": "ms:M2"}
    move = {"type": "moved", "text": [{"unit": "K-40-01"}, " to ", {"hex": "2110"}]}
    told = log_entry({"events": [found, move], "action": "move"})["text"]
    assert told == [*move["text"], ". ", *found["text"], " ", {"cite": "ms:M2"}]


def test_what_a_new_turn_brings_is_told_apart_from_the_last_step_of_the_old_one() -> None:
    lost = {"type": "note", "text": ["K-40-01 is isolated"], "units": ["K-40-01"]}
    turn = {"type": "turn", "text": ["Turn 2"], "turn": 2}
    weather = {"type": "note", "text": ["Weather: mud"]}
    rolls = [{"type": "rolled", "text": []} for _ in range(2)]
    dice = [{"purpose": "combat", "value": 1}, {"purpose": "weather", "value": 5}]
    entry = log_entry({"events": [rolls[0], lost, turn, rolls[1], weather], "action": "end", "dice": dice, "turn": 1})
    assert (entry["turn"], entry["text"], entry["dice"], entry["units"]) == (1, lost["text"], dice[:1], ["K-40-01"])
    later = {"turn": 2, "text": weather["text"], "dice": dice[1:], "result": None, "units": [], "hexes": []}
    assert entry["later"] == later
    step = {"type": "step", "text": ["Supply"]}
    assert log_entry({"events": [turn, step], "action": "end", "dice": []})["text"] == ["On to ", "supply"]


def test_the_weather_of_a_turn_stands_under_that_turn() -> None:
    game, random = new_game("kharkov", "rostov-1941", seed=seed_of(1)), Random(1)
    while game.state.turn == 1:
        assert game.decision is not None
        game.apply(game.decision.sample(game.state, random))
    last = log_entry(game.log_json(None)[-1])
    assert (last["turn"], last["later"]["turn"]) == (1, 2)
    assert last["later"]["text"][0].startswith("Weather: ")
    assert "Weather" not in str(last["text"])


@pytest.mark.parametrize(("scenario", "verb"), [("kharkov-1943", "retreat-one"), ("rostov-1941", "air")])
def test_decisions_in_combat_tell_something(scenario: str, verb: str) -> None:
    """How to fall back, and that no air support is used, are sentences, not the word of the action."""
    game, random = new_game("kharkov", scenario, seed=seed_of(2)), Random(2)
    while game.decision is not None and game.decision.offer(verb) is None:
        game.apply(game.decision.sample(game.state, random))
    game.apply("air =0" if verb == "air" else verb)
    words = "German side uses no air support" if verb == "air" else "Retreat of one hex from "
    assert lines(game)[-1].startswith(words)


def opening(game: Game, side: int | None) -> dict[str, Any]:
    first: dict[str, Any] = msgspec.json.decode(Presenter(game).whole(side, 0)[0])
    return first


@pytest.mark.rule("ms:K", "ms:L")
def test_what_happened_before_the_first_decision_is_told_first() -> None:
    game = new_game("kharkov", "rostov-1941", options={"variable-weather": True}, seed=seed_of(1))
    told = opening(game, 1)
    assert (told["seq"], told["turn"], told["side"], told["step"]) == (0, 1, "", "")
    assert told["dice"][0]["purpose"] == "weather of turn 1"
    assert len(told["dice"]) == game.first_die == 7  # six units are drawn
    assert told["text"][0].startswith("Weather: ")
    assert "".join(p for p in told["text"] if isinstance(p, str)).count("drawn by lot") == 2


@pytest.mark.rule("ms:M1")
def test_hidden_draws_before_the_first_decision_are_told_to_their_owner_alone() -> None:
    game = new_game("kharkov", "rostov-1941", options={"total-fog": True}, seed=seed_of(1))
    due = {unit for unit, (where, *_) in game.view(0)["units"].items() if where == "due"}
    assert due
    assert due <= set(opening(game, 0)["units"])
    for viewer in (1, None):
        seen = opening(game, viewer)
        assert (seen["dice"], seen["units"]) == ([], [])


def test_the_opening_is_made_once_and_anew_when_all_may_read_everything() -> None:
    game = new_game("kharkov", "rostov-1941", options={"total-fog": True}, seed=seed_of(1))
    seen = Presenter(game)
    hidden = seen.whole(1)[0]
    assert seen.whole(1)[0] is hidden
    game.state.flow.clear()
    game.state.decision = None
    seen.changed(0)
    assert seen.whole(1) == seen.whole(0) != [hidden]


def test_a_save_without_its_opening_loads(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    game = new_game("kharkov", "rostov-1941", seed=seed_of(1))
    game.save(path)
    assert opening(load(path), 1) == opening(game, 1)
    old = msgspec.json.decode(path.read_bytes())
    del old["opening"]
    path.write_bytes(msgspec.json.format(msgspec.json.encode(old)))
    assert Presenter(load(path)).whole(1) == []
