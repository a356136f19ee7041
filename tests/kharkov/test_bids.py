"""What a player is shown of an attack while air support or General Timoshenko's shift is asked about."""

from __future__ import annotations

from typing import Any

import pytest

from blackearth.core.events import Controlled
from blackearth.systems.kharkov import combat, queries, views
from blackearth.systems.kharkov.board import GERMAN, SOVIET, enter
from tests.kharkov.build import Table, position

ATTACKER, DEFENDER, HEX = "R-21-06", "R-44", "2647"


def fight(**more: Any) -> Table:
    units = {ATTACKER: "2547", DEFENDER: HEX}
    return position(units, begin=combat.first_impulse, scenario="rostov-1941", weather="good", turn=3, **more)


def odds(table: Table, viewer: int, **args: Any) -> dict[str, Any]:
    answer: dict[str, Any] = queries.answer(table.state, viewer, "odds", {"to": HEX, "units": [ATTACKER]} | args)
    return answer


def columns(answer: dict[str, Any]) -> int:
    return sum(int(line["amount"][0]) * (1 if line["amount"].endswith("R") else -1) for line in answer["shifts"])


@pytest.mark.rule("rostov:7", "ms:G2")
def test_the_attack_that_is_asked_about_is_open() -> None:
    table = fight(air=(1, 1), dice=[4]).do(f"attack {ATTACKER} {HEX}")
    assert [a["state"] for a in views.attacks(table.state, SOVIET)] == ["open"]  # General Timoshenko?
    table.do("no")
    assert [a["state"] for a in views.attacks(table.state, SOVIET)] == ["open"]  # air support?
    table.do("air =0")
    assert [a["state"] for a in views.attacks(table.state, GERMAN)] == ["open"]
    table.do("air =0")
    assert "open" not in [a["state"] for a in views.attacks(table.state, None)]


@pytest.mark.rule("ms:M3b")
def test_while_markers_are_shared_among_attacks_none_is_open() -> None:
    units = {ATTACKER: "2547", "R-21-01": "2747", DEFENDER: HEX, "R-75": "2746"}
    table = position(
        units, begin=combat.first_impulse, scenario="rostov-1941", turn=3, air=(2, 0), options=["air-simultaneous"]
    )
    table.do(f"attack {ATTACKER} {HEX}", "yes", "attack R-21-01 2746")
    assert [a["state"] for a in views.attacks(table.state, SOVIET)] == ["declared", "declared"]
    assert table.choice("air")["hexes"] == [HEX, "2746"]


@pytest.mark.rule("ms:G2")
def test_odds_count_the_markers_thought_of_for_the_side_that_asks() -> None:
    table = fight(air=(3, 3)).do(f"attack {ATTACKER} {HEX}", "no")
    assert columns(odds(table, SOVIET)) == 0
    assert columns(odds(table, SOVIET, air=2)) == 2
    assert columns(odds(table, GERMAN, air=2)) == -2
    table.do("air =1")
    assert columns(odds(table, GERMAN, air=2)) == -1


@pytest.mark.rule("ms:G2", "rostov:7")
def test_what_could_be_thrown_in_can_be_ticked_off() -> None:
    table = fight(air=(1, 2))
    found = odds(table, SOVIET)
    assert [x["id"] for x in found["options"]] == ["air", "enemy_air", "timoshenko"]
    assert not any(x["value"] for x in found["options"])
    assert columns(odds(table, SOVIET, air=True, enemy_air=True, timoshenko=True)) == 1
    assert odds(fight(), SOVIET, timoshenko=True)["options"] == [
        {"id": "timoshenko", "label": "General Timoshenko", "cite": "rostov:7", "value": True}
    ]
    table.do(f"attack {ATTACKER} {HEX}")
    assert odds(table, SOVIET)["options"] == []


@pytest.mark.rule("kharkov:10-cities", "rostov:11-cities")
@pytest.mark.parametrize(
    ("scenario", "unit", "cite"),
    [("kharkov-1943", "K-40-02", "kharkov:10-cities"), ("rostov-1941", ATTACKER, "rostov:11-cities")],
)
def test_of_hexes_entered_only_cities_are_told(scenario: str, unit: str, cite: str) -> None:
    table = position({unit: "2547"}, scenario=scenario, control=[], terrain={"2647": "city", "2747": "clear"})
    path = tuple(table.cell(label) for label in ("2547", "2647", "2747"))
    table.run(lambda s: enter(s, (table.unit(unit),), path))
    told = [(e.hexes, e.cite) for e in table.events if isinstance(e, Controlled)]
    assert told == [((table.cell("2647"),), cite)]
    assert table.state.controlled(SOVIET) == table.state.defn.map.grid.mask(["2647", "2747"])
