"""rof:6.2-6.41 - replacement steps in hand, and what they can be spent on."""

from __future__ import annotations

from blackearth.systems.ring_of_fire.board import ELIMINATED, State, extra, near_enemy, roster, supplied

KINDS = ("leg", "mobile")


def with_change(pair: tuple[int, int], side: int, change: int) -> tuple[int, int]:
    """A pair by side with one entry changed."""
    return (pair[0], pair[1] + change) if side else (pair[0] + change, pair[1])


def steps_in_hand(s: State, side: int, kind: str) -> int:
    """Saved replacement steps of a kind (`leg` or `mobile`) of a side."""
    pair = extra(s).leg if kind == "leg" else extra(s).mobile
    return pair[side]


def spend(s: State, side: int, kind: str, steps: int) -> None:
    """rof:6.5 - take steps from those saved; they never come back."""
    x = extra(s)
    if kind == "leg":
        x.leg = with_change(x.leg, side, -steps)
    else:
        x.mobile = with_change(x.mobile, side, -steps)


def replenishable(s: State, side: int) -> dict[int, int]:
    """rof:6.3 - reduced units in supply for which there are steps, each with the most it can get."""
    r, area = roster(s), supplied(s, side)
    hand = {kind: steps_in_hand(s, side, kind) for kind in KINDS}
    found = {}
    for u in r.of_side(side):
        cell = s.at[u]
        if cell >= 0 and r.ground[u] and s.steps[u] < r.steps[u] and hand[r.replacement[u]] and area >> cell & 1:
            found[u] = min(r.steps[u] - s.steps[u], hand[r.replacement[u]])
    return found


def reclaimable(s: State, side: int) -> tuple[int, ...]:
    """rof:6.4 - units in the Eliminated Unit Box for which there are steps; permanently lost ones never return."""
    r = roster(s)
    return tuple(
        u for u in r.of_side(side) if s.at[u] == ELIMINATED and r.ground[u] and steps_in_hand(s, side, r.replacement[u])
    )


def reentry(s: State, side: int) -> int:
    """rof:6.41 - mask of the hexes where units come back: friendly controlled, not next to an enemy unit, and with a
    supply line, so that no hex behind the enemy's front serves (ROF-S12).
    """
    return s.controlled(side) & ~near_enemy(s, side) & ~s.occupied[1 - side] & supplied(s, side)
