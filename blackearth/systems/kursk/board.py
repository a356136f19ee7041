"""The vocabulary of the rule modules of Kursk: boxes, markers, the system's own columns, simple questions to a state.

Side 0 is Soviet, side 1 German. Movement is counted in half points, as everywhere; all costs of this game are whole
points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec

from blackearth.core import state as core_state
from blackearth.core.state import NOWHERE
from blackearth.systems.kursk.content import Content
from blackearth.systems.kursk.roster import Roster

State = core_state.State
SOVIET, GERMAN = 0, 1

# Boxes: places off the map.
ELIMINATED = -2
ARRIVING = -3  # reinforcements of later turns (kursk:setup)
AT_BASE = -4  # an aircraft element in its ground support element (kursk:air-B)
TO_SET_UP = -5
IN_RESERVE = -6  # Kampfgruppen that have not appeared (kursk:opt-kampfgruppen)
BOXES = {
    NOWHERE: "out of play",
    ELIMINATED: "the eliminated units",
    ARRIVING: "the reinforcements",
    AT_BASE: "its base",
    TO_SET_UP: "the units to be set up",
    IN_RESERVE: "the Kampfgruppen in reserve",
}
BOX_IDS = {
    NOWHERE: "nowhere",
    ELIMINATED: "eliminated",
    ARRIVING: "arriving",
    AT_BASE: "at-base",
    TO_SET_UP: "to-set-up",
    IN_RESERVE: "in-reserve",
}

# Markers, as bits.
FINISHED = 1  # has moved in this phase (kursk:movement-H)
HALVED = 2  # out of supply when the movement phase began (kursk:supply)
ATTACKED = 4  # has attacked in this combat phase (KUR-07)
DEFENDED = 8  # its group has been attacked in this combat phase (KUR-07, KUR-A23)
FLOWN = 16  # an aircraft element that has flown its mission, or whose base has moved (kursk:air-D, KUR-12)
PATROL = 32  # on combat air patrol (kursk:air-cap, air-F); an aircraft on the map without it flies interdiction
ENTERED = 64  # a reinforcement that has appeared in this phase and not moved (kursk:reinforcements, KUR-A34)
MARK_NAMES = {
    FINISHED: "finished",
    HALVED: "oos",
    ATTACKED: "attacking",
    DEFENDED: "attacked",
    FLOWN: "flown",
    PATROL: "patrol",
    ENTERED: "entered",
}


class Extra(msgspec.Struct):
    """The columns that only this system has.

    Attributes:
        points: victory points for eliminated units, by the side that scores them.
    """

    points: tuple[int, int] = (0, 0)

    def clone(self) -> Extra:
        """An independent copy."""
        return Extra(self.points)


@dataclass(frozen=True, eq=False)
class Definition(core_state.Definition):
    """A game's unchanging facts with the data of the scenario."""

    content: Content = field(repr=False)
    overlay: Path | None = None

    @cached_property
    def units(self) -> Roster:
        """The counters with all their columns."""
        return self.content.roster


def facts(s: State) -> Definition:
    """The definition of a game of this system."""
    assert isinstance(s.defn, Definition)
    return s.defn


def roster(s: State) -> Roster:
    """The counters."""
    return facts(s).units


def extra(s: State) -> Extra:
    """The columns that only this system has."""
    assert isinstance(s.extra, Extra)
    return s.extra


def reading(s: State, ruling: str) -> str:
    """The reading in force of a ruling."""
    return s.defn.rulings[ruling]


def on_map(s: State, side: int) -> list[int]:
    """Ground counters of a side on the map, ground support elements included."""
    r = roster(s)
    return [u for u in r.of_side(side) if s.at[u] >= 0 and r.ground[u]]


def works(s: State, side: int) -> int:
    """kursk:tec-fortified - mask of the fortified hexes of a side that are active in this scenario; they never
    change owner.
    """
    return facts(s).map.masks["german_works" if side == GERMAN else "soviet_works"]


def flying(s: State, side: int, *, patrol: bool) -> int:
    """kursk:air-interdiction, air-cap - mask of the hexes over which aircraft of a side fly interdiction or patrol."""
    r, mask = roster(s), 0
    for unit in r.of_side(side):
        if not r.ground[unit] and s.at[unit] >= 0 and bool(s.marks[unit] & PATROL) is patrol:
            mask |= 1 << s.at[unit]
    return mask


def stack_size(s: State, units: Sequence[int]) -> int:
    """kursk:stacking-B, stacking-C, stacking-D, KUR-05, KUR-A07 - what units count in a hex: divisions, corps and air
    units one each, one small unit nothing, any three further small ones as one. Kampfgruppen are small where that is
    read so.
    """
    r, limits = roster(s), facts(s).content.numbers.stacking
    kinds = [r.stacking[u] for u in units]
    if reading(s, "KUR-A07") == "b":
        kinds = ["small" if r.size[u] == "KG" else r.stacking[u] for u in units]
    small = max(0, kinds.count("small") - limits.free)
    return kinds.count("full") + kinds.count("air") + -(-small // limits.small)


def stack_fits(s: State, units: Sequence[int]) -> bool:
    """kursk:stacking-A - whether units may stand in one hex."""
    return stack_size(s, units) <= facts(s).content.numbers.stacking.full


def room(s: State, unit: int, cell: int) -> bool:
    """kursk:stacking-A, stacking-E - whether a unit may enter or pass a hex, as far as the stack there goes."""
    return stack_fits(s, (*(u for u in s.stacks.get(cell, ()) if u != unit), unit))
