"""The reader of data files: types, and errors that name file, line and cause."""

from __future__ import annotations

import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackearth.lib.tables import DataError, DataSource


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    kind: Literal["clear", "forest"]
    size: int = 1
    fort: bool = False
    values: tuple[int, ...] = ()
    day: datetime.date | None = None
    class_: str = msgspec.field(name="class", default="")


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    turns: int
    parts: dict[str, int] = {}


def source(tmp_path: Path, files: dict[str, str], overlay: dict[str, str] | None = None) -> DataSource:
    for folder, texts in (("package", files), ("mine/game", overlay or {})):
        for name, text in texts.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return DataSource(tmp_path / "package", "game", tmp_path / "mine" if overlay is not None else None)


def test_a_cell_becomes_what_its_column_holds(tmp_path: Path) -> None:
    text = "hex,kind,size,fort,values,day,class\n0101,clear,,yes,6 5 3,1943-08-03,leg\n\n0102,forest,2,,,,\n"
    table = source(tmp_path, {"map.csv": text}).table("map.csv", Row)
    assert table.rows == (
        Row("0101", "clear", 1, True, (6, 5, 3), datetime.date(1943, 8, 3), "leg"),
        Row("0102", "forest", 2),
    )
    assert table.lines == (2, 4), "blank lines are skipped but counted"


def test_columns_may_stand_in_any_order_and_optional_ones_may_be_left_out(tmp_path: Path) -> None:
    table = source(tmp_path, {"map.csv": "kind,hex\nforest,0118\n"}).table("map.csv", Row)
    assert table.rows == (Row("0118", "forest"),)


def test_a_byte_order_mark_of_a_spreadsheet_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    table = source(tmp_path, {"map.csv": "\ufeffhex,kind\r\n0118,forest\r\n"}).table("map.csv", Row)
    assert table.rows[0].hex == "0118"


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("hex,kind\n0101,clear\n0102,swamp\n", 3, 'the column "kind" holds "swamp": that is none of the words'),
        ("hex,kind,size\n0101,clear,six\n", 2, 'the column "size" holds "six": expected a whole number'),
        ("hex,kind,fort\n0101,clear,perhaps\n", 2, 'the column "fort" holds "perhaps": expected yes or no'),
        ("hex,kind,values\n0101,clear,6 x\n", 2, 'the column "values" holds "6 x": expected a whole number'),
        ("hex,kind,day\n0101,clear,August\n", 2, 'the column "day" holds "August"'),
        ("hex,kind\n0101,\n", 2, 'the column "kind" is empty'),
        ("hex,kind,colour\n0101,clear,red\n", 1, 'the column "colour" is unknown'),
        ("hex,size\n0101,1\n", 1, 'the column "kind" is missing'),
        ("hex,hex\n0101,0101\n", 1, 'the column "hex" stands there twice'),
        ("hex,kind\n0101,clear,1\n", 2, "the row has 3 cells, but there are 2 columns"),
        ("hex;kind\n0101;clear\n", 1, "the columns are separated by semicolons"),
        ('hex,kind\n0101,"clear\n', 2, "this is not a row of a table"),
        ("\n\n", 0, "the file is empty"),
    ],
)
def test_a_wrong_row_is_named_with_file_and_line(tmp_path: Path, text: str, line: int, cause: str) -> None:
    data = source(tmp_path, {"map.csv": text})
    with pytest.raises(DataError) as caught:
        data.table("map.csv", Row)
    assert (caught.value.file, caught.value.line) == ("game/map.csv", line)
    assert cause in caught.value.text
    assert str(caught.value).startswith(f"game/map.csv, line {line}: " if line else "game/map.csv: ")
    assert "\n" not in str(caught.value)


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    data = source(tmp_path, {"map.csv": ""})
    (tmp_path / "package/map.csv").write_bytes(b"hex,kind\n0101,clear\n0102,f\xfcr\n")
    with pytest.raises(DataError, match=r"game/map\.csv, line 3: this is not text in UTF-8"):
        data.table("map.csv", Row)


def test_two_rows_with_one_key_are_named(tmp_path: Path) -> None:
    table = source(tmp_path, {"map.csv": "hex,kind\n0101,clear\n0102,clear\n0101,forest\n"}).table("map.csv", Row)
    with pytest.raises(DataError, match=r'line 4: hex "0101" stands on line 2 already'):
        table.unique("hex")
    table.unique("hex", "kind")


