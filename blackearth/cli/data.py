"""`blackearth data check`: faults of the data files."""

from __future__ import annotations

from pathlib import Path

import click

from blackearth.cli.common import data_option, json_option


@click.group()
def data() -> None:
    """Look at the data files of the games."""


@data.command()
@click.argument("system", required=False)
@data_option
@json_option
def check(system: str | None, data: Path | None, as_json: bool) -> int:
    """Check the data files and lessons of SYSTEM, or of all games, for faults."""
    from blackearth import systems
    from blackearth.cli.common import print_json
    from blackearth.core import lesson_check

    rulebooks = [systems.get(name) for name in ([system] if system else systems.all_ids())]
    found = {rulebook.id: rulebook.check_data(data) + lesson_check.check(rulebook) for rulebook in rulebooks}
    faults = [text for texts in found.values() for text in texts]
    if as_json:
        print_json([{"system": name, "faults": texts} for name, texts in found.items()])
    else:
        for text in faults:
            click.echo(text)
        click.echo(f"{len(faults)} fault{'s' * (len(faults) != 1)} in the data of {', '.join(found)}.")
    return 2 if faults else 0
