"""kursk: the worked examples of the rulebook, each as it is printed.

The neighbours of 2015 are 2014 (N), 2115 (NE), 2116 (SE), 2016 (S), 1916 (SW) and 1915 (NW).
"""

from __future__ import annotations

import pytest

from blackearth.core.tally import half_text
from blackearth.systems.kursk import movement, movement_phase, odds
from blackearth.systems.kursk.charts import ODDS
from blackearth.systems.kursk.combat import fight_of
from blackearth.systems.kursk.fights import Fight
from tests.kursk.build import Table, position

HEX, NORTH, NE, SE, SOUTH, SW, NW = "2015", "2014", "2115", "2116", "2016", "1916", "1915"
PZ, PZ_B, SS, INF, INF_B = "G-2Pz", "G-3Pz", "G-SST", "G-131ID", "G-321ID"
SMALL = ("G-L", "G-653F", "G-654F", "G-503Tiger", "G-505Tiger", "G-Mant")
RIFLE, RIFLE_B, TANK, TANK_B = "S-10A", "S-10B", "S-1T", "S-5T"
ANTI_TANKS = ("S-1AT", "S-13AT", "S-27AT", "S-28AT")
GUN, GUN_B = "S-4A", "S-2A"


def cost(table: Table, unit: str, a: str, b: str) -> str:
    return half_text(movement.path_cost(table.state, table.unit(unit), (table.cell(a), table.cell(b))))


def fight(table: Table, units: list[str], target: str) -> Fight:
    return fight_of(table.state, tuple(table.unit(u) for u in units), (table.cell(target),))


def strengths(table: Table, units: list[str], target: str) -> tuple[int, int]:
    o = odds.odds(table.state, fight(table, units, target))
    return o.attack, o.defence


# -- movement and zones ------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:zoc-example", "kursk:tec-forest", "kursk:zoc-enter", "kursk:zoc-B", "kursk:zoc-C")
def test_armour_in_a_soviet_zone_in_the_forest() -> None:
    """Three to enter the zone, one for the hex, one for the forest; two more from zone to zone."""
    chart = {"forest": [SOUTH]}
    table = position({PZ: "2017", RIFLE: HEX}, features=chart, begin=movement_phase.initial)
    assert cost(table, PZ, "2017", SOUTH) == "5"
    assert cost(table, PZ, SW, SOUTH) == "7"
    assert table.do(f"move {PZ} 2017 {SOUTH}").where(PZ) == SOUTH


@pytest.mark.rule("kursk:zoc-example", "kursk:tec-cumulative", "kursk:tec-fortified", "kursk:zoc-C")
def test_from_zone_to_zone_six_and_eight_into_a_fortified_line() -> None:
    plain = position({PZ: SW, RIFLE: HEX}, begin=movement_phase.initial)
    assert cost(plain, PZ, SW, SOUTH) == "6"
    table = position({PZ: SW, INF: SW, RIFLE: HEX}, features={"soviet_works": [SOUTH]}, begin=movement_phase.initial)
    assert cost(table, PZ, SW, SOUTH) == "8"
    assert table.cites(f"move {INF} {SW} {SOUTH}") == ["kursk:movement-C"]  # five points
    assert table.do(f"move {PZ} {SW} {SOUTH}").where(PZ) == SOUTH  # eight


@pytest.mark.rule("kursk:zoc-enter", "kursk:zoc-B")
def test_penalties_may_leave_no_move_at_all() -> None:
    """An infantry corps of four points between two divisions: every way is from zone to zone."""
    table = position({RIFLE: HEX, INF: NW, INF_B: SE}, side="soviet", begin=movement_phase.initial)
    assert movement.reachable(table.state, table.unit(RIFLE)).cost == {}


# -- stacking ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:stacking-B", "kursk:movement-F")
@pytest.mark.parametrize(("divisions", "small"), [([PZ, PZ_B], 4), ([PZ], 6), ([PZ, PZ_B, SS], 1)])
def test_german_stacks(divisions: list[str], small: int) -> None:
    """Two divisions and four small units, one and all six; three and one by the general rule."""
    units = dict.fromkeys((*divisions, *SMALL[: small - 1]), HEX) | {SMALL[small - 1]: NW, "G-GD": SW}
    table = position(units, begin=movement_phase.initial)
    table.do(f"move {SMALL[small - 1]} {NW} {HEX}")
    assert table.cites(f"move G-GD {SW} {HEX}") == ["kursk:stacking-A"]
    if small < len(SMALL) and len(divisions) > 1:
        fifth = position({**units, SMALL[small - 1]: HEX, SMALL[small]: NW}, begin=movement_phase.initial)
        assert fifth.cites(f"move {SMALL[small]} {NW} {HEX}") == ["kursk:stacking-A"]


