"""rof:12.1 - tank combat: the rulebook's examples die by die, then who fights whom, and in which order."""

from __future__ import annotations

import pytest

from blackearth.core.events import Declared, Marked
from blackearth.systems.ring_of_fire.board import FIRED, RESERVE, RETURNED
from blackearth.systems.ring_of_fire.tank_combat import mandatory
from tests.ring_of_fire.build import position
from tests.ring_of_fire.tanks import (
    FOUR,
    ONE,
    ONE_B,
    ONE_C,
    ONE_D,
    OTHER_TWO,
    RED_TWO,
    RESERVE_SEGMENT,
    THREE,
    TWO,
    A,
    B,
    C,
    D,
    X,
    Y,
    dead,
    fight,
    shots,
)

# -- the examples of the rulebook --------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.1-example", "rof:12.1", "rof:12.12", "rof:12.13", "rof:12.16", "rof:12.161")
def test_comprehensive_example() -> None:
    units = {ONE: A, ONE_B: A, ONE_C: B, ONE_D: B, FOUR: X, TWO: Y, RED_TWO: "2035"}
    table = fight(units, [3, 2, 6, 3, 1, 4, 2, 5, 4], marks={RED_TWO: RESERVE})
    assert table.side == "soviet"
    # Hex B attacks hex Y. The German unit of rating 2 fires first and misses, then both brigades miss.
    table.do(f"engage {ONE_C} {ONE_D} {Y}")
    assert table.side == "german"
    table.do(f"fire {TWO} {ONE_C}")
    assert table.side == "soviet"
    table.do(f"fire {ONE_D} {TWO}")
    assert shots(table) == [(TWO, ONE_C, 3), (ONE_D, TWO, 2), (ONE_C, TWO, 6)]
    # Hex A attacks hex X. The German unit of rating 4 hits with a 3; one of the two brigades hits with a 1.
    assert table.side == "soviet"
    table.do(f"engage {ONE} {ONE_B} {X}", f"fire {FOUR} {ONE}", f"fire {ONE} {FOUR}")
    assert shots(table)[3:] == [(FOUR, ONE, 3), (ONE, FOUR, 1), (ONE_B, FOUR, 4)]
    assert table.steps(ONE, ONE_B, ONE_C, ONE_D, FOUR, TWO) == [1, 2, 2, 2, 1, 2]
    assert table.over
    assert all(table.marked(name, FIRED) for name in (ONE, ONE_B, ONE_C, ONE_D))
    # The reserve has moved to hex C. Hexes A and B are out of it; both German units may fire again.
    table.state.put(table.unit(RED_TWO), table.cell(C))
    table.run(RESERVE_SEGMENT)
    ((hexagon, targets),) = mandatory(table.state)
    assert (hexagon, set(targets)) == (table.cell(C), {table.cell(X), table.cell(Y)})
    table.do(f"engage {RED_TWO} {X}")
    assert shots(table)[6:] == [(FOUR, RED_TWO, 2), (RED_TWO, FOUR, 5)]
    assert table.steps(RED_TWO) == [1]
    # Now the German unit in hex Y, which was not engaged, fires at it and misses.
    assert table.side == "german"
    assert table.choice("fire")["targets"] == [RED_TWO]
    table.do(f"fire {TWO} {RED_TWO}")
    assert shots(table)[8:] == [(TWO, RED_TWO, 4)]
    assert table.over
    assert table.dice_used()
    assert not any(table.marked(name, FIRED) for name in (ONE, ONE_B, ONE_C, ONE_D, RED_TWO))


@pytest.mark.rule("rof:12.12-example", "rof:12.12")
def test_firing_order_of_the_example() -> None:
    units = {FOUR: A, TWO: A, RED_TWO: X, ONE: X, ONE_B: X}
    table = fight(units, [5, 6, 6, 6, 6], side="german")
    table.do(f"fire {FOUR} {RED_TWO}", f"fire {RED_TWO} {FOUR}", f"fire {TWO} {RED_TWO}")
    # The Soviet player chooses which of his units of rating 1 fires first.
    assert table.side == "soviet"
    assert table.choice("fire")["units"] == [ONE, ONE_B]
    table.do(f"fire {ONE_B} {FOUR}", f"fire {ONE} {TWO}")
    assert [shot[0] for shot in shots(table)] == [FOUR, RED_TWO, TWO, ONE_B, ONE]
    # Both German units fired at the unit of rating 2 and ignored the others.
    assert [shot[1] for shot in shots(table) if shot[0] in (FOUR, TWO)] == [RED_TWO, RED_TWO]
    assert table.over
    assert table.dice_used()


