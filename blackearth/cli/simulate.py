"""`blackearth simulate`: many games between computer players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackearth.cli.common import chosen, data_option, json_option, known_players, print_json, rule_options, two_players

if TYPE_CHECKING:
    from blackearth.sim.runner import GameRecord


@click.command()
@click.argument("system")
@click.argument("scenario")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--players", default="random,random", show_default=True, help="Two of computer, greedy, random.")
@click.option("--swap/--no-swap", default=True, help="Let the players change sides in every second game.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--setup", help="Set-up: suggested, automatic or own.")
@click.option("--check", type=click.IntRange(0), default=0, is_flag=False, flag_value=50, metavar="[N]",
              help="Look for broken promises of the rules at one position in N (50).")  # fmt: skip
@rule_options
@data_option
@json_option
def simulate(
    system: str, scenario: str, games: int, seed: int, players: str, swap: bool, workers: int, setup: str | None,
    check: int, options: tuple[str, ...], rulings: tuple[str, ...], data: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Play GAMES games of a SCENARIO by machine and count who wins."""
    names = two_players(players)
    known_players(names)
    from blackearth.sim.runner import GameSpec, map_games, pairings, win_rates

    on, readings = chosen(options, rulings)
    _refuse_early(system, scenario, on, readings, setup, data)
    specs = []
    for number in range(games):
        pair, offset = pairings(names, number, swap=swap)
        specs.append(
            GameSpec(
                system=system,
                scenario=scenario,
                seed=seed + offset,
                players=pair,
                options=on,
                rulings=readings,
                setup=setup,
                check=check,
                data=str(data) if data else None,
            )
        )
    records = list(_with_progress(map_games(specs, workers), games, silent=as_json))
    rates = win_rates(records, names)
    faults = [text for record in records for text in record.faults]
    if as_json:
        print_json(_document(system, scenario, records, rates))
    else:
        _tell(records, rates)
        for text in faults:
            click.echo(text, err=True)
    return 1 if faults else 0


def _refuse_early(
    system: str, scenario: str, options: dict[str, bool], rulings: dict[str, str], setup: str | None, data: Path | None
) -> None:  # fmt: skip
    """Let a mistake in the arguments be told before any process is started."""
    from blackearth.core.game import new_game

    new_game(system, scenario, options=options, rulings=rulings, setup=setup, data=data)


def _with_progress(records: Iterable[GameRecord], games: int, *, silent: bool) -> Iterator[GameRecord]:
    import sys

    if silent or not sys.stderr.isatty():
        yield from records
        return
    with click.progressbar(records, length=games, file=sys.stderr, label="games") as bar:
        yield from bar


def _document(system: str, scenario: str, records: list[GameRecord], rates: object) -> dict[str, object]:
    import msgspec

    games = [msgspec.to_builtins(record) for record in records]
    for game in games:
        if not game["faults"]:
            del game["faults"]
    return {"system": system, "scenario": scenario, "games": games, "win_rate": msgspec.to_builtins(rates)}


def _tell(records: list[GameRecord], rates: object) -> None:
    from collections import Counter

    from rich.console import Console
    from rich.table import Table

    assert isinstance(rates, dict)
    table = Table(title=f"{len(records)} games")
    for head in ("player", "won", "95 % interval"):
        table.add_column(head)
    for name, rate in rates.items():
        table.add_row(name, f"{rate.rate:.1%}", f"{rate.low:.1%} – {rate.high:.1%}")
    console = Console()
    console.print(table)
    for level, count in Counter(record.level for record in records).most_common():
        console.print(f"{level}: {count}")
    seconds, decisions = sum(r.seconds for r in records), sum(r.decisions for r in records)
    console.print(
        f"{decisions} decisions in {seconds:.1f} s of one core, {decisions / max(seconds, 1e-9):,.0f} a second"
    )
