"""kursk:combat-K, crt-limits and the effects of terrain on combat - strengths, odds, what is added to the die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from blackearth.core.tally import Tally
from blackearth.lib.combat import column_of
from blackearth.systems.kursk.board import State, facts, reading, roster, works
from blackearth.systems.kursk.charts import HIGHEST, LOWEST, ODDS, Result
from blackearth.systems.kursk.fights import Fight
from blackearth.systems.kursk.supply import supplied

EVEN = ODDS.index("1-1")


@dataclass(frozen=True)
class Modifier:
    """Something added to the die; `struck` if it does not count because something worse does."""

    label: str
    die: int
    cite: str
    hexes: tuple[int, ...] = ()
    struck: bool = False


@dataclass(frozen=True)
class Odds:
    """The odds of an attack.

    Attributes:
        attack: attack strength of all attackers.
        defence: defence strength of the defenders that count.
        column: number of the column in force.
        modifiers: everything that could change the die.
    """

    attack: int
    defence: int
    column: int
    modifiers: tuple[Modifier, ...]

    @property
    def die(self) -> int:
        """What is added to the die."""
        return sum(m.die for m in self.modifiers if not m.struck)


def strength(s: State, unit: int, *, attacking: bool) -> int:
    """kursk:supply-A, KUR-11 - strength of a unit at this instant: halved out of supply, the fraction lost."""
    r = roster(s)
    value = (r.attack if attacking else r.defence)[unit]
    return value if supplied(s, unit) else value // 2


def total(s: State, units: Iterable[int], *, attacking: bool) -> int:
    """Strength of units together: each is halved for itself."""
    return sum(strength(s, u, attacking=attacking) for u in units)


def tally(s: State, units: Iterable[int], *, attacking: bool) -> Tally:
    """The units line by line; the total is that of `total`."""
    r, found = roster(s), Tally("Attack" if attacking else "Defence")
    cites = {
        "": "kursk:combat-A", "attack": "kursk:combat-E", "defence": "kursk:combat-D", "bracketed": "kursk:combat-F",
    }  # fmt: skip
    for unit in units:
        value = strength(s, unit, attacking=attacking)
        if supplied(s, unit):
            found.add(r.names[unit], value, cites[r.limited[unit]], units=(unit,))
        else:
            found.add(f"{r.names[unit]}, out of supply", value, "kursk:supply-A", units=(unit,))
    return found


def column(attack: int, defence: int) -> int:
    """kursk:combat-K, crt-limits, KUR-A12 - the odds column, rounded for the defender: more than 9-1 is 9-1, less than
    1-3 is 1-3, anything against nothing is 9-1 and nothing against anything 1-3.
    """
    if not defence:
        return len(ODDS) - 1 if attack else 0
    return max(0, min(len(ODDS) - 1, column_of(attack, defence, EVEN)))


def ratio_text(attack: int, defence: int) -> str:
    """The ratio before it is held within the table, such as `12-1` or `1-5`."""
    if not attack or not defence:
        return f"{attack}-{defence}"
    return f"{attack // defence}-1" if attack >= defence else f"1-{-(-defence // attack)}"


# -- the die -----------------------------------------------------------------------------------------------------------


def _terrain(s: State, fight: Fight) -> Iterator[Modifier]:
    """kursk:tec-forest, tec-fortified, tec-river - every loss of the die that terrain could cause."""
    chart, effects, label = facts(s).map, facts(s).content.terrain, s.defn.map.grid.label
    for cell in fight.fought:
        for kind in ("forest", "swamp"):
            if chart.has(kind, cell):
                yield Modifier(f"{kind.capitalize()} in {label(cell)}", effects[kind].die, "kursk:tec-forest", (cell,))
        if works(s, 1 - s.active) >> cell & 1:
            die = effects["fortified_line"].die
            yield Modifier(f"Fortifications in {label(cell)}", die, "kursk:tec-fortified", (cell,))
    if across_river(s, fight):
        yield Modifier("All attack across rivers", effects["river"].die, "kursk:tec-river", fight.fought)


def across_river(s: State, fight: Fight) -> bool:
    """kursk:tec-river, KUR-A10 - whether every attacker has a river between it and every attacked hex, or one of them
    where that is read so.
    """
    river = facts(s).map.sides["river"]
    enough = all if reading(s, "KUR-A10") == "a" else any
    return bool(fight.fought) and all(enough(river.has(s.at[u], cell) for cell in fight.fought) for u in fight.units)


def bonus(s: State, fight: Fight) -> int:
    """kursk:air-close-support, KUR-A11 - what close support adds to the die: once, for each supported hex, or only if
    all are supported.
    """
    each, rule = facts(s).content.terrain["close_support"].die, reading(s, "KUR-A11")
    if rule == "c" and set(fight.support) != set(fight.fought):
        return 0
    return each * (len(fight.support) if rule == "b" else min(1, len(fight.support)))


def modifiers(s: State, fight: Fight) -> tuple[Modifier, ...]:
    """kursk:tec-cumulative, KUR-01, KUR-02 - the single worst loss from terrain counts, close support is added."""
    terrain = sorted(_terrain(s, fight), key=lambda m: m.die)
    found = [m if n == 0 else Modifier(m.label, m.die, m.cite, m.hexes, struck=True) for n, m in enumerate(terrain)]
    if fight.support:
        gain = bonus(s, fight)
        found.append(Modifier("Close support", gain, "kursk:air-close-support", fight.support, struck=not gain))
    return tuple(found)


def odds(s: State, fight: Fight) -> Odds:
    """The odds of an attack at this instant."""
    attack = total(s, fight.units, attacking=True)
    defence = total(s, fight.defenders, attacking=False)
    return Odds(attack, defence, column(attack, defence), modifiers(s, fight))


def modified(o: Odds, die: int) -> int:
    """The modified die, held within the table."""
    return max(LOWEST, min(HIGHEST, die + o.die))


def outcome(s: State, o: Odds, die: int) -> Result:
    """The result of a die of 1 to 6."""
    return facts(s).content.crt.at(o.column, modified(o, die))
