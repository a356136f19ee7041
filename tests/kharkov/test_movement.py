"""ms:E, F - zones, supply, movement, entrenching, stacking; railways and entry are in `test_rail`."""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.dice import seed_of
from blackearth.core.game import new_game
from blackearth.core.tally import half_text
from blackearth.systems.kharkov import ground as ground_costs
from blackearth.systems.kharkov import movement, movement_phase, stacking, supply, zones
from blackearth.systems.kharkov.board import (
    BREAKTHROUGH,
    ENTRENCHED,
    FINISHED,
    NO_ZONE,
    State,
    facts,
    frozen,
    mode_of,
    on_map,
    roster,
)
from blackearth.systems.kharkov.movement_phase import exploitation, regular
from tests.kharkov.build import Table, position

# Round 2646 there is open ground on all sides: N 2546, NE 2645, SE 2745, S 2746, SW 2747, NW 2647.
TANK, CORPS = "K-40-10", "K-40-09"  # Soviet armour, brigade and corps
RIFLES, RIFLES_B = "K-40-02", "K-3T-02"
PANZER, PANZER_B, INFANTRY, INFANTRY_B = "K-19Pz", "K-27Pz", "K-320", "K-304"


def moving(units: dict[str, str], side: str = "soviet", **more: object) -> Table:
    return position(units, begin=regular, side=side, **more)  # type: ignore[arg-type]


def cost(table: Table, unit: str, target: str) -> str:
    found = movement.reachable(table.state, table.unit(unit)).cost.get(table.cell(target))
    return "no" if found is None else half_text(found)


def ground(table: Table, a: str, b: str, *, mechanized: bool = False) -> str:
    defn, cold = facts(table.state), frozen(table.state)
    parts = ground_costs.parts(defn, cold, mechanized, table.cell(a), table.cell(b))
    return half_text(sum(points for _, points, _ in parts))


# -- zones -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:F3")
def test_zones_reach_six_hexes_but_not_over_major_rivers() -> None:
    table = position({INFANTRY: "2646"})
    grid = table.state.defn.map.grid
    assert zones.of(table.state, 1) == grid.ring[table.cell("2646")]
    river = position({INFANTRY: "0108"})
    assert not zones.of(river.state, 1) >> river.cell("0109") & 1


@pytest.mark.rule("ms:F3", "ms:G3-D2")
def test_a_unit_after_d2_has_no_zone() -> None:
    table = position({INFANTRY: "2646"}, marks={INFANTRY: NO_ZONE})
    assert zones.of(table.state, 1) == 0
    both = position({INFANTRY: "2646", INFANTRY_B: "2646"}, marks={INFANTRY: NO_ZONE})
    assert zones.of(both.state, 1)


# -- movement ----------------------------------------------------------------------------------------------------------


def by_steps(s: State, unit: int) -> dict[int, int]:
    """The reach of a unit found step by step, as a path would be checked."""
    m, points, start = movement.mover(s, unit), movement.left(s, unit), s.at[unit]
    cost, waiting = {start: 0}, [start]
    stopped: set[int] = set()
    while waiting:
        cell = min(waiting, key=lambda c: cost[c])
        waiting.remove(cell)
        for near in s.defn.map.grid.near[cell] if cell not in stopped else ():
            way = movement.step(s, m, cell, near, first=cell == start)
            if isinstance(way, movement.Step) and cost[cell] + way.cost < cost.get(near, points + 1):
                cost[near] = cost[cell] + way.cost
                waiting.append(near)
                if movement.must_stop(s, unit, (start, cell, near) if cell != start else (cell, near)):
                    stopped.add(near)
    for near in s.defn.map.grid.near[start] if m.free and points > 0 else ():
        if isinstance(movement.step(s, m, start, near, first=True), movement.Step):
            cost.setdefault(near, points)
    del cost[start]
    return cost


