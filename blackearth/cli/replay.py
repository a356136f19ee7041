"""`blackearth replay`: a recorded game as text, and its verification."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackearth.cli.common import data_option, json_option, print_json

if TYPE_CHECKING:
    from blackearth.core.saves import Save


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Play it again and compare every position and every die.")
@data_option
@json_option
def replay(file: Path, verify: bool, data: Path | None, as_json: bool) -> int:
    """Tell a saved game decision by decision, or --verify that it was played by the rules and the dice of its seed."""
    from blackearth.core.game import load_record
    from blackearth.core.saves import Source
    from blackearth.sim import replay as again
    from blackearth.sim.transcript import transcript

    source = Source.read(file)
    record = source.save()
    game = load_record(record, source, data)
    differences = again.verify(game, seeded=record.seed is not None, promised=record.commitment) if verify else []
    result = game.result
    if as_json:
        print_json(
            {
                "file": str(file), "system": game.system.id, "scenario": game.defn.scenario, "decisions": len(game.log),
                "turn": game.state.turn, "dice": sum(len(entry.dice) for entry in game.log),
                "seed": record.seed, "commitment": record.commitment, "earlier": record.earlier, "result": result,
                "verified": (not differences) if verify else None, "differences": differences,
            }
        )  # fmt: skip
    elif verify:
        for text in differences:
            click.echo(f"{file}: {text}")
        if not differences:
            click.echo(f"{file}: {len(game.log)} decisions, all as recorded, by the rules {_dice(record)}")
    else:
        for line in transcript(game):
            click.echo(line)
    return 1 if differences else 0


def _dice(record: Save) -> str:
    """By which dice a record was verified."""
    if record.seed is None:
        return "with the recorded dice, the seed is kept back"
    kept = [one.until for one in record.earlier if one.seed is None]
    return "and the dice of its seed" + (
        f"; those up to number {kept[-1]} as recorded, their seed is kept back" if kept else ""
    )
