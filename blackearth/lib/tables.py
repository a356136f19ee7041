"""Reads the data files of a system: CSV rows and TOML documents into typed values, with errors that name file and line.

Nothing here knows a game. A system declares what a row looks like as a frozen `msgspec.Struct`; the names of its
fields are the columns. In a cell `yes` and `no` stand for a boolean, spaces separate the items of a tuple, and an empty
cell means the field's default. A row may not have columns the struct does not know.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from blackearth.lib.data_cells import DataError, cells_of, check_head, columns_of, row_of, toml_error

__all__ = ["DataError", "DataSource", "Matrix", "Table"]

T = TypeVar("T")


class Table(Generic[T]):
    """The rows of a CSV file, each with the line on which it ends.

    Args:
        file: the file's name as a person knows it.
        rows: the typed rows.
        lines: line number of each row.
    """

    def __init__(self, file: str, rows: Sequence[T], lines: Sequence[int]) -> None:
        self.file, self.rows, self.lines = file, tuple(rows), tuple(lines)

    def __iter__(self) -> Iterator[T]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def numbered(self) -> Iterator[tuple[int, T]]:
        """Pairs of line number and row."""
        return zip(self.lines, self.rows, strict=True)

    def error(self, line: int, text: str) -> DataError:
        """A `DataError` at a line of this file."""
        return DataError(self.file, line, text)

    def unique(self, *columns: str) -> None:
        """Make sure that no two rows agree in all these columns.

        Raises:
            DataError: two do.
        """
        seen: dict[tuple[Any, ...], int] = {}
        for line, row in self.numbered():
            key = tuple(getattr(row, column) for column in columns)
            if key in seen:
                words = " ".join(str(part) for part in key)
                raise self.error(line, f'{" and ".join(columns)} "{words}" stands on line {seen[key]} already.')
            seen[key] = line


class Matrix(msgspec.Struct, frozen=True):
    """A table of results: a row for each value of the key column, a column for each heading.

    Attributes:
        file: the file's name as a person knows it.
        key: heading of the first column, such as `die`.
        columns: the other headings, from left to right.
        cells: for each key the texts of its row, in the order of `columns`.
        status: for each key the status of each cell: that of the row, or `printed` for the columns named in `printed`.
        source: for each key the source of the row.
        lines: for each key the line of the file.
    """

    file: str
    key: str
    columns: tuple[str, ...]
    cells: dict[str, tuple[str, ...]]
    status: dict[str, tuple[str, ...]]
    source: dict[str, str]
    lines: dict[str, int]

    def at(self, key: str, column: str) -> str:
        """The text in a row and a column."""
        return self.cells[key][self.columns.index(column)]

    def error(self, line: int, text: str) -> DataError:
        """A `DataError` at a line of this file."""
        return DataError(self.file, line, text)


class DataSource:
    """The data files of one system, with corrected ones laid over them.

    Args:
        package: directory with the files that come with the program.
        name: name of the system; corrected files are looked for in `overlay/name`.
        overlay: directory of corrected files, whole files under the same names, or None.

    Raises:
        DataError: the overlay does not exist, or has a file for this system that the system does not know.
    """

    def __init__(self, package: Path, name: str, overlay: Path | None = None) -> None:
        self.package, self.name = package, name
        self.overlay = overlay / name if overlay is not None else None
        if overlay is not None and not overlay.is_dir():
            raise DataError(str(overlay), 0, "there is no such directory.")
        for path in self._corrections():
            if not (package / path).is_file():
                known = ", ".join(sorted(str(p.relative_to(package)) for p in package.rglob("*") if p.is_file()))
                raise DataError(f"{self.overlay}/{path}", 0, f"{name} has no such file; it has {known}.")

    def _corrections(self) -> list[Path]:
        if self.overlay is None or not self.overlay.is_dir():
            return []
        found = sorted(self.overlay.rglob("*"))
        return [path.relative_to(self.overlay) for path in found if path.suffix in (".csv", ".toml", ".tsv")]

    @property
    def corrected(self) -> tuple[str, ...]:
        """The files that are taken from the overlay, by name."""
        return tuple(path.as_posix() for path in self._corrections())

    def title(self, file: str) -> str:
        """How a message names a file: its path in the overlay, or the system's name and the file's."""
        if self.overlay is not None and (self.overlay / file).is_file():
            return str(self.overlay / file)
        return f"{self.name}/{file}"

    def text(self, file: str) -> str:
        """The text of a file, from the overlay if it is there.

        Raises:
            DataError: the file is missing or not text in UTF-8.
        """
        corrected = self.overlay is not None and (self.overlay / file).is_file()
        path = (self.overlay if corrected and self.overlay else self.package) / file
        try:
            return path.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            raise DataError(self.title(file), 0, "the file is missing.") from None
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise DataError(self.title(file), line, "this is not text in UTF-8; save it with that encoding.") from None

    def table(self, file: str, row: type[T], delimiter: str = ",") -> Table[T]:
        """The rows of a CSV file.

        Args:
            file: name of the file.
            row: a frozen struct; its fields are the columns.
            delimiter: what separates the cells.

        Raises:
            DataError: a column is missing or unknown, or a cell is not what its column holds.
        """
        title = self.title(file)
        head, body = cells_of(title, self.text(file), delimiter)
        columns = columns_of(row)
        check_head(title, head, columns)
        rows, lines = [], []
        for line, cells in body:
            rows.append(row_of(title, line, dict(zip(head, cells, strict=True)), row, columns))
            lines.append(line)
        return Table(title, rows, lines)

    def matrix(self, file: str) -> Matrix:
        """A table of results: key column first, then results; `printed`, `status` and `source` are known by name.

        Raises:
            DataError: a key stands twice, or `printed` names a column that is not there.
        """
        title = self.title(file)
        head, body = cells_of(title, self.text(file), ",")
        for column in ("status", "source", "printed"):
            if column not in head:
                raise DataError(title, 1, f'the column "{column}" is missing.')
        columns = tuple(name for name in head[1:] if name not in ("status", "source", "printed"))
        matrix = Matrix(title, head[0], columns, {}, {}, {}, {})
        for line, cells in body:
            _matrix_row(matrix, line, dict(zip(head, cells, strict=True)))
        return matrix

    def document(self, file: str, form: type[T]) -> T:
        """A TOML file as a typed value.

        Raises:
            DataError: the file is not TOML, or does not have the form.
        """
        title = self.title(file)
        text = self.text(file)
        try:
            raw = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            where = re.search(r"at line (\d+)", str(error))
            cause = re.sub(r"\s*\(at .*\)", "", str(error))
            raise DataError(title, int(where[1]) if where else 0, f"this is not TOML: {cause}.") from None
        try:
            return msgspec.convert(raw, type=form)
        except msgspec.ValidationError as error:
            raise toml_error(title, text, error) from None


def _matrix_row(matrix: Matrix, line: int, cells: dict[str, str]) -> None:
    key = cells[matrix.key]
    if key in matrix.cells:
        raise DataError(matrix.file, line, f'{matrix.key} "{key}" stands on line {matrix.lines[key]} already.')
    printed = [part.strip() for part in cells["printed"].split(";") if part.strip()]
    unknown = [name for name in printed if name not in matrix.columns]
    if unknown:
        raise DataError(matrix.file, line, f'the column "printed" names "{unknown[0]}", which is no column.')
    matrix.cells[key] = tuple(cells[name] for name in matrix.columns)
    matrix.status[key] = tuple("printed" if name in printed else cells["status"] for name in matrix.columns)
    matrix.source[key] = cells["source"]
    matrix.lines[key] = line
