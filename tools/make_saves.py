"""Makes a small save for every frame tag of every system, for tests/saves: positions met in random games.

Saves that are there already are kept, since they show that old saves can be read; ``--anew TAG`` makes one again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from blackearth import systems
from blackearth.core import flow
from blackearth.core.dice import seed_of
from blackearth.core.frames import Frame
from blackearth.core.game import Game, new_game

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "saves"
MOST_GAMES = 60


def tag_of(frame: Frame | type[Frame]) -> str:
    """The tag under which a frame is saved."""
    return str(frame.__struct_config__.tag)


def games(system: str) -> Iterator[Game]:
    """Random games of a system, set up in every way, with and without each of its options."""
    rulebook = systems.get(system)
    specs = rulebook.scenarios()
    names = [option.id for option in rulebook.options()]  # one at a time: some exclude each other
    for number in range(MOST_GAMES):
        spec, turn = specs[number % len(specs)], number // len(specs)
        options = {names[turn // 2 % len(names)]: True} if names and turn % 2 else {}
        setup = spec.setups[number // 2 % len(spec.setups)]
        yield new_game(system, spec.id, options=options, setup=setup, seed=seed_of(number))


def collect(system: str, wanted: set[str]) -> Iterator[tuple[str, Game]]:
    """A game that stands still at each of the tags: on top of the stack if it ever is, else below."""
    below: dict[str, Game] = {}
    for number, game in enumerate(games(system)):
        random, state = Random(number), game.state
        while state.decision is not None and wanted:
            top = tag_of(state.flow[-1])
            for tag in {tag_of(frame) for frame in state.flow} & wanted:
                if tag == top:
                    wanted.discard(tag)
                    below.pop(tag, None)
                    yield tag, Game(state.clone(), game.seed, game.setup)
                elif tag not in below:
                    below[tag] = Game(state.clone(), game.seed, game.setup)
            flow.perform(state, state.decision.sample(state, random))
        if wanted <= below.keys() and number >= 12:
            break
    yield from below.items()


def main() -> int:
    """Make what is missing."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("systems", nargs="*", metavar="SYSTEM", help="all if none is named")
    arguments.add_argument("--anew", action="append", default=[], metavar="TAG")
    given = arguments.parse_args()
    anew = given.anew
    missing = 0
    for system in given.systems or systems.all_ids():
        folder = FOLDER / system
        folder.mkdir(parents=True, exist_ok=True)
        tags = {tag_of(frame) for frame in systems.get(system).frames}
        wanted = {tag for tag in tags if tag in anew or not (folder / f"{tag}.json").exists()}
        made = set()
        for tag, game in collect(system, set(wanted)):
            game.save(folder / f"{tag}.json")
            made.add(tag)
        for tag in sorted(wanted - made):
            print(f"{system}: no random game stood still at {tag}", file=sys.stderr)
            missing += 1
        print(f"{system}: {len(made)} saves made, {len(tags) - len(wanted)} kept")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
