"""Units of a situation that are given by their values, as further columns of the roster."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from blackearth.core.situation_file import PositionError, UnitEntry
from blackearth.lib import position_units
from blackearth.systems.kursk.board import GERMAN, SOVIET, Definition
from blackearth.systems.kursk.mapfiles import SIDES

KINDS = ("infantry", "cavalry", "motorized", "armour", "artillery", "anti_tank")
_MOTORIZED = ("motorized", "armour")
_LIMITED = {"artillery": "attack", "anti_tank": "defence"}
_VALUES = re.compile(r"(\d+)(?:-(\d+))?-(\d+)$")


def with_units(defn: Definition, entries: tuple[UnitEntry, ...]) -> Definition:
    """The definition with the new units at the end of the roster.

    Raises:
        PositionError: a unit is unknown, stands twice, or its values make no sense.
    """
    roster = position_units.with_units(defn.units, entries, lambda where, entry: _row(defn, where, entry))
    if roster is defn.units:
        return defn
    return dataclasses.replace(defn, roster=roster, content=dataclasses.replace(defn.content, roster=roster))


def _row(defn: Definition, where: str, entry: UnitEntry) -> dict[str, Any]:
    """The columns of one unit (kursk:combat-G, zoc-F, stacking-B, victory)."""
    position_units.check_kind(where, entry, KINDS, SIDES)
    if entry.reduced or entry.of not in (0, 1) or entry.rating or entry.size:
        raise PositionError(where, f"{entry.id}: units of this game have one step, no rating, and a size as a trait")
    attack, defence, move = _values(where, entry)
    bracketed, small, army = _traits(where, entry)
    side, motorized = SIDES.index(entry.side), entry.kind in _MOTORIZED
    limited = "bracketed" if bracketed else _LIMITED.get(entry.kind, "")
    group, numbers = f"{max(attack, defence)}-{move}", defn.content.numbers
    distances = {item.group: item.distance for item in numbers.integrity}
    heirs = dict(zip(defn.units.group, defn.units.kampfgruppe, strict=True))
    return {
        "ids": entry.id, "names": entry.name or entry.id, "side": side, "ground": True, "steps": 1,
        "nation": entry.side, "elite": "", "kind": entry.kind, "size": "X" if small else ("XXX", "XX")[side],
        "group": group, "motorized": motorized, "wheeled": motorized, "attack": attack, "defence": defence,
        "move": 2 * move, "limited": limited, "regular": not limited, "zone": not limited,
        "stacking": "small" if small or limited in ("defence", "bracketed") else "full", "range": 0, "base": -1,
        "aircraft": -1, "army": army,
        "integrity": distances.get(group, 0) if side == SOVIET and army else 0,
        "kampfgruppe": heirs.get(group, "") if side == GERMAN and motorized and not limited else "",
        "points": max(attack, defence) * (numbers.motorized_points if motorized else 1), "designation": entry.id,
        "formation": "", "status": "printed", "values_status": "printed",
    }  # fmt: skip


def _traits(where: str, entry: UnitEntry) -> tuple[bool, bool, str]:
    """`bracketed` (a limited German), `small` (in a stack), `army 60`."""
    bracketed, small, army = False, False, ""
    for text in entry.traits:
        word, _, value = text.partition(" ")
        if text == "bracketed" and entry.side == "german":
            bracketed = True
        elif text == "small":
            small = True
        elif word == "army" and value and entry.side == "soviet":
            army = value
        else:
            raise PositionError(f"{where}.traits", f"“{text}” is no trait of a {entry.side} unit")
    return bracketed, small, army


def _values(where: str, entry: UnitEntry) -> tuple[int, int, int]:
    """Attack, defence and movement allowance; a single strength is for both."""
    found = _VALUES.match(entry.values)
    if not found:
        text = f"“{entry.values}” is neither attack-defence-movement, such as 0-1-4, nor strength-movement"
        raise PositionError(f"{where}.values", text)
    return int(found[1]), int(found[2] or found[1]), int(found[3])
