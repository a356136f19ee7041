"""Units of a situation that are given by their values, as further rows of a roster."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from blackearth.core.mapdata import Roster
from blackearth.core.situation_file import PositionError, UnitEntry

R = TypeVar("R", bound=Roster)


def with_units(
    roster: R, entries: Sequence[UnitEntry], row: Callable[[str, UnitEntry], Mapping[str, Any]]
) -> R:  # fmt: skip
    """The roster with the new units at its end; itself if there are none.

    Args:
        roster: the units of the scenario.
        entries: the units of the situation; new ones have a kind.
        row: the columns of a new unit, from its key in the file and its entry.

    Raises:
        PositionError: a unit is unknown, stands twice, or its values make no sense.
    """
    known, seen, rows = set(roster.ids), set[str](), []
    for number, entry in enumerate(entries):
        where = f"unit[{number}]"
        if entry.id in seen:
            raise PositionError(f"{where}.id", f"{entry.id} stands there twice")
        seen.add(entry.id)
        if entry.kind and entry.id in known:
            raise PositionError(f"{where}.id", f"{entry.id} is a unit of the scenario; leave out its values")
        if entry.kind:
            rows.append(row(where, entry))
        elif entry.id not in known:
            text = f"the scenario has no unit {entry.id}; a new one needs kind, side and values"
            raise PositionError(f"{where}.id", text)
    if not rows:
        return roster
    columns: dict[str, Any] = {
        field.name: getattr(roster, field.name) + tuple(new[field.name] for new in rows)
        for field in dataclasses.fields(roster)
        if field.init
    }
    return dataclasses.replace(roster, **columns)


def check_kind(where: str, entry: UnitEntry, kinds: Sequence[str], sides: Sequence[str]) -> None:
    """Make sure that a new unit's kind, side and id can be.

    Raises:
        PositionError: one cannot.
    """
    if entry.kind not in kinds:
        raise PositionError(f"{where}.kind", f"there is no kind “{entry.kind}”; there are: {', '.join(kinds)}")
    if entry.side not in sides:
        raise PositionError(f"{where}.side", f"there is no side “{entry.side}”; there are: {', '.join(sides)}")
    if re.search(r"\s", entry.id) or not re.match(r"[A-Za-z]", entry.id):
        raise PositionError(f"{where}.id", f"“{entry.id}” begins with no letter, or has spaces")
