"""Units of a situation that are given by their values, as further columns of the roster."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from blackearth.core.situation_file import PositionError, UnitEntry
from blackearth.systems.ring_of_fire.board import Definition
from blackearth.systems.ring_of_fire.scenario import SIDES, SOVIET

_VALUES = re.compile(r"(\d+)-(\d+)-(\d+)$")
_REDUCED = re.compile(r"(\d+)-(\d+)$")
_LEG = ("infantry", "airborne")
_MOBILE = ("motor_rifle", "recon", "tank")
KINDS = (*_LEG, *_MOBILE, "air")


def with_units(defn: Definition, entries: tuple[UnitEntry, ...]) -> Definition:
    """The definition with the new units at the end of the roster.

    Raises:
        PositionError: a unit is unknown, stands twice, or its values make no sense.
    """
    known, rows = set(defn.roster.ids), []
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        where = f"unit[{number}]"
        if entry.id in seen:
            raise PositionError(f"{where}.id", f"{entry.id} stands there twice")
        seen.add(entry.id)
        if entry.kind:
            if entry.id in known:
                raise PositionError(f"{where}.id", f"{entry.id} is a unit of the scenario; leave out its values")
            rows.append(_row(where, entry))
        elif entry.id not in known:
            raise PositionError(
                f"{where}.id", f"the scenario has no unit {entry.id}; a new one needs kind, side and values"
            )
    if not rows:
        return defn
    columns: dict[str, Any] = {}
    for field in dataclasses.fields(defn.units):
        if field.init:
            columns[field.name] = getattr(defn.units, field.name) + tuple(row[field.name] for row in rows)
    roster = dataclasses.replace(defn.units, **columns)
    content = dataclasses.replace(defn.content, roster=roster)
    return dataclasses.replace(defn, roster=roster, content=content)


def _row(where: str, entry: UnitEntry) -> dict[str, Any]:
    """The columns of one unit; the rules that fix them are rof:2.412, 2.413, 2.416, 6.3 and 9.1."""
    if entry.kind not in KINDS:
        raise PositionError(f"{where}.kind", f"there is no kind “{entry.kind}”; there are: {', '.join(KINDS)}")
    if entry.side not in SIDES:
        raise PositionError(f"{where}.side", f"there is no side “{entry.side}”; there are: {', '.join(SIDES)}")
    if re.search(r"\s", entry.id) or not re.match(r"[A-Za-z]", entry.id):
        raise PositionError(f"{where}.id", f"“{entry.id}” begins with no letter, or has spaces")
    side, air = SIDES.index(entry.side), entry.kind == "air"
    division = entry.kind in _LEG and side == SOVIET
    full = entry.of or (0 if air else 4 if division else 2)
    attack, defence, move = ((0,), (0,), 0) if air else _values(where, entry, full)
    if bool(entry.rating) != (entry.kind in ("tank", "air")):
        raise PositionError(f"{where}.rating", "tank and air units have a rating, others have none")
    leg = entry.kind in _LEG
    return {
        "ids": entry.id, "names": entry.name or entry.id, "side": side, "ground": not air, "steps": full, "leg": leg,
        "mobile": entry.kind in _MOBILE, "kind": entry.kind,
        "stacking": 0 if air else entry.size or (3 if division else 1),
        "attack": attack, "defence": defence, "move": 2 * move,
        "tank": 0 if air else entry.rating, "air": entry.rating if air else 0,
        "replacement": "" if air else "leg" if leg or (entry.kind == "motor_rifle" and side == SOVIET) else "mobile",
        "entry_turn": 0, "entry_edge": "", "independent": entry.independent, "zone": "", "designation": entry.id,
        "parent": "", "formation": "", "branch": "", "echelon": "", "variant": "", "status": "printed",
        "values_status": "printed",
    }  # fmt: skip


def _values(where: str, entry: UnitEntry, full: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Attack and defence by steps left, and the movement allowance.

    Without values of their own reduced states have their share of the full ones, rounded up.
    """
    found = _VALUES.match(entry.values)
    if not found:
        raise PositionError(f"{where}.values", f"“{entry.values}” is not attack-defence-movement, such as 6-7-6")
    top = int(found[1]), int(found[2])
    pairs = {full: top}
    for below, text in enumerate(entry.reduced, 1):
        pair = _REDUCED.match(text)
        if not pair or below >= full:
            raise PositionError(
                f"{where}.reduced", f"“{text}” is not attack-defence for one of {full - 1} reduced states"
            )
        pairs[full - below] = int(pair[1]), int(pair[2])
    share = [pairs.get(n, tuple(-(-value * n // full) for value in top)) for n in range(1, full + 1)]
    return (0, *(a for a, _ in share)), (0, *(d for _, d in share)), int(found[3])
