"""What battles are worth in victory points, computed from the tables in force, for units that need not stand there yet.

A point of strength of foot costs one victory point, one of a motorized unit three: who pays an exchange pays with foot
first. A force is summed up in four numbers, so that thousands of attacks can be weighed for one plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from blackearth.systems.kursk import odds, supply, zones
from blackearth.systems.kursk.board import Definition, State, facts, reading, roster, works
from blackearth.systems.kursk.charts import FACES, HIGHEST, LOWEST, ODDS
from blackearth.systems.kursk.kampfgruppen import reserve

#: What is added to the die at least and at most.
WORST, BEST = -2, 4
#: What it costs to be sent back one hex, in victory points.
RETREAT = 0.3
#: What an air unit is worth, although nobody scores for it.
AIR_UNIT = 4.0


class Chances(NamedTuple):
    """Chances of the results at some odds: defenders destroyed at full, half or no price, both back, attackers lost."""

    full: float = 0.0
    half: float = 0.0
    free: float = 0.0
    back: float = 0.0
    lost: float = 0.0

    @property
    def cleared(self) -> float:
        """Chance that the attacked hexes are emptied."""
        return self.full + self.half + self.free + self.back


class Force(NamedTuple):
    """Attackers in sum.

    Attributes:
        foot, motor: strength of units worth one point and three points a point of strength.
        least: strength of the weakest motorized unit, 0 without any.
        points: victory points for all of them.
    """

    foot: int = 0
    motor: int = 0
    least: int = 0
    points: int = 0

    @property
    def strength(self) -> int:
        """All strength."""
        return self.foot + self.motor

    def price(self, strength: int) -> float:
        """About the fewest victory points that pay for so much strength."""
        if strength <= self.foot:
            return strength
        if strength >= self.strength:
            return self.points
        return min(self.points, self.foot + 3 * max(self.least, strength - self.foot))


@cache
def chances(defn: Definition) -> tuple[tuple[Chances, ...], ...]:
    """kursk:crt-limits - chances by column, and by what is added to the die, from `WORST` on."""
    table = defn.content.crt
    found = []
    for column in range(len(ODDS)):
        row = []
        for modifier in range(WORST, BEST + 1):
            counts = dict.fromkeys(Chances._fields, 0.0)
            for die in range(1, FACES + 1):
                result = table.at(column, max(LOWEST, min(HIGHEST, die + modifier)))
                if result.defender == "destroyed":
                    counts[("free", "half", "full")[result.exchange]] += 1 / FACES
                elif result.defender:
                    counts["back"] += 1 / FACES
                elif result.attacker == "destroyed":
                    counts["lost"] += 1 / FACES
            row.append(Chances(**counts))
        found.append(tuple(row))
    return tuple(found)


class Battles:
    """Values of units and attacks in one position.

    Args:
        s: the position; who stands where may be thought of otherwise.
    """

    def __init__(self, s: State) -> None:
        self.s, self.r = s, roster(s)
        self.table = chances(facts(s))
        chart = facts(s).map
        self.river = chart.sides["river"]
        self.cover = chart.masks["forest"] | chart.masks["swamp"]
        self.works = works(s, 0), works(s, 1)
        effects = facts(s).content.terrain
        self._cover = effects["forest"].die
        self._works, self.wet = effects["fortified_line"].die, effects["river"].die
        self.air_bonus = effects["close_support"].die
        self._supplied = supply.supplied_hexes(s, 0), supply.supplied_hexes(s, 1)
        remnants = bool(s.defn.options.get("kampfgruppen", False))
        self.points = tuple(self._points(u, remnants) for u in range(len(self.r)))

    def _points(self, unit: int, remnants: bool) -> float:
        """kursk:victory, opt-kampfgruppen - what the enemy gains by a unit; a base is worth it without points."""
        if self.r.aircraft[unit] >= 0:
            return AIR_UNIT
        if remnants and self.r.kampfgruppe[unit] and (heir := reserve(self.s, unit)) >= 0:
            return self.r.points[unit] * (1 - self.r.defence[heir] / self.r.defence[unit])
        return self.r.points[unit]

    def strength(self, unit: int, cell: int, *, attacking: bool) -> int:
        """kursk:supply-A - strength of a unit that stands in a cell."""
        value = (self.r.attack if attacking else self.r.defence)[unit]
        side = self.r.side[unit]
        if cell == self.s.at[unit] and self.s.defn.options.get("army-integrity", False):
            return value if supply.supplied(self.s, unit) else value // 2
        return value if self.in_supply(side, cell) else value // 2

    def in_supply(self, side: int, cell: int) -> bool:
        """Whether a unit that comes to a hex, into an enemy zone perhaps, would be in supply there."""
        if self._supplied[side] >> cell & 1:
            return True
        zone = zones.of(self.s, 1 - side)
        return bool(zone >> cell & 1 and self.s.defn.map.grid.ring[cell] & self._supplied[side])

    def force(self, posts: Iterable[tuple[int, int]]) -> Force:
        """Attackers with the cells from which they attack."""
        foot = motor = least = points = 0
        for unit, cell in posts:
            value = self.strength(unit, cell, attacking=True)
            if self.r.motorized[unit]:
                motor += value
                least = min(least, value) if least else value
            else:
                foot += value
            points += self.r.points[unit]
        return Force(foot, motor, least, points)

    def defence(self, units: Sequence[int], cell: int) -> int:
        """kursk:combat-D, combat-F - strength of those that count, as many limited ones as regular ones."""
        regular = [u for u in units if self.r.regular[u]]
        limited = sorted(
            (self.r.defence[u] for u in units if self.r.limited[u] in ("defence", "bracketed")), reverse=True
        )
        full = sum(limited[: len(regular)])
        return sum(self.strength(u, cell, attacking=False) for u in regular) + full

    def worth(self, units: Iterable[int]) -> float:
        """Points of some units."""
        return sum(self.points[u] for u in units)

    def terrain(self, targets: Sequence[int], side: int, origins: Sequence[int]) -> int:
        """kursk:tec-cumulative - what the ground takes from the die of those who attack units of a side."""
        die = 0
        for cell in targets:
            if self.works[side] >> cell & 1:
                die = min(die, self._works)
            elif self.cover >> cell & 1:
                die = min(die, self._cover)
        if origins and die > self.wet and all(self.river.has(o, t) for o in origins for t in targets):
            die = min(die, self.wet)
        return die

    def chances(self, attack: int, defence: int, die: int) -> Chances:
        """Chances of an attack with something added to the die."""
        return self.table[odds.column(attack, defence)][max(WORST, min(BEST, die)) - WORST]

    def value(
        self, force: Force, defence: int, points: float, die: int, hole: float = 0.0, *, stuck: float = RETREAT,
        trapped: float = RETREAT,
    ) -> float:  # fmt: skip
        """What an attack gains less what it costs, in victory points.

        Args:
            force: the attackers.
            defence: strength of the defenders.
            points: what destroying the defenders is worth.
            die: what is added to the die.
            hole: what it is worth to empty the hexes.
            stuck: what it costs the attackers to have to retreat.
            trapped: what it costs the defenders.
        """
        if not defence and reading(self.s, "KUR-A12") == "b":
            return points + hole
        c = self.chances(force.strength, defence, die)
        gain = (c.full + c.half + c.free) * points + c.cleared * hole + c.back * trapped
        cost = c.full * force.price(defence) + c.half * force.price((defence + 1) // 2) + c.lost * force.points
        return gain - cost - (1 - c.full - c.half - c.free - c.lost) * stuck
