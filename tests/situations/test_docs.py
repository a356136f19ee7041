"""The examples in the documentation are situations that hold, and malformed files are told with file and line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blackearth.core.situations import SituationError, check, check_file, parse

DOC = Path(__file__).parents[2] / "docs" / "situations.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOC.read_text(encoding="utf-8"), re.S)
GOOD = EXAMPLES[0]


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_of_the_documentation(text: str) -> None:
    report = check(parse(text, "example"), text, "example")
    assert [answer.differences for answer in report.answers if answer.differences] == []


def test_there_are_two_complete_examples() -> None:
    assert len(EXAMPLES) == 2


BAD = [
    ('side = "soviet"\nphase', 'side = "polish"\nphase', 'side = "polish"', "no side “polish”"),
    ('phase = "movement"', 'phase = "tea"', 'phase = "tea"', "no phase “tea”"),
    ('kind = "tank"', 'kind = "ship"', "ship", "no kind “ship”"),
    ('hex = "0102"', 'hex = "0909"', "0909", "neither a hex of the map"),
    ("rating = 1", "rating = 0", "rating = 0", "have a rating"),
    ('values = "3-2-10"', 'values = "3/2/10"', "3/2/10", "is not attack-defence-movement"),
    ('"0102/0103", ', '"0102/0105", ', "0102/0105", "not neighbours"),
    ('" . . . . .",', '". . . . .",', "map.rows", "must begin with a space"),
    ('". . f . .",', '". . q . .",', "map.rows", "“q” is no terrain"),
    ('scenario = "rumyantsev"', 'scenario = "zitadelle"', "zitadelle", "no scenario “zitadelle”"),
    ('system = "ring-of-fire"', 'system = "chess"', "chess", "no game “chess”"),
    ("turn = 2", "turn = 99", "turn = 99", "turns 1 to 14"),
    ("turn = 2", 'turn = "two"', 'turn = "two"', "Expected `int`"),
    ("turn = 2", "tern = 2", "tern = 2", "unknown field `tern`"),
    ("turn = 2", "turn = = 2", "turn = = 2", "no TOML"),
    ("turn = 2", "turn = inf", "turn = inf", "a finite number is wanted in turn"),
    ('expect.total = "6"', "expect.total = -nan", "expect.total = -nan", "a finite number is wanted in ask["),
    ('what = "path"', 'what = "road"', 'what = "road"', "Invalid value 'road'"),
    ('units = ["Brigade"]', 'units = ["Nobody"]', "[[ask]]", "no unit “Nobody”"),
    ("turn = 2", 'turn = 2\nrulings.ROF-A99 = "a"', None, "no ruling “ROF-A99”"),
    ("turn = 2", "turn = 2\noptions.fog = true", "options.fog", "no option “fog”"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "cause"), BAD)
def test_faults_name_file_line_and_cause(old: str, new: str, line: str | None, cause: str, tmp_path: Path) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SituationError) as caught:
        check_file(path)
    message = str(caught.value)
    assert cause in message
    named = re.match(rf"{re.escape(str(path))}, line (\d+): ", message)
    assert named, message
    assert "\n" not in message
    if line is not None:
        assert line in text.splitlines()[int(named[1]) - 1], message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SituationError, match="cannot be read"):
        check_file(tmp_path / "none.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SituationError, match="line 1"):
        check_file(path)


WRONG = [
    ('expect.total = "6"', 'expect.total = "5"', "total: expected “5”, got “6”"),
    ('(rof:11.52)", "0103 across', '(rof:11.53)", "0103 across', "cost: expected"),
    ('hex = "0103", marks', 'hex = "0102", marks', "Brigade is in: expected “0102”, got “0103”"),
    ('marks = ["moved"]', 'marks = ["reserve"]', "markers of Brigade: reserve missing"),
    ("{soviet = [", "{german = [", "german control: 0103 missing"),
    ('actions = ["move Brigade 0102 0103"]', 'actions = ["move Brigade 0102 0104"]', "is refused: 0104 is not next to"),
    ('actions = ["move Brigade 0102 0103"]', 'actions = ["move Brigade 0102 0103"]\ndice = [3]', "dice thrown"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "difference"), WRONG)
def test_differences_are_found(old: str, new: str, difference: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    report = check(parse(text, "wrong"), text, "wrong")
    found = [text for answer in report.answers for text in answer.differences]
    assert any(difference in text for text in found), found
    assert not report.ok


@pytest.mark.parametrize("text", ["x = " + "[" * 3000 + "]" * 3000, "x = " + "9" * 5000])
def test_a_file_that_overstrains_the_reader_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "strange.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SituationError, match=r"strange\.toml, line 1: "):
        check_file(path)
