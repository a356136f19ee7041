"""rof:11.0 - movement: costs, links in the way, stacks, strategic movement, leaving the map, reinforcements,
interdiction.
"""

from __future__ import annotations

import pytest

from blackearth.core.tally import half_text
from blackearth.systems.ring_of_fire import movement, movement_reach, queries
from blackearth.systems.ring_of_fire.board import FINISHED, HALVED, RESERVE
from blackearth.systems.ring_of_fire.movement_phase import MovementPhase, regular, reserve
from blackearth.systems.ring_of_fire.terrain import LEG, MOBILE
from tests.ring_of_fire.build import Table, position

# Round 0307 there is open ground on all sides.
LEG_UNIT, LEG_B, LEG_C = "S-167R", "S-180R", "S-204R"
TANK, TANK_B = "S-2T-26T", "S-2T-99T"
PANZER, GRENADIER, REGIMENT, REGIMENT_B, RECON = "G-11Z-Pz", "G-11Z-110", "G-75-172", "G-75-202", "G-11Z-Rec"


def moving(units: dict[str, str], side: str = "soviet", **more: object) -> Table:
    return position(units, begin=regular, side=side, **more)  # type: ignore[arg-type]


def cost(table: Table, unit: str, target: str) -> str:
    """Movement points to a hex, as the page shows them."""
    found = queries.reach(table.state, {"units": [unit]})["hexes"]
    return half_text(found[target]) if target in found else "no"


def spent(table: Table, unit: str) -> str:
    return half_text(table.state.extra.spent[table.unit(unit)])


def path(table: Table, kind: int, *labels: str) -> str:
    cells = [table.cell(label) for label in labels]
    return half_text(movement.path_cost(table.state, table.state.active, kind, cells))


# -- terrain -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:11.0", "rof:11.5", "rof:11.51", "rof:11.52")
def test_natural_terrain() -> None:
    table = moving({LEG_UNIT: "0307", TANK: "0308"})
    assert path(table, LEG, "0307", "0308") == path(table, MOBILE, "0307", "0308") == "1"
    assert path(table, LEG, "3321", "3320") == "1"
    assert path(table, MOBILE, "3321", "3320") == "2"


@pytest.mark.rule("rof:11.52", "rof:11.6")
def test_rivers_cost_extra() -> None:
    table = moving({LEG_UNIT: "0307"})
    assert path(table, LEG, "3115", "3015") == path(table, MOBILE, "3115", "3015") == "2"
    assert path(table, LEG, "2838", "2839") == "3"
    assert path(table, MOBILE, "2838", "2839") == "5"


@pytest.mark.rule("rof:11.6-example", "rof:11.6")
def test_mobile_unit_over_a_major_river_into_forest_pays_six() -> None:
    table = moving({TANK: "2240"})
    assert path(table, MOBILE, "2240", "2239") == "6"
    assert path(table, LEG, "2240", "2239") == "3"


@pytest.mark.rule("rof:11.53")
def test_roads_and_bridges() -> None:
    table = moving({LEG_UNIT: "0307"})
    for kind in (LEG, MOBILE):
        assert path(table, kind, "2539", "2439") == "½"  # a bridge over the Donets
        assert path(table, kind, "3115", "3116") == "½"  # a bridge over a minor river
    # Both hexes have a road, but it does not run over their common hexside: the terrain counts (ROF-A01).
    map_data = table.state.defn.map
    roads, grid = map_data.sides["road"], map_data.grid
    a, b = next(
        (a, b)
        for a in grid.cells
        for b in grid.near[a]
        if roads.sides_of(a)
        and roads.sides_of(b)
        and not roads.has(a, b)
        and not map_data.sides["minor_river"].has(a, b)
    )
    labels = grid.label(a), grid.label(b)
    assert path(table, MOBILE, *labels) in ("1", "2")
    other = moving({LEG_UNIT: "0307"}, rulings={"ROF-A01": "b"})
    assert path(other, MOBILE, *labels) == "½"


