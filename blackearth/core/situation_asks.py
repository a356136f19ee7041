"""The questions of a situation: what is asked, what is expected, and how the two are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blackearth.core.situation_base import Amount, Ask, Findings, Record, Words, compare_lines, halves, show
from blackearth.core.situation_odds import Odds, Points
from blackearth.core.tally import half_text

if TYPE_CHECKING:
    from blackearth.core.game import Game


class ReachExpect(Record, frozen=True, kw_only=True):
    """``hexes`` with costs in movement points, ``only`` exactly those, ``none`` out of reach, ``exits`` by edge."""

    hexes: dict[str, Amount] = {}
    only: bool = False
    none: Words = ()
    allowance: Amount | None = None
    exits: dict[str, dict[str, Amount]] | None = None


class Reach(Ask, frozen=True, kw_only=True, tag="reach"):
    """Where units of one hex can go together."""

    units: Words
    expect: ReachExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare costs, unreachable hexes, allowance and exits."""
        answer = self.query(game, "reach", units=list(self.units))
        hexes: dict[str, int] = answer["hexes"]
        for label, cost in self.expect.hexes.items():
            if label not in hexes:
                found.note(f"{label}: expected {half_text(halves(cost))} points, but it is out of reach")
            else:
                found.equal(f"cost of {label}", half_text(halves(cost)), half_text(hexes[label]))
        if self.expect.only and (surplus := sorted(set(hexes) - set(self.expect.hexes))):
            found.note(f"also in reach: {' '.join(surplus)}")
        for label in self.expect.none:
            if label in hexes:
                found.note(f"{label}: expected out of reach, got {half_text(hexes[label])} points")
        if self.expect.allowance is not None:
            found.equal("allowance", half_text(halves(self.expect.allowance)), half_text(answer["allowance"]))
        if self.expect.exits is not None:
            wish = {e: {h: halves(c) for h, c in costs.items()} for e, costs in self.expect.exits.items()}
            found.equal("exits", wish, answer["exits"])


class PathExpect(Record, frozen=True, kw_only=True):
    """``path`` with its start, ``total`` in movement points, ``lines`` of its cost."""

    path: Words | None = None
    total: str | None = None
    lines: Words | None = None
    note: str | None = None


class Path(Ask, frozen=True, kw_only=True, tag="path"):
    """A cheapest way with its cost line by line."""

    units: Words
    to: str
    expect: PathExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare way and cost."""
        answer = self.query(game, "path", units=list(self.units), to=self.to)
        found.equal("path", self.expect.path, tuple(answer["path"]))
        tally = answer["tally"]
        if tally is None:
            if self.expect.total is not None or self.expect.lines is not None:
                found.note(f"{self.to} cannot be reached")
            return
        found.equal("total", self.expect.total, tally["total"])
        compare_lines(found, "cost", self.expect.lines, tally)
        if self.expect.note is not None and self.expect.note not in tally.get("note", ""):
            found.equal("note", self.expect.note, tally.get("note", ""))


class WhyExpect(Record, frozen=True, kw_only=True):
    """``rules`` that refuse it, exactly; ``says`` part of a sentence; ``allowed`` that nothing refuses it."""

    rules: Words | None = None
    says: str | None = None
    allowed: bool = False


class Why(Ask, frozen=True, kw_only=True, tag="why"):
    """Why an action is not allowed."""

    action: str
    expect: WhyExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare the rules of all refusals."""
        refusals = game.why_not(self.action)
        texts = "; ".join(f"{r.text} ({r.cite})" for r in refusals)
        if self.expect.allowed:
            if refusals:
                found.note(f"expected to be allowed, but: {texts}")
            return
        if not refusals:
            found.note("expected to be refused, but it is allowed")
            return
        found.same_set("rules", self.expect.rules, {r.cite for r in refusals})
        if self.expect.says is not None and self.expect.says not in texts:
            found.note(f"expected a sentence with {show(self.expect.says)}, got: {texts}")


