"""Positions of Kharkov and Rostov from the text of a situation: map and units of a scenario, or little ones."""

from __future__ import annotations

from collections.abc import Mapping

from blackearth.core.dice import ScriptedDice
from blackearth.core.flow import settle
from blackearth.core.situation_file import Position, PositionError, UnitEntry
from blackearth.systems.kharkov import modes, movement_phase, rail, sequence, setup
from blackearth.systems.kharkov.board import BOX_IDS, MARK_NAMES, SIDES, SOVIET, Definition, Extra, State, extra, facts
from blackearth.systems.kharkov.charts import WEATHER
from blackearth.systems.kharkov.modes import MODES
from blackearth.systems.kharkov.situation_map import little_map
from blackearth.systems.kharkov.situation_units import with_units

#: Words for the steps of a player turn: number of the step in the sequence of play.
PHASES = {
    "air superiority": 0, "supply": 1, "movement": 2, "combat": 4, "breakthrough": 6, "exploitation": 7,
    "rail interdiction": 9, "isolation": 10,
}  # fmt: skip
#: The start of a game turn: weather, reinforcements, modes, withdrawal.
TURN = "start of turn"
_SECOND_IMPULSE = PHASES["breakthrough"]
_MARKS = {name: bit for bit, name in MARK_NAMES.items()}
_TRACKS = ("soviet air", "german air", "soviet rail", "german rail", "soviet interdicted", "german interdicted")


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
    s = State(defn, ScriptedDice([]), Extra(spent=[0] * len(defn.roster)))
    _start(s, position)
    for number, entry in enumerate(position.unit):
        _place(s, number, entry)
    s.rebuild()
    _control(s, position)
    _when(s, position)
    _conditions(s, position.conditions)
    if position.markers:
        raise PositionError("markers", "this game has no markers on hexes")
    _begin(s, position)
    return s


def _start(s: State, position: Position) -> None:
    if position.setup and position.map is not None:
        raise PositionError("setup", "a little map has no set-up of a scenario")
    if position.setup not in ("", "suggested"):
        raise PositionError("setup", f"there is no set-up “{position.setup}”; there is: suggested")
    if position.setup:
        setup.suggested(s)
        return
    s.control = s.defn.map.masks["soviet_start"]
    s.turn = facts(s).content.scenario.first_turn
    extra(s).modes = modes.initial(s)


def _place(s: State, number: int, entry: UnitEntry) -> None:
    unit, r = s.defn.roster.index[entry.id], s.defn.roster
    boxes = {name: box for box, name in BOX_IDS.items()}
    where = f"unit[{number}]"
    cell = s.defn.map.grid.find(entry.hex)
    if cell < 0 and entry.hex not in boxes:
        raise PositionError(f"{where}.hex", f"“{entry.hex}” is neither a hex of the map nor one of {', '.join(boxes)}")
    s.at[unit] = cell if cell >= 0 else boxes[entry.hex]
    if not 0 <= entry.steps <= r.steps[unit]:
        raise PositionError(f"{where}.steps", f"{entry.id} has at most {r.steps[unit]} steps")
    s.steps[unit] = 0 if entry.hex == "eliminated" else entry.steps or r.steps[unit]
    s.marks[unit] = 0
    for mark in entry.marks:
        if mark not in _MARKS:
            raise PositionError(f"{where}.marks", f"there is no marker “{mark}”; there are: {', '.join(_MARKS)}")
        s.marks[unit] |= _MARKS[mark]
    extra(s).spent[unit] = round(entry.spent * 2)


def _control(s: State, position: Position) -> None:
    """kharkov:10-cities - the control of the start, the exceptions named, and every unit's own hex."""
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
    s.control = (s.control | s.occupied[0]) & ~s.occupied[1]


def _when(s: State, position: Position) -> None:
    scenario = facts(s).content.scenario
    s.turn = position.turn or s.turn
    if not scenario.first_turn <= s.turn <= scenario.last_turn:
        text = f"{scenario.name} has the turns {scenario.first_turn} to {scenario.last_turn}"
        raise PositionError("turn", text)
    if position.side and position.side not in SIDES:
        raise PositionError("side", f"there is no side “{position.side}”; there are: {', '.join(SIDES)}")
    if position.phase and position.phase not in (*PHASES, TURN):
        known = ", ".join((TURN, *PHASES))
        raise PositionError("phase", f"there is no phase “{position.phase}”; there are: {known}")
    extra(s).weather = facts(s).content.turn(s.turn).weather


def _conditions(s: State, conditions: Mapping[str, str]) -> None:
    """The weather, and the modes of armies: ``weather = "mud"``, ``"mode 40" = "offensive"``."""
    x = extra(s)
    now = dict(x.modes)
    for name, value in conditions.items():
        word, _, army = name.partition(" ")
        if name == "weather" and value in WEATHER:
            x.weather = value
        elif word == "mode" and army in now and value in MODES:
            now[army] = value
        else:
            text = f"“{name} = {value}” is neither a weather ({', '.join(WEATHER)}) nor a mode of an army"
            raise PositionError(f"conditions.{name}", text)
    x.modes = tuple(now.items())


def _tracks(s: State, tracks: Mapping[str, int]) -> None:
    """Air markers, and rail points in points; what is not given is as the turn has it."""
    x, turn = extra(s), facts(s).content.turn(s.turn)
    for name in tracks:
        if name not in _TRACKS:
            raise PositionError(f"tracks.{name}", f"there is no track “{name}”; there are: {', '.join(_TRACKS)}")
    x.air = tracks.get("soviet air", turn.air[0]), tracks.get("german air", turn.air[1])
    cut = tracks.get("soviet interdicted", 0), tracks.get("german interdicted", 0)
    x.interdicted = rail.HALVES * cut[0], rail.HALVES * cut[1]
    points = [rail.HALVES * turn.rail[side] if side == s.active else 0 for side in (0, 1)]
    points = [rail.HALVES * tracks.get(f"{name} rail", points[n] // rail.HALVES) for n, name in enumerate(SIDES)]
    x.rail = points[0], points[1]


def _begin(s: State, position: Position) -> None:
    """Let the sequence of play run from the phase on until somebody is asked."""
    first = SIDES.index(facts(s).content.scenario.first_player)
    s.active = SIDES.index(position.side) if position.side else first
    _tracks(s, position.tracks)
    phase = position.phase or "movement"
    spent = extra(s).spent.copy()
    if phase == TURN:
        s.active = first
        s.flow = [sequence.Turns(1), sequence.Play("game turn")]
    else:
        extra(s).exploiting = PHASES[phase] >= _SECOND_IMPULSE
        s.flow = [sequence.Turns(2 if s.active == first else 3), sequence.Play("player turn", PHASES[phase])]
    try:
        settle(s)
    except LookupError as error:
        text = f"{phase} throws dice before anybody is asked; begin in the phase before it and play from there"
        raise PositionError("phase", text) from error
    if any(spent) and isinstance(s.flow[-1], movement_phase.MovementPhase):
        extra(s).spent = spent
