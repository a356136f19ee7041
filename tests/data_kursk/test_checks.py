"""The check of the data of Kursk: silent on ours, and it finds faults planted in a copy."""

from __future__ import annotations

import pytest

from blackearth.lib.tables import DataError
from blackearth.systems.kursk.checks import check
from blackearth.systems.kursk.content import load, options, rulings
from tests.data_kursk.conftest import Plant

Fault = tuple[str, str, str, str]


def test_our_data_has_no_fault() -> None:
    assert check() == []


#: Faults that the loader of August 3 finds by itself: file, piece of its text that stands there once, what replaces it,
#: part of the message.
SINGLE: list[Fault] = [
    ("map.csv", "\n0101,clear,", "\n0101,marsh,", 'line 2: the column "terrain" holds "marsh"'),
    ("map.csv", "\n0102,clear,", "\n0101,clear,", 'line 3: hex "0101" stands on line 2 already'),
    ("map.csv", "\n0101,clear,", "\n101,clear,", '"101" is not a hex: labels have four digits'),
    ("sources.toml", "[crt]", "[crt", "sources.toml, line "),
    ("hexsides.csv", "\n0101,0102,river", "\n0101,0104,river", "line 2: 0101 and 0104 are not neighbours"),
    ("hexsides.csv", "\n0102,0201,river", "\n0102,0101,river", "line 3: 0102 and 0101 stand on line 2 already"),
    ("links.csv", "\n0103,0104,rail", "\n0202,0102,rail", "line 3: 0202 and 0102 stand on line 2 already"),
    ("exits.csv", "\n0103,german", "\n0102,german", 'line 3: hex "0102" stands on line 2 already'),
    (
        "lines.csv",
        "\ngerman_line,german,1,",
        "\ngerman_line,soviet,1,",
        "the german_line does not belong to the soviet",
    ),
    (
        "lines.csv",
        "\ngerman_line,german,2,",
        "\ngerman_line,german,1,",
        'line and seq "german_line 1" stands on line 2',
    ),
    ("fronts.csv", "\njuly,1,0701,0801", "\njuly,1,0701,0805", "line 2: 0701 and 0805 are not neighbours"),
    ("places.csv", "\nKursk,2022,", "\nKursk,9999,", 'line 2: hex "9999" is not on the map'),
    ("units.csv", "\nG-102H,german,hungarian", "\nG-102H,german,soviet", "G-102H is of the german side, but soviet"),
    ("units.csv", "none,12,G-Base1,", "none,,G-Base1,", 'G-Air1 needs "base" and "range"'),
    ("units.csv", "none,12,G-Base1,", "none,12,G-1HS,", 'the base "G-1HS" of G-Air1 is no ground support element'),
    ("units.csv", "none,12,G-Base1,", "none,12,S-Base1,", "G-Air1 and its base S-Base1 are of different sides"),
    (
        "units.csv",
        "1st Tank Corps,11G sector,,4-6,armour,XXX,yes",
        "1st Tank Corps,11G sector,,4-6,armour,XXX,",
        "S-1T is of the kind armour, which decides on motorized",
    ),
    ("tables/crt.csv", "\n2,AX,AX", "\n2,AX,DR", '"DR" under 1-2 is none of'),
    ("tables/crt.csv", "\n8,", "\n9,", 'one row for each "die" from -1 to 8'),
    ("tables/air.csv", "\n4,-,-", "\n4,-,Y", '"Y" is neither X nor -'),
    ("tables/tec.csv", "\nriver,", "\nbrook,", 'the feature "river" is missing'),
    ("turns.csv", "\naug3,6,", "\naug3,7,", "turn 6 of August 3"),
    ("numbers.toml", "german = 3", "german = 1.5", "the ratios must fall"),
    ("scenarios/jul4.csv", "\nG-131ID,0802", "\nG-132ID,0802", 'line 2: there is no unit "G-132ID"'),
    ("scenarios/jul4.csv", "\nG-131ID,0802", "\nG-KG1-01,0802", "G-KG1-01 is not set up"),
    ("scenarios/aug3.toml", 'id = "aug3"', 'id = "aug4"', '"id" is "aug4"'),
    ("scenarios/aug3.toml", 'cover = "german_line"', 'cover = "soviet_line_1"', "which is not of the german side"),
    (
        "scenarios/aug3.toml",
        'lines = ["german_line", ',
        "lines = [",
        '"cover" names the german_line, which is not active',
    ),
    ("scenarios/aug3.toml", "Orel = 20", "Mtsensk = 20", '"objectives" names Mtsensk, which is no city'),
    ("scenarios/aug3.toml", '"S-8GA"', '"S-9GA"', 'the reinforcement "S-9GA" is no soviet unit'),
    ("scenarios/aug3.toml", 'feature = "edge_east"', 'feature = "east"', 'names the feature "east"'),
]

