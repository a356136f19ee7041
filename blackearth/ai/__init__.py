"""Computer players.

They reach a rulebook only through its registered `GameSystem` and its `Advice`. `make` gives a player, `Agent.decide`
its action; the state it is given is a fork with other dice than the game's (`GameSystem.fork`).
"""

from __future__ import annotations

from blackearth.ai.agent import Agent
from blackearth.ai.computer import Computer
from blackearth.ai.greedy import Greedy
from blackearth.ai.random_player import RandomPlayer

_PLAYERS: dict[str, type[Agent]] = {"computer": Computer, "greedy": Greedy, "random": RandomPlayer}

__all__ = ["Agent", "make", "players"]


def players() -> tuple[str, ...]:
    """Names of the players, the strongest first."""
    return tuple(_PLAYERS)


def make(name: str, seed: int | str = 0) -> Agent:
    """A player.

    Args:
        name: one of `players`.
        seed: what its own random choices depend on.

    Raises:
        LookupError: there is no such player.
    """
    if name not in _PLAYERS:
        raise LookupError(f"there is no computer player “{name}”; there are: {', '.join(_PLAYERS)}")
    return _PLAYERS[name](seed)
