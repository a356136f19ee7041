"""The text of a situation: its records, and errors that name file, line and cause. See docs/situations.md."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from blackearth.core.situation_asks import AnyAsk

T = TypeVar("T")


class SituationError(ValueError):
    """A situation file cannot be used; the message names file, line and cause in one sentence."""


class PositionError(ValueError):
    """A position makes no sense.

    Args:
        where: the key at fault as a path in the file, such as ``unit[2].hex``.
        text: the cause.
    """

    def __init__(self, where: str, text: str) -> None:
        self.where = where
        super().__init__(text)


class UnitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit: one of the scenario's by its id, or a new one by its values.

    Attributes:
        id: text id; with ``kind`` it is a new unit, else one of the scenario.
        hex: hex label, or the name of a box.
        side: side of a new unit.
        kind: what it is, in the words of the system.
        values: ``attack-defence-movement`` at full strength.
        reduced: ``attack-defence`` for each lower number of steps, from more to fewer.
        rating: tank or air rating.
        of: steps at full strength; 0: what is usual for its kind.
        steps: steps left; 0: all.
        size: what it counts in a stack; 0: what is usual for its kind.
        name: name for people.
        marks: markers on it.
        spent: movement points spent in the running phase.
        independent: belongs to no formation, where a rule asks for that.
        traits: further facts of a new unit, in the words of the system.
    """

    id: str
    hex: str = ""
    side: str = ""
    kind: str = ""
    values: str = ""
    reduced: tuple[str, ...] = ()
    rating: int = 0
    of: int = 0
    steps: int = 0
    size: int = 0
    name: str = ""
    marks: tuple[str, ...] = ()
    spent: float = 0
    independent: bool = False
    traits: tuple[str, ...] = ()


class PlaceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named place of a little map, with the victory points it earns."""

    name: str
    hexes: tuple[str, ...]
    points: int = 0


class MapEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A little map.

    Attributes:
        rows: hexes of each row from top to bottom, separated by spaces, as letters of their terrain.
        first: label of the hex at the lower left.
        sides: feature of hexsides to pairs such as ``0101/0102``.
        roads: chains of hexes.
        edges: side to the edges of the map that are friendly to it.
        places: named places.
        marked: feature of hexes that has no letter to its hexes.
    """

    rows: tuple[str, ...]
    first: str = ""
    sides: dict[str, tuple[str, ...]] = {}
    roads: tuple[str, ...] = ()
    edges: dict[str, tuple[str, ...]] | None = None
    places: tuple[PlaceEntry, ...] = ()
    marked: dict[str, tuple[str, ...]] = {}


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position as it stands in a file; the system makes a state of it.

    Attributes:
        title: what it shows.
        system, scenario: ids.
        rules: ids of the rules it shows.
        setup: a set-up of the scenario to begin with; empty: only the units listed are in play.
        map: a little map instead of the scenario's.
        unit: units, added to the set-up or moved from where it has them.
        turn: game turn.
        side: side whose player turn it is.
        phase: where the sequence of play stands, in the words of the system.
        control: side to the hexes that it controls contrary to the rest.
        tracks: numbers on tracks.
        markers: kind of marker to hexes.
        conditions: what else holds, in the words of the system (``weather = "mud"``).
        options, rulings: those that differ from the default.
        ask: the questions, in order.
        note: text for the reader.
    """

    title: str
    system: str
    scenario: str
    rules: tuple[str, ...] = ()
    setup: str = ""
    map: MapEntry | None = None
    unit: tuple[UnitEntry, ...] = ()
    turn: int = 0
    side: str = ""
    phase: str = ""
    control: dict[str, tuple[str, ...]] = {}
    tracks: dict[str, int] = {}
    markers: dict[str, tuple[str, ...]] = {}
    conditions: dict[str, str] = {}
    options: dict[str, bool] = {}
    rulings: dict[str, str] = {}
    ask: tuple[AnyAsk, ...] = ()
    note: str = ""


_STEP = re.compile(r"\.?([\w-]+)|\[(\d+)\]")
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?\s*(#.*)?$")


def line_of(text: str, where: str) -> int:
    """The line of a key in a TOML text, as near as can be told: ``unit[2].hex`` is `hex` of the third `[[unit]]`."""
    steps = _STEP.findall(where)
    if not steps:
        return 1
    lines = text.splitlines()
    name, *rest = [key or int(number) for key, number in steps]
    start, end = _table(lines, str(name), rest[0] if rest and isinstance(rest[0], int) else None)
    keys = [str(key) for key in rest if isinstance(key, str)]
    if start is None:
        keys, start, end = _inline(lines, str(name), rest)
    for key in reversed(keys):
        pattern = re.compile(rf"""\s*([\w"-]+\.)*["']?{re.escape(key)}["']?\s*=""")
        for number in range(start, end):
            if pattern.match(lines[number]):
                return number + 1
    begins = re.compile(rf"\s*{re.escape(str(name))}\s*[.=]")
    return next((n + 1 for n in range(start, end) if begins.match(lines[n])), start + 1)


def _inline(lines: list[str], name: str, rest: list[str | int]) -> tuple[list[str], int, int]:
    """Keys and lines in which to look for something in ``name = [...]``; one ``{...}`` of it begins on each line."""
    begins = next((n for n, line in enumerate(lines) if re.match(rf"\s*{re.escape(name)}\s*=\s*\[", line)), None)
    if begins is None or not rest or not isinstance(rest[0], int):
        return [name, *(key for key in rest if isinstance(key, str))], 0, len(lines)
    entries = [n for n in range(begins, len(lines)) if "{" in lines[n]]
    at = entries[rest[0]] if rest[0] < len(entries) else begins
    return [], at, at + 1


def _table(lines: list[str], name: str, index: int | None) -> tuple[int | None, int]:
    """First line (from 0) of a table or of one of an array of tables, and the line after its last one."""
    found, seen = None, -1
    for number, line in enumerate(lines):
        if not (header := _HEADER.match(line)):
            continue
        if found is not None and not header[2].startswith(f"{name}."):
            return found, number
        if header[2] == name and found is None:
            seen += 1
            if index is None or seen == index:
                found = number
    return found, len(lines)


def _endless(value: Any, where: str = "") -> Iterator[str]:
    """The places of what TOML calls ``inf`` and ``nan``."""
    if isinstance(value, float) and not math.isfinite(value):
        yield where
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _endless(item, f"{where}.{key}" if where else key)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _endless(item, f"{where}[{number}]")


_AT = re.compile(r" - at `\$(.*)`$")


def read(path: Path) -> tuple[str, Position]:
    """The text of a situation file and what it says.

    Raises:
        SituationError: the file cannot be read or is malformed.
    """
    text = text_of(path)
    return text, parse(text, str(path))


def text_of(path: Path) -> str:
    """The text of a file.

    Raises:
        SituationError: it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SituationError(f"{path}: the file cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SituationError(f"{path}, line 1: the file is not text in UTF-8") from error


def parse(text: str, name: str) -> Position:
    """The position of a text.

    Args:
        text: the TOML.
        name: file name for messages.

    Raises:
        SituationError: the text is malformed.
    """
    return record(text, name, Position)


def record(text: str, name: str, kind: type[T]) -> T:
    """The record of a kind that a text writes out; see `parse`."""
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = re.search(r"\(at line (\d+), column \d+\)|\(at end of document\)", str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        cause = str(error).partition(" (at ")[0]
        raise SituationError(f"{name}, line {line}: this is no TOML: {cause[:1].lower()}{cause[1:]}") from error
    if where := next(_endless(raw), ""):
        raise SituationError(f"{name}, line {line_of(text, where)}: a finite number is wanted in {where}")
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        message = str(error)
        at = _AT.search(message)
        cause = message[: at.start()] if at else message
        where = at[1] if at else ""
        unknown = re.search(r"unknown field `(\w+)`", cause)
        line = line_of(text, f"{where}.{unknown[1]}" if unknown else where)
        raise SituationError(f"{name}, line {line}: {cause}{f' in {where[1:]}' if where else ''}") from error
