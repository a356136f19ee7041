"""How fast the engine is: medians of several runs on one core, in processor time, so that other programs do not count.

Figures, not pass or fail.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any

import msgspec

from blackearth import systems
from blackearth.core import flow
from blackearth.core.dice import SeededDice, seed_of
from blackearth.core.game import Game, new_game
from blackearth.core.state import State
from blackearth.sim import bench_page, bench_peers, bench_server

#: A run of small calls lasts about so many seconds.
RUN = 0.15
SYSTEM, SCENARIO = "ring-of-fire", "rumyantsev"


class Figure(msgspec.Struct, frozen=True):
    """A measured figure.

    Attributes:
        name: what was measured.
        value: median of the runs.
        unit: of the value.
        runs: how many.
        goal: what we want, if there is a goal.
    """

    name: str
    value: float
    unit: str
    runs: int
    goal: float | None = None


Source = Callable[[int], Iterator[Figure]]


def measure(only: tuple[str, ...], runs: int) -> Iterator[Figure]:
    """Measure everything, or what has one of some words in its name.

    Args:
        only: words; none: everything.
        runs: runs a figure, at least 5.
    """
    sources: dict[str, Source] = {
        "random play decisions games": _random_play,
        "movement supply links allowance trace networkx scipy": _searches,
        "clone state bytes apply view choices sample": _state,
        "greedy computer player turn": _players,
        "server action http": _server,
        "page paint drawn click frames": _page,
    }
    for words, source in sources.items():
        if not only or any(word in part or part in word for word in only for part in words.split()):
            for figure in source(runs):
                if not only or any(word in figure.name for word in only):
                    yield figure


def timed(call: Callable[[], Any], runs: int) -> float:
    """Median seconds of a call over several runs, each of as many calls as take `RUN` seconds."""
    call()
    started = time.process_time()
    call()
    once = max(1e-7, time.process_time() - started)
    count = max(1, min(20_000, round(RUN / once)))
    found = []
    for _ in range(runs):
        started = time.process_time()
        for _ in range(count):
            call()
        found.append((time.process_time() - started) / count)
    return median(found)


def _random_play(runs: int) -> Iterator[Figure]:
    """Whole random games with the full rules."""
    rates: list[tuple[float, float]] = []
    for number in range(runs):
        game, random, decisions = _fresh(number), Random(number), 0
        state, started = game.state, time.process_time()
        while state.decision is not None:
            flow.perform(state, state.decision.sample(state, random))
            decisions += 1
        seconds = time.process_time() - started
        rates.append((decisions / seconds, 1 / seconds))
    yield Figure("random play of the campaign", median(r for r, _ in rates), "decisions/s", runs, 15_000)
    yield Figure("random games of the campaign", median(g for _, g in rates), "games/s", runs, 2)


def _fresh(number: int = 0) -> Game:
    return new_game(SYSTEM, SCENARIO, seed=seed_of(number))


def position() -> State:
    """A position in the thick of it: the Soviet Movement Phase of turn 3 of a random game."""
    game, random = _fresh(), Random(3)
    state = game.state
    while state.decision is not None and not (
        state.turn == 3 and state.active == 0 and state.decision.title == "Movement"
    ):
        flow.perform(state, state.decision.sample(state, random))
    return state


def _searches(runs: int) -> Iterator[Figure]:
    """What the system offers to be measured, and the supply trace by other libraries beside it."""
    state = position()
    system = systems.get(SYSTEM)
    hook: Callable[[State], Iterator[tuple[str, str, float | None, Callable[[], Any]]]] = system.benchmarks  # type: ignore[attr-defined]
    for name, unit, goal, call in hook(state):
        yield Figure(name, timed(call, runs) * 1e6, unit, runs, goal)
    steps, sources, size = system.supply_graph(state)  # type: ignore[attr-defined]
    for name, peer in bench_peers.supply(steps, sources, size):
        yield Figure(name, timed(peer, runs) * 1e6, "us", runs)


def _state(runs: int) -> Iterator[Figure]:
    """Copying a state, writing and reading it, acting on it, looking at it."""
    state = position()
    game = Game(state, "00" * 16, "bench")
    codec, random = game.codec, Random(0)
    data, dice = codec.encode(state), SeededDice("00")
    assert state.decision is not None
    decision, action = state.decision, state.decision.sample(state, random)
    calls: list[tuple[str, float | None, Callable[[], Any]]] = [
        ("clone of a state", 5, state.clone),
        (f"state to bytes ({len(data)} bytes)", 10, lambda: codec.encode(state)),
        ("bytes to state", 25, lambda: codec.decode(data, dice)),
        ("apply an action, checked, with its events", None, lambda: flow.apply(state, action)),
        ("choices of a decision", None, lambda: decision.choices(state)),
        ("draw a random action", None, lambda: decision.sample(state, random)),
        ("view of a side", None, lambda: game.view(0)),
    ]
    for name, goal, call in calls:
        yield Figure(name, timed(call, runs) * 1e6, "us", runs, goal)


def _players(runs: int) -> Iterator[Figure]:
    """A whole player turn of the campaign by each computer player, against random play."""
    from blackearth import ai

    goals = {"greedy": 0.5, "computer": 10.0}
    for name in ai.players():
        if name in goals:
            turns = [_player_turn(name, number) for number in range(runs)]
            yield Figure(f"player turn of {name} in the campaign", median(turns), "s", runs, goals[name])


def _server(runs: int) -> Iterator[Figure]:
    """An action through the server, as the page sends it."""
    middle, late, used = bench_server.measure(runs)
    yield Figure("server action over HTTP, median", middle, "ms", runs, 0.6)
    yield Figure("server action over HTTP, 95 %", late, "ms", runs, 1.5)
    if used is not None:
        yield Figure("server action, processor time of the server", used, "ms", runs)


def _page(runs: int) -> Iterator[Figure]:
    """The table of the campaign in a browser; nothing where there is none."""
    for name, unit, goal, value in bench_page.measure(runs):
        yield Figure(name, value, unit, runs, goal)


def _player_turn(name: str, number: int) -> float:
    """Seconds that a player thinks in the second Soviet player turn of a game (rules included)."""
    from blackearth import ai

    game, random = _fresh(number), Random(number)
    agent, thinking = ai.make(name, number), 0.0
    state = game.state
    while state.decision is not None and (state.turn, state.active) < (2, 1):
        side = state.decision.side
        if (state.turn, state.active, side) != (2, 0, 0):
            flow.perform(state, state.decision.sample(state, random))
            continue
        started = time.process_time()
        state = flow.apply(state, agent.decide(game.system.fork(state, side, "00" * 16), side))
        thinking += time.process_time() - started
    return thinking
