"""Forms of data that every system has: where a value comes from, options, rulings, rules, the rules panel."""

from __future__ import annotations

from typing import Literal

import msgspec

Status = Literal["printed", "published", "reconstructed"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that says where its values come from."""

    status: Status
    source: str


class SourceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `sources.toml`."""

    status: Status
    text: str
    credit: str = ""


class OptionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule of the rulebook."""

    id: str
    title: str
    text: str
    cite: str
    default: bool


class OptionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`options.toml`."""

    options: tuple[OptionEntry, ...]


class RulingEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point the rulebook leaves open, with the readings a game can be played under."""

    id: str
    title: str
    cites: tuple[str, ...]
    default: str
    choices: dict[str, str]


class RulingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rulings.toml`."""

    rulings: tuple[RulingEntry, ...]


class RuleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of `rules.tsv`: an entry of the rulebook."""

    id: str
    kind: Literal["chapter", "rule", "option", "example", "scenario"]
    title: str
    heading: str = ""


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph of the rules panel; `scenario` is empty if it holds in all of them."""

    step: str
    title: str
    text: str
    cites: tuple[str, ...]
    scenario: str = ""


class PanelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`panel.toml`."""

    paragraph: tuple[Paragraph, ...]
