"""`blackearth rules`: every rule, where it is enforced, and the tests that show it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from blackearth.cli.common import json_option, print_json

if TYPE_CHECKING:
    from blackearth.core.system import RuleEntry

#: Kinds that must be enforced and tested; chapters only hold rules.
WANTED = ("rule", "option", "example", "scenario")


@click.command()
@click.argument("system", required=False)
@click.option("--missing", is_flag=True, help="Only rules that no code or no test cites; exit code 1 if there are any.")
@json_option
def rules(system: str | None, missing: bool, as_json: bool) -> int:
    """List the rules of SYSTEM, or of all games: where each is enforced and which tests show it."""
    from blackearth import systems

    rows: list[dict[str, Any]] = []
    shipped = True
    for name in [system] if system else systems.all_ids():
        found, shipped = coverage(name)
        rows += found
    if missing:
        rows = [
            row for row in rows if row["kind"] in WANTED and not (row["enforced"] and (row["tests"] or not shipped))
        ]
    if as_json:
        print_json(rows)
    else:
        _tell(rows, shipped)
    return 1 if missing and rows else 0


def coverage(system: str) -> tuple[list[dict[str, Any]], bool]:
    """The rows of a system, and whether its tests are here (they are not part of an installed package)."""
    from blackearth import systems
    from blackearth.cli.citations import Index, in_source, in_tests, with_examples

    entries: list[RuleEntry] = list(systems.get(system).rules())
    index = Index(entries)
    package, root = source_of(system)
    enforced = with_examples(index, in_source(package, root, index))
    folder = root / "tests"
    shipped = folder.is_dir() and (root / "pyproject.toml").is_file()  # an installed package has neighbours
    tests = in_tests(folder, root) if shipped else {}
    return [
        {
            "id": entry.id, "kind": entry.kind, "title": entry.title, "enforced": enforced[entry.id],
            "tests": tests.get(entry.id, []),
        }
        for entry in entries
    ], shipped  # fmt: skip


def source_of(system: str) -> tuple[Path, Path]:
    """The package folder of a system, and the folder that holds the whole program."""
    import sys

    from blackearth import systems

    module = sys.modules[type(systems.get(system)).__module__]
    assert module.__file__ is not None
    return Path(module.__file__).parent, Path(__file__).parent.parent.parent


def _tell(rows: list[dict[str, Any]], shipped: bool) -> None:
    for row in rows:
        click.echo(f"{click.style(row['id'], bold=True)}  {row['title']} ({row['kind']})")
        if row["kind"] not in WANTED:
            continue
        click.echo(f"    enforced: {', '.join(row['enforced'][:6]) or 'nowhere'}{_more(row['enforced'])}")
        if shipped:
            click.echo(f"    tests: {', '.join(row['tests'][:6]) or 'none'}{_more(row['tests'])}")
    wanted = [row for row in rows if row["kind"] in WANTED]
    enforced = sum(1 for row in wanted if row["enforced"])
    tested = sum(1 for row in wanted if row["tests"])
    words = f"{len(wanted)} rules, options and examples; {enforced} enforced"
    click.echo(f"{words}, {tested} tested." if shipped else f"{words}. The tests are not shipped with the package.")


def _more(places: list[str]) -> str:
    return f" and {len(places) - 6} more" if len(places) > 6 else ""
