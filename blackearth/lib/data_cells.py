"""The cells of data files: from text to the typed fields of a row, and faults put into words a person understands."""

from __future__ import annotations

import csv
import io
import re
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")

_YES_NO = {"yes": True, "no": False, "true": True, "false": False}
_EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "bool": "yes or no",
    "str": "text",
    "date": "a date like 1943-08-03",
}


class DataError(Exception):
    """A data file is wrong.

    Args:
        file: the file's name as a person knows it.
        line: line number, counted from 1; 0 if the fault belongs to no line.
        text: the cause in one sentence.
    """

    def __init__(self, file: str, line: int, text: str) -> None:
        super().__init__(f"{file}, line {line}: {text}" if line else f"{file}: {text}")
        self.file, self.line, self.text = file, line, text


def cells_of(title: str, text: str, delimiter: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Head and body of a CSV text; blank lines are skipped, every row is as long as the head."""
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    found: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                found.append((reader.line_num, stripped))
    except csv.Error as error:
        raise DataError(title, reader.line_num, f"this is not a row of a table: {error}.") from None
    if not found:
        raise DataError(title, 0, "the file is empty.")
    (line, head), *body = found
    if len(head) == 1 and ";" in head[0]:
        raise DataError(title, line, "the columns are separated by semicolons; save the file with commas.")
    twice = sorted({name for name in head if head.count(name) > 1})
    if twice:
        raise DataError(title, line, f'the column "{twice[0]}" stands there twice.')
    for number, cells in body:
        if len(cells) != len(head):
            raise DataError(title, number, f"the row has {len(cells)} cells, but there are {len(head)} columns.")
    return head, body


class Column(msgspec.Struct, frozen=True):
    """How the cells of a column are read."""

    kind: str
    required: bool


def _kind(hint: Any) -> str:
    """`bool`, `tuple` or `plain`: how the text of a cell is made ready for conversion."""
    if get_origin(hint) in (Union, UnionType):
        return next((kind for part in get_args(hint) if (kind := _kind(part)) != "plain"), "plain")
    if hint is bool:
        return "bool"
    return "tuple" if get_origin(hint) is tuple else "plain"


def columns_of(row: type[Any]) -> dict[str, Column]:
    """The columns of a row type, by the names they have in the file."""
    hints = get_type_hints(row)
    fields = msgspec.structs.fields(row)
    return {field.encode_name: Column(_kind(hints[field.name]), field.required) for field in fields}


def check_head(title: str, head: list[str], columns: dict[str, Column]) -> None:
    """Make sure that all columns are known and none is missing.

    Raises:
        DataError: otherwise.
    """
    for name in head:
        if name not in columns:
            raise DataError(title, 1, f'the column "{name}" is unknown; the columns are {", ".join(columns)}.')
    for name, column in columns.items():
        if column.required and name not in head:
            raise DataError(title, 1, f'the column "{name}" is missing.')


def row_of(title: str, line: int, cells: dict[str, str], row: type[T], columns: dict[str, Column]) -> T:
    """One row from the texts of its cells.

    Raises:
        DataError: a cell is empty that must not be, or does not hold what its column needs.
    """
    raw: dict[str, Any] = {}
    for name, text in cells.items():
        kind = columns[name].kind
        if text == "" and columns[name].required:
            raise DataError(title, line, f'the column "{name}" is empty.')
        if text:
            raw[name] = _YES_NO.get(text, text) if kind == "bool" else text.split() if kind == "tuple" else text
    try:
        return msgspec.convert(raw, type=row, strict=False)
    except msgspec.ValidationError as error:
        message, place = _split(str(error))
        name = re.split(r"[.\[]", place.removeprefix("$."))[0]
        value = f'the column "{name}" holds "{cells[name]}": ' if name in cells else ""
        raise DataError(title, line, f"{value}{_sentence(message)}.") from None


def _split(message: str) -> tuple[str, str]:
    """A message of msgspec and the path in it, such as `$.move`."""
    found = re.match(r"(.*?) - at `(.*)`$", message, re.DOTALL)
    return (found[1], found[2]) if found else (message, "$")


def _sentence(message: str) -> str:
    """A message of msgspec in plain words."""
    if found := re.match(r"Object missing required field `(.*)`", message):
        return f'"{found[1]}" is missing'
    if found := re.match(r"Object contains unknown field `(.*)`", message):
        return f'"{found[1]}" is unknown'
    if re.match(r"Invalid enum value", message):
        return "that is none of the words this column knows"
    if found := re.match(r"Expected `(.*?)`(?:, got `.*`)?$", message):
        kinds = [_EXPECTED.get(kind.strip(), f"a value of kind {kind.strip()}") for kind in found[1].split("|")]
        return f"expected {' or '.join(kind for kind in kinds if 'null' not in kind)}"
    return message[:1].lower() + message[1:]


def toml_error(title: str, text: str, error: msgspec.ValidationError) -> DataError:
    """The fault of a TOML document in words, with its line if that can be told."""
    message, place = _split(str(error))
    return DataError(title, _toml_line(text, place), f"{_sentence(message)}{_at(place)}.")


def _at(place: str) -> str:
    return "" if place == "$" else f" at {place.removeprefix('$.').removeprefix('$')}"


def _toml_line(text: str, place: str) -> int:
    """The line where the last name of a path stands; 0 if that cannot be told."""
    names = re.findall(r"[A-Za-z_][\w-]*", place)
    if not names:
        return 0
    pattern = re.compile(rf"\s*\[*\s*([\w\".-]+\.)?{re.escape(names[-1])}\b")
    found = [number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)]
    return found[0] if len(found) == 1 else 0
