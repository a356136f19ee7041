"""Typed descriptions of what a decision offers. Browser, terminal, computer players and fuzzer all run on them.

They describe, they never list every combination: `sample` draws one of the actions they stand for.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from blackearth.core.actions import Action
from blackearth.hexes.mask import draw

if TYPE_CHECKING:
    from blackearth.core.state import Definition


class Choice(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What all choices have: the verb of the action, a short label, the rule, and optional presentation."""

    verb: str
    label: str
    cite: str = ""
    note: str = ""
    group: str = ""

    def sample(self, random: Random) -> Action | None:
        """One of the actions the choice stands for, or None where the offer itself must draw it."""
        return None

    def fields(self, defn: Definition) -> dict[str, Any]:
        """The fields of this kind in JSON terms: labels and ids instead of cells and numbers."""
        return {}

    def to_json(self, defn: Definition) -> dict[str, Any]:
        """The choice for the page."""
        answer: dict[str, Any] = {
            "kind": self.__struct_config__.tag,
            "verb": self.verb,
            "label": self.label,
            "cite": self.cite,
        }
        answer |= {key: value for key in ("note", "group") if (value := getattr(self, key))}
        return answer | self.fields(defn)


class Button(Choice, frozen=True, kw_only=True, tag="button"):
    """Press it. ``blocked`` is (rule, sentence): shown, but refused at present, because of the ``faulty`` hexes where
    it is about hexes. ``confirm``: a question to ask first.
    """

    word: str = ""
    confirm: str = ""
    blocked: tuple[str, str] | None = None
    faulty: tuple[int, ...] = ()
    primary: bool = False

    def sample(self, random: Random) -> Action | None:
        return None if self.blocked else Action(self.verb, word=self.word)

    def fields(self, defn: Definition) -> dict[str, Any]:
        answer: dict[str, Any] = {key: value for key in ("word", "confirm", "primary") if (value := getattr(self, key))}
        if self.blocked:
            answer["blocked"] = {"cite": self.blocked[0], "text": self.blocked[1]}
            if self.faulty:
                answer["blocked"]["hexes"] = [defn.map.grid.label(cell) for cell in self.faulty]
        return answer


class Units(Choice, frozen=True, kw_only=True, tag="units"):
    """Name between ``least`` and ``most`` of the units. ``among``: those of which a number must be among the chosen, by
    name of the group; shown while choosing, the offer itself checks it.
    """

    units: tuple[int, ...]
    least: int = 1
    most: int = 1
    among: Mapping[str, tuple[int, ...]] | None = None

    def sample(self, random: Random) -> Action | None:
        most = min(self.most, len(self.units))
        if most < self.least:
            return None
        return Action(self.verb, tuple(random.sample(self.units, random.randint(self.least, most))))

    def fields(self, defn: Definition) -> dict[str, Any]:
        ids = defn.roster.ids
        found: dict[str, Any] = {"units": [ids[u] for u in self.units], "least": self.least, "most": self.most}
        if self.among:
            found["among"] = {name: [ids[u] for u in units] for name, units in self.among.items()}
        return found


class Hex(Choice, frozen=True, kw_only=True, tag="hex"):
    """Name a hex of the mask and, if there are units, ``count`` of them. ``hexes_of`` narrows the hexes by unit."""

    hexes: int
    units: tuple[int, ...] = ()
    count: int = 1
    hexes_of: Mapping[int, int] | None = None

    def sample(self, random: Random) -> Action | None:
        if self.units and len(self.units) < self.count:
            return None
        units = tuple(random.sample(self.units, self.count)) if self.units else ()
        hexes = self.hexes_of[units[0]] if self.hexes_of and units else self.hexes
        return Action(self.verb, units, (draw(hexes, random),)) if hexes else None

    def fields(self, defn: Definition) -> dict[str, Any]:
        grid, ids = defn.map.grid, defn.roster.ids
        answer: dict[str, Any] = {
            "hexes": grid.labels(self.hexes),
            "units": [ids[u] for u in self.units],
            "count": self.count,
        }
        if self.hexes_of:
            answer["hexes_of"] = {ids[u]: grid.labels(mask) for u, mask in self.hexes_of.items()}
        return answer


