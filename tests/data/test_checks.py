"""The check of Ring of Fire's data: silent on ours, and it finds faults planted in a copy."""

from __future__ import annotations

import pytest

from blackearth.systems.ring_of_fire.checks import check
from tests.data.conftest import Plant


def test_our_data_has_no_fault() -> None:
    assert check() == []


UNIT = "Red Army,X,mobile,motor_rifle,,,1,2,2 1,3 2,10,,"
PANZER = "6th Panzer Division,Wehrmacht,,mobile,tank,panzer,,1,2,"
LINE4 = "\n4,A3,A2,A1,A1/D1,A1/D1,A1/D1,"

#: file, piece of its text that stands there once, what replaces it, part of the message
FAULTS = [
    # single rows
    ("map.csv", "\n0118,clear", "\n0118,swamp", 'line 19: the column "terrain" holds "swamp"'),
    ("sources.toml", "[crt]", "[crt", "sources.toml, line "),
    # the ground
    ("map.csv", "\n0118,clear,Krasnograd", "\n0118,clear,", 'line 19: hex 0118 has the town ""'),
    ("places.csv", "1104 1004 1005", "1104 1004 1005 1006", "hex 1006 of Poltava is no town hex"),
    ("map.csv", ",Kharkov (0933),yes,german,,,", ",Kharkov (0933),yes,german,,,yes", "hex 0933 must supply Germans"),
    ("map.csv", "\n0101,clear,,,", "\n0101,clear,,yes,", "line 2: hex 0101 is fortified, but on no line"),
    ("map.csv", "\n0102,clear,,,german,,german,", "\n0102,clear,,,german,,,", "hex 0102 must be of the german map"),
    ("map.csv", "\n0134,clear,,,soviet,yes,", "\n0134,clear,,,soviet,,", '"east_of_donets" of hex 0134'),
    ("hexsides.csv", "\n0112,0113,minor", "\n0112,0113,major", "the Orchik at 0112/0113 has the wrong class"),
    ("hexsides.csv", "\n0212,0213,", "\n2013,2113,", "the river Orchik is broken"),
    ("links.csv", "\n0118,0119,road,Kharkov - P", "\n0118,0119,road,P", 'roads.csv has no road "Pereshchepino"'),
    ("links.csv", "\n0118,0119,road,", "\n0112,0113,road,", "0112-0113 crosses the river Orchik, but has no bridge"),
    ("roads.csv", "road,course\n", "road,course\nA - B,A - B\n", 'line 2: the road "A - B" runs nowhere'),
    ("lines.csv", "first_line,2,3213,", "first_line,2,3212,", "first_line jumps from 3212 to 3114"),
    # units
    ("counters.csv", "soviet divisions,63", "soviet divisions,62", "line 2: there are 63 soviet divisions"),
    ("units.csv", "S-6GAbn,soviet", "S-6GAbn,german", "there are 62 soviet divisions"),
    ("units.csv", f"6Z,{PANZER}5 3,5 3", f"6Z,{PANZER}3 5,3 5", "the attack strength of G-6Z-Pz grows"),
    ("units.csv", f"6Z,{PANZER}5 3,5 3", f"6Z,{PANZER}6 3,5 3", "G-6Z-Pz is German, but attacks and defends"),
    ("units.csv", f"2nd Tank Corps / 40th Army,{UNIT},leg", f"2nd Tank Corps / 40th Army,{UNIT},mobile",
     "S-2T-58MR is rebuilt with the wrong replacement steps"),
    # sources
    ("hexsides.csv", "\n0112,0113,minor_river,Orchik,reconstructed,river-once",
     "\n0112,0113,minor_river,Orchik,reconstructed,hearsay", 'line 2: sources.toml has no source "hearsay"'),
    ("hexsides.csv", "\n0112,0113,minor_river,Orchik,reconstructed,",
     "\n0112,0113,minor_river,Orchik,printed,", "line 2: the status is printed, but the source"),
    ("turns.csv", "1,1,reconstructed,replacements\n3,", "1,1,reconstructed,hearsay\n3,",
     'turns.csv, line 3: sources.toml has no source "hearsay"'),
    ("tables/crt.csv", "4:1,reconstructed,crt", "4:1,published,crt", 'the status "published" of 1:3'),
    ("tables/air.csv", "\n1,1,1,1,,reconstructed,air-table", "\n1,1,1,1,,reconstructed,hearsay", '"hearsay"'),
    # charts
    ("tables/crt.csv", f"{LINE4}A1/D2,", f"{LINE4}A1/D1,", "4:1 on a 4 must be A1/D2"),
    ("tables/crt.csv", "\n6,A3,A1,A1/D1,", "\n6,A3,A1,A2/D1,", "line 7: 1:2 is worse for the attacker than 1:3"),
    ("tables/crt.csv", "\n6,A3,A1,A1/D1,", "\n6,A3,A1,A2/D1,", "line 7: 1:2 on a 6 is worse than on a 5"),
    ("tables/tank.csv", "\n1,1,1,1,2,", "\n1,1,1,1,1,", "line 2: rating 4 on a 1 must be 2"),
    ("tables/air.csv", "\n3,-,-,1,", "\n3,-,1,-,", "line 4: a higher air strike rating must not be worse"),
    ("turns.csv", "\n7,1943-08-09,1,0,", "\n7,1943-08-09,0,0,", "the barrages received must sum up to 5"),
    ("turns.csv", "\n7,1943-08-09", "\n7,1943-08-19", "line 8: turn 7 must be one day after"),
    ("turns.csv", "\n7,1943-08-09,1,0,printed,turn-track,2,3,", "\n7,1943-08-09,1,0,printed,turn-track,2,2,",
     "turn 7 does not have the printed replacement steps"),
    ("turns.csv", "\n5,1943-08-07,0,2,", "\n5,1943-08-07,0,1,", "two Soviet air units leave on turn 5"),
    # set-up and scenarios
    ("scenarios/suggested.csv", "\nS-167R,3314,", "\nS-167R,3313,", "S-167R stands in 3313, outside of its zone"),
    ("scenarios/suggested.csv", "\nS-167R,3314,", "\nS-167R,3313,", "both sides stand in 3313"),
    ("scenarios/suggested.csv", "\nS-180R,3214,", "\nS-180R,3314,", "the stack in 3314 counts 6, more than 4"),
    ("scenarios/suggested.csv", "\nS-167R,3314,,", "\nS-167R,3314,yes,", "the reserve S-167R in 3314 stands next"),
    ("scenarios/suggested.csv", "\nS-167R,3314,,reconstructed,setup-sector", "", "S-167R is not placed"),
    ("scenarios/suggested.csv", "\nS-36GR,2240,", "\nS-36GR,3330,", "an enemy could walk through soviet_line"),
    ("scenarios/rumyantsev.toml", "barrages = 4", "barrages = 5", "start with 4 Barrage markers, not 5"),
    ("scenarios/rumyantsev.toml", ', "G-223-425"]', "]", "rumyantsev: G-223-425 should arrive by turn 14"),
    # rulings and options
    ("rulings.toml", 'cites = ["rof:11.2"]', 'cites = ["rof:99"]', 'ROF-A04 cites the rule "rof:99"'),
    ("rulings.toml", 'cites = ["rof:11.2"]\ndefault = "a"', 'cites = ["rof:11.2"]\ndefault = "z"',
     'ROF-A04 has the default "z"'),
    ("options.toml", 'id = "recon-retreat"', 'name = "recon-retreat"', '"name" is unknown at options[3]'),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "message"), FAULTS)
