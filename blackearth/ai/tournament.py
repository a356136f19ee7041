"""Games between computer players: side-swapped pairs, results by pair and by side.

    python -m blackearth.ai.tournament computer greedy --games 20 --scenario breakthrough

The dice of game number n depend on n alone, so both games of a pair see the same seed. A draw counts half.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from blackearth import ai
from blackearth.core import flow
from blackearth.core.dice import seed_of
from blackearth.core.game import new_game
from blackearth.core.state import State

#: A game with more decisions than this does not end.
ENDLESS = 50_000


@dataclass
class Played:
    """A finished game.

    Attributes:
        names: the players of side 0 and side 1.
        winner: side, or None for a draw.
        level: name of the victory level.
        score: points of both sides.
        decisions: how many were taken.
        slowest: most processor time taken for one player turn by side, in seconds.
        seconds: processor time by side.
        refused: answers that the rules refused; a defect of the player.
    """

    names: tuple[str, str]
    winner: int | None = None
    level: str = ""
    score: tuple[int, int] = (0, 0)
    decisions: int = 0
    slowest: list[float] = field(default_factory=lambda: [0.0, 0.0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    refused: int = 0

    def points(self, side: int) -> float:
        """1 for a win of a side, a half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == side)


def play(
    names: tuple[str, str], number: int, scenario: str = "breakthrough", system: str = "ring-of-fire",
    setup: str | None = None, check: bool = True,
) -> Played:  # fmt: skip
    """Play a game to its end.

    Args:
        names: the players of side 0 and side 1.
        number: number of the game; dice and players' seeds follow from it.
        scenario: scenario id.
        system: system id.
        setup: one of the scenario's set-ups, the first one if None.
        check: ask the rules about every answer before it is carried out.
    """
    game = new_game(system, scenario, seed=seed_of(number), setup=setup)
    agents = [ai.make(name, f"{number} {side}") for side, name in enumerate(names)]
    state, played = game.state, Played(names)
    turn: dict[tuple[int, int, int], float] = {}
    while state.decision is not None and played.decisions < ENDLESS:
        side = state.decision.side
        fork = state.defn.system.fork(state, side, seed_of(7_000_000 + played.decisions))
        start = time.process_time()
        action = agents[side].decide(fork, side)
        spent = time.process_time() - start
        key = (state.turn, state.active, side)
        turn[key] = turn.get(key, 0.0) + spent
        if check and flow.why_not(state, action):
            played.refused += 1
            action = state.decision.sample(state, agents[side].random)
        flow.perform(state, action)
        played.decisions += 1
    _note(state, played, turn)
    return played


def _note(state: State, played: Played, turn: dict[tuple[int, int, int], float]) -> None:
    result = state.defn.system.result(state)
    if result is None:
        raise RuntimeError("the game does not end")
    played.winner, played.level, played.score = result.winner, result.level, result.score
    for side in (0, 1):
        times = [spent for (_, active, who), spent in turn.items() if who == side and active == side]
        played.slowest[side] = max(times, default=0.0)
        played.seconds[side] = sum(spent for (_, _, who), spent in turn.items() if who == side)


def pairs(
    first: str, second: str, games: Sequence[int], scenario: str = "breakthrough", setup: str | None = None
) -> Iterator[Played]:
    """Two games for each number, with the sides swapped."""
    for number in games:
        yield play((first, second), number, scenario, setup=setup)
        yield play((second, first), number, scenario, setup=setup)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="side-swapped games between computer players")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=10, help="number of pairs")
    parser.add_argument("--from", dest="begin", type=int, default=0, help="number of the first pair")
    parser.add_argument("--scenario", default="breakthrough")
    parser.add_argument("--setup", default=None)
    chosen = parser.parse_args(arguments)
    total = [0.0, 0.0]
    numbers = range(chosen.begin, chosen.begin + chosen.games)
    for n, played in enumerate(pairs(chosen.first, chosen.second, numbers, chosen.scenario, chosen.setup)):
        side = n % 2
        total[side] += played.points(side)
        sys.stdout.write(
            f"{chosen.begin + n // 2:4} {chosen.first} is side {side}: {played.points(side):.1f}  {played.level}"
            f" {played.score[0]}-{played.score[1]}  slowest turn {played.slowest[0]:.2f} {played.slowest[1]:.2f} s,"
            f" {played.decisions} decisions, {played.refused} refused\n"
        )
        sys.stdout.flush()
    sys.stdout.write(
        f"{chosen.first} against {chosen.second}: {sum(total)} of {2 * chosen.games}"
        f" (as side 0 {total[0]}, as side 1 {total[1]}, of {chosen.games} each)\n"
    )


if __name__ == "__main__":
    main()
