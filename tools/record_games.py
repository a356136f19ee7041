"""Records whole games for tests/games, and tells one of each scenario for tests/playthroughs.

    python tools/record_games.py            record anew what is there and what is missing

A change of the rules that changes recorded games makes the tests fail; run this then, look at the difference of the
playthroughs, and say in the commit which games changed and why.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from blackearth import ai
from blackearth.core import saves
from blackearth.core.dice import seed_of
from blackearth.core.game import Game, new_game
from blackearth.sim.transcript import transcript

TESTS = Path(__file__).resolve().parent.parent / "tests"


class Recipe(NamedTuple):
    """How a game is recorded."""

    name: str
    system: str
    scenario: str
    seed: int
    setup: str
    players: tuple[str, str]
    options: tuple[str, ...] = ()


ROF, KHARKOV, KURSK = "ring-of-fire", "kharkov", "kursk"
RANDOM = ("random", "random")
GAMES = (
    Recipe("breakthrough-1", ROF, "breakthrough", 1, "suggested", ("greedy", "greedy")),
    Recipe("breakthrough-2", ROF, "breakthrough", 2, "automatic", RANDOM, ("recon-retreat",)),
    Recipe("breakthrough-3", ROF, "breakthrough", 3, "own", RANDOM, ("air-two-strikes", "air-spread-losses")),
    Recipe("rumyantsev-1", ROF, "rumyantsev", 4, "suggested", RANDOM),
    Recipe("rumyantsev-2", ROF, "rumyantsev", 5, "automatic", RANDOM, ("air-defensive-support",)),
    Recipe("kharkov-1943-1", KHARKOV, "kharkov-1943", 6, "suggested", RANDOM),
    Recipe("rostov-1941-1", KHARKOV, "rostov-1941", 7, "automatic", RANDOM, ("variable-weather",)),
    Recipe("may3-1", KURSK, "may3", 8, "own", RANDOM),
    Recipe("jul4-1", KURSK, "jul4", 9, "suggested", RANDOM),
    Recipe("aug3-historical-1", KURSK, "aug3-historical", 10, "suggested", RANDOM, ("kampfgruppen",)),
)
#: Games that are told as text.
TOLD = ("breakthrough-1", "rumyantsev-1", "kharkov-1943-1", "rostov-1941-1", "jul4-1")


def play(recipe: Recipe) -> Game:
    """A whole game with its record."""
    options = dict.fromkeys(recipe.options, True)
    dice = seed_of(recipe.seed)
    game = new_game(recipe.system, recipe.scenario, options=options, seed=dice, setup=recipe.setup)
    random = Random(recipe.seed)
    agents = [None if name == "random" else ai.make(name, recipe.seed) for name in recipe.players]
    while (decision := game.decision) is not None:
        agent = agents[decision.side]
        if agent is None:
            game.apply(decision.sample(game.state, random))
        else:
            game.apply(agent.decide(game.system.fork(game.state, decision.side, dice), decision.side))
    return game


def short(game: Game) -> bytes:
    """The record without what a replay gives again: events, and the snapshots after the first."""
    record = game.record()
    log = [msgspec.structs.replace(entry, events=()) for entry in record.log]
    return saves.encode(msgspec.structs.replace(record, log=log, snapshots=record.snapshots[:1]))


def main() -> int:
    """Record and tell all games of systems that are there."""
    for folder in ("games", "playthroughs"):
        (TESTS / folder).mkdir(parents=True, exist_ok=True)
    for recipe in GAMES:
        game = play(recipe)
        file = f"{recipe.system}-{recipe.name}"
        (TESTS / "games" / f"{file}.json").write_bytes(short(game))
        told = ""
        if recipe.name in TOLD:
            path = TESTS / "playthroughs" / f"{file}.txt"
            path.write_text("\n".join(transcript(game)) + "\n", encoding="utf-8")
            told = f", told in {path.stat().st_size // 1024} KB"
        print(f"{file}: {len(game.log)} decisions{told}; {game.result.text if game.result else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