#: Faults that only a look at all files finds; those of a group are planted together.
GROUPS: dict[str, list[Fault]] = {
    "ground": [
        (
            "places.csv",
            "\nKursk,2022,city,soviet",
            "\nKursk,2022,city,german",
            "the works of Kursk are not of the side",
        ),
        ("places.csv", "\nVoronezh,3523,city,,", "\nVoronezh,3523,town,soviet,", "Voronezh has works, but is no city"),
        ("map.csv", "\n1914,clear", "\n1914,forest", "Orel must stand in a clear hex"),
        ("hexsides.csv", "\n1720,1819,river,Svapa,reconstructed,river\n", "\n", "the river Svapa is broken"),
        (
            "links.csv",
            "\n0103,0104,rail,Orel-Bryansk-Roslavl-Smolensk,",
            "\n0103,0104,rail,Orel-Bryansk,Don",
            "crosses no river, but has a bridge over Don",
        ),
        ("exits.csv", "\n0102,german,west", "\n0102,german,north", "hex 0102 is not on the north edge"),
        ("exits.csv", "\n0108,german", "\n0108,soviet", "the exit 0108 must serve german"),
        ("exits.csv", "\n3544,,", "\n3544,soviet,", "the exit 3544 must serve nobody"),
        ("lines.csv", "\ngerman_line,german,2,0702", "\ngerman_line,german,2,0602", "the german_line jumps from 0602"),
        ("map.csv", "\n0801,forest,soviet", "\n0801,forest,german", "must be of the front july if and only if"),
    ],
    "rows": [
        (
            "units.csv",
            '2nd Panzer Division,"9th Army, XLVII Panzer Corps",,5-8,armour,XX,yes,5,5,8',
            '2nd Panzer Division,"9th Army, XLVII Panzer Corps",,5-8,armour,XX,yes,5,6,8',
            'the values of G-2Pz are not those of "5-8"',
        ),
        (
            "units.csv",
            "(2)-8,armour,X,yes,2,2,8,bracketed,,small",
            "(2)-8,armour,X,yes,2,2,8,bracketed,yes,full",
            "G-L must have a zone if and only if it is regular",
        ),
        (
            "units.csv",
            '"60th Army, Corps A",Central Front,60,',
            '"60th Army, Corps A",Central Front,,',
            "S-60A needs an army",
        ),
        ("units.csv", "none,10,S-Base1,", "none,10,S-Base2,", "S-Base1 must have one aircraft element, not 0"),
        (
            "oob.csv",
            "\nmay3,soviet,2-4,48,printed,chart",
            "\nmay3,soviet,2-4,47,published,hearsay",
            "the chart has 48 soviet units 2-4 in may3",
        ),
        (
            "hexsides.csv",
            "\n0101,0102,river,Dnieper,reconstructed,river\n",
            "\n0101,0102,river,Dnieper,reconstructed,x\n",
            'line 2: sources.toml has no source "x"',
        ),
        (
            "turns.csv",
            "\nmay3,1,1943-05-04,1943-05-05,printed",
            "\nmay3,1,1943-05-04,1943-05-05,published",
            "line 2: the status is published, but the source",
        ),
        (
            "rulings.toml",
            'cites = ["kursk:advance"]',
            'cites = ["kursk:retreat"]',
            'KUR-A22 cites the rule "kursk:retreat"',
        ),
        ("tables/tec.csv", "kursk:tec-river", "kursk:rivers", 'cites the rule "kursk:rivers"'),
        ("tables/crt.csv", "\n0,AX", "\n0,AR", "line 3: 1-3 on a 0 must be AX, as printed"),
        ("tables/crt.csv", "\n6,BR,EX,EX", "\n6,BR,EX,BR", "line 9: 1-1 is worse for the attacker than 1-2"),
        ("tables/air.csv", "\n6,-,-", "\n6,-,X", "1-1 on a 6 is better than on a 5"),
        ("tables/tec.csv", "\nenter_zone,3,3,0", "\nenter_zone,2,2,0", "enter_zone does not have the printed effects"),
        ("turns.csv", "\njul4,2,1943-07-06,", "\njul4,2,1943-07-05,", "turn 2 of jul4 must be the two days from"),
        ("numbers.toml", "supply = 10", "supply = 11", "numbers.toml: a number is not the printed one"),
    ],
    "scenarios": [
        ("scenarios/may3.csv", "\nG-131ID,0802,", "\nG-131ID,0702,", "hex 0802 of the german_line is neither held"),
        (
            "scenarios/jun12.csv",
            "\nG-131ID,0802,",
            "\nG-131ID,3001,",
            "G-131ID stands in 3001, outside of its zone german",
        ),
        (
            "scenarios/jun12.toml",
            'lines = ["german_line", "hagen_line", "soviet_line_1", "soviet_line_2"]',
            'lines = ["german_line", "hagen_line", "soviet_line_1"]',
            "jun12: other lines are active",
        ),
        ("scenarios/aug3.toml", "Kharkov = 40", "Kharkov = 30", "aug3: the objectives are not the printed ones"),
        ("scenarios/aug3.toml", ', "S-8GC"]', "]", "aug3: 2 units 3-5 arrive on turn 2, not 3"),
        ("scenarios/jul4-historical.toml", "last_turn = 6", "last_turn = 5", "the game lasts six turns"),
        (
            "scenarios/jul4-historical.csv",
            "\nS-57B,2337,",
            "\nS-57B,2236,",
            "S-57B in 2236 is out of supply at the start of jul4-historical",
        ),
        ("scenarios/aug3-historical.csv", "\nG-131ID,0802,", "\nG-131ID,2130,", "the stack in 2130 counts 4"),
        (
            "scenarios/jul4-historical.csv",
            "\nG-131ID,0802,reconstructed,setup-historical",
            "",
            "49 german units 2-5 are set up, but jul4-historical has 50",
        ),
    ],
}


