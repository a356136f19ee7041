"""What attacks are planned from, and what is planned: who can come where, what is to be had, the force chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from blackearth.hexes.mask import cells
from blackearth.systems.kursk.board import State, facts

Posts = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Package:
    """An attack that could be made.

    Attributes:
        value: what it is worth, in victory points.
        targets: the hexes.
        posts: the units with the cells from which they attack.
        air: what close support would add to the value; it is counted in the value.
    """

    value: float
    targets: tuple[int, ...]
    posts: Posts
    air: float = 0.0


@dataclass
class Muster:
    """Who may attack from where.

    Attributes:
        reach: for each unit the cells in which it can attack, with the cost of going there; where it stands costs 0.
        stacks: who stands in each cell, or is to stand there.
        skies: mask of the hexes over which close support can fly.
        flights: how many can fly.
        holes: what it is worth to empty a hex because of what scores there.
        risk: for each cell what a motorized unit risks that attacks from it, in victory points.
    """

    reach: dict[int, Mapping[int, int]]
    stacks: dict[int, tuple[int, ...]]
    skies: int = 0
    flights: int = 0
    holes: Mapping[int, float] = field(default_factory=dict)
    risk: Mapping[int, float] = field(default_factory=dict)


def wanted(s: State, side: int) -> dict[int, float]:
    """kursk:victory-objectives - places that a side could score or take from the enemy, by cell, in victory points."""
    found: dict[int, float] = {}
    for place in facts(s).content.objectives:
        for cell in cells(place.mask & ~s.controlled(side)):
            found[cell] = float(sum(place.points)) / max(1, place.mask.bit_count())
    return found
