"""ms:M1, M2, N46 - what units find out by coming next to hidden enemies."""

from __future__ import annotations

from blackearth.core.events import ALL, Learned
from blackearth.core.tally import half_text
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import room, zones
from blackearth.systems.kharkov.board import SOVIET, State, extra, roster, stack_size

CITE = "ms:M2"


def met(s: State, cell: int, mask: int) -> bool:
    """Whether one of some hexes lies in the zone of what stands in a hex."""
    return bool(zones.of_hex(s, cell) & mask)


def entered(s: State, side: int, mask: int) -> None:
    """ms:M2, N46 - units of a side have entered hexes: enemy lures next to them go, and the enemy tells how many
    divisions his markers are in whose zone they have come.

    Args:
        s: the state, after the entry.
        side: who entered.
        mask: the hexes.
    """
    uncover(s, s.defn.map.grid.spread(mask), 1 - side)
    label = s.defn.map.grid.label
    for cell in cells(s.occupied[1 - side] & s.defn.map.grid.spread(mask)):
        if met(s, cell, mask):
            size = stack_size(s, s.stacks[cell])
            text = f"{half_text(size)} division{'s' * (size > 2)} in {label(cell)}"
            s.emit(Learned(side=side, text=text, hexes=(cell,), to=side, cite=CITE))


def uncover(s: State, mask: int, owner: int) -> None:
    """N46 - the lures of a side in these hexes are found out and go."""
    x = extra(s)
    gone = tuple(lure.cell for lure in x.lures if lure.side == owner and mask >> lure.cell & 1)
    if gone:
        x.lures = tuple(lure for lure in x.lures if lure.side != owner or lure.cell not in gone)
        s.cache = {}
        where = ", ".join(s.defn.map.grid.label(cell) for cell in gone)
        s.emit(Learned(side=1 - owner, text=f"Nothing but a lure in {where}", hexes=gone, to=ALL, cite=CITE))


def checked(s: State, units: tuple[int, ...], path: tuple[int, ...]) -> tuple[tuple[int, ...], bool]:
    """ms:F3b, M1 - the part of a path that Soviet units really can go, and whether hidden German armour has ended their
    move: it stops them where they enter its zone, or before, if there is no room (N56); and only then do they know.
    """
    r = roster(s)
    if r.side[units[0]] != SOVIET or not any(r.armour[u] for u in units):
        return path, False
    held = zones.of_armour(s, 1 - SOVIET)
    last = next((n for n, cell in enumerate(path) if n and held >> cell & 1), len(path) - 1)
    if zones.of(s, 1 - SOVIET) >> path[last] & 1:
        label = s.defn.map.grid.label(path[last])
        stop = "is in the zone of German armour: no further" if held >> path[last] & 1 else "is in no zone of armour"
        s.emit(Learned(side=SOVIET, text=f"{label} {stop}", hexes=(path[last],), to=SOVIET, cite="ms:F3b"))
    if not held >> path[last] & 1:
        return path, False
    while last and any(room.refusals(s, units, path[last], ending=units, exploitation=extra(s).exploiting)):
        last -= 1
    return path[: last + 1], True
