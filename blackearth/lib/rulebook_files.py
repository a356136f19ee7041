"""The files every system has under the same name and in the same form: scenarios, sources, options, rulings, rules,
panel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from blackearth.core.options import OptionSpec, RulingSpec
from blackearth.core.system import RuleEntry
from blackearth.lib.data_records import OptionFile, PanelFile, Paragraph, RuleRow, RulingFile, SourceEntry
from blackearth.lib.tables import DataError, DataSource


class RulebookFiles:
    """The data directory of a system.

    Every method raises `DataError` if a file is wrong, or if the overlay is no directory or has a file the system does
    not know. ``overlay`` is a directory whose files take the place of ours, in a directory named after the system.

    Args:
        package: directory with the files that come with the program.
        system: id of the system.
        order: sort key of the scenarios.
    """

    def __init__(self, package: Path, system: str, order: Callable[[str], Any] = str) -> None:
        self.package, self.system, self.order = package, system, order

    def source(self, overlay: Path | None = None) -> DataSource:
        """The data files, with those of an overlay directory on top."""
        return DataSource(self.package, self.system, overlay)

    def scenario_ids(self, overlay: Path | None = None) -> tuple[str, ...]:
        """Ids of the scenarios: the names of the files in `scenarios`."""
        found = (path.stem for path in (self.source(overlay).package / "scenarios").glob("*.toml"))
        return tuple(sorted(found, key=self.order))

    def scenario(self, scenario: str, overlay: Path | None = None) -> tuple[DataSource, str]:
        """The data files and the name of the file of a scenario; an unknown one is a `DataError`, too."""
        known = self.scenario_ids(overlay)
        if scenario not in known:
            text = f'there is no scenario "{scenario}"; there are {", ".join(known)}.'
            raise DataError(f"{self.system}/scenarios", 0, text)
        return self.source(overlay), f"scenarios/{scenario}.toml"

    def sources(self, overlay: Path | None = None) -> Mapping[str, SourceEntry]:
        """Where the values come from, by key."""
        return self.source(overlay).document("sources.toml", dict[str, SourceEntry])

    def options(self, overlay: Path | None = None) -> tuple[OptionSpec, ...]:
        """The optional rules."""
        found = self.source(overlay).document("options.toml", OptionFile)
        return tuple(OptionSpec(**msgspec.structs.asdict(entry)) for entry in found.options)

    def rulings(self, overlay: Path | None = None) -> tuple[RulingSpec, ...]:
        """The points the rulebook leaves open and for which a game may choose another reading."""
        found = self.source(overlay).document("rulings.toml", RulingFile)
        return tuple(RulingSpec(**msgspec.structs.asdict(entry)) for entry in found.rulings)

    def rules(self) -> tuple[RuleEntry, ...]:
        """The index of the rulebook."""
        table = self.source().table("rules.tsv", RuleRow, delimiter="\t")
        table.unique("id")
        return tuple(RuleEntry(row.id, row.kind, row.title, row.heading) for row in table)

    def panel(self, scenario: str = "", overlay: Path | None = None) -> Mapping[str, list[Paragraph]]:
        """The paragraphs of the rules panel by step: those of all scenarios and those of one."""
        found: dict[str, list[Paragraph]] = {}
        for paragraph in self.source(overlay).document("panel.toml", PanelFile).paragraph:
            if paragraph.scenario in ("", scenario):
                found.setdefault(paragraph.step, []).append(paragraph)
        return found
