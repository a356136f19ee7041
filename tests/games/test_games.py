"""Recorded games come out as they were recorded, position by position; one of each scenario reads as it was told."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackearth.core.game import load, new_game
from blackearth.sim.replay import verify
from blackearth.sim.transcript import transcript

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.json"))
TOLD = sorted((FOLDER.parent / "playthroughs").glob("*.txt"))
ANEW = "record it anew with tools/record_games.py if the rules changed on purpose"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_is_replayed_position_by_position(path: Path) -> None:
    game = load(path)
    assert game.result is not None
    assert verify(game, short=True) == [], ANEW


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_a_playthrough_reads_as_it_was_told(path: Path) -> None:
    record = load(FOLDER / f"{path.stem}.json")
    defn = record.defn
    game = new_game(defn.system.id, defn.scenario, options=defn.options, seed=record.seed, setup=record.setup)
    for entry in record.log:
        game.apply(entry.action)
    told = path.read_text(encoding="utf-8").splitlines()
    lines = "\n".join(transcript(game)).splitlines()
    for number, (now, then) in enumerate(zip(lines, told, strict=False), 1):
        assert now == then, f"line {number}: {ANEW}"
    assert len(lines) == len(told)
    assert path.stat().st_size < 200_000


def test_every_scenario_has_a_playthrough_and_a_game() -> None:
    from blackearth import systems

    told = {load(FOLDER / f"{path.stem}.json").defn.scenario for path in TOLD}
    assert told >= {scenario.id for name in ("ring-of-fire", "kharkov") for scenario in systems.get(name).scenarios()}
    recorded = {load(path).defn.system.id for path in FILES}
    assert recorded == set(systems.all_ids())
