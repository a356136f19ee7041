"""kursk:combat-D to combat-G, KUR-06 - limited units: each needs a regular unit of its own hex; which ones count."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Units
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Offer
from blackearth.core.refusals import Refusal
from blackearth.systems.kursk.board import State, roster
from blackearth.systems.kursk.close_support import Support
from blackearth.systems.kursk.fights import Fight

CITES = {"attack": "kursk:combat-E", "defence": "kursk:combat-D", "bracketed": "kursk:combat-F"}


def lone(s: State, cell: int) -> bool:
    """kursk:combat-G, KUR-12 - whether nobody in a hex can fight: limited units and ground support elements alone."""
    r = roster(s)
    return not any(r.regular[u] for u in s.stacks.get(cell, ()))


def partners(s: State, cell: int) -> int:
    """Regular units in a hex."""
    r = roster(s)
    return sum(r.regular[u] for u in s.stacks.get(cell, ()))


def helpers(s: State, cell: int) -> tuple[int, ...]:
    """kursk:combat-D, combat-F - the limited units in a hex that could defend, the strongest first."""
    r = roster(s)
    found = [u for u in s.stacks.get(cell, ()) if r.limited[u] in ("defence", "bracketed")]
    return tuple(sorted(found, key=lambda u: -r.defence[u]))


def counted(s: State, cell: int) -> tuple[int, ...]:
    """kursk:combat-D, combat-F, KUR-A14 - the units in a hex whose defence counts: the regular ones and as many limited
    ones, the strongest first.
    """
    r = roster(s)
    regular = tuple(u for u in s.stacks.get(cell, ()) if r.regular[u])
    return regular + helpers(s, cell)[: len(regular)]


def matches(s: State, units: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """kursk:combat-D, combat-E, combat-F - pairs of a limited unit among some units and a regular one of its hex among
    them; no regular unit has two of a kind.
    """
    r, chosen = roster(s), sorted(units)
    found: list[tuple[int, int]] = []
    for unit in chosen:
        if r.limited[unit]:
            mates = (u for u in chosen if r.regular[u] and s.at[u] == s.at[unit])
            taken = {regular for other, regular in found if r.limited[other] == r.limited[unit]}
            found += [(unit, u) for u in mates if u not in taken][:1]
    return tuple(found)


def open_choice(s: State, cell: int) -> bool:
    """KUR-A14 - whether it matters which limited units of a hex count: too few partners, and unequal units."""
    r, found = roster(s), helpers(s, cell)
    return len(found) > partners(s, cell) and len({r.defence[u] for u in found}) > 1


def without_partner(s: State, units: Iterable[int]) -> Iterable[Refusal]:
    """kursk:combat-E, combat-F - why limited units may not take part in an attack: too few regular ones of their own
    hex do.
    """
    r, by_hex = roster(s), dict[int, list[int]]()
    for unit in units:
        by_hex.setdefault(s.at[unit], []).append(unit)
    for cell, group in by_hex.items():
        guns = tuple(u for u in group if r.limited[u])
        regular = sum(r.regular[u] for u in group)
        if len(guns) > regular:
            label = s.defn.map.grid.label(cell)
            text = f"{r.text(guns)}: only {regular} regular of {label} in this attack, each needs one of its own"
            yield Refusal(CITES[r.limited[guns[0]]], text, guns, (cell,))


class Commit(Offer):
    """KUR-A14 - the owner says which limited units defend."""

    verb = "commit"

    def __init__(self, frame: Match, cell: int) -> None:
        self.frame, self.cell = frame, cell

    def choice(self, state: State) -> Choice:
        found, count = helpers(state, self.cell), partners(state, self.cell)
        cite = CITES[roster(state).limited[found[0]]]
        return Units(verb=self.verb, label="Defend with", cite=cite, units=found, least=count, most=count)

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        found, count = helpers(state, self.cell), partners(state, self.cell)
        cite = CITES[roster(state).limited[found[0]]]
        if len(set(action.units)) != count or action.hexes or action.amounts or action.word:
            yield Refusal(cite, f"name {count}, one for each regular unit in the hex", action.units)
        elif strangers := tuple(u for u in action.units if u not in found):
            yield Refusal(cite, f"{roster(state).text(strangers)}: no limited unit of that hex", strangers)

    def do(self, state: State, action: Action) -> None:
        fight = self.frame.fight
        rest = tuple(u for u in fight.defenders if u not in helpers(state, self.cell))
        new = msgspec.structs.replace(
            fight, defenders=tuple(sorted((*rest, *action.units))), settled=(*fight.settled, self.cell)
        )
        state.become(Match(new))


class Match(Frame, frozen=True, tag="kursk.match"):
    """KUR-A14 - an attack is announced; where partners are short and it matters, the owner picks limited units.

    Attributes:
        fight: the attack.
    """

    fight: Fight

    def step(self, state: State) -> Decision | None:
        """Ask for the next hex with a choice; then it is about close support."""
        for cell in self.fight.fought:
            if cell not in self.fight.settled and open_choice(state, cell):
                label, offer = state.defn.map.grid.label(cell), Commit(self, cell)
                prompt = f"{label} is attacked: choose the limited units that defend, one for each regular unit."
                cite = offer.choice(state).cite
                return Decision(1 - state.active, "Limited units", prompt, cite, (offer,))
        state.become(Support(self.fight))
        return None
