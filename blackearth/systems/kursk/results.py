"""kursk:crt-AX to crt-halfEX - resolving an attack: the die, what happens at once, and what has to be decided."""

from __future__ import annotations

from blackearth.core.events import Result as ResultEvent
from blackearth.core.frames import Frame
from blackearth.systems.kursk import odds
from blackearth.systems.kursk.advance import AdvanceAfterCombat
from blackearth.systems.kursk.board import State, reading, roster
from blackearth.systems.kursk.charts import ODDS, RESULTS, Result
from blackearth.systems.kursk.exchange import Exchange, price_of
from blackearth.systems.kursk.fights import Fight, destroy_all
from blackearth.systems.kursk.kampfgruppen import heirs
from blackearth.systems.kursk.retreat import Retreat

CITES = {
    "AX": "kursk:crt-AX", "AR": "kursk:crt-AR", "BR": "kursk:crt-BR",
    "DX": "kursk:crt-DX", "EX": "kursk:crt-EX", "1/2EX": "kursk:crt-halfEX",
}  # fmt: skip


class Resolve(Frame, frozen=True, tag="kursk.resolve"):
    """The odds are taken now, the die is thrown, and what follows is put on the stack.

    Attributes:
        fight: the attack.
    """

    fight: Fight

    def step(self, state: State) -> None:
        """Throw the die; none is needed against a strength of zero where that is read so (KUR-A12)."""
        state.pop()
        fight, label = self.fight, state.defn.map.grid.label
        o = odds.odds(state, fight)
        if not o.defence and reading(state, "KUR-A12") == "b":
            result, words = RESULTS["DX"], "no strength to defend with"
        else:
            where = " and ".join(label(cell) for cell in fight.fought)
            die = state.roll(f"attack on {where}", hexes=fight.fought)
            result = odds.outcome(state, o, die)
            words = f"{o.attack} to {o.defence}, {ODDS[o.column]}, die {die}{f'{o.die:+d}' if o.die else ''}"
        others = " and ".join(label(cell) for cell in fight.fought[1:])
        detail = f"{f'together with {others}, ' if others else ''}{words}: {result.text}"
        cite = CITES[result.text]
        state.emit(ResultEvent("Attack on", fight.fought[0], result.text, fight.units, detail, cite=cite))
        state.push(*frames(state, fight, result))


def frames(s: State, fight: Fight, result: Result) -> list[Frame]:
    """Carry out what leaves no choice; the frames for the rest, in order."""
    cite = CITES[result.text]
    there = tuple(u for cell in fight.fought for u in s.stacks[cell])
    if result.defender == "destroyed":
        return _destroyed(s, fight, result, there)
    origins = tuple(sorted({s.at[u] for u in fight.units}))
    found: list[Frame] = []
    if result.defender == "retreats":
        found.append(Retreat(there, (), cite))
    if result.attacker == "destroyed":
        destroy_all(s, fight.units, "combat", cite)
    else:
        found.append(Retreat(fight.units, fight.targets, cite))
    if result.defender != "retreats":
        found.append(AdvanceAfterCombat(1 - s.active, _soldiers(s, there), origins))
    return found


def _destroyed(s: State, fight: Fight, result: Result, there: tuple[int, ...]) -> list[Frame]:
    """kursk:crt-DX, crt-EX, crt-halfEX, KUR-10 - everything in the attacked hexes goes, whether it fought or not; the
    price is what the defenders fought with, all or half of it.
    """
    cite = CITES[result.text]
    price = price_of(s, fight.defenders, result)
    worth = tuple(odds.strength(s, u, attacking=True) for u in fight.units)
    mine, theirs = heirs(s, fight.units), heirs(s, there)
    destroy_all(s, (u for u in there if u not in theirs), "combat", cite)
    found: list[Frame] = []
    if theirs:
        found.append(Retreat(theirs, (), cite, remnants=True))
    if price:
        found.append(Exchange(fight.units, worth, price, mine, fight.targets, cite))
    return [*found, AdvanceAfterCombat(s.active, fight.units, fight.targets)]


def _soldiers(s: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """KUR-A21 - without air bases."""
    return tuple(u for u in units if roster(s).aircraft[u] < 0)
