"""Arguments of queries: units, hexes and sides by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackearth.core.system import QueryError
from blackearth.systems.kursk.board import State, roster
from blackearth.systems.kursk.mapfiles import SIDES

Args = Mapping[str, Any]


def names_of(args: Args, key: str) -> list[str]:
    """An argument that is a text with spaces or a list of texts; empty if it is missing.

    Raises:
        QueryError: it is something else; so for all functions here.
    """
    given = args.get(key, ())
    words = given.split() if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise QueryError(f"“{key}” must be names")
    return list(words)


def unit_list(s: State, args: Args, key: str = "units") -> tuple[int, ...]:
    """Unit numbers of ids in the arguments, at least one."""
    names, index = names_of(args, key), roster(s).index
    if not names:
        raise QueryError(f"“{key}” must name units")
    if unknown := [name for name in names if name not in index]:
        raise QueryError(f"there is no unit “{unknown[0][:30]}”")
    return tuple(dict.fromkeys(index[name] for name in names))


def hex_of(s: State, args: Args, key: str) -> int:
    """The cell of a label in the arguments."""
    cell = s.defn.map.grid.find(str(args.get(key, "")))
    if cell < 0:
        raise QueryError(f"“{key}” must be a hex of the map")
    return cell


def side_of(args: Args) -> int:
    """The side named in the arguments."""
    if args.get("side") not in SIDES:
        raise QueryError(f"“side” must be one of {', '.join(SIDES)}")
    return SIDES.index(args["side"])
