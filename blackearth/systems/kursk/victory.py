"""kursk:victory, victory-objectives, victory-levels, control - points for eliminated strength and for places held in
supply, and what their ratio is worth.
"""

from __future__ import annotations

from fractions import Fraction

from blackearth.core.system import GameResult
from blackearth.core.tally import Tally
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import zones
from blackearth.systems.kursk.board import GERMAN, SOVIET, Extra, State, facts, reading, roster
from blackearth.systems.kursk.scenario import Objective
from blackearth.systems.kursk.supply import supplied, supplied_hexes

NAMES = ("Soviet", "German")


def holder(s: State, objective: Objective) -> int | None:
    """kursk:control, KUR-A33 - the side that would score a place now: it must hold every hex of it. None if nobody
    does.
    """
    sides = {_hex_holder(s, cell) for cell in cells(objective.mask)}
    return sides.pop() if len(sides) == 1 else None


def _hex_holder(s: State, cell: int) -> int | None:
    """Whose a hex is: an occupied one its occupant's if a unit there is in supply, whatever zones reach it; an empty
    one the side's whose ground unit was last in it, if it could be supplied and no enemy zone reaches it.
    """
    units = s.stacks.get(cell, ())
    if units:
        side = roster(s).side[units[0]]
        return side if any(supplied(s, u) for u in units) else None
    side = SOVIET if s.control >> cell & 1 else GERMAN
    if not supplied_hexes(s, side) >> cell & 1 or zones.of(s, 1 - side) >> cell & 1:
        return None
    return side


def objective_points(s: State, objective: Objective) -> tuple[int, int]:
    """kursk:victory-objectives - points both sides have for a place."""
    side = holder(s, objective)
    return (objective.points[SOVIET] if side == SOVIET else 0, objective.points[GERMAN] if side == GERMAN else 0)


def score(s: State) -> tuple[int, int]:
    """kursk:victory - victory points of the Soviets and of the Germans if the game ended now."""
    extra: Extra = s.extra
    found = [objective_points(s, objective) for objective in facts(s).content.objectives]
    return extra.points[0] + sum(p[0] for p in found), extra.points[1] + sum(p[1] for p in found)


def result(s: State) -> GameResult | None:
    """How the game ended; None while the sequence of play goes on."""
    return None if s.flow else standing(s)


def standing(s: State) -> GameResult:
    """kursk:victory-levels, KUR-15, KUR-A32 - the level the ratio of points reaches, never by rounding up; equal
    points are a draw, unless they are read otherwise.
    """
    points = score(s)
    winner = _winner(s, points)
    text = f"{points[SOVIET]} Soviet to {points[GERMAN]} German points"
    if winner is None:
        level = "Marginal victory of both sides" if reading(s, "KUR-A32") == "b" else "Draw"
        return GameResult(None, level, points, f"{level}: {text}.")
    own, enemy = points[winner], points[1 - winner]
    levels = facts(s).content.levels
    reached = next((x for x in levels if not enemy or Fraction(own, enemy) >= x.least[winner]), levels[-1])
    level = f"{NAMES[winner]} {reached.name.lower()}"
    return GameResult(winner, level, points, f"{level}: {text}.")


def ratio_text(s: State) -> str:
    """kursk:victory-levels - the ratio of the points now, rounded down, and what the higher levels ask of who is ahead.
    For example: ``If the game ended now: German marginal victory at 1.34 to 1. By own to enemy points: tactical from 2
    to 1, decisive from 3 to 1.``.
    """
    now = standing(s)
    if now.winner is None:
        return f"If the game ended now: {now.level}."
    own, enemy = now.score[now.winner], now.score[1 - now.winner]
    ratio = f" at {100 * own // enemy / 100:g} to 1" if enemy else ""
    steps = [x for x in reversed(facts(s).content.levels) if x.least[now.winner] > 1]
    asks = ", ".join(f"{x.name.split()[0].lower()} from {float(x.least[now.winner]):g} to 1" for x in steps)
    return f"If the game ended now: {now.level}{ratio}. By own to enemy points: {asks}."


def _winner(s: State, points: tuple[int, int]) -> int | None:
    """KUR-A32 - the side with more points; with equal ones, where that is read so, the one that has more of them from
    objectives; else None.
    """
    soviet, german = points
    if soviet == german and reading(s, "KUR-A32") == "c":
        found = [objective_points(s, objective) for objective in facts(s).content.objectives]
        soviet, german = (sum(p[side] for p in found) for side in (SOVIET, GERMAN))
    return None if soviet == german else SOVIET if soviet > german else GERMAN


def points_tally(s: State) -> Tally:
    """Victory points of both sides line by line."""
    extra: Extra = s.extra
    tally = Tally("Soviet to German points", note=ratio_text(s))
    for side, name in enumerate(NAMES):
        tally.add(f"{name}: strength eliminated", extra.points[side], "kursk:victory")
    for objective in facts(s).content.objectives:
        side_now, both = holder(s, objective), objective_points(s, objective)
        hexes = tuple(cells(objective.mask))
        words = (
            f"{objective.name}: {NAMES[side_now]}, in supply" if side_now is not None else f"{objective.name}: nobody"
        )
        tally.add(words, sum(both), "kursk:victory-objectives", hexes=hexes)
    return tally
