"""Victory points and levels of both scenarios."""

from __future__ import annotations

from blackearth.core.mapdata import Place
from blackearth.core.system import GameResult
from blackearth.core.tally import Tally
from blackearth.lib import levels
from blackearth.systems.ring_of_fire.board import EXITED, State, extra, facts, roster
from blackearth.systems.ring_of_fire.scenario import GERMAN, SOVIET

_ADJECTIVES = {SOVIET: "Soviet", GERMAN: "German"}


def _cite(s: State) -> str:
    """Id of the victory conditions of the scenario being played."""
    return f"{facts(s).content.scenario.cite}-victory"


def objectives(s: State) -> list[tuple[Place, int]]:
    """The places that earn the Soviets points in this scenario, with the points."""
    scenario = s.defn.scenario
    return [(place, place.points[scenario]) for place in s.defn.map.places if place.points.get(scenario)]


def missing(s: State, place: Place) -> tuple[int, ...]:
    """Cells of a place that the Soviets do not control."""
    held = s.controlled(SOVIET)
    return tuple(cell for cell in place.cells if not held >> cell & 1)


def score(s: State) -> tuple[int, int]:
    """rof:16.1-victory, 16.2-victory - victory points if the game ended now.

    A place earns its points only if every one of its hexes is under Soviet control; the Germans earn nothing for
    places. Both sides have the points of the units that have left the map (rof:11.8, ROF-S10).

    Returns:
        Soviet and German points.
    """
    held = sum(points for place, points in objectives(s) if not missing(s, place))
    soviet, german = extra(s).exit_points
    return held + soviet, german


def result(s: State) -> GameResult | None:
    """rof:16.1-victory, 16.2-victory - how the game ended; None while the sequence of play goes on.

    The German points are taken from the Soviet ones; what is left decides the level. If the Germans have more points
    than the Soviets the victory is a German decisive one in either scenario (ROF-S11).
    """
    return None if s.flow else standing(s)


def standing(s: State) -> GameResult:
    """The result if the game ended now."""
    soviet, german = score(s)
    net = soviet - german
    level = next(entry for entry in facts(s).content.scenario.levels if entry.least is None or net >= entry.least)
    winner = {"soviet": SOVIET, "german": GERMAN}.get(level.winner)
    against = f" less {german} German ones" if german else ""
    text = f"{level.name}: {soviet} Soviet points{against}."
    return GameResult(winner, level.name, (soviet, german), text)


def points_tally(s: State) -> Tally:
    """rof:16.1-victory, 16.2-victory - every place with what it earns or the hexes it lacks, and the exits."""
    tally, cite = Tally("Victory points"), _cite(s)
    label = s.defn.map.grid.label
    for place, points in objectives(s):
        lacking = missing(s, place)
        if lacking:
            text = f"{place.name} (not Soviet: {', '.join(label(cell) for cell in lacking)})"
            tally.add(text, points, cite, struck=True, hexes=lacking)
        else:
            tally.add(place.name, points, cite, hexes=place.cells)
    for side, sign in ((SOVIET, 1), (GERMAN, -1)):
        gone = tuple(u for u in roster(s).of_side(side) if s.at[u] == EXITED)
        tally.add(f"{_ADJECTIVES[side]} units off the map", sign * extra(s).exit_points[side], "rof:11.8", units=gone)
    found = ((level.name, level.least) for level in facts(s).content.scenario.levels)
    tally.note = levels.note(standing(s).text, "Soviet points less German ones", found)
    return tally
