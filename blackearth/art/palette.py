"""The colours of map and counters. Sides differ by lightness first: dark ink on light against light ink on dark."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class Nation(msgspec.Struct, frozen=True):
    """The colours of a counter.

    Face, ink, bottom edge, top-left light; `frame` of a framed face; fill and lines of the symbol's box; `dark` for
    what stands on white; `left` when vehicles drive to the left.
    """

    face: str
    ink: str
    edge: str
    light: str
    frame: str = ""
    box: str = "none"
    box_line: str = ""
    dark: str = ""
    left: bool = False

    @property
    def line(self) -> str:
        """Colour of the symbol's lines on the full-strength side."""
        return self.box_line or self.ink

    @property
    def on_white(self) -> str:
        """Colour of drawings on the white band of a reduced side and on rating boxes."""
        return self.dark or self.ink


NATIONS: Mapping[str, Nation] = MappingProxyType(
    {
        "wehrmacht": Nation("#A6B7A4", "#161A14", "#5F705D", "#C2CFBF"),
        "ss": Nation("#373A3D", "#F6F3EA", "#15171A", "#54585C", dark="#15171A"),
        "luftwaffe": Nation("#A7CBE2", "#122433", "#6C94AF", "#C3DDEE"),
        "redarmy": Nation("#A33A2A", "#FFF4E0", "#67200F", "#BB5A48", dark="#7C1C10", left=True),
        "guards": Nation("#8A261C", "#FAD96B", "#4F110A", "#A8473A", "#E2B13C", "#F2C64A", "#5A120A", "#5A120A", True),
        "sovietair": Nation("#DCC293", "#4A1A10", "#A48755", "#EBD9B6", left=True),
        "italy": Nation("#7FAFD4", "#0D1E2C", "#4A7A9E", "#9FC6E2"),
        "hungary": Nation("#B78A5E", "#1C1007", "#7C5631", "#CBA47E"),
        "romania": Nation("#E2C95C", "#2B2206", "#A88F2C", "#EEDD8F"),
        "slovakia": Nation("#739B6C", "#0C170B", "#42663D", "#94B58E"),
    }
)

WHITE = "#FFFDF6"
SHADOW = "#2A1C08"
AMBER = "#FFC928"
DISC = "#F4CB3B"

SHEET = "#F7F1E1"
PAPER = "#F2EAD3"
MOTTLE_DARK = "#EDE3C8"
MOTTLE_LIGHT = "#F7F1E0"
VALLEY = "#C3CFA0"
GRID = "#6B5A38"
NUMBER = "#6A5831"
WOODS = "#B7C393"
CROWN = "#A9B781"
CROWN_LIGHT = "#C6D0A4"
CROWN_MARK = "#6F864E"
WOODS_EDGE = "#657B48"
WOODS_SHADE = "#52653A"
MARSH = "#CFDCC9"
MARSH_EDGE = "#6E9A92"
MARSH_TUFT = "#3F7F86"
MARSH_WATER = "#5F9DB0"
DIFFICULT = "#E3CB9C"
DIFFICULT_EDGE = "#B08A54"
DIFFICULT_MARK = "#8F6A38"
RIVER_EDGE = "#2C6189"
RIVER_FILL = "#7DB0CE"
MINOR_RIVER = "#4C88AE"
WATER_NAME = "#23587F"
SEA = "#A9CBDD"
SHORE = "#5B93B5"
ROAD_EDGE = "#6E4A2A"
ROAD_FILL = "#F3DDA6"
RAIL = "#2A251F"
URBAN = "#DDC3A6"
URBAN_EDGE = "#9A7459"
BLOCKS = "#7C5A48"
NAME = "#241D16"
VICTORY_NAME = "#9B1C1C"
HALO = "#F6EFDC"
STAR = "#E9B52F"
STAR_EDGE = "#7A5200"
FORTS: Mapping[str, str] = MappingProxyType({"german": "#4B3322", "soviet": "#8E2A1E"})
EDGE_GREY = "#5F7052"
EDGE_RED = "#A3372B"
CREAM = "#F6EFDC"
