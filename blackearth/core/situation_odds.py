"""The questions about attacks and victory: strengths, odds, shifts, outcomes, points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from blackearth.core.situation_base import Ask, Findings, Record, Words, compare_lines, line_text, show

if TYPE_CHECKING:
    from blackearth.core.game import Game


class OddsExpect(Record, frozen=True, kw_only=True):
    """Strengths before and after rounding, odds before and after shifts, results by die.

    Attributes:
        attack, defence: totals before rounding, such as ``4½``.
        attackers, defenders: rounded.
        attack_lines, defence_lines: the tallies.
        raw, final: odds before and after the shifts.
        net: net shift, to the right positive.
        shifts: ``Forest 1L``, struck ones ``Fortification 1L struck``.
        results: die to the printed result.
        losses: die to ``attacker defender`` steps.
        chances: printed result to its chance in sixths.
        allowed: whether the odds may be attacked at all.
    """

    attack: str | None = None
    defence: str | None = None
    attackers: int | None = None
    defenders: int | None = None
    attack_lines: Words | None = None
    defence_lines: Words | None = None
    raw: str | None = None
    final: str | None = None
    net: int | None = None
    shifts: Words | None = None
    results: dict[str, str] = {}
    losses: dict[str, str] = {}
    chances: dict[str, int] | None = None
    allowed: bool | None = None


class Odds(Ask, frozen=True, kw_only=True, tag="odds"):
    """Strengths, odds, shifts and outcomes of an attack, with the declared one on the hex if there is one."""

    units: Words = ()
    to: str
    support: int | Words = 0
    barrage: bool = False
    maximum: bool = False
    expect: OddsExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare everything that is expected."""
        asked = {"support": self.support, "barrage": self.barrage, "maximum": self.maximum}
        more = {name: list(value) if isinstance(value, tuple) else value for name, value in asked.items() if value}
        answer = self.query(game, "odds", units=list(self.units), to=self.to, **more)
        self._check_odds(answer, found)
        faces = {str(face): line for line in answer["outcomes"] for face in line["faces"]}
        for die, result in self.expect.results.items():
            found.equal(f"result of a {die}", result, faces[die]["result"] if die in faces else None)
        for die, steps in self.expect.losses.items():
            line = faces.get(die, {})
            got = f"{line.get('attacker_steps')} {line.get('defender_steps')}"
            found.equal(f"steps lost with a {die}", steps, got)
        if self.expect.chances is not None:
            chances: dict[str, int] = {}
            for line in answer["outcomes"]:
                chances[line["result"]] = chances.get(line["result"], 0) + len(line["faces"])
            found.equal("chances", self.expect.chances, chances)

    def _check_odds(self, answer: Mapping[str, Any], found: Findings) -> None:
        wish = self.expect
        found.equal("attack", wish.attack, answer["attack"]["total"])
        found.equal("defence", wish.defence, answer["defence"]["total"])
        found.equal("attackers", wish.attackers, answer["attack"]["rounded"])
        found.equal("defenders", wish.defenders, answer["defence"]["rounded"])
        compare_lines(found, "attack", wish.attack_lines, answer["attack"])
        compare_lines(found, "defence", wish.defence_lines, answer["defence"])
        found.equal("raw odds", wish.raw, answer["raw"])
        found.equal("final odds", wish.final, answer["final"])
        found.equal("net shift", wish.net, answer["net"])
        found.equal("allowed", wish.allowed, answer["allowed"])
        texts = (f"{x['label']} {x['amount']}{' struck' if x['struck'] else ''}" for x in answer["shifts"])
        found.equal("shifts", wish.shifts, tuple(texts))


class PointsExpect(Record, frozen=True, kw_only=True):
    """``score`` by side, the ``level``, and ``lines`` of the tally that must be there."""

    score: dict[str, int] = {}
    level: str | None = None
    lines: Words = ()


class Points(Ask, frozen=True, kw_only=True, tag="points"):
    """Victory points and the level they give."""

    expect: PointsExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare points, level and lines."""
        answer = self.query(game, "points")
        for side, points in self.expect.score.items():
            found.equal(f"{side} points", points, answer["score"][game.system.sides.index(side)])
        found.equal("level", self.expect.level, answer["level"])
        texts = {line_text(line, cite=cite) for line in answer["lines"] for cite in (True, False)}
        for line in self.expect.lines:
            if line not in texts:
                found.note(f"no line {show(line)}; there are: {'; '.join(map(line_text, answer['lines']))}")
