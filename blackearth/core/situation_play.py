"""Playing the actions of a situation with its dice, and comparing what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackearth.core.describe import plain
from blackearth.core.dice import ScriptedDice
from blackearth.core.refusals import Refused
from blackearth.core.situation_asks import PlayExpect
from blackearth.core.situation_base import Findings, Words, show

if TYPE_CHECKING:
    from blackearth.core.game import Game


def play(game: Game, actions: Words, dice: tuple[int, ...], found: Findings) -> list[str] | None:
    """Carry out actions; None if one of them could not be, which is noted.

    Returns:
        The sentences of the log.
    """
    first = game.state.rolls
    game.state.dice = ScriptedDice(list(dice), first)
    texts: list[str] = []
    for action in actions:
        try:
            entry = game.apply(action)
        except Refused as refused:
            reasons = "; ".join(f"{r.text} ({r.cite})" if r.cite else r.text for r in refused.refusals)
            found.note(f"{show(action)} is refused: {reasons}")
            return None
        except LookupError:
            found.note(f"{show(action)} asks for more than the {len(dice)} dice given")
            return None
        texts += [plain(game.defn, event) for event in entry.events]
    return texts


def check_play(game: Game, wish: PlayExpect, texts: list[str], found: Findings) -> None:
    """Compare a position with what is expected of it."""
    state = game.state
    if isinstance(state.dice, ScriptedDice):
        wanted = len(state.dice.values) if wish.dice is None else wish.dice
        found.equal("dice thrown", wanted, state.rolls - state.dice.first)
    found.equal("asked", wish.asked, game.system.sides[game.decision.side] if game.decision else "nobody")
    found.equal("step", wish.step, game.decision.title if game.decision else "")
    found.equal("turn", wish.turn, state.turn)
    for part in wish.says:
        if not any(part in text for text in texts):
            found.note(f"the log does not say {show(part)}; it says: {' | '.join(texts)}")
    _check_units(game, wish, found)
    for side, hexes in wish.control.items():
        held = state.controlled(game.system.sides.index(side))
        lost = [name for name in hexes if not held >> game.defn.map.grid.cell(name) & 1]
        if lost:
            found.note(f"{side} control: {' '.join(lost)} missing")
    _check_tracks(game, wish, found)


def _check_units(game: Game, wish: PlayExpect, found: Findings) -> None:
    units = game.view(None)["units"]
    for name, expected in wish.units.items():
        if name not in units:
            found.note(f"there is no unit {name}")
            continue
        where, steps, marks = units[name][:3]
        found.equal(f"{name} is in", expected.hex, where)
        found.equal(f"steps of {name}", expected.steps, steps)
        found.same_set(f"markers of {name}", expected.marks, marks)
        if wrong := set(expected.without) & set(marks):
            found.note(f"{name} has the marker {' '.join(sorted(wrong))}")


def _check_tracks(game: Game, wish: PlayExpect, found: Findings) -> None:
    tracks: dict[str, int] = {}
    for track in game.view(None)["tracks"]:
        tracks[f"{track.get('side', '')} {track['id']}"] = track["value"]
        tracks.setdefault(track["id"], track["value"])
    for name, value in wish.tracks.items():
        found.equal(f"track {name}", value, tracks.get(name))
