"""The invariants: silent on sound positions, and each one speaks up when it is broken."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from blackearth.core import flow
from blackearth.systems.kharkov import invariants, sequence, setup, supply, zones
from blackearth.systems.kharkov.board import (
    ATTACKED,
    BREAKTHROUGH,
    COMING,
    DEFENDED,
    DUE,
    ELIMINATED,
    ENTRENCHED,
    FINISHED,
    ISOLATED,
    ISOLATED_TWICE,
    NO_ZONE,
    TO_SET_UP,
    WITHDRAWN,
    Fight,
    State,
)
from blackearth.systems.kharkov.system import SYSTEM
from tests.kharkov.build import position


def sound(scenario: str = "kharkov-1943", **more: object) -> State:
    """The suggested set-up, the first player's turn running."""
    table = position({}, scenario=scenario, turn=1, **more)  # type: ignore[arg-type]
    setup.suggested(table.state)
    state = table.state
    state.push(sequence.Play("player turn", 3))
    for side in (0, 1):  # fill the caches, so that they can be found out of date
        zones.of(state, side), supply.supplied_hexes(state, side)
    assert invariants.check(state) == []
    return state


def unit(s: State, name: str) -> int:
    return s.defn.roster.index[name]


def cell(s: State, label: str) -> int:
    return s.defn.map.grid.cell(label)


def _put(name: str, where: int | str) -> Callable[[State], None]:
    return lambda s: s.put(unit(s, name), cell(s, where) if isinstance(where, str) else where)


def _mark(name: str, bits: int) -> Callable[[State], None]:
    return lambda s: s.marks.__setitem__(unit(s, name), bits)


def _steps(name: str, steps: int) -> Callable[[State], None]:
    return lambda s: s.steps.__setitem__(unit(s, name), steps)


def _set(field: str, value: object) -> Callable[[State], None]:
    return lambda s: setattr(s.extra, field, value)


def _dead(s: State, name: str, steps: int) -> None:
    s.put(unit(s, name), ELIMINATED)
    s.steps[unit(s, name)] = steps


def _modes(army: str, mode: str) -> Callable[[State], None]:
    def spoil(s: State) -> None:
        s.extra.modes = tuple((a, mode if a == army else m) for a, m in s.extra.modes)

    return spoil


def _both(*parts: Callable[[State], object]) -> Callable[[State], None]:
    def spoil(s: State) -> None:
        for part in parts:
            part(s)

    return spoil


def _fights(*fights: tuple[str, tuple[str, ...], tuple[int, int]]) -> Callable[[State], None]:
    def spoil(s: State) -> None:
        s.extra.fights = tuple(
            Fight(cell(s, target), tuple(unit(s, u) for u in units), (), air) for target, units, air in fights
        )

    return spoil


def _kept(key: str) -> Callable[[State], None]:
    """A cache that was not dropped when units went away."""

    def spoil(s: State) -> None:
        kept = dict(s.cache)
        for u, where in enumerate(s.at):
            if where >= 0 and s.defn.roster.side[u] == 0:
                s.put(u, ELIMINATED)
                s.steps[u] = 0
        s.cache = {entry: value for entry, value in kept.items() if entry[0] == key}

    return spoil


def _fill(name: str, count: int) -> Callable[[State], None]:
    """So many further rifle divisions of the 40th Army in the hex of a unit."""

    def spoil(s: State) -> None:
        for n in range(2, 2 + count):
            s.put(unit(s, f"K-40-0{n}"), s.at[unit(s, name)])

    return spoil


