"""`check()` looks through Ring of Fire's data files for contradictions that no single row shows.

A clean set gives an empty list; otherwise every entry is one sentence, with file and line where the fault has one.
"""

from __future__ import annotations

from blackearth.lib.check_run import CheckRun
from blackearth.systems.ring_of_fire.checks import charts, ground, setup, units
from blackearth.systems.ring_of_fire.checks.files import read
from blackearth.systems.ring_of_fire.content import FILES, load

check = CheckRun(
    FILES,
    read,
    load.__wrapped__,
    of_files=(*ground.CHECKS, *units.CHECKS, *charts.CHECKS),
    of_map=ground.MAP_CHECKS,
    of_scenario=setup.CHECKS,
)
