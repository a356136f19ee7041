"""ms:M1, M2 - the fog of war: the position as a side knows it, and events as it hears them.

An outlook holds what a side knows and nothing else: for every enemy marker one stand-in, a counter that is in no box of
the game. Lures have stand-ins, too; nothing tells them from real markers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from blackearth.core.events import ALL, INSTEAD, AnyEvent, Declared, Marked, Moved, Note
from blackearth.core.events import Result as ResultEvent
from blackearth.core.state import NOWHERE
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import movement_phase
from blackearth.systems.kharkov.board import (
    COMING,
    NO_ZONE,
    State,
    extra,
    facts,
    roster,
    stack_size,
)
from blackearth.systems.kharkov.contact import met
from blackearth.systems.kharkov.visible import hidden, visible

#: Whoever hears something: the sides, and the spectators.
AUDIENCES: tuple[int | None, ...] = (0, 1, None)


class Fog:
    """What the options of chapter M hide; see `blackearth.core.secrets.Secrets`."""

    def known(self, state: State, side: int | None) -> Collection[int]:
        """Units whose identity and place a side may know now."""
        return visible(state, side)

    def outlook(self, state: State, side: int | None) -> State:
        """The position as a side knows it."""
        return outlook(state, side)

    def tell(self, state: State, event: AnyEvent) -> Iterable[AnyEvent]:
        """An event as the sides and spectators hear it."""
        return tell(state, event)


# -- the position ------------------------------------------------------------------------------------------------------


def outlook(s: State, side: int | None) -> State:
    """ms:M1, M2 - the position as a side knows it, with stand-ins for what it does not see."""
    if not hidden(s) or not s.flow:
        return s
    new = without_hidden(s, side)
    extra(new).told = told(s, side)
    new.defn = facts(s).outlooks
    more = len(new.defn.roster) - len(new.at)
    new.at += [NOWHERE] * more
    new.marks += [0] * more
    new.steps += new.defn.roster.steps[-more:]
    extra(new).spent += [0] * more
    for enemy in (0, 1):
        if enemy != side:
            _stand_ins(s, new, enemy, visible(s, side))
    new.rebuild()
    top = new.flow[-1]
    if isinstance(top, movement_phase.MovementPhase):
        new.decision = top.step(new)
    return new


def without_hidden(s: State, side: int | None) -> State:
    """A copy in which the units and lures that a side does not see are off the map, as if nothing had happened to them;
    the derived values are left as they are.
    """
    new, known = s.clone(), visible(s, side)
    x = extra(new)
    x.lures = tuple(lure for lure in x.lures if lure.side == side)
    for unit in range(len(new.at)):
        if unit not in known:
            new.at[unit], new.marks[unit], new.steps[unit] = COMING, 0, roster(s).steps[unit]
            x.spent[unit] = 0
    return new


def markers(s: State, enemy: int, known: Collection[int]) -> dict[int, bool]:
    """Hexes with something hidden of a side, and whether it has a zone of control; lures pass for units."""
    found: dict[int, bool] = {}
    for u in roster(s).of_side(enemy):
        if s.at[u] >= 0 and u not in known:
            found[s.at[u]] = found.get(s.at[u], False) or not s.marks[u] & NO_ZONE
    for lure in extra(s).lures:
        if lure.side == enemy:
            found[lure.cell] = True
    return found


def _stand_ins(s: State, new: State, enemy: int, known: Collection[int]) -> None:
    """Put a stand-in on every marker of a side, in the order of the map."""
    blank = (u for u in roster(new).of_side(enemy) if u >= roster(new).printed)
    for (cell, zone), u in zip(sorted(markers(s, enemy, known).items()), blank, strict=False):
        new.at[u] = cell
        new.marks[u] = 0 if zone else NO_ZONE


def told(s: State, side: int | None) -> tuple[tuple[int, int], ...]:
    """ms:M2 - enemy hexes in whose zone the side has a unit, and the half divisions there that he has to tell."""
    if side is None or not s.defn.options.get("total-fog"):
        return ()
    known = visible(s, side)
    near = s.occupied[1 - side] & s.defn.map.grid.spread(s.occupied[side])
    hexes = [cell for cell in cells(near) if not known.issuperset(s.stacks[cell]) and met(s, cell, s.occupied[side])]
    return tuple((cell, stack_size(s, s.stacks[cell])) for cell in hexes)


# -- events ------------------------------------------------------------------------------------------------------------


def tell(s: State, event: AnyEvent) -> Iterable[AnyEvent]:
    """ms:M1, M2 - an event about units that not everybody may know goes to their owner; the others hear of it without
    the units.
    """
    units = _units(event)
    if event.to != ALL or not units or not hidden(s):
        return (event,)
    known = [visible(s, viewer).issuperset(units) for viewer in AUDIENCES]
    if all(known):
        return (event,)
    owner = roster(s).side[units[0]]
    found: list[AnyEvent] = [msgspec.structs.replace(event, to=owner)]
    for number, viewer in enumerate(AUDIENCES):
        if number != owner and (other := _instead(event, [u for u in units if u in visible(s, viewer)])):
            found.append(msgspec.structs.replace(other, to=INSTEAD + number))
    return found


def _units(event: AnyEvent) -> Sequence[int]:
    units: Sequence[int] = getattr(event, "units", ())
    return units or ((event.unit,) if hasattr(event, "unit") else ())


def _instead(event: AnyEvent, known: list[int]) -> AnyEvent | None:
    """What is told of an event to somebody who knows only some of its units; None for nothing."""
    if isinstance(event, Moved):
        return msgspec.structs.replace(event, units=(), cost=0)
    if isinstance(event, Note | ResultEvent):
        return msgspec.structs.replace(event, units=tuple(known))
    if isinstance(event, Declared | Marked) and known:
        return msgspec.structs.replace(event, units=tuple(known))
    return event if known and hasattr(event, "unit") else None


FOG = Fog()
