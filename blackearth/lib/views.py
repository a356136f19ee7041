"""What the views of all systems have in common; see docs/architecture.md."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from blackearth.core.state import State
from blackearth.core.system import GameResult


def base_view(
    s: State, turn: int, last: int, date: str, score: tuple[int, int], result: GameResult | None
) -> dict[str, Any]:  # fmt: skip
    """Where the game stands: scenario, turn, whose turn it is, control, points, result.

    Args:
        s: the state.
        turn: number of the turn that is shown.
        last: number of the last turn.
        date: that of the turn, in words.
        score: points of both sides.
        result: how the game ended, None while it goes on.
    """
    sides = s.defn.system.sides
    ended = None
    if result is not None:
        winner = None if result.winner is None else sides[result.winner]
        ended = {"winner": winner, "level": result.level, "text": result.text}
    return {
        "system": s.defn.system.id, "scenario": s.defn.scenario, "turn": turn, "turns": last, "date": date,
        "active": sides[s.active], "title": f"{sides[s.active].capitalize()} turn", "control": control(s),
        "points": dict(zip(sides, score, strict=True)), "result": ended,
    }  # fmt: skip


def control(s: State) -> dict[str, list[str]]:
    """Hexes that have changed hands since the start, by the side that has them now."""
    first, second = s.defn.system.sides
    start, grid = s.defn.map.masks[f"{first}_start"], s.defn.map.grid
    return {first: grid.labels(s.control & ~start), second: grid.labels(start & ~s.control)}


def progress(titles: Sequence[str], now: int) -> list[tuple[str, str]]:
    """The steps of a player turn with what has become of them, `now` being the number of the running one."""
    return [(title, "done" if n < now else "now" if n == now else "next") for n, title in enumerate(titles)]


def boxes(
    s: State, titles: Iterable[tuple[int, str]], ids: Mapping[int, str], known: Collection[int] | None = None
) -> list[dict[str, Any]]:
    """The boxes off the map that are not empty, by side.

    Args:
        s: the state.
        titles: the boxes to be shown with their titles, in order.
        ids: text ids of the boxes.
        known: the units that may be shown; None: all.
    """
    r, sides, held = s.defn.roster, s.defn.system.sides, dict[tuple[int, int], list[str]]()
    for unit, where in enumerate(s.at):
        if where < 0 and (known is None or unit in known):
            held.setdefault((where, r.side[unit]), []).append(r.ids[unit])
    return [
        {"id": ids[box], "label": title, "side": name, "units": held[box, side]}
        for box, title in titles
        for side, name in enumerate(sides)
        if (box, side) in held
    ]
