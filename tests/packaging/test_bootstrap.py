"""The set-up of a checkout: what it does again and what not, and what it says when it cannot go on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import bootstrap

ROOT = Path(__file__).parents[2]


def test_locks_pin_every_package_with_a_hash_and_name_no_host() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text, lock.name
        pinned = r"^[a-z][^\n]*==[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)"
        requirements = re.findall(pinned, text, re.MULTILINE)
        assert len(requirements) == len(re.findall(r"^[a-z]", text, re.MULTILINE)), lock.name


def test_every_dependency_of_the_package_is_locked() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for lock, wanted in (
        ("requirements.lock", project["dependencies"]),
        ("requirements-dev.lock", project["dependencies"] + project["optional-dependencies"]["dev"]),
    ):
        locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        names = {re.split(r"[\[<>=]", requirement)[0] for requirement in wanted}
        assert names <= locked, lock


def test_stamps_remember_across_starts(tmp_path: Path) -> None:
    path = tmp_path / "stamps.json"
    stamps = bootstrap.Stamps(path)
    assert not stamps.fits("page", "a")
    stamps.set("page", "a")
    assert bootstrap.Stamps(path).fits("page", "a")
    assert not bootstrap.Stamps(path).fits("page", "b")
    path.write_text("{", encoding="utf-8")
    assert not bootstrap.Stamps(path).fits("page", "a")


def test_digest_follows_content_and_leaves_out_what_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    source = tmp_path / "web" / "main.ts"
    source.parent.mkdir()
    source.write_text("1", encoding="utf-8")
    first = bootstrap.digest([tmp_path / "web"])
    built = tmp_path / "web" / "node_modules" / "x.js"
    built.parent.mkdir()
    built.write_text("2", encoding="utf-8")
    assert bootstrap.digest([tmp_path / "web"]) == first
    source.write_text("3", encoding="utf-8")
    assert bootstrap.digest([tmp_path / "web"]) != first


def test_a_failing_step_is_told_with_its_cause() -> None:
    code = "import sys; print('collecting'); print('ERROR: no route to host'); print('bye'); sys.exit(1)"
    with pytest.raises(bootstrap.Problem, match=r"^It failed\. \(ERROR: no route to host\)$"):
        bootstrap.run([sys.executable, "-c", code], "It failed.")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(bootstrap.Problem, match="cannot be written") as caught:
        bootstrap.need_writable(missing)
    assert str(missing) in str(caught.value)


def test_a_missing_venv_module_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(bootstrap.Problem, match="venv module is not complete"):
        bootstrap.make_venv(tmp_path / "venv")


def test_an_old_node_is_not_taken(tmp_path: Path) -> None:
    node = tmp_path / ("node.cmd" if os.name == "nt" else "node")
    node.write_text("@echo v18.2.0" if os.name == "nt" else "#!/bin/sh\necho v18.2.0\n", encoding="utf-8")
    node.chmod(0o755)
    assert bootstrap.node_version(str(node)) == (18, 2, 0)
    assert bootstrap.node_version(str(node)) < bootstrap.NODE_AT_LEAST
    assert bootstrap.node_version(str(tmp_path / "none")) == ()


@pytest.mark.parametrize("script", ["play", "test"])
def test_an_old_python_gets_a_sentence(script: str) -> None:
    text = (ROOT / script).read_text(encoding="utf-8")
    head = text[: text.index("import os")].replace("sys.version_info < (3, 11)", "True")
    done = subprocess.run([sys.executable, "-c", head], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Black Earth needs Python 3.11 or newer")


@pytest.mark.skipif(os.name == "nt", reason="there the interpreter is named")
@pytest.mark.parametrize("script", ["play", "test", ".ci/run"])
def test_the_commands_can_be_run_as_they_are(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
