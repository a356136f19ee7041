"""ms:K, kharkov:7, rostov:9 - who may enter when."""

from __future__ import annotations

from collections import Counter

import pytest

from blackearth.core.describe import describe
from blackearth.core.dice import SeededDice, seed_of
from blackearth.core.events import Note
from blackearth.systems.kharkov import arrivals, movement_phase, setup
from blackearth.systems.kharkov.board import COMING, DUE, facts
from tests.kharkov.build import Table, position


def game(scenario: str, seed: int = 1) -> Table:
    table = position({}, scenario=scenario, turn=1, source=SeededDice(seed_of(seed)))
    setup.prepare(table.state)
    return table


def turn(table: Table, number: int) -> set[str]:
    """Begin a turn; the units that may enter in addition."""
    before = {u for u, where in enumerate(table.state.at) if where == DUE}
    table.state.turn = number
    table.run(lambda s: arrivals.begin_turn(s))
    return table.names([u for u, where in enumerate(table.state.at) if where == DUE and u not in before])


def groups(table: Table, names: set[str]) -> Counter[str]:
    units = facts(table.state).units
    return Counter(units.group[units.index[name]] for name in names)


@pytest.mark.rule("kharkov:7", "ms:K")
def test_the_reinforcements_of_kharkov() -> None:
    table = game("kharkov-1943")
    expected = {
        1: {"6": 8},
        2: {"60": 6},
        3: {"60": 6},
        4: {"60": 6, "4": 1},
        5: {"21": 6, "5": 6},
        6: {"21": 5, "6": 3},
    }
    seen: set[str] = set()
    units = facts(table.state).units
    for number in range(1, 13):
        names = turn(table, number)
        german = {name for name in names if units.side[units.index[name]]}
        found = groups(table, names - german) + Counter({str(number): len(german)} if german else {})
        assert found == Counter(expected.get(number, {})), number
        assert not seen & names
        seen |= names
    assert COMING not in table.state.at
    assert len(seen) == 8 + 18 + 11 + 10


@pytest.mark.rule("kharkov:7")
def test_the_german_divisions_come_on_their_turns() -> None:
    table = game("kharkov-1943")
    found = {number: {n for n in turn(table, number) if not n.startswith(("K-6", "K-21"))} for number in range(1, 7)}
    assert found[4] == {"K-15"}
    assert found[5] == {"K-167", "K-332", "K-R1", "K-R2", "K-R3", "K-R4"}
    assert found[6] == {"K-39", "K-106", "K-MR"}
    assert not found[1] | found[2] | found[3]


@pytest.mark.rule("rostov:9-german", "rostov:9-soviet")
def test_the_reinforcements_of_rostov() -> None:
    table = game("rostov-1941")
    units = facts(table.state).units
    for number in range(1, 14):
        found = Counter((units.side[u], units.pool[u] or units.group[u]) for u in map(table.unit, turn(table, number)))
        wanted = Counter({(0, "r_infantry"): 4 if number < 3 else 3})
        wanted[0, "r_mobile"] = 2 if number <= 8 else 0
        wanted[1, "R"] = 8 if number == 3 else 0
        wanted[0, "37-R"] = 2 if number == 5 else 0
        wanted[0, "56-R"] = 7 if number == 7 else 0
        assert found == +wanted, number
    assert COMING not in table.state.at


@pytest.mark.rule("kharkov:7")
def test_draws_follow_the_dice_and_are_told() -> None:
    """A die with one face for every unit left in the pool, in the order of the roster."""
    table = position({}, scenario="kharkov-1943", turn=2, dice=[1, 1, 16, 15, 3, 1])
    setup.prepare(table.state)
    names = turn(table, 2)
    assert names == {"K-60-01", "K-60-02", "K-60-18", "K-60-17", "K-60-05", "K-60-03"}
    assert table.dice_used()
    dice = [event for event in table.events if event.__struct_config__.tag == "rolled"]
    assert [d.sides for d in dice] == [18, 17, 16, 15, 14, 13]  # type: ignore[union-attr]
    assert {d.side for d in dice} == {0}  # type: ignore[union-attr]
    assert all("60th Army, turn 2" in d.purpose for d in dice)  # type: ignore[union-attr]
    (note,) = [e for e in table.events if isinstance(e, Note)]
    assert table.names(note.units) == names
    parts = describe(table.state.defn, note)
    assert parts[0] == "Reinforcements of turn 2 drawn by lot, 60th Army: "
    assert {part["unit"] for part in parts[1:] if isinstance(part, dict)} == names
    assert describe(table.state.defn, Note(0, "60th Army:")) == ["60th Army"]  # who may not know the units


@pytest.mark.rule("rostov:9-soviet", "kharkov:7")
def test_every_unit_of_a_pool_can_be_drawn_at_any_time() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(60):
        drawn.update(turn(game("kharkov-1943", seed), 2))
    assert len(drawn) == 18
    assert max(drawn.values()) < 3 * min(drawn.values())


@pytest.mark.rule("ms:K")
def test_a_reinforcement_may_wait() -> None:
    """N20: it stays available on later turns; before its turn it is not."""
    table = position({"K-15": "coming", "K-167": "coming"}, side="german", turn=4)
    turn(table, 4)
    assert (table.where("K-15"), table.where("K-167")) == ("due", "coming")
    turn(table, 5)
    assert (table.where("K-15"), table.where("K-167")) == ("due", "due")
    table.run(movement_phase.regular)
    assert set(table.choice("enter")["units"]) == {"K-15", "K-167"}  # type: ignore[call-overload]


@pytest.mark.rule("ms:K")
def test_only_units_that_still_wait_arrive() -> None:
    table = position({"K-15": "eliminated", "K-6-01": "0101"}, turn=1, steps={"K-15": 0})
    turn(table, 1)
    assert table.where("K-6-01") == "0101"
    turn(table, 4)
    assert table.where("K-15") == "eliminated"
