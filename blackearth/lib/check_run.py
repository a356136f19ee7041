"""The order in which the data files of a system are checked: each for itself, then all together, then each scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from blackearth.lib.data_checks import choices, unknown_rules
from blackearth.lib.rulebook_files import RulebookFiles
from blackearth.lib.tables import DataError, DataSource

F = TypeVar("F")
C = TypeVar("C")
Cites = Mapping[str, Sequence[str]]


def _no_cites(content: Any) -> Cites:
    return {}


@dataclass(frozen=True)
class CheckRun(Generic[F, C]):
    """The checks of one system. Every check yields faults in sentences, with file and line where they have one.

    Attributes:
        book: the data directory.
        read: all files as rows, or None and the faults of those that cannot be read.
        load: the content of a scenario, read anew: whoever checks has just changed a file.
        of_files: checks of the rows.
        of_map: checks of the rows beside the contents of all scenarios.
        of_scenario: checks of the rows beside the content of each scenario.
        cites: the rules a content cites, by who cites them.
    """

    book: RulebookFiles
    read: Callable[[DataSource], tuple[F | None, list[str]]]
    load: Callable[[str, Path | None], C]
    of_files: Sequence[Callable[[F], Iterator[str]]]
    of_map: Sequence[Callable[[F, Sequence[C]], Iterator[str]]]
    of_scenario: Sequence[Callable[[F, C], Iterator[str]]]
    cites: Callable[[C], Cites] = _no_cites

    def __call__(self, overlay: Path | None = None) -> list[str]:
        """Faults of the data files, those of an overlay included; an empty list for a clean set.

        Args:
            overlay: directory with corrected files in a directory named after the system, or None.
        """
        try:
            data = self.book.source(overlay)
        except DataError as error:
            return [str(error)]
        files, faults = self.read(data)
        if files is None:
            return faults
        scenarios = self.book.scenario_ids(overlay)
        contents: dict[str, C] = {}
        for scenario in scenarios:
            try:
                contents[scenario] = self.load(scenario, overlay)
            except DataError as error:
                faults.append(str(error))
        faults.extend(self._citations(overlay, contents))
        if len(contents) == len(scenarios):
            faults.extend(self._together(files, list(contents.values())))
        return list(dict.fromkeys(faults))

    def _together(self, files: F, contents: Sequence[C]) -> Iterator[str]:
        for look in self.of_files:
            yield from look(files)
        for search in self.of_map:
            yield from search(files, contents)
        for content in contents:
            for probe in self.of_scenario:
                yield from probe(files, content)

    def _citations(self, overlay: Path | None, contents: Mapping[str, C]) -> Iterator[str]:
        """Known defaults and known rules in options, rulings, panel and scenarios."""
        try:
            index = self.book.rules()
            yield from choices(index, self.book.options(overlay), self.book.rulings(overlay))
            for scenario, content in contents.items():
                for step, paragraphs in self.book.panel(scenario, overlay).items():
                    yield from unknown_rules(index, {f"panel.toml, {step}, {p.title}": p.cites for p in paragraphs})
                yield from unknown_rules(index, self.cites(content))
        except DataError as error:
            yield str(error)
