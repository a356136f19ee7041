"""kursk:opt-kampfgruppen, KUR-A35, KUR-A36 - the remnants of German mobile divisions."""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.events import Placed
from blackearth.systems.kursk.board import ATTACKED, IN_RESERVE, State, facts, roster
from blackearth.systems.kursk.fights import destroy
from blackearth.systems.kursk.movement_phase import enter
from blackearth.systems.kursk.supply import supplied

CITE = "kursk:opt-kampfgruppen"


def heirs(s: State, units: Iterable[int]) -> tuple[int, ...]:
    """kursk:opt-kampfgruppen - the units that leave a Kampfgruppe if they are destroyed now: in supply, with the
    option in force.
    """
    if not s.defn.options.get("kampfgruppen", False):
        return ()
    r = roster(s)
    return tuple(u for u in units if r.kampfgruppe[u] and supplied(s, u))


def reserve(s: State, unit: int) -> int:
    """The Kampfgruppe that would replace a unit, -1 if none is left."""
    r = roster(s)
    if not r.kampfgruppe[unit]:
        return -1
    return next((u for u in r.of_group(r.kampfgruppe[unit]) if s.at[u] == IN_RESERVE), -1)


def replace(s: State, unit: int, cell: int) -> None:
    """kursk:opt-kampfgruppen, KUR-A36 - a destroyed division becomes a Kampfgruppe in a hex; the difference scores
    three times.
    """
    r, heir, attacked = roster(s), reserve(s, unit), s.marks[unit] & ATTACKED
    lost = max(r.attack[unit], r.defence[unit]) - max(r.attack[heir], r.defence[heir])
    destroy(s, unit, "its remnants form a Kampfgruppe", CITE, points=lost * facts(s).content.numbers.motorized_points)
    enter(s, heir, (cell,))
    s.mark((heir,), attacked)
    s.emit(Placed(heir, cell, "Kampfgruppe", cite=CITE))
