"""The order of data checks, and what stops them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from blackearth.lib.check_run import CheckRun
from blackearth.lib.rulebook_files import RulebookFiles
from blackearth.lib.tables import DataError, DataSource

RULES = "id\tkind\ttitle\nt:1\trule\tOne\n"
OPTIONS = '[[options]]\nid = "o"\ntitle = "O"\ntext = "o"\ncite = "t:1"\ndefault = false\n'


@pytest.fixture
def book(tmp_path: Path) -> RulebookFiles:
    files = {
        "rules.tsv": RULES, "options.toml": OPTIONS, "rulings.toml": "rulings = []\n", "panel.toml": "paragraph = []\n",
        "scenarios/b.toml": "", "scenarios/a.toml": "",
    }  # fmt: skip
    for name, text in files.items():
        path = tmp_path / "package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return RulebookFiles(tmp_path / "package", "toy")


def run_of(book: RulebookFiles, broken: str = "", cite: str = "t:1") -> CheckRun[str, str]:
    def load(scenario: str, overlay: Path | None) -> str:
        if scenario == broken:
            raise DataError(f"{scenario}.toml", 3, "wrong.")
        return scenario

    def read(data: DataSource) -> tuple[str, list[str]]:
        return "rows", []

    def of_files(rows: str) -> Iterator[str]:
        yield f"{rows} looked at"

    def of_map(rows: str, contents: Sequence[str]) -> Iterator[str]:
        yield f"map of {' '.join(contents)}"

    def of_scenario(rows: str, content: str) -> Iterator[str]:
        yield f"scenario {content}"

    return CheckRun(book, read, load, (of_files,), (of_map,), (of_scenario,), lambda content: {content: (cite,)})


def test_everything_is_looked_at_in_order(book: RulebookFiles) -> None:
    assert run_of(book)() == ["rows looked at", "map of a b", "scenario a", "scenario b"]


def test_a_broken_scenario_stops_what_needs_all(book: RulebookFiles) -> None:
    assert run_of(book, broken="b")() == ["b.toml, line 3: wrong."]


def test_unknown_rules_are_told_for_each_scenario(book: RulebookFiles) -> None:
    faults = run_of(book, broken="b", cite="t:9")()
    assert faults[1:] == ['a cites the rule "t:9", which the index does not have.']


def test_an_overlay_that_is_none(book: RulebookFiles, tmp_path: Path) -> None:
    assert run_of(book)(tmp_path / "nothing") == [f"{tmp_path}/nothing: there is no such directory."]


def test_scenarios_in_the_order_of_the_system(book: RulebookFiles) -> None:
    backwards = RulebookFiles(book.package, "toy", order=lambda name: -ord(name))
    assert backwards.scenario_ids() == ("b", "a")
    with pytest.raises(DataError, match='no scenario "c"; there are b, a'):
        backwards.scenario("c")
