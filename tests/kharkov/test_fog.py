"""ms:M1, M2, M3 - nothing that a side may not know is sent to it: whole games with twins and forged orders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from blackearth.core import secrets
from blackearth.core.dice import seed_of
from blackearth.core.events import Note
from blackearth.core.game import Game, new_game
from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.server.app import create_app
from blackearth.server.settings import Settings
from blackearth.systems.kharkov import air, arrivals, combat, fog, movement_phase, queries, views, visible
from blackearth.systems.kharkov.air_shared import KEPT, SharedBids
from blackearth.systems.kharkov.board import ELIMINATED, ENTRENCHED, FINISHED, ISOLATED, NO_ZONE, Lure, extra, roster
from blackearth.systems.kharkov.system import SYSTEM
from tests.kharkov.build import position
from tests.support.leaks import Leak, Question, Scanner, settled, twin_of
from tests.support.table import Table

SIDES = ("soviet", "german")
pytestmark = pytest.mark.rule("ms:M1", "ms:M2")


def begin(scenario: str, *options: str, seed: int = 1, setup: str = "automatic") -> Game:
    """A game with options."""
    return new_game("kharkov", scenario, options=dict.fromkeys(options, True), seed=seed_of(seed), setup=setup)


# -- positions that look alike -----------------------------------------------------------------------------------------


def twins(s: State, receiver: int | None, random: Random) -> Iterator[State]:
    """Positions that differ from one only in what a receiver may not know."""
    for enemy in (0, 1):
        if enemy != receiver:
            yield from _exchanged(s, receiver, enemy, random)
            yield from _worn(s, receiver, enemy, random)
            yield from _lured(s, receiver, enemy, random)
            yield from _other_bids(s, enemy)
            yield from _other_rail(s, enemy)


def _hidden(s: State, receiver: int | None, enemy: int) -> list[int]:
    """Hidden units whose number of divisions the receiver has not been told."""
    told = {cell for cell, _ in extra(s).told} | {cell for cell, _ in fog.told(s, receiver)}
    known = visible.visible(s, receiver)
    return [u for u in roster(s).of_side(enemy) if s.at[u] >= 0 and u not in known and s.at[u] not in told]


def _exchanged(s: State, receiver: int | None, enemy: int, random: Random) -> Iterator[State]:
    """Two hidden units of different kinds have changed places."""
    r, units = roster(s), _hidden(s, receiver, enemy)
    random.shuffle(units)
    for one in units[:2]:
        other = next((u for u in units if s.at[u] != s.at[one] and r.armour[u] != r.armour[one]), None)
        if other is not None:
            new = twin_of(s)
            for column in (new.at, new.marks, extra(new).spent):
                column[one], column[other] = column[other], column[one]
            yield settled(new)


def _worn(s: State, receiver: int | None, enemy: int, random: Random) -> Iterator[State]:
    """Hidden units have lost steps, are entrenched, cut off, or have moved."""
    units = _hidden(s, receiver, enemy)
    for one in random.sample(units, min(1, len(units))):
        new = twin_of(s)
        new.steps[one] = max(1, new.steps[one] - 1)
        new.marks[one] ^= ENTRENCHED | ISOLATED
        yield settled(new)


def _lured(s: State, receiver: int | None, enemy: int, random: Random) -> Iterator[State]:
    """A lure is a stack and the stack a lure."""
    units = [u for u in _hidden(s, receiver, enemy) if not s.marks[u] & NO_ZONE]
    mine = [lure for lure in extra(s).lures if lure.side == enemy and lure.cell not in s.stacks]
    stacks = sorted({s.at[u] for u in units} - {lure.cell for lure in extra(s).lures})
    safe = [c for c in stacks if not s.defn.map.grid.spread(1 << c) & s.occupied[1 - enemy]]
    if mine and safe and set(s.stacks[cell := random.choice(safe)]) <= set(units):
        lure = random.choice(mine)
        new = twin_of(s)
        for u in s.stacks[cell]:
            new.at[u] = lure.cell
        others = tuple(x for x in extra(s).lures if x != lure)
        extra(new).lures = (*others, Lure(enemy, cell, lure.moved))
        yield settled(new)


def _other_rail(s: State, enemy: int) -> Iterator[State]:
    """Hidden units have spent other rail points."""
    if visible.hidden(s) and extra(s).rail[enemy] > 1:
        new = twin_of(s)
        left = extra(s).rail[enemy] - 1
        extra(new).rail = (extra(s).rail[0], left) if enemy else (left, extra(s).rail[1])
        yield settled(new)


def _other_bids(s: State, enemy: int) -> Iterator[State]:
    """Another number of air markers has been written down in secret."""
    top = s.flow[-1]
    if isinstance(top, air.SealedBids | SharedBids) and top.sealed and s.decision and s.decision.side != enemy:
        new = twin_of(s)
        first = 1 - min(1, top.sealed[0]) if isinstance(top, air.SealedBids) else _another(top)
        new.flow[-1] = msgspec.structs.replace(top, sealed=(first, *top.sealed[1:]))
        yield settled(new)


def _another(frame: SharedBids) -> int:
    """Another combat for the first marker."""
    return next(target for target in (*frame.targets, KEPT) if target != frame.sealed[0])


def questions(s: State, random: Random) -> Sequence[Question]:
    """What anybody may ask, with forged orders and questions about units that are hidden from him."""
    r, grid = roster(s), s.defn.map.grid
    found: list[tuple[str, dict[str, Any]]] = [("points", {}), ("attacks", {}), ("duties", {})]
    for side in SIDES:
        found += [(name, {"side": side}) for name in ("zones", "supply", "supply_area", "supply_reach")]
    on_map = [u for u in range(len(r)) if s.at[u] >= 0]
    cells = random.sample(sorted(s.stacks), min(4, len(s.stacks))) + [x.cell for x in extra(s).lures[:2]]
    found += [("stack", {"hex": grid.label(cell)}) for cell in cells]
    for u in random.sample(on_map, min(5, len(on_map))):
        name, here = r.ids[u], grid.label(s.at[u])
        near = grid.label(random.choice(grid.near[s.at[u]]))
        found += [("unit", {"unit": name}), ("reach", {"units": [name]}), ("path", {"units": [name], "to": near})]
        found += [("supply", {"units": [name]}), ("odds", {"units": [name], "to": near})]
        orders: tuple[str, ...] = (
            f"move {name} {here} {near}",
            f"attack {name} {near}",
            f"entrench {name}",
            f"get-up {name}",
        )
        orders += (f"rail {name} {near}", f"enter {name} {near}", f"set {name} {near}", f"retreat {name} {near}")
        found += [("why", {"action": text}) for text in (*orders, "air =3", f"lure {near}", f"move-lure {here} {near}")]
    return found


def scanner(game: Game) -> Scanner:
    """The scanner of a game; draws of reinforcements are nobody else's business."""
    words = {0: (b'"draw ',), 1: ()} if game.defn.options["hidden-stacks"] or game.defn.options["total-fog"] else {}
    return Scanner(game, twins, questions, lambda s, cell: s.defn.map.grid.within(cell, visible.SEARCHED), words)


