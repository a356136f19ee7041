"""ms:G2, G7 and the rules of terrain (ms:G6-forest and following) - strengths, odds, column shifts, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from blackearth.core.tally import Tally
from blackearth.lib.combat import round_up
from blackearth.systems.kharkov.board import (
    GERMAN,
    SOVIET,
    Fight,
    State,
    extra,
    facts,
    frozen,
    mode_of,
    reading,
    roster,
    strength,
)
from blackearth.systems.kharkov.charts import ODDS, Result, Terrain
from blackearth.systems.kharkov.ground import kind_of_hex
from blackearth.systems.kharkov.supply import supplied

BELOW = -1
WORST = f"<{ODDS[0]}"
#: rostov:1-zero - columns a city gives units that have no strength to be doubled.
CITY_WITHOUT_DEFENCE = -2


@dataclass(frozen=True)
class Shift:
    """A column shift: positive to the right, for the attacker."""

    label: str
    columns: int
    cite: str

    @property
    def text(self) -> str:
        """``3R``, ``1L``."""
        return f"{abs(self.columns)}{'R' if self.columns > 0 else 'L'}"


@dataclass(frozen=True)
class Odds:
    """The odds of an attack.

    Attributes:
        attack, defence: strengths after everything that changes them.
        raw: column before shifts; `BELOW` is worse than the first one.
        shifts: every shift with its cause.
        final: column in force; `BELOW` is the first one with a worse die.
    """

    attack: int
    defence: int
    raw: int
    shifts: tuple[Shift, ...]
    final: int

    @property
    def net(self) -> int:
        """Sum of the shifts."""
        return sum(shift.columns for shift in self.shifts)


# -- strengths ---------------------------------------------------------------------------------------------------------


def ground(s: State, cell: int) -> str:
    """The terrain of a hex as the terrain effects name it."""
    return kind_of_hex(facts(s), cell)


def chart(s: State, cell: int) -> Terrain:
    """The terrain effects of a hex."""
    return facts(s).content.terrain[ground(s, cell)]


def attack_strength(s: State, units: Iterable[int], target: int) -> int:
    """ms:G6-forest, G7, KHA-07 - armour is summed and halved by such terrain, the others are added, mud halves it
    all; each half is rounded up.
    """
    armour, others = _attackers(s, units)
    if chart(s, target).halved[frozen(s)]:
        armour = round_up(armour, 2)
    total = armour + others
    return round_up(total, 2) if facts(s).content.weather[extra(s).weather].halved_attack else total


def _attackers(s: State, units: Iterable[int]) -> tuple[int, int]:
    """Combat points of armour and of the others."""
    both = [0, 0]
    for unit in units:
        both[not roster(s).armour[unit]] += strength(s, unit, attacking=True)
    return both[0], both[1]


def defence_strength(s: State, defenders: Iterable[int], target: int) -> int:
    """ms:G2, G6-city - all defenders together, doubled in a city."""
    return sum(strength(s, u, attacking=False) for u in defenders) * chart(s, target).defence


def attack_tally(s: State, units: Iterable[int], target: int) -> Tally:
    """The attackers line by line; the total is `attack_strength`."""
    tally = Tally("Attack")
    units = tuple(units)
    for unit in units:
        tally.add(roster(s).names[unit], strength(s, unit, attacking=True), "ms:G2", units=(unit,))
    armour, others = _attackers(s, units)
    if armour and chart(s, target).halved[frozen(s)]:
        half = round_up(armour, 2)
        words = f"Armour against {ground(s, target)}: {armour} halved, {half}"
        tally.add(words, half - armour, f"ms:G6-{ground(s, target)}")
        armour = half
    if facts(s).content.weather[extra(s).weather].halved_attack:
        half = round_up(armour + others, 2)
        tally.add(f"Mud: {armour + others} halved, {half}", half - armour - others, "ms:G7")
    return tally


def defence_tally(s: State, defenders: Iterable[int], target: int) -> Tally:
    """The defenders line by line; the total is `defence_strength`."""
    tally = Tally("Defence")
    defenders = tuple(defenders)
    for unit in defenders:
        tally.add(roster(s).names[unit], strength(s, unit, attacking=False), "ms:G2", units=(unit,))
    total, factor = sum(strength(s, u, attacking=False) for u in defenders), chart(s, target).defence
    if factor > 1:
        tally.add("City: doubled", total * (factor - 1), "ms:G6-city")
    others = tuple(u for u in s.stacks.get(target, ()) if u not in defenders)
    if others:
        tally.note = f"{roster(s).text(others)}: retreated here, not counted (ms:G4-second)"
    return tally


# -- columns -----------------------------------------------------------------------------------------------------------


@lru_cache
def _ratios(columns: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """The odds of the columns as whole numbers: `1.5/1` is (15, 10)."""
    return tuple((int(float(a) * 10), int(float(b) * 10)) for a, b in (name.split("/") for name in columns))


def column_of(attack: int, defence: int) -> int:
    """ms:G2 - the column of a ratio, rounded in the defender's favour; `BELOW` if it is worse than the first one."""
    fitting = (n for n, (a, d) in enumerate(_ratios(ODDS)) if attack * d >= defence * a)
    return max(fitting, default=BELOW)


