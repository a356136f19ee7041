"""A tiny system for the tests of the server: two units a side, moves to take back, dice, and a secret number a side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, cast

import msgspec

from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.choices import Amount, Choice, Hex, Target
from blackearth.core.dice import SeededDice
from blackearth.core.drawing import CounterPicture, Face, HexPicture, MapPicture
from blackearth.core.events import Moved, Note
from blackearth.core.frames import Frame
from blackearth.core.mapdata import MapData, Roster
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.options import OptionSpec, RulingSpec, resolve
from blackearth.core.refusals import Refusal
from blackearth.core.state import Definition, State
from blackearth.core.system import GameResult, GameSystem, QueryError, RuleEntry, ScenarioSpec
from blackearth.hexes.grid import Grid

DEAD = -2
TURNS = 6


class Extra(msgspec.Struct):
    """The number that each side keeps secret, 0 before it is chosen."""

    secret: list[int]

    def clone(self) -> Extra:
        return Extra(self.secret.copy())


class Move(Offer):
    verb = "move"
    weight = 3.0

    def choice(self, state: State) -> Choice | None:
        units = alive(state, state.active)
        near = {u: free(state, u) for u in units}
        hexes = reduce(or_, near.values(), 0)
        return Hex(verb="move", label="Move", cite="duel:1", hexes=hexes, units=units, hexes_of=near)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1:
            yield Refusal("duel:1", "one unit moves to one hex")
        elif action.units[0] not in alive(state, state.active):
            yield Refusal("duel:1", "the unit is not yours to move", action.units)
        elif not free(state, action.units[0]) >> action.hexes[0] & 1:
            yield Refusal("duel:1", "a unit goes to an empty neighbouring hex", action.units, action.hexes)

    def do(self, state: State, action: Action) -> None:
        path = (state.at[action.units[0]], action.hexes[0])
        state.put(action.units[0], action.hexes[0])
        state.emit(Moved(action.units, path, "move", 2))


class Fire(Offer):
    verb = "fire"

    def choice(self, state: State) -> Choice | None:
        return Target(
            verb="fire", label="Fire", cite="duel:2", units=alive(state, state.active),
            targets=alive(state, 1 - state.active),
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        own, enemy = alive(state, state.active), alive(state, 1 - state.active)
        if len(action.units) != 2 or action.units[0] not in own or action.units[1] not in enemy:
            yield Refusal("duel:2", "an own unit fires at an enemy unit", action.units)

    def do(self, state: State, action: Action) -> None:
        if state.roll("fire") >= 4:
            state.lose_steps(action.units[1], 1, "fire", DEAD, cite="duel:2")
        end(state)


class Hide(Offer):
    verb = "hide"

    def choice(self, state: State) -> Choice | None:
        return Amount(verb="hide", label="Choose a number", cite="duel:3", least=1, most=99)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.amounts) != 1 or action.units or not 1 <= action.amounts[0] <= 99:
            yield Refusal("duel:3", "a number from 1 to 99 is wanted")

    def do(self, state: State, action: Action) -> None:
        state.extra.secret[state.active] = action.amounts[0]
        state.emit(Note(state.active, f"the secret number is {action.amounts[0]}", to=state.active))


class Turn(Frame, frozen=True, tag="duel.turn"):
    def step(self, state: State) -> Decision | None:
        if SYSTEM.result(state):
            state.pop()
            return None
        offers = (Move(), Fire(), Hide(), Press("end", "End the turn", end, "duel:4", primary=True))
        return Decision(state.active, "Duel", "Move, fire or end the turn.", "duel:4", offers)


def end(state: State) -> None:
    state.turn += state.active
    state.active = 1 - state.active


def alive(state: State, side: int) -> tuple[int, ...]:
    return tuple(u for u in state.defn.roster.of_side(side) if state.at[u] >= 0)


def free(state: State, unit: int) -> int:
    grid = state.defn.map.grid
    ring = grid.ring[state.at[unit]]
    return ring ^ (ring & (state.occupied[0] | state.occupied[1]))


class Duel:
    """As much of a `GameSystem` as the server asks for."""

    id = "duel"
    name = "Duel"
    sides = ("red", "blue")
    frames: tuple[type[Frame], ...] = (Turn,)
    extra_type: type[Any] = Extra

    def scenarios(self) -> Sequence[ScenarioSpec]:
        return (ScenarioSpec("plain", "On the plain", TURNS),)

    def options(self) -> Sequence[OptionSpec]:
        return (OptionSpec("wide", "Wide map", "The map has seven columns.", "duel:5"),)

    def rulings(self) -> Sequence[RulingSpec]:
        return (RulingSpec("D1", "who begins", ("duel:4",), "red", {"red": "red", "blue": "blue"}),)

    def rules(self) -> Sequence[RuleEntry]:
        return ()

    def define(
        self, scenario: str, options: Mapping[str, bool], rulings: Mapping[str, str], overlay: Path | None = None
    ) -> Definition:
        if scenario != "plain":
            raise LookupError(f"there is no scenario “{scenario}”")
        chosen, readings = resolve(options, rulings, self.options(), self.rulings())
        columns = 7 if chosen["wide"] else 5
        places = {f"{c:02}{r:02}": (c, r) for c in range(1, columns + 1) for r in range(1, 6)}
        ids = ("R1", "R2", "B1", "B2")
        roster = Roster(ids, ids, (0, 0, 1, 1), (True,) * 4, (2,) * 4)
        return Definition(
            cast(GameSystem, self), scenario, MapData(Grid("pointy", places), {}, {}), roster, chosen, readings
        )

    def start(self, defn: Definition, seed: str, setup: str) -> State:
        state = State(defn, SeededDice(seed), Extra([0, 0]))
        for unit, label in enumerate(("0101", "0105", "0501", "0505")):
            state.put(unit, defn.map.grid.cell(label))
        state.active = int(defn.rulings["D1"] == "blue")
        state.flow = [Turn()]
        flow.settle(state)
        return state

    def box_name(self, box: int) -> str:
        return "eliminated"

    def view(self, state: State, side: int | None) -> dict[str, Any]:
        ids, label = state.defn.roster.ids, state.defn.map.grid.label
        units = {ids[u]: [label(at) if at >= 0 else "dead", state.steps[u], [], 0] for u, at in enumerate(state.at)}
        secrets = [secret if side == owner else None for owner, secret in enumerate(state.extra.secret)]
        return {
            "system": self.id, "scenario": state.defn.scenario, "turn": state.turn, "turns": TURNS,
            "active": self.sides[state.active], "units": units, "secrets": secrets, "result": None,
        }  # fmt: skip

    def query(self, state: State, side: int | None, name: str, args: Mapping[str, Any]) -> Any:
        if name == "secret":
            return state.extra.secret[side] if side is not None else None
        if name == "reach":
            return state.defn.map.grid.labels(free(state, state.defn.roster.index[args["units"][0]]))
        raise QueryError(f"there is no query “{name}”")

    def sheet(self, defn: Definition) -> dict[str, Any]:
        return {"hexes": {label: [*defn.map.grid.centre(defn.map.grid.cell(label)), []] for label in ("0101",)}}

    def pictures(self, defn: Definition) -> tuple[MapPicture, Sequence[CounterPicture]]:
        grid = defn.map.grid
        hexes = tuple(HexPicture(grid.label(cell), *grid.centre(cell)) for cell in grid.cells)
        sheet = MapPicture(name="duel", title="Duel", subtitle="", pointy=True, hexes=hexes, owners=("red", "blue"))
        faces = tuple(Face(steps, str(steps)) for steps in (1, 2))
        return sheet, [
            CounterPicture(id=unit, nation="redarmy", designation=unit, faces=faces, symbol="infantry")
            for unit in defn.roster.ids
        ]

    def result(self, state: State) -> GameResult | None:
        red, blue = self.score(state)
        if state.turn <= TURNS and red and blue:
            return None
        winner = None if red == blue else int(blue > red)
        return GameResult(winner, "victory" if winner is not None else "draw", (red, blue), "The duel is over.")

    def score(self, state: State) -> tuple[int, int]:
        return len(alive(state, 0)), len(alive(state, 1))

    def fork(self, state: State, side: int, seed: str) -> State:
        new = state.clone()
        new.dice = SeededDice(seed)
        new.extra.secret[1 - side] = 0
        return new

    def check(self, state: State) -> list[str]:
        standing = [at for at in state.at if at >= 0]
        return ["two units share a hex"] if len(set(standing)) < len(standing) else []

    def check_data(self, overlay: Path | None = None) -> list[str]:
        return []


SYSTEM = Duel()