@pytest.mark.parametrize(("file", "old", "new", "message"), SINGLE)
def test_a_planted_fault_is_found(plant: Plant, file: str, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        load("aug3", plant(file, old, new))
    assert message in str(caught.value)
    assert str(caught.value).count("\n") == 0
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("group", GROUPS)
def test_contradictions_between_files_are_found(plant: Plant, group: str) -> None:
    for file, old, new, _ in GROUPS[group]:
        overlay = plant(file, old, new)
    faults = check(overlay)
    for _, _, _, message in GROUPS[group]:
        assert any(message in fault for fault in faults), (message, faults)
    assert all(fault.count("\n") == 0 and fault.endswith(".") for fault in faults)


def test_faults_of_loaders_are_faults_of_the_check(plant: Plant) -> None:
    (fault,) = check(plant("scenarios/may3.toml", 'id = "may3"', 'id = "may4"'))
    assert '"id" is "may4"' in fault
    (fault,) = check(plant("scenarios/may3.csv", "\nG-131ID,0802,reconstructed", "\nG-131ID,0802,guessed"))
    assert 'line 2: the column "status" holds "guessed"' in fault


def test_options_and_rulings_are_read_from_an_overlay(plant: Plant) -> None:
    overlay = plant("options.toml", 'id = "kampfgruppen"', 'id = "battle-groups"')
    assert [spec.id for spec in options(overlay)] == ["battle-groups", "army-integrity"]
    with pytest.raises(DataError, match='"name" is unknown at rulings'):
        rulings(plant("rulings.toml", 'id = "KUR-A22"', 'name = "KUR-A22"'))


def test_an_overlay_with_a_misspelt_file_is_one_fault(plant: Plant) -> None:
    overlay = plant("map.csv", "\n0101,clear,", "\n0101,forest,")
    (overlay / "kursk/unit.csv").write_text("unit\n", encoding="utf-8")
    faults = check(overlay)
    assert len(faults) == 1
    assert "kursk has no such file" in faults[0]
