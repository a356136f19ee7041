"""Hex grids in which a hex is a bit index and each of the six neighbours is one fixed shift.

The rows are laid out sheared (axial coordinates) and padded by one column and one row on every side, so that a shift
never carries a hex on the map to another hex on the map that is not its neighbour: the bits it could hit are padding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import sqrt
from typing import Literal

from blackearth.hexes.mask import cells

Orientation = Literal["pointy", "flat"]

#: Axial steps (q, r) of the directions 0..5, counter-clockwise; the same for both orientations.
#: Pointy top: E, NE, NW, W, SW, SE. Flat top: the same six turned by 30 degrees: SE, NE, N, NW, SW, S.
AXIAL = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
DIRECTION_NAMES: dict[Orientation, tuple[str, ...]] = {
    "pointy": ("E", "NE", "NW", "W", "SW", "SE"),
    "flat": ("SE", "NE", "N", "NW", "SW", "S"),
}
_HALF_HEIGHT = sqrt(3) / 2

#: Masks whose labels are kept at a time.
KEPT_LABELS = 200


class Grid:
    """The hexes of one map.

    Args:
        orientation: ``pointy`` (straight rows) or ``flat`` (straight columns).
        places: label of each hex to its (column, row); columns count to the right, rows **down**, from any origin.
        shifted: parity (0 or 1) of the rows (pointy) or columns (flat) that stand half a hex to the right (lower).

    Raises:
        ValueError: two labels share a place.
    """

    def __init__(self, orientation: Orientation, places: Mapping[str, tuple[int, int]], shifted: int = 1) -> None:
        self.orientation: Orientation = orientation
        self._shifted = shifted
        axial = {label: self._axial(column, row) for label, (column, row) in places.items()}
        if len(set(axial.values())) != len(axial):
            raise ValueError("two hexes of the map have the same place")
        self._q0 = min((q for q, _ in axial.values()), default=0) - 1
        self._r0 = min((r for _, r in axial.values()), default=0) - 1
        #: Cells in one padded row; also the shift to the neighbour in the next row.
        self.width = max((q for q, _ in axial.values()), default=0) - self._q0 + 2
        #: Number of bits in use; every cell is below it.
        self.size = (max((r for _, r in axial.values()), default=0) - self._r0 + 2) * self.width
        self._cell = {label: self._index(q, r) for label, (q, r) in axial.items()}
        self._label = {cell: label for label, cell in self._cell.items()}
        # The same large masks are told decision after decision.
        self._labels: dict[int, tuple[str, ...]] = {}
        self._place = {self._cell[label]: place for label, place in places.items()}
        #: Shift of the direction d: the neighbour of cell c is c + shift[d], if it is on the map.
        self.shift = tuple(r * self.width + q for q, r in AXIAL)
        #: Mask of one cell, for every cell index.
        self.bit = tuple(1 << cell for cell in range(self.size))
        #: Mask of all hexes of the map.
        self.all = sum(1 << cell for cell in self._label)
        #: Six entries a cell: the neighbour in each direction, -1 off the map.
        self.toward: tuple[tuple[int, ...], ...] = tuple(self._toward(cell) for cell in range(self.size))
        #: The neighbours on the map of each cell.
        self.near: tuple[tuple[int, ...], ...] = tuple(tuple(n for n in six if n >= 0) for six in self.toward)
        #: Mask of the neighbours of each cell.
        self.ring: tuple[int, ...] = tuple(sum(1 << n for n in six) for six in self.near)

    def _axial(self, column: int, row: int) -> tuple[int, int]:
        if self.orientation == "pointy":
            return column - (row + (row & 1) * (1 - 2 * self._shifted)) // 2, row
        return column, row - (column + (column & 1) * (1 - 2 * self._shifted)) // 2

    def _index(self, q: int, r: int) -> int:
        return (r - self._r0) * self.width + (q - self._q0)

    def _toward(self, cell: int) -> tuple[int, ...]:
        if cell not in self._label:
            return (-1,) * 6
        return tuple(n if (n := cell + shift) in self._label else -1 for shift in self.shift)

    def axial(self, cell: int) -> tuple[int, int]:
        """Axial coordinates (q, r) of a cell."""
        r, q = divmod(cell, self.width)
        return q + self._q0, r + self._r0

    def cell(self, label: str) -> int:
        """The cell of a label.

        Raises:
            KeyError: no hex of the map has that label.
        """
        return self._cell[label]

    def find(self, label: str) -> int:
        """The cell of a label, or -1 if no hex of the map has it."""
        return self._cell.get(label, -1)

    def label(self, cell: int) -> str:
        """The label of a cell."""
        return self._label[cell]

    def labels(self, mask: int) -> list[str]:
        """Labels of the hexes of a mask, in the order of the cells."""
        known = self._labels.get(mask)
        if known is None:
            if len(self._labels) >= KEPT_LABELS:
                self._labels.clear()
            known = self._labels[mask] = tuple(self._label[cell] for cell in cells(mask))
        return list(known)

    def mask(self, labels: Iterable[str]) -> int:
        """Mask of the hexes with these labels."""
        return sum(1 << cell for cell in {self._cell[label] for label in labels})

    @cached_property
    def known(self) -> frozenset[int]:
        """All cells of the map, for quick questions."""
        return frozenset(self._label)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """All cells of the map in ascending order."""
        return tuple(sorted(self._label))

    def place(self, cell: int) -> tuple[int, int]:
        """Column (to the right) and row (down) of a cell, as given to the constructor."""
        return self._place[cell]

    def centre(self, cell: int) -> tuple[float, float]:
        """Centre (x to the right, y down); the unit is the width of a hex from side to side."""
        column, row = self._place[cell]
        if self.orientation == "pointy":
            return column + (0.5 if row & 1 == self._shifted else 0.0), row * _HALF_HEIGHT
        return column * _HALF_HEIGHT, row + (0.5 if column & 1 == self._shifted else 0.0)

    def distance(self, a: int, b: int) -> int:
        """Number of hexes from a to b, counting b but not a."""
        width = self.width
        dr, dq = b // width - a // width, b % width - a % width
        return max(abs(dq), abs(dr), abs(dq + dr))

    def direction(self, a: int, b: int) -> int:
        """Direction 0..5 from a to its neighbour b.

        Raises:
            ValueError: the two are not neighbours.
        """
        return self.toward[a].index(b)

    def spread(self, mask: int) -> int:
        """The mask together with all neighbours of its hexes."""
        w = self.width
        return (mask | mask << 1 | mask >> 1 | mask << w | mask >> w | mask << w - 1 | mask >> w - 1) & self.all

    def around(self, mask: int) -> int:
        """All neighbours of the hexes of a mask; hexes of the mask count if they have a neighbour in it."""
        w = self.width
        return (mask << 1 | mask >> 1 | mask << w | mask >> w | mask << w - 1 | mask >> w - 1) & self.all

    def shifted_mask(self, mask: int, direction: int) -> int:
        """The hexes that lie in a direction from those of the mask."""
        shift = self.shift[direction]
        return (mask << shift if shift > 0 else mask >> -shift) & self.all

    def within(self, cell: int, distance: int) -> int:
        """Mask of the hexes at most ``distance`` hexes away."""
        mask = 1 << cell
        for _ in range(distance):
            mask = self.spread(mask)
        return mask
