"""Pictures that several tests look at; each is made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackearth.art.frame import Frame
from blackearth.art.terrain import terrain
from blackearth.core.drawing import CounterPicture, MapPicture
from blackearth.systems.ring_of_fire import content, drawing


@pytest.fixture(scope="session")
def pictures() -> tuple[MapPicture, tuple[CounterPicture, ...]]:
    return drawing.pictures(content.load("rumyantsev"))


@pytest.fixture(scope="session")
def picture(pictures: tuple[MapPicture, tuple[CounterPicture, ...]]) -> MapPicture:
    return pictures[0]


@pytest.fixture(scope="session")
def frame(picture: MapPicture) -> Frame:
    return Frame(picture)


@pytest.fixture(scope="session")
def sheet(picture: MapPicture) -> str:
    return terrain(picture)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests neither use nor fill the cache of whoever runs them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
