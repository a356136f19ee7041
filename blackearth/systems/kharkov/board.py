"""The vocabulary of the rule modules of Kharkov and Rostov: boxes, markers, the system's own columns, simple questions.

Side 0 is Soviet, side 1 German (with its allies). Movement is counted in half points, stacking in half divisions,
rail movement in half rail points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import msgspec

from blackearth.core import state as core_state
from blackearth.core.secrets import Secrets
from blackearth.core.state import NOWHERE
from blackearth.systems.kharkov.content import Content
from blackearth.systems.kharkov.roster import Roster, with_stand_ins

State = core_state.State
SOVIET, GERMAN = 0, 1
SIDES = ("soviet", "german")
#: Options under which the sides see different things (ms:M).
SECRET = ("hidden-stacks", "total-fog", "air-partly-simultaneous", "air-simultaneous")

# Boxes: places off the map.
ELIMINATED = -2
COMING = -3  # reinforcements of later turns, and the pools they are drawn from (ms:K)
DUE = -4  # reinforcements that may enter now
WITHDRAWN = -5  # rostov:9-withdrawal
TO_SET_UP = -6
BOXES = {
    NOWHERE: "out of play",
    ELIMINATED: "the eliminated units",
    COMING: "the reinforcements to come",
    DUE: "the reinforcements that may enter",
    WITHDRAWN: "withdrawn",
    TO_SET_UP: "the units to be set up",
}
BOX_IDS = {
    NOWHERE: "nowhere",
    ELIMINATED: "eliminated",
    COMING: "coming",
    DUE: "due",
    WITHDRAWN: "withdrawn",
    TO_SET_UP: "to-set-up",
}

# Markers, as bits.
ISOLATED = 1  # an Out of Supply marker (ms:E4)
ISOLATED_TWICE = 2  # a second one, in a city (ms:J)
ENTRENCHED = 4  # lies on its entrenched side (ms:F6)
ATTACKED = 8  # has attacked in this combat phase (ms:G1)
DEFENDED = 16  # has been attacked in this combat phase (ms:G1)
BREAKTHROUGH = 32  # attacked in the breakthrough phase: no exploitation (ms:H1)
NO_ZONE = 64  # has undergone a D2: no zone of control until the attacker's turn ends (ms:G3-D2)
RAILED = 128  # has moved by rail in this phase (ms:F5)
FINISHED = 256  # may not move any more in this phase
REFUGEE = 512  # retreated onto friends in this phase: shares their fate (ms:G4-second)
GARRISON = 1024  # isolated in a city in the supply phase (ms:J, KHA-N08)
MARK_NAMES = {
    ISOLATED: "oos",
    ISOLATED_TWICE: "oos-2",
    ENTRENCHED: "entrenched",
    ATTACKED: "attacking",
    DEFENDED: "attacked",
    BREAKTHROUGH: "breakthrough",
    NO_ZONE: "no-zone",
    RAILED: "railed",
    FINISHED: "finished",
    REFUGEE: "refugee",
}


class Fight(msgspec.Struct, frozen=True):
    """An announced attack of the running combat phase (ms:G1).

    Attributes:
        target: cell of the defenders.
        units: attackers.
        defenders: units that are attacked; who retreats onto them later does not belong to them (ms:G4-second).
        air: air support markers used, by side; 0 until both sides have shown them (ms:G2, M3).
        timoshenko: mark of the army whose shift is used, or empty (rostov:7).
        done: whether it has been resolved.
    """

    target: int
    units: tuple[int, ...]
    defenders: tuple[int, ...]
    air: tuple[int, int] = (0, 0)
    timoshenko: str = ""
    done: bool = False


class Lure(msgspec.Struct, frozen=True, array_like=True):
    """A marker that stands for nothing (ms:M2).

    Attributes:
        side: its owner.
        cell: where it is.
        moved: whether it has moved in the running phase.
    """

    side: int
    cell: int
    moved: bool = False


class Extra(msgspec.Struct):
    """The columns that only this system has.

    Attributes:
        spent: half movement points each unit has spent in the running movement or exploitation phase.
        weather: weather of the running game turn.
        air: air support markers in hand, by side (ms:D).
        rail: half rail points left in this player turn, by side (ms:F5).
        interdicted: half rail points a side loses in its next player turn (ms:I).
        modes: mode of each Soviet army by its mark, in the order of the scenario (kharkov:8-modes).
        timoshenko: marks of the armies whose shift has been used in this game turn (rostov:7).
        exploiting: whether the second impulse is running (ms:H).
        fights: attacks announced in the running combat phase, in order (ms:G1).
        lures: markers on the map that stand for nothing (ms:M2).
        told: in what a side knows: enemy hexes and the half divisions it has been told of (ms:M2); else empty.
    """

    spent: list[int]
    weather: str = "good"
    air: tuple[int, int] = (0, 0)
    rail: tuple[int, int] = (0, 0)
    interdicted: tuple[int, int] = (0, 0)
    modes: tuple[tuple[str, str], ...] = ()
    timoshenko: tuple[str, ...] = ()
    exploiting: bool = False
    fights: tuple[Fight, ...] = ()
    lures: tuple[Lure, ...] = ()
    told: tuple[tuple[int, int], ...] = ()

    def clone(self) -> Extra:
        """An independent copy."""
        return Extra(
            self.spent.copy(),
            self.weather,
            self.air,
            self.rail,
            self.interdicted,
            self.modes,
            self.timoshenko,
            self.exploiting,
            self.fights,
            self.lures,
            self.told,
        )


@dataclass(frozen=True, eq=False)
class Definition(core_state.Definition):
    """A game's unchanging facts with the data of the scenario."""

    content: Content = field(repr=False)
    overlay: Path | None = None

    @property
    def secrets(self) -> Secrets | None:
        """ms:M - what the options of chapter M hide."""
        return self._secrets

    @cached_property
    def _secrets(self) -> Secrets | None:
        from blackearth.systems.kharkov.fog import FOG

        return FOG if any(self.options.get(name) for name in SECRET) else None

    @cached_property
    def outlooks(self) -> Definition:
        """ms:M1, M2 - the definition of what the sides know: its roster has stand-ins for hidden units and lures."""
        longer = with_stand_ins(self.content.roster, self.content.series.lures)
        return replace(self, roster=longer, content=replace(self.content, roster=longer))

    @cached_property
    def units(self) -> Roster:
        """The counters with all their columns."""
        return self.content.roster


