"""The units of Kharkov and Rostov: what the rulebook prints of them must be in the content."""

from __future__ import annotations

from collections import Counter

import pytest

from blackearth.systems.kharkov.content import (
    GERMAN,
    SOVIET,
    Content,
    load,
)
from tests.data_kharkov.conftest import labels


@pytest.mark.rule("ms:A2a")
def test_units_by_steps(content: Content) -> None:
    roster = content.roster
    for u in range(len(roster)):
        assert len(roster.attack[u]) == len(roster.defence[u]) == roster.steps[u] + 1
        assert roster.attack[u] == tuple(sorted(roster.attack[u]))
        assert roster.attack[u][0] == roster.defence[u][0] == 0
        assert roster.move[u] % 2 == 0
    assert len(set(roster.names)) == len(roster)


@pytest.mark.rule("ms:A2a", "ms:F6")
def test_only_infantry_of_one_step_entrenches(content: Content) -> None:
    roster = content.roster
    trench = [u for u in range(len(roster)) if roster.entrenched[u]]
    assert len(trench) > 20
    assert all(roster.kind[u] == "infantry" and roster.steps[u] == 1 for u in trench)
    assert all(roster.entrenched[u] > roster.defence[u][1] for u in trench)


@pytest.mark.rule("ms:F7")
def test_stacking_by_level(content: Content) -> None:
    roster = content.roster
    want = {"XXX": 6, "XX": 2, "X": 1, "III": 1}
    assert all(roster.stacking[u] == want[roster.size[u]] for u in range(len(roster)))
    assert (content.series.stacking.soviet, content.series.stacking.german) == (4, 3)


@pytest.mark.rule("ms:F5")
@pytest.mark.parametrize(
    ("unit", "halves"),
    [("K-R1", 1), ("K-167", 2), ("K-MR", 2), ("K-19Pz", 4), ("K-6-01", 4), ("K-6-02", 6), ("K-6-07", 2)],
)
def test_rail_points_by_level_and_kind(kharkov: Content, unit: str, halves: int) -> None:
    assert kharkov.roster.rail[kharkov.roster.index[unit]] == halves


@pytest.mark.rule("kharkov:1")
def test_who_is_armour_in_kharkov(kharkov: Content) -> None:
    roster = kharkov.roster
    odd = {roster.ids[u] for u in range(len(roster)) if roster.armour[u] and roster.kind[u] != "armour"}
    assert odd == {"K-GD"}
    guns = [u for u in range(len(roster)) if roster.kind[u] == "anti_tank"]
    assert guns
    assert all(roster.mechanized[u] and not roster.armour[u] for u in guns)


@pytest.mark.rule("rostov:1-shift")
def test_six_german_divisions_give_a_column(rostov: Content) -> None:
    roster = rostov.roster
    named = [u for u in range(len(roster)) if roster.shift[u]]
    assert Counter((roster.kind[u], roster.elite[u]) for u in named) == {
        ("armour", ""): 3, ("mechanized", "ss"): 2, ("mechanized", ""): 1,
    }  # fmt: skip
    assert rostov.scenario.mechanized_shift
    assert not load("kharkov-1943").scenario.mechanized_shift


@pytest.mark.rule("rostov:1-allies", "rostov:1-zero")
def test_allies_and_units_without_defence(rostov: Content) -> None:
    roster = rostov.roster
    assert rostov.scenario.apart == ("hungarian", "romanian")
    assert {"hungarian", "romanian", "italian", "slovak"} < set(roster.nation)
    assert rostov.scenario.zero_defence == "7/1"
    assert sum(roster.defence[u][1] == 0 for u in range(len(roster))) == 12
    assert not load("kharkov-1943").scenario.zero_defence


# arrivals


@pytest.mark.rule("kharkov:7")
def test_arrivals_of_kharkov(kharkov: Content) -> None:
    found = [(a.turn, a.side, a.draw or len(a.units), bool(a.draw)) for a in kharkov.arrivals]
    assert sorted(found) == [
        (1, SOVIET, 8, False), (2, SOVIET, 6, True), (3, SOVIET, 6, True), (4, SOVIET, 6, True), (4, GERMAN, 1, False),
        (5, SOVIET, 6, True), (5, GERMAN, 6, False), (6, SOVIET, 5, True), (6, GERMAN, 3, False),
    ]  # fmt: skip
    assert {name: len(units) for name, units in kharkov.pools.items()} == {"60th_army": 18, "21st_army": 11}
    assert kharkov.entries["west"].mask == kharkov.map.masks["german_supply"]
    edge = labels(kharkov, kharkov.entries["north_east"].mask)
    assert edge == {f"01{column:02}" for column in range(1, 11)} | {f"{row:02}01" for row in range(1, 11)}


@pytest.mark.rule("rostov:9-german", "rostov:9-soviet")
def test_arrivals_of_rostov(rostov: Content) -> None:
    drawn = Counter(dict.fromkeys(rostov.pools, 0))
    for arrival in rostov.arrivals:
        if arrival.draw:
            drawn[rostov.roster.pool[arrival.units[0]]] += arrival.draw
    assert drawn == {"r_infantry": 2 * 4 + 11 * 3, "r_mobile": 8 * 2}
    assert {name: len(units) for name, units in rostov.pools.items()} == drawn
    whole = {(a.turn, a.side, len(a.units), a.entries) for a in rostov.arrivals if not a.draw}
    assert whole == {
        (3, GERMAN, 8, ("west",)), (5, SOVIET, 2, ("north_rail",)), (7, SOVIET, 7, ("east_rail",)),
    }  # fmt: skip
    rail = [area for area in rostov.entries.values() if area.rail]
    assert {area.id for area in rail} == {"north_rail", "east_rail"}


@pytest.mark.rule("rostov:9-withdrawal")
def test_the_withdrawal(rostov: Content) -> None:
    found = rostov.scenario.withdrawal
    assert found is not None
    assert (found.turn, found.side, found.units, found.german, found.steps) == (5, "german", 6, 2, 12)
    assert load("kharkov-1943").scenario.withdrawal is None
