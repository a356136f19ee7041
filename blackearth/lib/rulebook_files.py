"""The files every system has under the same name and in the same form: sources, options, rulings, rules, panel."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from blackearth.core.options import OptionSpec, RulingSpec
from blackearth.core.system import RuleEntry
from blackearth.lib.data_records import OptionFile, PanelFile, Paragraph, RuleRow, RulingFile, SourceEntry
from blackearth.lib.tables import DataSource


def read_sources(data: DataSource) -> Mapping[str, SourceEntry]:
    """Where the values come from, by key.

    Raises:
        DataError: the file is wrong; so for all functions here.
    """
    return data.document("sources.toml", dict[str, SourceEntry])


def read_options(data: DataSource) -> tuple[OptionSpec, ...]:
    """The optional rules."""
    found = data.document("options.toml", OptionFile)
    return tuple(OptionSpec(**msgspec.structs.asdict(entry)) for entry in found.options)


def read_rulings(data: DataSource) -> tuple[RulingSpec, ...]:
    """The points the rulebook leaves open and for which a game may choose another reading."""
    found = data.document("rulings.toml", RulingFile)
    return tuple(RulingSpec(**msgspec.structs.asdict(entry)) for entry in found.rulings)


def read_rules(data: DataSource) -> tuple[RuleEntry, ...]:
    """The index of the rulebook."""
    table = data.table("rules.tsv", RuleRow, delimiter="\t")
    table.unique("id")
    return tuple(RuleEntry(row.id, row.kind, row.title) for row in table)


def read_panel(data: DataSource, scenario: str = "") -> Mapping[str, list[Paragraph]]:
    """The paragraphs of the rules panel by step: those of all scenarios and those of one."""
    found: dict[str, list[Paragraph]] = {}
    for paragraph in data.document("panel.toml", PanelFile).paragraph:
        if paragraph.scenario in ("", scenario):
            found.setdefault(paragraph.step, []).append(paragraph)
    return found