@pytest.mark.rule("rof:12.12")
def test_effectiveness_four_eliminates_with_a_one_before_the_target_returns_fire() -> None:
    table = fight({FOUR: A, ONE: X}, [1], side="german")
    assert table.where(ONE) == "eliminated"
    assert table.dice_used()
    assert shots(table) == [(FOUR, ONE, 1)]
    assert table.side == "german"  # advance after combat


@pytest.mark.rule("rof:12.13-example", "rof:12.13")
def test_defenders_that_returned_fire_cannot_fire_at_later_hexes() -> None:
    units = {ONE: A, ONE_B: C, ONE_C: D, TWO: X, OTHER_TWO: X, THREE: X}
    table = fight(units, [4, 6, 6, 6, 6, 6])
    table.do(f"engage {ONE} {X}", f"fire {THREE} {ONE}", f"fire {TWO} {ONE}", f"fire {OTHER_TWO} {ONE}")
    table.do(f"fire {ONE} {THREE}")
    assert all(table.marked(name, RETURNED) for name in (TWO, OTHER_TWO, THREE))
    # Hexes C and D are fired without a shot in return.
    table.do(f"engage {ONE_B} {X}", f"fire {ONE_B} {THREE}", f"fire {ONE_C} {TWO}")
    assert [shot[0] for shot in shots(table)] == [THREE, TWO, OTHER_TWO, ONE, ONE_B, ONE_C]
    assert table.over
    assert not any(table.marked(name, RETURNED) for name in (TWO, OTHER_TWO, THREE))


@pytest.mark.rule("rof:12.13-example", "rof:12.13")
def test_defenders_may_fire_one_at_each_attacking_hex() -> None:
    units = {ONE: A, ONE_B: C, ONE_C: D, TWO: X, OTHER_TWO: X, THREE: X}
    table = fight(units, [4, 6, 6, 6, 6, 6])
    table.do(f"engage {ONE} {X}", f"fire {THREE} {ONE}", f"hold {TWO} {OTHER_TWO}", f"fire {ONE} {THREE}")
    table.do(f"engage {ONE_B} {X}", f"fire {TWO} {ONE_B}", f"hold {OTHER_TWO}", f"fire {ONE_B} {THREE}")
    # In the last combat nobody comes later: there is nothing to hold for, and one shot only.
    table.do(f"fire {ONE_C} {THREE}")
    assert [shot[0] for shot in shots(table)] == [THREE, ONE, TWO, ONE_B, OTHER_TWO, ONE_C]
    assert table.over
    assert table.dice_used()


@pytest.mark.rule("rof:12.15-example", "rof:12.15")
def test_only_hexes_that_fought_may_advance() -> None:
    units = {ONE: A, ONE_B: C, ONE_C: D, TWO: X}
    table = fight(units, [5, 6, 1], steps={TWO: 1})
    table.do(f"engage {ONE} {X}", f"fire {TWO} {ONE}")
    assert table.where(TWO) == X
    table.do(f"engage {ONE_B} {X}")
    assert dead(table, TWO)
    assert table.choice("advance")["units"] == [ONE, ONE_B]
    assert table.cites(f"advance {ONE_C}") == ["rof:12.15"]
    table.do(f"advance {ONE} {ONE_B}")
    assert (table.where(ONE), table.where(ONE_B), table.where(ONE_C)) == (X, X, D)
    # Hex D has nobody left to engage and gets no marker.
    assert table.over
    assert not table.marked(ONE_C, FIRED)
    assert table.dice_used()


@pytest.mark.rule("rof:12.13")
def test_unengaged_hex_fires_at_attackers_that_have_fired() -> None:
    table = fight({ONE: A, TWO: X, OTHER_TWO: Y}, [6, 6, 2])
    table.do(f"engage {ONE} {X}")
    assert table.side == "german"
    assert table.choice("fire") | {"label": "", "note": ""} == {
        "kind": "target", "verb": "fire", "label": "", "cite": "rof:12.13", "note": "", "units": [OTHER_TWO],
        "targets": [ONE], "targets_of": {OTHER_TWO: [ONE]},
    }  # fmt: skip
    assert table.cites(f"fire {TWO} {ONE}") == ["rof:12.13"]
    table.do(f"fire {OTHER_TWO} {ONE}")
    # The attackers do not return this fire.
    assert table.steps(ONE) == [1]
    assert table.over
    assert table.dice_used()