@pytest.mark.rule("rof:11.53")
def test_towns_and_works_do_not_matter_for_movement() -> None:
    table = moving({LEG_UNIT: "0307"})
    grid, masks = table.state.defn.map.grid, table.state.defn.map.masks
    works = masks["fort"] & ~masks["forest"]
    clear = next(
        c
        for c in grid.cells
        if works >> c & 1 and any(not table.state.defn.map.sides["road"].has(c, n) for n in grid.near[c])
    )
    sides = table.state.defn.map.sides
    near = next(
        n for n in grid.near[clear] if not any(sides[k].has(clear, n) for k in ("road", "minor_river", "major_river"))
    )
    assert path(table, MOBILE, grid.label(near), grid.label(clear)) == "1"


# -- what a move is ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:11.0")
def test_a_move_is_a_path_of_neighbours_within_the_allowance() -> None:
    table = moving({LEG_UNIT: "0304"}, control=[])
    assert table.cites("move S-167R 0304 0306") == ["rof:11.0"]
    table.do("move S-167R 0304 0305 0306 0307 0308 0309")
    assert spent(table, LEG_UNIT) == "5"
    assert table.where(LEG_UNIT) == "0309"


@pytest.mark.rule("rof:11.0", "rof:11.7")
def test_beyond_the_allowance() -> None:
    table = moving({LEG_UNIT: "0303", REGIMENT: "0903"}, control=[])
    long = "move S-167R 0303 0304 0305 0306 0307 0308 0309 0310"
    # Seven points of six: it would be strategic, but the hexes are enemy-controlled.
    assert "rof:11.7" in table.cites(long)


@pytest.mark.rule("rof:11.1")
def test_each_move_is_finished_before_the_next() -> None:
    table = moving({LEG_UNIT: "0304", LEG_B: "0308"}, control=[])
    table.do("move S-167R 0304 0305", "move S-167R 0305 0306", "move S-180R 0308 0309")
    assert table.marked(LEG_UNIT, FINISHED)
    assert table.cites("move S-167R 0306 0307") == ["rof:11.1"]


@pytest.mark.rule("rof:11.1")
def test_enemy_and_absent_units_do_not_move() -> None:
    table = moving({LEG_UNIT: "0304", REGIMENT: "0903", LEG_B: "eliminated"})
    assert "rof:11.1" in table.cites("move G-75-172 0903 0904")
    assert "rof:11.0" in table.cites("move S-180R 0304 0305")


@pytest.mark.rule("rof:11.2")
def test_one_hex_is_always_possible() -> None:
    # An unsupplied brigade has 5 points; over the Donets into the forest it would need 6.
    table = moving({TANK: "2240"})
    table.state.marks[table.unit(TANK)] |= HALVED
    table.state.cache = {}
    assert cost(table, TANK, "2239") == "5"
    table.do("move S-2T-26T 2240 2239")
    assert spent(table, TANK) == "5"
    assert "move" not in table.verbs or table.cites("move S-2T-26T 2239 2238")


@pytest.mark.rule("rof:11.2")
def test_the_guaranteed_hex_is_the_first_and_only_one() -> None:
    units = {LEG_UNIT: "2838"}
    table = position(units, begin=regular)
    table.state.marks[table.unit(LEG_UNIT)] |= HALVED  # 3 points
    table.state.cache = {}
    assert cost(table, LEG_UNIT, "2837") != "no"
    table.do("move S-167R 2838 2738")
    # Two points are left, the Donets costs three; the guarantee was for the first hex.
    assert cost(table, LEG_UNIT, "2739") in ("no", "2")


@pytest.mark.rule("rof:11.2", "rof:14.4")
def test_no_guaranteed_hex_in_reserve_movement() -> None:
    table = position({TANK: "2838"}, begin=reserve, marks={TANK: RESERVE})
    table.state.marks[table.unit(TANK)] |= HALVED  # a quarter of 10: 2½
    table.state.cache = {}
    assert cost(table, TANK, "2839") == "no"
    assert table.cites("move S-2T-26T 2838 2839") == ["rof:14.4"]


