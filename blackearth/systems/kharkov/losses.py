"""ms:G3-AE, G3-AR, G3-DE, G3-DR, G3-EX, G3-RX - steps lost at once by a result, and the attacker's choice among his
units where a limit saves some.
"""

from __future__ import annotations

from collections.abc import Iterable

from blackearth.core.actions import Action
from blackearth.core.choices import Allocate, Choice
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer
from blackearth.core.refusals import Refusal
from blackearth.lib.combat import round_up
from blackearth.systems.kharkov.board import State, reading, reduce, roster, strength
from blackearth.systems.kharkov.charts import Result

#: ms:G3-DE - a unit with more steps than it loses is a double unit and survives.
DOUBLE_STEPS = 2


def defender_steps(s: State, unit: int, result: Result) -> int:
    """Steps a defending unit loses at once: all of them or one; a double unit loses two by DE, and by EX where that is
    read so (KHA-N26).
    """
    steps = s.steps[unit]
    if result.defender != "eliminated":
        return 1
    limited = not result.exchange or reading(s, "KHA-N26") == "b"
    return min(steps, DOUBLE_STEPS) if limited and steps > DOUBLE_STEPS else steps


def drop(s: State, unit: int, steps: int, *, attacking: bool) -> int:
    """Combat points a unit loses with so many steps, as its counter shows them (KHA-08)."""
    now = strength(s, unit, attacking=attacking)
    r = roster(s)
    column = (r.attack if attacking else r.defence)[unit]
    return now - column[s.steps[unit] - steps]


def defenders(
    s: State, there: tuple[int, ...], counted: tuple[int, ...], result: Result, cite: str
) -> int:  # fmt: skip
    """Take the defenders' steps.

    Args:
        s: the state.
        there: all units in the hex.
        counted: those that were attacked, without those that had retreated onto them (KHA-N29).
        result: of the combat, with losses of the defender.
        cite: rule id.

    Returns:
        The combat points that `counted` lost: the price of an exchange.
    """
    price = sum(drop(s, u, defender_steps(s, u, result), attacking=False) for u in counted)
    for unit in there:
        reduce(s, unit, defender_steps(s, unit, result), "combat", cite)
    return price


def attackers(s: State, units: tuple[int, ...], defender_steps_now: int, result: Result, target: int) -> Frame:
    """ms:G3-AE, G3-AR - the attacker loses all his steps, at most as many as the defender has; or one a unit, at most
    half as many as the defender has, rounded up.
    """
    if result.attacker == "eliminated":
        return AttackerLosses(s.active, units, defender_steps_now, False, target)
    once = reading(s, "KHA-N24") == "a"
    return AttackerLosses(s.active, units, round_up(defender_steps_now, 2), once, target, freely=not once)


class Lose(Offer):
    """ms:G3-AE, G3-AR - the attacker says which of his units lose the steps."""

    verb = "lose"

    def __init__(self, frame: AttackerLosses, most: dict[int, int]) -> None:
        self.frame, self.most = frame, most

    def choice(self, state: State) -> Choice:
        total = self.frame.steps
        return Allocate(
            verb=self.verb, label=f"Lose {total} step{'s' * (total > 1)}", cite=self.frame.cite, units=self.most,
            total=total,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        given = dict(zip(action.units, action.amounts, strict=False))
        cite = self.frame.cite
        if len(given) != len(action.units) or len(action.units) != len(action.amounts) or action.hexes or action.word:
            yield Refusal(cite, "name each unit once, with the steps it loses")
            return
        if strangers := tuple(u for u in given if u not in self.most):
            yield Refusal(cite, f"{roster(state).text(strangers)}: not in this combat", strangers)
            return
        if sum(given.values()) != self.frame.steps or min(given.values(), default=0) < 1:
            yield Refusal(cite, f"exactly {self.frame.steps} steps must be lost")
        if over := tuple(u for u, n in given.items() if n > self.most[u]):
            why = "a unit loses one step by AR" if self.frame.once else "not so many steps to lose"
            yield Refusal(cite, f"{roster(state).text(over)}: {why}", over)

    def do(self, state: State, action: Action) -> None:
        self.frame.apply(state, dict(zip(action.units, action.amounts, strict=True)))


class AttackerLosses(Frame, frozen=True, omit_defaults=True, tag="kharkov.attacker-losses"):
    """ms:G3-AE, G3-AR - the attacker takes his losses.

    Attributes:
        side: whose losses.
        units: the units involved.
        steps: steps to be lost.
        once: whether a unit loses no more than one (KHA-N24).
        target: hex of the combat.
        freely: whether these are the steps of an AR, of which a unit may lose several (KHA-N24, b).
    """

    side: int
    units: tuple[int, ...]
    steps: int
    once: bool
    target: int
    freely: bool = False

    @property
    def cite(self) -> str:
        """The rule of the result."""
        return "ms:G3-AR" if self.once or self.freely else "ms:G3-AE"

    def step(self, state: State) -> Decision | None:
        """Take what leaves no choice; else ask the owner."""
        most = {u: 1 if self.once else state.steps[u] for u in self.units if state.at[u] >= 0}
        if self.steps >= sum(most.values()) or len(most) == 1:
            self.apply(state, {u: min(n, self.steps) for u, n in most.items()})
            return None
        words = "a step" if self.steps == 1 else f"{self.steps} steps"
        label = state.defn.map.grid.label(self.target)
        prompt = f"You lose {words} at {label}, no more than the defenders allow: choose which units."
        return Decision(self.side, "Combat losses", prompt, self.cite, (Lose(self, most),))

    def apply(self, state: State, given: dict[int, int]) -> None:
        """Carry the losses out."""
        state.pop()
        for unit, steps in given.items():
            reduce(state, unit, steps, "combat", self.cite)
