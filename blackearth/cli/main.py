"""`blackearth`: the group of all commands, and what becomes of their errors."""

from __future__ import annotations

import io
import os
import sys

import click

from blackearth import __version__
from blackearth.cli import bench, data, maps, play, replay, rules, simulate, situation, terminal

#: Exit codes: 0 done, 1 an expectation failed, 2 bad input or usage.
BAD_INPUT = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="blackearth")
def cli() -> None:
    """Black Earth: a referee, an opponent and a table for operational hex-and-counter wargames."""


for _command in (
    play.play, terminal.terminal, simulate.simulate, replay.replay, situation.situation, rules.rules, data.data,
    maps.map_, bench.bench,
):  # fmt: skip
    cli.add_command(_command)


def main(arguments: list[str] | None = None) -> None:
    """Run a command line and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # signs such as ½ must not fail in a pipe of another encoding
            stream.reconfigure(encoding="utf-8")
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run a command line; every expected error becomes one sentence on standard error.

    Returns:
        The exit code.
    """
    try:
        code = cli.main(arguments, prog_name="blackearth", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if not _expected(error):
            raise
        text = str(error.args[0]) if isinstance(error, LookupError) and error.args else str(error)
        click.echo(f"Error: {text}", err=True)
        return BAD_INPUT


def _expected(error: Exception) -> bool:
    """Whether an error is the user's to put right: the classes whose messages name file, line and cause."""
    from blackearth.core.options import OptionError
    from blackearth.core.saves import SaveError
    from blackearth.core.situation_file import SituationError
    from blackearth.core.system import QueryError
    from blackearth.lib.tables import DataError

    if isinstance(error, OptionError | SaveError | SituationError | QueryError | DataError):
        return True
    if type(error) is LookupError:  # no such system, scenario or player
        return True
    names = {kind.__name__ for kind in type(error).__mro__}
    return "ServerError" in names


if __name__ == "__main__":
    main()