@pytest.mark.rule("rof:11.3")
def test_no_entry_of_enemy_hexes() -> None:
    table = moving({LEG_UNIT: "0305", REGIMENT: "0306"})
    assert table.cites("move S-167R 0305 0306") == ["rof:11.3"]
    assert cost(table, LEG_UNIT, "0306") == "no"
    # Nothing else hinders it: it may go along the enemy without extra cost.
    assert cost(table, LEG_UNIT, "0406") == "2"


# -- links in the way --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:10.4", "rof:11.3")
def test_hex_link_bars_the_hex() -> None:
    table = moving({LEG_UNIT: "0407", REGIMENT: "0306", REGIMENT_B: "0308"})
    assert table.cites("move S-167R 0407 0307") == ["rof:10.4"]
    assert cost(table, LEG_UNIT, "0307") == "no"


@pytest.mark.rule("rof:10.4")
def test_hexside_link_bars_the_hexside() -> None:
    # 0306 and 0407 lie off line, two apart: their common neighbours are 0307 and 0406.
    table = moving({LEG_UNIT: "0406", REGIMENT: "0306", REGIMENT_B: "0407"})
    grid = table.state.defn.map.grid
    assert grid.distance(table.cell("0306"), table.cell("0407")) == 2
    assert table.cites("move S-167R 0406 0307") == ["rof:10.4"]


@pytest.mark.rule("rof:10.5")
def test_a_link_cancelled_by_others_is_open() -> None:
    # A friend stands in 0307, on the far side. Who starts in 0406 makes two, the link is cancelled while it stands
    # there.
    table = moving({LEG_UNIT: "0406", LEG_B: "0307", REGIMENT: "0306", REGIMENT_B: "0407"})
    table.do("move S-167R 0406 0307")
    assert table.where(LEG_UNIT) == "0307"


@pytest.mark.rule("rof:10.5")
def test_the_moving_unit_does_not_cancel_a_link_on_the_way() -> None:
    units = {LEG_UNIT: "0405", LEG_B: "0307", REGIMENT: "0306", REGIMENT_B: "0407"}
    table = moving(units)
    assert table.cites("move S-167R 0405 0406 0307") == ["rof:10.4"]
    # With the other reading (ROF-A05 b) it counts wherever it is.
    moving(units, rulings={"ROF-A05": "b"}).do("move S-167R 0405 0406 0307")
    # Another unit left behind in 0406 opens the hexside for those that have not begun to move.
    table = moving(units | {LEG_C: "0506"})
    table.do("move S-204R 0506 0406", "move S-167R 0405 0406 0307")


@pytest.mark.rule("rof:10.5")
def test_a_link_revives_when_the_cancelling_unit_leaves() -> None:
    # The unit in 0307 cancels the hex link 0306-0308 while it stands there; once gone it cannot come back.
    table = moving({LEG_UNIT: "0307", REGIMENT: "0306", REGIMENT_B: "0308"})
    table.do("move S-167R 0307 0407")
    assert table.cites("move S-167R 0407 0307") == ["rof:10.4"]


@pytest.mark.rule("rof:10.7")
def test_edge_links_bar_edge_hexes() -> None:
    # A German unit in row 02 bars the two hexes of row 01 below it (friendly south edge).
    table = moving({REGIMENT: "0207", LEG_UNIT: "0106"})
    assert table.cites("move S-167R 0106 0107") == ["rof:10.4"]
    # The Soviets have no edge here.
    table = moving({LEG_UNIT: "0207", REGIMENT: "0106"}, side="german")
    table.do("move G-75-172 0106 0107")


# -- stacks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:11.4")
def test_units_move_together_only_if_they_began_together() -> None:
    table = moving({LEG_UNIT: "0305", TANK: "0305", TANK_B: "0306"}, control=[])
    table.do("move S-2T-26T S-167R 0305 0306")
    assert "rof:11.4" in table.cites("move S-2T-26T S-2T-99T 0306 0307")
    table.do("move S-2T-26T S-167R 0306 0307")


