"""What computer players and hints ask of Kharkov and Rostov; see `blackearth.core.advice.Advice`.

Stacking is counted in half divisions. Both impulses are full movement phases: both are the stage ``move``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from blackearth.core.actions import Action
from blackearth.core.advice import Attack, Bars, Duel, Exit, Goal, Prospect, Ways
from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import (
    advice_defaults,
    advice_ground,
    advice_modes,
    advice_value,
    entry,
    forced,
    group_reach,
    movement,
    movement_phase,
    rail,
    supply,
)
from blackearth.systems.kharkov.advice_cut import Severing
from blackearth.systems.kharkov.advice_odds import Calculator
from blackearth.systems.kharkov.board import (
    SIDES,
    Fight,
    extra,
    facts,
    frozen,
    mode_of,
    on_map,
    roster,
    stack_limit,
    stack_size,
    strength,
)
from blackearth.systems.kharkov.fights import fight_at, open_fights, targets
from blackearth.systems.kharkov.stacking import quarrel

_STAGES = {
    "kharkov.modes": "posture",
    "kharkov.set-up": "set-up", "kharkov.movement": "move", "kharkov.combat": "declare",
    "kharkov.resolutions": "resolve", "kharkov.attacker-losses": "lose", "kharkov.advance": "advance",
}  # fmt: skip
#: Worth of a strength point of a step for the rest of the game, in victory points, six turns or more from the end.
_USE, _LONG = 0.15, 6


class _Zones:
    """What zones bar; see `blackearth.core.advice.Bars`."""

    def __init__(self, hexes: int, everything: int) -> None:
        self.hexes = hexes
        self.gates = (everything,) * 6
        self.walls: dict[int, Sequence[int]] = {}


class KharkovAdvice:
    """Advice about a position for a side.

    Args:
        s: the position.
        side: whose.
    """

    def __init__(self, s: State, side: int) -> None:
        self.state, self.side = s, side

    # -- the running step --------------------------------------------------------------------------------------------

    @property
    def _tag(self) -> str:
        return str(type(self.state.flow[-1]).__struct_config__.tag) if self.state.flow else ""

    @property
    def stage(self) -> str:
        return _STAGES.get(self._tag, "other")

    @property
    def turns_left(self) -> int:
        return facts(self.state).content.scenario.last_turn - self.state.turn

    @property
    def second_half(self) -> bool:
        return extra(self.state).exploiting

    def turns_to_come(self, side: int) -> int:
        first = SIDES.index(facts(self.state).content.scenario.first_player)
        later = side != first and self.state.active == first
        return self.turns_left + (1 if later and side != self.state.active else 0)

    # -- units -------------------------------------------------------------------------------------------------------

    def units(self, side: int) -> list[int]:
        return on_map(self.state, side)

    def size(self, unit: int) -> int:
        return roster(self.state).stacking[unit]

    @property
    def limit(self) -> int:
        return stack_limit(self.state, self.side)

    def attack(self, unit: int) -> int:
        return roster(self.state).attack[unit][self.state.steps[unit]]

    def defence(self, unit: int) -> int:
        return strength(self.state, unit, attacking=False)

    def mobile(self, unit: int) -> bool:
        return roster(self.state).mechanized[unit]

    def rating(self, unit: int) -> int:
        return 0

    def march(self, unit: int) -> int:
        return movement.allowance(self.state, unit)

    def step_value(self, unit: int) -> float:
        """Victory points of the steps left, and what their strength can still do."""
        s, r = self.state, roster(self.state)
        steps, full = s.steps[unit], r.steps[unit]
        if steps <= 0:
            return 0.0
        rule = facts(s).content.losses[unit]
        points = rule.points(full, full) - (rule.points(full - steps, full) if steps < full else 0)
        use = _USE * max(self.attack(unit), self.defence(unit)) * min(1.0, self.turns_left / _LONG)
        return (points + use) / steps

    def reserve(self, unit: int) -> bool:
        return False

    # -- ground ------------------------------------------------------------------------------------------------------

    def costs(self, side: int, mobile: bool) -> Ways:
        return advice_ground.steps(facts(self.state), frozen(self.state), mobile, False)

    def costs_back(self, mobile: bool) -> Ways:
        return advice_ground.steps(facts(self.state), frozen(self.state), mobile, True)

    def bars(self, side: int, occupied: int, enemies: int) -> Bars:
        """Zones stop whoever enters them: who holds every second hex is not passed in one go (ms:F3a)."""
        grid = self.state.defn.map.grid
        zone = self.state.defn.map.masks["sea"] | advice_ground.zone(self.state, occupied)
        return _Zones(zone & ~enemies, grid.all)

    def shift(self, cell: int, side: int) -> int:
        return self._shifts[cell]

    @cached_property
    def _shifts(self) -> tuple[int, ...]:
        return advice_ground.shifts(facts(self.state), frozen(self.state))

    def crossing(self, cell: int, target: int, mobile: bool) -> int:
        """Rivers cost columns, not strength; told as a share, so that dry hexes are preferred."""
        sides = self.state.defn.map.sides
        return 2 if sides["major_river"].has(cell, target) else 3 if sides["river"].has(cell, target) else 4

    def perimeter(self, side: int) -> tuple[int, ...]:
        return advice_ground.perimeter(facts(self.state), side)

    def supplied(self, side: int) -> int:
        return supply.supplied_hexes(self.state, side)

    # -- what scores -------------------------------------------------------------------------------------------------

    def goals(self) -> tuple[Goal, ...]:
        return advice_ground.goals(facts(self.state))

    def exits(self, side: int) -> tuple[Exit, ...]:
        return ()

    @property
    def exit_cost(self) -> int:
        return 0

    # -- what could be done ------------------------------------------------------------------------------------------

    @property
    def _exploiting(self) -> bool:
        return extra(self.state).exploiting

    def movable(self) -> tuple[int, ...]:
        return movement_phase.movable(self.state, exploitation=self._exploiting)

    def reach(self, units: tuple[int, ...], far: bool = True) -> dict[int, int]:
        """With ``far`` also where the railway leads; that takes the whole move."""
        s = self.state
        if len(units) > 1:
            return {cell: way.cost for cell, way in group_reach.ways(s, units).items()}
        found = dict(movement.reachable(s, units[0]).cost)
        if far and extra(s).rail[self.side] and s.active == self.side:
            whole = movement.left(s, units[0])
            for cell in cells(rail.destinations(s, units[0])):
                found.setdefault(cell, whole)
        return found

    def left(self, unit: int) -> int:
        return movement.left(self.state, unit)

    def room(self, cell: int) -> int:
        return self.limit - stack_size(self.state, self.state.stacks.get(cell, ()))

    def targets(self) -> dict[int, tuple[int, ...]]:
        """Of units that may not attack together the strongest group."""
        return {cell: self._together(units) for cell, units in targets(self.state).items()}

    def _together(self, units: tuple[int, ...]) -> tuple[int, ...]:
        s = self.state
        groups: list[tuple[int, ...]] = []
        for unit in sorted(units, key=lambda u: (-self.attack(u), u)):
            like = (n for n, g in enumerate(groups) if mode_of(s, g[0]) == mode_of(s, unit))
            n = next((n for n in like if not quarrel(s, (*groups[n], unit))), -1)
            if n >= 0:
                groups[n] = (*groups[n], unit)
            else:
                groups.append((unit,))
        return max(groups, key=lambda g: (sum(self.attack(u) for u in g), -g[0]))

    def air(self) -> tuple[int, ...]:
        """Markers are put down when both sides are asked, not with the declaration."""
        return ()

    def barrages(self) -> int:
        return 0

    def barrage_fits(self, target: int) -> bool:
        return False

    def may_attack(self, unit: int) -> bool:
        return not self._exploiting

    @cached_property
    def _calculator(self) -> Calculator:
        return Calculator(self.state, self.side)

    @cached_property
    def _enemys(self) -> Calculator:
        return Calculator(self.state, 1 - self.side)

    def prospect(self, attack: Attack) -> Prospect | None:
        if not attack.posts:
            return None
        side = roster(self.state).side[attack.posts[0][0]]
        return (self._calculator if side == self.side else self._enemys).prospect(attack)

    def declared(self) -> tuple[Attack, ...]:
        s = self.state
        return tuple(
            Attack(f.target, tuple((u, s.at[u]) for u in f.units if s.at[u] >= 0)) for f in open_fights(s)
        )  # fmt: skip

    def duel(self, attackers: Sequence[int], defenders: Sequence[int]) -> Duel:
        return Duel(0.0, 0.0, 0.0, 0.0)

    def strike_chance(self, air: int) -> float:
        return 0.0

    def may_reserve(self) -> tuple[int, ...]:
        return ()

    def arrivals(self) -> dict[int, int]:
        if self._exploiting:
            return {}
        return {u: entry.entry_hexes(self.state, u) for u in entry.due(self.state)}

    def hexes_defended(self) -> int:
        return sum(1 << f.target for f in open_fights(self.state)) if self.side != self.state.active else 0

    def commit(self, units: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        return {}

    def combat(self) -> int:
        frame = self.state.flow[-1] if self.state.flow else None
        found = getattr(frame, "target", getattr(frame, "origin", -1))
        return found if isinstance(found, int) else -1

    # -- actions -----------------------------------------------------------------------------------------------------

    def act_move(self, units: tuple[int, ...], target: int, edge: str = "") -> Action | None:
        if len(units) == 1:
            path = tuple(movement.reachable(self.state, units[0]).path(target))
        else:
            way = group_reach.ways(self.state, units).get(target)
            path = way.path if way else ()
        if path:
            return Action("move", units, path)
        return Action("rail", units, (target,)) if len(units) == 1 else None

    def act_enter(self, units: tuple[int, ...], cell: int) -> Action:
        return Action("enter", units, (cell,))

    def act_reserve(self, units: tuple[int, ...]) -> Action:
        return Action("reserve", units)

    def act_attack(self, units: tuple[int, ...], target: int) -> Action:
        """With those who could not do their duty any more without it (kharkov:8-offensive)."""
        more: tuple[int, ...] = ()
        if units and not getattr(self.state.flow[-1], "breakthrough", True):
            more = forced.left_out(self.state, units, target)
        return Action("attack", (*units, *more), (target,))

    def act_support(self, air: int, target: int) -> Action:
        return Action("air", amounts=(1,))

    def act_barrage(self, target: int) -> Action:
        return Action("barrage", (), (target,))

    def act_resolve(self, target: int, maximum: bool) -> Action:
        return Action("resolve", (), (target,))

    def advised(self) -> Action | None:
        """Modes, air, Timoshenko, retreats, payments, withdrawal, duties."""
        default = advice_defaults.DEFAULTS.get(self._tag)
        return default(self) if default else None

    # -- foresight ---------------------------------------------------------------------------------------------------

    def standing(self) -> float:
        return advice_value.standing(self.state, self.side)

    def severed(self, occupied: int) -> tuple[float, int]:
        return self._severing.cost(occupied)

    @cached_property
    def _severing(self) -> Severing:
        return Severing(self.state, self.side)

    def postures(self) -> Sequence[Sequence[Action]]:
        """The sets of army modes to weigh."""
        return advice_modes.choices(self)

    # -- for the defaults --------------------------------------------------------------------------------------------

    def fight_value(self, fight: Fight, air: tuple[int, int], shift: int) -> float:
        """What an announced attack is worth to the attacker, in points, with so many markers of both sides."""
        calculator = self._calculator if self.side == self.state.active else self._enemys
        found = calculator.of_fight(fight, air, shift)
        if found is None:
            return 0.0
        mine = [self.step_value(u) for u in fight.units if self.state.at[u] >= 0]
        theirs = [self.step_value(u) for u in fight.defenders if self.state.at[u] >= 0]
        own, other = sum(mine) / max(1, len(mine)), sum(theirs) / max(1, len(theirs))
        return found.cleared * self.hex_worth(fight.target) + found.defender * other - found.attacker * own

    def hex_worth(self, cell: int) -> float:
        """What holding a hex is worth, in points."""
        return 1.0 + sum(goal.points for goal in self.goals() if cell in goal.cells)

    def fight(self, target: int) -> Fight:
        """The announced attack on a hex."""
        return fight_at(self.state, target)
