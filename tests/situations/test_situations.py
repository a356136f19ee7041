"""Every situation file is a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackearth import systems
from blackearth.core.situations import check_file, read

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).with_suffix("").as_posix())
def test_situation(path: Path) -> None:
    report = check_file(path)
    wrong = [f"line {a.line}, {a.title}: {text}" for a in report.answers for text in a.differences]
    assert not wrong
    assert report.rules, "a situation says which rules it shows"


@pytest.mark.parametrize("system", systems.all_ids())
def test_there_are_enough_of_them(system: str) -> None:
    assert len([path for path in FILES if path.parent.name == system]) >= 60


@pytest.mark.parametrize("system", systems.all_ids())
def test_every_worked_example_of_the_rulebook_is_among_them(system: str) -> None:
    shown = {rule for path in FILES for rule in read(path)[1].rules}
    examples = {entry.id for entry in systems.get(system).rules() if entry.kind == "example"}
    assert examples
    assert examples <= shown