def test_a_table_of_results_knows_which_cells_are_printed(tmp_path: Path) -> None:
    text = "die,1:1,2:1,printed,status,source\n1,A1,-,,reconstructed,guess\n2,-,D1,2:1,reconstructed,guess\n"
    matrix = source(tmp_path, {"crt.csv": text}).matrix("crt.csv")
    assert matrix.columns == ("1:1", "2:1")
    assert matrix.at("2", "2:1") == "D1"
    assert matrix.status == {"1": ("reconstructed", "reconstructed"), "2": ("reconstructed", "printed")}


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("die,1:1,printed,status,source\n1,A1,3:1,x,y\n", r'line 2: the column "printed" names "3:1"'),
        ("die,1:1,printed,status,source\n1,A1,,x,y\n1,A2,,x,y\n", r'line 3: die "1" stands on line 2 already'),
        ("die,1:1,status,source\n1,A1,x,y\n", r'line 1: the column "printed" is missing'),
    ],
)
def test_a_wrong_table_of_results_is_named(tmp_path: Path, text: str, cause: str) -> None:
    with pytest.raises(DataError, match=cause):
        source(tmp_path, {"crt.csv": text}).matrix("crt.csv")


def test_a_document_becomes_a_value(tmp_path: Path) -> None:
    data = source(tmp_path, {"game.toml": 'name = "Test"\nturns = 4\n[parts]\na = 1\n'})
    assert data.document("game.toml", Form) == Form("Test", 4, {"a": 1})


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ('name = "Test"\nturns = "four"\n', 2, "expected a whole number at turns"),
        ('name = "Test"\n', 0, '"turns" is missing'),
        ('name = "Test"\nturns = 4\ncolour = "red"\n', 0, '"colour" is unknown'),
        ('name = "Test"\nturns = \n', 2, "this is not TOML"),
    ],
)
def test_a_wrong_document_is_named(tmp_path: Path, text: str, line: int, cause: str) -> None:
    data = source(tmp_path, {"game.toml": text})
    with pytest.raises(DataError) as caught:
        data.document("game.toml", Form)
    assert (caught.value.file, caught.value.line) == ("game/game.toml", line)
    assert cause in caught.value.text


def test_a_corrected_file_replaces_ours_and_is_named_in_errors(tmp_path: Path) -> None:
    ours = {"map.csv": "hex,kind\n0101,clear\n", "tables/tec.csv": "hex,kind\n0101,clear\n"}
    data = source(tmp_path, ours, {"tables/tec.csv": "hex,kind\n0101,swamp\n"})
    assert data.table("map.csv", Row).rows[0].kind == "clear"
    assert data.corrected == ("tables/tec.csv",)
    with pytest.raises(DataError) as caught:
        data.table("tables/tec.csv", Row)
    assert caught.value.file == str(tmp_path / "mine/game/tables/tec.csv")


def test_a_corrected_file_with_an_unknown_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"maps\.csv: game has no such file; it has map\.csv"):
        source(tmp_path, {"map.csv": "hex,kind\n"}, {"maps.csv": "hex,kind\n"})


def test_an_overlay_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such directory"):
        DataSource(tmp_path, "game", tmp_path / "nowhere")


def test_an_overlay_for_other_games_only_changes_nothing(tmp_path: Path) -> None:
    data = source(tmp_path, {"map.csv": "hex,kind\n0101,clear\n"}, {"../other/map.csv": "x\n"})
    assert data.corrected == ()
    assert len(data.table("map.csv", Row)) == 1


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"game/units\.csv: the file is missing"):
        source(tmp_path, {"map.csv": ""}).table("units.csv", Row)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200) | st.text("hexkind,\"\n\r;0159.[]= '", max_size=80))
def test_whatever_stands_in_a_file_the_reader_fails_with_a_data_error_or_not_at_all(text: str) -> None:
    with TemporaryDirectory() as folder:
        Path(folder, "file").write_bytes(text.encode("utf-8"))
        data = DataSource(Path(folder), "game")
        for read in (
            lambda: data.table("file", Row),
            lambda: data.matrix("file"),
            lambda: data.document("file", Form),
        ):
            fault = None
            try:
                read()
            except DataError as error:
                fault = error
            assert fault is None or (fault.file == "game/file" and fault.text.endswith("."))
