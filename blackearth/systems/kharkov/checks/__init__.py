"""`check()` looks through the data files of Kharkov and Rostov for contradictions that no single row shows.

A clean set gives an empty list; otherwise every entry is one sentence, with file and line where the fault has one.
"""

from __future__ import annotations

from blackearth.lib.check_run import CheckRun, Cites
from blackearth.systems.kharkov.checks import charts, ground, setup, units
from blackearth.systems.kharkov.checks.files import read
from blackearth.systems.kharkov.content import FILES, Content, load
from blackearth.systems.kharkov.facts import Cited


def _cites(content: Content) -> Cites:
    scenario = content.scenario
    parts: list[Cited] = [*scenario.setup, *scenario.zones, *scenario.entries]
    parts += [*scenario.arrivals, *scenario.losses, *scenario.bonuses]
    found = {scenario.id: (scenario.cite, *(part.cite for part in parts))}
    found |= {name: row.cites for name, row in content.terrain.items()}
    return found | {name: row.cites for name, row in content.weather.items()}


check = CheckRun(
    FILES,
    read,
    load.__wrapped__,
    of_files=(*ground.CHECKS, *units.CHECKS, *charts.CHECKS),
    of_map=ground.MAP_CHECKS,
    of_scenario=setup.CHECKS,
    cites=_cites,
)
