"""The vocabulary of Ring of Fire's rule modules: boxes, markers, the system's own columns, and simple questions to a
state.

Side 0 is Soviet, side 1 German. Strengths in combat are counted in eighths (rof:3.2 allows a half of a half of a half),
movement in half points (a road costs half a point).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import atan2, tau
from pathlib import Path

import msgspec

from blackearth.core import state as core_state
from blackearth.core.state import NOWHERE
from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells
from blackearth.hexes.paths import Exits
from blackearth.lib.links import Links, links, off_map
from blackearth.lib.supply import supplied_hexes
from blackearth.systems.ring_of_fire.content import GERMAN, SOVIET, Content
from blackearth.systems.ring_of_fire.roster import Roster
from blackearth.systems.ring_of_fire.terrain import exits

State = core_state.State

# Boxes: places off the map.
ELIMINATED = -2
PERMANENT = -3  # eliminated while out of supply (rof:15.5)
EXITED = -4  # left the map (rof:11.8)
ARRIVING = -5  # reinforcements still to come (rof:7.0)
AIR_READY = -6
AIR_FLOWN = -7  # has flown its mission of this game turn (rof:13.0)
WITHDRAWN = -8  # air units withdrawn (rof:8.0)
TO_SET_UP = -9
BOXES = {
    NOWHERE: "out of play",
    ELIMINATED: "the Eliminated Unit Box",
    PERMANENT: "the Permanently Eliminated Unit Box",
    EXITED: "off the map",
    ARRIVING: "the reinforcements",
    AIR_READY: "the airfields",
    AIR_FLOWN: "the airfields, mission flown",
    WITHDRAWN: "withdrawn",
    TO_SET_UP: "the units to be set up",
}
BOX_IDS = {
    NOWHERE: "nowhere",
    ELIMINATED: "eliminated",
    PERMANENT: "permanent",
    EXITED: "exited",
    ARRIVING: "arriving",
    AIR_READY: "air-ready",
    AIR_FLOWN: "air-flown",
    WITHDRAWN: "withdrawn",
    TO_SET_UP: "to-set-up",
}

# Markers, as bits (rof:2.42).
RESERVE = 1  # Reserve marker (rof:14.1)
FIRED = 2  # Tank Combat marker of a phasing tank unit (rof:12.12)
RETURNED = 4  # a defending tank unit that has fired in this segment (rof:12.13)
FINISHED = 8  # may not move any more in this phase (rof:11.1)
EXPOSED = 16  # entered a hex in this phase that strategic movement may not enter (rof:11.7)
HALVED = 32  # out of supply when the movement phase began (rof:15.1)
SPENT_RESERVE = 64  # a reserve that moved or attacked: its marker goes when the Reserve Combat Phase ends (rof:14.4)
ATTACKED = 128  # has been declared for an attack in this segment (rof:12.33)
MARK_NAMES = {
    RESERVE: "reserve",
    FIRED: "fired",
    RETURNED: "returned",
    FINISHED: "finished",
    HALVED: "oos",
    ATTACKED: "attacking",
}


class Battle(msgspec.Struct, frozen=True):
    """A declared attack (rof:12.34).

    Attributes:
        target: cell of the defenders.
        units: attackers.
        support: air units on Ground Support (rof:13.3).
        cover: defending air unit of the option (rof:opt-air-3), or -1.
        barrage: whether a Barrage marker was placed (rof:12.62).
        reinforced: whether defensive reserves came (rof:14.5).
        done: whether it has been resolved.
    """

    target: int
    units: tuple[int, ...]
    support: tuple[int, ...] = ()
    cover: int = -1
    barrage: bool = False
    reinforced: bool = False
    done: bool = False


class Extra(msgspec.Struct):
    """The columns that only Ring of Fire has.

    Attributes:
        spent: half movement points each unit has spent in the running movement phase.
        stack: the units of the stack that is moving (rof:11.41); they began the phase in one hex.
        mover: those of them that moved last.
        barrages: Barrage markers in hand.
        leg, mobile: replacement steps saved, by side (rof:6.2).
        exit_points: victory points from units that left the map, by side.
        lost_supply: cells of Kharkov that Soviet units have entered (rof:15.4).
        battles: declared attacks of the running segment.
        struck: cells that air units have struck in the running segment, one entry a strike.
        assaulted: cells attacked in the Combat Phase of the running player turn (ROF-A28).
    """

    spent: list[int]
    stack: tuple[int, ...] = ()
    mover: tuple[int, ...] = ()
    barrages: int = 0
    leg: tuple[int, int] = (0, 0)
    mobile: tuple[int, int] = (0, 0)
    exit_points: tuple[int, int] = (0, 0)
    lost_supply: tuple[int, ...] = ()
    battles: tuple[Battle, ...] = ()
    struck: tuple[int, ...] = ()
    assaulted: tuple[int, ...] = ()

    def clone(self) -> Extra:
        """An independent copy."""
        return Extra(
            self.spent.copy(),
            self.stack,
            self.mover,
            self.barrages,
            self.leg,
            self.mobile,
            self.exit_points,
            self.lost_supply,
            self.battles,
            self.struck,
            self.assaulted,
        )


@dataclass(frozen=True, eq=False)
class Definition(core_state.Definition):
    """A game's unchanging facts with the data of the scenario."""

    content: Content = field(repr=False)
    overlay: Path | None = None

    @cached_property
    def units(self) -> Roster:
        """The counters with all their columns."""
        return self.content.roster

    @cached_property
    def supply_edges(self) -> tuple[int, int]:
        """Friendly map edge hexes of both sides (rof:3.4)."""
        masks = self.content.map.masks
        return masks["soviet_edge"], masks["german_edge"]

    @cached_property
    def beyond(self) -> tuple[int, int]:
        """Positions off the map next to the friendly edges, where units are supposed for links (rof:10.7, ROF-A07)."""
        grid = self.map.grid
        soviet, german = self.supply_edges
        return off_map(grid, soviet), off_map(grid, german)

    @cached_property
    def costs(self) -> tuple[Exits, Exits]:
        """Movement costs of leg and of mobile units (rof:11.5), without interdiction; see `terrain.exits`."""
        return exits(self.content, self.rulings["ROF-A01"])

    @cached_property
    def costs_back(self) -> tuple[Exits, Exits]:
        """For each cell its neighbours with the cost of coming from them, for searches from a goal."""
        leg, mobile = self.costs
        return _turned(leg), _turned(mobile)

    @cached_property
    def perimeters(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Friendly map edge hexes of both sides (rof:3.4) in order along the edge of the map."""
        soviet, german = self.supply_edges
        return around_edge(self.map.grid, soviet), around_edge(self.map.grid, german)


def _turned(ways: Exits) -> Exits:
    found: list[list[tuple[int, int]]] = [[] for _ in ways]
    for cell, out in enumerate(ways):
        for near, cost in out:
            found[near].append((cell, cost))
    return found


def around_edge(grid: Grid, edge: int) -> tuple[int, ...]:
    """The hexes of a connected stretch of the map edge, from one end to the other."""
    left = cells(edge)
    xs = [grid.centre(c)[0] for c in grid.cells]
    ys = [grid.centre(c)[1] for c in grid.cells]
    x0, y0 = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    turn = sorted((atan2(grid.centre(c)[1] - y0, grid.centre(c)[0] - x0), c) for c in left)
    # The stretch begins after the widest gap in the circle.
    gaps = [(turn[n][0] - turn[n - 1][0] + (tau if n == 0 else 0), n) for n in range(len(turn))]
    first = max(gaps)[1]
    return tuple(c for _, c in turn[first:] + turn[:first])


def facts(s: State) -> Definition:
    """The definition of a game of this system."""
    assert isinstance(s.defn, Definition)
    return s.defn


def roster(s: State) -> Roster:
    """The counters."""
    units: Roster = s.defn.units  # type: ignore[attr-defined]  # asked for at every turn: spares the check of `facts`
    return units


def extra(s: State) -> Extra:
    """The system's own columns."""
    found: Extra = s.extra
    return found


def reading(s: State, ruling: str) -> str:
    """The reading in force of a ruling."""
    return s.defn.rulings[ruling]


def on_map(s: State, side: int) -> list[int]:
    """Ground units of a side on the map."""
    r = roster(s)
    return [u for u in r.of_side(side) if s.at[u] >= 0 and r.ground[u]]


def units_in(s: State, hexes: Iterable[int]) -> list[int]:
    """Ground units in some hexes."""
    return [u for cell in hexes for u in s.stacks.get(cell, ())]


def near_enemy(s: State, side: int) -> int:
    """Mask of the hexes next to an enemy ground unit of a side (and those of enemies next to each other)."""
    key = ("near", side)
    found = s.cache.get(key)
    if found is None:
        found = s.cache[key] = s.defn.map.grid.around(s.occupied[1 - side])
    result: int = found
    return result


def adjacent_to_enemy(s: State, unit: int) -> bool:
    """Whether a unit on the map stands next to an enemy ground unit."""
    return bool(near_enemy(s, roster(s).side[unit]) >> s.at[unit] & 1)


def stack_size(s: State, units: Iterable[int]) -> int:
    """Regimental or brigade equivalents of some units (rof:9.1)."""
    return sum(map(roster(s).stacking.__getitem__, units))


STACK_LIMIT = 4  # rof:9.1


def room(s: State, cell: int) -> int:
    """Regimental equivalents that a hex can still take."""
    return STACK_LIMIT - stack_size(s, s.stacks.get(cell, ()))


def side_links(s: State, side: int, enemies: int | None = None) -> Links:
    """rof:10.1, 10.2, 10.3, 10.6 - the ZOC links of a side as they bar its enemy now. Every ground unit has a zone of
    control; alone it does nothing.

    Args:
        s: the state.
        side: whose links.
        enemies: mask of the enemy units that count for cancelling; all of them if None.
    """
    key = ("links", side, enemies)
    found = s.cache.get(key)
    if found is None:
        d = facts(s)
        against = s.occupied[1 - side] if enemies is None else enemies
        edge = d.supply_edges[side]
        found = s.cache[key] = links(d.map.grid, s.occupied[side], against, d.beyond[side], edge)
    result: Links = found
    return result


def supply_sources(s: State, side: int) -> int:
    """rof:15.4 - hexes in which a supply line of a side may end: its map edges, and for the Germans the hexes of
    Kharkov that no Soviet unit has entered.
    """
    d = facts(s)
    sources = d.supply_edges[side]
    if side == GERMAN:
        kharkov = d.map.masks["german_supply"]
        for cell in extra(s).lost_supply:
            kharkov &= ~(1 << cell)
        sources |= kharkov
    return sources


def supply_closed(s: State, side: int) -> int:
    """Mask of the hexes that no supply line of a side may enter: enemy units and enemy hex links (rof:15.4, 10.4)."""
    return s.occupied[1 - side] | side_links(s, 1 - side).hexes


def supplied(s: State, side: int) -> int:
    """rof:15.4 - mask of the hexes in which units of a side are in supply now."""
    key = ("supply", side)
    found = s.cache.get(key)
    if found is None:
        gates = side_links(s, 1 - side).gates
        found = supplied_hexes(s.defn.map.grid, supply_sources(s, side), supply_closed(s, side), gates)
        s.cache[key] = found
    result: int = found
    return result


def in_supply(s: State, unit: int) -> bool:
    """Whether a unit on the map can trace a supply line now (rof:15.4)."""
    return bool(supplied(s, roster(s).side[unit]) >> s.at[unit] & 1)


def lose(s: State, unit: int, steps: int, cause: str, cite: str, *, supplied_now: bool) -> None:
    """Take steps from a unit; if it dies it goes to the box that its supply decides.

    Args:
        s: the state.
        unit: the unit.
        steps: at most what it has.
        cause: what did it.
        cite: rule id.
        supplied_now: whether it was in supply at the moment that counts (rof:15.5, ROF-A24).
    """
    s.lose_steps(unit, steps, cause, ELIMINATED if supplied_now else PERMANENT, cite)


def enter(s: State, units: tuple[int, ...], path: tuple[int, ...], *, marching: bool = False) -> None:
    """Carry units along a path of cells and let everything happen that their entering hexes causes: control
    (rof:3.3), the loss of Kharkov's supply hexes (rof:15.4), the loss of reserve status of enemies next to the path
    (rof:14.2).

    The first cell of the path is where they stand and is not entered; a unit that is not on the map enters all of them.
    ``marching``: it is regular or reserve movement, no advance after combat and no defensive reserve (ROF-A15).
    """
    r = roster(s)
    side = r.side[units[0]]
    entered = path[1:] if s.at[units[0]] == path[0] else path
    for unit in units:
        s.put(unit, path[-1])
    mask = 0
    for cell in entered:
        mask |= 1 << cell
    s.set_control(side, mask, "rof:3.3")
    if side == SOVIET:
        lost = mask & facts(s).map.masks["german_supply"]
        x = extra(s)
        new = tuple(cell for cell in entered if lost >> cell & 1 and cell not in x.lost_supply)
        x.lost_supply = tuple(sorted(x.lost_supply + new))
    ruling = reading(s, "ROF-A15")
    if ruling == "a" or (marching and ruling == "b"):
        alarm(s, 1 - side, entered)
    elif ruling == "c" and not marching:  # a march is judged when its phase is over
        alarm(s, 1 - side, path[-1:])


def alarm(s: State, side: int, entered: Iterable[int]) -> None:
    """rof:14.2 - units of a side in reserve next to hexes that an enemy has just entered lose their reserve status."""
    grid = s.defn.map.grid
    around = 0
    for cell in entered:
        around |= grid.ring[cell]
    around &= s.occupied[side]
    if not around:
        return
    # A reserve that has moved or attacked in its own turn keeps the marker only as a memory (rof:14.4).
    losers = [u for c in cells(around) for u in s.stacks[c] if s.marks[u] & (RESERVE | SPENT_RESERVE) == RESERVE]
    if losers:
        s.unmark(losers, RESERVE, "in reserve", "an enemy unit moved adjacent", "rof:14.2")
