"""Units of a situation that are given by their values, as further columns of the roster."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from blackearth.core.situation_file import PositionError, UnitEntry
from blackearth.lib import position_units
from blackearth.systems.kharkov.board import SIDES, SOVIET, Definition
from blackearth.systems.kharkov.scenario import loss_values

KINDS = ("infantry", "cavalry", "airborne", "mechanized", "anti_tank", "armour")
NATIONS = ("romanian", "hungarian", "italian", "slovak")
#: Word of a size to its symbol and to half divisions in a stack (ms:F7).
SIZES = {"corps": ("XXX", 6), "division": ("XX", 2), "brigade": ("X", 1), "regiment": ("III", 1)}
#: Half rail points by size, for non-mechanized and for mechanized units (ms:F5, reading 17).
_RAIL = {"corps": (4, 6), "division": (2, 4), "brigade": (1, 2), "regiment": (1, 2)}
_MECHANIZED = ("mechanized", "anti_tank", "armour")
_VALUES = re.compile(r"(\d+)(?:-(\d+))?-(\d+)$")
_REDUCED = re.compile(r"(\d+)(?:-(\d+))?$")


def with_units(defn: Definition, entries: tuple[UnitEntry, ...]) -> Definition:
    """The definition with the new units at the end of the roster.

    Raises:
        PositionError: a unit is unknown, stands twice, or its values make no sense.
    """
    roster = position_units.with_units(defn.units, entries, _row)
    if roster is defn.units:
        return defn
    losses = loss_values(roster, defn.content.scenario)
    content = dataclasses.replace(defn.content, roster=roster, losses=losses)
    return dataclasses.replace(defn, roster=roster, content=content)


def _row(where: str, entry: UnitEntry) -> dict[str, Any]:
    """The columns of one unit (ms:A2a)."""
    position_units.check_kind(where, entry, KINDS, SIDES)
    side, mechanized = SIDES.index(entry.side), entry.kind in _MECHANIZED
    traits = _traits(where, entry)
    attack, defence, move = _values(where, entry)
    size = traits["size"]
    return {
        "ids": entry.id, "names": entry.name or entry.id, "side": side, "ground": True, "steps": len(attack) - 1,
        "nation": traits["nation"] or entry.side, "kind": entry.kind, "size": SIZES[size][0], "elite": traits["elite"],
        "armour": entry.kind == "armour" or traits["armour"], "mechanized": mechanized,
        "german": side != SOVIET and not traits["nation"], "group": traits["army"], "attack": attack,
        "defence": defence, "move": 2 * move, "entrenched": traits["entrenched"],
        "stacking": entry.size or SIZES[size][1], "rail": _RAIL[size][mechanized], "shift": traits["shift"],
        "zone": "", "entry_turn": 0, "pool": "", "designation": entry.id, "formation": "", "status": "printed",
        "values_status": "printed",
    }  # fmt: skip


def _traits(where: str, entry: UnitEntry) -> dict[str, Any]:
    """A nation, `guards` or `ss`, a size, `shift`, `armour` (like Grossdeutschland), `entrenched 3`, `army 40`."""
    found: dict[str, Any] = {
        "nation": "", "elite": "", "size": "division", "shift": False, "armour": False, "entrenched": 0, "army": "",
    }  # fmt: skip
    for text in entry.traits:
        word, _, value = text.partition(" ")
        if word in NATIONS and entry.side == "german":
            found["nation"] = word
        elif word in ("guards", "ss"):
            found["elite"] = word
        elif word in SIZES:
            found["size"] = word
        elif word in ("shift", "armour"):
            found[word] = True
        elif word == "entrenched" and value.isdigit():
            found["entrenched"] = int(value)
        elif word == "army" and value:
            found["army"] = value
        else:
            raise PositionError(f"{where}.traits", f"“{text}” is no trait of a {entry.side} unit")
    return found


def _values(where: str, entry: UnitEntry) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Attack and defence by steps left, and the movement allowance; a single strength is for both."""
    found = _VALUES.match(entry.values)
    if not found:
        text = f"“{entry.values}” is neither attack-defence-movement, such as 6-7-6, nor strength-movement"
        raise PositionError(f"{where}.values", text)
    pairs = [(int(found[1]), int(found[2] or found[1]))]
    for text in entry.reduced:
        pair = _REDUCED.match(text)
        if not pair:
            raise PositionError(f"{where}.reduced", f"“{text}” is neither attack-defence nor a strength")
        pairs.append((int(pair[1]), int(pair[2] or pair[1])))
    if entry.of not in (0, len(pairs)):
        raise PositionError(f"{where}.of", f"{entry.id} has {len(pairs)} sides, one for each step")
    pairs.reverse()
    return (0, *(a for a, _ in pairs)), (0, *(d for _, d in pairs)), int(found[3])
