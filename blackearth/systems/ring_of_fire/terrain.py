"""rof:11.5 - what it costs to enter a hex: natural terrain, rivers, roads and bridges. Costs are half movement
points.
"""

from __future__ import annotations

from dataclasses import dataclass

from blackearth.core.tally import Tally
from blackearth.hexes.paths import Exits
from blackearth.systems.ring_of_fire.content import Content

LEG, MOBILE = 0, 1


@dataclass(frozen=True)
class Step:
    """The parts of the cost of one step: (what, half points, rule)."""

    parts: tuple[tuple[str, int, str], ...]

    @property
    def cost(self) -> int:
        """Half movement points (rof:11.6: the sum of all that applies)."""
        return sum(cost for _, cost, _ in self.parts)

    @property
    def road(self) -> bool:
        """rof:11.53 - whether it is a step by road."""
        return self.parts[0][0].startswith("road")


def road_between(content: Content, a: int, b: int, ruling: str) -> bool:
    """rof:11.53 - whether a unit goes by road from one hex to the next: the road crosses their common hexside
    (ROF-A01, a) or both are road hexes (b).
    """
    roads = content.map.sides["road"]
    if ruling == "b":
        return bool(roads.sides_of(a)) and bool(roads.sides_of(b))
    return roads.has(a, b)


def step(content: Content, kind: int, a: int, b: int, ruling: str) -> Step:
    """rof:11.52, 11.53, 11.6 - the parts of the cost of a step from hex a to its neighbour b.

    Args:
        content: the data.
        kind: LEG or MOBILE.
        a: cell that is left.
        b: neighbouring cell that is entered.
        ruling: reading of ROF-A01.
    """
    chart, sides = content.terrain, content.map.sides

    def cost(feature: str) -> int:
        return chart[feature].mobile if kind == MOBILE else chart[feature].leg

    if road_between(content, a, b, ruling):
        bridge = sides["bridge"].has(a, b)
        return Step((("road over the bridge" if bridge else "road", cost("road"), "rof:11.53"),))
    ground = "forest" if content.map.has("forest", b) else "clear"
    parts = [(ground, cost(ground), "rof:11.52")]
    for river, words in (("minor_river", "across a minor river"), ("major_river", "across a major river")):
        if sides[river].has(a, b):
            parts.append((words, cost(river), "rof:11.52"))
    return Step(tuple(parts))


def exits(content: Content, ruling: str) -> tuple[Exits, Exits]:
    """The ways out of every cell with their costs, for leg and for mobile units."""
    grid = content.map.grid
    return (
        tuple(tuple((n, step(content, LEG, c, n, ruling).cost) for n in grid.near[c]) for c in range(grid.size)),
        tuple(tuple((n, step(content, MOBILE, c, n, ruling).cost) for n in grid.near[c]) for c in range(grid.size)),
    )


def entry(content: Content, kind: int, cell: int) -> Step:
    """rof:7.1 - the cost of the first hex of a reinforcement: its terrain, or the road if one runs through it."""
    chart = content.terrain
    if content.map.sides["road"].sides_of(cell):
        return Step((("road", chart["road"].mobile if kind == MOBILE else chart["road"].leg, "rof:7.1"),))
    ground = "forest" if content.map.has("forest", cell) else "clear"
    return Step(((ground, chart[ground].mobile if kind == MOBILE else chart[ground].leg, "rof:7.1"),))


def words(content: Content, cell: int) -> str:
    """The terrain of a hex in words: ``forest, town (Belgorod), fortification``."""
    m = content.map
    parts = ["forest" if m.has("forest", cell) else "clear"]
    if m.has("town", cell):
        place = m.place_at(cell)
        parts.append(f"town ({place.name})" if place else "town")
    if m.has("fort", cell):
        parts.append("fortification")
    if m.sides["road"].sides_of(cell):
        parts.append("road")
    return ", ".join(parts)


def add_step(tally: Tally, label: str, parts: Step, cell: int) -> None:
    """Write the parts of a step into a tally, in movement points."""
    from fractions import Fraction

    for what, cost, cite in parts.parts:
        tally.add(f"{label} {what}", Fraction(cost, 2), cite, hexes=(cell,))