class ZonesExpect(Record, frozen=True, kw_only=True):
    """``hexes`` and ``sides`` that links bar, ``cancelled`` ones alike, ``zone`` the hexes of the zones of control."""

    hexes: Words | None = None
    sides: Words | None = None
    cancelled: Words | None = None
    zone: Words | None = None


class Zones(Ask, frozen=True, kw_only=True, tag="zones"):
    """Zones of control and links of a side."""

    side: str
    expect: ZonesExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare links in force, cancelled links and the zone."""
        answer = self.query(game, "zones", side=self.side)
        barred: dict[str, set[str]] = {"hex": set(), "side": set(), "cancelled": set()}
        for link in answer.get("links", ()):
            text = link["hex"] if link["kind"] == "hex" else "/".join(sorted(link["sides"]))
            barred["cancelled" if link.get("cancelled") else link["kind"]].add(text)
        found.same_set("hex links", self.expect.hexes, barred["hex"])
        found.same_set("hexside links", _pairs(self.expect.sides), barred["side"])
        found.same_set("cancelled links", _pairs(self.expect.cancelled), barred["cancelled"])
        found.same_set("zone", self.expect.zone, answer["zone"])


def _pairs(sides: Words | None) -> Words | None:
    return None if sides is None else tuple("/".join(sorted(side.split("/"))) for side in sides)


class SupplyExpect(Record, frozen=True, kw_only=True):
    """``ok``, the ``path``, its ``source``; or the hex where it is ``cut`` and ``by`` which units."""

    ok: bool
    path: Words | None = None
    source: str | None = None
    cut: str | None = None
    by: Words | None = None


class Supply(Ask, frozen=True, kw_only=True, tag="supply"):
    """Whether a unit is in supply, by which line, or what cuts it."""

    unit: str
    expect: SupplyExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare the state, the line, or the cut."""
        answer = self.query(game, "supply", units=[self.unit])[self.unit]
        found.equal("in supply", self.expect.ok, answer["ok"])
        found.equal("line", self.expect.path, tuple(answer["path"]))
        found.equal("source", self.expect.source, answer["source"])
        cut = answer.get("cut", {})
        found.equal("cut at", self.expect.cut, cut.get("hex", ""))
        found.same_set("cut by", self.expect.by, cut.get("by", ()))


class SupplyAreaExpect(Record, frozen=True, kw_only=True):
    """``inside`` are in supply, ``outside`` are not; ``hexes`` are all of them."""

    hexes: Words | None = None
    inside: Words = ()
    outside: Words = ()


class SupplyArea(Ask, frozen=True, kw_only=True, tag="supply-area"):
    """In which hexes units of a side are in supply."""

    side: str
    expect: SupplyAreaExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare the area."""
        area = set(self.query(game, "supply_area", side=self.side))
        found.same_set("area", self.expect.hexes, area)
        found.equal("in the area", set(self.expect.inside), set(self.expect.inside) & area)
        found.equal("in the area", set(), set(self.expect.outside) & area)


class StackExpect(Record, frozen=True, kw_only=True):
    """``size`` and ``limit`` in the units of the stacking rule, ``units``, ``control`` of the hex."""

    size: int | None = None
    limit: int | None = None
    units: Words | None = None
    control: str | None = None


class Stack(Ask, frozen=True, kw_only=True, tag="stack"):
    """What a hex holds and how full it is."""

    hex: str
    expect: StackExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare the stack."""
        answer = self.query(game, "stack", hex=self.hex)
        found.equal("size", self.expect.size, answer["size"])
        found.equal("limit", self.expect.limit, answer["limit"])
        found.same_set("units", self.expect.units, answer["units"])
        found.equal("control", self.expect.control, answer.get("control"))


class AttacksExpect(Record, frozen=True, kw_only=True):
    """``targets``: each hex with the units that could take part; all there are."""

    targets: dict[str, Words]


