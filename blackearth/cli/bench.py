"""`blackearth bench`: how fast things are; figures, not pass or fail."""

from __future__ import annotations

import click

from blackearth.cli.common import json_option, print_json


@click.command()
@click.option("--only", multiple=True, metavar="WORD", help="Only figures whose name has this word.")
@click.option("--runs", type=click.IntRange(5), default=5, show_default=True, help="Runs; the median is reported.")
@json_option
def bench(only: tuple[str, ...], runs: int, as_json: bool) -> int:
    """Measure the engine on one core of this machine."""
    from blackearth.sim.bench import measure

    figures = []
    for figure in measure(only, runs):
        figures.append(figure)
        if not as_json:
            goal = f"  (goal {figure.goal:g})" if figure.goal is not None else ""
            click.echo(f"{figure.name:58} {figure.value:12,.2f} {figure.unit}{goal}")
    if as_json:
        print_json(figures)
    return 0
