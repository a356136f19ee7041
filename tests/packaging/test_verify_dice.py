"""The stand-alone verifier agrees with the engine's dice and catches every kind of forgery."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from blackearth.core.dice import commitment, die, seed_of

TOOL = Path(__file__).parents[2] / "tools" / "verify_dice.py"


def save(faces: tuple[int, ...] = (6, 6, 10, 6)) -> dict[str, Any]:
    seed = seed_of(7)
    values = [
        {"purpose": f"battle {n}", "sides": sides, "value": die(bytes.fromhex(seed), n, sides), "side": n % 2}
        for n, sides in enumerate(faces)
    ]
    log: list[dict[str, Any]] = [{"side": 0, "action": "pass"}, {"side": 0, "action": "fire", "dice": values[:1]}]
    log.append({"side": 1, "action": "fire", "dice": values[1:]})
    return {"seed": seed, "commitment": commitment(seed), "log": log}


def verify(tmp_path: Path, document: object, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-I", str(TOOL), str(path), *arguments], capture_output=True, text=True, check=False
    )


def test_honest_dice_pass(tmp_path: Path) -> None:
    done = verify(tmp_path, save())
    assert (done.returncode, done.stderr) == (0, "")
    assert "All 4 dice" in done.stdout


def test_a_changed_value_is_found_and_named(tmp_path: Path) -> None:
    forged = save()
    roll = forged["log"][2]["dice"][0]
    roll["value"] = roll["value"] % 6 + 1
    done = verify(tmp_path, forged)
    assert done.returncode == 1
    assert "Roll 1 (battle 1, decision 3)" in done.stdout


def test_a_left_out_roll_shifts_the_others(tmp_path: Path) -> None:
    forged = save((6,) * 30)
    del forged["log"][1]["dice"]
    assert verify(tmp_path, forged).returncode == 1


def test_another_seed_breaks_the_promise(tmp_path: Path) -> None:
    honest = save()
    done = verify(tmp_path, honest, "--commitment", commitment(seed_of(8)))
    assert done.returncode == 1
    assert "not the one that was promised" in done.stdout


def test_without_a_seed_nothing_can_be_said(tmp_path: Path) -> None:
    running = save()
    seed, running["seed"] = running["seed"], None
    done = verify(tmp_path, running)
    assert done.returncode == 2
    assert "--seed" in done.stderr
    assert verify(tmp_path, running, "--seed", seed).returncode == 0


def renewed() -> dict[str, Any]:
    """A save whose dice were renewed before its third roll, with two dice before the first decision."""
    seeds = seed_of(7), seed_of(8)
    rolls = [
        {"purpose": "battle", "sides": 6, "value": die(bytes.fromhex(seeds[n >= 4]), n, 6), "side": 0}
        for n in range(2, 8)
    ]
    earlier = [{"until": 4, "seed": seeds[0], "commitment": commitment(seeds[0])}]
    return {
        "seed": seeds[1], "commitment": commitment(seeds[1]), "earlier": earlier, "first_die": 2,
        "log": [{"dice": rolls}],
    }  # fmt: skip


def test_renewed_dice_pass_by_the_seed_of_their_time(tmp_path: Path) -> None:
    for promised in (commitment(seed_of(7)), commitment(seed_of(8))):
        assert "All 6 dice" in verify(tmp_path, renewed(), "--commitment", promised).stdout
    assert verify(tmp_path, renewed(), "--commitment", commitment(seed_of(9))).returncode == 1


@pytest.mark.parametrize("at", [0, 3])
def test_a_changed_value_is_found_under_either_seed(tmp_path: Path, at: int) -> None:
    forged = renewed()
    roll = forged["log"][0]["dice"][at]
    roll["value"] = roll["value"] % 6 + 1
    done = verify(tmp_path, forged)
    assert (done.returncode, f"Roll {at + 2} (" in done.stdout) == (1, True)


@pytest.mark.parametrize(("change", "code"), [({"until": 3}, 1), ({"seed": seed_of(9)}, 1), ({"seed": None}, 2)])
def test_the_earlier_seed_and_its_end_are_checked(tmp_path: Path, change: dict[str, Any], code: int) -> None:
    forged = renewed()
    forged["earlier"][0] |= change
    done = verify(tmp_path, forged)
    assert done.returncode == code
    assert ("2 earlier dice" in done.stderr) is (code == 2)


@pytest.mark.parametrize("document", [[], {}, {"seed": "00", "commitment": 1, "log": [{"dice": [{}]}]}, "text"])
def test_other_files_are_refused_in_one_sentence(tmp_path: Path, document: object) -> None:
    done = verify(tmp_path, document)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
