"""A game as text that people read: every decision with what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from blackearth.core.describe import plain
from blackearth.core.events import StepBegan, TurnBegan
from blackearth.core.game import Game
from blackearth.core.saves import LogEntry


def transcript(game: Game) -> Iterator[str]:
    """The lines of a game: a heading for each player turn and step, the decisions, and below each what happened."""
    sides = game.system.sides
    yield f"{game.system.name}: {game.defn.scenario}, set-up {game.setup}, commitment {game.commitment[:16]}"
    place = ("", 0, "")
    if game.opening is not None:
        yield f"\nTurn {game.opening.turn}, before the first decision"
        yield from _events(game, game.opening)
    for number, entry in enumerate(game.log, 1):
        here = (sides[entry.side], entry.turn, entry.step)
        if here != place:
            place = here
            yield f"\nTurn {entry.turn}, {entry.step.lower()} ({sides[entry.side]})"
        yield f"  {number}. {entry.action}"
        yield from _events(game, entry)
    result = game.result
    yield f"\n{result.text}" if result else f"\nThe game goes on: {len(game.log)} decisions."


def _events(game: Game, entry: LogEntry) -> Iterator[str]:
    for event in entry.events:
        if isinstance(event, StepBegan):
            yield f"    -- {game.system.sides[event.side]}: {event.title}, turn {event.turn}"
        elif not isinstance(event, TurnBegan):
            yield f"     {plain(game.defn, event)}"
