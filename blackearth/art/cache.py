"""Built art is kept: in the package when it was built with it, else in the user's cache folder."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from blackearth.core.drawing import MapPicture


@cache
def art_version() -> str:
    """A digest of everything that decides how a picture is drawn: the modules of this package and its fonts' widths."""
    folder = files("blackearth.art")
    parts = [*folder.iterdir(), *(folder / "fonts").iterdir()]
    digest = hashlib.sha256()
    for part in sorted(parts, key=lambda entry: entry.name):
        if part.name.endswith((".py", ".json")):
            digest.update(part.name.encode() + part.read_bytes())
    return digest.hexdigest()


def key_of(picture: MapPicture, version: str) -> str:
    """Name of a picture's art: it changes with anything the picture shows and with the way it is drawn."""
    content = msgspec.json.encode(picture) + version.encode()
    return f"{picture.name}-{hashlib.sha256(content).hexdigest()[:24]}"


def cache_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Where this user's programs keep what they can make again."""
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    if platform == "win32":
        base = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "blackearth" / "art"


def cached_terrain(key: str, make: Callable[[], str], folder: Path | None = None) -> str:
    """The art of a key: from the package, from the cache folder, or made now and kept if the folder can be written.

    Args:
        key: see `key_of`.
        make: draws it.
        folder: another cache folder than the user's.
    """
    name = f"{key}.svg.gz"
    built = files("blackearth") / "server" / "static" / "art" / name
    kept = (folder or cache_folder()) / name
    for read in (built.read_bytes, kept.read_bytes):
        with contextlib.suppress(OSError, EOFError, ValueError):
            return gzip.decompress(read()).decode()
    text = make()
    with contextlib.suppress(OSError):
        _keep(kept, gzip.compress(text.encode(), 6, mtime=0))
    return text


def _keep(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all, whoever else writes it at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
