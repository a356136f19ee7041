"""kharkov:8-modes - Marshal Stalin wants to attack: the mode of every Soviet army, chosen at the start of a game turn.

What a mode does stands where movement, entrenchment and combat are.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Button
from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer, Press
from blackearth.core.refusals import Refusal
from blackearth.systems.kharkov.board import DUE, ENTRENCHED, SOVIET, State, extra, facts, reading, roster
from blackearth.systems.kharkov.facts import ArmyEntry

CITE = "kharkov:8-modes"
MODES = ("neutral", "offensive", "defensive")
_EFFECTS = {
    "neutral": "No restrictions.",
    "offensive": "Attacks one column better, must attack adjacent Germans, never moves NE or SE, does not entrench. "
    "Never Neutral again.",
    "defensive": "Attacks two columns worse, never goes from one German zone directly into another. For good.",
}


def initial(s: State) -> tuple[tuple[str, str], ...]:
    """kharkov:8-modes - the modes before the first turn; none in a scenario without this rule."""
    scenario = facts(s).content.scenario
    return tuple((army.group, army.mode) for army in scenario.armies) if scenario.modes else ()


def armies(s: State) -> list[ArmyEntry]:
    """kharkov:8-modes - the armies that get a mode now: those with units on the map or about to enter (reading 22)."""
    r = roster(s)
    here = {r.group[u] for u in r.of_side(SOVIET) if s.at[u] >= 0 or s.at[u] == DUE}
    return [army for army in facts(s).content.scenario.armies if army.group in here]


def refusal(s: State, army: ArmyEntry, before: str, mode: str) -> Refusal | None:
    """kharkov:8-modes - why an army may not have a mode, or None.

    Args:
        s: the state.
        army: the army.
        before: its mode when the game turn began.
        mode: the mode wanted.
    """
    rules = facts(s).content.scenario.modes
    assert rules is not None
    if mode in army.never:
        return Refusal(CITE, f"{army.name} can never be in {mode.capitalize()} mode")
    if mode not in rules.following[before]:  # type: ignore[index]
        return Refusal(CITE, f"{army.name} is in {before.capitalize()} mode and cannot go back to {mode.capitalize()}")
    return None


class SetMode(Offer):
    """kharkov:8-modes - put an army into a mode; until all are chosen a choice can be changed.

    Args:
        before: modes when the game turn began.
        army: the army whose button this is; any army may be named.
        mode: the mode of the button.
    """

    verb = "army-mode"

    def __init__(self, before: tuple[tuple[str, str], ...], army: ArmyEntry, mode: str) -> None:
        self.before, self.army, self.mode = dict(before), army, mode

    def choice(self, state: State) -> Button:
        now = dict(extra(state).modes)[self.army.group] == self.mode
        barred = refusal(state, self.army, self.before[self.army.group], self.mode)
        return Button(
            verb=self.verb, label=self.mode.capitalize(), cite=CITE, word=f"{self.army.group.lower()}-{self.mode}",
            group=self.army.name, note=_EFFECTS[self.mode], primary=now,
            blocked=(barred.cite, barred.text) if barred else None,
        )  # fmt: skip

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        """kharkov:8-modes - an army that is in play, a mode that may follow its present one."""
        group, _, mode = action.word.rpartition("-")
        army = next((a for a in armies(state) if a.group.lower() == group), None)
        if army is None or mode not in MODES or action.units or action.hexes or action.amounts:
            names = ", ".join(a.group.lower() for a in armies(state))
            text = f"name an army and a mode, such as @{names.partition(',')[0]}-offensive; armies now: {names}"
            yield Refusal(CITE, text)
            return
        barred = refusal(state, army, self.before[army.group], mode)
        if barred:
            yield barred

    def do(self, state: State, action: Action) -> None:
        group, _, mode = action.word.rpartition("-")
        extra(state).modes = tuple((g, mode if g.lower() == group else m) for g, m in extra(state).modes)
        state.cache = {}
        name = next(army.name for army in armies(state) if army.group.lower() == group)
        state.emit(Note(side=SOVIET, text=f"{name}: {mode.capitalize()} mode", cite=CITE))

    def sample(self, state: State, random: Random) -> Action | None:
        """A mode the army may have and does not have yet."""
        if dict(extra(state).modes)[self.army.group] == self.mode:
            return None
        return self.choice(state).sample(random)


class ArmyModes(Frame, frozen=True, tag="kharkov.modes"):
    """kharkov:8-modes - the Soviet player chooses the modes for the game turn.

    Attributes:
        before: the modes when the game turn began.
    """

    before: tuple[tuple[str, str], ...]

    def step(self, state: State) -> Decision | None:
        """Ask for modes until the player is done; nothing to ask if no army can change."""
        present = armies(state)
        offers: list[Offer] = [SetMode(self.before, army, mode) for army in present for mode in MODES]
        for offer in offers:
            offer.weight = 0.1  # random play shall come to an end
        if not any(self._open(state, army) for army in present):
            settle(state)
            return None
        offers.append(Press("modes-set", "Modes are set", lambda s: settle(s), CITE, primary=True, weight=2))
        prompt = "Choose the mode of each army for this turn; most changes can never be taken back."
        return Decision(SOVIET, "Modes of the armies", prompt, CITE, tuple(offers))

    def _open(self, state: State, army: ArmyEntry) -> bool:
        before = dict(self.before)[army.group]
        return any(mode != before and refusal(state, army, before, mode) is None for mode in MODES)


def settle(s: State) -> None:
    """kharkov:8-modes, 8-offensive - the modes are chosen: entrenched infantry of an army in Offensive mode gets out of
    its trenches (KHA-N39; the other reading lets it stay).
    """
    s.pop()
    if reading(s, "KHA-N39") == "b":
        return
    attacking = {group for group, mode in extra(s).modes if mode == "offensive"}
    r = roster(s)
    out = [u for u in r.of_side(SOVIET) if r.group[u] in attacking and s.marks[u] & ENTRENCHED]
    s.unmark(out, ENTRENCHED, "entrenched", "its army is in Offensive mode", "kharkov:8-offensive")


def begin(s: State) -> Frame | None:
    """kharkov:8-modes - at the start of a game turn, after the weather (N41)."""
    return ArmyModes(extra(s).modes) if facts(s).content.scenario.modes else None


#: Frames of this module, for the list of the system.
FRAMES = (ArmyModes,)
