"""kursk: movement, zones, stacking and supply, before there is anything to fight."""

from __future__ import annotations

import pytest

from blackearth.core.tally import half_text
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import board, movement, supply, zones
from blackearth.systems.kursk.board import FLOWN, HALVED, PATROL
from blackearth.systems.kursk.movement_phase import initial, motorized
from tests.kursk import build
from tests.kursk.small import position
from tests.support.table import Step, Table

# Round 3404 there is open ground on all sides: N 3403, NE 3504, SE 3505, S 3405, SW 3305, NW 3304.
PANZER, PANZER_B, INFANTRY, SECURITY, LAUCHERT = "G-2Pz", "G-10Mot", "G-131ID", "G-221Sec", "G-L"
RIFLES, GUARDS, TANKS, GUNS, ANTI_TANK = "S-10A", "S-11GA", "S-1T", "S-4A", "S-1AT"
BASE, PLANE = "S-Base1", "S-Air1"


def cost(table: Table, unit: str, a: str, b: str) -> str:
    return half_text(movement.step_cost(table.state, table.unit(unit), table.cell(a), table.cell(b)))


def reach(table: Table, unit: str, target: str) -> str:
    found = movement.reachable(table.state, table.unit(unit)).cost.get(table.cell(target))
    return "no" if found is None else half_text(found)


# -- costs -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:movement-A", "kursk:tec-forest", "kursk:air-C")
def test_forest_and_swamp_cost_wheeled_units_more() -> None:
    table = position({PANZER: "3404", INFANTRY: "3404", BASE: "3304"})
    assert cost(table, PANZER, "3404", "3403") == cost(table, INFANTRY, "3404", "3403") == "1"
    for hexes in (("2801", "2901"), ("0815", "0816")):
        assert (cost(table, PANZER, *hexes), cost(table, INFANTRY, *hexes)) == ("2", "1")
        assert cost(table, BASE, *hexes) == "2"


@pytest.mark.rule("kursk:tec-fortified")
def test_enemy_works_cost_two_more() -> None:
    table = position({PANZER: "3404", TANKS: "3304"})
    assert cost(table, PANZER, "2609", "2610") == "3"
    assert cost(table, TANKS, "2609", "2610") == "1"
    # In May only the first Soviet line counts.
    may = position({PANZER: "3404"}, scenario="may3")
    later = table.state.defn.map.masks["soviet_works"] & ~may.state.defn.map.masks["soviet_works"]
    assert later


@pytest.mark.rule("kursk:zoc-enter", "kursk:zoc-B", "kursk:zoc-C", "kursk:zoc-D")
def test_zones_cost_three_to_enter_and_two_to_leave() -> None:
    table = position({PANZER: "3402", RIFLES: "3404", GUARDS: "3405"})
    assert cost(table, PANZER, "3402", "3403") == "4"  # into a zone
    assert cost(table, PANZER, "3403", "3402") == "3"  # out of it
    assert cost(table, PANZER, "3403", "3504") == "6"  # from zone to zone; two enemies cost no more than one


@pytest.mark.rule("kursk:zoc-F", "kursk:tec-forest")
def test_who_has_zones() -> None:
    table = position({GUNS: "3404", ANTI_TANK: "3404", BASE: "3404"})
    assert zones.of(table.state, 0) == 0
    assert zones.of(position({LAUCHERT: "3404"}).state, 1) == 0
    assert zones.of(position({"G-Mant": "3404"}).state, 1)
    # Motorized zones end at forest and swamp, those on foot do not.
    grid = table.state.defn.map.grid
    near = grid.label(grid.near[grid.cell("2901")][0])
    assert not zones.of(position({PANZER: near}).state, 1) >> grid.cell("2901") & 1
    assert zones.of(position({INFANTRY: near}).state, 1) >> grid.cell("2901") & 1


@pytest.mark.rule("kursk:zoc-D", "kursk:air-interdiction")
def test_interdiction_is_a_zone_of_one_hex() -> None:
    table = position({PANZER: "3404", PLANE: "3403"})
    assert cost(table, PANZER, "3404", "3403") == "4"
    assert cost(table, PANZER, "3404", "3405") == "1"
    patrol = position({PANZER: "3404", PLANE: "3403"}, marks={PLANE: PATROL})
    assert cost(patrol, PANZER, "3404", "3403") == "1"


