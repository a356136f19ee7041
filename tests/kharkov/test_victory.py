"""kharkov:10, rostov:11 - victory points and levels."""

from __future__ import annotations

import pytest

from blackearth.systems.kharkov import board, modes, sequence, supply, victory
from blackearth.systems.kharkov.board import GERMAN, SOVIET, enter
from tests.kharkov.build import Table, position

KHARKOV, ROSTOV = "kharkov-1943", "rostov-1941"
CITIES = (
    "Belgorod", "Dnepropetrovsk", "Gorlovka", "Izyum", "Kharkov", "Kramatorsk", "Kremenchug", "Mariupol",
    "Novocherkassk", "Poltava", "Rostov", "Shakhty", "Stalino", "Taganrog", "Voroshilovgrad", "Zaporozhye",
)  # fmt: skip
WORTH = {KHARKOV: {"Kharkov": 15}, ROSTOV: {"Rostov": 20, "Kharkov": 15, "Stalino": 10}}


def cell_of(table: Table, city: str) -> str:
    place = next(p for p in table.state.defn.map.places if p.name == city)
    return table.state.defn.map.grid.label(place.cells[0])


def held(soviet: list[str], scenario: str = KHARKOV, units: dict[str, str] | None = None, **more: object) -> Table:
    """Cities with Soviet control, all others German."""
    empty = position({}, scenario=scenario)
    control = [cell_of(empty, city) for city in soviet]
    return position(units or {}, scenario=scenario, control=control, **more)  # type: ignore[arg-type]


def holders(table: Table) -> dict[str, int | None]:
    return {city.place.name: city.holder for city in victory.cities(table.state)}


# -- cities ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kharkov:10-cities", "rostov:11-cities")
@pytest.mark.parametrize("scenario", [KHARKOV, ROSTOV])
@pytest.mark.parametrize("city", CITIES)
def test_each_city_counts_for_who_was_last_to_enter_it(scenario: str, city: str) -> None:
    worth = WORTH[scenario].get(city, 5)
    everything = sum(WORTH[scenario].get(name, 5) for name in CITIES)
    before = victory.score(held([], scenario).state)
    after = victory.score(held([city], scenario).state)
    assert before == (0, everything)
    traced = holders(held([city], scenario))[city] == SOVIET
    assert after == (worth if traced else 0, everything - worth)
    far = {"Kremenchug", "Dnepropetrovsk", "Zaporozhye", "Poltava"}
    assert traced or city in far, "a city in the east has a Soviet line"


@pytest.mark.rule("kharkov:10-cities", "rostov:11-cities")
def test_a_city_from_which_no_line_can_be_traced_is_nobodys() -> None:
    """N03: an empty city next to an enemy belongs to nobody; a unit in it keeps it."""
    scenario = ROSTOV
    near = {"R-21-01": "0934"}
    assert holders(held([], scenario))["Kharkov"] == GERMAN
    assert holders(held([], scenario, near))["Kharkov"] is None
    assert holders(held([], scenario, near | {"R-44": "0933"}))["Kharkov"] == GERMAN
    assert victory.score(held([], scenario, near).state)[1] == victory.score(held([], scenario).state)[1] - 15


@pytest.mark.rule("kharkov:10-cities", "rostov:11-cities")
def test_by_the_other_reading_the_citys_own_hex_does_not_matter() -> None:
    assert holders(held([], ROSTOV, {"R-21-01": "0934"}, rulings={"KHA-N03": "b"}))["Kharkov"] == GERMAN


@pytest.mark.rule("kharkov:10-cities")
def test_partisans_take_an_empty_city_that_only_the_soviets_can_supply() -> None:
    near = {"K-40-02": "0934"}
    table = held([], KHARKOV, near)
    city = next(c for c in victory.cities(table.state) if c.place.name == "Kharkov")
    assert (city.holder, city.entered, city.partisans) == (SOVIET, GERMAN, True)
    assert victory.score(table.state)[0] == 15
    assert holders(held([], KHARKOV, near | {"K-1PzSS": "0933"}))["Kharkov"] == GERMAN
    assert holders(held([], KHARKOV))["Kharkov"] == GERMAN
    both = holders(held([], KHARKOV, near | {"K-168": "0833"}))
    assert both["Kharkov"] is None, "zones of both sides: nobody has a line"


