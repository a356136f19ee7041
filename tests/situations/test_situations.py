"""Every situation file is a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackearth.core.situations import check_file

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).with_suffix("").as_posix())
def test_situation(path: Path) -> None:
    report = check_file(path)
    wrong = [f"line {a.line}, {a.title}: {text}" for a in report.answers for text in a.differences]
    assert not wrong
    assert report.rules, "a situation says which rules it shows"


def test_there_are_enough_of_them() -> None:
    assert len([path for path in FILES if path.parent.name == "ring-of-fire"]) >= 60
