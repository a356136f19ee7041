"""Units of a situation that are given by their values, as further columns of the roster."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from blackearth.core.situation_file import PositionError, UnitEntry
from blackearth.lib import position_units
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
    roster = position_units.with_units(defn.units, entries, _row)
    if roster is defn.units:
        return defn
    return dataclasses.replace(defn, roster=roster, content=dataclasses.replace(defn.content, roster=roster))


def _row(where: str, entry: UnitEntry) -> dict[str, Any]:
    """The columns of one unit; the rules that fix them are rof:2.412, 2.413, 2.416, 6.3 and 9.1."""
    position_units.check_kind(where, entry, KINDS, SIDES)
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
