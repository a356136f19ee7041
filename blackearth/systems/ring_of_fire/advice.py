"""What computer players and hints ask of Ring of Fire; see `blackearth.core.advice.Advice`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from blackearth.core.actions import Action
from blackearth.core.advice import Attack, Bars, Duel, Exit, Goal, Prospect, Ways
from blackearth.core.state import State
from blackearth.hexes.grid import Grid
from blackearth.lib.combat import column_of, is_concentric, round_up
from blackearth.lib.links import links
from blackearth.systems.ring_of_fire import (
    battle,
    declaration,
    defensive_reserves,
    movement,
    movement_reach,
    turn_one,
    victory,
)
from blackearth.systems.ring_of_fire.board import (
    HALVED,
    RESERVE,
    STACK_LIMIT,
    extra,
    facts,
    on_map,
    roster,
    supplied,
)
from blackearth.systems.ring_of_fire.movement_phase import (
    PutInReserve,
    arrivals,
    entry_hexes,
    movable,
    ready_aircraft,
)
from blackearth.systems.ring_of_fire.scenario import GERMAN, SOVIET
from blackearth.systems.ring_of_fire.tank_duel import duel
from blackearth.systems.ring_of_fire.terrain import LEG, MOBILE

_STAGES = {
    "rof.set-up": "set-up", "rof.replacements": "replace", "rof.tank-segment": "engage", "rof.tank-fire": "fire",
    "rof.tank-advance": "advance", "rof.air-strikes": "strike", "rof.declare": "declare",
    "rof.defensive-reserves": "reinforce", "rof.resolve": "resolve", "rof.losses": "lose", "rof.air-spread": "lose",
    "rof.advance": "advance", "rof.overstacks": "remove",
}  # fmt: skip
#: Value of a step in points at six turns or more from the end.
_LEG = (0.25, 0.6)
_TANK = {1: 0.6, 2: 0.7, 3: 1.5, 4: 1.8}
_EIGHTH = 8


class RingAdvice:
    """Advice about a position for a side.

    Args:
        s: the position.
        side: whose.
    """

    def __init__(self, s: State, side: int) -> None:
        self.state, self.side = s, side
        self._defence: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}

    # -- the running step --------------------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        if not self.state.flow:
            return "other"
        tag = str(type(self.state.flow[-1]).__struct_config__.tag)
        if tag == "rof.movement":
            return "exploit" if getattr(self.state.flow[-1], "reserve", False) else "move"
        return _STAGES.get(tag, "other")

    @property
    def turns_left(self) -> int:
        return facts(self.state).content.scenario.last_turn - self.state.turn

    @property
    def second_half(self) -> bool:
        return turn_one.reserve_phase(self.state)

    def turns_to_come(self, side: int) -> int:
        return self.turns_left + (1 if side > self.state.active else 0)

    # -- units -------------------------------------------------------------------------------------------------------

    def units(self, side: int) -> list[int]:
        return on_map(self.state, side)

    def size(self, unit: int) -> int:
        return roster(self.state).stacking[unit]

    @property
    def limit(self) -> int:
        return STACK_LIMIT

    def attack(self, unit: int) -> int:
        return roster(self.state).attack[unit][self.state.steps[unit]]

    def defence(self, unit: int) -> int:
        return roster(self.state).defence[unit][self.state.steps[unit]]

    def mobile(self, unit: int) -> bool:
        return roster(self.state).mobile[unit]

    def rating(self, unit: int) -> int:
        return roster(self.state).tank[unit]

    def march(self, unit: int) -> int:
        points = roster(self.state).move[unit]
        cell = self.state.at[unit]
        cut = cell >= 0 and not supplied(self.state, roster(self.state).side[unit]) >> cell & 1
        return points // 2 if cut else points

    def step_value(self, unit: int) -> float:
        r = roster(self.state)
        side, rating = r.side[unit], r.tank[unit]
        value = _TANK[rating] if rating else _LEG[side]
        if side == GERMAN and rating == 2:
            value = 1.2
        elif r.kind[unit] == "motor_rifle":
            value = 0.4
        return value * max(0.1, min(1.0, (self.turns_left + 1) / 6))

    def reserve(self, unit: int) -> bool:
        return bool(self.state.marks[unit] & RESERVE)

    # -- ground ------------------------------------------------------------------------------------------------------

    @property
    def _grid(self) -> Grid:
        return self.state.defn.map.grid

    def costs(self, side: int, mobile: bool) -> Ways:
        return movement.costs(self.state, side, MOBILE if mobile else LEG)

    def costs_back(self, mobile: bool) -> Ways:
        return facts(self.state).costs_back[MOBILE if mobile else LEG]

    def bars(self, side: int, occupied: int, enemies: int) -> Bars:
        d = facts(self.state)
        return links(self._grid, occupied, enemies, d.beyond[side], d.supply_edges[side])

    def shift(self, cell: int, side: int) -> int:
        return -sum(self._shift(cell, side, barrage=False))

    def _shift(self, cell: int, side: int, *, barrage: bool) -> list[int]:
        content = facts(self.state).content
        found = [content.terrain[name].shift for name in ("forest", "town") if content.map.has(name, cell)]
        if side == GERMAN and not barrage and content.map.has("fort", cell):
            found.append(content.terrain["fort"].shift)
        return found

    def crossing(self, cell: int, target: int, mobile: bool) -> int:
        content = facts(self.state).content
        for river in ("minor_river", "major_river"):
            if content.map.sides[river].has(cell, target):
                chart = content.terrain[river]
                return chart.mobile_attack if mobile else chart.leg_attack
        return 4

    def perimeter(self, side: int) -> tuple[int, ...]:
        return facts(self.state).perimeters[side]

    def supplied(self, side: int) -> int:
        return supplied(self.state, side)

    # -- what scores -------------------------------------------------------------------------------------------------

    def goals(self) -> tuple[Goal, ...]:
        return tuple(
            Goal(place.name, place.cells, sum(1 << c for c in place.cells), float(points))
            for place, points in victory.objectives(self.state)
        )

    def exits(self, side: int) -> tuple[Exit, ...]:
        ways = facts(self.state).content.exits
        return tuple(Exit(w.edge, w.mask, float(w.points)) for w in ways if w.side == side and w.points)

    @property
    def exit_cost(self) -> int:
        return movement.EXIT_COST

    # -- what could be done ------------------------------------------------------------------------------------------

    @property
    def _reserve_phase(self) -> bool:
        return self.stage == "exploit"

    def movable(self) -> tuple[int, ...]:
        return movable(self.state, reserve=self._reserve_phase)

    def reach(self, units: tuple[int, ...], far: bool = True) -> dict[int, int]:
        reserve = self._reserve_phase
        return dict(movement_reach.reachable(self.state, units, reserve=reserve, strategic=far).cost)

    def left(self, unit: int) -> int:
        points = roster(self.state).move[unit]
        if self.state.marks[unit] & HALVED:
            points //= 2
        return (points // 2 if self._reserve_phase else points) - extra(self.state).spent[unit]

    def room(self, cell: int) -> int:
        size = roster(self.state).stacking
        return STACK_LIMIT - sum(size[u] for u in self.state.stacks.get(cell, ()))

    def targets(self) -> dict[int, tuple[int, ...]]:
        return declaration.targets(self.state, reserve=bool(getattr(self.state.flow[-1], "reserve", False)))

    def air(self) -> tuple[int, ...]:
        return ready_aircraft(self.state, self.state.active)

    def barrages(self) -> int:
        return extra(self.state).barrages if self.side == SOVIET else 0

    def barrage_fits(self, target: int) -> bool:
        s = self.state
        return self.side == SOVIET and s.defn.map.has("fort", target) and bool(s.occupied[GERMAN] >> target & 1)

    def may_attack(self, unit: int) -> bool:
        return not turn_one.may_not_attack(self.state, unit)

    def _defenders(self, attack: Attack) -> tuple[int, int]:
        """Defence in eighths and steps of a target with further units."""
        key = (attack.target, attack.extra)
        if key not in self._defence:
            s, r = self.state, roster(self.state)
            there = s.stacks.get(attack.target, ())
            area = supplied(s, r.side[(*there, *attack.extra)[0]]) if (there or attack.extra) else 0
            total = steps = 0
            for unit in (*there, *attack.extra):
                strength = r.defence[unit][s.steps[unit]] * _EIGHTH
                total += strength if area >> s.at[unit] & 1 else strength // 2
                steps += s.steps[unit]
            self._defence[key] = (total, steps)
        return self._defence[key]

    def prospect(self, attack: Attack) -> Prospect | None:
        s, r = self.state, roster(self.state)
        content = facts(s).content
        defence, steps = self._defenders(attack)
        if not steps or not attack.posts:
            return None
        side = r.side[attack.posts[0][0]]
        area = supplied(s, side)
        strength = own = 0
        for unit, cell in attack.posts:
            quarters = self.crossing(cell, attack.target, r.mobile[unit])
            if not quarters:
                return None
            part = r.attack[unit][s.steps[unit]] * _EIGHTH * quarters // 4
            strength += part if area >> cell & 1 else part // 2
            own += s.steps[unit]
        raw = column_of(round_up(strength, _EIGHTH), round_up(defence, _EIGHTH), content.crt.columns.index("1:1"))
        if raw < 0 and not attack.extra:
            return None
        final = raw + sum(self._shift(attack.target, 1 - side, barrage=attack.barrage)) + attack.air
        final += 3 * attack.barrage
        final += is_concentric({self._grid.direction(attack.target, cell) for _, cell in attack.posts})
        fort = side == SOVIET and not attack.barrage and content.map.has("fort", attack.target)
        return self._results(max(0, min(len(content.crt.columns) - 1, final)), fort, attack.maximum, own, steps)

    def _results(self, column: int, fort: bool, maximum: bool, own: int, steps: int) -> Prospect:
        rows = facts(self.state).content.crt.rows
        found: dict[tuple[int, int], int] = {}
        for row in rows:
            a, d = row[column].attacker, row[column].defender
            if maximum:
                a, d = 2 * a or 1, 2 * d
            if fort:
                a, d = a + 1, max(0, d - 1)
            key = (min(a, own), min(d, steps))
            found[key] = found.get(key, 0) + 1
        n = len(rows)
        return Prospect(
            tuple((count / n, a, d) for (a, d), count in found.items()),
            sum(count for (_, d), count in found.items() if d >= steps) / n,
            sum(count * a for (a, _), count in found.items()) / n,
            sum(count * d for (_, d), count in found.items()) / n,
            column,
        )

    def declared(self) -> tuple[Attack, ...]:
        s = self.state
        return tuple(
            Attack(
                b.target,
                tuple((u, s.at[u]) for u in b.units if s.at[u] >= 0),
                len(b.support) - (b.cover >= 0),
                b.barrage,
            )
            for b in battle.open_battles(s)
        )

    def duel(self, attackers: Sequence[int], defenders: Sequence[int]) -> Duel:
        found = duel(self.state, attackers, defenders)
        return Duel(found.attacker_steps, found.defender_steps, found.cleared, found.repelled)

    def strike_chance(self, air: int) -> float:
        faces = facts(self.state).content.air.by_rating[roster(self.state).air[air]]
        return sum(1 for steps in faces if steps) / len(faces)

    def may_reserve(self) -> tuple[int, ...]:
        choice = PutInReserve().choice(self.state)
        return tuple(getattr(choice, "units", ()))

    def arrivals(self) -> dict[int, int]:
        return {u: entry_hexes(self.state, u) for u in arrivals(self.state)}

    def hexes_defended(self) -> int:
        return defensive_reserves.attacked(self.state)

    def commit(self, units: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        able = defensive_reserves.waiting(self.state)
        if any(u not in able for u in units):
            return {}
        return {cell: tuple(path) for cell, path in defensive_reserves.paths(self.state, units).items()}

    def combat(self) -> int:
        frame = self.state.flow[-1] if self.state.flow else None
        found = getattr(frame, "target", getattr(frame, "cell", -1))
        return found if isinstance(found, int) else -1

    @cached_property
    def reserves_waiting(self) -> tuple[int, ...]:
        """Units of the defender that could be committed."""
        return tuple(defensive_reserves.waiting(self.state))

    # -- actions -----------------------------------------------------------------------------------------------------

    def act_move(self, units: tuple[int, ...], target: int, edge: str = "") -> Action | None:
        start = self.state.at[units[0]]
        path = (
            [start]
            if target == start
            else movement_reach.find_path(self.state, units, target, reserve=self._reserve_phase, edge=edge)
        )
        return Action("move", units, tuple(path), word=edge) if path else None

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
        return Action("maximum-effort" if maximum else "resolve", (), (target,))

    def advised(self) -> Action | None:
        return None
