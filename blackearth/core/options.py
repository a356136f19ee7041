"""Optional rules and rulings: chosen once at set-up, then plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class OptionSpec(msgspec.Struct, frozen=True):
    """An optional rule: off unless chosen."""

    id: str
    title: str
    text: str
    cite: str
    default: bool = False


class RulingSpec(msgspec.Struct, frozen=True):
    """An ambiguity of a rulebook with its readings.

    Attributes:
        id: stable id (``ROF-A02``).
        title: what is unclear, in a few words.
        cites: rule ids.
        default: id of the reading taken unless another is chosen.
        choices: id of each reading to what it says.
    """

    id: str
    title: str
    cites: tuple[str, ...]
    default: str
    choices: dict[str, str]


class OptionError(ValueError):
    """An option or ruling is unknown, or has no such reading."""


def resolve(
    options: Mapping[str, bool],
    rulings: Mapping[str, str],
    option_specs: Sequence[OptionSpec],
    ruling_specs: Sequence[RulingSpec],
) -> tuple[dict[str, bool], dict[str, str]]:
    """The options and rulings in force: the chosen ones over the defaults.

    Raises:
        OptionError: a choice names nothing that exists.
    """
    known = {spec.id: spec.default for spec in option_specs}
    readings = {spec.id: spec for spec in ruling_specs}
    for name in options:
        if name not in known:
            raise OptionError(f"there is no option “{name}”; there are: {', '.join(known)}")
    for name, reading in rulings.items():
        if name not in readings:
            raise OptionError(f"there is no ruling “{name}”")
        if reading not in readings[name].choices:
            raise OptionError(f"ruling {name} has no reading “{reading}”; it has: {', '.join(readings[name].choices)}")
    return known | dict(options), {name: spec.default for name, spec in readings.items()} | dict(rulings)
