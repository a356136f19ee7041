"""ms:A3, L - the weather of the turns."""

from __future__ import annotations

import pytest

from blackearth.systems.kharkov import weather
from blackearth.systems.kharkov.board import facts
from tests.kharkov.build import Table, position

KHARKOV = ["snow", "snow", "snow", "frost", "frost", "frost", "mud", "mud", "frost", "frost", "frost", "mud"]


def begun(turn: int, dice: list[int] | None = None, scenario: str = "kharkov-1943") -> Table:
    options = ["variable-weather"] if dice else []
    table = position({}, turn=turn, dice=dice or [], options=options, scenario=scenario, weather="good")
    return table.run(lambda s: weather.begin(s))


@pytest.mark.rule("ms:F4", "ms:L")
@pytest.mark.parametrize("turn", range(1, 13))
def test_without_the_option_the_track_holds(turn: int) -> None:
    table = begun(turn)
    assert table.state.extra.weather == KHARKOV[turn - 1]
    assert table.dice_used()


@pytest.mark.rule("ms:L")
@pytest.mark.parametrize(
    ("turn", "die", "kind"),
    [
        (7, 1, "frost"),
        (7, 2, "frost"),
        (7, 3, "mud"),
        (7, 4, "mud"),
        (8, 5, "frost"),
        (8, 6, "frost"),
        (8, 1, "mud"),
        (4, 2, "snow"),
        (4, 3, "frost"),
        (3, 6, "frost"),
        (1, 1, "snow"),
        (12, 6, "mud"),
    ],
)
def test_a_die_looks_at_the_turns_beside(turn: int, die: int, kind: str) -> None:
    table = begun(turn, [die])
    assert table.state.extra.weather == kind
    assert table.dice_used()
    assert [roll.value for roll in table.state.chance] == [die]
    assert any("weather of turn" in getattr(event, "purpose", "") for event in table.events)


@pytest.mark.rule("ms:L")
def test_each_turn_looks_at_the_track_not_at_the_weather_there_was() -> None:
    """Turn 7 in frost instead of mud: a 1 on turn 8 brings the printed mud of turn 7."""
    table = begun(7, [1, 1])
    assert table.state.extra.weather == "frost"
    table.state.turn = 8
    table.run(lambda s: weather.begin(s))
    assert table.state.extra.weather == "mud"


@pytest.mark.rule("ms:L", "rostov:6")
def test_rostov_has_a_track_of_its_own() -> None:
    for turn in range(1, 14):
        table = begun(turn, scenario="rostov-1941")
        assert table.state.extra.weather == facts(table.state).content.turn(turn).weather
    assert begun(1, scenario="rostov-1941").state.extra.weather == "frost"
    assert begun(3, scenario="rostov-1941").state.extra.weather == "snow"


@pytest.mark.rule("ms:L", "ms:E3a")
def test_a_change_of_weather_drops_what_depends_on_it() -> None:
    table = begun(3)
    assert facts(table.state).content.weather[table.state.extra.weather].supply[1] == 10
    table.state.turn = 4
    table.run(lambda s: weather.begin(s))
    assert table.state.cache == {}
    assert facts(table.state).content.weather[table.state.extra.weather].supply[1] is None
