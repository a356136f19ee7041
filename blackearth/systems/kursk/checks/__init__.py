"""`check()` looks through the data files of Kursk for contradictions that no single row shows.

A clean set gives an empty list; otherwise every entry is one sentence, with file and line where the fault has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from blackearth.lib.data_checks import choices, unknown_rules
from blackearth.lib.tables import DataError
from blackearth.systems.kursk.checks import charts, ground, setup, units
from blackearth.systems.kursk.checks.files import Files, read
from blackearth.systems.kursk.content import (
    Content,
    load,
    options,
    panel,
    rules,
    rulings,
    scenario_ids,
    source_of,
)
from blackearth.systems.kursk.facts import Cited

_FILE_CHECKS: tuple[Callable[[Files], Iterator[str]], ...] = (
    *ground.CHECKS,
    *units.CHECKS,
    *charts.CHECKS,
)


def check(overlay: Path | None = None) -> list[str]:
    """Faults of the data files, those of an overlay included.

    Args:
        overlay: directory with corrected files in `kursk/`, or None.
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
    faults.extend(_citations(overlay, contents))
    if len(contents) < len(scenario_ids(overlay)):
        return list(dict.fromkeys(faults))
    for look in _FILE_CHECKS:
        faults.extend(look(files))
    for search in ground.MAP_CHECKS:
        faults.extend(search(files, contents))
    for content in contents:
        for probe in setup.CHECKS:
            faults.extend(probe(files, content))
    return list(dict.fromkeys(faults))


def _citations(overlay: Path | None, contents: list[Content]) -> Iterator[str]:
    """Known defaults and known rules in options, rulings, panel, charts and scenarios."""
    try:
        index = rules()
        yield from choices(index, options(overlay), rulings(overlay))
        for content in contents:
            scenario = content.scenario
            for step, paragraphs in panel(scenario.id, overlay).items():
                yield from unknown_rules(index, {f"panel.toml, {step}, {p.title}": p.cites for p in paragraphs})
            parts: list[Cited] = [*scenario.setup, *scenario.entries, *scenario.arrivals]
            yield from unknown_rules(index, {scenario.id: (scenario.cite, *(part.cite for part in parts))})
            yield from unknown_rules(index, {name: row.cites for name, row in content.terrain.items()})
    except DataError as error:
        yield str(error)
