"""The heart: run frames until somebody is asked, check an answer, carry it out."""

from __future__ import annotations

from blackearth.core.actions import Action
from blackearth.core.offers import Decision
from blackearth.core.refusals import Refusal, Refused
from blackearth.core.state import State

#: Frames that may run without a question before we call it a defect.
RUNAWAY = 20_000


def settle(state: State) -> None:
    """Run the frames until one asks or the stack is empty; sets ``state.decision``.

    Raises:
        RuntimeError: the frames run without end.
    """
    flow = state.flow
    for _ in range(RUNAWAY):
        if not flow:
            state.decision = None
            return
        decision = flow[-1].step(state)
        if decision is not None:
            state.decision = decision
            return
    raise RuntimeError(f"the sequence of play does not stop: {flow[-1]!r}")


def why_not(state: State, action: Action) -> list[Refusal]:
    """All reasons why an action is not allowed now; an empty list if it is."""
    decision = state.decision
    if decision is None:
        return [Refusal("", "the game is over")]
    offer = decision.offer(action.verb)
    if offer is None:
        return [Refusal(decision.cite, f"“{action.verb}” is not possible in this step: {decision.title}")]
    if refusals := list(offer.refusals(state, action)):
        return refusals
    if len(set(action.units)) < len(action.units):
        return [Refusal("", "a unit is named twice", action.units)]
    return []


def perform(state: State, action: Action) -> None:
    """Carry out an action on this very state, unchecked: for actions drawn from the offers themselves."""
    decision = state.decision
    offer = decision.offer(action.verb) if decision else None
    if offer is None:
        raise LookupError(f"“{action.verb}” is not offered")
    offer.do(state, action)
    settle(state)


def apply(state: State, action: Action) -> State:
    """The state after an action; the given one stays as it was.

    The new state carries the events and the dice of this action.

    Raises:
        Refused: the action is not allowed.
    """
    if refusals := why_not(state, action):
        raise Refused(refusals)
    new = state.clone()
    new.events = []
    perform(new, action)
    return new


__all__ = ["Decision", "apply", "perform", "settle", "why_not"]
