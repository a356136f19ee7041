"""Where rules are cited: in the source of a system, in its data, in tests and in situations."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from blackearth.core.system import RuleEntry

#: An id behind the prefix: ``12.65``, ``16.1-setup``, ``clar-2``, ``G3-DE``, ``8-modes``; also a span ``12.41-12.43``.
_ID = r"\w+(?:[.-]\w+)*"
_NEXT = re.compile(rf"(?:, | and )({_ID}(?: to \d+\.\d+)?)(?!\w|:\w)")
_DOTTED = re.compile(r"\d+\.\d+(?:-[a-z]\w*)?")


class Index:
    """A rule index, for finding citations of it. An index may have rules of several prefixes.

    Args:
        entries: its rows, in the order of the rulebook.
    """

    def __init__(self, entries: Sequence[RuleEntry]) -> None:
        self.entries = entries
        self.prefixes = tuple(dict.fromkeys(entry.id.partition(":")[0] for entry in entries))
        self._order = {entry.id: number for number, entry in enumerate(entries)}
        self._cites = re.compile(rf"\b({'|'.join(map(re.escape, self.prefixes))}):({_ID}(?: to \d+\.\d+)?)")

    def __contains__(self, rule: str) -> bool:
        return rule in self._order

    def cited(self, text: str) -> list[str]:
        """Ids cited in a text: ``rof:12.41-12.43, 13.3`` names four; unknown ones are among them.

        Behind a comma or an *and* only what is in the index, or looks like a number of a rule, counts as an id.
        """
        found: list[str] = []
        for match in self._cites.finditer(text):
            prefix, part, end = match[1], match[2], match.end()
            found += self._span(prefix, part)
            while (more := _NEXT.match(text, end)) and self._goes_on(prefix, more[1]):
                found += self._span(prefix, more[1])
                end = more.end()
        return list(dict.fromkeys(found))

    def _goes_on(self, prefix: str, part: str) -> bool:
        return bool(_DOTTED.fullmatch(part)) or all(rule in self for rule in self._span(prefix, part))

    def _span(self, prefix: str, part: str) -> list[str]:
        span = re.fullmatch(r"([\w.]+)(?:-| to )([\w.]+)", part)
        if f"{prefix}:{part}" in self or not span:
            return [f"{prefix}:{part}"]
        first, last = (f"{prefix}:{number}" for number in span.groups())
        if first not in self or last not in self:
            unknown = [rule for rule in (first, last) if rule not in self]
            return unknown if all(map(_DOTTED.fullmatch, span.groups())) else [f"{prefix}:{part}"]
        return [
            entry.id for entry in self.entries[self._order[first] : self._order[last] + 1] if entry.kind != "example"
        ]


def in_source(folder: Path, root: Path, index: Index) -> dict[str, list[str]]:
    """Rule to the places that cite it: ``folder/module.py:function``, or the file and line of a data file.

    Args:
        folder: package of the system.
        root: what places are relative to.
        index: the rule index.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        for scope, text in _scopes(path):
            for rule in index.cited(text):
                found.setdefault(rule, []).append(f"{name}:{scope}" if scope else name)
    # A lesson tells of a rule, it does not enforce it.
    tables = (path for path in folder.rglob("*") if path.suffix in (".toml", ".csv") and path.parent.name != "lessons")
    for path in sorted(tables):
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in index.cited(line):
                found.setdefault(rule, []).append(f"{name}:{number}")
    return {rule: list(dict.fromkeys(places)) for rule, places in found.items()}


def _scopes(path: Path) -> Iterator[tuple[str, str]]:
    """The lines and long strings of a module, each with the name of the function or class it stands in."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    spans = list(_spans(tree))
    for number, line in enumerate(source.splitlines(), 1):
        if ":" not in line:
            continue
        inside = [(start, name) for start, end, name in spans if start <= number <= end]
        yield (max(inside)[1] if inside else ""), line
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" in node.value:
            inside = [(start, name) for start, end, name in spans if start <= node.lineno <= end]
            yield (max(inside)[1] if inside else ""), node.value.replace("\n", " ")


def _spans(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """First and last line of each function and class, with its dotted name."""

    def walk(body: Iterable[ast.stmt], before: str) -> Iterator[tuple[int, int, str]]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                name = f"{before}{node.name}"
                yield node.lineno, node.end_lineno or node.lineno, name
                yield from walk(node.body, f"{name}.")

    yield from walk(tree.body, "")


def in_tests(folder: Path, root: Path) -> dict[str, list[str]]:
    """Rule to the tests marked with it, ``tests/x.py::test_y``, and to the situation files that name it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        for test, rules in _marked(ast.parse(path.read_text(encoding="utf-8"))):
            for rule in rules:
                found.setdefault(rule, []).append(f"{name}::{test}")
    for path in sorted((folder / "situations").rglob("*.toml")) if (folder / "situations").is_dir() else []:
        for rule in _rules_of_situation(path):
            found.setdefault(rule, []).append(path.relative_to(root).as_posix())
    return {rule: list(dict.fromkeys(tests)) for rule, tests in found.items()}


def _rules_of_situation(path: Path) -> tuple[str, ...]:
    from blackearth.core.situations import SituationError, read

    try:
        return read(path)[1].rules
    except SituationError:  # a malformed file shows nothing; the tests complain about it
        return ()


def _marked(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Names of the tests of a module with the rules they are marked with, marks of class and module included."""
    whole: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(getattr(t, "id", "") == "pytestmark" for t in node.targets):
            whole += _rules(node.value)
    yield from _marked_in(tree.body, "", whole)


def _marked_in(body: Iterable[ast.stmt], before: str, outer: list[str]) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield before + node.name, outer + [rule for d in node.decorator_list for rule in _rules(d)]
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            mine = outer + [rule for d in node.decorator_list for rule in _rules(d)]
            yield from _marked_in(node.body, f"{before}{node.name}::", mine)


def _rules(node: ast.AST) -> list[str]:
    """Arguments of all calls of ``mark.rule`` within an expression."""
    return [
        argument.value
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def with_examples(index: Index, places: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The places that enforce each rule; those of a worked example are those of the rule it belongs to."""
    return {
        entry.id: list(places.get(entry.id) or places.get(entry.id.removesuffix("-example"), []))
        for entry in index.entries
    }
