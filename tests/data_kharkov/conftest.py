"""The content of both scenarios, and an overlay with a copy of one of our files, changed in one place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from blackearth.systems.kharkov.content import Content, load, source_of

Plant = Callable[[str, str, str], Path]
SCENARIOS = ("kharkov-1943", "rostov-1941")


@pytest.fixture(scope="module", params=SCENARIOS)
def content(request: pytest.FixtureRequest) -> Content:
    return load(request.param)


@pytest.fixture(scope="module")
def kharkov() -> Content:
    return load("kharkov-1943")


@pytest.fixture(scope="module")
def rostov() -> Content:
    return load("rostov-1941")


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Copy a file into an overlay and replace a piece of its text that stands there exactly once."""

    def make(file: str, old: str, new: str) -> Path:
        target = tmp_path / "mine" / "kharkov" / file
        text = target.read_text(encoding="utf-8") if target.exists() else source_of().text(file)
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace(old, new), encoding="utf-8")
        return tmp_path / "mine"

    return make


def labels(content: Content, mask: int) -> set[str]:
    return set(content.map.grid.labels(mask))