@pytest.mark.rule("kursk:stacking-C", "kursk:movement-F")
def test_soviet_stacks() -> None:
    """Two corps and all four brigades; three corps and one brigade by the general rule."""
    units = {RIFLE: HEX, RIFLE_B: HEX, **dict.fromkeys(ANTI_TANKS[:3], HEX), ANTI_TANKS[3]: NW}
    table = position(units, side="soviet", begin=movement_phase.initial)
    table.do(f"move {ANTI_TANKS[3]} {NW} {HEX}")
    three = {RIFLE: HEX, RIFLE_B: HEX, TANK: HEX, ANTI_TANKS[0]: HEX, ANTI_TANKS[1]: NW}
    full = position(three, side="soviet", begin=movement_phase.initial)
    assert full.cites(f"move {ANTI_TANKS[1]} {NW} {HEX}") == ["kursk:stacking-A"]


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:supply", "kursk:supply-D", "kursk:crt-BR")
def test_a_retreat_cuts_the_line_of_another_unit_before_it_is_attacked() -> None:
    """The corps in 2115 keeps the only way of the tanks open; it is driven off, and they defend with half. The idle
    division stays in 2114 and controls 2115.
    """
    units = {TANK: HEX, RIFLE: NE, PZ: NW, PZ_B: "2114", INF: "2114", INF_B: "2117"}
    table = position(units, [3])
    assert strengths(table, [PZ], HEX) == (5, 4)
    table.do(f"attack {PZ_B} {NE}")  # 5 to 2 is 2-1, a 3: both retreat
    assert table.where(RIFLE) == "2215"
    while table.verbs == ["retreat"]:
        table.do(f"retreat {PZ_B} {table.choice('retreat')['hexes_of'][PZ_B][0]}")  # type: ignore[index]
    assert table.choice("attack")["targets"] == {HEX: [PZ]}
    assert strengths(table, [PZ], HEX) == (5, 2)


# -- limited units -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:combat-D")
def test_two_anti_tank_brigades_with_two_armoured_corps_and_with_one() -> None:
    both = position({TANK: HEX, TANK_B: HEX, ANTI_TANKS[0]: HEX, ANTI_TANKS[1]: HEX, PZ: NW})
    assert strengths(both, [PZ], HEX) == (5, 4 + 4 + 1 + 1)
    one = position({TANK: HEX, ANTI_TANKS[0]: HEX, ANTI_TANKS[1]: HEX, PZ: NW})
    assert strengths(one, [PZ], HEX) == (5, 4 + 1)


@pytest.mark.rule("kursk:combat-E")
def test_two_artillery_corps_with_one_infantry_corps() -> None:
    units = {GUN: HEX, GUN_B: HEX, RIFLE: HEX, PZ: NW}
    table = position(units, [1], side="soviet")
    assert table.cites(f"attack {GUN} {GUN_B} {RIFLE} {NW}") == ["kursk:combat-E"]
    assert strengths(table, [GUN, RIFLE], NW) == (4 + 2, 5)
    assert table.do(f"attack {GUN} {RIFLE} {NW}").dice_used()


@pytest.mark.rule("kursk:combat-D", "kursk:combat-E")
def test_an_artillery_corps_and_an_anti_tank_brigade_use_the_same_corps() -> None:
    units = {GUN: HEX, ANTI_TANKS[0]: HEX, RIFLE: HEX, PZ: NW}
    assert strengths(position(units), [PZ], HEX) == (5, 2 + 1)
    assert strengths(position(units, side="soviet"), [GUN, RIFLE], NW) == (4 + 2, 5)


@pytest.mark.rule("kursk:combat-F")
def test_three_bracketed_units_with_two_divisions() -> None:
    units = {SMALL[0]: NW, SMALL[1]: NW, SMALL[2]: NW, PZ: NW, INF: NW, RIFLE: HEX}
    table = position(units)
    assert table.cites(f"attack {' '.join(SMALL[:3])} {PZ} {INF} {HEX}") == ["kursk:combat-F"]
    assert strengths(table, [*SMALL[:2], PZ, INF], HEX) == (2 + 1 + 5 + 2, 2)
    assert strengths(position(units, side="soviet"), [RIFLE], NW) == (2, 5 + 2 + 2 + 1)


# -- the die -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:air-close-support")
@pytest.mark.parametrize(
    ("features", "die"), [({}, 5), ({"soviet_works": [HEX]}, 3), ({"forest": [HEX]}, 4), ({"swamp": [HEX]}, 4)]
)
def test_close_support_and_a_three(features: dict[str, list[str]], die: int) -> None:
    """The die of 3 becomes a 5; a loss of two is cancelled, a loss of one is cancelled and one is won."""
    units = {PZ: NW, TANK: HEX, "G-Base1": "1515", "G-Air1": "at-base"}
    table = position(units, [3], features=features)
    table.do(f"attack {PZ} {HEX}")
    bare = fight(table, [PZ], HEX)
    helped = Fight(bare.targets, bare.units, bare.fought, bare.defenders, support=bare.fought)
    assert odds.modified(odds.odds(table.state, helped), 3) == die
    table.do(f"support G-Air1 {HEX}")
    detail = next(str(e.detail) for e in table.events if getattr(e, "result", ""))  # type: ignore[union-attr]
    assert f"die 3{f'{die - 3:+d}' if die > 3 else ''}:" in detail


@pytest.mark.rule("kursk:combat-K", "kursk:crt-limits")
def test_twenty_six_to_nine_is_two_to_one() -> None:
    assert ODDS[odds.column(26, 9)] == "2-1"
    assert ODDS[odds.column(27, 9)] == "3-1"


# -- Kampfgruppen ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kursk:opt-kampfgruppen")
def test_a_six_eight_less_a_two_eight_is_four_times_three() -> None:
    units = {SS: HEX, **dict.fromkeys(("S-3M", "S-5GM", "S-1M"), NE), **dict.fromkeys(("S-2M", "S-1GM"), SE)}
    units |= {"S-Base1": "2515", "S-Air1": "at-base"}
    table = position(units, [6], side="soviet", options=("kampfgruppen",))
    table.do(f"attack S-3M S-5GM S-1M S-2M S-1GM {HEX}", f"support S-Air1 {HEX}", f"retreat {SS} {NW}")
    assert table.where("G-KG2-01") == NW
    assert table.state.extra.points == (4 * 3, 0)
