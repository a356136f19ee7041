"""ms:F5, I, K - railways, their interdiction, and the entry of reinforcements."""

from __future__ import annotations

import pytest

from blackearth.core.events import Moved
from blackearth.systems.kharkov import rail
from blackearth.systems.kharkov.board import BREAKTHROUGH, FINISHED
from blackearth.systems.kharkov.movement_phase import exploitation
from tests.kharkov.build import position
from tests.kharkov.test_movement import INFANTRY, INFANTRY_B, PANZER, PANZER_B, RIFLES, TANK, moving

# -- railways ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:F5", "kharkov:5")
def test_german_rail_movement() -> None:
    units = {PANZER: "0330", INFANTRY: "2646", RIFLES: "0111"}
    table = moving(units, side="german", rail=(0, 12))
    assert "ms:F5" in table.cites(f"rail {INFANTRY} 0430")  # not on a railway
    assert "ms:F5" in table.cites(f"rail {PANZER} 2646")
    table.do(f"rail {PANZER} 0529")
    assert table.state.extra.rail == (0, 8)  # a mechanized division costs two points
    assert "ms:F5" in table.cites(f"move {PANZER} 0529 0629")
    assert moving({RIFLES: "0111"}).verbs.count("rail") == 0  # the Soviets have none in Kharkov


@pytest.mark.rule("ms:H2", "ms:F5")
def test_no_railway_after_an_attack_in_the_breakthrough() -> None:
    table = position({PANZER: "0330"}, side="german", rail=(0, 12), begin=exploitation, marks={PANZER: BREAKTHROUGH})
    assert "rail" not in table.verbs
    assert table.cites(f"rail {PANZER} 0529") == ["ms:H2"]


@pytest.mark.rule("ms:F5")
def test_no_railway_through_enemy_zones() -> None:
    table = moving({PANZER: "0330", TANK: "0530"}, side="german", rail=(0, 12))
    assert not rail.destinations(table.state, table.unit(PANZER)) >> table.cell("0529") & 1


@pytest.mark.rule("ms:F5", "kharkov:10-cities")
def test_by_rail_a_unit_goes_through_every_hex_of_the_shortest_way() -> None:
    """KHA-N42, KHA-N55: cities on the way are entered, too."""
    way = ["0430", "0330", "0331", "0230", "0130"]
    table = moving({PANZER: "0529"}, side="german", rail=(0, 12), control=way)
    assert table.state.defn.map.has("city", table.cell("0331"))
    table.do(f"rail {PANZER} 0130")
    assert not table.state.control
    moved = next(event for event in table.events if isinstance(event, Moved))
    assert moved.path == tuple(map(table.cell, ["0529", *way]))


@pytest.mark.rule("ms:F5", "ms:F7")
def test_no_railway_into_a_hex_that_could_not_be_cleared() -> None:
    """Three divisions stand there; as long as one of them can go on, a fourth may come."""
    there = {INFANTRY: "0330", INFANTRY_B: "0330", PANZER_B: "0330"}
    table = moving({PANZER: "0529", **there}, side="german", rail=(0, 12))
    for unit in there:
        table.state.extra.spent[table.unit(unit)] = 99
    assert table.cites(f"rail {PANZER} 0330") == ["ms:F7"]
    assert "0330" not in table.choice("rail")["hexes"]  # type: ignore[operator]
    table.state.extra.spent[table.unit(PANZER_B)] = 0
    assert table.do(f"rail {PANZER} 0330").where(PANZER) == "0330"


@pytest.mark.rule("ms:F5", "kharkov:5", "rostov:5", "ms:I")
def test_rail_points_of_a_turn() -> None:
    for scenario, turn, side, points in (
        ("kharkov-1943", 1, "german", 0),
        ("kharkov-1943", 2, "german", 12),
        ("rostov-1941", 2, "soviet", 16),
    ):
        table = position({}, scenario=scenario, turn=turn, side=side)
        rail.begin_turn(table.state)
        assert sum(table.state.extra.rail) == points
    cut = position({}, turn=2, side="german", interdicted=(0, 4))
    rail.begin_turn(cut.state)
    assert cut.state.extra.rail == (0, 8)
    assert cut.state.extra.interdicted == (0, 0)


