"""Skirmish: a whole game system in one file, on a map of five by five hexes. docs/adding-a-system.md walks through it.

The rules of Skirmish:

* 1.1  Red moves and attacks, then blue; six turns. Who has more steps left at the end wins.
* 2.1  In its player turn a unit may move once, by one hex, to a hex without units.
* 3.1  Afterwards each unit may attack one enemy unit next to it: a 4, 5 or 6 takes a step; in the wood only a 5 or 6.
* 3.2  An eliminated unit is out of the game. The attacker may enter the emptied hex at once.
* 4.1  Option: attackers that did not move hit with a 3 as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.advice import Advice
from blackearth.core.choices import Choice, Hex, Target
from blackearth.core.dice import ScriptedDice, SeededDice
from blackearth.core.drawing import CounterPicture, Face, HexPicture, MapPicture
from blackearth.core.events import Moved, Result, StepBegan
from blackearth.core.frames import Frame
from blackearth.core.frames import Sequence as Steps
from blackearth.core.mapdata import MapData, Roster
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.options import OptionSpec, RulingSpec, resolve
from blackearth.core.refusals import Refusal
from blackearth.core.situation_file import Position, PositionError
from blackearth.core.state import Definition, State
from blackearth.core.system import GameResult, QueryError, RuleEntry, ScenarioSpec
from blackearth.hexes.grid import Grid
from blackearth.hexes.mask import cells

# -- vocabulary: boxes, markers, the system's own columns --------------------------------------------------------------

ELIMINATED = -2
MOVED, ATTACKED = 1, 2
TURNS = 6
SIDES = ("red", "blue")


class Extra(msgspec.Struct):
    """What only this game has: the steps each side has lost."""

    lost: tuple[int, int] = (0, 0)

    def clone(self) -> Extra:
        return Extra(self.lost)


# -- rules: questions to a state ---------------------------------------------------------------------------------------


def own(s: State, mark: int) -> tuple[int, ...]:
    """Units of the active side on the map that do not have a marker yet."""
    return tuple(u for u in s.defn.roster.of_side(s.active) if s.at[u] >= 0 and not s.marks[u] & mark)


def free_hexes(s: State, unit: int) -> int:
    """skirmish:2.1 - mask of the hexes a unit may move to."""
    ring = s.defn.map.grid.ring[s.at[unit]]
    return ring & ~(s.occupied[0] | s.occupied[1])


def targets(s: State, unit: int) -> tuple[int, ...]:
    """skirmish:3.1 - the enemy units next to a unit."""
    near = cells(s.defn.map.grid.ring[s.at[unit]] & s.occupied[1 - s.active])
    return tuple(u for cell in near for u in s.stacks[cell])


def needed(s: State, unit: int, target: int) -> int:
    """skirmish:3.1, 4.1 - the least die that hits."""
    least = 5 if s.defn.map.has("wood", s.at[target]) else 4
    return least - (s.defn.options["ambush"] and not s.marks[unit] & MOVED)


# -- offers: what may be answered --------------------------------------------------------------------------------------


class Move(Offer):
    """skirmish:2.1 - one unit, one hex."""

    verb = "move"
    weight = 3.0

    def choice(self, state: State) -> Choice | None:
        hexes = {u: mask for u in own(state, MOVED) if (mask := free_hexes(state, u))}
        union = 0
        for mask in hexes.values():
            union |= mask
        if not hexes:
            return None
        return Hex(
            verb=self.verb, label="Move a unit", cite="skirmish:2.1", units=tuple(hexes), hexes=union, hexes_of=hexes
        )

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal("skirmish:2.1", "name one unit and one hex")
        elif action.units[0] not in own(state, MOVED):
            yield Refusal("skirmish:2.1", "this is no unit of yours that may still move", action.units)
        elif not free_hexes(state, action.units[0]) >> action.hexes[0] & 1:
            yield Refusal(
                "skirmish:2.1", "a unit moves to a neighbouring hex without units", action.units, action.hexes
            )

    def do(self, state: State, action: Action) -> None:
        unit, cell = action.units[0], action.hexes[0]
        path = (state.at[unit], cell)
        state.put(unit, cell)
        state.mark((unit,), MOVED)
        state.emit(Moved((unit,), path, "move", cite="skirmish:2.1"))


class Attack(Offer):
    """skirmish:3.1 - one unit against one enemy unit."""

    verb = "attack"

    def choice(self, state: State) -> Choice | None:
        found = {u: some for u in own(state, ATTACKED) if (some := targets(state, u))}
        if not found:
            return None
        enemies = tuple(dict.fromkeys(t for some in found.values() for t in some))
        return Target(
            verb=self.verb, label="Attack", cite="skirmish:3.1", units=tuple(found), targets=enemies, targets_of=found
        )

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 2 or action.hexes or action.amounts or action.word:
            yield Refusal("skirmish:3.1", "name an attacker and its target")
        elif action.units[0] not in own(state, ATTACKED):
            yield Refusal("skirmish:3.1", "this is no unit of yours that may still attack", action.units[:1])
        elif action.units[1] not in targets(state, action.units[0]):
            yield Refusal("skirmish:3.1", "the target is no enemy unit next to the attacker", action.units[1:])

    def do(self, state: State, action: Action) -> None:
        unit, target = action.units
        cell = state.at[target]
        state.mark((unit,), ATTACKED)
        hit = state.roll("attack", hexes=(cell,)) >= needed(state, unit, target)
        state.emit(Result("Attack on", cell, "hit" if hit else "miss", (unit,), cite="skirmish:3.1"))
        if hit:
            lost = state.extra.lost
            state.extra.lost = (lost[0], lost[1] + 1) if state.active == 0 else (lost[0] + 1, lost[1])
            state.lose_steps(target, 1, "attack", ELIMINATED, "skirmish:3.1")
            if state.at[target] < 0:
                state.push(Advance(unit, cell))


# -- frames: where the game is -----------------------------------------------------------------------------------------


class Movement(Frame, frozen=True, tag="skirmish.movement"):
    """skirmish:2.1 - the movement step."""

    def step(self, state: State) -> Decision:
        end = Press("end-movement", "End movement", State.pop, "skirmish:2.1", primary=True)
        return Decision(state.active, "Movement", "Move your units by one hex.", "skirmish:2.1", (Move(), end))


class Combat(Frame, frozen=True, tag="skirmish.combat"):
    """skirmish:3.1 - the combat step; it ends by itself when nobody can attack."""

    def step(self, state: State) -> Decision | None:
        attack = Attack()
        if attack.choice(state) is None:
            state.pop()
            return None
        end = Press("end-combat", "End combat", State.pop, "skirmish:3.1", primary=True)
        return Decision(state.active, "Combat", "Attack enemies next to your units.", "skirmish:3.1", (attack, end))


class Advance(Frame, frozen=True, tag="skirmish.advance"):
    """skirmish:3.2 - the attacker may enter the emptied hex.

    Attributes:
        unit: the attacker.
        cell: the hex.
    """

    unit: int
    cell: int

    def step(self, state: State) -> Decision:
        go = Press("advance", "Advance", self._go, "skirmish:3.2", primary=True)
        stay = Press("stay", "Stay", State.pop, "skirmish:3.2")
        return Decision(state.active, "Advance", "The hex is empty: enter it?", "skirmish:3.2", (go, stay))

    def _go(self, state: State) -> None:
        path = (state.at[self.unit], self.cell)
        state.pop()
        state.put(self.unit, self.cell)
        state.emit(Moved((self.unit,), path, "advance", cite="skirmish:3.2"))


def _told(title: str, frame: Frame) -> Callable[[State], Frame]:
    def begin(s: State) -> Frame:
        s.emit(StepBegan(s.turn, s.active, title))
        return frame

    return begin


class Play(Steps, frozen=True, tag="skirmish.sequence"):
    """skirmish:1.1 - the steps of a player turn."""

    steps: ClassVar[Mapping[str, tuple[Callable[[State], Frame | None], ...]]] = {
        "player turn": (_told("Movement", Movement()), _told("Combat", Combat())),
    }


class Turns(Frame, frozen=True, tag="skirmish.turns"):
    """skirmish:1.1 - red, then blue, until the last turn or until a side is gone.

    Attributes:
        next: side whose player turn comes next.
    """

    next: int = 0

    def step(self, state: State) -> None:
        for unit in range(len(state.marks)):
            state.marks[unit] = 0
        if self.next == 2:
            state.turn += 1
        if state.turn > TURNS or not all(state.occupied):
            state.turn = min(state.turn, TURNS)
            state.pop()
            return
        state.active = self.next % 2
        state.become(Turns(state.active + 1))
        state.push(Play("player turn"))


# -- the registered system ---------------------------------------------------------------------------------------------

_UNITS = (
    ("R1", 0, "0101"),
    ("R2", 0, "0201"),
    ("R3", 0, "0301"),
    ("B1", 1, "0305"),
    ("B2", 1, "0405"),
    ("B3", 1, "0505"),
)


class Skirmish:
    """See `blackearth.core.system.GameSystem`."""

    id = "skirmish"
    name = "Skirmish"
    sides = SIDES
    frames: tuple[type[Frame], ...] = (Turns, Play, Movement, Combat, Advance)
    extra_type: type[Any] = Extra

    def box_name(self, box: int) -> str:
        return "the eliminated units"

    def scenarios(self) -> Sequence[ScenarioSpec]:
        return (ScenarioSpec("meadow", "On the meadow", TURNS, "Three units a side and a wood between them."),)

    def options(self) -> Sequence[OptionSpec]:
        return (OptionSpec("ambush", "Ambush", "Attackers that did not move hit with one less.", "skirmish:4.1"),)

    def rulings(self) -> Sequence[RulingSpec]:
        return ()

    def rules(self) -> Sequence[RuleEntry]:
        titles = {"1.1": "Turns", "2.1": "Movement", "3.1": "Attacks", "3.2": "Advance"}
        found = [RuleEntry(f"skirmish:{number}", "rule", title) for number, title in titles.items()]
        return (*found, RuleEntry("skirmish:4.1", "option", "Ambush"))

    def define(
        self, scenario: str, options: Mapping[str, bool], rulings: Mapping[str, str], overlay: Path | None = None
    ) -> Definition:
        if scenario != "meadow":
            raise LookupError(f"there is no scenario “{scenario}”")
        chosen, readings = resolve(options, rulings, self.options(), self.rulings())
        grid = Grid("pointy", {f"{r:02}{c:02}": (c, r) for r in range(1, 6) for c in range(1, 6)})
        chart = MapData(grid, {"wood": grid.mask(["0203", "0303", "0403"])}, {})
        ids = tuple(name for name, _, _ in _UNITS)
        roster = Roster(ids, ids, tuple(side for _, side, _ in _UNITS), (True,) * 6, (2,) * 6)
        return Definition(self, scenario, chart, roster, chosen, readings)

    def start(self, defn: Definition, seed: str, setup: str) -> State:
        state = State(defn, SeededDice(seed), Extra())
        for unit, (_, _, label) in enumerate(_UNITS):
            state.put(unit, defn.map.grid.cell(label))
        state.flow = [Turns()]
        flow.settle(state)
        return state

    def situation(self, position: Position) -> State:
        state = State(self.define(position.scenario, position.options, position.rulings), ScriptedDice([]), Extra())
        for number, entry in enumerate(position.unit):
            unit, cell = state.defn.roster.index.get(entry.id, -1), state.defn.map.grid.find(entry.hex)
            if unit < 0 or cell < 0:
                raise PositionError(f"unit[{number}]", f"there is no unit {entry.id} or no hex {entry.hex}")
            state.put(unit, cell)
            state.steps[unit] = entry.steps or 2
        state.turn = position.turn or 1
        state.flow = [Turns(SIDES.index(position.side or "red"))]
        flow.settle(state)
        return state

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        ids, label = state.defn.roster.ids, state.defn.map.grid.label
        names = {MOVED: "moved", ATTACKED: "attacked"}
        units = {
            ids[u]: [label(at) if at >= 0 else "eliminated", state.steps[u], [n for b, n in names.items() if m & b], 0]
            for u, (at, m) in enumerate(zip(state.at, state.marks, strict=True))
        }
        result = self.result(state)
        return {
            "system": self.id, "scenario": state.defn.scenario, "turn": state.turn, "turns": TURNS, "date": "",
            "active": SIDES[state.active], "steps": [], "title": f"{SIDES[state.active]} turn", "units": units,
            "control": {}, "markers": [], "attacks": [], "tracks": [], "boxes": [],
            "points": dict(zip(SIDES, self.score(state), strict=True)),
            "result": result and {"winner": result.winner, "level": result.level, "text": result.text},
        }  # fmt: skip

    def query(self, state: State, side: int | None, name: str, args: Mapping[str, Any]) -> Any:
        if name == "points":
            score = self.score(state)
            lines = [{"label": f"{who} steps", "value": str(n)} for who, n in zip(SIDES, score, strict=True)]
            return {
                "title": "Steps left",
                "lines": lines,
                "total": str(score[0] - score[1]),
                "score": score,
                "level": "",
            }
        raise QueryError(f"there is no query “{name}”; there is: points")

    def sheet(self, defn: Definition) -> dict[str, Any]:
        grid = defn.map.grid
        return {
            "hexes": {grid.label(c): [*grid.centre(c), ["wood"] if defn.map.has("wood", c) else []] for c in grid.cells}
        }

    def pictures(self, defn: Definition) -> tuple[MapPicture, Sequence[CounterPicture]]:
        grid = defn.map.grid
        hexes = tuple(
            HexPicture(grid.label(c), *grid.centre(c), ("woods",) if defn.map.has("wood", c) else ())
            for c in grid.cells
        )
        sheet = MapPicture(name="meadow", title="Meadow", subtitle="", pointy=True, hexes=hexes, owners=SIDES)
        faces = (Face(2, "4-4"), Face(1, "4-4", reduced=True))
        nations = ("redarmy", "wehrmacht")
        return sheet, [
            CounterPicture(id=unit, nation=nations[side], designation=unit, faces=faces, symbol="infantry", steps=2)
            for unit, side, _ in _UNITS
        ]

    def result(self, state: State) -> GameResult | None:
        if state.flow:
            return None
        red, blue = self.score(state)
        winner = None if red == blue else int(blue > red)
        level = "draw" if winner is None else f"{SIDES[winner]} victory"
        return GameResult(winner, level, (red, blue), f"{level.capitalize()}: {red} to {blue} steps.")

    def score(self, state: State) -> tuple[int, int]:
        steps = [sum(state.steps[u] for u in state.defn.roster.of_side(side)) for side in (0, 1)]
        return steps[0], steps[1]

    def fork(self, state: State, side: int, seed: str) -> State:
        new = state.clone()
        new.dice = SeededDice(seed)
        return new

    def advice(self, state: State, side: int) -> Advice:
        raise NotImplementedError("Skirmish gives no advice: only the random player plays it")

    def check(self, state: State) -> list[str]:
        return list(self._broken(state))

    def _broken(self, s: State) -> Iterator[str]:
        standing = [at for at in s.at if at >= 0]
        if len(set(standing)) < len(standing):
            yield "two units share a hex"
        if sum(s.steps) + sum(s.extra.lost) != sum(s.defn.roster.steps):
            yield "steps have been lost that nobody counted"
        if any((at < 0) != (steps == 0) for at, steps in zip(s.at, s.steps, strict=True)):
            yield "a unit without steps stands on the map, or one with steps does not"

    def check_data(self, overlay: Path | None = None) -> list[str]:
        return []


SYSTEM = Skirmish()
