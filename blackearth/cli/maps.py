"""`blackearth map`: map sheet and positions as pictures."""

from __future__ import annotations

from pathlib import Path

import click

from blackearth.cli.common import FILE, data_option

_KINDS = (".svg", ".png")


@click.command("map")
@click.argument("system")
@click.argument("scenario")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="FILE.svg or FILE.png.")
@click.option("--units/--no-units", default=True, help="Draw the units as they are set up, or as in the save.")
@click.option("--save", type=FILE, help="Draw the position of a saved game.")
@click.option("--width", type=click.IntRange(100, 20000), help="Width of a PNG in pixels.")
@data_option
def map_(
    system: str, scenario: str, out: Path, units: bool, save: Path | None, width: int | None, data: Path | None
) -> None:  # fmt: skip
    """Draw the map of a SCENARIO."""
    if out.suffix.lower() not in _KINDS:
        raise click.BadParameter(f"“{out}” ends in neither .svg nor .png", param_hint="--out")
    from blackearth.art.position import position
    from blackearth.core.game import load, new_game

    game = load(save, data) if save else new_game(system, scenario, seed="00" * 16, data=data)
    if (game.system.id, game.defn.scenario) != (system, scenario):
        raise click.BadParameter(f"the save is one of {game.system.id} {game.defn.scenario}", param_hint="--save")
    sheet, counters = game.system.pictures(game.defn)
    svg = position(sheet, counters, game.view(None) if units else {})
    try:
        if out.suffix.lower() == ".svg":
            from blackearth.art.png import with_fonts

            out.write_text(with_fonts(svg), encoding="utf-8")
        else:
            from blackearth.art.png import png

            out.write_bytes(png(svg, width))
    except OSError as error:
        text = f"{out}: the picture cannot be written: {error.strerror}"
        raise click.BadParameter(text, param_hint="--out") from error
    click.echo(f"{out}: {game.system.name}, {scenario}")
