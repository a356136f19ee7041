"""The content of Kursk: what the rulebook prints must be in it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from blackearth.hexes.mask import cells
from blackearth.lib.tables import DataError
from blackearth.systems.kursk.charts import AIR_ODDS, ODDS
from blackearth.systems.kursk.checks.setup import stack_size
from blackearth.systems.kursk.content import (
    GERMAN,
    SOVIET,
    Content,
    load,
    options,
    panel,
    rules,
    rulings,
    scenario_ids,
)

SCENARIOS = ("may3", "jun12", "jul4", "jul4-historical", "aug3", "aug3-historical")
FREE = ("may3", "jun12", "jul4", "aug3")


@pytest.fixture(scope="module", params=SCENARIOS)
def content(request: pytest.FixtureRequest) -> Content:
    return load(request.param)


@pytest.fixture(scope="module")
def july() -> Content:
    return load("jul4")


@pytest.fixture(scope="module")
def august() -> Content:
    return load("aug3-historical")


def labels(content: Content, mask: int) -> set[str]:
    return set(content.map.grid.labels(mask))


def test_the_six_scenarios_are_found() -> None:
    assert scenario_ids() == SCENARIOS
    with pytest.raises(DataError, match="there is no scenario"):
        load("kursk-1943")
    assert load("jul4") is load("jul4")


# the map


def test_the_grid_has_flat_tops_and_labels_of_column_and_row(july: Content) -> None:
    grid = july.map.grid
    assert (grid.orientation, len(grid.cells)) == ("flat", 38 * 44)
    x, y = grid.centre(grid.cell("1110"))
    assert grid.centre(grid.cell("1111")) == (x, y + 1), "rows count from the north"
    east, low = grid.centre(grid.cell("1210"))
    assert east > x, "columns count from the west"
    assert low == y + 0.5, "even columns stand half a hex lower"


@pytest.mark.parametrize(
    ("hexagon", "near"),
    [
        ("2022", {"2021", "2023", "2122", "2123", "1922", "1923"}),
        ("2123", {"2122", "2124", "2222", "2223", "2022", "2023"}),
        ("0101", {"0102", "0201"}),
    ],
)
def test_neighbours_in_even_and_odd_columns(july: Content, hexagon: str, near: set[str]) -> None:
    grid = july.map.grid
    assert {grid.label(cell) for cell in grid.near[grid.cell(hexagon)]} == near


@pytest.mark.rule("kursk:tec-forest")
def test_every_hex_has_one_terrain(content: Content) -> None:
    masks = content.map.masks
    kinds = [masks[name] for name in ("clear", "forest", "swamp")]
    assert [mask.bit_count() for mask in kinds] == [1477, 173, 22]
    assert kinds[0] | kinds[1] | kinds[2] == content.map.grid.all


@pytest.mark.rule("kursk:tec-river")
def test_rivers_and_railways(july: Content, august: Content) -> None:
    sides = july.map.sides
    assert (len(sides["river"]), len(sides["rail"])) == (770, 524)
    assert len(set(july.rivers.values())) == 21
    assert set(sides["bridge"]) == set(sides["rail"]) & set(sides["river"])
    new = set(august.map.sides["rail"]) - set(sides["rail"])
    assert {august.routes[side] for side in new} == {"Stary Oskol-Rzhava"}
    assert len(new) == 6
    assert set(load("aug3").map.sides["rail"]) == set(august.map.sides["rail"])


@pytest.mark.rule("kursk:tec-fortified", "kursk:setup-fortified")
@pytest.mark.parametrize(("scenario", "active"), [("may3", 1), ("jun12", 2), *((name, 3) for name in SCENARIOS[2:])])
def test_which_lines_are_active(scenario: str, active: int) -> None:
    content = load(scenario)
    masks, lengths = content.map.masks, (82, 52, 45)
    assert [masks[f"soviet_line_{n}"].bit_count() for n in (1, 2, 3)] == list(lengths)
    assert masks["soviet_lines"].bit_count() == sum(lengths[:active])
    assert masks["german_lines"] == masks["german_line"] | masks["hagen_line"]
    assert (masks["german_line"].bit_count(), masks["hagen_line"].bit_count()) == (83, 13)
    assert not masks["soviet_works"] & masks["german_works"]


@pytest.mark.rule("kursk:tec-fortified")
def test_fortified_cities(content: Content) -> None:
    masks = content.map.masks
    where = {place.name: place.cells[0] for place in content.map.places}
    assert masks["soviet_cities"] == 1 << where["Kursk"]
    assert masks["german_cities"] == sum(1 << where[name] for name in ("Orel", "Bryansk", "Kharkov", "Belgorod"))
    assert masks["german_works"] == masks["german_lines"] | masks["german_cities"]


def test_lines_face_each_other_across_the_front_of_july(july: Content) -> None:
    masks = july.map.masks
    assert masks["german_line"] == sum(1 << cell for cell in {german for german, _ in july.front})
    assert masks["soviet_line_1"] == sum(1 << cell for cell in {soviet for _, soviet in july.front})
    assert set(july.map.sides["front"]) == {(min(side), max(side)) for side in july.front}


@pytest.mark.rule("kursk:scenario-aug3", "kursk:scenario-aug3-historical")
def test_only_the_historical_august_has_its_own_front(content: Content, july: Content) -> None:
    same = content.scenario.id != "aug3-historical"
    assert (content.front == july.front) == same
    masks = content.map.masks
    assert masks["soviet_start"] | masks["german_start"] == content.map.grid.all
    assert masks["soviet_start"].bit_count() == (877 if same else 921)


@pytest.mark.rule("kursk:supply")
def test_railways_off_friendly_edges(content: Content) -> None:
    masks, grid = content.map.masks, content.map.grid
    assert labels(content, masks["german_supply"]) == {
        "0102", "0103", "0108", "0114", "0115", "0125", "0127", "0134",
    }  # fmt: skip
    assert not masks["german_supply"] & ~(masks["edge_west"] & masks["rail"])
    assert not masks["soviet_supply"] & ~masks["rail"]
    assert len(labels(content, masks["soviet_supply"] & masks["edge_east"])) == 5
    first = max(grid.place(cell)[0] for cell in cells(masks["soviet_line_1"] & masks["edge_north"]))
    for cell in cells(masks["soviet_supply"] & masks["edge_north"]):
        assert grid.place(cell)[0] > first
    assert not masks["soviet_supply"] & masks["edge_south"], "Starobelsk's railway ends in the line itself"


# counters


@pytest.mark.rule("kursk:combat-D", "kursk:combat-E", "kursk:combat-F", "kursk:combat-G", "kursk:zoc-F")
@pytest.mark.parametrize(
    ("unit", "values", "limited", "zone", "motorized"),
    [
        ("G-131ID", (2, 2, 5), "", True, False), ("G-2Pz", (5, 5, 8), "", True, True),
        ("G-GD", (6, 6, 8), "", True, True), ("G-10Mot", (4, 4, 8), "", True, True),
        ("G-Mant", (1, 1, 8), "", True, True), ("G-L", (2, 2, 8), "bracketed", False, True),
        ("G-505Tiger", (1, 1, 8), "bracketed", False, True), ("G-1HS", (1, 1, 4), "", True, False),
        ("S-60A", (2, 2, 4), "", True, False), ("S-11GA", (3, 3, 5), "", True, False),
        ("S-1T", (4, 4, 6), "", True, True), ("S-3M", (5, 5, 6), "", True, True),
        ("S-2GCav", (2, 2, 5), "", True, False), ("S-4A", (4, 0, 4), "attack", False, False),
        ("S-27AT", (0, 1, 4), "defence", False, False),
    ],
)  # fmt: skip
def test_units(
    july: Content, unit: str, values: tuple[int, int, int], limited: str, zone: bool, motorized: bool
) -> None:  # fmt: skip
    roster = july.roster
    u = roster.index[unit]
    assert (roster.attack[u], roster.defence[u], roster.move[u]) == (values[0], values[1], 2 * values[2])
    assert (roster.limited[u], roster.zone[u], roster.motorized[u]) == (limited, zone, motorized)
    assert roster.regular[u] == (not limited)
    assert roster.wheeled[u] == motorized
    assert roster.points[u] == max(values[:2]) * (3 if motorized else 1), "kursk:victory"


@pytest.mark.rule("kursk:stacking-B", "kursk:stacking-C")
def test_small_units(july: Content) -> None:
    roster = july.roster
    small = Counter((roster.side[u], roster.kind[u]) for u in range(len(roster)) if roster.stacking[u] == "small")
    assert small == {(GERMAN, "armour"): 5, (GERMAN, "motorized"): 1, (SOVIET, "anti_tank"): 4}


@pytest.mark.rule("kursk:stacking-B", "kursk:stacking-C", "kursk:stacking-D")
@pytest.mark.parametrize(
    ("units", "size"),
    [
        ("G-131ID G-321ID G-339ID G-L", 3), ("G-131ID G-321ID G-L G-653F G-654F G-503Tiger", 3),
        ("G-131ID G-L G-653F G-654F G-503Tiger G-505Tiger G-Mant", 3), ("G-131ID G-321ID G-339ID G-L G-653F", 4),
        ("S-60A S-60B S-1AT S-13AT S-27AT S-28AT", 3), ("S-60A S-60B S-60C S-Base2 S-Air2", 4), ("S-4A S-2A", 2),
    ],
)  # fmt: skip
def test_stacks_of_the_examples(july: Content, units: str, size: int) -> None:
    assert stack_size(july, [july.roster.index[unit] for unit in units.split()]) == size


@pytest.mark.rule("kursk:air-A", "kursk:air-B", "kursk:air-C")
def test_air_units_have_two_counters(content: Content) -> None:
    roster = content.roster
    planes = [u for u in range(len(roster)) if roster.kind[u] == "aircraft"]
    bases = [u for u in range(len(roster)) if roster.kind[u] == "ground_support"]
    assert len(planes) == len(bases) > 8
    for u in planes:
        base = roster.base[u]
        assert roster.aircraft[base] == u
        assert (roster.side[base], roster.ground[base], roster.ground[u]) == (roster.side[u], True, False)
        assert (roster.stacking[base], roster.stacking[u]) == ("air", "none")
        assert (roster.wheeled[base], roster.motorized[base], roster.zone[base]) == (True, False, False)
        assert (roster.points[base], roster.points[u], roster.regular[base]) == (0, 0, False)
        assert roster.range[u] == (12 if roster.side[u] == GERMAN else 10)
        assert base in content.suggested
        assert u not in content.suggested
    assert {roster.base[u] for u in range(len(roster)) if u not in planes} == {-1}


@pytest.mark.rule("kursk:opt-kampfgruppen")
def test_kampfgruppen(content: Content) -> None:
    roster = content.roster
    for group, strength, replaced in (("KG-1-8", 1, {"5-8", "4-8"}), ("KG-2-8", 2, {"6-8"})):
        pool = roster.of_group(group)
        divisions = [u for u in range(len(roster)) if roster.kampfgruppe[u] == group]
        assert {roster.group[u] for u in divisions} == replaced
        assert len(pool) >= len(divisions)
        for u in pool:
            assert (roster.attack[u], roster.defence[u], roster.move[u], roster.points[u]) == (
                strength, strength, 16, 5 * strength,
            )  # fmt: skip
            assert (roster.regular[u], roster.zone[u], roster.motorized[u]) == (True, True, True)
            assert u not in content.suggested


@pytest.mark.rule("kursk:opt-army-integrity")
def test_army_integrity(july: Content) -> None:
    roster = july.roster
    want = {"2-4": 3, "3-5": 5}
    assert all(roster.integrity[u] == want.get(roster.group[u], 0) for u in range(len(roster)))
    assert all(roster.army[u] for u in range(len(roster)) if roster.integrity[u])
    assert [roster.designation[u] for u in range(len(roster)) if roster.army[u] == "60"] == ["60A", "60B", "60C"]


# order of battle


@pytest.mark.rule(*(f"kursk:scenario-{name}" for name in SCENARIOS))
@pytest.mark.parametrize(
    ("scenario", "german", "soviet"),
    [
        ("may3", (46, 9, 2), (48, 15, 5)), ("jun12", (50, 15, 3), (51, 18, 9)), ("jul4", (50, 15, 3), (51, 18, 15)),
        ("jul4-historical", (50, 15, 3), (51, 18, 15)), ("aug3", (50, 15, 3), (51, 18, 15)),
        ("aug3-historical", (42, 10, 3), (51, 15, 12)),
    ],
)  # fmt: skip
def test_printed_orders_of_battle(scenario: str, german: tuple[int, ...], soviet: tuple[int, ...]) -> None:
    content = load(scenario)
    have = Counter(content.roster.group[u] for u in content.suggested)
    assert tuple(have[group] for group in ("2-5", "5-8", "4-8")) == german
    assert tuple(have[group] for group in ("2-4", "3-5", "4-6")) == soviet


@pytest.mark.rule("kursk:reinforcements")
def test_reinforcements(content: Content) -> None:
    have = [(a.turn, content.roster.group[a.units[0]], len(a.units), a.entry) for a in content.arrivals]
    want = {
        "aug3": [(1, "2-4", 6, "east"), (2, "3-5", 3, "east")],
        "aug3-historical": [
            (1, "2-4", 9, "east"), (2, "3-5", 6, "east"), (2, "4-6", 2, "east"), (2, "5-6", 1, "east"),
        ],
    }  # fmt: skip
    assert have == want.get(content.scenario.id, [])
    assert all(area.mask == content.map.masks["edge_east"] for area in content.entries.values())
    coming = {u for arrival in content.arrivals for u in arrival.units}
    assert coming.isdisjoint(content.suggested)
    planes = {u for u in range(len(content.roster)) if content.roster.kind[u] == "aircraft"}
    pool = set(content.roster.of_group("KG-1-8")) | set(content.roster.of_group("KG-2-8"))
    assert coming | set(content.suggested) | planes | pool == set(range(len(content.roster)))


# set-up


@pytest.mark.rule("kursk:setup")
def test_the_soviets_set_up_first(content: Content) -> None:
    assert [step.side for step in content.setup] == [SOVIET, GERMAN]
    assert {u for step in content.setup for u in step.units} == set(content.suggested)
    free = content.scenario.id in FREE
    assert content.scenario.fixed != free
    assert [step.cover for step in content.setup] == (["soviet_line_1", "german_line"] if free else ["", ""])
    masks = content.map.masks
    assert [step.covered for step in content.setup] == (
        [masks["soviet_line_1"], masks["german_line"]] if free else [0, 0]
    )


@pytest.mark.rule("kursk:setup-fortified")
def test_soviet_tanks_keep_out_of_active_lines(content: Content) -> None:
    zones, masks = content.zones, content.map.masks
    assert zones["soviet"].mask == masks["soviet_start"]
    barred = masks["soviet_lines"] if content.scenario.id in FREE else 0
    assert zones["soviet_motorized"].mask == masks["soviet_start"] & ~barred
    assert zones["soviet_motorized"].mask & masks["soviet_cities"], "fortified cities are allowed"
    for u in range(len(content.roster)):
        want = "german" if content.roster.side[u] else "soviet_motorized" if content.roster.motorized[u] else "soviet"
        assert content.zone_of[u] == want


# charts


@pytest.mark.rule("kursk:crt-limits", "kursk:crt-AX", "kursk:crt-AR", "kursk:crt-BR")
def test_the_printed_rows(july: Content) -> None:
    crt = july.crt
    assert crt.columns == ODDS
    assert (ODDS[0], ODDS[-1], len(crt.rows)) == ("1-3", "9-1", 10)
    assert " ".join(crt.at(c, -1).text for c in range(11)) == "AX AX AX AX AX AR AR AR BR BR BR"
    assert " ".join(crt.at(c, 0).text for c in range(7)) == "AX AX AX AX AR AR BR"
    assert set(crt.status[0]) == {"printed"}
    assert crt.status[1] == ("printed",) * 7 + ("reconstructed",) * 4
    assert {status for row in crt.status[2:] for status in row} == {"reconstructed"}


@pytest.mark.rule("kursk:crt-DX", "kursk:crt-EX", "kursk:crt-halfEX")
def test_what_results_say(july: Content) -> None:
    found = {
        result.text: (result.attacker, result.defender, result.exchange) for row in july.crt.rows for result in row
    }
    assert found == {
        "AX": ("destroyed", "", 0), "AR": ("retreats", "", 0), "BR": ("retreats", "retreats", 0),
        "EX": ("", "destroyed", 2), "1/2EX": ("", "destroyed", 1), "DX": ("", "destroyed", 0),
    }  # fmt: skip


@pytest.mark.rule("kursk:air-superiority")
def test_the_air_superiority_table(july: Content) -> None:
    air = july.air
    assert air.columns == AIR_ODDS
    rows = ["".join("X" if air.at(column, die) else "-" for column in range(7)) for die in (1, 2, 3)]
    assert rows == ["-XXXXXX", "--XXXXX", "---XXXX"]
    assert not any(air.at(-1, die) for die in range(1, 7)), "below 1-2"
    assert (air.status[0][0], air.status[3][0]) == ("printed", "reconstructed")
    assert july.numbers.base_defence == 1


@pytest.mark.rule("kursk:tec-forest", "kursk:tec-river", "kursk:tec-fortified", "kursk:zoc-enter", "kursk:zoc-B")
@pytest.mark.parametrize(
    ("feature", "wheeled", "other", "die"),
    [
        ("clear", 2, 2, 0), ("forest", 2, 0, -1), ("swamp", 2, 0, -1), ("river", 0, 0, -2),
        ("fortified_line", 4, 4, -2), ("fortified_city", 4, 4, -2), ("enter_zone", 6, 6, 0), ("leave_zone", 4, 4, 0),
        ("close_support", 0, 0, 2),
    ],
)  # fmt: skip
def test_terrain(july: Content, feature: str, wheeled: int, other: int, die: int) -> None:
    row = july.terrain[feature]
    assert (row.cost(True), row.cost(False), row.die) == (wheeled, other, die), "in half movement points"


@pytest.mark.rule("kursk:zoc-example", "kursk:tec-cumulative")
@pytest.mark.parametrize(
    ("features", "points"),
    [
        ("clear forest enter_zone", 5),
        ("clear forest enter_zone leave_zone", 7),
        ("clear enter_zone leave_zone fortified_line", 8),
    ],
)
def test_the_printed_costs_add_up(july: Content, features: str, points: int) -> None:
    assert sum(july.terrain[feature].cost(True) for feature in features.split()) == 2 * points


@pytest.mark.rule("kursk:sequence")
def test_six_turns_of_two_days(content: Content) -> None:
    assert [turn.number for turn in content.turns] == [1, 2, 3, 4, 5, 6]
    month = {"may": 5, "jun": 6, "jul": 7, "aug": 8}[content.scenario.id[:3]]
    day = {5: 4, 6: 12, 7: 4, 8: 3}[month]
    want = [(f"1943-{month:02}-{day + 2 * n:02}", f"1943-{month:02}-{day + 2 * n + 1:02}") for n in range(6)]
    assert [(turn.start, turn.end) for turn in content.turns] == want
    assert content.turn(6) == content.turns[5]
    assert content.scenario.first_player == ("soviet" if month == 8 else "german")


# victory


@pytest.mark.rule("kursk:victory-objectives")
def test_objectives(content: Content) -> None:
    have = {objective.name: objective.points for objective in content.objectives}
    want = {"Kursk": (20, 20)}
    if content.scenario.id == "aug3-historical":
        want |= {"Orel": (20, 20), "Bryansk": (30, 30), "Kharkov": (40, 40), "Belgorod": (10, 10)}
    if content.scenario.id == "aug3":
        want = {"Orel": (20, 0), "Bryansk": (30, 0), "Kharkov": (40, 0), "Belgorod": (10, 0)}
    assert have == want
    held = content.map.masks["soviet_start"]
    kursk = next(place for place in content.map.places if place.name == "Kursk")
    assert held >> kursk.cells[0] & 1


@pytest.mark.rule("kursk:victory-levels")
def test_levels(july: Content) -> None:
    assert [(level.id, level.least) for level in july.levels] == [
        ("decisive", (Fraction(2), Fraction(3))),
        ("tactical", (Fraction(3, 2), Fraction(2))),
        ("marginal", (Fraction(1), Fraction(1))),
    ]


# the rulebook


def test_options_are_off(july: Content) -> None:
    assert {spec.id: spec.default for spec in options()} == {"kampfgruppen": False, "army-integrity": False}
    assert july.numbers.supply == 10


def test_rulings_have_stable_ids() -> None:
    found = {spec.id: spec for spec in rulings()}
    assert len(found) == 14
    assert all(spec.default == ("b" if name == "KUR-A16" else "a") for name, spec in found.items())
    assert all(len(spec.choices) >= 2 for spec in found.values())


def test_the_index_is_that_of_this_rulebook() -> None:
    entries = rules()
    assert len(entries) == 77
    assert all(entry.id.startswith("kursk:") for entry in entries)
    assert sum(entry.kind == "scenario" for entry in entries) == 6
    # The rulebook has no numbers: players look for its headings and the letters of its cases.
    assert all(entry.heading and ":" not in entry.heading for entry in entries)
    assert {"kursk:combat-A": "Combat A", "kursk:air-cap": "Combat Air Patrol"}.items() <= {
        entry.id: entry.heading for entry in entries
    }.items()


def test_the_panel_has_the_steps_of_a_turn(content: Content) -> None:
    steps = list(panel(content.scenario.id))
    wanted = ["Interception", "Initial movement", "Air superiority", "Combat", "Motorized movement", "Air take-off"]
    assert [step for step in steps if step in wanted] == wanted
    assert ("Reinforcements" in steps) == bool(content.arrivals)
    assert {"Set-up", "Retreat", "Exchange", "Advance", "Victory"} < set(steps)
    for paragraphs in panel(content.scenario.id).values():
        assert len({paragraph.title for paragraph in paragraphs}) == len(paragraphs)


def test_every_source_is_used(content: Content) -> None:
    assert content.sources[content.scenario.source].status == content.scenario.status
    assert all(entry.text.endswith(".") for entry in content.sources.values())
