"""The systems, scenarios and options that the contract is tested for."""

from __future__ import annotations

from blackearth import systems

SYSTEMS = systems.all_ids()
SCENARIOS = [(system, scenario.id) for system in SYSTEMS for scenario in systems.get(system).scenarios()]
OPTIONS = [
    (system, systems.get(system).scenarios()[0].id, option.id)
    for system in SYSTEMS
    for option in systems.get(system).options()
]
