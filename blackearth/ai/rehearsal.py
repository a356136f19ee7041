"""Plans played on: what comes of a position if both sides go on in a simple way.

A plan is played on with quick players on both sides to the beginning of the own next player turn, or to the end of the
game, and what is reached is valued by the rulebook (`Foresight.standing`). Dice are keyed by event, so that plans that
are compared see the same luck in the same battle.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from blackearth.ai.agent import done
from blackearth.ai.greedy import Greedy
from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.advice import Advice, Attack, Foresight
from blackearth.core.dice import KeyedDice
from blackearth.core.state import State

#: How many options are played on more than once.
KEPT = 2
#: How far around its target what happens matters to an attack, in hexes.
NEAR = 2
#: Decisions after which a rehearsal is broken off.
ENDLESS = 3000


@dataclass
class Option:
    """Something that can be done.

    Attributes:
        state: the position from which it is played on; stays as it is.
        orders: the first actions of the side.
        seen: the values of the samples so far.
    """

    state: State
    orders: Sequence[Action] = ()
    seen: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Mean value of the samples."""
        return sum(self.seen) / max(1, len(self.seen))


class Rehearsal:
    """Values options for a side by playing them on.

    Args:
        side: for whom.
        seed: what the dice depend on.
    """

    def __init__(self, side: int, seed: str) -> None:
        self.side, self.seed = side, seed

    def pick(self, options: Sequence[Option], rounds: int) -> int:
        """Number of the best option: all are played on once, the best `KEPT` in all rounds."""
        alive = list(range(len(options)))
        for _ in range(rounds if len(alive) > 1 else 0):
            for n in alive:
                self.sample(options[n])
            alive.sort(key=lambda n: (-options[n].mean, n))
            del alive[KEPT:]
        return alive[0]

    def better(self, new: Option, old: Option) -> bool:
        """Whether an option is better than another in as many samples; one that is much worse gets no further ones."""
        for n in range(max(1, len(old.seen))):
            if len(old.seen) == n:
                self.sample(old)
            self.sample(new)
            if sum(new.seen) < sum(old.seen[: n + 1]) - MUCH:
                return False
        return new.mean > old.mean

    def sample(self, option: Option) -> None:
        """Play an option on once more."""
        end = self._play_on(option)
        advice = end.defn.system.advice(end, self.side)
        assert isinstance(advice, Foresight)
        option.seen.append(advice.standing())

    def _play_on(self, option: Option) -> State:
        key = hashlib.blake2b(f"{self.seed} {len(option.seen)}".encode(), digest_size=8).hexdigest()
        state = option.state.clone()
        state.dice = KeyedDice(key)
        players = Quick(f"{key} 0"), Quick(f"{key} 1")
        begun = state.turn, state.active
        players[self.side].order(state, option.orders)
        for _ in range(ENDLESS):
            again = (state.turn, state.active) != begun and state.active == self.side
            if state.decision is None or again:
                break
            state = _on(state, players[state.decision.side])
        return state


class Quick(Greedy):
    """A player for rehearsals: looks for the way to what scores once in a player turn, and weighs an attack again after
    another one only if that has changed something near it.
    """

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._fields: dict[tuple[int, int, bool], list[int]] = {}
        self._weighed: dict[Hashable, float] = {}

    def field(self, advice: Advice, mobile: bool) -> list[int]:
        key = advice.state.turn, advice.state.active, mobile
        if key not in self._fields:
            self._fields[key] = super().field(advice, mobile)
        return self._fields[key]

    def value(self, advice: Advice, attack: Attack, worth: float) -> float:
        state, near = advice.state, advice.state.defn.map.grid.within(attack.target, NEAR)
        units = (*(u for u, _ in attack.posts), *state.stacks.get(attack.target, ()))
        key = (
            state.turn, state.active, advice.second_half, attack, worth, near & state.occupied[0],
            near & state.occupied[1], tuple((state.steps[u], state.marks[u]) for u in units),
        )  # fmt: skip
        if key not in self._weighed:
            self._weighed[key] = super().value(advice, attack, worth)
        return self._weighed[key]


#: By how many points an option may be worse in its first sample and yet get a second one.
MUCH = 4.0


def _on(state: State, player: Greedy) -> State:
    """One decision further; a phase of movement is carried out where it is planned."""
    assert state.decision is not None
    advice = state.defn.system.advice(state, state.decision.side)
    if advice.stage == "move" and not player.ordered:
        after = player.manoeuvre(advice).state
        end = done(after)
        if end is not None and not flow.why_not(after, end):
            flow.perform(after, end)
            return after
    flow.perform(state, player.decide(state, state.decision.side))
    return state