@pytest.mark.rule("rostov:11-cities")
def test_there_are_no_partisans_in_rostov() -> None:
    table = held([], ROSTOV, {"R-21-01": "0934"})
    assert not any(city.partisans for city in victory.cities(table.state))


@pytest.mark.rule("kharkov:10-cities", "rostov:11-cities", "ms:E3b")
def test_the_ten_hexes_can_decide() -> None:
    """N04: with every railway to the west cut the line from Poltava is longer than ten hexes, but still there."""
    guards = {"K-168": "0628", "K-298": "1028", "K-75": "1428", "K-88": "1928", "K-323": "2528", "K-320": "3128"}
    limited = held(["Poltava", "Kharkov"], KHARKOV, guards)
    assert (holders(limited)["Poltava"], holders(limited)["Kharkov"]) == (None, SOVIET)
    assert holders(held(["Poltava"], KHARKOV, guards, rulings={"KHA-N04": "b"}))["Poltava"] == SOVIET
    assert holders(held(["Poltava"], KHARKOV))["Poltava"] == SOVIET


@pytest.mark.rule("kharkov:10-cities")
def test_entering_a_city_in_passing_takes_it() -> None:
    """N42: every hex on the way counts."""
    table = held([], KHARKOV, {"K-GP-01": "0832"})
    path = tuple(table.cell(label) for label in ("0832", "0933", "0934"))
    assert path[1] in table.state.defn.map.grid.near[path[0]]
    table.run(lambda s: enter(s, (table.unit("K-GP-01"),), path))
    assert holders(table)["Kharkov"] == SOVIET


# -- losses ----------------------------------------------------------------------------------------------------------


def lost(scenario: str, name: str, left: int) -> tuple[int, int]:
    """Soviet and German points for the losses of a unit alone."""
    where = "eliminated" if not left else "0945" if name[2:3].isalpha() or scenario == ROSTOV else "0110"
    table = position({name: where}, scenario=scenario, steps={name: left})
    points = victory.loss_points(table.state, table.unit(name))
    base = position({name: where}, scenario=scenario)
    assert victory.loss_points(base.state, base.unit(name)) == 0 or not left
    owner = table.state.defn.roster.side[table.unit(name)]
    return (points, 0) if owner else (0, points)


@pytest.mark.rule("kharkov:10-soviet-losses")
@pytest.mark.parametrize(
    ("name", "left", "points"),
    [
        ("K-40-02", 0, 1),  # infantry with nothing but trenches on its back
        ("K-GP-07", 0, 1),  # tank brigade
        ("K-GP-02", 0, 3),  # tank corps
        ("K-GP-02", 1, 1),
        ("K-GP-01", 0, 4),  # Guards tank corps
        ("K-GP-01", 1, 1),
        ("K-21-05", 0, 4),  # Guards mechanized corps
        ("K-40-01", 0, 3),  # Guards rifle division
        ("K-40-01", 1, 1),
        ("K-6-01", 0, 3),  # Guards cavalry corps
        ("K-40-01", 2, 0),
    ],
)
def test_points_for_soviet_losses_in_kharkov(name: str, left: int, points: int) -> None:
    """Readings 4 and 5."""
    assert lost(KHARKOV, name, left) == (0, points)


@pytest.mark.rule("kharkov:10-german-losses")
@pytest.mark.parametrize(
    ("name", "left", "points"),
    [
        ("K-1PzSS", 0, 12),
        ("K-1PzSS", 3, 3),
        ("K-7Pz", 0, 9),
        ("K-GD", 2, 6),
        ("K-16Mot", 0, 4),
        ("K-16Mot", 1, 2),
        ("K-168", 0, 2),
        ("K-168", 1, 1),
        ("K-213S", 0, 1),
        ("K-MR", 1, 2),
    ],
)
def test_points_for_german_losses_in_kharkov(name: str, left: int, points: int) -> None:
    assert lost(KHARKOV, name, left) == (points, 0)


@pytest.mark.rule("rostov:11-german")
@pytest.mark.parametrize(
    ("name", "left", "points"), [("R-37R-01", 0, 2), ("R-37R-01", 1, 1), ("R-21-01", 0, 0), ("R-56R-01", 0, 0)]
)
def test_points_for_soviet_losses_in_rostov(name: str, left: int, points: int) -> None:
    """Only units that started with two steps."""
    assert lost(ROSTOV, name, left) == (0, points)


