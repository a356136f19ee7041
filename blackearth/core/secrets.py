"""Games in which the sides see different things: what each may know, and how its questions are answered from that.

The rule of thumb that keeps secrets: whatever goes to a side is computed from its *outlook*, a state made of what it
knows and of nothing else. Two positions that look alike to a side have the same outlook, hence the same bytes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

import msgspec

from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.events import AnyEvent, Learned
from blackearth.core.refusals import Refusal, Refused
from blackearth.core.state import State

#: The viewer who knows all: everybody once the game is over.
ALL_SEEING = -1
#: Spectators among the audiences of a log entry; the sides are 0 and 1.
WATCHERS = 2


class Secrets(Protocol):
    """What a system tells of its hidden information. Sides are 0, 1 or None for spectators."""

    def known(self, state: State, side: int | None) -> Collection[int]:
        """Units whose identity and place a side may know now."""

    def outlook(self, state: State, side: int | None) -> State:
        """The position as a side knows it; depends on nothing that the side may not know."""

    def tell(self, state: State, event: AnyEvent) -> Iterable[AnyEvent]:
        """An event as the sides and spectators hear it, at the moment when it happens; see `events.hears`."""


def reasons(state: State, action: Action, seen: State | None = None) -> list[Refusal]:
    """Why the side that is asked may not do something, as far as it can know; an empty list if it may.

    Args:
        state: the state.
        action: what it wants to do.
        seen: its outlook, if it has been made already.
    """
    secrets, decision = state.defn.secrets, state.decision
    if secrets is None or decision is None:
        return flow.why_not(state, action)
    known = secrets.known(state, decision.side)
    if strange := tuple(dict.fromkeys(u for u in action.units if u not in known)):
        ids = state.defn.roster.ids
        return [Refusal("", f"you cannot give orders to {ids[u]}", (u,)) for u in strange]
    seen = seen or secrets.outlook(state, decision.side)
    return [_cleaned(refusal, known) for refusal in flow.why_not(seen, action)]


def _cleaned(refusal: Refusal, known: Collection[int]) -> Refusal:
    units = tuple(u for u in refusal.units if u in known)
    return Refusal(refusal.cite, refusal.text, units, refusal.hexes)


def apply(state: State, action: Action, seen: State | None = None) -> State:
    """`flow.apply` for a side that decides by what it knows: what it cannot know does not refuse an action, but may
    change its course. See `reasons`.

    Raises:
        Refused: the action is not allowed.
    """
    if state.defn.secrets is None:
        return flow.apply(state, action)
    if refusals := reasons(state, action, seen):
        raise Refused(refusals)
    new = state.clone()
    new.events = []
    flow.perform(new, action)
    return new


def unheard(before: State, after: State, side: int, action: Action) -> tuple[int, ...]:
    """Audiences that may not read the words of an action: it names units unknown to them, or had consequences that
    were kept from them.
    """
    secrets = before.defn.secrets
    found = []
    for audience in (0, 1, WATCHERS):
        private = any(0 <= e.to <= 1 and e.to != audience for e in after.events or ())
        if audience != side and (private or (secrets and _strange(secrets, before, after, audience, action))):
            found.append(audience)
    return tuple(found)


def _strange(secrets: Secrets, before: State, after: State, audience: int, action: Action) -> bool:
    """Whether an action names units that an audience knows neither before nor after it."""
    viewer = None if audience == WATCHERS else audience
    units = set(action.units).difference(secrets.known(before, viewer))
    return bool(units.difference(secrets.known(after, viewer))) if units else False


def learned(before: State, after: State) -> bool:
    """Whether an action has shown somebody what he did not know: then it cannot be taken back."""
    secrets = before.defn.secrets
    if secrets is None:
        return False
    if any(isinstance(event, Learned) for event in after.events or ()):
        return True
    return any(set(secrets.known(after, side)).difference(secrets.known(before, side)) for side in (0, 1))


def to_owner(event: AnyEvent, owner: int) -> AnyEvent:
    """The event for one side alone."""
    kept: AnyEvent = msgspec.structs.replace(event, to=owner)
    return kept
