"""Playing in the terminal: typed actions, commands, refusals, saving."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackearth.cli.session import Session
from blackearth.core.game import load, new_game
from tests.cli.runner import Cli


def play(monkeypatch: pytest.MonkeyPatch, cli: Cli, lines: list[str], *arguments: str) -> str:
    """Play with typed lines; at their end the terminal is closed."""
    typed = iter(lines)

    def prompt(*_: object, **__: object) -> str:
        try:
            return next(typed)
        except StopIteration:
            import click

            raise click.Abort from None

    monkeypatch.setattr("click.prompt", prompt)
    return cli("terminal", "ring-of-fire", "breakthrough", "--seed", "ab" * 16, *arguments)


def test_a_few_decisions(monkeypatch: pytest.MonkeyPatch, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "typed.json"
    out = play(
        monkeypatch, cli,
        ["help", "choices", "why move S-167R 3313", "dance", "", "end-movement", "n",
         "end-movement", "y", "undo", "points", "log 1", f"save {path}", "quit"],
        "--players", "human,human",
    )  # fmt: skip
    assert "Turn 1. Soviet: Movement (rof:11.0)" in out
    assert "An action is typed as it stands in the log" in out
    assert "move: Move (rof:11.0)" in out
    assert "no: “dance” is not possible in this step" in out
    assert "Belgorod (not Soviet: 2" in out
    assert f"saved in {path}" in out
    assert out.count("soviet: end-movement") == 1
    assert load(path).defn.scenario == "breakthrough"


def test_against_the_computer(monkeypatch: pytest.MonkeyPatch, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "auto.json"
    out = play(monkeypatch, cli, ["quit"], "--players", "random,human", "--save", str(path))
    assert "soviet: " in out
    assert len(load(path).log) > 10
    assert "German: " in out


def test_commands_that_look(capsys: pytest.CaptureFixture[str]) -> None:
    game = new_game("ring-of-fire", "breakthrough", seed="ab" * 16)
    session = Session(game, ("human", "human"))
    unit = game.choices[0].to_json(game.defn)["units"][0]
    where = game.view(0)["units"][unit][0]
    enemy = next(game.view(0)["units"][u][0] for u in game.defn.roster.ids if u.startswith("G-6Z-"))
    for line in (f"reach {unit}", f"unit {unit}", f"hex {where}", f"supply {unit}", f"map {where} 2", "map",
                 "hex nowhere", "unit nobody", "map nowhere", "save", f"odds {unit} {enemy}", "log"):  # fmt: skip
        session.command(line)
    out = capsys.readouterr().out
    assert "Attack, defence" in out
    assert where.center(5).strip() in out
    assert "in supply (map edge)" in out
    assert "“hex” must be a hex of the map" in out
    assert "there is no unit “nobody”" in out
    assert "nowhere is no hex of the map" in out
    assert game.log == []


def test_go_takes_a_cheapest_way(capsys: pytest.CaptureFixture[str]) -> None:
    game = new_game("ring-of-fire", "breakthrough", seed="ab" * 16)
    session = Session(game, ("human", "human"))
    unit, target = next(
        (unit, hexes[0])
        for unit in game.choices[0].to_json(game.defn)["units"]
        if (hexes := sorted(game.query("reach", units=[unit])["hexes"]))
    )
    session.command(f"go {unit} {target}")
    assert game.view(0)["units"][unit][0] == target
    session.command("undo")
    assert "taken back" in capsys.readouterr().out
    assert game.log == []
