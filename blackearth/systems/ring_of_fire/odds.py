"""rof:12.35, 12.36, 12.4-12.65 - strengths, odds, column shifts and what the table then gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from blackearth.core.tally import Tally
from blackearth.hexes.grid import Grid
from blackearth.lib.combat import column_of, is_concentric, round_up
from blackearth.systems.ring_of_fire.board import Battle, State, facts, in_supply, roster
from blackearth.systems.ring_of_fire.content import GERMAN

EIGHTH = 8


def river_quarters(s: State, unit: int, target: int) -> tuple[int, str]:
    """rof:12.5 - the quarters of its strength with which a unit attacks across the hexside to the target, and the
    river's kind. Bridges do not matter. 0: it may not attack.
    """
    content, r = facts(s).content, roster(s)
    for river in ("minor_river", "major_river"):
        if content.map.sides[river].has(s.at[unit], target):
            chart = content.terrain[river]
            return (chart.mobile_attack if r.mobile[unit] else chart.leg_attack), river
    return 4, ""


def attack_strength(s: State, unit: int, target: int) -> int:
    """rof:12.5, 15.3, 3.2 - attack strength of a unit against a hex, in eighths."""
    strength = roster(s).attack[unit][s.steps[unit]] * EIGHTH * river_quarters(s, unit, target)[0] // 4
    return strength if in_supply(s, unit) else strength // 2


def defence_strength(s: State, unit: int) -> int:
    """rof:15.3 - defence strength of a unit, in eighths."""
    strength = roster(s).defence[unit][s.steps[unit]] * EIGHTH
    return strength if in_supply(s, unit) else strength // 2


def concentric(grid: Grid, target: int, hexes: Iterable[int]) -> bool:
    """rof:12.61 - whether attacks from these hexes are concentric (ROF-S04)."""
    return is_concentric({grid.direction(target, cell) for cell in hexes})


@dataclass(frozen=True)
class Shift:
    """A column shift: positive to the right; a struck one was cancelled."""

    label: str
    columns: int
    cite: str
    struck: bool = False

    @property
    def text(self) -> str:
        """``3R``, ``1L``."""
        return f"{abs(self.columns)}{'R' if self.columns > 0 else 'L'}"


@dataclass(frozen=True)
class Odds:
    """The odds of an attack.

    Attributes:
        attack, defence: strengths, rounded up once for each side (rof:3.1).
        raw: column before shifts; below 0 the odds are worse than the table, above its last column better.
        shifts: every shift with its cause.
        final: column in force, within the table.
        automatic: the odds fell below the table through reserves: no die changes the result (rof:12.36).
        fortified: Germans in a fortification without barrage (rof:12.64).
    """

    attack: int
    defence: int
    raw: int
    shifts: tuple[Shift, ...]
    final: int
    automatic: bool
    fortified: bool


@dataclass(frozen=True)
class Losses:
    """What a die gives: the printed result, and the steps both sides lose after all changes (rof:12.64, 12.65)."""

    result: str
    attacker: int
    defender: int


def _even(s: State) -> int:
    return facts(s).content.crt.columns.index("1:1")


def strengths(s: State, units: Iterable[int], target: int) -> tuple[int, int]:
    """rof:3.1, 12.31 - total strengths of the attackers and of all defenders of the hex, rounded up once a side."""
    attack = sum(attack_strength(s, u, target) for u in units)
    defence = sum(defence_strength(s, u) for u in s.stacks.get(target, ()))
    return round_up(attack, EIGHTH), round_up(defence, EIGHTH)


def raw_column(s: State, units: Iterable[int], target: int) -> int:
    """rof:12.35, 12.36 - the column of the raw odds; it may lie beyond both ends of the table."""
    attack, defence = strengths(s, units, target)
    return column_of(attack, defence, _even(s))


def fortified(s: State, battle: Battle) -> bool:
    """rof:12.43, 12.64 - whether a fortification helps the defenders."""
    return (
        not battle.barrage and s.defn.map.has("fort", battle.target) and bool(s.occupied[GERMAN] >> battle.target & 1)
    )


def shifts(s: State, battle: Battle) -> tuple[Shift, ...]:
    """rof:12.41-12.43, 12.61-12.63, 13.3 - all column shifts of an attack."""
    content, target = facts(s).content, battle.target
    found = []
    for feature, words, cite in (("forest", "Forest", "rof:12.41"), ("town", "Town", "rof:12.42")):
        if content.map.has(feature, target):
            found.append(Shift(words, content.terrain[feature].shift, cite))
    if content.map.has("fort", target) and s.occupied[GERMAN] >> target & 1:
        words = "Fortification, cancelled by the barrage" if battle.barrage else "Fortification"
        found.append(Shift(words, content.terrain["fort"].shift, "rof:12.43", battle.barrage))
    if battle.barrage:
        found.append(Shift("Barrage", 3, "rof:12.62"))
    if battle.support:
        count = len(battle.support)
        found.append(Shift(f"Ground support, {count} air unit{'s' * (count > 1)}", count, "rof:13.3"))
    if battle.cover >= 0:
        found.append(Shift("Defensive ground support", -1, "rof:opt-air-3"))
    if concentric(content.map.grid, target, {s.at[u] for u in battle.units}):
        found.append(Shift("Concentric attack", 1, "rof:12.61"))
    return tuple(found)


def odds(s: State, battle: Battle) -> Odds:
    """rof:12.36, ROF-S01, ROF-A25 - round down from the raw ratio, add the net shift once, stay within the table."""
    attack, defence = strengths(s, battle.units, battle.target)
    last = len(facts(s).content.crt.columns) - 1
    raw = column_of(attack, defence, _even(s))
    all_shifts = shifts(s, battle)
    net = sum(shift.columns for shift in all_shifts if not shift.struck)
    automatic = raw < 0 and battle.reinforced
    return Odds(attack, defence, raw, all_shifts, max(0, min(last, raw + net)), automatic, fortified(s, battle))


def losses(s: State, o: Odds, die: int, *, maximum: bool) -> Losses:
    """rof:12.64, 12.65, ROF-S02 - the table's result; Maximum Effort doubles it (an attacker's 0 becomes 1), then a
    fortification adds a step for the Soviets and takes one from the Germans.
    """
    table = facts(s).content.crt
    result = table.below if o.automatic else table.rows[die - 1][o.final]
    attacker, defender = result.attacker, result.defender
    if maximum:
        attacker, defender = 2 * attacker or 1, 2 * defender
    if o.fortified:
        attacker, defender = attacker + 1, max(0, defender - 1)
    return Losses(result.text, attacker, defender)


def ratio_text(s: State, column: int) -> str:
    """A column as odds; columns beyond the table are named too."""
    step = column - _even(s)
    return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"


def attack_tally(s: State, units: Iterable[int], target: int) -> Tally:
    """The attackers line by line."""
    r = roster(s)
    tally = Tally("Attack")
    for unit in units:
        quarters, river = river_quarters(s, unit, target)
        printed = r.attack[unit][s.steps[unit]]
        notes, cite = [], "rof:12.35"
        if river:
            effect = {0: "may not attack", 1: "quartered", 2: "halved"}.get(quarters, f"{quarters} quarters")
            notes.append(f"across a {river.replace('_', ' ')}, {effect}")
            cite = "rof:12.5"
        if not in_supply(s, unit):
            notes.append("out of supply, halved")
            cite = "rof:15.3" if not river else cite
        label = f"{r.names[unit]}: {', '.join([str(printed), *notes])}" if notes else r.names[unit]
        tally.add(label, Fraction(attack_strength(s, unit, target), EIGHTH), cite, units=(unit,))
    return tally


def defence_tally(s: State, target: int) -> Tally:
    """The defenders line by line."""
    r = roster(s)
    tally = Tally("Defence")
    for unit in s.stacks.get(target, ()):
        printed = r.defence[unit][s.steps[unit]]
        cut = not in_supply(s, unit)
        label = f"{r.names[unit]}: {printed}, out of supply, halved" if cut else r.names[unit]
        tally.add(label, Fraction(defence_strength(s, unit), EIGHTH), "rof:15.3" if cut else "rof:12.35", units=(unit,))
    return tally