@pytest.mark.rule("kursk:zoc-E")
def test_friends_do_not_lift_zones_for_movement() -> None:
    table = position({PANZER: "3402", INFANTRY: "3403", RIFLES: "3404"})
    assert cost(table, PANZER, "3402", "3403") == "4"


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:movement-C", "kursk:movement-H", "kursk:movement-I", "kursk:sequence")
def test_a_unit_moves_once_in_a_phase() -> None:
    table = position({INFANTRY: "3404", PANZER: "3404"}, begin=initial)
    assert table.cites(f"move {INFANTRY} {PANZER} 3404 3403") == ["kursk:movement-C"]
    table.do(f"move {INFANTRY} 3404 3405")
    assert table.cites(f"move {INFANTRY} 3405 3404") == ["kursk:movement-H"]
    table.do(f"move {PANZER} 3404 3304", "end-movement")


@pytest.mark.rule("kursk:movement-C")
def test_the_allowance_is_the_limit_and_nothing_is_guaranteed() -> None:
    table = position({INFANTRY: "3403", RIFLES: "3404"}, begin=initial)
    assert reach(table, INFANTRY, "3504") == "no"  # six points of five, from zone to zone
    assert table.cites(f"move {INFANTRY} 3403 3504") == ["kursk:movement-C"]


@pytest.mark.rule("kursk:movement-B", "kursk:sequence")
def test_only_motorized_units_move_twice() -> None:
    table = position({INFANTRY: "3404", PANZER: "3404", PANZER_B: "3305", LAUCHERT: "3305"}, begin=motorized)
    assert table.cites(f"move {INFANTRY} 3404 3405") == ["kursk:movement-B"]
    table.do(f"move {PANZER} 3404 3405", f"move {PANZER_B} 3305 3304", f"move {LAUCHERT} 3305 3304")


@pytest.mark.rule("kursk:movement-B", "kursk:movement-C", "kursk:sequence")
def test_a_motorized_phase_in_which_nobody_can_move_is_passed() -> None:
    """Nobody motorized is there; or a tank corps out of supply, with three points of six from zone to zone."""
    assert position({INFANTRY: "3404"}, begin=motorized).verbs == []
    ring = {INFANTRY: "2513", "G-321ID": "2515", "G-339ID": "2414", "G-110ID": "2614"}
    assert position({TANKS: "2514", **ring}, side="soviet", begin=motorized).verbs == []
    assert position({TANKS: "2514"}, side="soviet", begin=motorized).verbs == ["move", "end-movement"]


@pytest.mark.rule("kursk:movement-D")
@pytest.mark.parametrize("phase", [initial, motorized])
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_nobody_moves_in_the_enemys_movement_phase(side: str, phase: Step) -> None:
    table = position({PANZER: "3404", TANKS: "3407"}, side=side, begin=phase)
    assert table.side == side
    own, enemy = (f"{TANKS} 3407", f"{PANZER} 3404") if side == "soviet" else (f"{PANZER} 3404", f"{TANKS} 3407")
    assert table.choice("move")["units"] == [own.split()[0]]
    assert table.cites(f"move {enemy} 3405") == ["kursk:movement-D"]
    table.do(f"move {own} {'3408' if side == 'soviet' else '3403'}")
    assert table.side == side  # still the mover's phase: the enemy has no answer to a move


@pytest.mark.rule("kursk:movement-E")
@pytest.mark.parametrize("phase", [initial, motorized])
def test_no_combat_in_a_movement_phase(phase: Step) -> None:
    table = position({PANZER: "3404", TANKS: "3405"}, begin=phase)
    assert table.verbs == ["move", "end-movement"]
    assert table.cites(f"attack {PANZER} 3405")
    # A unit that cannot get away is neither driven off nor lost, whoever comes next to it.
    around = {INFANTRY: "3504", "G-321ID": "3505", SECURITY: "3406"}
    table = position({PANZER: "3403", TANKS: "3405", **around}, begin=phase)
    table.do(f"move {PANZER} 3403 3404")
    assert table.where(TANKS) == "3405"
    assert table.state.rolls == 0


@pytest.mark.rule("kursk:movement-G")
def test_never_into_enemies() -> None:
    table = position({INFANTRY: "3404", RIFLES: "3405"}, begin=initial)
    assert table.cites(f"move {INFANTRY} 3404 3405") == ["kursk:movement-G"]


@pytest.mark.rule("kursk:movement-F", "kursk:stacking-A", "kursk:stacking-E")
def test_stacks_are_limited_in_passing_too() -> None:
    full = {PANZER: "3405", PANZER_B: "3405", SECURITY: "3405"}
    table = position({INFANTRY: "3404"} | full, begin=initial)
    assert table.cites(f"move {INFANTRY} 3404 3405 3406") == ["kursk:stacking-A"]
    position({LAUCHERT: "3404"} | full, begin=initial).do(f"move {LAUCHERT} 3404 3405")  # one small unit has room


