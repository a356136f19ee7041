"""`blackearth situation`: asks the questions of situation files and tells what differs."""

from __future__ import annotations

from pathlib import Path

import click

from blackearth.cli.common import json_option


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-q", "--quiet", is_flag=True, help="Say nothing of files in which nothing differs.")
@json_option
def situation(files: tuple[Path, ...], quiet: bool, as_json: bool) -> int:
    """Check situations: positions as text with questions and expected answers (docs/situations.md)."""
    from blackearth.cli.common import print_json
    from blackearth.core.situations import SituationError, check_file

    failed = malformed = 0
    answers = []
    for path in _expand(files):
        try:
            report = check_file(path)
        except SituationError as error:
            malformed += 1
            click.echo(f"Error: {error}", err=True)
            continue
        failed += not report.ok
        answers.append(report)
        if not as_json and not (quiet and report.ok):
            _tell(report)
    if as_json:
        print_json(
            [
                {
                    "file": r.name, "title": r.title, "rules": r.rules, "ok": r.ok,
                    "answers": [{"line": a.line, "title": a.title, "differences": a.differences} for a in r.answers],
                }
                for r in answers
            ]
        )  # fmt: skip
    return 2 if malformed else 1 if failed else 0


def _expand(files: tuple[Path, ...]) -> list[Path]:
    """The files, with the situations of folders in their place."""
    found: list[Path] = []
    for path in files:
        found += sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return found


def _tell(report: object) -> None:
    from blackearth.core.situations import Report

    assert isinstance(report, Report)
    wrong = [answer for answer in report.answers if answer.differences]
    count = len(report.answers)
    asked = f"{count} question{'s' * (count != 1)}"
    if not wrong:
        click.echo(f"{report.name}: {asked}, all as expected")
        return
    click.echo(f"{report.name}: {len(wrong)} of {asked} differ{'s' * (len(wrong) == 1)} ({report.title})")
    for answer in wrong:
        click.echo(f"  line {answer.line}, {answer.title}:")
        for text in answer.differences:
            click.echo(f"    {text}")
