"""Playing on from a moment of another game."""

from __future__ import annotations

import re

from blackearth.core.dice import SeededDice, fresh_seed
from blackearth.core.events import Note
from blackearth.core.game import Game, opening_of
from blackearth.core.refusals import Refusal, Refused

#: What such a game has in place of a set-up, with the number of decisions behind it: its start cannot be made again.
SETUP = "branch"
#: As many digits as a number of decisions can have: a forged save may name any.
_ORIGIN = re.compile(rf"{SETUP}:([0-9]{{1,9}})")


def origin(setup: str) -> int | None:
    """After how many decisions of another game one with this set-up begins; None where it is no such game, or old."""
    found = _ORIGIN.fullmatch(setup)
    return int(found[1]) if found else None


def branch(game: Game, number: int) -> Game:
    """A game that begins where another stood after a number of decisions, with a record and dice of its own.

    Args:
        game: the other game, which stays as it is.
        number: decisions taken in it before, from 0.

    Raises:
        Refused: it was over there.
        SaveError: its record does not lead there.
    """
    state = game.at(number).clone()
    if state.decision is None:
        raise Refused([Refusal("", "The game is over there; go back to a moment before its end.")])
    seed = fresh_seed()
    # The rolls of the new seed are counted from the beginning, so that they can be checked like those of any game.
    state.dice, state.rolls = SeededDice(seed), 0
    state.events = [Note(side=state.active, text=f"Played on from decision {number} of another game")]
    return Game(state, seed, f"{SETUP}:{number}", opening=opening_of(state))
