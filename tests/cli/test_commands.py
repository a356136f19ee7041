"""The commands: what they print, as text and as JSON, and how they refuse bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from blackearth.core.game import new_game
from tests.cli.runner import Cli

HERE = Path(__file__).parent
SITUATIONS = HERE.parent / "situations" / "ring-of-fire"


def test_help_lists_every_command_and_loads_nothing_heavy() -> None:
    code = "import sys; from blackearth.cli.main import run; run(['--help']); print(sorted(set(sys.modules) & set(%r)))"
    heavy = ["msgspec", "rich", "litestar", "sqlalchemy", "blackearth.core.game", "blackearth.systems"]
    out = subprocess.run(
        [sys.executable, "-c", code % heavy], capture_output=True, text=True, check=True, cwd=HERE.parents[1]
    ).stdout
    for command in ("play", "terminal", "simulate", "replay", "situation", "rules", "data", "map", "bench"):
        assert f"\n  {command} " in out
    assert out.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dance"], "No such command 'dance'"),
        (["simulate", "ring-of-fire", "nowhere"], "no scenario “nowhere”; it has: breakthrough, rumyantsev"),
        (["simulate", "chess", "x"], "no game “chess”"),
        (["simulate", "ring-of-fire", "breakthrough", "--players", "deep,blue"], "no player “deep”"),
        (["simulate", "ring-of-fire", "breakthrough", "--players", "random"], "not two players"),
        (["simulate", "ring-of-fire", "breakthrough", "--option", "fog"], "no option “fog”"),
        (["simulate", "ring-of-fire", "breakthrough", "--ruling", "ROF-A05"], "not ID=READING"),
        (["simulate", "ring-of-fire", "breakthrough", "--ruling", "ROF-A05=z"], "no reading “z”"),
        (["simulate", "ring-of-fire", "breakthrough", "--setup", "by-hand"], "no set-up “by-hand”"),
        (["play", "chess"], "no game “chess”"),
        (["play", "ring-of-fire", "nowhere"], "no scenario “nowhere”"),
        (["terminal"], "name a SYSTEM and a SCENARIO"),
        (["terminal", "ring-of-fire", "breakthrough", "--seed", "xyz"], "hexadecimal digits"),
        (["terminal", "ring-of-fire", "breakthrough", "--seed", "00 00"], "hexadecimal digits"),
        (["terminal", "ring-of-fire", "breakthrough", "--seed", "00\n"], "hexadecimal digits"),
        (["map", "ring-of-fire", "breakthrough", "--out", "map.gif"], "ends in neither .svg nor .png"),
        (["replay", "no-such-file.json"], "no-such-file.json: the save cannot be read"),
        (["situation", "no-such-file.toml"], "no-such-file.toml: the file cannot be read"),
        (["data", "check", "chess"], "no game “chess”"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(cli: Cli, arguments: list[str], words: str) -> None:
    assert words in cli.refused(*arguments)


def test_simulate(cli: Cli) -> None:
    arguments = (
        "simulate",
        "ring-of-fire",
        "breakthrough",
        "--games",
        "2",
        "--seed",
        "5",
        "--players",
        "random,random",
    )
    document = cli.json(*arguments)
    assert set(document) == {"system", "scenario", "games", "win_rate"}
    assert (document["system"], document["scenario"], len(document["games"])) == ("ring-of-fire", "breakthrough", 2)
    first = document["games"][0]
    assert set(first) == {"seed", "players", "winner", "level", "score", "turns", "decisions", "seconds"}
    assert first["players"] == {"soviet": "random", "german": "random"}
    assert first["turns"] == 4
    assert set(document["win_rate"]) == {"soviet", "german"}
    assert set(document["win_rate"]["soviet"]) == {"rate", "low", "high"}
    again = cli.json(*arguments)
    for game in document["games"] + again["games"]:
        del game["seconds"]
    assert again == document


def test_simulate_swaps_sides_and_keeps_the_dice(cli: Cli) -> None:
    games = cli.json("simulate", "ring-of-fire", "breakthrough", "--games", "2", "--players", "greedy,random")["games"]
    assert [game["players"]["soviet"] for game in games] == ["greedy", "random"]
    assert games[0]["seed"] == games[1]["seed"]


def test_simulate_with_check_as_text(cli: Cli) -> None:
    out = cli("simulate", "ring-of-fire", "breakthrough", "--games", "1", "--check", "80", "--option", "recon-retreat")
    assert "1 games" in out
    assert "decisions in" in out
    assert cli.err == ""


def make_save(path: Path, decisions: int = 60) -> Path:
    """A short random game in a file."""
    from random import Random

    game, random = new_game("ring-of-fire", "breakthrough", seed="ab" * 16), Random(1)
    for _ in range(decisions):
        assert game.decision is not None
        game.apply(game.decision.sample(game.state, random))
    game.save(path)
    return path


def test_replay_tells_and_verifies(cli: Cli, tmp_path: Path) -> None:
    path = make_save(tmp_path / "game.json")
    out = cli("replay", str(path))
    assert "Turn 1, movement (soviet)" in out
    assert "  60. " in out
    assert "60 decisions, all as recorded, by the rules and the dice of its seed" in cli(
        "replay", str(path), "--verify"
    )
    document = cli.json("replay", str(path), "--verify")
    assert (document["decisions"], document["verified"], document["differences"]) == (60, True, [])


def test_replay_finds_a_changed_record(cli: Cli, tmp_path: Path) -> None:
    path = make_save(tmp_path / "game.json")
    save = json.loads(path.read_text())
    save["log"][30]["digest"] = "0" * 16
    path.write_text(json.dumps(save))
    out = cli("replay", str(path), "--verify", code=1)
    assert "decision 31, " in out
    assert "leads to another position" in out


def test_replay_finds_loaded_dice(cli: Cli, tmp_path: Path) -> None:
    path = make_save(tmp_path / "game.json", 150)
    save = json.loads(path.read_text())
    entry = next(entry for entry in save["log"] if entry.get("dice"))
    entry["dice"][0]["value"] = entry["dice"][0]["value"] % 6 + 1
    path.write_text(json.dumps(save))
    assert "the seed gives" in cli("replay", str(path), "--verify", code=1)


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"format": "else"}', '{"format": "black earth game", "version": 99}']
)
def test_replay_refuses_damaged_saves(cli: Cli, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(damage)
    assert str(path) in cli.refused("replay", str(path))


@pytest.mark.parametrize(
    "forged", [{"side": 7}, {"side": -1}, {"turn": -1}, {"events": [{"event": "placed", "unit": 999, "where": 1}]}]
)
def test_replay_refuses_entries_that_cannot_be(cli: Cli, tmp_path: Path, forged: dict[str, object]) -> None:
    path = make_save(tmp_path / "game.json", 2)
    save = json.loads(path.read_text())
    save["log"][1] |= forged
    path.write_text(json.dumps(save))
    for arguments in ([], ["--verify"]):
        told = cli.refused("replay", str(path), *arguments)
        assert f"{path}, line 1: decision 2 is damaged" in told
        assert "\n" not in told


def test_replay_finds_another_seed(cli: Cli, tmp_path: Path) -> None:
    path = make_save(tmp_path / "game.json")
    save = json.loads(path.read_text())
    save["seed"] = "cd" * 16
    path.write_text(json.dumps(save))
    assert "the seed is not the one whose hash was published" in cli("replay", str(path), "--verify", code=1)


def test_replay_of_a_save_without_its_seed_takes_the_recorded_dice(cli: Cli, tmp_path: Path) -> None:
    path = make_save(tmp_path / "game.json", 150)
    save = json.loads(path.read_text())
    save["seed"] = None
    path.write_text(json.dumps(save))
    assert "with the recorded dice, the seed is kept back" in cli("replay", str(path), "--verify")


def test_output_is_utf8_whatever_the_surroundings_say(tmp_path: Path) -> None:
    path = tmp_path / "bridge.toml"
    text = (SITUATIONS / "bridge.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('expect.total = "½"', 'expect.total = "9½"'), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "blackearth", "situation", str(path), "--json"], check=False, capture_output=True,
        cwd=HERE.parents[1], env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"")
    assert "expected “9½”, got “½”" in json.loads(done.stdout)[0]["answers"][0]["differences"][0]


def test_situation(cli: Cli, tmp_path: Path) -> None:
    good = SITUATIONS / "bridge.toml"
    assert cli("situation", str(good)) == f"{good}: 3 questions, all as expected\n"
    assert cli("situation", "-q", str(good)) == ""
    bad = tmp_path / "bad.toml"
    bad.write_text(good.read_text().replace('expect.total = "½"', 'expect.total = "3"'))
    out = cli("situation", str(good), str(bad), code=1)
    assert "bad.toml: 1 of 3 questions differs" in out
    assert "total: expected “3”, got “½”" in out
    document = cli.json("situation", str(bad), code=1)
    assert [answer["differences"] for answer in document[0]["answers"]] == [["total: expected “3”, got “½”"], [], []]
    bad.write_text("title = ")
    assert "bad.toml, line 1: this is no TOML" in cli.refused("situation", str(bad))
    assert len(cli("situation", str(SITUATIONS)).splitlines()) >= 60


def test_data_check(cli: Cli, tmp_path: Path) -> None:
    assert cli("data", "check").startswith("0 faults in the data of ring-of-fire")
    folder = tmp_path / "ring-of-fire" / "tables"
    folder.mkdir(parents=True)
    (folder / "tank.csv").write_text("die,1,2,3,4,printed,status,source\n1,1,1,1,printed,tank-table\n")
    out = cli("data", "check", "--data", str(tmp_path), code=2)
    assert "tank.csv, line 2" in out
    assert cli.json("data", "check", "ring-of-fire")[0] == {"system": "ring-of-fire", "faults": []}


def test_map(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    cli("map", "ring-of-fire", "breakthrough", "--out", str(path), "--no-units")
    assert path.read_text().startswith("<svg")
    picture = tmp_path / "map.png"
    cli("map", "ring-of-fire", "breakthrough", "--out", str(picture), "--width", "400")
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert "cannot be written" in cli.refused(
        "map", "ring-of-fire", "breakthrough", "--out", str(tmp_path / "no" / "x.svg")
    )
