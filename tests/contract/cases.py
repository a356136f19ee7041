"""The systems, scenarios and options that the contract is tested for: all registered ones and the toy system."""

from __future__ import annotations

from blackearth import systems
from blackearth.core.system import GameSystem
from tests.toy.skirmish import SYSTEM as TOY

TOY_MODULE = "tests.toy.skirmish"
SYSTEMS: list[GameSystem] = [*(systems.get(name) for name in systems.all_ids()), TOY]
SCENARIOS = [(system.id, scenario.id) for system in SYSTEMS for scenario in system.scenarios()]
READINGS = [
    (system.id, system.scenarios()[0].id, ruling.id, reading)
    for system in SYSTEMS
    for ruling in system.rulings()
    for reading in ruling.choices
    if reading != ruling.default
]
OPTIONS = [(system.id, system.scenarios()[0].id, option.id) for system in SYSTEMS for option in system.options()]
