"""The check of the data of Kharkov and Rostov: silent on ours, and it finds faults planted in a copy."""

from __future__ import annotations

import pytest

from blackearth.systems.kharkov.checks import check
from tests.data_kharkov.conftest import Plant

Fault = tuple[str, str, str, str]


def test_our_data_has_no_fault() -> None:
    assert check() == []


#: Faults that a loader finds by itself, one at a time: file, piece of its text that stands there once, what replaces
#: it, part of the message.
SINGLE: list[Fault] = [
    ("map.csv", "\n0101,clear,", "\n0101,swamp,", 'line 2: the column "terrain" holds "swamp"'),
    ("map.csv", "\n0102,clear,", "\n0101,clear,", 'line 3: hex "0101" stands on line 2 already'),
    ("map.csv", "\n0101,clear,", "\n101,clear,", '"101" is not a hex: labels have four digits'),
    ("sources.toml", "[crt]", "[crt", "sources.toml, line "),
    ("hexsides.csv", "\n0106,0107,river", "\n0106,0109,river", "line 2: 0106 and 0109 are not neighbours"),
    ("hexsides.csv", "\n0107,0207,river", "\n0107,0106,river", "line 3: 0107 and 0106 stand on line 2 already"),
    ("links.csv", "\n0111,0211,road", "\n0111,0211,rail", "line 3: 0111 and 0211 stand on line 2 already"),
    ("fronts.csv", "\nkharkov,1,0122,0121", "\nkharkov,1,0122,0125", "line 2: 0122 and 0125 are not neighbours"),
    ("supply.csv", "\n0114,soviet", "\n0111,soviet", 'line 3: hex "0111" stands on line 2 already'),
    ("units.csv", "infantry,,,40,2,3 2,", "infantry,,,40,2,3,", '"attack" has 1 values, but K-40-01 has 2 steps'),
    (
        "units.csv",
        "K-16Mot,kharkov-1943,german,german",
        "K-16Mot,kharkov-1943,german,soviet",
        "K-16Mot is of the german side, but soviet",
    ),
    (
        "units.csv",
        "15th Infantry Division,Reinforcements,,XX,infantry,,,",
        "15th Infantry Division,Reinforcements,,XX,infantry,yes,,",
        "K-15 is armour, so it must be mechanized",
    ),
    (
        "units.csv",
        "4 3 2 1,6 5 4 2,4,,1,1,,,4,,printed,unit-list",
        "4 3 2 1,6 5 4 2,4,,1,1,,A,4,,printed,unit-list",
        "K-15 needs one of zone, entry turn and pool",
    ),
    ("tables/crt.csv", "\n2,AE,AR", "\n2,AE,A7", '"A7" under 1/2 is none of'),
    ("tables/crt.csv", "\n0,AE,,", "\n0,AE,AE,", "the die 0 exists in the column 1/3 only"),
    (
        "tables/tec.csv",
        "\nforest,enter,1,2,",
        "\nforest,enter,1.2,2,",
        "the cost of forest is not a number of half points",
    ),
    ("tables/tec.csv", "\nroad,", "\npath,", 'the feature "road" is missing'),
    ("tables/weather.csv", "\nsnow,", "\nmud,", 'weather "mud" stands on line 3 already'),
    ("turns.csv", "\nkharkov-1943,12,", "\nkharkov-1943,13,", "turn 12 of Kharkov 1943"),
    ("scenarios/kharkov-1943.toml", 'id = "kharkov-1943"', 'id = "kharkov"', '"id" is "kharkov"'),
    ("scenarios/kharkov-1943.toml", "least = 11", "least = 17", '"least" must fall'),
    ("scenarios/kharkov-1943.toml", 'barred = ["NE", "SE"]', 'barred = ["NE", "E"]', '"E", which is no direction'),
    ("scenarios/kharkov-1943.toml", 'name = "K"', 'name = "A"', 'the zone "A" is a stretch of the front already'),
    ("scenarios/kharkov-1943.toml", '"1G", "GP", "S"]', '"1G", "GP", "E"]', 'names "E", which is no soviet zone'),
    ("scenarios/kharkov-1943.toml", 'units = ["K-15"]', 'units = ["K-16"]', 'the reinforcement "K-16" is not in units'),
    (
        "scenarios/kharkov-1943.toml",
        'units = ["K-15"]',
        'units = ["K-39"]',
        "the turn of the reinforcement K-39 differs",
    ),
    ("scenarios/kharkov-1943.toml", "draw = 5", "draw = 0", 'needs either "units" or "pool" and "draw"'),
    ("scenarios/kharkov-1943.toml", "Belgorod = 5", "Akhtyrka = 5", '"points" names Akhtyrka, which is no city'),
    ("scenarios/rostov-1941.toml", 'zero_defence = "7/1"', 'zero_defence = "8/1"', '"8/1", which is no odds column'),
    ("scenarios/rostov-1941.toml", 'feature = "east_of_kharkov_front"', 'feature = "east"', 'names the feature "east"'),
    ("scenarios/kharkov-1943.csv", "\nK-GD,0324", "\nK-GD,9999", 'hex "9999" is not on the map'),
    ("options.toml", 'id = "total-fog"', 'name = "total-fog"', '"name" is unknown at options[2]'),
]