@pytest.mark.rule("ms:F2a", "ms:F3a", "ms:F3b", "ms:F3c", "kharkov:8-offensive", "kharkov:8-defensive")
@pytest.mark.parametrize("scenario", ["kharkov-1943", "rostov-1941"])
def test_the_search_finds_what_steps_allow(scenario: str) -> None:
    state, random = new_game("kharkov", scenario, seed=seed_of(5), setup="suggested").state, Random(5)
    seen: set[tuple[bool, bool, str]] = set()
    for number in range(250):
        assert state.decision is not None
        flow.perform(state, state.decision.sample(state, random))
        units = on_map(state, 0) + on_map(state, 1)
        touched = [u for u in units if zones.of(state, 1 - roster(state).side[u]) >> state.at[u] & 1]
        tanks = [u for u in touched if roster(state).armour[u]]
        for unit in random.sample(units, 9) + tanks[:3] if not number % 50 else ():
            m = movement.mover(state, unit)
            assert movement.reachable(state, unit).cost == by_steps(state, unit), state.defn.roster.ids[unit]
            seen.add((m.armour, bool(zones.of(state, 1 - m.side) >> state.at[unit] & 1), mode_of(state, unit)))
    assert {(True, True), (False, True), (True, False)} <= {(armour, contact) for armour, contact, _ in seen}


@pytest.mark.rule("ms:F1", "ms:F2a")
def test_terrain_costs() -> None:
    table = moving({RIFLES: "2646"}, weather="good")
    assert ground(table, "2646", "2546") == "1"
    masks, grid = table.state.defn.map.masks, table.state.defn.map.grid
    sides = table.state.defn.map.sides
    for kind, other, mech in (("forest", "1", "2"), ("marsh", "2", "3"), ("difficult", "2", "3")):
        cell = next(
            c
            for c in grid.cells
            if masks[kind] >> c & 1 and not any(sides[k].sides_of(c) for k in ("river", "major_river", "road"))
        )
        label, near = grid.label(cell), grid.label(grid.near[cell][0])
        assert ground(table, near, label) == other
        assert ground(table, near, label, mechanized=True) == mech


@pytest.mark.rule("ms:F2a")
@pytest.mark.parametrize(
    ("weather", "river", "major"), [("good", "3", "4"), ("mud", "3", "4"), ("frost", "2", "3"), ("snow", "2", "3")]
)
def test_rivers_by_weather(weather: str, river: str, major: str) -> None:
    table = moving({RIFLES: "2646"}, weather=weather)
    assert ground(table, "0107", "0106") == river
    assert ground(table, "0109", "0108") == major


@pytest.mark.rule("ms:F2a", "ms:F2a-road")
def test_roads_bridges_and_city_banks() -> None:
    table = moving({RIFLES: "2646"}, weather="good")
    assert ground(table, "0216", "0316") == "½"  # a road over a bridge
    assert ground(table, "0130", "0230") in ("1", "2")  # a railway bridge: no cost for the river
    bank = next(iter(table.state.defn.map.sides["city_bank"]))
    labels = [table.state.defn.map.grid.label(c) for c in bank]
    assert ground(table, *labels) in ("½", "1", "2")


@pytest.mark.rule("ms:F2a")
def test_lakes_and_sea_are_impassable() -> None:
    table = moving({RIFLES: "2646"})
    grid, sea = table.state.defn.map.grid, table.state.defn.map.masks["sea"]
    cell = next(c for c in grid.cells if sea >> c & 1 and any(not sea >> n & 1 for n in grid.near[c]))
    near = next(n for n in grid.near[cell] if not sea >> n & 1)
    table = moving({RIFLES: grid.label(near)})
    assert table.cites(f"move {RIFLES} {grid.label(near)} {grid.label(cell)}") == ["ms:F2a"]


@pytest.mark.rule("ms:F4")
def test_weather_and_movement_points() -> None:
    for weather, rifles, panzer in (("good", "3", "7"), ("frost", "3", "7"), ("mud", "2", "4"), ("snow", "3", "5")):
        table = moving({RIFLES: "2646", PANZER: "2746"}, weather=weather)
        assert half_text(movement.allowance(table.state, table.unit(RIFLES))) == rifles
        assert half_text(movement.allowance(table.state, table.unit(PANZER))) == panzer
        assert half_text(movement.allowance(table.state, table.unit(TANK))) == ("3" if weather == "mud" else "5")


@pytest.mark.rule("ms:F1")
def test_moves_beyond_the_allowance_are_refused() -> None:
    table = moving({RIFLES: "2646"})
    assert table.cites(f"move {RIFLES} 2646 2546 2446 2346 2246") == ["ms:F1"]
    table.do(f"move {RIFLES} 2646 2546 2446", f"move {RIFLES} 2446 2346")