class Route(Choice, frozen=True, kw_only=True, tag="route"):
    """Take units of one hex along a path. The offer knows the reach; see the query ``reach``."""

    units: tuple[int, ...]
    together: bool = True

    def fields(self, defn: Definition) -> dict[str, Any]:
        return {"units": [defn.roster.ids[u] for u in self.units], "together": self.together}


class Attack(Choice, frozen=True, kw_only=True, tag="attack"):
    """Name a target hex and the units that take part, out of those listed for it. ``several``: or several target
    hexes, with units that are listed for each of them.
    """

    targets: Mapping[int, tuple[int, ...]]
    several: bool = False

    def sample(self, random: Random) -> Action | None:
        if not self.targets:
            return None
        target = random.choice(list(self.targets))
        units = self.targets[target]
        return Action(self.verb, tuple(random.sample(units, random.randint(1, len(units)))), (target,))

    def fields(self, defn: Definition) -> dict[str, Any]:
        grid, ids = defn.map.grid, defn.roster.ids
        answer: dict[str, Any] = {"several": True} if self.several else {}
        return answer | {"targets": {grid.label(cell): [ids[u] for u in units] for cell, units in self.targets.items()}}


class Allocate(Choice, frozen=True, kw_only=True, tag="allocate"):
    """Share ``total`` among units, each at most as given; ``even``: every unit one before any has two."""

    units: Mapping[int, int]
    total: int
    even: bool = False

    def sample(self, random: Random) -> Action | None:
        left = min(self.total, sum(self.units.values()))
        given = dict.fromkeys(self.units, 0)
        while left:
            open_units = [u for u, most in self.units.items() if given[u] < most]
            if self.even and any(not given[u] for u in open_units):
                open_units = [u for u in open_units if not given[u]]
            given[random.choice(open_units)] += 1
            left -= 1
        taken = {u: n for u, n in given.items() if n}
        return Action(self.verb, tuple(taken), amounts=tuple(taken.values()))

    def fields(self, defn: Definition) -> dict[str, Any]:
        ids = defn.roster.ids
        return {"units": {ids[u]: most for u, most in self.units.items()}, "total": self.total, "even": self.even}


class Target(Choice, frozen=True, kw_only=True, tag="target"):
    """One own unit acts on one enemy unit (fires at it); ``targets_of`` narrows the targets by unit."""

    units: tuple[int, ...]
    targets: tuple[int, ...]
    targets_of: Mapping[int, tuple[int, ...]] | None = None

    def sample(self, random: Random) -> Action | None:
        if not self.units or not self.targets:
            return None
        unit = random.choice(self.units)
        return Action(self.verb, (unit, random.choice(self.targets_of[unit] if self.targets_of else self.targets)))

    def fields(self, defn: Definition) -> dict[str, Any]:
        ids = defn.roster.ids
        answer: dict[str, Any] = {"units": [ids[u] for u in self.units], "targets": [ids[u] for u in self.targets]}
        if self.targets_of:
            answer["targets_of"] = {ids[u]: [ids[t] for t in targets] for u, targets in self.targets_of.items()}
        return answer


class Amount(Choice, frozen=True, kw_only=True, tag="amount"):
    """Name a number, for one of the units if there are any; ``most_of`` narrows the number by unit."""

    least: int
    most: int
    units: tuple[int, ...] = ()
    most_of: Mapping[int, int] | None = None

    def sample(self, random: Random) -> Action | None:
        if not self.units:
            return Action(self.verb, amounts=(random.randint(self.least, self.most),))
        unit = random.choice(self.units)
        most = self.most_of[unit] if self.most_of else self.most
        return Action(self.verb, (unit,), amounts=(random.randint(self.least, most),))

    def fields(self, defn: Definition) -> dict[str, Any]:
        ids = defn.roster.ids
        answer: dict[str, Any] = {"least": self.least, "most": self.most, "units": [ids[u] for u in self.units]}
        return answer | ({"most_of": {ids[u]: most for u, most in self.most_of.items()}} if self.most_of else {})