@pytest.mark.rule("ms:I")
def test_left_over_air_markers_hinder_railways() -> None:
    table = position({}, scenario="rostov-1941", side="german", air=(0, 2), begin=rail.interdiction)
    table.do("interdict-rail =2")
    assert table.state.extra.interdicted == (8, 0)  # two points for each German marker, in halves
    assert table.state.extra.air == (0, 0)
    assert position({}, side="german", begin=rail.interdiction).over


# -- entry -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:K", "kharkov:7")
def test_reinforcements_enter_at_their_edge() -> None:
    table = moving({"K-6-03": "due", INFANTRY: "0105"})
    assert "ms:K" in table.cites("enter K-6-03 0150")
    assert "ms:K" in table.cites("enter K-6-03 0106")  # an enemy zone
    table.do("enter K-6-03 0110")
    assert table.where("K-6-03") == "0110"
    assert "enter-by-rail" not in table.verbs  # the Soviets have no rail points in Kharkov


@pytest.mark.rule("ms:K", "ms:F7")
def test_reinforcements_do_not_fill_their_edge_for_good() -> None:
    """In the mud a marsh takes all the points of infantry: it could not leave the hex of entry any more."""
    there = dict.fromkeys((INFANTRY, INFANTRY_B, PANZER), "1055")
    marks = dict.fromkeys(there, FINISHED)
    units = {"K-15": "due", **there}
    table = moving(units, side="german", turn=5, weather="mud", terrain={"1055": "marsh"}, marks=marks)
    assert table.cites("enter K-15 1055") == ["ms:F7"]
    assert "1055" not in table.choice("enter")["hexes"]  # type: ignore[operator]
    table = moving(units, side="german", turn=5, weather="mud", terrain={"1055": "clear"}, marks=marks)
    assert "1055" in table.choice("enter")["hexes"]  # type: ignore[operator]
    assert table.do("enter K-15 1055").where("K-15") == "1055"


@pytest.mark.rule("ms:K", "ms:F5", "ms:F7")
def test_reinforcements_do_not_fill_a_hex_by_rail_for_good() -> None:
    """A random game with hidden stacks broke off, because the hex was offered and then refused."""
    there = dict.fromkeys((INFANTRY, INFANTRY_B, PANZER), "0529")
    units = {"K-15": "due", **there}
    table = moving(units, side="german", turn=5, rail=(0, 2), marks=dict.fromkeys(there, FINISHED))
    assert table.cites("enter-by-rail K-15 0529") == ["ms:F7"]
    assert "0529" not in table.choice("enter-by-rail")["hexes"]  # type: ignore[operator]
    table = moving(units, side="german", turn=5, rail=(0, 2))
    assert "0529" in table.choice("enter-by-rail")["hexes"]  # type: ignore[operator]
    assert table.do("enter-by-rail K-15 0529").where("K-15") == "0529"


@pytest.mark.rule("ms:K", "ms:F5", "kharkov:5")
def test_reinforcements_come_in_by_rail() -> None:
    """KHA-N20: they pay, need not stand on a railway, and go as far as a free one leads."""
    table = moving({"K-15": "due", "K-167": "due", TANK: "2646"}, side="german", turn=5, rail=(0, 2))
    choice = table.choice("enter-by-rail")
    assert choice["units"] == ["K-15", "K-167"]
    heads = choice["hexes_of"]["K-15"]  # type: ignore[index]
    assert "0529" in heads
    edge = set(table.choice("enter")["hexes"])  # type: ignore[call-overload]
    assert not set(heads) <= edge
    assert "ms:F5" in table.cites("enter-by-rail K-15 2646")
    assert "ms:K" in table.cites("enter-by-rail K-39 0529")
    table.state.control |= 1 << table.cell("1345")  # a city on the way
    table.do("enter-by-rail K-15 0529")
    assert table.where("K-15") == "0529"
    assert not table.state.control >> table.cell("1345") & 1
    assert table.state.extra.rail == (0, 0)
    assert "ms:F5" in table.cites("move K-15 0529 0629")
    assert "ms:F5" in table.cites("enter-by-rail K-167 0529")  # no points are left
    assert "enter-by-rail" not in table.verbs