@pytest.mark.rule("ms:F2b")
def test_one_hex_is_always_possible() -> None:
    table = moving({RIFLES: "0109"}, weather="mud")  # two points, four for the Don
    assert cost(table, RIFLES, "0108") == "2"
    table.do(f"move {RIFLES} 0109 0108")


@pytest.mark.rule("ms:F3a")
def test_non_armour_stops_in_an_enemy_zone() -> None:
    table = moving({RIFLES: "2446", INFANTRY: "2646"})
    assert "ms:F3a" in table.cites(f"move {RIFLES} 2446 2546 2446")
    table.do(f"move {RIFLES} 2446 2546")
    assert table.marked(RIFLES, FINISHED)


@pytest.mark.rule("ms:F3a")
def test_zone_to_zone_on_foot() -> None:
    # Germans may go one hex from zone to zone, as their whole move; Soviets may not.
    soviet = moving({RIFLES: "2546", INFANTRY: "2646"})
    assert soviet.cites(f"move {RIFLES} 2546 2645") == ["ms:F3a"]
    soviet.do(f"move {RIFLES} 2546 2446")  # out of the zone
    german = moving({INFANTRY: "2546", RIFLES: "2646"}, side="german")
    assert "ms:F3a" in german.cites(f"move {INFANTRY} 2546 2645 2644")
    german.do(f"move {INFANTRY} 2546 2645")
    assert german.marked(INFANTRY, FINISHED)


@pytest.mark.rule("ms:F3a")
def test_leaving_a_zone_and_entering_another() -> None:
    table = moving({RIFLES: "2546", INFANTRY: "2646", INFANTRY_B: "2246"})
    table.do(f"move {RIFLES} 2546 2446 2346")
    assert table.where(RIFLES) == "2346"


@pytest.mark.rule("ms:F3b")
def test_armour_goes_from_zone_to_zone_for_a_point() -> None:
    table = moving({TANK: "2546", INFANTRY: "2646"})
    assert cost(table, TANK, "2645") == "2"
    table.do(f"move {TANK} 2546 2645 2745")  # 2 + 2 of five


@pytest.mark.rule("ms:F3b")
def test_soviet_armour_stops_at_german_armour() -> None:
    table = moving({TANK: "2446", PANZER: "2646"})
    assert "ms:F3b" in table.cites(f"move {TANK} 2446 2546 2446")
    german = moving({PANZER: "2446", TANK: "2646"}, side="german")
    german.do(f"move {PANZER} 2446 2546 2446")


@pytest.mark.rule("ms:F3c", "kharkov:4", "rostov:4")
def test_no_crossing_of_a_major_river_into_a_zone_on_its_bank() -> None:
    # 0108 lies on the Don; so does the German in 0208.
    table = moving({TANK: "0109", INFANTRY: "0208"})
    grid = table.state.defn.map.grid
    assert table.cell("0108") in grid.near[table.cell("0208")]
    if zones.of(table.state, 1) >> table.cell("0108") & 1:
        assert table.cites(f"move {TANK} 0109 0108") == ["ms:F3c"]
    free = moving({TANK: "0109"})
    free.do(f"move {TANK} 0109 0108")


@pytest.mark.rule("ms:F3d")
def test_never_through_enemies() -> None:
    table = moving({TANK: "2546", INFANTRY: "2646"})
    assert table.cites(f"move {TANK} 2546 2646") == ["ms:F3d"]


@pytest.mark.rule("kharkov:8-defensive")
def test_defensive_armies_do_not_go_from_zone_to_zone() -> None:
    table = moving({TANK: "2546", INFANTRY: "2646"}, modes=(("40", "defensive"),))
    assert table.cites(f"move {TANK} 2546 2645") == ["kharkov:8-defensive"]


@pytest.mark.rule("kharkov:8-offensive")
def test_offensive_armies_do_not_move_back_east() -> None:
    table = moving({TANK: "2646", RIFLES: "2746"}, modes=(("40", "offensive"),))
    assert table.cites(f"move {TANK} 2646 2645") == ["kharkov:8-offensive"]
    assert table.cites(f"move {TANK} 2646 2745") == ["kharkov:8-offensive"]
    table.do(f"move {TANK} 2646 2647")
    assert "kharkov:8-offensive" in table.cites(f"entrench {RIFLES}")


