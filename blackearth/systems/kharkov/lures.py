"""ms:M2, N46 - lures: markers that stand for nothing. A lure leaves an own stack as if part of it went, moves like a
mechanized unit with the least allowance, through hexes that its side controls, and keeps away from enemy markers.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from blackearth.core.actions import Action
from blackearth.core.choices import Choice, Hex
from blackearth.core.events import INSTEAD, Moved, Note
from blackearth.core.offers import Offer
from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells, mask_of
from blackearth.systems.kharkov import ground, movement
from blackearth.systems.kharkov.board import Lure, State, extra, facts, frozen, roster

CITE = "ms:M2"


def allowance(s: State, side: int) -> int:
    """N46 - half movement points of a lure: the least that a mechanized unit of its side has now."""
    r = roster(s)
    return min((movement.allowance(s, u) for u in r.of_side(side) if r.mechanized[u] and r.move[u]), default=0)


def in_hand(s: State, side: int) -> int:
    """Lures of a side that are not on the map."""
    return facts(s).content.series.lures.of(side) - sum(lure.side == side for lure in extra(s).lures)


def sources(s: State, side: int, *, fresh: bool) -> tuple[int, ...]:
    """Hexes a lure can start from: own stacks for a fresh one, else lures that have not moved in this phase."""
    if fresh:
        return tuple(cells(s.occupied[side])) if in_hand(s, side) else ()
    return tuple(sorted({lure.cell for lure in extra(s).lures if lure.side == side and not lure.moved}))


def ways(s: State, side: int, starts: tuple[int, ...]) -> movement.Reach:
    """N46, N53 - where a lure can go from the nearest of some hexes: all the way through hexes that its side controls
    and that are not next to an enemy marker.
    """
    key = ("lure", side, starts)
    found = s.cache.get(key)
    if found is None:
        found = s.cache[key] = _search(s, side, starts)
    result: movement.Reach = found
    return result


def _search(s: State, side: int, starts: tuple[int, ...]) -> movement.Reach:
    grid = s.defn.map.grid
    # Enemy lures keep it off like units: a way past one of them would tell that it is none.
    markers = s.occupied[1 - side] | mask_of(lure.cell for lure in extra(s).lures if lure.side != side)
    free = s.controlled(side) & ~grid.spread(markers) & ~s.defn.map.masks["sea"]
    ways, points = ground.crossings(facts(s), frozen(s), True), allowance(s, side)
    cost, before = dict.fromkeys(starts, 0), dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].extend(starts)
    for spent, bucket in enumerate(buckets):
        for cell in bucket:
            for step in ways[cell] if cost[cell] == spent else ():
                total = spent + step.cost
                if free >> step.near & 1 and total <= points and total < cost.get(step.near, points + 1):
                    cost[step.near], before[step.near] = total, cell
                    buckets[total].append(step.near)
    return movement.Reach({cell: n for cell, n in cost.items() if cell in before}, before, -1)


def path_to(reach: movement.Reach, goal: int) -> tuple[int, ...]:
    """The cheapest path to a hex from the nearest start; empty if there is none."""
    if goal not in reach.before:
        return ()
    path = [goal]
    while path[-1] in reach.before:
        path.append(reach.before[path[-1]])
    return tuple(path[::-1])


class SendLure(Offer):
    """ms:M2, N46 - a lure goes to a hex, from the nearest place.

    Args:
        fresh: whether it leaves a stack; else it has been on the map.
    """

    weight = 0.6

    def __init__(self, *, fresh: bool) -> None:
        self.verb = "lure" if fresh else "move-lure"  # type: ignore[misc]
        self.fresh = fresh

    def choice(self, state: State) -> Choice | None:
        starts = sources(state, state.active, fresh=self.fresh)
        mask = sum(1 << cell for cell in ways(state, state.active, starts).cost)
        if not mask:
            return None
        label = "Send out a lure" if self.fresh else "Move a lure"
        note = f"{in_hand(state, state.active)} lures are in hand." if self.fresh else ""
        return Hex(verb=self.verb, label=label, cite=CITE, hexes=mask, note=note, group="lures")

    def refusals(self, state: State, action: Action) -> Iterable[Refusal]:
        if len(action.hexes) != 1 or action.units or action.amounts or action.word:
            yield Refusal(CITE, "name the hex a lure goes to")
            return
        starts = sources(state, state.active, fresh=self.fresh)
        if not starts:
            text = "no lure is in hand" if self.fresh else "no lure on the map can still move in this phase"
            yield Refusal(CITE, text)
        elif not self._path(state, action):
            label = state.defn.map.grid.label(action.hexes[-1])
            text = f"no lure gets to {label}: too far, not your ground, or next to an enemy marker"
            yield Refusal(CITE, text, hexes=action.hexes[-1:])

    def _path(self, s: State, action: Action) -> tuple[int, ...]:
        """The cheapest path there; empty if there is none."""
        return path_to(ways(s, s.active, sources(s, s.active, fresh=self.fresh)), action.hexes[-1])

    def do(self, state: State, action: Action) -> None:
        side, x, path = state.active, extra(state), self._path(state, action)
        if not self.fresh:
            old = next(lure for lure in x.lures if (lure.side, lure.cell, lure.moved) == (side, path[0], False))
            at = x.lures.index(old)
            x.lures = (*x.lures[:at], *x.lures[at + 1 :])
        x.lures = (*x.lures, Lure(side, path[-1], True))
        state.cache = {}
        text = f"A lure goes to {state.defn.map.grid.label(path[-1])}"
        state.emit(Note(side=side, text=text, hexes=path, to=side, cite=CITE))
        for audience in (1 - side, 2):
            state.emit(Moved((), path, "move", to=INSTEAD + audience))

    def sample(self, state: State, random: Random) -> Action | None:
        starts = sources(state, state.active, fresh=self.fresh)
        if not starts:
            return None
        goals = sorted(ways(state, state.active, starts).cost)
        return Action(self.verb, hexes=(random.choice(goals),)) if goals else None


def offers(s: State) -> tuple[Offer, ...]:
    """What the active side can do with lures in a movement phase."""
    return (SendLure(fresh=True), SendLure(fresh=False)) if s.defn.options.get("total-fog") else ()


def rest(s: State) -> None:
    """A movement phase is over: all lures may move again in the next one."""
    x = extra(s)
    x.lures = tuple(Lure(lure.side, lure.cell) for lure in x.lures)
