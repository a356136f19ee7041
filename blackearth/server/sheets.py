"""What never changes of a scenario: the sheet for the page, and the pictures of map and counters.

All of it is made once: by `blackearth.server.pictures` when the package is built, or here when first asked for.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from blackearth import ai, systems
from blackearth.core.lesson_file import lessons_of
from blackearth.core.state import Definition
from blackearth.core.system import GameSystem
from blackearth.server.live import HUMAN
from blackearth.server.pages import Page, Pages

FILES = {
    "sheet.json": "application/json",
    "terrain.svg": "image/svg+xml",
    "card.svg": "image/svg+xml",
    "counters.json": "application/json",
}


def make(system: GameSystem, scenario: str, overlay: Path | None = None) -> dict[str, bytes]:
    """The files of a scenario by name.

    Raises:
        DataError: a data file is damaged.
    """
    from blackearth.art import card
    from blackearth.art import sheets as art

    defn: Definition = system.define(scenario, {}, {}, overlay)
    document = system.sheet(defn)
    document["art"] = {
        "terrain": f"art/{system.id}/{scenario}/terrain.svg",
        "counters": f"art/{system.id}/{scenario}/counters.json",
    }
    map_picture, counters = system.pictures(defn)
    art.place(document, map_picture)
    terrain = art.terrain(map_picture)
    return {
        "sheet.json": msgspec.json.encode(document),
        "terrain.svg": terrain.encode(),
        "card.svg": card.card(terrain, card.centre_of(document)).encode(),
        "counters.json": msgspec.json.encode(art.counters(counters)),
    }


class Sheets:
    """The sheets and pictures of all scenarios.

    Args:
        pages: the built package, in whose folder ``sheets`` they lie ready.
        overlay: a folder of corrected data files; then nothing is taken from the built package.
    """

    def __init__(self, pages: Pages, overlay: Path | None = None) -> None:
        self._pages, self._overlay = pages, overlay
        self._making = asyncio.Lock()
        self._systems = b""

    def systems(self) -> bytes:
        """The list of systems with all that can be chosen, in JSON."""
        if not self._systems:
            # The steps of lessons tell of our data, and of no other.
            found = [_system(systems.get(name), learn=self._overlay is None) for name in systems.all_ids()]
            self._systems = msgspec.json.encode(found)
        return self._systems

    async def get(self, system: str, scenario: str, name: str) -> Page | None:
        """A file of a scenario, None when there is no such scenario or file."""
        if name not in FILES or not _exists(system, scenario):
            return None
        path = f"sheets/{system}/{scenario}/{name}"
        if self._overlay is None and (page := self._pages.get(path)) is not None:
            return page
        async with self._making:
            if (page := self._pages.kept(f"made/{path}")) is None:
                files = await asyncio.to_thread(make, systems.get(system), scenario, self._overlay)
                for file, content in files.items():
                    self._pages.keep(f"made/sheets/{system}/{scenario}/{file}", Page(content, FILES[file]))
                page = self._pages.kept(f"made/{path}")
        return page


def _exists(system: str, scenario: str) -> bool:
    return system in systems.all_ids() and any(spec.id == scenario for spec in systems.get(system).scenarios())


def _lessons(system: GameSystem) -> list[dict[str, Any]]:
    found = lessons_of(system).items()
    return [{"id": name, "title": one.title, "text": one.text, "minutes": one.minutes} for name, one in found]


def _system(system: GameSystem, *, learn: bool) -> dict[str, Any]:
    named = getattr(system, "side_names", {})
    return {
        "id": system.id,
        "name": system.name,
        "scenarios": list(system.scenarios()),
        "sides": [{"id": side, "name": named.get(side, side.capitalize())} for side in system.sides],
        "options": list(system.options()),
        "rulings": [
            {
                "id": spec.id, "title": spec.title, "default": spec.default, "cites": spec.cites,
                "choices": [{"id": choice, "text": text} for choice, text in spec.choices.items()],
            }
            for spec in system.rulings()
        ],
        "headings": {rule.id: rule.heading for rule in system.rules() if rule.heading},
        "lessons": _lessons(system) if learn else [],
        "players": [HUMAN, *ai.players()],
    }  # fmt: skip
