"""What several commands share: options, the choice of a scenario, output as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def data_option(command: F) -> F:
    """``--data DIR``: corrected data files."""
    return click.option("--data", "data", type=FOLDER, help="Folder whose data files take the place of ours.")(command)


def json_option(command: F) -> F:
    """``--json``: one JSON document on standard output and nothing else."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(command)


def rule_options(command: F) -> F:
    """``--option ID`` and ``--ruling ID=READING``, each as often as wanted."""
    command = click.option("--option", "options", multiple=True, metavar="ID", help="Play with an optional rule.")(
        command
    )
    return click.option(
        "--ruling", "rulings", multiple=True, metavar="ID=READING", help="Take another reading of an open point."
    )(command)


def chosen(options: Iterable[str], rulings: Iterable[str]) -> tuple[dict[str, bool], dict[str, str]]:
    """The options and rulings of a command line."""
    readings: dict[str, str] = {}
    for text in rulings:
        name, equals, reading = text.partition("=")
        if not equals:
            raise click.BadParameter(f"“{text}” is not ID=READING, such as ROF-A05=b", param_hint="--ruling")
        readings[name] = reading
    return dict.fromkeys(options, True), readings


def print_json(value: Any) -> None:
    """Print a JSON document."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def two_players(text: str) -> tuple[str, str]:
    """The players of ``--players A,B``."""
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise click.BadParameter(f"“{text}” is not two players, such as computer,random", param_hint="--players")
    return names[0], names[1]


def known_players(names: Iterable[str], *, human: bool = False) -> None:
    """Refuse players that do not exist."""
    from blackearth import ai

    known = (["human"] if human else []) + list(ai.players())
    for name in names:
        if name not in known:
            raise click.BadParameter(
                f"there is no player “{name}”; there are: {', '.join(known)}", param_hint="--players"
            )