@pytest.mark.rule("rof:11.41")
def test_splitting_a_stack() -> None:
    table = moving({LEG_UNIT: "0305", TANK: "0305", TANK_B: "0305"}, control=[])
    table.do("move S-167R S-2T-26T S-2T-99T 0305 0306")
    table.do("move S-2T-26T 0306 0406", "move S-2T-26T 0406 0506")  # splits off and goes its way
    table.do("move S-167R S-2T-99T 0306 0307")  # the parent stack goes on
    assert table.marked(TANK, FINISHED)
    assert "rof:11.1" in table.cites("move S-2T-26T 0506 0507")


@pytest.mark.rule("rof:11.41")
def test_another_parent_stack_ends_the_move() -> None:
    table = moving({LEG_UNIT: "0305", TANK: "0305", TANK_B: "0308"}, control=[])
    table.do("move S-167R S-2T-26T 0305 0306", "move S-2T-99T 0308 0309")
    assert table.cites("move S-167R 0306 0307") == ["rof:11.1"]


@pytest.mark.rule("rof:11.4")
def test_units_of_one_hex_may_move_one_by_one() -> None:
    table = moving({LEG_UNIT: "0305", TANK: "0305", TANK_B: "0308"}, control=[])
    table.do("move S-167R 0305 0306", "move S-2T-99T 0308 0309", "move S-2T-26T 0305 0405")
    assert table.where(TANK) == "0405"


@pytest.mark.rule("rof:11.42")
def test_each_unit_of_a_stack_pays_from_its_own_account() -> None:
    # Infantry has 6 points, the brigade 10: after six hexes the brigade goes on alone.
    table = moving({LEG_UNIT: "0303", TANK: "0303"}, control=[])
    walk = "0303 0304 0305 0306 0307 0308 0309"
    assert "rof:11.7" in table.cites(f"move S-167R S-2T-26T {walk} 0310")
    table.do(f"move S-167R S-2T-26T {walk}", "move S-2T-26T 0309 0408 0508")
    assert spent(table, LEG_UNIT) == "6"
    assert spent(table, TANK) == "8"


# -- strategic movement ------------------------------------------------------------------------------------------------

_WEST = [f"{row:02d}{column:02d}" for row in range(1, 12) for column in range(1, 30)]


@pytest.mark.rule("rof:11.7")
def test_strategic_movement_doubles_the_points() -> None:
    table = moving({LEG_UNIT: "0301"}, control=_WEST)
    path_text = " ".join(f"03{c:02d}" for c in range(1, 12))
    table.do(f"move S-167R {path_text}")
    assert spent(table, LEG_UNIT) == "10"


@pytest.mark.rule("rof:11.7")
def test_strategic_movement_keeps_away_from_enemies() -> None:
    table = moving({LEG_UNIT: "0301", REGIMENT: "0505"}, control=_WEST)
    path_text = " ".join(f"03{c:02d}" for c in range(1, 9))
    table.do(f"move S-167R {path_text}")
    near = moving({LEG_UNIT: "0301", REGIMENT: "0405"}, control=_WEST)
    assert near.cites(f"move S-167R {path_text}") == ["rof:11.7"]
    # Starting next to an enemy does no harm.
    start = moving({LEG_UNIT: "0301", REGIMENT: "0402"}, control=_WEST)
    start.cites(f"move S-167R {path_text}")  # 0302 is next to 0402, too
    away = moving({LEG_UNIT: "0302", REGIMENT: "0401"}, control=_WEST)
    away.do("move S-167R " + " ".join(f"03{c:02d}" for c in range(2, 10)))


@pytest.mark.rule("rof:11.7")
def test_strategic_movement_stays_in_friendly_hexes() -> None:
    control = [h for h in _WEST if h != "0306"]
    table = moving({LEG_UNIT: "0301"}, control=control)
    assert table.cites("move S-167R " + " ".join(f"03{c:02d}" for c in range(1, 10))) == ["rof:11.7"]
    # Through that hex in normal movement first: the unit is no longer free to go on strategically.
    table = moving({LEG_UNIT: "0304"}, control=control)
    table.do("move S-167R 0304 0305 0306")
    assert table.cites("move S-167R " + " ".join(f"03{c:02d}" for c in range(6, 13))) == ["rof:11.7"]


