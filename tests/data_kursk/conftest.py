"""An overlay with a copy of one of our files, changed in one place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from blackearth.systems.kursk.content import source_of

Plant = Callable[[str, str, str], Path]


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Copy a file into an overlay and replace a piece of its text that stands there exactly once."""

    def make(file: str, old: str, new: str) -> Path:
        target = tmp_path / "mine" / "kursk" / file
        text = target.read_text(encoding="utf-8") if target.exists() else source_of().text(file)
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace(old, new), encoding="utf-8")
        return tmp_path / "mine"

    return make
