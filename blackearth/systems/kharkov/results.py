"""ms:G2 - resolving an announced attack: the die, the defender's losses, and what has to be decided after them."""

from __future__ import annotations

from blackearth.core.events import Result as ResultEvent
from blackearth.core.frames import Frame
from blackearth.systems.kharkov import losses
from blackearth.systems.kharkov.advance import AdvanceAfterCombat
from blackearth.systems.kharkov.board import State, extra, reading
from blackearth.systems.kharkov.charts import Result
from blackearth.systems.kharkov.contact import uncover
from blackearth.systems.kharkov.exchange import Exchange
from blackearth.systems.kharkov.fall_back import FallBack
from blackearth.systems.kharkov.fights import fight_at, replace_fight
from blackearth.systems.kharkov.odds import BELOW, column_text, odds, outcome
from blackearth.systems.kharkov.retreat import RetreatTwo
from blackearth.systems.kharkov.visible import SEARCHED, retreating


class Resolve(Frame, frozen=True, tag="kharkov.resolve"):
    """ms:G2 - the odds are taken now, the die is thrown, and what follows is put on the stack.

    Attributes:
        target: hex of the combat.
    """

    target: int

    def step(self, state: State) -> None:
        """Throw the die."""
        state.pop()
        fight = fight_at(state, self.target)
        o = odds(state, fight)
        die = state.roll(f"attack on {state.defn.map.grid.label(self.target)}", hexes=(self.target,))
        result = outcome(state, o, die)
        worse = " at -2" if o.final == BELOW else ""
        detail = f"{o.attack} to {o.defence}, {column_text(o.final)}, die {die}{worse}: {result.text}"
        state.emit(ResultEvent("Attack on", self.target, result.text, fight.units, detail, cite=cite_of(result)))
        replace_fight(state, fight, done=True)
        state.push(*frames(state, fight.target, fight.units, fight.defenders, result))
        if extra(state).lures and retreating(state) >= 0:
            for side in (0, 1):  # a retreat shows what stands around (ms:M2)
                uncover(state, state.defn.map.grid.within(self.target, SEARCHED), side)


def cite_of(result: Result) -> str:
    """The rule of a result."""
    if result.text in ("DR1", "DR2", "RX1"):
        return "ms:G3-combined"
    return "ms:G2" if result.text == "-" else f"ms:G3-{result.text}"


def frames(
    s: State, target: int, attackers: tuple[int, ...], defenders: tuple[int, ...], result: Result
) -> list[Frame]:  # fmt: skip
    """ms:G3-combined, G4-second - carry out what leaves no choice; the frames for the rest, in order. Units that have
    retreated into the hex share the fate of the defenders, but count neither for limits nor for prices (KHA-N29).
    """
    there = s.stacks.get(target, ())
    found: list[Frame] = []
    cite = cite_of(result)
    if result.attacker:
        steps = sum(s.steps[u] for u in defenders)
        found.append(losses.attackers(s, attackers, steps, result, target))
    if result.defender:
        price = losses.defenders(s, there, defenders, result, cite)
        if result.exchange:
            found.append(Exchange(s.active, attackers, price, target))
    left = tuple(u for u in there if s.at[u] == target)
    back = retreat_of(result)
    if left and back == 1:
        choice = reading(s, "KHA-N27") == "a" or result.text == "D1"
        found.append(FallBack(target, left, choice))
    elif left and back == 2:
        found.append(RetreatTwo(target, left, left))
    found.append(AdvanceAfterCombat(target, attackers, there))
    return found


def retreat_of(result: Result) -> int:
    """ms:G3-DE - hexes the survivors go back: a large unit that survives a DE undergoes a D1."""
    return 1 if result.text == "DE" else result.retreat
