"""Victory points and levels of both scenarios."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from blackearth.core.mapdata import Place
from blackearth.core.state import NOWHERE
from blackearth.core.system import GameResult
from blackearth.core.tally import Tally
from blackearth.hexes.paths import flood
from blackearth.lib import levels
from blackearth.systems.kharkov import supply, zones
from blackearth.systems.kharkov.board import GERMAN, SOVIET, State, city_cite, extra, facts, on_map, reading, roster
from blackearth.systems.kharkov.scenario import Bonus

_ADJECTIVES = ("Soviet", "German")
#: Sign of a side's points in the tally: German less Soviet.
_SIGN = (-1, 1)


@dataclass(frozen=True)
class City:
    """How a city stands.

    Attributes:
        place: the city.
        points: what it is worth.
        entered: side that was the last to enter it.
        holder: side that controls it, None for nobody.
        partisans: whether the Soviets have it by partisan action (kharkov:10-cities).
    """

    place: Place
    points: int
    entered: int
    holder: int | None
    partisans: bool = False


def cities(s: State) -> list[City]:
    """kharkov:10-cities, rostov:11-cities - the cities that earn points, and who controls them now.

    A city is controlled by the side that entered it last, if a supply line can be traced from it; in 1943 an empty city
    from which only the Soviets can trace is theirs (reading 28).
    """
    key = ("cities", extra(s).weather)
    found = s.cache.get(key)
    if found is None:
        found = s.cache[key] = _cities(s)
    result: list[City] = found
    return result


def _cities(s: State) -> list[City]:
    content = facts(s).content
    found = []
    for place in content.map.places:
        points, cell = place.points.get(s.defn.scenario, 0), place.cells[0]
        if not points:
            continue
        entered = SOVIET if s.control >> cell & 1 else GERMAN
        traced = _traced(s, SOVIET, cell), _traced(s, GERMAN, cell)
        partisans = content.scenario.partisans and cell not in s.stacks and traced[SOVIET] and not traced[GERMAN]
        holder = SOVIET if partisans else entered if traced[entered] else None
        found.append(City(place, points, entered, holder, partisans and entered != SOVIET))
    return found


def _traced(s: State, side: int, cell: int) -> bool:
    """kharkov:10-cities, rostov:11-cities - whether a side can trace a supply line from a city: by the limits of the
    running turn or without any (KHA-N04), and from an enemy zone only with a unit in the city or, by the other reading
    of KHA-N03, also from an empty one.
    """
    mask, gates, grid = supply.supplied_hexes(s, side), supply.crossings(s), s.defn.map.grid
    limited = reading(s, "KHA-N04") == "a"
    if not limited:
        mask = flood(supply.sources(s, side), zones.open_hexes(s, side), grid.width, gates)
    if mask >> cell & 1:
        return True
    if reading(s, "KHA-N03") == "a" or cell in s.stacks:
        return False
    if limited:
        return bool(supply.line(s, side, cell)[0])
    return any(n >= 0 and mask >> n & 1 and gates[d] >> cell & 1 for d, n in enumerate(grid.toward[cell]))


def lost_steps(s: State, unit: int) -> int:
    """Steps a unit has lost; what is out of play has lost none."""
    return 0 if s.at[unit] == NOWHERE else roster(s).steps[unit] - s.steps[unit]


def loss_points(s: State, unit: int) -> int:
    """kharkov:10-soviet-losses, 10-german-losses, rostov:11-german, 11-soviet - what a unit's losses earn its enemy."""
    lost = lost_steps(s, unit)
    return facts(s).content.losses[unit].points(lost, roster(s).steps[unit]) if lost else 0


def bonus_unit(s: State, bonus: Bonus) -> int | None:
    """rostov:11-german, 11-soviet - a supplied unit of the side in the part of the map that earns the bonus."""
    inside = (u for u in on_map(s, bonus.side) if bonus.mask >> s.at[u] & 1 and supply.supplied(s, u))
    return next(inside, None)


