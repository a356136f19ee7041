"""Every rule of every index is enforced and tested, and nothing cites a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackearth import systems
from blackearth.cli.citations import Index, in_source, in_tests
from blackearth.cli.rules import WANTED, coverage, source_of
from blackearth.core.system import RuleEntry
from tests.cli.runner import Cli

SYSTEMS = systems.all_ids()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_is_enforced_and_tested(system: str) -> None:
    rows, shipped = coverage(system)
    assert shipped
    wanted = [row for row in rows if row["kind"] in WANTED]
    assert len(wanted) > 50
    assert [row["id"] for row in wanted if not row["enforced"]] == []
    assert [row["id"] for row in wanted if not row["tests"]] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_citation_is_in_the_index(system: str) -> None:
    index = Index(list(systems.get(system).rules()))
    package, root = source_of(system)
    assert {rule: places for rule, places in in_source(package, root, index).items() if rule not in index} == {}
    tests = {
        rule: marks
        for rule, marks in in_tests(root / "tests", root).items()
        if rule.partition(":")[0] in index.prefixes
    }
    assert {rule: marks for rule, marks in tests.items() if rule not in index} == {}


INDEX = Index(
    [
        RuleEntry("t:1.0", "chapter", "One"),
        RuleEntry("t:1.1", "rule", "One one"),
        RuleEntry("t:1.11", "rule", "One one one"),
        RuleEntry("t:1.2", "rule", "One two"),
        RuleEntry("t:1.2-example", "example", "An example"),
        RuleEntry("t:clar-1", "rule", "A clarification"),
        RuleEntry("t:opt-air-1", "option", "An option"),
    ]
)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("t:1.1", ["t:1.1"]),
        ("t:1.1, 1.2 - why", ["t:1.1", "t:1.2"]),
        ("t:1.1-1.2 - why", ["t:1.1", "t:1.11", "t:1.2"]),
        ("t:1.11 to 1.2: why", ["t:1.11", "t:1.2"]),
        ("(t:1.2-example) and t:clar-1, opt-air-1.", ["t:1.2-example", "t:clar-1", "t:opt-air-1"]),
        ("t:9.9", ["t:9.9"]),
        ("1.1, x:1.1, nothing", []),
    ],
)
def test_citations_in_texts(text: str, rules: list[str]) -> None:
    assert INDEX.cited(text) == rules


def test_places_of_citations(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "a.py").write_text(
        '"""t:1.0 - a module."""\n\n\ndef f():\n    """t:1.1 - a rule that\n    goes on, t:1.2."""\n\n\n'
        'class C:\n    def m(self):\n        return "t:clar-1"\n'
    )
    (package / "data.csv").write_text("a,b\nt:opt-air-1,1\n")
    assert in_source(package, tmp_path, INDEX) == {
        "t:1.0": ["package/a.py"],
        "t:1.1": ["package/a.py:f"],
        "t:1.2": ["package/a.py:f"],
        "t:clar-1": ["package/a.py:C.m"],
        "t:opt-air-1": ["package/data.csv:2"],
    }


MARKED = """
import pytest
pytestmark = pytest.mark.rule("t:1.0")

@pytest.mark.rule("t:1.1", "t:1.2")
def test_a():
    pass

@pytest.mark.rule("t:clar-1")
class TestB:
    def test_c(self):
        pass

    def helper(self):
        pass
"""


def test_places_of_tests(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    (tests / "situations").mkdir(parents=True)
    (tests / "test_x.py").write_text(MARKED)
    (tests / "situations" / "s.toml").write_text('title = "s"\nsystem = "x"\nscenario = "y"\nrules = ["t:1.2"]\n')
    assert in_tests(tests, tmp_path) == {
        "t:1.0": ["tests/test_x.py::test_a", "tests/test_x.py::TestB::test_c"],
        "t:1.1": ["tests/test_x.py::test_a"],
        "t:1.2": ["tests/test_x.py::test_a", "tests/situations/s.toml"],
        "t:clar-1": ["tests/test_x.py::TestB::test_c"],
    }


def test_rules_as_json(cli: Cli) -> None:
    rows = cli.json("rules", "ring-of-fire")
    row = next(row for row in rows if row["id"] == "rof:12.65")
    assert set(row) == {"id", "kind", "title", "enforced", "tests"}
    assert "blackearth/systems/ring_of_fire/odds.py:losses" in row["enforced"]
    assert "tests/situations/ring-of-fire/maximum-effort-open.toml" in row["tests"]
    assert [r["id"] for r in rows] == [entry.id for entry in systems.get("ring-of-fire").rules()]


def test_rules_as_text(cli: Cli) -> None:
    out = cli("rules", "ring-of-fire")
    assert "rof:12.65  Maximum Effort (rule)" in out
    assert "rules, options and examples;" in out.splitlines()[-1]
    assert cli("rules", "ring-of-fire", "--missing").splitlines()[-1].startswith("0 rules")
    assert "no game “chess”" in cli.refused("rules", "chess")