# -- who fights --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.1", "rof:12.12")
def test_units_without_a_rating_are_ignored() -> None:
    infantry, recon, rifle = "G-332-676", "G-GD-Rec", "S-167R"
    table = fight({ONE: A, rifle: A, TWO: X, infantry: X, recon: C}, [6, 6])
    # One tank unit on each side: nothing to choose, all is done.
    assert shots(table) == [(TWO, ONE, 6), (ONE, TWO, 6)]
    assert table.over
    table = fight({ONE: A, rifle: A, TWO: X, OTHER_TWO: X, infantry: X}, [6, 6, 6])
    table.do(f"fire {TWO} {ONE}")
    assert table.choice("fire")["targets"] == [TWO, OTHER_TWO]
    assert table.cites(f"fire {ONE} {infantry}") == ["rof:12.12"]


@pytest.mark.rule("rof:12.1")
def test_a_tank_unit_next_to_infantry_alone_does_not_fight() -> None:
    assert fight({ONE: A, "G-332-676": X}).over


@pytest.mark.rule("rof:12.11")
def test_tank_combat_is_mandatory() -> None:
    table = fight({ONE: A, ONE_B: C, TWO: X, OTHER_TWO: Y})
    assert table.verbs == ["engage"]
    around = {table.state.defn.map.grid.label(cell): targets for cell, targets in mandatory(table.state)}
    assert around.keys() == {A, C}
    assert set(around[A]) == {table.cell(X), table.cell(Y)}


@pytest.mark.rule("rof:12.11")
def test_nothing_is_asked_where_no_tank_units_meet() -> None:
    table = fight({ONE: A, TWO: "2030"})
    assert table.over
    assert mandatory(table.state) == []


@pytest.mark.rule("rof:12.11", "rof:12.14")
def test_never_across_a_major_river() -> None:
    west, east = "2339", "2340"
    table = fight({ONE: east, TWO: west})
    assert table.state.defn.map.sides["major_river"].has(table.cell(west), table.cell(east))
    assert table.over
    # With another target on the own bank the one across the river is refused.
    table = fight({ONE: east, TWO: west, OTHER_TWO: "2341", THREE: "2440"})
    assert "rof:12.14" in table.cites(f"engage {ONE} {west}")


@pytest.mark.rule("rof:12.14", "rof:15.2")
def test_terrain_and_supply_do_not_matter() -> None:
    forest = "2233"
    units = {ONE: A, TWO: forest}
    table = fight(units, [2, 1], side="soviet", control=[])
    # The German rating 2 hits with a 2, the Soviet rating 1 with a 1, whatever the hex.
    assert table.steps(ONE, TWO) == [1, 1]


@pytest.mark.rule("rof:12.12", "rof:12.18")
@pytest.mark.parametrize(
    ("unit", "die", "lost"),
    [(ONE, 1, 1), (ONE, 2, 0), (RED_TWO, 2, 1), (RED_TWO, 3, 0), (THREE, 3, 1), (THREE, 4, 0),
     (FOUR, 1, 2), (FOUR, 2, 1), (FOUR, 4, 1), (FOUR, 5, 0)],
)  # fmt: skip
def test_table_decides_the_steps_lost(unit: str, die: int, lost: int) -> None:
    german = unit.startswith("G")
    victim = ONE if german else "G-10PzG-20"
    # The victim has fired already, so that only the unit in question rolls.
    own = {unit: A, victim: X}
    table = fight(own, [die], side="german" if german else "soviet", marks={victim: RETURNED})
    assert table.steps(victim) == [2 - lost]
    assert table.dice_used()


@pytest.mark.rule("rof:12.12")
def test_equal_ratings_defender_fires_first() -> None:
    table = fight({TWO: A, RED_TWO: X}, [2, 2], side="german")
    assert shots(table) == [(RED_TWO, TWO, 2), (TWO, RED_TWO, 2)]


