"""`blackearth play`: the server and the page."""

from __future__ import annotations

from pathlib import Path

import click

from blackearth.cli.common import data_option


@click.command()
@click.argument("system", required=False)
@click.argument("scenario", required=False)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; others can reach 0.0.0.0.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--home", type=click.Path(file_okay=False, path_type=Path), help="Folder for the games.")
@data_option
def play(
    system: str | None, scenario: str | None, port: int, host: str, no_browser: bool, home: Path | None,
    data: Path | None,
) -> None:  # fmt: skip
    """Open the table in the browser, at a SYSTEM and a SCENARIO if they are named."""
    if system:
        _known(system, scenario)
    from blackearth.server.main import serve
    from blackearth.server.settings import Settings, user_data_dir

    settings = Settings(home=home or user_data_dir(), host=host, port=port, overlay=data)
    at = f"/new/{system}/{scenario or ''}" if system else ""
    serve(settings, browser=not no_browser, at=at, tell=click.echo)


def _known(system: str, scenario: str | None) -> None:
    """Refuse a system or a scenario that does not exist.

    Raises:
        LookupError: it does not.
    """
    from blackearth import systems

    found = systems.get(system)
    names = [spec.id for spec in found.scenarios()]
    if scenario is not None and scenario not in names:
        raise LookupError(f"{system} has no scenario “{scenario}”; it has: {', '.join(names)}")
