"""kursk:air-close-support, KUR-01, KUR-A11, KUR-A29 - aircraft that help an attack, after the odds, before the die."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex
from blackearth.core.events import Declared
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import odds
from blackearth.systems.kursk.board import FLOWN, State, reading
from blackearth.systems.kursk.charts import ODDS
from blackearth.systems.kursk.fights import Fight
from blackearth.systems.kursk.flights import flight_refusals, in_range, patrolled, ready
from blackearth.systems.kursk.results import Resolve

CITE = "kursk:air-close-support"


def flights(s: State, fight: Fight) -> dict[int, int]:
    """kursk:air-close-support, air-cap - for each aircraft that can help an attack the mask of the hexes: within its
    range, not supported yet, no enemy patrol over it.
    """
    if fight.support and reading(s, "KUR-A11") == "a":
        return {}
    patrol = patrolled(s, 1 - s.active)
    goals = sum(1 << c for c in fight.fought if c not in fight.support and not patrol >> c & 1)
    found = {u: in_range(s, u) & goals for u in ready(s, s.active)}
    return {u: mask for u, mask in found.items() if mask}


class Fly(Offer):
    """kursk:air-close-support - an aircraft element supports the attack on a hex."""

    verb = "support"

    def __init__(self, fight: Fight) -> None:
        self.fight = fight

    def choice(self, state: State) -> Choice:
        found, union = flights(state, self.fight), 0
        for mask in found.values():
            union |= mask
        return Hex(verb=self.verb, label="Close support", cite=CITE, units=tuple(found), hexes=union, hexes_of=found)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.units) != 1 or len(action.hexes) != 1 or action.amounts or action.word:
            yield Refusal(CITE, "name one aircraft element and one attacked hex")
            return
        unit, cell = action.units[0], action.hexes[0]
        label = state.defn.map.grid.label(cell)
        if cell not in self.fight.fought:
            yield Refusal(CITE, f"{label} is not attacked now, or nobody there can fight", hexes=(cell,))
        elif cell in self.fight.support:
            yield Refusal(CITE, f"one aircraft element supports the attack on {label} already", hexes=(cell,))
        elif patrolled(state, 1 - state.active) >> cell & 1:
            yield Refusal("kursk:air-cap", f"an enemy patrol flies over {label}", hexes=(cell,))
        else:
            yield from flight_refusals(state, unit, cell, state.active)

    def do(self, state: State, action: Action) -> None:
        unit, cell = action.units[0], action.hexes[0]
        state.mark((unit,), FLOWN)
        state.emit(Declared((unit,), cell, "support", cite=CITE))
        state.become(Support(msgspec.structs.replace(self.fight, support=(*self.fight.support, cell))))


class Support(Frame, frozen=True, tag="kursk.support"):
    """kursk:air-close-support, KUR-A29 - the odds are known; the attacker may fly close support, then the die falls.

    Attributes:
        fight: the attack.
    """

    fight: Fight

    def step(self, state: State) -> Decision | None:
        """Ask if an aircraft element could help."""
        o = odds.odds(state, self.fight)
        certain = not o.defence and reading(state, "KUR-A12") == "b"
        if certain or not flights(state, self.fight):
            self._resolve(state)
            return None
        label = state.defn.map.grid.label
        where = " and ".join(label(cell) for cell in cells(sum(1 << c for c in self.fight.fought)))
        die = f", {o.die:+d} on the die" if o.die else ""
        prompt = f"The attack on {where} stands at {ODDS[o.column]}{die}. Fly close support?"
        roll = Press("roll", "Roll the die", self._resolve, CITE, primary=True)
        return Decision(state.active, "Close support", prompt, CITE, (Fly(self.fight), roll))

    def _resolve(self, state: State) -> None:
        state.become(Resolve(self.fight))
