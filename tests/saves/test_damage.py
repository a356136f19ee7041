"""Whatever is wrong with a save, one sentence says so: no other error, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from blackearth.core.game import load
from blackearth.core.saves import SaveError
from blackearth.sim.replay import verify

SAVE = Path(__file__).parent.parent / "games" / "ring-of-fire-breakthrough-2.json"


def attempt(path: Path, data: bytes) -> str:
    """The sentence that refuses a file, or nothing if it can still be read; then comparing does not fail."""
    path.write_bytes(data)
    try:
        game = load(path)
    except SaveError as error:
        message = str(error)
        assert message.startswith(str(path))
        assert "\n" not in message
        assert path.read_bytes() == data
        return message
    verify(game)
    return ""


@pytest.mark.parametrize("seed", range(6))
def test_flipped_and_missing_bytes(tmp_path: Path, seed: int) -> None:
    random, data = Random(seed), SAVE.read_bytes()
    refused = 0
    for _ in range(8):
        at = random.randrange(len(data))
        broken = bytearray(data)
        if random.random() < 0.5:
            broken[at] ^= 1 << random.randrange(8)
        else:
            del broken[at : at + random.randrange(1, 2000)]
        refused += bool(attempt(tmp_path / "save.json", bytes(broken)))
    assert refused


def test_a_file_cut_off_names_the_line(tmp_path: Path) -> None:
    data = SAVE.read_bytes()
    assert f", line {data[:5000].count(bytes([10])) + 1}: " in attempt(tmp_path / "save.json", data[:5000])


CHANGES: list[tuple[str, Any]] = [
    ("format", "white earth"), ("version", 2), ("version", "x"), ("system", "chess"), ("scenario", "nowhere"),
    ("options", {"fog": True}), ("rulings", {"ROF-A99": "a"}), ("setup", None), ("units", "0" * 16), ("seed", "xyz"),
    ("seed", "abc"), ("state", ""), ("state", "AAAA"), ("state", "eJwDAAAAAAE="), ("log", {}), ("log", [{"side": 0}]),
    ("snapshots", []), ("snapshots", [{"seq": 5, "state": "AAAA"}]),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), CHANGES)
def test_a_wrong_field_is_refused(tmp_path: Path, field: str, value: Any) -> None:
    save = json.loads(SAVE.read_bytes())
    save[field] = value
    assert attempt(tmp_path / "save.json", json.dumps(save).encode())


@pytest.mark.parametrize(
    ("number", "words"), [(0, "the snapshot of the start is damaged"), (40, "decision 40 is damaged")]
)
def test_a_damaged_snapshot_is_found_by_verifying(tmp_path: Path, number: int, words: str) -> None:
    save = json.loads(SAVE.read_bytes())
    damaged = {"seq": number, "state": "AAAA"}
    save["snapshots"] = [damaged] if number == 0 else [*save["snapshots"], damaged]
    path = tmp_path / "save.json"
    path.write_text(json.dumps(save))
    game = load(path)
    assert any(words in text for text in verify(game))
    with pytest.raises(SaveError, match="is damaged"):
        game.at(number)


def test_a_deeply_nested_file_is_no_save(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 60_000)
    with pytest.raises(SaveError, match=r"deep\.json"):
        load(path)