@pytest.mark.rule("rof:12.12")
def test_losses_count_at_once() -> None:
    table = fight({ONE: A, TWO: X}, [2], steps={ONE: 1})
    assert table.where(ONE) == "eliminated"
    assert table.dice_used()  # the dead unit does not return fire


@pytest.mark.rule("rof:12.12")
def test_reduced_units_keep_their_rating() -> None:
    table = fight({FOUR: A, ONE: X}, [4, 6], side="german", steps={FOUR: 1})
    assert table.steps(ONE) == [1]


@pytest.mark.rule("rof:12.12", "rof:2.42")
def test_only_phasing_units_are_marked() -> None:
    table = fight({ONE: A, TWO: X}, [6, 6])
    assert table.marked(ONE, FIRED)
    assert not table.state.marks[table.unit(TWO)]
    assert [e.mark for e in table.events if isinstance(e, Marked)] == ["fired"]


@pytest.mark.rule("rof:12.12")
def test_one_attacking_hex_at_a_time() -> None:
    table = fight({ONE: A, ONE_B: C, TWO: X, OTHER_TWO: Y})
    assert table.cites(f"engage {ONE} {ONE_B} {X}") == ["rof:12.12"]


@pytest.mark.rule("rof:12.1", "rof:12.11", "rof:12.12")
def test_refusals_of_engaging() -> None:
    rifle = "S-167R"
    table = fight({ONE: A, ONE_B: C, rifle: A, TWO: X, OTHER_TWO: Y, "G-332-676": "2333"})
    assert table.cites(f"engage {rifle} {X}") == ["rof:12.1"]
    assert table.cites(f"engage {TWO} {A}")[0] == "rof:12.12"
    assert table.cites(f"engage {ONE} {D}") == ["rof:12.11"]
    assert table.cites(f"engage {ONE} 2333") == ["rof:12.1"]
    assert table.cites(f"engage {ONE_C} {X}") == [""]
    assert table.cites("engage") == [""]
    assert table.cites(f"engage {ONE} {ONE} {X}") == [""]


# -- assigning ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.13")
def test_units_of_a_hex_may_engage_different_hexes_all_assigned_first() -> None:
    table = fight({ONE: A, ONE_B: A, TWO: X, OTHER_TWO: Y, ONE_C: C}, [6, 6, 6, 6])
    table.do(f"engage {ONE} {X}")
    assert table.side == "soviet"
    assert table.state.rolls == 0
    assert table.choice("engage")["targets"] == {Y: [ONE_B], X: [ONE_B]}
    assert table.cites(f"engage {ONE} {Y}") == ["rof:12.13"]
    assert "rof:12.13" in table.cites(f"engage {ONE_C} {Y}")
    table.saved().do(f"engage {ONE_B} {Y}", f"fire {TWO} {ONE}", f"fire {OTHER_TWO} {ONE_B}")
    assert shots(table) == [(TWO, ONE, 6), (ONE, TWO, 6), (OTHER_TWO, ONE_B, 6), (ONE_B, OTHER_TWO, 6)]
    assert table.dice_used()


@pytest.mark.rule("rof:12.13")
def test_the_only_target_takes_the_rest_of_the_hex() -> None:
    table = fight({ONE: A, ONE_B: A, ONE_C: C, TWO: X}, [6, 6, 6])
    table.do(f"engage {ONE} {X}")
    declared = [e.units for e in table.events if isinstance(e, Declared)]
    assert declared == [(table.unit(ONE),), (table.unit(ONE_B),)]
    # Both fight in one combat: the defender chooses between them.
    assert table.choice("fire")["targets"] == [ONE, ONE_B]


@pytest.mark.rule("rof:12.13")
def test_every_attacking_hex_attacks_a_hex_they_share() -> None:
    table = fight({ONE: A, ONE_B: C, ONE_C: D, TWO: X}, [6, 6, 6, 6])
    table.do(f"engage {ONE} {X}", f"fire {TWO} {ONE}", f"engage {ONE_C} {X}")
    assert [shot[0] for shot in shots(table)] == [TWO, ONE, ONE_C, ONE_B]
    assert table.over