@pytest.mark.rule("ms:H2")
def test_exploitation_is_for_those_who_did_not_attack() -> None:
    table = position({TANK: "2646", RIFLES: "2746"}, begin=exploitation, marks={TANK: BREAKTHROUGH})
    assert table.cites(f"move {TANK} 2646 2546") == ["ms:H2"]
    table.do(f"move {RIFLES} 2746 2846")


# -- entrenching -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:F6")
def test_entrenching_instead_of_moving() -> None:
    table = moving({RIFLES: "2646", TANK: "2746"})
    assert "ms:F6" in table.cites(f"entrench {TANK}")
    table.do(f"entrench {RIFLES}")
    assert table.marked(RIFLES, ENTRENCHED)
    assert table.cites(f"move {RIFLES} 2646 2546")
    moved = moving({RIFLES: "2646"}).do(f"move {RIFLES} 2646 2546")
    assert "ms:F6" in moved.cites(f"entrench {RIFLES}")


@pytest.mark.rule("ms:F6")
def test_leaving_the_trenches_costs_nothing() -> None:
    table = moving({RIFLES: "2646"}, marks={RIFLES: ENTRENCHED})
    table.do(f"move {RIFLES} 2646 2546 2446 2346")
    assert not table.marked(RIFLES, ENTRENCHED)
    up = moving({RIFLES: "2646"}, marks={RIFLES: ENTRENCHED}).do(f"get-up {RIFLES}")
    assert not up.marked(RIFLES, ENTRENCHED)


# -- stacking ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:F7")
def test_stacking_is_judged_when_the_phase_ends() -> None:
    units = {CORPS: "2646", TANK: "2646", RIFLES: "2646"}  # 3 + ½ + 1 divisions
    table = moving(units)
    assert table.cites("end-movement") == ["ms:F7"]
    table.do(f"move {RIFLES} 2646 2546", "end-movement")
    german = moving({PANZER: "2646", PANZER_B: "2646", INFANTRY: "2646", INFANTRY_B: "2546"}, side="german")
    german.do(f"move {INFANTRY_B} 2546 2646", f"move {INFANTRY} 2646 2746", "end-movement")


@pytest.mark.rule("ms:F7")
def test_overfull_hexes_come_in_the_order_of_the_map_whoever_moved_last() -> None:
    """A game that was saved and loaded goes on as it would have: two random games of Rostov in five hundred did not."""
    table = moving({CORPS: "2446"})
    state = table.state
    near, far = (state.defn.map.grid.cell(label) for label in ("2446", "2449"))
    others = [u for u in roster(state).of_side(0) if u != table.unit(CORPS) and not roster(state).pool[u]][:16]
    for unit, cell in zip(others, (*[far] * 8, *[near] * 8), strict=True):
        state.place(unit, cell, "put there")
    corps = table.unit(CORPS)
    state.place(corps, far, "put there")
    told = [fault.hexes for fault in stacking.faults(state, 0)]
    fresh = state.clone()
    fresh.rebuild()
    assert len(told) > 1
    assert told == sorted(told) == [fault.hexes for fault in stacking.faults(fresh, 0)]


@pytest.mark.rule("ms:F7")
def test_a_move_may_not_fill_a_hex_for_good() -> None:
    units = {CORPS: "2446", RIFLES: "2446", RIFLES_B: "2449"}
    table = moving(units, marks={CORPS: FINISHED, RIFLES: FINISHED})
    assert "ms:F7" in table.cites(f"move {RIFLES_B} 2449 2448 2447 2446")


@pytest.mark.rule("ms:F6", "ms:F7")
def test_nobody_digs_in_where_the_hex_could_not_be_cleared_then() -> None:
    """Five divisions stand where four may stay: the last to come has met the enemy, one of the others must go on."""
    first = ["K-40-02", "K-40-03", "K-40-04", "K-40-05"]
    units = {**dict.fromkeys(first, "2647"), RIFLES_B: "2847", INFANTRY: "2547"}
    table = moving(units).do(f"move {RIFLES_B} 2847 2747 2647")
    assert table.cites(f"entrench {' '.join(first)}") == ["ms:F7"]
    table.do(f"entrench {' '.join(first[:3])}")
    assert "entrench" not in table.verbs
    table.do(f"move {first[3]} 2647 2747")
    assert not stacking.faults(table.state, 0)