@pytest.mark.rule("rostov:11-soviet")
@pytest.mark.parametrize(
    ("name", "left", "points"),
    [
        ("R-Wik", 0, 12),
        ("R-13Pz", 0, 9),
        ("R-16Pz", 0, 6),
        ("R-16Pz", 1, 3),
        ("R-60Mot", 1, 3),
        ("R-44", 1, 2),
        ("R-298", 0, 4),
        ("R-SlF", 0, 2),
        ("R-H1m", 1, 1),
        ("R-Pas", 0, 2),
    ],
)
def test_points_for_axis_losses_in_rostov(name: str, left: int, points: int) -> None:
    """Three for mechanized Germans, one for all others, mechanized allies among them."""
    assert lost(ROSTOV, name, left) == (points, 0)


@pytest.mark.rule("rostov:11-soviet", "rostov:9-withdrawal")
def test_losses_of_units_that_were_withdrawn_still_count() -> None:
    table = position({"R-44": "withdrawn", "R-75": "withdrawn"}, scenario=ROSTOV, steps={"R-44": 1})
    assert [victory.loss_points(table.state, table.unit(n)) for n in ("R-44", "R-75")] == [2, 0]


@pytest.mark.rule("kharkov:10-soviet-losses")
def test_units_that_have_not_come_or_do_not_play_cost_nothing() -> None:
    table = position({"K-60-01": "coming", "K-6-01": "due"})
    assert victory.loss_points(table.state, table.unit("K-60-01")) == 0
    assert victory.loss_points(table.state, table.unit("K-15")) == 0
    empty = position({}, control=[])
    assert victory.score(empty.state)[0] == 0


# -- bonuses ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rostov:11-german")
def test_a_supplied_german_east_of_the_kharkov_front_earns_ten() -> None:
    def points(units: dict[str, str]) -> int:
        return victory.score(held([], ROSTOV, units).state)[1] - victory.score(held([], ROSTOV).state)[1]

    assert points({"R-44": "0118"}) == 10
    assert points({"R-44": "0118", "R-75": "0119"}) == 10
    assert points({"R-44": "0125"}) == 0
    assert points(cut_off("R-44", "0518", ("R-21-01", "R-21-02", "R-21-03"))) < 10


@pytest.mark.rule("rostov:11-soviet")
def test_a_supplied_soviet_west_of_psel_and_dnieper_earns_ten() -> None:
    table = held([], ROSTOV)
    west = table.state.defn.map.grid.labels(table.state.defn.map.masks["west_of_psel_dnieper"])
    assert "0255" in west

    def points(units: dict[str, str]) -> int:
        return victory.score(held([], ROSTOV, units).state)[0]

    inside = next(h for h in west if supply.supplied_hexes(table.state, SOVIET) >> table.cell(h) & 1)
    assert points({"R-21-01": inside}) == 10
    assert points({"R-21-01": "0933"}) == 0 + 15 * (holders(held([], ROSTOV, {"R-21-01": "0933"}))["Kharkov"] == SOVIET)
    assert points({"R-44": inside}) == 0


@pytest.mark.rule("kharkov:10-levels")
def test_there_are_no_bonuses_in_kharkov() -> None:
    assert victory.score(held([], KHARKOV, {"K-168": "0118"}).state)[0] == 0
    assert not any("in supply" in line.label for line in victory.points_tally(held([], KHARKOV).state).lines)


def cut_off(unit: str, centre: str, ring: tuple[str, ...]) -> dict[str, str]:
    grid = position({}, scenario=ROSTOV).state.defn.map.grid
    near = grid.toward[grid.cell(centre)]
    return {unit: centre} | {name: grid.label(near[d]) for name, d in zip(ring, (0, 2, 4), strict=True)}