@pytest.mark.rule("rof:11.7", "rof:14.1")
def test_reserves_do_not_move_strategically() -> None:
    table = moving({LEG_UNIT: "0301"}, control=_WEST, marks={LEG_UNIT: RESERVE})
    long = "move S-167R " + " ".join(f"03{c:02d}" for c in range(1, 10))
    assert table.cites(long) == ["rof:11.7"]
    table.do("release S-167R", long)


# -- control, leaving, entering ----------------------------------------------------------------------------------------


@pytest.mark.rule("rof:3.3")
def test_every_hex_entered_changes_hands() -> None:
    table = moving({LEG_UNIT: "0305"})
    german = [table.cell(label) for label in ("0306", "0307")]
    assert not any(table.state.control >> c & 1 for c in german)
    table.do("move S-167R 0305 0306 0307")
    assert all(table.state.control >> c & 1 for c in german)
    back = moving({REGIMENT: "0305"}, side="german", control=["0306"])
    back.do("move G-75-172 0305 0306")
    assert not back.state.control >> back.cell("0306") & 1


@pytest.mark.rule("rof:3.3")
def test_links_do_not_control() -> None:
    table = moving({LEG_UNIT: "0306", LEG_B: "0308"})
    table.do("move S-180R 0308 0408")
    assert not table.state.control >> table.cell("0307") & 1


@pytest.mark.rule("rof:11.8", "rof:16.2-victory")
def test_leaving_the_map() -> None:
    table = moving({LEG_UNIT: "0107", TANK: "0201", TANK_B: "0130"}, control=[])
    assert table.cites("move S-167R 0107 @west") == ["rof:11.8"]
    table.do("move S-167R 0107 @south", "move S-2T-26T 0201 @west", "move S-2T-99T 0130 @south")
    assert table.where(LEG_UNIT) == table.where(TANK) == table.where(TANK_B) == "exited"
    assert table.state.extra.exit_points == (13, 0)  # 10 south of hex 0120, 3 west, nothing south from 0120 on
    german = moving({REGIMENT: "2045", REGIMENT_B: "0107"}, side="german")
    german.do("move G-75-172 2045 @east")
    assert german.state.extra.exit_points == (0, 10)
    assert german.cites("move G-75-202 0107 @south") == ["rof:11.8"]


@pytest.mark.rule("rof:11.8")
def test_leaving_costs_a_point() -> None:
    table = moving({LEG_UNIT: "0607"}, control=[])
    # Five clear hexes and the exit make six; one hex more would be too much.
    table.do("move S-167R 0607 0507 0406 0306 0205 0105 @south")
    table = moving({LEG_UNIT: "0707"}, control=[])
    assert table.cites("move S-167R 0707 0607 0507 0406 0306 0205 0105 @south")


@pytest.mark.rule("rof:7.1")
def test_reinforcements_enter_over_their_edge() -> None:
    table = moving({PANZER: "2623", "G-GD-GR": "arriving", "G-GD-Pz": "arriving"}, side="german", turn=4)
    assert table.cites("enter G-GD-GR 0120") == ["rof:7.1"]
    table.do("enter G-GD-GR G-GD-Pz 2001")
    assert table.where("G-GD-GR") == "2001"
    assert spent(table, "G-GD-GR") in ("1", "½", "2")
    table.do("move G-GD-GR G-GD-Pz 2001 2002")


@pytest.mark.rule("rof:7.1")
def test_reinforcements_come_in_their_turn_or_later() -> None:
    early = moving({PANZER: "2623", "G-GD-GR": "arriving"}, side="german", turn=3)
    assert "enter" not in early.verbs
    assert early.cites("enter G-GD-GR 2001") == ["rof:7.1"]
    moving({PANZER: "2623", "G-GD-GR": "arriving"}, side="german", turn=6).do("enter G-GD-GR 2001")


