"""ms:B, kharkov:2, rostov:2 - setting up."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.state import State
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import setup, setup_checks
from blackearth.systems.kharkov.board import GERMAN, SOVIET, facts, on_map
from blackearth.systems.kharkov.system import SYSTEM
from tests.kharkov.build import Table, position

SCENARIOS = ("kharkov-1943", "rostov-1941")
both_scenarios = pytest.mark.parametrize("scenario", SCENARIOS)
CITE = {"kharkov-1943": "kharkov:2", "rostov-1941": "rostov:2"}


def suggested(scenario: str) -> Table:
    table = position({}, scenario=scenario, turn=1)
    setup.suggested(table.state)
    return table


def own(scenario: str) -> Table:
    """The players set up, the Soviets first."""
    return position({}, scenario=scenario, turn=1).run(lambda s: setup.own(s))


def faults(state: State) -> list[str]:
    return [f"{refusal.cite} {refusal.text}" for refusal in setup_checks.all_faults(state)]


@pytest.mark.rule("ms:B", "kharkov:2", "rostov:2", "ms:F7")
@both_scenarios
def test_the_suggested_set_up_is_complete_and_legal(scenario: str) -> None:
    table = suggested(scenario)
    units = facts(table.state).units
    assert faults(table.state) == []
    for u, name in enumerate(units.ids):
        assert (table.where(name) == "coming") == (not units.zone[u])
        assert table.where(name) != "to-set-up"
        assert table.state.steps[u] == units.steps[u]
        assert table.state.marks[u] == 0


@pytest.mark.rule("kharkov:2", "kharkov:1")
def test_the_leibstandarte_starts_in_kharkov() -> None:
    table = own("kharkov-1943").do("suggest", "done")
    assert table.where("K-1PzSS") == "to-set-up"
    assert table.cites("set K-1PzSS 0832") == ["kharkov:2"]
    assert table.do("set K-1PzSS 0933").where("K-1PzSS") == "0933"
    assert suggested("kharkov-1943").where("K-1PzSS") == "0933"


@pytest.mark.rule("kharkov:2", "rostov:2", "kharkov:3", "rostov:3")
@pytest.mark.parametrize(("scenario", "first"), [("kharkov-1943", SOVIET), ("rostov-1941", GERMAN)])
def test_the_soviets_set_up_first_whoever_moves_first(scenario: str, first: int) -> None:
    table = own(scenario)
    assert (table.side, table.state.active) == ("soviet", SOVIET)
    table.do("suggest", "done")
    assert (table.side, table.state.active) == ("german", GERMAN)
    table.do("suggest", "done")
    assert table.over
    assert table.state.active == first
    assert faults(table.state) == []


@pytest.mark.rule("kharkov:2", "rostov:2")
@pytest.mark.parametrize(
    ("scenario", "side", "depth"),
    [("kharkov-1943", 0, 6), ("kharkov-1943", 1, 3), ("rostov-1941", 0, 3), ("rostov-1941", 1, 4)],
)
def test_zones_reach_so_many_hexes_from_the_front(scenario: str, side: int, depth: int) -> None:
    """A hex next to the front line is at distance 1 (N21)."""
    defn = SYSTEM.define(scenario, {}, {})
    content, grid = defn.content, defn.map.grid
    front = {(entry.soviet, entry.german)[side] for entry in content.front}
    own_side = content.map.masks[("soviet_start", "german_start")[side]]
    zones = [z for z in content.zones.values() if z.side == side and z.name != "K"]
    covered = 0
    for zone in zones:
        for cell in cells(zone.mask):
            assert own_side >> cell & 1
            assert min(grid.distance(cell, edge) for edge in front) <= depth - 1
        covered |= zone.mask
    assert all(covered >> cell & 1 for cell in front)
    near = {cell for cell in cells(own_side) if min(grid.distance(cell, edge) for edge in front) < depth - 1}
    assert len([cell for cell in near if covered >> cell & 1]) > len(near) * 0.9


@pytest.mark.rule("kharkov:2", "rostov:2")
@pytest.mark.parametrize(
    ("scenario", "unit", "good", "bad"),
    [
        ("kharkov-1943", "K-40-02", ["0117", "0321"], ["0123", "0115", "0122", "1513", "2409"]),
        ("kharkov-1943", "K-3G-01", ["1609", "1511"], ["1613", "1715", "0117", "2308", "1817"]),
        ("rostov-1941", "R-21-01", ["0125", "0127"], ["0129", "0124", "0128", "2315"]),
    ],
)
def test_units_stand_in_the_area_of_their_army(scenario: str, unit: str, good: list[str], bad: list[str]) -> None:
    table = own(scenario)
    for label in good:
        assert table.do(f"set {unit} {label}").where(unit) == label
    army = facts(table.state).units.zone[table.unit(unit)]
    offered = next(c.to_json(table.state.defn)["hexes"] for c in table.choices if c.group == army)
    assert set(good) <= set(offered)
    for label in bad:
        found = table.refusals(f"set {unit} {label}")
        assert [r.cite for r in found] == [CITE[scenario]]
        assert unit in found[0].text
        assert label not in offered


@pytest.mark.rule("kharkov:2")
def test_units_of_the_other_side_or_of_later_turns_are_not_set_up() -> None:
    table = own("kharkov-1943")
    for unit in ("K-168", "K-60-01", "K-6-01"):
        assert "kharkov:2" in table.cites(f"set {unit} 0117")


@pytest.mark.rule("ms:F7", "ms:B")
def test_four_soviet_and_three_german_divisions_stack_at_set_up() -> None:
    table = own("kharkov-1943")
    table.do("set K-40-02 K-40-03 K-40-04 K-40-05 0118")
    assert table.cites("set K-40-06 0118") == ["ms:F7"]
    table.do("set K-40-05 0119", "set K-40-06 0118")
    assert table.cites("set K-GP-01 K-GP-02 1414") == ["ms:F7"]
    table.do("set K-GP-01 K-GP-05 1414")
    table.do("suggest", "done")
    table.do("set K-19Pz K-27Pz K-335 1919")
    assert table.cites("set K-333 1919") == ["ms:F7"]


@pytest.mark.rule("rostov:1-allies")
def test_hungarians_and_romanians_are_not_set_up_together() -> None:
    table = own("rostov-1941").do("suggest", "done", "suggest")
    assert "blocked" not in table.choice("done")
    table.state.put(table.unit("R-R1m"), table.state.at[table.unit("R-H1m")])
    assert "rostov:1-allies" in [fault.split()[0] for fault in faults(table.state)]
    hungarian, romanian, italian = (table.unit(name) for name in ("R-H1m", "R-R1m", "R-Pas"))
    cell = table.cell("1930")
    together = list(setup_checks.stack_faults(table.state, cell, (hungarian, romanian)))
    assert [refusal.cite for refusal in together] == ["rostov:1-allies"]
    assert list(setup_checks.stack_faults(table.state, cell, (hungarian, italian))) == []


@pytest.mark.rule("ms:B")
@both_scenarios
def test_a_step_is_done_only_when_every_unit_stands(scenario: str) -> None:
    table = own(scenario)
    blocked = table.choice("done")["blocked"]
    assert isinstance(blocked, dict)
    assert blocked["cite"] == CITE[scenario]
    assert table.cites("done") == [CITE[scenario]]
    table.do("fill")
    assert "blocked" not in table.choice("done")
    assert "fill" not in table.verbs
    first = on_map(table.state, SOVIET)[0]
    table.state.put(first, -6)
    flow.settle(table.state)
    assert table.cites("done") == [CITE[scenario]]


@pytest.mark.rule("ms:B")
def test_what_is_left_is_filled_round_what_was_placed() -> None:
    """A stack that was made full by hand sends the others to the hexes next to those suggested."""
    table = own("kharkov-1943")
    home = table.state.defn.map.grid.label(facts(table.state).content.suggested[table.unit("K-40-02")])
    table.do(f"set K-40-03 K-40-04 K-40-05 K-40-06 {home}", "fill")
    assert table.where("K-40-02") != home
    assert faults(table.state)[0].startswith("kharkov:2")
    table.do("done", "suggest")
    assert faults(table.state) == []


@pytest.mark.rule("kharkov:10-cities", "rostov:11-cities")
@pytest.mark.parametrize(
    ("scenario", "soviet"),
    [("kharkov-1943", set()), ("rostov-1941", {"Rostov", "Voroshilovgrad", "Shakhty", "Novocherkassk", "Izyum"})],
)
def test_cities_at_the_start(scenario: str, soviet: set[str]) -> None:
    state = suggested(scenario).state
    cities = [p for p in state.defn.map.places if p.kind == "city"]
    assert {p.name for p in cities if state.control >> p.cells[0] & 1} == soviet
    assert len(cities) == 16


@pytest.mark.rule("ms:B", "kharkov:2", "rostov:2")
@both_scenarios
def test_automatic_set_ups_are_legal_and_differ(scenario: str) -> None:
    places = []
    for seed in range(6):
        table = position({}, scenario=scenario, turn=1)
        setup.automatic(table.state, Random(seed))
        assert faults(table.state) == []
        places.append(tuple(table.state.at))
    assert len(set(places)) == len(places)
    assert places[0] != tuple(suggested(scenario).state.at)


@pytest.mark.rule("ms:B", "kharkov:2", "rostov:2")
@both_scenarios
def test_a_set_up_played_at_random_comes_to_a_legal_end(scenario: str) -> None:
    table, random = own(scenario), Random(5)
    state = table.state
    for _ in range(600):
        if state.decision is None:
            break
        action = state.decision.sample(state, random)
        assert flow.why_not(state, action) == []
        flow.perform(state, action)
    assert state.decision is None
    assert faults(state) == []


@pytest.mark.rule("ms:B")
def test_a_reduced_unit_is_no_legal_set_up() -> None:
    table = suggested("kharkov-1943")
    table.state.steps[table.unit("K-168")] = 1
    assert faults(table.state) == ["ms:B K-168 is not at its full strength"]