def fogged(decisions: int, every: int) -> Scanner:
    """The first turns of a game in total fog."""
    found = scanner(begin("kharkov-1943", "total-fog"))
    found.play(decisions, Random(1), every=every)
    return found


# -- tests -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("kharkov-1943", ("hidden-stacks",)),
        ("kharkov-1943", ("total-fog", "variable-weather")),
        ("rostov-1941", ("hidden-stacks", "air-partly-simultaneous")),
        ("rostov-1941", ("total-fog", "air-simultaneous")),
    ],
)
def test_nothing_hidden_is_sent_in_a_whole_game(scenario: str, options: tuple[str, ...]) -> None:
    found = scanner(begin(scenario, *options))
    found.play(3000, Random(4), every=150)
    assert found.game.decision is None
    assert found.compared > 15
    game = found.game
    assert not game.defn.system.check(game.state)
    for receiver in (0, 1, None):  # after the end everything is open
        assert set(game.view(receiver)["units"]) == set(game.defn.roster.ids)
        assert all(entry["action"] for entry in game.log_json(receiver))
        assert set(game.view_of(game.at(game.seq // 2), receiver, 0)["units"]) == set(game.defn.roster.ids)


def _identity(s: State, *rest: Any) -> Any:
    return s


def _without_lures(s: State, enemy: int, known: Collection[int]) -> dict[int, bool]:
    return {s.at[u]: True for u in roster(s).of_side(enemy) if s.at[u] >= 0 and u not in known}


FILTERS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the view lists units": lambda m: m.setattr(views, "visible", lambda s, side: range(len(s.at))),
    "questions name units": lambda m: m.setattr(queries, "visible", lambda s, side: frozenset(range(len(s.at)))),
    "events are told to all": lambda m: m.setattr(fog, "tell", lambda s, event: (event,)),
    "orders are read by all": lambda m: m.setattr(secrets, "unheard", lambda *a: ()),
    "draws are seen": lambda m: m.setattr(arrivals, "hidden", lambda s: False),
    "the outlook is the truth": lambda m: m.setattr(fog, "outlook", _identity),
    "everybody asks what others may do": lambda m: m.setattr(Game, "why_side", lambda g, side, text: g.why_not(text)),
    "lures have no stand-in": lambda m: m.setattr(fog, "markers", _without_lures),
}


#: These show in the log alone.
LOGGED = ("events are told to all", "orders are read by all", "draws are seen")


def test_the_first_turns_in_fog_tell_nothing_hidden() -> None:
    assert fogged(260, 40).compared > 10


@pytest.mark.parametrize("name", FILTERS)
def test_the_scanner_notices_a_missing_filter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FILTERS[name](monkeypatch)
    with pytest.raises(Leak):
        fogged(260, 1000 if name in LOGGED else 20)


@pytest.mark.parametrize("seen", ["rail", "bids"])
def test_the_scanner_notices_values_that_tell(seen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """ms:F5, M3 - rail points spent by hidden units, and air support that is still sealed."""
    if seen == "rail":
        monkeypatch.setattr(views, "hidden", lambda s: False)
        found = scanner(begin("rostov-1941", "hidden-stacks"))
    else:
        monkeypatch.setattr(SharedBids, "answer", _loud)
        found = scanner(begin("rostov-1941", "air-simultaneous"))
        found.words = {0: (b"sealed",), 1: (b"sealed",)}
    with pytest.raises(Leak):
        found.play(400, Random(1), every=25 if seen == "rail" else 1000)


def _loud(frame: SharedBids, state: State, target: int) -> None:
    """An answer that everybody hears."""
    state.become(msgspec.structs.replace(frame, sealed=(*frame.sealed, target)))
    state.emit(Note(side=state.active, text=f"sealed {target}"))


def test_the_options_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="exclude each other"):
        begin("kharkov-1943", "hidden-stacks", "total-fog")
    with pytest.raises(ValueError, match="exclude each other"):
        begin("rostov-1941", "air-partly-simultaneous", "air-simultaneous")


# -- small positions ---------------------------------------------------------------------------------------------------


def game_of(table: Table) -> Game:
    """A game that goes on from a position."""
    return Game(table.state, seed_of(1), "suggested")


def movement(units: dict[str, str], option: str, **more: Any) -> Game:
    """A Soviet movement phase with some units."""
    return game_of(position(units, begin=movement_phase.regular, options=[option], **more))


ARMOUR, GERMAN_ARMOUR, INFANTRY = "K-40-10", "K-1PzSS", "K-168"


def test_hidden_armour_stops_a_move_and_only_then_is_known() -> None:
    """ms:F3b, M1 - both kinds of enemy look alike before the move; afterwards it cannot be taken back."""
    games = [movement({ARMOUR: "2847", unit: "2647"}, "hidden-stacks") for unit in (GERMAN_ARMOUR, INFANTRY)]
    path = f"move {ARMOUR} 2847 2747 2646"
    assert [game.why_not(path) for game in games] == [[], []]
    assert games[0].view(0) == games[1].view(0)
    ask = {"units": [ARMOUR]}
    assert games[0].ask("reach", 0, ask) == games[1].ask("reach", 0, ask)
    for game, end in zip(games, ("2747", "2646"), strict=True):
        game.apply(path)
        assert game.view(0)["units"][ARMOUR][0] == end
        assert not game.can_undo


@pytest.mark.parametrize(
    ("path", "end"), [("2847 2747 2646", "2847"), ("2847 2747", "2847"), ("2947 2847 2747", "2847")]
)
def test_hidden_armour_stops_nobody_where_there_is_no_room(path: str, end: str) -> None:
    """ms:F3b, F7, KHA-N56 - else one of the stack would be lost when the phase ends."""
    full = ["K-40-02", "K-40-03", "K-40-04", "K-40-05"]
    units = {ARMOUR: path[:4], GERMAN_ARMOUR: "2647", **dict.fromkeys(full, "2747")}
    game = movement(units, "hidden-stacks", marks=dict.fromkeys(full, FINISHED))
    game.apply(f"move {ARMOUR} {path}")
    assert game.view(0)["units"][ARMOUR][0] == end
    assert not game.can_undo
    assert "finished" in game.why_not(f"move {ARMOUR} {end} 2848")[0].text
    game.apply("end-movement")
    assert [game.view(0)["units"][u][0] for u in full] == ["2747"] * 4


def test_an_attack_shows_the_defenders_and_their_showing_cannot_be_taken_back() -> None:
    """ms:M1, N47 - only those who are attacked, and from then on."""
    units = {ARMOUR: "2646", INFANTRY: "2647", "K-40-11": "2846", "K-75": "2946"}
    game = game_of(position(units, begin=combat.first_impulse, options=["hidden-stacks"], dice=[3]))
    assert INFANTRY not in game.view(0)["units"]
    entry = game.apply(f"attack {ARMOUR} 2647")
    assert entry.final
    assert INFANTRY in game.view(0)["units"]
    assert "K-75" not in game.view(0)["units"]
    assert ARMOUR in game.view(1)["units"]
    assert "K-40-11" not in game.view(1)["units"]


def test_a_lure_looks_like_a_stack_until_somebody_stands_next_to_it() -> None:
    """ms:M2, N46."""
    game = movement({ARMOUR: "2647", INFANTRY: "2643"}, "total-fog", control=["2647", "2646", "2746", "2747"])
    assert game.why_not("lure 2643")  # not next to the enemy, and not his ground
    game.apply("lure 2746")
    lure = {"hex": "2746", "side": "soviet"}
    assert lure in game.view(1)["hidden"]
    assert {"hex": "2647", "side": "soviet"} in game.view(1)["hidden"]
    assert game.view(1)["markers"] == game.view(None)["markers"] == []
    assert game.view(0)["markers"] == [{"kind": "lure", "hex": "2746", "side": "soviet", "count": 1}]
    assert game.why_not("move-lure 2646")  # it has moved
    moved = game.log_json(1)[-1]
    assert moved["action"] == ""
    assert [event["type"] for event in moved["events"]] == ["moved"]
    game.apply("end-movement")
    assert game.decision is None or game.state.extra.lures


def test_an_enemy_unit_next_to_a_lure_removes_it_and_is_not_hindered() -> None:
    """ms:M2, N46 - and the move cannot be taken back."""
    game = movement({ARMOUR: "2747", INFANTRY: "2140"}, "total-fog", lures=(Lure(1, cell("2547")),))
    assert {"hex": "2547", "side": "german"} in game.view(0)["hidden"]
    assert game.why_not(f"move {ARMOUR} 2747 2647 2547")  # it could be a unit
    game.apply(f"move {ARMOUR} 2747 2647")
    assert game.state.extra.lures == ()
    assert not game.can_undo
    game.apply(f"move {ARMOUR} 2647 2547")
    assert game.view(0)["units"][ARMOUR][0] == "2547"


def test_the_way_of_a_lure_does_not_tell_an_enemy_lure_from_a_unit() -> None:
    """ms:M2, KHA-N53 - it keeps away from both alike."""
    grid = SYSTEM.define("kharkov-1943", {}, {}).map.grid
    ground = [grid.label(c) for c in grid.cells if c != cell("2444")]
    decoy = {ARMOUR: "2647", INFANTRY: "2140"}, (Lure(1, cell("2444")),)
    told = []
    for units, lures in (({ARMOUR: "2647", INFANTRY: "2444"}, ()), decoy):
        game = movement(units, "total-fog", control=ground, lures=lures)
        assert {"hex": "2444", "side": "german"} in game.view(0)["hidden"]
        game.apply("lure 2343")
        told.append(game.log_json(0)[-1]["events"])
    assert told[0] == told[1]


def test_by_rail_a_unit_goes_round_a_lure_as_round_a_unit() -> None:
    """ms:F5, M2, N55 - the shorter way through it would find it out, and tell that it is none."""
    told = []
    for units, lures in (({ARMOUR: "0234"}, ()), ({}, (Lure(0, cell("0234")),))):
        table = position(
            {INFANTRY: "0130", **units}, begin=movement_phase.regular, side="german", options=("total-fog",),
            rail=(0, 12), lures=lures, control=[],
        )  # fmt: skip
        game = Game(table.state, seed_of(1), "automatic")
        assert {"hex": "0234", "side": "soviet"} in game.view(1)["hidden"]
        game.apply(f"rail {INFANTRY} 0435")
        assert game.state.extra.lures == lures
        told.append(game.log_json(1)[-1]["events"])
    assert told[0] == told[1]


def test_coming_next_to_a_marker_tells_how_many_divisions_it_is() -> None:
    """ms:M2 - not which units they are."""
    game = movement({ARMOUR: "2747", INFANTRY: "2547", "K-75": "2547"}, "total-fog")
    assert {"hex": "2547", "side": "german"} in game.view(0)["hidden"]
    game.apply(f"move {ARMOUR} 2747 2647")
    assert {"hex": "2547", "side": "german", "size": 4} in game.view(0)["hidden"]
    assert game.ask("stack", 0, {"hex": "2547"})["size"] == 4
    assert not game.can_undo
    assert "size" not in game.view(None)["hidden"][0]


def test_what_the_computer_is_given_depends_on_nothing_hidden() -> None:
    """ms:M - alike positions give alike guesses."""
    game = begin("kharkov-1943", "hidden-stacks")
    random, codec = Random(1), game.codec
    for number in range(60):
        assert game.decision
        game.apply(game.decision.sample(game.state, random))
        if number % 20 == 0:
            for twin in (*_exchanged(game.state, 0, 1, random), *_worn(game.state, 0, 1, random)):
                one, other = (codec.encode(game.system.fork(x, 0, "00")) for x in (game.state, twin))
                assert one == other
                assert not game.system.check(game.system.fork(twin, 0, "00"))


def test_every_marker_has_a_stand_in_even_if_all_counters_stand_alone_and_lures_are_out() -> None:
    """N46 - else the lures could be told from stacks, or a move past a stack would seem to be allowed."""
    s = begin("rostov-1941", "total-fog").state
    enemy, free = roster(s).of_side(1), iter(cells(s.controlled(1) & ~s.occupied[0] & ~s.defn.map.masks["sea"]))
    lures = tuple(Lure(1, next(free)) for _ in range(10))
    for u in enemy:
        s.place(u, next(free), "alone")
    extra(s).lures = lures
    s.cache = {}
    assert fog.outlook(s, 0).occupied[1] == s.occupied[1] | sum(1 << lure.cell for lure in lures)


def test_what_is_gone_stays_in_sight_however_many_lures_are_out() -> None:
    """N46, N51 - two units are left, ten lures lie with them, and the dead count for the points still."""
    s = begin("rostov-1941", "total-fog").state
    enemy, free = roster(s).of_side(1), iter(cells(s.controlled(1) & ~s.occupied[0] & ~s.defn.map.masks["sea"]))
    extra(s).lures = tuple(Lure(1, next(free)) for _ in range(10))
    for u in enemy[2:]:
        s.lose_steps(u, s.steps[u], "combat", ELIMINATED)
    game = Game(s, seed_of(1), "automatic")
    lost = [u for u, (where, *_) in game.view(0)["units"].items() if where == "eliminated"]
    assert lost == [roster(s).ids[u] for u in enemy[2:]]
    assert len([x for x in game.view(0)["hidden"] if x["side"] == "german"]) == 12


def test_the_computer_does_not_know_which_reinforcements_have_entered() -> None:
    """ms:M1 - a tank corps is on the map and a division waits, or the other way round."""
    given = []
    for one, other in (("K-6-02", "K-6-03"), ("K-6-03", "K-6-02")):
        units = {one: "0305", other: "due", INFANTRY: "2140", "K-40-03": "2847"}
        game = movement(units, "hidden-stacks", side="german")
        given.append((game.view(1), game.codec.encode(game.system.fork(game.state, 1, "00"))))
    assert given[0] == given[1]


def test_lures_out_of_place_are_faults() -> None:
    """ms:M2, N46 - too many of them, or next to an enemy."""
    game = movement({ARMOUR: "2747"}, "total-fog")
    x = extra(game.state)
    for wrong in ((Lure(1, cell("2647")),), (Lure(0, cell("2447")),) * 11):
        x.lures = wrong
        assert any("lure" in fault for fault in game.system.check(game.state))
    x.lures = (Lure(1, cell("2447")),)
    assert not any("lure" in fault for fault in game.system.check(game.state))


def cell(label: str) -> int:
    """The cell of a hex of the map."""
    return SYSTEM.define("kharkov-1943", {}, {}).map.grid.cell(label)


# -- the server --------------------------------------------------------------------------------------------------------


def test_the_server_gives_no_save_of_a_game_with_secrets_and_refuses_both_fogs(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(home=tmp_path)), base_url="http://127.0.0.1:8000") as client:
        wish: dict[str, Any] = {"system": "kharkov", "scenario": "kharkov-1943", "options": {"hidden-stacks": True}}
        both = client.post("/api/games", json=wish | {"options": {"hidden-stacks": True, "total-fog": True}})
        assert both.status_code == 422
        assert "exclude each other" in both.json()["text"]
        made = client.post("/api/games", json=wish).json()
        for key in (*made["seats"].values(), made["watch"]):
            assert client.get(f"/api/games/{made['game']}/save?key={key}").status_code == 403
        key = made["seats"]["german"]
        shown = client.get(f"/api/games/{made['game']}?key={key}").json()
        assert not {unit for unit in shown["view"]["units"] if unit.startswith("K-40-")}
        assert {stack["side"] for stack in shown["view"]["hidden"]} == {"soviet"}
        asked = f"/api/games/{made['game']}/query/why?key={key}"
        answer = client.post(asked, json={"action": "attack K-40-01 0101"}).json()
        assert [reason["text"] for reason in answer] == ["it is not your side that decides now"]
