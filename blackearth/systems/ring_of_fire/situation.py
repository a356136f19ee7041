"""Positions of Ring of Fire from the text of a situation: map and units of a scenario, or little ones."""

from __future__ import annotations

from collections.abc import Mapping

from blackearth.core.dice import ScriptedDice
from blackearth.core.situation_file import Position, PositionError, UnitEntry
from blackearth.core.state import NOWHERE
from blackearth.lib import position as lib
from blackearth.systems.ring_of_fire import movement_phase, sequence, setup
from blackearth.systems.ring_of_fire.board import (
    AIR_READY,
    BOX_IDS,
    EXITED,
    MARK_NAMES,
    SPENT_RESERVE,
    Definition,
    Extra,
    State,
    extra,
    on_map,
)
from blackearth.systems.ring_of_fire.scenario import SIDES, SOVIET
from blackearth.systems.ring_of_fire.situation_map import little_map
from blackearth.systems.ring_of_fire.situation_units import with_units

#: Words for the steps of a player turn: number of the step in the sequence of play.
PHASES = {
    "replacements": 0, "movement": 1, "tank combat": 3, "air strikes": 4, "combat": 5, "reserve movement": 7,
    "reserve tank combat": 10, "reserve air strikes": 11, "reserve combat": 12,
}  # fmt: skip
_MARKS = {name: bit for bit, name in MARK_NAMES.items() if name not in ("oos", "attacking")} | {"spent": SPENT_RESERVE}
_TRACKS = ("barrages", "soviet leg", "soviet mobile", "german leg", "german mobile", "soviet exits", "german exits")


def state_of(defn: Definition, position: Position) -> State:
    """The state of a position, settled: with the sequence of play at the phase it names.

    Args:
        defn: the definition of the scenario with the options and rulings of the position.
        position: the position.

    Raises:
        PositionError: it makes no sense; names the key at fault.
    """
    if position.map is not None:
        defn = little_map(defn, position.map)
    s = _empty(with_units(defn, position.unit))
    lib.check_setup(position)
    if position.setup:
        setup.suggested(s)
    for number, entry in enumerate(position.unit):
        unit = lib.place(s, number, entry, _boxes(s, entry), _MARKS, gone=("eliminated", "permanent"))
        extra(s).spent[unit] = round(entry.spent * 2)
    s.rebuild()
    lib.hold(s, position, SIDES)
    lost = s.control & s.defn.map.masks["german_supply"]
    extra(s).lost_supply = tuple(cell for cell in s.defn.map.grid.cells if lost >> cell & 1)
    _tracks(s, position.tracks)
    _markers(s, position.markers)
    lib.set_time(s, position, defn.content.scenario, SIDES, PHASES)
    _begin(s, position)
    return s


def _empty(defn: Definition) -> State:
    s = State(defn, ScriptedDice([]), Extra(spent=[0] * len(defn.roster)))
    s.control = defn.map.masks["soviet_start"]
    s.turn = defn.content.scenario.first_turn
    return s


def _boxes(s: State, entry: UnitEntry) -> dict[str, int]:
    """The boxes by name; aircraft without a place are ready."""
    found = {name: box for box, name in BOX_IDS.items()}
    return found if s.defn.roster.ground[s.defn.roster.index[entry.id]] else found | {"": AIR_READY}


def _tracks(s: State, tracks: Mapping[str, int]) -> None:
    x = extra(s)
    lib.check_names("tracks", "track", tracks, _TRACKS)
    x.barrages = tracks.get("barrages", x.barrages)
    x.leg = tracks.get("soviet leg", x.leg[0]), tracks.get("german leg", x.leg[1])
    x.mobile = tracks.get("soviet mobile", x.mobile[0]), tracks.get("german mobile", x.mobile[1])
    x.exit_points = tracks.get("soviet exits", x.exit_points[0]), tracks.get("german exits", x.exit_points[1])
    assert all(s.steps[u] for u in range(len(s.at)) if s.at[u] == EXITED)


def _markers(s: State, markers: Mapping[str, tuple[str, ...]]) -> None:
    """rof:15.4 - hexes of Kharkov that Soviet units have entered, whoever holds them now."""
    lib.check_names("markers", "marker", markers, ("entered",))
    for labels in markers.values():
        found = {s.defn.map.grid.find(label) for label in labels}
        sources = s.defn.map.masks["german_supply"]
        if -1 in found or any(not sources >> cell & 1 for cell in found):
            raise PositionError("markers.entered", "only hexes that are German sources of supply can be lost as such")
        extra(s).lost_supply = tuple(sorted({*extra(s).lost_supply, *found}))


def _begin(s: State, position: Position) -> None:
    """Let the sequence of play run from the phase on until somebody is asked."""
    s.active = SIDES.index(position.side) if position.side else SOVIET
    phase = position.phase or "movement"
    spent = extra(s).spent.copy()
    s.flow = [sequence.Turns(s.active + 1), sequence.Play("player turn", PHASES[phase])]
    lib.run(s, phase)
    if any(spent) and isinstance(s.flow[-1], movement_phase.MovementPhase):
        extra(s).spent = spent
    assert all(s.at[u] != NOWHERE for u in on_map(s, s.active))
