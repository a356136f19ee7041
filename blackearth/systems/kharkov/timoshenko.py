"""rostov:7, KHA-N44 - General Timoshenko: once a game turn each Soviet army may have a column in one of its attacks."""

from __future__ import annotations

from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Press
from blackearth.systems.kharkov.board import SOVIET, Fight, State, extra, facts, roster
from blackearth.systems.kharkov.fights import fight_at, replace_fight
from blackearth.systems.kharkov.supply import supplied


def army(s: State, units: tuple[int, ...]) -> str:
    """Mark of the army that could have its shift in an attack of these units; empty if none: all of them belong to it,
    from turn 3 on also to the general reserve, and all are in supply.
    """
    rules = facts(s).content.scenario.timoshenko
    if rules is None or s.active != SOVIET:
        return ""
    groups = {roster(s).group[u] for u in units}
    if rules.reserve in groups and s.turn < rules.reserve_from:
        return ""
    groups.discard(rules.reserve)
    if len(groups) != 1:
        return ""
    (mark,) = groups
    free = mark not in extra(s).timoshenko
    return mark if free and all(supplied(s, u) for u in units) else ""


def _name(s: State, mark: str) -> str:
    """What an army is called."""
    return next(entry.name for entry in facts(s).content.scenario.armies if entry.group == mark)


def offer(s: State, fight: Fight) -> Frame | None:
    """The question whether the shift is used in an attack that has just been announced, if it can be."""
    return Timoshenko(fight.target) if army(s, fight.units) else None


class Timoshenko(Frame, frozen=True, tag="kharkov.timoshenko"):
    """rostov:7 - the attacker uses the shift of the army now, or saves it.

    Attributes:
        target: hex of the combat.
    """

    target: int

    def step(self, state: State) -> Decision:
        """Ask once."""
        fight, scenario = fight_at(state, self.target), facts(state).content.scenario
        mark = army(state, fight.units)
        rules = scenario.timoshenko
        note = "No air support in this attack then." if rules and state.turn < rules.air_from else ""
        offers = (
            Press("yes", "General Timoshenko: a column", self._use, "rostov:7", note=note),
            Press("no", "Keep it for another attack", State.pop, "rostov:7", primary=True),
        )
        label = state.defn.map.grid.label(self.target)
        prompt = f"Use this turn's shift of the {_name(state, mark)} in the attack on {label}?"
        return Decision(state.active, "General Timoshenko", prompt, "rostov:7", offers)

    def _use(self, state: State) -> None:
        state.pop()
        fight, x = fight_at(state, self.target), extra(state)
        mark = army(state, fight.units)
        replace_fight(state, fight, timoshenko=mark)
        x.timoshenko = (*x.timoshenko, mark)
        text = f"General Timoshenko: a column for the {_name(state, mark)}"
        state.emit(Note(side=state.active, text=text, hexes=(self.target,), cite="rostov:7"))