@pytest.mark.rule("rof:12.13", "rof:12.12")
def test_unit_whose_target_is_gone_gets_no_marker_and_engages_another() -> None:
    # The first of A's units kills the only defender of X; the second had no shot and must turn to Y.
    table = fight({RED_TWO: A, ONE: A, TWO: X, OTHER_TWO: Y}, [6, 1, 6, 6], steps={TWO: 1})
    table.do(f"engage {RED_TWO} {ONE} {X}", f"fire {TWO} {RED_TWO}", "stay")
    assert table.marked(RED_TWO, FIRED)
    assert [shot[0] for shot in shots(table)] == [TWO, RED_TWO, OTHER_TWO, ONE]
    assert table.marked(ONE, FIRED)
    assert table.dice_used()


@pytest.mark.rule("rof:12.13", "rof:12.12")
def test_hex_whose_only_target_was_emptied_does_not_fight() -> None:
    units = {RED_TWO: A, ONE: A, TWO: Y, OTHER_TWO: X, ONE_B: B}
    table = fight(units, [6, 1, 6, 6], steps={TWO: 1})
    table.do(f"engage {RED_TWO} {Y}", f"engage {ONE} {X}", f"fire {TWO} {RED_TWO}")
    assert dead(table, TWO)
    table.do("stay", f"fire {OTHER_TWO} {ONE}")
    assert [shot[0] for shot in shots(table)] == [TWO, RED_TWO, OTHER_TWO, ONE]
    assert not table.marked(ONE_B, FIRED)
    assert table.over


# -- fire --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rof:12.12")
def test_out_of_turn_fire_is_refused() -> None:
    table = fight({ONE: A, ONE_B: A, THREE: X, TWO: X}, [6, 6, 6, 6])
    assert table.cites(f"fire {TWO} {ONE}") == ["rof:12.12"]
    assert "not yet the turn" in table.refusals(f"fire {TWO} {ONE}")[0].text
    table.do(f"fire {THREE} {ONE}")
    assert table.cites(f"fire {THREE} {ONE}") == ["rof:12.13"]
    assert table.cites(f"fire {TWO} {THREE}") == ["rof:12.12"]
    assert table.cites(f"fire {TWO}") == [""]
    assert table.cites(f"fire G-GD-F {ONE}") == ["rof:12.12"]


@pytest.mark.rule("rof:12.13")
def test_held_units_do_not_come_back_in_the_same_combat() -> None:
    table = fight({ONE: A, ONE_B: A, ONE_C: C, THREE: X, TWO: X}, [6] * 6)
    table.do(f"engage {ONE} {X}", f"hold {THREE}")
    assert table.cites(f"fire {THREE} {ONE}") == ["rof:12.13"]
    assert table.cites(f"hold {ONE}") == ["rof:12.12"]
    assert table.cites("hold") == [""]
    table.saved().do(f"fire {TWO} {ONE}", f"fire {ONE} {TWO}", f"fire {ONE_B} {TWO}")
    # In the combat of C it fires at the only target; nobody comes later, for whom it could hold its fire.
    table.do(f"fire {ONE_C} {TWO}")
    assert [shot[0] for shot in shots(table)] == [TWO, ONE, ONE_B, THREE, ONE_C]


@pytest.mark.rule("rof:12.13")
def test_nothing_to_hold_for_without_a_later_combat() -> None:
    table = fight({ONE: A, ONE_B: A, THREE: X, TWO: X})
    assert table.verbs == ["fire"]
    assert table.cites(f"hold {THREE}") == ["rof:12.12"]


@pytest.mark.rule("rof:12.13")
def test_reading_nobody_may_decline() -> None:
    table = fight({ONE: A, ONE_B: C, THREE: X}, [6, 6, 6], rulings={"ROF-A16": "b"})
    table.do(f"engage {ONE} {X}")
    assert [shot[0] for shot in shots(table)] == [THREE, ONE, ONE_B]


@pytest.mark.rule("rof:12.11", "rof:12.13")
def test_reading_nobody_must_fire() -> None:
    table = fight({ONE: A, ONE_B: A, THREE: X}, [6, 6], rulings={"ROF-A16": "c"})
    assert table.verbs == ["engage", "end-tank-combat"]
    table.do(f"engage {ONE} {X}", "open-fire", f"hold {THREE}", f"hold {ONE}")
    assert not table.marked(ONE, FIRED)
    assert table.cites(f"engage {ONE} {X}") == ["rof:12.13"]
    table.do("end-tank-combat")
    assert table.over
    assert table.state.rolls == 0


