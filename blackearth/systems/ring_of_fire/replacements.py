"""rof:6.0 - the Replacement Phase: steps arrive, and the player spends them on reduced and on eliminated units."""

from __future__ import annotations

from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Press
from blackearth.systems.ring_of_fire.board import AIR_FLOWN, AIR_READY, WITHDRAWN, State, extra, facts, roster
from blackearth.systems.ring_of_fire.replacement_offers import Rebuild, Replenish
from blackearth.systems.ring_of_fire.replacement_steps import reclaimable, reentry, replenishable, with_change
from blackearth.systems.ring_of_fire.scenario import SOVIET

SIDE_NAMES = ("Soviet", "German")


def begin(s: State) -> Frame:
    """rof:5.2 - receive the steps of the turn, withdraw air units, then let the active player spend."""
    receive(s)
    if s.active == SOVIET:
        receive_barrages(s)
        withdraw(s)
    return ReplacementPhase()


def receive(s: State) -> None:
    """rof:6.1, 6.2, 16.1-turn1, 16.2-turn1 - add the turn's replacement steps to those saved; there is no limit.

    That the Soviets get nothing on turn 1 stands in the schedule.
    """
    x, turn, side = extra(s), facts(s).content.turn(s.turn), s.active
    leg, mobile = turn.leg[side], turn.mobile[side]
    x.leg = with_change(x.leg, side, leg)
    x.mobile = with_change(x.mobile, side, mobile)
    if leg or mobile:
        now = f"{x.leg[side]} leg and {x.mobile[side]} mobile in hand"
        s.emit(
            Note(
                side,
                f"{SIDE_NAMES[side]} replacements: {leg} leg and {mobile} mobile steps arrive; {now}",
                cite="rof:6.1",
            )
        )


def receive_barrages(s: State) -> None:
    """rof:12.62, clar-1, 16.1-reinforcements, 16.2-reinforcements - new Barrage markers come in the Soviet Replacement
    Phase of their turn (ROF-A29).
    """
    new = facts(s).content.turn(s.turn).barrages
    if new:
        extra(s).barrages += new
        markers = "marker" if new == 1 else "markers"
        s.emit(Note(SOVIET, f"{new} new Barrage {markers}; {extra(s).barrages} in hand", cite="rof:12.62"))


def withdraw(s: State) -> None:
    """rof:8.0, 16.2-withdrawals - on the turn of the schedule Soviet air units leave the game for good.

    It does not matter which; those on the airfields go before one that is flying.
    """
    count = facts(s).content.turn(s.turn).air_withdrawn
    r = roster(s)
    order = {AIR_READY: 0, AIR_FLOWN: 1}
    present = [u for u in r.of_side(SOVIET) if r.air[u] and (s.at[u] >= 0 or s.at[u] in order)]
    present.sort(key=lambda u: (order.get(s.at[u], 2), -u))
    for unit in present[:count]:
        s.place(unit, WITHDRAWN, "withdrawn from the front")


class ReplacementPhase(Frame, frozen=True, tag="rof.replacements"):
    """rof:6.0 - the active player spends steps in any order, each judged as the map then stands (ROF-A34)."""

    def step(self, state: State) -> Decision | None:
        """Ask what to spend; the phase ends by itself when nothing can be spent."""
        side = state.active
        if not replenishable(state, side) and not (reclaimable(state, side) and reentry(state, side)):
            state.pop()
            return None
        return Decision(
            side, "Replacements", "Give replacement steps to reduced units, or bring eliminated units back.", "rof:6.0",
            (
                Replenish(side),
                Rebuild(side),
                Press("end-replacements", "End replacements", State.pop, "rof:6.5", primary=True),
            ),
        )  # fmt: skip
