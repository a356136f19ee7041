"""The map and the counters of a game as plain, unchanging values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from blackearth.hexes.edges import SideSet
from blackearth.hexes.grid import Grid


@dataclass(frozen=True)
class Place:
    """A named place: a town or another spot named in the rules."""

    name: str
    cells: tuple[int, ...]
    points: Mapping[str, int] = field(default_factory=dict)
    kind: str = "town"


@dataclass(frozen=True)
class MapData:
    """The features of a map by name.

    Attributes:
        grid: the hexes.
        masks: feature of hexes (``forest``, ``town``) to the mask of the hexes that have it.
        sides: feature of hexsides (``minor_river``, ``road``) to the set of hexsides.
        lines: ordered cells (``first_line``).
        places: the named places.
    """

    grid: Grid
    masks: Mapping[str, int]
    sides: Mapping[str, SideSet]
    lines: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    places: tuple[Place, ...] = ()

    def has(self, feature: str, cell: int) -> bool:
        """Whether a hex has a feature; an unknown feature has no hexes."""
        return bool(self.masks.get(feature, 0) >> cell & 1)

    def place_at(self, cell: int) -> Place | None:
        """The place a hex belongs to, if any."""
        return next((place for place in self.places if cell in place.cells), None)


@dataclass(frozen=True)
class Roster:
    """The counters of a game, one number each; systems add columns of their own in a subclass.

    Attributes:
        ids: text id of each unit, as printed in logs and saves (``S-167R``).
        names: name for people (``167th Rifle Division``).
        side: 0 or 1.
        ground: whether the unit occupies the hex it is in (aircraft do not).
        steps: steps at full strength.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    side: tuple[int, ...]
    ground: tuple[bool, ...]
    steps: tuple[int, ...]
    index: Mapping[str, int] = field(init=False)
    _of_side: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {name: number for number, name in enumerate(self.ids)})
        sides = tuple(tuple(u for u, owner in enumerate(self.side) if owner == side) for side in (0, 1))
        object.__setattr__(self, "_of_side", sides)

    def __len__(self) -> int:
        return len(self.ids)

    def of_side(self, side: int) -> tuple[int, ...]:
        """Numbers of the units of a side."""
        return self._of_side[side]

    def text(self, units: Sequence[int]) -> str:
        """Ids of units, separated by spaces."""
        return " ".join(self.ids[u] for u in units)