class Attacks(Ask, frozen=True, kw_only=True, tag="attacks"):
    """Which hexes can be attacked, by whom."""

    reserve: bool = False
    expect: AttacksExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare targets and units."""
        answer = self.query(game, "attacks", reserve=self.reserve)
        found.same_set("targets", self.expect.targets, answer)
        for label, units in self.expect.targets.items():
            if label in answer:
                found.same_set(f"attackers of {label}", units, answer[label])


class ChoicesExpect(Record, frozen=True, kw_only=True):
    """Who is asked (``asked``), at which ``step``, with which ``verbs``; and fields of the choice of one verb."""

    asked: str | None = None
    step: str | None = None
    verbs: Words | None = None
    units: Words | None = None
    hexes: Words | None = None
    targets: dict[str, Words] | None = None
    enemies: Words | None = None
    total: int | None = None
    least: int | None = None
    most: int | None = None
    blocked: str | None = None


class Choices(Ask, frozen=True, kw_only=True, tag="choices"):
    """What is asked now, of whom, and what may be answered."""

    verb: str = ""
    expect: ChoicesExpect

    def check(self, game: Game, found: Findings) -> None:
        """Compare the decision and the choice of the verb."""
        decision, wish = game.decision, self.expect
        asked = "nobody" if decision is None else game.system.sides[decision.side]
        found.equal("asked", wish.asked, asked)
        found.equal("step", wish.step, decision.title if decision else "")
        found.same_set("verbs", wish.verbs, {choice.verb for choice in game.choices})
        if not self.verb:
            return
        entry = next((c.to_json(game.defn) for c in game.choices if c.verb == self.verb), None)
        if entry is None:
            found.note(f"“{self.verb}” is not offered; there are: {' '.join(c.verb for c in game.choices)}")
            return
        self._check_entry(entry, found)

    def _check_entry(self, entry: dict[str, Any], found: Findings) -> None:
        wish = self.expect
        found.same_set("units", wish.units, entry.get("units", ()))
        found.same_set("hexes", wish.hexes, entry.get("hexes") or ())
        targets = entry.get("targets", {})
        found.same_set("enemies", wish.enemies, targets)
        if wish.targets is not None:
            found.same_set("targets", wish.targets, targets)
            for label, units in wish.targets.items():
                if label in targets:
                    found.same_set(f"units for {label}", units, targets[label])
        for name in ("total", "least", "most"):
            found.equal(name, getattr(wish, name), entry.get(name))
        found.equal("blocked", wish.blocked, (entry.get("blocked") or {}).get("cite", ""))


class UnitExpect(Record, frozen=True, kw_only=True):
    """Where a unit is (hex or box), its steps and its markers."""

    hex: str | None = None
    steps: int | None = None
    marks: Words | None = None
    without: Words = ()


class PlayExpect(Record, frozen=True, kw_only=True):
    """What must be true after the actions.

    Attributes:
        units: by id.
        asked: side that is asked next, or ``nobody``.
        step: title of the pending decision.
        control: side to hexes that it must control.
        tracks: ``barrages`` or ``soviet leg`` to the number on it.
        says: parts of sentences of the log.
        dice: number of dice thrown, when it is not the number given.
        turn: game turn.
    """

    units: dict[str, UnitExpect] = {}
    asked: str | None = None
    step: str | None = None
    control: dict[str, Words] = {}
    tracks: dict[str, int] = {}
    says: Words = ()
    dice: int | None = None
    turn: int | None = None


class Play(Ask, frozen=True, kw_only=True, tag="play"):
    """Carry actions out with the dice given; later questions are asked of the position they lead to."""

    actions: Words = ()
    dice: tuple[int, ...] = ()
    expect: PlayExpect = PlayExpect()

    def check(self, game: Game, found: Findings) -> None:
        """Play, then compare."""
        from blackearth.core.situation_play import check_play, play

        texts = play(game, self.actions, self.dice, found)
        if texts is not None:
            check_play(game, self.expect, texts, found)


AnyAsk = Reach | Path | Why | Zones | Supply | SupplyArea | Stack | Attacks | Odds | Points | Choices | Play
