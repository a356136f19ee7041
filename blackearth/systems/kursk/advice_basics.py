"""What is said of units, ground and places of Kursk, and what this rulebook does not know; see
`blackearth.core.advice.Advice`.
"""

from __future__ import annotations

from collections.abc import Sequence

from blackearth.core.advice import Attack, Bars, Duel, Exit, Goal, Ways
from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import movement, supply
from blackearth.systems.kursk.advice_ground import ways
from blackearth.systems.kursk.board import facts, on_map, roster
from blackearth.systems.kursk.mapfiles import SIDES


class _Zones:
    """Zones slow, they do not bar; see `blackearth.core.advice.Bars`."""

    def __init__(self, everything: int) -> None:
        self.hexes = 0
        self.gates = (everything,) * 6
        self.walls: dict[int, Sequence[int]] = {}


class Basics:
    """What stays the same in all steps.

    Args:
        s: the position.
        side: whose advice it is.
    """

    def __init__(self, s: State, side: int) -> None:
        self.state, self.side = s, side

    # -- units -------------------------------------------------------------------------------------------------------

    def units(self, side: int) -> list[int]:
        return on_map(self.state, side)

    def size(self, unit: int) -> int:
        return int(roster(self.state).stacking[unit] != "small")

    @property
    def limit(self) -> int:
        return facts(self.state).content.numbers.stacking.full

    def attack(self, unit: int) -> int:
        return roster(self.state).attack[unit]

    def defence(self, unit: int) -> int:
        return roster(self.state).defence[unit]

    def mobile(self, unit: int) -> bool:
        return roster(self.state).wheeled[unit]

    def rating(self, unit: int) -> int:
        return 0

    def march(self, unit: int) -> int:
        return movement.allowance(self.state, unit)

    def step_value(self, unit: int) -> float:
        return float(roster(self.state).points[unit])

    def reserve(self, unit: int) -> bool:
        return False

    # -- ground ------------------------------------------------------------------------------------------------------

    def costs(self, side: int, mobile: bool) -> Ways:
        return ways(facts(self.state), side, mobile, False)

    def costs_back(self, mobile: bool) -> Ways:
        return ways(facts(self.state), self.side, mobile, True)

    def bars(self, side: int, occupied: int, enemies: int) -> Bars:
        return _Zones(self.state.defn.map.grid.all)

    def shift(self, cell: int, side: int) -> int:
        chart, effects = facts(self.state).map, facts(self.state).content.terrain
        found = [effects[kind].die for kind in ("forest", "swamp") if chart.has(kind, cell)]
        if chart.has(f"{SIDES[side]}_works", cell):
            found.append(effects["fortified_line"].die)
        return -min(found, default=0)

    def crossing(self, cell: int, target: int, mobile: bool) -> int:
        return 3 if facts(self.state).map.sides["river"].has(cell, target) else 4

    def perimeter(self, side: int) -> tuple[int, ...]:
        return tuple(cells(supply.exits(self.state, side)))

    def supplied(self, side: int) -> int:
        return supply.supplied_hexes(self.state, side)

    # -- what scores -------------------------------------------------------------------------------------------------

    def goals(self) -> tuple[Goal, ...]:
        return tuple(
            Goal(o.name, tuple(cells(o.mask)), o.mask, float(sum(o.points)))
            for o in facts(self.state).content.objectives
        )

    def exits(self, side: int) -> tuple[Exit, ...]:
        return ()

    @property
    def exit_cost(self) -> int:
        return 0

    # -- what there is not in this rulebook ---------------------------------------------------------------------------

    def barrages(self) -> int:
        return 0

    def barrage_fits(self, target: int) -> bool:
        return False

    def declared(self) -> tuple[Attack, ...]:
        return ()

    def duel(self, attackers: Sequence[int], defenders: Sequence[int]) -> Duel:
        return Duel(0.0, 0.0, 0.0, 0.0)

    def strike_chance(self, air: int) -> float:
        return 0.0

    def may_reserve(self) -> tuple[int, ...]:
        return ()

    def hexes_defended(self) -> int:
        return 0

    def commit(self, units: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        return {}

    def combat(self) -> int:
        return -1
