"""Verifying compares everything that a save records with what a replay makes of it, and names what differs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from blackearth import systems
from blackearth.core.dice import Stretch, commitment, seed_of
from blackearth.core.game import Game, load, new_game
from blackearth.core.saves import LogEntry
from blackearth.sim.replay import verify
from tools.verify_dice import faults

SEED = "ab" * 16


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems._MODULES, "duel", "tests.server.duel")


def standing(game: Game, unit: str) -> bool:
    return game.state.at[game.defn.roster.index[unit]] >= 0


def play(game: Game, dice: int) -> Game:
    """A move, and shots until so many dice were thrown."""
    if not game.log:
        game.apply("move R1 0102")
    while game.state.rolls < dice and game.decision is not None:
        first = [next(id for id in ["R1", "R2", "B1", "B2"] if id[0] == side and standing(game, id)) for side in "RB"]
        game.apply("fire " + " ".join(first if game.decision.side == 0 else first[::-1]))
    assert game.state.rolls >= dice
    return game


@pytest.fixture
def game() -> Game:
    return play(new_game("duel", "plain", seed=SEED), 4)


def with_dice(game: Game) -> int:
    return next(n for n, entry in enumerate(game.log) if entry.dice)


def change(name: str, value: Callable[[LogEntry], Any]) -> Callable[[Game], None]:
    def changed(game: Game) -> None:
        at = with_dice(game)
        game.log[at] = msgspec.structs.replace(game.log[at], **{name: value(game.log[at])})

    return changed


def die(**values: Any) -> Callable[[LogEntry], Any]:
    return lambda entry: tuple(msgspec.structs.replace(roll, **values) for roll in entry.dice)


@pytest.mark.parametrize(
    ("name", "forge"),
    [
        ("side", change("side", lambda entry: 1 - entry.side)),
        ("action", change("action", lambda entry: entry.action.replace(" ", "  "))),
        ("turn", change("turn", lambda entry: entry.turn + 1)),
        ("step", change("step", lambda entry: "Siesta")),
        ("dice", change("dice", die(purpose="fun"))),
        ("dice", change("dice", die(sides=20))),
        ("dice", change("dice", die(to=1))),
        ("dice", change("dice", die(side=7))),
        ("events", change("events", lambda entry: entry.events[:-1])),
        ("events", change("events", lambda entry: entry.events + entry.events[:1])),
        ("events", change("events", lambda entry: entry.events[::-1])),
        ("unheard", change("unheard", lambda entry: (0,))),
        ("final", change("final", lambda entry: True)),
    ],
)  # fmt: skip
def test_whatever_an_entry_records_is_compared(game: Game, name: str, forge: Callable[[Game], None]) -> None:
    assert verify(game) == []
    forge(game)
    at = with_dice(game)
    found = verify(game)
    assert found[0].startswith(f"decision {at + 1}, “{game.log[at].action}”: {name}: the record has "), found
    assert len(found) == 1


def test_the_set_up_is_compared(game: Game) -> None:
    game.setup = "by-night"
    assert "there is no set-up “by-night”" in verify(game)[0]
    game.setup = "lesson:nothing"
    assert "no lesson “nothing”" in verify(game)[0]
    elsewhere = Game(game.state.clone(), SEED, "suggested")
    assert verify(elsewhere) == ["the start: the record has another position than the set-up “suggested” gives"]
    elsewhere.setup = "branch"
    assert verify(elsewhere) == []


def test_snapshots_are_there_at_each_change_of_side(game: Game) -> None:
    gone = game.snapshots.pop(1)
    assert verify(game) == [f"the snapshot after decision {gone.seq} is missing"]
    assert verify(game, short=True) == []


class TestRenewedDice:
    """Dice that others take the place of in the middle of a game can be checked, each by its seed."""

    @pytest.fixture
    def renewed(self, game: Game) -> Game:
        game.renew_dice()
        return play(game, 7)

    def test_both_seeds_are_in_the_save(self, renewed: Game, tmp_path: Path) -> None:
        renewed.save(tmp_path / "game.json")
        again = load(tmp_path / "game.json")
        assert again.earlier == (Stretch(4, commitment(SEED), SEED),)
        assert again.seed == renewed.seed != SEED
        assert verify(again, promised=again.commitment) == []
        assert faults(msgspec.json.decode((tmp_path / "game.json").read_bytes()), None, None) == []

    def test_dice_that_no_seed_gives_are_found(self, renewed: Game) -> None:
        for seeds in (
            (Stretch(4, commitment(SEED), SEED), seed_of(3)),
            (Stretch(6, commitment(SEED), SEED), renewed.seed),
        ):
            forged = Game(renewed.state, seeds[1], "suggested", renewed.log, renewed.snapshots, seeds[:1])
            assert "the seed gives" in verify(forged)[0]
        forged.earlier = (Stretch(4, commitment(SEED), seed_of(3)),)
        assert "for the dice up to number 4" in verify(forged)[0]

    def test_a_save_that_keeps_its_seeds_back_tells_neither(self, renewed: Game) -> None:
        save = renewed.record(with_seed=False)
        assert (save.seed, save.earlier) == (None, [Stretch(4, commitment(SEED))])
        kept = Game(renewed.state, renewed.seed, "suggested", renewed.log, renewed.snapshots, save.earlier)
        assert verify(kept, seeded=False) == []

    def test_a_game_that_goes_on_from_such_a_save_can_be_verified(self, game: Game, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        path.write_bytes(msgspec.json.encode(game.record(with_seed=False)))
        again = play(load(path), 7)
        assert again.earlier == (Stretch(4, game.commitment),)
        assert verify(again, promised=again.commitment) == []

    def test_before_the_first_die_nothing_is_left_to_check(self) -> None:
        game = new_game("duel", "plain", seed=SEED)
        game.renew_dice()
        game.renew_dice()
        assert game.earlier == ()
        assert game.commitment != commitment(SEED)

    def test_an_undo_does_not_bring_the_old_dice_back(self) -> None:
        one, other = (new_game("duel", "plain", seed=SEED) for _ in range(2))
        for twin in (one, other):
            twin.apply("move R1 0102")
        one.set_dice("cd" * 16, ())
        one.undo()
        assert one.state.dice.value(9, 10**6, "") != other.state.dice.value(9, 10**6, "")


def test_dice_thrown_before_the_first_decision_count() -> None:
    game = new_game("kharkov", "rostov-1941", seed=SEED)
    random = Random(2)
    assert game.first_die > 0
    while len(game.log) < 400 and not any(entry.dice for entry in game.log):
        assert game.decision is not None
        game.apply(game.decision.sample(game.state, random))
    save = msgspec.to_builtins(game.record())
    assert sum(len(entry.get("dice", ())) for entry in save["log"])
    assert faults(save, None, None) == []
    assert verify(game) == []
    die = save["opening"]["dice"][0]
    die["value"] = die["value"] % die["sides"] + 1
    assert "decision 0" in faults(save, None, None)[0]
    assert game.opening is not None
    game.opening = msgspec.structs.replace(game.opening, events=game.opening.events[1:])
    assert verify(game) == ["the start: the record tells of another opening than happened"]
    del save["opening"]  # an old save tells nothing of it
    assert faults(save, None, None) == []
