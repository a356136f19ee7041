"""The wheel holds what is needed to play: data, fonts, licences, and the built page, though that is not versioned."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from blackearth.server.pages import static_folder

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_data_fonts_and_licences_are_inside(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for wanted in (
        "blackearth/py.typed",
        "blackearth/systems/ring_of_fire/data/map.csv",
        "blackearth/systems/ring_of_fire/data/sources.toml",
        "blackearth/art/fonts/widths.json",
    ):
        assert wanted in names
    assert {Path(name).name for name in names if ".dist-info/licenses/" in name} == {"LICENSE", "NOTICE"}
    assert not [name for name in names if "__pycache__" in name or name.startswith(("tests/", "web/"))]


def test_the_built_page_is_inside(wheel: Path) -> None:
    folder = static_folder()
    if not (folder / "index.html").exists():
        pytest.skip("the page has not been built here")
    names = set(zipfile.ZipFile(wheel).namelist())
    built = {f"blackearth/static/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*") if path.is_file()}
    assert built <= names


def test_the_command_is_declared(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        entry = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "blackearth = blackearth.cli.main:main" in archive.read(entry).decode()
