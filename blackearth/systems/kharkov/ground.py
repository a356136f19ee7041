"""ms:F2a - what every step costs by the ground alone, in half movement points; computed once a game."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from blackearth.systems.kharkov.board import GERMAN, SOVIET, Definition

#: A part of a cost: what, half points, rule.
Part = tuple[str, int, str]
_KINDS = ("city", "forest", "marsh", "difficult")


class Crossing(NamedTuple):
    """A step to a neighbour.

    Attributes:
        near: the neighbour.
        cost: half points for the ground.
        direction: 0..5.
        major: whether it leads over a major river.
        held: by side, whether a river or works of the enemy forbid it from zone to zone (ms:F3a, F3b).
    """

    near: int
    cost: int
    direction: int
    major: bool
    held: tuple[bool, bool]


def kind_of_hex(defn: Definition, cell: int) -> str:
    """The terrain of a hex that counts."""
    return _kinds(defn)[cell]


@cache
def _kinds(defn: Definition) -> tuple[str, ...]:
    masks = defn.map.masks
    return tuple(next((k for k in _KINDS if masks[k] >> c & 1), "clear") for c in range(defn.map.grid.size))


def hex_cost(defn: Definition, frozen: bool, mechanized: bool, cell: int) -> int:
    """ms:F2a - half points for the terrain of a hex."""
    return _cost(defn, frozen, mechanized, kind_of_hex(defn, cell))


def _cost(defn: Definition, frozen: bool, mechanized: bool, feature: str) -> int:
    terrain = defn.content.terrain[feature]
    return (terrain.mechanized if mechanized else terrain.other)[frozen]


def parts(defn: Definition, frozen: bool, mechanized: bool, a: int, b: int) -> tuple[Part, ...]:
    """ms:F2a, F2a-road - the parts of the cost of a step: a road ignores rivers; bridges and the banks of cities make
    rivers free (N11).

    Args:
        defn: the game's facts.
        frozen: whether frost or snow eases rivers.
        mechanized: whose costs.
        a: cell that is left.
        b: neighbouring cell that is entered.
    """
    sides = defn.map.sides
    if sides["road"].has(a, b):
        return (("road", _cost(defn, frozen, mechanized, "road"), "ms:F2a-road"),)
    found = [(kind_of_hex(defn, b), hex_cost(defn, frozen, mechanized, b), "ms:F2a")]
    for river, words in (("river", "across a river"), ("major_river", "across a major river")):
        if sides[river].has(a, b) and not (sides["bridge"].has(a, b) or sides["city_bank"].has(a, b)):
            found.append((words, _cost(defn, frozen, mechanized, river), "ms:F2a"))
    return tuple(found)


@cache
def crossings(defn: Definition, frozen: bool, mechanized: bool) -> tuple[tuple[Crossing, ...], ...]:
    """For each cell the steps to its neighbours on land; see `parts`."""
    grid, sea = defn.map.grid, defn.map.masks["sea"]
    found: list[tuple[Crossing, ...]] = [()] * grid.size
    for cell in grid.cells:
        if not sea >> cell & 1:
            near = [(d, n) for d, n in enumerate(grid.toward[cell]) if n >= 0 and not sea >> n & 1]
            found[cell] = tuple(_crossing(defn, frozen, mechanized, cell, n, d) for d, n in near)
    return tuple(found)


@cache
def costs(defn: Definition, frozen: bool, mechanized: bool) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each cell its neighbours on land with the half points of going there."""
    return tuple(tuple((s.near, s.cost) for s in steps) for steps in crossings(defn, frozen, mechanized))


def _crossing(defn: Definition, frozen: bool, mechanized: bool, a: int, b: int, direction: int) -> Crossing:
    sides = defn.map.sides
    cost = sum(points for _, points, _ in parts(defn, frozen, mechanized, a, b))
    wet = sides["river"].has(a, b) or sides["major_river"].has(a, b)
    held = [wet, wet]
    held[SOVIET] |= sides["fort_german"].has(a, b)
    held[GERMAN] |= sides["fort_soviet"].has(a, b)
    return Crossing(b, cost, direction, sides["major_river"].has(a, b), (held[0], held[1]))