@pytest.mark.rule("ms:F7")
def test_a_way_out_of_an_overfull_hex_is_always_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The phase cannot end before: a random player must find it, however its draws fall."""
    monkeypatch.setattr(movement_phase, "wander", lambda *arguments: ())
    table = moving({CORPS: "2446", RIFLES: "2446", RIFLES_B: "2446"})
    action = movement_phase.Move(exploitation=False).sample(table.state, Random(1))
    assert action is not None
    assert not flow.why_not(table.state, action)


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ms:E1a", "ms:E1b", "ms:E3a", "kharkov:9")
def test_german_supply_has_no_limit_in_good_weather() -> None:
    table = position({INFANTRY: "2646", RIFLES: "0202"}, weather="good")
    assert supply.supplied(table.state, table.unit(INFANTRY))
    assert supply.limit(table.state, 1) is None
    assert (
        supply.limit(position({}, weather="mud").state, 1) == supply.limit(position({}, weather="snow").state, 1) == 10
    )


@pytest.mark.rule("ms:E3b")
def test_ten_hexes_and_no_more() -> None:
    table = position({RIFLES: "0202"}, weather="frost")
    state, grid = table.state, table.state.defn.map.grid
    sources, found = supply.sources(state, 0), supply.supplied_hexes(state, 0)
    near = {c: min(grid.distance(c, s) for s in grid.cells if sources >> s & 1) for c in grid.cells if found >> c & 1}
    assert max(near.values()) <= 10
    walk, _ = supply.line(state, 0, next(c for c, n in near.items() if n == max(near.values())))
    assert 0 < len(walk) - 1 <= 10


@pytest.mark.rule("ms:E1b", "ms:E2b")
def test_an_enemy_on_the_railway_cuts_what_lies_behind() -> None:
    free = position({})
    cut = position({INFANTRY: "0311"})
    before, after = supply.sources(free.state, 0), supply.sources(cut.state, 0)
    assert after & before == after
    assert after.bit_count() < before.bit_count()
    guarded = position({INFANTRY: "0412", RIFLES: "0311", RIFLES_B: "0310"})
    assert supply.sources(guarded.state, 0).bit_count() > after.bit_count()


@pytest.mark.rule("ms:E2a")
def test_zones_close_a_line_unless_a_friend_stands_there() -> None:
    table = position({INFANTRY: "2646", RIFLES: "2546"})
    assert zones.open_hexes(table.state, 0) >> table.cell("2546") & 1
    assert not zones.open_hexes(table.state, 0) >> table.cell("2645") & 1


@pytest.mark.rule("ms:E2a", "ms:E2a-frost")
def test_rivers_stop_supply_but_for_bridges_cities_and_frost() -> None:
    good, frost = position({}, weather="good").state, position({}, weather="frost").state
    grid = good.defn.map.grid
    a, b = grid.cell("0107"), grid.cell("0106")
    direction = grid.direction(a, b)
    assert not supply.crossings(good)[direction] >> a & 1
    assert supply.crossings(frost)[direction] >> a & 1
    a, b = grid.cell("0109"), grid.cell("0108")
    assert not supply.crossings(frost)[grid.direction(a, b)] >> a & 1
    a, b = grid.cell("0216"), grid.cell("0316")
    assert supply.crossings(good)[grid.direction(a, b)] >> a & 1


@pytest.mark.rule("rostov:10")
def test_rostov_has_five_sources() -> None:
    table = position({}, scenario="rostov-1941")
    assert supply.edges(table.state, 0).bit_count() == 5
    assert supply.edges(position({}).state, 0).bit_count() == 3


@pytest.mark.rule("rostov:1-allies")
def test_allies_that_do_not_stand_each_other() -> None:
    table = position({}, scenario="rostov-1941")
    r = table.state.defn.roster
    nations: tuple[str, ...] = getattr(r, "nation")  # noqa: B009
    by = {nation: nations.index(nation) for nation in ("romanian", "hungarian", "italian")}
    assert stacking.quarrel(table.state, (by["romanian"], by["hungarian"]))
    assert not stacking.quarrel(table.state, (by["romanian"], by["italian"]))
