"""What others ask of the artist: the map sheet and the counters of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from blackearth.art.cache import art_version, cached_terrain, key_of
from blackearth.art.counters import counters_json
from blackearth.art.terrain import terrain as drawn
from blackearth.core.drawing import CounterPicture, MapPicture, layout

__all__ = ["counters", "place", "terrain"]


def terrain(picture: MapPicture) -> str:
    """The map sheet as an SVG document (see `blackearth.art.terrain`), taken from a cache when it was drawn before."""
    return cached_terrain(key_of(picture, art_version()), lambda: drawn(picture))


def counters(pictures: Iterable[CounterPicture]) -> dict[str, object]:
    """Everything the page needs to draw counters (see `blackearth.art.counters.counters_json`)."""
    return counters_json(pictures)


def place(document: dict[str, Any], picture: MapPicture) -> None:
    """Put the places of the drawn hexes into a page's sheet: `hexes[label][0:2]` and `size`, in map units."""
    places = layout(picture)
    hexes = document.get("hexes", {})
    document["size"] = [round(places.width, 1), round(places.height, 1)]
    document["hexes"] = {
        label: [round(x, 2), round(y, 2), *list(hexes.get(label, ()))[2:]] for label, (x, y) in places.at.items()
    }