BROKEN: dict[str, tuple[Callable[[State], object], str]] = {
    "a column is too short": (lambda s: s.marks.pop(), "markers for"),
    "nowhere on the map": (lambda s: s.at.__setitem__(0, 0), "not on the map"),
    "an unknown box": (lambda s: s.at.__setitem__(0, -77), "does not exist"),
    "a turn that is none": (lambda s: setattr(s, "turn", 13), "it is turn 13"),
    "a starting unit among the reinforcements": (_put("K-40-02", COMING), "K-40-02 is set up at the start"),
    "a unit that was not set up": (_put("K-40-02", TO_SET_UP), "K-40-02 is in the units to be set up"),
    "a reinforcement that came too early": (_put("K-15", DUE), "K-15 comes on turn 4"),
    "a withdrawal in 1943": (_put("K-168", WITHDRAWN), "1 units have been withdrawn"),
    "no step left on the map": (_steps("K-40-02", 0), "K-40-02 has 0 of 1 steps"),
    "too many steps": (_steps("K-168", 3), "K-168 has 3 of 2 steps"),
    "a dead unit with steps": (lambda s: _dead(s, "K-168", 1), "K-168 is eliminated with 1 steps"),
    "a reinforcement with losses": (_steps("K-15", 1), "K-15 is still to come"),
    "control against the occupier": (
        lambda s: setattr(s, "control", s.control & ~(1 << s.at[unit(s, "K-40-02")])),
        "holds soviet units",
    ),
    "control off the map": (lambda s: setattr(s, "control", s.control | 1), "off the map"),
    "too many divisions": (_fill("K-40-02", 5), "are allowed when the phase ends"),
    "a marker off the map": (_mark("K-15", ISOLATED), "K-15 is not on the map, but has markers"),
    "trenches of a unit that has none": (_mark("K-40-01", ENTRENCHED), "K-40-01 is entrenched, but"),
    "an enemy that attacked": (_mark("K-168", ATTACKED), "K-168 has attacked, but"),
    "an enemy that broke through": (_mark("K-168", BREAKTHROUGH), "attacked in the breakthrough"),
    "an enemy that moved": (_mark("K-168", FINISHED), "K-168 has finished its movement"),
    "an own unit that was attacked": (_mark("K-40-02", DEFENDED), "K-40-02 has been attacked"),
    "an own unit without a zone": (_mark("K-40-02", NO_ZONE), "K-40-02 has lost its zone"),
    "a second marker without the first": (_mark("K-40-02", ISOLATED_TWICE), "second marker of isolation"),
    "two markers in the enemy's turn": (_mark("K-168", ISOLATED | ISOLATED_TWICE), "in the enemy's turn"),
    "an army without a mode": (_set("modes", (("40", "neutral"),)), "the armies with modes are 40"),
    "a mode that an army never has": (_modes("GP", "defensive"), "Group Popov is in defensive mode"),
    "a mode that does not exist": (_modes("40", "reckless"), "40th Army is in reckless mode"),
    "the left wing attacks": (_modes("S", "offensive"), "has left Defensive mode"),
    "trenches in Offensive mode": (
        _both(_modes("40", "offensive"), _mark("K-40-02", ENTRENCHED)),
        "K-40-02 is entrenched, but its army",
    ),
    "weather that does not exist": (_set("weather", "fog"), "the weather is fog"),
    "weather of another turn": (_set("weather", "frost"), "the weather is frost"),
    "air markers from nowhere": (_set("air", (0, 1)), "has 1 air support markers"),
    "rail points from nowhere": (_set("rail", (0, 2)), "has 2 half rail points"),
    "negative rail points": (_set("rail", (-1, 0)), "has -1 half rail points"),
    "negative interdiction": (_set("interdicted", (0, -1)), "-1 half rail points"),
    "negative movement": (lambda s: s.extra.spent.__setitem__(3, -1), "spent -1"),
    "a unit in two attacks": (
        _fights(("0123", ("K-40-02",), (0, 0)), ("0124", ("K-40-02",), (0, 0))),
        "K-40-02 attacks 2 times",
    ),
    "a hex attacked twice": (
        _fights(("0123", ("K-40-02",), (0, 0)), ("0123", ("K-40-03",), (0, 0))),
        "0123 is attacked 2 times",
    ),
    "four air markers": (_fights(("0123", ("K-40-02",), (4, 0))), "(4, 0) air support markers"),
    "stacks": (lambda s: s.stacks.popitem(), "the stacks are not"),
    "occupied hexes": (lambda s: s.occupied.__setitem__(1, 0), "the occupied hexes are not"),
    "zones": (_kept("zone"), "zones of the soviet side are out of date"),
    "supply": (_kept("supplied"), "supplied hexes of the"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_every_broken_invariant_is_named(name: str) -> None:
    spoil, sentence = BROKEN[name]
    state = sound()
    spoil(state)
    found = invariants.check(state)
    assert any(sentence in text for text in found), found


@pytest.mark.rule("ms:F3d", "ms:F2a")
def test_hexes_that_cannot_be_are_named() -> None:
    state = sound()
    state.put(unit(state, "K-168"), state.at[unit(state, "K-40-02")])
    sea = state.defn.map.grid.labels(state.defn.map.masks["sea"])[0]
    state.put(unit(state, "K-75"), cell(state, sea))
    found = invariants.check(state)
    assert any(text.startswith("both sides stand in") for text in found)
    assert f"units stand in {sea}, which is sea" in found


@pytest.mark.rule("ms:F7")
def test_a_stack_may_be_too_large_while_its_side_moves() -> None:
    state = sound()
    _fill("K-40-02", 5)(state)
    state.extra.spent[unit(state, "K-40-03")] = 2
    assert invariants.check(state) == []
    state.active = 1
    assert any("are allowed" in text for text in invariants.check(state))


@pytest.mark.rule("rostov:1-allies")
def test_quarrelling_allies_are_named() -> None:
    state = sound("rostov-1941")
    state.put(unit(state, "R-R1m"), state.at[unit(state, "R-H1m")])
    assert any("Hungarians and Romanians" in text for text in invariants.check(state))


@pytest.mark.rule("rostov:9-withdrawal")
def test_more_or_other_units_than_the_six_withdrawn_are_named() -> None:
    state = sound("rostov-1941")
    state.turn, state.extra.weather = 5, "frost"
    names = [n for n in state.defn.roster.ids if n.startswith("R-") and state.defn.roster.side[unit(state, n)]][:7]
    for name in names[:6]:
        state.put(unit(state, name), WITHDRAWN)
    assert not any("withdrawn" in text for text in invariants.check(state))
    state.put(unit(state, names[6]), WITHDRAWN)
    assert "7 units have been withdrawn" in invariants.check(state)
    state.put(unit(state, names[6]), ELIMINATED)
    state.put(unit(state, names[5]), ELIMINATED)
    state.put(unit(state, "R-21-01"), WITHDRAWN)
    assert "R-21-01 has been withdrawn" in invariants.check(state)


@pytest.mark.rule("kharkov:8-offensive")
def test_the_other_reading_allows_trenches_in_offensive_mode() -> None:
    state = sound(rulings={"KHA-N39": "b"})
    _modes("40", "offensive")(state)
    _mark("K-40-02", ENTRENCHED)(state)
    assert invariants.check(state) == []


@pytest.mark.rule("ms:L")
def test_variable_weather_may_differ_from_the_track() -> None:
    state = sound(options=["variable-weather"])
    state.turn = 4
    for u, turn in enumerate(state.defn.units.entry_turn):  # type: ignore[attr-defined]
        assert turn <= 6 or state.at[u] == COMING
    state.extra.weather = "snow"
    assert not any("weather" in text for text in invariants.check(state))
    state.extra.weather = "mud"
    assert "the weather is mud" in invariants.check(state)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "way", "seed", "options"),
    [
        ("kharkov-1943", "own", 3, {}),
        ("rostov-1941", "automatic", 4, {"variable-weather": True}),
    ],
)
def test_they_hold_after_every_decision_of_a_random_game(
    scenario: str, way: str, seed: int, options: dict[str, bool]
) -> None:
    state, random = SYSTEM.start(SYSTEM.define(scenario, options, {}), f"{seed:032x}", way), Random(seed)
    for _ in range(6000):
        if state.decision is None:
            break
        flow.perform(state, state.decision.sample(state, random))
        assert invariants.check(state) == []
    assert state.decision is None
    assert SYSTEM.result(state) is not None
