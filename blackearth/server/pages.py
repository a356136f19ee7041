"""The built page: files held in memory, compressed once, with tags so that a browser fetches each of them once."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from litestar import Response

_COMPRESSIBLE = ("text/", "application/javascript", "application/json", "image/svg+xml", "font/ttf")
_UNBUILT = b"The page has not been built yet: start Black Earth with ./play (on Windows: python play)."


class Page:
    """One file.

    Args:
        content: its bytes.
        media_type: its type.
        immutable: whether its name changes with its content.
    """

    def __init__(self, content: bytes, media_type: str, *, immutable: bool = False) -> None:
        self.content, self.media_type, self.immutable = content, media_type, immutable
        self.tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        self.packed: bytes | None = None
        if len(content) > 600 and media_type.startswith(_COMPRESSIBLE):
            self.packed = gzip.compress(content, 9, mtime=0)

    def response(self, headers: Mapping[str, str]) -> Response[bytes]:
        """The answer to a request with these headers: compressed if understood, empty if already known."""
        kept = "public, max-age=31536000, immutable" if self.immutable else "no-cache"
        answer = {"cache-control": kept, "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=answer, media_type=self.media_type)
        if self.packed is not None and "gzip" in headers.get("accept-encoding", ""):
            return Response(self.packed, headers={**answer, "content-encoding": "gzip"}, media_type=self.media_type)
        return Response(self.content, headers=answer, media_type=self.media_type)


class Pages:
    """The files of a folder by their paths; read when first asked for.

    Args:
        folder: the built page; the package's own if None.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or static_folder()
        self._pages: dict[str, Page] = {}

    def get(self, path: str) -> Page | None:
        """The file at a path such as ``assets/index.js``, None when there is none."""
        path = path.strip("/") or "index.html"
        page = self.kept(path) or self._read(path)
        if page is not None:
            self.keep(path, page)
        return page

    def kept(self, path: str) -> Page | None:
        """What was kept under a path."""
        return self._pages.get(path)

    def keep(self, path: str, page: Page) -> None:
        """Hold a file in memory."""
        self._pages[path] = page

    def _read(self, path: str) -> Page | None:
        root = self.folder.resolve()
        try:
            file = (root / path).resolve()
            if not file.is_relative_to(root) or not file.is_file():
                return None
        except (OSError, ValueError):
            return None
        media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if file.suffix == ".woff2":
            media_type = "font/woff2"
        if media_type.startswith("text/"):
            media_type += "; charset=utf-8"
        return Page(file.read_bytes(), media_type, immutable=path.startswith("assets/"))

    def index(self) -> bytes:
        """The page itself, empty when it has not been built."""
        page = self.get("index.html")
        return page.content if page else b""

    def unbuilt(self) -> Response[Any]:
        """What is shown instead of a page that has not been built."""
        return Response(_UNBUILT, status_code=503, media_type="text/plain; charset=utf-8")


def static_folder() -> Path:
    """Where the built page lies inside the package."""
    return Path(str(resources.files("blackearth") / "static"))