def raw_column(s: State, attack: int, defence: int) -> int:
    """ms:G2, rostov:1-zero, KHA-N43 - the column before shifts; defenders without strength have one of their own."""
    zero = facts(s).content.scenario.zero_defence
    if not defence and zero:
        return ODDS.index(zero)
    return column_of(attack, max(1, defence))


def _unbounded(attack: int, defence: int) -> int:
    """KHA-06, b - the column as if the table went on: 8/1, 9/1 ... and 1/4, 1/5 ..."""
    defence = max(1, defence)
    if attack and attack * 3 < defence:
        return 3 - round_up(defence, attack)
    return column_of(attack, defence) + max(0, attack // defence - 7)


def shifts(s: State, fight: Fight) -> tuple[Shift, ...]:
    """All column shifts of an attack (ms:G2)."""
    found = (_ground, _water, _fortification, _weather, _modes, _divisions, _timoshenko, _air)
    return tuple(shift for part in found for shift in part(s, fight) if shift.columns)


def _ground(s: State, fight: Fight) -> Iterator[Shift]:
    """ms:G6-difficult, G6-marsh, rostov:1-zero - the hex of the defenders."""
    kind = ground(s, fight.target)
    yield Shift(kind.capitalize(), chart(s, fight.target).shift[frozen(s)], f"ms:G6-{kind}")
    zero = facts(s).content.scenario.zero_defence
    if kind == "city" and zero and not defence_strength(s, fight.defenders, fight.target):
        yield Shift("City, units without a defence", CITY_WITHOUT_DEFENCE, "rostov:1-zero")


def _water(s: State, fight: Fight) -> Iterator[Shift]:
    """ms:G6-river, G6-major, KHA-N23 - bridges do not help an attack (KHA-12)."""
    sides = s.defn.map.sides
    kinds = ("major_river", "river")
    crossed = [next((k for k in kinds if sides[k].has(s.at[u], fight.target)), "") for u in fight.units]
    found = [k for k in kinds if k in crossed]
    ruling = reading(s, "KHA-N23")
    if ruling == "a":
        found = found[:1]  # the worse one comes first
    for kind in found:
        terrain, cite = facts(s).content.terrain[kind], "ms:G6-major" if kind == "major_river" else "ms:G6-river"
        words = kind.replace("_", " ").capitalize() + (", frozen" if frozen(s) else "")
        yield Shift(words, terrain.shift[frozen(s)], cite)
        eased = any(k != kind for k in crossed) if ruling == "b" else "" in crossed
        if eased:
            yield Shift("Attackers on the defenders' bank", terrain.relief, cite)


def _fortification(s: State, fight: Fight) -> Iterator[Shift]:
    """ms:G6-fortification - each kind of hexside adds its own columns (ms:G6-cumulative)."""
    forts = s.defn.map.sides["fort_soviet" if s.active == GERMAN else "fort_german"]
    over = [forts.has(s.at[u], fight.target) for u in fight.units]
    if any(over):
        terrain = facts(s).content.terrain["fortification"]
        yield Shift("Fortification", terrain.shift[frozen(s)], "ms:G6-fortification")
        if not all(over):
            yield Shift("Attackers behind the fortification", terrain.relief, "ms:G6-fortification")


def _weather(s: State, fight: Fight) -> Iterator[Shift]:
    """ms:G7, rostov:6 - snow, and General Winter in frost and snow."""
    now = extra(s).weather
    yield Shift(now.capitalize(), facts(s).content.weather[now].shift, "ms:G7")
    winter = facts(s).content.scenario.winter
    if winter and now in winter.weather:
        friendly = (winter.side == "soviet") == (s.active == SOVIET)
        yield Shift("General Winter", winter.shift if friendly else -winter.shift, "rostov:6")


def _modes(s: State, fight: Fight) -> Iterator[Shift]:
    """kharkov:8-neutral, 8-offensive, 8-defensive - the mode of the attacking armies."""
    rules = facts(s).content.scenario.modes
    if rules and fight.units:  # Germans are always neutral
        mode = mode_of(s, fight.units[0])
        columns = {"neutral": rules.neutral_shift, "offensive": rules.offensive_shift}.get(mode, rules.defensive_shift)
        yield Shift(f"{mode.capitalize()} mode", columns, f"kharkov:8-{mode}")


def _divisions(s: State, fight: Fight) -> Iterator[Shift]:
    """rostov:1-shift, KHA-24 - one column for each supplied named division, on both sides of the fight."""
    if not facts(s).content.scenario.mechanized_shift:
        return
    r = roster(s)
    for units, columns in ((fight.units, 1), (fight.defenders, -1)):
        for unit in units:
            if r.shift[unit] and s.at[unit] >= 0 and supplied(s, unit):
                yield Shift(r.names[unit], columns, "rostov:1-shift")


def _timoshenko(s: State, fight: Fight) -> Iterator[Shift]:
    """rostov:7."""
    rules = facts(s).content.scenario.timoshenko
    if rules and fight.timoshenko:
        yield Shift("General Timoshenko", rules.shift, "rostov:7")


def _air(s: State, fight: Fight) -> Iterator[Shift]:
    """ms:G2 - a column for each marker of either side."""
    each = facts(s).content.series.air_shift
    for side, sign, words in ((s.active, 1, "Air support"), (1 - s.active, -1, "Air support of the defender")):
        yield Shift(words, sign * each * fight.air[side], "ms:G2")


def odds(s: State, fight: Fight) -> Odds:
    """ms:G2, KHA-06 - the raw ratio is held within the table, all shifts are added, the sum is held again."""
    attack = attack_strength(s, fight.units, fight.target)
    defence = defence_strength(s, fight.defenders, fight.target)
    raw = raw_column(s, attack, defence)
    start = raw
    if reading(s, "KHA-06") == "b" and defence:
        start = _unbounded(attack, defence)
    found = shifts(s, fight)
    final = max(BELOW, min(len(ODDS) - 1, start + sum(shift.columns for shift in found)))
    return Odds(attack, defence, raw, found, final)


def outcome(s: State, o: Odds, die: int) -> Result:
    """ms:G2 - what a die gives; odds below the table use its first column and a worse die."""
    content = facts(s).content
    if o.final == BELOW:
        return content.crt.at(0, die + content.series.below_modifier)
    return content.crt.at(o.final, die)


def column_text(column: int) -> str:
    """A column as odds."""
    return WORST if column == BELOW else ODDS[column]
