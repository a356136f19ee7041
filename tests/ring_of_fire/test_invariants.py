"""The invariants: silent on sound positions, and each one speaks up when it is broken."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.game import new_game
from blackearth.systems.ring_of_fire import invariants, setup
from blackearth.systems.ring_of_fire.board import (
    AIR_READY,
    ELIMINATED,
    EXITED,
    FINISHED,
    FIRED,
    RESERVE,
    SPENT_RESERVE,
    TO_SET_UP,
    WITHDRAWN,
    Battle,
    State,
    near_enemy,
    side_links,
    supplied,
)
from tests.ring_of_fire.build import position


def sound(scenario: str = "breakthrough", **more: object) -> State:
    table = position({}, scenario=scenario, turn=1, **more)  # type: ignore[arg-type]
    setup.suggested(table.state)
    state = table.state
    for side in (0, 1):  # fill the caches, so that they can be found out of date
        near_enemy(state, side), side_links(state, side), supplied(state, side)
    assert invariants.check(state) == []
    return state


def unit(s: State, name: str) -> int:
    return s.defn.roster.index[name]


def cell(s: State, label: str) -> int:
    return s.defn.map.grid.cell(label)


def _kept(key: str) -> Callable[[State], None]:
    """A cache of the Soviet side that was not dropped when a unit went away."""

    def spoil(s: State) -> None:
        kept = dict(s.cache)
        for name in ("S-213R", "G-75-172", "G-75-202", "G-75-222"):
            s.put(unit(s, name), TO_SET_UP)
        s.cache = {entry: value for entry, value in kept.items() if entry[0] == key}

    return spoil


def _dead(s: State, name: str, steps: int) -> None:
    s.put(unit(s, name), ELIMINATED)
    s.steps[unit(s, name)] = steps


def _set(field: str, value: object) -> Callable[[State], None]:
    return lambda s: setattr(s.extra, field, value)


def _put(name: str, where: int | str) -> Callable[[State], None]:
    return lambda s: s.put(unit(s, name), cell(s, where) if isinstance(where, str) else where)


def _mark(name: str, bits: int) -> Callable[[State], None]:
    return lambda s: s.marks.__setitem__(unit(s, name), bits)


def _steps(name: str, steps: int) -> Callable[[State], None]:
    return lambda s: s.steps.__setitem__(unit(s, name), steps)


def _battles(*battles: tuple[str, tuple[str, ...], tuple[str, ...], bool]) -> Callable[[State], None]:
    def spoil(s: State) -> None:
        s.extra.battles = tuple(
            Battle(cell(s, target), tuple(unit(s, u) for u in units), tuple(unit(s, u) for u in air), barrage=barrage)
            for target, units, air, barrage in battles
        )

    return spoil


BROKEN: dict[str, tuple[Callable[[State], object], str]] = {
    "a column is too short": (lambda s: s.marks.pop(), "markers for"),
    "nowhere on the map": (lambda s: s.at.__setitem__(0, 0), "not on the map"),
    "an unknown box": (lambda s: s.at.__setitem__(0, -77), "does not exist"),
    "a division on an airfield": (_put("S-167R", AIR_READY), "S-167R is in the airfields"),
    "an air unit among the dead": (_put("S-AIR-1", ELIMINATED), "S-AIR-1 is in the Eliminated"),
    "a division withdrawn": (_put("S-167R", WITHDRAWN), "S-167R is in withdrawn"),
    "no step left on the map": (_steps("S-167R", 0), "S-167R has 0 of 4 steps"),
    "too many steps": (_steps("G-6Z-Pz", 3), "G-6Z-Pz has 3 of 2 steps"),
    "a dead unit with steps": (lambda s: _dead(s, "S-167R", 1), "with 1 steps"),
    "a reinforcement with losses": (_steps("G-GD-Pz", 1), "still to come"),
    "a mixed hex": (_put("G-6Z-Pz", "3320"), "is controlled by the enemy"),
    "control off the map": (lambda s: setattr(s, "control", s.control | 1), "off the map"),
    "control against the occupier": (
        lambda s: setattr(s, "control", s.control & ~(1 << s.at[unit(s, "S-167R")])),
        "holds soviet units",
    ),
    "Kharkov entered, but not lost": (
        lambda s: setattr(s, "control", s.control | 1 << cell(s, "1132")),
        "1132 is Soviet, but still a source",
    ),
    "a lost source that never was one": (
        lambda s: setattr(s.extra, "lost_supply", (cell(s, "0933"),)),
        "0933 is lost",
    ),
    "a marker off the map": (_mark("G-GD-Pz", RESERVE), "G-GD-Pz is no ground unit on the map"),
    "a marker on an air unit": (_mark("S-AIR-1", RESERVE), "S-AIR-1 is no ground unit on the map"),
    "a division that has fired": (_mark("S-167R", FIRED), "S-167R is no tank unit"),
    "acted as a reserve without being one": (_mark("S-167R", SPENT_RESERVE), "without being one"),
    "a moving unit of the other side": (_mark("G-6Z-Pz", FINISHED), "is of the other"),
    "a reserve next to the enemy": (_mark("S-167R", RESERVE), "S-167R is in reserve next to"),
    "a turn that is none": (lambda s: setattr(s, "turn", 5), "it is turn 5"),
    "barrages below zero": (_set("barrages", -1), "-1 Barrage"),
    "barrages from nowhere": (_set("barrages", 5), "5 Barrage"),
    "leg steps below zero": (_set("leg", (0, -1)), "has -1 leg"),
    "mobile steps from nowhere": (_set("mobile", (1, 0)), "has 1 mobile"),
    "points for nobody": (_set("exit_points", (0, 10)), "10 points for 0 units"),
    "withdrawn too early": (_put("S-AIR-1", WITHDRAWN), "1 air units have been withdrawn"),
    "negative movement": (lambda s: s.extra.spent.__setitem__(3, -1), "spent -1"),
    "a hex attacked twice": (
        _battles(("3313", ("S-167R",), (), False), ("3313", ("S-180R",), (), False)),
        "3313 is attacked 2 times",
    ),
    "a unit in two battles": (
        _battles(("3313", ("S-167R",), (), False), ("3213", ("S-167R",), (), False)),
        "S-167R takes part in 2",
    ),
    "an air unit in two battles": (
        _battles(("3313", ("S-167R",), ("S-AIR-1",), False), ("3213", ("S-180R",), ("S-AIR-1",), False)),
        "S-AIR-1 takes part in 2",
    ),
    "three air units in one battle": (
        _battles(("3313", ("S-167R",), ("S-AIR-1", "S-AIR-2", "S-AIR-3"), False)),
        "3 air units support",
    ),
    "a barrage in the open": (_battles(("2020", ("S-167R",), (), True)), "Barrage marker lies on 2020"),
    "stacks": (lambda s: s.stacks.popitem(), "the stacks are not"),
    "occupied hexes": (lambda s: s.occupied.__setitem__(1, 0), "the occupied hexes are not"),
    "neighbours of the enemy": (_kept("near"), "next to enemies of the soviet side are out of date"),
    "supply": (_kept("supply"), "supplied hexes of the soviet side are out of date"),
    "links": (_kept("links"), "links of the german side are out of date"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_every_broken_invariant_is_named(name: str) -> None:
    spoil, sentence = BROKEN[name]
    state = sound()
    spoil(state)
    found = invariants.check(state)
    assert any(sentence in text for text in found), found


@pytest.mark.rule("rof:11.3")
def test_a_hex_with_both_sides_is_named() -> None:
    state = sound()
    state.put(unit(state, "G-6Z-Pz"), state.at[unit(state, "S-167R")])
    assert "both sides stand in 3314" in invariants.check(state)


@pytest.mark.rule("rof:14.2", "rof:14.4")
def test_a_reserve_that_moved_up_may_stand_next_to_the_enemy() -> None:
    state = sound()
    state.marks[unit(state, "S-167R")] = RESERVE | SPENT_RESERVE
    assert invariants.check(state) == []


@pytest.mark.parametrize(("ruling", "choice"), [("ROF-A15", "b"), ("ROF-S07", "b"), ("ROF-A14", "b")])
def test_other_readings_allow_reserves_next_to_the_enemy(ruling: str, choice: str) -> None:
    state = sound(rulings={ruling: choice})
    state.marks[unit(state, "S-167R")] = RESERVE
    assert invariants.check(state) == []


def test_exits_within_the_schedule_are_sound() -> None:
    state = sound()
    state.put(unit(state, "S-167R"), EXITED)
    state.extra.exit_points = (10, 0)
    assert invariants.check(state) == []


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "way", "seed"), [("breakthrough", "own", 3), ("rumyantsev", "automatic", 4)])
def test_they_hold_after_every_decision_of_a_random_game(scenario: str, way: str, seed: int) -> None:
    state, random = new_game("ring-of-fire", scenario, seed=f"{seed:032x}", setup=way).state, Random(seed)
    for _ in range(4000):
        if state.decision is None:
            break
        flow.perform(state, state.decision.sample(state, random))
        assert invariants.check(state) == []
    assert state.decision is None
    assert state.defn.system.result(state) is not None