#: Faults that only a look at all files finds; those of a group are planted together.
GROUPS: dict[str, list[Fault]] = {
    "ground": [
        ("map.csv", "\n0331,clear,Belgorod,", "\n0331,clear,,", "in hex 0331 places.csv has Belgorod, which differs"),
        (
            "map.csv",
            "\n0933,clear,Kharkov,,german",
            "\n0933,clear,Kharkov,,soviet",
            "Kharkov must be German in Kharkov",
        ),
        (
            "map.csv",
            "\n0155,clear,,,german,german,yes",
            "\n0155,clear,,,german,german,",
            '"west_of_psel_dnieper" of hex 0155',
        ),
        ("map.csv", "\n0101,clear,,,soviet,soviet", "\n0101,clear,,,soviet,", "hex 0101 must be held in both games"),
        ("hexsides.csv", "\n0108,0109,major_river", "\n0108,0109,river", "the Don at 0108/0109 has the wrong class"),
        (
            "hexsides.csv",
            "\n0106,0107,river,Bityug,,",
            "\n0106,0107,river,Bityug,german,",
            "only a fortification has an owner",
        ),
        (
            "links.csv",
            "\n0130,0230,rail,Prokhorovka - Belgorod - Kharkov,Donets",
            "\n0130,0230,rail,Prokhorovka - Belgorod - Kharkov,",
            "the rail 0130-0230 crosses the river Donets, but has no",
        ),
        ("supply.csv", "\n2501,soviet,star,east", "\n2501,soviet,star,north", "hex 2501 is not on the north edge"),
        ("supply.csv", "\n0122,soviet,star-r", "\n0122,soviet,star", "three stars without letter and two with R"),
    ],
    "units": [
        ("units.csv", "\nR-RM-16,rostov-1941,", "\nR-RM-16,rostov,", 'R-RM-16 belongs to "rostov"'),
        (
            "units.csv",
            "2nd SS Panzer (Das Reich),Sector B,ss,XX,armour,yes,yes,B,4,10 8 5 3",
            "2nd SS Panzer (Das Reich),Sector B,ss,XX,armour,yes,yes,B,4,8 10 5 3",
            "the attack strength of K-2PzSS grows",
        ),
        (
            "units.csv",
            "16th Motorized Division,Sector E,,XX,mechanized,,yes,E,2,4 2,4 2,7,,1,2",
            "16th Motorized Division,Sector E,,XX,mechanized,,yes,E,2,4 2,4 2,7,,3,1",
            "K-16Mot does not stack as its level XX",
        ),
        (
            "units.csv",
            "60th Mechanized Division,Sector E,,XX,mechanized,,yes,E,2,3 2,4 2,7,,1,2,yes",
            "60th Mechanized Division,Sector E,,XX,mechanized,,yes,E,2,3 2,4 2,7,,1,2,",
            "six divisions give a column, not 5",
        ),
        (
            "units.csv",
            "100th Rifle Division,40th Army,,XX,infantry,,,40,1,2,2,3,3",
            "100th Rifle Division,40th Army,,XX,infantry,,,40,1,2,2,3,2",
            "K-40-02 cannot entrench, or gains nothing",
        ),
        (
            "units.csv",
            "15th Infantry Division,Reinforcements,,XX,infantry,,,4,4,4 3 2 1",
            "15th Infantry Division,Reinforcements,,XX,infantry,,,4,4,5 3 2 1",
            "kharkov-1943 has 0 reinforcements 4 of the german side",
        ),
        (
            "units.csv",
            '"Anti-tank Brigade 7, 69th Army",69th Army,,X,anti_tank,,',
            '"Anti-tank Brigade 7, 69th Army",69th Army,,X,anti_tank,yes,',
            "only tank units and Grossdeutschland are armour, unlike K-69-07",
        ),
    ],
    "sources": [
        (
            "hexsides.csv",
            "\n0106,0107,river,Bityug,,reconstructed,river\n",
            "\n0106,0107,river,Bityug,,reconstructed,hearsay\n",
            'line 2: sources.toml has no source "hearsay"',
        ),
        (
            "turns.csv",
            "snow,reconstructed,weather-sure,0,0,0,0,printed",
            "snow,reconstructed,weather-sure,0,0,0,0,published",
            "line 2: the status is published, but the source",
        ),
        ("tables/crt.csv", "D2,,reconstructed,crt\n3,", "D2,,published,crt\n3,", 'the status "published" of 1/3'),
        ("rulings.toml", 'cites = ["ms:G3-AR"]', 'cites = ["ms:H9"]', 'KHA-N24 cites the rule "ms:H9"'),
    ],
    "charts": [
        ("tables/crt.csv", "\n3,AE,AR,-", "\n3,AE,-,-", "1/2 on a 3 must be AR"),
        ("tables/crt.csv", "\n6,-,RX1,EX", "\n6,-,EX,RX1", "line 9: 1/1 is worse for the attacker than 1/2"),
        (
            "tables/tec.csv",
            "\nmajor_river,extra,3,3,2,2,-3",
            "\nmajor_river,extra,3,3,2,2,-2",
            "major_river does not have the printed",
        ),
        ("tables/weather.csv", "\nmud,1/2,0,,10", "\nmud,1/2,0,,0", "mud does not have the printed effects"),
        (
            "turns.csv",
            "1943-02-07,1943-02-10,snow,reconstructed,weather-likely,0,0,6",
            "1943-02-07,1943-02-10,snow,reconstructed,weather-likely,0,0,5",
            "turn 2 does not have the printed air and rail points",
        ),
        ("turns.csv", "\nrostov-1941,2,1941-11-21,", "\nrostov-1941,2,1941-11-22,", "the days of turn 2 do not follow"),
        ("series.toml", "air_per_combat = 3", "air_per_combat = 4", "series.toml: a number is not the printed one"),
    ],
    "scenarios": [
        ("scenarios/kharkov-1943.csv", "\nK-GD,0324,", "\nK-GD,0933,", "K-GD stands in 0933, outside of its zone A"),
        ("scenarios/kharkov-1943.csv", "\nK-40-02,0221,", "\nK-40-02,0324,", "K-40-02 stands in 0324, outside"),
        ("scenarios/kharkov-1943.csv", "\nK-2PzSS,0824,reconstructed,setup", "", "K-2PzSS is not placed"),
        (
            "scenarios/rostov-1941.csv",
            "\nR-H1m,1530,",
            "\nR-H1m,3211,",
            "hungarian and romanian units stand together in 3211",
        ),
        ("scenarios/kharkov-1943.toml", "Stalino = 5", "Stalino = 10", "kharkov-1943: Stalino must give 5 points"),
        ("scenarios/kharkov-1943.toml", "draw = 5", "draw = 6", "12 units are drawn from a pool of 11"),
        ("scenarios/kharkov-1943.toml", ', "K-R4"]', "]", "K-R4 neither starts on the map nor arrives"),
        (
            "scenarios/kharkov-1943.toml",
            '"0801", "0901", "1001"',
            '"0801", "0901", "1002"',
            "hex 1002 of the entry north_east is not on",
        ),
        ("scenarios/kharkov-1943.toml", 'group = "21"', 'group = "22"', 'the army "22" is either not in the scenario'),
        ("fronts.csv", "kharkov,2,0122,0221", "kharkov,2,0121,0221", "the side 0121/0221 must be of the front kharkov"),
        ("panel.toml", 'cites = ["ms:H1"]', 'cites = ["ms:H9"]', 'cites the rule "ms:H9"'),
    ],
}


