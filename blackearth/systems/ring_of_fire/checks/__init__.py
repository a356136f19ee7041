"""`check()` looks through Ring of Fire's data files for contradictions that no single row shows.

A clean set gives an empty list; otherwise every entry is one sentence, with file and line where the fault has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from blackearth.lib.data_checks import choices
from blackearth.lib.tables import DataError
from blackearth.systems.ring_of_fire.checks import charts, ground, setup, units
from blackearth.systems.ring_of_fire.checks.files import Files, read
from blackearth.systems.ring_of_fire.content import Content, load, options, rules, rulings, scenario_ids, source_of

_FILE_CHECKS: tuple[Callable[[Files], Iterator[str]], ...] = (
    *ground.CHECKS,
    *units.CHECKS,
    *charts.CHECKS,
)


def check(overlay: Path | None = None) -> list[str]:
    """Faults of the data files, those of an overlay included.

    Args:
        overlay: directory with corrected files in `ring-of-fire/`, or None.
    """
    try:
        data = source_of(overlay)
    except DataError as error:
        return [str(error)]
    files, faults = read(data)
    if files is None:
        return faults
    contents: list[Content] = []
    for scenario in scenario_ids(overlay):
        try:
            # Not from the cache: whoever checks has just changed a file.
            contents.append(load.__wrapped__(scenario, overlay))
        except DataError as error:
            faults.append(str(error))
    faults.extend(_choices(overlay))
    if len(contents) < len(scenario_ids(overlay)):
        return list(dict.fromkeys(faults))
    for look in _FILE_CHECKS:
        faults.extend(look(files))
    for search in ground.MAP_CHECKS:
        faults.extend(search(files, contents[0]))
    for content in contents:
        for probe in setup.CHECKS:
            faults.extend(probe(files, content))
    return list(dict.fromkeys(faults))


def _choices(overlay: Path | None) -> Iterator[str]:
    """Options and rulings: known defaults, known rules."""
    try:
        yield from choices(rules(), options(overlay), rulings(overlay))
    except DataError as error:
        yield str(error)
