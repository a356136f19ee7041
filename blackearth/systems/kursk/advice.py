"""What computer players and hints ask of Kursk; see `blackearth.core.advice.Advice`.

All decisions but the set-up are of the stage ``other``: the answer is `advised`, which attacks where that gains points
and lets the other steps pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from blackearth.core.actions import Action
from blackearth.core.advice import Attack, Bars, Duel, Exit, Goal, Prospect, Ways
from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import movement, movement_phase, supply
from blackearth.systems.kursk.board import facts, on_map, roster, stack_size
from blackearth.systems.kursk.combat import CombatPhase, fight_of
from blackearth.systems.kursk.combat_queries import outcomes
from blackearth.systems.kursk.fights import targets
from blackearth.systems.kursk.flights import ready
from blackearth.systems.kursk.limited import without_partner
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.setup_offers import SetUp


class _Zones:
    """Zones slow, they do not bar; see `blackearth.core.advice.Bars`."""

    def __init__(self, everything: int) -> None:
        self.hexes = 0
        self.gates = (everything,) * 6
        self.walls: dict[int, Sequence[int]] = {}


class KurskAdvice:
    """Advice about a position for a side.

    Args:
        s: the position.
        side: whose.
    """

    def __init__(self, s: State, side: int) -> None:
        self.state, self.side = s, side

    # -- the running step --------------------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        return "set-up" if self.state.flow and isinstance(self.state.flow[-1], SetUp) else "other"

    @property
    def turns_left(self) -> int:
        return facts(self.state).content.scenario.last_turn - self.state.turn

    @property
    def second_half(self) -> bool:
        return bool(self.state.flow and getattr(self.state.flow[-1], "motorized", False))

    def turns_to_come(self, side: int) -> int:
        first = SIDES.index(facts(self.state).content.scenario.first_player)
        return self.turns_left + (1 if side != first and self.state.active == first else 0)

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
        grid, chart, terrain = self.state.defn.map.grid, facts(self.state).map, facts(self.state).content.terrain
        into = [terrain["clear"].cost(mobile)] * (max(grid.cells) + 1)
        for kind in ("forest", "swamp"):
            for cell in cells(chart.masks[kind]):
                into[cell] += terrain[kind].cost(mobile)
        return [[(n, into[n]) for n in grid.near[cell]] for cell in range(len(grid.near))]

    def costs_back(self, mobile: bool) -> Ways:
        costs = self.costs(self.side, mobile)
        into = {n: cost for ways in costs for n, cost in ways}
        return [[(n, into[cell]) for n, _ in ways] for cell, ways in enumerate(costs)]

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

    # -- what could be done ------------------------------------------------------------------------------------------

    def movable(self) -> tuple[int, ...]:
        return movement_phase.movable(self.state, motorized=self.second_half)

    def reach(self, units: tuple[int, ...], far: bool = True) -> dict[int, int]:
        return dict(movement.reachable(self.state, units[0]).cost) if len(units) == 1 else {}

    def left(self, unit: int) -> int:
        return movement.allowance(self.state, unit)

    def room(self, cell: int) -> int:
        return self.limit - stack_size(self.state, self.state.stacks.get(cell, ()))

    def targets(self) -> dict[int, tuple[int, ...]]:
        return targets(self.state)

    def air(self) -> tuple[int, ...]:
        return ready(self.state, self.side)

    def barrages(self) -> int:
        return 0

    def barrage_fits(self, target: int) -> bool:
        return False

    def may_attack(self, unit: int) -> bool:
        return bool(roster(self.state).attack[unit]) and not self.second_half

    def prospect(self, attack: Attack) -> Prospect | None:
        return None

    def declared(self) -> tuple[Attack, ...]:
        return ()

    def duel(self, attackers: Sequence[int], defenders: Sequence[int]) -> Duel:
        return Duel(0.0, 0.0, 0.0, 0.0)

    def strike_chance(self, air: int) -> float:
        return 0.0

    def may_reserve(self) -> tuple[int, ...]:
        return ()

    def arrivals(self) -> dict[int, int]:
        return {u: movement_phase.entry_hexes(self.state, u) for u in movement_phase.waiting(self.state)}

    def hexes_defended(self) -> int:
        return 0

    def commit(self, units: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        return {}

    def combat(self) -> int:
        return -1

    # -- actions -----------------------------------------------------------------------------------------------------

    def act_move(self, units: tuple[int, ...], target: int, edge: str = "") -> Action | None:
        path = movement.reachable(self.state, units[0]).path(target)
        return Action("move", units, tuple(path)) if path and len(units) == 1 else None

    def act_enter(self, units: tuple[int, ...], cell: int) -> Action:
        return Action("enter", units, (cell,))

    def act_reserve(self, units: tuple[int, ...]) -> Action:
        return Action("reserve", units)

    def act_attack(self, units: tuple[int, ...], target: int) -> Action:
        return Action("attack", units, (target,))

    def act_support(self, air: int, target: int) -> Action:
        return Action("support", (air,), (target,))

    def act_barrage(self, target: int) -> Action:
        return Action("barrage", (), (target,))

    def act_resolve(self, target: int, maximum: bool) -> Action:
        return Action("roll")

    def advised(self) -> Action | None:
        """The attack that gains most points, if any gains; everything else ends the step."""
        if not self.state.flow or not isinstance(self.state.flow[-1], CombatPhase):
            return None
        best, gain = None, 0.0
        for target, units in targets(self.state).items():
            group = self._group(units)
            found = outcomes(self.state, fight_of(self.state, group, (target,)))
            value = sum(x.chance * (x.defender_points - x.attacker_points) for x in found)
            if value > gain:
                best, gain = Action("attack", group, (target,)), value
        return best

    def _group(self, units: tuple[int, ...]) -> tuple[int, ...]:
        """All units that may attack together: limited ones only as far as they have partners."""
        r, chosen = roster(self.state), list[int]()
        for unit in sorted(units, key=lambda u: (not r.regular[u], -r.attack[u])):
            if not any(without_partner(self.state, (*chosen, unit))):
                chosen.append(unit)
        return tuple(chosen)
