"""What holds in every tank combat, in crowded positions played at random under every reading of the rulings."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.dice import SeededDice, seed_of
from blackearth.core.events import Declared, Marked, Moved, Result, Rolled
from blackearth.hexes.mask import cells
from blackearth.systems.ring_of_fire.board import FIRED, RESERVE, RETURNED, roster, stack_size
from blackearth.systems.ring_of_fire.tank_combat import begin, mandatory
from tests.ring_of_fire.build import Table, position

READINGS = {"ROF-A16": "abc", "ROF-A18": "ab", "ROF-A20": "ab", "ROF-A15": "abc"}
MOST = 400


def crowd(seed: int) -> tuple[Table, Random]:
    """Up to 24 tank units and some infantry in a few hexes, one side to a hex, at most four a hex."""
    random = Random(seed)
    rulings = {name: random.choice(letters) for name, letters in READINGS.items()}
    empty = position({})
    defn = empty.state.defn
    kinds, grid = roster(empty.state), defn.map.grid
    hexes = cells(grid.within(grid.cell(random.choice(["2233", "2240", "2640"])), 2))
    random.shuffle(hexes)
    units: dict[str, str] = {}
    marks: dict[str, int] = {}
    steps: dict[str, int] = {}
    for number, cell in enumerate(hexes[:9]):
        side = number % 2
        small = [u for u in kinds.of_side(side) if kinds.ground[u] and kinds.stacking[u] == 1]
        pool = [u for u in small if defn.roster.ids[u] not in units]
        tanks = [u for u in pool if kinds.tank[u]]
        for unit in random.sample(tanks, random.randint(1, 3)) + random.sample(pool, 1) * random.randint(0, 1):
            name = defn.roster.ids[unit]
            units[name] = grid.label(cell)
            steps[name] = random.randint(1, 2)
            if random.random() < 0.3:
                marks[name] = RESERVE
    dice = SeededDice(seed_of(seed))
    phasing = random.choice(["soviet", "german"])
    return position(units, source=dice, side=phasing, rulings=rulings, marks=marks, steps=steps), random


def play(table: Table, random: Random) -> None:
    """Answer at random until the segment is over; every answer drawn must be allowed."""
    for _ in range(MOST):
        decision = table.state.decision
        if decision is None:
            return
        action = decision.sample(table.state, random)
        assert flow.why_not(table.state, action) == []
        table.do(action.text(table.state.defn.roster, table.state.defn.map.grid))
    raise AssertionError("the segment does not end")


def shooter_of(table: Table, event: Rolled) -> int:
    return table.unit(event.purpose.split()[2])


def check_shots(table: Table) -> None:
    """rof:12.12, 12.13 - once a segment; never over a major river; at enemy tank units next door."""
    kinds, rivers, grid = roster(table.state), table.state.defn.map.sides["major_river"], table.state.defn.map.grid
    rolled = [e for e in table.events if isinstance(e, Rolled)]
    assert max(Counter(shooter_of(table, e) for e in rolled).values(), default=0) <= 1
    for event in rolled:
        target = table.unit(event.purpose.split()[4])
        assert kinds.tank[shooter_of(table, event)]
        assert kinds.tank[target]
        assert kinds.side[target] != event.side == kinds.side[shooter_of(table, event)]
        here, there = event.hexes
        assert there in grid.near[here]
        assert not rivers.has(here, there)


def check_order(table: Table) -> None:
    """rof:12.12 - within a combat the ratings fall, and of equal ones the defenders come first."""
    kinds, active = roster(table.state), table.state.active
    shots: list[tuple[int, bool]] = []
    for event in table.events:
        if isinstance(event, Rolled):
            shots.append((kinds.tank[shooter_of(table, event)], event.side != active))
        elif isinstance(event, Declared):
            shots = []  # what came before was the fire of unengaged units
        elif isinstance(event, Result):
            assert shots == sorted(shots, reverse=True)
            shots = []


def check_board(table: Table) -> None:
    """Nobody shares a hex with the enemy; advances go one hex, by tank units, within the stacking limit."""
    state, kinds = table.state, roster(table.state)
    assert not state.occupied[0] & state.occupied[1]
    for event in table.events:
        if isinstance(event, Moved):
            assert all(kinds.tank[u] for u in event.units)
            assert event.path[1] in state.defn.map.grid.near[event.path[0]]
    assert all(stack_size(state, stack) <= 4 for stack in state.stacks.values())


@pytest.mark.rule("rof:12.11", "rof:12.12", "rof:12.13", "rof:12.14", "rof:12.15", "rof:12.16", "rof:12.161")
@pytest.mark.parametrize("seed", range(60))
def test_both_segments_of_a_player_turn(seed: int) -> None:
    table, random = crowd(seed)
    table.run(begin(reserve=False))
    play(table, random)
    state = table.state
    check_shots(table)
    check_order(table)
    check_board(table)
    if state.defn.rulings["ROF-A16"] != "c":
        assert mandatory(state) == []
    mine, others = roster(state).of_side(state.active), roster(state).of_side(1 - state.active)
    fired = {u for u in mine if state.marks[u] & FIRED}
    assert not any(state.marks[u] & (FIRED | RETURNED) for u in others)
    table.events.clear()
    table.run(begin(reserve=True))
    play(table, random)
    check_shots(table)
    check_order(table)
    check_board(table)
    for event in table.events:
        if isinstance(event, Rolled):
            assert shooter_of(table, event) not in fired
            assert table.unit(event.purpose.split()[4]) not in fired
    assert not any(mark & (FIRED | RETURNED) for mark in table.state.marks)
    off = {u for e in table.events if isinstance(e, Marked) and e.mark == "fired" and not e.on for u in e.units}
    assert all(u in off or table.state.at[u] < 0 for u in fired)
