"""Pictures that look the same on every machine: SVG that carries our fonts, and PNG made with them."""

from __future__ import annotations

import base64
import os
from importlib.resources import files

from blackearth.art import lettering

_FACES = (
    (lettering.SEMI, 500, "normal", "barlow-semi-condensed-500"),
    (lettering.SEMI, 600, "normal", "barlow-semi-condensed-600"),
    (lettering.SEMI, 700, "normal", "barlow-semi-condensed-700"),
    (lettering.CONDENSED, 600, "normal", "barlow-condensed-600"),
    (lettering.CONDENSED, 700, "normal", "barlow-condensed-700"),
    (lettering.SANS, 700, "normal", "alegreya-sans-700"),
    (lettering.SANS, 800, "normal", "alegreya-sans-800"),
    (lettering.SERIF, 800, "normal", "alegreya-800"),
    (lettering.SERIF, 600, "italic", "alegreya-600-italic"),
)


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


def with_fonts(svg: str) -> str:
    """An SVG document that carries the fonts it is lettered in, to be looked at anywhere."""
    folder = files("blackearth.art") / "fonts"
    faces = []
    for family, weight, style, name in _FACES:
        content = base64.b64encode((folder / f"{name}.woff2").read_bytes()).decode()
        faces.append(
            f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
            f"src:url(data:font/woff2;base64,{content})}}"
        )
    head, rest = svg.split(">", 1)
    return f"{head}><style>{''.join(faces)}</style>{rest}"
