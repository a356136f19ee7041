"""Positions of Kharkov and Rostov from the text of a situation: map and units of a scenario, or little ones."""

from __future__ import annotations

from collections.abc import Mapping

from blackearth.core.dice import ScriptedDice
from blackearth.core.situation_file import Position, PositionError
from blackearth.lib import position as lib
from blackearth.systems.kharkov import modes, movement_phase, rail, sequence, setup
from blackearth.systems.kharkov.board import BOX_IDS, MARK_NAMES, SIDES, Definition, Extra, State, extra, facts
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
_BOXES = {name: box for box, name in BOX_IDS.items()}
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
        extra(s).spent[lib.place(s, number, entry, _BOXES, _MARKS)] = round(entry.spent * 2)
    s.rebuild()
    lib.hold(s, position, SIDES)
    lib.set_time(s, position, facts(s).content.scenario, SIDES, (TURN, *PHASES))
    extra(s).weather = facts(s).content.turn(s.turn).weather
    _conditions(s, position.conditions)
    lib.check_names("markers", "marker on hexes", position.markers, ())
    _begin(s, position)
    return s


def _start(s: State, position: Position) -> None:
    """The set-up of the scenario, or nothing but its control and modes."""
    lib.check_setup(position)
    if position.setup:
        setup.suggested(s)
        return
    s.control = s.defn.map.masks["soviet_start"]
    s.turn = facts(s).content.scenario.first_turn
    extra(s).modes = modes.initial(s)


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
    lib.check_names("tracks", "track", tracks, _TRACKS)
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
    lib.run(s, phase)
    if any(spent) and isinstance(s.flow[-1], movement_phase.MovementPhase):
        extra(s).spent = spent
