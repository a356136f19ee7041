"""kharkov:8-modes - Marshal Stalin wants to attack."""

from __future__ import annotations

import pytest

from blackearth.systems.kharkov import modes, sequence
from blackearth.systems.kharkov.board import ENTRENCHED, mode_of
from tests.kharkov.build import Table, position

START = (
    ("40", "neutral"), ("69", "neutral"), ("3T", "neutral"), ("1G", "neutral"), ("GP", "neutral"), ("S", "defensive"),
    ("6", "neutral"), ("60", "neutral"), ("21", "neutral"),
)  # fmt: skip
UNITS = {"K-40-02": "0117", "K-3T-01": "0517", "K-GP-01": "1414", "K-3G-01": "1609"}


def asked(units: dict[str, str] | None = None, now: dict[str, str] | None = None, **more: object) -> Table:
    """The Soviet player is asked, with the modes at the start except for those given."""
    current = tuple((army, (now or {}).get(army, mode)) for army, mode in START)
    return position(units or UNITS, begin=modes.begin, modes=current, **more)  # type: ignore[arg-type]


def mode(table: Table, army: str) -> str:
    modes_now: tuple[tuple[str, str], ...] = table.state.extra.modes
    return dict(modes_now)[army]


@pytest.mark.rule("kharkov:8-modes")
@pytest.mark.parametrize(
    ("before", "after", "allowed"),
    [
        ("neutral", "neutral", True),
        ("neutral", "offensive", True),
        ("neutral", "defensive", True),
        ("offensive", "offensive", True),
        ("offensive", "neutral", False),
        ("offensive", "defensive", True),
        ("defensive", "defensive", True),
        ("defensive", "neutral", False),
        ("defensive", "offensive", False),
    ],
)
def test_modes_change_one_way(before: str, after: str, allowed: bool) -> None:
    table = asked(now={"40": before})
    button = next(c for c in table.choices if c.to_json(table.state.defn).get("word") == f"40-{after}")
    blocked = button.to_json(table.state.defn).get("blocked")
    if allowed:
        assert blocked is None
        assert mode(table.do(f"army-mode @40-{after}"), "40") == after
    else:
        assert blocked["cite"] == "kharkov:8-modes"  # type: ignore[index]
        assert table.cites(f"army-mode @40-{after}") == ["kharkov:8-modes"]


@pytest.mark.rule("kharkov:8-modes")
@pytest.mark.parametrize("army", ["gp", "3t"])
@pytest.mark.parametrize("before", ["neutral", "offensive"])
def test_popov_and_the_tank_army_never_defend(army: str, before: str) -> None:
    table = asked(now={army.upper(): before})
    found = table.refusals(f"army-mode @{army}-defensive")
    assert [refusal.cite for refusal in found] == ["kharkov:8-modes"]
    assert "never" in found[0].text
    table.do(f"army-mode @{army}-offensive")


@pytest.mark.rule("kharkov:8-modes")
def test_the_left_wing_starts_in_defence_and_stays_there() -> None:
    table = position(UNITS)
    table.state.extra.modes = modes.initial(table.state)
    assert table.state.extra.modes == START
    table = asked()
    assert table.cites("army-mode @s-offensive") == ["kharkov:8-modes"]
    assert table.cites("army-mode @s-neutral") == ["kharkov:8-modes"]


@pytest.mark.rule("kharkov:8-modes")
def test_a_choice_can_be_changed_until_all_are_made() -> None:
    """Only with the end of the step a mode counts as chosen."""
    table = asked().do("army-mode @40-defensive", "army-mode @40-offensive", "army-mode @40-neutral")
    assert mode(table, "40") == "neutral"
    table.do("army-mode @40-offensive", "modes-set")
    assert table.over
    table.run(modes.begin)
    assert table.cites("army-mode @40-neutral") == ["kharkov:8-modes"]


