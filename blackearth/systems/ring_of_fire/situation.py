"""Positions of Ring of Fire from the text of a situation: map and units of a scenario, or little ones."""

from __future__ import annotations

from collections.abc import Mapping

from blackearth.core.dice import ScriptedDice
from blackearth.core.flow import settle
from blackearth.core.situation_file import Position, PositionError, UnitEntry
from blackearth.core.state import NOWHERE
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
from blackearth.systems.ring_of_fire.scenario import GERMAN, SIDES, SOVIET
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
    if position.setup:
        _set_up(s, position)
    for number, entry in enumerate(position.unit):
        _place(s, number, entry, inline=position.map is not None)
    s.rebuild()
    _control(s, position)
    _tracks(s, position.tracks)
    _markers(s, position.markers)
    s.turn = position.turn or s.turn
    _check_turn(s, position)
    _begin(s, position)
    return s


def _empty(defn: Definition) -> State:
    s = State(defn, ScriptedDice([]), Extra(spent=[0] * len(defn.roster)))
    s.control = defn.map.masks["soviet_start"]
    s.turn = defn.content.scenario.first_turn
    return s


def _set_up(s: State, position: Position) -> None:
    if position.map is not None:
        raise PositionError("setup", "a little map has no set-up of a scenario")
    if position.setup != "suggested":
        raise PositionError("setup", f"there is no set-up “{position.setup}”; there is: suggested")
    setup.suggested(s)


def _place(s: State, number: int, entry: UnitEntry, *, inline: bool) -> None:
    unit, r = s.defn.roster.index[entry.id], s.defn.roster
    boxes = {name: box for box, name in BOX_IDS.items()}
    where = f"unit[{number}]"
    cell = s.defn.map.grid.find(entry.hex)
    if cell < 0 and entry.hex not in boxes and not (entry.hex == "" and not r.ground[unit]):
        names = ", ".join(boxes)
        raise PositionError(f"{where}.hex", f"“{entry.hex}” is neither a hex of the map nor one of {names}")
    s.at[unit] = cell if cell >= 0 else boxes.get(entry.hex, AIR_READY)
    full = r.steps[unit]
    if not 0 <= entry.steps <= full:
        raise PositionError(f"{where}.steps", f"{entry.id} has at most {full} steps")
    s.steps[unit] = 0 if entry.hex in ("eliminated", "permanent") else entry.steps or full
    s.marks[unit] = 0
    for mark in entry.marks:
        if mark not in _MARKS:
            raise PositionError(f"{where}.marks", f"there is no marker “{mark}”; there are: {', '.join(_MARKS)}")
        s.marks[unit] |= _MARKS[mark]
    extra(s).spent[unit] = round(entry.spent * 2)


def _control(s: State, position: Position) -> None:
    """rof:3.3 - the start line's control, the exceptions named, and every unit's own hex."""
    grid = s.defn.map.grid
    for side, labels in position.control.items():
        if side not in SIDES:
            raise PositionError(f"control.{side}", f"there is no side “{side}”; there are: {', '.join(SIDES)}")
        mask = 0
        for label in labels:
            cell = grid.find(label)
            if label != "all" and cell < 0:
                raise PositionError(f"control.{side}", f"“{label}” is no hex of the map")
            mask |= grid.all if label == "all" else 1 << cell
        s.control = s.control | mask if side == SIDES[SOVIET] else s.control & ~mask
    side_of = s.defn.roster.side
    both = [grid.label(cell) for cell, units in s.stacks.items() if len({side_of[u] for u in units}) > 1]
    if both:
        raise PositionError("unit", f"both sides stand in {' '.join(both)}")
    s.control = (s.control | s.occupied[SOVIET]) & ~s.occupied[GERMAN]
    lost = s.control & s.defn.map.masks["german_supply"]
    extra(s).lost_supply = tuple(cell for cell in grid.cells if lost >> cell & 1)


def _tracks(s: State, tracks: Mapping[str, int]) -> None:
    x = extra(s)
    for name in tracks:
        if name not in _TRACKS:
            raise PositionError(f"tracks.{name}", f"there is no track “{name}”; there are: {', '.join(_TRACKS)}")
    x.barrages = tracks.get("barrages", x.barrages)
    x.leg = tracks.get("soviet leg", x.leg[0]), tracks.get("german leg", x.leg[1])
    x.mobile = tracks.get("soviet mobile", x.mobile[0]), tracks.get("german mobile", x.mobile[1])
    x.exit_points = tracks.get("soviet exits", x.exit_points[0]), tracks.get("german exits", x.exit_points[1])
    assert all(s.steps[u] for u in range(len(s.at)) if s.at[u] == EXITED)


def _markers(s: State, markers: Mapping[str, tuple[str, ...]]) -> None:
    """rof:15.4 - hexes of Kharkov that Soviet units have entered, whoever holds them now."""
    for name, labels in markers.items():
        if name != "entered":
            raise PositionError(f"markers.{name}", f"there are no markers “{name}”; there are: entered")
        found = {s.defn.map.grid.find(label) for label in labels}
        sources = s.defn.map.masks["german_supply"]
        if -1 in found or any(not sources >> cell & 1 for cell in found):
            raise PositionError("markers.entered", "only hexes that are German sources of supply can be lost as such")
        extra(s).lost_supply = tuple(sorted({*extra(s).lost_supply, *found}))


def _check_turn(s: State, position: Position) -> None:
    assert isinstance(s.defn, Definition)
    scenario = s.defn.content.scenario
    if not scenario.first_turn <= s.turn <= scenario.last_turn:
        text = f"{scenario.name} has the turns {scenario.first_turn} to {scenario.last_turn}"
        raise PositionError("turn", text)
    if position.side and position.side not in SIDES:
        raise PositionError("side", f"there is no side “{position.side}”; there are: {', '.join(SIDES)}")
    if position.phase and position.phase not in PHASES:
        raise PositionError("phase", f"there is no phase “{position.phase}”; there are: {', '.join(PHASES)}")


def _begin(s: State, position: Position) -> None:
    """Let the sequence of play run from the phase on until somebody is asked."""
    s.active = SIDES.index(position.side) if position.side else SOVIET
    phase = position.phase or "movement"
    spent = extra(s).spent.copy()
    s.flow = [sequence.Turns(s.active + 1), sequence.Play("player turn", PHASES[phase])]
    try:
        settle(s)
    except LookupError as error:
        text = f"{phase} throws dice before anybody is asked; begin in the phase before it and play from there"
        raise PositionError("phase", text) from error
    if any(spent) and isinstance(s.flow[-1], movement_phase.MovementPhase):
        extra(s).spent = spent
    assert all(s.at[u] != NOWHERE for u in on_map(s, s.active))
