"""rostov:9-withdrawal - six divisions for the Crimea."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from blackearth.core import flow
from blackearth.systems.kharkov import advice_withdrawal, sequence, withdrawal
from blackearth.systems.kharkov.advice import KharkovAdvice
from blackearth.systems.kharkov.board import roster
from tests.kharkov.build import Table, position

# Far behind the front, on the road and railway net: all in supply while no Soviet is near.
GERMANS = {"R-44": "0645", "R-75": "0646", "R-79": "0647", "R-168": "0648"}
ALLIES = {"R-H1m": "0745", "R-H2m": "0746", "R-R1m": "0747", "R-R4m": "0748", "R-Pas": "0749", "R-Tor": "0750"}


def asked(units: dict[str, str] | None = None, **more: object) -> Table:
    found = GERMANS | ALLIES if units is None else units
    options: dict[str, object] = {"turn": 5, "side": "german", "scenario": "rostov-1941", **more}
    return position(found, begin=withdrawal.begin, **options)  # type: ignore[arg-type]


@pytest.mark.rule("rostov:9-withdrawal")
def test_six_units_leave_for_good() -> None:
    table = asked()
    names = ["R-44", "R-75", "R-H1m", "R-R1m", "R-Pas", "R-Tor"]
    choice = table.choice("withdraw")
    assert (choice["least"], choice["most"]) == (6, 6)
    assert set(choice["units"]) == set(GERMANS | ALLIES)  # type: ignore[call-overload]
    table.do("withdraw " + " ".join(names))
    assert table.over
    assert {table.where(name) for name in names} == {"withdrawn"}
    assert {table.where(n) for n in {**GERMANS, **ALLIES} if n not in names} == {
        "0647", "0648", "0746", "0748",
    }  # fmt: skip


@pytest.mark.rule("rostov:9-withdrawal")
def test_hungarians_and_romanians_may_leave_together() -> None:
    asked().do("withdraw R-44 R-75 R-H1m R-H2m R-R1m R-R4m")


@pytest.mark.rule("rostov:9-withdrawal")
@pytest.mark.parametrize(
    ("names", "says"),
    [
        ("R-44 R-75 R-79 R-168 R-H1m", "6 units must leave, not 5"),
        ("R-44 R-75 R-79 R-168 R-H1m R-H2m R-Pas", "6 units must leave, not 7"),
        ("R-44 R-H1m R-H2m R-R1m R-R4m R-Pas", "at least 2 of them must be German, not 1"),
        ("R-44 R-75 R-79 R-168 R-Pas R-21-01", "R-21-01 is not one of your units"),
        ("R-44 R-75 R-79 R-168 R-Pas R-R5c", "R-R5c is not one of your units on the map"),
    ],
)
def test_conditions_are_explained(names: str, says: str) -> None:
    table = asked(GERMANS | ALLIES | {"R-R5c": "due", "R-21-01": "0112"})
    found = table.refusals(f"withdraw {names}")
    assert {refusal.cite for refusal in found} == {"rostov:9-withdrawal"}
    assert any(says in refusal.text for refusal in found)


@pytest.mark.rule("rostov:9-withdrawal")
def test_the_steps_that_are_left_count() -> None:
    """Twelve on the faces that lie up: six units of two steps are enough, one loss is too much."""
    names = "withdraw R-44 R-75 R-H1m R-R1m R-Pas R-Tor"
    steps = {"R-44": 2, "R-75": 2}
    assert asked(steps=steps).do(names).over
    found = asked(steps={**steps, "R-Pas": 1}).refusals(names)
    assert [refusal.text for refusal in found] == ["they must have 12 steps together, not 11"]


@pytest.mark.rule("rostov:9-withdrawal")
def test_only_units_in_supply_may_leave() -> None:
    """Three Soviets around a division cut it off."""
    grid = asked().state.defn.map.grid
    near = grid.toward[grid.cell("0526")]
    ring = {f"R-21-0{n}": grid.label(near[d]) for n, d in ((1, 0), (2, 2), (3, 4))}
    table = asked(GERMANS | ALLIES | {"R-44": "0526"} | ring)
    assert "R-44" not in table.choice("withdraw")["units"]  # type: ignore[operator]
    found = table.refusals("withdraw R-44 R-75 R-H1m R-R1m R-Pas R-Tor")
    assert "R-44 is not in supply" in [refusal.text for refusal in found]


@pytest.mark.rule("rostov:9-withdrawal")
def test_what_cannot_be_had_is_not_asked() -> None:
    """Reading 23: with too few units in supply all of them go, with too few Germans those there are."""
    few = asked({"R-44": "0645", "R-Pas": "0749"})
    assert few.choice("withdraw")["least"] == 2
    assert few.cites("withdraw R-44") == ["rostov:9-withdrawal"] * 2
    assert few.do("withdraw R-44 R-Pas").over
    allies = asked(ALLIES | {"R-44": "0645"}, steps={"R-44": 1})
    assert allies.cites("withdraw R-H1m R-H2m R-R1m R-R4m R-Pas R-Tor") == ["rostov:9-withdrawal"]
    assert allies.do("withdraw R-44 R-H2m R-R1m R-R4m R-Pas R-Tor").over
    assert asked({"R-21-01": "0112"}).over


@pytest.mark.rule("rostov:9-withdrawal")
@pytest.mark.parametrize(("turn", "scenario"), [(4, "rostov-1941"), (6, "rostov-1941"), (5, "kharkov-1943")])
def test_only_on_turn_five_of_rostov(turn: int, scenario: str) -> None:
    units = {"R-44": "0645"} if scenario == "rostov-1941" else {"K-168": "0645"}
    assert asked(units, turn=turn, scenario=scenario).over


@pytest.mark.rule("rostov:9-withdrawal", "ms:C")
def test_it_is_the_first_thing_in_the_turn() -> None:
    """KHA-N45: after the weather, so that lines are traced in that of turn 5, and before reinforcements come."""
    units = {**GERMANS, **ALLIES, "R-37R-01": "coming"}
    table = position(units, turn=5, side="german", scenario="rostov-1941", weather="snow")
    table.run(lambda s: sequence.Turns(0))
    assert (table.side, table.verbs) == ("german", ["withdraw"])
    assert table.state.extra.weather == "frost"
    assert table.where("R-37R-01") == "coming"
    table.do("withdraw R-44 R-75 R-H1m R-R1m R-Pas R-Tor")
    assert table.where("R-37R-01") == "due"


@pytest.mark.rule("rostov:9-withdrawal")
def test_random_withdrawals_are_legal() -> None:
    table, random = asked(steps={"R-44": 1, "R-75": 1, "R-Pas": 1}), Random(1)
    decision = table.state.decision
    assert decision is not None
    drawn = {decision.sample(table.state, random) for _ in range(40)}
    assert len(drawn) > 5
    assert all(not flow.why_not(table.state, action) for action in drawn)


@pytest.mark.rule("rostov:9-withdrawal")
def test_the_page_is_told_which_units_count_as_german() -> None:
    choice = asked().choice("withdraw")
    assert choice["among"] == {"German": list(GERMANS)}


@pytest.mark.parametrize("number", range(6))
def test_the_computer_sends_the_cheapest_units_that_meet_the_demand(number: int) -> None:
    """Against all sets there are, with steps lost at random."""
    random = Random(number)
    s = asked(steps={name: random.choice((1, 2)) for name in GERMANS | ALLIES}).state
    advice = KharkovAdvice(s, s.active)
    d, german = withdrawal.demand(s), roster(s).german
    action = advice_withdrawal.withdraw(advice)
    assert not flow.why_not(s, action)
    prices = advice_withdrawal.prices_of(advice, d)
    allowed = (
        units
        for units in combinations(d.eligible, d.units)
        if sum(german[u] for u in units) >= d.german and withdrawal.steps(s, units) >= d.steps
    )
    cheapest = min(sum(prices[u] for u in units) for units in allowed)
    assert sum(prices[u] for u in action.units) == pytest.approx(cheapest)