@pytest.mark.rule("rof:7.1", "rof:10.4")
def test_entry_hexes_must_be_free() -> None:
    units = {PANZER: "2623", "G-GD-GR": "arriving", LEG_UNIT: "2001", LEG_B: "1802", LEG_C: "1602"}
    table = moving(units, side="german", turn=4)
    assert table.cites("enter G-GD-GR 2001") == ["rof:7.1"]


@pytest.mark.rule("rof:7.2")
def test_reinforcements_move_strategically_and_in_full() -> None:
    table = moving({PANZER: "2623", "G-GD-GR": "arriving"}, side="german", turn=4, control=[])
    table.do("enter G-GD-GR 1701")
    points = movement.allowance(table.state, table.unit("G-GD-GR"), reserve=False)
    assert points == table.state.defn.roster.move[table.unit("G-GD-GR")]  # type: ignore[attr-defined]
    far = movement_reach.reachable(table.state, (table.unit("G-GD-GR"),), reserve=False)
    assert max(far.cost.values()) > points
    assert table.steps("G-GD-GR") == [2]


# -- interdiction ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:13.1")
def test_interdiction_makes_hexes_dearer() -> None:
    table = moving({REGIMENT: "0305", PANZER: "0505", "S-AIR-1": "0306", "S-AIR-2": "0306"}, side="german")
    assert path(table, LEG, "0305", "0306") == "3"
    assert path(table, MOBILE, "0305", "0306") == "5"
    assert path(table, LEG, "0306", "0307") == "1"  # leaving is free
    # Its owner is not hindered.
    own = moving({LEG_UNIT: "0305", "S-AIR-1": "0306"})
    assert path(own, LEG, "0305", "0306") == "1"


@pytest.mark.rule("rof:13.1")
def test_interdiction_is_added_to_the_road_rate() -> None:
    table = moving({REGIMENT: "0305", "S-AIR-1": "3116"}, side="german")
    assert path(table, LEG, "3115", "3116") == "2½"
    assert path(table, MOBILE, "3115", "3116") == "4½"
    other = moving({REGIMENT: "0305", "S-AIR-1": "3116"}, side="german", rulings={"ROF-A02": "b"})
    assert path(other, MOBILE, "3115", "3116") == "½"


@pytest.mark.rule("rof:13.1", "rof:13.0")
def test_placing_interdiction() -> None:
    table = moving({LEG_UNIT: "0305", "S-AIR-1": "air-ready", "S-AIR-2": "air-flown", "G-AIR-1": "air-ready"})
    assert table.cites("interdict S-AIR-2 0309") == ["rof:13.0"]
    assert table.cites("interdict G-AIR-1 0309") == ["rof:13.0"]
    table.do("interdict S-AIR-1 3301")
    assert table.where("S-AIR-1") == "3301"
    assert not isinstance(table.state.flow[-1], MovementPhase) or "interdict" not in table.verbs


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:15.1")
def test_units_out_of_supply_have_half_their_allowance() -> None:
    # The regiment stands behind a Soviet line that runs from edge to edge.
    ring = {LEG_UNIT: "0405", LEG_B: "0406", LEG_C: "0307", "S-232R": "0206", "S-240R": "0205", "S-340R": "0305"}
    table = moving({REGIMENT: "0306"} | ring, side="german")
    assert table.marked(REGIMENT, HALVED)
    assert movement.allowance(table.state, table.unit(REGIMENT), reserve=False) == 6  # three points


@pytest.mark.rule("rof:15.1-example", "rof:15.1", "rof:14.4")
def test_an_unsupplied_reserve_moves_a_quarter() -> None:
    ring = {LEG_UNIT: "0405", LEG_B: "0406", LEG_C: "0307", "S-232R": "0206", "S-240R": "0205", "S-340R": "0305"}
    table = position({PANZER: "0306"} | ring, begin=reserve, side="german", marks={PANZER: RESERVE})
    assert table.marked(PANZER, HALVED)
    assert movement.allowance(table.state, table.unit(PANZER), reserve=True) == 5  # 2½ of 10
