"""Checks that all systems share: rivers, holes, sources, citations; and hexsides in files."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from blackearth.core.options import OptionSpec, RulingSpec
from blackearth.core.system import RuleEntry
from blackearth.hexes.grid import Grid
from blackearth.lib.data_checks import attempt, broken_rivers, choices, holes, matrix_sources, row_sources
from blackearth.lib.data_records import Row, SourceEntry
from blackearth.lib.hex_files import edge_masks, hexsides, locate, numbered_places
from blackearth.lib.tables import DataError, DataSource

Side = tuple[int, int]


class SideRow(Row, frozen=True, kw_only=True):
    hex_a: str
    hex_b: str
    kind: str = ""


class HexRow(msgspec.Struct, frozen=True):
    hex: str


def grid() -> Grid:
    """Five rows of five hexes, labels are row and column."""
    return Grid("pointy", {f"{row:02}{column:02}": (column, row) for row in range(5) for column in range(5)})


def side(g: Grid, a: str, b: str) -> Side:
    first, second = sorted((g.cell(a), g.cell(b)))
    return first, second


def rivers(g: Grid, *sides: str, name: str = "Psel") -> dict[Side, str]:
    return {side(g, *text.split("/")): name for text in sides}


def source(tmp_path: Path, text: str, file: str = "rows.csv") -> DataSource:
    (tmp_path / file).write_text(text, encoding="utf-8")
    return DataSource(tmp_path, "game")


def test_a_chain_of_hexsides_is_a_river() -> None:
    g = grid()
    assert list(broken_rivers("f", g, rivers(g, "0202/0203", "0203/0302", "0302/0303"))) == []


def test_a_gap_and_a_fork_are_found() -> None:
    g = grid()
    (gap,) = broken_rivers("f", g, rivers(g, "0101/0102", "0302/0303"))
    assert gap.startswith("f: the river Psel is broken; one piece begins at ")
    (fork,) = broken_rivers("f", g, rivers(g, "0202/0203", "0203/0302", "0202/0302"))
    assert "the river Psel forks at" in fork
    assert list(broken_rivers("f", g, rivers(g, "0202/0203", "0203/0302", "0202/0302"), branching=True)) == []


def test_pieces_may_hang_together_by_another_river_or_beyond_the_edge() -> None:
    g = grid()
    apart = rivers(g, "0000/0001", "0403/0404")
    assert len(list(broken_rivers("f", g, apart))) == 1
    assert list(broken_rivers("f", g, apart, branching=True)) == []
    inside = rivers(g, "0101/0102", "0302/0303")
    assert len(list(broken_rivers("f", g, inside, branching=True))) == 1


def test_a_hole_in_the_map_is_found() -> None:
    assert list(holes("f", grid())) == []
    labels = {f"{row:02}{column:02}": (column, row) for row in range(3) for column in range(3)}
    del labels["0101"]
    assert list(holes("f", Grid("pointy", labels))) == ["f: 3 rows of 3 hexes are 9, but the map has 8."]


def test_sources_must_be_known_and_of_the_same_status(tmp_path: Path) -> None:
    text = "hex_a,hex_b,status,source\n0000,0001,printed,a\n0001,0002,printed,b\n0002,0003,published,a\n"
    table = source(tmp_path, text).table("rows.csv", SideRow)
    faults = list(row_sources(table, {"a": SourceEntry("printed", "A.")}))
    assert faults == [
        'game/rows.csv, line 3: sources.toml has no source "b".',
        'game/rows.csv, line 4: the status is published, but the source "a" is printed.',
    ]


def test_a_table_of_results_may_have_printed_cells(tmp_path: Path) -> None:
    text = "die,1/1,2/1,printed,status,source\n1,A,D,2/1,reconstructed,a\n2,A,D,,published,a\n3,A,D,,reconstructed,b\n"
    matrix = source(tmp_path, text).matrix("rows.csv")
    faults = list(matrix_sources(matrix, {"a": SourceEntry("reconstructed", "A.")}))
    assert [fault.split(": ", 1)[0] for fault in faults] == ["game/rows.csv, line 3"] * 2 + ["game/rows.csv, line 4"]


def test_options_and_rulings_must_cite_known_rules() -> None:
    rules = [RuleEntry("x:1", "rule", "One")]
    good = RulingSpec("X-1", "One", ("x:1",), "a", {"a": "A", "b": "B"})
    bad = RulingSpec("X-2", "Two", ("x:2",), "c", {"a": "A", "b": "B"})
    assert list(choices(rules, [OptionSpec("o", "O", "Text", "x:3")], [good, bad])) == [
        'o cites the rule "x:3", which the index does not have.',
        'X-2 cites the rule "x:2", which the index does not have.',
        'X-2 has the default "c", which is none of its choices.',
    ]


def test_attempt_keeps_the_fault() -> None:
    faults: list[str] = []

    def fail() -> int:
        raise DataError("f", 3, "broken.")

    assert attempt(lambda: 7, faults) == 7
    assert attempt(fail, faults) is None
    assert faults == ["f, line 3: broken."]


def test_a_hexside_may_stand_once_for_each_kind(tmp_path: Path) -> None:
    text = "hex_a,hex_b,kind,status,source\n0000,0001,rail,printed,a\n0001,0000,road,printed,a\n"
    g, table = grid(), source(tmp_path, text).table("rows.csv", SideRow)
    found = [(pair, row.kind) for pair, row in hexsides(table, g, lambda row: row.kind)]
    assert found == [(side(g, "0000", "0001"), "rail"), (side(g, "0000", "0001"), "road")]
    with pytest.raises(DataError, match="line 3: 0001 and 0000 stand on line 2 already"):
        list(hexsides(table, g))


@pytest.mark.parametrize(
    ("a", "b", "cause"),
    [
        ("0000", "0002", "0000 and 0002 are not neighbours"),
        ("0000", "9999", 'hex "9999" is not on the map'),
        ("0000", "1", "labels have four digits"),
    ],
)
def test_a_wrong_hexside_is_named(tmp_path: Path, a: str, b: str, cause: str) -> None:
    table = source(tmp_path, f"hex_a,hex_b,status,source\n{a},{b},printed,a\n").table("rows.csv", SideRow)
    with pytest.raises(DataError, match=cause):
        list(hexsides(table, grid()))


def test_labels_are_row_and_column(tmp_path: Path) -> None:
    assert numbered_places(source(tmp_path, "hex\n0117\n3603\n").table("rows.csv", HexRow)) == {
        "0117": (1, 17),
        "3603": (36, 3),
    }
    with pytest.raises(DataError, match='line 2: "117" is not a hex'):
        numbered_places(source(tmp_path, "hex\n117\n").table("rows.csv", HexRow))
    with pytest.raises(DataError, match='line 3: hex "0117" stands on line 2 already'):
        numbered_places(source(tmp_path, "hex\n0117\n0117\n").table("rows.csv", HexRow))


def test_edges_of_a_map() -> None:
    g = grid()
    masks = edge_masks(g)
    assert g.labels(masks["edge_north"]) == [f"00{column:02}" for column in range(5)]
    assert set(g.labels(masks["edge_east"])) == {f"{row:02}04" for row in range(5)}
    assert locate("f", 1, g, "0404") == g.cell("0404")
    assert all(mask.bit_count() == 5 for mask in masks.values())
