"""Playing a recorded game again, decision by decision, and comparing what comes out with what was recorded."""

from __future__ import annotations

from collections.abc import Iterator

from blackearth.core import flow, saves, secrets
from blackearth.core.dice import DiceSource, ScriptedDice, SeededDice, commitment
from blackearth.core.game import Game
from blackearth.core.refusals import Refused
from blackearth.core.state import State


def verify(game: Game, *, seeded: bool = True, promised: str = "") -> list[str]:
    """Every difference between a record and its replay; empty if there is none.

    Args:
        game: the record.
        seeded: throw the dice anew from the seed (True) or take the recorded ones (False).
        promised: the hash of the seed that was published before play, if it is known.
    """
    found = list(_differences(game, seeded))
    if seeded and promised and commitment(game.seed) != promised:
        found.insert(0, "the seed is not the one whose hash was published before play")
    return found


def _differences(game: Game, seeded: bool) -> Iterator[str]:
    values = [roll.value for entry in game.log for roll in entry.dice]
    first = game.state.rolls - len(values)  # dice thrown before the first decision
    dice: DiceSource = SeededDice(game.seed) if seeded else ScriptedDice(values, first)
    try:
        state = game.codec.decode(saves.unpack(game.snapshots[0].state), dice)
    except ValueError:
        yield "the snapshot of the start is damaged"
        return
    flow.settle(state)
    snapshots = {snapshot.seq: snapshot.state for snapshot in game.snapshots}
    for number, entry in enumerate(game.log, 1):
        try:
            state = secrets.apply(state, game.parse(entry.action))
        except (Refused, LookupError, ValueError) as error:
            yield f"decision {number}, “{entry.action}”, cannot be taken any more: {error}"
            return
        rolled, recorded = [r.value for r in state.chance], [r.value for r in entry.dice]
        if rolled != recorded:
            yield f"decision {number}, “{entry.action}”: the record has the dice {recorded}, the seed gives {rolled}"
            return
        if game.codec.digest(state) != entry.digest:
            yield f"decision {number}, “{entry.action}”, leads to another position than the record's"
            return
        yield from _snapshot(game, state, snapshots.get(number), number)
    if game.codec.digest(state) != game.codec.digest(game.state):
        yield "the saved position is not the one the record leads to"


def _snapshot(game: Game, state: State, packed: str | None, number: int) -> Iterator[str]:
    try:
        same = packed is None or saves.unpack(packed) == game.codec.encode(state)
    except ValueError:
        yield f"the snapshot after decision {number} is damaged"
        return
    if not same:
        yield f"the snapshot after decision {number} is another position"
