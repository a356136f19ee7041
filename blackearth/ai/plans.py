"""Plans of a phase of movement, of different kinds, and the choice among them by playing them on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from blackearth.ai.agent import done
from blackearth.ai.explain import Reason
from blackearth.ai.greedy import BOLD, WARY, Greedy
from blackearth.ai.manoeuvre import Manoeuvre
from blackearth.ai.rehearsal import Option, Rehearsal
from blackearth.ai.script import Script
from blackearth.ai.sever import sever
from blackearth.core import flow
from blackearth.core.advice import Advice
from blackearth.core.state import State

#: Rounds of playing on for whole plans, and mixtures of them that are tried, in both halves of a turn.
ROUNDS, MIXTURES = 2, (2, 1)
#: Plans from which parts are taken, and how far around a unit one takes the place of another, in hexes.
DONORS, AROUND = 3, (4, 7, 10)


@dataclass(frozen=True)
class Plan:
    """A plan of movement.

    Attributes:
        kind: a word for it.
        script: what is done.
        reasons: why.
    """

    kind: str
    script: Script
    reasons: Sequence[Reason] = ()


def kinds(advice: Advice) -> Iterator[Plan]:
    """Plans of all kinds."""
    yield Plan("near", Greedy().manoeuvre(advice))
    yield Plan("wary", Greedy(style=WARY).manoeuvre(advice))
    yield Plan("still", Script(advice))
    line = _line(advice)
    yield _finished("line", line)
    yield _finished("cut", _cut(advice))
    if not advice.second_half:
        yield _finished("assault", _assault(advice))
        yield _line_and_assault(line)
    if advice.turns_left < 2:
        yield _finished("guards", _guards(advice))
        yield Plan("bold", Greedy(style=BOLD).manoeuvre(advice))


def _finished(kind: str, m: Manoeuvre) -> Plan:
    """Who has no task yet moves as the quick player would move him."""
    return Plan(kind, Greedy().manoeuvre(m.advice, m.script.copy(), m.fixed), tuple(m.reasons))


def _line(advice: Advice) -> Manoeuvre:
    m = Manoeuvre(advice)
    m.enter()
    m.hold()
    return m


def _line_and_assault(m: Manoeuvre) -> Plan:
    m.take()
    m.assault()
    m.wait()
    return Plan("line and assault", m.script, m.reasons)


def _assault(advice: Advice) -> Manoeuvre:
    m = Manoeuvre(advice)
    m.enter()
    m.take()
    m.assault()
    return m


def _cut(advice: Advice) -> Manoeuvre:
    m = Manoeuvre(advice)
    m.enter()
    sever(m)
    return m


def _guards(advice: Advice) -> Manoeuvre:
    m = Manoeuvre(advice)
    m.enter()
    m.guard()
    return m


def choose(advice: Advice, random: Random) -> Plan:
    """The plan that goes best when it is played on, with parts of others in it where that is better still.

    Args:
        advice: about a position for which there is foresight.
        random: where parts are tried.
    """
    state = advice.state
    rehearsal = Rehearsal(advice.side, f"{state.turn} {state.active} {advice.second_half}")
    different = {tuple(plan.script.state.at): plan for plan in reversed(list(kinds(advice)))}
    plans = list(different.values())[::-1]
    options = [Option(ended(plan.script)) for plan in plans]
    best = rehearsal.pick(options, ROUNDS)
    plan, option = plans[best], options[best]
    donors = sorted((n for n in range(len(plans)) if n != best), key=lambda n: (-options[n].mean, n))[:DONORS]
    for n in range(MIXTURES[advice.second_half] if donors else 0):
        mixed = mix(advice, plan.script, plans[donors[n % len(donors)]].script, random)
        new = Option(ended(mixed))
        if mixed.state.at != plan.script.state.at and rehearsal.better(new, option):
            plan, option = Plan(plan.kind, mixed, plan.reasons), new
    reason = Reason("plan", numbers=(float(len(plans)), option.mean), word=plan.kind)
    return Plan(plan.kind, plan.script, (reason, *plan.reasons))


def mix(advice: Advice, first: Script, second: Script, random: Random) -> Script:
    """A plan in which the units around one whose place differs go by the second plan, the others by the first."""
    grid, at = advice.state.defn.map.grid, advice.state.at
    moved = [u for u in advice.units(advice.side) if first.state.at[u] != second.state.at[u]]
    script = Script(advice)
    if not moved:
        return first
    around = grid.within(at[random.choice(moved)], random.choice(AROUND))
    inside = {u for u in range(len(at)) if at[u] >= 0 and around >> at[u] & 1}
    for action in second.actions:
        if inside.issuperset(action.units):
            script.do(action)
    for action in first.actions:
        if inside.isdisjoint(action.units):
            script.do(action)
    return script


def ended(script: Script) -> State:
    """The position after the end of the phase."""
    after = script.state.clone()
    end = done(after)
    if end is not None and not flow.why_not(after, end):
        flow.perform(after, end)
    return after