# -- levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kharkov:10-levels")
@pytest.mark.parametrize(
    ("net", "winner", "level"),
    [
        (-40, SOVIET, "Decisive Soviet victory"),
        (-16, SOVIET, "Decisive Soviet victory"),
        (-15, SOVIET, "Major Soviet victory"),
        (-11, SOVIET, "Major Soviet victory"),
        (-10, SOVIET, "Marginal Soviet victory"),
        (-6, SOVIET, "Marginal Soviet victory"),
        (-5, None, "Tie"),
        (5, None, "Tie"),
        (6, GERMAN, "Marginal German victory"),
        (10, GERMAN, "Marginal German victory"),
        (11, GERMAN, "Major German victory"),
        (15, GERMAN, "Major German victory"),
        (16, GERMAN, "Decisive German victory"),
    ],
)
def test_levels_of_kharkov(net: int, winner: int | None, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading 2: the decisive German victory begins at 16."""
    monkeypatch.setattr(victory, "score", lambda s, known=None: (50, 50 + net))
    found = victory.result(position({}, turn=12).state)
    assert found is not None
    assert (found.winner, found.level, found.score) == (winner, level, (50, 50 + net))


@pytest.mark.rule("rostov:11-levels")
@pytest.mark.parametrize(
    ("net", "winner", "level"),
    [
        (-9, SOVIET, "Decisive Soviet victory"),
        (5, SOVIET, "Decisive Soviet victory"),
        (6, SOVIET, "Major Soviet victory"),
        (15, SOVIET, "Major Soviet victory"),
        (16, SOVIET, "Marginal Soviet victory"),
        (25, SOVIET, "Marginal Soviet victory"),
        (26, None, "Tie"),
        (30, None, "Tie"),
        (31, GERMAN, "Marginal German victory"),
        (40, GERMAN, "Marginal German victory"),
        (41, GERMAN, "Major German victory"),
        (55, GERMAN, "Major German victory"),
        (56, GERMAN, "Decisive German victory"),
    ],
)
def test_levels_of_rostov(net: int, winner: int | None, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading 3: the dashes are bullets."""
    monkeypatch.setattr(victory, "score", lambda s, known=None: (50, 50 + net))
    found = victory.result(position({}, scenario=ROSTOV, turn=13).state)
    assert found is not None
    assert (found.winner, found.level) == (winner, level)


@pytest.mark.rule("kharkov:10-levels", "rostov:11-levels", "ms:C")
@pytest.mark.parametrize(("scenario", "last", "unit"), [(KHARKOV, 12, "K-40-02"), (ROSTOV, 13, "R-21-01")])
def test_the_game_is_judged_after_the_last_turn(scenario: str, last: int, unit: str) -> None:
    for turn, over in ((last - 1, False), (last, True)):
        table = position({unit: "0117"}, scenario=scenario, turn=turn)
        table.state.extra.modes = modes.initial(table.state)
        table.run(lambda s: sequence.Turns(next=3))
        assert (victory.result(table.state) is not None) == over


# -- the tally -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kharkov:10-cities", "kharkov:10-soviet-losses", "kharkov:10-german-losses", "kharkov:10-levels")
@pytest.mark.parametrize("scenario", [KHARKOV, ROSTOV])
def test_the_tally_adds_up_to_the_score(scenario: str) -> None:
    units = {
        KHARKOV: {"K-40-02": "0934", "K-GP-02": "eliminated", "K-7Pz": "0824"},
        ROSTOV: {"R-21-01": "0934", "R-37R-01": "eliminated", "R-44": "0118"},
    }[scenario]
    steps = {"K-GP-02": 0, "K-7Pz": 2} if scenario == KHARKOV else {"R-37R-01": 0, "R-44": 2}
    table = held(["Rostov"], scenario, units, steps=steps)
    tally = victory.points_tally(table.state)
    soviet, german = victory.score(table.state)
    assert tally.total == german - soviet
    labels = {line.label: line for line in tally.lines}
    assert len([line for line in tally.lines if line.cite.endswith("-cities")]) == 16
    if scenario == KHARKOV:
        assert labels["Kharkov: Soviet by partisan action"].value == -15
        assert labels["K-GP-02 eliminated"].value == 3
        assert labels["K-7Pz 1 of 3 steps lost"].value == -3
    else:
        assert labels["Kharkov: German, but no supply line can be traced from it"].struck
        assert labels["Soviet unit in supply west of the Psel and the Dnieper"].struck
        assert labels["R-37R-01 eliminated"].value == 2
        assert labels["R-44 1 of 3 steps lost"].value == -1
    assert all(line.cite for line in tally.lines)
    assert victory.standing(table.state).level in tally.note
    first = board.facts(table.state).content.scenario.levels[0]
    assert f"{first.name} from {first.least}" in tally.note