@pytest.mark.rule("rof:12.13")
def test_unit_that_held_fire_in_its_own_combat_is_not_unengaged() -> None:
    # The unit in B could come next to X by an advance, so fire may be held for it; but it does not come.
    units = {ONE: A, ONE_B: B, THREE: X, TWO: X}
    table = fight(units, [6])
    table.do(f"hold {THREE}", f"hold {TWO}", f"fire {ONE} {THREE}")
    assert table.over
    assert table.dice_used()


@pytest.mark.rule("rof:12.13")
def test_unengaged_by_the_other_reading_means_not_fired_at() -> None:
    units = {ONE: A, ONE_B: B, THREE: X, TWO: X}
    table = fight(units, [6, 2], rulings={"ROF-A18": "b"})
    table.do(f"hold {THREE}", f"hold {TWO}", f"fire {ONE} {THREE}")
    assert table.choice("fire")["units"] == [TWO]
    table.do(f"fire {TWO} {ONE}")
    assert table.steps(ONE) == [1]
    assert table.over
    assert table.dice_used()


@pytest.mark.rule("rof:12.13")
def test_unengaged_units_need_not_fire() -> None:
    table = fight({ONE: A, TWO: X, OTHER_TWO: Y}, [6, 6])
    table.do(f"engage {ONE} {X}", "cease-fire")
    assert table.over
    assert table.dice_used()


@pytest.mark.rule("rof:12.13", "rof:12.14")
def test_refusals_of_unengaged_fire() -> None:
    units = {ONE: A, ONE_B: "2435", TWO: X, OTHER_TWO: Y, THREE: Y, "G-332-676": Y, "S-167R": A}
    table = fight(units, [6, 6, 6])
    table.do(f"engage {ONE} {X}")
    assert table.side == "german"
    assert table.cites(f"fire G-332-676 {ONE}") == ["rof:12.1"]
    assert table.cites(f"fire {THREE} S-167R") == ["rof:12.1"]
    assert table.cites(f"fire {THREE} {ONE_B}") == ["rof:12.11"]
    assert table.cites(f"fire {TWO} {ONE}") == ["rof:12.13"]
    assert table.cites(f"fire {ONE} {TWO}") == ["rof:12.13"]
    assert table.cites(f"fire {FOUR} {ONE}") == ["rof:12.13"]
    assert table.cites(f"fire {THREE}") == [""]
    table.do(f"fire {THREE} {ONE}")
    assert table.cites(f"fire {THREE} {ONE}") == ["rof:12.13"]


@pytest.mark.rule("rof:12.13")
def test_refusal_of_fire_by_engaged_and_by_distant_units() -> None:
    units = {ONE: A, ONE_B: B, THREE: X, TWO: X, FOUR: "2434", OTHER_TWO: "2030"}
    table = fight(units, [6])
    table.do(f"engage {ONE} {X}", f"hold {THREE}", f"hold {TWO}", f"fire {ONE} {THREE}")
    assert table.choice("fire")["units"] == [FOUR]
    assert "was engaged" in table.refusals(f"fire {TWO} {ONE}")[0].text
    assert "no target" in table.refusals(f"fire {OTHER_TWO} {ONE}")[0].text


@pytest.mark.rule("rof:12.14", "rof:12.13")
def test_unengaged_units_do_not_fire_across_a_major_river() -> None:
    table = fight({ONE: "2338", ONE_B: "2340", TWO: "2337", THREE: "2339"}, [6, 6])
    table.do(f"engage {ONE} 2337")
    assert table.choice("fire")["targets_of"] == {THREE: [ONE]}
    assert table.cites(f"fire {THREE} {ONE_B}") == ["rof:12.14"]


@pytest.mark.rule("rof:12.16", "rof:12.13")
def test_unengaged_units_of_the_reserve_segment_fire_at_reserves_alone() -> None:
    units = {ONE: A, ONE_B: "2435", TWO: X, FOUR: "2434"}
    table = position(units, begin=RESERVE_SEGMENT, dice=[6, 6], marks={ONE: RESERVE})
    table.do(f"engage {ONE} {X}")
    assert table.choice("fire")["targets_of"] == {FOUR: [ONE]}
    assert table.cites(f"fire {FOUR} {ONE_B}") == ["rof:12.16"]
