"""rof:16.1-setup, 16.2-setup - the lines that must be covered."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackearth.hexes.mask import cells
from blackearth.systems.ring_of_fire import setup_cover
from blackearth.systems.ring_of_fire.board import State, facts
from blackearth.systems.ring_of_fire.checks.cover import barriers, leaks
from tests.ring_of_fire.setups import at_step, blocked, both_scenarios, empty, leg_posts, suggested


@pytest.mark.rule("rof:16.1-setup", "rof:10.3")
def test_the_end_of_the_german_step_needs_a_closed_line() -> None:
    table = at_step(1).do("suggest")
    assert blocked(table) is None
    post = table.cell("2439")
    unit = table.state.defn.roster.ids[leg_posts(table)[post]]
    table.do(f"set {unit} 2338")
    found = blocked(table)
    assert found is not None
    assert found[0] == "rof:16.1-setup"
    assert "2439" in found[1]
    assert table.cites("done") == ["rof:16.1-setup"]
    assert table.cell("2439") in table.refusals("done")[0].hexes


@pytest.mark.rule("rof:16.1-setup")
def test_an_open_line_is_allowed_as_long_as_no_leg_unit_stands_behind_it() -> None:
    table = at_step(1)
    line = table.state.defn.map.lines["first_line"]
    step = facts(table.state).content.setup[1]
    leg = [u for u in step.units if facts(table.state).units.leg[u]]
    for n, u in enumerate(leg):  # all of them crowd the northern end of the line
        table.state.put(u, line[n // 4])
    table.do("fill")
    assert setup_cover.gaps(table.state, step)
    assert blocked(table) is None
    table.do(f"set {table.state.defn.roster.ids[leg[0]]} 1022")
    assert blocked(table) is not None


@pytest.mark.rule("rof:16.1-setup")
def test_panzer_divisions_do_not_close_the_german_line() -> None:
    """Only leg units on the line count; those behind it may come only when it is closed."""
    table = at_step(1).do("suggest")
    state, step = table.state, facts(table.state).content.setup[1]
    posts = leg_posts(table)
    hole = next(cell for cell in posts if _opens(state, posts[cell], 1))
    state.put(posts[hole], state.defn.map.grid.cell("1022"))
    tank = table.unit("G-6Z-Pz")
    state.put(tank, hole)
    assert setup_cover.gaps(state, step)


@pytest.mark.rule("rof:16.1-setup", "rof:16.2-setup")
@both_scenarios
def test_the_soviet_line_is_tested_after_the_mobile_units_and_with_them(scenario: str) -> None:
    table = at_step(2, scenario).do("suggest")
    assert blocked(table) is None
    state, step = table.state, facts(table.state).content.setup[2]
    by_hex: dict[int, list[int]] = {}
    for u in (*facts(state).content.setup[0].units, *step.units):
        by_hex.setdefault(state.at[u], []).append(u)
    tanks = [u for u in step.units if facts(state).units.independent[u]]
    opening = next(u for u in tanks if len(by_hex[state.at[u]]) == 1 and _opens(state, u, 2))
    home = state.defn.map.grid.label(state.at[opening])
    table.do(f"set {state.defn.roster.ids[opening]} 3339")
    found = blocked(table)
    assert found is not None
    assert found[0] == f"{facts(state).content.scenario.cite}-setup"
    table.do(f"set {state.defn.roster.ids[opening]} {home}")
    assert blocked(table) is None


def _opens(state: State, unit: int, number: int) -> bool:
    home = state.at[unit]
    state.put(unit, -9)
    opened = bool(setup_cover.gaps(state, facts(state).content.setup[number]))
    state.put(unit, home)
    return opened


@st.composite
def lines(draw: st.DrawFn) -> tuple[int, int]:
    """A step with a line, and which of the posts of a closed line stay."""
    return draw(st.sampled_from((1, 2))), draw(st.integers(0, 1 << 32))


@pytest.mark.rule("rof:16.1-setup", "rof:16.2-setup", "rof:10.3", "rof:10.7")
@settings(max_examples=60, deadline=None)
@given(lines())
def test_the_cover_is_that_of_an_oracle_on_plain_sets(line: tuple[int, int]) -> None:
    """Take a few units off the suggested lines, move others: gaps are where somebody can walk through."""
    number, seed = line
    random = Random(seed)
    table = suggested()
    state, step = table.state, facts(table.state).content.setup[number]
    chain = state.defn.map.lines[step.covers]
    name, enemy = ("soviet", "german") if number == 2 else ("german", "soviet")
    own_hexes, far = state.defn.map.masks[f"{name}_start"], state.defn.map.masks[f"{enemy}_start"]
    posted = [u for u in range(len(state.at)) if state.at[u] in chain and facts(state).units.side[u] == step.side]
    for u in random.sample(posted, random.randint(0, 3)):
        state.put(u, -9 if random.random() < 0.5 else random.choice(state.defn.map.grid.near[state.at[u]]))
    units = facts(state).units
    counted = [
        state.at[u]
        for u in units.of_side(step.side)
        if state.at[u] >= 0 and units.ground[u] and (number == 2 or (units.leg[u] and state.at[u] in chain))
    ]
    goal = own_hexes & ~sum(1 << cell for cell in chain)
    assert bool(setup_cover.gaps(state, step)) == leaks(state.defn.map, name, counted, far, goal)


@pytest.mark.rule("rof:16.1-setup", "rof:10.7")
def test_the_map_edge_closes_the_ends_of_the_line() -> None:
    """A German unit one hex in from the north edge holds both edge hexes above it."""
    table = at_step(1).do("suggest")
    state, step = table.state, facts(table.state).content.setup[1]
    grid = state.defn.map.grid
    posts = leg_posts(table)
    end = next(cell for cell in (grid.cell("3313"), grid.cell("3213")) if cell in posts)
    state.put(posts[end], grid.cell("3213"))
    assert not setup_cover.gaps(state, step) & (1 << grid.cell("3313"))
    state.put(posts[end], -9)
    assert setup_cover.gaps(state, step) >> grid.cell("3313") & 1


@pytest.mark.rule("rof:16.1-setup")
def test_the_other_reading_wants_every_hex_of_the_line_covered() -> None:
    """ROF-A32 b."""
    for number in (1, 2):
        table = suggested(rulings={"ROF-A32": "b"})
        state, step = table.state, facts(table.state).content.setup[number]
        units = facts(state).units
        chain, name = state.defn.map.lines[step.covers], ("german", "soviet")[number - 1]
        held = {
            state.at[u]
            for u in units.of_side(step.side)
            if state.at[u] >= 0 and (number == 2 or (units.leg[u] and state.at[u] in chain))
        }
        hexes, sides = barriers(state.defn.map, name, held)
        covered = held | hexes | {cell for side in sides for cell in side}
        expected = sum(1 << cell for cell in chain if cell not in covered)
        assert setup_cover.gaps(state, step) == expected
        gone = next(cell for cell in chain if cell in held)
        for cell in cells(state.defn.map.grid.within(gone, 2)):
            for u in state.stacks.get(cell, ()):
                state.put(u, -9)
        assert setup_cover.gaps(state, step)


def test_lines_are_unbroken_chains() -> None:
    table = empty()
    for name in ("first_line", "soviet_line"):
        chain = table.state.defn.map.lines[name]
        assert all(b in table.state.defn.map.grid.near[a] for a, b in pairwise(chain))
