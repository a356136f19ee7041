"""Set-ups of Ring of Fire for tests: ready ones, and ones that are being made."""

from __future__ import annotations

import pytest

from blackearth.systems.ring_of_fire import setup, setup_checks
from blackearth.systems.ring_of_fire.board import facts
from tests.ring_of_fire.build import Table, position

SCENARIOS = ("breakthrough", "rumyantsev")
both_scenarios = pytest.mark.parametrize("scenario", SCENARIOS)


def empty(scenario: str = "breakthrough", **more: object) -> Table:
    """A map with nobody on it, everybody in their boxes."""
    table = position({}, scenario=scenario, turn=1, **more)  # type: ignore[arg-type]
    setup.prepare(table.state)
    return table


def suggested(scenario: str = "breakthrough", **more: object) -> Table:
    table = empty(scenario, **more)
    setup.suggested(table.state)
    return table


def own(scenario: str = "breakthrough", **more: object) -> Table:
    """The players set up; the Soviet leg units come first."""
    table = position({}, scenario=scenario, turn=1, **more)  # type: ignore[arg-type]
    return table.run(lambda s: setup.own(s))


def faults(table: Table) -> list[str]:
    return [f"{refusal.cite} {refusal.text}" for refusal in setup_checks.all_faults(table.state)]


def blocked(table: Table) -> tuple[str, str] | None:
    """What stands against ending the step."""
    found = table.choice("done").get("blocked")
    assert found is None or isinstance(found, dict)
    return (found["cite"], found["text"]) if found else None


def at_step(number: int, scenario: str = "breakthrough", **more: object) -> Table:
    """The set-up at one of its steps, the earlier ones as suggested."""
    table = own(scenario, **more)
    for _ in range(number):
        table.do("suggest", "done")
    return table


def leg_posts(table: Table) -> dict[int, int]:
    """German leg units by cell."""
    units = facts(table.state).units
    return {table.state.at[u]: u for u in units.of_side(1) if units.leg[u] and table.state.at[u] >= 0}