@pytest.mark.parametrize(("file", "old", "new", "message"), SINGLE)
def test_a_planted_fault_is_found(plant: Plant, file: str, old: str, new: str, message: str) -> None:
    faults = check(plant(file, old, new))
    assert any(message in fault for fault in faults), faults[:10]
    assert all(fault.count("\n") == 0 and fault.endswith(".") for fault in faults)


@pytest.mark.parametrize("group", GROUPS)
def test_contradictions_between_files_are_found(plant: Plant, group: str) -> None:
    for file, old, new, _ in GROUPS[group]:
        overlay = plant(file, old, new)
    faults = check(overlay)
    for _, _, _, message in GROUPS[group]:
        assert any(message in fault for fault in faults), (message, faults)
    assert all(fault.count("\n") == 0 and fault.endswith(".") for fault in faults)


def test_a_unit_out_of_supply_at_the_start_is_found(plant: Plant) -> None:
    """Cut the railway of two stars behind the front: the armies that it fed are out of reach."""
    faults = check(plant("scenarios/kharkov-1943.toml", 'stars = ["star"]', "stars = []"))
    assert faults
    assert all("is out of reach of the soviet sources of supply" in fault for fault in faults)


def test_an_overlay_with_a_misspelt_file_is_one_fault(plant: Plant) -> None:
    overlay = plant("map.csv", "\n0101,clear,", "\n0101,forest,")
    (overlay / "kharkov/unit.csv").write_text("unit\n", encoding="utf-8")
    faults = check(overlay)
    assert len(faults) == 1
    assert "kharkov has no such file" in faults[0]
