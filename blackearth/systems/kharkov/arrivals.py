"""ms:K, kharkov:7, rostov:9 - reinforcements: which units may enter from this game turn on, and where.

Units wait in COMING until their turn; then, drawn at random where the rules say so, they go to DUE. From there the
movement phase takes them, on this turn or on any later one (N20).
"""

from __future__ import annotations

from blackearth.core.events import ALL, Note
from blackearth.core.frames import Frame
from blackearth.systems.kharkov.board import COMING, DUE, State, facts
from blackearth.systems.kharkov.scenario import Arrival
from blackearth.systems.kharkov.visible import hidden

#: Frames of this module, for the list of the system.
FRAMES: tuple[type[Frame], ...] = ()


def begin_turn(s: State) -> None:
    """ms:K - at the start of a game turn its reinforcements become available, those of a pool by lot."""
    for arrival in facts(s).content.arrivals:
        if arrival.turn == s.turn:
            _arrive(s, arrival)


def _arrive(s: State, arrival: Arrival) -> None:
    waiting = tuple(u for u in arrival.units if s.at[u] == COMING)
    units = _drawn(s, arrival, waiting) if arrival.draw else waiting
    if not units:
        return
    for unit in units:
        s.put(unit, DUE)
    lot = " drawn by lot" if arrival.draw else ""
    text = f"Reinforcements of turn {s.turn}{lot}, {arrival.name}:"
    s.emit(Note(side=arrival.side, text=text, units=units, cite=arrival.cite, to=-1))


def _drawn(s: State, arrival: Arrival, pool: tuple[int, ...]) -> tuple[int, ...]:
    """kharkov:7, rostov:9-soviet - so many different units of a pool, each as likely as any other.

    The units left in the pool stand in the order of the roster and a die with as many faces picks one: with the seed
    anybody can draw again what was drawn.
    """
    left, drawn = list(pool), []
    to = arrival.side if hidden(s) else ALL
    for number in range(1, min(arrival.draw, len(left)) + 1):
        purpose = f"draw {number} of {arrival.draw}: {arrival.name}, turn {s.turn}"
        drawn.append(left.pop(s.roll(purpose, len(left), arrival.side, to=to) - 1))
    return tuple(sorted(drawn))