def facts(s: State) -> Definition:
    """The definition of a game of this system."""
    assert isinstance(s.defn, Definition)
    return s.defn


def roster(s: State) -> Roster:
    """The counters."""
    return facts(s).units


def extra(s: State) -> Extra:
    """The system's own columns."""
    found: Extra = s.extra
    return found


def reading(s: State, ruling: str) -> str:
    """The reading in force of a ruling."""
    return s.defn.rulings[ruling]


def on_map(s: State, side: int) -> list[int]:
    """Units of a side on the map."""
    return [u for u in roster(s).of_side(side) if s.at[u] >= 0]


def frozen(s: State) -> bool:
    """Frost or snow: rivers can be crossed more easily (ms:F2a, E2a-frost, G6-river)."""
    return extra(s).weather in ("frost", "snow")


def strength(s: State, unit: int, *, attacking: bool) -> int:
    """Combat points of a unit on the side that lies up (ms:A2a); an entrenched one has its entrenched defence and no
    attack (ms:F6).
    """
    r = roster(s)
    if s.marks[unit] & ENTRENCHED:
        return 0 if attacking else r.entrenched[unit]
    return (r.attack if attacking else r.defence)[unit][s.steps[unit]]


def stack_size(s: State, units: Iterable[int]) -> int:
    """Half divisions of some units (ms:F7)."""
    size = roster(s).stacking
    return sum(size[u] for u in units)


def stack_limit(s: State, side: int) -> int:
    """Half divisions a hex may hold at the end of a phase (ms:F7)."""
    return 2 * facts(s).content.series.stacking.of(side)


def mode_of(s: State, unit: int) -> str:
    """Mode of the army a unit belongs to; neutral where there are no modes (kharkov:8-modes)."""
    if roster(s).side[unit] == GERMAN:
        return "neutral"
    group = roster(s).group[unit]
    return next((mode for army, mode in extra(s).modes if army == group), "neutral")


def reduce(s: State, unit: int, steps: int, cause: str, cite: str) -> None:
    """Take steps from a unit (ms:G3-DR): a unit that can lie entrenched, or has nothing on its back, has only one."""
    s.lose_steps(unit, min(steps, s.steps[unit]), cause, ELIMINATED, cite)


def city_cite(s: State) -> str:
    """Rule id of the control of cities, and of the points for them, in the scenario being played."""
    return "kharkov:10-cities" if facts(s).content.scenario.front == "kharkov" else "rostov:11-cities"


def enter(s: State, units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Carry units along a path of cells, the first one being where they stand: every hex entered is controlled from
    now on (kharkov:10-cities, rostov:11-cities: the last to enter); of cities it is told.
    """
    side = roster(s).side[units[0]]
    mask = 0
    for cell in path[1:] if s.at[units[0]] == path[0] else path:
        mask |= 1 << cell
    for unit in units:
        s.put(unit, path[-1])
    s.set_control(side, mask, city_cite(s), told=s.defn.map.masks["city"])
    if s.defn.options.get("total-fog"):
        from blackearth.systems.kharkov.contact import entered

        entered(s, side, mask)
