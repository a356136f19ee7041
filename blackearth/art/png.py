"""SVG to PNG with our own fonts, so that a picture looks the same on every machine."""

from __future__ import annotations

import os
from importlib.resources import files


def font_files() -> list[str]:
    """Paths of our TrueType files."""
    folder = str(files("blackearth.art") / "fonts")
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".ttf"))


def png(svg: str, width: int | None = None) -> bytes:
    """A picture as PNG.

    Args:
        svg: an SVG document.
        width: width in pixels; by default that of the document.
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=font_files(), skip_system_fonts=True))
