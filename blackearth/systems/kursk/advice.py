"""What computer players and hints ask of Kursk; see `blackearth.core.advice.Advice`.

The general questions are answered here; how a phase is planned as a whole is in `advice_staff`, the decisions that only
this rulebook has are answered in `advice_defaults` and `advice_air`.
"""

from __future__ import annotations

from functools import cached_property

from blackearth.core.actions import Action
from blackearth.core.advice import Attack, Prospect
from blackearth.systems.kursk import movement, movement_phase, odds
from blackearth.systems.kursk.advice_basics import Basics
from blackearth.systems.kursk.advice_battle import Battles
from blackearth.systems.kursk.advice_defaults import ANSWERS
from blackearth.systems.kursk.advice_ground import Ground
from blackearth.systems.kursk.advice_staff import Staff
from blackearth.systems.kursk.board import facts, roster, stack_size
from blackearth.systems.kursk.charts import ODDS
from blackearth.systems.kursk.fights import targets
from blackearth.systems.kursk.limited import lone, without_partner
from blackearth.systems.kursk.mapfiles import SIDES

_STAGES = {"kursk.set-up": "set-up", "kursk.combat": "declare"}


class KurskAdvice(Basics):
    """Advice about a position for a side.

    Args:
        s: the position.
        side: whose.
    """

    # -- the running step --------------------------------------------------------------------------------------------

    @property
    def _tag(self) -> str:
        return str(type(self.state.flow[-1]).__struct_config__.tag) if self.state.flow else ""

    @property
    def stage(self) -> str:
        if self._tag == "kursk.movement":
            return "exploit" if self.second_half else "move"
        return _STAGES.get(self._tag, "other")

    @property
    def turns_left(self) -> int:
        return facts(self.state).content.scenario.last_turn - self.state.turn

    @property
    def second_half(self) -> bool:
        return bool(self.state.flow and getattr(self.state.flow[-1], "motorized", False))

    def turns_to_come(self, side: int) -> int:
        first = SIDES.index(facts(self.state).content.scenario.first_player)
        return self.turns_left + (1 if side != first and self.state.active == first else 0)

    # -- what could be done ------------------------------------------------------------------------------------------

    def movable(self) -> tuple[int, ...]:
        return movement_phase.movable(self.state, motorized=self.second_half)

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self.state, self.side)

    def reach(self, units: tuple[int, ...], far: bool = True) -> dict[int, int]:
        if len(units) != 1:
            return {}
        found = self._ground.reach(units[0], full=self._ground.full(units[0]))
        del found[self.state.at[units[0]]]
        return found

    def left(self, unit: int) -> int:
        return movement.allowance(self.state, unit)

    def room(self, cell: int) -> int:
        return self.limit - stack_size(self.state, self.state.stacks.get(cell, ()))

    def targets(self) -> dict[int, tuple[int, ...]]:
        return {cell: self._group(units) for cell, units in targets(self.state).items()}

    def air(self) -> tuple[int, ...]:
        """Close support is flown when an attack has been announced."""
        return ()

    def may_attack(self, unit: int) -> bool:
        return bool(roster(self.state).attack[unit]) and not self.second_half

    @cached_property
    def _battles(self) -> Battles:
        return Battles(self.state)

    def prospect(self, attack: Attack) -> Prospect | None:
        """Losses are counted in units of mean worth: what an exchange costs is paid with the cheapest ones."""
        s, b = self.state, self._battles
        defenders = (*s.stacks.get(attack.target, ()), *attack.extra)
        if attack.maximum or not attack.posts or not defenders:
            return None
        force, units = b.force(attack.posts), len(attack.posts)
        if lone(s, attack.target):
            return Prospect(((1.0, 0, len(defenders)),), 1.0, 0.0, float(len(defenders)), len(ODDS) - 1)
        defence = b.defence(defenders, attack.target)
        die = b.terrain((attack.target,), roster(s).side[defenders[0]], [cell for _, cell in attack.posts])
        c = b.chances(force.strength, defence, die)
        mean = force.points / units
        paid, half = (force.price(price) / mean for price in (defence, (defence + 1) // 2))
        lost, dead = c.full * paid + c.half * half + c.lost * units, c.full + c.half + c.free
        results = (
            (c.full, round(paid), len(defenders)), (c.half, round(half), len(defenders)),
            (c.free, 0, len(defenders)), (c.lost, units, 0), (1 - dead - c.lost, 0, 0),
        )  # fmt: skip
        column = odds.column(force.strength, defence)
        return Prospect(results, c.cleared, lost, dead * len(defenders), column)

    def arrivals(self) -> dict[int, int]:
        return {u: movement_phase.entry_hexes(self.state, u) for u in movement_phase.waiting(self.state)}

    # -- actions -----------------------------------------------------------------------------------------------------

    def act_move(self, units: tuple[int, ...], target: int, edge: str = "") -> Action | None:
        path = self._ground.path(units[0], target) if len(units) == 1 else ()
        return Action("move", units, path) if path else None

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
        """Air missions, partners, payments, retreats, advances."""
        answer = ANSWERS.get(self._tag)
        return answer(self.state, self.side) if answer else None

    def orders(self) -> list[Action]:
        """The staff's plan of a movement phase, or the next attack; see `blackearth.core.advice.Staffed`."""
        staff = Staff(self.state, self.side)
        if self.stage != "declare":
            return staff.move(motorized=self.second_half)
        package = staff.attack()
        return [Action("attack", tuple(u for u, _ in package.posts), package.targets)] if package else []

    def _group(self, units: tuple[int, ...]) -> tuple[int, ...]:
        """All units that may attack together: limited ones only as far as they have partners."""
        r, chosen = roster(self.state), list[int]()
        for unit in sorted(units, key=lambda u: (not r.regular[u], -r.attack[u])):
            if not any(without_partner(self.state, (*chosen, unit))):
                chosen.append(unit)
        return tuple(chosen)