@pytest.mark.rule("kursk:stacking-B", "kursk:stacking-C", "kursk:stacking-D")
def test_what_fits_into_a_hex() -> None:
    table = position({})
    r = table.state.defn.roster
    small = [u for u in range(len(r)) if r.side[u] == 1 and r.stacking[u] == "small"]  # type: ignore[attr-defined]
    divisions = [table.unit(name) for name in (PANZER, PANZER_B, SECURITY)]
    base = table.unit("G-Base1")
    assert len(small) >= 6
    assert board.stack_fits(table.state, (*divisions, *small[:1]))
    assert not board.stack_fits(table.state, (*divisions, *small[:2]))
    assert board.stack_fits(table.state, (*divisions[:2], *small[:4]))
    assert not board.stack_fits(table.state, (*divisions[:2], *small[:5]))
    assert board.stack_fits(table.state, (*divisions[:1], *small[:6]))
    assert not board.stack_fits(table.state, (*divisions, base))


@pytest.mark.rule("kursk:air-C", "kursk:air-D")
def test_air_bases_move_with_their_aircraft_in_the_first_phase_only() -> None:
    units = {BASE: "3404", PLANE: "at-base", RIFLES: "3304"}
    table = position(units, side="soviet", begin=initial)
    table.do(f"move {BASE} 3404 3405")
    assert table.marked(PLANE, FLOWN)
    away = position(units | {PLANE: "3306"}, side="soviet", begin=initial)
    assert away.cites(f"move {BASE} 3404 3405") == ["kursk:air-C"]
    again = position(units | {TANKS: "3410"}, side="soviet", begin=motorized)
    assert again.cites(f"move {BASE} 3404 3405") == ["kursk:movement-B"]


@pytest.mark.rule("kursk:control")
def test_the_last_ground_unit_controls() -> None:
    table = position({INFANTRY: "3404"}, begin=initial)
    assert table.state.control >> table.cell("3405") & 1
    table.do(f"move {INFANTRY} 3404 3405")
    assert not table.state.control >> table.cell("3405") & 1


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:supply", "kursk:supply-C", "kursk:supply-D")
@pytest.mark.parametrize(("enemy", "rails"), [({}, 5), ({GUNS: "1714"}, 2), ({GUNS: "1515"}, 0)])
def test_ten_hexes_to_a_railway_that_leads_home(enemy: dict[str, str], rails: int) -> None:
    """Guns have no zone: they close the hex they stand in, and what lies behind it on the railway."""
    table = build.position(enemy, rails="1515 1614 1714 1813 1913")
    state, grid = table.state, table.state.defn.map.grid
    open_rails = supply.open_railways(state, 1)
    assert open_rails == grid.mask(("1515", "1614", "1714", "1813", "1913")[:rails])
    near = 0
    for rail in cells(open_rails):
        near |= grid.within(rail, 10)
    found = supply.supplied_hexes(state, 1)
    assert found == near if not enemy else not found & ~near  # it also takes a way round the guns
    assert near != grid.all


@pytest.mark.rule("kursk:supply-D", "kursk:zoc-E")
def test_enemies_and_their_zones_cut_railways_unless_a_friend_stands_there() -> None:
    exit_hex = "2901"
    free = position({})
    cut = position({INFANTRY: "2902"})
    assert supply.open_railways(free.state, 0) >> free.cell(exit_hex) & 1
    assert supply.open_railways(cut.state, 0).bit_count() < supply.open_railways(free.state, 0).bit_count()
    held = position({INFANTRY: "3002", RIFLES: "2902", GUARDS: "2901", TANKS: "2903"})
    assert supply.open_railways(held.state, 0).bit_count() > supply.open_railways(cut.state, 0).bit_count()


@pytest.mark.rule("kursk:supply-A", "kursk:supply-B", "kursk:supply-E")
def test_out_of_supply_movement_is_halved() -> None:
    table = position({INFANTRY: "3404", PANZER: "3404"}, marks={INFANTRY: HALVED, PANZER: HALVED})
    assert half_text(movement.allowance(table.state, table.unit(INFANTRY))) == "2"  # of five, the fraction is lost
    assert half_text(movement.allowance(table.state, table.unit(PANZER))) == "4"
    east = position({INFANTRY: "3404"}, begin=initial)
    assert east.marked(INFANTRY, HALVED) is not bool(supply.supplied(east.state, east.unit(INFANTRY)))