def score(s: State, known: Collection[int] | None = None) -> tuple[int, int]:
    """kharkov:10, rostov:11 - victory points of the Soviets and of the Germans if the game ended now.

    Args:
        s: the state.
        known: units whose losses count; all if None.
    """
    points = [0, 0]
    for city in cities(s):
        if city.holder is not None:
            points[city.holder] += city.points
    r = roster(s)
    for unit, (steps, full) in enumerate(zip(s.steps, r.steps, strict=True)):
        if steps < full and (known is None or unit in known):
            points[1 - r.side[unit]] += loss_points(s, unit)
    for bonus in facts(s).content.bonuses:
        holder = bonus_unit(s, bonus)
        if holder is not None and (known is None or holder in known):
            points[bonus.side] += bonus.points
    return points[SOVIET], points[GERMAN]


def result(s: State) -> GameResult | None:
    """kharkov:10-levels, rostov:11-levels - how the game ended; None while the sequence of play goes on."""
    return None if s.flow else standing(s)


def standing(s: State, known: Collection[int] | None = None) -> GameResult:
    """kharkov:10-levels, rostov:11-levels - the result if the game ended now: the Soviet points are taken from the
    German ones, what is left decides the level (readings 2 and 3). ``known``: see `score`.
    """
    soviet, german = score(s, known)
    net = german - soviet
    level = next(entry for entry in facts(s).content.scenario.levels if entry.least is None or net >= entry.least)
    winner = {"soviet": SOVIET, "german": GERMAN}.get(level.winner)
    text = f"{german} German less {soviet} Soviet points are {net}."
    return GameResult(winner, level.name, (soviet, german), text)


def points_tally(s: State, known: Collection[int] | None = None) -> Tally:
    """kharkov:10, rostov:11 - every city, bonus and loss with what it earns; Soviet points count negative.

    Args:
        s: the state.
        known: see `score`.
    """
    tally = Tally("Victory points, German less Soviet")
    for city in cities(s):
        _city_line(s, tally, city)
    for bonus in facts(s).content.bonuses:
        unit = bonus_unit(s, bonus)
        unit = unit if known is None or unit in known else None
        text = f"{_ADJECTIVES[bonus.side]} unit in supply {bonus.where}"
        units = () if unit is None else (unit,)
        tally.add(text, _SIGN[bonus.side] * bonus.points, bonus.cite, struck=unit is None, units=units)
    for side in (SOVIET, GERMAN):
        _loss_lines(s, tally, [u for u in roster(s).of_side(side) if known is None or u in known])
    now = standing(s, known)
    found = ((level.name, level.least) for level in facts(s).content.scenario.levels)
    tally.note = levels.note(f"{now.level}: {now.text}", "German points less Soviet ones", found)
    return tally


def _city_line(s: State, tally: Tally, city: City) -> None:
    name, cite, hexes = city.place.name, city_cite(s), city.place.cells
    if city.holder is None:
        text = f"{name}: {_ADJECTIVES[city.entered]}, but no supply line can be traced from it"
        tally.add(text, _SIGN[city.entered] * city.points, cite, struck=True, hexes=hexes)
        return
    how = " by partisan action" if city.partisans else ""
    tally.add(f"{name}: {_ADJECTIVES[city.holder]}{how}", _SIGN[city.holder] * city.points, cite, hexes=hexes)


def _loss_lines(s: State, tally: Tally, units: list[int]) -> None:
    """One line for each unit that has lost steps which earn points."""
    r = roster(s)
    for unit in units:
        points = loss_points(s, unit)
        if points:
            lost = lost_steps(s, unit)
            fate = "eliminated" if lost >= r.steps[unit] else f"{lost} of {r.steps[unit]} steps lost"
            cite = facts(s).content.losses[unit].cite
            tally.add(f"{r.ids[unit]} {fate}", _SIGN[1 - r.side[unit]] * points, cite, units=(unit,))
