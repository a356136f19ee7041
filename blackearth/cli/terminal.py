"""`blackearth terminal`: playing with typed actions."""

from __future__ import annotations

from pathlib import Path

import click

from blackearth.cli.common import FILE, chosen, data_option, known_players, rule_options, two_players


@click.command()
@click.argument("system", required=False)
@click.argument("scenario", required=False)
@click.option("--players", default="human,computer", show_default=True, help="Two of human, computer, greedy, random.")
@click.option("--setup", help="Set-up: suggested, automatic or own.")
@click.option("--seed", help="Seed of the dice, hexadecimal; a fresh one if left out.")
@click.option("--load", "saved", type=FILE, help="Go on with a saved game.")
@click.option("--save", "to", type=click.Path(dir_okay=False, path_type=Path), help="Save here after every decision.")
@rule_options
@data_option
def terminal(
    system: str | None, scenario: str | None, players: str, setup: str | None, seed: str | None, saved: Path | None,
    to: Path | None, options: tuple[str, ...], rulings: tuple[str, ...], data: Path | None,
) -> int:  # fmt: skip
    """Play a SCENARIO in the terminal with typed actions; `help` there tells how."""
    names = two_players(players)
    known_players(names, human=True)
    from blackearth.cli.session import Session
    from blackearth.core.game import load, new_game

    if saved is None and (system is None or scenario is None):
        raise click.UsageError("name a SYSTEM and a SCENARIO, or a saved game with --load")
    on, readings = chosen(options, rulings)
    if saved is not None:
        game = load(saved, data)
    else:
        assert system is not None
        assert scenario is not None
        if seed is not None:
            _check_seed(seed)
        game = new_game(system, scenario, options=on, rulings=readings, seed=seed, setup=setup, data=data)
    Session(game, names, to).run()
    return 0


def _check_seed(seed: str) -> None:
    from blackearth.core.dice import seed_bytes

    try:
        seed_bytes(seed)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--seed") from error
