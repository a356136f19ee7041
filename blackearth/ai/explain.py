"""Reasons: what a step of the planning was about, with its numbers, and the sentence that tells it.

A reason is a plain record; sentences are made when somebody wants to read them. Strength of words follows the numbers:
“will” at 100 %, “likely” from 70 %.
"""

from __future__ import annotations

from dataclasses import dataclass

from blackearth.core.advice import Prospect
from blackearth.core.state import Definition


@dataclass(frozen=True)
class Reason:
    """Why something is done.

    Attributes:
        kind: one of the keys of `TEMPLATES`.
        units: the units that do it.
        hexes: the hexes it is about.
        numbers: what was weighed, in the order of the template.
        word: a word of the template that is no number.
    """

    kind: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    numbers: tuple[float, ...] = ()
    word: str = ""


#: Sentences by kind: {units} and {hexes} are lists, {0}, {1} ... the numbers.
TEMPLATES = {
    "plan": "Of {0:.0f} plans “{word}” goes best when it is played on: {1:+.1f} points.",
    "leave": "{units} leaves the map at {hexes} for {0:.0f} points.",
    "line": "{0:.0f} posts close the line from {first} to {last}; {1:.0f} of them stand empty.",
    "guard": "{units} guards {hexes}: the enemy could come there before the end.",
    "take": "{units} enters {hexes}, worth {0:.0f} points.",
    "raid": "{units} makes for the map edge by {hexes}: {0:.1f} marches are left to go.",
    "sever": "{units} goes to {hexes} to bar the enemy's supply.",
    "strengthen": "{units} joins the post at {hexes}: a single unit there is lost with a chance of about {0:.0%}.",
    "attack": "{units} attack {hexes}: {word} cleared ({0:.0%}), for {1:.1f} of our steps and {2:.1f} of theirs.",
    "press": "{units} goes on to {hexes}: the way to what scores is open.",
    "escape": "{units} goes back to {hexes}, out of what the enemy could cut off.",
    "wait": "{units} waits in {hexes} for the posts around.",
}


def attack_reason(units: tuple[int, ...], target: int, prospect: Prospect) -> Reason:
    """The reason of an attack with its exact numbers."""
    return Reason("attack", units, (target,), (prospect.cleared, prospect.attacker, prospect.defender))


def sentence(reason: Reason, defn: Definition) -> str:
    """A reason in words."""
    label, ids = defn.map.grid.label, defn.roster.ids
    hexes = [label(cell) for cell in reason.hexes]
    chance = reason.numbers[0] if reason.numbers else 0.0
    word = "certainly" if chance > 0.999 else "likely" if chance >= 0.7 else "perhaps" if chance > 0 else "not"
    return TEMPLATES[reason.kind].format(
        *reason.numbers, units=_listed([ids[u] for u in reason.units]), hexes=_listed(hexes), word=reason.word or word,
        first=hexes[0] if hexes else "", last=hexes[-1] if hexes else "",
    )  # fmt: skip


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""
