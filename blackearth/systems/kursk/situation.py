"""Positions of Kursk from the text of a situation: map and units of a scenario, or little ones."""

from __future__ import annotations

from collections.abc import Mapping

from blackearth.core.dice import ScriptedDice
from blackearth.core.situation_file import Position
from blackearth.lib import position as lib
from blackearth.systems.kursk import sequence, setup
from blackearth.systems.kursk.board import (
    AT_BASE,
    BOX_IDS,
    FLOWN,
    IN_RESERVE,
    MARK_NAMES,
    Definition,
    Extra,
    State,
    extra,
    facts,
    roster,
)
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.situation_map import little_map
from blackearth.systems.kursk.situation_units import with_units

#: Words for the steps of a player turn: number of the step in the sequence of play.
PHASES = {
    "interception": 0, "movement": 1, "air superiority": 3, "combat": 4, "motorized movement": 6, "take-off": 8,
}  # fmt: skip
_MARKS = {name: bit for bit, name in MARK_NAMES.items()}
_BOXES = {name: box for box, name in BOX_IDS.items()}
_TRACKS = ("soviet points", "german points")


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
    defn = with_units(defn, position.unit)
    s = State(defn, ScriptedDice([]), Extra())
    lib.check_setup(position)
    _start(s, position)
    for number, entry in enumerate(position.unit):
        lib.place(s, number, entry, _BOXES, _MARKS)
    _aircraft(s, {entry.id for entry in position.unit})
    s.rebuild()
    lib.hold(s, position, SIDES)
    lib.set_time(s, position, facts(s).content.scenario, SIDES, PHASES)
    lib.check_names("markers", "marker on hexes", position.markers, ())
    lib.check_names("conditions", "condition", position.conditions, ())
    lib.check_names("tracks", "track", position.tracks, _TRACKS)
    _points(s, position.tracks)
    _begin(s, position)
    return s


def _start(s: State, position: Position) -> None:
    """The set-up of the scenario, or nothing but its control, and Kampfgruppen in reserve."""
    if position.setup:
        setup.suggested(s)
        return
    s.control = s.defn.map.masks["soviet_start"]
    s.turn = facts(s).content.scenario.first_turn
    for unit, size in enumerate(roster(s).size):
        if size == "KG":
            s.at[unit] = IN_RESERVE


def _aircraft(s: State, named: set[str]) -> None:
    """kursk:air-B - aircraft that are not named are at their bases, where those are on the map; those in the air have
    flown.
    """
    r = roster(s)
    for unit, base in enumerate(r.base):
        if base >= 0 and r.ids[unit] not in named and s.at[base] >= 0:
            s.at[unit] = AT_BASE
        if base >= 0 and s.at[unit] >= 0:
            s.marks[unit] |= FLOWN


def _points(s: State, tracks: Mapping[str, int]) -> None:
    x = extra(s)
    x.points = tracks.get("soviet points", x.points[0]), tracks.get("german points", x.points[1])


def _begin(s: State, position: Position) -> None:
    """Let the sequence of play run from the phase on until somebody is asked."""
    first = SIDES.index(facts(s).content.scenario.first_player)
    s.active = SIDES.index(position.side) if position.side else first
    phase = position.phase or "movement"
    s.flow = [sequence.Turns(1 if s.active == first else 2), sequence.Play("player turn", PHASES[phase])]
    lib.run(s, phase)