@pytest.mark.rule("kharkov:8-modes")
def test_armies_are_asked_from_the_turn_they_come() -> None:
    """Reading 22: an army in the pool has no mode to choose; when it may enter it starts from Neutral."""
    units = {**UNITS, "K-60-01": "coming", "K-6-01": "due", "K-1G-01": "eliminated"}
    table = asked(units, steps={"K-1G-01": 0})
    offered = {c.to_json(table.state.defn)["word"].rpartition("-")[0] for c in table.choices if c.verb == "army-mode"}
    assert offered == {"40", "3t", "gp", "s", "6"}
    assert table.cites("army-mode @60-offensive") == ["kharkov:8-modes"]
    assert mode(table, "60") == "neutral"
    assert mode(table.do("army-mode @6-offensive"), "6") == "offensive"


@pytest.mark.rule("kharkov:8-modes")
@pytest.mark.parametrize("word", ["", " @40", " @40-attack", " @99-offensive", " K-40-02 @40-offensive"])
def test_senseless_modes_are_explained(word: str) -> None:
    assert asked().cites(f"army-mode{word}") == ["kharkov:8-modes"]


@pytest.mark.rule("kharkov:8-modes", "ms:C")
def test_the_game_turn_begins_with_weather_arrivals_and_modes() -> None:
    """N41 and reading 22: the army that arrives this turn is asked for its mode, in the weather of the turn."""
    units = {**UNITS, **{f"K-6-0{n}": "coming" for n in range(1, 9)}}
    table = position(units, turn=1, weather="good", modes=START)
    table.run(lambda s: sequence.Turns(0))
    assert table.side == "soviet"
    assert table.state.decision is not None
    assert table.state.decision.title == "Modes of the armies"
    assert table.state.extra.weather == "snow"
    assert table.where("K-6-08") == "due"
    table.do("army-mode @6-offensive")


@pytest.mark.rule("kharkov:8-modes")
def test_nobody_is_asked_when_nothing_can_change() -> None:
    assert asked({"K-3G-01": "1609"}).over
    assert position({"R-21-01": "0125"}, scenario="rostov-1941", begin=modes.begin).over
    assert modes.initial(position({}, scenario="rostov-1941").state) == ()


@pytest.mark.rule("kharkov:8-offensive", "ms:F6")
def test_an_offensive_army_gets_out_of_its_trenches() -> None:
    """N39: when the modes are set; other armies stay entrenched."""
    marks = {"K-40-02": ENTRENCHED, "K-3G-01": ENTRENCHED}
    table = asked(marks=marks).do("army-mode @40-offensive")
    assert table.marked("K-40-02", ENTRENCHED)
    table.do("modes-set")
    assert not table.marked("K-40-02", ENTRENCHED)
    assert table.marked("K-3G-01", ENTRENCHED)


@pytest.mark.rule("kharkov:8-offensive")
def test_the_other_reading_leaves_them_in_their_trenches() -> None:
    table = asked(marks={"K-40-02": ENTRENCHED}, rulings={"KHA-N39": "b"}).do("army-mode @40-offensive", "modes-set")
    assert table.marked("K-40-02", ENTRENCHED)


@pytest.mark.rule("kharkov:8-modes")
def test_a_mode_is_that_of_all_units_of_the_army() -> None:
    table = asked({**UNITS, "K-40-03": "0118", "K-168": "0323"}).do("army-mode @40-offensive", "modes-set")
    state = table.state
    assert [mode_of(state, table.unit(n)) for n in ("K-40-02", "K-40-03", "K-3T-01", "K-3G-01", "K-168")] == [
        "offensive", "offensive", "neutral", "defensive", "neutral",
    ]  # fmt: skip


@pytest.mark.rule("kharkov:8-modes")
def test_a_save_in_the_middle_keeps_the_modes() -> None:
    table = asked().do("army-mode @40-offensive").saved()
    assert mode(table, "40") == "offensive"
    assert mode(table.do("army-mode @40-neutral"), "40") == "neutral"
