"""Runs games between computer players, over as many processes as wanted; the same seeds give the same games."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import msgspec

from blackearth import systems
from blackearth.core import flow, secrets
from blackearth.core.dice import seed_of
from blackearth.core.game import Game, new_game
from blackearth.core.refusals import Refused
from blackearth.sim.contract import broken
from blackearth.sim.stats import Rate, wilson

#: Decisions after which a game counts as endless.
LONGEST = 200_000


class GameSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played.

    Attributes:
        system, scenario: ids.
        seed: number that dice, set-up and players depend on.
        players: name of the player of side 0 and of side 1.
        options, rulings: those that differ from the default.
        setup: one of the scenario's set-ups; the first one if None.
        check: look closely at one position in so many; 0: at none.
        data: folder of corrected data files.
        modules: further systems to register: id and module.
    """

    system: str
    scenario: str
    seed: int
    players: tuple[str, str]
    options: dict[str, bool] = {}
    rulings: dict[str, str] = {}
    setup: str | None = None
    check: int = 0
    data: str | None = None
    modules: tuple[tuple[str, str], ...] = ()


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played.

    Attributes:
        seed: of the spec.
        players: name of the player by side.
        winner: side, or None for a draw.
        level: victory level.
        score: victory points by side.
        turns: game turn in which it ended.
        decisions: how many were taken.
        seconds: how long it took.
        faults: broken promises, if they were looked for.
    """

    seed: int
    players: dict[str, str]
    winner: str | None
    level: str
    score: dict[str, int]
    turns: int
    decisions: int
    seconds: float
    faults: tuple[str, ...] = ()


class Players:
    """The computer players of a game. The player ``random`` is drawn from the offers without a detour; what it draws is
    taken on trust, unless the game is looked at closely.

    Args:
        spec: the game.
    """

    def __init__(self, spec: GameSpec) -> None:
        from blackearth import ai

        self.random = Random(f"random play {spec.seed}")
        self._sceptical = bool(spec.check)
        self.agents = [
            None if name == "random" else ai.make(name, f"{spec.seed} {side}") for side, name in enumerate(spec.players)
        ]

    def act(self, game: Game) -> None:
        """Take the pending decision of a game, outside of its log.

        Raises:
            Refused: a player chose what the rules refuse; a defect of the player.
        """
        state, decision = game.state, game.state.decision
        assert decision is not None
        agent = self.agents[decision.side]
        if agent is None:
            seen = game.asked_outlook()
            assert seen.decision is not None
            action = seen.decision.sample(seen, self.random)
            if seen is state and not self._sceptical:
                flow.perform(state, action)
            else:
                game.state = secrets.apply(state, action, seen)
            return
        known = game.system.fork(state, decision.side, f"{self.random.getrandbits(128):032x}")
        game.state = secrets.apply(state, agent.decide(known, decision.side))


def play(spec: GameSpec) -> GameRecord:
    """Play a game to its end.

    Raises:
        RuntimeError: it does not end.
        Refused: a player chose what the rules refuse.
    """
    for system, module in spec.modules:
        systems.register(system, module)
    data = Path(spec.data) if spec.data else None
    game = new_game(
        spec.system, spec.scenario, options=spec.options, rulings=spec.rulings, seed=seed_of(spec.seed),
        setup=spec.setup, data=data,
    )  # fmt: skip
    players, checker = Players(spec), Random(f"check {spec.seed}")
    faults: list[str] = []
    started, decisions = time.perf_counter(), 0
    while game.state.decision is not None:
        if spec.check and not decisions % spec.check:
            faults += (f"seed {spec.seed}, decision {decisions}: {text}" for text in broken(game, checker))
        try:
            players.act(game)
        except Refused as error:
            error.add_note(f"seed {spec.seed}, decision {decisions}")
            raise
        decisions += 1
        if decisions > LONGEST:
            raise RuntimeError(f"the game with seed {spec.seed} does not end within {LONGEST} decisions")
    if spec.check:
        faults += (f"seed {spec.seed}, at the end: {text}" for text in broken(game, checker))
    return _record(spec, game, decisions, time.perf_counter() - started, tuple(faults))


def _record(spec: GameSpec, game: Game, decisions: int, seconds: float, faults: tuple[str, ...]) -> GameRecord:
    result, sides = game.result, game.system.sides
    assert result is not None
    return GameRecord(
        seed=spec.seed, players=dict(zip(sides, spec.players, strict=True)),
        winner=None if result.winner is None else sides[result.winner], level=result.level,
        score=dict(zip(sides, result.score, strict=True)), turns=game.state.turn, decisions=decisions,
        seconds=round(seconds, 4), faults=faults,
    )  # fmt: skip


def map_games(specs: Iterable[GameSpec], workers: int = 1) -> Iterator[GameRecord]:
    """Play games, in the order of the specs.

    Args:
        specs: the games.
        workers: processes; 1 plays them in this one.
    """
    if workers <= 1:
        yield from map(play, specs)
        return
    # Fresh processes, so that it works alike on every platform and with whatever threads the caller has.
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(play, specs)


def pairings(players: Sequence[str], number: int, *, swap: bool) -> tuple[tuple[str, str], int]:
    """The players by side and the seed offset of game ``number``: swapped games come in pairs with the same dice, but
    for two alike, who would play the same game twice.
    """
    a, b = players
    if not swap or a == b:
        return (a, b), number
    return ((a, b) if number % 2 == 0 else (b, a)), number // 2


def win_rates(records: Sequence[GameRecord], players: Sequence[str]) -> dict[str, Rate]:
    """Share of games won, by player; by side where both players have the same name. A draw is a win for nobody."""
    if players[0] == players[1]:
        sides = list(records[0].players) if records else []
        return {side: wilson(sum(r.winner == side for r in records), len(records)) for side in sides}
    won = dict.fromkeys(players, 0)
    for record in records:
        if record.winner is not None:
            won[record.players[record.winner]] += 1
    return {name: wilson(count, len(records)) for name, count in won.items()}
