"""Exact outcomes of attacks that units could make from hexes where they do not stand yet, for computer players.

Everything is read from the table in force. Two things are approximations: units that would come are thought to be in
supply where the hex is now, and a retreat is possible if one free hex is left to go to.
"""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.advice import Attack, Prospect
from blackearth.lib.combat import round_up
from blackearth.systems.kharkov import exchange, losses, odds, timoshenko, zones
from blackearth.systems.kharkov.board import (
    GERMAN,
    SOVIET,
    Fight,
    State,
    extra,
    facts,
    frozen,
    mode_of,
    roster,
)
from blackearth.systems.kharkov.charts import ODDS, Result
from blackearth.systems.kharkov.fights import defenders_of
from blackearth.systems.kharkov.results import retreat_of
from blackearth.systems.kharkov.stacking import quarrel
from blackearth.systems.kharkov.supply import supplied_hexes

DIE = 6
Posts = tuple[tuple[int, int], ...]


class Calculator:
    """Outcomes of attacks in one position; what depends on the target alone is kept.

    Args:
        s: the position, which must not change meanwhile.
        side: the attacker.
    """

    def __init__(self, s: State, side: int) -> None:
        self.s, self.side = s, side
        self.r, self.content = roster(s), facts(s).content
        self.cold = frozen(s)
        self._defence: dict[tuple[int, tuple[int, ...]], tuple[tuple[int, ...], int, int]] = {}
        self._losses: dict[tuple[tuple[int, ...], str], tuple[dict[int, int], int]] = {}
        self._stuck: dict[tuple[int, frozenset[int]], int] = {}

    def prospect(
        self, attack: Attack, fixed: tuple[int, int] | None = None, shift: int | None = None
    ) -> Prospect | None:  # fmt: skip
        """What an attack leads to; None if these units may not attack together.

        Args:
            attack: the attack.
            fixed: air support markers of the attacker and of the defender; None: one each, if there is one.
            shift: General Timoshenko's columns; None: what could be had now.
        """
        units = tuple(u for u, _ in attack.posts)
        if not units or attack.maximum:
            return None
        modes = {mode_of(self.s, u) for u in units}
        if len(modes) > 1 or quarrel(self.s, units):
            return None
        defenders, defence, steps = self._target(attack)
        if not steps:
            return None
        column = self._column(attack, units, defence, modes.pop()) + self._help(units, fixed, shift)
        column -= self._divisions(defenders, ((u, attack.target) for u in defenders))
        return self._results(attack, units, defenders, max(odds.BELOW, min(len(ODDS) - 1, column)))

    def _target(self, attack: Attack) -> tuple[tuple[int, ...], int, int]:
        key = (attack.target, attack.extra)
        if key not in self._defence:
            there = defenders_of(self.s, attack.target) if attack.target in self.s.stacks else ()
            units = (*there, *attack.extra)
            strength = odds.defence_strength(self.s, units, attack.target)
            self._defence[key] = units, strength, sum(self.s.steps[u] for u in units)
        return self._defence[key]

    # -- columns -----------------------------------------------------------------------------------------------------

    def _strength(self, units: tuple[int, ...], target: int) -> int:
        """ms:G6-forest, G7 - who lies entrenched would have got up."""
        both = [0, 0]
        for unit in units:
            both[not self.r.armour[unit]] += self.r.attack[unit][self.s.steps[unit]]
        if odds.chart(self.s, target).halved[self.cold]:
            both[0] = round_up(both[0], 2)
        mud = self.content.weather[extra(self.s).weather].halved_attack
        return round_up(sum(both), 2) if mud else sum(both)

    def _column(self, attack: Attack, units: tuple[int, ...], defence: int, mode: str) -> int:
        s, target = self.s, attack.target
        column = odds.raw_column(s, self._strength(units, target), defence)
        column += odds.chart(s, target).shift[self.cold] + self.content.weather[extra(s).weather].shift
        if not defence and odds.ground(s, target) == "city" and self.content.scenario.zero_defence:
            column += odds.CITY_WITHOUT_DEFENCE
        column += self._sides(attack.posts, target) + self._divisions(units, attack.posts)
        winter, rules = self.content.scenario.winter, self.content.scenario.modes
        if winter and extra(s).weather in winter.weather:
            column += winter.shift if (winter.side == "soviet") == (self.side == SOVIET) else -winter.shift
        if rules and self.side == SOVIET:
            by_mode = {"neutral": rules.neutral_shift, "offensive": rules.offensive_shift}
            column += by_mode.get(mode, rules.defensive_shift)
        return column

    def _sides(self, posts: Posts, target: int) -> int:
        """ms:G6-river, G6-major, G6-fortification - the worse water, and works, eased by who crosses none."""
        sides, terrain = self.s.defn.map.sides, self.content.terrain
        hexes = {cell for _, cell in posts}
        column = 0
        wet = {k: {c for c in hexes if sides[k].has(c, target)} for k in ("major_river", "river")}
        kind = next((k for k, found in wet.items() if found), "")
        if kind:
            dry = len(hexes) > len(wet["river"] | wet["major_river"])
            column += terrain[kind].shift[self.cold] + (terrain[kind].relief if dry else 0)
        forts = sides["fort_soviet" if self.side == GERMAN else "fort_german"]
        over = [c for c in hexes if forts.has(c, target)]
        if over:
            works = terrain["fortification"]
            column += works.shift[self.cold] + (works.relief if len(over) < len(hexes) else 0)
        return column

    def _divisions(self, units: tuple[int, ...], posts: Iterable[tuple[int, int]]) -> int:
        """rostov:1-shift - columns of supplied named divisions."""
        if not self.content.scenario.mechanized_shift or not any(self.r.shift[u] for u in units):
            return 0
        area = supplied_hexes(self.s, self.r.side[units[0]])
        return sum(1 for u, cell in posts if self.r.shift[u] and area >> cell & 1)

    def _help(self, units: tuple[int, ...], fixed: tuple[int, int] | None, shift: int | None) -> int:
        """ms:G2, rostov:7 - air support and General Timoshenko."""
        rules, each = self.content.scenario.timoshenko, self.content.series.air_shift
        if shift is None:
            may = rules and self.side == self.s.active and timoshenko.army(self.s, units)
            shift = rules.shift if rules and may else 0
        if fixed is None:
            air = extra(self.s).air
            fixed = min(1, air[self.side]), min(1, air[1 - self.side])
            if shift and rules and self.s.turn < rules.air_from:
                fixed = 0, fixed[1]
        return shift + each * (fixed[0] - fixed[1])

    # -- results -----------------------------------------------------------------------------------------------------

    def _results(self, attack: Attack, units: tuple[int, ...], defenders: tuple[int, ...], column: int) -> Prospect:
        content = self.content
        modifier = content.series.below_modifier if column == odds.BELOW else 0
        found: dict[tuple[int, int, bool], int] = {}
        for die in range(1, DIE + 1):
            result = content.crt.at(max(0, column), die + modifier)
            key = self._outcome(attack, units, defenders, result)
            found[key] = found.get(key, 0) + 1
        return Prospect(
            tuple((n / DIE, a, d) for (a, d, _), n in found.items()),
            sum(n for (_, _, clear), n in found.items() if clear) / DIE,
            sum(n * a for (a, _, _), n in found.items()) / DIE,
            sum(n * d for (_, d, _), n in found.items()) / DIE,
            column,
        )

    def _outcome(
        self, attack: Attack, units: tuple[int, ...], defenders: tuple[int, ...], result: Result
    ) -> tuple[int, int, bool]:
        """Steps of both, and whether the hex is empty afterwards."""
        lost, price = self._lost(defenders, result)
        dead = sum(lost.values())
        alive = [u for u in defenders if lost.get(u, 0) < self.s.steps[u]]
        clear = not alive
        if alive and retreat_of(result):
            stuck = self._cannot_go(attack, defenders)
            clear = True
            for unit in alive:
                if unit in stuck:
                    dead += 1
                    clear &= lost.get(unit, 0) + 1 >= self.s.steps[unit]
        return self._own(units, defenders, result, price), dead, clear

    def _lost(self, defenders: tuple[int, ...], result: Result) -> tuple[dict[int, int], int]:
        key = (defenders, result.text)
        if key not in self._losses:
            lost = {u: losses.defender_steps(self.s, u, result) for u in defenders} if result.defender else {}
            price = sum(losses.drop(self.s, u, n, attacking=False) for u, n in lost.items()) if result.exchange else 0
            self._losses[key] = lost, price
        return self._losses[key]

    def _own(self, units: tuple[int, ...], defenders: tuple[int, ...], result: Result, price: int) -> int:
        there, steps = sum(self.s.steps[u] for u in defenders), self.s.steps
        if result.attacker == "eliminated":
            return min(there, sum(steps[u] for u in units))
        if result.attacker:
            return min(round_up(there, 2), len(units))
        if result.exchange and price:
            return exchange.fewest_steps({u: self._payments(u) for u in units}, price)
        return 0

    def _payments(self, unit: int) -> tuple[int, ...]:
        """Combat points that a unit pays with 1, 2, ... of its steps, as it would attack."""
        values, steps = self.r.attack[unit], self.s.steps[unit]
        return tuple(values[steps] - values[steps - n] for n in range(1, steps + 1))

    def _cannot_go(self, attack: Attack, defenders: tuple[int, ...]) -> tuple[int, ...]:
        """ms:G4 - the defenders that would find no hex to retreat to if the attackers stood in their posts."""
        s, target = self.s, attack.target
        grid, sides = s.defn.map.grid, s.defn.map.sides
        posts = frozenset(cell for _, cell in attack.posts)
        key = (target, posts)
        if key not in self._stuck:
            held = sum(1 << c for c in posts)
            shut = s.occupied[self.side] | held | s.defn.map.masks["sea"]
            zone = (zones.of(s, self.side) | grid.spread(held)) & ~s.occupied[1 - self.side]
            free = 0
            for near in grid.near[target]:
                wet = sides["major_river"].has(target, near) or (not self.cold and sides["river"].has(target, near))
                if not (shut | zone) >> near & 1 and not wet:
                    free |= 1 << near
            self._stuck[key] = free
        return () if self._stuck[key] else defenders

    def of_fight(self, fight: Fight, air: tuple[int, int], shift: int) -> Prospect | None:
        """What an announced attack leads to with so many markers of attacker and defender."""
        posts = tuple((u, self.s.at[u]) for u in fight.units if self.s.at[u] >= 0)
        return self.prospect(Attack(fight.target, posts), air, shift)