def test_a_planted_fault_is_found(plant: Plant, file: str, old: str, new: str, message: str) -> None:
    faults = check(plant(file, old, new))
    assert any(message in fault for fault in faults), faults[:10]
    assert all(fault.count("\n") == 0 and fault.endswith(".") for fault in faults)


def test_faults_of_several_files_are_reported_together(plant: Plant) -> None:
    plant("map.csv", "\n0118,clear", "\n0118,swamp")
    faults = check(plant("turns.csv", "1943-08-03", "today"))
    assert len(faults) == 2
    assert "map.csv, line 19" in faults[0]
    assert "turns.csv, line 2" in faults[1]


def test_a_gap_in_the_german_line_is_found(plant: Plant) -> None:
    """Send one German regiment of the line to the rear: an enemy can walk through where it stood."""
    faults = check(plant("scenarios/suggested.csv", "\nG-88-245,3118,", "\nG-88-245,1010,"))
    assert len(faults) == 1
    assert "an enemy could walk through first_line" in faults[0]
    assert check(plant("scenarios/suggested.csv", "\nG-88-245,1010,", "\nG-88-245,3118,")) == [], "read afresh"


def test_an_overlay_with_a_misspelt_file_is_one_fault(plant: Plant) -> None:
    overlay = plant("map.csv", "\n0118,clear", "\n0118,forest")
    (overlay / "ring-of-fire/unit.csv").write_text("unit\n", encoding="utf-8")
    faults = check(overlay)
    assert len(faults) == 1
    assert "ring-of-fire has no such file" in faults[0]
